/* What a lane has loaded of a groupshared word, and nobody has stored to since (shared_words.h). */
#include "passes/shared_words.h"

static bool writes_shared(const IrInstr *instr)
{
    return ir_is(instr, OP_SYNC) || (ir_is(instr, OP_WRITES) && instr->variable != NULL);
}

static bool has_writes(const IrRegion *region)
{
    EACH_INSTR (region, instr)
        if (writes_shared(instr))
            return true;
    return false;
}

static bool may_write(const IrInstr *instr)
{
    if (!is_construct(instr))
        return writes_shared(instr);
    EACH_REGION (instr, region)
        if (has_writes(region))
            return true;
    return false;
}

static bool is_of_place(const IrInstr *load, const IrInstr *access)
{
    return load->op == IR_load_var && is_shared_word(load) && load->variable == access->variable &&
           load->component == access->component && ir_same_value(load->operands[0], access->operands[0]);
}

IrInstr *shared_word_before(const IrInstr *place, const IrInstr *access)
{
    for (IrInstr *instr = place->prev; instr != NULL; instr = instr->prev) {
        if (is_of_place(instr, access))
            return instr;
        if (may_write(instr))
            return NULL;
    }
    const IrInstr *around = place->region->owner;
    if (around == NULL || around->op != IR_if)
        return NULL;
    /* lanes of the other side may have gone first */
    const IrRegion *other = around->regions[place->region == around->regions[0]];
    return has_writes(other) ? NULL : shared_word_before(around, access);
}
