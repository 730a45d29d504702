/* A separable blur, one direction at a time. Pixels beyond a border count as the border's. */
#include "models.h"

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void add_weighted(Pixel *sum, float weight, const Pixel *pixel)
{
    sum->red += weight * pixel->red;
    sum->green += weight * pixel->green;
    sum->blue += weight * pixel->blue;
    sum->alpha += weight * pixel->alpha;
}

void blur_rows_model(const Pixel *in, Pixel *out, int width, int height, int radius, const float *weights)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Pixel sum = {0, 0, 0, 0};
            for (int i = -radius; i <= radius; i++)
                add_weighted(&sum, weights[i + radius], &in[y * width + clamp(x + i, 0, width - 1)]);
            out[y * width + x] = sum;
        }
}

void blur_columns_model(const Pixel *in, Pixel *out, int width, int height, int radius, const float *weights)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Pixel sum = {0, 0, 0, 0};
            for (int i = -radius; i <= radius; i++)
                add_weighted(&sum, weights[i + radius], &in[clamp(y + i, 0, height - 1) * width + x]);
            out[y * width + x] = sum;
        }
}
