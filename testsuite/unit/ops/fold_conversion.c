/* Folding of select and the conversions, and the halves they go through. */
#include "ops/half.h"
#include "ops_test.h"

#include <math.h>

#define F(value) bits_of_float(value)
#define D(value) bits_of_double(value)
#define TO_I32(op, a, expected) {IR_##op, IR_F32, IR_I32, {F(a)}, (uint32_t)(expected)}

TEST(select_takes_the_second_where_the_first_is_true)
{
    EXPECT_FOLDS({IR_select, IR_I32, IR_I32, {1, 10, 20}, 10}, {IR_select, IR_I32, IR_I32, {0, 10, 20}, 20}, {IR_select, IR_F32, IR_F32, {1, F(2), F(3)}, F(2)});
}

TEST(float_to_signed_truncates_and_saturates)
{
    EXPECT_FOLDS(TO_I32(ftos, 1.9f, 1), TO_I32(ftos, -1.9f, -1), TO_I32(ftos, 2147483520.0f, 2147483520), TO_I32(ftos, 2147483648.0f, INT32_MAX),
                 TO_I32(ftos, -2147483648.0f, INT32_MIN), TO_I32(ftos, -1e20f, INT32_MIN), TO_I32(ftos, INFINITY, INT32_MAX), TO_I32(ftos, -INFINITY, INT32_MIN),
                 TO_I32(ftos, NAN, 0), {IR_ftos, IR_F32, IR_I16, {F(40000)}, 0x7fff}, {IR_ftos, IR_F32, IR_I16, {F(-40000)}, 0x8000},
                 {IR_ftos, IR_F32, IR_I16, {F(-1)}, 0xffff}, {IR_ftos, IR_F64, IR_I64, {D(1e300)}, INT64_MAX}, {IR_ftos, IR_F64, IR_I64, {D(-1e300)}, (uint64_t)INT64_MIN},
                 {IR_ftos, IR_F64, IR_I64, {D(-3.5)}, (uint64_t)-3}, {IR_ftos, IR_F16, IR_I32, {0x7bff}, 65504}, {IR_ftos, IR_F64, IR_I32, {D(2147483647.5)}, INT32_MAX});
}

TEST(float_to_unsigned_truncates_and_saturates)
{
    EXPECT_FOLDS(TO_I32(ftou, 1.9f, 1), TO_I32(ftou, -0.9f, 0), TO_I32(ftou, -5.0f, 0), TO_I32(ftou, 4294967040.0f, 4294967040u), TO_I32(ftou, 4294967296.0f, UINT32_MAX),
                 TO_I32(ftou, INFINITY, UINT32_MAX), TO_I32(ftou, NAN, 0), {IR_ftou, IR_F32, IR_I16, {F(70000)}, 0xffff},
                 {IR_ftou, IR_F64, IR_I64, {D(18446744073709551616.0)}, UINT64_MAX}, {IR_ftou, IR_F64, IR_I64, {D(9223372036854775808.0)}, 1ull << 63},
                 {IR_ftou, IR_F16, IR_I16, {0x7c00}, 0xffff});
}

TEST(integer_to_float_rounds_once)
{
    EXPECT_FOLDS({IR_stof, IR_I32, IR_F32, {0xffffffff}, F(-1)}, {IR_stof, IR_I32, IR_F32, {0x80000000}, F(-2147483648.0f)}, {IR_utof, IR_I32, IR_F32, {0xffffffff}, F(4294967296.0f)},
                 {IR_stof, IR_I32, IR_F32, {16777217}, F(16777216)}, {IR_stof, IR_I32, IR_F64, {16777217}, D(16777217)}, {IR_stof, IR_I32, IR_F32, {0}, 0},
                 {IR_utof, IR_I64, IR_F32, {(1ull << 60) + (1ull << 36) + 1}, F(0x1p60f + 0x1p37f)}, /* through double it would be a tie */
                 {IR_stof, IR_I64, IR_F32, {0 - ((1ull << 60) + (1ull << 36) + 1)}, F(-(0x1p60f + 0x1p37f))},
                 {IR_utof, IR_I64, IR_F64, {UINT64_MAX}, D(18446744073709551616.0)}, {IR_stof, IR_I16, IR_F32, {0x8000}, F(-32768)}, {IR_utof, IR_I16, IR_F32, {0x8000}, F(32768)},
                 {IR_stof, IR_I32, IR_F16, {2049}, 0x6800}, {IR_stof, IR_I32, IR_F16, {2051}, 0x6802}, {IR_utof, IR_I32, IR_F16, {65519}, 0x7bff}, {IR_utof, IR_I32, IR_F16, {65520}, 0x7c00},
                 {IR_utof, IR_I1, IR_F32, {1}, F(1)});
}

