/* The tasks of a pool: one runs at a time, on all workers, and those behind it wait in a queue. The
 * last worker that has done its part ends the task and starts the next. Who waits for a task also
 * sees to the time limit of the one that runs: a kernel that never ends is given up, its task with
 * it, and whatever is submitted meanwhile.
 *
 *     submitted --> first .. last --begin--> current --the last worker leaves--> ended
 *                                               \--its time is up--> ended, `orphan` in its place
 *
 * A thread that waits for its task anyway may run it itself where nothing else runs: it is one of
 * the workers then, and worker 0 stays asleep. A task of one block wakes nobody. */
#define _GNU_SOURCE
#include "pool.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* How long a time-out waits for the groups that run, so that memory can be given back. */
#define GRACE_MS 250.0
#define LONGEST_SECONDS 1e9
enum { LEAST_BLOCKS = 16, MOST_GROUPS = 32, MOST_ROW_GROUPS = 256 };

/* ---- a task's life: with the lock held ---- */

/* Small, so that no worker is left with much at the end, but neighbours stay together. */
static uint64_t pick_block(const Job *job, uint64_t total, uint32_t workers)
{
    uint64_t block = workers == 1 ? total : total / ((uint64_t)workers * LEAST_BLOCKS);
    uint64_t most = job->variant->run_row ? MOST_ROW_GROUPS : MOST_GROUPS;
    if (job->variant->in_order)
        return 1;
    return block < 1 ? 1 : block > most ? most : block;
}

static void end_task(Pool *pool, Task *task, WccStatus status)
{
    task->status = status;
    task->next = NULL;
    atomic_store_explicit(&task->has_ended, true, memory_order_release);
    if (pool->waiting)
        pthread_cond_broadcast(&pool->idle);
}

static bool is_lost(const Pool *pool)
{
    return pool->current == &pool->orphan;
}

static Task *take_first(Pool *pool)
{
    Task *task = pool->first;
    pool->first = task->next;
    pool->last = pool->first ? pool->last : NULL;
    return task;
}

/* How many workers have something to do. */
static uint32_t count_parts(const Pool *pool)
{
    uint64_t blocks = (pool->total + pool->block - 1) / pool->block;
    uint32_t most = host_runs_alone(&pool->job) ? 1 : pool->worker_count;
    return blocks < 1 ? 1 : blocks < most ? (uint32_t)blocks : most;
}

/* `callers`: 1 where the calling thread takes a part. */
static void begin_task(Pool *pool, Task *task, uint32_t callers)
{
    const Job *job = &task->job;
    double now = host_now_ms(), limit = job->timeout_seconds;
    pool->current = task;
    pool->job = *job;
    pool->dispatch = *job->dispatch;
    pool->job.dispatch = &pool->dispatch;
    pool->dispatch.schedule = job->schedule.kind;
    pool->dispatch.schedule_seed = job->schedule.seed;
    pool->dispatch.wait = pool->on_wait;
    host_collect_faults(pool->faults, &pool->dispatch);
    host_collect_prints(pool->printer, task->report, &job->prints, &pool->dispatch);
    pool->has_told = pool->out_of_memory = false;
    pool->start_ms = pool->spares_ms = now;
    pool->deadline_ms = limit > 0 ? now + 1e3 * (limit < LONGEST_SECONDS ? limit : LONGEST_SECONDS)
                                  : 0;
    pool->cpu_ms = 0;
    pool->total = task->total;
    pool->block = pick_block(job, task->total, pool->worker_count);
    pool->copied_bytes = host_measure_copies(job);
    pool->copied = NULL;
    atomic_store_explicit(&pool->ended_ms, now, memory_order_relaxed);
    atomic_store_explicit(&pool->next_ticket, 0, memory_order_relaxed);
    atomic_store_explicit(&pool->stop, STOP_NOT, memory_order_relaxed);
    pool->busy = count_parts(pool);
    host_call_workers(pool, callers, pool->busy);
    if (pool->deadline_ms && pool->waiting)
        pthread_cond_broadcast(&pool->idle);
}

static void begin_next(Pool *pool)
{
    if (!pool->current && pool->first)
        begin_task(pool, take_first(pool), 0);
}

static WccStatus status_of_current(Pool *pool)
{
    Report *report = pool->current->report;
    host_tell_prints(report, pool->printer);
    bool has_faults = !host_tell_faults(report, pool->faults);
    Stop stop = atomic_load(&pool->stop);
    if (pool->out_of_memory)
        host_fail(report, "not enough memory for the workers' groupshared memory (%u bytes each)",
                  pool->job.variant->scratch_bytes);
    return stop == STOP_LATE        ? WCC_TIMED_OUT
           : stop == STOP_CANCELLED ? WCC_CANCELLED
           : pool->out_of_memory    ? WCC_BAD_INPUT
           : has_faults             ? WCC_CHECK_FAILED
                                    : WCC_OK;
}

