/* Index arithmetic: i32 operations that fold constants as they build. */
#include "lower/values_priv.h"

bool index_is_constant(const IrInstr *index, int64_t *value)
{
    if (index->op != IR_const)
        return false;
    *value = (int64_t)op_mask_to_width(index->type.scalar, index->bits);
    return true;
}

IrInstr *index_constant(Lower *l, int64_t value)
{
    return value == 0 ? l->zero : ir_const_i32(&l->builder, (int32_t)(uint32_t)value);
}

IrInstr *index_add(Lower *l, IrInstr *left, IrInstr *right)
{
    int64_t a, b;
    bool left_known = index_is_constant(left, &a), right_known = index_is_constant(right, &b);
    if (left_known && right_known)
        return index_constant(l, a + b);
    if (left_known && a == 0)
        return right;
    if (right_known && b == 0)
        return left;
    return op2(l, IR_iadd, left, right);
}

IrInstr *index_scale(Lower *l, IrInstr *index, int64_t factor)
{
    int64_t known;
    if (factor == 1)
        return index;
    if (index_is_constant(index, &known))
        return index_constant(l, known * factor);
    return op2(l, IR_imul, index, i32(l, factor));
}

IrInstr *index_below(Lower *l, IrInstr *index, int64_t count)
{
    int64_t known;
    if (index_is_constant(index, &known))
        return known < count ? NULL : ir_const_bits(&l->builder, IR_I1, 0);
    return op2(l, IR_ult, index, i32(l, count));
}

IrInstr *index_and(Lower *l, IrInstr *left, IrInstr *right)
{
    return !left ? right : !right ? left : op2(l, IR_iand, left, right);
}

IrInstr *index_guard(Lower *l, IrInstr *valid, IrInstr *index, int32_t otherwise)
{
    if (!valid)
        return index;
    IrInstr *outside = ir_const_i32(&l->builder, otherwise);
    return valid->op == IR_const ? outside : op3(l, IR_select, valid, index, outside);
}
