/* The bitonic network over runs of 1024 keys with values. */
#include "../bench.h"

enum { RUN = 1024, RUNS = SIZE(256, 2), COUNT = RUN * RUNS };
typedef struct Pair {
    uint32_t key, value;
} Pair;
static Pair *unsorted, *sorted, *result;

PLAIN void sort_run(const Pair *restrict in, Pair *restrict out, uint32_t *restrict keys, uint32_t *restrict values)
{
    for (uint32_t i = 0; i < RUN; i++) {
        keys[i] = in[i].key;
        values[i] = in[i].value;
    }
    for (uint32_t k = 2; k <= RUN; k *= 2)
        for (uint32_t j = k / 2; j > 0; j /= 2)
            for (uint32_t block = 0; block < RUN; block += 2 * j)
                for (uint32_t i = block; i < block + j; i++) {
                    uint32_t a = keys[i], b = keys[i + j], x = values[i], y = values[i + j];
                    int swap = (a > b) == ((i & k) == 0);
                    keys[i] = swap ? b : a;
                    keys[i + j] = swap ? a : b;
                    values[i] = swap ? y : x;
                    values[i + j] = swap ? x : y;
                }
    for (uint32_t i = 0; i < RUN; i++)
        out[i] = (Pair){keys[i], values[i]};
}

static void prepare(Kernels *kernels)
{
    uint32_t *random = new_random_words(COUNT);
    unsorted = new_memory(COUNT * sizeof(Pair));
    for (uint32_t i = 0; i < COUNT; i++)
        unsorted[i] = (Pair){random[i], i};
    sorted = new_memory(COUNT * sizeof(Pair));
    result = new_memory(COUNT * sizeof(Pair));
    bind_buffer(kernels, "gUnsorted", unsorted, COUNT, sizeof(Pair));
    bind_buffer(kernels, "gSorted", result, COUNT, sizeof(Pair));
}

static void plain(void)
{
    static uint32_t keys[RUN], values[RUN];
    for (int i = 0; i < COUNT; i += RUN)
        sort_run(unsorted + i, sorted + i, keys, values);
}

static void kernel(Kernels *kernels) { run(kernels, "SortCS", RUNS, 1, 1); }
static double difference(void) { return words_that_differ(sorted, result, COUNT * 2); }

const Contest contests[] = {{"bitonic pairs, 2*j*(t/j)+t%j, 256 runs", prepare, plain, kernel, difference, 0}, {0}};
