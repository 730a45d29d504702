/* Radiance's .hdr and .pfm: files written out byte by byte, and what is written. */
#include <math.h>
#include <stdlib.h>

#include "files/files.h"
#include "kernels.h"

#define BYTES_OF(text) ((Bytes){ (uint8_t *)(text), sizeof(text) - 1 })
#define HEAD "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n"

typedef bool Read(Report *report, Bytes bytes, const char *option, Array *array);
typedef bool Write(Report *report, const Array *array, const Layout *layout, const char *option, Text *out);

static void check_read(Read *read, Bytes bytes, size_t height, size_t width, size_t channels, const float *wanted)
{
    Report report = { 0 };
    Array array = { 0 };
    if (!read(&report, bytes, "", &array))
        fail_msg("%s", report.error);
    assert_int_equal(array.number, NUMBER_F32);
    assert_int_equal(array.dims[0], height);
    assert_int_equal(array.dims[1], width);
    assert_int_equal(array.dims[2], channels);
    assert_memory_equal(array.data, wanted, array.bytes);
    host_free_array(&array);
}

static void check_refused(Read *read, Bytes bytes, const char *error)
{
    Report report = { 0 };
    Array array = { 0 };
    assert_false(read(&report, bytes, "", &array));
    assert_contains(report.error, error);
    assert_null(array.data);
}

/* The file, and the warnings of writing it. */
static Text write_picture(Write *write, size_t height, size_t width, size_t components, const float *values, char said[300])
{
    Report report = { .program = "test", .messages = fmemopen(said, 300, "w") };
    Array array = { 0 };
    Text file = { 0 };
    assert_true(host_new_array(&report, &array, NUMBER_F32, MEANING_PICTURE, 3, (const size_t[]){ height, width, components }));
    memcpy(array.data, values, array.bytes);
    if (!write(&report, &array, NULL, "", &file))
        fail_msg("%s", report.error);
    fclose(report.messages);
    host_free_array(&array);
    return file;
}

static void check_file(Text file, Bytes wanted)
{
    assert_int_equal(file.length, wanted.count);
    assert_memory_equal(file.text, wanted.data, wanted.count);
    free(file.text);
}

/* ---- .hdr ---- */

/* m * 2^(e - 136): e 129 makes 128 a 1. */
TEST(flat_pixels_have_mantissas_and_one_exponent)
{
    check_read(host_read_hdr, BYTES_OF(HEAD "-Y 1 +X 3\n\x80\x40\x01\x81\xff\x00\x80\x88\x01\x02\x03\x00"), 1, 3, 3,
               (const float[]){ 1, 0.5f, 0.0078125f, 255, 0, 128, 0, 0, 0 });
}

TEST(old_runs_repeat_the_last_pixel)
{
    check_read(host_read_hdr, BYTES_OF(HEAD "-Y 1 +X 4\n\x80\x00\x40\x81\x01\x01\x01\x02\x00\x80\x00\x82"), 1, 4, 3,
               (const float[]){ 1, 0, 0.5f, 1, 0, 0.5f, 1, 0, 0.5f, 0, 2, 0 });
    static uint8_t file[sizeof HEAD + 64] = HEAD "-Y 1 +X 259\n\x80\x80\x80\x81\x01\x01\x01\x02\x01\x01\x01\x01";
    Report report = { 0 };
    Array array = { 0 };
    assert_true(host_read_hdr(&report, (Bytes){ file, strlen((char *)file) }, "", &array));
    for (size_t i = 0; i < 259 * 3; i++)
        assert_true(((const float *)array.data)[i] == 1);
    host_free_array(&array);
}

/* 8 wide: a run of 8; 3 literals and a run of 5; runs of 4 and 4; a run. */
TEST(new_runs_are_of_one_plane_after_the_other)
{
    check_read(host_read_hdr, BYTES_OF(HEAD "-Y 1 +X 8\n\x02\x02\x00\x08\x88\x80" "\x03\x00\x40\x80\x85\x20" "\x84\x01\x84\x02" "\x88\x81"), 1, 8, 3,
               (const float[]){ 1, 0, 1 / 128.f, 1, 0.5f, 1 / 128.f, 1, 1, 1 / 128.f, 1, 0.25f, 1 / 128.f,
                                1, 0.25f, 2 / 128.f, 1, 0.25f, 2 / 128.f, 1, 0.25f, 2 / 128.f, 1, 0.25f, 2 / 128.f });
}

