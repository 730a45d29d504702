/* Runs a job: loads what the resources begin with, goes through the passes, writes the outputs. */
#include <stdlib.h>
#include <string.h>

#include "files/files.h"
#include "host/stored.h"
#include "job.h"

typedef struct JobRun {
    JobFile *job;
    Pool *pool;
    TimeLimit limit;
    PrintFilter prints;
} JobRun;

/* ---- before the first pass ---- */

static bool load_resources(JobFile *job)
{
    double start = host_now_ms();
    /* Sizes rest on those of files, not the other way round. */
    for (int with_size = 0; with_size < 2; with_size++)
        for (size_t i = 0; i < job->resources.count; i++) {
            JobResource *resource = &job->resources.items[i];
            if (resource->info && (resource->size.count > 0) == with_size &&
                !job_load(job, resource))
                return false;
        }
    job->load_ms = host_now_ms() - start;
    return true;
}

/* A pass has its own cbuffers, so that what it sets stays. */
static Storage *new_cbuffer(JobFile *job, const WccResourceInfo *info, const JobBinding *binding)
{
    return binding && binding->resource
               ? host_copy_storage(job->source.report, binding->resource->storage)
               : host_new_constants(job->source.report, info);
}

static Storage *new_sampler(JobFile *job, const WccResourceInfo *info, const JobBinding *binding)
{
    Storage *storage = host_new_sampler(job->source.report, info);
    if (storage && binding && binding->sampler && binding->sampler->state.text)
        host_set_sampler(job->source.report, binding->sampler->state.text, storage->view.data);
    return storage;
}

/* What stays bound through all runs of a pass. */
static bool open_row(JobFile *job, JobPass *pass, const WccResourceInfo *info, uint32_t row)
{
    const JobBinding *binding = job_find_binding(pass, row);
    KindClass class = host_kind(info)->class;
    if (class != CLASS_CONSTANTS && class != CLASS_SAMPLER)
        return true;
    if (info->array_count == UINT32_MAX && !binding)
        return true;
    Storage *storage = class == CLASS_SAMPLER ? new_sampler(job, info, binding)
                                              : new_cbuffer(job, info, binding);
    if (storage)
        host_bind(&pass->bound, row, storage);
    return storage != NULL;
}

static bool open_pass(JobFile *job, JobPass *pass)
{
    const WccEntry *entry = pass->entry;
    if (!host_new_bindings(job->source.report, pass->module, &pass->bound))
        return false;
    for (uint32_t i = 0; i < entry->resource_count; i++) {
        const WccResourceInfo *info = &pass->module->resources[entry->resources[i]];
        for (uint32_t j = 0; j < host_rows_of(pass->module, info); j++)
            if (!open_row(job, pass, info, info->first_row + j))
                return false;
    }
    for (size_t i = 0; i < pass->set_count; i++) {
        const JobSet *set = &pass->sets[i];
        if (!set->varies &&
            !job_set_constant(job, pass, set, pass->bound.rows[set->constant.slot.row].data))
            return false;
    }
    return true;
}

static bool open_items(JobFile *job, JobItems *items)
{
    for (size_t i = 0; i < items->count; i++) {
        JobItem *item = &items->items[i];
        if ((item->pass && !open_pass(job, item->pass)) || !open_items(job, &item->items))
            return false;
    }
    return true;
}

/* ---- a pass ---- */

static bool bind_resource(JobFile *job, JobPass *pass, const JobBinding *binding)
{
    const WccResourceInfo *info = binding->slot.info;
    Storage *storage = binding->resource->storage;
    WccResource view;
    if (!host_view_storage(job->source.report, storage, info, &view)) {
        host_fail_in(job->source.report, "'%s' for '%s'", binding->resource->name.text,
                     info->name);
        return job_fail_in(&job->source, binding->place);
    }
    host_bind(&pass->bound, binding->slot.row, host_share_storage(storage));
    pass->bound.rows[binding->slot.row] = view;
    pass->bound.formats[binding->slot.row] = binding->resource->texels;
    return true;
}

