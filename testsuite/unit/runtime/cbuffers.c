/* cbuffer members set by name. */
#include <stdlib.h>

#include "kernels.h"

/* cbScale after these settings, as a kernel sees it. */
static void check_cbuffer(const char *const *settings, const float wanted[12])
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    for (size_t i = 0; settings[i]; i += 2)
        if (wcc_set(runtime, settings[i], settings[i + 1]))
            fail_msg("%s", wcc_error(runtime));
    const WccResource *cbuffer = wcc_resource(runtime, "b0");
    assert_int_equal(cbuffer->width, 96); /* 84 rounded up to 16 */
    for (int i = 0; i < 10; i++)
        assert_true(((const float *)cbuffer->data)[i] == wanted[i]);
    wcc_free(runtime);
}

static void check_refused(const char *member, const char *values, const char *error)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    assert_int_equal(wcc_set(runtime, member, values), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), error);
    wcc_free(runtime);
}

TEST(members_have_their_default_values)
{
    check_cbuffer((const char *const[]){ NULL }, (const float[12]){ 1, 0, 0, 0 });
}

TEST(a_vector_takes_its_components)
{
    check_cbuffer((const char *const[]){ "gain", "2", "bias", "1,-0.5, 3e2", NULL }, (const float[12]){ 2, 1, -0.5f, 300 });
}

TEST(a_matrix_takes_its_rows_and_lies_as_its_strides_say)
{
    /* column major: columns are 16 bytes apart */
    check_cbuffer((const char *const[]){ "m", "1,2,3,4", NULL }, (const float[12]){ 1, 0, 0, 0, 1, 3, 0, 0, 2, 4 });
}

TEST(a_member_goes_by_its_buffer_too)
{
    check_cbuffer((const char *const[]){ "cbScale.gain", "3", NULL }, (const float[12]){ 3 });
}

TEST(an_array_is_set_whole_or_by_element)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    const int32_t *words = wcc_resource(runtime, "cbScale")->data;
    assert_int_equal(wcc_set(runtime, "steps", "1,2,3"), WCC_OK);
    assert_int_equal(wcc_set(runtime, "cbScale.steps[1]", "-7"), WCC_OK);
    assert_int_equal(words[12], 1);
    assert_int_equal(words[16], -7);
    assert_int_equal(words[20], 3);
    wcc_free(runtime);
}

TEST(a_cbuffer_takes_the_numbers_of_one_struct)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    static const char *const too_many[] = {"f32(0..21)", "f32(0..923)"};
    assert_int_equal(wcc_load(runtime, "cbScale", "f32(0..10)"), WCC_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wcc_load(runtime, "cbScale", too_many[i]), WCC_BAD_INPUT);
        assert_contains(wcc_error(runtime), "numbers, more than the 11 of a cbuffer");
    }
    wcc_free(runtime);
}

TEST(a_cbuffer_is_one_element_in_print_and_files)
{
    Outcome outcome =
        run_command("-e ScaleCS --size gOutput=1x1 --in cbScale=f32(1..11) --print cbScale");
    assert_string_equal(outcome.out, "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)\n");
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    const char *path = test_path("cbuffer.csv");
    assert_int_equal(wcc_load(runtime, "cbScale", "f32(1..11)"), WCC_OK);
    assert_int_equal(wcc_save(runtime, "cbScale", path), WCC_OK);
    char *text = file_read(path, NULL);
    assert_string_equal(text, "1,2,3,4,5,6,7,8,9,10,11\n");
    free(text);
    wcc_free(runtime);
}

TEST(settings_that_do_not_fit_are_explained)
{
    check_refused("bias", "1,2", "bias (float3) takes 3 values, not 2");
    check_refused("gain", "1,2", "gain (float) takes 1 value, not 2");
    check_refused("steps", "1,2", "steps (int[3]) takes 3 values, not 2");
    check_refused("steps", "1,2,2.5", "2.5 does not fit i32");
    check_refused("gain", "fast", "'fast' is no number");
    check_refused("gain", "", "a value is missing");
    check_refused("gian", "1", "unknown cbuffer member 'gian'; did you mean 'gain'?");
    check_refused("steps[3]", "1", "unknown cbuffer member 'steps[3]': the type of steps is int[3]");
    check_refused("gain[0]", "1", "unknown cbuffer member 'gain[0]': the type of gain is float");
    check_refused("cbScale.bias.q", "1", "unknown cbuffer member 'cbScale.bias.q': the type of bias is float3");
    check_refused("steps[", "1", "unknown cbuffer member");
    check_refused("gInput.gain", "1", "unknown cbuffer member");
}
