/* Tile minimum and maximum by SV_GroupWaveIndex: the same words at every wave size. */
#include <stdlib.h>
#include <string.h>

#include "models.h"
#include "process.h"
#include "sample.h"

enum { WIDTH = 96, HEIGHT = 64, TILE = 16, TILES = (WIDTH / TILE) * (HEIGHT / TILE), SMALL_TILES = (WIDTH / 8) * (HEIGHT / 8) };

typedef struct TileCase {
    const char *folder;
    int tile;
    uint32_t want[SMALL_TILES];
} TileCase;

static void check_tiles(const char *program, Setting setting, void *context)
{
    const TileCase *test = context;
    int columns = WIDTH / test->tile, rows = HEIGHT / test->tile;
    uint32_t got[SMALL_TILES];
    const char *out = test_build_path("tests/%s/tiles.npy", test->folder);
    sample_run(program, setting, "--in Depth=%s --size TileMinMaxDepthUAV=%dx%d --out TileMinMaxDepthUAV=%s --dispatch %d,%d,1",
               test_build_path("tests/%s/depth.npy", test->folder), columns, rows, out, columns, rows);
    npy_read(out, "u4", got, (Shape){2, {(size_t)rows, (size_t)columns}});
    sample_expect_words("tile", got, test->want, (size_t)(columns * rows));
}

static void run_case(TileCase *test, const char *options)
{
    static float depth[WIDTH * HEIGHT];
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        depth[i] = (float)(int)(sample_noise(i) * 1024) / 1024;
    const char *program = sample_compile("tile_minmax", test->folder, options);
    npy_write(test_build_path("tests/%s/depth.npy", test->folder), "f4", depth, (Shape){2, {HEIGHT, WIDTH}});
    tile_minmax_model(depth, test->want, WIDTH, HEIGHT, test->tile);
    sample_at_all_settings(program, check_tiles, test);
}

SLOW_TEST(tile_minmax_is_the_same_at_every_wave_size)
{
    TileCase test = {.folder = "tile_minmax", .tile = TILE};
    run_case(&test, "--wave-size=all");
}

/* Groups of 64 threads: at wave size 64 there is one wave, at 128 half of one. */
SLOW_TEST(tile_minmax_works_with_one_wave_in_the_group)
{
    TileCase test = {.folder = "tile_minmax-small", .tile = 8};
    run_case(&test, "-D TILE_SIZE=8 --wave-size=all");
}

static void expect_in_ir(const char *wave_size, const char *text, bool present)
{
    Process process = PROCESS_RUN(test_build_path("wavecc"), "samples/tile_minmax/tile_minmax.hlsl", "-D", "TILE_SIZE=8", wave_size, "--emit=ir");
    process_expect(&process, 0, "wavecc --emit=ir");
    assert_int_equal(strstr(process.out, text) != NULL, present);
    process_free(&process);
}

TEST(groupshared_memory_and_barrier_disappear_when_there_is_one_wave)
{
    expect_in_ir("--wave-size=32", "shared $g_minZ", true);
    expect_in_ir("--wave-size=64", "shared $g_minZ", false);
    expect_in_ir("--wave-size=64", "barrier", false);
}
