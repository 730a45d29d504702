/* Folding of the floating-point operations, row by row of op.def, in f32 unless said otherwise. */
#include "ops_test.h"

#include <float.h>
#include <math.h>

/* The macros make operands constant expressions of bits by hand-written hexadecimal where it matters. */
#define F(value) bits_of_float(value)
#define D(value) bits_of_double(value)
#define F1(op, a, expected) {IR_##op, IR_F32, IR_F32, {F(a)}, F(expected)}
#define F2(op, a, b, expected) {IR_##op, IR_F32, IR_F32, {F(a), F(b)}, F(expected)}
#define TEST1(op, a, expected) {IR_##op, IR_F32, IR_I1, {F(a)}, expected}
#define TEST2(op, a, b, expected) {IR_##op, IR_F32, IR_I1, {F(a), F(b)}, expected}
#define H2(op, a, b, expected) {IR_##op, IR_F16, IR_F16, {a, b}, expected}
#define D2(op, a, b, expected) {IR_##op, IR_F64, IR_F64, {D(a), D(b)}, D(expected)}

static bool folds_to_nan(IrOp op, IrScalar type, uint64_t a, uint64_t b)
{
    uint64_t result, operands[3] = {a, b};
    assert_true(op_fold(op, type, type, operands, &result));
    return isnan(op_bits_to_double(type, result));
}

TEST(arithmetic_rounds_in_the_width_of_its_type)
{
    EXPECT_FOLDS(F2(fadd, 1.5f, 2.25f, 3.75f), F2(fadd, 16777216.0f, 1.0f, 16777216.0f), F2(fadd, 16777216.0f, 3.0f, 16777220.0f),
                 D2(fadd, 16777216.0, 1.0, 16777217.0), H2(fadd, 0x6800 /* 2048 */, 0x3c00, 0x6800), H2(fadd, 0x6800, 0x4200 /* 3 */, 0x6802),
                 F2(fsub, 1.0f, 2.5f, -1.5f), D2(fsub, 0.1, 0.1, 0.0), H2(fsub, 0x3c00, 0x3c00, 0x0000),
                 F2(fmul, 3.0f, -0.5f, -1.5f), F2(fmul, FLT_MAX, 2.0f, INFINITY), F2(fmul, 1e-30f, 1e-30f, 0.0f), H2(fmul, 0x7bff, 0x4000, 0x7c00),
                 D2(fmul, 1e200, 1e100, 1e300),
                 F2(fdiv, 1.0f, 3.0f, 0x1.555556p-2f), F2(fdiv, 1.0f, 0.0f, INFINITY), F2(fdiv, -1.0f, 0.0f, -INFINITY), D2(fdiv, 1.0, 3.0, 0x1.5555555555555p-2),
                 H2(fdiv, 0x3c00, 0x4200, 0x3555));
    assert_true(folds_to_nan(IR_fdiv, IR_F32, F(0), F(0)));
    assert_true(folds_to_nan(IR_fsub, IR_F32, F(INFINITY), F(INFINITY)));
}

TEST(remainder_has_the_sign_of_the_dividend)
{
    EXPECT_FOLDS(F2(frem, 5.5f, 2.0f, 1.5f), F2(frem, -5.5f, 2.0f, -1.5f), F2(frem, 5.5f, -2.0f, 1.5f), F2(frem, 5.0f, INFINITY, 5.0f), D2(frem, -5.5, 2.0, -1.5));
    assert_true(folds_to_nan(IR_frem, IR_F32, F(1), F(0)));
}

TEST(fma_rounds_once)
{
    const float e = 0x1p-23f;
    EXPECT_FOLDS({IR_ffma, IR_F32, IR_F32, {F(2), F(3), F(4)}, F(10)},
                 {IR_ffma, IR_F32, IR_F32, {F(1 + e), F(1 - e), F(-1)}, F(-0x1p-46f)},
                 {IR_ffma, IR_F64, IR_F64, {D(1 + 0x1p-52), D(1 - 0x1p-52), D(-1)}, D(-0x1p-104)},
                 {IR_ffma, IR_F16, IR_F16, {0x4000, 0x4200, 0x4400}, 0x4900});
}

