/* <wavecc/thread_group_tiling.hlsli> on random grids: each group exactly once, in the order that nested loops
 * over tiles and a sort by interleaved bits give. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "process.h"
#include "sample.h"

enum { GRIDS = 300, MOST_GROUPS = 41 * 41, WIDTH = (MOST_GROUPS + 63) / 64 * 64 };

typedef struct Grid {
    uint32_t width, height, tile;
} Grid;

typedef void Sequence(Grid grid, uint32_t *places);

static void sequence_tile_x(Grid grid, uint32_t *places)
{
    for (uint32_t first = 0; first < grid.width; first += grid.tile)
        for (uint32_t y = 0; y < grid.height; y++)
            for (uint32_t x = first; x < grid.width && x < first + grid.tile; x++)
                *places++ = y * grid.width + x;
}

static void sequence_tile_y(Grid grid, uint32_t *places)
{
    for (uint32_t first = 0; first < grid.height; first += grid.tile)
        for (uint32_t x = 0; x < grid.width; x++)
            for (uint32_t y = first; y < grid.height && y < first + grid.tile; y++)
                *places++ = y * grid.width + x;
}

typedef struct Keyed {
    uint64_t key;
    uint32_t place;
} Keyed;

static int compare_keys(const void *left, const void *right)
{
    uint64_t a = ((const Keyed *)left)->key, b = ((const Keyed *)right)->key;
    return (a > b) - (a < b);
}

static void sequence_morton(Grid grid, uint32_t *places)
{
    static Keyed sorted[MOST_GROUPS];
    uint32_t count = grid.width * grid.height;
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = (Keyed){0, i};
        for (int bit = 0; bit < 16; bit++)
            sorted[i].key |= (uint64_t)(i % grid.width >> bit & 1) << 2 * bit |
                             (uint64_t)(i / grid.width >> bit & 1) << (2 * bit + 1);
    }
    qsort(sorted, count, sizeof *sorted, compare_keys);
    for (uint32_t i = 0; i < count; i++)
        places[i] = sorted[i].place;
}

static void check_sequences(const char *name, const Grid *grids, Sequence *sequence)
{
    static uint32_t got[GRIDS * WIDTH], want[MOST_GROUPS];
    char what[120];
    npy_read(test_build_path("tests/tiling/%s.npy", name), "u4", got, (Shape){2, {GRIDS, WIDTH}});
    for (int i = 0; i < GRIDS; i++) {
        sequence(grids[i], want);
        snprintf(what, sizeof what, "%s of %u x %u, tile %u", name, grids[i].width, grids[i].height, grids[i].tile);
        sample_expect_words(what, got + (size_t)i * WIDTH, want, (size_t)grids[i].width * grids[i].height);
    }
}

/* The first ones by hand: one group, rows, columns, tiles that divide, tiles beyond the grid. */
static void make_grids(Grid grids[GRIDS])
{
    static const Grid first[] = {{1, 1, 1}, {41, 1, 16}, {1, 41, 16}, {32, 32, 16}, {33, 31, 16}, {5, 2, 2}, {7, 7, 4000000000u}, {41, 41, 40}};
    memcpy(grids, first, sizeof first);
    for (uint32_t i = sizeof first / sizeof *first; i < GRIDS; i++)
        grids[i] = (Grid){1 + (uint32_t)(sample_noise(3 * i) * 40.99f), 1 + (uint32_t)(sample_noise(3 * i + 1) * 40.99f),
                          1 + (uint32_t)(sample_noise(3 * i + 2) * 20)};
}

static const char *compile(void)
{
    static char program[1024];
    test_folder("tiling");
    snprintf(program, sizeof program, "%s", test_build_path("tests/tiling/tiling"));
    Process process = PROCESS_RUN(test_build_path("wavecc"), "testsuite/samples/thread_group_tiling.hlsl", "--wave-size=4,32", "-o", program);
    process_expect(&process, 0, "wavecc");
    process_free(&process);
    return program;
}

TEST(included_thread_group_tiles_have_each_group_of_any_grid_once)
{
    static Grid grids[GRIDS];
    const char *program = compile();
    make_grids(grids);
    file_write(test_build_path("tests/tiling/grids.bin"), grids, sizeof grids);
    for (int wave_size = 4; wave_size <= 32; wave_size *= 8) {
        sample_run(program, (Setting){wave_size, 2},
                   "-e PlacesCS --in gGrids=%s --size gTileX=%dx%d --size gTileY=%dx%d --size gMorton=%dx%d --dispatch %d,%d,1 "
                   "--out gTileX=%s --out gTileY=%s --out gMorton=%s",
                   test_build_path("tests/tiling/grids.bin"), WIDTH, GRIDS, WIDTH, GRIDS, WIDTH, GRIDS, WIDTH / 64, GRIDS,
                   test_build_path("tests/tiling/tile-x.npy"), test_build_path("tests/tiling/tile-y.npy"), test_build_path("tests/tiling/morton.npy"));
        check_sequences("tile-x", grids, sequence_tile_x);
        check_sequences("tile-y", grids, sequence_tile_y);
        check_sequences("morton", grids, sequence_morton);
    }
}

TEST(included_thread_group_tiles_of_the_largest_grid_do_not_wrap)
{
    static uint32_t got[10];
    const char *program = compile(), *out = test_build_path("tests/tiling/last.bin");
    sample_run(program, (Setting){32, 1}, "-e LastCS --size gLast=5 --dispatch 1,1,1 --out gLast=%s", out);
    bin_read(out, got, sizeof got);
    for (int i = 0; i < 10; i++)
        assert_int_equal(got[i], 65534);
}
