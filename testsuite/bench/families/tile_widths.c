/* A step of heat in tiles of various widths. */
#include "../bench.h"

enum { WIDTH = SIZE(960, 120), HEIGHT = SIZE(640, 60), COUNT = WIDTH * HEIGHT };
static float *heat, *expected, *result;

PLAIN void step(const float *restrict in, float *restrict out, int width, int height)
{
    for (int y = 0; y < height; y++) {
        const float *row = in + y * width, *above = y > 0 ? row - width : row, *below = y + 1 < height ? row + width : row;
        for (int x = 0; x < width; x++) {
            float around = above[x] + below[x] + row[x > 0 ? x - 1 : x] + row[x + 1 < width ? x + 1 : x];
            out[y * width + x] = 0.5f * row[x] + 0.125f * around;
        }
    }
}

static void prepare(Kernels *kernels)
{
    heat = new_noise(COUNT);
    expected = new_floats(COUNT);
    result = new_floats(COUNT);
    bind_buffer(kernels, "gIn", heat, COUNT, 4);
    bind_buffer(kernels, "gOut", result, COUNT, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
}

static void plain(void) { step(heat, expected, WIDTH, HEIGHT); }
static void run_tiles(Kernels *kernels, const char *name, int width, int height)
{
    run(kernels, name, (WIDTH + width - 3) / (width - 2), (HEIGHT + height - 3) / (height - 2), 1);
}
static void six(Kernels *kernels) { run_tiles(kernels, "SixCS", 6, 6); }
static void ten(Kernels *kernels) { run_tiles(kernels, "TenCS", 10, 10); }
static void eighteen(Kernels *kernels) { run_tiles(kernels, "EighteenCS", 18, 18); }
static void twenty_four(Kernels *kernels) { run_tiles(kernels, "TwentyFourCS", 24, 16); }
static void thirty_four(Kernels *kernels) { run_tiles(kernels, "ThirtyFourCS", 34, 10); }
static double difference(void) { return largest_difference(expected, result, COUNT); }

const Contest contests[] = {{"heat in groups of 6x6", prepare, plain, six, difference, 1e-5},
                            {"heat in groups of 10x10", prepare, plain, ten, difference, 1e-5},
                            {"heat in groups of 18x18", prepare, plain, eighteen, difference, 1e-5},
                            {"heat in groups of 24x16", prepare, plain, twenty_four, difference, 1e-5},
                            {"heat in groups of 34x10", prepare, plain, thirty_four, difference, 1e-5},
                            {0}};
