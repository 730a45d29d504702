/* For ThreadSanitizer (make test-tsan): devices of several host threads, each with its workers, that read one texture and
 * add to one buffer; one device that several threads submit to, cancel, and let time out; groups that wait for groups which
 * have not started. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wcc_rt.h"

enum { DEVICES = 4, SUBMITTERS = 3, ROUNDS = 12, SIDE = 32 };

static void demand(int holds, const char *what, const WccRuntime *runtime)
{
    if (holds)
        return;
    fprintf(stderr, "stress: %s: %s\n", what, runtime ? wcc_error(runtime) : "");
    exit(1);
}

typedef struct Shared {
    const WccResource *texture;      /* ones, with mip levels; another device's */
    _Alignas(64) uint32_t total[32]; /* of which kernels see the first */
} Shared;

static void bind_shared(WccRuntime *device, Shared *shared)
{
    WccResource total = {.data = shared->total, .width = 1, .height = 1, .depth = 1, .stride = 4};
    demand(wcc_bind(device, "Shared", shared->texture) == WCC_OK, "bind the texture", device);
    demand(wcc_bind(device, "Total", &total) == WCC_OK, "bind the total", device);
    demand(wcc_create(device, "Own", SIDE * SIDE, 1, 1) == WCC_OK, "create", device);
}

/* Three levels of ones are 3 each time. */
static void check_own(WccRuntime *device, uint32_t times)
{
    static const size_t bytes = SIDE * SIDE * sizeof(uint32_t);
    uint32_t *own = malloc(bytes);
    demand(wcc_read(device, "Own", own, bytes) == WCC_OK, "read", device);
    for (int i = 0; i < SIDE * SIDE; i++)
        demand(own[i] == 3 * times, "a sum is wrong", NULL);
    free(own);
}

static void add(WccRuntime *device, uint32_t wave_size, const char *order)
{
    WccTimes times;
    WccRun run = {.entry = "add", .groups = {SIDE / 8, SIDE / 8, 1}, .wave_size = wave_size, .order = order, .times = &times};
    demand(wcc_run(device, &run) == WCC_OK, "add", device);
}

/* What runs longer than it may is left, with the device. */
static void cancel(Shared *shared)
{
    WccRuntime *device = wcc_new(&wcc_module, 3);
    bind_shared(device, shared);
    WccRun run = {.entry = "endless", .groups = {1 << 24, 100, 1}, .timeout_seconds = 0.02};
    demand(wcc_run(device, &run) == WCC_TIMED_OUT, "a dispatch without end ended", device);
    wcc_free(device);
}

static void meet(WccRuntime *device)
{
    const uint32_t none = 0;
    uint32_t seen[SIDE * SIDE];
    demand(wcc_create(device, "Met", 1, 1, 1) == WCC_OK && wcc_write(device, "Met", &none, 4) == WCC_OK, "create Met", device);
    demand(wcc_dispatch(device, "meet", 6, 1, 1) == WCC_OK, "meet", device);
    demand(wcc_read(device, "Own", seen, sizeof seen) == WCC_OK, "read", device);
    for (int i = 0; i < 6; i++)
        demand(seen[i] == 6, "a group did not see all others", NULL);
}

static void *use_device(void *argument)
{
    Shared *shared = argument;
    for (int half = 0; half < 2; half++) {
        WccRuntime *device = wcc_new(&wcc_module, 2 + (uint32_t)half);
        bind_shared(device, shared);
        for (uint32_t round = 1; round <= ROUNDS; round++)
            add(device, round % 2 ? 8 : 32, round % 3 ? "linear" : "morton");
        check_own(device, ROUNDS);
        meet(device);
        wcc_free(device);
        cancel(shared);
    }
    return NULL;
}

/* One device of several threads, each with runtimes of its own: they run, submit, wait, cancel, and time out. */
typedef struct Queue {
    WccDevice *device;
    Shared *shared;
} Queue;

static uint32_t wait_for(WccTicket *ticket)
{
    WccStatus status = wcc_wait(ticket, 0);
    demand(status == WCC_OK || status == WCC_CANCELLED, wcc_ticket_error(ticket), NULL);
    demand(status == WCC_OK || strstr(wcc_ticket_error(ticket), "cancelled"), "a cancelled run does not say so", NULL);
    wcc_free_ticket(ticket);
    return status == WCC_OK;
}

static void *submit(void *argument)
{
    Queue *queue = argument;
    WccRuntime *runtime = wcc_new_on(queue->device, &wcc_module, NULL, 0), *other = wcc_new_on(queue->device, &wcc_module, NULL, 0);
    WccRun run = {.entry = "add", .groups = {SIDE / 8, SIDE / 8, 1}, .wave_size = 8, .order = "tile-x:2"};
    const WccRun runs[2] = {run, run};
    bind_shared(runtime, queue->shared);
    bind_shared(other, queue->shared);
    for (int round = 0; round < ROUNDS / 3; round++) {
        WccTicket *pair = wcc_submit(runtime, runs, 2);
        demand(wcc_wait(pair, 1e-6) != WCC_TIMED_OUT, "wait", runtime);
        WccRun late = {.entry = "endless", .groups = {1 << 24, 100, 1}, .timeout_seconds = round ? 0 : 0.005};
        WccTicket *long_one = wcc_submit(other, &late, 1);
        if (round)
            wcc_cancel(long_one);
        WccStatus ended = wcc_wait(long_one, 0);
        demand(ended == (round ? WCC_CANCELLED : WCC_TIMED_OUT), "a run without end ended", other);
        wcc_free_ticket(long_one);
        demand(wait_for(pair), "a pair was not run", runtime);
        add(runtime, 32, "linear");
    }
    check_own(runtime, ROUNDS);
    wcc_free(runtime);
    wcc_free(other);
    return NULL;
}

static WccRuntime *new_texture(Shared *shared)
{
    static float ones[SIDE * SIDE];
    WccRuntime *device = wcc_new(&wcc_module, 1);
    for (int i = 0; i < SIDE * SIDE; i++)
        ones[i] = 1;
    demand(wcc_create(device, "Shared", SIDE, SIDE, 1) == WCC_OK && wcc_write(device, "Shared", ones, sizeof ones) == WCC_OK &&
               wcc_make_mips(device, "Shared", 3) == WCC_OK,
           "make the texture", device);
    shared->texture = wcc_resource(device, "Shared");
    return device;
}

int main(void)
{
    static Shared shared;
    WccRuntime *owner = new_texture(&shared);
    Queue queue = {wcc_new_device(3), &shared};
    pthread_t threads[DEVICES + SUBMITTERS];
    for (int i = 0; i < DEVICES + SUBMITTERS; i++)
        pthread_create(&threads[i], NULL, i < DEVICES ? use_device : submit, i < DEVICES ? (void *)&shared : (void *)&queue);
    for (int i = 0; i < DEVICES + SUBMITTERS; i++)
        pthread_join(threads[i], NULL);
    wcc_free_device(queue.device);
    wcc_free(owner);
    demand(shared.total[0] == (2 * DEVICES + SUBMITTERS) * ROUNDS * SIDE * SIDE, "the total is wrong", NULL);
    printf("stress: %d devices, %d submitters, %d cancelled dispatches: all sums are right\n", 2 * DEVICES + 1, SUBMITTERS,
           2 * DEVICES);
    return 0;
}