/* Pixels a b c / d e f as they come, in a picture that is 3 x 2 or, where X is first, 2 x 3. */
TEST(scanlines_lie_in_any_of_eight_ways)
{
    static const struct { const char *size; size_t height, width; const char *wanted; } cases[] = {
        { "-Y 2 +X 3", 2, 3, "abcdef" }, { "-Y 2 -X 3", 2, 3, "cbafed" }, { "+Y 2 +X 3", 2, 3, "defabc" }, { "+Y 2 -X 3", 2, 3, "fedcba" },
        { "+X 2 -Y 3", 3, 2, "adbecf" }, { "+X 2 +Y 3", 3, 2, "cfbead" }, { "-X 2 -Y 3", 3, 2, "daebfc" }, { "-X 2 +Y 3", 3, 2, "fcebda" },
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        Text file = { 0 };
        Report report = { 0 };
        Array array = { 0 };
        host_text_printf(&file, HEAD "%s\n", cases[i].size);
        for (uint8_t k = 0; k < 6; k++)
            host_text_add(&file, (const uint8_t[]){ (uint8_t)('a' + k), 0, 0, 136 }, 4);
        if (!host_read_hdr(&report, (Bytes){ (uint8_t *)file.text, file.length }, "", &array))
            fail_msg("%s", report.error);
        assert_int_equal(array.dims[0], cases[i].height);
        assert_int_equal(array.dims[1], cases[i].width);
        for (size_t k = 0; k < 6; k++)
            assert_int_equal(((const float *)array.data)[k * 3], cases[i].wanted[k]);
        host_free_array(&array);
        free(file.text);
    }
}

TEST(an_exposure_is_noted_and_not_applied)
{
    char said[300] = "";
    Report report = { .program = "test", .messages = fmemopen(said, sizeof said, "w") };
    Array array = { 0 };
    assert_true(host_read_hdr(&report, BYTES_OF("#?RGBE\nEXPOSURE=2\n# words\nEXPOSURE= 0.25\n\n-Y 1 +X 1\n\x80\x80\x80\x81"), "", &array));
    assert_true(((const float *)array.data)[0] == 1);
    fclose(report.messages);
    assert_string_equal(said, "test: warning: the .hdr says EXPOSURE=0.5; its numbers are read as they are\n");
    host_free_array(&array);
}

TEST(damaged_hdr_files_are_errors)
{
    static const struct { Bytes bytes; const char *error; } cases[] = {
        { BYTES_OF("RADIANCE\n\n-Y 1 +X 1\n1234"), "no .hdr file" },
        { BYTES_OF("#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\n1234"), "its format is '32-bit_rle_xyze'" },
        { BYTES_OF("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n"), "ends too early" },
        { BYTES_OF(HEAD "-Y 1 +X 1"), "ends too early" },
        { BYTES_OF(HEAD "-Y 1 +X 1\n123"), "ends too early" },
        { BYTES_OF(HEAD "-Y 0 +X 1\n"), "is no size" },
        { BYTES_OF(HEAD "-Y 1 +Y 1\n1234"), "is no size" },
        { BYTES_OF(HEAD "-Y 2147483648 +X 2147483648\n"), "is no size" },
        { BYTES_OF(HEAD "-Y 1048576 +X 1048576\n"), "too large" },
        { BYTES_OF(HEAD "-Y 1 +X 2\n\x01\x01\x01\x02"), "a run is too long" },
        { BYTES_OF(HEAD "-Y 1 +X 2\n\x09\x01\x01\x80\x01\x01\x01\x02"), "a run is too long" },
        { BYTES_OF(HEAD "-Y 1 +X 8\n\x02\x02\x00\x08\x89\x80"), "a run is too long" },
        { BYTES_OF(HEAD "-Y 1 +X 8\n\x02\x02\x00\x08\x00\x80"), "a run is too long" },
        { BYTES_OF(HEAD "-Y 1 +X 8\n\x02\x02\x00\x09\x88\x80"), "another width" },
        { BYTES_OF(HEAD "-Y 1 +X 8\n\x02\x02\x00\x08\x05\x80"), "ends too early" },
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++)
        check_refused(host_read_hdr, cases[i].bytes, cases[i].error);
}

