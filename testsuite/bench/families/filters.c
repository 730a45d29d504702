/* Filters by bilinear samples: plain C that filters, clamping each texel. */
#include <math.h>
#include <stdlib.h>

#include "../bench.h"

enum { WIDTH = SIZE(960, 128), HEIGHT = SIZE(544, 32) };
static float *grey, *colour, *out;
static WccResource result;

static inline int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

typedef struct Place {
    int x0, x1, y0, y1;
    float wx, wy;
} Place;

static inline Place place(float u, float v, int width, int height)
{
    float x = u * (float)width - 0.5f, y = v * (float)height - 0.5f, fx = floorf(x), fy = floorf(y);
    return (Place){clamped((int)fx, width), clamped((int)fx + 1, width), clamped((int)fy, height), clamped((int)fy + 1, height), x - fx, y - fy};
}

static inline float sample(const float *texels, int width, int height, float u, float v)
{
    Place at = place(u, v, width, height);
    const float *above = texels + at.y0 * width, *below = texels + at.y1 * width;
    float top = above[at.x0] + (above[at.x1] - above[at.x0]) * at.wx;
    float bottom = below[at.x0] + (below[at.x1] - below[at.x0]) * at.wx;
    return top + (bottom - top) * at.wy;
}

static inline void add_sample(const float *texels, int width, int height, float u, float v, float weight, float sum[4])
{
    Place at = place(u, v, width, height);
    const float *above = texels + at.y0 * width * 4, *below = texels + at.y1 * width * 4;
    for (int c = 0; c < 4; c++) {
        float top = above[at.x0 * 4 + c] + (above[at.x1 * 4 + c] - above[at.x0 * 4 + c]) * at.wx;
        float bottom = below[at.x0 * 4 + c] + (below[at.x1 * 4 + c] - below[at.x0 * 4 + c]) * at.wx;
        sum[c] += (top + (bottom - top) * at.wy) * weight;
    }
}

PLAIN void blur(const float *restrict in, float *restrict to, int width, int height, float tx, float ty)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float u = ((float)x + 0.5f) * tx, v = ((float)y + 0.5f) * ty;
            to[y * width + x] = sample(in, width, height, u, v) * 0.2270270270f
                + sample(in, width, height, u + 1.3846153846f * tx, v) * 0.3162162162f + sample(in, width, height, u - 1.3846153846f * tx, v) * 0.3162162162f
                + sample(in, width, height, u + 3.2307692308f * tx, v) * 0.0702702703f + sample(in, width, height, u - 3.2307692308f * tx, v) * 0.0702702703f;
        }
}

PLAIN void half(const float *restrict in, float *restrict to, int width, int height, float tx, float ty)
{
    for (int y = 0; y < height / 2; y++)
        for (int x = 0; x < width / 2; x++) {
            float u = ((float)x * 2 + 1) * tx, v = ((float)y * 2 + 1) * ty, sum[4] = {0};
            add_sample(in, width, height, u - tx, v - ty, 0.25f, sum);
            add_sample(in, width, height, u + tx, v - ty, 0.25f, sum);
            add_sample(in, width, height, u - tx, v + ty, 0.25f, sum);
            add_sample(in, width, height, u + tx, v + ty, 0.25f, sum);
            for (int c = 0; c < 4; c++)
                to[(y * (width / 2) + x) * 4 + c] = sum[c];
        }
}

PLAIN void tent(const float *restrict in, float *restrict to, int width, int height, float tx, float ty)
{
    for (int y = 0; y < height * 2; y++)
        for (int x = 0; x < width * 2; x++) {
            float u = ((float)x + 0.5f) / (float)(width * 2), v = ((float)y + 0.5f) / (float)(height * 2), sum[4] = {0};
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    add_sample(in, width, height, u + (float)i * tx, v + (float)j * ty, (float)((2 - abs(i)) * (2 - abs(j))) / 16, sum);
            for (int c = 0; c < 4; c++)
                to[(y * width * 2 + x) * 4 + c] = sum[c];
        }
}

