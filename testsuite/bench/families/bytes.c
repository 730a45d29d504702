/* Bytes and halfwords that kernels take out of words. */
#include <string.h>

#include "../bench.h"

enum {
    COUNT = SIZE(1 << 18, 1 << 11),
    PATTERN = 8,
    ROWS = SIZE(256, 16),
    COLUMNS = SIZE(1000, 200),
    WIDTH = SIZE(640, 80),
    HEIGHT = SIZE(480, 24)
};
static const float SCALE = 0.25f;
static uint8_t *text, *table, *pixels;
static uint32_t *pattern, hits, *hits_result;
static int8_t *weights;
static uint16_t *samples;
static float *input, *result, *kernel_result;

static void prepare_results(Kernels *kernels, int count)
{
    result = new_floats(count);
    kernel_result = new_floats(count);
    bind_buffer(kernels, "gResult", kernel_result, count, 4);
    set_float(kernels, "gScale", SCALE);
}

static double difference_of(int count) { return largest_difference(result, kernel_result, count); }

/* ---- a text ---- */

/* Of a and b, in which many places begin as the pattern does. */
static void prepare_text(Kernels *kernels)
{
    text = (uint8_t *)new_random_words(COUNT / 4);
    for (int i = 0; i < COUNT; i++)
        text[i] = text[i] % 5 ? 'a' : 'b';
    bind_buffer(kernels, "gText", text, COUNT, 1);
    set_int(kernels, "gCount", COUNT);
}

static void prepare_search(Kernels *kernels)
{
    prepare_text(kernels);
    pattern = new_words(PATTERN / 4);
    memcpy(pattern, "aabaaaab", PATTERN);
    hits_result = new_words(1);
    bind_buffer(kernels, "gPattern", pattern, PATTERN, 1);
    bind_buffer(kernels, "gHits", hits_result, 1, 4);
    set_int(kernels, "gPatternLength", PATTERN);
}

PLAIN uint32_t search(const uint8_t *restrict in, const uint8_t *restrict for_what, int count, int length)
{
    uint32_t found = 0;
    for (int i = 0; i + length <= count; i++) {
        int j = 0;
        while (j < length && in[i + j] == for_what[j])
            j++;
        found += j == length;
    }
    return found;
}

static void plain_search(void) { hits = search(text, (const uint8_t *)pattern, COUNT, PATTERN); }

static void kernel_search(Kernels *kernels)
{
    hits_result[0] = 0;
    run(kernels, "SearchCS", COUNT / 256, 1, 1);
}

static double difference_of_search(void) { return hits_result[0] != hits; }

static void prepare_table(Kernels *kernels)
{
    prepare_text(kernels);
    prepare_results(kernels, COUNT);
    table = (uint8_t *)new_random_words(64);
    for (int i = 0; i < COUNT; i++)
        text[i] = (uint8_t)(i * 37 ^ i >> 5);
    bind_buffer(kernels, "gTable", table, 256, 1);
}

PLAIN void look_up(const uint8_t *restrict in, const uint8_t *restrict by, float *restrict out, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = (float)by[in[i]] * SCALE;
}

static void plain_table(void) { look_up(text, table, result, COUNT); }
static void kernel_table(Kernels *kernels) { run(kernels, "TableCS", COUNT / 64, 1, 1); }
static double difference_of_count(void) { return difference_of(COUNT); }

/* ---- weights ---- */

static void prepare_weights(Kernels *kernels)
{
    weights = (int8_t *)new_random_words(ROWS * COLUMNS / 4);
    input = new_noise(COLUMNS);
    prepare_results(kernels, ROWS);
    bind_buffer(kernels, "gWeights", weights, ROWS * COLUMNS / 4, 4);
    bind_buffer(kernels, "gInput", input, COLUMNS, 4);
    set_int(kernels, "gColumns", COLUMNS);
}