/* What may differ from run to run. */
static bool bind_pass(JobFile *job, JobPass *pass)
{
    for (size_t i = 0; i < pass->binding_count; i++) {
        const JobBinding *binding = &pass->bindings[i];
        if (binding->resource && binding->slot.info->kind != WCC_CBUFFER &&
            !bind_resource(job, pass, binding))
            return false;
    }
    for (size_t i = 0; i < pass->set_count; i++) {
        const JobSet *set = &pass->sets[i];
        if (set->varies &&
            !job_set_constant(job, pass, set, pass->bound.rows[set->constant.slot.row].data))
            return false;
    }
    for (size_t i = 0; i < pass->item->counters.count; i++) {
        const JobPair *pair = &pass->item->counters.items[i];
        Storage *storage = job_find_resource(job, pair->name.text)->storage;
        storage->counter = (uint32_t)strtoul(pair->values.items[0].text, NULL, 10);
    }
    return true;
}

static WccStatus run_pass(JobRun *run, JobPass *pass)
{
    WccDispatch dispatch = {.resources = pass->bound.rows,
                            .is_alone = host_worker_count(run->pool) == 1};
    bool known;
    if (!bind_pass(run->job, pass) ||
        !job_count_groups(run->job, pass, dispatch.groups, &known))
        return WCC_BAD_INPUT;
    pass->runs++;
    if (!dispatch.groups[0] || !dispatch.groups[1] || !dispatch.groups[2])
        return WCC_OK;
    WccTimes times = {0};
    Job dispatched = {.variant = pass->variant, .dispatch = &dispatch, .order = pass->order,
                      .prints = run->prints, .owns_memory = true, .ranks = run->job->ranks,
                      .storages = pass->bound.storages};
    WccStatus status = host_run_within(run->job->source.report, run->pool, run->limit,
                                       pass->entry, &dispatched, &times);
    pass->times.wall_ms += times.wall_ms;
    pass->times.cpu_ms += times.cpu_ms;
    if (status)
        job_fail_in(&run->job->source, pass->item->place);
    else
        host_round_stored(pass->module, pass->entry, &pass->bound, run->job->ranks);
    return status;
}

/* ---- items ---- */

/* After a turn: of its own repetition or of the one around it. */
static bool save_item(JobFile *job, JobItem *item)
{
    const JobItem *repeated = job_repetition_of(item);
    uint64_t turns = repeated ? repeated->turn + 1 : 1;
    if (!item->saves.count || (item->every.place.line && turns % item->every.value))
        return true;
    double start = host_now_ms();
    for (size_t i = 0; i < item->saves.count; i++)
        if (!job_save_numbered(job, &item->to_save[i]))
            return false;
    for (size_t i = 0; i < item->saves.count; i++)
        if (!job_end_numbered(job, &item->to_save[i]))
            return false;
    job->save_ms += host_now_ms() - start;
    return true;
}

static WccStatus run_items(JobRun *run, JobItems *items);

/* Not in this turn. */
static bool is_left_out(const JobItem *item)
{
    const JobItem *repeated = job_repetition_of(item->outer);
    uint64_t turn = repeated ? repeated->turn : 0;
    return job_skips_turns(item) && (turn + 1) % item->every.value;
}

static WccStatus run_item(JobRun *run, JobItem *item)
{
    if (is_left_out(item))
        return WCC_OK;
    uint64_t turns = item->repeat.place.line ? item->repeat.value : 1;
    WccStatus status = WCC_OK;
    for (item->turn = 0; item->turn < turns && !status; item->turn++) {
        if (item->pass)
            status = run_pass(run, item->pass);
        if (!status)
            status = run_items(run, &item->items);
        for (size_t i = 0; i < item->swaps.count && !status; i++)
            job_swap_names(run->job, &item->swaps.items[i]);
        if (!status && !save_item(run->job, item))
            status = WCC_BAD_INPUT;
    }
    return status;
}

