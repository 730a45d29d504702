/* Differences of 11 bits, packed without gaps, decoded. */
#include <string.h>

#include "../bench.h"

enum { BLOCK = 128, BITS = 11, COUNT = SIZE(1 << 20, 1 << 11), WORDS = COUNT * BITS / 32 + 1 };
static uint32_t *stream;
static int32_t *numbers, *result;

PLAIN void decode(const uint8_t *restrict in, int32_t *restrict out, int count, int bits)
{
    int32_t sum = 0;
    for (int i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, in + (int64_t)i * bits / 8, sizeof word); /* 11 bits begin within its first byte */
        uint32_t code = word >> (i * bits & 7) & ((1u << bits) - 1);
        sum = (i % BLOCK ? sum : 0) + ((int32_t)(code >> 1) ^ -(int32_t)(code & 1));
        out[i] = sum;
    }
}

static void prepare(Kernels *kernels)
{
    stream = new_random_words(WORDS);
    numbers = new_memory(COUNT * 4);
    result = new_memory(COUNT * 4);
    bind_buffer(kernels, "gStream", stream, WORDS, 4);
    bind_buffer(kernels, "gNumbers", result, COUNT, 4);
    set_int(kernels, "gBits", BITS);
}

static void plain(void) { decode((uint8_t *)stream, numbers, COUNT, BITS); }
static void kernel(Kernels *kernels) { run(kernels, "DecodeCS", COUNT / BLOCK, 1, 1); }
static double difference(void) { return words_that_differ(numbers, result, COUNT); }

const Contest contests[] = {{"11-bit differences decoded, 2^20", prepare, plain, kernel, difference, 0}, {0}};
