/* Backings: what a variable is made of. The leaves of its type, each over all elements of the
 * arrays around it, are its slots; a slot of scalars is one IrVariable.
 *
 *     struct Light { float4 colour; float weights[3]; } lights[8];
 *       slot "lights.colour"   f32x4, count 8           element index i
 *       slot "lights.weights"  f32,   count 24          element index i * 3 + j
 *
 * Constants and computed values have leaves that are known; they get slots only when an index into
 * them is not constant. */
#include "lower/places_priv.h"

/* ---- slots ---- */

int backing_slot_count(const Type *type)
{
    if (type->kind == TYPE_ARRAY)
        return backing_slot_count(type->element);
    if (type->kind != TYPE_STRUCT)
        return 1;
    int count = 0;
    for (int i = 0; i < type->field_count; i++)
        count += backing_slot_count(type->fields[i].type);
    return count;
}

static Slot *add_slots(Lower *l, Slot *out, const Type *type, const char *name, int64_t count)
{
    if (type->kind == TYPE_ARRAY)
        return add_slots(l, out, type->element, name, count * type->count);
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++) {
        const char *field = arena_printf(l->arena, "%s.%s", name, type->fields[i].name);
        out = add_slots(l, out, type->fields[i].type, field, count);
    }
    if (type->kind == TYPE_STRUCT)
        return out;
    *out = (Slot){.type = type, .name = name, .count = count};
    return out + 1;
}

static IrType slot_type(const Slot *slot)
{
    if (slot->type->kind == TYPE_RESOURCE)
        return ir_scalar(IR_I32);
    return (IrType){scalar_ir(slot->type->scalar), (uint8_t)type_components(slot->type)};
}

void backing_make_slots(Lower *l, Backing *backing, IrVariableKind kind, SourcePos pos)
{
    backing->slot_count = backing_slot_count(backing->type);
    backing->slots = ARENA_ARRAY(l->arena, Slot, backing->slot_count + 1);
    add_slots(l, backing->slots, backing->type, backing->name, 1);
    for (int i = 0; i < backing->slot_count; i++) {
        Slot *slot = &backing->slots[i];
        slot->variable = ir_variable_new(l->kernel, slot->name, kind, slot_type(slot), slot->count,
                                         pos);
    }
}

Backing *backing_new(Lower *l, const Type *type, const char *name, IrVariableKind kind,
                     SourcePos pos)
{
    Backing *backing = ARENA_NEW(l->arena, Backing);
    *backing = (Backing){.type = type, .name = name != NULL ? name : "unnamed"};
    backing_make_slots(l, backing, kind, pos);
    return backing;
}

Place backing_place(Backing *backing)
{
    return (Place){.kind = PLACE_VARIABLE, .type = backing->type, .backing = backing};
}

/* ---- element indices ---- */

ElementIndex element_check(Lower *l, ElementIndex element)
{
    if (!element.unchecked)
        return element;
    IrInstr *below = index_below(l, element.unchecked, element.unchecked_count);
    element.valid = index_and(l, element.valid, below);
    element.unchecked = NULL;
    return element;
}

ElementIndex element_step(Lower *l, ElementIndex outer, int64_t count, IrInstr *index)
{
    if (!outer.index)
        return (ElementIndex){.index = index, .unchecked = index, .unchecked_count = count};
    outer = element_check(l, outer);
    outer.valid = index_and(l, outer.valid, index_below(l, index, count));
    outer.index = index_add(l, index_scale(l, outer.index, count), index);
    return outer;
}

IrInstr *element_final(Lower *l, const ElementIndex *element)
{
    if (!element->index)
        return l->zero;
    return index_guard(l, element->valid, element->index, INT32_MAX);
}
