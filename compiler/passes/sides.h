/* What both sides of a branch compute alike. */
#ifndef WAVECC_SIDES_H
#define WAVECC_SIDES_H

#include "passes/passes_priv.h"

typedef VEC(IrInstr *) Branches;

/* Branches that lanes go both ways of, the outer ones first; and marks, by which it is known what stands
 * behind a branch. These hold while things move before the branch around which they count. */
Branches divergent_branches(Arena *scratch, IrKernel *kernel);

/* Computed on both sides by the same pure operations, or of the same before the branch. */
bool computes_same(const IrInstr *branch, const IrInstr *left, const IrInstr *right);
/* The same constant, or one value that is there before the branch. */
bool is_before_or_const(const IrInstr *branch, const IrInstr *left, const IrInstr *right);
/* With what it is computed of, where that stands in the branch, too. */
void move_out(IrInstr *branch, IrInstr *value);

#endif
