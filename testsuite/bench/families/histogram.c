/* A histogram of 256 levels, whose noise has the bell shape that pictures have. */
#include <string.h>

#include "../bench.h"

enum { LEVELS = 256, GROUPS = SIZE(64, 4), STRIDE = GROUPS * 256, COUNT = SIZE(1 << 23, 1 << 13) };
static uint32_t *levels, *histogram, *result;

PLAIN void count_levels(const uint32_t *restrict in, uint32_t *restrict bins, int count)
{
    memset(bins, 0, LEVELS * sizeof *bins);
    for (int i = 0; i < count; i++)
        bins[in[i] < LEVELS ? in[i] : LEVELS - 1]++;
}

static void prepare(Kernels *kernels)
{
    levels = new_random_words(COUNT);
    for (int i = 0; i < COUNT; i++)
        levels[i] = ((levels[i] & 0xff) + (levels[i] >> 8 & 0xff) + (levels[i] >> 16 & 0xff) + (levels[i] >> 24)) / 4;
    histogram = new_words(LEVELS);
    result = new_words(LEVELS);
    bind_buffer(kernels, "gLevels", levels, COUNT, 4);
    bind_buffer(kernels, "gHistogram", result, LEVELS, 4);
    set_int(kernels, "gCount", COUNT);
    set_int(kernels, "gStride", STRIDE);
}

static void plain(void) { count_levels(levels, histogram, COUNT); }

static void kernel(Kernels *kernels)
{
    memset(result, 0, LEVELS * sizeof *result);
    run(kernels, "CountCS", GROUPS, 1, 1);
}

static double difference(void) { return words_that_differ(histogram, result, LEVELS); }

const Contest contests[] = {{"histogram of 2^23 levels, 256 bins", prepare, plain, kernel, difference, 0}, {0}};
