/* Products of matrices without tiles. */
#include "../bench.h"
#include "../matrices.h"

enum { COUNT = SIZE(512, 64), ELEMENTS = COUNT * COUNT, GROUP = 8 };
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

static void plain_columns(void) { multiply(a, b, product, COUNT); }
static void plain_rows(void) { multiply_rows(a, b, product, COUNT); }
static void columns(Kernels *kernels) { run(kernels, "RowsByColumnsCS", COUNT / GROUP, COUNT / GROUP, 1); }
static void rows(Kernels *kernels) { run(kernels, "RowsByRowsCS", COUNT / GROUP, COUNT / GROUP, 1); }
static double difference(void) { return largest_difference(product, result, ELEMENTS); }

const Contest contests[] = {
    {"matrix product 512, rows by columns", prepare, plain_columns, columns, difference, 1e-3, 2.0 * COUNT * ELEMENTS},
    {"matrix product 512, rows by rows", prepare, plain_rows, rows, difference, 1e-3, 2.0 * COUNT * ELEMENTS},
    {0}};
