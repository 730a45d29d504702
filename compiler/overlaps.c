/* Two resources at one register in one entry point, as dxc refuses them: of what is left once
 * nothing is compiled in vain. A host could bind only one of them. */
#include "pipeline_priv.h"

static void mark_used(const IrReflection *reflection, const IrResource *resource, bool *used)
{
    for (int i = 0; resource != NULL && i < reflection->resource_count; i++)
        used[i] |= reflection->resources[i].resource == resource;
}

/* Behind its last register. */
static uint64_t register_end(const IrResourceInfo *info)
{
    uint32_t count = info->resource->array_count;
    return (uint64_t)info->register_index + (count == 0 ? 1 : count);
}

/* Descriptor heaps are arrays at one place on purpose; they are declared nowhere. */
static bool overlap(const IrResourceInfo *left, const IrResourceInfo *right)
{
    return left->register_class == right->register_class && left->space == right->space &&
           left->pos != SOURCE_NOWHERE && right->pos != SOURCE_NOWHERE &&
           left->register_index < register_end(right) && right->register_index < register_end(left);
}

static void report_overlap(Diagnostics *diagnostics, const IrResourceInfo *info,
                           const IrResourceInfo *other)
{
    diag_report(diagnostics, info->pos, DIAG_register_overlap, info->resource->name,
                info->register_class, info->register_index, other->resource->name,
                other->register_class, other->register_index, info->space);
    diag_report(diagnostics, other->pos, DIAG_declared_here, other->resource->name);
}

bool resources_lie_apart(Pipeline *pipeline, const IrKernel *kernel,
                         const IrReflection *reflection)
{
    int errors = diag_error_count(pipeline->diagnostics);
    bool *used = ARENA_ARRAY(pipeline->module, bool, reflection->resource_count + 1);
    EACH_INSTR (kernel->body, instr) {
        mark_used(reflection, instr->resource, used);
        mark_used(reflection, instr->sampler, used);
    }
    for (int i = 0; i < reflection->resource_count; i++)
        for (int k = 0; k < i && used[i]; k++)
            if (used[k] && overlap(&reflection->resources[i], &reflection->resources[k]))
                report_overlap(pipeline->diagnostics, &reflection->resources[i],
                               &reflection->resources[k]);
    return diag_error_count(pipeline->diagnostics) == errors;
}
