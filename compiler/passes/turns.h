/* turns: how often a loop turns, found by running what its test follows from.
 *
 *     ^1 loop (%k = 3) {                    turn  %k  %2     %4
 *       %2 = slt 0, %k                      1     3   true   ?
 *       if %2 {                             2     2   true   ?
 *         %3 = load_var $best [%k - 1]      3     1   true   ?
 *         yield (flt %3, %v)                4     0   false  false: it breaks
 *       } else {
 *         yield false
 *       } -> %4
 *       if %4 { yield } else { break ^1 %k }
 *       ...
 *       continue ^1 (%k - 1)
 *     } -> %5
 *
 * What data decides may end it earlier: then the test bounds the loop. */
#ifndef WAVECC_PASSES_TURNS_H
#define WAVECC_PASSES_TURNS_H

#include "passes/passes_priv.h"

/* What is known of a value in one turn. */
typedef struct Known {
    uint32_t stamp; /* of the turn in which the rest holds */
    bool is_known;
    uint64_t bits;
} Known;

/* Of all loops of a kernel, one after the other. */
typedef struct TurnCounter {
    const IrKernel *kernel;
    Arena *scratch;
    Known *values; /* by id */
    uint32_t value_count;
    uint32_t stamp; /* counts the turns of all that was run */
} TurnCounter;

typedef struct Loop {
    const IrInstr *instr;
    IrEdges continues;
} Loop;

/* The branch of `test` that breaks out of the loop while the other goes on, or -1. */
int turns_breaking_branch(const IrInstr *test, const IrInstr *loop);

enum { TURNS_UNKNOWN = 0, TURNS_BEYOND = -1 };

/* In which turn a test breaks, from 1; or one of these: not known, past `most`. */
typedef struct Turns {
    int count;
    bool is_bound; /* it may break before */
} Turns;
Turns turns_until(TurnCounter *counter, const Loop *loop, const IrInstr *test, int most);

#endif
