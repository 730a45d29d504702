/* What the expand_*.c files share. */
#include "lower/expand_priv.h"

Value map_leaves(Lower *l, const Call *call, LeafFunction *function)
{
    Value result = value_new(l, call->type);
    IrInstr *leaves[MAX_LEAF_ARGUMENTS];
    for (int i = 0; i < result.count; i++) {
        for (int k = 0; k < call->count && k < MAX_LEAF_ARGUMENTS; k++)
            leaves[k] = value_leaf(call->values[k], i);
        result.leaves[i] = function(l, value_kind(call->values[0]), leaves);
    }
    return result;
}

Value no_value(const Call *call)
{
    return (Value){.type = call->type};
}

void give(Lower *l, const Call *call, int argument, Value value)
{
    out_argument_store(l, &call->outs[argument], value);
    trace_value(l, l->builder.pos, trace_name(l, call->expr->arguments[argument]), value);
}

void give_status(Lower *l, const Call *call, int argument)
{
    if (argument >= call->count)
        return;
    const OutArgument *out = &call->outs[argument];
    IrInstr *all_there = leaf_number(l, out->outer->scalar, 1);
    place_store(l, &out->place, value_of(l, out->outer, all_there));
}

ScalarKind value_kind(Value value)
{
    const Type *type = value.type;
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type->kind == TYPE_STRUCT ? SCALAR_U32 : type->scalar;
}
