/* Loads and stores of variables: numbers by IrVariable, resources by what is known of them,
 * constants and computed values by their leaves. */
#include "lower/places_priv.h"

/* One step of a walk over the leaves of a place: what is at a slot, at one element index. */
typedef struct VariableWalk {
    Lower *l;
    const Backing *backing;
    IrInstr **loaded;        /* loading: where the next leaf goes */
    IrInstr *const *stored;  /* storing: where it comes from */
} VariableWalk;

static void load_components(Lower *l, const Slot *slot, int first, int count, IrInstr *index,
                            IrInstr **out)
{
    IrInstr *load = ir_load_var(&l->builder, slot->variable, first, count, index);
    for (int i = 0; i < count; i++)
        out[i] = ir_extract(&l->builder, load, i);
}

/* `leaves`: of `count` components from number `first` on. */
static IrInstr *store_components(Lower *l, const Slot *slot, int first, int count, IrInstr *index,
                                 IrInstr *const *leaves)
{
    if (slot->shown != NULL)
        ir_store_var(&l->builder, slot->shown, first, index, leaves, count);
    return ir_store_var(&l->builder, slot->variable, first, index, leaves, count);
}

static void walk_leaf(VariableWalk *walk, Slot *slot, const ElementIndex *element)
{
    Lower *l = walk->l;
    if (slot->type->kind == TYPE_RESOURCE) {
        if (walk->loaded)
            object_load(l, slot, element, walk->loaded++);
        else
            object_store(l, slot, element, *walk->stored++);
        return;
    }
    IrInstr *index = element_final(l, element);
    int count = type_components(slot->type);
    if (walk->loaded) {
        load_components(l, slot, 0, count, index, walk->loaded);
        walk->loaded += count;
    } else {
        store_components(l, slot, 0, count, index, walk->stored);
        walk->stored += count;
    }
}

static void walk_variable(VariableWalk *walk, const Type *type, int slot, ElementIndex element)
{
    Lower *l = walk->l;
    if (type->kind == TYPE_ARRAY) {
        element = element_check(l, element);
        for (int64_t i = 0; i < type->count; i++) {
            IrInstr *index = index_constant(l, i);
            walk_variable(walk, type->element, slot, element_step(l, element, type->count, index));
        }
    } else if (type->kind == TYPE_STRUCT) {
        for (int i = 0; i < type->field_count; i++) {
            walk_variable(walk, type->fields[i].type, slot, element);
            slot += backing_slot_count(type->fields[i].type);
        }
    } else {
        walk_leaf(walk, &walk->backing->slots[slot], &element);
    }
}

/* Constants and computed values get variables when an index into them is not constant: constants'
 * are filled at the kernel's start, once; a value's where it is indexed. */
static void need_slots(Lower *l, Backing *backing)
{
    if (backing->slots)
        return;
    backing_make_slots(l, backing, IR_LOCAL, l->builder.pos);
    Place place = backing_place(backing);
    if (!backing->constants) {
        variable_store(l, &place, (Components){.count = 0}, backing->known);
        return;
    }
    IrBuilder here = l->builder;
    if (l->zero->next)
        l->builder = ir_builder_before(l->kernel, l->zero->next);
    l->builder.pos = here.pos;
    Value value = value_constant(l, backing->type, backing->constants);
    variable_store(l, &place, (Components){.count = 0}, value.leaves);
    l->builder = here;
}

/* ---- leaves that are known ---- */

static bool is_known(const Place *place)
{
    return !place->is_dynamic && (place->backing->known || place->backing->constants);
}

static void load_known(Lower *l, const Place *place, Components part, IrInstr **leaves)
{
    const Backing *backing = place->backing;
    const ScalarKind *kinds = value_leaf_kinds(l, place->type);
    int total = part.count ? part.count : type_leaf_count(place->type);
    for (int i = 0; i < total; i++) {
        int leaf = part.count ? part.list[i] : i;
        int64_t at = place->leaf + leaf;
        leaves[i] = backing->known ? backing->known[at]
                                   : leaf_constant(l, kinds[leaf], backing->constants[at]);
    }
}

/* ---- the interface ---- */

/* How many components from number `i` of those asked for on are neighbours. */
static int run_length(Components part, int i)
{
    int length = 1;
    while (i + length < part.count && part.list[i + length] == part.list[i] + length)
        length++;
    return length;
}

void variable_load(Lower *l, const Place *place, Components part, IrInstr **leaves)
{
    if (is_known(place)) {
        load_known(l, place, part, leaves);
        return;
    }
    need_slots(l, place->backing);
    if (part.count == 0) {
        VariableWalk walk = {.l = l, .backing = place->backing, .loaded = leaves};
        walk_variable(&walk, place->type, place->slot, place->element);
        return;
    }
    const Slot *slot = &place->backing->slots[place->slot];
    IrInstr *index = element_final(l, &place->element);
    for (int i = 0, run; i < part.count; i += run) {
        run = run_length(part, i);
        load_components(l, slot, part.list[i], run, index, leaves + i);
    }
}

void variable_store(Lower *l, const Place *place, Components part, IrInstr *const *leaves)
{
    need_slots(l, place->backing);
    if (part.count == 0) {
        VariableWalk walk = {.l = l, .backing = place->backing, .stored = leaves};
        walk_variable(&walk, place->type, place->slot, place->element);
        return;
    }
    const Slot *slot = &place->backing->slots[place->slot];
    IrInstr *index = element_final(l, &place->element);
    for (int i = 0, run; i < part.count; i += run) {
        run = run_length(part, i);
        store_components(l, slot, part.list[i], run, index, leaves + i);
    }
}

IrInstr *variable_atomic(Lower *l, const Place *place, int component, IrScalar type)
{
    need_slots(l, place->backing);
    IrInstr *index = element_final(l, &place->element);
    IrInstr *atomic = op_to(l, IR_atomic_var, type, index);
    atomic->variable = place->backing->slots[place->slot].variable;
    atomic->component = (uint8_t)component;
    return atomic;
}

/* Only count-1 variables: an array's elements keep what an earlier turn left there, as HLSL
 * allows. */
void variable_begin(Lower *l, const Place *place)
{
    const Backing *backing = place->backing;
    for (int i = 0; l->loop_depth > 0 && i < backing->slot_count; i++) {
        const Slot *slot = &backing->slots[i];
        if (slot->type->kind == TYPE_RESOURCE || slot->count != 1)
            continue;
        IrInstr *zeros[16];
        int count = slot->variable->type.components;
        for (int c = 0; c < count; c++)
            zeros[c] = leaf_number(l, slot->type->scalar, 0);
        store_components(l, slot, 0, count, l->zero, zeros)->is_unset = true;
    }
}
