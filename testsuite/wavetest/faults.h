/* faults: what kernels compiled with --check reported, held against what the lines of the source
 * say that they report. A mark ends a line and names the kinds, each with the wave sizes that it
 * is for where it is not for all:
 *
 *     Out[i] = In[i + 1];                       //! outside
 *     value = shared[i ^ 1];                    //! race@4,8 step2@32
 *
 * Kinds: barrier, outside, unwritten, race, stepN (right only where waves have N lanes), lane,
 * nan. A kind that two places of a line report stands there twice. */
#ifndef WAVETEST_FAULTS_H
#define WAVETEST_FAULTS_H

#include "base/base.h"

typedef struct Fault {
    int line, column; /* column 0: anywhere in the line */
    const char *kind; /* NULL: none that is known */
    const char *text; /* the message; NULL: none */
} Fault;
typedef VEC(Fault) FaultList;

/* Adds what the marks in `text` expect at a wave size of the checks given, 1u << RunCheck each.
 * `line`: the number of the first line. Other words are passed over. */
void faults_expect(Arena *arena, FaultList *expected, Slice text, int line, int wave_size,
                   unsigned checks);
/* Adds that of a message, "file:line:column: error: ...", unless one of its kind and place is
 * there. */
void faults_add(Arena *arena, FaultList *said, const char *message);
/* Whether both are the same; otherwise `why` has a line for each that only one of them has. */
bool faults_agree(const FaultList *expected, const FaultList *said, const char *path, Text *why);

#endif
