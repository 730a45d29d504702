/* IR text in the place of HLSL: kernels as --emit=ir and --dump print them, judged before anything is made
 * of them. What is built from it has the positions of the text. */
#include "pipeline_priv.h"

#include <ctype.h>

static void complain(Pipeline *pipeline, SourcePos pos, const char *what)
{
    diag_report(pipeline->diagnostics, pos, DIAG_wrong_ir, what);
}

/* Of HLSL, and so of C. */
static bool is_identifier(const char *name)
{
    bool is_one = *name != '\0' && !isdigit((unsigned char)*name);
    for (const char *at = name; *at != '\0'; at++)
        is_one &= isalnum((unsigned char)*at) || *at == '_' || (unsigned char)*at >= 0x80;
    return is_one;
}

static bool ends_comment(const char *text) { return strstr(text, "*/") != NULL; }

/* Names and types stand in comments of the C. */
static const char *name_ending_comment(const IrReflection *reflection)
{
    for (int i = 0; i < reflection->resource_count; i++) {
        const IrResourceInfo *info = &reflection->resources[i];
        if (ends_comment(info->resource->name))
            return info->resource->name;
        if (ends_comment(info->type))
            return info->type;
        for (int k = 0; k < info->field_count; k++)
            if (ends_comment(info->fields[k].type))
                return info->fields[k].type;
    }
    return NULL;
}

static void check_names(Pipeline *pipeline, const IrKernel *kernel)
{
    const char *name = name_ending_comment(kernel->reflection);
    if (!is_identifier(kernel->name))
        complain(pipeline, kernel->pos,
                 arena_printf(pipeline->module, "'%s' is no name of a kernel: these have letters, "
                                                "digits and _ alone", kernel->name));
    else if (name != NULL)
        complain(pipeline, kernel->pos,
                 arena_printf(pipeline->module, "'%s' ends a comment of C", name));
}

static uint64_t bytes_of_number(const char *scalar)
{
    size_t length = strlen(scalar);
    const char *bits = scalar + (length > 2 ? length - 2 : 0);
    return strcmp(bits, "16") == 0 ? 2 : strcmp(bits, "64") == 0 ? 8 : 4;
}

static uint64_t distance(uint32_t count, uint32_t stride)
{
    return count > 1 ? (uint64_t)(count - 1) * stride : 0;
}

/* Each part by itself before the sum, which so cannot wrap. */
static bool lies_within(const IrField *field, uint64_t size)
{
    const uint64_t parts[] = {field->offset, distance(field->array_count, field->array_stride),
                              distance(field->rows, field->row_stride),
                              distance(field->columns, field->column_stride),
                              bytes_of_number(field->scalar)};
    uint64_t end = 0;
    for (int i = 0; i < COUNT_OF(parts); i++)
        end += parts[i] <= size ? parts[i] : size + 1;
    return field->rows > 0 && field->columns > 0 && end <= size;
}

/* Of a field that lies within its buffer. */
static bool has_whole_default(const IrField *field)
{
    uint64_t numbers = (uint64_t)field->rows * field->columns;
    numbers *= field->array_count > 0 ? field->array_count : 1;
    return field->default_size == 0 ||
           field->default_size == numbers * bytes_of_number(field->scalar);
}

static void check_fields(Pipeline *pipeline, const IrResourceInfo *info)
{
    bool is_cbuffer = info->resource->shape == IR_SHAPE_CBUFFER;
    uint32_t size = is_cbuffer ? info->resource->size : info->resource->stride;
    for (int i = 0; i < info->field_count; i++) {
        const IrField *field = &info->fields[i];
        const char *what = !lies_within(field, size)    ? "does not lie within it"
                           : !has_whole_default(field) ? "has not as many bytes by default"
                                                       : NULL;
        if (what != NULL)
            complain(pipeline, info->pos,
                     arena_printf(pipeline->module, "$%s: field $%s %s", info->resource->name,
                                  field->name, what));
    }
}

