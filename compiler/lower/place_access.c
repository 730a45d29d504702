/* Reading and writing places: selections come down to lists of components, in ascending order and
 * each once, which the kinds of places load and store. */
#include "lower/places_priv.h"

typedef void LoadLeaves(Lower *l, const Place *place, Components part, IrInstr **leaves);
typedef void StoreLeaves(Lower *l, const Place *place, Components part, IrInstr *const *leaves);
typedef IrInstr *AtomicLeaf(Lower *l, const Place *place, int component, IrScalar type);

static const struct { LoadLeaves *load; StoreLeaves *store; AtomicLeaf *atomic; } kinds[] = {
    [PLACE_VARIABLE] = {variable_load, variable_store, variable_atomic},
    [PLACE_MEMORY] = {memory_load, memory_store, memory_atomic},
    [PLACE_TEXEL] = {texel_load, texel_store, texel_atomic},
};

static const Components everything = {.count = 0};

/* ---- loads ---- */

/* The components that the selection names, ascending, each once. */
static Components distinct_components(const Selection *selection)
{
    bool named[16] = {false};
    for (int i = 0; i < selection->options * selection->width; i++)
        named[selection->components[i]] = true;
    Components part = {.count = 0};
    for (int i = 0; i < 16; i++)
        if (named[i])
            part.list[part.count++] = (uint8_t)i;
    return part;
}

/* Loads what the selection names into all[component]. */
static void load_named(Lower *l, const Place *place, IrInstr *all[16])
{
    IrInstr *loaded[16];
    Components part = distinct_components(&place->selection);
    kinds[place->kind].load(l, place, part, loaded);
    for (int i = 0; i < part.count; i++)
        all[part.list[i]] = loaded[i];
}

static IrInstr *is_option(Lower *l, const Selection *selection, int option)
{
    return op2(l, IR_ieq, selection->selector, i32(l, option));
}

/* One component of a vector of a constant buffer, `weights[i / 4][i % 4]`: it lies so many on. */
static bool lies_further_on(const Place *place)
{
    const Selection *selection = &place->selection;
    bool is_row = place->kind == PLACE_MEMORY && place->rule == LAYOUT_CBUFFER && place->bits == NULL &&
                  place->type->kind == TYPE_VECTOR && selection->selector && selection->width == 1;
    for (int i = 0; i < selection->options && is_row; i++)
        is_row = selection->components[i] == i;
    return is_row;
}

/* What the selector leads outside of the vector gives 0. */
static void load_further_on(Lower *l, const Place *place, IrInstr **leaves)
{
    const Selection *selection = &place->selection;
    const Components first = {.list = {0}, .count = 1};
    Place at = *place;
    IrInstr *bytes = index_scale(l, selection->selector, leaf_bytes(place->type->scalar));
    at.dynamic_offset = place->dynamic_offset ? index_add(l, place->dynamic_offset, bytes) : bytes;
    at.valid = index_and(l, place->valid, index_below(l, selection->selector, selection->options));
    kinds[place->kind].load(l, &at, first, leaves);
}

/* A selector that names no option gives 0. */
static void load_selected(Lower *l, const Place *place, IrInstr **leaves)
{
    const Selection *selection = &place->selection;
    const uint8_t *list = selection->components;
    IrInstr *all[16] = {NULL};
    if (lies_further_on(place)) {
        load_further_on(l, place, leaves);
        return;
    }
    load_named(l, place, all);
    if (!selection->selector) {
        for (int i = 0; i < selection->width; i++)
            leaves[i] = all[list[i]];
        return;
    }
    for (int i = 0; i < selection->width; i++)
        leaves[i] = leaf_number(l, place->type->scalar, 0);
    for (int option = 0; option < selection->options; option++, list += selection->width) {
        IrInstr *chosen = is_option(l, selection, option);
        for (int i = 0; i < selection->width; i++)
            leaves[i] = op3(l, IR_select, chosen, all[list[i]], leaves[i]);
    }
}

/* Objects of an array of resources in order of their rows; a ConstantBuffer read as its struct. */
static Value load_objects(Lower *l, const Place *place, const Type *type)
{
    if (place->type->kind == TYPE_RESOURCE && type->kind != TYPE_RESOURCE) {
        IrInstr *object = object_new(l, place->resource, place->row);
        Place inside = place_in_resource(l, object, NULL, NULL);
        return place_load(l, &inside, type);
    }
    Value value = value_new(l, place->type);
    for (int i = 0; i < value.count; i++) {
        IrInstr *first = index_scale(l, place->row, value.count);
        IrInstr *row = index_add(l, first, index_constant(l, i));
        value.leaves[i] = object_new(l, place->resource, row);
    }
    return value;
}

Value place_load(Lower *l, const Place *place, const Type *type)
{
    if (place->kind == PLACE_OBJECT)
        return load_objects(l, place, type);
    Value value = value_new(l, type);
    if (place->selection.options)
        load_selected(l, place, value.leaves);
    else
        kinds[place->kind].load(l, place, everything, value.leaves);
    return value;
}

/* ---- stores ---- */

