/* Taking places apart: fields, bases, swizzles, indices. */
#include "lower/places_priv.h"

Place place_contents(Lower *l, const Place *place)
{
    if (place->type->kind != TYPE_RESOURCE)
        return *place;
    IrInstr *object = place_load(l, place, place->type).leaves[0];
    if (!object)
        return place_of_value(l, value_zero(l, place->type->element));
    return place_in_resource(l, object, NULL, NULL);
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
    Selection result = selection;
    result.width = count;
    for (int option = 0; option < selection.options; option++) {
        const uint8_t *list = &selection.components[option * selection.width];
        for (int i = 0; i < count; i++)
            result.components[option * count + i] = list[entries[i]];
    }
    return result;
}

/* What is selected so far, at first everything. */
static Selection selection_of(const Place *place)
{
    if (place->selection.options)
        return place->selection;
    Selection all = {.options = 1, .width = type_components(place->type)};
    for (int i = 0; i < all.width; i++)
        all.components[i] = (uint8_t)i;
    return all;
}

Place place_swizzle(const Place *place, const uint8_t *components, int count)
{
    Place result = *place;
    bool of_matrix = place->type->kind == TYPE_MATRIX && place->selection.options == 0;
    int columns = place->type->columns;
    uint8_t entries[16];
    for (int i = 0; i < count; i++) {
        int component = components[i]; /* of a matrix row * 4 + column */
        entries[i] = (uint8_t)(of_matrix ? component / 4 * columns + component % 4 : component);
    }
    result.selection = narrow(selection_of(place), entries, count);
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
        IrInstr *part_valid = index_below(l, index, parts);
        IrInstr *option_valid = index_below(l, selection.selector, selection.options);
        IrInstr *valid = index_and(l, option_valid, part_valid);
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
    Selection all = selection_of(place);
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

/* A cbuffer's array may be left for what follows it, as D3D says; a structured element's may
 * not. */
static Place index_memory(Lower *l, const Place *array, IrInstr *index)
{
    Place place = *array;
    if (array->kind == PLACE_TEXEL)
        lower_unsupported(l, "an array in the element of a typed buffer",
                          "elements are up to four numbers");
    int64_t stride = layout_array_stride(array->type, array->rule), known;
    if (index_is_constant(index, &known) && known < array->type->count) {
        place.offset += known * stride;
        return place;
    }
    IrInstr *bytes = index_scale(l, index, stride);
    place.dynamic_offset = bytes;
    if (array->dynamic_offset)
        place.dynamic_offset = index_add(l, array->dynamic_offset, bytes);
    if (array->rule != LAYOUT_CBUFFER)
        place.valid = index_and(l, array->valid, index_below(l, index, array->type->count));
    return place;
}

/* An index beyond an array of resources takes the last one: rows are never left. */
static Place index_objects(Lower *l, const Place *array, IrInstr *index)
{
    Place place = *array;
    int64_t count = array->type->count, known;
    if (count <= 0)
        count = resource_rows(array->resource);
    if (index_is_constant(index, &known))
        index = index_constant(l, known < count ? known : count - 1);
    else
        index = op2(l, IR_umin, index, i32(l, count - 1));
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
    ScalarKind kind = index.type->scalar;
    ScalarKind to = leaf_class(kind) == LEAF_UNSIGNED ? SCALAR_U32 : SCALAR_I32;
    for (int i = 0; i < index.count; i++) {
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
