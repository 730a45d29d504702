/* NV12 frames unpacked to RGBA bytes. */
#include "../bench.h"

enum { WIDTH = SIZE(1920, 256), HEIGHT = SIZE(1080, 16), PIXELS = WIDTH * HEIGHT };
static uint32_t *frame, *pixels, *result;

static inline uint32_t byte_of(float value) { return (uint32_t)((value < 0 ? 0 : value > 255 ? 255 : value) + 0.5f); }

PLAIN void unpack(const uint8_t *restrict luma, const uint8_t *restrict chroma, uint32_t *restrict out, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const uint8_t *pair = chroma + y / 2 * width + x / 2 * 2;
            float c = 1.164f * (float)(luma[y * width + x] - 16), u = (float)(pair[0] - 128), v = (float)(pair[1] - 128);
            out[y * width + x] = byte_of(c + 1.596f * v) | byte_of(c - 0.392f * u - 0.813f * v) << 8 |
                                 byte_of(c + 2.017f * u) << 16 | 0xff000000u;
        }
}

static void prepare(Kernels *kernels)
{
    frame = new_random_words(PIXELS * 3 / 2 / 4);
    pixels = new_words(PIXELS);
    result = new_words(PIXELS);
    bind_buffer(kernels, "gFrame", frame, PIXELS * 3 / 2 / 4, 4);
    bind_buffer(kernels, "gPixels", result, PIXELS, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
    set_int(kernels, "gChroma", PIXELS);
}

static void plain(void) { unpack((uint8_t *)frame, (uint8_t *)frame + PIXELS, pixels, WIDTH, HEIGHT); }
static void kernel(Kernels *kernels) { run(kernels, "UnpackCS", (WIDTH / 4 + 31) / 32, (HEIGHT / 2 + 1) / 2, 1); }

/* The part of pixels where a rounding went the other way. */
static double difference(void) { return words_that_differ(pixels, result, PIXELS) / PIXELS; }

const Contest contests[] = {{"NV12 to RGBA 1920x1080", prepare, plain, kernel, difference, 1e-3}, {0}};
