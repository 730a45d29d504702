/* The clocks. */
#define _GNU_SOURCE
#include "dispatch.h"

#include <time.h>

static double clock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

double host_now_ms(void) { return clock_ms(CLOCK_MONOTONIC); }
double host_thread_ms(void) { return clock_ms(CLOCK_THREAD_CPUTIME_ID); }
