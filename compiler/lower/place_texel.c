/* Loads and stores of one element of a typed buffer or texture. Always the whole element: a store
 * of some components reads the others first. The element may be a struct of up to four alike
 * numbers; a place within one begins at component `leaf`. */
#include "lower/places_priv.h"

typedef struct TexelOps { IrOp load, store, atomic; int load_coordinates, coordinates; } TexelOps;

/* Texels of textures are found by 3 coordinates, by loads at a mip besides; those of buffers by
 * one. */
static TexelOps texel_ops(const IrResource *resource)
{
    if (resource->shape == IR_SHAPE_TYPED)
        return (TexelOps){IR_load_typed, IR_store_typed, IR_atomic_typed, 1, 1};
    return (TexelOps){IR_load_texture, IR_store_texture, IR_atomic_texture, 4, 3};
}

static IrInstr *build_texel_access(Lower *l, const Place *place, IrOp op, IrType type,
                                   int coordinates)
{
    IrInstr *operands[5] = {place->row};
    for (int i = 0; i < coordinates; i++)
        operands[1 + i] = place->address[i];
    IrInstr *access = ir_build_typed(&l->builder, op, type, operands, 1 + coordinates);
    access->resource = use_resource(l, place->resource);
    return access;
}

/* Of all components, whatever part the place is. */
static ScalarKind texel_kind(Lower *l, const Place *place)
{
    return value_leaf_kinds(l, place->resource->type->element)[0];
}

static void load_whole_texel(Lower *l, const Place *place, IrInstr **leaves)
{
    const IrResource *resource = use_resource(l, place->resource);
    TexelOps ops = texel_ops(resource);
    IrInstr *load = build_texel_access(l, place, ops.load, resource->element,
                                       ops.load_coordinates);
    ScalarKind kind = texel_kind(l, place);
    for (int i = 0; i < resource->element.components; i++)
        leaves[i] = leaf_from_memory(l, kind, ir_extract(&l->builder, load, i));
}

/* Which component of the element is number `i` of those asked for. */
static int64_t component_at(const Place *place, Components part, int i)
{
    return place->leaf + (part.count ? part.list[i] : i);
}

void texel_load(Lower *l, const Place *place, Components part, IrInstr **leaves)
{
    IrInstr *all[16];
    load_whole_texel(l, place, all);
    int total = part.count ? part.count : type_leaf_count(place->type);
    for (int i = 0; i < total; i++)
        leaves[i] = all[component_at(place, part, i)];
}

/* What memory of [0, 1] or [-1, 1] takes of a float, 0 for NaN (D3D11.3 functional specification,
 * 3.2.3). It is not rounded: which format is bound, of 8, 10 or 16 bits, is not known here. */
static IrInstr *to_normalised(Lower *l, const Type *resource, IrInstr *value)
{
    IrBuilder *builder = &l->builder;
    IrScalar type = value->type.scalar;
    if (resource->unorm)
        return IR_BUILD(builder, IR_fsaturate, value);
    if (!resource->snorm)
        return value;
    IrInstr *one = ir_const_bits(builder, type, op_double_to_bits(type, 1)),
            *least = ir_const_bits(builder, type, op_double_to_bits(type, -1)),
            *zero = ir_const_bits(builder, type, 0);
    IrInstr *is_nan = IR_BUILD(builder, IR_fisnan, value);
    IrInstr *between = IR_BUILD(builder, IR_fmin, IR_BUILD(builder, IR_fmax, value, least), one);
    return IR_BUILD(builder, IR_select, is_nan, zero, between);
}

void texel_store(Lower *l, const Place *place, Components part, IrInstr *const *leaves)
{
    const IrResource *resource = use_resource(l, place->resource);
    TexelOps ops = texel_ops(resource);
    int total = resource->element.components;
    int given = part.count ? part.count : type_leaf_count(place->type);
    ScalarKind kind = texel_kind(l, place);
    IrInstr *all[16];
    if (given < total)
        load_whole_texel(l, place, all);
    for (int i = 0; i < given; i++)
        all[component_at(place, part, i)] =
            to_normalised(l, place->resource->type, leaves[i]);
    for (int i = 0; i < total; i++)
        all[i] = leaf_to_memory(l, kind, all[i]);
    IrInstr *store = build_texel_access(l, place, ops.store, ir_scalar(IR_VOID), ops.coordinates);
    for (int i = 0; i < total; i++)
        ir_add_operand(l->kernel, store, all[i]);
}

IrInstr *texel_atomic(Lower *l, const Place *place, int component, IrScalar type)
{
    (void)component;
    const IrResource *resource = use_resource(l, place->resource);
    TexelOps ops = texel_ops(resource);
    if (resource->element.components != 1) {
        lower_unsupported(l, "an atomic operation on a component of an element",
                          "the element is no scalar");
        return NULL;
    }
    return build_texel_access(l, place, ops.atomic, ir_scalar(type), ops.coordinates);
}
