/* A 3 x 3 convolution; texels outside are the nearest inside. */
#include "../bench.h"

enum { WIDTH = SIZE(2560, 100), HEIGHT = SIZE(1440, 20) };
static const float WEIGHTS[3][4] = {{0.1f, -0.3f, 0.2f}, {0.7f, 0.5f, -0.4f}, {0.2f, 0.6f, -0.1f}};
static float *picture, *convolved;
static WccResource result;

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

static inline float weighted(const float *row, int left, int x, int right, const float *weights)
{
    return weights[0] * row[left] + weights[1] * row[x] + weights[2] * row[right];
}

PLAIN void convolve(const float *restrict in, float *restrict out, int width, int height, const float (*restrict weights)[4])
{
    for (int y = 0; y < height; y++) {
        const float *rows[3] = {in + clamped(y - 1, height) * width, in + y * width, in + clamped(y + 1, height) * width};
        float *to = out + y * width;
        for (int x = 0; x < width; x += width - 1)
            to[x] = weighted(rows[0], clamped(x - 1, width), x, clamped(x + 1, width), weights[0]) +
                    weighted(rows[1], clamped(x - 1, width), x, clamped(x + 1, width), weights[1]) +
                    weighted(rows[2], clamped(x - 1, width), x, clamped(x + 1, width), weights[2]);
        for (int x = 1; x < width - 1; x++)
            to[x] = weighted(rows[0], x - 1, x, x + 1, weights[0]) + weighted(rows[1], x - 1, x, x + 1, weights[1]) +
                    weighted(rows[2], x - 1, x, x + 1, weights[2]);
    }
}

static void prepare(Kernels *kernels)
{
    int size[2] = {WIDTH, HEIGHT};
    picture = new_noise(WIDTH * HEIGHT);
    convolved = new_floats(WIDTH * HEIGHT);
    bind_texture(kernels, "gInput", picture, WIDTH, HEIGHT, 4);
    result = bind_texture(kernels, "gOutput", NULL, WIDTH, HEIGHT, 4);
    set(kernels, "gRows", WEIGHTS, sizeof WEIGHTS);
    set(kernels, "gSize", size, sizeof size);
}

static void plain(void) { convolve(picture, convolved, WIDTH, HEIGHT, WEIGHTS); }
static void kernel(Kernels *kernels) { run(kernels, "ConvolveCS", (WIDTH + 15) / 16, (HEIGHT + 15) / 16, 1); }
static double difference(void) { return texture_difference(&result, convolved); }

const Contest contests[] = {{"3x3 convolution, 18x18 tile, 2560x1440", prepare, plain, kernel, difference, 1e-5, 18.0 * WIDTH * HEIGHT}, {0}};
