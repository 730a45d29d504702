/* spread: a dispatch over all ranks, as runtime/mpi does it; which knows other jobs, texts and reports than wavetest. */
#ifndef WAVETEST_SPREAD_H
#define WAVETEST_SPREAD_H

#include <stdbool.h>

#include "wcc_rt.h"

typedef struct Spread {
    int size;         /* ranks */
    bool shares_only; /* what cannot be shared out does not run: WCC_CANCELLED */
    const char *test; /* its name, told at a time-out */
} Spread;

/* The first rank: as wcc_run. *alone: why it was not shared out, in words of runtime/mpi, or NULL. Ends all ranks at
 * a time-out. */
WccStatus spread_run(const Spread *spread, WccRuntime *runtime, const WccRun *run, const char **alone);
/* The others: their part in one dispatch of the module in the library; ends all ranks where that is not there. */
void spread_follow(int rank, int size, const char *library);
/* Of memory that is NULL where there was none: ends all ranks. */
void *spread_new(int rank, size_t bytes);

#endif
