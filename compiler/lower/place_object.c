/* Variables of resource type. Which resource an element is must be known at compile time; which
 * row of an array of resources need not: it lies in an IrVariable. */
#include "lower/places_priv.h"

static void refuse(Lower *l)
{
    lower_unsupported(l, "this use of a resource variable",
                      "which resource it is must be known at compile time");
}

/* After the last element that it may be. */
static int64_t end_of(const Slot *slot, const ElementIndex *element)
{
    int64_t end = element->first + element->extra + 1;
    return end < slot->count ? end : slot->count;
}

/* What all elements that it may be are, if they are anything; NULL if they differ. */
static const Resource *common_resource(const Slot *slot, const ElementIndex *element)
{
    const Resource *common = NULL;
    for (int64_t i = element->first; i < end_of(slot, element); i++) {
        if (common && slot->resources[i] && slot->resources[i] != common)
            return NULL;
        common = slot->resources[i] ? slot->resources[i] : common;
    }
    return common;
}

void object_load(Lower *l, const Slot *slot, const ElementIndex *element, IrInstr **object)
{
    const Resource *resource = common_resource(slot, element);
    IrInstr *row = ir_load_var(&l->builder, slot->variable, 0, 1, element_final(l, element));
    if (!resource)
        refuse(l);
    *object = resource ? object_new(l, resource, row) : NULL;
}

/* Element `at` becomes `resource`: what it was before may still be seen after branches and in
 * loops. */
static void set_resource(Lower *l, Slot *slot, int64_t at, const Resource *resource)
{
    if (slot->resources[at] && slot->resources[at] != resource && l->builder.region != slot->home)
        refuse(l);
    slot->resources[at] = resource;
}

void object_store(Lower *l, Slot *slot, const ElementIndex *element, IrInstr *object)
{
    if (!object)
        return;
    for (int64_t i = element->first; i < end_of(slot, element); i++)
        set_resource(l, slot, i, object_resource(l, object));
    IrInstr *index = element_final(l, element);
    ir_store_var(&l->builder, slot->variable, 0, index, object->operands, 1);
}
