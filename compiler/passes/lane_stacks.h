/* lane_stacks: which private arrays of a loop are stacks, each lane's of its own depth. */
#ifndef WAVECC_LANE_STACKS_H
#define WAVECC_LANE_STACKS_H

#include "passes/passes_priv.h"

/* The index goes up in some turns of the loop and down in others, by constants: a stack's pointer. */
bool is_stack_pointer(Arena *scratch, const IrInstr *index, const IrInstr *loop);

#endif
