/* Where things lie in buffers.
 *
 * LAYOUT_CBUFFER: HLSL "Packing Rules for Constant Variables" as dxc applies them. Memory is rows
 * of 16 bytes. A scalar or vector takes the next place that its scalar's size divides, or the next
 * row if it would cross one. Arrays, structs and matrices of several vectors begin a row, and so
 * does each element of an array and each vector of a matrix; none is padded at its end, so that
 * what follows may use the rest of the row. The last vector of a matrix of 16-bit scalars counts as
 * one of 32-bit scalars. A cbuffer's own members begin a row between minimum precision and other numbers.
 *
 * LAYOUT_STRUCTURED: everything aligned to its largest scalar and nothing else, as C lays out
 * arrays of scalars; structs are padded to their alignment, bases too.
 *
 * Bit-fields lie in units, which are placed like numbers of the type that the fields are declared
 * with. */
#include "types_priv.h"

enum { ROW = 16 };

static int64_t round_up(int64_t offset, int64_t alignment)
{
    return (offset + alignment - 1) / alignment * alignment;
}

static int64_t scalar_bytes(const Type *type) { return scalar_info(type->scalar)->bytes; }

/* The vectors that a matrix is stored as: its rows or its columns. */
static int matrix_vectors(const Type *matrix)
{
    return matrix->row_major ? matrix->rows : matrix->columns;
}
static int matrix_vector_size(const Type *matrix)
{
    return matrix->row_major ? matrix->columns : matrix->rows;
}

static int64_t matrix_stride(const Type *matrix, LayoutRule rule)
{
    int64_t bytes = matrix_vector_size(matrix) * scalar_bytes(matrix);
    return rule == LAYOUT_CBUFFER && matrix_vectors(matrix) > 1 ? round_up(bytes, ROW) : bytes;
}

/* In a cbuffer: whether it begins a row wherever it stands. */
static bool begins_row(const Type *type)
{
    return type->kind == TYPE_ARRAY || type->kind == TYPE_STRUCT ||
           (type->kind == TYPE_MATRIX && matrix_vectors(type) > 1);
}

static Extent measure(const Type *type, LayoutRule rule);

/* The first place at or after `offset` for something of that extent. */
static int64_t place(int64_t offset, const Type *type, Extent extent, LayoutRule rule)
{
    if (rule == LAYOUT_STRUCTURED)
        return round_up(offset, extent.alignment);
    if (extent.size == 0 || offset % ROW == 0)
        return offset;
    return round_up(offset,
                    begins_row(type) || offset % ROW + extent.size > ROW ? ROW : extent.alignment);
}

/* What of it must not cross a row: in a struct, a matrix of one vector that alone. */
static Extent kept_together(const Type *type, Extent extent)
{
    if (type->kind == TYPE_MATRIX)
        extent.size = type->rows * type->columns * scalar_bytes(type);
    return extent;
}

/* Where the field lies; past the last: the struct's end. `extent` becomes the fields' before it:
 * each is measured once, so that deeply nested structs take no longer than what they hold. */
static int64_t walk_fields(const Type *structure, int field, LayoutRule rule, Extent *extent)
{
    *extent = (Extent){0, 1};
    int64_t offset = 0;
    for (int i = 0; i < structure->field_count; i++) {
        const Field *at = &structure->fields[i];
        const Type *type = at->bit_width > 0 ? at->unit : at->type;
        Extent next = measure(type, rule);
        if (rule == LAYOUT_STRUCTURED && at->follows_base)
            extent->size = round_up(extent->size, extent->alignment);
        offset = at->joins_unit ? offset
                                : place(extent->size, type, kept_together(type, next), rule);
        if (i == field)
            return offset;
        extent->size = offset + next.size;
        extent->alignment = next.alignment > extent->alignment ? next.alignment
                                                               : extent->alignment;
    }
    return extent->size;
}

static Extent measure_struct(const Type *structure, LayoutRule rule)
{
    Extent extent;
    if (structure->measured != NULL)
        return structure->measured->extents[rule];
    walk_fields(structure, structure->field_count, rule, &extent);
    if (rule == LAYOUT_STRUCTURED)
        extent.size = round_up(extent.size, extent.alignment);
    return extent;
}

static int64_t stride_of(int64_t element_size, LayoutRule rule)
{
    return rule == LAYOUT_CBUFFER ? round_up(element_size, ROW) : element_size;
}

