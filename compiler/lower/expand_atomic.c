/* Atomics: Interlocked* on places, and the methods of RWByteAddressBuffer. The old value goes to the last
 * argument where there is one. */
#include "lower/expand.h"

enum { IR_EXCHANGE = IR_const, IR_COMPARE_EXCHANGE = IR_select }; /* IrInstr.combine */

/* Signed and unsigned differ for min and max alone. */
typedef struct Combine { IrOp signed_op, unsigned_op; int value_count; } Combine;

static IrOp combine_op(Combine combine, ScalarKind kind) { return leaf_is_signed(kind) ? combine.signed_op : combine.unsigned_op; }

/* The operands from argument 1 on, as `kind`; then the operation, then the old value. */
static Value operate(Lower *l, const Expr *expr, const Place *place, const Type *type, Combine combine)
{
    IrInstr *values[2] = {NULL, NULL};
    for (int i = 0; i < combine.value_count; i++)
        values[i] = value_convert(l, lower_expr(l, expr->arguments[1 + i]), type).leaves[0];
    IrInstr *old = place_atomic(l, place, type->scalar, combine_op(combine, type->scalar), values, combine.value_count);
    if (old && expr->argument_count > 1 + combine.value_count) {
        OutArgument out = lower_out_argument(l, expr->arguments[1 + combine.value_count]);
        place_store(l, &out.place, value_convert(l, value_of(l, type, old), out.outer));
    }
    return no_value(expr);
}

/* ---- on places ---- */

static Value interlocked(Lower *l, const Expr *expr, Combine combine)
{
    OutArgument target = lower_out_argument(l, expr->arguments[0]);
    return operate(l, expr, &target.place, target.outer, combine);
}

#define INTERLOCKED(name, signed_op, unsigned_op, values)                                            \
    Value expand_interlocked_##name(Lower *l, const Expr *expr)                                     \
    {                                                                                               \
        return interlocked(l, expr, (Combine){(IrOp)signed_op, (IrOp)unsigned_op, values});         \
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

static Value raw_atomic(Lower *l, const Expr *expr, Combine combine)
{
    IrInstr *object = lower_object(l, expr->left), *address[4] = {lower_scalar(l, expr->arguments[0])};
    if (!object)
        return no_value(expr);
    const Type *type = expr->arguments[1]->type;
    Place place = place_in_resource(l, object, type, address);
    return operate(l, expr, &place, type, combine);
}

#define RAW(name, signed_op, unsigned_op, values)                                                    \
    Value expand_raw_##name(Lower *l, const Expr *expr)                                             \
    {                                                                                               \
        return raw_atomic(l, expr, (Combine){(IrOp)signed_op, (IrOp)unsigned_op, values});          \
    }
RAW(add, IR_iadd, IR_iadd, 1)
RAW(and, IR_iand, IR_iand, 1)
RAW(or, IR_ior, IR_ior, 1)
RAW(xor, IR_ixor, IR_ixor, 1)
RAW(min, IR_imin, IR_umin, 1)
RAW(max, IR_imax, IR_umax, 1)
RAW(exchange, IR_EXCHANGE, IR_EXCHANGE, 1)
RAW(compare, IR_COMPARE_EXCHANGE, IR_COMPARE_EXCHANGE, 2)
