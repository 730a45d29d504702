/* Numbers are spelled with the fewest digits that read back: against printf and strtof, strtod. */
#include <math.h>
#include <stdlib.h>

#include "kernels.h"
#include "numbers/numbers.h"

static const char *spell(Number number, const void *value)
{
    static char text[HOST_NUMBER_LETTERS + 1];
    text[host_spell_number(number, value, text)] = 0;
    return text;
}

static int count_digits(const char *text)
{
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text == '0' && !count)
            continue;
        if (*text < '0' || *text > '9')
            continue;
        count++;
        zeros = *text == '0' ? zeros + 1 : 0;
    }
    return count - zeros;
}

/* How many digits printf needs; `read` rounds to the type. */
static int count_needed(double value, double (*read)(const char *))
{
    char text[64];
    for (int count = 1;; count++) {
        snprintf(text, sizeof text, "%.*e", count - 1, value);
        if (read(text) == value)
            return count_digits(text);
    }
}

static double read_single(const char *text) { return strtof(text, NULL); }
static double read_double(const char *text) { return strtod(text, NULL); }

static double read_half(const char *text)
{
    Report report = { 0 };
    uint16_t half;
    double value;
    host_parse_number(&report, text, NUMBER_F16, &half);
    host_convert(&report, NUMBER_F16, &half, NUMBER_F64, &value, 1);
    return value;
}

static void check(Number number, const void *source, double value, double (*read)(const char *), double whole)
{
    const char *text = spell(number, source);
    if (read(text) != value)
        fail_msg("%.17g is spelled %s", value, text);
    bool is_whole = fabs(value) < whole && value == floor(value);
    if (is_whole ? strtod(text, NULL) != value : count_digits(text) > count_needed(value, read))
        fail_msg("%.17g is spelled %s, more digits than needed, or not all of a whole number", value, text);
}

TEST(all_halves_have_as_few_digits_as_read_back)
{
    Report report = { 0 };
    for (uint32_t bits = 1; bits < 0x7c00; bits++) {
        double value;
        uint16_t half = (uint16_t)bits;
        host_convert(&report, NUMBER_F16, &half, NUMBER_F64, &value, 1);
        check(NUMBER_F16, &half, value, read_half, 1e5);
    }
}

static void check_single(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, 4);
    if (isfinite(value))
        check(NUMBER_F32, &value, value, read_single, 1e9);
}

/* SPELLED: how many random numbers. */
static uint32_t count_random(void)
{
    const char *text = getenv("SPELLED");
    return text ? (uint32_t)atoi(text) : 50000;
}

TEST(floats_have_as_few_digits_as_read_back)
{
    for (uint32_t exponent = 0; exponent < 255; exponent++)
        for (uint32_t fraction = 0; fraction < 4; fraction++)
            check_single((exponent << 23) + fraction - 1 + (fraction == 0));
    for (int power = -45; power < 39; power++) {
        float near = (float)pow(10, power);
        uint32_t bits;
        memcpy(&bits, &near, 4);
        for (uint32_t i = 0; i < 9; i++)
            check_single(bits + i - (bits > 4 ? 4 : 0));
    }
    uint32_t random = 1;
    for (uint32_t i = 0; i < count_random(); i++) {
        random = random * 1664525 + 1013904223;
        check_single(random ^ random >> 15);
    }
}

TEST(doubles_have_as_few_digits_as_read_back)
{
    uint64_t random = 1;
    for (uint32_t i = 0; i < count_random() + 2046; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t bits = i < 2046 ? (uint64_t)(i + 1) << 52 : random ^ random >> 31;
        double value;
        memcpy(&value, &bits, 8);
        if (isfinite(value))
            check(NUMBER_F64, &value, value, read_double, 1e17);
    }
    for (uint64_t bits = 1; bits < 100; bits++) {
        double value;
        memcpy(&value, &bits, 8);
        check(NUMBER_F64, &value, value, read_double, 1e17);
    }
}

#define SPELLED(number, type, value, text) assert_string_equal(spell(NUMBER_##number, &(type){ value }), text)

TEST(numbers_look_as_printf_s_g_has_them)
{
    SPELLED(F32, float, 0.1f, "0.1");
    SPELLED(F32, float, -0.0f, "-0");
    SPELLED(F32, float, 16777216, "16777216");
    SPELLED(F32, float, 123456792, "123456792");
    SPELLED(F32, float, 1e9f, "1e+09");
    SPELLED(F32, float, -1e30f, "-1e+30");
    SPELLED(F32, float, 0.0001f, "0.0001");
    SPELLED(F32, float, 0.00001234f, "1.234e-05");
    SPELLED(F32, float, 1e-45f, "1e-45");
    SPELLED(F32, float, 3.4028235e38f, "3.4028235e+38");
    SPELLED(F32, float, 9.999999f, "9.999999");
    SPELLED(F32, float, -INFINITY, "-inf");
    SPELLED(F32, float, -NAN, "nan");
    SPELLED(F64, double, 1.0 / 3, "0.3333333333333333");
    SPELLED(F64, double, 9007199254740993.0, "9007199254740992");
    SPELLED(F64, double, 5e-324, "5e-324");
    SPELLED(F64, double, 1.7976931348623157e308, "1.7976931348623157e+308");
    SPELLED(F64, double, 9e22, "9e+22");
    SPELLED(U64, uint64_t, UINT64_MAX, "18446744073709551615");
    SPELLED(I64, int64_t, INT64_MIN, "-9223372036854775808");
    SPELLED(I8, int8_t, -128, "-128");
    SPELLED(BOOL8, uint8_t, 1, "1");
}
