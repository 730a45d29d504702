/* Loads and stores of variables: numbers by IrVariable, resources by what is known of them, constants
 * and computed values by their leaves. */
#include "lower/lower_priv.h"

/* One step of a walk over the leaves of a place: what is at a slot, at one element index. */
typedef struct VariableWalk {
    Lower *l;
    const Backing *backing;
    IrInstr **loaded;        /* loading: where the next leaf goes */
    IrInstr *const *stored;  /* storing: where it comes from */
} VariableWalk;

static void load_components(Lower *l, const Slot *slot, int first, int count, IrInstr *index, IrInstr **out)
{
    IrInstr *load = ir_load_var(&l->builder, slot->variable, first, count, index);
    for (int i = 0; i < count; i++)
        out[i] = ir_extract(&l->builder, load, i);
}

static void walk_leaf(VariableWalk *walk, Slot *slot, const ElementIndex *element)
{
    Lower *l = walk->l;
    if (slot->resources) {
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
        ir_store_var(&l->builder, slot->variable, 0, index, walk->stored, count);
        walk->stored += count;
    }
}

static void walk_variable(VariableWalk *walk, const Type *type, int slot, ElementIndex element)
{
    Lower *l = walk->l;
    if (type->kind == TYPE_ARRAY) {
        element = element_check(l, element);
        for (int64_t i = 0; i < type->count; i++)
            walk_variable(walk, type->element, slot, element_step(l, element, type->count, index_constant(l, i)));
    } else if (type->kind == TYPE_STRUCT) {
        for (int i = 0; i < type->field_count; i++) {
            walk_variable(walk, type->fields[i].type, slot, element);
            slot += backing_slot_count(type->fields[i].type);
        }
    } else {
        walk_leaf(walk, &walk->backing->slots[slot], &element);
    }
}

/* ---- leaves that are known ---- */

static bool is_known(const Place *place)
{
    return !place->is_dynamic && (place->backing->known || place->backing->constants);
}

static void load_known(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr **leaves)
{
    const Backing *backing = place->backing;
    const ScalarKind *kinds = value_leaf_kinds(l, place->type);
    int total = count ? count : type_leaf_count(place->type);
    for (int i = 0; i < total; i++) {
        int leaf = count ? components[i] : i;
        leaves[i] = backing->known ? backing->known[place->leaf + leaf]
                                   : leaf_constant(l, kinds[leaf], backing->constants[place->leaf + leaf]);
    }
}

/* ---- the interface ---- */

void variable_load(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr **leaves)
{
    if (is_known(place)) {
        load_known(l, place, components, count, leaves);
        return;
    }
    backing_need_slots(l, place->backing);
    if (count == 0) {
        VariableWalk walk = {.l = l, .backing = place->backing, .loaded = leaves};
        walk_variable(&walk, place->type, place->slot, place->element);
        return;
    }
    const Slot *slot = &place->backing->slots[place->slot];
    IrInstr *index = element_final(l, &place->element);
    for (int i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && components[i + run] == components[i] + run;)
            run++;
        load_components(l, slot, components[i], run, index, leaves + i);
    }
}

void variable_store(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr *const *leaves)
{
    backing_need_slots(l, place->backing);
    if (count == 0) {
        VariableWalk walk = {.l = l, .backing = place->backing, .stored = leaves};
        walk_variable(&walk, place->type, place->slot, place->element);
        return;
    }
    const Slot *slot = &place->backing->slots[place->slot];
    IrInstr *index = element_final(l, &place->element);
    for (int i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && components[i + run] == components[i] + run;)
            run++;
        ir_store_var(&l->builder, slot->variable, components[i], index, leaves + i, run);
    }
}

IrInstr *variable_atomic(Lower *l, const Place *place, int component, IrScalar type, IrOp combine, IrInstr *const *values, int count)
{
    backing_need_slots(l, place->backing);
    IrInstr *index = element_final(l, &place->element);
    IrInstr *atomic = ir_build_typed(&l->builder, IR_atomic_var, ir_scalar(type), &index, 1);
    atomic->variable = place->backing->slots[place->slot].variable;
    atomic->component = (uint8_t)component;
    atomic->combine = combine;
    for (int i = 0; i < count; i++)
        ir_add_operand(l->kernel, atomic, values[i]);
    return atomic;
}

/* Only for count-1 variables: an array's elements keep what an earlier turn left there, as HLSL allows. */
void zero_variable(Lower *l, const Place *place)
{
    const Backing *backing = place->backing;
    for (int i = 0; i < backing->slot_count; i++) {
        const Slot *slot = &backing->slots[i];
        if (slot->resources || slot->count != 1)
            continue;
        IrInstr *zeros[16];
        for (int c = 0; c < slot->variable->type.components; c++)
            zeros[c] = leaf_number(l, slot->type->scalar, 0);
        ir_store_var(&l->builder, slot->variable, 0, l->zero, zeros, slot->variable->type.components);
    }
}
