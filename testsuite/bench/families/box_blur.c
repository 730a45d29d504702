/* A box filter by running sums, of rows and then of columns. */
#include "../bench.h"

enum { WIDTH = SIZE(1920, 128), HEIGHT = SIZE(1080, 100), RADIUS = 9 };
static float *picture, *rows, *blurred, *kernel_rows, *result, *sums;

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

PLAIN void blur_rows(const float *restrict in, float *restrict out, int width, int height, int radius)
{
    float scale = 1 / (float)(2 * radius + 1);
    for (int y = 0; y < height; y++) {
        const float *row = in + y * width;
        float sum = 0;
        for (int i = -radius; i <= radius; i++)
            sum += row[clamped(i, width)];
        for (int x = 0; x < width; x++) {
            out[y * width + x] = sum * scale;
            sum += row[clamped(x + radius + 1, width)] - row[clamped(x - radius, width)];
        }
    }
}

/* The sums of all columns at once. */
PLAIN void blur_columns(const float *restrict in, float *restrict out, float *restrict sum, int width, int height, int radius)
{
    float scale = 1 / (float)(2 * radius + 1);
    for (int x = 0; x < width; x++)
        sum[x] = 0;
    for (int i = -radius; i <= radius; i++)
        for (int x = 0; x < width; x++)
            sum[x] += in[clamped(i, height) * width + x];
    for (int y = 0; y < height; y++) {
        const float *enters = in + clamped(y + radius + 1, height) * width, *leaves = in + clamped(y - radius, height) * width;
        for (int x = 0; x < width; x++) {
            out[y * width + x] = sum[x] * scale;
            sum[x] += enters[x] - leaves[x];
        }
    }
}

static void prepare(Kernels *kernels)
{
    picture = new_noise(WIDTH * HEIGHT);
    rows = new_floats(WIDTH * HEIGHT);
    blurred = new_floats(WIDTH * HEIGHT);
    kernel_rows = new_floats(WIDTH * HEIGHT);
    result = new_floats(WIDTH * HEIGHT);
    sums = new_floats(WIDTH);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
    set_int(kernels, "gRadius", RADIUS);
}

static void plain(void)
{
    blur_rows(picture, rows, WIDTH, HEIGHT, RADIUS);
    blur_columns(rows, blurred, sums, WIDTH, HEIGHT, RADIUS);
}

static void kernel(Kernels *kernels)
{
    bind_buffer(kernels, "gIn", picture, WIDTH * HEIGHT, 4);
    bind_buffer(kernels, "gOut", kernel_rows, WIDTH * HEIGHT, 4);
    run(kernels, "RowsCS", (HEIGHT + 63) / 64, 1, 1);
    bind_buffer(kernels, "gIn", kernel_rows, WIDTH * HEIGHT, 4);
    bind_buffer(kernels, "gOut", result, WIDTH * HEIGHT, 4);
    run(kernels, "ColumnsCS", (WIDTH + 63) / 64, 1, 1);
}

static double difference(void) { return largest_difference(blurred, result, WIDTH * HEIGHT); }

const Contest contests[] = {{"box blur by running sums 1920x1080", prepare, plain, kernel, difference, 1e-4}, {0}};
