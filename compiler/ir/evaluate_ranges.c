/* Ranges held against values: what an active lane computes is within what the pass `ranges` claims
 * of it, what it addresses memory by is within what is claimed there, and what is said to fit has
 * not wrapped or saturated. */
#include "ir/evaluate_priv.h"
#include "ir/range.h"

static const char *text_of_range(Evaluation *evaluation, IrScalar type, const IrRange *range)
{
    Text text = {0};
    ir_print_range(&text, type, range);
    const char *copy =
        arena_copy_text(evaluation->arena, text.bytes ? text.bytes : "", text.length);
    text_free(&text);
    return copy;
}

static void check_value(Evaluation *evaluation, const IrInstr *instr, const IrInstr *value,
                        const IrRange *range, int lane, int component)
{
    uint64_t bits = *evaluate_value(evaluation, value, lane, component);
    if (range->flags & RANGE_KNOWN && !ir_range_has(value->type.scalar, range, bits))
        evaluate_fail(evaluation, instr, "thread %d has %%%u = 0x%llx beyond%s", lane, value->id,
                      (unsigned long long)bits,
                      text_of_range(evaluation, value->type.scalar, range));
}

/* ---- what fits: the exact result in twice the width ---- */

typedef unsigned __int128 Wide;

static Wide extended(const IrInstr *value, uint64_t bits, bool is_signed)
{
    return is_signed ? (Wide)(__int128)op_sign_extend(value->type.scalar, bits) : (Wide)bits;
}

static Wide exact_result(Evaluation *evaluation, const IrInstr *instr, int lane, bool is_signed)
{
    uint64_t right_bits = evaluate_operand(evaluation, instr, instr->operand_count - 1, lane);
    Wide left =
        extended(instr->operands[0], evaluate_operand(evaluation, instr, 0, lane), is_signed);
    Wide right = extended(instr->operands[instr->operand_count - 1], right_bits, is_signed);
    switch (instr->op) {
    case IR_iadd: return left + right;
    case IR_isub: return left - right;
    case IR_imul: return left * right;
    case IR_ishl: return left << (right_bits & (uint64_t)(op_scalar_bits(instr->type.scalar) - 1));
    default: return 0 - left;
    }
}

static bool fits_as(Evaluation *evaluation, const IrInstr *instr, int lane, bool is_signed)
{
    uint64_t bits = *evaluate_value(evaluation, instr, lane, 0);
    if (op_info(instr->op)->domain != DOMAIN_CONVERT)
        return exact_result(evaluation, instr, lane, is_signed) == extended(instr, bits, is_signed);
    double value = op_bits_to_double(instr->operands[0]->type.scalar,
                                     evaluate_operand(evaluation, instr, 0, lane));
    double below = is_signed ? (double)op_sign_extend(instr->type.scalar, bits) : (double)bits;
    return value - below > -1 && value - below < 1;
}

static void check_fits(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    unsigned flags = instr->range.flags;
    bool holds = (!(flags & RANGE_FITS_UNSIGNED) || fits_as(evaluation, instr, lane, false)) &&
                 (!(flags & RANGE_FITS_SIGNED) || fits_as(evaluation, instr, lane, true));
    if (!holds)
        evaluate_fail(evaluation, instr, "the result does not fit in thread %d", lane);
}

/* ---- instructions ---- */

void evaluate_check_range(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    if (instr->range.flags == 0)
        return;
    EACH_LANE (evaluation, active, lane) {
        for (int component = 0; component < instr->type.components; component++)
            check_value(evaluation, instr, instr, &instr->range, lane, component);
        check_fits(evaluation, instr, lane);
    }
}

void evaluate_check_operand_ranges(Evaluation *evaluation, const IrInstr *instr,
                                   const Lanes *active)
{
    if (instr->operand_ranges == NULL)
        return;
    EACH_LANE (evaluation, active, lane)
        for (int i = 0; i < instr->operand_count; i++)
            check_value(evaluation, instr, instr->operands[i], &instr->operand_ranges[i], lane, 0);
}
