/* The tables of wcc_abi.h. */
#include "emit_priv.h"

static void emit_default(Text *out, int resource, int field, const IrField *description)
{
    const unsigned char *bytes = description->default_value;
    text_printf(out, "static const unsigned char resource%d_default%d[] = {", resource, field);
    for (uint32_t i = 0; i < description->default_size; i++)
        text_printf(out, "%s%u", i ? ", " : "", bytes[i]);
    text_printf(out, "};\n");
}

static void emit_field(Text *out, int resource, int index, const IrField *field)
{
    text_printf(out, "    {");
    emit_string(out, field->name);
    text_printf(out, ", ");
    emit_string(out, field->type);
    text_printf(out, ", %u, WCC_%s, %u, %u, %u, %u, %u, %u, ", field->offset, field->scalar,
                field->rows, field->columns, field->row_stride, field->column_stride,
                field->array_count, field->array_stride);
    if (field->default_value != NULL)
        text_printf(out, "resource%d_default%d},\n", resource, index);
    else
        text_printf(out, "0},\n");
}

static void emit_fields(Text *out, int resource, const IrResourceInfo *info)
{
    if (info->field_count == 0)
        return;
    for (int i = 0; i < info->field_count; i++)
        if (info->fields[i].default_value != NULL)
            emit_default(out, resource, i, &info->fields[i]);
    text_printf(out, "static const WccField resource%d_fields[] = {\n", resource);
    for (int i = 0; i < info->field_count; i++)
        emit_field(out, resource, i, &info->fields[i]);
    text_printf(out, "};\n");
}

static void emit_sampler(Text *out, int resource, const IrStaticSampler *sampler)
{
    text_printf(out,
                "static const WccSampler resource%d_sampler = {WCC_%s, WCC_%s, WCC_%s, {WCC_%s, "
                "WCC_%s, WCC_%s}, WCC_%s, ",
                resource, sampler->filter[0], sampler->filter[1], sampler->filter[2],
                sampler->address[0], sampler->address[1], sampler->address[2], sampler->comparison);
    text_printf(out, "%a, %a, %a, {%a, %a, %a, %a}};\n", (double)sampler->bias,
                (double)sampler->min_level, (double)sampler->max_level, (double)sampler->border[0],
                (double)sampler->border[1], (double)sampler->border[2], (double)sampler->border[3]);
}

static void emit_resource(Text *out, int index, const IrResourceInfo *info)
{
    const IrResource *resource = info->resource;
    bool is_cbuffer = resource->shape == IR_SHAPE_CBUFFER;
    text_printf(out, "    {");
    emit_string(out, resource->name);
    text_printf(out, ", ");
    emit_string(out, info->type);
    text_printf(out, ", WCC_%s, '%c', %u, %u, %uu, %u, WCC_%s, %u, %u, %d, ", info->kind,
                info->register_class, info->register_index, info->space, resource->array_count,
                resource->first_row, info->scalar ? info->scalar : "U32", info->components,
                is_cbuffer ? resource->size : resource->stride, info->has_counter);
    if (info->field_count > 0)
        text_printf(out, "resource%d_fields, %d, ", index, info->field_count);
    else
        text_printf(out, "0, 0, ");
    if (info->sampler != NULL)
        text_printf(out, "&resource%d_sampler},\n", index);
    else
        text_printf(out, "0},\n");
}

static void emit_resources(Text *out, const IrReflection *reflection)
{
    for (int i = 0; i < reflection->resource_count; i++)
        emit_fields(out, i, &reflection->resources[i]);
    for (int i = 0; i < reflection->resource_count; i++)
        if (reflection->resources[i].sampler != NULL)
            emit_sampler(out, i, reflection->resources[i].sampler);
    if (reflection->resource_count == 0)
        return;
    text_printf(out, "static const WccResourceInfo resources[] = {\n");
    for (int i = 0; i < reflection->resource_count; i++)
        emit_resource(out, i, &reflection->resources[i]);
    text_printf(out, "};\n");
}