static WccStatus run_items(JobRun *run, JobItems *items)
{
    WccStatus status = WCC_OK;
    for (size_t i = 0; i < items->count && !status; i++)
        status = run_item(run, &items->items[i]);
    return status;
}

/* ---- the whole ---- */

static bool save_outputs(JobFile *job)
{
    double start = host_now_ms();
    for (size_t i = 0; i < job->resources.count; i++) {
        const JobResource *resource = &job->resources.items[i];
        if (resource->out.text && !job_save_output(job, resource))
            return false;
    }
    bool good = job_end_outputs(job);
    job->save_ms += host_now_ms() - start;
    return good;
}

/* Passes without groups are not run, and not known before. */
static uint64_t count_dispatches(const JobItems *items, uint64_t times)
{
    uint64_t count = 0;
    for (size_t i = 0; i < items->count; i++) {
        const JobItem *item = &items->items[i];
        uint64_t turns = job_skips_turns(item)     ? times / item->every.value
                         : item->repeat.place.line ? times * item->repeat.value
                                                   : times;
        count += turns * (item->pass != NULL) + count_dispatches(&item->items, turns);
    }
    return count;
}

static bool has_saves(const JobItems *items)
{
    for (size_t i = 0; i < items->count; i++)
        if (items->items[i].saves.count || has_saves(&items->items[i].items))
            return true;
    return false;
}

static bool has_prints(const JobItems *items)
{
    for (size_t i = 0; i < items->count; i++)
        if ((items->items[i].pass && items->items[i].pass->variant->prints) ||
            has_prints(&items->items[i].items))
            return true;
    return false;
}

/* Somebody will see what it does. */
static bool has_results(const JobFile *job, const CommandLine *line)
{
    bool has = line->time_format || line->coverage || line->profiles ||
               job->pipeline.results.count || has_saves(&job->passes) ||
               has_prints(&job->passes);
    for (size_t i = 0; i < job->resources.count && !has; i++)
        has = job->resources.items[i].out.text != NULL;
    return has;
}

/* As of a command line. */
static FILE *prints_file(const JobFile *job, const CommandLine *line, FILE *out)
{
    bool is_taken = line->time_format == TIME_JSON;
    for (size_t i = 0; i < job->resources.count; i++)
        is_taken |= job->resources.items[i].out.text != NULL &&
                    host_is_standard(job->resources.items[i].out.text);
    return is_taken ? job->source.report->messages : out;
}

WccStatus job_run(JobFile *job, const CommandLine *line, FILE *out)
{
    double seconds = line->timeout_seconds ? line->timeout_seconds : job->timeout_seconds;
    uint32_t workers = line->workers         ? line->workers
                       : job->workers.value ? (uint32_t)job->workers.value
                                             : host_usual_workers(line->ranks);
    JobRun run = {.job = job, .pool = host_new_pool(job->source.report, workers),
                  .prints = line->common.prints};
    job->ranks = line->ranks;
    if (job->ranks && job->workers.value && !line->workers)
        job->ranks->asked = (uint32_t)job->workers.value;
    if (!has_results(job, line))
        host_warn(job->source.report, "%.300s: nothing is written or compared: it has no out:, save: "
                                      "or Results:, prints nothing, and no --out is typed", job->source.path);
    bool good = run.pool && load_resources(job) &&
                job_check_swapped_sizes(job, &job->passes) && open_items(job, &job->passes);
    host_send_prints(job->source.report, prints_file(job, line, out));
    run.limit = host_new_time_limit(seconds);
    host_expect_work(count_dispatches(&job->passes, 1));
    WccStatus status = good ? run_items(&run, &job->passes) : WCC_BAD_INPUT;
    if (!status && !save_outputs(job))
        status = WCC_BAD_INPUT;
    if (!status && !job_check_results(job))
        status = WCC_CHECK_FAILED;
    if (!status)
        job_print_times(job, line->time_format, workers, out);
    job->is_stuck = run.pool && host_pool_stuck(run.pool);
    if (run.pool)
        host_free_pool(run.pool);
    return status;
}
