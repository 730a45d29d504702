/* Pictures: hand-made files in, values out; and what is written. */
#include <math.h>
#include <stdlib.h>

#include "files/files.h"
#include "host/resources.h"
#include "kernels.h"

/* 2 x 2, 8-bit grey: 0 51 / 102 255 */
static const char grey_8[] =
    "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x02\x00\x00\x00\x02\x08"
    "\x00\x00\x00\x00\x57\xdd\x52\xf8\x00\x00\x00\x0e\x49\x44\x41\x54\x78\xda\x63\x60\x30\x66\x48\xfb\x0f"
    "\x00\x02\x9d\x01\x99\x2f\x6e\x74\x03\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/* 3 x 1, 1-bit grey: 1 0 1 */
static const char grey_1[] =
    "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x03\x00\x00\x00\x01\x01"
    "\x00\x00\x00\x00\x33\x9b\x29\x19\x00\x00\x00\x0a\x49\x44\x41\x54\x78\xda\x63\x58\x00\x00\x00\xa2\x00"
    "\xa1\x71\x05\xcb\x41\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/* 1 x 1, grey 51, alpha 102 */
static const char grey_alpha_8[] =
    "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08"
    "\x04\x00\x00\x00\xb5\x1c\x0c\x02\x00\x00\x00\x0b\x49\x44\x41\x54\x78\xda\x63\x30\x4e\x03\x00\x00\xcf"
    "\x00\x9a\x98\x51\xab\xc5\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/* 2 x 1, RGB: 255 0 51 / 102 153 204 */
static const char rgb_8[] =
    "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x02\x00\x00\x00\x01\x08"
    "\x02\x00\x00\x00\x7b\x40\xe8\xdd\x00\x00\x00\x0f\x49\x44\x41\x54\x78\xda\x63\xf8\xcf\x60\x9c\x36\xf3"
    "\x0c\x00\x09\xfd\x02\xfe\x76\x0a\x36\xa4\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/* 1 x 1, RGBA: 255 0 51 102 */
static const char rgba_8[] =
    "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08"
    "\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\x0d\x49\x44\x41\x54\x78\xda\x63\xf8\xcf\x60\x9c\x06\x00"
    "\x04\xcd\x01\x99\x11\x5f\x1b\x58\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/* 1 x 1, 16-bit RGB: 65535 0 13107 */
static const char rgb_16[] =
    "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x10"
    "\x02\x00\x00\x00\xc0\xe7\x8f\x9d\x00\x00\x00\x0f\x49\x44\x41\x54\x78\xda\x63\xf8\xff\x9f\x81\xc1\xd8"
    "\x18\x00\x0b\x95\x02\x65\xc9\xeb\x27\xed\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/* 2 x 1, palette: entry 1 (51,102,153, alpha 204), entry 0 (255,0,0, opaque) */
static const char palette[] =
    "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x02\x00\x00\x00\x01\x08"
    "\x03\x00\x00\x00\xc3\xfc\x8f\xb8\x00\x00\x00\x06\x50\x4c\x54\x45\xff\x00\x00\x33\x66\x99\xdd\xfa\xae"
    "\x0b\x00\x00\x00\x02\x74\x52\x4e\x53\xff\xcc\x77\x65\xbe\xd1\x00\x00\x00\x0b\x49\x44\x41\x54\x78\xda"
    "\x63\x60\x64\x00\x00\x00\x05\x00\x02\x42\xc2\x44\x9f\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

#define BYTES_OF(text) ((Bytes){ (uint8_t *)(text), sizeof(text) - 1 })

/* A Texture2D declaration of this element type. */
static WccResourceInfo texture_of(WccScalar scalar, uint32_t components)
{
    uint32_t stride = components * host_number(host_number_of(scalar))->bytes;
    return (WccResourceInfo){ "gTexture", "Texture2D", WCC_RWTEXTURE2D, 't', 0, 0, 0, 0, scalar, components, stride, 0, NULL, 0, NULL };
}

static Storage *load(const WccResourceInfo *info, Bytes bytes)
{
    Report report = { 0 };
    Array array = { 0 };
    if (!host_read_png(&report, bytes, "", &array))
        fail_msg("%s", report.error);
    Storage *storage = host_load_array(&report, info, &array, NULL, NULL);
    if (!storage)
        fail_msg("%s", report.error);
    host_free_array(&array);
    return storage;
}

/* The first texels of a picture as numbers of the declared type. */
static void check_floats(Bytes bytes, uint32_t components, const float *wanted, size_t count)
{
    WccResourceInfo info = texture_of(WCC_F32, components);
    Storage *storage = load(&info, bytes);
    for (size_t i = 0; i < count; i++)
        assert_true(((const float *)storage->view.data)[i] == wanted[i]);
    host_drop_storage(storage);
}

