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
/* By the marks: not there before the branch. */
bool sides_is_behind(const IrInstr *branch, const IrInstr *value);
/* Other lanes may compute it, too, of what they have. */
bool sides_can_be_before(const IrInstr *instr);

/* Of all branches, the inner ones first, the loads that could stand before their branch, in pairs of one side's and the
 * first of the other's that matches: `join` puts the left one before the branch, and it takes the place of the right one.
 * A load passes what stands before it on its side as far as that writes no memory, unless nobody writes what it loads,
 * and does not leave the side. Not where checks tell of each load. */
typedef bool SidesMatch(const IrInstr *branch, const IrInstr *left, const IrInstr *right);
typedef void SidesJoin(PassContext *context, IrInstr *branch, IrInstr *left, IrInstr *right);
bool sides_join_loads(PassContext *context, SidesMatch *match, SidesJoin *join);

#endif
