/* reach: part of what sharing.c finds. */
#ifndef WAVECC_PASSES_REACH_H
#define WAVECC_PASSES_REACH_H

#include "ir/sharing.h"

/* What a range says, as signed or as unsigned, whichever says more; no step. */
IrSlice reach_of_range(IrRange range);
/* The access is placed on this axis of its resource: x, y, z or slice; elements have the first. */
bool reach_has_axis(const IrInstr *access, int axis);
/* Fills terms and reaches of `sharing`. Of a kernel behind `ranges` and before form_waves. */
void passes_find_reaches(Arena *arena, const IrKernel *kernel, IrSharing *sharing);

#endif
