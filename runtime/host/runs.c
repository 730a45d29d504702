/* Running an entry point once, in one of its ways, and putting back what it wrote so that it
 * can run again. */
#include "session.h"
#include "stored.h"

#include <stdlib.h>
#include <string.h>

Storage **host_keep_start(StepRun *run)
{
    Session *session = run->session;
    Bindings *bindings = &session->bindings;
    Storage **kept = calloc(bindings->count + 1, sizeof *kept);
    for (uint32_t row = 0; kept && row < bindings->count; row++) {
        const Storage *storage = bindings->storages[row];
        if (!storage || !host_kind(storage->info)->writable ||
            !host_entry_uses(session->module, run->step->entry, storage->info))
            continue;
        host_see(host_ranks_of(session), session->report, storage, storage->info->name);
        kept[row] = host_copy_storage(session->report, storage);
        if (!kept[row]) {
            host_drop_kept(run, kept);
            return NULL;
        }
    }
    return kept;
}

void host_restore_start(StepRun *run, Storage *const *kept)
{
    Bindings *bindings = &run->session->bindings;
    for (uint32_t row = 0; row < bindings->count; row++) {
        if (!kept[row])
            continue;
        memcpy(bindings->storages[row]->view.data, kept[row]->view.data, kept[row]->bytes);
        bindings->storages[row]->counter = kept[row]->counter;
        host_change(host_ranks_of(run->session), bindings->storages[row]);
    }
}

void host_drop_kept(StepRun *run, Storage **kept)
{
    for (uint32_t row = 0; kept && row < run->session->bindings.count; row++)
        host_drop_storage(kept[row]);
    free(kept);
}

TimeLimit host_new_time_limit(double seconds)
{
    return (TimeLimit){seconds, seconds ? host_now_ms() + seconds * 1000 : 0};
}

WccStatus host_run_within(Report *report, Pool *pool, TimeLimit limit, const WccEntry *entry,
                          const Job *planned, WccTimes *times)
{
    Job job = *planned;
    job.entry = entry;
    if (limit.end_ms) {
        job.timeout_seconds = (limit.end_ms - host_now_ms()) / 1000;
        if (job.timeout_seconds <= 0)
            job.timeout_seconds = 1e-9;
    }
    host_begin_work(entry->name, pool);
    WccStatus status = host_run_ordered(report, pool, &job, times);
    host_end_work();
    if (status == WCC_TIMED_OUT)
        host_fail(report, "%s was stopped: the kernels took longer than %g seconds", entry->name,
                  limit.seconds);
    if (status == WCC_TIMED_OUT)
        host_add_waiting(report, pool);
    return status;
}

/* What a run leaves in a resource is written for the next one. */
static void end_freshness(Bindings *bindings)
{
    for (uint32_t row = 0; row < bindings->count; row++) {
        bindings->rows[row].is_fresh = 0;
        if (bindings->storages[row])
            bindings->storages[row]->view.is_fresh = 0;
    }
}

WccStatus host_run_once(StepRun *run, const Way *way, const WccDispatch *dispatch, WccTimes *times)
{
    Session *session = run->session;
    Job job = {
        .owns_memory = true,
        .variant = way->variant,
        .dispatch = dispatch,
        .order = run->step->options->order,
        .schedule = way->schedule,
        .prints = run->step->options->prints,
        .ranks = host_ranks_of(session),
        .storages = session->bindings.storages,
    };
    WccStatus status = host_run_within(session->report, session->pool, session->limit,
                                       run->step->entry, &job, times);
    end_freshness(&session->bindings);
    if (!status)
        host_round_stored(session->module, run->step->entry, &session->bindings, job.ranks);
    return status;
}

const char *host_spell_way(const StepRun *run, const Way *way, char text[160])
{
    char schedule[32];
    int length = snprintf(text, 160, "--wave-size %u", way->variant->wave_size);
    if (host_has_lane_orders(run->step->entry))
        length += snprintf(text + length, 160 - (size_t)length, " --lane-order %.40s",
                           way->variant->lane_order);
    if (host_has_extra_waves(run->step->entry))
        length += snprintf(text + length, 160 - (size_t)length, " --extra-waves %u",
                           way->variant->extra_waves);
    snprintf(text + length, 160 - (size_t)length, " --schedule %s",
             host_spell_schedule(way->schedule, schedule));
    return text;
}
