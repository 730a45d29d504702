/* Layers of a network by threads that are counted in one dimension. */
#include <math.h>

#include "../bench.h"

enum { CHANNELS = SIZE(16, 2), WIDTH = SIZE(112, 70), HEIGHT = SIZE(112, 10), PIXELS = CHANNELS * WIDTH * HEIGHT,
       COLUMNS = 9 * PIXELS, LARGER = 4 * PIXELS };
static float *in, *weights, *out, *result;

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

PLAIN void columns(const float *restrict from, float *restrict to, int channels, int width, int height)
{
    for (int channel = 0; channel < channels; channel++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                for (int y = 0; y < height; y++)
                    for (int x = 0; x < width; x++) {
                        int column = x + dx, row = y + dy;
                        int is_inside = column >= 0 && row >= 0 && column < width && row < height;
                        *to++ = is_inside ? from[(channel * height + row) * width + column] : 0;
                    }
}

PLAIN void pool(const float *restrict from, float *restrict to, int channels, int width, int height)
{
    for (int channel = 0; channel < channels; channel++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                float best = -3.4e38f;
                for (int row = larger(y - 1, 0); row < smaller(y + 2, height); row++)
                    for (int column = larger(x - 1, 0); column < smaller(x + 2, width); column++)
                        best = fmaxf(best, from[(channel * height + row) * width + column]);
                *to++ = best;
            }
}

PLAIN void upsample(const float *restrict from, float *restrict to, int channels, int width, int height)
{
    for (int channel = 0; channel < channels; channel++, from += width * height)
        for (int y = 0; y < 2 * height; y++)
            for (int x = 0; x < 2 * width; x++) {
                float u = fmaxf((x + 0.5f) * 0.5f - 0.5f, 0), v = fmaxf((y + 0.5f) * 0.5f - 0.5f, 0);
                int left = (int)u, top = (int)v, right = smaller(left + 1, width - 1);
                const float *above = from + top * width, *below = from + smaller(top + 1, height - 1) * width;
                float upper = above[left] + (above[right] - above[left]) * (u - left);
                float lower = below[left] + (below[right] - below[left]) * (u - left);
                *to++ = upper + (lower - upper) * (v - top);
            }
}

PLAIN void filter(const float *restrict from, const float *restrict by, float *restrict to, int channels, int width, int height)
{
    for (int channel = 0; channel < channels; channel++, by += 9)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                float sum = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++) {
                        int column = x + dx, row = y + dy;
                        if (column >= 0 && row >= 0 && column < width && row < height)
                            sum += from[(channel * height + row) * width + column] * by[(dy + 1) * 3 + dx + 1];
                    }
                *to++ = sum;
            }
}

PLAIN void scale(const float *restrict from, const float *restrict by, float *restrict to, int rows, int width)
{
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < width; x++)
            *to++ = from[y] * by[x];
}

enum { BIASES = 24 };

PLAIN void bias(const float *restrict from, const float *restrict by, float *restrict to, int count)
{
    for (int i = 0; i + BIASES <= count; i += BIASES)
        for (int channel = 0; channel < BIASES; channel++)
            to[i + channel] = fmaxf(from[i + channel] + by[channel], 0);
}

/* Of 4^parts as many planes each side is 2^parts times as short, as those of a network's later layers. */
static void prepare_for(Kernels *kernels, int count, int scale, int parts)
{
    int weight_count = CHANNELS * 9 << 2 * parts; /* of filters; columns have one each, too */
    weight_count = weight_count < WIDTH ? WIDTH : weight_count;
    in = new_noise(PIXELS);
    weights = new_noise((size_t)weight_count);
    out = new_floats((size_t)count);
    result = new_floats((size_t)count);
    bind_buffer(kernels, "gIn", in, PIXELS, 4);
    bind_buffer(kernels, "gWeights", weights, (size_t)weight_count, 4);
    bind_buffer(kernels, "gOut", result, (size_t)count, 4);
    set_int(kernels, "gCount", count);
    set_int(kernels, "gWidth", WIDTH >> parts);
    set_int(kernels, "gHeight", HEIGHT >> parts);
    set_int(kernels, "gWidthOut", scale * (WIDTH >> parts));
    set_int(kernels, "gHeightOut", scale * (HEIGHT >> parts));
}

static void prepare_columns(Kernels *kernels) { prepare_for(kernels, COLUMNS, 1, 0); }
static void prepare_same(Kernels *kernels) { prepare_for(kernels, PIXELS, 1, 0); }
static void prepare_small(Kernels *kernels) { prepare_for(kernels, PIXELS, 1, 1); }
static void prepare_larger(Kernels *kernels) { prepare_for(kernels, LARGER, 2, 0); }

static void plain_columns(void) { columns(in, out, CHANNELS, WIDTH, HEIGHT); }
static void plain_pool(void) { pool(in, out, CHANNELS, WIDTH, HEIGHT); }
static void plain_upsample(void) { upsample(in, out, CHANNELS, WIDTH, HEIGHT); }
static void plain_filter(void) { filter(in, weights, out, CHANNELS, WIDTH, HEIGHT); }
static void plain_small(void) { filter(in, weights, out, CHANNELS * 4, WIDTH / 2, HEIGHT / 2); }
static void plain_scale(void) { scale(in, weights, out, CHANNELS * HEIGHT, WIDTH); }
static void plain_bias(void) { bias(in, weights, out, PIXELS); }

static void kernel_columns(Kernels *kernels) { run(kernels, "Im2colCS", (COLUMNS + 255) / 256, 1, 1); }
static void kernel_pool(Kernels *kernels) { run(kernels, "PoolCS", (PIXELS + 255) / 256, 1, 1); }
static void kernel_upsample(Kernels *kernels) { run(kernels, "UpsampleCS", (LARGER + 127) / 128, 1, 1); }
static void kernel_filter(Kernels *kernels) { run(kernels, "DepthwiseCS", (PIXELS + 255) / 256, 1, 1); }
static void kernel_scale(Kernels *kernels) { run(kernels, "ScaleCS", (PIXELS + 127) / 128, 1, 1); }
static void kernel_bias(Kernels *kernels) { run(kernels, "BiasCS", (PIXELS + 127) / 128, 1, 1); }

static double difference_columns(void) { return largest_difference(out, result, COLUMNS); }
static double difference_same(void) { return largest_difference(out, result, PIXELS); }
static double difference_larger(void) { return largest_difference(out, result, LARGER); }
static double difference_of_bias(void) { return largest_difference(out, result, PIXELS / BIASES * BIASES); }

const Contest contests[] = {
    {"im2col 16x112x112 by a flat index", prepare_columns, plain_columns, kernel_columns, difference_columns, 0},
    {"pooling 3x3 by a flat index", prepare_same, plain_pool, kernel_pool, difference_same, 0},
    {"upsampling by 2, bilinear, by a flat index", prepare_larger, plain_upsample, kernel_upsample, difference_larger, 1e-5},
    {"filter 3x3 a channel by a flat index", prepare_same, plain_filter, kernel_filter, difference_same, 1e-5},
    {"filter 3x3 of 64 planes of 56x56 by a flat index", prepare_small, plain_small, kernel_filter, difference_same, 1e-5},
    {"rows and columns scaled by a flat index", prepare_same, plain_scale, kernel_scale, difference_same, 0},
    {"a bias for each of 24 channels", prepare_same, plain_bias, kernel_bias, difference_of_bias, 0},
    {0}};
