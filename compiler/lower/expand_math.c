/* Componentwise mathematics that takes more than one operation. Formulas are those of the HLSL
 * reference as dxc expands them. */
#include "lower/expand_priv.h"

#define NUMBER(value) leaf_number(l, kind, (value))

/* Defines expand_<name> by a function on leaves. */
#define MAPPED(name)                                                                 \
    Value expand_##name(Lower *l, const Call *call)                                  \
    {                                                                                \
        return map_leaves(l, call, leaf_##name);                                     \
    }

/* Defines expand_<name>(arguments a[]) for a componentwise expression. */
#define COMPONENTWISE(name, ...)                                                     \
    static IrInstr *leaf_##name(Lower *l, ScalarKind kind, IrInstr *const *a)        \
    {                                                                                \
        (void)l, (void)kind;                                                         \
        return __VA_ARGS__;                                                          \
    }                                                                                \
    MAPPED(name)

static IrInstr *add(Lower *l, ScalarKind kind, IrInstr *a, IrInstr *b)
{
    return leaf_binary(l, AST_OP_ADD, kind, a, b);
}

static IrInstr *sub(Lower *l, ScalarKind kind, IrInstr *a, IrInstr *b)
{
    return leaf_binary(l, AST_OP_SUB, kind, a, b);
}

static IrInstr *mul(Lower *l, ScalarKind kind, IrInstr *a, IrInstr *b)
{
    return leaf_binary(l, AST_OP_MUL, kind, a, b);
}

static IrInstr *scaled_log2(Lower *l, ScalarKind kind, IrInstr *x, double factor)
{
    IrInstr *number = NUMBER(factor);
    return mul(l, kind, op1(l, IR_flog2, x), number);
}

static const IrOp LEAST[] = {IR_fmin, IR_imin, IR_umin}; /* by LeafClass */
static const IrOp GREATEST[] = {IR_fmax, IR_imax, IR_umax};

COMPONENTWISE(clamp, op2(l, LEAST[leaf_class(kind)],
                         op2(l, GREATEST[leaf_class(kind)], a[0], a[1]), a[2]))
COMPONENTWISE(degrees, mul(l, kind, a[0], NUMBER(57.29577951308232)))
COMPONENTWISE(radians, mul(l, kind, a[0], NUMBER(0.017453292519943295)))
COMPONENTWISE(exp, op1(l, IR_fexp2, mul(l, kind, a[0], NUMBER(1.4426950408889634))))
COMPONENTWISE(log, scaled_log2(l, kind, a[0], 0.6931471805599453))
COMPONENTWISE(log10, scaled_log2(l, kind, a[0], 0.30102999566398120))
COMPONENTWISE(lerp, add(l, kind, a[0], mul(l, kind, a[2], sub(l, kind, a[1], a[0]))))
COMPONENTWISE(mad, add(l, kind, mul(l, kind, a[0], a[1]), a[2]))
COMPONENTWISE(mul_componentwise, mul(l, kind, a[0], a[1]))
COMPONENTWISE(first_argument, a[0])

static bool is_two(const IrInstr *value)
{
    return value->op == IR_const && value->bits == op_double_to_bits(value->type.scalar, 2);
}

/* Of a constant 2 dxc makes x * x, which is no NaN where x is negative. */
COMPONENTWISE(pow, is_two(a[1]) ? mul(l, kind, a[0], a[0]) : op2(l, IR_fpow, a[0], a[1]))

/* x < edge ? 0 : 1 */
static IrInstr *leaf_step(Lower *l, ScalarKind kind, IrInstr *const *a)
{
    IrInstr *one = NUMBER(1), *zero = NUMBER(0);
    return op3(l, IR_select, op2(l, IR_flt, a[1], a[0]), zero, one);
}
MAPPED(step)

/* t * t * (3 - 2 * t) with t = saturate((x - low) / (high - low)) */
static IrInstr *leaf_smoothstep(Lower *l, ScalarKind kind, IrInstr *const *a)
{
    IrInstr *width = sub(l, kind, a[1], a[0]);
    IrInstr *t = op1(l, IR_fsaturate, op2(l, IR_fdiv, sub(l, kind, a[2], a[0]), width));
    IrInstr *twice = mul(l, kind, NUMBER(2), t);
    IrInstr *slope = sub(l, kind, NUMBER(3), twice);
    return mul(l, kind, mul(l, kind, t, t), slope);
}
MAPPED(smoothstep)

/* (0 < x) - (x < 0), an int */
static IrInstr *leaf_sign(Lower *l, ScalarKind kind, IrInstr *const *a)
{
    IrInstr *zero = NUMBER(0);
    IrInstr *above = leaf_binary(l, AST_OP_LESS, kind, zero, a[0]);
    IrInstr *below = leaf_binary(l, AST_OP_LESS, kind, a[0], zero);
    IrInstr *subtrahend = op_to(l, IR_zext, IR_I32, below);
    return op2(l, IR_isub, op_to(l, IR_zext, IR_I32, above), subtrahend);
}
MAPPED(sign)

/* ---- bits of floats ---- */

typedef struct FloatBits {
    IrScalar integer;
    uint64_t exponent, mantissa, sign;
    int shift, bias;
} FloatBits;

static FloatBits float_bits(ScalarKind kind)
{
    switch (scalar_ir(kind)) {
    case IR_F16: return (FloatBits){IR_I16, 0x7c00, 0x3ff, 0x8000, 10, 14};
    case IR_F64: return (FloatBits){IR_I64, 0x7ffull << 52, ~0ull >> 12, 1ull << 63, 52, 1022};
    default: return (FloatBits){IR_I32, 0x7f800000, 0x7fffff, 0x80000000, 23, 126};
    }
}

static IrInstr *bits_constant(Lower *l, FloatBits layout, uint64_t bits)
{
    return ir_const_bits(&l->builder, layout.integer, bits);
}

/* The exponent is neither all zeros (0, denormals) nor all ones (infinity, NaN). */
static IrInstr *leaf_isnormal(Lower *l, ScalarKind kind, IrInstr *const *a)
{
    FloatBits layout = float_bits(kind);
    IrInstr *ones = bits_constant(l, layout, layout.exponent);
    IrInstr *exponent = op2(l, IR_iand, op_to(l, IR_bitcast, layout.integer, a[0]), ones);
    IrInstr *is_finite = op2(l, IR_ine, exponent, ones);
    return op2(l, IR_iand, op2(l, IR_ine, exponent, bits_constant(l, layout, 0)), is_finite);
}
MAPPED(isnormal)

/* x = mantissa * 2^exponent with 0.5 <= |mantissa| < 1; zero gives zeros. Denormals are split as 2^24
 * times themselves: where they count as zeros, that product is one. Halves are split as floats, among
 * which theirs are no denormals. */
static void split_float(Lower *l, ScalarKind kind, IrInstr *x, IrInstr **mantissa,
                        IrInstr **exponent)
{
    enum { UP = 24 };
    FloatBits layout = float_bits(SCALAR_F32);
    IrInstr *value = leaf_cast(l, x, kind, SCALAR_F32);
    IrInstr *bits = op_to(l, IR_bitcast, IR_I32, value), *bias = i32(l, layout.bias);
    IrInstr *ones = bits_constant(l, layout, layout.exponent), *none = i32(l, 0);
    IrInstr *field = op2(l, IR_iand, bits, ones);
    if (scalar_ir(kind) != IR_F16) {
        IrInstr *is_small = op2(l, IR_ieq, field, none);
        IrInstr *scaled = op2(l, IR_fmul, value, ir_const_f32(&l->builder, 0x1p24f));
        bits = op3(l, IR_select, is_small, op_to(l, IR_bitcast, IR_I32, scaled), bits);
        bias = op3(l, IR_select, is_small, i32(l, layout.bias + UP), bias);
        field = op2(l, IR_iand, bits, ones);
    }
    IrInstr *zero = ir_const_f32(&l->builder, 0);
    IrInstr *power = op2(l, IR_isub, op2(l, IR_ushr, field, i32(l, layout.shift)), bias);
    IrInstr *kept = op2(l, IR_iand, bits, bits_constant(l, layout, layout.mantissa | layout.sign));
    IrInstr *half_to_one = op2(l, IR_ior, kept, i32(l, layout.bias << layout.shift));
    IrInstr *part = op_to(l, IR_bitcast, IR_F32, half_to_one);
    IrInstr *is_zero = op2(l, IR_ieq, field, none);
    *mantissa = leaf_cast(l, op3(l, IR_select, is_zero, zero, part), SCALAR_F32, kind);
    IrInstr *whole = op3(l, IR_select, is_zero, zero, op_to(l, IR_stof, IR_F32, power));
    *exponent = leaf_cast(l, whole, SCALAR_F32, kind);
}

Value expand_frexp(Lower *l, const Call *call)
{
    Value x = call->values[0], mantissa = value_new(l, x.type), exponent = value_new(l, x.type);
    for (int i = 0; i < x.count; i++)
        split_float(l, value_kind(x), x.leaves[i], &mantissa.leaves[i], &exponent.leaves[i]);
    give(l, call, 1, exponent);
    return mantissa;
}

/* ---- functions of two results ---- */

Value expand_modf(Lower *l, const Call *call)
{
    Value x = call->values[0], whole = value_new(l, call->type), rest = value_new(l, call->type);
    for (int i = 0; i < x.count; i++) {
        whole.leaves[i] = op1(l, IR_ftrunc, x.leaves[i]);
        rest.leaves[i] = op2(l, IR_fsub, x.leaves[i], whole.leaves[i]);
    }
    give(l, call, 1, whole);
    return rest;
}

Value expand_sincos(Lower *l, const Call *call)
{
    Value x = call->values[0], sine = value_new(l, x.type), cosine = value_new(l, x.type);
    for (int i = 0; i < x.count; i++) {
        sine.leaves[i] = op1(l, IR_fsin, x.leaves[i]);
        cosine.leaves[i] = op1(l, IR_fcos, x.leaves[i]);
    }
    give(l, call, 1, sine);
    give(l, call, 2, cosine);
    return no_value(call);
}
