/* Conversion between number types, and numbers as text. */
#include <math.h>
#include <stdlib.h>

#include "files/files.h"
#include "host/module.h"
#include "kernels.h"

static uint16_t half_of(double value)
{
    Report report = { 0 };
    uint16_t half = 0;
    assert_true(host_convert(&report, NUMBER_F64, &value, NUMBER_F16, &half, 1));
    return half;
}

static float float_of(uint16_t half)
{
    Report report = { 0 };
    float value = 0;
    assert_true(host_convert(&report, NUMBER_F16, &half, NUMBER_F32, &value, 1));
    return value;
}

TEST(halves_round_to_nearest_even)
{
    assert_int_equal(half_of(1), 0x3c00);
    assert_int_equal(half_of(-2), 0xc000);
    assert_int_equal(half_of(1 + 1.0 / 2048), 0x3c00);       /* a tie, down to even */
    assert_int_equal(half_of(1 + 3.0 / 2048), 0x3c02);       /* a tie, up to even */
    assert_int_equal(half_of(65504), 0x7bff);
    assert_int_equal(half_of(65519.99), 0x7bff);
    assert_int_equal(half_of(65520), 0x7c00);                /* infinity */
    assert_int_equal(half_of(0x1p-24), 0x0001);              /* the smallest denormal */
    assert_int_equal(half_of(0x1p-25), 0x0000);
    assert_int_equal(half_of(0x1.ffcp-15), 0x03ff + 1);      /* rounds up into the normal numbers */
    assert_int_equal(half_of(-0.0), 0x8000);
    assert_int_equal(half_of(NAN) & 0x7fff, 0x7e00);
}

/* What the format says: 10 bits of fraction, exponents from -14 on, denormals below. */
static double half_value(uint32_t bits)
{
    uint32_t exponent = bits >> 10, fraction = bits & 1023;
    return exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, (int)exponent - 25);
}

TEST(between_two_halves_the_nearer_is_taken_and_of_equals_the_even_one)
{
    for (uint32_t bits = 0; bits < 0x7c00; bits++) {
        double middle = (half_value(bits) + half_value(bits + 1)) / 2; /* past the last one 65520 */
        assert_true(float_of((uint16_t)bits) == half_value(bits));
        assert_int_equal(half_of(middle), bits + (bits & 1));
        assert_int_equal(half_of(nextafter(middle, 0)), bits);
        assert_int_equal(half_of(nextafter(middle, 1e9)), bits + 1);
        assert_int_equal(half_of(-middle), 0x8000 + bits + (bits & 1));
    }
}

/* Of 8 and 16 bits: all values of one type that another has, and none else. */
TEST(every_small_integer_becomes_every_type_that_holds_it)
{
    static const struct { Number number; long low, high; } types[] = {
        { NUMBER_I8, -128, 127 }, { NUMBER_U8, 0, 255 }, { NUMBER_I16, -32768, 32767 }, { NUMBER_U16, 0, 65535 },
        { NUMBER_I32, INT32_MIN, INT32_MAX }, { NUMBER_U32, 0, UINT32_MAX },
    };
    for (size_t from = 0; from < 4; from++) {
        for (long value = types[from].low; value <= types[from].high; value++) {
            Report report = { 0 };
            int64_t packed = value, wide = 0; /* little endian: the low bytes are the value */
            float real = 0;
            assert_true(host_convert(&report, types[from].number, &packed, NUMBER_F32, &real, 1));
            assert_true(real == (double)value);
            assert_true(host_convert(&report, types[from].number, &packed, NUMBER_I64, &wide, 1));
            assert_int_equal(wide, value);
            for (size_t to = 0; to < HOST_LENGTH(types); to++) {
                uint64_t target = 0;
                bool fits = value >= types[to].low && value <= types[to].high;
                assert_int_equal(host_convert(&report, types[from].number, &packed, types[to].number, &target, 1), fits);
                if (fits)
                    assert_int_equal(memcmp(&target, &value, host_number(types[to].number)->bytes), 0);
            }
        }
    }
}

