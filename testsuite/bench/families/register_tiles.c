/* Matrix products whose threads keep several results each, in the ways that kernels have them. */
#include "../bench.h"
#include "../matrices.h"

enum { COUNT = SIZE(512, 128), ELEMENTS = COUNT * COUNT };
static float *a, *b, *product, *result;

static void prepare(Kernels *kernels)
{
    a = new_noise(2 * ELEMENTS);
    b = a + ELEMENTS;
    product = new_floats(ELEMENTS);
    result = new_floats(ELEMENTS);
    bind_buffer(kernels, "gA", a, ELEMENTS, 4);
    bind_buffer(kernels, "gB", b, ELEMENTS, 4);
    bind_buffer(kernels, "gRowsB", b, ELEMENTS / 4, 16);
    bind_buffer(kernels, "gC", result, ELEMENTS, 4);
    bind_buffer(kernels, "gRowsC", result, ELEMENTS / 4, 16);
    set_int(kernels, "gSize", COUNT);
}

static void plain(void) { multiply(a, b, product, COUNT); }
static void plain_rows(void) { multiply_rows(a, b, product, COUNT); }
static void apart(Kernels *kernels) { run(kernels, "ApartCS", COUNT / 64, COUNT / 64, 1); }
static void wide(Kernels *kernels) { run(kernels, "WideCS", COUNT / 128, COUNT / 128, 1); }
static void rows(Kernels *kernels) { run(kernels, "RowsCS", COUNT / 64, COUNT / 64, 1); }
static void column(Kernels *kernels) { run(kernels, "ColumnCS", COUNT / 64, COUNT / 64, 1); }
static void scores(Kernels *kernels) { run(kernels, "ScoresCS", COUNT / 64, COUNT / 64, 1); }
static double difference(void) { return largest_difference(product, result, ELEMENTS); }

#define FLOPS (2.0 * COUNT * ELEMENTS)

const Contest contests[] = {
    {"matrix product 512, 4x4 a thread, 16 apart", prepare, plain, apart, difference, 1e-3, FLOPS},
    {"matrix product 512, 8x8 a thread", prepare, plain, wide, difference, 1e-3, FLOPS},
    {"matrix product 512, four float4 a thread", prepare, plain, rows, difference, 1e-3, FLOPS},
    {"matrix product 512, eight rows a thread", prepare, plain, column, difference, 1e-3, FLOPS},
    {"rows by rows 512, 4x4 a thread", prepare, plain_rows, scores, difference, 1e-3, FLOPS},
    {0},
};
