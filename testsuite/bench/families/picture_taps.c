/* Filters whose taps are texels. */
#include <math.h>
#include <string.h>

#include "../bench.h"

enum { WIDTH = SIZE(960, 96), HEIGHT = SIZE(540, 36), COUNT = WIDTH * HEIGHT, RAMP = 256 };
static float *grey, *colour, *ramp, *out, *flat_out, *nothing;
static WccResource result;

static inline int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }
static inline float least(float a, float b) { return a < b ? a : b; }
static inline float most(float a, float b) { return a > b ? a : b; }

PLAIN void dilate(const float *restrict in, float *restrict to, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float best = 0;
            for (int j = -2; j < 2; j++)
                for (int i = -2; i < 2; i++)
                    best = most(best, in[clamped(y + j, height) * width + clamped(x + i, width)]);
            to[y * width + x] = best;
        }
}

PLAIN void erode(const float *restrict in, float *restrict to, int width, int height)
{
    for (int y = 0; y < height; y++) {
        const float *a = in + clamped(y - 1, height) * width, *b = in + y * width, *c = in + clamped(y + 1, height) * width;
        for (int x = 0; x < width; x++) {
            int l = x > 0 ? x - 1 : 0, r = x < width - 1 ? x + 1 : x;
            float low = least(least(least(a[l], a[x]), least(a[r], b[l])), least(least(b[x], b[r]), least(c[l], c[x])));
            to[y * width + x] = least(low, c[r]);
        }
    }
}

static inline float lanczos_weight(float x)
{
    x = fabsf(x) * 3.14159265f;
    return x < 1e-4f ? 1 : 3 * sinf(x) * sinf(x / 3) / (x * x);
}

/* The weights of a column are those of every row. */
PLAIN void lanczos(const float *restrict in, float *restrict to, int from_width, int width, int height, float step)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float at = ((float)x + 0.5f) * step - 0.5f, sum = 0, weights = 0;
            int first = (int)floorf(at) - 2;
            for (int k = 0; k < 6; k++) {
                float weight = lanczos_weight(at - (float)(first + k));
                sum += weight * in[y * from_width + clamped(first + k, from_width)];
                weights += weight;
            }
            to[y * width + x] = sum / weights;
        }
}

static inline void cubic(float t, float w[4])
{
    float t2 = t * t, t3 = t2 * t;
    w[0] = (-t3 + 2 * t2 - t) * 0.5f;
    w[1] = (3 * t3 - 5 * t2 + 2) * 0.5f;
    w[2] = (-3 * t3 + 4 * t2 + t) * 0.5f;
    w[3] = (t3 - t2) * 0.5f;
}

PLAIN void bicubic(const float *restrict in, float *restrict to, int from_width, int from_height, int width, int height, float step)
{
    for (int y = 0; y < height; y++) {
        float v = ((float)y + 0.5f) * step - 0.5f, wy[4];
        int top = (int)floorf(v) - 1;
        cubic(v - floorf(v), wy);
        for (int x = 0; x < width; x++) {
            float u = ((float)x + 0.5f) * step - 0.5f, wx[4], sum = 0;
            int left = (int)floorf(u) - 1;
            cubic(u - floorf(u), wx);
            for (int j = 0; j < 4; j++)
                for (int i = 0; i < 4; i++)
                    sum += wy[j] * wx[i] * in[clamped(top + j, from_height) * from_width + clamped(left + i, from_width)];
            to[y * width + x] = sum;
        }
    }
}

static inline float inside(const float *row, int x, int width) { return x >= 0 && x < width ? row[x] : 0; }

static inline float weighed(const float *a, const float *b, const float *c, int x)
{
    return b[x] * 0.25f + (b[x - 1] + b[x + 1] + a[x] + c[x]) * 0.125f + (a[x - 1] + a[x + 1] + c[x - 1] + c[x + 1]) * 0.0625f;
}

