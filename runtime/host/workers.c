/* The pool of workers. A job is a grid of groups; tickets are handed out in order, a block at a
 * time, from one atomic counter. A worker runs a group from start to end before it takes the
 * next, so every group that has started goes on. Where groups may wait for earlier ones a block
 * is one group: then all that come before a group have started when it does, and it waits for a
 * worker that runs, never for one that waits for it. Where they wait for later ones nothing ends
 * for a while; then spare workers take further groups. Each worker has scratch memory of its own. */
#define _GNU_SOURCE
#include "dispatch.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Emitted kernels keep private arrays of all lanes on the stack. */
#define WORKER_STACK_BYTES ((size_t)64 << 20)
/* How long a time-out waits for the groups that run, so that memory can be given back. */
#define GRACE_SECONDS 0.25
#define LONGEST_SECONDS 1e9

/* Without any group's end for so long, groups that wait are given spare workers, twice as many
 * each time; later it is told of once. */
enum { PATIENCE_MS = 1000, SPARES_MS = 100, TELL_MS = 10000 };
/* What spare workers may be, and their scratch memory. */
enum { MOST_SPARES = 1024, MOST_SPARE_BYTES = 1 << 30 };
/* How often a group that waits looks at the clock. */
#define LOOK_MS 20.0

typedef struct Worker {
    Pool *pool;
    pthread_t thread;
    void *scratch;
    size_t scratch_bytes;
    WccDispatch dispatch; /* the pool's, by which kernels name this worker */
    uint32_t group[3];    /* that it runs */
    double looks_ms;      /* when to look at the clock again */
    Waiting waiting;      /* guarded by the pool's lock */
} Worker;

struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t wake, idle;
    Worker *workers;
    uint32_t worker_count;
    /* Guarded by lock. */
    Worker **spares; /* MOST_SPARES, once there are any */
    uint32_t spare_count;
    double spares_ms; /* when they became more */
    bool has_told;    /* that groups wait */
    Report *report;   /* of the current job */
    uint64_t job_number;
    uint32_t busy;
    bool closing, out_of_memory;
    double cpu_ms;
    /* Of the current job; fixed while workers are busy. */
    Job job;
    WccDispatch dispatch; /* a copy: after a time-out kernels may outlive the caller's */
    uint64_t total, block;
    Faults *faults;
    _Atomic uint64_t next_ticket;
    _Atomic double ended_ms; /* when a group ended last, where they may wait */
    atomic_bool cancelled;
};

static double clock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

double host_now_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

uint32_t host_cpu_count(void)
{
    cpu_set_t allowed;
    if (!sched_getaffinity(0, sizeof allowed, &allowed))
        return (uint32_t)CPU_COUNT(&allowed);
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
}

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

static void run_groups(Worker *worker)
{
    Pool *pool = worker->pool;
    const Job *job = &pool->job;
    for (;;) {
        uint64_t first = atomic_fetch_add_explicit(&pool->next_ticket, pool->block,
                                                   memory_order_relaxed);
        if (first >= pool->total)
            return;
        uint64_t last = pool->total - first < pool->block ? pool->total : first + pool->block;
        for (uint64_t ticket = first; ticket < last; ticket++) {
            uint32_t group[3];
            if (atomic_load_explicit(&pool->cancelled, memory_order_relaxed))
                return;
            uint64_t place = job->variant->in_order
                                 ? ticket
                                 : host_schedule_ticket(job->schedule, pool->total, ticket);
            host_order_group(job->order, job->dispatch->groups, place, group);
            memcpy(worker->group, group, sizeof group);
            job->variant->run(&worker->dispatch, worker->scratch, group[0], group[1], group[2]);
            if (job->variant->in_order)
                note_end(worker);
        }
    }
}

static void *worker_main(void *argument)
{
    Worker *worker = argument;
    Pool *pool = worker->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->closing && pool->job_number == seen)
            pthread_cond_wait(&pool->wake, &pool->lock);
        if (pool->closing)
            break;
        seen = pool->job_number;
        pthread_mutex_unlock(&pool->lock);

        double start = clock_ms(CLOCK_THREAD_CPUTIME_ID);
        bool ready = has_scratch(worker, pool->job.variant->scratch_bytes);
        take_dispatch(worker);
        if (ready && (!pool->dispatch.watch || worker == pool->workers))
            run_groups(worker);
        double spent = clock_ms(CLOCK_THREAD_CPUTIME_ID) - start;

        pthread_mutex_lock(&pool->lock);
        pool->out_of_memory |= !ready;
        pool->cpu_ms += spent;
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->idle);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static bool start_thread(Worker *worker, void *(*body)(void *))
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, WORKER_STACK_BYTES);
    int failure = pthread_create(&worker->thread, &attributes, body, worker);
    pthread_attr_destroy(&attributes);
    return !failure || !pthread_create(&worker->thread, NULL, body, worker);
}

