/* The form that C is written from, which form_waves makes: what stands outside every wave_loop is
 * done once for the group. */
#include "passes/passes_priv.h"

static bool is_private_of_group(const IrInstr *instr)
{
    return instr->variable->kind == IR_LOCAL && instr->variable->level <= LEVEL_GROUP;
}

static bool may_stand_at_group_level(const IrKernel *kernel, const IrInstr *instr)
{
    if (is_construct(instr) || is_jump(instr) || instr->op == IR_barrier ||
        instr->op == IR_group_any)
        return true;
    if (instr->type.scalar != IR_VOID && instr->level > LEVEL_GROUP)
        return is_alike_in_waves(kernel, instr);
    if (instr->op == IR_load_var && instr->variable->kind == IR_GROUPSHARED)
        return true;
    if (instr->op == IR_load_var || instr->op == IR_store_var)
        return is_private_of_group(instr);
    return !ir_is(instr, OP_WRITES) && !ir_is(instr, OP_CONVERGENT);
}

static bool may_stand_in_wave_loop(const IrKernel *kernel, const IrInstr *instr)
{
    (void)kernel;
    return instr->op != IR_wave_loop && instr->op != IR_barrier && instr->op != IR_group_any;
}

typedef bool MayStand(const IrKernel *kernel, const IrInstr *instr);

static const IrInstr *find_misplaced(const IrKernel *kernel, const IrRegion *region, MayStand *may_stand)
{
    for (const IrInstr *instr = region->first; instr; instr = instr->next) {
        if (!may_stand(kernel, instr))
            return instr;
        MayStand *inside = instr->op == IR_wave_loop ? may_stand_in_wave_loop : may_stand;
        EACH_REGION (instr, inner) {
            const IrInstr *found = find_misplaced(kernel, inner, inside);
            if (found)
                return found;
        }
    }
    return NULL;
}

const IrInstr *passes_find_unformed(const IrKernel *kernel)
{
    return find_misplaced(kernel, kernel->body, may_stand_at_group_level);
}
