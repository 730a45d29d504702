/* The sum of two pictures. */
#include "models.h"

void texture_sum_model(const Pixel *a, const Pixel *b, Pixel *sum, int width, int height)
{
    for (int i = 0; i < width * height; i++)
        sum[i] = (Pixel){a[i].red + b[i].red, a[i].green + b[i].green, a[i].blue + b[i].blue, a[i].alpha + b[i].alpha};
}
