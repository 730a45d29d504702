/* samples/bitonic_sort: the network over runs of 1024 keys, which are unsorted each time. */
#include <string.h>

#include "../bench.h"
#include "../../samples/models.h"

enum { RUN = 1024, RUNS = SIZE(1024, 4), COUNT = RUNS * RUN };
static uint32_t *keys, *sorted, *result;

static void prepare(Kernels *kernels)
{
    keys = new_random_words(COUNT);
    sorted = new_words(COUNT);
    result = new_words(COUNT);
    bind_buffer(kernels, "gKeys", result, COUNT, 4);
}

static void plain(void)
{
    memcpy(sorted, keys, COUNT * 4);
    bitonic_sort_model(sorted, COUNT, RUN);
}

static void kernel(Kernels *kernels)
{
    memcpy(result, keys, COUNT * 4);
    run(kernels, "SortCS", RUNS, 1, 1);
}

static double difference(void) { return words_that_differ(sorted, result, COUNT); }

const Contest contests[] = {{"bitonic network, 1024 runs of 1024 keys", prepare, plain, kernel, difference, 0}, {0}};
