/* Reading and writing places: selections come down to lists of components, in ascending order and each
 * once, which the kinds of places load and store. */
#include "lower/lower_priv.h"

typedef void LoadLeaves(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr **leaves);
typedef void StoreLeaves(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr *const *leaves);
typedef IrInstr *AtomicLeaf(Lower *l, const Place *place, int component, IrScalar type, IrOp combine,
                            IrInstr *const *values, int count);

static const struct { LoadLeaves *load; StoreLeaves *store; AtomicLeaf *atomic; } kinds[] = {
    [PLACE_VARIABLE] = {variable_load, variable_store, variable_atomic},
    [PLACE_MEMORY] = {memory_load, memory_store, memory_atomic},
    [PLACE_TEXEL] = {texel_load, texel_store, texel_atomic},
};

/* ---- loads ---- */

/* The components that the selection names, ascending, each once; returns how many. */
static int distinct_components(const Selection *selection, uint8_t *out)
{
    bool named[16] = {false};
    for (int i = 0; i < selection->options * selection->width; i++)
        named[selection->components[i]] = true;
    int count = 0;
    for (int i = 0; i < 16; i++)
        if (named[i])
            out[count++] = (uint8_t)i;
    return count;
}

/* Loads what the selection names into all[component]. */
static void load_named(Lower *l, const Place *place, IrInstr *all[16])
{
    uint8_t components[16];
    IrInstr *loaded[16];
    int count = distinct_components(&place->selection, components);
    kinds[place->kind].load(l, place, components, count, loaded);
    for (int i = 0; i < count; i++)
        all[components[i]] = loaded[i];
}

static IrInstr *is_option(Lower *l, const Selection *selection, int option)
{
    return IR_BUILD(&l->builder, IR_ieq, selection->selector, ir_const_i32(&l->builder, option));
}

/* A selector that names no option gives 0. */
static void load_selected(Lower *l, const Place *place, IrInstr **leaves)
{
    const Selection *selection = &place->selection;
    IrInstr *all[16];
    load_named(l, place, all);
    for (int i = 0; i < selection->width; i++)
        leaves[i] = selection->selector ? leaf_number(l, place->type->scalar, 0) : all[selection->components[i]];
    for (int option = 0; selection->selector && option < selection->options; option++) {
        IrInstr *chosen = is_option(l, selection, option);
        for (int i = 0; i < selection->width; i++)
            leaves[i] = IR_BUILD(&l->builder, IR_select, chosen, all[selection->components[option * selection->width + i]], leaves[i]);
    }
}

/* Objects of an array of resources in order of their rows; a ConstantBuffer read as its struct. */
static Value load_objects(Lower *l, const Place *place, const Type *type)
{
    if (place->type->kind == TYPE_RESOURCE && type->kind != TYPE_RESOURCE) {
        Place inside = place_in_resource(l, object_new(l, place->resource, place->row), NULL, NULL);
        return place_load(l, &inside, type);
    }
    Value value = value_new(l, place->type);
    for (int i = 0; i < value.count; i++) {
        IrInstr *row = index_add(l, index_scale(l, place->row, value.count), index_constant(l, i));
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
        kinds[place->kind].load(l, place, NULL, 0, value.leaves);
    return value;
}

/* ---- stores ---- */

static void store_option(Lower *l, const Place *place, int option, Value value)
{
    const Selection *selection = &place->selection;
    const uint8_t *components = selection->components + option * selection->width;
    uint8_t ascending[16];
    IrInstr *leaves[16];
    int count = 0;
    for (int component = 0; component < 16; component++)
        for (int i = 0; i < selection->width; i++)
            if (components[i] == component) {
                ascending[count] = (uint8_t)component;
                leaves[count++] = value.leaves[i];
            }
    kinds[place->kind].store(l, place, ascending, count, leaves);
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
            *old = IR_BUILD(&l->builder, IR_select, chosen, value.leaves[i], *old);
        }
    }
    uint8_t components[16];
    IrInstr *leaves[16];
    int count = distinct_components(selection, components);
    for (int i = 0; i < count; i++)
        leaves[i] = all[components[i]];
    kinds[place->kind].store(l, place, components, count, leaves);
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

void place_store(Lower *l, const Place *place, Value value)
{
    if (place->bits)
        value = value_of(l, value.type, bits_kept(l, place->bits, value.leaves[0]));
    if (place->kind == PLACE_OBJECT)
        lower_unsupported(l, "assignment to a global resource", "what it stands for must be known at compile time");
    else if (place->selection.options == 0)
        kinds[place->kind].store(l, place, NULL, 0, value.leaves);
    else if (!place->selection.selector)
        store_option(l, place, 0, value);
    else if (is_private(place))
        store_merged(l, place, value);
    else
        store_guarded(l, place, value);
}

typedef struct Operation { /* of an atomic */
    IrScalar type;
    IrOp combine;
    IrInstr *const *values;
    int count;
} Operation;

/* On the component that the selector names; 0 if it names none. */
static IrInstr *atomic_selected(Lower *l, const Place *place, Operation operation)
{
    IrInstr *old = ir_const_bits(&l->builder, operation.type, 0);
    for (int option = 0; option < place->selection.options; option++) {
        IrInstr *node = ir_if(&l->builder, is_option(l, &place->selection, option));
        IrInstr *result = ir_add_result(l->kernel, node, ir_scalar(operation.type)), *found;
        Cursor cursor = cursor_enter(l, node->regions[0]);
        found = kinds[place->kind].atomic(l, place, place->selection.components[option], operation.type, operation.combine,
                                          operation.values, operation.count);
        ir_jump(&l->builder, IR_yield, NULL, &found, found != NULL);
        cursor_leave(l, cursor);
        cursor = cursor_enter(l, node->regions[1]);
        ir_jump(&l->builder, IR_yield, NULL, &old, 1);
        cursor_leave(l, cursor);
        old = result;
    }
    return old;
}

IrInstr *place_atomic(Lower *l, const Place *place, ScalarKind kind, IrOp combine, IrInstr *const *values, int count)
{
    const Selection *selection = &place->selection;
    if (place->kind == PLACE_OBJECT || (selection->options && selection->width > 1)) {
        lower_unsupported(l, "this destination of an atomic operation", "it is no single number in memory");
        return NULL;
    }
    if (selection->selector)
        return atomic_selected(l, place, (Operation){scalar_ir(kind), combine, values, count});
    int component = selection->options ? selection->components[0] : 0;
    return kinds[place->kind].atomic(l, place, component, scalar_ir(kind), combine, values, count);
}