TEST(every_half_survives_float_and_back)
{
    Report report = { 0 };
    for (uint32_t bits = 0; bits < 65536; bits++) {
        float value = float_of((uint16_t)bits);
        uint16_t back;
        assert_true(host_convert(&report, NUMBER_F32, &value, NUMBER_F16, &back, 1));
        if (value == value)
            assert_int_equal(back, bits);
    }
}

TEST(an_integer_that_does_not_fit_is_an_error_that_names_it)
{
    Report report = { 0 };
    double values[] = { 1, 255, 256 };
    uint8_t bytes[3];
    assert_false(host_convert(&report, NUMBER_F64, values, NUMBER_U8, bytes, 3));
    assert_contains(report.error, "value 256 (number 2) does not fit u8, which holds whole numbers 0 .. 255");
    values[2] = 0.5;
    int32_t number;
    assert_false(host_convert(&report, NUMBER_F64, &values[2], NUMBER_I32, &number, 1));
    assert_contains(report.error, "value 0.5");
}

TEST(sixty_four_bit_integers_are_exact)
{
    Report report = { 0 };
    uint64_t value = 0, back = 0;
    assert_true(host_parse_number(&report, "18446744073709551615", NUMBER_U64, &value));
    assert_true(value == UINT64_MAX);
    assert_true(host_parse_number(&report, "0x7fffffffffffffff", NUMBER_I64, &value));
    assert_true(host_convert(&report, NUMBER_I64, &value, NUMBER_U64, &back, 1));
    assert_true(back == INT64_MAX);
    assert_false(host_parse_number(&report, "9223372036854775808", NUMBER_I64, &value));
}

TEST(numbers_are_read_whole_or_not_at_all)
{
    Report report = { 0 };
    static const char *const wrong[] = { "", " 1", "1 ", "x", "1.2.3", "1e", "0x", "--1", "nan(1)", "1f" };
    for (size_t i = 0; i < HOST_LENGTH(wrong); i++) {
        float value;
        assert_false(host_parse_number(&report, wrong[i], NUMBER_F32, &value));
        assert_contains(report.error, "is no number");
    }
    uint32_t word = 7;
    assert_true(host_parse_number(&report, "true", NUMBER_BOOL32, &word));
    assert_int_equal(word, 1);
    assert_true(host_parse_number(&report, "0xff", NUMBER_U32, &word));
    assert_int_equal(word, 255);
    assert_false(host_parse_number(&report, "-1", NUMBER_U32, &word));
}

/* What a .csv of this text gives: its numbers in this type. */
static void check_csv(const char *text, Number number, const void *expected, size_t bytes)
{
    Report report = { 0 };
    Array array = { 0 };
    uint8_t numbers[4 * 8];
    assert_true(host_read_csv(&report, (Bytes){ (uint8_t *)text, strlen(text) }, "", &array));
    size_t count = host_array_count(&array);
    assert_int_equal(count * host_number(number)->bytes, bytes);
    assert_true(host_convert(&report, array.number, array.data, number, numbers, count));
    assert_memory_equal(numbers, expected, bytes);
    assert_string_equal(report.error, "");
    host_free_array(&array);
}

TEST(whole_numbers_of_csv_keep_all_of_64_bits)
{
    check_csv("9007199254740993,1e3\n-9223372036854775808,2.0\n", NUMBER_I64,
              (const int64_t[]){ 9007199254740993, 1000, INT64_MIN, 2 }, 4 * sizeof(int64_t));
    check_csv("18446744073709551615\n9007199254740993\n", NUMBER_U64,
              (const uint64_t[]){ UINT64_MAX, 9007199254740993 }, 2 * sizeof(uint64_t));
    check_csv("9007199254740993\n0.5\n", NUMBER_F64, (const double[]){ 9007199254740992, 0.5 }, 2 * sizeof(double));
    check_csv("1e18,inf,-1e300\n", NUMBER_F64, (const double[]){ 1e18, INFINITY, -1e300 }, 3 * sizeof(double));
}

