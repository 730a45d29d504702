/* groups: the other way in which peers share work: the tests run on the first peer, one after another, and the
 * groups of each compiled dispatch are shared out over all peers (runtime/mpi). What that leaves has to be, to the
 * bit, what the first one leaves alone.
 *
 * mpi/groups.c is for wavetest-mpi, alone.c for wavetest. */
#ifndef WAVETEST_GROUPS_H
#define WAVETEST_GROUPS_H

#include "jobs.h"
#include "wcc_rt.h"

typedef struct Sharing {
    /* As wcc_run; `library` is the path of the module. */
    WccStatus (*run)(struct Sharing *sharing, const char *library, WccRuntime *runtime, const WccRun *run);
    const char *test; /* that runs */
    bool shares_only; /* what cannot be shared out is not to run */
    int races;        /* between groups, which ranks could not see */
    bool was_shared;  /* the last dispatch, over two peers at least */
} Sharing;

/* All peers: the first runs the tests and gives what that gives, EXIT_FAILED too where no dispatch at all was shared
 * out; the others do what they are told. Fails where there are no others. */
int groups_share(Arena *arena, Settings *settings, int (*run)(Arena *arena, const Settings *settings));
/* How many dispatches were shared out, and why others were not. */
void groups_report(const Sharing *sharing, FILE *out);

#endif