/* What stands behind a task that failed in its list does not start. */
static void drop_rest(Pool *pool, const void *list)
{
    while (list && pool->first && pool->first->list == list) {
        Task *task = take_first(pool);
        end_task(pool, task, WCC_CANCELLED);
    }
}

/* What workers did in copies of their own is where it belongs. */
static void keep_copies(Pool *pool)
{
    Worker *copied = pool->copied;
    pool->copied = NULL;
    if (!copied || is_lost(pool))
        return;
    pool->deadline_ms = 0; /* nobody gives it up any more */
    pthread_mutex_unlock(&pool->lock);
    host_keep_copies(pool, copied);
    pthread_mutex_lock(&pool->lock);
}

void host_leave(Pool *pool)
{
    if (--pool->busy)
        return;
    keep_copies(pool);
    Task *task = pool->current;
    WccStatus status = status_of_current(pool);
    const void *list = task->list;
    if (status == WCC_OK && task->finish) {
        pool->deadline_ms = 0; /* nobody gives it up any more */
        pthread_mutex_unlock(&pool->lock);
        task->finish(task);
        pthread_mutex_lock(&pool->lock);
    }
    task->times = (WccTimes){host_now_ms() - pool->start_ms, pool->cpu_ms};
    pool->current = NULL;
    if (task != &pool->orphan)
        end_task(pool, task, status);
    if (status != WCC_OK)
        drop_rest(pool, list);
    begin_next(pool);
}

/* ---- time limits: with the lock held ---- */

static void refuse(Pool *pool, Task *task)
{
    task->was_refused = true;
    host_fail(task->report, "the device still runs a kernel whose time is up");
    end_task(pool, task, WCC_TIMED_OUT);
}

/* Without the lock. */
static void refuse_forked(Task *task)
{
    host_fail(task->report, "the device was made before fork(), and its workers are in the other process; make one in this one");
    task->status = WCC_BAD_INPUT;
    atomic_store(&task->has_ended, true);
}

static void give_up(Pool *pool)
{
    Task *task = pool->current;
    host_tell_prints(task->report, pool->printer);
    pool->orphan.job = task->job;
    pool->orphan.list = NULL;
    pool->current = &pool->orphan;
    task->times = (WccTimes){host_now_ms() - pool->start_ms, pool->cpu_ms};
    end_task(pool, task, WCC_TIMED_OUT);
    drop_rest(pool, task->list);
    while (pool->first)
        refuse(pool, take_first(pool));
}

/* Gives when to look again, in ms; 0: nothing comes up. */
static double see_to_limit(Pool *pool, double now)
{
    if (!pool->current || is_lost(pool) || !pool->deadline_ms)
        return 0;
    if (now < pool->deadline_ms)
        return pool->deadline_ms;
    atomic_store(&pool->stop, STOP_LATE);
    if (now < pool->deadline_ms + GRACE_MS)
        return pool->deadline_ms + GRACE_MS;
    give_up(pool);
    return 0;
}

static void sleep_until(Pool *pool, double end_ms)
{
    double whole = (double)(time_t)(end_ms / 1e3);
    struct timespec end = {(time_t)whole, (long)((end_ms - whole * 1e3) * 1e6)};
    end.tv_nsec = end.tv_nsec < 0 ? 0 : end.tv_nsec > 999999999 ? 999999999 : end.tv_nsec;
    pool->waiting++;
    if (end_ms)
        pthread_cond_timedwait(&pool->idle, &pool->lock, &end);
    else
        pthread_cond_wait(&pool->idle, &pool->lock);
    pool->waiting--;
}

/* ---- what others call ---- */

bool host_new_task(Report *report, const Job *job, Task *task)
{
    const uint32_t *groups = job->dispatch->groups;
    uint64_t slice = (uint64_t)groups[0] * groups[1];
    *task = (Task){.job = *job, .report = report, .status = WCC_PENDING};
    if (!__builtin_mul_overflow(slice, groups[2], &task->total) && task->total <= INT64_MAX) {
        task->total = job->group_count ? job->group_count : task->total;
        return true;
    }
    return host_fail(report, "too many groups: %u x %u x %u", groups[0], groups[1], groups[2]);
}

