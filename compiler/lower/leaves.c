/* Arithmetic on single leaves: which IR operation an HLSL operator or conversion is, by scalar kind. */
#include "lower/lower_priv.h"

static ScalarClass class_of(ScalarKind kind) { return scalar_info(kind)->class; }

bool leaf_is_float(ScalarKind kind) { return class_of(kind) == CLASS_FLOAT; }
bool leaf_is_signed(ScalarKind kind) { return class_of(kind) == CLASS_SIGNED; }

IrScalar leaf_memory(ScalarKind kind) { return class_of(kind) == CLASS_BOOL ? IR_I32 : scalar_ir(kind); }

int leaf_bytes(ScalarKind kind) { return scalar_info(kind)->bytes; }

/* ---- constants ---- */

IrInstr *leaf_constant(Lower *l, ScalarKind kind, ConstantLeaf leaf)
{
    IrScalar type = scalar_ir(kind);
    if (leaf_is_float(kind))
        return ir_const_bits(&l->builder, type, op_double_to_bits(type, leaf.number));
    return ir_const_bits(&l->builder, type, type == IR_I1 ? leaf.integer != 0 : (uint64_t)leaf.integer);
}

IrInstr *leaf_number(Lower *l, ScalarKind kind, double value)
{
    ConstantLeaf leaf = {.number = value};
    if (!leaf_is_float(kind))
        leaf.integer = (int64_t)value;
    return leaf_constant(l, kind, leaf);
}

/* ---- conversions ---- */

static IrInstr *convert_op(Lower *l, IrOp op, IrInstr *value, IrScalar to)
{
    return IR_BUILD_TYPED(&l->builder, op, to, value);
}

/* To bool: everything but zero is true, NaN included. */
static IrInstr *convert_to_bool(Lower *l, IrInstr *value, ScalarClass from)
{
    IrInstr *zero = ir_const_bits(&l->builder, value->type.scalar, 0);
    return IR_BUILD(&l->builder, from == CLASS_FLOAT ? IR_fne : IR_ine, value, zero);
}

static IrInstr *convert_from_bool(Lower *l, IrInstr *value, ScalarKind to)
{
    if (leaf_is_float(to))
        return IR_BUILD(&l->builder, IR_select, value, leaf_number(l, to, 1), leaf_number(l, to, 0));
    return convert_op(l, IR_zext, value, scalar_ir(to));
}

static IrInstr *convert_width(Lower *l, IrInstr *value, ScalarClass from, IrScalar to)
{
    int have = op_scalar_bits(value->type.scalar), want = op_scalar_bits(to);
    if (have == want)
        return value;
    if (from == CLASS_FLOAT)
        return convert_op(l, IR_fconvert, value, to);
    return convert_op(l, have > want ? IR_itrunc : from == CLASS_SIGNED ? IR_sext : IR_zext, value, to);
}

IrInstr *leaf_cast(Lower *l, IrInstr *value, ScalarKind from, ScalarKind to)
{
    ScalarClass source = class_of(from), target = class_of(to);
    IrScalar type = scalar_ir(to);
    if (source == CLASS_BOOL)
        return target == CLASS_BOOL ? value : convert_from_bool(l, value, to);
    if (target == CLASS_BOOL)
        return convert_to_bool(l, value, source);
    if ((source == CLASS_FLOAT) == (target == CLASS_FLOAT))
        return convert_width(l, value, source, type);
    if (source == CLASS_FLOAT)
        return convert_op(l, target == CLASS_SIGNED ? IR_ftos : IR_ftou, value, type);
    return convert_op(l, source == CLASS_SIGNED ? IR_stof : IR_utof, value, type);
}

IrInstr *leaf_from_memory(Lower *l, ScalarKind kind, IrInstr *value)
{
    return class_of(kind) == CLASS_BOOL ? convert_to_bool(l, value, CLASS_UNSIGNED) : value;
}

IrInstr *leaf_to_memory(Lower *l, ScalarKind kind, IrInstr *value)
{
    return class_of(kind) == CLASS_BOOL ? convert_op(l, IR_zext, value, IR_I32) : value;
}

/* ---- operators ---- */

/* A row per operator: the operation on floats, signed and unsigned integers; bools compute as unsigned
 * ones. IR_const: not defined for that class. `swapped`: a > b is b < a. */
typedef struct OperatorRow {
    AstOp op;
    IrOp by_class[3]; /* float, signed, unsigned */
    bool swapped;
} OperatorRow;

