/* Places: taking them apart (field, index, swizzle) and reading and writing what is left. */
#include "lower/lower_priv.h"

/* ---- where places come from ---- */

Place bind_constant(Lower *l, const Variable *variable, const ConstantLeaf *leaves)
{
    Backing *backing = ARENA_NEW(l->arena, Backing);
    *backing = (Backing){.type = variable->type, .name = variable->name, .constants = leaves};
    bind_variable(l, variable, backing_place(backing));
    return backing_place(backing);
}

/* Groupshared variables and whatever is used before its declaration ran appear here. */
static Place bind_storage(Lower *l, const Variable *variable)
{
    IrVariableKind kind = variable->storage == STORAGE_GROUPSHARED ? IR_GROUPSHARED : IR_LOCAL;
    Place place = backing_place(backing_new(l, variable->type, variable->name, kind, variable->pos));
    bind_variable(l, variable, place);
    return place;
}

Place place_of_variable(Lower *l, const Variable *variable)
{
    const Place *bound = find_binding(l, variable);
    if (bound)
        return *bound;
    if (variable->storage == STORAGE_RESOURCE)
        return place_of_object(variable->resource, l->zero, variable->type);
    if (variable->storage == STORAGE_CBUFFER)
        return (Place){.kind = PLACE_MEMORY, .type = variable->type, .resource = variable->resource,
                       .row = l->zero, .rule = LAYOUT_CBUFFER, .offset = variable->offset};
    if (variable->storage == STORAGE_CONSTANT && variable->value)
        return bind_constant(l, variable, variable->value);
    return bind_storage(l, variable);
}

Place place_of_value(Lower *l, Value value) { return backing_place(backing_of_value(l, value)); }

Place place_of_object(const Resource *resource, IrInstr *row, const Type *type)
{
    return (Place){.kind = PLACE_OBJECT, .type = type, .resource = resource, .row = row};
}

Place place_in_resource(Lower *l, IrInstr *object, const Type *type, IrInstr *const *address)
{
    const Resource *resource = object_resource(l, object);
    Place place = {.resource = resource, .row = object->operands[0], .rule = LAYOUT_STRUCTURED};
    for (int i = 0; address && i < 4; i++)
        place.address[i] = address[i];
    IrResourceShape shape = use_resource(l, resource)->shape;
    place.kind = shape == IR_SHAPE_CBUFFER || shape == IR_SHAPE_STRUCT || shape == IR_SHAPE_RAW ? PLACE_MEMORY : PLACE_TEXEL;
    if (shape == IR_SHAPE_CBUFFER)
        place.rule = LAYOUT_CBUFFER;
    place.type = shape == IR_SHAPE_RAW ? type : resource->type->element;
    return place;
}

Place place_contents(Lower *l, const Place *place)
{
    if (place->type->kind != TYPE_RESOURCE)
        return *place;
    IrInstr *object = place_load(l, place, place->type).leaves[0];
    return object ? place_in_resource(l, object, NULL, NULL) : place_of_value(l, value_zero(l, place->type->element));
}

/* ---- fields ---- */

Place place_field(Lower *l, const Place *outer, int field)
{
    Place place = place_contents(l, outer);
    const Type *structure = place.type;
    for (int i = 0; i < field; i++) {
        place.slot += backing_slot_count(structure->fields[i].type);
        place.leaf += type_leaf_count(structure->fields[i].type);
    }
    if (place.kind == PLACE_MEMORY)
        place.offset += layout_field_offset(structure, field, place.rule);
    place.type = structure->fields[field].type;
    place.bits = structure->fields[field].bit_width > 0 ? &structure->fields[field] : NULL;
    return place;
}

Place place_base(Lower *l, const Place *place, const Type *base)
{
    Place result = place_contents(l, place);
    result.type = base; /* its fields come first, in slots and in memory */
    return result;
}

/* ---- components ---- */

/* `selection` with each list cut down to some of its entries. */
static Selection narrow(Selection selection, const uint8_t *entries, int count)
{
    Selection result = {.options = selection.options, .width = count, .selector = selection.selector};
    for (int option = 0; option < selection.options; option++)
        for (int i = 0; i < count; i++)
            result.components[option * count + i] = selection.components[option * selection.width + entries[i]];
    return result;
}

static Selection select_all(const Type *type)
{
    Selection all = {.options = 1, .width = type_components(type)};
    for (int i = 0; i < all.width; i++)
        all.components[i] = (uint8_t)i;
    return all;
}

Place place_swizzle(const Place *place, const uint8_t *components, int count)
{
    Place result = *place;
    bool of_matrix = place->type->kind == TYPE_MATRIX && place->selection.options == 0;
    uint8_t entries[16];
    for (int i = 0; i < count; i++) /* of a matrix they are row * 4 + column */
        entries[i] = of_matrix ? (uint8_t)(components[i] / 4 * place->type->columns + components[i] % 4) : components[i];
    result.selection = narrow(place->selection.options ? place->selection : select_all(place->type), entries, count);
    return result;
}

