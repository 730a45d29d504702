/* lane_costs: which loops lanes go through one after the other sooner than all at once. */
#ifndef WAVECC_LANE_COSTS_H
#define WAVECC_LANE_COSTS_H

#include "passes/passes_priv.h"

/* Some lanes leave the loop before others. */
bool lanes_part_in(const IrInstr *loop);
/* Lanes beside each other go to elements that are nowhere near each other: to anywhere, or to rows of one length; false of
 * what is no access. Needs uniformity. */
bool lanes_lie_apart(const IrInstr *access);
/* Of a turn: an instruction's, where a quotient counts for several. */
int lanes_operations(const IrInstr *instr);
/* Would one lane after the other go through it sooner? Needs uniformity; why not is told on request. */
bool lanes_pay_in_turn(const PassContext *context, const IrInstr *loop);

#endif