/* One wave a group may need less than several. */
static uint64_t most_shared_bytes(const EmitEntry *entry)
{
    uint64_t most = 0;
    for (int i = 0; i < entry->variant_count; i++)
        most = ir_shared_bytes(entry->variants[i]->kernel) > most
                   ? ir_shared_bytes(entry->variants[i]->kernel)
                   : most;
    return most;
}

/* As wcc_denormals.h has it. */
static const char *kernel_mode(const Plan *plan)
{
    return plan->flushes_denormals ? "flushing" : "as_is";
}

static void emit_stores(Text *out, int index, const EmitStores *stores)
{
    if (stores->count == 0)
        return;
    text_printf(out, "static const WccStore entry%d_stores[] = {", index);
    for (int i = 0; i < stores->count; i++) {
        text_printf(out, "%s{%d, ", i ? ", " : "", stores->items[i].resource->index);
        emit_string(out, stores->items[i].path);
        text_printf(out, ", %d}", stores->items[i].line);
    }
    text_printf(out, "};\n");
}

/* Of the function that runs several groups. */
static const char *joined_suffix(const Plan *joined) { return joined != NULL ? "_joining" : "_groups"; }

/* One may call the other. 0: it is not known of one. */
static int64_t stack_of_both(const Plan *plan, const Plan *joined)
{
    if (joined == NULL)
        return plan->stack_bytes;
    return plan->stack_bytes == 0 || joined->stack_bytes == 0 ? 0 : plan->stack_bytes + joined->stack_bytes;
}

static void emit_variant(Text *out, Arena *scratch, const Plan *plan, const Plan *joined,
                         bool schedules)
{
    const IrKernel *kernel = plan->kernel;
    const char *name = emit_function_name(scratch, kernel);
    text_printf(out, "    {%d, ", ir_told_wave_size(kernel));
    if (joined != NULL && joined->has_scratch)
        text_printf(out, "WCC_LARGER(%s_BYTES, %s_BYTES)", name,
                    emit_function_name(scratch, joined->kernel));
    else
        text_printf(out, "%s_BYTES", name);
    text_printf(out, ", %s_call, %d, %d, \"%s", name,
                schedules, plan->may_wait, ir_order_name(kernel->order.kind));
    if (kernel->order.kind == IR_ORDER_RANDOM)
        text_printf(out, ":%u", kernel->order.seed);
    int64_t stack = stack_of_both(plan, joined);
    text_printf(out, "\", %d, %s_row, %lld, ", kernel->order.extra_waves, name, (long long)stack);
    text_printf(out, kernel->points.count > 0 ? "&%s_coverage, " : "%.0s0, ", name);
    text_printf(out, "%d, %d, %d, ", plan->watches_memory, kernel->traces.count > 0,
                kernel->prints.count > 0);
    text_printf(out, kernel->sharing != NULL ? "&%s_sharing, " : "%.0s0, ", name);
    text_printf(out, kernel->updates != NULL ? "&%s_updates},\n" : "%.0s0},\n", name);
}

IrResource **emit_used_resources(Arena *scratch, const EmitEntry *entry, int *count)
{
    int room = 0;
    for (int v = 0; v < entry->variant_count; v++)
        room += entry->variants[v]->kernel->resources.count;
    IrResource **used = ARENA_ARRAY(scratch, IrResource *, room + 1);
    *count = 0;
    for (int v = 0; v < entry->variant_count; v++)
        for (int i = 0; i < entry->variants[v]->kernel->resources.count; i++) {
            IrResource *resource = entry->variants[v]->kernel->resources.items[i];
            int at = 0;
            while (at < *count && used[at]->index != resource->index)
                at++;
            if (at == *count)
                used[(*count)++] = resource;
        }
    return used;
}

