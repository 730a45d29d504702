/* Planes to channels side by side and back, by a flat index: a thread for each component. */
#include "../bench.h"

enum { WIDTH = 256, HEIGHT = SIZE(512, 16), PIXELS = WIDTH * HEIGHT, COUNT = 3 * PIXELS };
static const float MEAN[4] = {0.1f, 0.2f, 0.3f, 0}, SCALE[4] = {2, 3, 4, 1};
static const char *const RESULTS[] = {"gOut", "gBack", "gNorm", "gPairs", "gRgb", "gSaturated", "gCropped", "gAny"};
enum { LAST, BACK, NORM, PAIRS, RGB, SATURATED, CROPPED, ANY, ALL };
static float *planes, *left, *right, *plain[ALL], *result[ALL];

static void prepare(Kernels *kernels)
{
    planes = new_noise(COUNT);
    left = new_noise(COUNT);
    right = new_noise(COUNT);
    for (int i = 0; i < ALL; i++) {
        plain[i] = new_floats(COUNT);
        result[i] = new_floats(COUNT);
        bind_buffer(kernels, RESULTS[i], result[i], COUNT, 4);
    }
    bind_buffer(kernels, "gIn", planes, COUNT, 4);
    bind_buffer(kernels, "gLeft", left, COUNT, 4);
    bind_buffer(kernels, "gRight", right, COUNT, 4);
    set_int(kernels, "gCount", COUNT);
    set_int(kernels, "gPixels", PIXELS);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
    set_int(kernels, "gChannels", 3);
    set(kernels, "gMean", MEAN, sizeof MEAN);
    set(kernels, "gScale", SCALE, sizeof SCALE);
}

PLAIN void last(const float *restrict in, float *restrict out, int n)
{
    for (int p = 0; p < n; p++)
        for (int c = 0; c < 3; c++)
            out[p * 3 + c] = in[c * n + p];
}

PLAIN void back(const float *restrict in, float *restrict out, int n)
{
    for (int p = 0; p < n; p++)
        for (int c = 0; c < 3; c++)
            out[c * n + p] = in[p * 3 + c];
}

PLAIN void norm(const float *restrict in, float *restrict out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 3; c++)
                out[(y * w + x) * 3 + c] = (in[(c * h + y) * w + x] - MEAN[c]) * SCALE[c];
}

PLAIN void pairs(const float *restrict left, const float *restrict right, float *restrict out, int n)
{
    for (int p = 0; p < n; p++)
        out[2 * p] = left[p], out[2 * p + 1] = right[p];
}

static inline float clamped(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

PLAIN void rgb(const float *restrict in, const float *restrict left, const float *restrict right, float *restrict out, int n)
{
    for (int p = 0; p < n; p++) {
        float y = in[p], u = left[p] - 0.5f, v = right[p] - 0.5f;
        out[3 * p] = clamped(y + 1.402f * v);
        out[3 * p + 1] = clamped(y - 0.344f * u - 0.714f * v);
        out[3 * p + 2] = clamped(y + 1.772f * u);
    }
}

PLAIN void saturate(const float *restrict in, float *restrict out, int n)
{
    for (int p = 0; p < 3 * n; p += 3) {
        float grey = in[p] * 0.3f + in[p + 1] * 0.6f + in[p + 2] * 0.1f;
        for (int c = 0; c < 3; c++)
            out[p + c] = grey + (in[p + c] - grey) * 1.5f;
    }
}

PLAIN void crop(const float *restrict in, float *restrict out, int w, int h)
{
    for (int y = 0; y + 1 < h; y++)
        for (int x = 0; x < 3 * (w / 2); x++)
            out[3 * (w / 2) * y + x] = in[3 * (w * (y + 1) + 8) + x];
}

#define CONTEST(name, which, entry, groups, call)                                                 \
    static void plain_##name(void) { call; }                                                     \
    static void kernel_##name(Kernels *kernels) { run(kernels, entry, groups, 1, 1); }           \
    static double difference_of_##name(void) { return largest_difference(plain[which], result[which], COUNT); }
CONTEST(last, LAST, "LastCS", COUNT / 64, last(planes, plain[LAST], PIXELS))
CONTEST(any, ANY, "AnyCS", COUNT / 64, last(planes, plain[ANY], PIXELS))
CONTEST(back, BACK, "BackCS", COUNT / 64, back(planes, plain[BACK], PIXELS))
CONTEST(norm, NORM, "NormCS", COUNT / 256, norm(planes, plain[NORM], WIDTH, HEIGHT))
CONTEST(pairs, PAIRS, "PairsCS", COUNT / 64, pairs(left, right, plain[PAIRS], COUNT / 2))
CONTEST(rgb, RGB, "RgbCS", COUNT / 64, rgb(planes, left, right, plain[RGB], PIXELS))
CONTEST(saturate, SATURATED, "SaturateCS", COUNT / 64, saturate(planes, plain[SATURATED], PIXELS))
CONTEST(crop, CROPPED, "CropCS", COUNT / 2 / 64, crop(planes, plain[CROPPED], WIDTH, HEIGHT))

const Contest contests[] = {
    {"3 planes to channels side by side", prepare, plain_last, kernel_last, difference_of_last, 0},
    {"the same, 3 as it runs", prepare, plain_any, kernel_any, difference_of_any, 0},
    {"channels side by side to 3 planes", prepare, plain_back, kernel_back, difference_of_back, 0},
    {"3 planes normalised to channels", prepare, plain_norm, kernel_norm, difference_of_norm, 1e-5},
    {"2 planes to pairs", prepare, plain_pairs, kernel_pairs, difference_of_pairs, 0},
    {"YUV planes to RGB, a thread a component", prepare, plain_rgb, kernel_rgb, difference_of_rgb, 1e-5},
    {"colours moved away from grey", prepare, plain_saturate, kernel_saturate, difference_of_saturate, 1e-5},
    {"a crop of 3 channels", prepare, plain_crop, kernel_crop, difference_of_crop, 0},
    {0}};
