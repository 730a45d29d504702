/* Assertions of unit tests: where one does not hold, its lane reports it.
 *
 *     ASSERT_EQUAL(a, b)      if !(a == b) { report #0 group, wave, a, b }
 *
 * In kernels that are no unit tests lower_builtin leaves them out. */
#include "lower/expand_priv.h"

/* ---- what is reported ---- */

static IrReported describe_value(Value value)
{
    const Type *type = value.type;
    bool is_plain = type->kind == TYPE_VECTOR || type->kind == TYPE_MATRIX;
    int rows = is_plain ? type->rows : 1, columns = is_plain ? type->columns : value.count;
    bool is_signed = leaf_is_signed(value_kind(value));
    return (IrReported){value.leaves[0]->type.scalar, is_signed, rows, columns};
}

static int add_assertion(Lower *l, const Call *call)
{
    const char *name = builtin_name(call->expr->builtin);
    IrAssertion described = {.name = name, .pos = call->expr->pos, .value_count = call->count};
    for (int i = 0; i < call->count; i++)
        described.values[i] = describe_value(call->values[i]);
    vec_push(l->arena, &l->kernel->assertions, described);
    return l->kernel->assertions.count - 1;
}

static void build_report(Lower *l, const Call *call)
{
    IrResource *resource = use_resource(l, l->program->report);
    Words words = {.arena = l->arena};
    words_add(&words, l->zero);
    for (int axis = 0; axis < 3; axis++)
        words_add(&words, ir_axis(&l->builder, IR_group_id, axis));
    words_add(&words, ir_build(&l->builder, IR_wave_index, NULL, 0));
    for (int i = 0; i < call->count; i++)
        for (int k = 0; k < call->values[i].count; k++)
            words_add_leaf(l, &words, value_kind(call->values[i]), call->values[i].leaves[k]);
    IrInstr *report = ir_build_typed(&l->builder, IR_report, ir_scalar(IR_VOID), words.list.items,
                                     words.list.count);
    report->resource = resource;
    report->immediate = add_assertion(l, call);
}

static Value demand(Lower *l, const Call *call, IrInstr *holds)
{
    IrInstr *node = ir_if(&l->builder, op1(l, IR_inot, holds));
    Cursor failed = cursor_enter(l, node->regions[0]);
    build_report(l, call);
    cursor_leave(l, failed);
    cursor_leave(l, cursor_enter(l, node->regions[1]));
    return no_value(call);
}

/* ---- what must hold ---- */

/* In all components. */
static Value demand_each(Lower *l, const Call *call, LeafFunction *holds)
{
    IrInstr *all = NULL;
    for (int i = 0; i < call->values[0].count; i++) {
        IrInstr *leaves[3] = {NULL, NULL, NULL};
        for (int k = 0; k < call->count; k++)
            leaves[k] = call->values[k].leaves[i];
        all = index_and(l, all, holds(l, value_kind(call->values[0]), leaves));
    }
    return demand(l, call, all);
}

static IrInstr *is_true(Lower *l, ScalarKind kind, IrInstr *const *values)
{
    return leaf_cast(l, values[0], kind, SCALAR_BOOL);
}

/* 0 is -0, and a NaN is any NaN. */
static IrInstr *are_equal(Lower *l, ScalarKind kind, IrInstr *const *values)
{
    IrInstr *equal = leaf_binary(l, AST_OP_EQUAL, kind, values[0], values[1]);
    if (!leaf_is_float(kind))
        return equal;
    IrInstr *right_nan = op1(l, IR_fisnan, values[1]);
    IrInstr *are_nan = op2(l, IR_iand, op1(l, IR_fisnan, values[0]), right_nan);
    return op2(l, IR_ior, equal, are_nan);
}

/* As unsigned: the distance of any two integers fits. Only what is equal is within a tolerance
 * below 0. */
static IrInstr *integers_are_near(Lower *l, ScalarKind kind, IrInstr *const *values)
{
    IrInstr *less = leaf_binary(l, AST_OP_LESS, kind, values[0], values[1]);
    IrInstr *down = op2(l, IR_isub, values[0], values[1]);
    IrInstr *up = op2(l, IR_isub, values[1], values[0]);
    IrInstr *distance = op3(l, IR_select, less, up, down);
    IrInstr *near = op2(l, IR_ule, distance, values[2]);
    if (!leaf_is_signed(kind))
        return near;
    IrInstr *zero = leaf_number(l, kind, 0);
    IrInstr *has_tolerance = leaf_binary(l, AST_OP_LESS_EQUAL, kind, zero, values[2]);
    IrInstr *equal = are_equal(l, kind, values);
    return op2(l, IR_ior, op2(l, IR_iand, near, has_tolerance), equal);
}

/* |a - b| <= tolerance, or equal: infinities of one sign, NaNs. */
static IrInstr *are_near(Lower *l, ScalarKind kind, IrInstr *const *values)
{
    if (!leaf_is_float(kind))
        return integers_are_near(l, kind, values);
    IrInstr *distance = op1(l, IR_fabs, op2(l, IR_fsub, values[0], values[1]));
    IrInstr *is_within = op2(l, IR_fle, distance, values[2]);
    return op2(l, IR_ior, are_equal(l, kind, values), is_within);
}

Value expand_assert(Lower *l, const Call *call) { return demand_each(l, call, is_true); }
Value expand_assert_equal(Lower *l, const Call *call) { return demand_each(l, call, are_equal); }
Value expand_assert_near(Lower *l, const Call *call) { return demand_each(l, call, are_near); }

/* ---- uniformity ---- */

static void expect(Lower *l, IrOp op, Value value)
{
    for (int i = 0; i < value.count; i++)
        op_to(l, op, IR_VOID, value.leaves[i]);
}

static IrInstr *agrees(Lower *l, ScalarKind kind, IrInstr *const *values)
{
    (void)kind;
    return op1(l, IR_wave_all_equal, values[0]);
}

/* The compiler knows it, and it is so. */
Value expand_assert_uniform(Lower *l, const Call *call)
{
    expect(l, IR_expect_uniform, call->values[0]);
    return demand_each(l, call, agrees);
}

Value expand_assert_varying(Lower *l, const Call *call)
{
    expect(l, IR_expect_varying, call->values[0]);
    return no_value(call);
}
