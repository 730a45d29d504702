/* What a job means, and whether it can be: names first, then types, sizes and files, so that a slip
 * of the pen in the last line costs no long run. */
#include <stdlib.h>
#include <string.h>

#include "job.h"

typedef bool VisitItem(JobFile *job, JobItem *item, void *context);

/* Calls visit for all items, those inside others behind them, until one gives false. */
static bool for_each_item(JobFile *job, const JobItems *items, VisitItem *visit, void *context)
{
    for (size_t i = 0; i < items->count; i++)
        if (!visit(job, &items->items[i], context) ||
            !for_each_item(job, &items->items[i].items, visit, context))
            return false;
    return true;
}

/* ---- types ---- */

static bool check_used(JobFile *job)
{
    for (size_t i = 0; i < job->resources.count; i++) {
        const JobResource *resource = &job->resources.items[i];
        if (!resource->info && resource->buffer && !resource->out.text)
            continue;
        if (!resource->info)
            return job_fail(&job->source, resource->name.place,
                            "no pass uses '%s', and what it is follows from the shader",
                            resource->name.text);
        if (host_kind(resource->info)->missing)
            return job_fail(&job->source, resource->place, "%s",
                            host_kind(resource->info)->missing);
    }
    return true;
}

static bool find_formats(JobFile *job)
{
    Report *report = job->source.report;
    for (size_t i = 0; i < job->resources.count; i++) {
        JobResource *resource = &job->resources.items[i];
        if (!resource->format.text)
            continue;
        resource->texels = host_find_texel_format(report, resource->format.text);
        if (!resource->texels && job_is_data_format(resource->format.text))
            return job_fail(&job->source, resource->format.place,
                            "format: is DXGI's here, such as R32_SINT; %s is a Format of Buffers:",
                            resource->format.text);
        if (!resource->texels ||
            !host_check_resource_format(report, resource->info, resource->texels))
            return job_fail_in(&job->source, resource->format.place);
    }
    return true;
}

static bool check_fits(JobFile *job, const JobResource *held, const JobBinding *binding)
{
    const WccResourceInfo *info = binding->slot.info;
    Report *report = job->source.report;
    if ((held->info->kind == WCC_CBUFFER) == (info->kind == WCC_CBUFFER) &&
        host_check_fits(report, held->info, info))
        return true;
    host_fail(report, "'%s' is a %s, which does not fit '%s', a %s", held->name.text,
              held->info->type, info->name, info->type);
    return job_fail_in(&job->source, binding->place);
}

static bool check_bindings(JobFile *job, JobItem *item, void *context)
{
    (void)context;
    for (size_t i = 0; item->pass && i < item->pass->binding_count; i++) {
        const JobBinding *binding = &item->pass->bindings[i];
        if (binding->resource && !check_fits(job, binding->resource, binding))
            return false;
    }
    return true;
}

/* ---- numbers ---- */

static bool check_counters(const JobFile *job, const JobItem *item)
{
    for (size_t i = 0; i < item->counters.count; i++) {
        const JobText *name = &item->counters.items[i].name;
        const WccResourceInfo *info = job_find_resource(job, name->text)->info;
        if (!info->has_counter)
            return job_fail(&job->source, name->place, "'%s' is a %s, which has no counter",
                            name->text, info->type);
    }
    return true;
}

static bool check_numbers(JobFile *job, JobItem *item, void *context)
{
    uint32_t groups[3];
    bool known;
    (void)context;
    if (!item->pass)
        return true;
    for (size_t i = 0; i < item->pass->set_count; i++)
        if (!job_set_constant(job, item->pass, &item->pass->sets[i], NULL))
            return false;
    return check_counters(job, item) && job_count_groups(job, item->pass, groups, &known);
}

static bool check_inputs(JobFile *job)
{
    for (size_t i = 0; i < job->resources.count; i++)
        if (job->resources.items[i].info && !job_check_input(job, &job->resources.items[i]))
            return false;
    return true;
}

bool job_check(JobFile *job, const CommandLine *line)
{
    return job_take_typed(job, line) && job_resolve(job, line) && check_used(job) &&
           find_formats(job) && for_each_item(job, &job->passes, check_bindings, NULL) &&
           job_check_swaps(job, &job->passes) && job_check_sizes(job) &&
           job_check_swapped_sizes(job, &job->passes) && check_inputs(job) &&
           for_each_item(job, &job->passes, check_numbers, NULL) &&
           job_check_outputs(job);
}

WccStatus job_carry_out(JobFile *job, const CommandLine *line, FILE *out)
{
    if (!job_check(job, line))
        return WCC_BAD_INPUT;
    if (line->is_dry)
        return job_print(job, out) ? WCC_OK : WCC_BAD_INPUT;
    return job_run(job, line, out);
}
