/* How many of eight letters agree with a text of two-bit letters at each of its places. */
#include "../bench.h"

enum { PLACES = SIZE(1 << 18, 1 << 11), WORDS = PLACES / 16 + 1, PATTERN = 0x1b4e };
static uint32_t *text, *out, *result;

PLAIN void count_agreeing(const uint32_t *restrict words, uint32_t pattern, uint32_t *restrict counts, int places)
{
    for (int i = 0; i < places; i++) {
        uint32_t count = 0;
        for (int j = 0; j < 8; j++)
            count += (words[(i + j) >> 4] >> 2 * ((i + j) & 15) & 3) == (pattern >> 2 * j & 3);
        counts[i] = count;
    }
}

static void prepare(Kernels *kernels)
{
    text = new_random_words(WORDS);
    out = new_words(PLACES);
    result = new_words(PLACES);
    bind_buffer(kernels, "gText", text, WORDS, sizeof(uint32_t));
    bind_buffer(kernels, "gAgree", result, PLACES, sizeof(uint32_t));
    set_int(kernels, "gPattern", PATTERN);
}

static void plain(void) { count_agreeing(text, PATTERN, out, PLACES); }
static void kernel(Kernels *kernels) { run(kernels, "CountCS", PLACES / 256, 1, 1); }
static double difference(void) { return words_that_differ(out, result, PLACES); }

const Contest contests[] = {{"eight letters of two bits, 2^18 places", prepare, plain, kernel, difference, 0}, {0}};
