/* Sum, prefix sums, sorting and sharpening. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "models.h"
#include "sample.h"

static void write_words(const char *path, uint32_t *words, int count, uint32_t seed)
{
    for (int i = 0; i < count; i++)
        words[i] = (uint32_t)i * 2654435761u ^ seed;
    file_write(path, words, (size_t)count * 4);
}

/* ---- sum and prefix sums; the last group's share is incomplete ---- */

enum { SUMMED = 20001, SUM_GROUPS = 3, SCANNED = 30001, TILES = 8 };

static void check_reduce(const char *program, Setting setting, void *context)
{
    uint32_t got;
    const char *out = test_build_path("tests/reduce/sum.bin");
    sample_run(program, setting, "--in gValues=%s --size gSum=1 --out gSum=%s --dispatch %d,1,1", test_build_path("tests/reduce/values.bin"), out, SUM_GROUPS);
    bin_read(out, &got, sizeof got);
    sample_expect_words("sum", &got, context, 1);
}

SLOW_TEST(reduce_is_the_model_s)
{
    static uint32_t values[SUMMED];
    const char *program = sample_compile("reduce", "reduce", "--wave-size=all");
    write_words(test_build_path("tests/reduce/values.bin"), values, SUMMED, 11);
    uint32_t want = reduce_model(values, SUMMED);
    sample_at_all_settings(program, check_reduce, &want);
}

static void check_scan(const char *program, Setting setting, void *context)
{
    static uint32_t got[SCANNED];
    const char *out = test_build_path("tests/scan/sums.bin");
    sample_run(program, setting, "--in gValues=%s --size gSums=%d --size gTiles=%d --out gSums=%s --dispatch %d,1,1",
               test_build_path("tests/scan/values.bin"), SCANNED, TILES, out, TILES);
    bin_read(out, got, sizeof got);
    sample_expect_words("prefix sum", got, context, SCANNED);
}

SLOW_TEST(scan_is_the_model_s)
{
    static uint32_t values[SCANNED], want[SCANNED];
    const char *program = sample_compile("scan", "scan", "--wave-size=all");
    write_words(test_build_path("tests/scan/values.bin"), values, SCANNED, 12);
    scan_model(values, want, SCANNED);
    sample_at_all_settings(program, check_scan, want);
}

/* Large enough that loads are fetched ahead and stores go past the caches. */
enum { LARGE = 9 << 20 };

SLOW_TEST(scan_of_a_large_buffer_is_the_model_s)
{
    static const char *const TARGETS[] = {"--cc=clang", "--cc=gcc", "--cc=gcc --target=x86-64-v3", "--target=generic"};
    uint32_t *values = malloc(LARGE * 4), *want = malloc(LARGE * 4), *got = malloc(LARGE * 4);
    for (size_t i = 0; i < sizeof TARGETS / sizeof *TARGETS; i++) {
        const char *program = sample_compile("scan", "scan-large", TARGETS[i]);
        char kept[1024];
        snprintf(kept, sizeof kept, "%s", program);
        write_words(test_build_path("tests/scan-large/values.bin"), values, LARGE, 13);
        scan_model(values, want, LARGE);
        sample_run(kept, (Setting){i == 3 ? 16 : 32, 2}, "--in gValues=%s --size gSums=%d --size gTiles=%d --out gSums=%s --dispatch %d,1,1",
                   test_build_path("tests/scan-large/values.bin"), LARGE, LARGE / 4096, test_build_path("tests/scan-large/sums.bin"), LARGE / 4096);
        bin_read(test_build_path("tests/scan-large/sums.bin"), got, LARGE * 4);
        sample_expect_words("prefix sum", got, want, LARGE);
    }
    free(values), free(want), free(got);
}

/* ---- sorting ---- */

enum { RUN = 1024, KEYS = 3 * RUN };

static int by_value(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static void check_sort(const char *program, Setting setting, void *context)
{
    uint32_t got[KEYS];
    const char *out = test_build_path("tests/bitonic_sort/sorted.bin");
    sample_run(program, setting, "--in gKeys=%s --out gKeys=%s --dispatch 3,1,1", test_build_path("tests/bitonic_sort/keys.bin"), out);
    bin_read(out, got, sizeof got);
    sample_expect_words("key", got, context, KEYS);
}

SLOW_TEST(bitonic_sort_sorts_as_the_model_and_the_c_library_do)
{
    static uint32_t keys[KEYS], want[KEYS];
    const char *program = sample_compile("bitonic_sort", "bitonic_sort", "--wave-size=all");
    write_words(test_build_path("tests/bitonic_sort/keys.bin"), keys, KEYS, 14);
    memcpy(want, keys, sizeof want);
    bitonic_sort_model(want, KEYS, RUN);
    for (int i = 0; i < KEYS; i += RUN)
        qsort(keys + i, RUN, sizeof *keys, by_value);
    sample_expect_words("the model's key", want, keys, KEYS);
    sample_at_all_settings(program, check_sort, want);
}

/* ---- sharpening; no side is a multiple of the group's 8 ---- */

enum { WIDTH = 37, HEIGHT = 21 };

static void check_sharpen(const char *program, Setting setting, void *context)
{
    static float got[WIDTH * HEIGHT * 4];
    const char *out = test_build_path("tests/sharpen/out.npy");
    sample_run(program, setting, "--in gInput=%s --out gOutput=%s --set gAmount=0.75 --threads %d,%d,1", test_build_path("tests/sharpen/in.npy"), out, WIDTH, HEIGHT);
    npy_read(out, "f4", got, (Shape){3, {HEIGHT, WIDTH, 4}});
    sample_expect_floats("texel", got, context, WIDTH * HEIGHT * 4, 1e-5f);
}

SLOW_TEST(sharpen_is_the_model_s)
{
    static Pixel in[WIDTH * HEIGHT], want[WIDTH * HEIGHT];
    const char *program = sample_compile("sharpen", "sharpen", "--wave-size=all");
    sample_fill_noise(&in[0].red, WIDTH * HEIGHT * 4, 15);
    npy_write(test_build_path("tests/sharpen/in.npy"), "f4", in, (Shape){3, {HEIGHT, WIDTH, 4}});
    sharpen_model(in, want, WIDTH, HEIGHT, 0.75f);
    sample_at_all_settings(program, check_sharpen, &want[0].red);
}
