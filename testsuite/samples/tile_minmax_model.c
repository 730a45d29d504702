/* The smallest and the largest depth of each tile. */
#include "models.h"

#include <math.h>

/* The bits of a positive normal half float that holds `value` exactly, or of 0. */
static uint32_t half_bits(float value)
{
    int exponent;
    if (value == 0)
        return 0;
    float fraction = frexpf(value, &exponent); /* value = fraction * 2^exponent, 0.5 <= fraction < 1 */
    return (uint32_t)(exponent - 1 + 15) << 10 | (uint32_t)((fraction * 2 - 1) * 1024);
}

static uint32_t minmax_of_tile(const float *depth, int width, int left, int top, int tile)
{
    float least = INFINITY, most = -INFINITY;
    for (int y = top; y < top + tile; y++)
        for (int x = left; x < left + tile; x++) {
            float z = depth[y * width + x];
            least = z < least ? z : least;
            most = z > most ? z : most;
        }
    return half_bits(most) << 16 | half_bits(least);
}

void tile_minmax_model(const float *depth, uint32_t *tiles, int width, int height, int tile)
{
    for (int y = 0; y < height / tile; y++)
        for (int x = 0; x < width / tile; x++)
            tiles[y * (width / tile) + x] = minmax_of_tile(depth, width, x * tile, y * tile, tile);
}
