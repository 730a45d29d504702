/* The sum of each texel and its eight neighbours; those outside count as 0. */
#include "models.h"

void border_loads_model(const uint32_t *image, uint32_t *result, int width, int height)
{
    for (int i = 0; i < width * height; i++) {
        result[i] = 0;
        for (int y = i / width - 1; y <= i / width + 1; y++)
            for (int x = i % width - 1; x <= i % width + 1; x++)
                if (x >= 0 && x < width && y >= 0 && y < height)
                    result[i] += image[y * width + x];
    }
}
