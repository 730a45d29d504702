/* Judging results. A number that is none differs from every other by infinity. */
#include <math.h>
#include <string.h>

#include "bench.h"

double largest_difference(const float *a, const float *b, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        double difference = fabs((double)a[i] - (double)b[i]);
        if (!(difference <= largest))
            largest = isnan(difference) ? INFINITY : difference;
    }
    return largest;
}

double words_that_differ(const void *a, const void *b, size_t count)
{
    const uint32_t *left = a, *right = b;
    size_t different = 0;
    for (size_t i = 0; i < count; i++)
        different += left[i] != right[i];
    return (double)different;
}

static const void *row_of(const WccResource *texture, uint32_t y) { return (const char *)texture->data + (size_t)y * texture->row_pitch; }

double texture_difference(const WccResource *texture, const float *texels)
{
    size_t count = (size_t)texture->width * texture->stride / 4;
    double largest = 0;
    for (uint32_t y = 0; y < texture->height; y++)
        largest = fmax(largest, largest_difference(row_of(texture, y), texels + y * count, count));
    return largest;
}

double texture_floats_apart(const WccResource *texture, const float *texels, float limit)
{
    size_t count = (size_t)texture->width * texture->stride / 4, apart = 0;
    for (uint32_t y = 0; y < texture->height; y++) {
        const float *row = row_of(texture, y);
        for (size_t i = 0; i < count; i++)
            apart += !(fabsf(row[i] - texels[y * count + i]) <= limit);
    }
    return (double)apart;
}

double texture_words_that_differ(const WccResource *texture, const void *texels)
{
    size_t count = (size_t)texture->width * texture->stride / 4;
    double different = 0;
    for (uint32_t y = 0; y < texture->height; y++)
        different += words_that_differ(row_of(texture, y), (const uint32_t *)texels + y * count, count);
    return different;
}
