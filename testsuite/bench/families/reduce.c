/* samples/reduce: a sum by wave operations and one atomic a wave. */
#include "../bench.h"
#include "../../samples/models.h"

enum { COUNT = SIZE(1 << 24, 1 << 15), GROUP = 256 * 32 };
static uint32_t *words, sum, *result;

static void prepare(Kernels *kernels)
{
    words = new_random_words(COUNT);
    result = new_words(1);
    bind_buffer(kernels, "gValues", words, COUNT, 4);
    bind_buffer(kernels, "gSum", result, 1, 4);
}

static void plain(void) { sum = reduce_model(words, COUNT); }

static void kernel(Kernels *kernels)
{
    *result = 0;
    run(kernels, "SumCS", COUNT / GROUP, 1, 1);
}

static double difference(void) { return *result != sum; }

const Contest contests[] = {{"sum of 2^24 words", prepare, plain, kernel, difference, 0}, {0}};
