/* Sums of the products of elements of four words. */
#include <math.h>

#include "../bench.h"

enum { COUNT = SIZE(512, 128), FOURS = 16, WIDTH = 4 * FOURS, QUERIES = SIZE(64, 2), POINTS = SIZE(1 << 11, 64),
       INPUTS = SIZE(1024, 32), OUTPUTS = SIZE(256, 64) };
static float *rows, *queries, *weights, *wanted, *result;

PLAIN void scores(const float *restrict query, const float *restrict keys, float *restrict out, int queries, int count, int width)
{
    for (int i = 0; i < queries; i++)
        for (int j = 0; j < count; j++) {
            float sum = 0;
            for (int k = 0; k < width; k++)
                sum += query[i * width + k] * keys[j * width + k];
            out[i * count + j] = sum;
        }
}

PLAIN void cosines(const float *restrict query, const float *restrict points, float *restrict out, int count, int width)
{
    for (int i = 0; i < count; i++) {
        float along = 0, squared = 0;
        for (int k = 0; k < width; k++) {
            along += points[i * width + k] * query[k];
            squared += points[i * width + k] * points[i * width + k];
        }
        out[i] = along / sqrtf(squared);
    }
}

/* weights[input / 4][output][input % 4] */
PLAIN void layer(const float *restrict input, const float *restrict weights, float *restrict out, int inputs, int outputs)
{
    for (int o = 0; o < outputs; o++)
        out[o] = 0;
    for (int i = 0; i < inputs; i += 4)
        for (int o = 0; o < outputs; o++) {
            const float *four = weights + (i / 4 * outputs + o) * 4;
            out[o] += input[i] * four[0] + input[i + 1] * four[1] + input[i + 2] * four[2] + input[i + 3] * four[3];
        }
    for (int o = 0; o < outputs; o++)
        out[o] = out[o] > 0 ? out[o] : 0;
}

static void prepare(Kernels *kernels, int of_rows, int of_queries, int of_weights, int results)
{
    rows = new_noise((size_t)of_rows);
    queries = new_noise((size_t)of_queries);
    weights = new_noise((size_t)of_weights);
    wanted = new_floats((size_t)results);
    result = new_floats((size_t)results);
    bind_buffer(kernels, "gRows", rows, (size_t)of_rows / 4, 16);
    bind_buffer(kernels, "gQueries", queries, (size_t)of_queries / 4, 16);
    bind_buffer(kernels, "gWeights", weights, (size_t)of_weights / 4, 16);
    bind_buffer(kernels, "gOut", result, (size_t)results, 4);
}

static void prepare_scores(Kernels *kernels)
{
    prepare(kernels, COUNT * WIDTH, QUERIES * WIDTH, 4, QUERIES * COUNT);
    set_int(kernels, "gCount", COUNT);
    set_int(kernels, "gFours", FOURS);
}

static void plain_scores(void) { scores(queries, rows, wanted, QUERIES, COUNT, WIDTH); }
static void kernel_scores(Kernels *kernels) { run(kernels, "ScoresCS", QUERIES, 1, 1); }
static double difference_scores(void) { return largest_difference(wanted, result, QUERIES * COUNT); }

static void prepare_cosines(Kernels *kernels)
{
    prepare(kernels, POINTS * WIDTH, WIDTH, 4, POINTS);
    set_int(kernels, "gFours", FOURS);
}

static void plain_cosines(void) { cosines(queries, rows, wanted, POINTS, WIDTH); }
static void kernel_cosines(Kernels *kernels) { run(kernels, "CosinesCS", POINTS / 64, 1, 1); }
static double difference_cosines(void) { return largest_difference(wanted, result, POINTS); }

static void prepare_layer(Kernels *kernels)
{
    prepare(kernels, 4, INPUTS, INPUTS * OUTPUTS, OUTPUTS);
    set_int(kernels, "gCount", OUTPUTS);
    set_int(kernels, "gFours", INPUTS / 4);
}

static void plain_layer(void) { layer(queries, weights, wanted, INPUTS, OUTPUTS); }
static void kernel_layer(Kernels *kernels) { run(kernels, "LayerCS", OUTPUTS / 64, 1, 1); }
static double difference_layer(void) { return largest_difference(wanted, result, OUTPUTS); }

const Contest contests[] = {
    {"scores of 512 keys for 64 queries, by float4", prepare_scores, plain_scores, kernel_scores, difference_scores, 1e-3, 2.0 * QUERIES * COUNT * WIDTH},
    {"cosines of 2^11 descriptors, by float4", prepare_cosines, plain_cosines, kernel_cosines, difference_cosines, 1e-3, 4.0 * POINTS * WIDTH},
    {"layer of 1024 inputs, by fours of them", prepare_layer, plain_layer, kernel_layer, difference_layer, 1e-2, 2.0 * INPUTS * OUTPUTS},
    {0}};
