/* Shared by the interpreter's files. */
#ifndef WAVECC_PROGRAM_INTERPRET_PRIV_H
#define WAVECC_PROGRAM_INTERPRET_PRIV_H

#include <setjmp.h>

#include "program.h"

/* ---- program_interpret.c: one thread ---- */

enum { MOST_PATH = 128, MOST_MET = 4096 };

/* How far a thread is: which statement of each block around it, in which turn of which loop, which side of which
 * branch. A thread's path only grows in this order, and two threads are at one operation of a wave together where
 * theirs are the same: they are in the same turns of the same loops and calls. */
typedef struct Path {
    int steps[MOST_PATH];
    int count;
} Path;

/* A thread is run again from its start whenever what it waits for is known: what it was given stands in `met`. */
typedef struct Thread {
    Path path;                /* where it waits */
    const Expr *waits;        /* for an operation of its wave */
    const Stmt *exchanges;    /* or at a barrier */
    Leaf values[16], asked;   /* what it brings along */
    Leaf met[MOST_MET][16];
    int met_count;
    bool is_done, is_lost;    /* lost: beyond what is kept here */
} Thread;

int64_t interpret_wrap(Scalar kind, uint64_t value);
Leaf interpret_operate(const char *operation, Scalar kind, Leaf a, Leaf b);
Leaf interpret_smaller(Scalar kind, Leaf a, Leaf b);
Leaf interpret_larger(Scalar kind, Leaf a, Leaf b);
/* Until it ends or waits. */
void interpret_thread(Program *program, Thread *thread, const ProgramInput *input, uint32_t index,
                      ProgramResult *result);

/* ---- program_fetch.c ---- */

/* A FETCH at these coordinates. */
void interpret_fetch(const ProgramInput *input, const Expr *expr, const uint32_t *at, Leaf *out);

/* ---- program_waves.c ---- */

/* The lanes that meet; `first` is the lowest of them. */
typedef struct Wavefront {
    bool is_there[128];
    Leaf values[128][16], asked[128];
    int lanes, first;
} Wavefront;
void wave_operate(const Wavefront *front, const Expr *expr, int lane, Leaf *out);

#endif