/* `nothing`: a row of zeros, that above and below the picture. */
PLAIN void zeros(const float *restrict in, const float *restrict nothing, float *restrict to, int width, int height)
{
    for (int y = 0; y < height; y++) {
        const float *b = in + y * width, *a = y > 0 ? b - width : nothing, *c = y < height - 1 ? b + width : nothing;
        for (int x = 1; x < width - 1; x++)
            to[y * width + x] = weighed(a, b, c, x);
        for (int x = 0; x < width; x += width - 1)
            to[y * width + x] = b[x] * 0.25f + (inside(b, x - 1, width) + inside(b, x + 1, width) + a[x] + c[x]) * 0.125f
                + (inside(a, x - 1, width) + inside(a, x + 1, width) + inside(c, x - 1, width) + inside(c, x + 1, width)) * 0.0625f;
    }
}

PLAIN void scharr(const float *restrict in, float *restrict to, int width, int height)
{
    for (int y = 0; y < height; y++) {
        const float *a = in + clamped(y - 1, height) * width, *b = in + y * width, *c = in + clamped(y + 1, height) * width;
        for (int x = 0; x < width; x++) {
            int l = clamped(x - 1, width), r = clamped(x + 1, width);
            float gx = 3 * (a[r] + c[r] - a[l] - c[l]) + 10 * (b[r] - b[l]), gy = 3 * (c[l] + c[r] - a[l] - a[r]) + 10 * (c[x] - a[x]);
            to[y * width + x] = sqrtf(gx * gx + gy * gy) / 16;
        }
    }
}

PLAIN void kuwahara(const float *restrict in, float *restrict to, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float best = 1e30f, mean = 0;
            for (int q = 0; q < 4; q++) {
                int left = x + (q & 1) * 2 - 2, top = y + (q >> 1) * 2 - 2;
                float sum = 0, squares = 0;
                for (int j = 0; j < 3; j++)
                    for (int i = 0; i < 3; i++) {
                        float v = in[clamped(top + j, height) * width + clamped(left + i, width)];
                        sum += v;
                        squares += v * v;
                    }
                float variance = squares / 9 - (sum / 9) * (sum / 9);
                if (variance < best)
                    best = variance, mean = sum / 9;
            }
            to[y * width + x] = mean;
        }
}

PLAIN void color_ramp(const float *restrict in, const float *restrict table, float *restrict to, int count, int size)
{
    for (int i = 0; i < count; i++) {
        float at = in[i] * (float)size - 0.5f, left = floorf(at), t = at - left;
        int x0 = clamped((int)left, size), x1 = clamped((int)left + 1, size);
        for (int c = 0; c < 4; c++)
            to[i * 4 + c] = table[x0 * 4 + c] + t * (table[x1 * 4 + c] - table[x0 * 4 + c]);
    }
}

/* Of texels of four, components from `c` on, `count` of them. */
static inline void sample(const float *in, int width, int height, float u, float v, int c, int count, float *sum)
{
    float x = u * (float)width - 0.5f, y = v * (float)height - 0.5f, fx = floorf(x), fy = floorf(y), tx = x - fx, ty = y - fy;
    int x0 = clamped((int)fx, width), x1 = clamped((int)fx + 1, width), y0 = clamped((int)fy, height), y1 = clamped((int)fy + 1, height);
    const float *above = in + y0 * width * 4 + c, *below = in + y1 * width * 4 + c;
    for (int i = 0; i < count; i++) {
        float top = above[x0 * 4 + i] + (above[x1 * 4 + i] - above[x0 * 4 + i]) * tx;
        float bottom = below[x0 * 4 + i] + (below[x1 * 4 + i] - below[x0 * 4 + i]) * tx;
        sum[i] += top + (bottom - top) * ty;
    }
}

