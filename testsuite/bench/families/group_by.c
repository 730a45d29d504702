/* Sums, counts and largest values by a key. */
#include <string.h>

#include "../bench.h"

enum { COUNT = SIZE(1 << 20, 1 << 13), KEYS = 64 };
static uint32_t *keys, *wanted, *result; /* sums, counts, largest: KEYS of each */
static float *values;

PLAIN void group_by(const uint32_t *restrict key, const float *restrict value, uint32_t *restrict table, int count)
{
    memset(table, 0, 3 * KEYS * sizeof *table);
    for (int i = 0; i < count; i++) {
        uint32_t bits, k = key[i];
        memcpy(&bits, value + i, sizeof bits);
        table[k] += (uint32_t)(value[i] * 1024.0f);
        table[KEYS + k]++;
        if (bits > table[2 * KEYS + k])
            table[2 * KEYS + k] = bits;
    }
}

static void prepare(Kernels *kernels)
{
    keys = new_random_words(COUNT);
    for (int i = 0; i < COUNT; i++)
        keys[i] = keys[i] >> 7 & (KEYS - 1);
    values = new_noise(COUNT);
    wanted = new_words(3 * KEYS);
    result = new_words(3 * KEYS);
    bind_buffer(kernels, "gKeys", keys, COUNT, 4);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gSums", result, KEYS, 4);
    bind_buffer(kernels, "gCounts", result + KEYS, KEYS, 4);
    bind_buffer(kernels, "gLargest", result + 2 * KEYS, KEYS, 4);
    set_int(kernels, "gCount", COUNT);
}

static void plain(void) { group_by(keys, values, wanted, COUNT); }

static void kernel(Kernels *kernels)
{
    memset(result, 0, 3 * KEYS * sizeof *result);
    run(kernels, "GroupByCS", (COUNT + 4095) / 4096, 1, 1);
}

static double difference(void) { return memcmp(wanted, result, 3 * KEYS * sizeof *result) != 0; }

const Contest contests[] = {{"sums and extremes of 2^20 rows by 64 keys", prepare, plain, kernel, difference, 0}, {0}};
