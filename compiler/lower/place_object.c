/* Variables of resource type. Which resource an element is, is decided while the kernel runs: a
 * choice, which the whole slot shares, and in the IrVariable each element's code. */
#include "lower/places_priv.h"

static Choice *choice_of(Lower *l, Slot *slot)
{
    if (!slot->choice)
        slot->choice = choice_new(l, slot->name, slot->type);
    return slot->choice;
}

void object_load(Lower *l, Slot *slot, const ElementIndex *element, IrInstr **object)
{
    IrInstr *code = ir_load_var(&l->builder, slot->variable, 0, 1, element_final(l, element));
    *object = choice_object(l, choice_of(l, slot), code);
}

void object_store(Lower *l, Slot *slot, const ElementIndex *element, const IrInstr *object)
{
    if (!object)
        return;
    IrInstr *code = choice_code(l, choice_of(l, slot), object);
    ir_store_var(&l->builder, slot->variable, 0, element_final(l, element), &code, 1);
}
