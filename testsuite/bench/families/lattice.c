/* A step of lattice Boltzmann in two dimensions. */
#include "../bench.h"

enum { WIDTH = SIZE(512, 64), HEIGHT = SIZE(256, 8), CELLS = WIDTH * HEIGHT, WAYS = 9 };
static const float RATE = 0.6f;
static const int WAY[WAYS][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
static const float SHARES[WAYS] = {4.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
static float *streams, *next, *result;

static inline void relax(const float *restrict in, float *restrict out, int width, int height, int x, int y, const int *columns, const int *rows, float rate)
{
    float stream[WAYS], density = 0, fx = 0, fy = 0;
    for (int i = 0; i < WAYS; i++) {
        stream[i] = in[(i * height + rows[1 + WAY[i][1]]) * width + columns[1 + WAY[i][0]]];
        density += stream[i];
        fx += stream[i] * (float)WAY[i][0];
        fy += stream[i] * (float)WAY[i][1];
    }
    fx /= density;
    fy /= density;
    float still = 1 - 1.5f * (fx * fx + fy * fy);
    for (int i = 0; i < WAYS; i++) {
        float along = fx * (float)WAY[i][0] + fy * (float)WAY[i][1];
        float even = density * SHARES[i] * (still + 3 * along + 4.5f * along * along);
        out[(i * height + y) * width + x] = stream[i] + rate * (even - stream[i]);
    }
}

PLAIN void step(const float *restrict in, float *restrict out, int width, int height, float rate)
{
    for (int y = 0; y < height; y++) {
        int rows[3] = {(y + 1) % height, y, (y + height - 1) % height}; /* where streams down, along and up come from */
        relax(in, out, width, height, 0, y, (int[]){1, 0, width - 1}, rows, rate);
        for (int x = 1; x < width - 1; x++)
            relax(in, out, width, height, x, y, (int[]){x + 1, x, x - 1}, rows, rate);
        relax(in, out, width, height, width - 1, y, (int[]){0, width - 1, width - 2}, rows, rate);
    }
}

static void prepare(Kernels *kernels)
{
    streams = new_noise(CELLS * WAYS);
    next = new_floats(CELLS * WAYS);
    result = new_floats(CELLS * WAYS);
    bind_buffer(kernels, "gFrom", streams, CELLS * WAYS, 4);
    bind_buffer(kernels, "gTo", result, CELLS * WAYS, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
    set_float(kernels, "gRate", RATE);
}

static void plain(void) { step(streams, next, WIDTH, HEIGHT, RATE); }
static void kernel(Kernels *kernels) { run(kernels, "StepCS", WIDTH / 32, HEIGHT / 4, 1); }
static double difference(void) { return largest_difference(next, result, CELLS * WAYS); }

const Contest contests[] = {{"lattice Boltzmann 512x256, wrapped", prepare, plain, kernel, difference, 1e-4}, {0}};
