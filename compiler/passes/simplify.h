/* simplify: what its files share. */
#ifndef WAVECC_PASSES_SIMPLIFY_H
#define WAVECC_PASSES_SIMPLIFY_H

#include "passes/passes_priv.h"

typedef struct Simplifier Simplifier;

/* What computes the same as `instr` for less, or NULL. The answer is a value that is there already
 * or one built before `simplifier->at`. Operands are simplified already. */
typedef IrInstr *SimplifyRule(Simplifier *simplifier, IrInstr *instr);

/* The rows of an operation stand together, in the order of trying; the last row has no rule. */
typedef struct SimplifyRow {
    IrOp op;
    SimplifyRule *rule;
} SimplifyRow;

extern const SimplifyRow INTEGER_ROWS[], FLOAT_ROWS[], CHOICE_ROWS[];

struct Simplifier {
    PassContext *context;
    IrKernel *kernel;
    IrInstr *at; /* what rules look at; new instructions go before it */
    const SimplifyRow *first_row[IR_OP_COUNT];
    bool changed;
};

void simplify_index_rows(Simplifier *simplifier);
/* Simplifies the value until no rule applies; leaves a note at `instr` if it was replaced. */
void simplify_value(Simplifier *simplifier, IrInstr *instr);

/* Turns breaks out of `scope` into yields where what they skip can stand in the other branch;
 * scope->mark counts those left. */
void simplify_breaks(Simplifier *simplifier, IrInstr *scope);

/* ---- for the rules ---- */

IrInstr *simplify_const(Simplifier *simplifier, IrScalar type, uint64_t bits);
IrInstr *simplify_build(Simplifier *simplifier, IrOp op, IrType type, IrInstr *first,
                        IrInstr *second);
static inline IrInstr *left_of(const IrInstr *instr) { return instr->operands[0]; }
static inline IrInstr *right_of(const IrInstr *instr) { return instr->operands[1]; }
/* By a constant. */
static inline bool is_multiple(const IrInstr *value)
{
    return (value->op == IR_imul || value->op == IR_ishl) && right_of(value)->op == IR_const;
}
/* The i1 that `value` is 1 or 0 by, or NULL. */
IrInstr *widened_bool(const IrInstr *value);
/* Rules that integers and floats share. */
SimplifyRule keep_first_of_same, undo_twice, keep_once;
/* Of integers divided by constants (simplify_quotients.c). */
SimplifyRule quotient_of_quotient, quotient_of_sum, remainder_of_remainder, remainder_of_sum,
    or_of_quotients;
/* What a remainder by a constant divides by; 0: it is none. */
uint64_t remainder_divisor(const IrInstr *value);
/* quotient * divisor + remainder as one value, or NULL. */
IrInstr *join_quotient(Simplifier *simplifier, IrInstr *quotient, const IrInstr *remainder);
/* Of sums with such in them (simplify_sums.c). */
SimplifyRule sum_of_quotients;

#endif
