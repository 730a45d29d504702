/* Bits: reinterpretation, half floats in words, packed bytes. */
#include "lower/expand_priv.h"

static IrInstr *word_and(Lower *l, IrInstr *word, uint32_t mask)
{
    return op2(l, IR_iand, word, i32(l, mask));
}

static IrInstr *shift(Lower *l, IrOp op, IrInstr *word, int bits)
{
    return bits ? op2(l, op, word, i32(l, bits)) : word;
}

typedef IrInstr *GetByte(Lower *l, IrInstr *word, int index);

static IrInstr *get_byte(Lower *l, IrInstr *word, int index)
{
    return word_and(l, shift(l, IR_ushr, word, index * 8), 0xff);
}

static IrInstr *get_signed_byte(Lower *l, IrInstr *word, int index)
{
    IrInstr *bits = i32(l, 24);
    return op2(l, IR_sshr, shift(l, IR_ishl, word, 24 - index * 8), bits);
}

/* An integer of any width as 32 bits. */
static IrInstr *as_word(Lower *l, IrInstr *value, ScalarKind kind)
{
    return leaf_cast(l, value, kind, leaf_is_signed(kind) ? SCALAR_I32 : SCALAR_U32);
}

/* ---- reinterpretation ---- */

Value expand_bitcast(Lower *l, const Call *call)
{
    Value value = call->values[0], result = value_new(l, call->type);
    IrScalar to = scalar_ir(call->type->scalar);
    for (int i = 0; i < result.count; i++) {
        IrInstr *leaf = value.leaves[i];
        if (leaf->type.scalar == IR_I1)
            leaf = op_to(l, IR_zext, IR_I32, leaf);
        result.leaves[i] = leaf->type.scalar == to ? leaf : op_to(l, IR_bitcast, to, leaf);
    }
    return result;
}

Value expand_asdouble(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    for (int i = 0; i < result.count; i++) {
        IrInstr *low = op_to(l, IR_zext, IR_I64, a[0].leaves[i]);
        IrInstr *high = op_to(l, IR_zext, IR_I64, a[1].leaves[i]);
        high = op2(l, IR_ishl, high, ir_const_bits(&l->builder, IR_I64, 32));
        result.leaves[i] = op_to(l, IR_bitcast, IR_F64, op2(l, IR_ior, high, low));
    }
    return result;
}

/* asuint(double, out low, out high) */
Value expand_split_double(Lower *l, const Call *call)
{
    Value value = call->values[0];
    Value low = value_new(l, call->outs[1].inner), high = value_new(l, call->outs[2].inner);
    for (int i = 0; i < value.count; i++) {
        IrInstr *bits = op_to(l, IR_bitcast, IR_I64, value.leaves[i]);
        low.leaves[i] = op_to(l, IR_itrunc, IR_I32, bits);
        IrInstr *upper = op2(l, IR_ushr, bits, ir_const_bits(&l->builder, IR_I64, 32));
        high.leaves[i] = op_to(l, IR_itrunc, IR_I32, upper);
    }
    give(l, call, 1, low);
    give(l, call, 2, high);
    return no_value(call);
}

static IrInstr *half_to_float(Lower *l, ScalarKind kind, IrInstr *const *a)
{
    (void)kind;
    IrInstr *half = op_to(l, IR_bitcast, IR_F16, op_to(l, IR_itrunc, IR_I16, a[0]));
    return op_to(l, IR_fconvert, IR_F32, half);
}

static IrInstr *float_to_half(Lower *l, ScalarKind kind, IrInstr *const *a)
{
    (void)kind;
    IrInstr *half = op_to(l, IR_fconvert, IR_F16, a[0]);
    return op_to(l, IR_zext, IR_I32, op_to(l, IR_bitcast, IR_I16, half));
}

Value expand_f16tof32(Lower *l, const Call *call) { return map_leaves(l, call, half_to_float); }
Value expand_f32tof16(Lower *l, const Call *call) { return map_leaves(l, call, float_to_half); }

/* ---- packed bytes ---- */

static Value unpack(Lower *l, const Call *call, GetByte *get, ScalarKind kind)
{
    IrInstr *word = call->values[0].leaves[0];
    Value result = value_new(l, call->type);
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = leaf_cast(l, get(l, word, i), kind, call->type->scalar);
    return result;
}

Value expand_unpack_u8(Lower *l, const Call *call)
{
    return unpack(l, call, get_byte, SCALAR_U32);
}
Value expand_unpack_s8(Lower *l, const Call *call)
{
    return unpack(l, call, get_signed_byte, SCALAR_I32);
}

/* Four words, each cut to its low byte. */
static Value pack(Lower *l, const Call *call, IrInstr *const *words)
{
    IrInstr *packed = NULL;
    for (int i = 0; i < 4; i++) {
        IrInstr *byte = shift(l, IR_ishl, word_and(l, words[i], 0xff), i * 8);
        packed = packed ? op2(l, IR_ior, packed, byte) : byte;
    }
    return value_of(l, call->type, packed);
}

