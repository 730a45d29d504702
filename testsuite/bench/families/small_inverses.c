/* Inverses of 8 x 8 matrices. */
#include "../bench.h"

enum { SIDE = 8, MATRICES = SIZE(4096, 64), COUNT = MATRICES * SIDE * SIDE };
static float *matrices, *inverses, *kernel_inverses;

PLAIN void invert(const float *restrict in, float *restrict out, int matrices)
{
    for (int m = 0; m < matrices; m++) {
        float rows[SIDE][2 * SIDE];
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                rows[y][x] = in[(m * SIDE + y) * SIDE + x] + (x == y ? 8 : 0);
                rows[y][x + SIDE] = x == y;
            }
        for (int k = 0; k < SIDE; k++) {
            float inverse = 1 / rows[k][k];
            for (int x = 0; x < 2 * SIDE; x++)
                rows[k][x] *= inverse;
            for (int y = 0; y < SIDE; y++) {
                float factor = rows[y][k];
                for (int x = 0; x < 2 * SIDE && y != k; x++)
                    rows[y][x] -= factor * rows[k][x];
            }
        }
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                out[(m * SIDE + y) * SIDE + x] = rows[y][x + SIDE];
    }
}

static void prepare(Kernels *kernels)
{
    matrices = new_noise(COUNT);
    inverses = new_floats(COUNT), kernel_inverses = new_floats(COUNT);
    bind_buffer(kernels, "gMatrices", matrices, COUNT, 4);
    bind_buffer(kernels, "gInverses", kernel_inverses, COUNT, 4);
}

static void plain(void) { invert(matrices, inverses, MATRICES); }

static void kernel(Kernels *kernels) { run(kernels, "InvertCS", MATRICES, 1, 1); }

static double difference(void) { return largest_difference(inverses, kernel_inverses, COUNT); }

const Contest contests[] = {{"inverses of 8x8 matrices", prepare, plain, kernel, difference, 1e-4}, {0}};
