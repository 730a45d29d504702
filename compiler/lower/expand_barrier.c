/* Barriers and what has to do with debugging. */
#include "lower/expand_priv.h"

static IrInstr *build_void(Lower *l, IrOp op)
{
    return ir_build_typed(&l->builder, op, ir_scalar(IR_VOID), NULL, 0);
}

Value expand_fence(Lower *l, const Call *call)
{
    build_void(l, IR_fence);
    return no_value(call);
}

Value expand_device_fence(Lower *l, const Call *call)
{
    build_void(l, IR_device_fence);
    return no_value(call);
}

/* The calls around the cursor, outermost first; gives the innermost as IrCall.outer does. */
static int record_calls(Lower *l, const Activation *activation)
{
    if (activation == NULL || activation->caller == NULL)
        return 0;
    IrCall call = {activation->call, record_calls(l, activation->caller)};
    vec_push(l->kernel->arena, &l->kernel->calls, call);
    return l->kernel->calls.count;
}

static void build_barrier(Lower *l)
{
    build_void(l, IR_barrier)->immediate = record_calls(l, l->activation);
}

Value expand_barrier(Lower *l, const Call *call)
{
    build_barrier(l);
    return no_value(call);
}

Value expand_device_barrier(Lower *l, const Call *call)
{
    expand_device_fence(l, call);
    return expand_barrier(l, call);
}

/* Barrier(memory or resource, semantics): of the semantics GROUP_SYNC is bit 0, DEVICE_SCOPE bit
 * 2. */
Value expand_barrier_flags(Lower *l, const Call *call)
{
    IrInstr *semantics = call->values[1].leaves[0];
    int64_t known;
    bool is_known = index_is_constant(semantics, &known);
    if (!is_known || known & 4)
        expand_device_fence(l, call);
    if (is_known)
        return known & 1 ? expand_barrier(l, call) : expand_fence(l, call);
    IrInstr *waits = op2(l, IR_ine, op2(l, IR_iand, semantics, i32(l, 1)), l->zero);
    IrInstr *node = ir_if(&l->builder, waits);
    Cursor cursor = cursor_enter(l, node->regions[0]);
    build_barrier(l);
    cursor_leave(l, cursor);
    cursor = cursor_enter(l, node->regions[1]);
    build_void(l, IR_fence);
    cursor_leave(l, cursor);
    return no_value(call);
}

Value expand_is_debugger_present(Lower *l, const Call *call)
{
    return value_zero(l, call->type);
}

/* All memory is there. */
Value expand_check_access(Lower *l, const Call *call)
{
    return value_of(l, call->type, leaf_number(l, SCALAR_BOOL, 1));
}
