/* passes: IR to IR. pass.def is the ordered list; one file a pass. */
#ifndef WAVECC_PASSES_H
#define WAVECC_PASSES_H

#include "ir/ir.h"

typedef struct PassContext {
    IrKernel *kernel;
    Arena *scratch;           /* dropped after the pass */
    Diagnostics *diagnostics; /* for divergent barriers and the like */
    bool fast_math;           /* --fp=fast */
    int optimisation;         /* 0..3; 0 runs only what is needed */
    unsigned checks;          /* --check: 1u << RunCheck each */
} PassContext;

/* Returns whether anything changed. */
typedef bool PassRun(PassContext *context);

typedef struct Pass {
    const char *name;
    PassRun *run;
    int least_optimisation; /* runs from this -O on */
    const char *text;
} Pass;

extern const Pass PASSES[];
extern const int PASS_COUNT;

PassRun pass_split_variables, pass_promote, pass_simplify, pass_unroll, pass_merge, pass_hoist, pass_uniformity, pass_flatten,
        pass_drop_dead, pass_check_barriers, pass_form_waves, pass_rows_in_turn, pass_check_uniform, pass_instrument, pass_forward_shared,
        pass_check_waves, pass_check_races;

#endif
