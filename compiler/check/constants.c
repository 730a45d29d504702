/* Constant evaluation: operators, conversions, constructors, element access and simple intrinsics
 * of values that are known. Arithmetic is op_fold's, so that the compiler and the kernel agree.
 *
 * Literals compute in int64_t and double; everything else in its own width. */
#include "trees_priv.h"

/* The IR type in which constants of that kind are computed. */
static IrScalar folding_type(ScalarKind scalar)
{
    return scalar == SCALAR_LITERAL_INT   ? IR_I64
         : scalar == SCALAR_LITERAL_FLOAT ? IR_F64
                                          : scalar_ir(scalar);
}

static uint64_t leaf_bits(ConstantLeaf leaf, ScalarKind scalar)
{
    if (scalar_is_float(scalar))
        return op_double_to_bits(folding_type(scalar), leaf.number);
    return op_mask_to_width(folding_type(scalar), (uint64_t)leaf.integer);
}

static ConstantLeaf bits_leaf(uint64_t bits, ScalarKind scalar)
{
    IrScalar type = folding_type(scalar);
    if (scalar_is_float(scalar))
        return (ConstantLeaf){.number = op_bits_to_double(type, bits)};
    if (scalar_info(scalar)->class == CLASS_SIGNED)
        return (ConstantLeaf){.integer = op_sign_extend(type, bits)};
    return (ConstantLeaf){.integer = (int64_t)bits};
}

/* ---- conversion ---- */

/* D3D functional specification 3.2.3: toward zero, out of range to the nearest, NaN to 0. */
static int64_t saturate_to_integer(double number, ScalarKind to)
{
    int bits = op_scalar_bits(folding_type(to));
    bool is_signed = scalar_info(to)->class == CLASS_SIGNED;
    double limit = is_signed ? 0x1p63 : 0x1p64;
    limit = bits == 64 ? limit : (double)((uint64_t)1 << (is_signed ? bits - 1 : bits));
    if (number != number)
        return 0;
    if (number >= limit)
        return is_signed ? (int64_t)(((uint64_t)1 << (bits - 1)) - 1)
                         : (int64_t)op_mask_to_width(folding_type(to), ~(uint64_t)0);
    if (is_signed)
        return number < -limit ? (int64_t)-((uint64_t)1 << (bits - 1)) : (int64_t)number;
    return number <= 0 ? 0 : (int64_t)(uint64_t)number;
}

ConstantLeaf leaf_convert(ConstantLeaf leaf, ScalarKind from, ScalarKind to)
{
    bool from_float = scalar_is_float(from);
    if (to == SCALAR_BOOL)
        return (ConstantLeaf){.integer = from_float ? leaf.number != 0 : leaf.integer != 0};
    if (scalar_is_float(to)) {
        double number = from_float                               ? leaf.number
                      : scalar_info(from)->class == CLASS_SIGNED ? (double)leaf.integer
                                                                 : (double)(uint64_t)leaf.integer;
        return bits_leaf(op_double_to_bits(folding_type(to), number), to);
    }
    int64_t integer = from_float ? saturate_to_integer(leaf.number, to) : leaf.integer;
    return bits_leaf(op_mask_to_width(folding_type(to), (uint64_t)integer), to);
}

const ConstantLeaf *constant_leaves(const Expr *expr)
{
    if (expr->kind == EXPR_CONSTANT)
        return expr->value;
    return expr->kind == EXPR_VARIABLE && expr->variable->storage == STORAGE_CONSTANT
             ? expr->variable->value
             : NULL;
}

/* ---- operators ---- */

typedef struct OperatorRow { IrOp float_op, signed_op, unsigned_op; bool is_swapped; } OperatorRow;

#define NONE IR_OP_COUNT
static const OperatorRow OPERATORS[AST_OP_COUNT] = {
    [AST_OP_ADD] = {IR_fadd, IR_iadd, IR_iadd, false},
    [AST_OP_SUB] = {IR_fsub, IR_isub, IR_isub, false},
    [AST_OP_MUL] = {IR_fmul, IR_imul, IR_imul, false},
    [AST_OP_DIV] = {IR_fdiv, IR_sdiv, IR_udiv, false},
    [AST_OP_MOD] = {IR_frem, IR_srem, IR_urem, false},
    [AST_OP_SHL] = {NONE, IR_ishl, IR_ishl, false},
    [AST_OP_SHR] = {NONE, IR_sshr, IR_ushr, false},
    [AST_OP_AND] = {NONE, IR_iand, IR_iand, false},
    [AST_OP_OR] = {NONE, IR_ior, IR_ior, false},
    [AST_OP_XOR] = {NONE, IR_ixor, IR_ixor, false},
    [AST_OP_LOGICAL_AND] = {NONE, NONE, IR_iand, false},
    [AST_OP_LOGICAL_OR] = {NONE, NONE, IR_ior, false},
    [AST_OP_EQUAL] = {IR_feq, IR_ieq, IR_ieq, false},
    [AST_OP_NOT_EQUAL] = {IR_fne, IR_ine, IR_ine, false},
    [AST_OP_LESS] = {IR_flt, IR_slt, IR_ult, false},
    [AST_OP_GREATER] = {IR_flt, IR_slt, IR_ult, true},
    [AST_OP_LESS_EQUAL] = {IR_fle, IR_sle, IR_ule, false},
    [AST_OP_GREATER_EQUAL] = {IR_fle, IR_sle, IR_ule, true},
};

