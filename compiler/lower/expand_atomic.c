/* Atomics: Interlocked* on places, and the methods of RWByteAddressBuffer. The old value goes to
 * the last argument where there is one. */
#include "lower/expand_priv.h"

enum { IR_EXCHANGE = IR_const, IR_COMPARE_EXCHANGE = IR_select }; /* IrInstr.combine */

/* Signed and unsigned differ for min and max alone. */
typedef struct Combine { IrOp signed_op, unsigned_op; int value_count; } Combine;

/* The operands from argument 1 on, as `type`; then the operation, then the old value. */
static Value operate(Lower *l, const Call *call, const Place *place, const Type *type,
                     Combine combine)
{
    ScalarKind kind = type->scalar;
    IrInstr *values[2] = {NULL, NULL};
    for (int i = 0; i < combine.value_count; i++)
        values[i] = value_convert(l, call->values[1 + i], type).leaves[0];
    IrOp op = leaf_is_signed(kind) ? combine.signed_op : combine.unsigned_op;
    Atomic atomic = {scalar_ir(kind), op, values, combine.value_count};
    IrInstr *old = place_atomic(l, place, atomic);
    if (old && call->count > 1 + combine.value_count)
        give(l, call, 1 + combine.value_count, value_of(l, type, old));
    return no_value(call);
}

/* ---- on places ---- */

static Value interlocked(Lower *l, const Call *call, Combine combine)
{
    const OutArgument *target = &call->outs[0];
    return operate(l, call, &target->place, target->outer, combine);
}

#define INTERLOCKED(name, signed_op, unsigned_op, values)                               \
    Value expand_interlocked_##name(Lower *l, const Call *call)                         \
    {                                                                                   \
        Combine combine = {(IrOp)signed_op, (IrOp)unsigned_op, values};                 \
        return interlocked(l, call, combine);                                           \
    }
INTERLOCKED(add, IR_iadd, IR_iadd, 1)
INTERLOCKED(and, IR_iand, IR_iand, 1)
INTERLOCKED(or, IR_ior, IR_ior, 1)
INTERLOCKED(xor, IR_ixor, IR_ixor, 1)
INTERLOCKED(min, IR_imin, IR_umin, 1)
INTERLOCKED(max, IR_imax, IR_umax, 1)
INTERLOCKED(exchange, IR_EXCHANGE, IR_EXCHANGE, 1)
INTERLOCKED(compare, IR_COMPARE_EXCHANGE, IR_COMPARE_EXCHANGE, 2)

/* ---- at byte addresses ---- */

static Value raw_atomic(Lower *l, const Call *call, Combine combine)
{
    IrInstr *address[4] = {call->values[0].leaves[0]};
    const Type *type = call->values[1].type;
    Place place = place_in_resource(l, call->object, type, address);
    return operate(l, call, &place, type, combine);
}

#define RAW(name, signed_op, unsigned_op, values)                               \
    Value expand_raw_##name(Lower *l, const Call *call)                         \
    {                                                                                   \
        Combine combine = {(IrOp)signed_op, (IrOp)unsigned_op, values};                 \
        return raw_atomic(l, call, combine);                                           \
    }
RAW(add, IR_iadd, IR_iadd, 1)
RAW(and, IR_iand, IR_iand, 1)
RAW(or, IR_ior, IR_ior, 1)
RAW(xor, IR_ixor, IR_ixor, 1)
RAW(min, IR_imin, IR_umin, 1)
RAW(max, IR_imax, IR_umax, 1)
RAW(exchange, IR_EXCHANGE, IR_EXCHANGE, 1)
RAW(compare, IR_COMPARE_EXCHANGE, IR_COMPARE_EXCHANGE, 2)
