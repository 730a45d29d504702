/* Rows of 1024 divided by their root mean square, and of 768 brought to mean 0 and variance 1. */
#include "../bench.h"

#include <math.h>

enum { ROOT_WIDTH = 1024, LAYER_WIDTH = 768, ROWS = SIZE(1024, 16) };
static float *in, *scales, *shifts, *out, *result;

PLAIN void norm_by_root(const float *restrict in, const float *restrict scales, float *restrict out, int rows)
{
    for (int row = 0; row < rows; row++, in += ROOT_WIDTH, out += ROOT_WIDTH) {
        float sum = 0;
        for (int i = 0; i < ROOT_WIDTH; i++)
            sum += in[i] * in[i];
        float scale = 1 / sqrtf(sum / ROOT_WIDTH + 1e-5f);
        for (int i = 0; i < ROOT_WIDTH; i++)
            out[i] = in[i] * scale * scales[i];
    }
}

PLAIN void norm_layer(const float *restrict in, const float *restrict scales, const float *restrict shifts, float *restrict out,
                      int rows)
{
    for (int row = 0; row < rows; row++, in += LAYER_WIDTH, out += LAYER_WIDTH) {
        float sum = 0, squares = 0;
        for (int i = 0; i < LAYER_WIDTH; i++) {
            sum += in[i];
            squares += in[i] * in[i];
        }
        float mean = sum / LAYER_WIDTH, scale = 1 / sqrtf(squares / LAYER_WIDTH - mean * mean + 1e-5f);
        for (int i = 0; i < LAYER_WIDTH; i++)
            out[i] = (in[i] - mean) * scale * scales[i] + shifts[i];
    }
}

static void prepare(Kernels *kernels)
{
    in = new_noise(ROWS * ROOT_WIDTH);
    scales = new_noise(ROOT_WIDTH), shifts = new_noise(ROOT_WIDTH);
    out = new_floats(ROWS * ROOT_WIDTH), result = new_floats(ROWS * ROOT_WIDTH);
    bind_buffer(kernels, "gIn", in, ROWS * ROOT_WIDTH, sizeof(float));
    bind_buffer(kernels, "gScale", scales, ROOT_WIDTH, sizeof(float));
    bind_buffer(kernels, "gShift", shifts, ROOT_WIDTH, sizeof(float));
    bind_buffer(kernels, "gOut", result, ROWS * ROOT_WIDTH, sizeof(float));
    set_int(kernels, "gRows", ROWS);
}

static void plain_root(void) { norm_by_root(in, scales, out, ROWS); }
static void kernel_of_root(Kernels *kernels) { run(kernels, "RootCS", ROWS, 1, 1); }
static void plain_layer(void) { norm_layer(in, scales, shifts, out, ROWS); }
static void kernel_of_layer(Kernels *kernels) { run(kernels, "LayerCS", ROWS, 1, 1); }
static double difference(void) { return largest_difference(out, result, ROWS * ROOT_WIDTH); }

const Contest contests[] = {{"rows of 1024 by their root mean square", prepare, plain_root, kernel_of_root, difference, 1e-4},
                            {"rows of 768 to mean 0 and variance 1", prepare, plain_layer, kernel_of_layer, difference, 1e-4},
                            {0}};