/* ---- groups that wait for groups that have not started ---- */

static void *spare_main(void *argument)
{
    Worker *worker = argument;
    Pool *pool = worker->pool;
    double start = clock_ms(CLOCK_THREAD_CPUTIME_ID);
    if (has_scratch(worker, pool->job.variant->scratch_bytes))
        run_groups(worker);
    pthread_mutex_lock(&pool->lock);
    pool->cpu_ms += clock_ms(CLOCK_THREAD_CPUTIME_ID) - start;
    if (--pool->busy == 0)
        pthread_cond_signal(&pool->idle);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* With the lock held. */
static bool start_spare(Pool *pool)
{
    Worker *spare = calloc(1, sizeof *spare);
    if (!pool->spares)
        pool->spares = calloc(MOST_SPARES, sizeof *pool->spares);
    if (!spare || !pool->spares) {
        free(spare);
        return false;
    }
    spare->pool = pool;
    take_dispatch(spare);
    pool->busy++;
    if (!start_thread(spare, spare_main)) {
        pool->busy--;
        free(spare);
        return false;
    }
    pool->spares[pool->spare_count++] = spare;
    return true;
}

/* With the lock held: as many more as there are workers, as long as groups are left. */
static void start_spares(Pool *pool, double now)
{
    uint64_t next = atomic_load(&pool->next_ticket);
    uint64_t left = pool->total > next ? pool->total - next : 0;
    uint64_t more = pool->worker_count + pool->spare_count;
    size_t bytes = pool->job.variant->scratch_bytes + 1;
    more = more < left ? more : left;
    if (pool->dispatch.watch)
        return;
    while (more-- && pool->spare_count < MOST_SPARES &&
           (pool->spare_count + 1) * bytes <= MOST_SPARE_BYTES && start_spare(pool))
        continue;
    pool->spares_ms = now;
}

/* With the lock held, when none runs any more. */
static void end_spares(Pool *pool)
{
    for (uint32_t i = 0; i < pool->spare_count; i++) {
        pthread_join(pool->spares[i]->thread, NULL);
        free(pool->spares[i]->scratch);
        free(pool->spares[i]);
    }
    pool->spare_count = 0;
}

static void tell_waiting(Pool *pool, const Waiting *waiting)
{
    pool->has_told = true;
    host_warn(pool->report,
              "no group has ended for %d seconds: group %u,%u,%u waits at %s:%u, perhaps for what "
              "no group will write (docs/language.md, Forward progress)",
              TELL_MS / 1000, waiting->group[0], waiting->group[1], waiting->group[2],
              waiting->place.file, waiting->place.line);
}

/* WccDispatch.wait: called by a worker's kernel now and then. */
static void on_wait(void *context, const WccPlace *place)
{
    Worker *worker = context;
    Pool *pool = worker->pool;
    double now = host_now_ms();
    if (now < worker->looks_ms)
        return;
    bool is_first = !worker->looks_ms;
    worker->looks_ms = now + LOOK_MS;
    if (is_first)
        return;
    double ended = atomic_load_explicit(&pool->ended_ms, memory_order_relaxed);
    pthread_mutex_lock(&pool->lock);
    worker->waiting.place = *place;
    memcpy(worker->waiting.group, worker->group, sizeof worker->group);
    if (now - ended > PATIENCE_MS && now - pool->spares_ms > SPARES_MS &&
        !atomic_load(&pool->cancelled))
        start_spares(pool, now);
    if (now - ended > TELL_MS && !pool->has_told)
        tell_waiting(pool, &worker->waiting);
    pthread_mutex_unlock(&pool->lock);
}

Waiting host_find_waiting(Pool *pool)
{
    Waiting found = {0};
    pthread_mutex_lock(&pool->lock);
    for (uint32_t i = 0; i < pool->worker_count && !found.place.file; i++)
        found = pool->workers[i].waiting;
    for (uint32_t i = 0; i < pool->spare_count && !found.place.file; i++)
        found = pool->spares[i]->waiting;
    pthread_mutex_unlock(&pool->lock);
    return found;
}

void host_add_waiting(Report *report, Pool *pool)
{
    Waiting waiting = host_find_waiting(pool);
    size_t length = strlen(report->error);
    if (waiting.place.file)
        snprintf(report->error + length, sizeof report->error - length,
                 "; group %u,%u,%u waits at %s:%u", waiting.group[0], waiting.group[1],
                 waiting.group[2], waiting.place.file, waiting.place.line);
}

/* ---- the pool ---- */

static void init_locks(Pool *pool)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->idle, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

Pool *host_new_pool(Report *report, uint32_t workers)
{
    Pool *pool = calloc(1, sizeof *pool);
    Worker *list = calloc(workers, sizeof *list);
    Faults *faults = host_new_faults(report);
    if (!pool || !list || !faults) {
        free(pool);
        free(list);
        host_free_faults(faults);
        host_fail(report, "not enough memory for %u workers", workers);
        return NULL;
    }
    init_locks(pool);
    pool->workers = list;
    pool->faults = faults;
    while (pool->worker_count < workers) {
        list[pool->worker_count].pool = pool;
        if (!start_thread(&list[pool->worker_count], worker_main)) {
            host_fail(report, "could start only %u of %u workers; give a smaller number with -j",
                      pool->worker_count, workers);
            host_free_pool(pool);
            return NULL;
        }
        pool->worker_count++;
    }
    return pool;
}

bool host_pool_stuck(Pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool stuck = pool->busy != 0;
    pthread_mutex_unlock(&pool->lock);
    return stuck;
}

void host_free_pool(Pool *pool)
{
    if (!pool || host_pool_stuck(pool))
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    end_spares(pool);
    free(pool->spares);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->worker_count; i++) {
        pthread_join(pool->workers[i].thread, NULL);
        free(pool->workers[i].scratch);
    }
    pthread_cond_destroy(&pool->idle);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool->workers);
    host_free_faults(pool->faults);
    free(pool);
}

