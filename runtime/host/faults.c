/* The faults that kernels compiled with --check report: collected from all workers, told when
 * the run has ended. Of each place in the source one fault is kept, that of the first group and
 * wave, so that what is told does not depend on the workers; the others are counted. */
#include "faults.h"

#include <stdlib.h>
#include <string.h>

static int compare_numbers(uint32_t left, uint32_t right)
{
    return (left > right) - (left < right);
}

int host_compare_faults(const WccFault *left, const WccFault *right)
{
    int order = strcmp(left->place->file, right->place->file);
    order = order ? order : compare_numbers(left->place->line, right->place->line);
    order = order ? order : compare_numbers(left->place->column, right->place->column);
    order = order ? order : compare_numbers(left->kind, right->kind);
    return order ? order : compare_numbers((uint32_t)left->axis, (uint32_t)right->axis);
}

static int compare_groups(const WccFault *left, const WccFault *right)
{
    int order = 0;
    for (int axis = 2; axis >= 0 && !order; axis--)
        order = compare_numbers(left->where->group[axis], right->where->group[axis]);
    return order ? order : compare_numbers(left->wave, right->wave);
}

/* Of those at one place: of races between lanes that go in step the one that needs the widest wave,
 * else the first. */
static bool tells_more(const WccFault *fault, const WccFault *kept)
{
    if (fault->lanes_needed != kept->lanes_needed)
        return fault->lanes_needed > kept->lanes_needed;
    return compare_groups(fault, kept) < 0;
}

static void keep(KeptFault *kept, const WccFault *fault)
{
    kept->where = *fault->where;
    kept->fault = *fault;
    kept->fault.where = &kept->where;
}

static void add_fault(void *context, const WccFault *fault)
{
    Faults *faults = context;
    pthread_mutex_lock(&faults->lock);
    int at = 0;
    while (at < faults->kept_count && host_compare_faults(&faults->kept[at].fault, fault))
        at++;
    if (at < MOST_KEPT) {
        KeptFault *kept = &faults->kept[at];
        if (at == faults->kept_count || tells_more(fault, &kept->fault))
            keep(kept, fault);
        faults->kept_count += at == faults->kept_count;
        kept->count++;
    }
    faults->total++;
    pthread_mutex_unlock(&faults->lock);
}

Faults *host_new_faults(Report *report)
{
    Faults *faults = calloc(1, sizeof *faults);
    if (faults && (faults->shadows = host_new_shadows())) {
        pthread_mutex_init(&faults->lock, NULL);
        return faults;
    }
    free(faults);
    host_fail(report, "not enough memory");
    return NULL;
}

void host_free_faults(Faults *faults)
{
    if (!faults)
        return;
    pthread_mutex_destroy(&faults->lock);
    host_free_shadows(faults->shadows);
    free(faults);
}

void host_collect_faults(Faults *faults, WccDispatch *dispatch)
{
    faults->kept_count = 0;
    faults->total = 0;
    memset(faults->kept, 0, sizeof faults->kept);
    memcpy(faults->grid, dispatch->groups, sizeof faults->grid);
    dispatch->report = add_fault;
    host_follow(faults->shadows, dispatch);
    dispatch->report_context = faults;
}
