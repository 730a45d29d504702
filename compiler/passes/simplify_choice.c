/* Identities of select, conversions and wave operations. */
#include "passes/simplify.h"

/* ---- select ---- */

static IrInstr *condition_of(const IrInstr *select) { return select->operands[0]; }
static IrInstr *if_true(const IrInstr *select) { return select->operands[1]; }
static IrInstr *if_false(const IrInstr *select) { return select->operands[2]; }

static IrInstr *build_select(Simplifier *simplifier, IrInstr *condition, IrInstr *yes, IrInstr *no)
{
    IrInstr *select = simplify_build(simplifier, IR_select, yes->type, condition, yes);
    ir_add_operand(simplifier->kernel, select, no);
    return select;
}

static IrInstr *select_known(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    if (ir_same_value(if_true(instr), if_false(instr)))
        return if_true(instr);
    return condition_of(instr)->op == IR_const ? instr->operands[condition_of(instr)->bits ? 1 : 2]
                                               : NULL;
}

static IrInstr *select_by_not(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *condition = condition_of(instr);
    return condition->op == IR_inot
               ? build_select(simplifier, left_of(condition), if_false(instr), if_true(instr))
               : NULL;
}

/* Choosing again by the same condition. */
static IrInstr *select_of_select(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *yes = if_true(instr), *no = if_false(instr);
    if (yes->op == IR_select && condition_of(yes) == condition_of(instr))
        return build_select(simplifier, condition_of(instr), if_true(yes), if_false(instr));
    if (no->op == IR_select && condition_of(no) == condition_of(instr))
        return build_select(simplifier, condition_of(instr), if_true(instr), if_false(no));
    return NULL;
}

/* The lower of two numbers, or the higher one. Not of floats, which may be NaN. */
static IrInstr *select_of_order(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *condition = condition_of(instr);
    bool is_unsigned = condition->op == IR_ult || condition->op == IR_ule,
         is_signed = condition->op == IR_slt || condition->op == IR_sle;
    if ((!is_unsigned && !is_signed) || instr->type.scalar == IR_I1)
        return NULL;
    bool is_lower = ir_same_value(if_true(instr), left_of(condition)) && ir_same_value(if_false(instr), right_of(condition)),
         is_higher = ir_same_value(if_true(instr), right_of(condition)) && ir_same_value(if_false(instr), left_of(condition));
    if (!is_lower && !is_higher)
        return NULL;
    IrOp op = is_unsigned ? (is_lower ? IR_umin : IR_umax) : is_lower ? IR_imin : IR_imax;
    return simplify_build(simplifier, op, instr->type, left_of(condition), right_of(condition));
}

/* A choice between i1 of which one is constant is logic. */
static IrInstr *select_of_bools(Simplifier *simplifier, IrInstr *instr)
{
    IrInstr *condition = condition_of(instr), *yes = if_true(instr), *no = if_false(instr);
    if (instr->type.scalar != IR_I1)
        return NULL;
    if (is_const(yes, 1) && is_const(no, 0))
        return condition;
    if (is_const(yes, 1))
        return simplify_build(simplifier, IR_ior, instr->type, condition, no);
    if (is_const(no, 0))
        return simplify_build(simplifier, IR_iand, instr->type, condition, yes);
    if (!is_const(yes, 0) && !is_const(no, 1))
        return NULL;
    IrInstr *inverse = simplify_build(simplifier, IR_inot, instr->type, condition, NULL);
    if (is_const(yes, 0))
        return is_const(no, 1) ? inverse
                               : simplify_build(simplifier, IR_iand, instr->type, inverse, no);
    return simplify_build(simplifier, IR_ior, instr->type, inverse, yes);
}

/* ---- conversions ---- */

static IrInstr *convert(Simplifier *simplifier, IrOp op, const IrInstr *like, IrInstr *value)
{
    return ir_same_type(value->type, like->type)
               ? value
               : simplify_build(simplifier, op, like->type, value, NULL);
}

static IrInstr *convert_to_same(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return ir_same_type(left_of(instr)->type, instr->type) ? left_of(instr) : NULL;
}

static IrInstr *truncate_widened(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *inner = left_of(instr);
    if (inner->op != IR_zext && inner->op != IR_sext && inner->op != IR_itrunc)
        return NULL;
    IrInstr *value = left_of(inner);
    bool widens = op_scalar_bits(instr->type.scalar) > op_scalar_bits(value->type.scalar);
    return convert(simplifier, widens ? inner->op : IR_itrunc, instr, value);
}

