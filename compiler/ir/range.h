/* range: what is known of a value besides its type, level and shape: bounds, bits that are 0,
 * whether a float can be NaN. Found by the pass `ranges`; empty before it and behind every other
 * pass.
 *
 * A range holds for each value of each ACTIVE lane that executes the instruction, and for no other:
 * emitted code also computes inactive lanes, whose values are anything. So a range removes a test
 * that is made lane by lane under the mask, but it does not make a load safe that is done for all
 * lanes of a vector.
 *
 * Conditions are known where they hold: a value's own range (ir_range_of) is what is known where it
 * is computed. What an `if` adds further down (`if (i < 64) load [i]`) is kept with the operands of
 * memory accesses, the only ones that have ranges of their own (ir_range_of_operand).
 *
 * Of a load with several components a range holds for each of them. */
#ifndef WAVECC_IR_RANGE_H
#define WAVECC_IR_RANGE_H

#include "ir/ir.h"

/* Float bounds that are none. */
#define RANGE_NO_LEAST INT64_MIN
#define RANGE_NO_MOST INT64_MAX

/* ---- what consumers ask ---- */

/* What is known of a value; all its type can be where nothing is, exactly itself for a constant. */
IrRange ir_range_of(const IrInstr *value);
/* What is known of an operand there, conditions included; at least what is known of the value. */
IrRange ir_range_of_operand(const IrInstr *instr, int index);
/* iadd, isub, imul, ishl, ineg: the exact result, operands taken as signed or unsigned, is of the
 * type: nothing wraps. ftos, ftou: the operand is not NaN and, cut to a whole number, of the type:
 * nothing saturates. */
bool ir_fits_unsigned(const IrInstr *instr);
bool ir_fits_signed(const IrInstr *instr);

/* ---- ranges ---- */

IrRange ir_range_full(IrScalar type);
IrRange ir_range_exact(IrScalar type, uint64_t bits);
/* Bounds of an integer; those that are beyond the type are ignored. */
IrRange ir_range_unsigned(IrScalar type, uint64_t least, uint64_t most);
IrRange ir_range_signed(IrScalar type, int64_t least, int64_t most);
/* Bounds of a float, RANGE_NO_LEAST and RANGE_NO_MOST for none, and RANGE_NOT_NAN | RANGE_WHOLE.
 * Bounds that the type does not represent exactly are widened to such that it does, so that
 * rounding cannot leave them. */
IrRange ir_range_float(IrScalar type, int64_t least, int64_t most, unsigned flags);
/* Makes bounds and zeros tell each other all they know; false: no value is left. */
bool ir_range_normalise(IrScalar type, IrRange *range);
/* Either holds. */
IrRange ir_range_join(IrScalar type, IrRange left, IrRange right);
/* Both, normalised ones, hold; false, and nothing changes, where no value is left: what asks cannot
 * be reached. */
bool ir_range_meet(IrScalar type, IrRange *range, IrRange other);
bool ir_range_is_same(const IrRange *left, const IrRange *right);
/* Every value of `range` is in `outer`. */
bool ir_range_is_within(IrScalar type, const IrRange *range, const IrRange *outer);
bool ir_range_has(IrScalar type, const IrRange *range, uint64_t bits);
/* One value, which is umin. */
static inline bool ir_range_is_one(const IrRange *range) { return range->umin == range->umax; }
/* How many low bits are 0. */
int ir_range_low_zeros(const IrRange *range);

/* As kept in an instruction: nothing at all where it says nothing. */
IrRange ir_range_kept(IrScalar type, IrRange range);
/* Takes all ranges out: what moves or copies instructions across conditions calls for that. */
void ir_forget_ranges(IrKernel *kernel);

#endif
