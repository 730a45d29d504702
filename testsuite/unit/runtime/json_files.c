/* JSON of nothing but numbers becomes an array of doubles, everything else a tree. */
#include <stdlib.h>

#include "files/files.h"
#include "kernels.h"

static Array read_json(const char *text)
{
    Report report = { 0 };
    Array array = { 0 };
    if (!host_read_json(&report, (Bytes){ (uint8_t *)text, strlen(text) }, "", &array))
        fail_msg("%s: %s", text, report.error);
    assert_int_equal(array.meaning, MEANING_TREE);
    return array;
}

static void check_number(const char *token)
{
    char text[128];
    snprintf(text, sizeof text, "[%s]", token);
    Array array = read_json(text);
    double wanted = strtod(token, NULL);
    assert_null(array.tree);
    assert_int_equal(array.bytes, 8);
    if (memcmp(array.data, &wanted, 8) != 0)
        fail_msg("%s is read as %.17g", token, *(double *)array.data);
    host_free_array(&array);
}

TEST(numbers_of_json_are_what_strtod_makes_of_them)
{
    static const char *const tokens[] = {
        "0", "-0", "1", "-1.5", "0.1", "123456789012345", "-0.000000000012345", "999999999999.999", "9007199254740991", "1e5", "1E-5", "-2.5e+300",
        "0.1234567890123456789", "179769313486231570000000000e282", "NaN", "Infinity", "-Infinity", "1234567890123.45678",
    };
    for (size_t i = 0; i < HOST_LENGTH(tokens); i++)
        check_number(tokens[i]);
    uint32_t random = 1;
    for (int i = 0; i < 20000; i++) {
        char token[64];
        random = random * 1664525 + 1013904223;
        snprintf(token, sizeof token, "%.*f", (int)(random >> 8 & 15), (int32_t)random / 1e4);
        check_number(token);
    }
}

TEST(arrays_of_arrays_have_their_shape)
{
    Array array = read_json(" [ [[1,2] ,[3,4],\n[5,6]],\t[[7,8],[9,10],[11,12]] ]\n");
    assert_null(array.tree);
    assert_int_equal(array.rank, 3);
    assert_int_equal(array.dims[0], 2);
    assert_int_equal(array.dims[1], 3);
    assert_int_equal(array.dims[2], 2);
    for (int i = 0; i < 12; i++)
        assert_true(((double *)array.data)[i] == i + 1);
    host_free_array(&array);
}

TEST(what_is_more_than_numbers_or_doubtful_is_a_tree)
{
    static const char *const texts[] = {
        "1", "[]", "[[]]", "[true]", "[1, [2]]", "[[1], 2]", "[[1, 2], [3]]", "[\"1\"]", "[{\"a\": 1}]", "[1, 2,]",
        "[9007199254740993]", "[1e-40]", "[1.000000059604644775390625]", "[0x10]", "[+5]", "[.5]", "[inf]", "[1 2]", "[[[[[[[[[1]]]]]]]]]", "[# one\n1]",
    };
    for (size_t i = 0; i < HOST_LENGTH(texts); i++) {
        Array array = read_json(texts[i]);
        if (!array.tree)
            fail_msg("%s has no tree", texts[i]);
        host_free_array(&array);
    }
}

/* RFC 8259, section 6: "Leading zeros are not allowed." */
TEST(numbers_that_begin_with_0_are_refused_at_their_place)
{
    static const struct { const char *text, *place; } cases[] = {
        { "[01]", "line 1, column 2: " },         { "[1,\n -00]", "line 2, column 2: " },
        { "{\"a\": 007.5}", "line 1, column 7: " }, { "08", "line 1, column 1: " },
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        Report report = { 0 };
        Array array = { 0 };
        assert_false(host_read_json(&report, (Bytes){ (uint8_t *)cases[i].text, strlen(cases[i].text) }, "", &array));
        assert_memory_equal(report.error, cases[i].place, strlen(cases[i].place));
        assert_non_null(strstr(report.error, "begins with 0"));
    }
    Array strings = read_json("[\"01\", 0.5, -0, 0e1, 10]");
    host_free_array(&strings);
}
