/* Counts of 16 keys, of all and of each 128, and the least of many depths with how many are near. */
#include "../bench.h"

#include <string.h>

enum { COUNT = SIZE(1 << 18, 1 << 12), KEYS = 16, GROUP = 128, DIGITS = COUNT / GROUP * KEYS };
static uint32_t *keys, *counts, *kernel_counts, *least, *kernel_least, *digits, *kernel_digits;
static float *depths;

PLAIN void count(const uint32_t *restrict keys, uint32_t *restrict counts, int number)
{
    for (int i = 0; i < number; i++)
        counts[keys[i] >> 9 & (KEYS - 1)]++;
}

PLAIN void count_digits(const uint32_t *restrict keys, uint32_t *restrict digits, int number)
{
    for (int first = 0; first < number; first += GROUP) {
        uint32_t counts[KEYS] = {0};
        for (int i = first; i < first + GROUP; i++)
            counts[keys[i] >> 7 & (KEYS - 1)]++;
        memcpy(digits + first / GROUP * KEYS, counts, sizeof counts);
    }
}

PLAIN void find_nearest(const float *restrict depths, uint32_t *restrict out, int number)
{
    union {
        float depth;
        uint32_t word;
    } least = {1e30f};
    uint32_t near = 0;
    for (int i = 0; i < number; i++) {
        float depth = depths[i] * 100 + 1;
        least.depth = depth < least.depth ? depth : least.depth;
        near += depth < 20;
    }
    out[0] = least.word;
    out[1] = near;
}

static void prepare(Kernels *kernels)
{
    keys = new_random_words(COUNT);
    depths = new_noise(COUNT);
    counts = new_words(KEYS), kernel_counts = new_words(KEYS);
    least = new_words(2), kernel_least = new_words(2);
    digits = new_words(DIGITS), kernel_digits = new_words(DIGITS);
    bind_buffer(kernels, "gDigits", kernel_digits, DIGITS, 4);
    bind_buffer(kernels, "gKeys", keys, COUNT, 4);
    bind_buffer(kernels, "gDepths", depths, COUNT, 4);
    bind_buffer(kernels, "gCounts", kernel_counts, KEYS, 4);
    bind_buffer(kernels, "gLeast", kernel_least, 2, 4);
    set_int(kernels, "gCount", COUNT);
}

static void plain_count(void)
{
    memset(counts, 0, KEYS * sizeof *counts);
    count(keys, counts, COUNT);
}

static void kernel_of_count(Kernels *kernels)
{
    memset(kernel_counts, 0, KEYS * sizeof *counts);
    run(kernels, "CountCS", COUNT / 64, 1, 1);
}

static double count_difference(void) { return words_that_differ(counts, kernel_counts, KEYS); }

static void plain_nearest(void) { find_nearest(depths, least, COUNT); }

static void kernel_of_nearest(Kernels *kernels)
{
    kernel_least[0] = 0xffffffff;
    kernel_least[1] = 0;
    run(kernels, "NearestCS", COUNT / 256, 1, 1);
}

/* Whether products are rounded before sums tells the last bit. */
static double nearest_difference(void)
{
    return (least[0] > kernel_least[0] ? least[0] - kernel_least[0] : kernel_least[0] - least[0]) +
           words_that_differ(least + 1, kernel_least + 1, 1);
}

static void plain_digits(void) { count_digits(keys, digits, COUNT); }

static void kernel_of_digits(Kernels *kernels) { run(kernels, "DigitsCS", COUNT / GROUP, 1, 1); }

static double digits_difference(void) { return words_that_differ(digits, kernel_digits, DIGITS); }

const Contest contests[] = {{"counts by a turn for each key", prepare, plain_count, kernel_of_count, count_difference, 0},
                            {"16 digits by a ballot for each bit", prepare, plain_digits, kernel_of_digits, digits_difference, 0},
                            {"the nearest, an atomic a wave", prepare, plain_nearest, kernel_of_nearest, nearest_difference, 2},
                            {0}};
