/* A step of heat in a plate whose rim keeps its own. */
#include "../bench.h"

enum { WIDTH = SIZE(1200, 60), HEIGHT = SIZE(800, 40) };
static const float RATE = 0.1f;
static float *heat, *next, *next_of_kernel;

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

PLAIN void step(const float *restrict in, int width, int height, float rate, float *restrict out)
{
    for (int y = 0; y < height; y++) {
        const float *above = in + clamped(y - 1, height) * width, *row = in + y * width,
                    *below = in + clamped(y + 1, height) * width;
        for (int x = 0; x < width; x++) {
            float around = above[x] + below[x] + row[clamped(x - 1, width)] + row[clamped(x + 1, width)];
            out[y * width + x] = row[x] + rate * (around - 4 * row[x]);
        }
    }
}

static void prepare(Kernels *kernels)
{
    heat = new_noise(WIDTH * HEIGHT);
    next = new_floats(WIDTH * HEIGHT);
    next_of_kernel = new_floats(WIDTH * HEIGHT);
    bind_buffer(kernels, "gHeat", heat, WIDTH * HEIGHT, 4);
    bind_buffer(kernels, "gNext", next_of_kernel, WIDTH * HEIGHT, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
    set_float(kernels, "gRate", RATE);
}

static void plain(void) { step(heat, WIDTH, HEIGHT, RATE, next); }
static void kernel(Kernels *kernels) { run(kernels, "StepCS", (WIDTH + 15) / 16, (HEIGHT + 15) / 16, 1); }
static double difference(void) { return largest_difference(next, next_of_kernel, WIDTH * HEIGHT); }

const Contest contests[] = {{"heat step, sides fetched by few threads", prepare, plain, kernel, difference, 1e-5}, {0}};
