/* Exclusive prefix sums of 512 words each, by sweeps up and down a tree. */
#include "../bench.h"

enum { GROUP = 512, GROUPS = SIZE(1 << 11, 16), COUNT = GROUPS * GROUP };
static uint32_t *values, *sums, *totals, *result, *result_totals;

PLAIN void scan(const uint32_t *restrict in, uint32_t *restrict out, uint32_t *restrict ends, int groups)
{
    for (int group = 0; group < groups; group++) {
        uint32_t sum = 0;
        for (int i = group * GROUP; i < (group + 1) * GROUP; i++) {
            out[i] = sum;
            sum += in[i];
        }
        ends[group] = sum;
    }
}

static void prepare(Kernels *kernels)
{
    values = new_random_words(COUNT);
    sums = new_words(COUNT);
    totals = new_words(GROUPS);
    result = new_words(COUNT);
    result_totals = new_words(GROUPS);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gSums", result, COUNT, 4);
    bind_buffer(kernels, "gTotals", result_totals, GROUPS, 4);
    set_int(kernels, "gCount", COUNT);
}

static void plain(void) { scan(values, sums, totals, GROUPS); }

static void kernel(Kernels *kernels) { run(kernels, "SweepCS", GROUPS, 1, 1); }

static double difference(void)
{
    return words_that_differ(sums, result, COUNT) + words_that_differ(totals, result_totals, GROUPS);
}

static void pairs(Kernels *kernels) { run(kernels, "PairsCS", GROUPS, 1, 1); }

static double pairs_difference(void) { return words_that_differ(sums, result, COUNT); }

const Contest contests[] = {{"prefix sums of 512 by padded sweeps", prepare, plain, kernel, difference, 0},
                            {"the same of pairs of words, behind a test", prepare, plain, pairs, pairs_difference, 0},
                            {0}};
