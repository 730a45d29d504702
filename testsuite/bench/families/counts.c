/* Levels of a picture counted in groups of 16 x 16. */
#include <string.h>

#include "../bench.h"

enum { WIDTH = SIZE(1000, 40), HEIGHT = SIZE(700, 40), TEXELS = WIDTH * HEIGHT, LEVELS = 256 };
static uint32_t *levels, *counts, *result;

PLAIN void count(const uint32_t *restrict in, uint32_t *restrict out, int texels)
{
    for (int i = 0; i < texels; i++)
        out[in[i]]++;
}

static void prepare(Kernels *kernels)
{
    uint32_t size[2] = {WIDTH, HEIGHT};
    levels = new_random_words(TEXELS);
    counts = new_words(LEVELS);
    result = new_words(LEVELS);
    for (int i = 0; i < TEXELS; i++)
        levels[i] = (levels[i] & 255) * (levels[i] & 255) >> 8;
    bind_buffer(kernels, "gLevels", levels, TEXELS, 4);
    bind_buffer(kernels, "gCounts", result, LEVELS, 4);
    set(kernels, "gSize", size, sizeof size);
}

static void plain(void)
{
    memset(counts, 0, LEVELS * sizeof *counts);
    count(levels, counts, TEXELS);
}

static void kernel(Kernels *kernels)
{
    memset(result, 0, LEVELS * sizeof *result);
    run(kernels, "CountCS", (WIDTH + 15) / 16, (HEIGHT + 15) / 16, 1);
}

static double difference(void) { return memcmp(counts, result, LEVELS * sizeof *counts) != 0; }

const Contest contests[] = {{"levels of 1000x700 counted by tiles", prepare, plain, kernel, difference, 0}, {0}};
