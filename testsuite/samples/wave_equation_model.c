/* A time step of the wave equation on a grid with heights of 0 around it. */
#include "models.h"

static float height_at(const float *grid, int width, int height, int x, int y)
{
    return x < 0 || y < 0 || x >= width || y >= height ? 0 : grid[y * width + x];
}

void wave_update_model(const float *previous, const float *current, float *next, int width, int height, WaveConstants constants)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float neighbours = height_at(current, width, height, x, y + 1) + height_at(current, width, height, x, y - 1)
                               + height_at(current, width, height, x + 1, y) + height_at(current, width, height, x - 1, y);
            next[y * width + x] = constants.previous * previous[y * width + x] + constants.current * current[y * width + x]
                                  + constants.neighbours * neighbours;
        }
}

void wave_disturb_model(float *current, int width, int height, int x, int y, float magnitude)
{
    static const int places[5][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int i = 0; i < 5; i++) {
        int column = x + places[i][0], row = y + places[i][1];
        if (column >= 0 && row >= 0 && column < width && row < height)
            current[row * width + column] += i == 0 ? magnitude : 0.5f * magnitude;
    }
}
