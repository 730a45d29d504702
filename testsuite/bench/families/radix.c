/* A pass of a radix sort: keys in the order of 8 of their bits. */
#include <stdlib.h>
#include <string.h>

#include "../bench.h"

enum { DIGITS = 256, SHIFT = 8, GROUP = 4096, GROUPS = SIZE(256, 4), KEYS = GROUP * GROUPS };
static uint32_t *keys, *sorted, *result;

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
    bind_buffer(kernels, "gKeys", keys, KEYS, 4);
    bind_buffer(kernels, "gCounts", new_words(DIGITS * GROUPS), DIGITS * GROUPS, 4);
    bind_buffer(kernels, "gSorted", result, KEYS, 4);
    set_int(kernels, "gShift", SHIFT);
    set_int(kernels, "gGroups", GROUPS);
}

static void plain(void) { radix_pass(keys, sorted, KEYS, SHIFT); }

static void kernel(Kernels *kernels)
{
    run(kernels, "HistogramCS", GROUPS, 1, 1);
    run(kernels, "ScanCS", 1, 1, 1);
    run(kernels, "ScatterCS", GROUPS, 1, 1);
}

static int by_digit_then_key(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    uint32_t p = a >> SHIFT & (DIGITS - 1), q = b >> SHIFT & (DIGITS - 1);
    return p != q ? (p > q) - (p < q) : (a > b) - (a < b);
}

/* Keys of one digit may lie in any order. */
static double difference(void)
{
    for (int i = 1; i < KEYS; i++)
        if ((result[i - 1] >> SHIFT & (DIGITS - 1)) > (result[i] >> SHIFT & (DIGITS - 1)))
            return KEYS;
    uint32_t *ordered[2] = {new_words(KEYS), new_words(KEYS)};
    memcpy(ordered[0], sorted, KEYS * 4);
    memcpy(ordered[1], result, KEYS * 4);
    for (int i = 0; i < 2; i++)
        qsort(ordered[i], KEYS, 4, by_digit_then_key);
    return words_that_differ(ordered[0], ordered[1], KEYS);
}

const Contest contests[] = {{"radix sort pass, 2^20 keys, 8 bits", prepare, plain, kernel, difference, 0}, {0}};
