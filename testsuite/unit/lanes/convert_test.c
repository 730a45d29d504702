/* Between floats, integers and half precision. */
#include "lanes_test.h"

#define CONVERSIONS(real, integer)                       \
    OP_1(ftos_##real##_##integer, real, integer)         \
    OP_1(ftou_##real##_##integer, real, integer)         \
    OP_1(stof_##integer##_##real, integer, real)         \
    OP_1(utof_##integer##_##real, integer, real)
CONVERSIONS(f32, i16)
CONVERSIONS(f32, i32)
CONVERSIONS(f32, i64)
CONVERSIONS(f64, i16)
CONVERSIONS(f64, i32)
CONVERSIONS(f64, i64)
OP_1(fconvert_f32_f64, f32, f64)
OP_1(fconvert_f64_f32, f64, f32)
OP_1(half_bits_f32, f32, i16)
OP_1(half_bits_f64, f64, i16)
OP_1(f32_of_half, i16, f32)
OP_1(round_f16_f32, f32, f32)
OP_1(round_f16_f64, f64, f32)

TEST(float_to_integer_goes_toward_zero)
{
    EXPECT(ftos_f32_i32, -1.75f, -1);
    EXPECT(ftou_f32_i32, 1.75f, 1);
    EXPECT(ftos_f64_i32, -1.75, -1);
    EXPECT(ftos_f64_i64, -1.75, -1);
    EXPECT(ftos_f32_i16, -1.75f, -1);
    EXPECT(ftos_f32_i64, 1e10f, 10000000000ll);
}
TEST(float_to_integer_saturates)
{
#define SATURATES(from, to, lowest, highest)                   \
    EXPECT(ftos_##from##_##to, 1e30f, highest);                 \
    EXPECT(ftos_##from##_##to, -1e30f, lowest);                 \
    EXPECT(ftos_##from##_##to, INFINITY, highest);              \
    EXPECT(ftos_##from##_##to, -INFINITY, lowest);              \
    EXPECT(ftou_##from##_##to, 1e30f, -1);                      \
    EXPECT(ftou_##from##_##to, -1, 0);                          \
    EXPECT(ftou_##from##_##to, -1e30f, 0);                      \
    EXPECT(ftou_##from##_##to, INFINITY, -1);
    SATURATES(f32, i16, INT16_MIN, INT16_MAX)
    SATURATES(f32, i32, INT32_MIN, INT32_MAX)
    SATURATES(f32, i64, INT64_MIN, INT64_MAX)
    SATURATES(f64, i16, INT16_MIN, INT16_MAX)
    SATURATES(f64, i32, INT32_MIN, INT32_MAX)
    SATURATES(f64, i64, INT64_MIN, INT64_MAX)
}
TEST(float_to_integer_of_nan_is_0)
{
#define NAN_IS_0(from, to)                           \
    EXPECT(ftos_##from##_##to, NAN, 0);                         \
    EXPECT(ftou_##from##_##to, NAN, 0);
    NAN_IS_0(f32, i16)
    NAN_IS_0(f32, i32)
    NAN_IS_0(f32, i64)
    NAN_IS_0(f64, i16)
    NAN_IS_0(f64, i32)
    NAN_IS_0(f64, i64)
}
TEST(float_to_integer_is_exact_next_to_the_limits)
{
    EXPECT(ftos_f32_i32, 2147483520.0f, 2147483520);
    EXPECT(ftos_f32_i32, 0x1p31f, INT32_MAX);
    EXPECT(ftos_f32_i32, -0x1p31f, INT32_MIN);
    EXPECT(ftou_f32_i32, 0x1p31f, INT32_MIN);
    EXPECT(ftou_f32_i32, 4294967040.0f, -256);
    EXPECT(ftou_f32_i32, 0x1p32f, -1);
    EXPECT(ftos_f64_i32, 2147483646.5, 2147483646);
    EXPECT(ftos_f64_i32, -2147483648.5, INT32_MIN);
    EXPECT(ftou_f64_i32, 4294967294.5, -2);
    EXPECT(ftou_f64_i32, 4294967295.5, -1);
    EXPECT(ftos_f64_i64, 0x1.fffffffffffffp62, 0x7ffffffffffffc00);
    EXPECT(ftou_f64_i64, 0x1.fffffffffffffp63, -2048);
    EXPECT(ftou_f64_i64, 0x1p63, INT64_MIN);
    EXPECT(ftou_f32_i16, 65535.5f, -1);
    EXPECT(ftou_f32_i16, 40000, (int16_t)40000);
    EXPECT(ftos_f64_i16, -32768.9, -32768);
}
TEST(constants_that_the_compiler_folds_convert_alike)
{
    assert_int_equal(ftos_f32_i32x4(splat_f32x4(1e30f))[3], INT32_MAX);
    assert_int_equal(ftos_f32_i32x8(splat_f32x8(-1e30f))[7], INT32_MIN);
    assert_int_equal(ftos_f32_i32x16(splat_f32x16(NAN))[15], 0);
    assert_int_equal(ftou_f32_i32x4(splat_f32x4(NAN))[0], 0);
    assert_int_equal(ftou_f32_i32x8(splat_f32x8(5e9f))[0], -1);
    assert_int_equal(ftos_f64_i32x4(splat_f64x4(-1e300))[0], INT32_MIN);
    assert_true(isnan(fexp2_f32x4(splat_f32x4(NAN))[0]) && isnan(fexp2_f32(NAN)));
}
TEST(integer_to_float_rounds_to_nearest_even)
{
    EXPECT(stof_i32_f32, 16777217, 16777216);
    EXPECT(stof_i32_f32, 16777219, 16777220);
    EXPECT(stof_i32_f32, INT32_MIN, -0x1p31f);
    EXPECT(utof_i32_f32, -1, 0x1p32f);
    EXPECT(utof_i32_f32, (int32_t)0xffffff7f, 4294967040.0f);
    EXPECT(utof_i32_f32, (int32_t)0x80000080, 0x1p31f);
    EXPECT(utof_i32_f32, (int32_t)0x80000081, 2147483904.0f);
    EXPECT(utof_i32_f64, -1, 4294967295.0);
    EXPECT(stof_i32_f64, -1, -1);
    EXPECT(stof_i64_f32, 0x7fffffbfffffffff, 0x1.fffffep62f);
    EXPECT(stof_i64_f64, INT64_MIN, -0x1p63);
    EXPECT(utof_i64_f64, -1, 0x1p64);
    EXPECT(utof_i64_f32, -1, 0x1p64f);
    EXPECT(stof_i16_f32, -3, -3);
    EXPECT(utof_i16_f32, -1, 65535);
    EXPECT(stof_i16_f64, -3, -3);
    EXPECT(utof_i16_f64, -1, 65535);
}
TEST(float_widths_convert)
{
    EXPECT(fconvert_f32_f64, 0.1f, 0x1.99999ap-4);
    EXPECT(fconvert_f64_f32, 0.1, 0.1f);
    EXPECT(fconvert_f64_f32, 1e300, INFINITY);
}

TEST(half_rounds_to_nearest_even)
{
    EXPECT(half_bits_f32, 1, 0x3c00);
    EXPECT(half_bits_f32, 1 + 0x1p-11f, 0x3c00);
    EXPECT(half_bits_f32, 1 + 0x1p-11f + 0x1p-23f, 0x3c01);
    EXPECT(half_bits_f32, 1 + 3 * 0x1p-11f, 0x3c02);
    EXPECT(half_bits_f32, -2, (int16_t)0xc000);
    EXPECT(half_bits_f32, -0.0f, (int16_t)0x8000);
}
TEST(half_overflows_to_inf_from_65520)
{
    EXPECT(half_bits_f32, 65504, 0x7bff);
    EXPECT(half_bits_f32, 65519.996f, 0x7bff);
    EXPECT(half_bits_f32, 65520, 0x7c00);
    EXPECT(half_bits_f32, -1e30f, (int16_t)0xfc00);
    EXPECT(half_bits_f32, INFINITY, 0x7c00);
    EXPECT(round_f16_f32, 65520, INFINITY);
}
TEST(half_denormals_are_kept)
{
    EXPECT(half_bits_f32, 0x1p-24f, 1);
    EXPECT(half_bits_f32, 0x1p-25f, 0);
    EXPECT(half_bits_f32, 0x1.000002p-25f, 1);
    EXPECT(half_bits_f32, 3 * 0x1p-25f, 2);
    EXPECT(half_bits_f32, 0x1.ffep-15f, 0x0400);
    EXPECT(half_bits_f32, 0x1.ff8p-15f, 0x03ff);
    EXPECT(half_bits_f32, 0x1p-149f, 0);
    EXPECT(f32_of_half, 1, 0x1p-24f);
    EXPECT(f32_of_half, 0x03ff, 0x1.ff8p-15f);
}
TEST(half_nan_stays_nan_and_becomes_quiet)
{
    EXPECT(half_bits_f32, float_of_pattern(0x7fc00000), 0x7e00);
    EXPECT(half_bits_f32, float_of_pattern(0xff802000), (int16_t)0xfe01);
    EXPECT(half_bits_f32, float_of_pattern(0x7f800001), 0x7e00);
    EXPECT(f32_of_half, 0x7c01, NAN);
}
TEST(every_half_survives_the_way_through_float)
{
    for (int bits = 0; bits < 65536; bits++)
        if ((bits & 0x7fff) <= 0x7c00) {
            float x = f32_of_half((int16_t)bits);
            EXPECT(f32_of_half, (int16_t)bits, x);
            EXPECT(half_bits_f32, x, (int16_t)bits);
            EXPECT(round_f16_f32, x, x);
        }
}
TEST(half_values_are_what_the_format_says)
{
    for (int bits = 0; bits < 0x7c00; bits++) {
        int exponent = bits >> 10, fraction = bits & 0x3ff;
        double value = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
        assert_true(f32_of_half((int16_t)bits) == value);
    }
}
TEST(between_two_halves_the_nearer_is_taken_and_of_equals_the_even_one)
{
    for (int bits = 0; bits < 0x7c00; bits += bits < 0x400 || bits > 0x7800 ? 1 : 13) {
        float last = f32_of_half((int16_t)bits), middle = bits == 0x7bff ? 65520 : (last + f32_of_half((int16_t)(bits + 1))) / 2;
        EXPECT(half_bits_f32, middle, (int16_t)(bits + (bits & 1)));
        EXPECT(half_bits_f32, nextafterf(middle, 0), (int16_t)bits);
        EXPECT(half_bits_f32, nextafterf(middle, 1e9f), (int16_t)(bits + 1));
        EXPECT(half_bits_f64, nextafter(middle, 0), (int16_t)bits);
        EXPECT(half_bits_f64, nextafter(middle, 1e9), (int16_t)(bits + 1));
        EXPECT(half_bits_f32, -middle, (int16_t)(0x8000 + bits + (bits & 1)));
    }
}
TEST(double_to_half_rounds_once)
{
    EXPECT(half_bits_f64, 1 + 0x1p-11 + 0x1p-40, 0x3c01); /* by way of f32: a tie, 0x3c00 */
    EXPECT(half_bits_f64, 1 + 0x1p-11 - 0x1p-40, 0x3c00);
    EXPECT(half_bits_f64, 1 + 3 * 0x1p-11 - 0x1p-40, 0x3c01); /* and here 0x3c02 */
    EXPECT(half_bits_f64, -65519.999999, (int16_t)0xfbff);
    EXPECT(half_bits_f64, 1e300, 0x7c00);
    EXPECT(half_bits_f64, 0x1p-25 + 0x1p-70, 1);
    EXPECT(half_bits_f64, 1e-300, 0);
    EXPECT(round_f16_f64, 1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-10f);
    EXPECT(round_f16_f64, (double)NAN, NAN);
    EXPECT(round_f16_f64, -INFINITY, -INFINITY);
}
