/* The printer's part about what hosts must know of resources. */
#include "ir/reflection_priv.h"

static void print_float(Text *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    text_printf(out, " ");
    ir_print_constant(out, IR_F32, bits);
}

/* ` state LINEAR LINEAR POINT WRAP WRAP CLAMP NEVER`, bias, levels, border */
static void print_sampler(Text *out, const IrStaticSampler *sampler)
{
    text_printf(out, " state");
    for (int i = 0; i < 3; i++)
        text_printf(out, " %s", sampler->filter[i]);
    for (int i = 0; i < 3; i++)
        text_printf(out, " %s", sampler->address[i]);
    text_printf(out, " %s", sampler->comparison);
    print_float(out, sampler->bias);
    print_float(out, sampler->min_level);
    print_float(out, sampler->max_level);
    for (int i = 0; i < 4; i++)
        print_float(out, sampler->border[i]);
}

void print_resource_info(Text *out, const IrReflection *reflection, const IrResourceInfo *info)
{
    Arena *scratch = arena_new("reflection");
    IrResourceInfo usual = reflection_usual_info(scratch, info->resource);
    bool is_usual = info->register_class == usual.register_class &&
                    info->register_index == reflection_usual_register(reflection, info);
    if (!is_usual)
        text_printf(out, " register %c%u", info->register_class, info->register_index);
    if (info->space != 0)
        text_printf(out, " space %u", info->space);
    if (strcmp(info->type, usual.type) != 0)
        text_printf(out, " type \"%s\"", info->type);
    if (strcmp(info->kind, usual.kind) != 0)
        text_printf(out, " kind %s", info->kind);
    usual.type = info->type;
    reflection_usual_holds(&usual);
    if (strcmp(info->scalar, usual.scalar) != 0 || info->components != usual.components)
        text_printf(out, " holds %s x %u", info->scalar, info->components);
    if (info->has_counter)
        text_printf(out, " counter");
    if (info->sampler != NULL)
        print_sampler(out, info->sampler);
    arena_drop(scratch);
}

void print_field(Text *out, const IrField *field)
{
    const uint8_t *bytes = field->default_value;
    IrField usual = {.type = field->type};
    reflection_usual_field(&usual);
    text_printf(out, "field ");
    print_name(out, '$', field->name);
    text_printf(out, " \"%s\" at %u", field->type, field->offset);
    if (strcmp(field->scalar, usual.scalar) != 0 || field->rows != usual.rows ||
        field->columns != usual.columns)
        text_printf(out, " holds %s %u x %u", field->scalar, field->rows, field->columns);
    if (field->row_stride != usual.row_stride || field->column_stride != usual.column_stride)
        text_printf(out, " strides %u %u", field->row_stride, field->column_stride);
    if (field->array_count > 0)
        text_printf(out, " array %u stride %u", field->array_count, field->array_stride);
    if (bytes != NULL)
        text_printf(out, " is 0x");
    for (uint32_t i = 0; bytes != NULL && i < field->default_size; i++)
        text_printf(out, "%02x", bytes[i]);
}
