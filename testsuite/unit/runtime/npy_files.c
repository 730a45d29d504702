/* NumPy files, byte for byte. */
#include <stdlib.h>

#include "files/files.h"
#include "host/resources.h"
#include "kernels.h"

/* numpy.save of float32 [[1, 2], [3, 4]]; 16 bytes of numbers at 128. */
static void make_npy(uint8_t bytes[144], const char *dict, const void *numbers, size_t count)
{
    memset(bytes, ' ', 144);
    memcpy(bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
    memcpy(bytes + 10, dict, strlen(dict));
    bytes[127] = '\n';
    memcpy(bytes + 128, numbers, count);
}

static const char two_by_two[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }";
static const float numbers[4] = { 1, 2, 3, 4 };

TEST(a_version_1_file_is_read_with_its_shape)
{
    Report report = { 0 };
    Array array = { 0 };
    uint8_t bytes[144];
    make_npy(bytes, two_by_two, numbers, 16);
    assert_true(host_read_npy(&report, (Bytes){ bytes, 144 }, "", &array));
    assert_int_equal(array.number, NUMBER_F32);
    assert_int_equal(array.rank, 2);
    assert_int_equal(array.dims[0], 2);
    assert_memory_equal(array.data, numbers, 16);
    host_free_array(&array);
}

TEST(a_version_2_header_has_a_four_byte_length)
{
    Report report = { 0 };
    Array array = { 0 };
    uint8_t bytes[12 + 60 + 4] = "\x93NUMPY\x02\x00\x3c\x00\x00\x00{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }";
    memcpy(bytes + 72, "\x01\x02\x03\xff", 4);
    assert_true(host_read_npy(&report, (Bytes){ bytes, 76 }, "", &array));
    assert_int_equal(array.dims[0], 4);
    assert_int_equal(array.data[3], 255);
    host_free_array(&array);
}

TEST(a_written_file_is_what_numpy_writes)
{
    Report report = { 0 };
    Array array = { 0 };
    Text file = { 0 };
    uint8_t wanted[144];
    make_npy(wanted, two_by_two, numbers, 16);
    assert_true(host_new_array(&report, &array, NUMBER_F32, MEANING_NUMBERS, 2, (const size_t[]){ 2, 2 }));
    memcpy(array.data, numbers, 16);
    assert_true(host_write_npy(&report, &array, NULL, "", &file));
    assert_int_equal(file.length, 144);
    assert_memory_equal(file.text, wanted, 144);
    host_free_array(&array);
    free(file.text);
}

TEST(a_vector_s_shape_has_its_comma_and_a_picture_of_one_component_no_third_side)
{
    Report report = { 0 };
    Array array = { 0 };
    Text file = { 0 };
    assert_true(host_new_array(&report, &array, NUMBER_U32, MEANING_NUMBERS, 1, (const size_t[]){ 3 }));
    assert_true(host_write_npy(&report, &array, NULL, "", &file));
    assert_contains(file.text + 10, "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }");
    host_free_array(&array);
    file.length = 0;
    assert_true(host_new_array(&report, &array, NUMBER_F16, MEANING_PICTURE, 3, (const size_t[]){ 3, 5, 1 }));
    assert_true(host_write_npy(&report, &array, NULL, "", &file));
    assert_contains(file.text + 10, "{'descr': '<f2', 'fortran_order': False, 'shape': (3, 5), }");
    host_free_array(&array);
    free(file.text);
}

TEST(what_cannot_be_read_is_an_error)
{
    static const struct { const char *dict, *error; } cases[] = {
        { "{'descr': '>c8', 'fortran_order': False, 'shape': (2, 2), }", "dtype '>c8' is not supported" },
        { "{'descr': '<c8', 'fortran_order': False, 'shape': (2, 2), }", "dtype '<c8' is not supported" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", "ends too early: 16 bytes of numbers, not 24" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (-2, 2), }", "bad shape" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2", "bad shape" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': 2, }", "no shape" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999, 99999999999), }", "too large" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999999, 2), }", "bad shape" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,4), }", "more than 8 dimensions" },
        { "{'descr': 5, 'fortran_order': False, 'shape': (2, 2), }", "no dtype" },
        { "{'descr': '<f4', 'shape': (2, 2), }", "damaged .npy header" },
        { "{'descr': '<f4', 'fortran_order': true, 'shape': (2, 2), }", "fortran_order is neither True nor False" },
        { "{'descr': '<f4', 'fortran_order': 1, 'shape': (2, 2), }", "fortran_order is neither True nor False" },
        { "", "damaged .npy header" },
        { "'shape': (2), 'fortran_order': 0, 'descr'", "damaged .npy header: no dtype" },
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        Report report = { 0 };
        Array array = { 0 };
        uint8_t bytes[144];
        make_npy(bytes, cases[i].dict, numbers, 16);
        assert_false(host_read_npy(&report, (Bytes){ bytes, 144 }, "", &array));
        assert_contains(report.error, cases[i].error);
        assert_null(array.data);
    }
}

