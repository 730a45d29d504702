/* What full_turns.c, full_waves.c, full_branches.c, full_loops.c and one_quotient.c ask of conditions and of what is to be there twice. */
#ifndef WAVECC_PASSES_FULL_WAVES_H
#define WAVECC_PASSES_FULL_WAVES_H

#include "passes/passes_priv.h"

/* The lanes of each wave are all there, and follow one another. */
bool full_waves_are_there(const IrKernel *kernel);
/* A lane of each side says whether it holds in all, or where both of its parts do. */
bool full_waves_is_of_steps(const IrKernel *kernel, const IrInstr *condition);

/* ---- full_waves_bounds.c; by ranges ---- */

/* A comparison, == among them, that bounds of both sides may decide for all lanes. */
bool full_waves_has_bounds(const IrKernel *kernel, const IrInstr *condition);
/* Scalars may say that it holds in all lanes: it, or each part of `a && b`, is of steps, or has bounds. */
bool full_waves_can_ask(const IrKernel *kernel, const IrInstr *condition);
/* Which can be asked: true only where it holds in all lanes. */
IrInstr *full_waves_build_all(IrBuilder *builder, IrInstr *condition);

/* ---- full_waves_places.c ---- */

/* What the way of waves that do not go as a whole needs from outside, and is cheap, it computes. */
void full_waves_compute_places(IrKernel *kernel, Arena *scratch, IrRegion *other);

/* ---- full_groups.c ---- */

/* The stretch becomes two, one for groups all of whose threads take its branches; false: it stays.
 * `added`: instructions of the kernel that are there twice so far. */
bool full_groups_split(PassContext *context, IrInstr *stretch, int *added);

/* ---- full_branches.c ---- */

/* What is in the region from the first of several branches on becomes two, whose first has none of them; the branch
 * between these, or NULL: it stays. `added`: as above; `changed`: it did, or sides of branches have changed places. */
IrInstr *full_branches_split(PassContext *context, IrRegion *region, int *added, bool *changed);

/* ---- what is to be there twice ---- */

/* A copy of it without masks is worth its room: it touches memory, and what is large or parts the
 * lanes once more is not in it, but for `leaves`. */
bool full_waves_gains(const IrRegion *region, const IrInstr *leaves);
int full_waves_size(const IrRegion *region);
bool full_waves_touches_memory(const IrRegion *region);
/* The first branch of a last stretch, where it does nothing but return, and the other way round
 * could be asked of single lanes; else NULL. */
IrInstr *full_waves_find_leaving(const IrKernel *kernel, const IrInstr *stretch);

#endif
