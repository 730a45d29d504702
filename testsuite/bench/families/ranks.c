/* Runs of 256 keys sorted by counting. */
#include "../bench.h"

enum { RUN = 256, RUNS = SIZE(512, 4), COUNT = RUNS * RUN };
static uint32_t *keys, *sorted, *result;

PLAIN void sort_by_ranks(const uint32_t *restrict in, uint32_t *restrict out, int runs, int size)
{
    for (int r = 0; r < runs; r++, in += size, out += size)
        for (int i = 0; i < size; i++) {
            uint32_t rank = 0;
            for (int k = 0; k < size; k++)
                rank += in[k] < in[i] || (in[k] == in[i] && k < i);
            out[rank] = in[i];
        }
}

static void prepare(Kernels *kernels)
{
    keys = new_random_words(COUNT);
    sorted = new_words(COUNT);
    result = new_words(COUNT);
    bind_buffer(kernels, "gKeys", keys, COUNT, 4);
    bind_buffer(kernels, "gSorted", result, COUNT, 4);
}

static void plain(void) { sort_by_ranks(keys, sorted, RUNS, RUN); }
static void kernel(Kernels *kernels) { run(kernels, "SortCS", RUNS, 1, 1); }
static double difference(void) { return words_that_differ(sorted, result, COUNT); }

const Contest contests[] = {{"ranks of 512 runs of 256 keys", prepare, plain, kernel, difference, 0}, {0}};
