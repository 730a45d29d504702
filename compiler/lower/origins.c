/* Where places come from: variables, by what they are bound to, values, and elements of
 * resources. */
#include "lower/places_priv.h"

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

static Binding *set_binding(Lower *l, const Variable *variable, Place place)
{
    if (l->binding_count * 2 >= l->binding_capacity)
        grow_bindings(l);
    Binding *binding = probe(l->bindings, l->binding_capacity, variable);
    l->binding_count += !binding->variable;
    *binding = (Binding){.variable = variable, .place = ARENA_NEW(l->arena, Place)};
    *binding->place = place;
    return binding;
}

void bind_variable(Lower *l, const Variable *variable, Place place) { set_binding(l, variable, place); }

void bind_alias(Lower *l, const Variable *parameter, Place place, const Variable *root)
{
    Binding *binding = set_binding(l, parameter, place);
    binding->is_alias = true;
    binding->root = root;
}

static const Binding *find_binding(Lower *l, const Variable *variable)
{
    static const Binding none;
    return l->binding_capacity ? probe(l->bindings, l->binding_capacity, variable) : &none;
}

const Variable *root_of_variable(Lower *l, const Variable *variable)
{
    const Binding *binding = find_binding(l, variable);
    return binding->is_alias ? binding->root : variable;
}

Place bind_constant(Lower *l, const Variable *variable, const ConstantLeaf *leaves)
{
    Backing *backing = ARENA_NEW(l->arena, Backing);
    *backing = (Backing){.type = variable->type, .name = variable->name, .constants = leaves};
    bind_variable(l, variable, backing_place(backing));
    return backing_place(backing);
}

static Place bind_storage(Lower *l, const Variable *variable, IrVariableKind kind)
{
    Backing *backing = backing_new(l, variable->type, variable->name, kind, variable->pos);
    bind_variable(l, variable, backing_place(backing));
    return backing_place(backing);
}

Place bind_local(Lower *l, const Variable *variable)
{
    Place place = bind_storage(l, variable, IR_LOCAL);
    show_local(l, place.backing, variable);
    return place;
}

/* ---- places ---- */

static Place place_of_object(const Resource *resource, IrInstr *row, const Type *type)
{
    return (Place){.kind = PLACE_OBJECT, .type = type, .resource = resource, .row = row};
}

static Place place_of_member(Lower *l, const Variable *member)
{
    return (Place){.kind = PLACE_MEMORY, .type = member->type, .resource = member->resource,
                   .row = l->zero, .rule = LAYOUT_CBUFFER, .offset = member->offset};
}

/* Groupshared variables and whatever is used before its declaration ran appear here. */
Place place_of_variable(Lower *l, const Variable *variable)
{
    const Place *bound = find_binding(l, variable)->place;
    if (bound)
        return *bound;
    if (variable->storage == STORAGE_RESOURCE)
        return place_of_object(variable->resource, l->zero, variable->type);
    if (variable->storage == STORAGE_CBUFFER)
        return place_of_member(l, variable);
    if (variable->storage == STORAGE_CONSTANT && variable->value)
        return bind_constant(l, variable, variable->value);
    bool is_shared = variable->storage == STORAGE_GROUPSHARED;
    bool is_static = variable->storage == STORAGE_STATIC;
    if (!is_shared && !is_static)
        return bind_local(l, variable);
    Place place = bind_storage(l, variable, is_shared ? IR_GROUPSHARED : IR_LOCAL);
    for (int i = 0; is_static && i < place.backing->slot_count; i++)
        place.backing->slots[i].variable->starts_at_zero = true;
    show_global(l, place.backing, variable);
    return place;
}

Place place_of_value(Lower *l, Value value)
{
    Backing *backing = ARENA_NEW(l->arena, Backing);
    *backing = (Backing){.type = value.type, .name = "value", .known = value.leaves};
    return backing_place(backing);
}

Place place_in_resource(Lower *l, IrInstr *object, const Type *type, IrInstr *const *address)
{
    const Resource *resource = object_resource(l, object);
    Place place = {.resource = resource, .row = object->operands[0], .rule = LAYOUT_STRUCTURED};
    for (int i = 0; address && i < 4; i++)
        place.address[i] = address[i];
    place.type = resource->type->element;
    place.kind = PLACE_MEMORY;
    switch (use_resource(l, resource)->shape) {
    case IR_SHAPE_CBUFFER: place.rule = LAYOUT_CBUFFER; break;
    case IR_SHAPE_STRUCT: break;
    case IR_SHAPE_RAW: place.type = type; break;
    default: place.kind = PLACE_TEXEL; break;
    }
    return place;
}
