/* Kernels in files: what is written is read back, and what a file's head says holds. */
#include <stdio.h>

#include "files.h"
#include "fuzz.h"
#include "test.h"

static FuzzFile read_back(Arena *arena, const char *path)
{
    FuzzFile file;
    const char *error = NULL;
    if (!fuzz_read(arena, path, &file, &error))
        fail_msg("%s", error);
    return file;
}

static bool same_row(const FuzzRow *left, const FuzzRow *right)
{
    return left->width == right->width && left->height == right->height &&
           left->depth == right->depth && left->stride == right->stride &&
           left->bytes == right->bytes && left->scalar == right->scalar &&
           left->is_bound == right->is_bound && left->row_pitch == right->row_pitch &&
           left->slice_pitch == right->slice_pitch;
}

TEST(a_written_kernel_is_read_back_with_all_it_runs_on)
{
    Arena *arena = arena_new("test");
    const char *path = arena_printf(arena, "%s/written.ir", test_folder("fuzz-files"));
    for (uint32_t seed = 0; seed < 40; seed++) {
        const FuzzKernel *wanted = fuzz_generate(arena, seed, 20);
        const char *text = fuzz_kernel_text(arena, wanted->kernel);
        assert_true(fuzz_write(path, wanted, "; Why it is kept.\n", text));
        FuzzFile file = read_back(arena, path);
        assert_int_equal(file.kernel_count, 1);
        const FuzzKernel *got = file.kernels[0];
        assert_string_equal(fuzz_kernel_text(arena, got->kernel), text);
        assert_memory_equal(got->groups, wanted->groups, sizeof got->groups);
        assert_int_equal(got->seed, seed);
        assert_int_equal(got->optimisation, wanted->optimisation);
        assert_int_equal(got->row_count, wanted->row_count);
        for (int i = 0; i < got->row_count; i++)
            assert_true(same_row(&got->rows[i], &wanted->rows[i]));
    }
    arena_drop(arena);
}

TEST(hlsl_becomes_a_kernel_for_each_wave_size)
{
    static const char TEXT[] =
        "// groups: 3 1 1\n// entry: Fill\nRWBuffer<uint> Out;\n"
        "[numthreads(48, 1, 1)] void Fill(uint i : SV_DispatchThreadID)\n"
        "{ Out[i] = i + WaveGetLaneCount(); }\n";
    Arena *arena = arena_new("test");
    const char *path = arena_printf(arena, "%s/fill.hlsl", test_folder("fuzz-files"));
    file_write(path, TEXT, sizeof TEXT - 1);
    FuzzFile file = read_back(arena, path);
    assert_int_equal(file.kernel_count, 6);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(file.kernels[i]->kernel->wave_size, 4 << i);
        assert_int_equal(file.kernels[i]->kernel->wave_count, (48 + (4 << i) - 1) / (4 << i));
        assert_int_equal(file.kernels[i]->groups[0], 3);
    }
    arena_drop(arena);
}

TEST(kernels_of_hlsl_may_be_warned_of_and_have_samplers)
{
    static const char TEXT[] =
        "// wave sizes: 4 8\ngroupshared uint s[64];\nTexture2D<float4> Image;\nSamplerState Any;\nRWStructuredBuffer<float4> Out;\n"
        "[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex)\n"
        "{ s[i / 2] = i; Out[i] = Image.SampleLevel(Any, float2(i, 3) / 64, 0); }\n";
    Arena *arena = arena_new("test");
    const char *path = arena_printf(arena, "%s/warned.hlsl", test_folder("fuzz-files")), *why = NULL;
    file_write(path, TEXT, sizeof TEXT - 1);
    FuzzMemory *expected = fuzz_memory_new(), *actual = fuzz_memory_new();
    FuzzFile file = read_back(arena, path);
    for (int i = 0; i < file.kernel_count; i++)
        if (fuzz_run_passes(arena, file.kernels[i], expected, actual, &why) != FUZZ_SAME)
            fail_msg("%s", why);
    fuzz_memory_drop(expected);
    fuzz_memory_drop(actual);
    arena_drop(arena);
}

TEST(a_file_that_is_no_kernel_is_refused_with_the_reason)
{
    Arena *arena = arena_new("test");
    FuzzFile file;
    const char *error = NULL,
               *path = arena_printf(arena, "%s/broken.hlsl", test_folder("fuzz-files"));
    file_write(path, "[numthreads(1, 1, 1)] void main() { x = 1; }\n", 45);
    assert_false(fuzz_read(arena, path, &file, &error));
    assert_non_null(strstr(error, "'x'"));
    assert_false(fuzz_read(arena, "testsuite/fuzz/found/there-is-none.ir", &file, &error));
    assert_string_equal(error, "cannot be read");
    arena_drop(arena);
}

TEST(a_row_of_an_unknown_type_is_refused)
{
    static const char TEXT[] = "// row 0: u32 40\nRWStructuredBuffer<uint> Out : register(u0);\n"
                               "[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { Out[i] = i; }\n";
    Arena *arena = arena_new("test");
    FuzzFile file;
    const char *error = NULL, *path = arena_printf(arena, "%s/unknown.hlsl", test_folder("fuzz-files"));
    file_write(path, TEXT, sizeof TEXT - 1);
    assert_false(fuzz_read(arena, path, &file, &error));
    assert_string_equal(error, "the line of row 0 begins with no type");
    arena_drop(arena);
}

TEST(rows_of_resources_that_a_kernel_does_not_touch_are_empty)
{
    static const char TEXT[] =
        "// wave sizes: 4\nStructuredBuffer<uint> Untouched : register(t0);\n"
        "StructuredBuffer<uint> Source : register(t1);\nRWStructuredBuffer<uint> Out : register(u0);\n"
        "[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = Source[i]; }\n";
    Arena *arena = arena_new("test");
    const char *path = arena_printf(arena, "%s/untouched.hlsl", test_folder("fuzz-files")), *error;
    file_write(path, TEXT, sizeof TEXT - 1);
    FuzzFile file = read_back(arena, path);
    FuzzMemory *memory = fuzz_memory_new();
    const FuzzKernel *fuzz = file.kernels[0];
    assert_int_equal(fuzz->row_count, 3);
    assert_int_equal(fuzz->rows[0].bytes, 0);
    assert_true(fuzz_memory_evaluate(memory, arena, fuzz, fuzz->kernel, &error));
    fuzz_memory_drop(memory);
    arena_drop(arena);
}
