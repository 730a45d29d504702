/* Loads and stores of one element of a typed buffer or texture. Always the whole element: a store of
 * some components reads the others first. The element may be a struct of up to four alike numbers; a
 * place within one begins at component `leaf`. */
#include "lower/lower_priv.h"

static bool is_buffer(const Place *place, Lower *l) { return use_resource(l, place->resource)->shape == IR_SHAPE_TYPED; }

/* `coordinates`: 3 for stores and atomics of textures, 4 with the mip; 1 in buffers. */
static IrInstr *build_access(Lower *l, const Place *place, IrOp op, IrType type, int coordinates)
{
    IrInstr *operands[5] = {place->row, place->address[0], place->address[1], place->address[2], place->address[3]};
    IrInstr *access = ir_build_typed(&l->builder, op, type, operands, 1 + coordinates);
    access->resource = use_resource(l, place->resource);
    return access;
}

static IrType element_type(Lower *l, const Place *place) { return use_resource(l, place->resource)->element; }

/* Of all components, whatever part the place is. */
static ScalarKind element_kind(Lower *l, const Place *place)
{
    return value_leaf_kinds(l, place->resource->type->element)[0];
}

static void load_all(Lower *l, const Place *place, IrInstr **leaves)
{
    bool buffer = is_buffer(place, l);
    IrType type = element_type(l, place);
    IrInstr *load = build_access(l, place, buffer ? IR_load_typed : IR_load_texture, type, buffer ? 1 : 4);
    for (int i = 0; i < type.components; i++)
        leaves[i] = leaf_from_memory(l, element_kind(l, place), ir_extract(&l->builder, load, i));
}

void texel_load(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr **leaves)
{
    IrInstr *all[16];
    load_all(l, place, all);
    int total = count ? count : type_leaf_count(place->type);
    for (int i = 0; i < total; i++)
        leaves[i] = all[place->leaf + (count ? components[i] : i)];
}

void texel_store(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr *const *leaves)
{
    int total = element_type(l, place).components, given = count ? count : type_leaf_count(place->type);
    IrInstr *all[16];
    if (given < total)
        load_all(l, place, all);
    for (int i = 0; i < given; i++)
        all[place->leaf + (count ? components[i] : i)] = leaves[i];
    for (int i = 0; i < total; i++)
        all[i] = leaf_to_memory(l, element_kind(l, place), all[i]);
    bool buffer = is_buffer(place, l);
    IrInstr *store = build_access(l, place, buffer ? IR_store_typed : IR_store_texture, ir_scalar(IR_VOID), buffer ? 1 : 3);
    for (int i = 0; i < total; i++)
        ir_add_operand(l->kernel, store, all[i]);
}

IrInstr *texel_atomic(Lower *l, const Place *place, int component, IrScalar type, IrOp combine, IrInstr *const *values, int count)
{
    (void)component;
    if (element_type(l, place).components != 1) {
        lower_unsupported(l, "an atomic operation on a component of an element", "the element is no scalar");
        return NULL;
    }
    bool buffer = is_buffer(place, l);
    IrInstr *atomic = build_access(l, place, buffer ? IR_atomic_typed : IR_atomic_texture, ir_scalar(type), buffer ? 1 : 3);
    atomic->combine = combine;
    for (int i = 0; i < count; i++)
        ir_add_operand(l->kernel, atomic, values[i]);
    return atomic;
}
