/* Numbers that rest on others: sizes of resources, groups of passes, constants. What rests on a
 * file's size is known once that file is loaded. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"

/* ---- sizes of resources ---- */

static bool evaluate_sides(Scope *scope, const JobList *list, Text *text)
{
    for (size_t i = 0; i < list->count; i++) {
        double value;
        if (!job_evaluate_in(scope, &list->items[i], &value))
            return false;
        value = scope->is_unknown ? 1 : floor(value); /* what is not known is something */
        if (!scope->is_unknown && !(value >= 1 && value <= UINT32_MAX))
            return job_fail(&scope->job->source, list->items[i].place,
                            "a size of %.17g; at least 1 is wanted", value);
        host_text_printf(text, "%s%.0f", i ? "x" : "", value);
    }
    return true;
}

/* "1920x1080", as --size takes it. */
static bool is_plain_size(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits && strchr("xX:", text[digits]);
}

/* size: other */
static bool take_size_of(JobFile *job, JobResource *resource, JobResource *other)
{
    const JobText *text = &resource->size.items[0];
    Extent extent;
    if (!other->info || host_is_texture(other->info) != host_is_texture(resource->info) ||
        host_is_raw(other->info) != host_is_raw(resource->info))
        return job_fail(&job->source, text->place,
                        "'%s' is of another kind; say %s.width or %s.count", text->text,
                        text->text, text->text);
    if (!job_find_extent(job, other))
        return false;
    if (job_extent_of(other, &extent)) {
        resource->extent = extent;
        resource->sized = SIZE_KNOWN;
    }
    return true;
}

static bool take_written_size(JobFile *job, JobResource *resource)
{
    const JobList *size = &resource->size;
    Report *report = job->source.report;
    Scope scope = {.job = job};
    Text text = {0};
    JobResource *other = size->count == 1 ? job_find_resource(job, size->items[0].text) : NULL;
    if (other && other != resource)
        return take_size_of(job, resource, other);
    if (size->count == 1 && is_plain_size(size->items[0].text))
        host_text_printf(&text, "%s", size->items[0].text);
    else if (!evaluate_sides(&scope, size, &text)) {
        free(text.text);
        return false;
    }
    Extent extent = {0};
    bool good = !text.failed &&
                (host_parse_extent(report, resource->info, text.text, &extent) ||
                 job_fail_in(&job->source, size->place));
    if (good && (!extent.width || !extent.height || !extent.depth))
        good = job_fail(&job->source, size->place, "a size of 0");
    free(text.text);
    if (good && !scope.is_unknown) {
        WccResource view;
        size_t bytes;
        resource->extent = extent;
        resource->sized = SIZE_KNOWN;
        good = host_lay_out(report, resource->info, extent, &view, &bytes) ||
               job_fail_in(&job->source, size->place);
    }
    return good;
}

/* Of a buffer of the suite's. */
static bool take_block_size(JobFile *job, JobResource *resource)
{
    WccResource view;
    size_t bytes;
    if (resource->size.count)
        return job_fail(&job->source, resource->place, "the Data of '%s' says its size",
                        resource->name.text);
    resource->extent = job_block_extent(resource);
    resource->sized = SIZE_KNOWN;
    return host_lay_out(job->source.report, resource->info, resource->extent, &view, &bytes) ||
           job_fail_in(&job->source, resource->place);
}

bool job_find_extent(JobFile *job, JobResource *resource)
{
    if (resource->sized == SIZE_ASKED)
        return job_fail(&job->source, resource->place, "the size of '%s' rests on itself",
                        resource->name.text);
    if (resource->sized == SIZE_KNOWN || resource->storage || !resource->info)
        return true;
    if (resource->info->kind == WCC_CBUFFER) {
        resource->extent = host_constants_extent(resource->info);
        resource->sized = SIZE_KNOWN;
        return !resource->size.count || job_fail(&job->source, resource->size.place,
                                                 "a cbuffer has the size that the shader gives it");
    }
    if (resource->buffer && !resource->in.count)
        return take_block_size(job, resource);
    if (!resource->size.count)
        return true;
    resource->sized = SIZE_ASKED;
    bool good = take_written_size(job, resource);
    resource->sized = resource->sized == SIZE_ASKED ? SIZE_UNKNOWN : resource->sized;
    return good;
}

bool job_check_sizes(JobFile *job)
{
    for (size_t i = 0; i < job->resources.count; i++) {
        JobResource *resource = &job->resources.items[i];
        if (!resource->info)
            continue;
        if (!resource->size.count && !resource->in.count && !resource->buffer &&
            resource->info->kind != WCC_CBUFFER)
            return job_fail(&job->source, resource->place, "'%s' needs a size: or an in:",
                            resource->name.text);
        if (!job_find_extent(job, resource))
            return false;
    }
    return true;
}

/* ---- groups ---- */

