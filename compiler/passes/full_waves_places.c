/* full_waves: the other way of a branch computes its own places.
 *
 *     %t = group_thread_id.x                 %t = group_thread_id.x
 *     %x = iadd %u, %t                       %x = iadd %u, %t
 *     if %all {                              if %all {
 *       store_texture $out [%x], %v            store_texture $out [%x], %v
 *     } else {                               } else {
 *       %c = ult %x, %n                 ->     %t' = group_thread_id.x
 *       if %c {                                %x' = iadd %u, %t'
 *         store_texture $out [%x], %v          %c = ult %x', %n
 *                                              if %c { store_texture $out [%x'], %v
 *
 * Whole waves want a lane or two of a place, which are scalars; only conditions want its vector
 * (plan_lanes.c). So what is a few operations on a thread's number is computed once more there. */
#include "full_waves.h"

enum { MOST_OPERATIONS = 8 };

static bool is_operation(IrOp op)
{
    return op == IR_iadd || op == IR_isub || op == IR_imul || op == IR_ishl || op == IR_ushr ||
           op == IR_iand || op == IR_udiv || op == IR_urem;
}

/* How many operations it takes; more than there may be: it is nothing of the kind. */
static int operations_of(const IrInstr *value)
{
    if (value->level <= LEVEL_WAVE)
        return 0;
    if (value->op == IR_group_thread_id)
        return 1;
    int count = is_operation(value->op) ? 1 : MOST_OPERATIONS + 1;
    for (int i = 0; i < value->operand_count && count <= MOST_OPERATIONS; i++)
        count += operations_of(value->operands[i]);
    return count;
}

/* Linear ones are never vectors. */
static bool is_place(const IrKernel *kernel, const IrInstr *value)
{
    return value->level > LEVEL_WAVE && value->type.scalar == IR_I32 &&
           value->type.components == 1 && value->shape.length < kernel->wave_size &&
           operations_of(value) <= MOST_OPERATIONS;
}

static bool is_in(const IrRegion *region, const IrInstr *value)
{
    const IrRegion *place = value->region;
    while (place != NULL && place != region)
        place = place->owner != NULL ? place->owner->region : NULL;
    return place == region;
}

static IrInstr *own_copy(IrBuilder *builder, Arena *scratch, IrReplacements *copies, IrInstr *value)
{
    IrInstr *copy = ir_replacement_of(copies, value);
    if (copy != NULL || value->level <= LEVEL_WAVE)
        return copy != NULL ? copy : value;
    copy = ir_copy_instr(builder->kernel, value);
    EACH_USE (copy, use)
        *use = own_copy(builder, scratch, copies, *use);
    ir_insert(builder, copy);
    vec_push(scratch, &copies->from, value);
    vec_push(scratch, &copies->to, copy);
    return copy;
}

void full_waves_compute_places(IrKernel *kernel, Arena *scratch, IrRegion *other)
{
    IrBuilder start = ir_builder_before(kernel, other->first);
    IrReplacements copies = {0};
    EACH_INSTR (other, instr)
        EACH_USE (instr, use)
            if (is_place(kernel, *use) && !is_in(other, *use))
                *use = own_copy(&start, scratch, &copies, *use);
}