PLAIN void multiply(const int8_t *restrict matrix, const float *restrict vector, float *restrict out)
{
    for (int row = 0; row < ROWS; row++) {
        float sum = 0;
        for (int column = 0; column < COLUMNS; column++)
            sum += (float)matrix[row * COLUMNS + column] * vector[column];
        out[row] = sum * SCALE;
    }
}

static void plain_weights(void) { multiply(weights, input, result); }
static void kernel_weights(Kernels *kernels) { run(kernels, "WeightsCS", ROWS, 1, 1); }
static double difference_of_weights(void) { return difference_of(ROWS); }

/* ---- pictures ---- */

static void prepare_edges(Kernels *kernels)
{
    pixels = (uint8_t *)new_random_words(WIDTH * HEIGHT / 4);
    prepare_results(kernels, WIDTH * HEIGHT);
    bind_buffer(kernels, "gPixels", pixels, WIDTH * HEIGHT / 4, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
}

PLAIN void find_edges(const uint8_t *restrict in, float *restrict out, int width, int height)
{
    for (int y = 0; y < height; y++) {
        const uint8_t *row = in + y * width, *above = y > 0 ? row - width : row,
                      *below = y < height - 1 ? row + width : row;
        for (int x = 0; x < width; x++) {
            int l = x > 0 ? x - 1 : 0, r = x < width - 1 ? x + 1 : x;
            int dx = above[r] + 2 * row[r] + below[r] - above[l] - 2 * row[l] - below[l];
            int dy = below[l] + 2 * below[x] + below[r] - above[l] - 2 * above[x] - above[r];
            out[y * width + x] = (float)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
        }
    }
}

static void plain_edges(void) { find_edges(pixels, result, WIDTH, HEIGHT); }

static void kernel_edges(Kernels *kernels)
{
    run(kernels, "EdgesCS", (WIDTH + 15) / 16, (HEIGHT + 15) / 16, 1);
}

static double difference_of_edges(void) { return difference_of(WIDTH * HEIGHT); }

static void prepare_luma(Kernels *kernels)
{
    pixels = (uint8_t *)new_random_words(3 * COUNT / 4);
    prepare_results(kernels, COUNT);
    bind_buffer(kernels, "gPixels", pixels, 3 * COUNT / 4, 4);
    set_int(kernels, "gCount", COUNT);
}

PLAIN void find_luma(const uint8_t *restrict in, float *restrict out, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = 0.2126f * in[3 * i] + 0.7152f * in[3 * i + 1] + 0.0722f * in[3 * i + 2];
}

static void plain_luma(void) { find_luma(pixels, result, COUNT); }
static void kernel_luma(Kernels *kernels) { run(kernels, "LumaCS", COUNT / 64, 1, 1); }

/* ---- samples of 16 bits ---- */

static void prepare_samples(Kernels *kernels)
{
    samples = (uint16_t *)new_random_words(COUNT / 2);
    prepare_results(kernels, COUNT);
    bind_buffer(kernels, "gSamples", samples, COUNT / 2, 4);
    set_int(kernels, "gCount", COUNT);
}

PLAIN void widen(const uint16_t *restrict in, float *restrict out, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = (float)in[i] * SCALE;
}

static void plain_samples(void) { widen(samples, result, COUNT); }
static void kernel_samples(Kernels *kernels) { run(kernels, "SamplesCS", COUNT / 64, 1, 1); }

const Contest contests[] = {
    {"search in a text, a place a thread", prepare_search, plain_search, kernel_search, difference_of_search, 0},
    {"matrix of signed bytes times a vector", prepare_weights, plain_weights, kernel_weights, difference_of_weights, 1e-2},
    {"Sobel of a picture of bytes", prepare_edges, plain_edges, kernel_edges, difference_of_edges, 0},
    {"luma of pixels of three bytes", prepare_luma, plain_luma, kernel_luma, difference_of_count, 1e-3},
    {"samples of 16 bits", prepare_samples, plain_samples, kernel_samples, difference_of_count, 0},
    {"bytes by a table of bytes", prepare_table, plain_table, kernel_table, difference_of_count, 0},
    {0}};