PLAIN void lens(const float *restrict in, float *restrict to, int width, int height, float tx, float ty)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float dx = ((float)x + 0.5f) * tx - 0.5f, dy = ((float)y + 0.5f) * ty - 0.5f, r2 = dx * dx + dy * dy, rgb[3] = {0};
            for (int c = 0; c < 3; c++) {
                float scale = 1 + (0.10f + 0.02f * (float)c) * r2;
                sample(in, width, height, 0.5f + dx * scale, 0.5f + dy * scale, c, 1, rgb + c);
            }
            for (int c = 0; c < 3; c++)
                to[(y * width + x) * 4 + c] = rgb[c];
            to[(y * width + x) * 4 + 3] = 1;
        }
}

static const float DISC[12][2] = {{-0.326f, -0.406f}, {-0.840f, -0.074f}, {-0.696f, 0.457f}, {-0.203f, 0.621f}, {0.962f, -0.195f}, {0.473f, -0.480f},
                                  {0.519f, 0.767f}, {0.185f, -0.893f}, {0.507f, 0.064f}, {0.896f, 0.412f}, {-0.322f, -0.933f}, {-0.792f, -0.598f}};

PLAIN void field(const float *restrict depth, const float *restrict in, float *restrict to, int width, int height, float tx, float ty)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float u = ((float)x + 0.5f) * tx, v = ((float)y + 0.5f) * ty, radius = fabsf(depth[y * width + x] - 0.5f) * 8, sum[3] = {0};
            for (int k = 0; k < 12; k++)
                sample(in, width, height, u + DISC[k][0] * radius * tx, v + DISC[k][1] * radius * ty, 0, 3, sum);
            for (int c = 0; c < 3; c++)
                to[(y * width + x) * 4 + c] = sum[c] / 12;
            to[(y * width + x) * 4 + 3] = 1;
        }
}

static const float texel[2] = {1.0f / WIDTH, 1.0f / HEIGHT};

static void prepare(Kernels *kernels, float scale, int components)
{
    uint32_t width = (uint32_t)(WIDTH * scale), height = (uint32_t)(HEIGHT * scale), size[2] = {width, height};
    float step[2] = {1 / scale, 1 / scale};
    grey = new_noise(COUNT);
    colour = new_noise(COUNT * 4);
    ramp = new_noise(RAMP * 4);
    out = new_floats((size_t)width * height * (size_t)components);
    flat_out = new_floats(COUNT);
    nothing = new_floats(WIDTH);
    bind_texture(kernels, "gGrey", grey, WIDTH, HEIGHT, 4);
    bind_texture(kernels, "gColour", colour, WIDTH, HEIGHT, 16);
    bind_texture(kernels, "gRamp", ramp, RAMP, 1, 16);
    bind_buffer(kernels, "gFlat", grey, COUNT, 4);
    bind_buffer(kernels, "gFlatOut", flat_out, COUNT, 4);
    bind_sampler(kernels, "gClamp", WCC_LINEAR, WCC_CLAMP);
    result = bind_texture(kernels, components == 1 ? "gGreyOut" : "gColourOut", NULL, width, height, (uint32_t)components * 4);
    set(kernels, "gTexel", texel, sizeof texel);
    set(kernels, "gSize", size, sizeof size);
    set(kernels, "gStep", step, sizeof step);
    set_int(kernels, "gWidth", WIDTH);
}

static void prepare_grey(Kernels *kernels) { prepare(kernels, 1, 1); }
static void prepare_wide(Kernels *kernels) { prepare(kernels, 1.5f, 1); }
static void prepare_colour(Kernels *kernels) { prepare(kernels, 1, 4); }

