/* How many groups a step runs: as --dispatch or --threads say, or one thread for each element
 * of its largest output. */
#include "session.h"

#include <string.h>

typedef struct LargestOutput {
    const WccResourceInfo *info; /* NULL: none seen yet */
    uint64_t elements;
    uint32_t groups[3];
    bool differs; /* another output needs another number of groups */
} LargestOutput;

void host_count_groups(const WccEntry *entry, Extent threads, uint32_t groups[3])
{
    const uint32_t sides[3] = {threads.width, threads.height, threads.depth};
    for (int axis = 0; axis < 3; axis++) {
        uint64_t group = entry->threads[axis] ? entry->threads[axis] : 1;
        groups[axis] = (uint32_t)((sides[axis] + group - 1) / group);
    }
}

static void see_output(StepRun *run, Slot output, LargestOutput *largest)
{
    Extent threads = host_extent_of(output.info, &run->session->bindings.rows[output.row]);
    uint32_t groups[3];
    threads.width /= host_is_raw(output.info) ? 4 : 1;
    uint64_t elements = (uint64_t)threads.width * threads.height * threads.depth;
    host_count_groups(run->step->entry, threads, groups);
    largest->differs |= largest->info && memcmp(groups, largest->groups, sizeof groups) != 0;
    if (largest->info && elements <= largest->elements)
        return;
    largest->info = output.info;
    largest->elements = elements;
    memcpy(largest->groups, groups, sizeof groups);
}

static void see_given_outputs(StepRun *run, LargestOutput *largest)
{
    const Session *session = run->session;
    for (size_t i = 0; i < session->plan->line->assign_count; i++) {
        const PlannedAssign *assign = &session->plan->assigns[i];
        const Assign *typed = assign->typed;
        if (typed->kind == ASSIGN_OUT && (typed->step < 0 || typed->step == run->index) &&
            host_entry_uses(session->module, run->step->entry, assign->slot.info))
            see_output(run, assign->slot, largest);
    }
}

static void see_what_may_be_written(StepRun *run, LargestOutput *largest)
{
    const WccModule *module = run->session->module;
    const WccEntry *entry = run->step->entry;
    for (uint32_t i = 0; i < entry->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[entry->resources[i]];
        for (uint32_t j = 0; host_kind(info)->writable && j < host_rows_of(module, info); j++)
            see_output(run, (Slot){info, info->first_row + j}, largest);
    }
}

/* Without an output one group runs. */
static void pick_default(StepRun *run, uint32_t groups[3])
{
    LargestOutput largest = {.groups = {1, 1, 1}};
    see_given_outputs(run, &largest);
    if (!largest.info)
        see_what_may_be_written(run, &largest);
    memcpy(groups, largest.groups, sizeof largest.groups);
    if (largest.differs && host_is_first_round(run->session))
        host_warn(run->session->report,
                  "%s: the outputs differ in size; %u,%u,%u groups run, as '%s' needs; "
                  "--threads or --dispatch says otherwise",
                  run->step->entry->name, groups[0], groups[1], groups[2], largest.info->name);
}

void host_pick_groups(StepRun *run, uint32_t groups[3])
{
    const StepOptions *options = run->step->options;
    Extent threads = {options->size[0], options->size[1], options->size[2]};
    if (options->dispatch == DISPATCH_DEFAULT)
        pick_default(run, groups);
    else if (options->dispatch == DISPATCH_THREADS)
        host_count_groups(run->step->entry, threads, groups);
    else
        memcpy(groups, options->size, sizeof options->size);
}
