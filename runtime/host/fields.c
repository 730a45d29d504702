/* The numbers of a field: how many, and where they lie. */
#include "resources.h"

uint32_t host_field_elements(const WccField *field)
{
    return field->array_count ? field->array_count : 1;
}

static uint32_t columns_of(const WccField *field)
{
    return field->columns ? field->columns : 1;
}

uint32_t host_field_scalars(const WccField *field)
{
    return (field->rows ? field->rows : 1) * columns_of(field);
}

uint32_t host_field_offset(const WccField *field, uint32_t element, uint32_t scalar)
{
    uint32_t columns = columns_of(field);
    uint32_t bytes = host_number(host_number_of(field->scalar))->bytes;
    uint32_t column_stride = field->column_stride ? field->column_stride : bytes;
    return field->offset + element * field->array_stride + scalar / columns * field->row_stride +
           scalar % columns * column_stride;
}
