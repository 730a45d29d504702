/* peers: several wavetests that share tests out, as mpirun started them. All have the same list of jobs. The first
 * hands out their numbers, one after another, to whoever has nothing to do, itself included, and gets their results;
 * it alone reports.
 *
 * alone.c is for wavetest, which is linked with no MPI, mpi/peers.c for wavetest-mpi. */
#ifndef WAVETEST_PEERS_H
#define WAVETEST_PEERS_H

#include "jobs.h"

typedef struct Peers {
    int rank, size;
    int beside; /* of them on this machine, at least 1 */
} Peers;

/* NULL: this one is alone. Where mpirun has started wavetest, wavetest-mpi goes on in its place; does not come back
 * where that is missing. */
Peers *peers_join(int *count, char ***arguments);
/* All: waits for the others. Gives the exit status, the first one's. */
int peers_leave(Peers *peers, int status);
/* Of others than the first: the number of the next job; -1: none is left. */
int peers_take(Peers *peers);
/* The same: the job is done. */
void peers_tell(Peers *peers, int number, const Job *job);
/* Of the first: gives out numbers and takes results, as long as there are any to take. next() gives a number, or -1;
 * done() gets each job that has got its results, which live in the arena. */
typedef struct PeerWork {
    Arena *arena;
    const JobList *jobs;
    int (*next)(void *context);
    void (*done)(void *context, Job *job);
    void *context;
} PeerWork;
void peers_serve(Peers *peers, const PeerWork *work);
/* Some have not told yet what they were given, or may ask for more. */
bool peers_are_at_work(const Peers *peers);

#endif
