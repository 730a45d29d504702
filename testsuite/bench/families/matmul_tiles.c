/* A matrix product. */
#include "../bench.h"
#include "../matrices.h"

enum { COUNT = SIZE(512, 64), ELEMENTS = COUNT * COUNT, TILE = 16 };
static float *a, *b, *product, *result;

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