TEST(written_pixels_are_nearest_and_of_new_runs)
{
    char said[300] = "";
    float values[8 * 3] = { 1, 0.5f, 0.25f, 1, 0.5f, 0.25f, 1, 0.5f, 0.25f, 1, 0.5f, 0.25f, 1, 0.5f, 0.25f, 0.999f, 0, 0, 0, 0, 0, 3, 0, 1 };
    /* 0.999 is nearer to 128 * 2^-7 than to 255 * 2^-8 */
    check_file(write_picture(host_write_hdr, 1, 8, 3, values, said),
               BYTES_OF(HEAD "-Y 1 +X 8\n\x02\x02\x00\x08" "\x86\x80\x02\x00\xc0" "\x85\x40\x03\x00\x00\x00" "\x85\x20\x03\x00\x00\x40"
                        "\x86\x81\x02\x00\x82"));
    assert_string_equal(said, "");
}

TEST(narrow_pictures_are_flat_and_what_does_not_fit_is_told)
{
    char said[300] = "";
    check_file(write_picture(host_write_hdr, 1, 3, 1, (const float[]){ -1, NAN, INFINITY }, said),
               BYTES_OF(HEAD "-Y 1 +X 3\n\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff"));
    assert_contains(said, "9 numbers do not fit a .hdr");
    check_file(write_picture(host_write_hdr, 1, 1, 4, (const float[]){ 2, 0, 1, 0.5f }, said),
               BYTES_OF(HEAD "-Y 1 +X 1\n\x80\x00\x40\x82"));
    assert_string_equal(said, "test: warning: a .hdr has no alpha; .exr keeps it\n");
}

/* ---- .pfm ---- */

TEST(rows_of_a_pfm_begin_at_the_bottom_in_either_byte_order)
{
    const float wanted[] = { 2, 3, 0.5f, 1 };
    check_read(host_read_pfm, BYTES_OF("Pf\n2 2\n1.0\n\x3f\x00\x00\x00\x3f\x80\x00\x00\x40\x00\x00\x00\x40\x40\x00\x00"), 2, 2, 1, wanted);
    check_read(host_read_pfm, BYTES_OF("Pf 2 2 -1 \x00\x00\x00\x3f\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x40\x40"), 2, 2, 1, wanted);
    check_read(host_read_pfm, BYTES_OF("PF\n# by hand\n1 1\n-1.000000\n\x00\x00\x00\x3f\x00\x00\x80\x3f\x00\x00\x00\x40"), 1, 1, 3,
               (const float[]){ 0.5f, 1, 2 });
}

TEST(damaged_pfm_files_are_errors)
{
    static const struct { Bytes bytes; const char *error; } cases[] = {
        { BYTES_OF("P6\n1 1\n-1\n1234"), "no .pfm file" },
        { BYTES_OF("Pf"), "no .pfm file" },
        { BYTES_OF("Pf\n1 0\n-1\n1234"), "its size is missing" },
        { BYTES_OF("Pf\n-1 1\n-1\n1234"), "its size is missing" },
        { BYTES_OF("Pf\n2147483648 2147483648\n-1\n1234"), "its size is missing" },
        { BYTES_OF("Pf\n1048576 1048576\n-1\n1234"), "too large" },
        { BYTES_OF("Pf\n1 1\n0\n1234"), "its scale" },
        { BYTES_OF("Pf\n1 1\nnan\n1234"), "its scale" },
        { BYTES_OF("Pf\n1 1\nx\n1234"), "its scale" },
        { BYTES_OF("Pf\n1 1\n-1\n123"), "3 bytes of numbers, not 4" },
        { BYTES_OF("Pf\n1 1\n-1"), "its scale" },
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++)
        check_refused(host_read_pfm, cases[i].bytes, cases[i].error);
}

TEST(one_component_is_written_as_pf_and_more_as_three_colours)
{
    char said[300] = "";
    check_file(write_picture(host_write_pfm, 2, 1, 1, (const float[]){ 0.5f, NAN }, said),
               BYTES_OF("Pf\n1 2\n-1.0\n\x00\x00\xc0\x7f\x00\x00\x00\x3f"));
    check_file(write_picture(host_write_pfm, 1, 1, 2, (const float[]){ 0.5f, 1 }, said),
               BYTES_OF("PF\n1 1\n-1.0\n\x00\x00\x00\x3f\x00\x00\x80\x3f\x00\x00\x00\x00"));
    assert_string_equal(said, "");
}
