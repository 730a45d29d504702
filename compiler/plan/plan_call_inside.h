/* Calls that ask once whether all of their groups lie inside: what plan_call_inside.c and plan_rows_inside.c share. */
#ifndef WAVECC_PLAN_CALL_INSIDE_H
#define WAVECC_PLAN_CALL_INSIDE_H

#include "plan_priv.h"

enum { PLAN_MOST_AGAIN = 160 /* steps that are there twice then */ };

/* By id: whether the group's x is in it. */
const bool *plan_find_hanging(Arena *arena, const Plan *plan);
/* The access keeps multiples of a number in registers, of which there are too few for two copies. */
bool plan_goes_by_lanes(const PlanStep *step);
/* What a call's groups are asked for in the loop; `hangs` as of plan_find_hanging. */
PlanWalks *plan_walks_of_call(Arena *arena, const IrInstr *loop, bool is_of_small, const bool *hangs);
/* The groups at a call's ends may lie outside where the others do not. */
bool plan_has_parts_apart(const PlanWalks *walks);
/* `if_inside`, or `parts` and that; a step of another kind in the place of `waves`; the ends of what plan_push_asked opened. */
void plan_push_asked(Arena *arena, PlanSteps *steps, const PlanStep *waves, const PlanWalks *walks, bool has_parts);
void plan_push_mark(Arena *arena, PlanSteps *steps, const PlanStep *waves, PlanStepKind kind, const PlanWalks *walks);
void plan_push_ends(Arena *arena, PlanSteps *steps, const PlanStep *waves, bool has_parts);

#endif
