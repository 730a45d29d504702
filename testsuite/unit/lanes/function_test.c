/* Transcendental functions: special values, and nearness to the C library's double functions. How near
 * over all floats is `make accuracy`'s matter. */
#include "lanes_test.h"

OP_1(fexp2_f32, f32, f32)
OP_1(flog2_f32, f32, f32)
OP_1(fsin_f32, f32, f32)
OP_1(fcos_f32, f32, f32)
OP_1(ftan_f32, f32, f32)
OP_1(fasin_f32, f32, f32)
OP_1(facos_f32, f32, f32)
OP_1(fatan_f32, f32, f32)
OP_1(fsinh_f32, f32, f32)
OP_1(fcosh_f32, f32, f32)
OP_1(ftanh_f32, f32, f32)
OP_1(frsqrt_f32, f32, f32)
OP_2(fpow_f32, f32)
OP_1(fpow_cube_root_f32, f32, f32)
#define QUARTERS(name, n)                                                                           \
    static float fpow_##name##_f32(float x) { return fpow_quarters_f32(x, n); }                     \
    static f32x4 fpow_##name##_f32x4(f32x4 x) { return fpow_quarters_f32x4(x, n); }                 \
    static f32x8 fpow_##name##_f32x8(f32x8 x) { return fpow_quarters_f32x8(x, n); }                 \
    static f32x16 fpow_##name##_f32x16(f32x16 x) { return fpow_quarters_f32x16(x, n); }             \
    OP_1(fpow_##name##_f32, f32, f32)
QUARTERS(quarter, 1)
QUARTERS(half, 2)
QUARTERS(three_quarters, 3)
QUARTERS(one_and_a_half, 6)
QUARTERS(minus_half, -2)
QUARTERS(minus_1, -4)
QUARTERS(minus_one_and_a_half, -6)
QUARTERS(8, 32)
QUARTERS(100, 400)
QUARTERS(127, 508)
OP_2(fatan2_f32, f32)
OP_2(frem_f32, f32)
OP_2(fldexp_f32, f32)
OP_1(fexp2_f64, f64, f64)
OP_1(fsin_f64, f64, f64)
OP_2(fpow_f64, f64)
OP_2(fatan2_f64, f64)
OP_2(frem_f64, f64)
OP_2(fldexp_f64, f64)

TEST(exp2_of_integers_is_exact_denormals_included)
{
    for (int n = -149; n <= 127; n++)
        EXPECT(fexp2_f32, (float)n, ldexpf(1, n));
}
TEST(exp2_overflows_to_inf_and_underflows_to_0)
{
    EXPECT(fexp2_f32, 128, INFINITY);
    EXPECT(fexp2_f32, 1e30f, INFINITY);
    EXPECT(fexp2_f32, INFINITY, INFINITY);
    EXPECT(fexp2_f32, -151, 0);
    EXPECT(fexp2_f32, -INFINITY, 0);
    EXPECT(fexp2_f32, NAN, NAN);
}
TEST(log2_of_powers_of_two_is_exact_denormals_included)
{
    for (int n = -149; n <= 127; n++)
        EXPECT(flog2_f32, ldexpf(1, n), (float)n);
}
TEST(log2_of_0_is_minus_inf_and_of_negatives_nan)
{
    EXPECT(flog2_f32, 0, -INFINITY);
    EXPECT(flog2_f32, -0.0f, -INFINITY);
    EXPECT(flog2_f32, -1, NAN);
    EXPECT(flog2_f32, -INFINITY, NAN);
    EXPECT(flog2_f32, INFINITY, INFINITY);
    EXPECT(flog2_f32, NAN, NAN);
}
TEST(pow_of_small_integers_is_exact)
{
    EXPECT_2(fpow_f32, 3, 2, 9);
    EXPECT_2(fpow_f32, 10, 3, 1000);
    EXPECT_2(fpow_f32, 2, -149, 0x1p-149f);
    EXPECT_2(fpow_f32, 9, 0.5f, 3);
    EXPECT_2(fpow_f32, 1, 1e30f, 1);
}
TEST(roots_as_powers_of_squares_and_powers_of_two_are_exact)
{
    EXPECT(fpow_half_f32, 9, 3);
    EXPECT(fpow_quarter_f32, 16, 2);
    EXPECT(fpow_three_quarters_f32, 16, 8);
    EXPECT(fpow_one_and_a_half_f32, 4, 8);
    EXPECT(fpow_minus_one_and_a_half_f32, 4, 0.125f);
    EXPECT(fpow_8_f32, 2, 256);
    EXPECT(fpow_100_f32, 2, 0x1p100f);
    EXPECT(fpow_127_f32, 0.5f, 0x1p-127f);
    EXPECT(fpow_minus_1_f32, 2, 0.5f);
    EXPECT(fpow_minus_half_f32, 0, INFINITY);
    EXPECT(fpow_minus_half_f32, INFINITY, 0);
    EXPECT(fpow_minus_1_f32, -2, NAN);
    EXPECT(fpow_cube_root_f32, 1, 1);
    EXPECT(fpow_cube_root_f32, 0.125f, 0.5f);
}
TEST(roots_as_powers_are_nan_of_negatives_and_0_of_minus_0)
{
    EXPECT(fpow_half_f32, -4, NAN);
    EXPECT(fpow_half_f32, -0.0f, 0);
    EXPECT(fpow_half_f32, INFINITY, INFINITY);
    EXPECT(fpow_cube_root_f32, -8, NAN);
    EXPECT(fpow_cube_root_f32, -INFINITY, NAN);
    EXPECT(fpow_cube_root_f32, -0.0f, 0);
    EXPECT(fpow_cube_root_f32, 0, 0);
    EXPECT(fpow_cube_root_f32, INFINITY, INFINITY);
    EXPECT(fpow_cube_root_f32, NAN, NAN);
}
TEST(pow_of_a_negative_is_nan_and_to_the_power_0_is_1)
{
    EXPECT_2(fpow_f32, -2, 2, NAN);
    EXPECT_2(fpow_f32, -2, 0, NAN);
    EXPECT_2(fpow_f32, 0, 0, 1);
    EXPECT_2(fpow_f32, 5, 0, 1);
    EXPECT_2(fpow_f32, INFINITY, 0, 1);
    EXPECT_2(fpow_f32, NAN, 0, NAN);
    EXPECT_2(fpow_f32, 2, NAN, NAN);
    EXPECT_2(fpow_f32, 0, NAN, NAN);
    EXPECT_2(fpow_f64, -2, 2, NAN);
    EXPECT_2(fpow_f64, 2, 10, 1024);
}
TEST(pow_of_0_and_inf_follows_the_sign_of_the_exponent)
{
    EXPECT_2(fpow_f32, 0, 2, 0);
    EXPECT_2(fpow_f32, 0, -2, INFINITY);
    EXPECT_2(fpow_f32, -0.0f, 3, 0);
    EXPECT_2(fpow_f32, INFINITY, 2, INFINITY);
    EXPECT_2(fpow_f32, INFINITY, -2, 0);
    EXPECT_2(fpow_f32, 2, INFINITY, INFINITY);
    EXPECT_2(fpow_f32, 0.5f, INFINITY, 0);
    EXPECT_2(fpow_f32, 0, INFINITY, 0);
    EXPECT_2(fpow_f32, 10, 60, INFINITY);
}
TEST(sin_cos_and_tan_of_0_are_exact)
{
    EXPECT(fsin_f32, 0, 0);
    EXPECT(fsin_f32, -0.0f, -0.0f);
    EXPECT(fcos_f32, 0, 1);
    EXPECT(fcos_f32, -0.0f, 1);
    EXPECT(ftan_f32, -0.0f, -0.0f);
    EXPECT(fsin_f32, 0x1p-149f, 0x1p-149f);
}
TEST(sin_and_cos_of_inf_are_nan)
{
    EXPECT(fsin_f32, INFINITY, NAN);
    EXPECT(fcos_f32, -INFINITY, NAN);
    EXPECT(ftan_f32, INFINITY, NAN);
    EXPECT(fsin_f32, NAN, NAN);
}
TEST(a_far_lane_leaves_its_neighbours_alone)
{
    f32x8 x = {1, 1e30f, -2, 3e5f, INFINITY, 0.5f, -1e10f, NAN}, y = fsin_f32x8(x);
    for (int i = 0; i < 8; i++)
        assert_true(SAME_f32(y[i], fsin_f32(x[i])));
    assert_true(fabs(y[1] - sin(1e30f)) < 1e-7);
    assert_true(fabs(y[3] - sin(3e5f)) < 1e-7);
}
TEST(inverse_functions_outside_their_domain_are_nan)
{
    EXPECT(fasin_f32, 1.5f, NAN);
    EXPECT(facos_f32, -1.5f, NAN);
    EXPECT(fasin_f32, NAN, NAN);
    EXPECT(fasin_f32, 1, 0x1.921fb6p+0f);
    EXPECT(fasin_f32, -0.0f, -0.0f);
    EXPECT(facos_f32, 1, 0);
    EXPECT(facos_f32, -1, 0x1.921fb6p+1f);
    EXPECT(fatan_f32, -INFINITY, -0x1.921fb6p+0f);
    EXPECT(fatan_f32, -0.0f, -0.0f);
}
TEST(atan2_knows_all_quadrants_zeros_and_infinities)
{
    static const float values[] = {0, -0.0f, 1, -1, 0.25f, -3, INFINITY, -INFINITY, 1e-40f};
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++) {
            float y = values[i], x = values[j], got = fatan2_f32(y, x);
            double exact = atan2(y, x);
            assert_true(!signbit(got) == !signbit(exact) && fabs(got - exact) <= 3e-7 * fabs(exact));
            EXPECT_2(fatan2_f32, y, x, got);
        }
    EXPECT_2(fatan2_f32, NAN, 1, NAN);
    EXPECT_2(fatan2_f32, INFINITY, NAN, NAN);
}
TEST(hyperbolic_functions_reach_their_limits)
{
    EXPECT(fsinh_f32, 90, INFINITY);
    EXPECT(fsinh_f32, -INFINITY, -INFINITY);
    EXPECT(fsinh_f32, -0.0f, -0.0f);
    EXPECT(fcosh_f32, 0, 1);
    EXPECT(fcosh_f32, -INFINITY, INFINITY);
    EXPECT(ftanh_f32, INFINITY, 1);
    EXPECT(ftanh_f32, -20, -1);
    EXPECT(ftanh_f32, NAN, NAN);
    EXPECT(fcosh_f32, NAN, NAN);
    assert_true(fabs(fsinh_f32(89.2f) / sinh(89.2f) - 1) < 3e-7);
}
TEST(remainder_is_exact_and_has_the_sign_of_the_dividend)
{
    EXPECT_2(frem_f32, 5.5f, 2, 1.5f);
    EXPECT_2(frem_f32, -5.5f, 2, -1.5f);
    EXPECT_2(frem_f32, 5.5f, -2, 1.5f);
    EXPECT_2(frem_f32, -4, 2, -0.0f);
    EXPECT_2(frem_f32, 1, 0, NAN);
    EXPECT_2(frem_f32, INFINITY, 2, NAN);
    EXPECT_2(frem_f32, 3, INFINITY, 3);
    EXPECT_2(frem_f32, 1e30f, 0.7f, fmodf(1e30f, 0.7f));
    EXPECT_2(frem_f64, -5.5, 2, -1.5);
    uint32_t p = 5, q = 9;
    for (int i = 0; i < 20000; i++, p = next_pattern(p), q = next_pattern(q) ^ p >> 9) {
        float a = float_of_pattern(i & 1 ? p : (p & 0x87ffffff) | 0x38000000), b = float_of_pattern(i & 1 ? q : (q & 0x83ffffff) | 0x38000000);
        EXPECT_2(frem_f32, a, b, fmodf(a, b));
    }
}
TEST(ldexp_multiplies_by_a_power_of_two)
{
    EXPECT_2(fldexp_f32, 1.5f, 4, 24);
    EXPECT_2(fldexp_f32, -3, -1, -1.5f);
    EXPECT_2(fldexp_f64, 1.5, 4, 24);
}

