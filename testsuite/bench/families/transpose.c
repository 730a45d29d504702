/* A matrix transposed, in blocks that fit into the first-level cache. */
#include "../bench.h"

enum { COUNT = SIZE(2048, 64), ELEMENTS = COUNT * COUNT, TILE = 32, BLOCK = 16 };
static float *matrix, *transposed, *result;

PLAIN void transpose(const float *restrict in, float *restrict out, int n)
{
    for (int y = 0; y < n; y += BLOCK)
        for (int x = 0; x < n; x += BLOCK)
            for (int i = x; i < x + BLOCK; i++)
                for (int j = y; j < y + BLOCK; j++)
                    out[i * n + j] = in[j * n + i];
}

static void prepare(Kernels *kernels)
{
    matrix = new_noise(ELEMENTS);
    transposed = new_floats(ELEMENTS);
    result = new_floats(ELEMENTS);
    bind_buffer(kernels, "gMatrix", matrix, ELEMENTS, 4);
    bind_buffer(kernels, "gTransposed", result, ELEMENTS, 4);
    set_int(kernels, "gSize", COUNT);
}

static void plain(void) { transpose(matrix, transposed, COUNT); }
static void kernel(Kernels *kernels) { run(kernels, "TransposeCS", COUNT / TILE, COUNT / TILE, 1); }
static double difference(void) { return largest_difference(transposed, result, ELEMENTS); }

const Contest contests[] = {{"transpose 2048 through groupshared", prepare, plain, kernel, difference, 0}, {0}};
