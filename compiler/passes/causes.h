/* causes: why a value differs between the lanes of a wave, as notes to an error. */
#ifndef WAVECC_PASSES_CAUSES_H
#define WAVECC_PASSES_CAUSES_H

#include "passes/passes_priv.h"

typedef struct Causes {
    Diagnostics *diagnostics;
    int *told; /* by order: the chain that it was told in */
    int chain; /* counts them */
} Causes;

/* `order` is the kernel's, from order_kernel; it must stand until the last chain. */
Causes causes_new(PassContext *context, const Order *order);
/* Reports notes from `value`, which varies, to the source of it: `because` for the first that is
 * not the source itself. What stands at `told_pos` was told already. */
void causes_explain(Causes *causes, const IrInstr *value, SourcePos told_pos, DiagId because);

#endif