static void check_all_fields(Pipeline *pipeline, const IrReflection *reflection)
{
    for (int i = 0; i < reflection->resource_count; i++)
        check_fields(pipeline, &reflection->resources[i]);
}

/* A wave size that kernels can be written for; assertions are no part of the text. */
static bool can_be_compiled(Pipeline *pipeline, const IrKernel *kernel)
{
    SourcePos pos = kernel->pos;
    check_names(pipeline, kernel);
    check_all_fields(pipeline, kernel->reflection);
    bool is_power = (kernel->wave_size & (kernel->wave_size - 1)) == 0;
    if (kernel->wave_size < 4 || !is_power)
        complain(pipeline, pos, "a wave has 4, 8, 16, 32, 64 or 128 lanes");
    else if (ir_contains_op(kernel->body, IR_report))
        complain(pipeline, pos, "reports of failed assertions cannot be compiled from IR text");
    else if (ir_contains_op(kernel->body, IR_print))
        complain(pipeline, pos, "print cannot be compiled from IR text, which has no formats");
    else if (pipeline->options->run == NULL && ir_contains_op(kernel->body, IR_wave_loop))
        diag_report(pipeline->diagnostics, pos, DIAG_ir_has_wave_loops, kernel->name);
    return diag_error_count(pipeline->diagnostics) == 0;
}

static bool is_sound(Pipeline *pipeline, const IrKernel *kernel)
{
    SourcePos where = SOURCE_NOWHERE;
    const char *fault = ir_verify_at(pipeline->module, kernel, &where);
    if (fault != NULL)
        complain(pipeline, where != SOURCE_NOWHERE ? where : kernel->pos, fault);
    return fault == NULL && can_be_compiled(pipeline, kernel);
}

/* -E and --wave-size. */
static bool is_wanted(const Options *options, const IrKernel *kernel)
{
    bool is_size = options->wave_size_count == 0;
    for (int i = 0; i < options->wave_size_count; i++)
        is_size |= options->wave_sizes[i] == kernel->wave_size;
    return is_size && (options->entry == NULL || strcmp(options->entry, kernel->name) == 0);
}

static bool is_same_variant(const IrKernel *left, const IrKernel *right)
{
    const IrLaneOrder *one = &left->order, *other = &right->order;
    return left->name == right->name && left->wave_size == right->wave_size && one->kind == other->kind &&
           one->seed == other->seed && one->extra_waves == other->extra_waves;
}

static bool is_new(Pipeline *pipeline, const IrKernelList *kernels, const IrKernel *kernel)
{
    for (int i = 0; i < kernels->count; i++)
        if (is_same_variant(kernels->items[i], kernel)) {
            complain(pipeline, kernel->pos, "this kernel is there already, with its wave size and lane order");
            return false;
        }
    return true;
}

IrKernelList ir_input_kernels(Pipeline *pipeline, const SourceFile *file)
{
    IrKernelList all = {0}, kernels = {0};
    SourcePos where;
    Slice text = {file->text, file->length};
    Arena *arena = pipeline->module;
    const char *error = ir_read_all(arena, pipeline->names, text, file->start, &all, &where);
    if (error != NULL)
        complain(pipeline, where, error);
    for (int i = 0; error == NULL && i < all.count; i++) {
        IrKernel *kernel = all.items[i];
        if (!is_wanted(pipeline->options, kernel))
            continue;
        if (!is_new(pipeline, &kernels, kernel) || !is_sound(pipeline, kernel))
            break;
        vec_push(arena, &kernels, kernel);
    }
    if (kernels.count == 0 && diag_error_count(pipeline->diagnostics) == 0)
        diag_report(pipeline->diagnostics, SOURCE_NOWHERE, DIAG_no_kernel, pipeline->options->input);
    note_time(pipeline, "read IR");
    return kernels;
}
