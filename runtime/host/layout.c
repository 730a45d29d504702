/* The scalars of one element: what a typed declaration or a struct's fields say of its bytes. */
#include "resources.h"

#include <stdlib.h>
#include <string.h>

static void add_scalar(Layout *layout, uint32_t offset, Number number)
{
    layout->scalars[layout->count++] = (Scalar){offset, number};
}

static void add_field(Layout *layout, const WccField *field)
{
    Number number = host_number_of(field->scalar);
    for (uint32_t element = 0; element < host_field_elements(field); element++)
        for (uint32_t i = 0; i < host_field_scalars(field); i++)
            add_scalar(layout, host_field_offset(field, element, i), number);
}

static void add_vector(Layout *layout, Number number, uint32_t components)
{
    for (uint32_t i = 0; i < components; i++)
        add_scalar(layout, i * host_number(number)->bytes, number);
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
        if (layout->scalars[i].offset + host_number(layout->scalars[i].number)->bytes >
            layout->bytes)
            return false;
    return true;
}

bool host_new_layout(Report *report, const WccResourceInfo *info, Layout *layout)
{
    KindClass class = host_kind(info)->class;
    Number number = host_number_of(info->scalar);
    uint32_t vector_bytes = info->components * host_number(number)->bytes;
    size_t capacity = info->stride + 4;
    for (uint32_t i = 0; i < info->field_count; i++) {
        const WccField *field = &info->fields[i];
        capacity += (size_t)host_field_elements(field) * host_field_scalars(field);
    }
    *layout = (Layout){.bytes = class == CLASS_RAW ? 4 : info->stride, .name = info->name};
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
    bool has_names = info->field_count && info->fields[0].name[0];
    if (has_names && !(layout->dtype = host_new_dtype(info)))
        return host_fail(report, "not enough memory");
    return fits_inside(layout) ||
           host_fail(report, "the compiled module's table of '%s' is damaged", info->name);
}

void host_free_layout(Layout *layout)
{
    free(layout->dtype);
    free(layout->scalars);
    *layout = (Layout){0};
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
