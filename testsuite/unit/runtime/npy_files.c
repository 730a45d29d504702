/* NumPy files, byte for byte. */
#include <stdlib.h>

#include "host/files.h"
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
    assert_true(host_read_npy(&report, (Bytes){ bytes, 144 }, &array));
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
    assert_true(host_read_npy(&report, (Bytes){ bytes, 76 }, &array));
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
    assert_true(host_write_npy(&report, &array, NULL, &file));
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
    assert_true(host_write_npy(&report, &array, NULL, &file));
    assert_contains(file.text + 10, "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }");
    host_free_array(&array);
    file.length = 0;
    assert_true(host_new_array(&report, &array, NUMBER_F16, MEANING_PICTURE, 3, (const size_t[]){ 3, 5, 1 }));
    assert_true(host_write_npy(&report, &array, NULL, &file));
    assert_contains(file.text + 10, "{'descr': '<f2', 'fortran_order': False, 'shape': (3, 5), }");
    host_free_array(&array);
    free(file.text);
}

TEST(what_cannot_be_read_is_an_error)
{
    static const struct { const char *dict, *error; } cases[] = {
        { "{'descr': '>f4', 'fortran_order': False, 'shape': (2, 2), }", "dtype '>f4' is not supported" },
        { "{'descr': '<c8', 'fortran_order': False, 'shape': (2, 2), }", "dtype '<c8' is not supported" },
        { "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }", "Fortran order" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", "ends too early: 16 bytes of numbers, not 24" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (-2, 2), }", "bad shape" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2", "bad shape" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': 2, }", "no shape" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999, 99999999999), }", "too large" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999999, 2), }", "bad shape" },
        { "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,4), }", "more than 8 dimensions" },
        { "{'descr': 5, 'fortran_order': False, 'shape': (2, 2), }", "no dtype" },
        { "{'descr': '<f4', 'shape': (2, 2), }", "damaged .npy header" },
        { "", "damaged .npy header" },
        { "'shape': (2), 'fortran_order': 0, 'descr'", "damaged .npy header: no dtype" },
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        Report report = { 0 };
        Array array = { 0 };
        uint8_t bytes[144];
        make_npy(bytes, cases[i].dict, numbers, 16);
        assert_false(host_read_npy(&report, (Bytes){ bytes, 144 }, &array));
        assert_contains(report.error, cases[i].error);
        assert_null(array.data);
    }
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
        assert_false(host_read_npy(&report, (Bytes){ exact, length }, &array));
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
            if (host_read_npy(&report, (Bytes){ bytes, 144 }, &array))
                host_free_array(&array);
        }
    }
}

TEST(a_record_dtype_is_taken_as_bytes)
{
    Report report = { 0 };
    Array array = { 0 };
    uint8_t bytes[144];
    make_npy(bytes, "{'descr': [('v', '<f4', (3,)), ('id', '<u4')], 'fortran_order': False, 'shape': (1,), }", numbers, 16);
    assert_true(host_read_npy(&report, (Bytes){ bytes, 144 }, &array));
    assert_int_equal(array.meaning, MEANING_BYTES);
    assert_int_equal(array.bytes, 16);
    host_free_array(&array);
}
