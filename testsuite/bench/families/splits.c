/* Keys of 8 bits sorted in groups of 256, bit by bit. */
#include <string.h>

#include "../bench.h"

enum { GROUP = 256, BITS = 8, GROUPS = SIZE(1 << 9, 4), COUNT = GROUPS * GROUP };
static uint32_t *keys, *sorted, *result;

PLAIN void sort(const uint32_t *restrict in, uint32_t *restrict out, int groups)
{
    for (int group = 0; group < groups; group++) {
        uint32_t from[GROUP], to[GROUP];
        memcpy(from, in + group * GROUP, sizeof from);
        for (int bit = 0; bit < BITS; bit++) {
            int zeros = 0, ones = 0;
            for (int i = 0; i < GROUP; i++)
                ones += !(from[i] >> bit & 1);
            for (int i = 0; i < GROUP; i++)
                to[from[i] >> bit & 1 ? ones++ : zeros++] = from[i];
            memcpy(from, to, sizeof from);
        }
        memcpy(out + group * GROUP, from, sizeof from);
    }
}

static void prepare(Kernels *kernels)
{
    keys = new_random_words(COUNT);
    for (int i = 0; i < COUNT; i++)
        keys[i] &= 255;
    sorted = new_words(COUNT);
    result = new_words(COUNT);
    bind_buffer(kernels, "gKeys", keys, COUNT, 4);
    bind_buffer(kernels, "gSorted", result, COUNT, 4);
}

static void plain(void) { sort(keys, sorted, GROUPS); }

static void kernel(Kernels *kernels) { run(kernels, "SplitCS", GROUPS, 1, 1); }

static double difference(void) { return words_that_differ(sorted, result, COUNT); }

const Contest contests[] = {{"keys sorted in groups by splits", prepare, plain, kernel, difference, 0}, {0}};