Value expand_pack8(Lower *l, const Call *call)
{
    Value value = call->values[0];
    IrInstr *words[4];
    for (int i = 0; i < 4; i++)
        words[i] = as_word(l, value.leaves[i], value_kind(value));
    return pack(l, call, words);
}

static Value pack_clamped(Lower *l, const Call *call, int low, int high)
{
    Value value = call->values[0];
    ScalarKind kind = value_kind(value);
    IrInstr *words[4];
    for (int i = 0; i < 4; i++) {
        words[i] = as_word(l, value.leaves[i], kind);
        IrInstr *most = i32(l, high);
        if (leaf_is_signed(kind))
            words[i] = op2(l, IR_imin, op2(l, IR_imax, words[i], i32(l, low)), most);
        else
            words[i] = op2(l, IR_umin, words[i], most);
    }
    return pack(l, call, words);
}

Value expand_pack_clamp_u8(Lower *l, const Call *call) { return pack_clamped(l, call, 0, 255); }
Value expand_pack_clamp_s8(Lower *l, const Call *call) { return pack_clamped(l, call, -128, 127); }

/* ---- sums over bytes and halves ---- */

static Value dot4add(Lower *l, const Call *call, IrOp op)
{
    const Value *a = call->values;
    return value_of(l, call->type, op3(l, op, a[0].leaves[0], a[1].leaves[0], a[2].leaves[0]));
}

Value expand_dot4add_u8(Lower *l, const Call *call) { return dot4add(l, call, IR_udot4); }
Value expand_dot4add_i8(Lower *l, const Call *call) { return dot4add(l, call, IR_sdot4); }

/* Products and sum in single precision. */
Value expand_dot2add(Lower *l, const Call *call)
{
    const Value *a = call->values;
    IrInstr *sum = a[2].leaves[0];
    for (int i = 0; i < 2; i++) {
        IrInstr *left = leaf_cast(l, a[0].leaves[i], SCALAR_F16, SCALAR_F32);
        IrInstr *right = leaf_cast(l, a[1].leaves[i], SCALAR_F16, SCALAR_F32);
        sum = op2(l, IR_fadd, sum, op2(l, IR_fmul, left, right));
    }
    return value_of(l, call->type, sum);
}

/* Bytes i .. i + 3 of eight. */
static IrInstr *byte_window(Lower *l, IrInstr *low, IrInstr *high, int first)
{
    if (first == 0)
        return low;
    IrInstr *top = shift(l, IR_ishl, high, 32 - first * 8);
    return op2(l, IR_ior, shift(l, IR_ushr, low, first * 8), top);
}

/* sum + the |reference byte - byte| of the bytes whose reference is not 0 */
static IrInstr *masked_difference(Lower *l, IrInstr *reference, IrInstr *bytes, IrInstr *sum)
{
    for (int i = 0; i < 4; i++) {
        IrInstr *wanted = get_byte(l, reference, i);
        IrInstr *difference = op1(l, IR_iabs, op2(l, IR_isub, wanted, get_byte(l, bytes, i)));
        IrInstr *is_masked = op2(l, IR_ieq, wanted, i32(l, 0));
        IrInstr *counted = op3(l, IR_select, is_masked, i32(l, 0), difference);
        sum = op2(l, IR_iadd, sum, counted);
    }
    return sum;
}

Value expand_msad4(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    for (int i = 0; i < 4; i++) {
        IrInstr *bytes = byte_window(l, a[1].leaves[0], a[1].leaves[1], i);
        result.leaves[i] = masked_difference(l, a[0].leaves[0], bytes, a[2].leaves[i]);
    }
    return result;
}

/* ---- the rest ---- */

/* int4(x.zyxw * 255.001953) */
Value expand_d3dcolor(Lower *l, const Call *call)
{
    static const int order[4] = {2, 1, 0, 3};
    Value value = call->values[0], result = value_new(l, call->type);
    for (int i = 0; i < 4; i++) {
        IrInstr *factor = ir_const_f32(&l->builder, 255.001953f);
        IrInstr *scaled = op2(l, IR_fmul, value.leaves[order[i]], factor);
        result.leaves[i] = op_to(l, IR_ftos, IR_I32, scaled);
    }
    return result;
}

/* Pairs of low and high words. */
Value expand_add_uint64(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    for (int i = 0; i + 1 < result.count; i += 2) {
        IrInstr *low = op2(l, IR_iadd, a[0].leaves[i], a[1].leaves[i]);
        IrInstr *carry = op_to(l, IR_zext, IR_I32, op2(l, IR_ult, low, a[0].leaves[i]));
        result.leaves[i] = low;
        IrInstr *high = op2(l, IR_iadd, a[0].leaves[i + 1], a[1].leaves[i + 1]);
        result.leaves[i + 1] = op2(l, IR_iadd, high, carry);
    }
    return result;
}
