/* Sums down the columns of a matrix, each time of what the last time left, from the same start. */
#include <string.h>

#include "../bench.h"

enum { WIDTH = SIZE(1000, 100), HEIGHT = SIZE(400, 40), COUNT = WIDTH * HEIGHT };
static float *start, *matrix, *result;

PLAIN void sum(float *restrict rows, int width, int height)
{
    for (int y = 1; y < height; y++)
        for (int x = 0; x < width; x++)
            rows[y * width + x] += rows[(y - 1) * width + x];
}

static void prepare(Kernels *kernels)
{
    uint32_t size[2] = {WIDTH, HEIGHT};
    start = new_noise(COUNT);
    matrix = new_floats(COUNT);
    result = new_floats(COUNT);
    bind_buffer(kernels, "gMatrix", result, COUNT, 4);
    set(kernels, "gSize", size, sizeof size);
}

static void plain(void)
{
    memcpy(matrix, start, COUNT * sizeof *matrix);
    sum(matrix, WIDTH, HEIGHT);
}

static void kernel(Kernels *kernels)
{
    memcpy(result, start, COUNT * sizeof *result);
    run(kernels, "SumCS", (WIDTH + 63) / 64, 1, 1);
}

static double difference(void) { return largest_difference(matrix, result, COUNT); }

const Contest contests[] = {{"sums down 1000 columns", prepare, plain, kernel, difference, 1e-3}, {0}};
