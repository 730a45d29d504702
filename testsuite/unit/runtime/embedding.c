/* wcc_rt.h from a C program. */
#include <math.h>

#include "kernels.h"

TEST(a_program_makes_writes_runs_and_reads)
{
    WccRuntime *runtime = wcc_new(&sample_module, 2);
    const uint32_t numbers[3] = { 10, 20, 30 };
    uint32_t counts[3];
    assert_int_equal(wcc_create(runtime, "gNumbers", 3, 1, 1), WCC_OK);
    assert_int_equal(wcc_create(runtime, "gCounts", 3, 1, 1), WCC_OK);
    assert_int_equal(wcc_write(runtime, "gNumbers", numbers, sizeof numbers), WCC_OK);
    assert_int_equal(wcc_dispatch(runtime, "CountCS", 3, 1, 1), WCC_OK);
    assert_int_equal(wcc_dispatch(runtime, "CountCS", 2, 1, 1), WCC_OK);
    assert_int_equal(wcc_read(runtime, "u2", counts, sizeof counts), WCC_OK);
    assert_memory_equal(counts, ((const uint32_t[]){ 22, 42, 31 }), sizeof counts);
    wcc_free(runtime);
}

TEST(memory_of_the_caller_is_used_in_place)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    _Alignas(64) uint32_t counts[32] = { 5 };
    assert_int_equal(wcc_bind(runtime, "gCounts", &(WccResource){ .data = counts, .width = 2, .stride = 4 }), WCC_OK);
    assert_int_equal(wcc_run(runtime, &(WccRun){ .entry = "CountCS", .groups = { 1, 2, 1 }, .order = "tile-y:2" }), WCC_OK);
    assert_int_equal(counts[0], 6);
    assert_int_equal(counts[1], 1);
    wcc_free(runtime);
}

TEST(data_is_aligned_and_readable_past_its_end)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    assert_int_equal(wcc_create(runtime, "gOutput", 3, 5, 1), WCC_OK);
    const WccResource *output = wcc_resource(runtime, "gOutput");
    assert_int_equal((uintptr_t)output->data % 64, 0);
    assert_int_equal(output->stride, 16);
    assert_true(output->row_pitch >= 48);
    const volatile uint8_t *end = (const uint8_t *)output->data + output->slice_pitch;
    for (int i = 0; i < 64; i++)
        assert_int_equal(end[i], 0);
    wcc_free(runtime);
}

TEST(a_samplers_state_is_bound_to_samplers_only)
{
    static const WccSampler usual = WCC_DEFAULT_SAMPLER;
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    assert_int_equal(wcc_bind_sampler(runtime, "gCounts", &usual), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), "gCounts: a RWBuffer<uint> is no sampler");
    assert_null(wcc_resource(runtime, "gCounts")->data);
    wcc_free(runtime);
}

TEST(what_fails_says_why)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    uint32_t word = 0;
    assert_int_equal(wcc_dispatch(runtime, "NothingCS", 1, 1, 1), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), "unknown entry point");
    assert_int_equal(wcc_dispatch(runtime, NULL, 1, 1, 1), WCC_BAD_INPUT);
    assert_string_equal(wcc_error(runtime), "say which entry point to run by its name: ScaleCS ItemsCS CountCS KeepCS SleepCS SpinCS VolumeCS BothCS AloneCS");
    assert_int_equal(wcc_create(runtime, "gCounts", 3, 3, 1), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), "no size of a RWBuffer<uint>");
    assert_int_equal(wcc_create(runtime, "gBytes", 6, 1, 1), WCC_BAD_INPUT);
    assert_int_equal(wcc_create(runtime, "gOutput", 65536, 65536, 1), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), "larger than 2^31 - 1 bytes");
    assert_int_equal(wcc_write(runtime, "gNumbers", &word, 4), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), "'gNumbers' has 0 bytes, not 4");
    assert_int_equal(wcc_load(runtime, "gNumbers", "u32(1"), WCC_BAD_INPUT);
    assert_int_equal(wcc_save(runtime, "gNumbers", "a.npy"), WCC_BAD_INPUT);
    assert_string_equal(wcc_error(runtime), "gNumbers to a.npy: nothing is bound");
    assert_int_equal(wcc_create(runtime, "gNumbers", 0, 1, 1), WCC_OK);
    assert_int_equal(wcc_save(runtime, "gNumbers", test_build_path("tests/no-numbers.csv")), WCC_OK);
    assert_int_equal(wcc_save(runtime, "gNumbers", "a.exr"), WCC_BAD_INPUT);
    assert_int_equal(wcc_bind(runtime, "gKept", &(WccResource){ .data = &word, .width = 1, .stride = 4 }), WCC_BAD_INPUT);
    assert_null(wcc_resource(runtime, "nothing"));
    wcc_free(runtime);
}

