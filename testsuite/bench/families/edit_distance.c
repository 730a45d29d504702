/* How many edits turn one word into another. */
#include "../bench.h"

enum { COUNT = SIZE(1 << 13, 1 << 8), LONGEST = 24 };
static uint32_t *letters, *lengths, *distances, *result;

static uint32_t distance(const uint8_t *a, uint32_t a_length, const uint8_t *b, uint32_t b_length)
{
    uint32_t row[LONGEST + 1];
    for (uint32_t k = 0; k <= LONGEST; k++)
        row[k] = k;
    for (uint32_t i = 0; i < a_length; i++) {
        uint32_t corner = row[0];
        row[0] = i + 1;
        for (uint32_t j = 0; j < b_length; j++) {
            uint32_t above = row[j + 1], change = corner + (a[i] != b[j]), step = (above < row[j] ? above : row[j]) + 1;
            row[j + 1] = change < step ? change : step;
            corner = above;
        }
    }
    return row[b_length];
}

PLAIN void distances_of(const uint8_t *restrict text, const uint32_t *restrict length, uint32_t *restrict out, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = distance(text + 2 * i * LONGEST, length[2 * i], text + (2 * i + 1) * LONGEST, length[2 * i + 1]);
}

static void prepare(Kernels *kernels)
{
    uint32_t *random = new_random_words(COUNT * 2);
    letters = new_random_words(COUNT * 2 * LONGEST / 4);
    for (int i = 0; i < COUNT * 2 * LONGEST / 4; i++)
        letters[i] = (letters[i] >> 4 & 0x03030303) + 0x61616161;
    lengths = new_words(COUNT * 2);
    for (int i = 0; i < COUNT * 2; i++)
        lengths[i] = 12 + (random[i] >> 8) % (LONGEST - 11);
    distances = new_words(COUNT);
    result = new_words(COUNT);
    bind_buffer(kernels, "gLetters", letters, COUNT * 2 * LONGEST / 4, 4);
    bind_buffer(kernels, "gLengths", lengths, COUNT, 8);
    bind_buffer(kernels, "gDistances", result, COUNT, 4);
    set_int(kernels, "gCount", COUNT);
}

static void plain(void) { distances_of((uint8_t *)letters, lengths, distances, COUNT); }
static void kernel(Kernels *kernels) { run(kernels, "DistanceCS", COUNT / 64, 1, 1); }
static double difference(void) { return words_that_differ(distances, result, COUNT); }

const Contest contests[] = {{"edit distance of 2^13 pairs, local array", prepare, plain, kernel, difference, 0}, {0}};