/* Every list becomes `parts` lists of equal width, and `index` picks among these. */
static Selection split(Lower *l, Selection selection, int parts, IrInstr *index)
{
    Selection result = selection;
    result.options *= parts;
    result.width /= parts;
    if (selection.selector) {
        IrInstr *combined = index_add(l, index_scale(l, selection.selector, parts), index);
        IrInstr *valid = index_and(l, index_below(l, selection.selector, selection.options), index_below(l, index, parts));
        result.selector = index_guard(l, valid, combined, INT32_MAX);
    } else {
        result.selector = index;
    }
    return result;
}

/* [index] of a vector, of a matrix, or of what a selection left of one. */
static Place index_components(Lower *l, const Place *place, IrInstr *index)
{
    Place result = *place;
    bool picks_row = place->selection.options == 0 && place->type->kind == TYPE_MATRIX;
    Selection all = place->selection.options ? place->selection : select_all(place->type);
    int parts = picks_row ? place->type->rows : all.width;
    int64_t known;
    if (!index_is_constant(index, &known) || known >= parts) {
        result.selection = split(l, all, parts, index);
        return result;
    }
    int width = all.width / parts;
    uint8_t entries[16];
    for (int i = 0; i < width; i++)
        entries[i] = (uint8_t)(known * width + i);
    result.selection = narrow(all, entries, width);
    return result;
}

/* ---- elements ---- */

static Place index_variable(Lower *l, const Place *array, IrInstr *index)
{
    Place place = *array;
    int64_t known;
    if (index_is_constant(index, &known) && known < array->type->count)
        place.leaf += known * type_leaf_count(array->type->element);
    else
        place.is_dynamic = true;
    place.element = element_step(l, array->element, array->type->count, index);
    return place;
}

/* A cbuffer's array may be left for what follows it, as D3D says; a structured element's may not. */
static Place index_memory(Lower *l, const Place *array, IrInstr *index)
{
    Place place = *array;
    if (array->kind == PLACE_TEXEL)
        lower_unsupported(l, "an array in the element of a typed buffer", "elements are up to four numbers");
    int64_t stride = layout_array_stride(array->type, array->rule), known;
    if (index_is_constant(index, &known) && known < array->type->count) {
        place.offset += known * stride;
        return place;
    }
    IrInstr *bytes = index_scale(l, index, stride);
    place.dynamic_offset = array->dynamic_offset ? index_add(l, array->dynamic_offset, bytes) : bytes;
    if (array->rule != LAYOUT_CBUFFER)
        place.valid = index_and(l, array->valid, index_below(l, index, array->type->count));
    return place;
}

/* An index beyond an array of resources takes the last one: rows are never left. */
static Place index_objects(Lower *l, const Place *array, IrInstr *index)
{
    Place place = *array;
    int64_t count = array->type->count > 0 ? array->type->count : resource_rows(array->resource), known;
    if (index_is_constant(index, &known))
        index = index_constant(l, known < count ? known : count - 1);
    else
        index = IR_BUILD(&l->builder, IR_umin, index, ir_const_i32(&l->builder, (int32_t)(count - 1)));
    place.row = index_add(l, index_scale(l, array->row, count), index);
    return place;
}

/* An element of a resource: buffers by one index, textures by a coordinate, at mip 0. */
static Place index_resource(Lower *l, const Place *place, Value index)
{
    IrInstr *object = place_load(l, place, place->type).leaves[0];
    if (!object)
        return place_of_value(l, value_zero(l, place->type->element));
    IrInstr *address[4];
    texel_address(l, object, index.leaves, l->zero, address);
    return place_in_resource(l, object, NULL, address);
}

static Value index_as_u32(Lower *l, Value index)
{
    Value result = value_new(l, index.type);
    for (int i = 0; i < index.count; i++) {
        ScalarKind kind = index.type->scalar, to = leaf_is_float(kind) || leaf_is_signed(kind) ? SCALAR_I32 : SCALAR_U32;
        IrInstr *leaf = index.leaves[i];
        result.leaves[i] = leaf->type.scalar == IR_I32 ? leaf : leaf_cast(l, leaf, kind, to);
    }
    return result;
}

Place place_index(Lower *l, const Place *place, Value index)
{
    index = index_as_u32(l, index);
    if (place->type->kind == TYPE_RESOURCE)
        return index_resource(l, place, index);
    if (place->type->kind != TYPE_ARRAY)
        return index_components(l, place, index.leaves[0]);
    Place result = place->kind == PLACE_VARIABLE ? index_variable(l, place, index.leaves[0])
                 : place->kind == PLACE_OBJECT   ? index_objects(l, place, index.leaves[0])
                                                 : index_memory(l, place, index.leaves[0]);
    result.type = place->type->element;
    return result;
}