/* numpy.save(numpy.asfortranarray(numpy.arange(12, dtype='>u2').reshape(2, 3, 2))) */
TEST(fortran_s_order_and_the_most_significant_byte_first_are_turned)
{
    static const uint8_t stored[24] = { 0, 0, 0, 6, 0, 2, 0, 8, 0, 4, 0, 10, 0, 1, 0, 7, 0, 3, 0, 9, 0, 5, 0, 11 };
    Report report = { 0 };
    Array array = { 0 };
    uint8_t bytes[152];
    make_npy(bytes, "{'descr': '>u2', 'fortran_order': True, 'shape': (2, 3, 2), }", stored, 16);
    memcpy(bytes + 128, stored, 24);
    assert_true(host_read_npy(&report, (Bytes){ bytes, 152 }, "", &array));
    assert_int_equal(array.number, NUMBER_U16);
    for (int i = 0; i < 12; i++)
        assert_int_equal(((uint16_t *)array.data)[i], i);
    host_free_array(&array);
}

/* Fields [('a', '>f4'), ('b', '<u2'), ('c', '>i2', (2,))], shape (1, 1) in Fortran's order */
TEST(fields_have_their_own_order_of_bytes)
{
    static const uint8_t stored[16] = { 0x3f, 0xc0, 0, 0, 7, 0, 0xff, 0xfe, 0, 5 };
    static const uint8_t wanted[10] = { 0, 0, 0xc0, 0x3f, 7, 0, 0xfe, 0xff, 5, 0 };
    Report report = { 0 };
    Array array = { 0 };
    uint8_t bytes[144];
    make_npy(bytes, "{'descr': [('a', '>f4'), ('b', '<u2'), ('c', '>i2', (2,))], 'fortran_order': True, 'shape': (1, 1), }", stored, 16);
    assert_true(host_read_npy(&report, (Bytes){ bytes, 144 }, "", &array));
    assert_memory_equal(array.data, wanted, 10);
    host_free_array(&array);
}

TEST(every_truncated_npy_is_an_error)
{
    uint8_t bytes[144];
    make_npy(bytes, two_by_two, numbers, 16);
    for (size_t length = 0; length < 144; length++) {
        Report report = { 0 };
        Array array = { 0 };
        uint8_t *exact = malloc(length + !length); /* so that AddressSanitizer sees the end */
        memcpy(exact, bytes, length);
        assert_false(host_read_npy(&report, (Bytes){ exact, length }, "", &array));
        free(exact);
    }
}

TEST(an_npy_with_any_header_byte_changed_does_no_harm)
{
    uint8_t good[144], bytes[144];
    make_npy(good, two_by_two, numbers, 16);
    for (size_t i = 0; i < 128; i++) {
        for (int value = 0; value < 256; value++) {
            Report report = { 0 };
            Array array = { 0 };
            memcpy(bytes, good, 144);
            bytes[i] = (uint8_t)value;
            if (host_read_npy(&report, (Bytes){ bytes, 144 }, "", &array))
                host_free_array(&array);
        }
    }
}

/* ---- structs ---- */

/* Keeps a file with these records in the folder of the tests. */
static const char *write_records(const char *name, const char *dtype, uint32_t count, const void *bytes, size_t length)
{
    uint8_t file[1024];
    char dict[512];
    const char *path = test_path(name);
    snprintf(dict, sizeof dict, "{'descr': %s, 'fortran_order': False, 'shape': (%u,), }", dtype, count);
    memset(file, ' ', 512);
    memcpy(file, "\x93NUMPY\x01\x00\xf6\x01", 10);
    memcpy(file + 10, dict, strlen(dict));
    memcpy(file + 512, bytes, length);
    file_write(path, file, 512 + length);
    return path;
}

