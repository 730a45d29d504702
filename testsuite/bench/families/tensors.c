/* Tensors by threads that are counted in one dimension, against the loops that say where an element is. */
#include "../bench.h"

enum { COUNT = SIZE(344064, 10752) };
static float *first, *second, *scales, *shifts, *out, *result;
static uint32_t *rows;
static int columns, before, width, height;

static void prepare_for(Kernels *kernels, int new_columns, int new_before, int new_width, int new_height)
{
    columns = new_columns, before = new_before, width = new_width, height = new_height;
    first = new_noise(COUNT);
    second = new_noise(COUNT);
    scales = new_noise(COUNT);
    shifts = new_noise(COUNT);
    rows = new_random_words(COUNT);
    for (int i = 0; i < COUNT; i++)
        rows[i] %= (uint32_t)columns;
    out = new_floats(COUNT);
    result = new_floats(COUNT);
    bind_buffer(kernels, "gFirst", first, COUNT, 4);
    bind_buffer(kernels, "gSecond", second, COUNT, 4);
    bind_buffer(kernels, "gScales", scales, COUNT, 4);
    bind_buffer(kernels, "gShifts", shifts, COUNT, 4);
    bind_buffer(kernels, "gRows", rows, COUNT, 4);
    bind_buffer(kernels, "gOut", result, COUNT, 4);
    set_int(kernels, "gCount", COUNT);
    set_int(kernels, "gColumns", columns);
    set_int(kernels, "gBefore", before);
    set_int(kernels, "gWidth", width);
    set_int(kernels, "gHeight", height);
}

static void prepare_long(Kernels *kernels) { prepare_for(kernels, 96, 32, 128, 84); }
static void prepare_short(Kernels *kernels) { prepare_for(kernels, 24, 8, 56, 96); }
static void prepare_heads(Kernels *kernels) { prepare_for(kernels, 96, 32, 64, 96); }

PLAIN void concat(const float *restrict a, const float *restrict b, float *restrict to, int count, int before, int behind)
{
    for (int row = 0; row < count; row++) {
        for (int i = 0; i < before; i++)
            *to++ = a[row * before + i];
        for (int i = 0; i < behind; i++)
            *to++ = b[row * behind + i];
    }
}

PLAIN void shuffle(const float *restrict from, float *restrict to, int channels, int rows, int columns)
{
    for (int channel = 0; channel < channels; channel++)
        for (int y = 0; y < rows; y++)
            for (int below = 0; below < 2; below++)
                for (int x = 0; x < columns; x++)
                    for (int right = 0; right < 2; right++)
                        *to++ = from[((channel * 4 + below * 2 + right) * rows + y) * columns + x];
}

PLAIN void nearest(const float *restrict from, float *restrict to, int channels, int rows, int columns)
{
    for (int channel = 0; channel < channels; channel++)
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++)
                *to++ = from[(channel * (rows / 2) + y / 2) * (columns / 2) + x / 2];
}

PLAIN void one_hot(const uint32_t *restrict which, float *restrict to, int count, int columns)
{
    for (int row = 0; row < count; row++)
        for (int i = 0; i < columns; i++)
            *to++ = which[row] == (uint32_t)i ? 1.0f : 0.0f;
}

PLAIN void embed(const float *restrict from, const uint32_t *restrict which, float *restrict to, int count, int columns)
{
    for (int row = 0; row < count; row++)
        for (int i = 0; i < columns; i++)
            *to++ = from[which[row] * (uint32_t)columns + i];
}

PLAIN void norm(const float *restrict from, const float *restrict of_row, const float *restrict by, const float *restrict more,
                float *restrict to, int count, int columns)
{
    for (int row = 0; row < count; row++)
        for (int i = 0; i < columns; i++)
            *to++ = (*from++ - of_row[2 * row]) * of_row[2 * row + 1] * by[i] + more[i];
}

PLAIN void rotary(const float *restrict from, const float *restrict cosines, const float *restrict sines, float *restrict to,
                  int count, int positions, int columns)
{
    int middle = columns / 2;
    for (int row = 0; row < count; row++, from += columns, to += columns)
        for (int i = 0; i < middle; i++) {
            float a = from[i], b = from[i + middle], c = cosines[row % positions * middle + i], s = sines[row % positions * middle + i];
            to[i] = a * c - b * s;
            to[i + middle] = b * c + a * s;
        }
}

#define CONTEST(name, entry, call)                                                                               \
    static void plain_##name(void) { call; }                                                                     \
    static void kernel_##name(Kernels *kernels) { run(kernels, entry, COUNT / 256, 1, 1); }
CONTEST(concat, "ConcatCS", concat(first, second, out, COUNT / columns, before, columns - before))
CONTEST(shuffle, "ShuffleCS", shuffle(first, out, COUNT / width / height, height / 2, width / 2))
CONTEST(nearest, "NearestCS", nearest(first, out, COUNT / width / height, height, width))
CONTEST(one_hot, "OneHotCS", one_hot(rows, out, COUNT / columns, columns))
CONTEST(embed, "EmbedCS", embed(first, rows, out, COUNT / columns, columns))
CONTEST(norm, "NormCS", norm(first, second, scales, shifts, out, COUNT / columns, columns))
CONTEST(rotary, "RotaryCS", rotary(first, scales, shifts, out, COUNT / width, height, width))

static double difference(void) { return largest_difference(out, result, COUNT); }

const Contest contests[] = {
    {"rows of 32 and 64 joined", prepare_long, plain_concat, kernel_concat, difference, 0},
    {"rows of 8 and 16 joined", prepare_short, plain_concat, kernel_concat, difference, 0},
    {"blocks of 2x2 channels to rows of 128 pixels", prepare_long, plain_shuffle, kernel_shuffle, difference, 0},
    {"blocks of 2x2 channels to rows of 56 pixels", prepare_short, plain_shuffle, kernel_shuffle, difference, 0},
    {"nearest neighbours, twice as wide and high", prepare_long, plain_nearest, kernel_nearest, difference, 0},
    {"one-hot rows of 96", prepare_long, plain_one_hot, kernel_one_hot, difference, 0},
    {"one-hot rows of 24", prepare_short, plain_one_hot, kernel_one_hot, difference, 0},
    {"rows of 96 gathered", prepare_long, plain_embed, kernel_embed, difference, 0},
    {"rows of 96 normalised", prepare_long, plain_norm, kernel_norm, difference, 1e-5},
    {"rows of 24 normalised", prepare_short, plain_norm, kernel_norm, difference, 1e-5},
    {"halves of rows of 64 turned by angles", prepare_heads, plain_rotary, kernel_rotary, difference, 1e-5},
    {0}};