static struct timespec time_after(double seconds)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += (time_t)seconds;
    time.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    if (time.tv_nsec >= 1000000000) {
        time.tv_sec++;
        time.tv_nsec -= 1000000000;
    }
    return time;
}

/* With the lock held. Gives whether all workers came to rest in time; 0 seconds: without end. */
static bool wait_for_idle(Pool *pool, double seconds)
{
    struct timespec end = time_after(seconds > 0 ? seconds : 0);
    while (pool->busy) {
        int status = seconds > 0 ? pthread_cond_timedwait(&pool->idle, &pool->lock, &end)
                                 : pthread_cond_wait(&pool->idle, &pool->lock);
        if (status == ETIMEDOUT && pool->busy)
            return false;
    }
    return true;
}

/* Small, so that no worker is left with much at the end, but neighbours stay together. */
static uint64_t pick_block(uint64_t total, uint32_t workers)
{
    uint64_t block = total / ((uint64_t)workers * 16);
    return block < 1 ? 1 : block > 32 ? 32 : block;
}

static void start_job(Report *report, Pool *pool, const Job *job, uint64_t total)
{
    double now = host_now_ms();
    pool->job = *job;
    pool->dispatch = *job->dispatch;
    pool->job.dispatch = &pool->dispatch;
    pool->dispatch.schedule = job->schedule.kind;
    pool->dispatch.schedule_seed = job->schedule.seed;
    host_collect_faults(pool->faults, &pool->dispatch);
    pool->dispatch.wait = on_wait;
    pool->report = report;
    pool->has_told = false;
    pool->spares_ms = now;
    atomic_store(&pool->ended_ms, now);
    pool->total = total;
    pool->block = job->variant->in_order ? 1 : pick_block(total, pool->worker_count);
    pool->cpu_ms = 0;
    pool->out_of_memory = false;
    atomic_store(&pool->next_ticket, 0);
    atomic_store(&pool->cancelled, false);
    pool->busy = pool->worker_count;
    pool->job_number++;
    pthread_cond_broadcast(&pool->wake);
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

WccStatus host_run_job(Report *report, Pool *pool, const Job *job, WccTimes *times)
{
    const uint32_t *groups = job->dispatch->groups;
    uint64_t slice = (uint64_t)groups[0] * groups[1], total;
    double start = host_now_ms();
    if (__builtin_mul_overflow(slice, groups[2], &total) || total > INT64_MAX) {
        host_fail(report, "too many groups: %u x %u x %u", groups[0], groups[1], groups[2]);
        return WCC_BAD_INPUT;
    }
    pthread_mutex_lock(&pool->lock);
    start_job(report, pool, job, total);
    double limit = job->timeout_seconds;
    double seconds = limit < LONGEST_SECONDS ? limit : LONGEST_SECONDS;
    bool in_time = wait_for_idle(pool, seconds);
    if (!in_time) {
        atomic_store(&pool->cancelled, true);
        wait_for_idle(pool, GRACE_SECONDS);
    }
    if (!pool->busy)
        end_spares(pool);
    bool out_of_memory = pool->out_of_memory;
    if (times)
        *times = (WccTimes){.wall_ms = host_now_ms() - start, .cpu_ms = pool->cpu_ms};
    pthread_mutex_unlock(&pool->lock);
    if (!in_time)
        return WCC_TIMED_OUT;
    if (out_of_memory)
        host_fail(report, "not enough memory for the workers' groupshared memory (%u bytes each)",
                  job->variant->scratch_bytes);
    if (out_of_memory)
        return WCC_BAD_INPUT;
    return host_tell_faults(report, pool->faults) ? WCC_OK : WCC_CHECK_FAILED;
}
