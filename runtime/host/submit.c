/* Devices, and what is submitted to them: wcc_rt.h's tickets on queue.c's tasks. */
#include "runtime.h"
#include "stored.h"

#include <stdlib.h>
#include <string.h>

/* ---- devices ---- */

WccDevice *wcc_new_device(uint32_t workers)
{
    Report report = {0};
    WccDevice *device = calloc(1, sizeof *device);
    if (!device)
        return NULL;
    device->references = 1;
    device->pool = host_new_pool(&report, workers ? workers : host_default_workers());
    if (device->pool)
        return device;
    free(device);
    return NULL;
}

void host_drop_device(WccDevice *device)
{
    if (--device->references || host_pool_stuck(device->pool))
        return;
    host_free_pool(device->pool);
    free(device);
}

void wcc_free_device(WccDevice *device)
{
    if (device)
        host_drop_device(device);
}

uint32_t wcc_worker_count(const WccDevice *device)
{
    return device ? host_worker_count(device->pool) : 0;
}

/* ---- jobs ---- */

WccStatus host_status_of(WccRuntime *runtime, bool good)
{
    if (!good && runtime)
        host_tell(&runtime->report, "error: ", runtime->report.error);
    return good ? WCC_OK : WCC_BAD_INPUT;
}

bool host_is_given(WccRuntime *runtime, const void *argument, const char *what)
{
    return argument || host_fail(&runtime->report, "%s is NULL", what);
}

static bool new_job(WccRuntime *runtime, const WccRun *run, WccDispatch *dispatch, Job *job)
{
    Report *report = &runtime->report;
    const WccEntry *entry = host_find_entry(report, runtime->module, run->entry, "by its name");
    Wanted wanted = {.wave_size = run->wave_size, .extra_waves = -1};
    *dispatch = (WccDispatch){.resources = runtime->bindings.rows,
                              .groups = {run->groups[0], run->groups[1], run->groups[2]}};
    *job = (Job){.entry = entry,
                 .variant = entry ? host_find_variant(report, entry, wanted) : NULL,
                 .dispatch = dispatch,
                 .order = {.kind = ORDER_LINEAR, .tile = 1},
                 .timeout_seconds = run->timeout_seconds,
                 .may_run_here = true};
    if (run->printf_filter && !host_parse_print_filter(report, run->printf_filter, &job->prints))
        return host_fail_in(report, "printf_filter");
    return job->variant && (!run->order || host_parse_order(report, run->order, &job->order)) &&
           host_groups_are_few(report, entry, run->groups);
}

static void round_stored(Task *task)
{
    WccRuntime *runtime = task->owner;
    host_round_stored(runtime->module, task->job.entry, &runtime->bindings, runtime->ranks);
}

static bool new_task(WccRuntime *runtime, const WccRun *run, WccDispatch *dispatch, Task *task)
{
    Job job;
    if (!new_job(runtime, run, dispatch, &job) || !host_new_task(&runtime->report, &job, task))
        return false;
    task->finish = round_stored;
    task->owner = runtime;
    return true;
}

/* Where the task did not say why it failed. */
static void explain(Report *report, Pool *pool, const Task *task)
{
    const char *name = task->job.entry->name;
    if (task->status == WCC_CANCELLED)
        host_fail(report, "%s was cancelled", name);
    if (task->status == WCC_TIMED_OUT && !task->was_refused)
        host_fail(report, "%s was stopped: it took longer than %g seconds", name,
                  task->job.timeout_seconds);
    if (task->status == WCC_TIMED_OUT)
        host_add_waiting(report, pool);
}

/* In several parts, where the order is to be found, or over ranks. */
static void run_task(WccRuntime *runtime, Task *task)
{
    Pool *pool = runtime->device->pool;
    if (task->job.order.kind != ORDER_AUTO && !runtime->ranks) {
        host_run_task(pool, task);
        return;
    }
    task->status = runtime->ranks
                       ? host_run_spread(runtime, task->report, &task->job, &task->times)
                       : host_run_ordered(task->report, pool, &task->job, &task->times);
    if (task->status == WCC_OK)
        round_stored(task);
}

WccStatus wcc_run(WccRuntime *runtime, const WccRun *run)
{
    WccDispatch dispatch;
    Task task;
    if (!runtime)
        return WCC_BAD_INPUT;
    host_settle(runtime);
    if (!host_is_given(runtime, run, "the run") || !new_task(runtime, run, &dispatch, &task))
        return host_status_of(runtime, false);
    task.job.keeps_times = run->times != NULL;
    run_task(runtime, &task);
    if (run->times)
        *run->times = task.times;
    explain(&runtime->report, runtime->device->pool, &task);
    if (task.status != WCC_OK && task.status != WCC_CHECK_FAILED) /* each fault was told */
        host_status_of(runtime, false);
    return task.status;
}

WccStatus wcc_dispatch(WccRuntime *runtime, const char *entry, uint32_t x, uint32_t y, uint32_t z)
{
    return wcc_run(runtime, &(WccRun){.entry = entry, .groups = {x, y, z}});
}

/* ---- tickets ---- */

static void drop_ticket(WccTicket *ticket)
{
    if (--ticket->references)
        return;
    host_drop_device(ticket->device);
    free(ticket->tasks);
    free(ticket->dispatches);
    free(ticket);
}

static bool has_ended(const WccTicket *ticket)
{
    for (uint32_t i = 0; i < ticket->count; i++)
        if (!atomic_load(&ticket->tasks[i].has_ended))
            return false;
    return true;
}

