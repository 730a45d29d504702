/* Backings: what a variable is made of. The leaves of its type, each over all elements of the arrays
 * around it, are its slots; a slot of scalars is one IrVariable.
 *
 *     struct Light { float4 colour; float weights[3]; } lights[8];
 *       slot "lights.colour"   f32x4, count 8           element index i
 *       slot "lights.weights"  f32,   count 24          element index i * 3 + j
 *
 * Constants and computed values have leaves that are known; they get slots only when an index into them
 * is not constant. */
#include "lower/lower_priv.h"

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
    if (type->kind == TYPE_STRUCT) {
        for (int i = 0; i < type->field_count; i++)
            out = add_slots(l, out, type->fields[i].type, arena_printf(l->arena, "%s.%s", name, type->fields[i].name), count);
        return out;
    }
    *out = (Slot){.type = type, .name = name, .count = count};
    return out + 1;
}

static void make_slots(Lower *l, Backing *backing, IrVariableKind kind, SourcePos pos)
{
    backing->slot_count = backing_slot_count(backing->type);
    backing->slots = ARENA_ARRAY(l->arena, Slot, backing->slot_count + 1);
    add_slots(l, backing->slots, backing->type, backing->name, 1);
    for (int i = 0; i < backing->slot_count; i++) {
        Slot *slot = &backing->slots[i];
        bool is_object = slot->type->kind == TYPE_RESOURCE;
        IrType type = is_object ? ir_scalar(IR_I32)
                                : (IrType){scalar_ir(slot->type->scalar), (uint8_t)type_components(slot->type)};
        if (is_object)
            slot->resources = ARENA_ARRAY(l->arena, const Resource *, slot->count);
        slot->home = l->builder.region;
        slot->variable = ir_variable_new(l->kernel, slot->name, kind, type, slot->count, pos);
    }
}

Backing *backing_new(Lower *l, const Type *type, const char *name, IrVariableKind kind, SourcePos pos)
{
    Backing *backing = ARENA_NEW(l->arena, Backing);
    *backing = (Backing){.type = type, .name = name != NULL ? name : "unnamed"};
    make_slots(l, backing, kind, pos);
    return backing;
}

Backing *backing_of_value(Lower *l, Value value)
{
    Backing *backing = ARENA_NEW(l->arena, Backing);
    *backing = (Backing){.type = value.type, .name = "value", .known = value.leaves};
    return backing;
}

Place backing_place(const Backing *backing)
{
    return (Place){.kind = PLACE_VARIABLE, .type = backing->type, .backing = (Backing *)backing};
}

/* A constant's variables are filled at the kernel's start, once; a value's where it is indexed. */
void backing_need_slots(Lower *l, Backing *backing)
{
    if (backing->slots)
        return;
    make_slots(l, backing, IR_LOCAL, l->builder.pos);
    Place place = backing_place(backing);
    if (!backing->constants) {
        place_store(l, &place, (Value){backing->type, backing->known, type_leaf_count(backing->type)});
        return;
    }
    IrBuilder here = l->builder;
    if (l->zero->next)
        l->builder = ir_builder_before(l->kernel, l->zero->next);
    l->builder.pos = here.pos;
    place_store(l, &place, value_constant(l, backing->type, backing->constants));
    l->builder = here;
}

/* ---- element indices ---- */

ElementIndex element_check(Lower *l, ElementIndex element)
{
    if (!element.unchecked)
        return element;
    element.valid = index_and(l, element.valid, index_below(l, element.unchecked, element.unchecked_count));
    element.unchecked = NULL;
    return element;
}

/* Narrows down which elements it may be, for those who ask at compile time. */
static ElementIndex narrow_range(ElementIndex element, int64_t count, const IrInstr *index)
{
    int64_t known = 0;
    bool is_known = index_is_constant(index, &known) && known < count;
    element.first = element.first * count + (is_known ? known : 0);
    element.extra = element.extra * count + (is_known ? 0 : count - 1);
    return element;
}

ElementIndex element_step(Lower *l, ElementIndex outer, int64_t count, IrInstr *index)
{
    if (!outer.index)
        return narrow_range((ElementIndex){.index = index, .unchecked = index, .unchecked_count = count}, count, index);
    outer = element_check(l, outer);
    outer.valid = index_and(l, outer.valid, index_below(l, index, count));
    outer.index = index_add(l, index_scale(l, outer.index, count), index);
    return narrow_range(outer, count, index);
}

IrInstr *element_final(Lower *l, const ElementIndex *element)
{
    if (!element->index)
        return l->zero;
    return index_guard(l, element->valid, element->index, INT32_MAX);
}

/* ---- bindings: a hash table with linear probing, at most half full ---- */

static Binding *probe(Binding *items, int capacity, const Variable *variable)
{
    uint64_t hash = ((uint64_t)(uintptr_t)variable >> 4) * 0x9E3779B97F4A7C15u;
    int at = (int)(hash >> 40) & (capacity - 1);
    while (items[at].variable && items[at].variable != variable)
        at = (at + 1) & (capacity - 1);
    return &items[at];
}

static void grow_bindings(Lower *l)
{
    int capacity = l->binding_capacity ? l->binding_capacity * 2 : 64;
    Binding *items = ARENA_ARRAY(l->arena, Binding, capacity);
    for (int i = 0; i < l->binding_capacity; i++)
        if (l->bindings[i].variable)
            *probe(items, capacity, l->bindings[i].variable) = l->bindings[i];
    l->bindings = items;
    l->binding_capacity = capacity;
}

void bind_variable(Lower *l, const Variable *variable, Place place)
{
    if (l->binding_count * 2 >= l->binding_capacity)
        grow_bindings(l);
    Binding *binding = probe(l->bindings, l->binding_capacity, variable);
    l->binding_count += !binding->variable;
    binding->variable = variable;
    binding->place = ARENA_NEW(l->arena, Place);
    *binding->place = place;
}

Place *find_binding(Lower *l, const Variable *variable)
{
    return l->binding_capacity ? probe(l->bindings, l->binding_capacity, variable)->place : NULL;
}
