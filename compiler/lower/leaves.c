/* Arithmetic on single leaves: which IR operation an HLSL operator or conversion is, by scalar
 * kind. */
#include "lower/values_priv.h"

static ScalarClass class_of(ScalarKind kind) { return scalar_info(kind)->class; }

LeafClass leaf_class(ScalarKind kind)
{
    ScalarClass class = class_of(kind);
    return class == CLASS_FLOAT ? LEAF_FLOAT : class == CLASS_SIGNED ? LEAF_SIGNED : LEAF_UNSIGNED;
}

bool leaf_is_float(ScalarKind kind) { return class_of(kind) == CLASS_FLOAT; }
bool leaf_is_signed(ScalarKind kind) { return class_of(kind) == CLASS_SIGNED; }
int leaf_bytes(ScalarKind kind) { return scalar_info(kind)->bytes; }

IrScalar leaf_memory(ScalarKind kind)
{
    return class_of(kind) == CLASS_BOOL ? IR_I32 : scalar_ir(kind);
}

/* ---- constants ---- */

IrInstr *leaf_constant(Lower *l, ScalarKind kind, ConstantLeaf leaf)
{
    IrScalar type = scalar_ir(kind);
    if (leaf_is_float(kind))
        return ir_const_bits(&l->builder, type, op_double_to_bits(type, leaf.number));
    uint64_t bits = (uint64_t)leaf.integer;
    return ir_const_bits(&l->builder, type, type == IR_I1 ? bits != 0 : bits);
}

IrInstr *leaf_number(Lower *l, ScalarKind kind, double value)
{
    ConstantLeaf leaf = {.number = value};
    if (!leaf_is_float(kind))
        leaf.integer = (int64_t)value;
    return leaf_constant(l, kind, leaf);
}

/* ---- conversions ---- */

/* To bool: everything but zero is true, NaN included. */
static IrInstr *convert_to_bool(Lower *l, IrInstr *value, ScalarClass from)
{
    IrInstr *zero = ir_const_bits(&l->builder, value->type.scalar, 0);
    return op2(l, from == CLASS_FLOAT ? IR_fne : IR_ine, value, zero);
}

static IrInstr *convert_from_bool(Lower *l, IrInstr *value, ScalarKind to)
{
    if (!leaf_is_float(to))
        return op_to(l, IR_zext, scalar_ir(to), value);
    IrInstr *one = leaf_number(l, to, 1), *zero = leaf_number(l, to, 0);
    return op3(l, IR_select, value, one, zero);
}

static IrInstr *convert_width(Lower *l, IrInstr *value, ScalarClass from, IrScalar to)
{
    int have = op_scalar_bits(value->type.scalar), want = op_scalar_bits(to);
    if (have == want)
        return value;
    if (from == CLASS_FLOAT)
        return op_to(l, IR_fconvert, to, value);
    IrOp widening = from == CLASS_SIGNED ? IR_sext : IR_zext;
    return op_to(l, have > want ? IR_itrunc : widening, to, value);
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
        return op_to(l, target == CLASS_SIGNED ? IR_ftos : IR_ftou, type, value);
    return op_to(l, source == CLASS_SIGNED ? IR_stof : IR_utof, type, value);
}

IrInstr *leaf_from_memory(Lower *l, ScalarKind kind, IrInstr *value)
{
    return class_of(kind) == CLASS_BOOL ? convert_to_bool(l, value, CLASS_UNSIGNED) : value;
}

IrInstr *leaf_to_memory(Lower *l, ScalarKind kind, IrInstr *value)
{
    return class_of(kind) == CLASS_BOOL ? op_to(l, IR_zext, IR_I32, value) : value;
}

/* ---- operators ---- */

/* A row per operator: the operation on floats, signed and unsigned integers; bools compute as
 * unsigned ones. IR_const: not defined for that class. `swapped`: a > b is b < a. */
typedef struct OperatorRow {
    AstOp op;
    IrOp by_class[3]; /* by LeafClass */
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
    LeafClass class = leaf_class(kind);
    if (!row || row->by_class[class] == IR_const) {
        lower_unsupported(l, ast_op_spelling(op), "there is no such operation on this type");
        return left;
    }
    return op2(l, row->by_class[class], row->swapped ? right : left, row->swapped ? left : right);
}

IrInstr *leaf_unary(Lower *l, AstOp op, ScalarKind kind, IrInstr *value)
{
    switch (op) {
    case AST_OP_SUB: return op1(l, leaf_is_float(kind) ? IR_fneg : IR_ineg, value);
    case AST_OP_COMPLEMENT: return op1(l, IR_inot, value);
    case AST_OP_NOT: return op1(l, IR_inot, leaf_cast(l, value, kind, SCALAR_BOOL));
    default: return value; /* + */
    }
}