static void store_option(Lower *l, const Place *place, int option, Value value)
{
    const Selection *selection = &place->selection;
    const uint8_t *components = selection->components + option * selection->width;
    Components ascending = {.count = 0};
    IrInstr *leaves[16];
    for (int component = 0; component < 16; component++)
        for (int i = 0; i < selection->width; i++)
            if (components[i] == component) {
                leaves[ascending.count] = value.leaves[i];
                ascending.list[ascending.count++] = (uint8_t)component;
            }
    kinds[place->kind].store(l, place, ascending, leaves);
}

/* In a thread's own variable: all components are written, those not chosen with what they held. */
static void store_merged(Lower *l, const Place *place, Value value)
{
    const Selection *selection = &place->selection;
    IrInstr *all[16] = {NULL};
    load_named(l, place, all);
    for (int option = 0; option < selection->options; option++) {
        IrInstr *chosen = is_option(l, selection, option);
        for (int i = 0; i < selection->width; i++) {
            IrInstr **old = &all[selection->components[option * selection->width + i]];
            *old = op3(l, IR_select, chosen, value.leaves[i], *old);
        }
    }
    IrInstr *leaves[16];
    Components part = distinct_components(selection);
    for (int i = 0; i < part.count; i++)
        leaves[i] = all[part.list[i]];
    kinds[place->kind].store(l, place, part, leaves);
}

/* In memory that others see: only the chosen components are touched. */
static void store_guarded(Lower *l, const Place *place, Value value)
{
    for (int option = 0; option < place->selection.options; option++) {
        IrInstr *node = ir_if(&l->builder, is_option(l, &place->selection, option));
        Cursor cursor = cursor_enter(l, node->regions[0]);
        store_option(l, place, option, value);
        cursor_leave(l, cursor);
        ir_close_region(l->kernel, node->regions[1]);
    }
}

static bool is_private(const Place *place)
{
    return place->kind == PLACE_VARIABLE && place->backing->slots
        && place->backing->slots[place->slot].variable->kind == IR_LOCAL;
}

Value place_store(Lower *l, const Place *place, Value value)
{
    if (place->bits)
        value = value_of(l, value.type, bits_kept(l, place->bits, value.leaves[0]));
    if (place->kind == PLACE_OBJECT)
        lower_unsupported(l, "assignment to a global resource",
                          "what it stands for must be known at compile time");
    else if (place->selection.options == 0)
        kinds[place->kind].store(l, place, everything, value.leaves);
    else if (!place->selection.selector)
        store_option(l, place, 0, value);
    else if (is_private(place))
        store_merged(l, place, value);
    else
        store_guarded(l, place, value);
    return value;
}

/* ---- atomics ---- */

static IrInstr *build_atomic(Lower *l, const Place *place, int component, Atomic atomic)
{
    IrInstr *instr = kinds[place->kind].atomic(l, place, component, atomic.type);
    if (!instr)
        return NULL;
    instr->combine = atomic.combine;
    for (int i = 0; i < atomic.count; i++)
        ir_add_operand(l->kernel, instr, atomic.values[i]);
    return instr;
}

/* On the component that the selector names; 0 if it names none. */
static IrInstr *atomic_selected(Lower *l, const Place *place, Atomic atomic)
{
    IrInstr *old = ir_const_bits(&l->builder, atomic.type, 0);
    for (int option = 0; option < place->selection.options; option++) {
        IrInstr *node = ir_if(&l->builder, is_option(l, &place->selection, option));
        IrInstr *result = ir_add_result(l->kernel, node, ir_scalar(atomic.type));
        Cursor cursor = cursor_enter(l, node->regions[0]);
        IrInstr *found = build_atomic(l, place, place->selection.components[option], atomic);
        ir_jump(&l->builder, IR_yield, NULL, &found, found != NULL);
        cursor_leave(l, cursor);
        cursor = cursor_enter(l, node->regions[1]);
        ir_jump(&l->builder, IR_yield, NULL, &old, 1);
        cursor_leave(l, cursor);
        old = result;
    }
    return old;
}

/* A method's object may be; the checker refuses others. */
static bool is_local(const Place *place)
{
    return place->kind == PLACE_VARIABLE &&
           (!place->backing->slots || place->backing->slots[place->slot].variable->kind != IR_GROUPSHARED);
}

IrInstr *place_atomic(Lower *l, const Place *place, Atomic atomic)
{
    const Selection *selection = &place->selection;
    if (is_local(place)) {
        lower_unsupported(l, "an atomic operation on this object",
                          "it is neither groupshared nor an element of a writable resource");
        return NULL;
    }
    if (place->kind == PLACE_OBJECT || (selection->options && selection->width > 1)) {
        lower_unsupported(l, "this destination of an atomic operation",
                          "it is no single number in memory");
        return NULL;
    }
    if (selection->selector)
        return atomic_selected(l, place, atomic);
    return build_atomic(l, place, selection->options ? selection->components[0] : 0, atomic);
}

/* ---- out arguments ---- */

Value out_argument_load(Lower *l, const OutArgument *argument)
{
    return value_convert(l, place_load(l, &argument->place, argument->outer), argument->inner);
}

void out_argument_store(Lower *l, const OutArgument *argument, Value value)
{
    place_store(l, &argument->place, value_convert(l, value, argument->outer));
}