TEST(integers_widen_and_narrow)
{
    EXPECT_FOLDS({IR_sext, IR_I16, IR_I32, {0x8000}, 0xffff8000}, {IR_sext, IR_I32, IR_I64, {0x80000000}, 0xffffffff80000000}, {IR_sext, IR_I1, IR_I32, {1}, 0xffffffff},
                 {IR_zext, IR_I16, IR_I32, {0x8000}, 0x8000}, {IR_zext, IR_I32, IR_I64, {0x80000000}, 0x80000000}, {IR_zext, IR_I1, IR_I32, {1}, 1},
                 {IR_itrunc, IR_I32, IR_I16, {0x12345678}, 0x5678}, {IR_itrunc, IR_I64, IR_I32, {0x123456789abcdef0}, 0x9abcdef0});
}

TEST(bitcasts_keep_the_bits)
{
    EXPECT_FOLDS({IR_bitcast, IR_F32, IR_I32, {0x7f800001}, 0x7f800001}, {IR_bitcast, IR_I32, IR_F32, {0xdeadbeef}, 0xdeadbeef}, {IR_bitcast, IR_I64, IR_F64, {~0ull}, ~0ull});
}

TEST(floats_convert_between_widths_to_nearest_even)
{
    EXPECT_FOLDS({IR_fconvert, IR_F32, IR_F64, {F(0.1f)}, D(0.1f)}, {IR_fconvert, IR_F64, IR_F32, {D(0.1)}, F(0.1f)}, {IR_fconvert, IR_F64, IR_F32, {D(1e300)}, F(INFINITY)},
                 {IR_fconvert, IR_F32, IR_F16, {F(1.0f)}, 0x3c00}, {IR_fconvert, IR_F16, IR_F32, {0x0001}, F(0x1p-24f)}, {IR_fconvert, IR_F16, IR_F32, {0xfc00}, F(-INFINITY)},
                 {IR_fconvert, IR_F16, IR_F64, {0x7bff}, D(65504)},
                 {IR_fconvert, IR_F64, IR_F16, {D(1 + 0x1p-11 + 0x1p-40)}, 0x3c01}); /* through f32 it would be a tie */
}

/* ---- halves ---- */

TEST(halves_round_to_nearest_even_at_every_border)
{
    static const struct { double value; uint16_t half; } BORDERS[] = {
        {0.0, 0x0000}, {-0.0, 0x8000}, {1.0, 0x3c00}, {-2.0, 0xc000}, {65504.0, 0x7bff}, {65519.996, 0x7bff}, {65520.0, 0x7c00}, {-65520.0, 0xfc00},
        {1e300, 0x7c00}, {INFINITY, 0x7c00}, {-INFINITY, 0xfc00},
        {1 + 0x1p-11, 0x3c00}, {1 + 0x1p-11 + 0x1p-30, 0x3c01}, {1 + 3 * 0x1p-11, 0x3c02}, {2 - 0x1p-12, 0x4000},
        {0x1p-14, 0x0400}, {0x1p-14 - 0x1p-24, 0x03ff}, {0x1p-14 - 0x1p-26, 0x0400}, {0x1p-14 - 0x1p-25, 0x0400},
        {0x1p-24, 0x0001}, {0x1p-25, 0x0000}, {0x1p-25 + 0x1p-50, 0x0001}, {3 * 0x1p-25, 0x0002}, {0x1p-26, 0x0000}, {0x1p-1000, 0x0000}, {-0x1p-1000, 0x8000},
    };
    for (unsigned i = 0; i < sizeof BORDERS / sizeof *BORDERS; i++)
        if (half_from_double(BORDERS[i].value) != BORDERS[i].half)
            fail_msg("%a gives 0x%04x, not 0x%04x", BORDERS[i].value, half_from_double(BORDERS[i].value), BORDERS[i].half);
    assert_int_equal(half_from_double(NAN) & 0x7fff, 0x7e00);
}

TEST(every_half_goes_to_float_and_back)
{
    for (unsigned half = 0; half <= 0xffff; half++) {
        bool is_nan = (half & 0x7c00) == 0x7c00 && (half & 0x3ff);
        float value = half_to_float((uint16_t)half);
        if (is_nan)
            assert_true(isnan(value));
        else
            assert_int_equal(half_from_double(value), half);
    }
}
