/* Means of a picture's columns. */
#include "../bench.h"

enum { WIDTH = SIZE(512, 64), HEIGHT = SIZE(512, 64), GROUP = 32 };
static float *values, *means, *kernel_means;

PLAIN void find_means(const float *restrict in, float *restrict out, int width, int height)
{
    for (int x = 0; x < width; x++)
        out[x] = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[x] += in[y * width + x];
    for (int x = 0; x < width; x++)
        out[x] /= height;
}

static void prepare(Kernels *kernels)
{
    values = new_noise(WIDTH * HEIGHT);
    means = new_floats(WIDTH), kernel_means = new_floats(WIDTH);
    bind_buffer(kernels, "gValues", values, WIDTH * HEIGHT, 4);
    bind_buffer(kernels, "gMeans", kernel_means, WIDTH, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
}

static void plain(void) { find_means(values, means, WIDTH, HEIGHT); }

static void kernel(Kernels *kernels) { run(kernels, "MeansCS", WIDTH / GROUP, 1, 1); }

static double difference(void) { return largest_difference(means, kernel_means, WIDTH); }

const Contest contests[] = {{"means of columns by groups of 32x8", prepare, plain, kernel, difference, 1e-4}, {0}};