/* The IR operation of a binary operator on that scalar kind; *swapped: with its operands
 * exchanged. */
static IrOp binary_ir_op(AstOp op, ScalarKind scalar, bool *swapped)
{
    const OperatorRow *row = &OPERATORS[op];
    *swapped = row->is_swapped;
    switch (scalar_info(scalar)->class) {
    case CLASS_FLOAT: return row->float_op;
    case CLASS_SIGNED: return row->signed_op;
    default: return row->unsigned_op;
    }
}

/* One application of `op` to leaves of kind `from`, giving kind `to`. */
static bool fold_leaf(IrOp op, ScalarKind from, ScalarKind to, const ConstantLeaf *operands,
                      int count, ConstantLeaf *result)
{
    uint64_t bits[3], folded;
    for (int i = 0; i < count && i < COUNT_OF(bits); i++)
        bits[i] = leaf_bits(operands[i], from);
    if (op == IR_OP_COUNT || !op_fold(op, folding_type(from), folding_type(to), bits, &folded))
        return false;
    *result = bits_leaf(folded, to);
    return true;
}

/* Applies `op` leaf by leaf to `count` operands of one type. */
static ConstantLeaf *fold_each(Checker *checker, IrOp op, const Type *type, Expr *const *operands,
                               int count)
{
    int leaves = type_component_count(type);
    ConstantLeaf *result = ARENA_ARRAY(checker->arena, ConstantLeaf, leaves);
    for (int leaf = 0; leaf < leaves; leaf++) {
        ConstantLeaf values[3];
        for (int i = 0; i < count; i++)
            values[i] = constant_leaves(operands[i])[leaf];
        if (!fold_leaf(op, operands[0]->type->scalar, type->scalar, values, count, &result[leaf]))
            return NULL;
    }
    return result;
}

static ConstantLeaf *fold_binary(Checker *checker, const Expr *expr)
{
    bool swapped;
    IrOp op = binary_ir_op(expr->op, expr->left->type->scalar, &swapped);
    Expr *operands[] = {swapped ? expr->right : expr->left, swapped ? expr->left : expr->right};
    return fold_each(checker, op, expr->type, operands, 2);
}

static ConstantLeaf *fold_unary(Checker *checker, const Expr *expr)
{
    bool is_float = scalar_is_float(expr->left->type->scalar);
    IrOp op = expr->op == AST_OP_SUB ? (is_float ? IR_fneg : IR_ineg) : IR_inot;
    return fold_each(checker, op, expr->type, &(Expr *){expr->left}, 1);
}

static ConstantLeaf *fold_select(Checker *checker, const Expr *expr)
{
    int leaves = type_component_count(expr->type);
    const ConstantLeaf *condition = constant_leaves(expr->left);
    bool is_scalar = expr->left->type->kind == TYPE_SCALAR;
    ConstantLeaf *result = ARENA_ARRAY(checker->arena, ConstantLeaf, leaves);
    for (int i = 0; i < leaves; i++)
        result[i] = constant_leaves(condition[is_scalar ? 0 : i].integer ? expr->middle
                                                                         : expr->right)[i];
    return result;
}

/* ---- conversions and access ---- */

/* In a truncation or splat of numeric types: which leaf of `from` becomes leaf `leaf` of `to`. */
static int source_leaf(const Type *from, const Type *to, int leaf)
{
    if (type_component_count(from) == 1)
        return 0;
    if (from->kind == TYPE_MATRIX && to->kind == TYPE_MATRIX)
        return leaf / to->columns * from->columns + leaf % to->columns;
    return leaf;
}

