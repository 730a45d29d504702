/* Soft shadows: 3 x 3 comparisons, each of four texels weighed. */
#include <math.h>

#include "../bench.h"

enum { SIDE = SIZE(512, 64), COUNT = SIZE(1 << 16, 1 << 9) };
static const float BIAS = 0.01f;
static const float MATRIX[16] = {0.9f, 0.05f, 0, 0.02f, -0.04f, 0.92f, 0.01f, 0.05f, 0.1f, 0, 0.8f, 0.1f, 0, 0, 0.1f, 1}; /* row after row */
static float *points, *map, *lit, *result;

static inline int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

static inline float compared(const float *in, int side, float u, float v, float reference)
{
    float fx = u * (float)side - 0.5f, fy = v * (float)side - 0.5f, left = floorf(fx), top = floorf(fy), tx = fx - left, ty = fy - top;
    int x0 = clamped((int)left, side), x1 = clamped((int)left + 1, side), y0 = clamped((int)top, side), y1 = clamped((int)top + 1, side);
    float upper = (reference <= in[y0 * side + x0] ? 1 - tx : 0) + (reference <= in[y0 * side + x1] ? tx : 0);
    float lower = (reference <= in[y1 * side + x0] ? 1 - tx : 0) + (reference <= in[y1 * side + x1] ? tx : 0);
    return upper + ty * (lower - upper);
}

PLAIN void light(const float *restrict point, const float *restrict in, float *restrict out, int count, int side, const float *restrict m, float bias)
{
    for (int i = 0; i < count; i++) {
        const float *p = point + 3 * i;
        float w = m[12] * p[0] + m[13] * p[1] + m[14] * p[2] + m[15], sum = 0;
        float u = (m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3]) / w, v = (m[4] * p[0] + m[5] * p[1] + m[6] * p[2] + m[7]) / w;
        float depth = (m[8] * p[0] + m[9] * p[1] + m[10] * p[2] + m[11]) / w;
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++)
                sum += compared(in, side, u + (float)x / (float)side, v + (float)y / (float)side, depth - bias);
        out[i] = sum / 9;
    }
}

static void prepare(Kernels *kernels)
{
    float columns[16];
    for (int i = 0; i < 16; i++)
        columns[i] = MATRIX[i % 4 * 4 + i / 4];
    points = new_noise(COUNT * 3);
    map = new_noise(SIDE * SIDE);
    lit = new_floats(COUNT);
    result = new_floats(COUNT);
    bind_buffer(kernels, "gPoints", points, COUNT, 12);
    bind_texture(kernels, "gMap", map, SIDE, SIDE, 4);
    bind_sampler(kernels, "gNearer", WCC_LINEAR, WCC_CLAMP);
    bind_buffer(kernels, "gLit", result, COUNT, 4);
    set(kernels, "gToMap", columns, sizeof columns);
    set_float(kernels, "gTexel", 1.0f / SIDE);
    set_float(kernels, "gBias", BIAS);
}

static void plain(void) { light(points, map, lit, COUNT, SIDE, MATRIX, BIAS); }
static void kernel(Kernels *kernels) { run(kernels, "LightCS", COUNT / 64, 1, 1); }

/* The part of points that differ: a depth may be as far as the map says, or a hair further. */
static double difference(void)
{
    int apart = 0;
    for (int i = 0; i < COUNT; i++)
        apart += !(fabsf(lit[i] - result[i]) <= 0.01f);
    return (double)apart / COUNT;
}

const Contest contests[] = {{"shadow map, 3x3 comparisons of 2^16 points", prepare, plain, kernel, difference, 2e-3}, {0}};
