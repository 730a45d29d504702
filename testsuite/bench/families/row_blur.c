/* A Gauss filter of 17 texels, of rows and then of columns; texels outside are the nearest inside. */
#include <math.h>

#include "../bench.h"

enum { WIDTH = SIZE(1280, 160), HEIGHT = SIZE(720, 40), RADIUS = 8, TAPS = 2 * RADIUS + 1, STRETCH = 128 };
typedef struct Texel {
    float channels[4];
} Texel;
static float weights[20];
static Texel *picture, *rows, *blurred;
static WccResource source, between, result;

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

PLAIN void blur_rows(const Texel *restrict in, Texel *restrict out, int width, int height, const float *restrict weight)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Texel sum = {{0}};
            for (int i = 0; i < TAPS; i++)
                for (int c = 0; c < 4; c++)
                    sum.channels[c] += weight[i] * in[y * width + clamped(x + i - RADIUS, width)].channels[c];
            out[y * width + x] = sum;
        }
}

/* A row of sums at a time. */
PLAIN void blur_columns(const Texel *restrict in, Texel *restrict out, int width, int height, const float *restrict weight)
{
    for (int y = 0; y < height; y++) {
        float *to = out[y * width].channels;
        for (int x = 0; x < 4 * width; x++)
            to[x] = 0;
        for (int i = 0; i < TAPS; i++) {
            const float *from = in[clamped(y + i - RADIUS, height) * width].channels;
            for (int x = 0; x < 4 * width; x++)
                to[x] += weight[i] * from[x];
        }
    }
}

static void prepare(Kernels *kernels)
{
    uint32_t size[2] = {WIDTH, HEIGHT};
    float sum = 0;
    for (int i = 0; i < TAPS; i++)
        sum += weights[i] = expf(-(float)((i - RADIUS) * (i - RADIUS)) / 18);
    for (int i = 0; i < TAPS; i++)
        weights[i] /= sum;
    picture = (Texel *)new_noise(WIDTH * HEIGHT * 4);
    rows = new_memory(WIDTH * HEIGHT * sizeof(Texel));
    blurred = new_memory(WIDTH * HEIGHT * sizeof(Texel));
    source = bind_texture(kernels, "gSource", picture, WIDTH, HEIGHT, sizeof(Texel));
    between = bind_texture(kernels, "gTarget", NULL, WIDTH, HEIGHT, sizeof(Texel));
    result = bind_texture(kernels, "gTarget", NULL, WIDTH, HEIGHT, sizeof(Texel));
    set(kernels, "gSize", size, sizeof size);
    set(kernels, "gWeights", weights, sizeof weights);
}

static void plain(void)
{
    blur_rows(picture, rows, WIDTH, HEIGHT, weights);
    blur_columns(rows, blurred, WIDTH, HEIGHT, weights);
}

static void kernel(Kernels *kernels)
{
    bind(kernels, "gSource", source);
    bind(kernels, "gTarget", between);
    run(kernels, "RowsCS", (WIDTH + STRETCH - 1) / STRETCH, HEIGHT, 1);
    bind(kernels, "gSource", between);
    bind(kernels, "gTarget", result);
    run(kernels, "ColumnsCS", WIDTH, (HEIGHT + STRETCH - 1) / STRETCH, 1);
}

static double difference(void) { return texture_difference(&result, blurred->channels); }

const Contest contests[] = {{"separable blur 1280x720 float4, groupshared row", prepare, plain, kernel, difference, 1e-5, 2.0 * 2 * TAPS * 4 * WIDTH * HEIGHT}, {0}};