/* Those that have ended are forgotten. */
static void close_tickets(WccRuntime *runtime)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < runtime->open_count; i++) {
        if (has_ended(runtime->open[i]))
            drop_ticket(runtime->open[i]);
        else
            runtime->open[kept++] = runtime->open[i];
    }
    runtime->open_count = kept;
}

static void wait_for_all(WccTicket *ticket)
{
    for (uint32_t i = 0; i < ticket->count; i++)
        host_wait(ticket->device->pool, &ticket->tasks[i], 0);
}

void host_settle(WccRuntime *runtime)
{
    for (uint32_t i = 0; i < runtime->open_count; i++) {
        wait_for_all(runtime->open[i]);
        drop_ticket(runtime->open[i]);
    }
    runtime->open_count = 0;
}

static bool has_room(WccRuntime *runtime)
{
    close_tickets(runtime);
    if (runtime->open_count < runtime->open_room)
        return true;
    uint32_t room = runtime->open_room * 2 + 8;
    WccTicket **open = realloc(runtime->open, room * sizeof(WccTicket *));
    if (!open)
        return false;
    runtime->open = open;
    runtime->open_room = room;
    return true;
}

static WccTicket *new_ticket(WccRuntime *runtime, uint32_t count)
{
    WccTicket *ticket = has_room(runtime) ? calloc(1, sizeof *ticket) : NULL;
    if (ticket) {
        ticket->tasks = calloc((size_t)count + 1, sizeof *ticket->tasks);
        ticket->dispatches = calloc((size_t)count + 1, sizeof *ticket->dispatches);
    }
    if (!ticket || !ticket->tasks || !ticket->dispatches) {
        if (ticket) {
            free(ticket->tasks);
            free(ticket->dispatches);
        }
        free(ticket);
        host_fail(&runtime->report, "not enough memory");
        return NULL;
    }
    ticket->references = 1;
    ticket->count = count;
    ticket->device = runtime->device;
    ticket->device->references++;
    ticket->report = runtime->report;
    ticket->report.error[0] = 0;
    return ticket;
}

WccTicket *wcc_submit(WccRuntime *runtime, const WccRun *runs, uint32_t count)
{
    if (!runtime)
        return NULL;
    bool is_given = !count || host_is_given(runtime, runs, "the list of runs");
    WccTicket *ticket = is_given ? new_ticket(runtime, count) : NULL;
    bool good = ticket != NULL;
    for (uint32_t i = 0; good && i < count; i++) {
        good = new_task(runtime, &runs[i], &ticket->dispatches[i], &ticket->tasks[i]);
        ticket->tasks[i].report = &ticket->report;
        ticket->tasks[i].job.keeps_times = true;
        host_use_known_order(&ticket->tasks[i].job);
    }
    if (!good) {
        host_status_of(runtime, false);
        if (ticket)
            drop_ticket(ticket);
        return NULL;
    }
    ticket->references++;
    runtime->open[runtime->open_count++] = ticket;
    host_submit(ticket->device->pool, ticket->tasks, count);
    return ticket;
}

static const Task *find_failed(const WccTicket *ticket)
{
    for (uint32_t i = 0; i < ticket->count; i++)
        if (ticket->tasks[i].status != WCC_OK)
            return &ticket->tasks[i];
    return NULL;
}

WccStatus wcc_poll(WccTicket *ticket)
{
    if (!ticket)
        return WCC_BAD_INPUT;
    if (!has_ended(ticket))
        return WCC_PENDING;
    const Task *failed = find_failed(ticket);
    return failed ? failed->status : WCC_OK;
}

WccStatus wcc_wait(WccTicket *ticket, double seconds)
{
    double end = host_now_ms() + seconds * 1e3;
    for (uint32_t i = 0; ticket && i < ticket->count; i++) {
        double left = seconds ? (end - host_now_ms()) / 1e3 : 0;
        if (!host_wait(ticket->device->pool, &ticket->tasks[i], seconds && left <= 0 ? 1e-9 : left))
            return WCC_PENDING;
    }
    return wcc_poll(ticket);
}

/* The last ones first: none starts meanwhile. */
void wcc_cancel(WccTicket *ticket)
{
    for (uint32_t i = ticket ? ticket->count : 0; i-- > 0;)
        host_cancel(ticket->device->pool, &ticket->tasks[i]);
}

WccStatus wcc_get_status(WccTicket *ticket, uint32_t run)
{
    if (!ticket || run >= ticket->count)
        return WCC_BAD_INPUT;
    return atomic_load(&ticket->tasks[run].has_ended) ? ticket->tasks[run].status : WCC_PENDING;
}

WccTimes wcc_get_times(WccTicket *ticket, uint32_t run)
{
    bool is_there = ticket && run < ticket->count && atomic_load(&ticket->tasks[run].has_ended);
    return is_there ? ticket->tasks[run].times : (WccTimes){0, 0};
}

const char *wcc_ticket_error(WccTicket *ticket)
{
    if (!ticket)
        return "there is no ticket: it is NULL";
    const Task *failed = has_ended(ticket) ? find_failed(ticket) : NULL;
    if (failed && !ticket->report.error[0])
        explain(&ticket->report, ticket->device->pool, failed);
    return ticket->report.error;
}

void wcc_free_ticket(WccTicket *ticket)
{
    if (!ticket)
        return;
    wait_for_all(ticket);
    drop_ticket(ticket);
}
