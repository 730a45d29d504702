/* Where things lie in buffers.
 *
 * LAYOUT_CBUFFER: HLSL "Packing Rules for Constant Variables" as dxc applies them. Memory is rows of 16 bytes.
 * A scalar or vector takes the next place that its scalar's size divides, or the next row if it would cross
 * one. Arrays, structs and matrices of several vectors begin a row, and so does each element of an array and
 * each vector of a matrix; none is padded at its end, so that what follows may use the rest of the row.
 *
 * LAYOUT_STRUCTURED: everything aligned to its largest scalar and nothing else, as C lays out arrays of
 * scalars; structs are padded to their alignment. */
#include "check_priv.h"

enum { ROW = 16 };

static int64_t round_up(int64_t offset, int64_t alignment) { return (offset + alignment - 1) / alignment * alignment; }

static int64_t scalar_bytes(const Type *type) { return scalar_info(type->scalar)->bytes; }

/* The vectors that a matrix is stored as: its rows or its columns. */
static int matrix_vectors(const Type *matrix) { return matrix->row_major ? matrix->rows : matrix->columns; }
static int matrix_vector_size(const Type *matrix) { return matrix->row_major ? matrix->columns : matrix->rows; }

static int64_t matrix_stride(const Type *matrix, LayoutRule rule)
{
    int64_t bytes = matrix_vector_size(matrix) * scalar_bytes(matrix);
    return rule == LAYOUT_CBUFFER && matrix_vectors(matrix) > 1 ? round_up(bytes, ROW) : bytes;
}

/* In a cbuffer: whether it begins a row wherever it stands. */
static bool begins_row(const Type *type)
{
    return type->kind == TYPE_ARRAY || type->kind == TYPE_STRUCT || (type->kind == TYPE_MATRIX && matrix_vectors(type) > 1);
}

int64_t layout_alignment(const Type *type, LayoutRule rule)
{
    int64_t largest = 1;
    if (rule == LAYOUT_CBUFFER && begins_row(type))
        return ROW;
    switch (type->kind) {
    case TYPE_ARRAY: return layout_alignment(type->element, rule);
    case TYPE_STRUCT:
        for (int i = 0; i < type->field_count; i++) {
            int64_t alignment = layout_alignment(type->fields[i].type, rule);
            largest = alignment > largest ? alignment : largest;
        }
        return largest;
    case TYPE_RESOURCE: return 1;
    default: return type_is_numeric(type) || type->kind == TYPE_ENUM ? scalar_bytes(type) : 1;
    }
}

/* The first place at or after `offset` for something of that type. */
int64_t layout_place(int64_t offset, const Type *type, LayoutRule rule)
{
    if (rule == LAYOUT_STRUCTURED)
        return round_up(offset, layout_alignment(type, rule));
    int64_t size = layout_size(type, rule);
    if (size == 0 || offset % ROW == 0)
        return offset;
    if (begins_row(type) || offset % ROW + size > ROW)
        return round_up(offset, ROW);
    return round_up(offset, layout_alignment(type, rule));
}

int64_t layout_field_offset(const Type *structure, int field, LayoutRule rule)
{
    int64_t offset = 0;
    for (int i = 0; i <= field; i++) {
        offset = layout_place(offset, structure->fields[i].type, rule);
        if (i < field)
            offset += layout_size(structure->fields[i].type, rule);
    }
    return offset;
}

static int64_t struct_size(const Type *structure, LayoutRule rule)
{
    int64_t end = 0;
    for (int i = 0; i < structure->field_count; i++)
        end = layout_place(end, structure->fields[i].type, rule) + layout_size(structure->fields[i].type, rule);
    return rule == LAYOUT_STRUCTURED ? round_up(end, layout_alignment(structure, rule)) : end;
}

int64_t layout_array_stride(const Type *array, LayoutRule rule)
{
    int64_t size = layout_size(array->element, rule);
    return rule == LAYOUT_CBUFFER ? round_up(size, ROW) : size;
}

int64_t layout_size(const Type *type, LayoutRule rule)
{
    switch (type->kind) {
    case TYPE_ARRAY:
        if (type->count <= 0)
            return 0;
        return layout_array_stride(type, rule) * (type->count - 1) + layout_size(type->element, rule);
    case TYPE_STRUCT: return struct_size(type, rule);
    case TYPE_MATRIX:
        return matrix_stride(type, rule) * (matrix_vectors(type) - 1) + matrix_vector_size(type) * scalar_bytes(type);
    case TYPE_SCALAR: case TYPE_VECTOR: case TYPE_ENUM: return type->columns * scalar_bytes(type);
    default: return 0;
    }
}

int64_t layout_component_offset(const Type *type, int row, int column, LayoutRule rule)
{
    if (type->kind != TYPE_MATRIX)
        return column * scalar_bytes(type);
    int vector = type->row_major ? row : column;
    int component = type->row_major ? column : row;
    return vector * matrix_stride(type, rule) + component * scalar_bytes(type);
}
