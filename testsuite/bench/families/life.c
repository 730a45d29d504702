/* Conway's game of life with 32 cells to a word, on a torus. */
#include "../bench.h"

enum { WORDS = SIZE(128, 16), ROWS = SIZE(16384, 64), COUNT = WORDS * ROWS };
static uint32_t *cells, *next, *result;

static inline uint32_t next_word(const uint32_t *a, const uint32_t *h, const uint32_t *b, int left, int x, int right)
{
    uint32_t aw = a[x] << 1 | a[left] >> 31, ae = a[x] >> 1 | a[right] << 31;
    uint32_t hw = h[x] << 1 | h[left] >> 31, he = h[x] >> 1 | h[right] << 31;
    uint32_t bw = b[x] << 1 | b[left] >> 31, be = b[x] >> 1 | b[right] << 31;
    uint32_t a1 = aw ^ a[x] ^ ae, a2 = (aw & a[x]) | ((aw ^ a[x]) & ae);
    uint32_t b1 = bw ^ b[x] ^ be, b2 = (bw & b[x]) | ((bw ^ b[x]) & be);
    uint32_t s1 = hw ^ he, s2 = hw & he;
    uint32_t ones = a1 ^ b1 ^ s1, carry = (a1 & b1) | ((a1 ^ b1) & s1);
    uint32_t twos = a2 ^ b2 ^ s2, fours = (a2 & b2) | ((a2 ^ b2) & s2);
    uint32_t two = twos ^ carry, four = fours | (twos & carry);
    return two & ~four & (ones | h[x]);
}

PLAIN void step(const uint32_t *restrict in, uint32_t *restrict out, int words, int rows)
{
    for (int y = 0; y < rows; y++) {
        const uint32_t *a = in + ((y + rows - 1) % rows) * words, *h = in + y * words, *b = in + (y + 1) % rows * words;
        uint32_t *to = out + y * words;
        to[0] = next_word(a, h, b, words - 1, 0, 1);
        for (int x = 1; x < words - 1; x++)
            to[x] = next_word(a, h, b, x - 1, x, x + 1);
        to[words - 1] = next_word(a, h, b, words - 2, words - 1, 0);
    }
}

static void prepare(Kernels *kernels)
{
    cells = new_random_words(COUNT);
    next = new_words(COUNT);
    result = new_words(COUNT);
    bind_buffer(kernels, "gCells", cells, COUNT, 4);
    bind_buffer(kernels, "gNext", result, COUNT, 4);
    set_int(kernels, "gWordsPerRow", WORDS);
    set_int(kernels, "gRows", ROWS);
}

static void plain(void) { step(cells, next, WORDS, ROWS); }
static void kernel(Kernels *kernels) { run(kernels, "StepCS", COUNT / 64, 1, 1); }
static double difference(void) { return words_that_differ(next, result, COUNT); }

const Contest contests[] = {{"bit-packed life 4096x16384", prepare, plain, kernel, difference, 0}, {0}};
