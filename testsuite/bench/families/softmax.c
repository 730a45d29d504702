/* Softmax of each row of a matrix. */
#include <math.h>

#include "../bench.h"

enum { ROWS = SIZE(4096, 8), COLUMNS = 1000, COUNT = ROWS * COLUMNS };
static float *scores, *shares, *result;

PLAIN void softmax(const float *restrict in, float *restrict out, int rows, int columns)
{
    for (int row = 0; row < rows; row++, in += columns, out += columns) {
        float largest = in[0], sum = 0;
        for (int i = 1; i < columns; i++)
            largest = fmaxf(largest, in[i]);
        for (int i = 0; i < columns; i++)
            sum += out[i] = expf(in[i] - largest);
        float scale = 1 / sum;
        for (int i = 0; i < columns; i++)
            out[i] *= scale;
    }
}

static void prepare(Kernels *kernels)
{
    scores = new_noise(COUNT);
    for (int i = 0; i < COUNT; i++)
        scores[i] *= 10;
    shares = new_floats(COUNT);
    result = new_floats(COUNT);
    bind_buffer(kernels, "gScores", scores, COUNT, 4);
    bind_buffer(kernels, "gShares", result, COUNT, 4);
    set_int(kernels, "gColumns", COLUMNS);
}

static void plain(void) { softmax(scores, shares, ROWS, COLUMNS); }
static void kernel(Kernels *kernels) { run(kernels, "SoftmaxCS", ROWS, 1, 1); }
static double difference(void) { return largest_difference(shares, result, COUNT); }

const Contest contests[] = {{"softmax of 4096 rows of 1000", prepare, plain, kernel, difference, 1e-6}, {0}};
