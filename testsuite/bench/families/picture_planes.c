/* Pictures and tensors in another order. */
#include <string.h>

#include "../bench.h"

enum { WIDTH = SIZE(1280, 96), HEIGHT = SIZE(720, 36), CROP_WIDTH = SIZE(900, 70), CROP_HEIGHT = SIZE(500, 28) };
enum { IMAGES = SIZE(4, 1), CHANNELS = SIZE(24, 6), SIDE = SIZE(90, 20), LAST = IMAGES * CHANNELS * SIDE * SIDE };
enum { QUADS = SIZE(16, 8), PLANE = SIZE(80, 16), FILTERED = QUADS * PLANE * PLANE };
enum { TOKENS = SIZE(4096, 64), LENGTH = SIZE(512, 32), FEATURES = SIZE(192, 48), WORDS = SIZE(2000, 100), EMBEDDED = TOKENS * FEATURES };
static uint32_t *pixels, *tokens, *packed, *packed_result;
static float *in, *weights, *out, *result;
static unsigned char *planes, *planes_result;

static inline uint32_t luma(uint32_t p) { return ((66 * (p & 255) + 129 * (p >> 8 & 255) + 25 * (p >> 16 & 255) + 128) >> 8) + 16; }

PLAIN void part(const uint32_t *restrict from, unsigned char *restrict to, int width, int height)
{
    unsigned char *u = to + width * height, *v = u + width * height / 4;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            to[y * width + x] = (unsigned char)luma(from[y * width + x]);
    for (int y = 0; y < height / 2; y++)
        for (int x = 0; x < width / 2; x++) {
            int r = 0, g = 0, b = 0;
            for (int n = 0; n < 4; n++) {
                uint32_t p = from[(2 * y + (n >> 1)) * width + 2 * x + (n & 1)];
                r += (int)(p & 255);
                g += (int)(p >> 8 & 255);
                b += (int)(p >> 16 & 255);
            }
            u[y * (width / 2) + x] = (unsigned char)(((-38 * r - 74 * g + 112 * b + 512) >> 10) + 128);
            v[y * (width / 2) + x] = (unsigned char)(((112 * r - 94 * g - 18 * b + 512) >> 10) + 128);
        }
}

PLAIN void crop(const float *restrict from, float *restrict to, int width, int height, int pitch, int left, int top)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int c = 0; c < 3; c++)
                to[(y * width + x) * 3 + c] = from[((top + y) * pitch + left + width - 1 - x) * 3 + c];
}

PLAIN void channels_last(const float *restrict from, float *restrict to, int images, int channels, int height, int width)
{
    for (int n = 0; n < images; n++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                for (int c = 0; c < channels; c++)
                    to[((n * height + y) * width + x) * channels + c] = from[((n * channels + c) * height + y) * width + x];
}

PLAIN void depthwise(const float *restrict from, const float *restrict by, float *restrict to, int width, int height, int channels)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float *sum = to + (y * width + x) * channels;
            for (int c = 0; c < channels; c++)
                sum[c] = 0;
            for (int j = 0; j < 5; j++)
                for (int i = 0; i < 5; i++) {
                    int px = x + i - 2, py = y + j - 2;
                    if (px >= 0 && py >= 0 && px < width && py < height)
                        for (int c = 0; c < channels; c++)
                            sum[c] += from[(py * width + px) * channels + c] * by[(j * 5 + i) * channels + c];
                }
        }
}

PLAIN void embed(const uint32_t *restrict words, const float *restrict table, const float *restrict positions, float *restrict to, int count, int features, int length)
{
    for (int t = 0; t < count; t++)
        for (int c = 0; c < features; c++)
            to[t * features + c] = table[(int)words[t] * features + c] + positions[t % length * features + c];
}

static inline uint32_t level(float x) { return (uint32_t)(int)((x > 1 ? 1 : x) * 255 + 0.5f); }

PLAIN void premultiply(const uint32_t *restrict from, uint32_t *restrict to, int width, int height, int pitch)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint32_t p = from[y * pitch + x];
            float a = (float)(int)(p >> 24) * (1.0f / 255), s = a * (1.0f / 255);
            to[y * width + x] = level((float)(int)(p & 255) * s) | level((float)(int)(p >> 8 & 255) * s) << 8 | level((float)(int)(p >> 16 & 255) * s) << 16 | (p & 0xff000000);
        }
}

static void set_sizes(Kernels *kernels, int width, int height, int channels, int count)
{
    set_int(kernels, "gWidth", width);
    set_int(kernels, "gHeight", height);
    set_int(kernels, "gChannels", channels);
    set_int(kernels, "gCount", count);
    set_int(kernels, "gPitch", WIDTH);
}

static void prepare_pixels(Kernels *kernels)
{
    pixels = new_random_words(WIDTH * HEIGHT);
    planes = new_memory(WIDTH * HEIGHT * 3 / 2);
    planes_result = new_memory(WIDTH * HEIGHT * 3 / 2);
    packed = new_words(CROP_WIDTH * CROP_HEIGHT);
    packed_result = new_words(CROP_WIDTH * CROP_HEIGHT);
    bind_buffer(kernels, "gPixels", pixels, WIDTH * HEIGHT, 4);
    bind_buffer(kernels, "gPlanes", planes_result, WIDTH * HEIGHT * 3 / 8, 4);
    bind_buffer(kernels, "gWords", packed_result, CROP_WIDTH * CROP_HEIGHT, 4);
}

static void prepare_planes(Kernels *kernels)
{
    prepare_pixels(kernels);
    set_sizes(kernels, WIDTH, HEIGHT, 0, 0);
}

