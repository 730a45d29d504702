/* reach: part of what sharing.c finds. */
#ifndef WAVECC_PASSES_REACH_H
#define WAVECC_PASSES_REACH_H

#include "ir/sharing.h"

/* Fills terms and reaches of `sharing`. Of a kernel behind `ranges` and before form_waves. */
void passes_find_reaches(Arena *arena, const IrKernel *kernel, IrSharing *sharing);

#endif
