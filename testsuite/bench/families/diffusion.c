/* Sixteen steps of diffusion along rows of 128 cells. */
#include "../bench.h"

#include <string.h>

enum { ROW = 128, STEPS = 16, CELLS = SIZE(1 << 18, 1 << 11) };
static float *in, *out, *result;

PLAIN void diffuse(const float *restrict from, float *restrict to, int count)
{
    for (int i = 0; i < count; i += ROW) {
        float cells[2][ROW + 2]; /* with the ends once more */
        memcpy(cells[0] + 1, from + i, ROW * sizeof(float));
        for (int step = 0; step < STEPS; step++) {
            float *now = cells[step & 1], *next = cells[(step & 1) ^ 1];
            now[0] = now[1];
            now[ROW + 1] = now[ROW];
            for (int t = 1; t <= ROW; t++)
                next[t] = 0.25f * now[t - 1] + 0.5f * now[t] + 0.25f * now[t + 1];
        }
        memcpy(to + i, cells[0] + 1, ROW * sizeof(float));
    }
}

static void prepare(Kernels *kernels)
{
    in = new_noise(CELLS);
    out = new_floats(CELLS);
    result = new_floats(CELLS);
    bind_buffer(kernels, "gCells", in, CELLS, sizeof(float));
    bind_buffer(kernels, "gNext", result, CELLS, sizeof(float));
}

static void plain(void) { diffuse(in, out, CELLS); }
static void kernel(Kernels *kernels) { run(kernels, "DiffuseCS", CELLS / ROW, 1, 1); }
static double difference(void) { return largest_difference(out, result, CELLS); }

const Contest contests[] = {{"diffusion along 128 cells, clamped", prepare, plain, kernel, difference, 1e-5}, {0}};
