/* Values kept over barriers: which store it is whose value a load finds, where that is settled by where they stand. */
#include "ir_priv.h"

/* The wave_loop that the store stands in, where branches alone are between them; NULL: there are loops, too. */
static const IrInstr *stretch_of(const IrInstr *store)
{
    const IrInstr *around = store->region->owner;
    while (around != NULL && around->op == IR_if)
        around = around->region->owner;
    return around != NULL && around->op == IR_wave_loop ? around : NULL;
}

const IrInstr **ir_find_only_stores(const IrKernel *kernel, Arena *arena)
{
    int count = kernel->variables.count;
    const IrInstr **stores = ARENA_ARRAY(arena, const IrInstr *, count + 1);
    bool *is_other = ARENA_ARRAY(arena, bool, count + 1), are_kept = false;
    for (int i = 0; i < count; i++) {
        is_other[i] = kernel->variables.items[i]->kind != IR_WAVE_VALUE || kernel->variables.items[i]->starts_at_zero;
        are_kept |= !is_other[i];
    }
    if (!are_kept)
        return stores;
    EACH_INSTR (kernel->body, instr)
        if (instr->variable != NULL && instr->op != IR_load_var) {
            int index = instr->variable->index;
            is_other[index] |= instr->op != IR_store_var || stores[index] != NULL || stretch_of(instr) == NULL;
            stores[index] = instr;
        }
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_load_var && !is_other[instr->variable->index]) {
            const IrInstr *store = stores[instr->variable->index];
            is_other[instr->variable->index] = store == NULL || !ir_comes_behind(instr, stretch_of(store));
        }
    for (int i = 0; i < count; i++)
        if (is_other[i])
            stores[i] = NULL;
    return stores;
}