static void refuse_csv(const char *text, const char *error)
{
    Report report = { 0 };
    Array array = { 0 };
    assert_false(host_read_csv(&report, (Bytes){ (uint8_t *)text, strlen(text) }, "", &array));
    if (!strstr(report.error, error))
        fail_msg("%s: %s", text, report.error);
}

/* As pandas, spreadsheets and numpy.savetxt write them. */
TEST(csv_may_have_names_of_columns_remarks_and_quotes)
{
    static const uint32_t wanted[] = { 1, 2, 3, 4 };
    check_csv("x,\"the y\"\r\n1,2\r\n3,4\r\n", NUMBER_U32, wanted, sizeof wanted);
    check_csv(",a 1\n1,2\n3,4\n", NUMBER_U32, wanted, sizeof wanted);
    check_csv("x y\n1 2\n3 4\n", NUMBER_U32, wanted, sizeof wanted);
    check_csv("# x 7\n1 2\n # more\n3 4\n", NUMBER_U32, wanted, sizeof wanted);
    check_csv("\"1\";\"2\"\n\"3\" ; 4\n", NUMBER_U32, wanted, sizeof wanted);
    refuse_csv("x,y\nz,w\n1,2\n", "line 2: 'z' is no number");
    refuse_csv("x,2\n1,2\n", "line 1: 'x' is no number");
    refuse_csv("1,2\nx,y\n", "line 2: 'x' is no number");
    refuse_csv("x,y\n", "has words and no numbers");
    refuse_csv("1_000\n5\n", "line 1: '1_000' is no number");
    refuse_csv("1.0f -.5f\n2 3\n", "line 1: '1.0f' is no number");
    check_csv("x,1st\n1,2\n3,4\n", NUMBER_U32, wanted, sizeof wanted);
    check_csv("1.00000000000000000000000000000000000000000000000000000000000000000000000000000000000\n2\n3\n4\n", NUMBER_U32,
              wanted, sizeof wanted);
    refuse_csv("1,5;2,5\n", "line 1: commas and semicolons in one line");
    refuse_csv("\"1,2\n", "'1,2' is no number");
}

TEST(what_does_not_fit_is_told_with_all_digits)
{
    Report report = { 0 };
    static const double wrong[] = { 4294967296, 0.1 };
    static const char *const said[] = { "value 4294967296 (number 0) does not fit u32", "value 0.1 (number 0) does not fit u32" };
    for (size_t i = 0; i < HOST_LENGTH(wrong); i++) {
        uint32_t word;
        assert_false(host_convert(&report, NUMBER_F64, &wrong[i], NUMBER_U32, &word, 1));
        assert_contains(report.error, said[i]);
    }
}

TEST(names_that_are_nearly_right_are_suggested)
{
    Report report = { 0 };
    Slot slot;
    assert_false(host_find_slot(&report, &sample_module, "gImput", &slot));
    assert_contains(report.error, "unknown resource 'gImput'; did you mean 'gInput'? there are: gInput, gOutput");
    assert_false(host_find_slot(&report, &sample_module, "xyzzy", &slot));
    assert_null(strstr(report.error, "did you mean"));
}

/* Infinity less itself has it on x86. */
TEST(the_sign_of_a_nan_is_not_told)
{
    static const uint32_t nans[] = {0x7fc00000, 0xffc00000};
    for (size_t i = 0; i < HOST_LENGTH(nans); i++) {
        Text text = {0};
        host_print_number(&text, NUMBER_F32, &nans[i], 9);
        assert_string_equal(text.text, "nan");
        free(text.text);
    }
}
