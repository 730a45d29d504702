/* How soon each pixel's point escapes. */
#include "models.h"

static uint32_t escape_time(float cx, float cy, uint32_t max_iterations)
{
    float x = cx, y = cy;
    uint32_t i = 0;
    for (; i < max_iterations; i++) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4)
            break;
        y = 2 * x * y + cy;
        x = xx - yy + cx;
    }
    return i;
}

void mandelbrot_model(uint32_t *iterations, int width, int height, View view)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float cx = view.centre[0] + ((float)x + 0.5f - 0.5f * (float)width) * view.scale;
            float cy = view.centre[1] + ((float)y + 0.5f - 0.5f * (float)height) * view.scale;
            iterations[y * width + x] = escape_time(cx, cy, view.max_iterations);
        }
}
