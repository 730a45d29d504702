/* Pictures out of the caches, of which each thread takes a word or two. */
#include <string.h>

#include "../bench.h"

enum { WIDTH = SIZE(1920, 96), HEIGHT = SIZE(1088, 32), COUNT = WIDTH * HEIGHT };
static float *first, *second, *next, *result;
static WccResource sum;

PLAIN void add(const float *restrict a, const float *restrict b, float *restrict to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = a[i] * 2 + b[i];
}

PLAIN void water(const float *restrict in, float *restrict to, int width, int height)
{
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
            int i = y * width + x;
            float around = in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4 * in[i];
            to[i] = (2 * in[i] - to[i] + 0.25f * around) * 0.995f;
        }
}

static void prepare(Kernels *kernels)
{
    first = new_noise(COUNT);
    second = new_noise(COUNT);
    next = new_noise(COUNT);
    result = new_floats(COUNT);
    memcpy(result, next, COUNT * sizeof *next);
    bind_texture(kernels, "gFirst", first, WIDTH, HEIGHT, 4);
    bind_texture(kernels, "gSecond", second, WIDTH, HEIGHT, 4);
    sum = bind_texture(kernels, "gSum", NULL, WIDTH, HEIGHT, 4);
    bind_buffer(kernels, "gHeights", first, COUNT, 4);
    bind_buffer(kernels, "gNext", result, COUNT, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
}

static void plain_sum(void) { add(first, second, next, COUNT); }
static void plain_water(void) { water(first, next, WIDTH, HEIGHT); }
static void kernel_sum(Kernels *kernels) { run(kernels, "SumCS", WIDTH / 16, HEIGHT / 16, 1); }
static void kernel_water(Kernels *kernels) { run(kernels, "WaterCS", WIDTH / 16, HEIGHT / 16, 1); }
static double difference_of_sums(void) { return texture_difference(&sum, next); }
static double difference_of_water(void) { return largest_difference(next, result, COUNT); }

const Contest contests[] = {
    {"sum of two pictures, 1920x1088 floats", prepare, plain_sum, kernel_sum, difference_of_sums, 1e-5},
    {"a step of water, 1920x1088, 16x16 threads", prepare, plain_water, kernel_water, difference_of_water, 1e-4},
    {0},
};
