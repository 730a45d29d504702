/* A matrix product. */
#include <string.h>

#include "../bench.h"

enum { COUNT = SIZE(512, 64), ELEMENTS = COUNT * COUNT, TILE = 16 };
static float *a, *b, *product, *result;

PLAIN void multiply(const float *restrict left, const float *restrict right, float *restrict out, int n)
{
    memset(out, 0, (size_t)n * n * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            float factor = left[i * n + k];
            for (int j = 0; j < n; j++)
                out[i * n + j] += factor * right[k * n + j];
        }
}

static void prepare(Kernels *kernels)
{
    a = new_noise(2 * ELEMENTS);
    b = a + ELEMENTS;
    product = new_floats(ELEMENTS);
    result = new_floats(ELEMENTS);
    bind_buffer(kernels, "gA", a, ELEMENTS, 4);
    bind_buffer(kernels, "gB", b, ELEMENTS, 4);
    bind_buffer(kernels, "gC", result, ELEMENTS, 4);
    set_int(kernels, "gSize", COUNT);
}

static void plain(void) { multiply(a, b, product, COUNT); }
static void kernel(Kernels *kernels) { run(kernels, "TileCS", COUNT / TILE, COUNT / TILE, 1); }
static double difference(void) { return largest_difference(product, result, ELEMENTS); }

const Contest contests[] = {{"matrix product 512, tile[16][16]", prepare, plain, kernel, difference, 1e-3, 2.0 * COUNT * ELEMENTS}, {0}};
