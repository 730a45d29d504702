/* Unsharp masking: away from the mean of 3 x 3 texels, those at the border taken again. */
#include "models.h"

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

static float sharpened(float texel, float sum, float amount) { return texel + amount * (texel - sum / 9); }

void sharpen_model(const Pixel *in, Pixel *out, int width, int height, float amount)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Pixel sum = {0, 0, 0, 0}, texel = in[y * width + x];
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    const Pixel *near = &in[clamped(y + j, height) * width + clamped(x + i, width)];
                    sum.red += near->red;
                    sum.green += near->green;
                    sum.blue += near->blue;
                    sum.alpha += near->alpha;
                }
            out[y * width + x] = (Pixel){sharpened(texel.red, sum.red, amount), sharpened(texel.green, sum.green, amount),
                                         sharpened(texel.blue, sum.blue, amount), sharpened(texel.alpha, sum.alpha, amount)};
        }
}
