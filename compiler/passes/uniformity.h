/* uniformity: what its two files share. */
#ifndef WAVECC_PASSES_UNIFORMITY_H
#define WAVECC_PASSES_UNIFORMITY_H

#include "passes/control.h"
#include "passes/shapes.h"

typedef struct Uniformity {
    IrKernel *kernel;
    Arena *scratch;
    uint8_t *zeros;  /* by order: Fact.zeros */
    Fact *variables; /* by index: what all elements hold */
    const IrInstr **lane_loops; /* by variable's index: ir_find_lane_loops */
    const IrInstr **only_stores; /* by variable's index: ir_find_only_stores */
    bool *settled; /* by order: loads of groupshared memory that find the same in all waves */
    Control control;
    bool changed;
} Uniformity;

/* settled.c; variables have their indices. */
bool *uniformity_find_settled(const IrKernel *kernel, int order_count, Arena *scratch);

/* What is known of a value so far. */
Fact uniformity_fact(const Uniformity *uniformity, const IrInstr *value);
/* What follows for `instr` by its rule from what is known so far; false: it is no value. */
bool uniformity_apply_rule(const Uniformity *uniformity, const IrInstr *instr, Fact *fact);
/* Adds what an edge or a store brings; what has not been seen yet adds nothing. */
void uniformity_join(const Uniformity *uniformity, Fact *joined, const IrInstr *value);
/* Threads that are apart by `level` meet, with different values. */
Fact uniformity_mix(const Uniformity *uniformity, Fact joined, IrLevel level);

#endif