static void emit_entry_resources(Text *out, Arena *scratch, int index, const EmitEntry *entry)
{
    int count;
    IrResource **used = emit_used_resources(scratch, entry, &count);
    if (count == 0)
        return;
    text_printf(out, "static const uint32_t entry%d_resources[] = {", index);
    for (int i = 0; i < count; i++)
        text_printf(out, "%s%d", i ? ", " : "", used[i]->index);
    text_printf(out, "};\n");
}

static void emit_wrappers(Text *out, Arena *scratch, const Plan *plan, const Plan *joined)
{
    const char *name = emit_function_name(scratch, plan->kernel);
    if (joined != NULL)
        text_printf(out, "WCC_JOINING(%s, %s, %d)\n", name,
                    emit_function_name(scratch, joined->kernel), joined->kernel->joined);
    int side_by_side = joined != NULL ? joined->kernel->joined : 1;
    text_printf(out, "WCC_CALL(%s, %s%s, %s, %d, %d)\n", name, name, joined_suffix(joined),
                kernel_mode(plan), side_by_side,
                joined != NULL ? joined->groups_in_call * side_by_side : plan->groups_in_call);
}

static void emit_entry_parts(Text *out, int index, const EmitEntry *entry, const EmitModule *module)
{
    Arena *scratch = arena_new("tables");
    emit_entry_resources(out, scratch, index, entry);
    for (int i = 0; i < entry->variant_count; i++) {
        emit_sharing(out, scratch, module->sources, entry->variants[i]->kernel);
        emit_updates(out, scratch, entry->variants[i]->kernel, module->reflection->row_count);
        emit_wrappers(out, scratch, entry->variants[i], emit_joined(entry, i));
    }
    text_printf(out, "static const WccVariant entry%d_variants[] = {\n", index);
    for (int i = 0; i < entry->variant_count; i++)
        emit_variant(out, scratch, entry->variants[i], emit_joined(entry, i), module->schedules);
    text_printf(out, "};\n");
    arena_drop(scratch);
}

static void emit_entry(Text *out, int index, const EmitEntry *entry, const EmitStores *stores)
{
    const uint32_t *threads = ir_told_threads(entry->variants[0]->kernel);
    Arena *scratch = arena_new("tables");
    int resource_count;
    emit_used_resources(scratch, entry, &resource_count);
    arena_drop(scratch);
    text_printf(out, "    {");
    emit_string(out, entry->name);
    text_printf(out, ", {%u, %u, %u}, %llu, ", threads[0], threads[1], threads[2],
                (unsigned long long)most_shared_bytes(entry));
    if (resource_count > 0)
        text_printf(out, "entry%d_resources, %d, ", index, resource_count);
    else
        text_printf(out, "0, 0, ");
    text_printf(out, "entry%d_variants, %d, ", index, entry->variant_count);
    if (stores->count > 0)
        text_printf(out, "entry%d_stores, %d},\n", index, stores->count);
    else
        text_printf(out, "0, 0},\n");
}

void emit_tables(Text *out, const EmitModule *module, const EmitStores *stores)
{
    const IrReflection *reflection = module->reflection;
    text_printf(out, "\n");
    emit_resources(out, reflection);
    for (int i = 0; i < module->entry_count; i++) {
        emit_entry_parts(out, i, &module->entries[i], module);
        emit_stores(out, i, &stores[i]);
    }
    text_printf(out, "static const WccEntry entries[] = {\n");
    for (int i = 0; i < module->entry_count; i++)
        emit_entry(out, i, &module->entries[i], &stores[i]);
    text_printf(out, "};\nconst WccModule %s_module = {WCC_ABI_VERSION, ", module->name);
    emit_string(out, module->source);
    text_printf(out, ", %s, %d, %u, entries, %d};\n",
                reflection->resource_count > 0 ? "resources" : "0", reflection->resource_count,
                reflection->row_count, module->entry_count);
}