static void check_uints(Bytes bytes, uint32_t components, const uint32_t *wanted, size_t count)
{
    WccResourceInfo info = texture_of(WCC_U32, components);
    Storage *storage = load(&info, bytes);
    assert_memory_equal(storage->view.data, wanted, count * 4);
    host_drop_storage(storage);
}

TEST(float_textures_get_the_stored_value_divided_by_the_largest)
{
    check_floats(BYTES_OF(grey_8), 1, (const float[]){ 0, 51 / 255.0f, 102 / 255.0f, 1 }, 4);
    check_floats(BYTES_OF(rgb_16), 3, (const float[]){ 1, 0, 13107 / 65535.0f }, 3);
}

TEST(integer_textures_get_the_stored_integer)
{
    check_uints(BYTES_OF(grey_8), 1, (const uint32_t[]){ 0, 51, 102, 255 }, 4);
    check_uints(BYTES_OF(rgb_16), 3, (const uint32_t[]){ 65535, 0, 13107 }, 3);
}

TEST(bits_of_a_bilevel_picture_are_black_and_white)
{
    check_floats(BYTES_OF(grey_1), 1, (const float[]){ 1, 0, 1 }, 3);
}

TEST(grey_goes_to_all_colours_and_missing_alpha_is_opaque)
{
    check_uints(BYTES_OF(grey_8), 4, (const uint32_t[]){ 0, 0, 0, 255, 51, 51, 51, 255 }, 8);
    check_floats(BYTES_OF(rgb_8), 4, (const float[]){ 1, 0, 51 / 255.0f, 1 }, 4);
    check_uints(BYTES_OF(rgb_16), 4, (const uint32_t[]){ 65535, 0, 13107, 65535 }, 4);
    check_uints(BYTES_OF(grey_alpha_8), 4, (const uint32_t[]){ 51, 51, 51, 102 }, 4);
}

TEST(components_that_are_not_wanted_are_dropped)
{
    check_uints(BYTES_OF(rgba_8), 1, (const uint32_t[]){ 255 }, 1);
    check_uints(BYTES_OF(rgba_8), 2, (const uint32_t[]){ 255, 0 }, 2);
    check_uints(BYTES_OF(grey_alpha_8), 1, (const uint32_t[]){ 51 }, 1);
}

TEST(palettes_are_resolved_with_their_transparency)
{
    check_uints(BYTES_OF(palette), 4, (const uint32_t[]){ 51, 102, 153, 204, 255, 0, 0, 255 }, 8);
}

TEST(half_textures_get_halves)
{
    WccResourceInfo info = texture_of(WCC_F16, 4);
    Storage *storage = load(&info, BYTES_OF(rgba_8));
    const uint16_t *halves = storage->view.data;
    assert_int_equal(halves[0], 0x3c00);
    assert_int_equal(halves[1], 0);
    assert_int_equal(halves[2], 0x3266); /* 0.2 */
    host_drop_storage(storage);
}

TEST(every_truncated_png_is_an_error)
{
    for (size_t length = 0; length + 12 < sizeof rgb_8 - 1; length++) {
        Report report = { 0 };
        Array array = { 0 };
        assert_false(host_read_png(&report, (Bytes){ (uint8_t *)rgb_8, length }, "", &array));
        assert_contains(report.error, "no readable picture");
        assert_null(array.data);
    }
}

TEST(a_png_with_any_byte_changed_does_no_harm)
{
    for (size_t i = 0; i < sizeof palette - 1; i++) {
        for (int change = 1; change < 256; change *= 2) {
            Report report = { 0 };
            Array array = { 0 };
            uint8_t bytes[sizeof palette];
            memcpy(bytes, palette, sizeof palette);
            bytes[i] ^= change;
            if (host_read_png(&report, (Bytes){ bytes, sizeof palette - 1 }, "", &array))
                host_free_array(&array);
        }
    }
}

/* Writes one row of floats as a picture and reads it back as bytes. */
static void check_written(uint32_t components, const float *values, size_t pixels, uint32_t channels, const uint8_t *wanted)
{
    Report report = { 0 };
    Array array = { 0 }, back = { 0 };
    Text file = { 0 };
    size_t dims[] = { 1, pixels, components };
    assert_true(host_new_array(&report, &array, NUMBER_F32, MEANING_PICTURE, 3, dims));
    memcpy(array.data, values, array.bytes);
    assert_true(host_write_png(&report, &array, NULL, "", &file));
    assert_true(host_read_png(&report, (Bytes){ (uint8_t *)file.text, file.length }, "", &back));
    assert_int_equal(back.dims[2], channels);
    assert_memory_equal(back.data, wanted, pixels * channels);
    host_free_array(&array);
    host_free_array(&back);
    free(file.text);
}