/* Threads or groups on each axis: expressions, rounded up. */
static bool evaluate_axes(Scope *scope, const JobList *list, bool may_be_none, uint32_t axes[3])
{
    for (size_t i = 0; i < 3; i++) {
        double value = 1;
        if (i < list->count && !job_evaluate_in(scope, &list->items[i], &value))
            return false;
        value = ceil(value);
        if (!scope->is_unknown && !(value >= (may_be_none ? 0 : 1) && value <= INT32_MAX))
            return job_fail(&scope->job->source, list->items[i].place,
                            "%.17g is no size of a dispatch", value);
        axes[i] = scope->is_unknown ? 1 : (uint32_t)value;
    }
    return list->count <= 3 || job_fail(&scope->job->source, list->place,
                                        "a dispatch has three sizes at most");
}

static bool evaluate_threads(Scope *scope, const JobPass *pass, bool is_running,
                             uint32_t groups[3])
{
    const JobList *list = &pass->item->threads;
    JobResource *resource = list->count == 1 ? job_find_resource(scope->job, list->items[0].text)
                                             : NULL;
    Extent threads = {1, 1, 1};
    if (resource) {
        if (!job_find_extent(scope->job, resource))
            return false;
        bool known = job_extent_of(resource, &threads);
        scope->is_unknown |= !known;
        threads.width /= known && host_is_raw(resource->info) ? 4 : 1;
    } else {
        uint32_t axes[3] = {1, 1, 1};
        if (!evaluate_axes(scope, list, is_running, axes))
            return false;
        threads = (Extent){axes[0], axes[1], axes[2]};
    }
    host_count_groups(pass->entry, threads, groups);
    return true;
}

/* Three words of a buffer. */
static bool read_indirect(Scope *scope, const JobPass *pass, uint32_t groups[3])
{
    JobFile *job = scope->job;
    const JobResource *resource = pass->indirect;
    JobPlace place = pass->item->indirect.place;
    if (host_is_texture(resource->info) || resource->info->kind == WCC_CBUFFER)
        return job_fail(&job->source, place, "'%s' is no buffer", resource->name.text);
    scope->is_unknown |= !resource->storage;
    if (!resource->storage)
        return true;
    size_t bytes = resource->storage->bytes;
    if (bytes < 12 || pass->indirect_offset > bytes - 12)
        return job_fail(&job->source, place, "'%s' has %zu bytes, too few for three words at %u",
                        resource->name.text, bytes, pass->indirect_offset);
    host_see(job->ranks, job->source.report, resource->storage, resource->name.text);
    memcpy(groups, (const char *)resource->storage->view.data + pass->indirect_offset, 12);
    return true;
}

bool job_count_groups(JobFile *job, const JobPass *pass, uint32_t groups[3], bool *known)
{
    Scope scope = {.job = job, .item = pass->item};
    const JobItem *item = pass->item;
    bool is_running = pass->bound.rows != NULL;
    bool good = pass->indirect ? read_indirect(&scope, pass, groups)
                : item->threads.count ? evaluate_threads(&scope, pass, is_running, groups)
                                      : evaluate_axes(&scope, &item->dispatch, is_running, groups);
    *known = !scope.is_unknown;
    return good && (!*known || host_groups_are_few(job->source.report, pass->entry, groups) ||
                    job_fail_in(&job->source, item->place));
}

/* ---- constants ---- */

static bool is_whole(const WccField *field)
{
    return host_number(host_number_of(field->scalar))->family != FAMILY_FLOAT;
}

bool job_is_literal(const WccField *field, const char *text)
{
    Report quiet = {0};
    uint64_t value;
    return host_parse_number(&quiet, text, host_number_of(field->scalar), &value);
}

/* Numbers as they stand, values of expressions in as many digits as they have; whole ones are
 * rounded down. */
static bool spell_values(Scope *scope, const JobSet *set, Text *text)
{
    const JobList *values = &set->written->values;
    const WccField *field = set->constant.field;
    for (size_t i = 0; i < values->count; i++) {
        double value;
        host_text_printf(text, "%s", i ? "," : "");
        if (job_is_literal(field, values->items[i].text)) {
            host_text_printf(text, "%s", values->items[i].text);
            continue;
        }
        if (!job_evaluate_in(scope, &values->items[i], &value))
            return false;
        if (is_whole(field))
            host_text_printf(text, "%.0f", scope->is_unknown ? 0 : floor(value));
        else
            host_text_printf(text, "%.17g", value);
    }
    return true;
}

bool job_set_constant(JobFile *job, const JobPass *pass, const JobSet *set, uint8_t *cbuffer)
{
    Scope scope = {.job = job, .item = pass->item};
    Text text = {0};
    bool good = spell_values(&scope, set, &text);
    if (good && text.failed)
        good = host_fail(job->source.report, "not enough memory");
    else if (good)
        good = host_set_constant(job->source.report, &set->constant, text.text, cbuffer) ||
               job_fail_in(&job->source, set->written->values.place);
    free(text.text);
    return good;
}
