/* Builtins and methods: their arguments are evaluated, then comes what the lower column of their
 * tables says. */
#include "lower/expand_priv.h"
#include "lower/tree_priv.h"

#define IR_NONE IR_OP_COUNT

typedef struct BuiltinRow {
    Expand *expand;     /* EXPAND */
    IrOp op;            /* WAVE: what `by_class` is combined by; else IR_NONE */
    IrOp by_class[3];   /* EACH, WAVE: by LeafClass */
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
#define METHOD(id, families, name, signature, model, lower) lower,
#include "check/method.def"
#undef METHOD
#undef EXPAND
};

/* ---- arguments ---- */

static Call evaluate(Lower *l, const Expr *expr)
{
    int count = expr->argument_count;
    Value *values = ARENA_ARRAY(l->arena, Value, count + 1);
    OutArgument *outs = ARENA_ARRAY(l->arena, OutArgument, count + 1);
    for (int i = 0; i < count; i++)
        if (expr_writes_argument(expr, i))
            outs[i] = lower_out_argument(l, expr->arguments[i]);
        else
            values[i] = lower_expr(l, expr->arguments[i]);
    return (Call){expr, expr->type, NULL, values, outs, count};
}

/* Assertions in kernels that are no unit tests: not even their arguments are evaluated. */
static bool is_ignored(const Lower *l, BuiltinId id)
{
    switch (id) {
    case BUILTIN_ASSERT: case BUILTIN_ASSERT_EQUAL: case BUILTIN_ASSERT_NEAR:
    case BUILTIN_ASSERT_UNIFORM: case BUILTIN_ASSERT_VARYING:
        return l->program->report == NULL;
    default:
        return false;
    }
}

/* ---- componentwise ---- */

/* EACH. Without an operation for the kind (abs of unsigned) the argument itself is the result. */
static Value lower_each(Lower *l, const BuiltinRow *row, const Call *call)
{
    Value result = value_new(l, call->type);
    const ScalarKind *kinds = value_leaf_kinds(l, call->values[0].type);
    IrInstr *leaves[MAX_LEAF_ARGUMENTS];
    for (int i = 0; i < result.count; i++) {
        for (int k = 0; k < call->count; k++)
            leaves[k] = value_leaf(call->values[k], i);
        IrOp op = row->by_class[leaf_class(kinds[call->values[0].count == 1 ? 0 : i])];
        bool is_same = op == IR_NONE;
        result.leaves[i] = is_same ? leaves[0] : ir_build(&l->builder, op, leaves, call->count);
    }
    return result;
}

/* WAVE: the second argument, where there is one, is a mask of four words for all components. */
static Value lower_wave(Lower *l, const BuiltinRow *row, const Call *call)
{
    Value result = value_new(l, call->type);
    const ScalarKind *kinds = value_leaf_kinds(l, call->values[0].type);
    for (int i = 0; i < result.count; i++) {
        IrInstr *operands[5] = {call->values[0].leaves[i]};
        int count = 1;
        for (; call->count > 1 && count < 5; count++)
            operands[count] = call->values[1].leaves[count - 1];
        result.leaves[i] = ir_build(&l->builder, row->op, operands, count);
        result.leaves[i]->combine = row->by_class[leaf_class(kinds[i])];
    }
    return result;
}

/* ---- the interface ---- */

Value lower_builtin(Lower *l, const Expr *expr)
{
    const BuiltinRow *row = &builtins[expr->builtin];
    if (row->refusal)
        lower_unsupported(l, builtin_name(expr->builtin), row->refusal);
    if (row->refusal || is_ignored(l, expr->builtin))
        return (Value){.type = expr->type};
    Call call = evaluate(l, expr);
    if (row->expand)
        return row->expand(l, &call);
    if (call.count == 0) {
        lower_unsupported(l, "a builtin without arguments", "it should have been a constant");
        return value_zero(l, expr->type);
    }
    return row->op != IR_NONE ? lower_wave(l, row, &call) : lower_each(l, row, &call);
}

Value lower_method(Lower *l, const Expr *expr)
{
    IrInstr *object = object_of(l, lower_expr(l, expr->left));
    Call call = evaluate(l, expr);
    call.object = object;
    return object ? methods[expr->method](l, &call) : value_zero(l, expr->type);
}