static ConstantLeaf *fold_convert(Checker *checker, const Expr *expr)
{
    const Type *from = expr->left->type, *to = expr->type;
    const ConstantLeaf *values = constant_leaves(expr->left);
    int leaves = type_leaf_count(to);
    if (from->kind == TYPE_RESOURCE)
        return NULL;
    bool is_numeric = type_component_count(from) > 0;
    ConstantLeaf *result = ARENA_ARRAY(checker->arena, ConstantLeaf, leaves);
    for (int i = 0; i < leaves; i++) {
        int source = is_numeric ? source_leaf(from, to, i) : i;
        ScalarKind kind = is_numeric ? from->scalar : type_leaf(checker, from, source)->scalar;
        result[i] = leaf_convert(values[source], kind, type_leaf(checker, to, i)->scalar);
    }
    return result;
}

static ConstantLeaf *fold_construct(Checker *checker, const Expr *expr)
{
    int leaves = type_leaf_count(expr->type), at = 0;
    ConstantLeaf *result = ARENA_ARRAY(checker->arena, ConstantLeaf, leaves);
    for (int i = 0; i < expr->argument_count; i++) {
        const ConstantLeaf *values = constant_leaves(expr->arguments[i]);
        if (values == NULL)
            return NULL;
        int count = type_leaf_count(expr->arguments[i]->type);
        for (int leaf = 0; leaf < count && at < leaves; leaf++)
            result[at++] = values[leaf];
    }
    for (; at < leaves && at > 0; at++) /* a single scalar is splatted */
        result[at] = result[0];
    return result;
}

static ConstantLeaf *fold_swizzle(Checker *checker, const Expr *expr)
{
    const Type *from = expr->left->type;
    const ConstantLeaf *values = constant_leaves(expr->left);
    ConstantLeaf *result = ARENA_ARRAY(checker->arena, ConstantLeaf, expr->component_count);
    for (int i = 0; i < expr->component_count; i++) {
        int component = expr->components[i];
        result[i] =
            values[from->kind == TYPE_MATRIX ? component / 4 * from->columns + component % 4
                                             : component];
    }
    return result;
}

/* `count` leaves from leaf `first` on. */
static ConstantLeaf *slice_leaves(Checker *checker, const ConstantLeaf *values, int64_t first,
                                  int count)
{
    ConstantLeaf *result = ARENA_ARRAY(checker->arena, ConstantLeaf, count);
    for (int i = 0; i < count; i++)
        result[i] = values[first + i];
    return result;
}

static ConstantLeaf *fold_index(Checker *checker, const Expr *expr)
{
    int64_t index;
    int count = type_leaf_count(expr->type);
    if (expr->left->type->kind == TYPE_RESOURCE || !constant_is_integer(expr->right, &index))
        return NULL;
    if (index < 0 || (index + 1) * count > type_leaf_count(expr->left->type))
        return ARENA_ARRAY(checker->arena, ConstantLeaf, count); /* out of bounds reads 0 */
    return slice_leaves(checker, constant_leaves(expr->left), index * count, count);
}

static ConstantLeaf *fold_field(Checker *checker, const Expr *expr)
{
    int first = 0;
    for (int i = 0; i < expr->field; i++)
        first += type_leaf_count(expr->left->type->fields[i].type);
    return slice_leaves(checker, constant_leaves(expr->left), first, type_leaf_count(expr->type));
}

/* ---- intrinsics that are one IR operation ---- */

