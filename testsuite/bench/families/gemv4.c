/* A matrix of 4-bit weights times a vector. */
#include "../bench.h"

enum { ROWS = SIZE(1024, 8), COLUMNS = SIZE(4096, 512), WORDS = COLUMNS / 8, BLOCK = 32, GROUP = 128 };
static uint32_t *weights;
static float *scales, *input, *output, *result;

PLAIN void multiply(const uint8_t *restrict weight, const float *restrict scale, const float *restrict in, float *restrict out, int rows, int columns)
{
    for (int row = 0; row < rows; row++) {
        float sum = 0;
        for (int block = 0; block < columns / BLOCK; block++) {
            const uint8_t *bytes = weight + (row * columns + block * BLOCK) / 2;
            const float *values = in + block * BLOCK;
            float part = 0;
            for (int i = 0; i < BLOCK / 2; i++)
                part += (float)((bytes[i] & 15) - 8) * values[2 * i] + (float)((bytes[i] >> 4) - 8) * values[2 * i + 1];
            sum += part * scale[row * (columns / BLOCK) + block];
        }
        out[row] = sum;
    }
}

static void prepare(Kernels *kernels)
{
    weights = new_random_words(ROWS * WORDS);
    scales = new_noise(ROWS * COLUMNS / BLOCK);
    input = new_noise(COLUMNS);
    output = new_floats(ROWS);
    result = new_floats(ROWS);
    for (int i = 0; i < ROWS * COLUMNS / BLOCK; i++)
        scales[i] *= 0.01f;
    bind_buffer(kernels, "gWeights", weights, ROWS * WORDS, 4);
    bind_buffer(kernels, "gScales", scales, ROWS * COLUMNS / BLOCK, 4);
    bind_buffer(kernels, "gInput", input, COLUMNS, 4);
    bind_buffer(kernels, "gOutput", result, ROWS, 4);
    set_int(kernels, "gRows", ROWS);
    set_int(kernels, "gColumns", COLUMNS);
}

static void plain(void) { multiply((uint8_t *)weights, scales, input, output, ROWS, COLUMNS); }
static void kernel(Kernels *kernels) { run(kernels, "LayerCS", (ROWS * kernels->wave_size + GROUP - 1) / GROUP, 1, 1); }
static double difference(void) { return largest_difference(output, result, ROWS); }

const Contest contests[] = {{"4-bit weights 1024x4096 times a vector", prepare, plain, kernel, difference, 1e-3, 2.0 * ROWS * COLUMNS}, {0}};