/* 32 bits were widened to 64, without their sign or whatever came above. */
static bool is_word(const IrInstr *wide, bool is_unsigned)
{
    bool is_widened = wide->op == IR_zext || (wide->op == IR_sext && !is_unsigned);
    return (is_widened && left_of(wide)->type.scalar == IR_I32) ||
           (wide->op == IR_const && (!is_unsigned || wide->bits <= UINT32_MAX));
}

static IrInstr *word_of(Simplifier *simplifier, IrInstr *wide)
{
    return wide->op == IR_const ? simplify_const(simplifier, IR_I32, wide->bits & UINT32_MAX) : left_of(wide);
}

/* NULL: there are more bits. */
static IrInstr *of_words(Simplifier *simplifier, const IrInstr *wide, bool is_unsigned, IrOp op)
{
    IrInstr *const *operands = wide->operands;
    if (!is_word(operands[0], is_unsigned) || !is_word(operands[1], is_unsigned))
        return NULL;
    IrInstr *left = word_of(simplifier, operands[0]), *right = word_of(simplifier, operands[1]);
    return simplify_build(simplifier, op, ir_scalar(IR_I32), left, right);
}

/* `(uint)((uint64_t)a * b >> 32)`. */
static IrInstr *upper_half_of_product(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *shift = left_of(instr);
    bool is_upper = instr->type.scalar == IR_I32 && (shift->op == IR_ushr || shift->op == IR_sshr) &&
                    shift->type.scalar == IR_I64 && is_const(right_of(shift), 32) && left_of(shift)->op == IR_imul;
    return is_upper ? of_words(simplifier, left_of(shift), true, IR_umulhigh) : NULL;
}

/* `(uint)((uint64_t)a * b)`. */
static IrInstr *lower_half(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *wide = left_of(instr);
    bool is_whole = wide->op == IR_imul || wide->op == IR_iadd || wide->op == IR_isub;
    return instr->type.scalar == IR_I32 && wide->type.scalar == IR_I64 && is_whole
               ? of_words(simplifier, wide, false, wide->op)
               : NULL;
}

/* zext(zext x), sext(sext x), sext(zext x). */
static IrInstr *widen_widened(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *inner = left_of(instr);
    bool joins = inner->op == IR_zext || (inner->op == IR_sext && instr->op == IR_sext);
    return joins ? simplify_build(simplifier, inner->op, instr->type, left_of(inner), NULL) : NULL;
}

static IrInstr *bitcast_again(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *inner = left_of(instr);
    return inner->op == IR_bitcast ? convert(simplifier, IR_bitcast, instr, left_of(inner)) : NULL;
}

static IrInstr *extract_of_scalar(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return left_of(instr)->type.components == 1 ? left_of(instr) : NULL;
}

/* ---- waves ---- */

static IrInstr *wave_of_uniform(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return keeps_uniform_value(instr) && left_of(instr)->level < LEVEL_VARYING ? left_of(instr)
                                                                               : NULL;
}

/* A sum of ones and zeros is a count of bits. */
static IrInstr *count_of_bools(Simplifier *simplifier, IrInstr *instr)
{
    if (instr->combine != IR_iadd || instr->type.scalar != IR_I32)
        return NULL;
    IrInstr *condition = is_const(left_of(instr), 1) ? simplify_const(simplifier, IR_I1, 1)
                                                     : widened_bool(left_of(instr));
    if (condition == NULL)
        return NULL;
    IrOp op = instr->op == IR_wave_reduce ? IR_wave_count : IR_wave_prefix_count;
    return simplify_build(simplifier, op, instr->type, condition, NULL);
}

static IrInstr *index_of_only_wave(Simplifier *simplifier, IrInstr *instr)
{
    return ir_running_waves(simplifier->kernel) == 1
               ? simplify_const(simplifier, instr->type.scalar, 0)
               : NULL;
}

const SimplifyRow CHOICE_ROWS[] = {
    {IR_select, select_known}, {IR_select, select_by_not}, {IR_select, select_of_bools},
    {IR_select, select_of_select}, {IR_select, select_of_order},
    {IR_fconvert, convert_to_same}, {IR_bitcast, convert_to_same}, {IR_bitcast, bitcast_again},
    {IR_itrunc, truncate_widened}, {IR_itrunc, upper_half_of_product}, {IR_itrunc, lower_half},
    {IR_zext, widen_widened}, {IR_sext, widen_widened},
    {IR_extract, extract_of_scalar},
    {IR_wave_any, wave_of_uniform}, {IR_wave_all, wave_of_uniform},
    {IR_wave_read_first, wave_of_uniform},
    {IR_wave_reduce, wave_of_uniform}, {IR_wave_reduce, count_of_bools},
    {IR_wave_prefix, count_of_bools}, {IR_wave_index, index_of_only_wave},
    {IR_OP_COUNT, NULL},
};
