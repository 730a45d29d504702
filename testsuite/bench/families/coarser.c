/* A multigrid's restriction. */
#include "../bench.h"

enum { SIDE = SIZE(96, 32), CELLS = SIDE * SIDE * SIDE };
static const float RATES[3] = {1, 2, 1};
static float *fine, *coarse, *result;

static int held(int at, int count) { return at < 0 ? 0 : at < count ? at : count - 1; }

PLAIN void restrict_box(const float *restrict in, float *restrict out, int side)
{
    int count = 2 * side;
    for (int z = 0; z < side; z++)
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side; x++) {
                float sum = 0;
                for (int k = 0; k < 3; k++)
                    for (int j = 0; j < 3; j++) {
                        const float *row = in + (held(2 * z + k - 1, count) * count + held(2 * y + j - 1, count)) * count;
                        sum += RATES[k] * RATES[j] * (row[held(2 * x - 1, count)] + 2 * row[2 * x] + row[2 * x + 1]);
                    }
                out[(z * side + y) * side + x] = sum / 64;
            }
}

static void prepare(Kernels *kernels)
{
    uint32_t size[3] = {SIDE, SIDE, SIDE};
    fine = new_noise(8 * CELLS);
    coarse = new_floats(CELLS);
    result = new_floats(CELLS);
    bind_buffer(kernels, "gFine", fine, 8 * CELLS, 4);
    bind_buffer(kernels, "gCoarse", result, CELLS, 4);
    set(kernels, "gSize", size, sizeof size);
}

static void plain(void) { restrict_box(fine, coarse, SIDE); }
static void kernel(Kernels *kernels) { run(kernels, "RestrictCS", SIDE / 4, SIDE / 4, SIDE / 4); }
static double difference(void) { return largest_difference(coarse, result, CELLS); }

const Contest contests[] = {{"box of 192^3 to half the size", prepare, plain, kernel, difference, 1e-5}, {0}};