TEST(written_floats_are_clamped_and_rounded_to_nearest)
{
    check_written(1, (const float[]){ -1, 0, 0.2f, 0.4999f / 255, 0.5001f / 255, 1, 7, __builtin_nanf(""), __builtin_inff() }, 9, 1,
                  (const uint8_t[]){ 0, 0, 51, 0, 1, 255, 255, 0, 255 });
}

TEST(four_components_are_rgba_three_rgb_and_two_red_and_green)
{
    check_written(4, (const float[]){ 1, 0, 0.2f, 0.4f }, 1, 4, (const uint8_t[]){ 255, 0, 51, 102 });
    check_written(3, (const float[]){ 1, 0, 0.2f }, 1, 3, (const uint8_t[]){ 255, 0, 51 });
    check_written(2, (const float[]){ 1, 0.2f, 0, 0.4f }, 2, 3, (const uint8_t[]){ 255, 51, 0, 0, 102, 0 });
}

/* value * 255 against halves, in numbers that hold the product exactly. */
TEST(every_byte_begins_half_a_step_before_its_value)
{
    float values[2 * 255];
    uint8_t wanted[2 * 255];
    for (int k = 0; k < 255; k++) {
        float border = (float)((k + 0.5L) / 255);
        while ((long double)border * 255 < k + 0.5L)
            border = nextafterf(border, 2);
        while ((long double)nextafterf(border, 0) * 255 >= k + 0.5L)
            border = nextafterf(border, 0);
        values[2 * k] = nextafterf(border, 0);
        values[2 * k + 1] = border;
        wanted[2 * k] = (uint8_t)k;
        wanted[2 * k + 1] = (uint8_t)(k + 1);
    }
    check_written(1, values, 510, 1, wanted);
}

/* The float next to value / highest: none beside it is nearer. */
static void check_quotients(Number number, uint32_t highest)
{
    Report report = { 0 };
    Array picture = { 0 }, floats = { 0 };
    assert_true(host_new_array(&report, &picture, number, MEANING_PICTURE, 3, (const size_t[]){ 1, highest + 1, 1 }));
    for (uint32_t i = 0; i <= highest; i++)
        if (highest == 255)
            picture.data[i] = (uint8_t)i;
        else
            ((uint16_t *)picture.data)[i] = (uint16_t)i;
    assert_true(host_picture_numbers(&report, &picture, NUMBER_F32, 1, &floats));
    for (uint32_t i = 0; i <= highest; i++) {
        float value = ((const float *)floats.data)[i];
        long double distance = fabsl((long double)value * highest - i);
        assert_true(distance <= fabsl((long double)nextafterf(value, 0) * highest - i) || i == 0);
        assert_true(distance <= fabsl((long double)nextafterf(value, 2) * highest - i));
    }
    host_free_array(&floats);
    host_free_array(&picture);
}

TEST(every_8_and_16_bit_value_is_the_nearest_float)
{
    check_quotients(NUMBER_U8, 255);
    check_quotients(NUMBER_U16, 65535);
}

TEST(floats_beyond_0_to_1_are_clamped_with_a_warning)
{
    char said[200] = "";
    Report report = { .program = "png", .messages = fmemopen(said, sizeof said, "w") };
    Array array = { 0 };
    Text file = { 0 };
    assert_true(host_new_array(&report, &array, NUMBER_F32, MEANING_PICTURE, 3, (const size_t[]){ 1, 8, 1 }));
    memcpy(array.data, (const float[]){ 0, 1, 1.0000001f, -0.001f, 2, -1, NAN, INFINITY }, 32);
    assert_true(host_write_png(&report, &array, NULL, "", &file));
    fclose(report.messages);
    assert_string_equal(said, "png: warning: 4 numbers do not fit the 0 .. 1 of a .png: less than 0 became 0, more than 1 became 1 and NaN 0; "
                              ".npy keeps them\n");
    host_free_array(&array);
    free(file.text);
}

TEST(written_integers_are_clamped_to_a_byte_with_a_warning)
{
    char said[200] = "";
    Report report = { .program = "png", .messages = fmemopen(said, sizeof said, "w") };
    Array array = { 0 }, back = { 0 };
    Text file = { 0 };
    assert_true(host_new_array(&report, &array, NUMBER_I32, MEANING_PICTURE, 3, (const size_t[]){ 1, 3, 1 }));
    memcpy(array.data, (const int32_t[]){ -5, 77, 300 }, 12);
    assert_true(host_write_png(&report, &array, NULL, "", &file));
    assert_true(host_read_png(&report, (Bytes){ (uint8_t *)file.text, file.length }, "", &back));
    assert_memory_equal(back.data, ((const uint8_t[]){ 0, 77, 255 }), 3);
    fclose(report.messages);
    assert_contains(said, "png: warning: 2 integers do not fit the 8 bits of a .png: less than 0 became 0, more than 255 became 255;");
    host_free_array(&array);
    host_free_array(&back);
    free(file.text);
}

