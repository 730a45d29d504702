/* ranges: what the files of the pass share. Rules and conditions are functions of ranges alone. */
#ifndef WAVECC_PASSES_RANGES_H
#define WAVECC_PASSES_RANGES_H

#include "ir/range.h"
#include "passes/passes_priv.h"

/* What a rule looks at: the operands' ranges where the instruction stands, and what variables may
 * hold, by index. */
typedef struct RangeInput {
    const IrKernel *kernel;
    const IrInstr *instr;
    const IrRange *operands;
    const IrRange *variables;
} RangeInput;

typedef IrRange RangeRule(const RangeInput *input);

/* The result's range by the rule that op.def names. Not of parameters and results, which the walk
 * joins. */
IrRange ranges_apply_rule(const RangeInput *input);
static inline IrScalar range_type(const RangeInput *input) { return input->instr->type.scalar; }

/* As the pass, and of selects what is known of their condition there, as of an access's index. */
void ranges_with_choices(PassContext *context);

/* ranges_float.c */
RangeRule range_fadd, range_fsub, range_fmul, range_fdiv, range_fsqrt, range_fexp2, range_fpow, range_ffma, range_fneg, range_fabs, range_fmin,
    range_fmax, range_saturate, range_round, range_fraction, range_fconvert, range_ftos, range_ftou,
    range_stof, range_utof;
IrRange range_float_times(IrScalar type, IrRange range,
                          int most); /* the sum of 1 .. most such values */

/* ---- conditions (ranges_conditions.c) ---- */

enum { MOST_IMPLIED = 8 };

/* That `value` is in `range`. */
typedef struct Implied {
    IrInstr *value;
    IrRange range;
} Implied;

/* What an instruction's range says of its operand `index`, when all its operands have these ranges.
 * False: nothing more. */
bool ranges_look_back(const IrInstr *instr, int index, const IrRange *result,
                      const IrRange *operands, IrRange *operand);
/* Narrows the sides of a comparison that comes out as `holds`; what is impossible changes nothing.
 */
void ranges_assume_comparison(IrOp op, bool holds, IrScalar type, IrRange *left, IrRange *right);

#endif
