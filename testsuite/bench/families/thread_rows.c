/* A row of a matrix for each thread. */
#include <math.h>
#include "../bench.h"

enum { ROWS = SIZE(2048, 256), WIDTH = 256, SHORT = 128, ODD = 100 };
static float *rows, *vector, *expected, *result;

static void prepare_of(Kernels *kernels, int width, int outputs)
{
    rows = new_noise(ROWS * width);
    vector = new_noise(width);
    expected = new_floats(ROWS * outputs);
    result = new_floats(ROWS * outputs);
    bind_buffer(kernels, "gRows", rows, ROWS * width, 4);
    bind_buffer(kernels, "gVector", vector, width, 4);
    bind_buffer(kernels, "gRows4", rows, ROWS * width / 4, 16);
    bind_buffer(kernels, "gVector4", vector, width / 4, 16);
    bind_buffer(kernels, outputs == 2 ? "gPairs" : "gOut", result, ROWS, 4 * outputs);
    set_int(kernels, "gWidth", width);
    set_int(kernels, "gCount", ROWS);
}

static void prepare(Kernels *kernels) { prepare_of(kernels, WIDTH, 1); }
static void prepare_short(Kernels *kernels) { prepare_of(kernels, SHORT, 1); }
static void prepare_odd(Kernels *kernels) { prepare_of(kernels, ODD, 2); }

PLAIN void multiply(const float *restrict a, const float *restrict v, float *restrict o, int count, int width)
{
    for (int i = 0; i < count; i++) {
        float sum = 0;
        for (int k = 0; k < width; k++)
            sum += a[i * width + k] * v[k];
        o[i] = sum;
    }
}

PLAIN void measure(const float *restrict a, const float *restrict v, float *restrict o, int count, int width)
{
    for (int i = 0; i < count; i++) {
        float sum = 0;
        for (int k = 0; k < width; k++) {
            float d = a[i * width + k] - v[k];
            sum += d * d;
        }
        o[i] = sqrtf(sum);
    }
}

PLAIN void moments(const float *restrict a, float *restrict o, int count, int width)
{
    for (int i = 0; i < count; i++) {
        float sum = 0, squares = 0;
        for (int k = 0; k < width; k++) {
            float v = a[i * width + k];
            sum += v;
            squares += v * v;
        }
        float mean = sum / width;
        o[2 * i] = mean;
        o[2 * i + 1] = squares / width - mean * mean;
    }
}

PLAIN void largest(const float *restrict a, float *restrict o, int count, int width)
{
    for (int i = 0; i < count; i++) {
        float most = a[i * width];
        for (int k = 1; k < width; k++)
            most = a[i * width + k] > most ? a[i * width + k] : most;
        o[i] = most;
    }
}

static void plain_product(void) { multiply(rows, vector, expected, ROWS, WIDTH); }
static void plain_distance(void) { measure(rows, vector, expected, ROWS, SHORT); }
static void plain_moments(void) { moments(rows, expected, ROWS, ODD); }
static void plain_largest(void) { largest(rows, expected, ROWS, WIDTH); }
static void product(Kernels *kernels) { run(kernels, "ProductCS", ROWS / 64, 1, 1); }
static void product_4(Kernels *kernels) { run(kernels, "Product4CS", ROWS / 64, 1, 1); }
static void distance(Kernels *kernels) { run(kernels, "DistanceCS", ROWS / 64, 1, 1); }
static void two_moments(Kernels *kernels) { run(kernels, "MomentsCS", ROWS / 128, 1, 1); }
static void row_largest(Kernels *kernels) { run(kernels, "LargestCS", ROWS / 64, 1, 1); }
static double difference(void) { return largest_difference(expected, result, ROWS); }
static double difference_of_pairs(void) { return largest_difference(expected, result, 2 * ROWS); }

const Contest contests[] = {
    {"matrix 2048x256 times a vector, a row a thread", prepare, plain_product, product, difference, 1e-3, 2.0 * ROWS * WIDTH},
    {"matrix 2048x256 times a vector, by float4", prepare, plain_product, product_4, difference, 1e-3, 2.0 * ROWS * WIDTH},
    {"distances of 2048 points of 128 dimensions", prepare_short, plain_distance, distance, difference, 1e-3, 3.0 * ROWS * SHORT},
    {"mean and variance of 2048 rows of 100", prepare_odd, plain_moments, two_moments, difference_of_pairs, 1e-4, 0},
    {"largest of each of 2048 rows of 256", prepare, plain_largest, row_largest, difference, 0, 0},
    {0}};
