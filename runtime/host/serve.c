/* How a worker runs groups. A task is a grid of groups; tickets are handed out in order, a block at
 * a time, from one atomic counter. A worker runs a group from start to end before it takes the
 * next, so every group that has started goes on. Where groups may wait for earlier ones a block is
 * one group: then all that come before a group have started when it does, and it waits for a worker
 * that runs, never for one that waits for it. Where they wait for later ones spares.c helps. Each
 * worker has scratch memory of its own. */
#define _GNU_SOURCE
#include "pool.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* Groups between two looks at whether to stop; longer stretches for groups that are fast. */
enum { SHORT_STRETCH = 8, LONG_STRETCH = 64 };
#define FAST_STRETCH_MS 1.0
/* Emitted kernels keep private arrays of all lanes on the stack. */
#define WORKER_STACK_BYTES ((size_t)64 << 20)
/* Who waits for a task looks so often before it sleeps: some microseconds. Now and then it gives way
 * to the worker, which may be waiting for this CPU. */
enum { SPINS = 300, YIELDS = 32 };

/* ---- groups ---- */

static bool has_scratch(Worker *worker, size_t bytes)
{
    if (worker->scratch_bytes >= bytes && worker->scratch)
        return true;
    free(worker->scratch);
    worker->scratch_bytes = (bytes + 64) / 64 * 64;
    worker->scratch = aligned_alloc(64, worker->scratch_bytes);
    return worker->scratch != NULL;
}

static void take_dispatch(Worker *worker)
{
    worker->dispatch = worker->pool->dispatch;
    worker->dispatch.wait_context = worker;
    worker->running = (WccRunning){0};
    worker->dispatch.running = &worker->running;
    host_await_copies(worker);
}

static void note_end(Worker *worker)
{
    Pool *pool = worker->pool;
    atomic_store_explicit(&pool->ended_ms, host_now_ms(), memory_order_relaxed);
    if (!worker->looks_ms)
        return;
    worker->looks_ms = 0;
    pthread_mutex_lock(&pool->lock);
    worker->waiting = (Waiting){0};
    pthread_mutex_unlock(&pool->lock);
}

static bool is_to_stop(Pool *pool)
{
    if (atomic_load_explicit(&pool->stop, memory_order_relaxed))
        return true;
    if (!pool->deadline_ms || host_now_ms() < pool->deadline_ms)
        return false;
    atomic_store(&pool->stop, STOP_LATE);
    return true;
}

/* For who wants to know how far the task is. */
static void note_left(Worker *worker, uint64_t tickets)
{
    atomic_store_explicit(&worker->left, tickets, memory_order_relaxed);
}

/* For who tells of a crash or a time-out. `count` 0: the kernel runs some that follow, too. */
static void note_groups(Worker *worker, const uint32_t first[3], uint32_t count)
{
    worker->running.group_end = 0; /* until the kernel tells */
    for (int axis = 0; axis < 3; axis++)
        atomic_store_explicit(&worker->groups.first[axis], first[axis], memory_order_relaxed);
    atomic_store_explicit(&worker->groups.end, first[0] + count, memory_order_relaxed);
}

/* Any order, one group after another; false: to stop. */
static bool run_block(Worker *worker, uint64_t first, uint64_t last)
{
    Pool *pool = worker->pool;
    const Job *job = &pool->job;
    for (uint64_t ticket = first; ticket < last; ticket++) {
        uint32_t group[3];
        if (is_to_stop(pool))
            return false;
        uint64_t place = job->variant->in_order
                             ? ticket
                             : host_schedule_ticket(job->schedule, pool->total, ticket);
        host_order_group(job->order, job->dispatch->groups, place, group);
        note_groups(worker, group, job->variant->run_row ? 0 : 1);
        note_left(worker, last - ticket);
        host_mind_copies(worker);
        job->variant->run(&worker->dispatch, worker->scratch, group[0], group[1], group[2]);
        if (job->variant->in_order)
            note_end(worker);
    }
    return true;
}

/* How many groups, from this ticket on, lie side by side. */
static uint32_t count_beside(const Job *job, uint64_t ticket, uint64_t last,
                             const uint32_t group[3])
{
    uint32_t count = 1, next[3];
    for (; ticket + count < last; count++) {
        host_order_group(job->order, job->dispatch->groups, ticket + count, next);
        if (next[0] != group[0] + count || next[1] != group[1] || next[2] != group[2])
            break;
    }
    return count;
}

/* Of a share: a call of one group would run those beside it, too, or leave it to them, which may
 * be another's. */
static bool run_share(Worker *worker, uint64_t first, uint64_t last)
{
    Pool *pool = worker->pool;
    const Job *job = &pool->job;
    for (uint32_t count; first < last; first += count) {
        uint32_t group[3];
        if (is_to_stop(pool))
            return false;
        host_order_group(job->order, job->dispatch->groups, first, group);
        count = count_beside(job, first, last, group);
        note_groups(worker, group, count);
        note_left(worker, last - first);
        host_mind_copies(worker);
        job->variant->run_row(&worker->dispatch, worker->scratch, group[0], group[0] + count,
                              group[1], group[2]);
    }
    return true;
}

