/* How long after a dispatch is submitted a worker that sleeps runs its first group, and the last of several theirs; beside
 * it what the machine needs to wake a thread: one futex, nothing else. The kernel is written by hand, since HLSL has no
 * clock. */
#define _GNU_SOURCE
#include "runtime.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "wcc_rt.h"

enum { ROUNDS = 400, MOST_WORKERS = 64, PAUSE_US = 1000, TOGETHER_US = 20000 };

/* ---- a thread that sleeps ---- */

typedef struct Sleeper {
    _Alignas(128) _Atomic uint32_t is_called;
    _Alignas(128) _Atomic uint32_t has_woken;
    double woken_us;
} Sleeper;

static void *sleep_and_wake(void *argument)
{
    Sleeper *sleeper = argument;
    for (int i = 0; i < ROUNDS; i++) {
        while (!atomic_load(&sleeper->is_called))
            syscall(SYS_futex, &sleeper->is_called, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
        sleeper->woken_us = now_us();
        atomic_store(&sleeper->is_called, 0);
        atomic_store(&sleeper->has_woken, 1);
    }
    return NULL;
}

static double wake_by_futex(Sleeper *sleeper)
{
    double start = now_us();
    atomic_store(&sleeper->is_called, 1);
    syscall(SYS_futex, &sleeper->is_called, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    while (!atomic_exchange(&sleeper->has_woken, 0))
        sched_yield();
    return sleeper->woken_us - start;
}

/* ---- workers that sleep ---- */

/* Each group waits until all have started: they are on different workers then. */
static struct {
    _Alignas(128) _Atomic uint32_t started;
    uint32_t expected;
    struct { _Alignas(128) double us; } at[MOST_WORKERS];
} stamps;

static void stamp(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    (void)dispatch, (void)shared, (void)y, (void)z;
    double now = now_us();
    stamps.at[x].us = now;
    atomic_fetch_add(&stamps.started, 1);
    while (atomic_load(&stamps.started) < stamps.expected && now_us() - now < TOGETHER_US)
        sched_yield();
}

static const WccVariant variant = {.wave_size = 4, .run = stamp, .in_order = 1, .lane_order = "linear", .stack_bytes = 4096};
static const WccEntry entry = {.name = "stamp", .threads = {1, 1, 1}, .variants = &variant, .variant_count = 1};
static const WccModule module = {.abi_version = WCC_ABI_VERSION, .source = "wake.c", .entries = &entry, .entry_count = 1};

typedef struct Wake {
    double first, last, submit; /* us after the call; the call itself */
} Wake;

static Wake wake_workers(WccRuntime *runtime, uint32_t count)
{
    WccRun run = {.entry = "stamp", .groups = {count, 1, 1}};
    stamps.expected = count;
    atomic_store(&stamps.started, 0);
    double start = now_us();
    WccTicket *ticket = wcc_submit(runtime, &run, 1);
    Wake wake = {1e9, 0, now_us() - start};
    while (wcc_poll(ticket) == WCC_PENDING)
        sched_yield();
    wcc_free_ticket(ticket);
    for (uint32_t i = 0; i < count; i++) {
        double after = stamps.at[i].us - start;
        wake.first = after < wake.first ? after : wake.first;
        wake.last = after > wake.last ? after : wake.last;
    }
    return wake;
}

/* ---- tables ---- */

static void print(const char *what, double *taken)
{
    sort(taken, ROUNDS);
    printf("%-44s%8.2f us   best tenth %8.2f us\n", what, taken[ROUNDS / 2], taken[ROUNDS / 20]);
}

void bench_waking(uint32_t workers)
{
    static double bare[ROUNDS], one[ROUNDS], last[ROUNDS], submit[ROUNDS];
    static Sleeper sleeper;
    pthread_t thread;
    char text[64];
    workers = workers < MOST_WORKERS ? workers : MOST_WORKERS;
    WccRuntime *runtime = wcc_new(&module, workers);
    if (!runtime || pthread_create(&thread, NULL, sleep_and_wake, &sleeper))
        exit(1);
    for (int i = 0; i < ROUNDS; i++) {
        usleep(PAUSE_US);
        bare[i] = wake_by_futex(&sleeper);
        usleep(PAUSE_US);
        one[i] = wake_workers(runtime, 1).first;
        usleep(PAUSE_US);
        Wake all = wake_workers(runtime, workers);
        last[i] = all.last;
        submit[i] = all.submit;
    }
    pthread_join(thread, NULL);
    wcc_free(runtime);
    print("a thread woken by a futex, one way", bare);
    print("a worker asleep: to its first group", one);
    snprintf(text, sizeof text, "%u workers asleep: to the last one's", workers);
    print(text, last);
    snprintf(text, sizeof text, "what wcc_submit of %u groups takes", workers);
    print(text, submit);
}
