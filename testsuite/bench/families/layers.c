/* A layer of a network, 256 inputs to 128 outputs. */
#include "../bench.h"

enum { INPUTS = 256, OUTPUTS = 128, SAMPLES = SIZE(256, 4) };
static float *inputs, *weights, *outputs, *result;

PLAIN void by_input(const float *restrict in, const float *restrict weight, float *restrict out, int samples)
{
    for (int i = 0; i < samples; i++) {
        float sums[OUTPUTS] = {0};
        for (int k = 0; k < INPUTS; k++)
            for (int t = 0; t < OUTPUTS; t++)
                sums[t] += in[i * INPUTS + k] * weight[k * OUTPUTS + t];
        for (int t = 0; t < OUTPUTS; t++)
            out[i * OUTPUTS + t] = sums[t] > 0 ? sums[t] : 0;
    }
}

PLAIN void by_output(const float *restrict in, const float *restrict weight, float *restrict out, int samples)
{
    for (int i = 0; i < samples; i++)
        for (int t = 0; t < OUTPUTS; t++) {
            float sum = 0;
            for (int k = 0; k < INPUTS; k++)
                sum += in[i * INPUTS + k] * weight[t * INPUTS + k];
            out[i * OUTPUTS + t] = sum > 0 ? sum : 0;
        }
}

static void prepare(Kernels *kernels)
{
    inputs = new_noise(SAMPLES * INPUTS);
    weights = new_noise(INPUTS * OUTPUTS);
    for (int i = 0; i < INPUTS * OUTPUTS; i++)
        weights[i] -= 0.5f;
    outputs = new_floats(SAMPLES * OUTPUTS);
    result = new_floats(SAMPLES * OUTPUTS);
    bind_buffer(kernels, "gInputs", inputs, SAMPLES * INPUTS, 4);
    bind_buffer(kernels, "gWeights", weights, INPUTS * OUTPUTS, 4);
    bind_buffer(kernels, "gOutputs", result, SAMPLES * OUTPUTS, 4);
}

static void plain_columns(void) { by_input(inputs, weights, outputs, SAMPLES); }
static void plain_rows(void) { by_output(inputs, weights, outputs, SAMPLES); }
static void columns(Kernels *kernels) { run(kernels, "ColumnsCS", SAMPLES, 1, 1); }
static void rows(Kernels *kernels) { run(kernels, "RowsCS", SAMPLES, 1, 1); }
static double difference(void) { return largest_difference(outputs, result, SAMPLES * OUTPUTS); }

const Contest contests[] = {
    {"layer of 256 inputs, weights by input", prepare, plain_columns, columns, difference, 1e-3, 2.0 * SAMPLES * INPUTS * OUTPUTS},
    {"layer of 256 inputs, weights by output", prepare, plain_rows, rows, difference, 1e-3, 2.0 * SAMPLES * INPUTS * OUTPUTS},
    {0}};
