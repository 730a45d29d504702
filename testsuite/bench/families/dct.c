/* The discrete cosine transform of 8 x 8 blocks. */
#include "../bench.h"

enum { WIDTH = SIZE(2048, 64), HEIGHT = SIZE(1536, 32), SIDE = 8 };
static const float BASIS[SIDE][SIDE] = {
    {0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f},
    {0.490393f, 0.415735f, 0.277785f, 0.097545f, -0.097545f, -0.277785f, -0.415735f, -0.490393f},
    {0.461940f, 0.191342f, -0.191342f, -0.461940f, -0.461940f, -0.191342f, 0.191342f, 0.461940f},
    {0.415735f, -0.097545f, -0.490393f, -0.277785f, 0.277785f, 0.490393f, 0.097545f, -0.415735f},
    {0.353553f, -0.353553f, -0.353553f, 0.353553f, 0.353553f, -0.353553f, -0.353553f, 0.353553f},
    {0.277785f, -0.490393f, 0.097545f, 0.415735f, -0.415735f, -0.097545f, 0.490393f, -0.277785f},
    {0.191342f, -0.461940f, 0.461940f, -0.191342f, -0.191342f, 0.461940f, -0.461940f, 0.191342f},
    {0.097545f, -0.277785f, 0.415735f, -0.490393f, 0.490393f, -0.415735f, 0.277785f, -0.097545f},
};
static float *picture, *coefficients;
static WccResource result;

static void transform_block(const float *restrict in, float *restrict out, int width)
{
    float rows[SIDE][SIDE];
    for (int y = 0; y < SIDE; y++)
        for (int u = 0; u < SIDE; u++) {
            float sum = 0;
            for (int x = 0; x < SIDE; x++)
                sum += BASIS[u][x] * (in[y * width + x] - 0.5f);
            rows[y][u] = sum;
        }
    for (int v = 0; v < SIDE; v++)
        for (int u = 0; u < SIDE; u++) {
            float sum = 0;
            for (int y = 0; y < SIDE; y++)
                sum += BASIS[v][y] * rows[y][u];
            out[v * width + u] = sum;
        }
}

PLAIN void transform(const float *restrict in, float *restrict out, int width, int height)
{
    for (int y = 0; y < height; y += SIDE)
        for (int x = 0; x < width; x += SIDE)
            transform_block(in + y * width + x, out + y * width + x, width);
}

static void prepare(Kernels *kernels)
{
    picture = new_noise(WIDTH * HEIGHT);
    coefficients = new_floats(WIDTH * HEIGHT);
    bind_texture(kernels, "gPicture", picture, WIDTH, HEIGHT, 4);
    result = bind_texture(kernels, "gCoefficients", NULL, WIDTH, HEIGHT, 4);
}

static void plain(void) { transform(picture, coefficients, WIDTH, HEIGHT); }
static void kernel(Kernels *kernels) { run(kernels, "BlockCS", WIDTH / SIDE, HEIGHT / SIDE, 1); }
static double difference(void) { return texture_difference(&result, coefficients); }

const Contest contests[] = {{"8x8 DCT blocks 2048x1536", prepare, plain, kernel, difference, 1e-4, 32.0 * WIDTH * HEIGHT}, {0}};
