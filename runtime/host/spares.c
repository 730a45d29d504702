/* Groups that wait for groups which have not started. Where they wait for earlier ones the order in
 * which groups start is enough (workers.c). Where they wait for later ones nothing ends for a while;
 * then spare workers take further groups, twice as many each time. */
#include "pool.h"

#include <stdlib.h>
#include <string.h>

/* Without any group's end for so long, groups that wait are given spare workers; later it is told
 * of once. */
enum { PATIENCE_MS = 1000, SPARES_MS = 100, TELL_MS = 10000 };
/* What spare workers may be, and their scratch memory. */
enum { MOST_SPARES = 1024, MOST_SPARE_BYTES = 1 << 30 };
/* How often a group that waits looks at the clock. */
#define LOOK_MS 20.0

static void *spare_main(void *argument)
{
    Worker *worker = argument;
    Pool *pool = worker->pool;
    host_serve(worker);
    pthread_mutex_lock(&pool->lock);
    worker->has_ended = true;
    worker->waiting = (Waiting){0};
    host_leave(pool);
    pthread_mutex_unlock(&pool->lock);
    host_wake_called(pool);
    return NULL;
}

/* With the lock held. */
static bool start_spare(Pool *pool)
{
    Worker *spare = host_new_apart(sizeof *spare);
    if (!pool->spares)
        pool->spares = calloc(MOST_SPARES, sizeof *pool->spares);
    if (!spare || !pool->spares) {
        free(spare);
        return false;
    }
    spare->pool = pool;
    pool->busy++;
    if (!host_start_worker(spare, spare_main)) {
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
    host_reap_spares(pool);
    uint64_t next = atomic_load(&pool->next_ticket);
    uint64_t left = pool->total > next ? pool->total - next : 0;
    uint64_t more = pool->worker_count + pool->spare_count;
    size_t bytes = pool->job.variant->scratch_bytes + 1;
    more = more < left ? more : left;
    if (host_runs_alone(&pool->job))
        return;
    while (more-- && pool->spare_count < MOST_SPARES &&
           (pool->spare_count + 1) * bytes <= MOST_SPARE_BYTES && start_spare(pool))
        continue;
    pool->spares_ms = now;
}

static void tell_waiting(Pool *pool, const Waiting *waiting)
{
    pool->has_told = true;
    host_warn(pool->current->report,
              "no group has ended for %d seconds: group %u,%u,%u waits at %s:%u, perhaps for what "
              "no group will write (docs/language.md, Forward progress)",
              TELL_MS / 1000, waiting->group[0], waiting->group[1], waiting->group[2],
              waiting->place.file, waiting->place.line);
}

void host_on_wait(void *context, const WccPlace *place)
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
    for (int axis = 0; axis < 3; axis++)
        worker->waiting.group[axis] = worker->groups.first[axis];
    if (now - ended > PATIENCE_MS && now - pool->spares_ms > SPARES_MS && !atomic_load(&pool->stop))
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
    if (!waiting.place.file)
        host_add_running(report, pool);
    else
        snprintf(report->error + length, sizeof report->error - length,
                 "; group %u,%u,%u waits at %s:%u", waiting.group[0], waiting.group[1],
                 waiting.group[2], waiting.place.file, waiting.place.line);
}
