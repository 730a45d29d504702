/* Barriers and what has to do with debugging. */
#include "lower/expand.h"

static Value build_nothing(Lower *l, const Expr *expr, IrOp op)
{
    ir_build_typed(&l->builder, op, ir_scalar(IR_VOID), NULL, 0);
    return no_value(expr);
}

Value expand_fence(Lower *l, const Expr *expr) { return build_nothing(l, expr, IR_fence); }
Value expand_device_fence(Lower *l, const Expr *expr) { return build_nothing(l, expr, IR_device_fence); }

/* The calls around the cursor, outermost first; gives the innermost as IrCall.outer does. */
static int record_calls(Lower *l, const Frame *frame)
{
    if (frame == NULL || frame->caller == NULL)
        return 0;
    IrCall call = {frame->call, record_calls(l, frame->caller)};
    vec_push(l->kernel->arena, &l->kernel->calls, call);
    return l->kernel->calls.count;
}

static void build_barrier(Lower *l)
{
    IrInstr *barrier = ir_build_typed(&l->builder, IR_barrier, ir_scalar(IR_VOID), NULL, 0);
    barrier->immediate = record_calls(l, l->frame);
}

Value expand_barrier(Lower *l, const Expr *expr)
{
    build_barrier(l);
    return no_value(expr);
}

Value expand_device_barrier(Lower *l, const Expr *expr)
{
    expand_device_fence(l, expr);
    return expand_barrier(l, expr);
}

/* Barrier(memory or resource, semantics): of the semantics GROUP_SYNC is bit 0, DEVICE_SCOPE bit 2. */
Value expand_barrier_flags(Lower *l, const Expr *expr)
{
    IrInstr *semantics = lower_scalar(l, expr->arguments[1]);
    int64_t known;
    bool is_known = index_is_constant(semantics, &known);
    if (!is_known || known & 4)
        expand_device_fence(l, expr);
    if (is_known)
        return known & 1 ? expand_barrier(l, expr) : expand_fence(l, expr);
    IrInstr *waits = op2(l, IR_ine, op2(l, IR_iand, semantics, i32(l, 1)), l->zero);
    IrInstr *node = ir_if(&l->builder, waits);
    Cursor cursor = cursor_enter(l, node->regions[0]);
    build_barrier(l);
    cursor_leave(l, cursor);
    cursor = cursor_enter(l, node->regions[1]);
    build_nothing(l, expr, IR_fence);
    cursor_leave(l, cursor);
    return no_value(expr);
}

/* Nobody debugs a lane: DebugBreak does nothing then, as its specification says. */
Value expand_debug_break(Lower *l, const Expr *expr) { (void)l; return no_value(expr); }
Value expand_is_debugger_present(Lower *l, const Expr *expr) { return value_zero(l, expr->type); }

/* All memory is there. */
Value expand_check_access(Lower *l, const Expr *expr)
{
    lower_arguments(l, expr);
    return value_of(l, expr->type, leaf_number(l, SCALAR_BOOL, 1));
}
