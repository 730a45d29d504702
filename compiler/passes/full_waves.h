/* What full_turns.c and full_waves.c ask of conditions and of what is to be there twice. */
#ifndef WAVECC_PASSES_FULL_WAVES_H
#define WAVECC_PASSES_FULL_WAVES_H

#include "passes/passes_priv.h"

/* The lanes of each wave are all there, and follow one another. */
bool full_waves_are_there(const IrKernel *kernel);
/* A lane of each side says whether it holds in all, or where both of its parts do. */
bool full_waves_is_of_steps(const IrKernel *kernel, const IrInstr *condition);
/* A copy of it without masks is worth its room: it touches memory, and what is large or parts the
 * lanes once more is not in it, but for `leaves`. */
bool full_waves_gains(const IrRegion *region, const IrInstr *leaves);
int full_waves_size(const IrRegion *region);

#endif
