/* What full_loops.c asks of loops whose turns differ, or whose lanes do. */
#ifndef WAVECC_PASSES_FULL_LOOPS_H
#define WAVECC_PASSES_FULL_LOOPS_H

#include "passes/full_waves.h"

/* The counter that a loop's test, `i < n`, asks for, which grows by one, where n does not change in the loop; NULL: it is
 * no such test. */
IrInstr *full_loops_counter(const IrInstr *loop, const IrInstr *test);
/* That it holds in all lanes of the wave. */
IrInstr *full_loops_build_for_all(IrBuilder *before, IrOp op, IrInstr *left, IrInstr *right);

/* ---- full_loops_turns.c: conditions in which the loop's counters are ---- */

/* A comparison of integers of which the first and the last turn tell whether it holds in all of them. */
bool full_loops_holds_in_turns(const IrInstr *comparison, const IrInstr *loop);
/* What holds before the loop only where the condition, `a && b` of such or of what does not change, holds for all lanes of
 * the wave in all turns. */
IrInstr *full_loops_build_for_turns(IrBuilder *before, IrInstr *condition, const IrInstr *loop);

/* ---- full_loops_ends.c ---- */

/* A loop from `first` on, by `step`, before the lesser of `end`, a constant more, and `bound`. */
typedef struct FullEnd {
    IrInstr *test, *first, *end, *bound;
    int counter, step; /* which parameter */
    bool is_signed;
} FullEnd;

bool full_loops_find_end(Arena *scratch, IrInstr *loop, FullEnd *found);
/* That all lanes take as many turns as `end` says. */
IrInstr *full_loops_build_end(IrBuilder *before, const FullEnd *end);
/* The loop, whose test that is, counts turns from 0 on. */
void full_loops_count_turns(PassContext *context, IrInstr *loop, IrInstr *test, const FullEnd *end);

#endif
