/* A filter of 32 taps over 16-bit sound. */
#include "../bench.h"

enum { COUNT = SIZE(1 << 21, 1 << 11), TAPS = 32 };
static int16_t *sound, *taps, *filtered, *result;

PLAIN void filter(const int16_t *restrict in, const int16_t *restrict tap, int16_t *restrict out, int count)
{
    for (int i = 0; i < count; i++) {
        int32_t sum = 1 << 14;
        for (int k = 0; k < TAPS; k++)
            sum += tap[k] * in[i + k];
        sum >>= 15;
        out[i] = (int16_t)(sum < -32768 ? -32768 : sum > 32767 ? 32767 : sum);
    }
}

static void prepare(Kernels *kernels)
{
    sound = (int16_t *)new_random_words((COUNT + TAPS) / 2);
    taps = new_memory(TAPS * 2);
    for (int i = 0; i < TAPS; i++)
        taps[i] = (int16_t)((i * 977) % 2000 - 600);
    filtered = new_memory(COUNT * 2);
    result = new_memory(COUNT * 2);
    bind_buffer(kernels, "gSound", sound, COUNT + TAPS, 2);
    bind_buffer(kernels, "gTaps", taps, TAPS, 2);
    bind_buffer(kernels, "gFiltered", result, COUNT, 2);
    set_int(kernels, "gCount", COUNT);
}

static void plain(void) { filter(sound, taps, filtered, COUNT); }
static void kernel(Kernels *kernels) { run(kernels, "FilterCS", COUNT / 128, 1, 1); }
static double difference(void) { return words_that_differ(filtered, result, COUNT / 2); }

const Contest contests[] = {{"32 taps over 2^21 16-bit samples", prepare, plain, kernel, difference, 0}, {0}};
