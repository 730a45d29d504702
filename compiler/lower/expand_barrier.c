/* Barriers and what has to do with debugging. */
#include "lower/expand.h"

static Value build_nothing(Lower *l, const Expr *expr, IrOp op)
{
    ir_build_typed(&l->builder, op, ir_scalar(IR_VOID), NULL, 0);
    return no_value(expr);
}

Value expand_fence(Lower *l, const Expr *expr) { return build_nothing(l, expr, IR_fence); }
Value expand_barrier(Lower *l, const Expr *expr) { return build_nothing(l, expr, IR_barrier); }

static void build_in(Lower *l, IrRegion *region, IrOp op)
{
    Cursor cursor = cursor_enter(l, region);
    ir_build_typed(&l->builder, op, ir_scalar(IR_VOID), NULL, 0);
    cursor_leave(l, cursor);
}

/* Barrier(memory or resource, semantics): GROUP_SYNC is bit 0 of the semantics. */
Value expand_barrier_flags(Lower *l, const Expr *expr)
{
    IrInstr *semantics = lower_scalar(l, expr->arguments[1]);
    int64_t known;
    if (index_is_constant(semantics, &known))
        return build_nothing(l, expr, known & 1 ? IR_barrier : IR_fence);
    IrInstr *waits = op2(l, IR_ine, op2(l, IR_iand, semantics, i32(l, 1)), l->zero);
    IrInstr *node = ir_if(&l->builder, waits);
    build_in(l, node->regions[0], IR_barrier);
    build_in(l, node->regions[1], IR_fence);
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

Value expand_printf(Lower *l, const Expr *expr)
{
    lower_unsupported(l, "printf", "kernels have no output but their resources");
    return no_value(expr);
}

Value expand_abort(Lower *l, const Expr *expr)
{
    lower_unsupported(l, "abort", "a kernel cannot stop its dispatch");
    return no_value(expr);
}
