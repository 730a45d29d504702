/* A step of heat in a box. */
#include <string.h>

#include "../bench.h"

enum { NX = SIZE(160, 32), NY = SIZE(128, 16), NZ = SIZE(128, 8), CELLS = NX * NY * NZ };
static const float RATE = 0.1f;
static float *heat, *next, *result;

PLAIN void step(const float *restrict in, float *restrict out, int nx, int ny, int nz, float rate)
{
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++) {
            const float *row = in + (z * ny + y) * nx;
            float *to = out + (z * ny + y) * nx;
            if (z == 0 || z == nz - 1 || y == 0 || y == ny - 1) {
                memcpy(to, row, (size_t)nx * sizeof *to);
                continue;
            }
            to[0] = row[0];
            for (int x = 1; x < nx - 1; x++) {
                float sum = row[x - 1] + row[x + 1] + row[x - nx] + row[x + nx] + row[x - nx * ny] + row[x + nx * ny];
                to[x] = row[x] + rate * (sum - 6 * row[x]);
            }
            to[nx - 1] = row[nx - 1];
        }
}

static void prepare(Kernels *kernels)
{
    uint32_t size[3] = {NX, NY, NZ};
    heat = new_noise(CELLS);
    next = new_floats(CELLS);
    result = new_floats(CELLS);
    bind_buffer(kernels, "gHeat", heat, CELLS, 4);
    bind_buffer(kernels, "gNext", result, CELLS, 4);
    set(kernels, "gSize", size, sizeof size);
    set_float(kernels, "gRate", RATE);
}

static void plain(void) { step(heat, next, NX, NY, NZ, RATE); }
static void kernel(Kernels *kernels) { run(kernels, "StepCS", NX / 8, NY / 8, NZ / 4); }
static double difference(void) { return largest_difference(next, result, CELLS); }

const Contest contests[] = {{"3D stencil 160x128x128, 8x8x4 groups", prepare, plain, kernel, difference, 1e-5}, {0}};