static void plain_dilate(void) { dilate(grey, out, WIDTH, HEIGHT); }
static void plain_erode(void) { erode(grey, out, WIDTH, HEIGHT); }
static void plain_lanczos(void) { lanczos(grey, out, WIDTH, WIDTH * 3 / 2, HEIGHT, 1 / 1.5f); }
static void plain_bicubic(void) { bicubic(grey, out, WIDTH, HEIGHT, WIDTH * 3 / 2, HEIGHT * 3 / 2, 1 / 1.5f); }
static void plain_zeros(void) { zeros(grey, nothing, out, WIDTH, HEIGHT); }
static void plain_scharr(void) { scharr(grey, out, WIDTH, HEIGHT); }
static void plain_kuwahara(void) { kuwahara(grey, out, WIDTH, HEIGHT); }
static void plain_ramp(void) { color_ramp(grey, ramp, out, COUNT, RAMP); }
static void plain_lens(void) { lens(colour, out, WIDTH, HEIGHT, texel[0], texel[1]); }
static void plain_field(void) { field(grey, colour, out, WIDTH, HEIGHT, texel[0], texel[1]); }

static void groups(Kernels *kernels, const char *name, int width, int height, int x, int y)
{
    run(kernels, name, (uint32_t)((width + x - 1) / x), (uint32_t)((height + y - 1) / y), 1);
}
static void run_dilate(Kernels *kernels) { groups(kernels, "DilateCS", WIDTH, HEIGHT, 16, 16); }
static void run_erode(Kernels *kernels) { groups(kernels, "ErodeCS", WIDTH, HEIGHT, 16, 16); }
static void run_lanczos(Kernels *kernels) { groups(kernels, "LanczosCS", WIDTH * 3 / 2, HEIGHT, 32, 1); }
static void run_bicubic(Kernels *kernels) { groups(kernels, "BicubicCS", WIDTH * 3 / 2, HEIGHT * 3 / 2, 8, 8); }
static void run_zeros(Kernels *kernels) { groups(kernels, "ZerosCS", WIDTH, HEIGHT, 16, 8); }
static void run_scharr(Kernels *kernels) { groups(kernels, "ScharrCS", WIDTH, HEIGHT, 10, 10); }
static void run_kuwahara(Kernels *kernels) { groups(kernels, "KuwaharaCS", WIDTH, HEIGHT, 8, 8); }
static void run_ramp(Kernels *kernels) { groups(kernels, "RampCS", WIDTH, HEIGHT, 16, 16); }
static void run_lens(Kernels *kernels) { groups(kernels, "LensCS", WIDTH, HEIGHT, 8, 8); }
static void run_field(Kernels *kernels) { groups(kernels, "FieldCS", WIDTH, HEIGHT, 8, 8); }

static double difference(void) { return texture_difference(&result, out); }
static double flat_difference(void) { return largest_difference(flat_out, out, COUNT); }
/* The rows that the kernel resampled: of its result, which is as high as a larger picture, the first ones. */
static double lanczos_difference(void)
{
    WccResource rows = result;
    rows.height = HEIGHT;
    return texture_difference(&rows, out);
}

const Contest contests[] = {
    {"highest of 4x4 by four gathers with offsets", prepare_grey, plain_dilate, run_dilate, difference, 0},
    {"lowest of 3x3 by four gathers that overlap", prepare_grey, plain_erode, run_erode, difference, 0},
    {"rows resampled by Lanczos's six taps", prepare_wide, plain_lanczos, run_lanczos, lanczos_difference, 2e-3},
    {"enlarged by 4x4 texels, bicubic", prepare_wide, plain_bicubic, run_bicubic, difference, 2e-3},
    {"3x3 by Load with offsets, zeros outside", prepare_grey, plain_zeros, run_zeros, difference, 1e-5},
    {"Scharr of a typed buffer, groups of 10x10", prepare_grey, plain_scharr, run_scharr, flat_difference, 1e-5},
    {"Kuwahara 5x5, a loop over quadrants", prepare_grey, plain_kuwahara, run_kuwahara, difference, 1},
    {"levels coloured by a 1D ramp", prepare_colour, plain_ramp, run_ramp, difference, 5e-3},
    {"a lens with a sample for each channel", prepare_colour, plain_lens, run_lens, difference, 5e-3},
    {"depth of field by 12 samples", prepare_colour, plain_field, run_field, difference, 5e-3},
    {0},
};
