/* --diff=PASS: what a pass changed in a kernel, told after each of its runs. */
#ifndef WAVECC_DIFF_PASSES_H
#define WAVECC_DIFF_PASSES_H

#include "ir/ir.h"

typedef struct PassDiff PassDiff; /* of one kernel */

/* `name`: the kernel's, with its wave size. The kernel as it is now is what the first pass gets. */
PassDiff *pass_diff_new(Arena *arena, IrKernel *kernel, const Sources *sources, const char *name);
/* A pass has run. Where it is one to tell of (`is_wanted`), prints how the kernel differs from what
 * it was before. */
void pass_diff_after(PassDiff *diff, Text *out, const char *label, bool is_wanted);
/* Says so where none of the passes to tell of has run; drops it. */
void pass_diff_end(PassDiff *diff, Text *out, const char *wanted);

#endif
