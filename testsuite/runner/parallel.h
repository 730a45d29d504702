/* parallel: runs tests in child processes, several at a time. */
#ifndef WAVECC_PARALLEL_H
#define WAVECC_PARALLEL_H

#include "registry.h"

typedef struct RunOptions {
    int workers; /* processes; 0: all tests run in this one, for a debugger */
    int seconds; /* that a test may take; a longer one is killed and has failed */
    bool times;  /* whether to print where the CPU time went */
} RunOptions;

/* Prints a line for each test, what failing ones said, and `N passed, N failed` at the end; gives
 * how many failed. */
size_t parallel_run(TestList tests, const RunOptions *options);

#endif
