/* samples/scan: prefix sums in one pass; groups wait for those before them. */
#include <string.h>

#include "../bench.h"
#include "../../samples/models.h"

enum { COUNT = SIZE(1 << 24, 1 << 14), GROUP = 256 * 16, TILES = COUNT / GROUP, TILE_WORDS = 3 };
static uint32_t *words, *sums, *result, *tiles;

static void prepare(Kernels *kernels)
{
    words = new_random_words(COUNT);
    sums = new_words(COUNT);
    result = new_words(COUNT);
    tiles = new_words(TILES * TILE_WORDS);
    bind_buffer(kernels, "gValues", words, COUNT, 4);
    bind_buffer(kernels, "gSums", result, COUNT, 4);
    bind_buffer(kernels, "gTiles", tiles, TILES, TILE_WORDS * 4);
}

static void plain(void) { scan_model(words, sums, COUNT); }

static void kernel(Kernels *kernels)
{
    memset(tiles, 0, TILES * TILE_WORDS * 4);
    run(kernels, "ScanCS", TILES, 1, 1);
}

static double difference(void) { return words_that_differ(sums, result, COUNT); }

const Contest contests[] = {{"prefix sums of 2^24 words", prepare, plain, kernel, difference, 0}, {0}};
