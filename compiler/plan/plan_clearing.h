/* Which threads come by where in a stretch, and what they do there: the two halves of plan_clearing.c. */
#ifndef WAVECC_PLAN_CLEARING_H
#define WAVECC_PLAN_CLEARING_H

#include "plan_priv.h"

enum { CLEARING_DEPTH = 6 };

/* Threads that surely come by, by SV_GroupIndex; NULL: it is not known which. */
typedef const bool *PlanThreads;

/* A walk over a stretch, by all of its threads from instruction to instruction. */
typedef struct PlanPassing {
    Arena *arena;
    const IrKernel *kernel;
    int threads;        /* the first ones of the group go through the stretch */
    const IrTurn *turn; /* of loops around, as far as they are known */
    int depth;          /* branches and loops around */
    const bool *jumps_out; /* ir_find_jumps_out */
    int64_t budget;     /* conditions of threads that may still be computed */
    void (*look)(struct PlanPassing *passing, const IrInstr *instr, PlanThreads threads);
    void (*leave)(struct PlanPassing *passing); /* an instruction that stands in no branch or loop */
    void *context;
} PlanPassing;

void plan_pass_by(PlanPassing *passing, const IrRegion *region, PlanThreads threads);

#endif
