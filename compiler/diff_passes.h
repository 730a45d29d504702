/* --diff=PASS: what a pass changed in a kernel, told after each of its runs. */
#ifndef WAVECC_DIFF_PASSES_H
#define WAVECC_DIFF_PASSES_H

#include "ir/ir.h"

typedef struct PassDiff PassDiff; /* of one kernel */

/* `name`: the kernel's, with its wave size. */
PassDiff *pass_diff_new(Arena *arena, IrKernel *kernel, const Sources *sources, const char *name);
/* A pass to tell of is about to run: keeps the kernel's text. */
void pass_diff_before(PassDiff *diff);
/* It has run: prints how the kernel differs from what it was before. */
void pass_diff_after(PassDiff *diff, Text *out, const char *label);
/* Says so where none of the passes to tell of has run; drops it. */
void pass_diff_end(PassDiff *diff, Text *out, const char *wanted);

#endif
