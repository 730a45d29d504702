/* Ranks, sums and counts of the equal keys in runs of 32. */
#include "../bench.h"

enum { RUN = 32, KEYS = 16, GROUP = 256, COUNT = SIZE(1 << 18, 1 << 10) };
static uint32_t *keys, *values, *out[2], *result[2], *counts, *counted;

PLAIN void rank_equals(const uint32_t *restrict in, uint32_t *restrict ranks, int count)
{
    for (int first = 0; first < count; first += RUN) {
        uint32_t before[KEYS] = {0};
        for (int i = first; i < first + RUN; i++)
            ranks[i] = before[in[i]]++;
    }
}

PLAIN void add_equals(const uint32_t *restrict in, const uint32_t *restrict value, uint32_t *restrict sums, int count)
{
    for (int first = 0; first < count; first += RUN) {
        uint32_t before[KEYS] = {0};
        for (int i = first; i < first + RUN; i++) {
            sums[i] = before[in[i]];
            before[in[i]] += value[i];
        }
    }
}

PLAIN void count_equals(const uint32_t *restrict in, uint32_t *restrict to, int count)
{
    for (int first = 0; first < count; first += GROUP, to += KEYS) {
        for (int i = 0; i < KEYS; i++)
            to[i] = 0;
        for (int i = first; i < first + GROUP; i++)
            to[in[i]]++;
    }
}

PLAIN void rank_and_find_equals(const uint32_t *restrict in, uint32_t *restrict ranks, uint32_t *restrict firsts, int count)
{
    for (int first = 0; first < count; first += RUN) {
        uint32_t before[KEYS] = {0}, place[KEYS];
        for (int i = 0; i < RUN; i++) {
            uint32_t key = in[first + i];
            if (before[key] == 0)
                place[key] = i;
            ranks[first + i] = before[key]++;
            firsts[first + i] = place[key];
        }
    }
}

static void prepare(Kernels *kernels)
{
    keys = new_random_words(COUNT);
    values = new_random_words(COUNT);
    counts = new_words(COUNT / GROUP * KEYS);
    counted = new_words(COUNT / GROUP * KEYS);
    for (int i = 0; i < COUNT; i++)
        keys[i] = keys[i] >> 12 & (KEYS - 1);
    for (int i = 0; i < 2; i++) {
        out[i] = new_words(COUNT);
        result[i] = new_words(COUNT);
    }
    bind_buffer(kernels, "gKeys", keys, COUNT, 4);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gRanks", result[0], COUNT, 4);
    bind_buffer(kernels, "gSums", result[1], COUNT, 4);
    bind_buffer(kernels, "gCounts", counted, COUNT / GROUP * KEYS, 4);
}

static void plain_ranks(void) { rank_equals(keys, out[0], COUNT); }
static void plain_sums(void) { add_equals(keys, values, out[1], COUNT); }
static void plain_counts(void) { count_equals(keys, counts, COUNT); }
static void plain_bits(void) { rank_and_find_equals(keys, out[0], out[1], COUNT); }

static void ranks(Kernels *kernels) { run(kernels, "RanksCS", COUNT / GROUP, 1, 1); }
static void sums(Kernels *kernels) { run(kernels, "SumsCS", COUNT / GROUP, 1, 1); }
static void count(Kernels *kernels) { run(kernels, "CountsCS", COUNT / GROUP, 1, 1); }
static void bits(Kernels *kernels) { run(kernels, "BitsCS", COUNT / GROUP, 1, 1); }

static double difference(void)
{
    return words_that_differ(out[0], result[0], COUNT) + words_that_differ(out[1], result[1], COUNT) +
           words_that_differ(counts, counted, COUNT / GROUP * KEYS);
}

const Contest contests[] = {
    {"ranks among 16 equal keys of a wave", prepare, plain_ranks, ranks, difference, 0},
    {"sums among 16 equal keys of a wave", prepare, plain_sums, sums, difference, 0},
    {"counts of 16 keys by the first of equals", prepare, plain_counts, count, difference, 0},
    {"ranks and firsts of equals by bits", prepare, plain_bits, bits, difference, 0},
    {0}};
