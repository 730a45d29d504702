/* Names that change places: a pass then sees what another one left. They are of one type and size,
 * so that only the contents are others. */
#include <stdlib.h>
#include <string.h>

#include "job.h"

/* ---- names ---- */

static bool check_names(const JobFile *job, const JobList *swap)
{
    if (swap->count < 2)
        return job_fail(&job->source, swap->place, "a swap takes two names or more");
    for (size_t i = 0; i < swap->count; i++) {
        if (!job_find_resource(job, swap->items[i].text))
            return job_fail_no_resource(job, &swap->items[i]);
        for (size_t j = 0; j < i; j++)
            if (!strcmp(swap->items[i].text, swap->items[j].text))
                return job_fail(&job->source, swap->items[i].place, "'%s' is there twice",
                                swap->items[i].text);
    }
    return true;
}

bool job_check_swapped_names(const JobFile *job, const JobItem *item)
{
    for (size_t i = 0; i < item->swaps.count; i++)
        if (!check_names(job, &item->swaps.items[i]))
            return false;
    return true;
}

/* ---- types ---- */

bool job_share_types(JobFile *job, const JobItems *items)
{
    bool changed = false;
    for (size_t i = 0; i < items->count; i++) {
        const JobItem *item = &items->items[i];
        for (size_t j = 0; j < item->swaps.count; j++) {
            const JobList *swap = &item->swaps.items[j];
            const WccResourceInfo *info = NULL;
            for (size_t k = 0; k < swap->count && !info; k++)
                info = job_find_resource(job, swap->items[k].text)->info;
            for (size_t k = 0; k < swap->count && info; k++) {
                JobResource *resource = job_find_resource(job, swap->items[k].text);
                changed |= !resource->info;
                resource->info = resource->info ? resource->info : info;
            }
        }
        changed |= job_share_types(job, &item->items);
    }
    return changed;
}

/* Memory is short: they count as the same, and what comes next says so. */
static bool has_same_elements(const WccResourceInfo *left, const WccResourceInfo *right)
{
    Report quiet = {0};
    Layout one = {0}, other = {0};
    bool same = left->stride == right->stride;
    if (host_new_layout(&quiet, left, &one) && host_new_layout(&quiet, right, &other)) {
        same = same && one.count == other.count;
        for (uint32_t i = 0; same && i < one.count; i++)
            same = one.scalars[i].offset == other.scalars[i].offset &&
                   one.scalars[i].number == other.scalars[i].number;
    }
    host_free_layout(&one);
    host_free_layout(&other);
    return same;
}

/* Each of the names may come to mean what another one was made for: bytes would be taken for other
 * numbers. */
static bool check_types(JobFile *job, const JobList *swap)
{
    for (size_t i = 0; i < swap->count; i++) {
        const JobResource *one = job_find_resource(job, swap->items[i].text);
        const JobResource *first = job_find_resource(job, swap->items[0].text);
        if (one->info->kind == WCC_CBUFFER)
            return job_fail(&job->source, swap->items[i].place, "a cbuffer cannot be swapped");
        if (!host_check_fits(job->source.report, one->info, first->info) ||
            !host_check_fits(job->source.report, first->info, one->info) ||
            !has_same_elements(one->info, first->info))
            return job_fail(&job->source, swap->items[i].place,
                            "'%s' is a %s, and '%s' a %s: they cannot be swapped",
                            one->name.text, one->info->type, first->name.text,
                            first->info->type);
        if (one->texels != first->texels)
            return job_fail(&job->source, swap->items[i].place,
                            "'%s' and '%s' differ in format: they cannot be swapped",
                            one->name.text, first->name.text);
    }
    return true;
}

typedef bool CheckSwap(JobFile *job, const JobList *swap);

static bool for_each_swap(JobFile *job, const JobItems *items, CheckSwap *check)
{
    for (size_t i = 0; i < items->count; i++) {
        const JobItem *item = &items->items[i];
        for (size_t j = 0; j < item->swaps.count; j++)
            if (!check(job, &item->swaps.items[j]))
                return false;
        if (!for_each_swap(job, &item->items, check))
            return false;
    }
    return true;
}

bool job_check_swaps(JobFile *job, const JobItems *items)
{
    return for_each_swap(job, items, check_types);
}

/* ---- sizes ---- */

static uint32_t levels_of(const JobResource *resource)
{
    return resource->storage && resource->storage->view.mips > 1 ? resource->storage->view.mips
                                                                 : 1;
}

static bool check_sizes(JobFile *job, const JobList *swap)
{
    const JobResource *first = job_find_resource(job, swap->items[0].text);
    Extent size, other;
    char text[2][48];
    for (size_t i = 1; i < swap->count; i++) {
        const JobResource *one = job_find_resource(job, swap->items[i].text);
        bool known = job_extent_of(first, &size) && job_extent_of(one, &other);
        if (known && !host_same_extent(size, other))
            return job_fail(&job->source, swap->items[i].place,
                            "'%s' is %s, and '%s' %s: they cannot be swapped; passes with a bind: "
                            "each can use one and then the other",
                            one->name.text, host_spell_extent(one->info, other, text[0]),
                            first->name.text, host_spell_extent(first->info, size, text[1]));
        if (levels_of(one) != levels_of(first))
            return job_fail(&job->source, swap->items[i].place,
                            "'%s' and '%s' differ in mip levels: they cannot be swapped",
                            one->name.text, first->name.text);
    }
    return true;
}

bool job_check_swapped_sizes(JobFile *job, const JobItems *items)
{
    return for_each_swap(job, items, check_sizes);
}

/* ---- the swap ---- */

void job_swap_names(JobFile *job, const JobList *names)
{
    JobResource *into = job_find_resource(job, names->items[0].text);
    Storage *first = into->storage;
    for (size_t i = 1; i < names->count; i++) {
        JobResource *from = job_find_resource(job, names->items[i].text);
        into->storage = from->storage;
        into = from;
    }
    into->storage = first;
}