static void prepare_pack(Kernels *kernels)
{
    prepare_pixels(kernels);
    set_sizes(kernels, CROP_WIDTH, CROP_HEIGHT, 0, 0);
}

static void prepare_crop(Kernels *kernels)
{
    uint32_t corner[2] = {13, 7};
    in = new_noise(WIDTH * HEIGHT * 3);
    out = new_floats(CROP_WIDTH * CROP_HEIGHT * 3);
    result = new_floats(CROP_WIDTH * CROP_HEIGHT * 3);
    bind_buffer(kernels, "gColours", in, WIDTH * HEIGHT, 12);
    bind_buffer(kernels, "gCropped", result, CROP_WIDTH * CROP_HEIGHT, 12);
    set_sizes(kernels, CROP_WIDTH, CROP_HEIGHT, 0, 0);
    set(kernels, "gCorner", corner, sizeof corner);
}

static void prepare_last(Kernels *kernels)
{
    in = new_noise(LAST);
    out = new_floats(LAST);
    result = new_floats(LAST);
    bind_buffer(kernels, "gTable", in, LAST, 4);
    bind_buffer(kernels, "gOut", result, LAST, 4);
    set_sizes(kernels, SIDE, SIDE, CHANNELS, LAST);
}

static void prepare_depthwise(Kernels *kernels)
{
    in = new_noise(FILTERED * 4);
    weights = new_noise(25 * QUADS * 4);
    out = new_floats(FILTERED * 4);
    result = new_floats(FILTERED * 4);
    bind_buffer(kernels, "gChannelsLast", in, FILTERED, 16);
    bind_buffer(kernels, "gWeights", weights, 25 * QUADS, 16);
    bind_buffer(kernels, "gFiltered", result, FILTERED, 16);
    set_sizes(kernels, PLANE, PLANE, QUADS, 0);
}

static void prepare_embed(Kernels *kernels)
{
    tokens = new_random_words(TOKENS);
    for (int i = 0; i < TOKENS; i++)
        tokens[i] = (tokens[i] >> 8) % WORDS;
    in = new_noise(WORDS * FEATURES);
    weights = new_noise(LENGTH * FEATURES);
    out = new_floats(EMBEDDED);
    result = new_floats(EMBEDDED);
    bind_buffer(kernels, "gTokens", tokens, TOKENS, 4);
    bind_buffer(kernels, "gTable", in, WORDS * FEATURES, 4);
    bind_buffer(kernels, "gPositions", weights, LENGTH * FEATURES, 4);
    bind_buffer(kernels, "gOut", result, EMBEDDED, 4);
    set_sizes(kernels, LENGTH, 0, FEATURES, EMBEDDED);
}

static void plain_planes(void) { part(pixels, planes, WIDTH, HEIGHT); }
static void plain_pack(void) { premultiply(pixels, packed, CROP_WIDTH, CROP_HEIGHT, WIDTH); }
static void plain_crop(void) { crop(in, out, CROP_WIDTH, CROP_HEIGHT, WIDTH, 13, 7); }
static void plain_last(void) { channels_last(in, out, IMAGES, CHANNELS, SIDE, SIDE); }
static void plain_depthwise(void) { depthwise(in, weights, out, PLANE, PLANE, QUADS * 4); }
static void plain_embed(void) { embed(tokens, in, weights, out, TOKENS, FEATURES, LENGTH); }

static void run_planes(Kernels *kernels) { run(kernels, "PlanesCS", (WIDTH / 8 + 9) / 10, (HEIGHT / 2 + 9) / 10, 1); }
static void run_pack(Kernels *kernels) { run(kernels, "PackCS", (CROP_WIDTH + 15) / 16, (CROP_HEIGHT + 15) / 16, 1); }
static void run_crop(Kernels *kernels) { run(kernels, "CropCS", (CROP_WIDTH + 9) / 10, (CROP_HEIGHT + 9) / 10, 1); }
static void run_last(Kernels *kernels) { run(kernels, "LastCS", (LAST + 63) / 64, 1, 1); }
static void run_depthwise(Kernels *kernels) { run(kernels, "DepthwiseCS", (QUADS + 7) / 8, (PLANE + 3) / 4, (PLANE + 3) / 4); }
static void run_embed(Kernels *kernels) { run(kernels, "EmbedCS", (EMBEDDED + 63) / 64, 1, 1); }

static double planes_difference(void) { return words_that_differ(planes, planes_result, WIDTH * HEIGHT * 3 / 8); }
static double pack_difference(void) { return words_that_differ(packed, packed_result, CROP_WIDTH * CROP_HEIGHT) / (CROP_WIDTH * CROP_HEIGHT); }
static double crop_difference(void) { return largest_difference(out, result, CROP_WIDTH * CROP_HEIGHT * 3); }
static double last_difference(void) { return largest_difference(out, result, LAST); }
static double filtered_difference(void) { return largest_difference(out, result, FILTERED * 4); }
static double embedded_difference(void) { return largest_difference(out, result, EMBEDDED); }

const Contest contests[] = {
    {"RGBA8 to planes 4:2:0, 8x2 pixels a thread", prepare_planes, plain_planes, run_planes, planes_difference, 0},
    {"float3 cropped and flipped, groups of 10x10", prepare_crop, plain_crop, run_crop, crop_difference, 0},
    {"planes to channels last by a flat index", prepare_last, plain_last, run_last, last_difference, 0},
    {"5x5 for each of 64 channels, float4", prepare_depthwise, plain_depthwise, run_depthwise, filtered_difference, 1e-4},
    {"rows of a table and of places by a flat index", prepare_embed, plain_embed, run_embed, embedded_difference, 0},
    {"RGBA8 premultiplied, a word a thread", prepare_pack, plain_pack, run_pack, pack_difference, 1e-3},
    {0},
};