#define NEAR(op, truth, low, high, ulps)                                                                        \
    for (int i = 0; i <= 20000; i++) {                                                                          \
        float x = (float)((low) + ((high) - (low)) * (i / 20000.0));                                            \
        double exact = truth(x);                                                                                \
        float got = op(x);                                                                                      \
        EXPECT(op, x, got); /* the vectors agree with the scalar */                                   \
        if (!(fabs(got - exact) <= (ulps) * ldexp(fabs(exact), -23) + 0x1p-149))                                \
            fail_msg(#op "(%.9g) gives %.9g and not %.9g", (double)x, (double)got, exact);                      \
    }
TEST(functions_are_near_the_c_librarys_in_every_lane)
{
    NEAR(fexp2_f32, exp2, -149, 127.99, 2)
    NEAR(flog2_f32, log2, 0x1p-140, 4, 2)
    NEAR(flog2_f32, log2, 0.99, 1.01, 2)
    NEAR(fsin_f32, sin, -8192, 8192, 2)
    NEAR(fsin_f32, sin, -3e38, 3e38, 2)
    NEAR(fcos_f32, cos, -8192, 8192, 2)
    NEAR(fcos_f32, cos, 0, 1e6, 2)
    NEAR(ftan_f32, tan, -200, 200, 4)
    NEAR(fasin_f32, asin, -1, 1, 4)
    NEAR(facos_f32, acos, -1, 1, 4)
    NEAR(fatan_f32, atan, -5, 5, 4)
    NEAR(fsinh_f32, sinh, -89, 89, 4)
    NEAR(fcosh_f32, cosh, -89, 89, 4)
    NEAR(fpow_cube_root_f32, cbrt, 1e-3, 1000, 4)
    NEAR(ftanh_f32, tanh, -10, 10, 4)
    NEAR(frsqrt_f32, 1 / sqrt, 0x1p-149, 100, 2)
}
TEST(functions_of_f64_go_through_the_c_library)
{
    EXPECT(fexp2_f64, 0.3, exp2(0.3));
    EXPECT(fsin_f64, 0.3, sin(0.3));
    EXPECT_2(fatan2_f64, -1, -2, atan2(-1, -2));
}
TEST(roots_of_reciprocals_are_no_zeros_where_the_reciprocal_is_denormal)
{
    EXPECT(fpow_minus_half_f32, 0x1p127f, 0x1.6a09e6p-64f);
    EXPECT(fpow_minus_half_f32, 0x1p126f, 0x1p-63f);
}
