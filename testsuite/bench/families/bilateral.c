/* A bilateral filter of 7 x 7 texels. */
#include <math.h>

#include "../bench.h"

enum { WIDTH = SIZE(480, 60), HEIGHT = SIZE(270, 20), RADIUS = 3 };
static const float SPACE = -1 / (2 * 1.5f * 1.5f), RANGE = -1 / (2 * 0.2f * 0.2f);
static float *noisy, *smooth;
static WccResource result;

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

PLAIN void filter(const float *restrict in, float *restrict out, int width, int height, float space, float range)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float centre = in[y * width + x], sum = 0, weights = 0;
            for (int j = -RADIUS; j <= RADIUS; j++)
                for (int i = -RADIUS; i <= RADIUS; i++) {
                    float value = in[clamped(y + j, height) * width + clamped(x + i, width)], apart = value - centre;
                    float weight = expf((float)(i * i + j * j) * space + apart * apart * range);
                    sum += weight * value;
                    weights += weight;
                }
            out[y * width + x] = sum / weights;
        }
}

static void prepare(Kernels *kernels)
{
    int size[2] = {WIDTH, HEIGHT};
    noisy = new_noise(WIDTH * HEIGHT);
    smooth = new_floats(WIDTH * HEIGHT);
    bind_texture(kernels, "gNoisy", noisy, WIDTH, HEIGHT, 4);
    result = bind_texture(kernels, "gSmooth", NULL, WIDTH, HEIGHT, 4);
    set_float(kernels, "gSpace", SPACE);
    set_float(kernels, "gRange", RANGE);
    set(kernels, "gSize", size, sizeof size);
}

static void plain(void) { filter(noisy, smooth, WIDTH, HEIGHT, SPACE, RANGE); }
static void kernel(Kernels *kernels) { run(kernels, "FilterCS", (WIDTH + 7) / 8, (HEIGHT + 7) / 8, 1); }
static double difference(void) { return texture_difference(&result, smooth); }

const Contest contests[] = {{"bilateral 7x7, 480x270", prepare, plain, kernel, difference, 1e-5}, {0}};