void host_submit(Pool *pool, Task *tasks, uint32_t count)
{
    if (host_is_forked(pool)) {
        for (uint32_t i = 0; i < count; i++)
            refuse_forked(&tasks[i]);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    for (uint32_t i = 0; i < count; i++) {
        Task *task = &tasks[i];
        task->list = count > 1 ? tasks : NULL;
        if (is_lost(pool)) {
            refuse(pool, task);
            continue;
        }
        *(pool->first ? &pool->last->next : &pool->first) = task;
        pool->last = task;
    }
    begin_next(pool);
    pthread_mutex_unlock(&pool->lock);
    host_wake_called(pool);
}

bool host_wait(Pool *pool, Task *task, double seconds)
{
    double end = 0;
    if (host_is_forked(pool)) {
        if (!atomic_load(&task->has_ended))
            refuse_forked(task);
        return true;
    }
    if (!seconds)
        host_spin(&task->has_ended);
    pthread_mutex_lock(&pool->lock);
    while (!atomic_load(&task->has_ended)) {
        double now = host_now_ms(), look = see_to_limit(pool, now);
        if (atomic_load(&task->has_ended))
            break;
        if (seconds && !end)
            end = now + 1e3 * (seconds < LONGEST_SECONDS ? seconds : LONGEST_SECONDS);
        if (end && now >= end)
            break;
        sleep_until(pool, !end ? look : !look || end < look ? end : look);
    }
    host_reap_spares(pool);
    bool has_ended = atomic_load(&task->has_ended);
    pthread_mutex_unlock(&pool->lock);
    return has_ended;
}

/* With the lock held: takes it out of the queue. */
static void drop_waiting(Pool *pool, Task *task)
{
    Task **link = &pool->first, *before = NULL;
    while (*link && *link != task) {
        before = *link;
        link = &(*link)->next;
    }
    if (!*link)
        return;
    *link = task->next;
    pool->last = pool->last == task ? before : pool->last;
    end_task(pool, task, WCC_CANCELLED);
}

void host_cancel(Pool *pool, Task *task)
{
    if (host_is_forked(pool))
        return;
    pthread_mutex_lock(&pool->lock);
    if (pool->current == task) {
        Stop not_yet = STOP_NOT;
        atomic_compare_exchange_strong(&pool->stop, &not_yet, STOP_CANCELLED);
    } else if (!atomic_load(&task->has_ended)) {
        drop_waiting(pool, task);
    }
    pthread_mutex_unlock(&pool->lock);
}

bool host_pool_stuck(Pool *pool)
{
    if (host_is_forked(pool))
        return true;
    pthread_mutex_lock(&pool->lock);
    bool stuck = is_lost(pool);
    pthread_mutex_unlock(&pool->lock);
    return stuck;
}

bool host_pool_uses(Pool *pool, const WccResource *rows)
{
    if (host_is_forked(pool))
        return false;
    pthread_mutex_lock(&pool->lock);
    bool uses = is_lost(pool) && pool->dispatch.resources == rows;
    pthread_mutex_unlock(&pool->lock);
    return uses;
}

bool host_groups_are_few(Report *report, const WccEntry *entry, const uint32_t groups[3])
{
    uint64_t threads = (uint64_t)groups[0] * entry->threads[0];
    if (threads <= (uint64_t)1 << 31 && groups[1] <= 65535 && groups[2] <= 65535)
        return true;
    return host_fail(report,
                     "too many groups: %u x %u x %u; at most 2^31 threads on the first axis and "
                     "65535 groups on the others run",
                     groups[0], groups[1], groups[2]);
}

/* ---- on the calling thread ---- */

/* Besides what the kernel says of itself: this library's own frames, and the C library's. */
enum { OWN_STACK_BYTES = 128 << 10 };

/* Bytes left on the thread's stack; 0: not known. */
static size_t room_on_stack(void)
{
    uintptr_t end = host_stack_end(), here = (uintptr_t)__builtin_frame_address(0);
    return end < here ? here - end : 0;
}

static bool fits_caller(const Job *job)
{
    size_t bytes = job->variant->stack_bytes;
    return job->may_run_here && job->timeout_seconds <= 0 && bytes &&
           room_on_stack() > bytes + OWN_STACK_BYTES;
}

static bool run_here(Pool *pool, Task *task)
{
    if (!fits_caller(&task->job) || host_is_forked(pool))
        return false;
    pthread_mutex_lock(&pool->lock);
    bool is_free = !pool->current && !pool->first;
    if (is_free)
        begin_task(pool, task, 1);
    pthread_mutex_unlock(&pool->lock);
    if (!is_free)
        return false;
    host_wake_called(pool);
    host_serve(pool->caller);
    pthread_mutex_lock(&pool->lock);
    host_leave(pool);
    pthread_mutex_unlock(&pool->lock);
    host_wake_called(pool);
    return true;
}

void host_run_task(Pool *pool, Task *task)
{
    if (!run_here(pool, task))
        host_submit(pool, task, 1);
    if (!atomic_load(&task->has_ended))
        host_wait(pool, task, 0);
}

WccStatus host_run_job(Report *report, Pool *pool, const Job *job, WccTimes *times)
{
    Task task;
    if (!host_new_task(report, job, &task))
        return WCC_BAD_INPUT;
    task.job.keeps_times = times != NULL;
    host_run_task(pool, &task);
    if (times)
        *times = task.times;
    return task.status;
}
