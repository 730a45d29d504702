/* spread: what threads have of a value, as something that they share and the range of what they differ by.
 *
 *     iadd (ishl %group, 4), (iadd %t, -2)      ->      ishl %group, 4  +  -2 .. 13
 *
 * In a loop whose counter goes from one input to another (`for (k = -r; k <= r; k++)`), all turns' are between two such.
 */
#ifndef WAVECC_PASSES_SPREAD_H
#define WAVECC_PASSES_SPREAD_H

#include "passes/passes_priv.h"

/* From `base` (NULL: 0) + `least` to `top` + `most`, modulo 2^32; `top` is `base` but for loops' counters. */
typedef struct Spread {
    IrInstr *base, *top;
    int64_t least, most;
    int64_t counted; /* by counters: the top is no further than that above the base; 0: there are none */
} Spread;

typedef struct SpreadAsk {
    IrLevel alike;                 /* values up to that level are shared */
    bool stands_first;             /* the base must be computable before all else, */
    const IrInstr *construct;      /* and is built before that; NULL: it is there */
    const IrReplacements *instead; /* values that are to be taken for others; NULL: none */
    IrInstr **holds;               /* what must hold for it, too, is added; NULL: of counters nothing is known */
} SpreadAsk;

/* By ranges. Without a builder a question: `base` is then any instruction for one that would be there. */
bool find_spread(const SpreadAsk *ask, IrBuilder *builder, IrInstr *value, Spread *spread);
/* By `ask->instead`, over and over. */
IrInstr *spread_taken_for(const SpreadAsk *ask, IrInstr *value);
/* Computed of what kernels begin with: inputs, constant memory. */
bool spread_can_stand_first(const IrInstr *value);
IrInstr *spread_least(IrBuilder *builder, const Spread *spread);
IrInstr *spread_most(IrBuilder *builder, const Spread *spread);
/* Nothing wraps from the least value to the greatest one, one of which is `end`; NULL: that is known. */
IrInstr *spread_build_no_wrap(IrBuilder *builder, const Spread *spread, IrInstr *end, bool is_most, bool is_signed);

#endif
