/* Prefix sums, modulo 2^32: one pass from the first value to the last. */
#include "models.h"

void scan_model(const uint32_t *values, uint32_t *sums, int count)
{
    uint32_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += values[i];
        sums[i] = sum;
    }
}
