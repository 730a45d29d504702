/* Measuring: the CPU time of this thread, on one core. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"

double cpu_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

double time_plain(const Contest *contest)
{
    double start = cpu_ms();
    contest->plain();
    return cpu_ms() - start;
}

double time_kernel(const Contest *contest, Kernels *kernels)
{
    double start = cpu_ms();
    contest->kernel(kernels);
    return cpu_ms() - start;
}

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double quantile_of(double *values, int count, double part)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[(int)(part * count)];
}

double lower_quartile_of(double *values, int count) { return quantile_of(values, count, 0.25); }
double median_of(double *values, int count) { return quantile_of(values, count, 0.5); }

void stay_on_this_core(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
}