PLAIN void sharpen(const float *restrict in, float *restrict to, int width, int height, float tx, float ty)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float u = ((float)x + 0.5f) * tx, v = ((float)y + 0.5f) * ty, sum[4] = {0};
            add_sample(in, width, height, u - 0.5f * tx, v - 0.5f * ty, -0.25f, sum);
            add_sample(in, width, height, u + 0.5f * tx, v - 0.5f * ty, -0.25f, sum);
            add_sample(in, width, height, u - 0.5f * tx, v + 0.5f * ty, -0.25f, sum);
            add_sample(in, width, height, u + 0.5f * tx, v + 0.5f * ty, -0.25f, sum);
            add_sample(in, width, height, u, v, 2, sum);
            for (int c = 0; c < 4; c++)
                to[(y * width + x) * 4 + c] = sum[c];
        }
}

static const float texel[2] = {1.0f / WIDTH, 1.0f / HEIGHT};

static void prepare(Kernels *kernels, uint32_t width, uint32_t height, int components)
{
    uint32_t size[2] = {width, height};
    grey = new_noise(WIDTH * HEIGHT);
    colour = new_noise(WIDTH * HEIGHT * 4);
    out = new_floats((size_t)(width * height) * (size_t)components);
    bind_texture(kernels, "gGrey", grey, WIDTH, HEIGHT, 4);
    bind_texture(kernels, "gColour", colour, WIDTH, HEIGHT, 16);
    bind_sampler(kernels, "gClamp", WCC_LINEAR, WCC_CLAMP);
    result = bind_texture(kernels, components == 1 ? "gGreyOut" : "gColourOut", NULL, width, height, (uint32_t)components * 4);
    set(kernels, "gTexel", texel, sizeof texel);
    set(kernels, "gSize", size, sizeof size);
}

static void prepare_blur(Kernels *kernels) { prepare(kernels, WIDTH, HEIGHT, 1); }
static void prepare_half(Kernels *kernels) { prepare(kernels, WIDTH / 2, HEIGHT / 2, 4); }
static void prepare_tent(Kernels *kernels) { prepare(kernels, WIDTH * 2, HEIGHT * 2, 4); }
static void prepare_sharpen(Kernels *kernels) { prepare(kernels, WIDTH, HEIGHT, 4); }
static void plain_blur(void) { blur(grey, out, WIDTH, HEIGHT, texel[0], texel[1]); }
static void plain_half(void) { half(colour, out, WIDTH, HEIGHT, texel[0], texel[1]); }
static void plain_tent(void) { tent(colour, out, WIDTH, HEIGHT, texel[0], texel[1]); }
static void plain_sharpen(void) { sharpen(colour, out, WIDTH, HEIGHT, texel[0], texel[1]); }
static void run_blur(Kernels *kernels) { run(kernels, "BlurCS", WIDTH / 8, HEIGHT / 8, 1); }
static void run_half(Kernels *kernels) { run(kernels, "HalfCS", WIDTH / 16, HEIGHT / 16, 1); }
static void run_tent(Kernels *kernels) { run(kernels, "TentCS", WIDTH / 4, HEIGHT / 4, 1); }
static void run_sharpen(Kernels *kernels) { run(kernels, "SharpenCS", WIDTH / 16, HEIGHT / 16, 1); }
static double difference(void) { return texture_difference(&result, out); }

const Contest contests[] = {
    {"blur by 5 bilinear samples 960x544", prepare_blur, plain_blur, run_blur, difference, 5e-3},
    {"half the size by 4 samples of float4", prepare_half, plain_half, run_half, difference, 5e-3},
    {"twice the size by 9 samples of float4", prepare_tent, plain_tent, run_tent, difference, 5e-3},
    {"sharpening by 5 bilinear samples of float4", prepare_sharpen, plain_sharpen, run_sharpen, difference, 5e-3},
    {0},
};
