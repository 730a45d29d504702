/* A stable pass of a radix sort over 4 bits. */
#include "../bench.h"

enum { DIGITS = 16, SHIFT = 12, GROUP = 256, GROUPS = SIZE(4096, 8), KEYS = GROUP * GROUPS };
static uint32_t *keys, *sorted, *result, *counts, *starts;

PLAIN void radix_pass(const uint32_t *restrict in, uint32_t *restrict out, int count, int shift)
{
    uint32_t places[DIGITS] = {0}, sum = 0;
    for (int i = 0; i < count; i++)
        places[in[i] >> shift & (DIGITS - 1)]++;
    for (int i = 0; i < DIGITS; i++) {
        uint32_t digits = places[i];
        places[i] = sum;
        sum += digits;
    }
    for (int i = 0; i < count; i++)
        out[places[in[i] >> shift & (DIGITS - 1)]++] = in[i];
}

static void prepare(Kernels *kernels)
{
    keys = new_random_words(KEYS);
    sorted = new_words(KEYS);
    result = new_words(KEYS);
    counts = new_words(DIGITS * GROUPS);
    starts = new_words(DIGITS * GROUPS);
    bind_buffer(kernels, "gKeys", keys, KEYS, 4);
    bind_buffer(kernels, "gCounts", counts, DIGITS * GROUPS, 4);
    bind_buffer(kernels, "gStarts", starts, DIGITS * GROUPS, 4);
    bind_buffer(kernels, "gSorted", result, KEYS, 4);
    set_int(kernels, "gShift", SHIFT);
    set_int(kernels, "gGroups", GROUPS);
}

static void plain(void) { radix_pass(keys, sorted, KEYS, SHIFT); }

/* The host sums the counts up. */
static void kernel(Kernels *kernels)
{
    uint32_t sum = 0;
    run(kernels, "CountCS", GROUPS, 1, 1);
    for (int i = 0; i < DIGITS * GROUPS; i++) {
        starts[i] = sum;
        sum += counts[i];
    }
    run(kernels, "MoveCS", GROUPS, 1, 1);
}

static double difference(void) { return words_that_differ(sorted, result, KEYS); }

const Contest contests[] = {{"stable radix pass, 2^20 keys, 4 bits", prepare, plain, kernel, difference, 0}, {0}};
