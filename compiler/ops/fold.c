/* Constant folding: the fold column of op.def, and the conversions, on bit patterns.
 *
 * Each row's expression is expanded once per C type that its class needs: floats compute in the
 * width of their type (f16 in f32), integers in 64 bits and are then cut to the result's width. */
#include "ops.h"

#include <math.h>
#include <string.h>

#include "half.h"

uint64_t op_mask_to_width(IrScalar type, uint64_t bits)
{
    int width = op_scalar_bits(type);
    return width >= 64 ? bits : bits & (((uint64_t)1 << width) - 1);
}

int64_t op_sign_extend(IrScalar type, uint64_t bits)
{
    int unused = 64 - op_scalar_bits(type);
    return (int64_t)(bits << unused) >> unused;
}

double op_bits_to_double(IrScalar type, uint64_t bits)
{
    double number;
    float single;
    if (type == IR_F16)
        return half_to_float((uint16_t)bits);
    if (type == IR_F32) {
        uint32_t low = (uint32_t)bits;
        memcpy(&single, &low, sizeof single);
        return single;
    }
    memcpy(&number, &bits, sizeof number);
    return number;
}

uint64_t op_double_to_bits(IrScalar type, double value)
{
    uint64_t bits = 0;
    if (type == IR_F16)
        return half_from_double(value);
    if (type == IR_F32) {
        float single = (float)value;
        memcpy(&bits, &single, sizeof single);
        return bits;
    }
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t op_sdot4(uint64_t a, uint64_t b)
{
    int64_t sum = 0;
    for (int i = 0; i < 32; i += 8)
        sum += (int8_t)(a >> i) * (int8_t)(b >> i);
    return (uint64_t)sum;
}

uint64_t op_udot4(uint64_t a, uint64_t b)
{
    uint64_t sum = 0;
    for (int i = 0; i < 32; i += 8)
        sum += (a >> i & 0xff) * (b >> i & 0xff);
    return sum;
}

uint64_t op_reverse_bits(uint64_t value, int bits)
{
    uint64_t reversed = 0;
    for (int bit = 0; bit < bits; bit++)
        reversed |= ((value >> bit) & 1) << (bits - 1 - bit);
    return reversed;
}

int op_first_high_signed(int64_t value)
{
    uint64_t unlike_sign = (uint64_t)(value < 0 ? ~value : value);
    return unlike_sign == 0 ? -1 : 63 - __builtin_clzll(unlike_sign);
}

double op_scale(double value, double exponent)
{
    double whole = nearbyint(fmin(fmax(exponent, -3000), 3000));
    if (isinf(exponent))
        return value * exp2(exponent);
    if (isnan(exponent) || value == 0 || isinf(value))
        return isnan(exponent) ? exponent : value;
    return ldexp(value * exp2(fmin(fmax(exponent - whole, -0.5), 0.5)), (int)whole);
}

typedef enum FoldClass { FOLD_NONE, FOLD_FLOAT, FOLD_UNSIGNED, FOLD_SIGNED } FoldClass;

#define NONE FOLD_NONE
#define FLOAT(expression) FOLD_FLOAT
#define UNSIGNED(expression) FOLD_UNSIGNED
#define SIGNED(expression) FOLD_SIGNED
static const uint8_t FOLD_CLASS[] = {
#define OP(name, operands, result, domain, flags, carries, rule, range, fold, text) fold,
#include "op.def"
#undef OP
};
#undef NONE
#undef FLOAT
#undef UNSIGNED
#undef SIGNED

static const uint8_t OPERAND_COUNT[] = {
#define OP(name, operands, result, domain, flags, carries, rule, range, fold, text) sizeof(operands) - 1,
#include "op.def"
#undef OP
};

/* One evaluator a class: only rows of that class have an expression, the others give 0. The float
 * one exists for double and, as `fold_single`, for float so that f32 rounds after each
 * operation. */
#define NONE 0
#define FLOAT(expression) (expression)
#define UNSIGNED(expression) 0
#define SIGNED(expression) 0
#define OP(name, operands, result, domain, flags, carries, rule, range, fold, text)                \
    case IR_##name: return fold;
static double fold_double(IrOp op, double a, double b, double c)
{
    (void)c;
    switch (op) {
#include "op.def"
    default: return 0;
    }
}
#define fmod fmodf
#define fma fmaf
#define fabs fabsf
#define fmin fminf
#define fmax fmaxf
#define sqrt sqrtf
static float fold_single(IrOp op, float a, float b, float c)
{
    (void)c;
    switch (op) {
#include "op.def"
    default: return 0;
    }
}
#undef fmod
#undef fma
#undef fabs
#undef fmin
#undef fmax
#undef sqrt
#undef FLOAT
#undef UNSIGNED
#define FLOAT(expression) 0
#define UNSIGNED(expression) (uint64_t)(expression)
static uint64_t fold_unsigned(IrOp op, uint64_t a, uint64_t b, uint64_t c, uint64_t d, int BITS)
{
    switch (op) {
#include "op.def"
    default: return 0;
    }
}
#undef UNSIGNED
#undef SIGNED
#define UNSIGNED(expression) 0
#define SIGNED(expression) (uint64_t)(expression)
static uint64_t fold_signed(IrOp op, int64_t a, int64_t b, int BITS)
{
    switch (op) {
#include "op.def"
    default: return 0;
    }
}
#undef OP
#undef NONE
#undef FLOAT
#undef UNSIGNED
#undef SIGNED

static uint64_t fold_float(IrOp op, IrScalar operand_type, IrScalar result_type,
                           const uint64_t *operands, int count)
{
    double value[3] = {0, 0, 0};
    for (int i = 0; i < count && i < 3; i++)
        value[i] = op_bits_to_double(operand_type, operands[i]);
    double result = operand_type == IR_F64 ? fold_double(op, value[0], value[1], value[2])
                                           : (double)fold_single(op, (float)value[0],
                                                                 (float)value[1], (float)value[2]);
    return op_scalar_is_float(result_type) ? op_double_to_bits(result_type, result)
                                           : (uint64_t)result;
}

static uint64_t float_to_signed(double value, int bits)
{
    double limit = ldexp(1.0, bits - 1);
    if (isnan(value))
        return 0;
    if (value >= limit)
        return ((uint64_t)1 << (bits - 1)) - 1;
    return value <= -limit ? (uint64_t)1 << (bits - 1) : (uint64_t)(int64_t)value;
}

static uint64_t float_to_unsigned(double value, int bits)
{
    if (isnan(value) || value <= 0)
        return 0;
    return value >= ldexp(1.0, bits) ? ~(uint64_t)0 : (uint64_t)value;
}

/* Rounds once: a 64-bit integer to f32 must not go through double. */
static uint64_t integer_to_float(IrScalar type, bool negative, uint64_t magnitude)
{
    if (type == IR_F64)
        return op_double_to_bits(type, negative ? -(double)magnitude : (double)magnitude);
    float single = negative ? -(float)magnitude : (float)magnitude;
    if (type == IR_F16) /* beyond 2^24 the double is exact or the half is infinite anyway */
        return half_from_double(negative ? -(double)magnitude : (double)magnitude);
    return op_double_to_bits(type, single);
}

static bool fold_conversion(IrOp op, IrScalar from, IrScalar to, uint64_t value, uint64_t *result)
{
    int64_t sign_extended = op_sign_extend(from, value);
    switch (op) {
    case IR_fconvert: *result = op_double_to_bits(to, op_bits_to_double(from, value)); break;
    case IR_ftos:
        *result = float_to_signed(op_bits_to_double(from, value), op_scalar_bits(to));
        break;
    case IR_ftou:
        *result = float_to_unsigned(op_bits_to_double(from, value), op_scalar_bits(to));
        break;
    case IR_stof:
        *result = integer_to_float(to, sign_extended < 0,
                                   sign_extended < 0 ? 0 - (uint64_t)sign_extended
                                                     : (uint64_t)sign_extended);
        break;
    case IR_utof: *result = integer_to_float(to, false, value); break;
    case IR_sext: *result = (uint64_t)sign_extended; break;
    case IR_zext: case IR_itrunc: case IR_bitcast: *result = value; break;
    default: return false;
    }
    *result = op_mask_to_width(to, *result);
    return true;
}

bool op_fold(IrOp op, IrScalar operand_type, IrScalar result_type, const uint64_t *operands,
             uint64_t *result)
{
    int count = OPERAND_COUNT[op], bits = op_scalar_bits(operand_type);
    uint64_t a = count > 0 ? operands[0] : 0, b = count > 1 ? operands[1] : 0,
             c = count > 2 ? operands[2] : 0, d = count > 3 ? operands[3] : 0;
    if (op == IR_select) {
        *result = operands[0] ? operands[1] : operands[2];
        return true;
    }
    switch (FOLD_CLASS[op]) {
    case FOLD_FLOAT: *result = fold_float(op, operand_type, result_type, operands, count); break;
    case FOLD_UNSIGNED: *result = fold_unsigned(op, a, b, c, d, bits); break;
    case FOLD_SIGNED:
        *result = fold_signed(op, op_sign_extend(operand_type, a),
                              op_sign_extend(operand_type, b), bits);
        break;
    default: return fold_conversion(op, operand_type, result_type, a, result);
    }
    *result = op_mask_to_width(result_type, *result);
    return true;
}
