/* Operations on floats that are exact or rounded once. */
#include "lanes_test.h"

#define FLOAT_OPS(type)            \
    OP_1(fabs_##type, type, type)      \
    OP_1(fsaturate_##type, type, type) \
    OP_1(ffloor_##type, type, type)    \
    OP_1(fceil_##type, type, type)     \
    OP_1(ftrunc_##type, type, type)    \
    OP_1(fround_##type, type, type)    \
    OP_1(ffrac_##type, type, type)     \
    OP_1(fsqrt_##type, type, type)     \
    OP_1(frsqrt_##type, type, type)    \
    OP_1(frcp_##type, type, type)      \
    OP_2(fmin_##type, type)            \
    OP_2(fmax_##type, type)            \
    PREDICATE(fisnan_##type, type)     \
    PREDICATE(fisinf_##type, type)     \
    PREDICATE(fisfinite_##type, type)
FLOAT_OPS(f32)
FLOAT_OPS(f64)

TEST(min_and_max_give_the_operand_that_is_not_nan)
{
    EXPECT_2(fmin_f32, NAN, 2, 2);
    EXPECT_2(fmin_f32, 2, NAN, 2);
    EXPECT_2(fmax_f32, NAN, 2, 2);
    EXPECT_2(fmax_f32, 2, NAN, 2);
    EXPECT_2(fmax_f32, NAN, NAN, NAN);
    EXPECT_2(fmin_f64, NAN, 2, 2);
    EXPECT_2(fmin_f64, 2, NAN, 2);
    EXPECT_2(fmax_f64, NAN, -2, -2);
    EXPECT_2(fmax_f64, -2, NAN, -2);
}
TEST(min_and_max_order_numbers_and_infinities)
{
    EXPECT_2(fmin_f32, -1, 3, -1);
    EXPECT_2(fmax_f32, -1, 3, 3);
    EXPECT_2(fmin_f32, -INFINITY, 3, -INFINITY);
    EXPECT_2(fmax_f32, INFINITY, 3, INFINITY);
    EXPECT_2(fmin_f64, 5, 3, 3);
    EXPECT_2(fmax_f64, 5, 3, 5);
}
TEST(saturate_clamps_to_0_and_1_and_makes_nan_0)
{
    EXPECT(fsaturate_f32, 0.25f, 0.25f);
    EXPECT(fsaturate_f32, -3, 0);
    EXPECT(fsaturate_f32, 3, 1);
    EXPECT(fsaturate_f32, NAN, 0);
    EXPECT(fsaturate_f32, INFINITY, 1);
    EXPECT(fsaturate_f32, -INFINITY, 0);
    EXPECT(fsaturate_f64, NAN, 0);
    EXPECT(fsaturate_f64, 7, 1);
}
TEST(abs_clears_the_sign)
{
    EXPECT(fabs_f32, -0.0f, 0);
    EXPECT(fabs_f32, -INFINITY, INFINITY);
    EXPECT(fabs_f64, -2.5, 2.5);
}
TEST(round_goes_to_the_even_neighbour_from_halfway)
{
    EXPECT(fround_f32, 0.5f, 0);
    EXPECT(fround_f32, 1.5f, 2);
    EXPECT(fround_f32, 2.5f, 2);
    EXPECT(fround_f32, -2.5f, -2);
    EXPECT(fround_f32, -0.5f, -0.0f);
    EXPECT(fround_f32, 0x1.fffffep-2f, 0);
    EXPECT(fround_f64, 4.5, 4);
    EXPECT(fround_f64, 0x1.fffffffffffffp-2, 0);
}
TEST(floor_ceil_and_trunc_keep_the_sign_of_zero)
{
    EXPECT(ffloor_f32, -0.0f, -0.0f);
    EXPECT(fceil_f32, -0.25f, -0.0f);
    EXPECT(ftrunc_f32, -0.75f, -0.0f);
    EXPECT(ffloor_f32, -0.25f, -1);
    EXPECT(fceil_f32, 0.25f, 1);
    EXPECT(ftrunc_f32, 1.75f, 1);
    EXPECT(ffloor_f64, -2.5, -3);
    EXPECT(fceil_f64, -2.5, -2);
    EXPECT(ftrunc_f64, -2.5, -2);
}
TEST(rounding_leaves_large_values_infinities_and_nan)
{
    EXPECT(ffloor_f32, -8388607.5f, -8388608);
    EXPECT(fround_f32, 8388607.5f, 8388608);
    EXPECT(fceil_f32, 16777217.0f, 16777216);
    EXPECT(ftrunc_f32, 1e30f, 1e30f);
    EXPECT(ffloor_f32, -INFINITY, -INFINITY);
    EXPECT(fround_f32, NAN, NAN);
    EXPECT(ffloor_f64, 1e300, 1e300);
}
TEST(rounding_agrees_with_the_c_library)
{
    uint32_t pattern = 0;
    for (int i = 0; i < 20000; i++, pattern = next_pattern(pattern)) {
        float x = float_of_pattern(i & 1 ? pattern : (pattern & 0x83ffffff) | 0x3c000000);
        EXPECT(ffloor_f32, x, floorf(x));
        EXPECT(fceil_f32, x, ceilf(x));
        EXPECT(ftrunc_f32, x, truncf(x));
        EXPECT(fround_f32, x, rintf(x));
    }
}
TEST(frac_is_never_negative)
{
    EXPECT(ffrac_f32, 1.75f, 0.75f);
    EXPECT(ffrac_f32, -1.25f, 0.75f);
    EXPECT(ffrac_f32, -0.0f, 0);
    EXPECT(ffrac_f32, INFINITY, NAN);
    EXPECT(ffrac_f64, -1.25, 0.75);
    /* The product rounds up to 3: fused into the subtraction it would give -2^-24. */
    volatile float a = 0x1.000002p+0f, b = 0x1.7ffffep+1f;
    f32x4 product = splat_f32x4(a) * splat_f32x4(b), rest = ffrac_f32x4(product);
    assert_true(rest[0] >= 0);
}
TEST(sqrt_and_reciprocals_know_zero_infinity_and_negatives)
{
    EXPECT(fsqrt_f32, -0.0f, -0.0f);
    EXPECT(fsqrt_f32, -1, NAN);
    EXPECT(fsqrt_f32, 2, 0x1.6a09e6p+0f);
    EXPECT(fsqrt_f64, 2, 0x1.6a09e667f3bcdp+0);
    EXPECT(frsqrt_f32, 0, INFINITY);
    EXPECT(frsqrt_f32, INFINITY, 0);
    EXPECT(frsqrt_f32, -4, NAN);
    EXPECT(frsqrt_f32, NAN, NAN);
    EXPECT(frsqrt_f32, 4, 0.5f);
    EXPECT(frsqrt_f32, 0x1p-140f, 0x1p70f);
    EXPECT(frsqrt_f64, 4, 0.5);
    EXPECT(frcp_f32, 3, 0x1.555556p-2f);
    EXPECT(frcp_f32, -0.0f, -INFINITY);
    EXPECT(frcp_f64, 4, 0.25);
}

static float fma_of(float a, float b, float c)
{
    float scalar = ffma_f32(a, b, c), wide = ffma_f32x16(splat_f32x16(a), splat_f32x16(b), splat_f32x16(c))[15];
    assert_true(SAME_f32(scalar, wide));
    assert_true(SAME_f32(scalar, ffma_f32x8(splat_f32x8(a), splat_f32x8(b), splat_f32x8(c))[7]));
    assert_true(SAME_f32(scalar, ffma_f32x4(splat_f32x4(a), splat_f32x4(b), splat_f32x4(c))[3]));
    return scalar;
}
TEST(fma_rounds_once)
{
    assert_true(fma_of(0x1.000002p+0f, 0x1.fffffcp-1f, -1) == -0x1p-46f);
    assert_true(fma_of(0x1.000002p+0f, 0x1.000002p+0f, 0x1p-60f) == 0x1.000004p+0f);
    /* Halfway between floats but for an addend that f64 cannot hold beside it. */
    assert_true(fma_of(0x1.000001p+0f * 1, 1, 0x1p-80f) == fmaf(0x1.000001p+0f, 1, 0x1p-80f));
    assert_true(fma_of(0x1.001p+0f, 0x1.001p+0f, 0x1p-24f) == fmaf(0x1.001p+0f, 0x1.001p+0f, 0x1p-24f));
    assert_true(isnan(fma_of(INFINITY, 0, 1)));
    assert_true(fma_of(0x1p100f, 0x1p100f, -1) == INFINITY);
    assert_true(ffma_f64(0x1.0000000000001p+0, 0x1.ffffffffffffep-1, -1) == -0x1p-104);
}
TEST(fma_agrees_with_the_c_library)
{
    uint32_t p = 1, q = 77, r = 991;
    for (int i = 0; i < 30000; i++, p = next_pattern(p), q = next_pattern(q) ^ p >> 7, r = next_pattern(r) ^ q >> 3) {
        float a = float_of_pattern((p & 0x81ffffff) | 0x3e000000), b = float_of_pattern((q & 0x81ffffff) | 0x3e000000);
        float c = float_of_pattern((r & 0x8fffffff) | 0x30000000);
        assert_true(fma_of(a, b, c) == fmaf(a, b, c));
    }
}

TEST(predicates_tell_nan_inf_and_finite_apart)
{
    EXPECT(fisnan_f32, NAN, 1);
    EXPECT(fisnan_f32, INFINITY, 0);
    EXPECT(fisinf_f32, -INFINITY, 1);
    EXPECT(fisinf_f32, NAN, 0);
    EXPECT(fisinf_f32, 0x1.fffffep127f, 0);
    EXPECT(fisfinite_f32, -0x1.fffffep127f, 1);
    EXPECT(fisfinite_f32, NAN, 0);
    EXPECT(fisfinite_f32, INFINITY, 0);
    EXPECT(fisnan_f64, (double)NAN, 1);
    EXPECT(fisinf_f64, (double)INFINITY, 1);
    EXPECT(fisfinite_f64, 1e308, 1);
}