/* One row of numbers to a file with this option, and back as stored. */
static Array write_and_read(Number number, const void *values, uint32_t components, size_t pixels, const char *option)
{
    Report report = { 0 };
    Array array = { 0 }, back = { 0 };
    Text file = { 0 };
    assert_true(host_new_array(&report, &array, number, MEANING_PICTURE, 3, (const size_t[]){ 1, pixels, components }));
    memcpy(array.data, values, array.bytes);
    if (!host_write_png(&report, &array, NULL, option, &file))
        fail_msg("%s", report.error);
    assert_true(host_read_png(&report, (Bytes){ (uint8_t *)file.text, file.length }, "", &back));
    host_free_array(&array);
    free(file.text);
    return back;
}

TEST(sixteen_bits_are_written_by_option)
{
    Array back = write_and_read(NUMBER_F32, (const float[]){ -1, 0, 0.2f, 0.49f / 65535, 0.51f / 65535, 1, 7, NAN }, 1, 8, "16");
    assert_int_equal(back.number, NUMBER_U16);
    assert_memory_equal(back.data, ((const uint16_t[]){ 0, 0, 13107, 0, 1, 65535, 65535, 0 }), 16);
    host_free_array(&back);
    back = write_and_read(NUMBER_U32, (const uint32_t[]){ 0, 258, 65535, 70000 }, 1, 4, "16");
    assert_memory_equal(back.data, ((const uint16_t[]){ 0, 258, 65535, 65535 }), 8);
    host_free_array(&back);
    back = write_and_read(NUMBER_F32, (const float[]){ 1, 0.2f }, 2, 1, "16");
    assert_memory_equal(back.data, ((const uint16_t[]){ 65535, 13107, 0 }), 6);
    host_free_array(&back);
}

/* By numpy: 1.055 * 0.2 ** (1 / 2.4) - 0.055 is 123.55 / 255 and 31753.6 / 65535; 12.92 * 0.001 is 3.29 / 255. Alpha is
 * linear. */
TEST(colours_are_encoded_as_srgb_by_option_and_alpha_is_not)
{
    Array back = write_and_read(NUMBER_F32, (const float[]){ 0.2f, 0.5f, 0.001f, 0.2f, 1, 0, -1, 2 }, 4, 2, "srgb");
    assert_int_equal(back.number, NUMBER_U8);
    assert_memory_equal(back.data, ((const uint8_t[]){ 124, 188, 3, 51, 255, 0, 0, 255 }), 8);
    host_free_array(&back);
    back = write_and_read(NUMBER_F32, (const float[]){ 0.2f, 0.001f, 0.9f }, 1, 3, "srgb:16");
    assert_memory_equal(back.data, ((const uint16_t[]){ 31754, 847, 62565 }), 6);
    host_free_array(&back);
}

/* By numpy, of 51, 102 and 255. */
TEST(colours_are_decoded_from_srgb_by_option_and_alpha_is_not)
{
    Report report = { 0 };
    Array array = { 0 }, numbers = { 0 };
    assert_true(host_read_png(&report, BYTES_OF(rgba_8), "srgb", &array));
    assert_true(host_picture_numbers(&report, &array, NUMBER_F32, 4, &numbers));
    assert_memory_equal(numbers.data, ((const float[]){ 1, 0, 0.03310476616f, 0.4f }), 16);
    host_free_array(&numbers);
    assert_false(host_picture_numbers(&report, &array, NUMBER_U32, 4, &numbers));
    assert_string_equal(report.error, "integers are not decoded; leave out :srgb");
    host_free_array(&array);
    assert_true(host_read_png(&report, BYTES_OF(grey_alpha_8), "srgb", &array));
    assert_true(host_picture_numbers(&report, &array, NUMBER_F32, 4, &numbers));
    assert_memory_equal(numbers.data, ((const float[]){ 0.03310476616f, 0.03310476616f, 0.03310476616f, 0.4f }), 16);
    host_free_array(&numbers);
    host_free_array(&array);
}

/* Any of the 65536, as an index that the numbers must follow. */
TEST(decoding_srgb_and_encoding_it_gives_the_same_step)
{
    for (uint32_t step = 0; step < 65536; step++) {
        double linear = host_decode_srgb(step / 65535.0);
        assert_int_equal((uint32_t)(host_encode_srgb(linear) * 65535 + 0.5), step);
    }
}