static const OperatorRow operators[] = {
    {AST_OP_ADD, {IR_fadd, IR_iadd, IR_iadd}, false},
    {AST_OP_SUB, {IR_fsub, IR_isub, IR_isub}, false},
    {AST_OP_MUL, {IR_fmul, IR_imul, IR_imul}, false},
    {AST_OP_DIV, {IR_fdiv, IR_sdiv, IR_udiv}, false},
    {AST_OP_MOD, {IR_frem, IR_srem, IR_urem}, false},
    {AST_OP_SHL, {IR_const, IR_ishl, IR_ishl}, false},
    {AST_OP_SHR, {IR_const, IR_sshr, IR_ushr}, false},
    {AST_OP_AND, {IR_const, IR_iand, IR_iand}, false},
    {AST_OP_OR, {IR_const, IR_ior, IR_ior}, false},
    {AST_OP_XOR, {IR_const, IR_ixor, IR_ixor}, false},
    {AST_OP_LOGICAL_AND, {IR_const, IR_iand, IR_iand}, false},
    {AST_OP_LOGICAL_OR, {IR_const, IR_ior, IR_ior}, false},
    {AST_OP_EQUAL, {IR_feq, IR_ieq, IR_ieq}, false},
    {AST_OP_NOT_EQUAL, {IR_fne, IR_ine, IR_ine}, false},
    {AST_OP_LESS, {IR_flt, IR_slt, IR_ult}, false},
    {AST_OP_LESS_EQUAL, {IR_fle, IR_sle, IR_ule}, false},
    {AST_OP_GREATER, {IR_flt, IR_slt, IR_ult}, true},
    {AST_OP_GREATER_EQUAL, {IR_fle, IR_sle, IR_ule}, true},
};

static const OperatorRow *find_operator(AstOp op)
{
    for (int i = 0; i < COUNT_OF(operators); i++)
        if (operators[i].op == op)
            return &operators[i];
    return NULL;
}

IrInstr *leaf_binary(Lower *l, AstOp op, ScalarKind kind, IrInstr *left, IrInstr *right)
{
    const OperatorRow *row = find_operator(op);
    int class = leaf_is_float(kind) ? 0 : leaf_is_signed(kind) ? 1 : 2;
    if (!row || row->by_class[class] == IR_const) {
        lower_unsupported(l, ast_op_spelling(op), "there is no such operation on this type");
        return left;
    }
    IrInstr *operands[2] = {row->swapped ? right : left, row->swapped ? left : right};
    return ir_build(&l->builder, row->by_class[class], operands, 2);
}

IrInstr *leaf_unary(Lower *l, AstOp op, ScalarKind kind, IrInstr *value)
{
    switch (op) {
    case AST_OP_SUB: return IR_BUILD(&l->builder, leaf_is_float(kind) ? IR_fneg : IR_ineg, value);
    case AST_OP_COMPLEMENT: return IR_BUILD(&l->builder, IR_inot, value);
    case AST_OP_NOT: return IR_BUILD(&l->builder, IR_inot, leaf_cast(l, value, kind, SCALAR_BOOL));
    default: return value; /* + */
    }
}

/* ---- index arithmetic ---- */

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
    return IR_BUILD(&l->builder, IR_iadd, left, right);
}

IrInstr *index_scale(Lower *l, IrInstr *index, int64_t factor)
{
    int64_t known;
    if (factor == 1)
        return index;
    if (index_is_constant(index, &known))
        return index_constant(l, known * factor);
    return IR_BUILD(&l->builder, IR_imul, index, ir_const_i32(&l->builder, (int32_t)factor));
}

IrInstr *index_below(Lower *l, IrInstr *index, int64_t count)
{
    int64_t known;
    if (index_is_constant(index, &known))
        return known < count ? NULL : ir_const_bits(&l->builder, IR_I1, 0);
    return IR_BUILD(&l->builder, IR_ult, index, ir_const_i32(&l->builder, (int32_t)count));
}

IrInstr *index_and(Lower *l, IrInstr *left, IrInstr *right)
{
    return !left ? right : !right ? left : IR_BUILD(&l->builder, IR_iand, left, right);
}

IrInstr *index_guard(Lower *l, IrInstr *valid, IrInstr *index, int32_t otherwise)
{
    if (!valid)
        return index;
    IrInstr *outside = ir_const_i32(&l->builder, otherwise);
    return valid->op == IR_const ? outside : IR_BUILD(&l->builder, IR_select, valid, index, outside);
}