TEST(signs_are_bits)
{
    EXPECT_FOLDS(F1(fneg, 1.0f, -1.0f), F1(fneg, 0.0f, -0.0f), F1(fneg, -INFINITY, INFINITY), F1(fabs, -2.0f, 2.0f), F1(fabs, -0.0f, 0.0f),
                 {IR_fneg, IR_F16, IR_F16, {0x3c00}, 0xbc00}, {IR_fabs, IR_F16, IR_F16, {0xbc00}, 0x3c00}, {IR_fneg, IR_F64, IR_F64, {D(2)}, D(-2)});
}

TEST(extremes_give_the_operand_that_is_not_nan)
{
    EXPECT_FOLDS(F2(fmin, 1.0f, 2.0f, 1.0f), F2(fmin, NAN, 2.0f, 2.0f), F2(fmin, 2.0f, NAN, 2.0f), F2(fmin, -INFINITY, 0.0f, -INFINITY),
                 F2(fmax, 1.0f, 2.0f, 2.0f), F2(fmax, NAN, -2.0f, -2.0f), F2(fmax, -2.0f, NAN, -2.0f), H2(fmax, 0x7e00, 0x3c00, 0x3c00),
                 F1(fsaturate, 0.25f, 0.25f), F1(fsaturate, -3.0f, 0.0f), F1(fsaturate, 7.0f, 1.0f), F1(fsaturate, NAN, 0.0f),
                 F1(fsaturate, INFINITY, 1.0f), F1(fsaturate, -INFINITY, 0.0f));
    assert_true(folds_to_nan(IR_fmin, IR_F32, F(NAN), F(NAN)));
}

TEST(rounding_to_whole_numbers)
{
    EXPECT_FOLDS(F1(ffloor, 1.5f, 1.0f), F1(ffloor, -1.5f, -2.0f), F1(fceil, 1.5f, 2.0f), F1(fceil, -1.5f, -1.0f), F1(fceil, -0.5f, -0.0f),
                 F1(ftrunc, 1.9f, 1.0f), F1(ftrunc, -1.9f, -1.0f),
                 F1(fround, 0.5f, 0.0f), F1(fround, 1.5f, 2.0f), F1(fround, 2.5f, 2.0f), F1(fround, -2.5f, -2.0f), F1(fround, 2.500001f, 3.0f),
                 F1(fround, 0.49999997f, 0.0f), F1(fround, 8388609.0f, 8388609.0f),
                 F1(ffrac, 1.75f, 0.75f), F1(ffrac, -1.75f, 0.25f), F1(ffrac, 3.0f, 0.0f));
}

TEST(roots_and_reciprocals)
{
    EXPECT_FOLDS(F1(fsqrt, 9.0f, 3.0f), F1(fsqrt, 2.0f, 0x1.6a09e6p0f), F1(fsqrt, -0.0f, -0.0f), {IR_fsqrt, IR_F16, IR_F16, {0x4000}, 0x3da8},
                 F1(frsqrt, 4.0f, 0.5f), F1(frsqrt, 0.0f, INFINITY), F1(frsqrt, INFINITY, 0.0f),
                 F1(frcp, 4.0f, 0.25f), F1(frcp, 0.0f, INFINITY), F1(frcp, -0.0f, -INFINITY), F1(frcp, INFINITY, 0.0f));
    assert_true(folds_to_nan(IR_fsqrt, IR_F32, F(-1), 0));
    assert_true(folds_to_nan(IR_frsqrt, IR_F32, F(-1), 0));
}

