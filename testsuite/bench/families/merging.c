/* Runs of 256 keys sorted by networks of pairs. */
#include <string.h>

#include "../bench.h"

enum { RUN = 256, RUNS = SIZE(1024, 8), COUNT = RUNS * RUN };
static uint32_t *keys, *sorted, *result;

static inline void order(uint32_t *low, uint32_t *high)
{
    uint32_t a = *low, b = *high;
    *low = a < b ? a : b;
    *high = a < b ? b : a;
}

PLAIN void sort_neighbours(uint32_t *restrict words, int runs, int size)
{
    for (int r = 0; r < runs; r++, words += size)
        for (int turn = 0; turn < size; turn++)
            for (int i = turn & 1; i + 1 < size; i += 2)
                order(&words[i], &words[i + 1]);
}

PLAIN void sort_by_merging(uint32_t *restrict words, int runs, int size)
{
    for (int r = 0; r < runs; r++, words += size)
        for (int p = 1; p < size; p *= 2)
            for (int k = p; k > 0; k /= 2)
                for (int j = k % p; j + k < size; j += 2 * k)
                    for (int i = j; i < j + k && i + k < size; i++)
                        if (i / (p * 2) == (i + k) / (p * 2))
                            order(&words[i], &words[i + k]);
}

static void prepare(Kernels *kernels)
{
    keys = new_random_words(COUNT);
    sorted = new_words(COUNT);
    result = new_words(COUNT);
    bind_buffer(kernels, "gKeys", keys, COUNT, 4);
    bind_buffer(kernels, "gSorted", result, COUNT, 4);
}

static void plain_neighbours(void)
{
    memcpy(sorted, keys, COUNT * 4);
    sort_neighbours(sorted, RUNS, RUN);
}

static void plain_merging(void)
{
    memcpy(sorted, keys, COUNT * 4);
    sort_by_merging(sorted, RUNS, RUN);
}

static void neighbours(Kernels *kernels) { run(kernels, "NeighboursCS", RUNS, 1, 1); }
static void merging(Kernels *kernels) { run(kernels, "MergeCS", RUNS, 1, 1); }
static double difference(void) { return words_that_differ(sorted, result, COUNT); }

const Contest contests[] = {
    {"odd and even neighbours, 1024 runs of 256 keys", prepare, plain_neighbours, neighbours, difference, 0},
    {"odd-even merging network, 1024 runs of 256 keys", prepare, plain_merging, merging, difference, 0},
    {0}};
