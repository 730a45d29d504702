/* A sparse matrix times a vector: short rows for a thread each, long and short ones for a wave each. */
#include "../bench.h"

enum { SHORT_ROWS = SIZE(1 << 17, 1 << 9), LONG_ROWS = SIZE(1 << 13, 1 << 5), GROUP = 128 };
static uint32_t row_count, *starts, *columns;
static float *elements, *vector, *product, *result;

PLAIN void multiply(const uint32_t *restrict start, const uint32_t *restrict column, const float *restrict element,
                    const float *restrict in, float *restrict out, uint32_t rows)
{
    for (uint32_t row = 0; row < rows; row++) {
        float sum = 0;
        for (uint32_t i = start[row]; i < start[row + 1]; i++)
            sum += element[i] * in[column[i]];
        out[row] = sum;
    }
}

/* Rows of `least` to 3 * least elements, in columns anywhere. */
static void prepare_rows(Kernels *kernels, uint32_t rows, uint32_t least)
{
    uint32_t *random = new_random_words(rows);
    row_count = rows;
    starts = new_words(rows + 1);
    for (uint32_t row = 0; row < rows; row++)
        starts[row + 1] = starts[row] + least + (random[row] >> 8) % (2 * least);
    uint32_t count = starts[rows];
    columns = new_random_words(count);
    for (uint32_t i = 0; i < count; i++)
        columns[i] = (columns[i] >> 4) % rows;
    elements = new_noise(count);
    vector = new_noise(rows);
    product = new_floats(rows);
    result = new_floats(rows);
    bind_buffer(kernels, "gRowStarts", starts, rows + 1, 4);
    bind_buffer(kernels, "gColumns", columns, count, 4);
    bind_buffer(kernels, "gElements", elements, count, 4);
    bind_buffer(kernels, "gVector", vector, rows, 4);
    bind_buffer(kernels, "gProduct", result, rows, 4);
    set_int(kernels, "gRows", (int)rows);
}

static void prepare_short(Kernels *kernels) { prepare_rows(kernels, SHORT_ROWS, 8); }
static void prepare_long(Kernels *kernels) { prepare_rows(kernels, LONG_ROWS, 128); }
static void prepare_few(Kernels *kernels) { prepare_rows(kernels, LONG_ROWS, 8); }
static void plain(void) { multiply(starts, columns, elements, vector, product, row_count); }
static void by_thread(Kernels *kernels) { run(kernels, "ByThreadCS", SHORT_ROWS / GROUP, 1, 1); }
static void by_wave(Kernels *kernels) { run(kernels, "ByWaveCS", (LONG_ROWS * kernels->wave_size + GROUP - 1) / GROUP, 1, 1); }
static double difference(void) { return largest_difference(product, result, row_count); }

const Contest contests[] = {
    {"SpMV by thread, 2^17 rows of 8 to 24", prepare_short, plain, by_thread, difference, 1e-4},
    {"SpMV by wave, 2^13 rows of 128 to 384", prepare_long, plain, by_wave, difference, 1e-3},
    {"SpMV by wave, 2^13 rows of 8 to 24", prepare_few, plain, by_wave, difference, 1e-4},
    {0},
};