TEST(exponentials_and_logarithms)
{
    EXPECT_FOLDS(F1(fexp2, 3.0f, 8.0f), F1(fexp2, -1.0f, 0.5f), F1(fexp2, 0.5f, 0x1.6a09e6p0f), F1(fexp2, 128.0f, INFINITY), F1(fexp2, -INFINITY, 0.0f),
                 F1(flog2, 8.0f, 3.0f), F1(flog2, 0.5f, -1.0f), F1(flog2, 0.0f, -INFINITY), F1(flog2, 3.0f, 0x1.95c01ap0f),
                 F2(fpow, 2.0f, 10.0f, 1024.0f), F2(fpow, 10.0f, 3.0f, 1000.0f), F2(fpow, 9.0f, 0.5f, 3.0f), F2(fpow, 5.0f, 0.0f, 1.0f), F2(fpow, 0.0f, 2.0f, 0.0f),
                 F2(fldexp, 1.5f, 4.0f, 24.0f), F2(fldexp, 3.0f, -1.0f, 1.5f));
    assert_true(folds_to_nan(IR_flog2, IR_F32, F(-1), 0));
    assert_true(folds_to_nan(IR_fpow, IR_F32, F(-2), F(2)));
}

TEST(angles)
{
    const float half_pi = 1.57079632679489662f, pi = 3.14159265358979324f;
    EXPECT_FOLDS(F1(fsin, 0.0f, 0.0f), F1(fsin, half_pi, 1.0f), F1(fsin, 1.0f, 0.841470985f), F1(fcos, 0.0f, 1.0f), F1(fcos, pi, -1.0f), F1(fcos, 1.0f, 0.540302306f),
                 F1(ftan, 0.0f, 0.0f), F1(ftan, 1.0f, 1.55740772f), F1(fasin, 1.0f, half_pi), F1(fasin, 0.5f, 0.523598776f), F1(facos, 1.0f, 0.0f),
                 F1(facos, -1.0f, pi), F1(facos, 0.5f, 1.04719755f), F1(fatan, 1.0f, 0.785398163f), F1(fatan, INFINITY, half_pi),
                 F2(fatan2, 1.0f, 0.0f, half_pi), F2(fatan2, 0.0f, -1.0f, pi), F2(fatan2, -0.0f, -1.0f, -pi), F2(fatan2, -1.0f, 1.0f, -0.785398163f),
                 F1(fsinh, 1.0f, 1.17520119f), F1(fcosh, 1.0f, 1.54308063f), F1(fcosh, 0.0f, 1.0f), F1(ftanh, 1.0f, 0.761594156f), F1(ftanh, 100.0f, 1.0f));
    assert_true(folds_to_nan(IR_fsin, IR_F32, F(INFINITY), 0));
    assert_true(folds_to_nan(IR_fasin, IR_F32, F(2), 0));
}

TEST(comparisons_with_nan_are_false_but_unequal)
{
    EXPECT_FOLDS(TEST2(feq, 1.0f, 1.0f, 1), TEST2(feq, 0.0f, -0.0f, 1), TEST2(feq, NAN, NAN, 0), TEST2(fne, 1.0f, 2.0f, 1), TEST2(fne, NAN, NAN, 1), TEST2(fne, NAN, 1.0f, 1),
                 TEST2(fne, 1.0f, 1.0f, 0), TEST2(flt, -1.0f, 1.0f, 1), TEST2(flt, 1.0f, 1.0f, 0), TEST2(flt, NAN, 1.0f, 0), TEST2(flt, 1.0f, NAN, 0),
                 TEST2(fle, 1.0f, 1.0f, 1), TEST2(fle, 2.0f, 1.0f, 0), TEST2(fle, NAN, NAN, 0), {IR_flt, IR_F64, IR_I1, {D(1), D(1 + 0x1p-52)}, 1},
                 {IR_flt, IR_F16, IR_I1, {0xbc00, 0x3c00}, 1});
}

TEST(kinds_of_floats)
{
    EXPECT_FOLDS(TEST1(fisnan, NAN, 1), TEST1(fisnan, INFINITY, 0), TEST1(fisnan, 1.0f, 0), TEST1(fisinf, INFINITY, 1), TEST1(fisinf, -INFINITY, 1), TEST1(fisinf, NAN, 0),
                 TEST1(fisinf, FLT_MAX, 0), TEST1(fisfinite, FLT_MAX, 1), TEST1(fisfinite, INFINITY, 0), TEST1(fisfinite, NAN, 0),
                 {IR_fisinf, IR_F16, IR_I1, {0x7c00}, 1}, {IR_fisnan, IR_F64, IR_I1, {D(NAN)}, 1});
}
