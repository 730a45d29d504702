/* The pool of workers: threads that sleep until they are called to a task. */
#define _GNU_SOURCE
#include "pool.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_WORKERS = 4096 }; /* more would be a slip, which may take all threads of a machine */

static uint32_t count_cpus(void)
{
    cpu_set_t allowed;
    if (!sched_getaffinity(0, sizeof allowed, &allowed))
        return (uint32_t)CPU_COUNT(&allowed);
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
}

uint32_t host_default_workers(void)
{
    const char *text = getenv("WAVECC_WORKERS");
    char *end = NULL;
    long wanted = text ? strtol(text, &end, 10) : 0;
    return wanted >= 1 && wanted <= MOST_WORKERS && !*end ? (uint32_t)wanted : count_cpus();
}

/* ---- threads ---- */

static void *worker_main(void *argument)
{
    Worker *worker = argument;
    Pool *pool = worker->pool;
    while (host_await_call(worker)) {
        host_serve(worker);
        pthread_mutex_lock(&pool->lock);
        worker->waiting = (Waiting){0};
        host_leave(pool);
        pthread_mutex_unlock(&pool->lock);
        host_wake_called(pool);
    }
    return NULL;
}

/* ---- the pool ---- */

static void init_locks(Pool *pool)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->idle, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static bool start_workers(Report *report, Pool *pool, uint32_t workers)
{
    pool->caller->pool = pool;
    while (pool->worker_count < workers) {
        Worker *worker = &pool->workers[pool->worker_count];
        worker->pool = pool;
        if (!host_start_worker(worker, worker_main))
            return host_fail(report,
                             "could start only %u of %u workers; give a smaller number with -j",
                             pool->worker_count, workers);
        pool->worker_count++;
    }
    return true;
}

Pool *host_new_pool(Report *report, uint32_t workers)
{
    if (workers > MOST_WORKERS) {
        host_fail(report, "%u workers are too many; there may be %d", workers, MOST_WORKERS);
        return NULL;
    }
    Pool *pool = host_new_apart(sizeof *pool);
    Worker *list = host_new_apart(workers * sizeof *list);
    Worker *caller = host_new_apart(sizeof *caller);
    Faults *faults = host_new_faults(report);
    Printer *printer = host_new_printer(report, HOST_PRINT_BYTES);
    if (!pool || !list || !caller || !faults || !printer) {
        free(pool);
        free(list);
        free(caller);
        host_free_faults(faults);
        host_free_printer(printer);
        host_fail(report, "not enough memory for %u workers", workers);
        return NULL;
    }
    init_locks(pool);
    host_mark_home(pool);
    pool->is_crowded = workers > count_cpus();
    pool->workers = list;
    pool->caller = caller;
    pool->faults = faults;
    pool->printer = printer;
    pool->on_wait = host_on_wait;
    pool->orphan.report = &pool->orphan_report;
    if (start_workers(report, pool, workers))
        return pool;
    host_free_pool(pool);
    return NULL;
}

uint32_t host_worker_count(const Pool *pool)
{
    return pool->worker_count;
}

void host_free_pool(Pool *pool)
{
    if (!pool || host_pool_stuck(pool))
        return;
    pthread_mutex_lock(&pool->lock);
    host_reap_spares(pool);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->worker_count; i++)
        host_dismiss_worker(&pool->workers[i]);
    for (uint32_t i = 0; i < pool->worker_count; i++) {
        pthread_join(pool->workers[i].thread, NULL);
        free(pool->workers[i].scratch);
        host_free_copies(&pool->workers[i]);
    }
    host_forget_pool(pool);
    host_unmark_home(pool);
    pthread_cond_destroy(&pool->idle);
    pthread_mutex_destroy(&pool->lock);
    free(pool->spares);
    free(pool->caller->scratch);
    host_free_copies(pool->caller);
    free(pool->caller);
    free(pool->workers);
    host_free_faults(pool->faults);
    host_free_printer(pool->printer);
    free(pool);
}