static Extent measure_array(const Type *array, LayoutRule rule)
{
    Extent element = measure(array->element, rule);
    int64_t size = array->count <= 0
                     ? 0
                     : stride_of(element.size, rule) * (array->count - 1) + element.size;
    return (Extent){size, element.alignment};
}

static Extent measure_matrix(const Type *matrix, LayoutRule rule)
{
    int64_t bytes = scalar_bytes(matrix),
            counted = rule == LAYOUT_CBUFFER && bytes < 4 ? 4 : bytes; /* dxc's GetMatrixSizeInCB */
    return (Extent){matrix_stride(matrix, rule) * (matrix_vectors(matrix) - 1) +
                        matrix_vector_size(matrix) * counted, bytes};
}

static Extent measure(const Type *type, LayoutRule rule)
{
    Extent extent = {0, 1};
    switch (type->kind) {
    case TYPE_ARRAY: extent = measure_array(type, rule); break;
    case TYPE_STRUCT: extent = measure_struct(type, rule); break;
    case TYPE_MATRIX: extent = measure_matrix(type, rule); break;
    case TYPE_SCALAR:
    case TYPE_VECTOR:
    case TYPE_ENUM:
        extent = (Extent){type->columns * scalar_bytes(type), scalar_bytes(type)};
        break;
    default: break;
    }
    if (rule == LAYOUT_CBUFFER && begins_row(type))
        extent.alignment = ROW;
    return extent;
}

void type_measure(Checker *checker, Type *structure)
{
    TypeMeasures *measured = ARENA_NEW(checker->arena, TypeMeasures);
    for (int rule = LAYOUT_CBUFFER; rule <= LAYOUT_STRUCTURED; rule++)
        measured->extents[rule] = measure_struct(structure, (LayoutRule)rule);
    measured->leaf_count = type_leaf_count(structure);
    measured->has_resources = type_has_resources(structure);
    structure->measured = measured;
}

int64_t layout_size(const Type *type, LayoutRule rule) { return measure(type, rule).size; }
int64_t layout_alignment(const Type *type, LayoutRule rule)
{
    return measure(type, rule).alignment;
}
int64_t layout_array_stride(const Type *array, LayoutRule rule)
{
    return stride_of(layout_size(array->element, rule), rule);
}
int64_t layout_place(int64_t offset, const Type *type, LayoutRule rule)
{
    return place(offset, type, measure(type, rule), rule);
}

/* The type of the last number in it; NULL: it holds none. */
static const Type *last_number(const Type *type)
{
    const Type *last = NULL;
    if (type->kind == TYPE_ARRAY)
        return last_number(type->element);
    if (type->kind == TYPE_STRUCT)
        for (int i = type->field_count - 1; i >= 0 && last == NULL; i--)
            last = last_number(type->fields[i].type);
    return type_is_numeric(type) ? type : last;
}

/* To dxc, whose matrices of bool hold single bits, and whose half is a float. */
static bool is_minimal(const Type *number)
{
    bool is_bit = number->kind == TYPE_MATRIX && number->scalar == SCALAR_BOOL;
    return is_bit || (number->scalar >= SCALAR_MIN16F && number->scalar <= SCALAR_MIN16U &&
                      number->scalar != SCALAR_HALF32);
}

int64_t layout_place_between(int64_t offset, const Type *type, bool *in_minimal)
{
    Extent extent = measure(type, LAYOUT_CBUFFER);
    const Type *last = last_number(type);
    bool was_minimal = *in_minimal;
    if (type->kind == TYPE_ARRAY || extent.size == 0) /* dxc does not look at their numbers */
        return place(offset, type, extent, LAYOUT_CBUFFER);
    *in_minimal = last != NULL && is_minimal(last);
    return place(*in_minimal != was_minimal ? round_up(offset, ROW) : offset, type, extent,
                 LAYOUT_CBUFFER);
}

int64_t layout_field_offset(const Type *structure, int field, LayoutRule rule)
{
    Extent before;
    return walk_fields(structure, field, rule, &before);
}

int64_t layout_component_offset(const Type *type, int row, int column, LayoutRule rule)
{
    if (type->kind != TYPE_MATRIX)
        return column * scalar_bytes(type);
    int vector = type->row_major ? row : column;
    int component = type->row_major ? column : row;
    return vector * matrix_stride(type, rule) + component * scalar_bytes(type);
}
