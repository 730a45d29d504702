/* Hue and saturation of 8-bit colours, there and back. */
#include <math.h>
#include <stdlib.h>

#include "../bench.h"

enum { COUNT = SIZE(1 << 20, 1 << 10) };
static const float SHIFT = 0.3f, SATURATION = 0.8f;
static uint32_t *pixels, *shifted, *result;

static inline float saturated(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
static inline float fraction(float x) { return x - floorf(x); }

PLAIN void shift_hues(const uint32_t *restrict in, uint32_t *restrict out, int count, float shift, float saturation)
{
    for (int i = 0; i < count; i++) {
        uint32_t pixel = in[i], all = pixel & 0xff000000;
        float r = (pixel & 255) / 255.0f, g = (pixel >> 8 & 255) / 255.0f, b = (pixel >> 16 & 255) / 255.0f;
        float high = fmaxf(r, fmaxf(g, b)), delta = high - fminf(r, fminf(g, b)), hue = 0, vivid = 0;
        if (delta > 0) {
            hue = high == r ? (g - b) / delta : high == g ? 2 + (b - r) / delta : 4 + (r - g) / delta;
            vivid = delta / high;
        }
        hue = fraction(hue / 6 + shift);
        vivid = saturated(vivid * saturation);
        for (int c = 0; c < 3; c++) {
            float wave = fabsf(fraction(hue + (3 - c) / 3.0f) * 6 - 3);
            float value = high * (1 + (saturated(wave - 1) - 1) * vivid);
            all |= (uint32_t)(value * 255 + 0.5f) << 8 * c;
        }
        out[i] = all;
    }
}

static void prepare(Kernels *kernels)
{
    pixels = new_random_words(COUNT);
    shifted = new_words(COUNT);
    result = new_words(COUNT);
    bind_buffer(kernels, "gPixels", pixels, COUNT, 4);
    bind_buffer(kernels, "gShifted", result, COUNT, 4);
    set_int(kernels, "gCount", COUNT);
    set_float(kernels, "gShift", SHIFT);
    set_float(kernels, "gSaturation", SATURATION);
}

static void plain(void) { shift_hues(pixels, shifted, COUNT, SHIFT, SATURATION); }
static void kernel(Kernels *kernels) { run(kernels, "HueCS", COUNT / 256, 1, 1); }

/* Roundings to 8 bits may fall either way. */
static double difference(void)
{
    int most = 0;
    for (int i = 0; i < COUNT; i++)
        for (int bit = 0; bit < 32; bit += 8) {
            int apart = abs((int)(shifted[i] >> bit & 255) - (int)(result[i] >> bit & 255));
            most = apart > most ? apart : most;
        }
    return most;
}

const Contest contests[] = {{"hues of 2^20 RGBA8 colours shifted", prepare, plain, kernel, difference, 1}, {0}};