typedef struct __attribute__((packed)) Foreign { /* of a packed Item in another order and other types */
    uint16_t id;
    double w[2];
    char gap[3];
    float v[3];
} Foreign;

#define FOREIGN_DTYPE "[('id', '<u2'), ('w', '<f8', (1, 2)), ('', '|V3'), (('velocity', 'v'), '<f4', (3,))]"

TEST(records_are_read_by_their_fields_names_and_converted)
{
    const Foreign items[2] = { { 7, { 1.5, -2 }, "abc", { 1, 2, 3 } }, { 65535, { 0, 4 }, "def", { 0, 0, 0.25 } } };
    char arguments[512];
    snprintf(arguments, sizeof arguments, "-e ItemsCS --in gItems=%s --print gResults",
             write_records("foreign.npy", FOREIGN_DTYPE, 2, items, sizeof items));
    Outcome outcome = run_command(arguments);
    assert_string_equal(outcome.out, "(2, 4, 6, 8, 1.5, -2)\n(0, 0, 0.5, 65536, 0, 4)\n");
}

TEST(structs_are_written_as_records_and_read_again)
{
    const char *path = test_path("items.npy");
    char arguments[512];
    snprintf(arguments, sizeof arguments, "-e ItemsCS --in gItems=f32(1,2,3,4,5,0.5,6,7,8,9,10,11) --out gResults=%s", path);
    assert_int_equal(run_command(arguments).status, 0);
    size_t length;
    char *bytes = file_read(path, &length);
    assert_contains(bytes + 10, "{'descr': [('v', '<f4', (3,)), ('id', '<u4'), ('w', '<f4', (1, 2))], "
                                "'fortran_order': False, 'shape': (2,), }");
    const struct { float v[3]; uint32_t id; float w[2]; } wanted[2] = { { { 2, 4, 6 }, 5, { 5, 0.5 } }, { { 12, 14, 16 }, 10, { 10, 11 } } };
    assert_int_equal(length, 128 + sizeof wanted);
    assert_memory_equal(bytes + 128, wanted, sizeof wanted);
    free(bytes);
    snprintf(arguments, sizeof arguments, "-e ItemsCS --in gItems=%s --print gResults", path);
    assert_string_equal(run_command(arguments).out, "(4, 8, 12, 6, 5, 0.5)\n(24, 28, 32, 11, 10, 11)\n");
}

TEST(a_cbuffer_is_filled_from_a_record)
{
    const struct { float m[4]; int16_t steps[3]; float gain, bias[3]; } constants = { { 1, 2, 3, 4 }, { 5, 6, 7 }, 2, { 0.5, 0, 0 } };
    char arguments[512];
    snprintf(arguments, sizeof arguments, "-e ScaleCS --in cbScale=%s --in gInput=f32(1,1,1,1) --size gInput=1x1 --print gOutput",
             write_records("scale.npy", "[('m', '<f4', (2, 2)), ('steps', '<i2', (3,)), ('', 'V2'), ('gain', '<f4'), ('bias', '<f4', (3,))]", 1,
                           &constants, sizeof constants));
    assert_string_equal(run_command(arguments).out, "(2.5, 2, 2, 2)\n");
}

