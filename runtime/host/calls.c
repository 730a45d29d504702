/* How a worker sleeps and is called. Its word says what it does and what is asked of it:
 *
 *     NONE --it has looked long enough--> ASLEEP --called--> WOKEN --it is awake--> NONE, serves
 *      \------------------called-----------------> CALLED --it sees--> NONE, serves
 *
 * Nobody needs the pool's lock for it. Waking a thread takes the caller longer than the thread to be
 * awake (10 us and 8 in a virtual machine), so who begins a task wakes two workers, and each worker
 * two others before it serves: whoever comes first takes the next of `calls`.
 *
 * A worker that has nothing to do looks at its word for PATIENCE_US before it sleeps if it was called
 * within that time when it was idle last, else it sleeps at once: calls that follow one another find
 * it awake, and a device that is idle takes no CPU time. It gives way to other threads of its CPU
 * meanwhile, of which the one that would call it may be one. Where there are more workers than CPUs it
 * never looks about: it would take a CPU from one that works. */
#define _GNU_SOURCE
#include "pool.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

/* To fall asleep and to be woken takes about as long. */
#define PATIENCE_US 50.0
enum { WAKES = 2, LOOKS = 32 /* between two at the clock: a microsecond */ };

enum { NONE, ASLEEP, CALLED, WOKEN, ENDS };

static void sleep_while_asleep(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, ASLEEP, NULL, NULL, 0);
}

static void wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* Programs whose kernels are built with ThreadSanitizer link a library that is not: it sees locks,
 * but no atomics of this file, and is told what they order. Of its interface (tsan_interface.h). */
void __tsan_release(void *address) __attribute__((weak));
void __tsan_acquire(void *address) __attribute__((weak));

static void release_to(_Atomic uint32_t *word)
{
    if (__tsan_release)
        __tsan_release(word);
}

static void acquire_from(_Atomic uint32_t *word)
{
    if (__tsan_acquire)
        __tsan_acquire(word);
}

/* ---- who calls ---- */

/* The next one to be looked at, and one past the last. */
static uint64_t pack(uint32_t next, uint32_t end)
{
    return (uint64_t)end << 32 | next;
}

/* NULL: all have been looked at. */
static Worker *take_called(Pool *pool)
{
    uint64_t calls = atomic_load(&pool->calls);
    while ((uint32_t)calls < calls >> 32)
        if (atomic_compare_exchange_weak(&pool->calls, &calls, calls + 1))
            return &pool->workers[(uint32_t)calls];
    return NULL;
}

void host_wake_called(Pool *pool)
{
    Worker *worker;
    for (int wakes = 0; wakes < WAKES && (worker = take_called(pool));)
        if (atomic_load_explicit(&worker->call, memory_order_relaxed) == WOKEN) {
            wake(&worker->call);
            wakes++;
        }
}

void host_call_workers(Pool *pool, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        _Atomic uint32_t *word = &pool->workers[i].call;
        uint32_t none = NONE;
        release_to(word);
        if (!atomic_compare_exchange_strong(word, &none, CALLED))
            atomic_store(word, WOKEN);
    }
    atomic_store(&pool->calls, pack(first, end));
}

void host_dismiss_worker(Worker *worker)
{
    if (atomic_exchange(&worker->call, ENDS) == ASLEEP)
        wake(&worker->call);
}

/* ---- who is called ---- */

static uint32_t seen(Worker *worker)
{
    return atomic_load_explicit(&worker->call, memory_order_acquire);
}

/* Until it is called, or has looked long enough. */
static void look_about(Worker *worker, double until_ms)
{
    do {
        for (int i = 0; i < LOOKS && seen(worker) == NONE; i++)
            host_pause();
        sched_yield();
    } while (seen(worker) == NONE && host_now_ms() < until_ms);
}

static void fall_asleep(Worker *worker)
{
    uint32_t none = NONE;
    if (atomic_compare_exchange_strong(&worker->call, &none, ASLEEP))
        while (seen(worker) == ASLEEP)
            sleep_while_asleep(&worker->call);
}

bool host_await_call(Worker *worker)
{
    double start = host_now_ms();
    if (worker->looks_about)
        look_about(worker, start + PATIENCE_US / 1e3);
    fall_asleep(worker);
    if (seen(worker) == ENDS)
        return false;
    acquire_from(&worker->call);
    atomic_store_explicit(&worker->call, NONE, memory_order_relaxed);
    host_wake_called(worker->pool);
    worker->looks_about = !worker->pool->is_crowded && host_now_ms() - start < PATIENCE_US / 1e3;
    return true;
}
