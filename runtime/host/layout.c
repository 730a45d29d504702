/* The scalars of one element: what a typed declaration or the fields of a struct say about its bytes. */
#include <stdlib.h>
#include <string.h>

#include "host.h"

void host_free_layout(Layout *layout)
{
    free(layout->scalars);
    *layout = (Layout){ 0 };
}

static uint32_t at_least_one(uint32_t count)
{
    return count ? count : 1;
}

static size_t field_scalars(const WccField *field)
{
    return (size_t)at_least_one(field->rows) * at_least_one(field->columns) * at_least_one(field->array_count);
}

/* Array elements in order, each row by row. */
static void add_field(Layout *layout, const WccField *field)
{
    Number number = host_number_of(field->scalar);
    uint32_t column_stride = field->column_stride ? field->column_stride : host_number(number)->bytes;
    for (uint32_t i = 0; i < at_least_one(field->array_count); i++)
        for (uint32_t row = 0; row < at_least_one(field->rows); row++)
            for (uint32_t column = 0; column < at_least_one(field->columns); column++)
                layout->scalars[layout->count++] = (Scalar){
                    field->offset + i * field->array_stride + row * field->row_stride + column * column_stride, number };
}

static void add_vector(Layout *layout, Number number, uint32_t components)
{
    for (uint32_t i = 0; i < components; i++)
        layout->scalars[layout->count++] = (Scalar){ i * host_number(number)->bytes, number };
}

/* What the tables do not say is taken as words, or as bytes where the size is no multiple of 4. */
static void add_unknown(Layout *layout)
{
    Number number = layout->bytes % 4 ? NUMBER_U8 : NUMBER_U32;
    add_vector(layout, number, layout->bytes / host_number(number)->bytes);
}

static bool fits_inside(const Layout *layout)
{
    for (uint32_t i = 0; i < layout->count; i++)
        if (layout->scalars[i].offset + host_number(layout->scalars[i].number)->bytes > layout->bytes)
            return false;
    return true;
}

bool host_new_layout(Report *report, const WccResourceInfo *info, Layout *layout)
{
    KindClass class = host_kind(info)->class;
    Number number = host_number_of(info->scalar);
    uint32_t vector_bytes = info->components * host_number(number)->bytes;
    size_t capacity = info->stride + 4;
    for (uint32_t i = 0; i < info->field_count; i++)
        capacity += field_scalars(&info->fields[i]);
    *layout = (Layout){ .bytes = class == CLASS_RAW ? 4 : info->stride };
    layout->scalars = calloc(capacity, sizeof *layout->scalars);
    if (!layout->scalars)
        return host_fail(report, "not enough memory");
    if (class == CLASS_TYPED || class == CLASS_TEXTURE)
        add_vector(layout, number, info->components);
    else if (class == CLASS_RAW)
        add_vector(layout, NUMBER_U32, 1);
    else if (info->field_count)
        for (uint32_t i = 0; i < info->field_count; i++)
            add_field(layout, &info->fields[i]);
    else if (vector_bytes && vector_bytes == info->stride)
        add_vector(layout, number, info->components);
    else
        add_unknown(layout);
    return fits_inside(layout) || host_fail(report, "the compiled module's table of '%s' is damaged", info->name);
}

bool host_is_uniform_layout(const Layout *layout, Number *number)
{
    if (!layout->count)
        return false;
    *number = layout->scalars[0].number;
    uint32_t size = host_number(*number)->bytes;
    for (uint32_t i = 0; i < layout->count; i++)
        if (layout->scalars[i].number != *number || layout->scalars[i].offset != i * size)
            return false;
    return layout->count * size == layout->bytes;
}
