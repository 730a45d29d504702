/* A matrix times a vector, several rows a wave. */
#include "../bench.h"

enum { ROWS = SIZE(512, 64), COLUMNS = SIZE(500, 100), GROUP_ROWS = 32 };
static float *matrix, *input, *output, *kernel_output;

PLAIN void multiply(const float *restrict matrix, const float *restrict in, float *restrict out, int rows, int columns)
{
    for (int row = 0; row < rows; row++) {
        float sum = 0;
        for (int column = 0; column < columns; column++)
            sum += matrix[row * columns + column] * in[column];
        out[row] = sum;
    }
}

static void prepare(Kernels *kernels)
{
    matrix = new_noise(ROWS * COLUMNS);
    input = new_noise(COLUMNS);
    output = new_floats(ROWS), kernel_output = new_floats(ROWS);
    bind_buffer(kernels, "gMatrix", matrix, ROWS * COLUMNS, 4);
    bind_buffer(kernels, "gInput", input, COLUMNS, 4);
    bind_buffer(kernels, "gOutput", kernel_output, ROWS, 4);
    set_int(kernels, "gRows", ROWS);
    set_int(kernels, "gColumns", COLUMNS);
}

static void plain(void) { multiply(matrix, input, output, ROWS, COLUMNS); }

static void kernel(Kernels *kernels) { run(kernels, "RowsCS", ROWS / GROUP_ROWS, 1, 1); }

static double difference(void) { return largest_difference(output, kernel_output, ROWS); }

const Contest contests[] = {{"matrix times vector, rows by waves", prepare, plain, kernel, difference, 1e-3}, {0}};
