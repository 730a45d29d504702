/* trees: sums, scans and sorting networks in groupshared memory, which are loops with a barrier a turn
 * and a stride that is doubled or halved.
 *
 *     for (n = 128; n > 0; n >>= 1) { if (t < n) sums[t] += sums[t + n]; barrier }
 *
 * Where the stride is a constant, lanes step evenly over the elements, and which waves have threads
 * below it is known without asking their lanes. Shared by unroll, for strides that start at a
 * constant, and stages, for others. */
#ifndef WAVECC_PASSES_TREES_H
#define WAVECC_PASSES_TREES_H

#include "passes/passes_priv.h"

/* The stride of a loop that has a barrier and no loop in it: the first parameter that one of its
 * continues multiplies, divides or shifts by a constant; else NULL. */
IrInstr *trees_stride(const IrInstr *loop, const IrEdges *continues);

/* The same where the stride is a power by what such a loop counts: 1 << d, 512 >> (d + 1). */
bool trees_has_exponent(const IrInstr *loop, const IrEdges *continues);

#endif
