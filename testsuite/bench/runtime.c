/* What the runtime itself costs (make bench-runtime): medians of the wall clock. */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "wcc_rt.h"

enum { MOST_TIMES = 4001 };

double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void sort(double *taken, int count)
{
    qsort(taken, (size_t)count, sizeof *taken, compare);
}

typedef WccStatus Run(WccRuntime *runtime, const WccRun *run);

static WccStatus submit_and_wait(WccRuntime *runtime, const WccRun *run)
{
    WccTicket *ticket = wcc_submit(runtime, run, 1);
    WccStatus status = ticket ? wcc_wait(ticket, 0) : WCC_BAD_INPUT;
    wcc_free_ticket(ticket);
    return status;
}

/* Microseconds; `pause_us` between two: longer than workers look about before they sleep. */
static double median(WccRuntime *runtime, Run *run, const WccRun *what, int times, useconds_t pause_us)
{
    static double taken[MOST_TIMES];
    for (int i = 0; i < times; i++) {
        if (pause_us)
            usleep(pause_us);
        double start = now_us();
        if (run(runtime, what) != WCC_OK) {
            fprintf(stderr, "bench-runtime: %s\n", wcc_error(runtime));
            exit(1);
        }
        taken[i] = now_us() - start;
    }
    sort(taken, times);
    return taken[times / 2];
}

/* The least of many runs by turns: where other programs use the cores as well, some find them free. */
static void race(WccRuntime *one, WccRuntime *all, uint32_t workers, const WccRun *run)
{
    double alone = 1e30, together = 1e30;
    for (int i = 0; i < 300; i++) {
        double single = median(one, wcc_run, run, 1, 0), several = median(all, wcc_run, run, 1, 0);
        alone = single < alone ? single : alone;
        together = several < together ? several : together;
    }
    printf("1024 of them, least of 300 by turns: one worker %.0f us, %u workers %.0f us: %.2f times\n", alone, workers, together,
           alone / together);
}

int main(void)
{
    WccRuntime *one = wcc_new(&wcc_module, 1), *all = wcc_new(&wcc_module, 0);
    WccDevice *device = wcc_new_device(0);
    if (!one || !all || !device)
        return 1;
    uint32_t workers = wcc_worker_count(device);
    const WccRun empty = {.entry = "empty", .groups = {1, 1, 1}}, many = {.entry = "empty", .groups = {1000000, 1, 1}};
    const WccRun busy = {.entry = "busy", .groups = {1024, 1, 1}}, short_run = {.entry = "busy", .groups = {1, 1, 1}};
    printf("empty dispatch, one worker            %8.2f us\n", median(one, wcc_run, &empty, MOST_TIMES, 0));
    printf("empty dispatch, %2u workers            %8.2f us\n", workers, median(all, wcc_run, &empty, MOST_TIMES, 0));
    printf("submitted and waited for, worker awake%8.2f us\n", median(one, submit_and_wait, &empty, MOST_TIMES, 0));
    printf("the same, worker asleep               %8.2f us\n", median(one, submit_and_wait, &empty, 401, 1000));
    printf("empty group of 64                     %8.2f ns\n", median(one, wcc_run, &many, 101, 0) * 1e3 / 1e6);
    printf("one group that takes a while          %8.2f us\n", median(one, wcc_run, &short_run, 401, 0));
    race(one, all, workers, &busy);
    bench_waking(workers);
    wcc_free(one);
    wcc_free(all);
    wcc_free_device(device);
    return 0;
}