#define EACH(float_op, signed_op, unsigned_op) \
    {IR_##float_op, IR_##signed_op, IR_##unsigned_op, false}
#define WAVE(op, float_op, signed_op, unsigned_op) {NONE, NONE, NONE, false}
#define EXPAND(name) {NONE, NONE, NONE, false}
#define CONSTANT {NONE, NONE, NONE, false}
#define UNSUPPORTED(why) {NONE, NONE, NONE, false}
#define IR_NONE NONE
static const OperatorRow INTRINSICS[] = {
#define BUILTIN(id, name, signature, model, lower) lower,
#include "builtin.def"
#undef BUILTIN
};

static IrOp intrinsic_op(BuiltinId id, ScalarKind scalar)
{
    const OperatorRow *row = &INTRINSICS[id];
    ScalarClass class = scalar_info(scalar)->class;
    IrOp op = class == CLASS_FLOAT  ? row->float_op
            : class == CLASS_SIGNED ? row->signed_op
                                    : row->unsigned_op;
    return op != IR_OP_COUNT && !op_has(op, OP_CONVERGENT) ? op : IR_OP_COUNT;
}

/* asfloat, asint, asuint: the same bits. */
static ConstantLeaf *fold_bitcast(Checker *checker, const Expr *expr)
{
    const Expr *argument = expr->arguments[0];
    int leaves = type_component_count(expr->type);
    ConstantLeaf *result = ARENA_ARRAY(checker->arena, ConstantLeaf, leaves);
    for (int i = 0; i < leaves; i++)
        result[i] = bits_leaf(leaf_bits(constant_leaves(argument)[i], argument->type->scalar),
                              expr->type->scalar);
    return result;
}

static ConstantLeaf *fold_intrinsic(Checker *checker, const Expr *expr)
{
    if (expr->argument_count == 0 || expr->argument_count > 3 || !type_is_numeric(expr->type))
        return NULL;
    for (int i = 0; i < expr->argument_count; i++)
        if (constant_leaves(expr->arguments[i]) == NULL ||
            !type_is_numeric(expr->arguments[i]->type) ||
            type_component_count(expr->arguments[i]->type) != type_component_count(expr->type))
            return NULL;
    if (expr->builtin == BUILTIN_ASFLOAT || expr->builtin == BUILTIN_ASINT ||
        expr->builtin == BUILTIN_ASUINT)
        return fold_bitcast(checker, expr);
    IrOp op = intrinsic_op(expr->builtin, expr->arguments[0]->type->scalar);
    return op == IR_OP_COUNT
             ? NULL
             : fold_each(checker, op, expr->type, expr->arguments, expr->argument_count);
}

/* ---- the whole ---- */

/* Bit-fields in the value keep the bits that they have. Gives the leaf after it. */
static ConstantLeaf *fit_bits(const Type *type, ConstantLeaf *leaves)
{
    if (!type_has_bit_fields(type))
        return leaves + type_leaf_count(type);
    for (int64_t i = 0; type->kind == TYPE_ARRAY && i < type->count; i++)
        leaves = fit_bits(type->element, leaves);
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++) {
        const Field *field = &type->fields[i];
        int above = 64 - field->bit_width;
        if (field->bit_width > 0 && field->name != NULL && field->type->scalar != SCALAR_BOOL) {
            uint64_t high = (uint64_t)leaves->integer << above;
            leaves->integer = scalar_info(field->type->scalar)->class == CLASS_SIGNED
                                ? (int64_t)high >> above
                                : (int64_t)(high >> above);
        }
        leaves = fit_bits(field->type, leaves);
    }
    return leaves;
}

static bool operands_are_constant(const Expr *expr)
{
    const Expr *operands[] = {expr->left, expr->middle, expr->right};
    for (int i = 0; i < COUNT_OF(operands); i++)
        if (operands[i] != NULL && constant_leaves(operands[i]) == NULL)
            return false;
    return true;
}

static ConstantLeaf *fold_value(Checker *checker, const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_UNARY: return fold_unary(checker, expr);
    case EXPR_BINARY: case EXPR_LOGICAL: return fold_binary(checker, expr);
    case EXPR_CONDITIONAL: case EXPR_SELECT: return fold_select(checker, expr);
    case EXPR_CONVERT: return fold_convert(checker, expr);
    case EXPR_CONSTRUCT: return fold_construct(checker, expr);
    case EXPR_SWIZZLE: return fold_swizzle(checker, expr);
    case EXPR_INDEX: return fold_index(checker, expr);
    case EXPR_FIELD: return fold_field(checker, expr);
    case EXPR_BUILTIN: return fold_intrinsic(checker, expr);
    default: return NULL;
    }
}

Expr *constant_fold(Checker *checker, Expr *expr)
{
    enum { MOST_NUMBERS = 1 << 16 }; /* of larger values lower says that they are too large */
    if (expr_is_error(expr) || type_has_resources(expr->type) || !operands_are_constant(expr) ||
        type_leaf_count(expr->type) > MOST_NUMBERS)
        return expr;
    bool is_splat = expr->kind == EXPR_CONVERT && type_component_count(expr->left->type) > 0 &&
                    type_has_bit_fields(expr->type);
    /* lower gives it to whole units */
    ConstantLeaf *value = is_splat ? NULL : fold_value(checker, expr);
    if (value != NULL && (expr->kind == EXPR_CONVERT || expr->kind == EXPR_CONSTRUCT))
        fit_bits(expr->type, value);
    return value == NULL ? expr : expr_constant(checker, expr->type, value, expr->pos);
}

bool constant_is_integer(const Expr *expr, int64_t *value)
{
    const ConstantLeaf *leaves = constant_leaves(expr);
    bool is_integer = leaves != NULL && type_component_count(expr->type) == 1 &&
                      !scalar_is_float(expr->type->scalar);
    if (is_integer)
        *value = leaves[0].integer;
    return is_integer;
}

bool constant_is_true(const Expr *expr)
{
    int64_t value;
    return constant_is_integer(expr, &value) && value != 0;
}
