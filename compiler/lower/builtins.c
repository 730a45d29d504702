/* Builtins and methods: what the lower column of their tables says. */
#include "lower/expand.h"

#define IR_NONE IR_OP_COUNT

typedef struct BuiltinRow {
    Expand *expand;     /* EXPAND */
    IrOp op;            /* WAVE: what `by_class` is combined by; else IR_NONE */
    IrOp by_class[3];   /* EACH, WAVE: float, signed, unsigned */
    const char *refusal; /* UNSUPPORTED: why */
} BuiltinRow;

static const BuiltinRow builtins[BUILTIN_COUNT] = {
#define EACH(f, s, u) {NULL, IR_NONE, {IR_##f, IR_##s, IR_##u}, NULL}
#define WAVE(op, f, s, u) {NULL, IR_##op, {IR_##f, IR_##s, IR_##u}, NULL}
#define NO_OP IR_NONE, {IR_NONE, IR_NONE, IR_NONE}
#define EXPAND(name) {expand_##name, NO_OP, NULL}
#define CONSTANT {NULL, NO_OP, NULL}
#define UNSUPPORTED(why) {NULL, NO_OP, why}
#define BUILTIN(id, name, signature, model, lower) lower,
#include "check/builtin.def"
#undef BUILTIN
#undef UNSUPPORTED
#undef CONSTANT
#undef WAVE
#undef EACH
#undef EXPAND
};

static Expand *const methods[METHOD_COUNT] = {
#define EXPAND(name) expand_##name
#define METHOD(id, families, name, signature, lower) lower,
#include "check/method.def"
#undef METHOD
#undef EXPAND
};

/* ---- arguments ---- */

Value *lower_arguments(Lower *l, const Expr *expr)
{
    Value *values = ARENA_ARRAY(l->arena, Value, expr->argument_count + 1);
    for (int i = 0; i < expr->argument_count; i++)
        values[i] = lower_expr(l, expr->arguments[i]);
    return values;
}

Value no_value(const Expr *expr) { return (Value){.type = expr->type}; }

void store_out(Lower *l, const Expr *argument, Value value)
{
    OutArgument out = lower_out_argument(l, argument);
    out_argument_store(l, &out, value);
}

ScalarKind value_kind(Value value)
{
    const Type *type = value.type;
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type->kind == TYPE_STRUCT ? SCALAR_U32 : type->scalar;
}

/* ---- componentwise ---- */

static int class_column(ScalarKind kind) { return leaf_is_float(kind) ? 0 : leaf_is_signed(kind) ? 1 : 2; }

/* Component `index` of each argument; scalars are the same for all. */
static int gather_leaves(const Value *arguments, int count, int index, IrInstr **out)
{
    for (int i = 0; i < count && i < MAX_LEAF_ARGUMENTS; i++)
        out[i] = arguments[i].leaves[arguments[i].count == 1 ? 0 : index];
    return count < MAX_LEAF_ARGUMENTS ? count : MAX_LEAF_ARGUMENTS;
}

Value map_leaves(Lower *l, const Expr *expr, LeafFunction *function)
{
    Value *arguments = lower_arguments(l, expr), result = value_new(l, expr->type);
    IrInstr *leaves[MAX_LEAF_ARGUMENTS];
    for (int i = 0; i < result.count; i++) {
        gather_leaves(arguments, expr->argument_count, i, leaves);
        result.leaves[i] = function(l, value_kind(arguments[0]), leaves);
    }
    return result;
}

/* EACH. Without an operation for the kind (abs of unsigned) the argument itself is the result. */
static Value lower_each(Lower *l, const BuiltinRow *row, const Expr *expr)
{
    Value *arguments = lower_arguments(l, expr), result = value_new(l, expr->type);
    const ScalarKind *kinds = value_leaf_kinds(l, expr->arguments[0]->type);
    IrInstr *leaves[MAX_LEAF_ARGUMENTS];
    for (int i = 0; i < result.count; i++) {
        int count = gather_leaves(arguments, expr->argument_count, i, leaves);
        IrOp op = row->by_class[class_column(kinds[arguments[0].count == 1 ? 0 : i])];
        result.leaves[i] = op == IR_NONE ? leaves[0] : ir_build(&l->builder, op, leaves, count);
    }
    return result;
}

/* WAVE: the second argument, where there is one, is a mask of four words for all components. */
static Value lower_wave(Lower *l, const BuiltinRow *row, const Expr *expr)
{
    Value *arguments = lower_arguments(l, expr), result = value_new(l, expr->type);
    const ScalarKind *kinds = value_leaf_kinds(l, expr->arguments[0]->type);
    for (int i = 0; i < result.count; i++) {
        IrInstr *operands[5] = {arguments[0].leaves[i]};
        int count = 1;
        for (; expr->argument_count > 1 && count < 5; count++)
            operands[count] = arguments[1].leaves[count - 1];
        result.leaves[i] = ir_build(&l->builder, row->op, operands, count);
        result.leaves[i]->combine = row->by_class[class_column(kinds[i])];
    }
    return result;
}

/* ---- the interface ---- */

Value lower_builtin(Lower *l, const Expr *expr)
{
    const BuiltinRow *row = &builtins[expr->builtin];
    if (row->expand)
        return row->expand(l, expr);
    if (row->refusal) {
        lower_unsupported(l, builtin_name(expr->builtin), row->refusal);
        return no_value(expr);
    }
    if (expr->argument_count == 0) {
        lower_unsupported(l, "a builtin without arguments", "it should have been a constant");
        return value_zero(l, expr->type);
    }
    return row->op != IR_NONE ? lower_wave(l, row, expr) : lower_each(l, row, expr);
}

Value lower_method(Lower *l, const Expr *expr) { return methods[expr->method](l, expr); }
