/* The benchmark: compiled kernels against plain C, in one process, on one core.
 *
 *     bench FOLDER WAVECC [TEXT]     FOLDER holds the modules, made by wavecc -shared;
 *                                    TEXT: contests with that in their name only
 *
 * The plain C is the samples' models (testsuite/samples), compiled as a C programmer would for speed; the
 * kernels are called through wcc_abi.h, group after group. Both take turns, and the CPU time of the
 * thread is measured: medians, and how often the kernel is as fast. Then: how long wavecc takes. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

enum { ROUNDS = 15 };

/* ---- time ---- */

static double seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

static void stay_on_this_core(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
}

/* ---- measuring ---- */

static double time_plain(const Contest *contest)
{
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    contest->plain();
    return 1000 * (seconds(CLOCK_THREAD_CPUTIME_ID) - start);
}

static double time_kernel(const Contest *contest, Kernels *kernels, int variant)
{
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    contest->kernel(kernels, variant);
    return 1000 * (seconds(CLOCK_THREAD_CPUTIME_ID) - start);
}

/* One row for each wave size that the module holds. */
static void hold(const Contest *contest, const char *folder)
{
    double plain[ROUNDS], kernel[WCC_MAX_WAVE_SIZES][ROUNDS];
    Kernels kernels;
    open_module(&kernels, folder, contest->module);
    contest->prepare(&kernels);
    const WccEntry *entry = find_entry(kernels.module, contest->entry);
    for (int round = -1; round < ROUNDS; round++) { /* the first warms up and does not count */
        int slot = round < 0 ? 0 : round;
        plain[slot] = time_plain(contest);
        for (uint32_t i = 0; i < entry->variant_count; i++)
            kernel[i][slot] = time_kernel(contest, &kernels, (int)i);
    }
    double plain_ms = median(plain, ROUNDS);
    for (uint32_t i = 0; i < entry->variant_count; i++) {
        double kernel_ms = median(kernel[i], ROUNDS);
        contest->kernel(&kernels, (int)i);
        printf("%-38s %5u %10.2f %10.2f %7.2fx   %g %s\n", contest->name, entry->variants[i].wave_size, plain_ms, kernel_ms,
               plain_ms / kernel_ms, (double)contest->difference(), contest->unit);
    }
}

static void hold_all(const Contest *contests, const char *folder, const char *text)
{
    for (; contests->name != NULL; contests++)
        if (strstr(contests->name, text) != NULL)
            hold(contests, folder);
}

/* The median of five wall times of a shell command, in milliseconds. */
static double time_command(const char *command)
{
    double times[5];
    for (int i = 0; i < 5; i++) {
        double start = seconds(CLOCK_MONOTONIC);
        if (system(command))
            die("failed", command);
        times[i] = 1000 * (seconds(CLOCK_MONOTONIC) - start);
    }
    return median(times, 5);
}

static void time_compiler(const char *wavecc, const char *folder, const char *module)
{
    char to_c[4096], to_program[4096];
    snprintf(to_c, sizeof to_c, "'%s' samples/%s/%s.hlsl --emit=c -o '%s/%s.c'", wavecc, module, module, folder, module);
    snprintf(to_program, sizeof to_program, "'%s' samples/%s/%s.hlsl -o '%s/%s'", wavecc, module, module, folder, module);
    printf("%-38s %16.1f %10.1f\n", module, time_command(to_c), time_command(to_program));
}

static void time_compiler_for(const Contest *contests, const char *wavecc, const char *folder, const char *text)
{
    for (; contests->name != NULL; contests++)
        if (strstr(contests->name, text) != NULL)
            time_compiler(wavecc, folder, contests->module);
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "usage: bench FOLDER WAVECC [TEXT]\n");
        return 2;
    }
    const char *text = argc == 4 ? argv[3] : "";
    stay_on_this_core();
    printf("%-38s %5s %10s %10s %8s   %s\n", "CPU time on one core, median of 15", "wave", "plain C ms", "wavecc ms", "ratio", "results");
    hold_all(PICTURE_CONTESTS, argv[1], text);
    hold_all(ARRAY_CONTESTS, argv[1], text);
    printf("\n%-38s %16s %10s\n", "compile time, median of 5", "shader to C ms", "program ms");
    time_compiler_for(PICTURE_CONTESTS, argv[2], argv[1], text);
    time_compiler_for(ARRAY_CONTESTS, argv[2], argv[1], text);
    return 0;
}
