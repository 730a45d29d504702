/* Sums of runs of equal keys, at the place where each begins. */
#include "../bench.h"

enum { COUNT = SIZE(1 << 18, 1 << 10), GROUP = 256, LENGTH = 8 /* on average */ };
static uint32_t *keys, *values, *out, *result;

PLAIN void add_runs(const uint32_t *restrict key, const uint32_t *restrict value, uint32_t *restrict to, int count)
{
    for (int first = 0, i = 0; first < count; first = i) {
        uint32_t sum = 0;
        for (; i < count && key[i] == key[first]; i++)
            sum += value[i];
        to[first] = sum;
    }
}

static void prepare(Kernels *kernels)
{
    keys = new_random_words(COUNT);
    values = new_random_words(COUNT);
    out = new_words(COUNT);
    result = new_words(COUNT);
    for (int i = 0; i < COUNT; i++)
        keys[i] = (i > 0 ? keys[i - 1] : 0) + ((keys[i] >> 9) % LENGTH == 0);
    bind_buffer(kernels, "gKeys", keys, COUNT, 4);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gSums", result, COUNT, 4);
    set_int(kernels, "gCount", COUNT);
}

static void plain(void) { add_runs(keys, values, out, COUNT); }

static void heads(Kernels *kernels) { run(kernels, "HeadsCS", COUNT / GROUP, 1, 1); }
static void stay(Kernels *kernels) { run(kernels, "StayCS", COUNT / GROUP, 1, 1); }

static double difference(void) { return words_that_differ(out, result, COUNT); }

const Contest contests[] = {{"sums of runs, whose first threads walk on", prepare, plain, heads, difference, 0},
                            {"the same, where the others return", prepare, plain, stay, difference, 0},
                            {0}};
