/* The types of random programs. */
#include "program.h"

const ScalarRow SCALARS[KIND_COUNT] = {
    [KIND_BOOL] = {"bool", 1, false, false},       [KIND_INT] = {"int", 32, true, false},
    [KIND_UINT] = {"uint", 32, false, false},      [KIND_FLOAT] = {"float", 32, true, true},
    [KIND_INT16] = {"int16_t", 16, true, false},   [KIND_UINT16] = {"uint16_t", 16, false, false},
    [KIND_INT64] = {"int64_t", 64, true, false},   [KIND_UINT64] = {"uint64_t", 64, false, false},
};

const FetchRow FETCHES[FETCH_COUNT] = {
    [FETCH_SOURCE] = {"source", "Buffer<int>", 1, 1, {64, 1, 1}},
    [FETCH_QUADS] = {"quads", "StructuredBuffer<int4>", 4, 1, {16, 1, 1}},
    [FETCH_TEXELS] = {"texels", "Texture2D<int2>", 2, 2, {8, 4, 1}},
    [FETCH_LAYERS] = {"layers", "Texture2DArray<int>", 1, 3, {8, 4, 2}},
    [FETCH_VOLUME] = {"volume", "Texture3D<int4>", 4, 3, {4, 2, 2}},
    [FETCH_BYTES] = {"bytes", "ByteAddressBuffer", 1, 1, {256, 1, 1}},
};

const Type *type_numbers(Arena *arena, Scalar scalar, int rows, int columns, bool is_matrix)
{
    Type *type = ARENA_NEW(arena, Type);
    *type = (Type){.shape = SHAPE_NUMBERS, .scalar = scalar, .rows = rows, .columns = columns,
                   .is_matrix = is_matrix, .leaf_count = rows * columns};
    const char *name = SCALARS[scalar].name;
    type->name = is_matrix     ? arena_printf(arena, "%s%dx%d", name, rows, columns)
               : columns > 1 ? arena_printf(arena, "%s%d", name, columns)
                             : name;
    return type;
}

const Type *type_list(Arena *arena, const Type *element, int count)
{
    Type *type = ARENA_NEW(arena, Type);
    *type = (Type){.shape = SHAPE_LIST, .element = element, .count = count, .name = element->name,
                   .leaf_count = element->leaf_count * count};
    return type;
}

bool type_is_same(const Type *left, const Type *right)
{
    if (left->shape != right->shape || left->leaf_count != right->leaf_count)
        return false;
    if (left->shape == SHAPE_NUMBERS)
        return left->scalar == right->scalar && left->rows == right->rows &&
               left->columns == right->columns && left->is_matrix == right->is_matrix;
    return left->shape == SHAPE_LIST
             ? left->count == right->count && type_is_same(left->element, right->element)
             : strcmp(left->name, right->name) == 0;
}

int type_all_fields(const Type *record)
{
    return record->field_count + (record->base != NULL ? type_all_fields(record->base) : 0);
}

int type_field(const Type *record, int field, const Type **type, const char **name)
{
    int of_base = record->base != NULL ? type_all_fields(record->base) : 0;
    if (field < of_base)
        return type_field(record->base, field, type, name);
    int leaf = record->base != NULL ? record->base->leaf_count : 0;
    for (int i = 0; i < field - of_base; i++)
        leaf += record->fields[i]->leaf_count;
    *type = record->fields[field - of_base];
    *name = record->field_names[field - of_base];
    return leaf;
}
