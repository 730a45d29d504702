/* The entry point's inputs: system values as parameters or as members of struct parameters. */
#include "lower/tree_priv.h"

static IrInstr *group_thread_id(Lower *l, int axis)
{
    if (l->kernel->threads[axis] == 1)
        return l->zero;
    return ir_axis(&l->builder, IR_group_thread_id, axis);
}

static IrInstr *dispatch_thread_id(Lower *l, int axis)
{
    IrInstr *group = ir_axis(&l->builder, IR_group_id, axis);
    IrInstr *first = index_scale(l, group, l->kernel->threads[axis]);
    return index_add(l, first, group_thread_id(l, axis));
}

static IrInstr *system_value(Lower *l, SystemValue system, int axis)
{
    switch (system) {
    case SYSTEM_GROUP_ID: return ir_axis(&l->builder, IR_group_id, axis);
    case SYSTEM_GROUP_THREAD_ID: return group_thread_id(l, axis);
    case SYSTEM_DISPATCH_THREAD_ID: return dispatch_thread_id(l, axis);
    case SYSTEM_GROUP_INDEX: return ir_build(&l->builder, IR_group_index, NULL, 0);
    case SYSTEM_GROUP_WAVE_INDEX: return ir_build(&l->builder, IR_wave_index, NULL, 0);
    default: return NULL;
    }
}

/* Appends the leaves of an input of `type`; what has no system value is zero. */
static IrInstr **add_input(Lower *l, IrInstr **out, const Type *type, SystemValue system)
{
    if (type->kind == TYPE_STRUCT) {
        for (int i = 0; i < type->field_count; i++)
            out = add_input(l, out, type->fields[i].type, (SystemValue)type->fields[i].system);
        return out;
    }
    if (system == SYSTEM_NONE || !type_is_leafy(type) || type_components(type) > 3) {
        Value zero = value_zero(l, type);
        memcpy(out, zero.leaves, sizeof *out * (size_t)zero.count);
        return out + zero.count;
    }
    for (int axis = 0; axis < type_components(type); axis++)
        *out++ = leaf_cast(l, system_value(l, system, axis), SCALAR_U32, type->scalar);
    return out;
}

void lower_entry_inputs(Lower *l, const Function *entry)
{
    for (int i = 0; i < entry->parameter_count; i++) {
        const Variable *parameter = entry->parameters[i];
        Value value = value_new(l, parameter->type);
        l->builder.pos = parameter->pos;
        add_input(l, value.leaves, parameter->type, parameter->system);
        Place place = bind_local(l, parameter);
        trace_value(l, parameter->pos, parameter->name, place_store(l, &place, value));
    }
}
