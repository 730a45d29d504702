/* Rows of 0 to 60 numbers, one behind the other: their sums, and how large they are. */
#include <math.h>

#include "../bench.h"

enum { ROWS = SIZE(1 << 14, 1 << 9), LONGEST = 60 };
static uint32_t *starts;
static float *numbers, *sums, *result;

PLAIN void add_up(const uint32_t *restrict start, const float *restrict number, float *restrict out, int rows)
{
    for (int row = 0; row < rows; row++) {
        float sum = 0;
        for (uint32_t i = start[row]; i < start[row + 1]; i++)
            sum += number[i];
        out[row] = sum;
    }
}

PLAIN void measure(const uint32_t *restrict start, const float *restrict number, float *restrict out, int rows)
{
    for (int row = 0; row < rows; row++) {
        float squares = 0, most = 0;
        uint32_t above = 0;
        for (uint32_t i = start[row]; i < start[row + 1]; i++) {
            float x = number[i];
            squares += x * x;
            most = fmaxf(most, fabsf(x));
            above += x > 0.5f;
        }
        out[row] = sqrtf(squares) + most + (float)above;
    }
}

static void prepare(Kernels *kernels)
{
    uint32_t *random = new_random_words(ROWS);
    starts = new_words(ROWS + 1);
    for (int row = 0; row < ROWS; row++)
        starts[row + 1] = starts[row] + (random[row] >> 8) % (LONGEST + 1);
    numbers = new_noise(starts[ROWS]);
    sums = new_floats(ROWS);
    result = new_floats(ROWS);
    bind_buffer(kernels, "gStarts", starts, ROWS + 1, 4);
    bind_buffer(kernels, "gNumbers", numbers, starts[ROWS], 4);
    bind_buffer(kernels, "gSums", result, ROWS, 4);
}

static void plain_sum(void) { add_up(starts, numbers, sums, ROWS); }
static void plain_size(void) { measure(starts, numbers, sums, ROWS); }
static void kernel_sum(Kernels *kernels) { run(kernels, "SumCS", ROWS / 64, 1, 1); }
static void kernel_size(Kernels *kernels) { run(kernels, "SizeCS", ROWS / 128, 1, 1); }
static double difference(void) { return largest_difference(sums, result, ROWS); }

const Contest contests[] = {
    {"sums of 2^14 rows of 0 to 60", prepare, plain_sum, kernel_sum, difference, 1e-3},
    {"sizes of 2^14 rows of 0 to 60", prepare, plain_size, kernel_size, difference, 1e-3},
    {0}};
