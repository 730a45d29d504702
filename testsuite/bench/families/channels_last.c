/* A layer of a network whose channels lie side by side. */
#include "../bench.h"

enum { CHANNELS = 64, WIDTH = SIZE(56, 12), HEIGHT = SIZE(56, 12), COUNT = WIDTH * HEIGHT * CHANNELS };
static float *in, *weights, *out, *result;

PLAIN void depthwise(const float *restrict from, const float *restrict by, float *restrict to, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sums[CHANNELS] = {0};
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int column = x + dx, row = y + dy;
                    if (column >= 0 && row >= 0 && column < width && row < height)
                        for (int c = 0; c < CHANNELS; c++)
                            sums[c] += from[(row * width + column) * CHANNELS + c] * by[((dy + 1) * 3 + dx + 1) * CHANNELS + c];
                }
            for (int c = 0; c < CHANNELS; c++)
                to[(y * width + x) * CHANNELS + c] = sums[c] > 0 ? sums[c] : 0;
        }
}

static void prepare(Kernels *kernels)
{
    in = new_noise(COUNT);
    weights = new_noise(9 * CHANNELS);
    for (int i = 0; i < 9 * CHANNELS; i++)
        weights[i] -= 0.5f;
    out = new_floats(COUNT);
    result = new_floats(COUNT);
    bind_buffer(kernels, "gIn", in, COUNT, 4);
    bind_buffer(kernels, "gWeights", weights, 9 * CHANNELS, 4);
    bind_buffer(kernels, "gOut", result, COUNT, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
}

static void plain_depthwise(void) { depthwise(in, weights, out, WIDTH, HEIGHT); }
static void kernel_depthwise(Kernels *kernels) { run(kernels, "DepthwiseCS", COUNT / 256, 1, 1); }
static double difference(void) { return largest_difference(out, result, COUNT); }

const Contest contests[] = {
    {"3x3 of 64 channels side by side, flat index", prepare, plain_depthwise, kernel_depthwise, difference, 1e-5},
    {0},
};
