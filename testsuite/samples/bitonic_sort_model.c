/* Batcher's bitonic network over runs of `run` keys, a power of two: the comparisons of a round one after
 * the other, each pair once. */
#include "models.h"

/* keys[i] and keys[i + distance] for i below distance: the smaller one comes first; or last. */
static void compare_up(uint32_t *keys, int distance)
{
    for (int i = 0; i < distance; i++) {
        uint32_t a = keys[i], b = keys[i + distance];
        keys[i] = a < b ? a : b;
        keys[i + distance] = a < b ? b : a;
    }
}

static void compare_down(uint32_t *keys, int distance)
{
    for (int i = 0; i < distance; i++) {
        uint32_t a = keys[i], b = keys[i + distance];
        keys[i] = a < b ? b : a;
        keys[i + distance] = a < b ? a : b;
    }
}

/* Runs of `length` become sorted, up and down in turn. */
static void network_round(uint32_t *keys, int run, int length, int distance)
{
    for (int start = 0; start < run; start += 2 * distance)
        if ((start & length) == 0)
            compare_up(keys + start, distance);
        else
            compare_down(keys + start, distance);
}

void bitonic_sort_model(uint32_t *keys, int count, int run)
{
    for (int first = 0; first < count; first += run)
        for (int length = 2; length <= run; length *= 2)
            for (int distance = length / 2; distance > 0; distance /= 2)
                network_round(keys + first, run, length, distance);
}
