/* origins: what values follow from, as bits that a pass gives a meaning. */
#ifndef WAVECC_ORIGINS_H
#define WAVECC_ORIGINS_H

#include "passes/passes_priv.h"

typedef struct Origins {
    uint8_t *of; /* by order_of */
    uint8_t *in; /* by variable: of what is stored there, and of where */
} Origins;

/* What an instruction or phi follows from, all of whose operands, incoming values and memory follow from `all`. It
 * never says less of more. */
typedef uint8_t OriginRule(const void *context, const Origins *origins, const IrInstr *instr, uint8_t all);

Origins origins_find(Arena *scratch, IrKernel *kernel, OriginRule *rule, const void *context);
static inline uint8_t origins_of(const Origins *origins, const IrInstr *value) { return origins->of[order_of(value)]; }
/* Of the place that it goes to. */
uint8_t origins_of_place(const Origins *origins, const IrInstr *access);

#endif
