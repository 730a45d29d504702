/* What runs now, for who looks at the process from another thread: a signal's message, progress. */
#include "pool.h"
#include "session.h"

/* Of the process: signals and terminals are. */
static struct {
    pthread_mutex_t lock;
    const char *name; /* NULL: no kernel runs */
    Pool *pool;
    uint64_t count, expected;
    double first_ms, start_ms;
} now = {.lock = PTHREAD_MUTEX_INITIALIZER};

void host_begin_work(const char *name, Pool *pool)
{
    double start = host_now_ms();
    pthread_mutex_lock(&now.lock);
    now.name = name;
    now.pool = pool;
    now.first_ms = now.count ? now.first_ms : start;
    now.start_ms = start;
    now.count++;
    pthread_mutex_unlock(&now.lock);
}

void host_expect_work(uint64_t dispatches)
{
    pthread_mutex_lock(&now.lock);
    now.expected = dispatches;
    pthread_mutex_unlock(&now.lock);
}

void host_end_work(void)
{
    pthread_mutex_lock(&now.lock);
    now.name = NULL;
    pthread_mutex_unlock(&now.lock);
}

static uint64_t left_of(const Worker *worker)
{
    return atomic_load_explicit(&worker->left, memory_order_relaxed);
}

/* Tickets that are handed out, but for what is left of the blocks they came in. Who holds the lock
 * may hold it for long, for a line that nobody reads: then nothing is known. */
static void count_groups(Pool *pool, Work *work)
{
    if (pthread_mutex_trylock(&pool->lock))
        return;
    if (pool->current) {
        uint64_t given = atomic_load_explicit(&pool->next_ticket, memory_order_relaxed);
        uint64_t left = left_of(pool->caller);
        for (uint32_t i = 0; i < pool->worker_count; i++)
            left += left_of(&pool->workers[i]);
        for (uint32_t i = 0; i < pool->spare_count; i++)
            left += left_of(pool->spares[i]);
        given = given < pool->total ? given : pool->total;
        work->total = pool->total;
        work->done = given > left ? given - left : 0;
    }
    pthread_mutex_unlock(&pool->lock);
}

bool host_look_at_work(Work *work)
{
    *work = (Work){0};
    pthread_mutex_lock(&now.lock);
    bool runs = now.name != NULL;
    if (runs) {
        snprintf(work->name, sizeof work->name, "%s", now.name);
        work->number = now.count;
        work->expected = now.count <= now.expected ? now.expected : 0;
        work->first_ms = now.first_ms;
        work->start_ms = now.start_ms;
        count_groups(now.pool, work);
    }
    pthread_mutex_unlock(&now.lock);
    return runs;
}
