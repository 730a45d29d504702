/* The largest of 3 x 3 texels, those at the border taken again. */
#include "models.h"

void neighbourhood_model(const float *in, float *out, int width, int height)
{
    for (int i = 0; i < width * height; i++) {
        out[i] = in[i];
        for (int y = i / width - 1; y <= i / width + 1; y++)
            for (int x = i % width - 1; x <= i % width + 1; x++)
                if (x >= 0 && x < width && y >= 0 && y < height && in[y * width + x] > out[i])
                    out[i] = in[y * width + x];
    }
}