static float texel(const WccResource *texture, uint32_t level, uint32_t x, uint32_t y)
{
    const WccLevel *place = &texture->levels[level];
    const char *data = (const char *)texture->data + place->offset;
    return *(const float *)(data + y * place->row_pitch + x * texture->stride);
}

TEST(mip_levels_are_means_of_what_their_texels_cover)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    const float texels[3 * 5] = { 0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24 };
    assert_int_equal(wcc_make_mips(runtime, "gMaps[1]", 0), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), "mip levels of gMaps[1]: nothing is bound");
    assert_int_equal(wcc_create(runtime, "gMaps[1]", 5, 3, 1), WCC_OK);
    assert_int_equal(wcc_write(runtime, "gMaps[1]", texels, sizeof texels), WCC_OK);
    assert_int_equal(wcc_make_mips(runtime, "gMaps[1]", 0), WCC_OK);
    const WccResource *map = wcc_resource(runtime, "gMaps[1]");
    assert_int_equal(map->mips, 3);
    assert_true(texel(map, 0, 4, 2) == 24);
    /* All rows, 2 1/2 columns each: (0 + 1 + 2/2) / 2.5 = 0.8 and 3.2. */
    assert_true(fabsf(texel(map, 1, 0, 0) - 10.8f) < 1e-5f);
    assert_true(fabsf(texel(map, 1, 1, 0) - 13.2f) < 1e-5f);
    assert_true(fabsf(texel(map, 2, 0, 0) - 12) < 1e-5f);
    for (int i = 0; i < 3; i++)
        assert_int_equal(map->levels[i].offset % 64, 0);
    assert_int_equal(map->levels[0].row_pitch, map->row_pitch);
    assert_int_equal(wcc_make_mips(runtime, "gMaps[1]", 2), WCC_OK);
    assert_int_equal(wcc_resource(runtime, "gMaps[1]")->mips, 2);
    assert_int_equal(wcc_make_mips(runtime, "gMaps[1]", 4), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), "4 mip levels are more than the 3 of 5x3");
    assert_int_equal(wcc_make_mips(runtime, "gOutput", 2), WCC_BAD_INPUT);
    assert_int_equal(wcc_make_mips(runtime, "gNumbers", 2), WCC_BAD_INPUT);
    float back[15];
    assert_int_equal(wcc_read(runtime, "gMaps[1]", back, sizeof back), WCC_OK);
    assert_memory_equal(back, texels, sizeof texels);
    wcc_free(runtime);
}

TEST(a_module_of_another_interface_is_refused)
{
    WccModule module = sample_module;
    module.abi_version++;
    assert_null(wcc_new(&module, 1));
}

TEST(a_run_can_time_out)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    assert_int_equal(wcc_run(runtime, &(WccRun){ .entry = "SleepCS", .groups = { 50, 1, 1 }, .timeout_seconds = 0.01 }), WCC_TIMED_OUT);
    assert_contains(wcc_error(runtime), "SleepCS was stopped");
    wcc_free(runtime);
}