static bool goes_along_rows(const Job *job)
{
    const Order *order = &job->order;
    bool is_linear = order->kind == ORDER_LINEAR ||
                     (order->kind == ORDER_BAND && order->inside == ORDER_LINEAR);
    return job->variant->run_row && !job->variant->in_order && is_linear &&
           job->schedule.kind == WCC_FORWARD;
}

/* Groups side by side, several a call; false: to stop. */
static bool run_rows(Worker *worker, uint64_t first, uint64_t last, uint32_t *stretch)
{
    Pool *pool = worker->pool;
    const Order order = pool->job.order;
    const uint32_t top = order.kind == ORDER_BAND ? order.first_row : 0;
    const uint32_t bottom = top + pool->dispatch.groups[1];
    uint32_t group[3];
    host_order_group(order, pool->dispatch.groups, first, group);
    while (first < last) {
        uint64_t count = pool->dispatch.groups[0] - group[0];
        bool is_timed = *stretch < LONG_STRETCH && last - first > *stretch;
        count = count < last - first ? count : last - first;
        count = count < *stretch ? count : *stretch;
        if (is_to_stop(pool))
            return false;
        double start = is_timed ? host_now_ms() : 0;
        note_groups(worker, group, (uint32_t)count);
        note_left(worker, last - first);
        host_mind_copies(worker);
        pool->job.variant->run_row(&worker->dispatch, worker->scratch, group[0],
                                   group[0] + (uint32_t)count, group[1], group[2]);
        if (is_timed && host_now_ms() - start < FAST_STRETCH_MS)
            *stretch = LONG_STRETCH;
        first += count;
        group[0] += (uint32_t)count;
        if (group[0] == pool->dispatch.groups[0]) {
            group[0] = 0;
            group[2] += ++group[1] == bottom;
            group[1] = group[1] == bottom ? top : group[1];
        }
    }
    return true;
}

static void run_groups(Worker *worker)
{
    Pool *pool = worker->pool;
    const uint64_t total = pool->total, block = pool->block, start = pool->job.first_group;
    const bool along_rows = goes_along_rows(&pool->job);
    const bool is_share = pool->job.group_count && pool->job.variant->run_row &&
                          !pool->job.variant->in_order;
    uint32_t stretch = SHORT_STRETCH;
    bool goes_on = true;
    while (goes_on) {
        uint64_t first = atomic_fetch_add_explicit(&pool->next_ticket, block, memory_order_relaxed);
        if (first >= total)
            return;
        uint64_t last = total - first < block ? total : first + block;
        goes_on = along_rows ? run_rows(worker, start + first, start + last, &stretch)
                  : is_share ? run_share(worker, start + first, start + last)
                             : run_block(worker, start + first, start + last);
        note_left(worker, 0);
    }
}

void host_serve(Worker *worker)
{
    Pool *pool = worker->pool;
    bool is_timed = pool->job.keeps_times;
    double start = is_timed ? host_thread_ms() : 0;
    bool ready = has_scratch(worker, pool->job.variant->scratch_bytes);
    take_dispatch(worker);
    worker->looks_ms = 0;
    host_note_worker(worker);
    if (ready)
        run_groups(worker);
    host_note_worker(NULL);
    host_leave_copies(worker);
    if (ready && !is_timed)
        return;
    double spent = is_timed ? host_thread_ms() - start : 0;
    pthread_mutex_lock(&pool->lock);
    pool->out_of_memory |= !ready;
    pool->cpu_ms += spent;
    pthread_mutex_unlock(&pool->lock);
}

/* ---- threads ---- */

bool host_start_worker(Worker *worker, void *(*body)(void *))
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, WORKER_STACK_BYTES);
    int failure = pthread_create(&worker->thread, &attributes, body, worker);
    pthread_attr_destroy(&attributes);
    return !failure || !pthread_create(&worker->thread, NULL, body, worker);
}

void *host_new_apart(size_t bytes)
{
    size_t whole = (bytes + 127) / 128 * 128;
    void *memory = aligned_alloc(128, whole);
    return memory ? memset(memory, 0, whole) : NULL;
}

void host_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

void host_spin(atomic_bool *flag)
{
    for (int i = 1; i <= SPINS && !atomic_load_explicit(flag, memory_order_acquire); i++)
        if (i % YIELDS)
            host_pause();
        else
            sched_yield();
}

void host_reap_spares(Pool *pool)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < pool->spare_count; i++) {
        Worker *spare = pool->spares[i];
        if (!spare->has_ended) {
            pool->spares[kept++] = spare;
            continue;
        }
        pthread_join(spare->thread, NULL);
        free(spare->scratch);
        free(spare);
    }
    pool->spare_count = kept;
}