TEST(records_that_do_not_fit_say_which_field)
{
    static const struct { const char *dtype, *error; } cases[] = {
        { "[('v', '<f4', (3,)), ('id', '<u4')]", "its records have no field 'w'; there are: v, id" },
        { "[('v', '<f4', (3,)), ('id', '<u4'), ('w', '<f4', (2,)), ('x', '<f4')]", "the shader's struct has no field 'x'; there are: v, id, w" },
        { "[('v', '<f4', (2,)), ('id', '<u4'), ('w', '<f4', (2,))]", "field 'v' holds 2 numbers, the shader's 3" },
        { "[('v', '<f4', (3,)), ('id', '<f4'), ('w', '<f4', (2,))]", "record 1, field 'id': value 0.5 (number 0) does not fit u32" },
        { "[('v', '<f4', (3,)), ('id', '<c8'), ('w', '<f4', (2,))]", "field 'id': dtype '<c8' is not supported" },
        { "[('v', '<f4', (3,)), ('id', '|V4'), ('w', '<f4', (2,))]", "field 'id': dtype '|V4' is not supported" },
        { "[('v', '<f4', (3,)), ('id', '<u4'), ('w', '<f4', (99999, 99999))]", "too large" },
        { "[('v', [('', '|V1')], (99999,)), ('id', '<u4')]", "more than 65536 structs" },
        { "[('v', [], (2,))]", "field 'v' is empty" },
        { "[[[", "damaged .npy header" },
        { "[('v'", "damaged .npy header" },
    };
    float numbers[64] = { 0 };
    numbers[9] = 0.5f;
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        char arguments[512];
        snprintf(arguments, sizeof arguments, "-e ItemsCS --in gItems=%s --print gResults",
                 write_records("unfit.npy", cases[i].dtype, 2, numbers, sizeof numbers));
        Outcome outcome = run_command(arguments);
        assert_int_equal(outcome.status, 2);
        assert_contains(outcome.err, cases[i].error);
    }
    char arguments[512];
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=%s --print gCounts",
             write_records("number.npy", "[('id', '<u4')]", 2, numbers, 8));
    assert_contains(run_command(arguments).err, "its records have fields, which a Buffer<uint> has not");
}

TEST(rows_of_bytes_are_structs_as_they_lie)
{
    const struct { float v[3]; uint32_t id; float w[2]; } item = { { 1, 2, 3 }, 7, { 4, 5 } };
    uint8_t file[128 + sizeof item];
    memset(file, ' ', 128);
    memcpy(file, "\x93NUMPY\x01\x00\x76\x00{'descr': '|u1', 'fortran_order': False, 'shape': (1, 24), }", 67);
    memcpy(file + 128, &item, sizeof item);
    char arguments[512];
    snprintf(arguments, sizeof arguments, "-e ItemsCS --in gItems=%s --print gResults", test_path("rows.npy"));
    file_write(test_path("rows.npy"), file, sizeof file);
    assert_string_equal(run_command(arguments).out, "(2, 4, 6, 8, 4, 5)\n");
}

/* A picture of 2 x 4 grey texels in a buffer of floats. */
TEST(rows_of_bytes_are_numbers_where_elements_are_no_structs)
{
    static const WccField number[] = { { .name = "", .type = "float", .scalar = WCC_F32, .rows = 1, .columns = 1 } };
    static const WccResourceInfo floats = { "gFloats", "StructuredBuffer<float>", WCC_STRUCTURED, 't', 0, 0, 0, 0, WCC_F32, 1, 4, 0, number, 1, NULL };
    static const uint8_t grey[] = { 1, 2, 3, 4, 5, 6, 7, 255 };
    Report report = { 0 };
    Array array = { 0 };
    assert_true(host_new_array(&report, &array, NUMBER_U8, MEANING_NUMBERS, 2, (const size_t[]){ 2, 4 }));
    memcpy(array.data, grey, sizeof grey);
    Storage *storage = host_load_array(&report, &floats, &array, NULL, NULL);
    assert_non_null(storage);
    assert_int_equal(storage->view.width, 8);
    for (int i = 0; i < 8; i++)
        assert_float_equal(((const float *)storage->view.data)[i], grey[i], 0);
    host_drop_storage(storage);
    host_free_array(&array);
}

static const WccField nested_fields[] = {
    { .name = "lights[0].at", .type = "float3", .scalar = WCC_F32, .rows = 1, .columns = 3 },
    { .name = "lights[0].on", .type = "bool", .offset = 12, .scalar = WCC_BOOL, .rows = 1, .columns = 1 },
    { .name = "lights[1].at", .type = "float3", .offset = 16, .scalar = WCC_F32, .rows = 1, .columns = 3 },
    { .name = "lights[1].on", .type = "bool", .offset = 28, .scalar = WCC_BOOL, .rows = 1, .columns = 1 },
    { .name = "m", .type = "float2x3", .offset = 32, .scalar = WCC_F32, .rows = 2, .columns = 3, .row_stride = 4, .column_stride = 8 },
    { .name = "t[0]", .type = "uint16_t", .offset = 56, .scalar = WCC_U16, .rows = 1, .columns = 1, .array_count = 3, .array_stride = 2 },
    { .name = "t[1]", .type = "uint16_t", .offset = 62, .scalar = WCC_U16, .rows = 1, .columns = 1, .array_count = 3, .array_stride = 2 },
    { .name = "d", .type = "double", .offset = 72, .scalar = WCC_F64, .rows = 1, .columns = 1 },
};
static const WccResourceInfo nested = { "gNested", "StructuredBuffer<Nested>", WCC_STRUCTURED, 't', 0, 0, 0, 0, WCC_F32, 0, 80, 0, nested_fields, 8, NULL };

