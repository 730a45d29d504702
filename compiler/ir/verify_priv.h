/* verify_priv: between the two halves of the verifier. */
#ifndef WAVECC_IR_VERIFY_PRIV_H
#define WAVECC_IR_VERIFY_PRIV_H

#include "ir/ir_priv.h"

typedef struct Verifier {
    Arena *arena;
    const IrKernel *kernel;
    const IrInstr **visible; /* by id: the definition that may be used now */
    bool *seen;              /* by id */
    const char *error;       /* the first complaint */
    SourcePos where;         /* of its instruction */
} Verifier;

/* "MESSAGE: the instruction as text", if it is the first. */
void verify_complain(Verifier *verifier, const IrInstr *instr, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* Operand and result types by op.def's letters, what the operation demands of them, and its
 * immediates, variable and resource. Operands are visible values. */
void verify_types(Verifier *verifier, const IrInstr *instr);

#endif
