/* What is bound to the resources and samplers that a pass uses: what its own bind: says, then the
 * job's, then what DescriptorSets have at its register, then what has the same name. */
#include "job.h"

#include <string.h>

static const char *sampler_name(const void *list, size_t index)
{
    return ((const JobSampler *)list)[index].name.text;
}

const JobBinding *job_find_binding(const JobPass *pass, uint32_t row)
{
    for (size_t i = 0; i < pass->binding_count; i++)
        if (pass->bindings[i].slot.row == row)
            return &pass->bindings[i];
    return NULL;
}

/* Binds what has this name; false, without a reason, where nothing has. */
static bool bind_name(const JobFile *job, JobPass *pass, Slot slot, const char *name,
                      JobPlace place)
{
    JobBinding *binding = &pass->bindings[pass->binding_count];
    *binding = (JobBinding){.slot = slot, .place = place};
    if (host_kind(slot.info)->class == CLASS_SAMPLER)
        binding->sampler = job_find_sampler(job, name);
    else
        binding->resource = job_find_resource(job, name);
    bool found = binding->sampler || binding->resource;
    pass->binding_count += found;
    return found;
}

static bool fail_no_target(const JobFile *job, Slot slot, const JobText *name)
{
    if (host_kind(slot.info)->class != CLASS_SAMPLER)
        return job_fail_no_resource(job, name);
    host_fail_unknown(job->source.report, "unknown sampler", name->text,
                      (NameList){job->samplers.items, job->samplers.count, sampler_name});
    return job_fail_in(&job->source, name->place);
}

/* bind: of the pass. */
static bool bind_own(const JobFile *job, const JobItem *item, JobPass *pass)
{
    for (size_t i = 0; i < item->binds.count; i++) {
        const JobPair *pair = &item->binds.items[i];
        Slot slot;
        if (!host_find_slot(job->source.report, pass->module, pair->name.text, &slot))
            return job_fail_in(&job->source, pair->name.place);
        if (!host_entry_uses(pass->module, pass->entry, slot.info))
            return job_fail(&job->source, pair->name.place, "%s does not use '%s'",
                            pass->entry->name, pair->name.text);
        if (job_find_binding(pass, slot.row))
            return job_fail(&job->source, pair->name.place, "'%s' is bound twice",
                            pair->name.text);
        if (pair->values.count != 1)
            return job_fail(&job->source, pair->values.place, "one name is bound to another");
        const JobText *target = &pair->values.items[0];
        if (!bind_name(job, pass, slot, target->text, target->place))
            return fail_no_target(job, slot, target);
    }
    return true;
}

/* bind: of the job, for the passes that use it. */
static bool bind_common(const JobFile *job, JobPass *pass)
{
    for (size_t i = 0; i < job->binds.count; i++) {
        const JobPair *pair = &job->binds.items[i];
        const JobText *target = &pair->values.items[0];
        Report quiet = {0};
        Slot slot;
        if (host_find_slot(&quiet, pass->module, pair->name.text, &slot) &&
            host_entry_uses(pass->module, pass->entry, slot.info) &&
            !job_find_binding(pass, slot.row) &&
            !bind_name(job, pass, slot, target->text, target->place))
            return fail_no_target(job, slot, target);
    }
    return true;
}

/* By its register, or by its name. */
static bool bind_rest(const JobFile *job, const JobItem *item, JobPass *pass,
                         const WccResourceInfo *info, uint32_t index)
{
    char name[128];
    KindClass class = host_kind(info)->class;
    Slot slot = {info, info->first_row + index};
    snprintf(name, sizeof name, info->array_count ? "%s[%u]" : "%s", info->name, index);
    if (job_find_binding(pass, slot.row))
        return true;
    JobBinding *binding = &pass->bindings[pass->binding_count];
    *binding = (JobBinding){.slot = slot};
    if (!job_bind_register(job, slot, binding))
        return false;
    pass->binding_count += binding->resource || binding->sampler;
    if (binding->resource || binding->sampler || bind_name(job, pass, slot, name, item->place) ||
        class == CLASS_SAMPLER || class == CLASS_CONSTANTS || info->array_count)
        return true;
    host_fail_unknown(job->source.report, "no resource for", info->name,
                      job_resource_names(job));
    host_fail_in(job->source.report, "%s, which uses a %s", pass->entry->name, info->type);
    return job_fail_in(&job->source, item->place);
}

bool job_bind(JobFile *job, const JobItem *item, JobPass *pass)
{
    const WccEntry *entry = pass->entry;
    size_t most = 1;
    for (uint32_t i = 0; i < entry->resource_count; i++)
        most += host_rows_of(pass->module, &pass->module->resources[entry->resources[i]]);
    pass->bindings = job_alloc(&job->source, most, sizeof *pass->bindings);
    if (!pass->bindings || !bind_own(job, item, pass) || !bind_common(job, pass))
        return false;
    for (uint32_t i = 0; i < entry->resource_count; i++) {
        const WccResourceInfo *info = &pass->module->resources[entry->resources[i]];
        for (uint32_t j = 0; j < host_rows_of(pass->module, info); j++)
            if (!bind_rest(job, item, pass, info, j))
                return false;
    }
    for (size_t i = 0; i < pass->binding_count; i++) {
        JobResource *resource = pass->bindings[i].resource;
        const WccResourceInfo *info = pass->bindings[i].slot.info;
        if (resource && (!resource->info || (host_kind(info)->writable &&
                                             !host_kind(resource->info)->writable)))
            resource->info = info;
    }
    return true;
}

bool job_check_binds(const JobFile *job)
{
    for (size_t i = 0; i < job->binds.count; i++) {
        const JobPair *pair = &job->binds.items[i];
        bool known = false;
        for (size_t j = 0; j < job->shaders.count && !known; j++) {
            Slot slot;
            known = host_find_slot(job->source.report, job->shaders.items[j].module,
                                   pair->name.text, &slot);
        }
        if (!known)
            return job_fail_in(&job->source, pair->name.place);
    }
    return true;
}