TEST(structs_in_structs_matrices_and_arrays_have_their_shapes)
{
    Report report = { 0 };
    Array array = { 0 };
    Layout layout = { 0 };
    Text file = { 0 };
    assert_true(host_new_layout(&report, &nested, &layout));
    assert_string_equal(layout.dtype, "[('lights', [('at', '<f4', (3,)), ('on', '<u4')], (2,)), ('m', '<f4', (2, 3)), "
                                      "('t', '<u2', (2, 3)), ('d', '<f8')]");
    /* Out and in again: the matrix is turned and turned back. */
    assert_true(host_new_array(&report, &array, NUMBER_U8, MEANING_BYTES, 2, (const size_t[]){ 3, 80 }));
    for (size_t i = 0; i < array.bytes / 4; i++)
        if (i % 20 != 3 && i % 20 != 7 && i % 20 != 17)
            ((uint32_t *)array.data)[i] = (uint32_t)(0x3f800001 + i * 0x100);
    assert_true(host_write_npy(&report, &array, &layout, "", &file));
    Array records = { 0 };
    assert_true(host_read_npy(&report, (Bytes){ (uint8_t *)file.text, file.length }, "", &records));
    assert_int_equal(records.records.bytes, 76);
    assert_memory_equal(records.data + 36, array.data + 40, 4); /* m's second number is the first row's */
    Storage *storage = host_load_array(&report, &nested, &records, NULL, NULL);
    assert_non_null(storage);
    assert_memory_equal(storage->view.data, array.data, array.bytes);
    host_drop_storage(storage);
    host_free_array(&records);
    host_free_array(&array);
    host_free_layout(&layout);
    free(file.text);
}

/* In 2.5 s when each field looked at all others. */
TEST(ten_thousand_fields_in_another_order_are_matched)
{
    enum { COUNT = 10000 };
    static WccField fields[COUNT];
    static RecordField found[COUNT];
    static Scalar sources[COUNT];
    static char names[COUNT][16];
    Report report = { 0 };
    for (uint32_t i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "member_%u", i);
        fields[i] = (WccField){ .name = names[i], .offset = 4 * i, .scalar = WCC_F32, .rows = 1, .columns = 1 };
        found[COUNT - 1 - i] = (RecordField){ .path = names[i], .number = NUMBER_F32, .offset = 4 * (COUNT - 1 - i), .count = 1 };
    }
    WccResourceInfo info = { .name = "x", .type = "S", .kind = WCC_STRUCTURED, .fields = fields, .field_count = COUNT, .stride = 4 * COUNT };
    Records records = { found, COUNT, 4 * COUNT };
    assert_true(host_match_records(&report, &info, &records, sources));
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(sources[i].offset, 4 * (COUNT - 1 - i));
    found[7].path = names[3]; /* twice, and one is missing */
    assert_false(host_match_records(&report, &info, &records, sources));
    assert_contains(report.error, "its records have no field 'member_9992'");
}

TEST(a_field_may_be_called_as_the_header_s_keys_are)
{
    Report report = { 0 };
    Array array = { 0 };
    uint8_t bytes[144];
    make_npy(bytes, "{'descr': [('shape', '<f4'), ('fortran_order', '<f4')], 'fortran_order': False, 'shape': (2,), }", numbers, 16);
    assert_true(host_read_npy(&report, (Bytes){ bytes, 144 }, "", &array));
    assert_int_equal(array.meaning, MEANING_RECORDS);
    assert_string_equal(array.records.fields[1].path, "fortran_order");
    host_free_array(&array);
}
