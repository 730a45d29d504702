/* Where things lie in memory, as C: resources' fields, rows of arrays of resources, variables'
 * arrays. */
#include "emit_priv.h"

const char *emit_resource_field(Emitter *emitter, const IrResource *resource, int row,
                                const char *field)
{
    if (row >= 0)
        return emit_format(emitter, "row%d->%s", row, field);
    return emit_format(emitter, "r%d_%s", resource->index, field);
}

const char *emit_row_index(Emitter *emitter, const IrInstr *instr, const IrResource *resource,
                           int operand)
{
    return resource->array_count == 0
               ? "0"
               : emit_format(emitter, "(uint32_t)%n", instr->operands[operand]);
}

void emit_declare_row(Emitter *emitter, const IrInstr *instr, int row)
{
    const IrResource *resource = instr->resource;
    if (row >= 0)
        emit_line(emitter, "const WccResource *row%d = wcc_row(dispatch, %u, %uu, %s);", row,
                  resource->first_row, ir_bound_rows(resource),
                  emit_row_index(emitter, instr, resource, 0));
}

const char *emit_variable_base(Emitter *emitter, const IrVariable *variable, int component)
{
    int index = variable->index;
    const char *name = variable->kind == IR_WAVE_VALUE ? "k" : "l";
    switch (emitter->plan->variables[index].home) {
    case HOME_SHARED:
        if (emitter->plan->variables[index].has_elements)
            return emit_format(emitter, "&shared->s%d[0][%d]", index, component);
        return emit_format(emitter, "shared->s%d[%d]", index, component);
    case HOME_GROUP_KEPT: return emit_format(emitter, "shared->l%d[%d]", index, component);
    case HOME_WAVE_KEPT:
        return emit_format(emitter, "shared->%s%d[wave][%d]", name, index, component);
    default: return emit_format(emitter, "l%d[%d]", index, component);
    }
}
