/* Values in place of a file: f32(1,2,3). */
#include "host/dispatch.h"
#include "numbers/numbers.h"
#include "kernels.h"

static Array parse(const char *text)
{
    Report report = { 0 };
    Array array = { 0 };
    if (!host_parse_values(&report, text, &array))
        fail_msg("%s: %s", text, report.error);
    return array;
}

static void check_ints(const char *text, const int32_t *wanted, size_t count)
{
    Array array = parse(text);
    assert_int_equal(array.number, NUMBER_I32);
    assert_int_equal(array.bytes, count * 4);
    if (count > 0)
        assert_memory_equal(array.data, wanted, count * 4);
    host_free_array(&array);
}

TEST(a_list_of_numbers)
{
    check_ints("i32(1,-2, 3 )", (const int32_t[]){ 1, -2, 3 }, 3);
}

TEST(a_list_without_numbers_is_empty)
{
    check_ints("i32()", NULL, 0);
    check_ints("i32( )", NULL, 0);
    expect_printed("--in gNumbers=u32() --size gCounts=1 -e CountCS --dispatch 1 --print gCounts", "1\n");
}

TEST(a_range_has_both_ends)
{
    check_ints("i32(0..3)", (const int32_t[]){ 0, 1, 2, 3 }, 4);
    check_ints("i32(2..-1)", (const int32_t[]){ 2, 1, 0, -1 }, 4);
    check_ints("i32(5..5)", (const int32_t[]){ 5 }, 1);
}

TEST(a_range_has_a_step)
{
    check_ints("i32(0..10:4)", (const int32_t[]){ 0, 4, 8 }, 3);
    check_ints("i32(9..0:-3)", (const int32_t[]){ 9, 6, 3, 0 }, 4);
    Array array = parse("f64(0..1:0.1)");
    assert_int_equal(array.bytes, 11 * 8);
    host_free_array(&array);
}

TEST(a_repetition_and_a_mixture)
{
    check_ints("i32(7*3, 1, 0..1)", (const int32_t[]){ 7, 7, 7, 1, 0, 1 }, 6);
    check_ints("i32(7*0,2)", (const int32_t[]){ 2 }, 1);
}

TEST(each_type_has_its_size)
{
    static const struct { const char *text; size_t bytes; } cases[] = {
        { "f16(1)", 2 }, { "f32(1)", 4 }, { "f64(1)", 8 }, { "i16(1)", 2 }, { "u16(1)", 2 }, { "u32(1)", 4 },
        { "i64(1)", 8 }, { "u64(1)", 8 }, { "bool(true,0)", 8 }, { "u8(1)", 1 }, { "i8(-1)", 1 },
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        Array array = parse(cases[i].text);
        assert_int_equal(array.bytes, cases[i].bytes);
        host_free_array(&array);
    }
}

TEST(values_that_make_no_sense_are_errors)
{
    static const struct { const char *text, *error; } cases[] = {
        { "f32(1,2", "closing parenthesis" },
        { "f32(,)", "a value is missing" },
        { "f32(1,,2)", "a value is missing" },
        { "f32(1,2,)", "a value is missing" },
        { "f32(one)", "'one' is no number" },
        { "u32(-1)", "does not fit u32" },
        { "u32(1.5)", "does not fit u32" },
        { "i32(0..1:0.5)", "value 0.5 does not fit i32" },
        { "f32(0..1:0)", "never ends" },
        { "f32(0..1:-1)", "never ends" },
        { "f32(0..nan)", "never ends" },
        { "f32(0..inf)", "too many values" },
        { "f32(0..1e18)", "too many values" },
        { "f64(1*2147483647)", "too many values" },
        { "f32(1*x)", "is no count" },
        { "f32(1*-1)", "is no count" },
        { "f32(1*)", "is no count" },
        { "f32(..)", "is no number" },
        { "f32(1..2:)", "is no number" },
        { "f32(1111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111)", "is no number" },
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        Report report = { 0 };
        Array array = { 0 };
        assert_false(host_parse_values(&report, cases[i].text, &array));
        assert_contains(report.error, cases[i].error);
        host_free_array(&array);
    }
}

TEST(a_file_name_is_no_list_of_values)
{
    assert_true(host_is_values("f32(1)"));
    assert_false(host_is_values("photo.png"));
    assert_false(host_is_values("f33(1)"));
    assert_false(host_is_values("./f32(1).npy"));
}

TEST(any_text_is_parsed_or_refused)
{
    static const char letters[] = "f32u(((0..1,9*:-e) )";
    uint32_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        char text[24] = "f32(";
        for (int i = 4; i < 16; i++) {
            seed = seed * 1664525 + 1013904223;
            text[i] = letters[(seed >> 8) % (sizeof letters - 1)];
        }
        text[16] = ')';
        Report report = { 0 };
        Array array = { 0 };
        Order order;
        if (strspn(text + 4, "0123456789") < 4 && !strstr(text, "e9") && host_parse_values(&report, text, &array))
            host_free_array(&array);
        host_parse_order(&report, text + 4, &order);
    }
}
