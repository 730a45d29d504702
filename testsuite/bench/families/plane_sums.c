/* The mean and the greatest of what planes have at each texel. */
#include "../bench.h"

enum { TEXELS = SIZE(96 * 96, 32 * 32), PLANES = 20 };
static float *planes, *mean, *kernel_mean;
static uint32_t *greatest, *kernel_greatest;

PLAIN void find_mean(const float *restrict in, float *restrict out, int texels)
{
    for (int i = 0; i < texels; i++) {
        float sum = 0;
        for (int plane = 0; plane < PLANES; plane++)
            sum += in[plane * texels + i];
        out[i] = sum / PLANES;
    }
}

PLAIN void find_greatest(const float *restrict in, uint32_t *restrict out, int texels)
{
    for (int i = 0; i < texels; i++) {
        float best = in[i];
        uint32_t at = 0;
        for (int plane = 1; plane < PLANES; plane++)
            if (in[plane * texels + i] > best) {
                best = in[plane * texels + i];
                at = (uint32_t)plane;
            }
        out[i] = at;
    }
}

static void prepare(Kernels *kernels)
{
    planes = new_noise(TEXELS * PLANES);
    mean = new_floats(TEXELS), kernel_mean = new_floats(TEXELS);
    greatest = new_words(TEXELS), kernel_greatest = new_words(TEXELS);
    bind_buffer(kernels, "gPlanes", planes, TEXELS * PLANES, sizeof(float));
    bind_buffer(kernels, "gMean", kernel_mean, TEXELS, sizeof(float));
    bind_buffer(kernels, "gGreatest", kernel_greatest, TEXELS, sizeof(uint32_t));
    set_int(kernels, "gTexels", TEXELS);
}

static void plain_mean(void) { find_mean(planes, mean, TEXELS); }
static void kernel_of_mean(Kernels *kernels) { run(kernels, "MeanCS", (TEXELS + 63) / 64, 1, 1); }
static double mean_difference(void) { return largest_difference(mean, kernel_mean, TEXELS); }
static void plain_greatest(void) { find_greatest(planes, greatest, TEXELS); }
static void kernel_of_greatest(Kernels *kernels) { run(kernels, "GreatestCS", (TEXELS + 255) / 256, 1, 1); }
static double greatest_difference(void) { return words_that_differ(greatest, kernel_greatest, TEXELS); }

const Contest contests[] = {{"mean of 20 planes of 96x96", prepare, plain_mean, kernel_of_mean, mean_difference, 1e-5},
                            {"greatest of 20 planes of 96x96", prepare, plain_greatest, kernel_of_greatest, greatest_difference, 0},
                            {0}};
