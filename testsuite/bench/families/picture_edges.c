/* Neighbours of texels, words and cells where a picture, a row or a lattice ends. */
#include <string.h>

#include "../bench.h"

enum { WIDTH = SIZE(1000, 120), HEIGHT = SIZE(600, 60), COUNT = WIDTH * HEIGHT, ROW = SIZE(1 << 18, 1 << 12), RADIUS = 2 };
static float *in, *out, *result, *between;
static int count;

static inline int clamped(int value, int size) { return value < 0 ? 0 : value < size ? value : size - 1; }
static inline float least(float a, float b) { return a < b ? a : b; }
static inline float most(float a, float b) { return a > b ? a : b; }

PLAIN void mean(const float *restrict from, float *restrict to, int width, int height, int radius, float rate)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int j = -radius; j <= radius; j++) {
                const float *row = from + clamped(y + j, height) * width;
                for (int i = -radius; i <= radius; i++)
                    sum += row[clamped(x + i, width)];
            }
            to[y * width + x] = sum * rate;
        }
}

PLAIN void curvature(const float *restrict from, float *restrict to, int width, int height)
{
    for (int y = 0; y < height; y++) {
        const float *row = from + y * width, *above = from + clamped(y - 1, height) * width, *below = from + clamped(y + 1, height) * width;
        for (int x = 0; x < width; x++) {
            int l = x > 0 ? x - 1 : 0, r = x < width - 1 ? x + 1 : x;
            float here = row[x], xx = row[r] + row[l] - 2 * here, yy = below[x] + above[x] - 2 * here,
                  xy = below[r] + above[l] - above[r] - below[l];
            to[y * width + x] = xx * yy - xy * xy / 16;
        }
    }
}

PLAIN void flow(const float *restrict from, float *restrict to, int width, int height, float rate)
{
    for (int y = 0; y < height; y++) {
        const float *row = from + y * width, *above = y > 0 ? row - width : row, *below = y < height - 1 ? row + width : row;
        for (int x = 0; x < width; x++) {
            float here = row[x], left = x > 0 ? row[x - 1] : here, right = x < width - 1 ? row[x + 1] : here;
            to[y * width + x] = here + rate * (left + right + above[x] + below[x] - 4 * here);
        }
    }
}

PLAIN void middle(const float *restrict from, float *restrict to, int size)
{
    for (int i = 0; i < size; i++) {
        float a = from[clamped(i - 2, size)], b = from[clamped(i - 1, size)], c = from[i], d = from[clamped(i + 1, size)], e = from[clamped(i + 2, size)];
        float low = most(least(a, b), least(d, e)), high = least(most(a, b), most(d, e));
        to[i] = least(most(least(low, high), c), most(low, high));
    }
}

static void prepare_size(Kernels *kernels, int width, int height)
{
    count = width * height;
    in = new_noise((size_t)count);
    out = new_floats((size_t)count);
    between = new_floats((size_t)count);
    result = new_floats((size_t)count);
    bind_buffer(kernels, "gIn", in, (uint32_t)count, 4);
    bind_buffer(kernels, "gOut", result, (uint32_t)count, 4);
    set_int(kernels, "gWidth", width);
    set_int(kernels, "gHeight", height);
    set_int(kernels, "gRadius", RADIUS);
    set_float(kernels, "gRate", 0.04f);
}

static void prepare(Kernels *kernels) { prepare_size(kernels, WIDTH, HEIGHT); }
static void prepare_row(Kernels *kernels) { prepare_size(kernels, ROW, 1); }
static double difference(void) { return largest_difference(out, result, (uint32_t)count); }

static void plain_mean(void) { mean(in, out, WIDTH, HEIGHT, RADIUS, 0.04f); }
static void plain_curvature(void) { curvature(in, out, WIDTH, HEIGHT); }
static void plain_pool(void) { flow(in, between, WIDTH, HEIGHT, 0.04f), flow(between, out, WIDTH, HEIGHT, 0.04f); }
static void plain_middle(void) { middle(in, out, ROW); }

static void kernel_mean(Kernels *kernels) { run(kernels, "MeanCS", (WIDTH + 15) / 16, (HEIGHT + 15) / 16, 1); }
static void kernel_curvature(Kernels *kernels) { run(kernels, "CurvatureCS", (WIDTH + 9) / 10, (HEIGHT + 9) / 10, 1); }
static void kernel_pool(Kernels *kernels) { run(kernels, "PoolCS", (WIDTH + 19) / 20, (HEIGHT + 11) / 12, 1); }
static void kernel_middle(Kernels *kernels) { run(kernels, "MiddleCS", ROW / 128, 1, 1); }

const Contest contests[] = {
    {"mean of 5x5, clamped, radius an input", prepare, plain_mean, kernel_mean, difference, 1e-4},
    {"curvature of a height field, 10x10", prepare, plain_curvature, kernel_curvature, difference, 1e-4},
    {"two steps of a pool, tiles of 24x16", prepare, plain_pool, kernel_pool, difference, 1e-4},
    {"middle of five words, ends repeated", prepare_row, plain_middle, kernel_middle, difference, 0},
    {0},
};
