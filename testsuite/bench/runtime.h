/* runtime: what the files of make bench-runtime share. */
#ifndef BENCH_RUNTIME_H
#define BENCH_RUNTIME_H

#include <stdint.h>

double now_us(void);
void sort(double *taken, int count);

/* wake.c: from submitting to running, with workers that sleep. */
void bench_waking(uint32_t workers);

#endif
