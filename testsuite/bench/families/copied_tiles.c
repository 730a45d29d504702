/* A step of heat on a plate, or in a volume; cells outside are the nearest inside. */
#include "../bench.h"

enum { WIDTH = SIZE(128, 40), HEIGHT = SIZE(128, 24), DEPTH = SIZE(16, 8), COUNT = WIDTH * HEIGHT * DEPTH };
static const float RATE = 0.1f;
static float *heat, *next, *result;
static int width, height, depth;

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

PLAIN void step(const float *restrict from, float *restrict to, int w, int h, int d, int axes, float rate)
{
    for (int z = 0; z < d; z++)
        for (int y = 0; y < h; y++) {
            const float *own = from + (z * h + y) * w, *above = from + (z * h + clamped(y - 1, h)) * w,
                        *below = from + (z * h + clamped(y + 1, h)) * w, *front = from + (clamped(z - 1, d) * h + y) * w,
                        *behind = from + (clamped(z + 1, d) * h + y) * w;
            float *row = to + (z * h + y) * w;
            for (int x = 0; axes == 2 && x < w; x++)
                row[x] = own[x] + rate * (own[x > 0 ? x - 1 : 0] + own[x < w - 1 ? x + 1 : x] + above[x] + below[x] - 4 * own[x]);
            for (int x = 0; axes == 3 && x < w; x++)
                row[x] = own[x] + rate * (own[x > 0 ? x - 1 : 0] + own[x < w - 1 ? x + 1 : x] + above[x] + below[x] + front[x] +
                                          behind[x] - 6 * own[x]);
        }
}

static void prepare(Kernels *kernels)
{
    int size[3] = {WIDTH, HEIGHT, DEPTH};
    width = WIDTH;
    height = HEIGHT;
    depth = DEPTH;
    heat = new_noise(COUNT);
    next = new_floats(COUNT);
    result = new_floats(COUNT);
    bind_buffer(kernels, "gHeat", heat, COUNT, 4);
    bind_buffer(kernels, "gNext", result, COUNT, 4);
    set(kernels, "gSize", size, sizeof size);
    set_float(kernels, "gRate", RATE);
}

static void plain_plates(void) { step(heat, next, width, height, depth, 2, RATE); }
static void plain_volume(void) { step(heat, next, width, height, depth, 3, RATE); }
static void kernel_plates(Kernels *kernels) { run(kernels, "PlateCS", (WIDTH + 7) / 8, (HEIGHT + 7) / 8, DEPTH); }
static void kernel_small(Kernels *kernels) { run(kernels, "SmallCS", (WIDTH + 3) / 4, (HEIGHT + 3) / 4, (DEPTH + 3) / 4); }
static void kernel_flat(Kernels *kernels) { run(kernels, "FlatCS", (WIDTH + 7) / 8, (HEIGHT + 7) / 8, (DEPTH + 3) / 4); }
static double difference(void) { return largest_difference(next, result, COUNT); }

const Contest contests[] = {{"heat on plates, tiles of 10x10", prepare, plain_plates, kernel_plates, difference, 1e-5, 0},
                            {"heat in a volume, tiles of 6x6x6", prepare, plain_volume, kernel_small, difference, 1e-5, 0},
                            {"heat in a volume, tiles of 10x10x6", prepare, plain_volume, kernel_flat, difference, 1e-5, 0},
                            {0}};
