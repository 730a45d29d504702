/* Identities of integer operations and i1. Constants stand on the right of what commutes. */
#include "passes/simplify.h"

/* ---- neutral and absorbing constants ---- */

static IrInstr *right_zero_gives_left(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return is_const(right_of(instr), 0) ? left_of(instr) : NULL;
}

static IrInstr *right_one_gives_left(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return is_const(right_of(instr), 1) ? left_of(instr) : NULL;
}

static IrInstr *right_zero_gives_zero(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return is_const(right_of(instr), 0) ? right_of(instr) : NULL;
}

static IrInstr *right_ones_give_left(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return is_all_ones(right_of(instr)) ? left_of(instr) : NULL;
}

static IrInstr *right_ones_give_ones(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return is_all_ones(right_of(instr)) ? right_of(instr) : NULL;
}

static IrInstr *right_ones_give_not(Simplifier *simplifier, IrInstr *instr)
{
    return is_all_ones(right_of(instr))
               ? simplify_build(simplifier, IR_inot, instr->type, left_of(instr), NULL)
               : NULL;
}

/* ---- the same operand twice ---- */

IrInstr *keep_first_of_same(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return left_of(instr) == right_of(instr) ? left_of(instr) : NULL;
}

static IrInstr *same_give_zero(Simplifier *simplifier, IrInstr *instr)
{
    return left_of(instr) == right_of(instr) ? simplify_const(simplifier, instr->type.scalar, 0)
                                             : NULL;
}

static IrInstr *same_give_true(Simplifier *simplifier, IrInstr *instr)
{
    return left_of(instr) == right_of(instr) ? simplify_const(simplifier, IR_I1, 1) : NULL;
}

/* op(op(x)) is x. */
IrInstr *undo_twice(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return left_of(instr)->op == instr->op ? left_of(left_of(instr)) : NULL;
}

/* op(op(x)) is op(x). */
IrInstr *keep_once(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return left_of(instr)->op == instr->op ? left_of(instr) : NULL;
}

/* ---- sums and products ---- */

/* (x op c) op d is x op (c op d). */
static IrInstr *gather_constants(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *inner = left_of(instr);
    uint64_t bits;
    if (right_of(instr)->op != IR_const || inner->op != instr->op ||
        right_of(inner)->op != IR_const)
        return NULL;
    uint64_t operands[] = {right_of(inner)->bits, right_of(instr)->bits};
    if (!op_fold(instr->op, instr->type.scalar, instr->type.scalar, operands, &bits))
        return NULL;
    IrInstr *constant = simplify_const(simplifier, instr->type.scalar, bits);
    return simplify_build(simplifier, instr->op, instr->type, left_of(inner), constant);
}

static bool scales_by_constant(const IrInstr *value)
{
    return (value->op == IR_ishl || value->op == IR_imul) && right_of(value)->op == IR_const;
}

/* (x + c) * d is x * d + c * d: constants come to stand beside others, and places that differ by them alone are known to. */
static IrInstr *product_of_sum(Simplifier *simplifier, IrInstr *instr)
{
    IrInstr *sum = left_of(instr);
    uint64_t scaled;
    if (!scales_by_constant(instr) || sum->op != IR_iadd || right_of(sum)->op != IR_const)
        return NULL;
    IrScalar type = instr->type.scalar;
    uint64_t factors[] = {right_of(sum)->bits, right_of(instr)->bits};
    if (!op_fold(instr->op, type, type, factors, &scaled))
        return NULL;
    IrInstr *product = simplify_build(simplifier, instr->op, instr->type, left_of(sum), right_of(instr));
    product->level = left_of(sum)->level;
    return simplify_build(simplifier, IR_iadd, instr->type, product, simplify_const(simplifier, type, scaled));
}

static bool is_shared_by_lanes(const IrInstr *value)
{
    return value->level < LEVEL_VARYING && value->op != IR_const;
}

/* (x + a) + b, where x alone differs between lanes, is x + (a + b): one operation on vectors. So is
 * (x + a) - b; likewise (x & a) & b and (x | a) | b, conditions of coordinates most often. */
static IrInstr *gather_uniform(Simplifier *simplifier, IrInstr *instr)
{
    bool is_sum = instr->op == IR_iadd || instr->op == IR_isub;
    int outer = instr->op != IR_isub && is_shared_by_lanes(left_of(instr)) ? 0 : 1;
    const IrInstr *inner = instr->operands[1 - outer];
    if (inner->op != (is_sum ? IR_iadd : instr->op) || inner->level < LEVEL_VARYING ||
        (is_sum && inner->shape.length > 1) || !is_shared_by_lanes(instr->operands[outer]))
        return NULL;
    int place = is_shared_by_lanes(left_of(inner)) ? 0 : 1;
    IrInstr *added = inner->operands[place], *also = instr->operands[outer];
    if (!is_shared_by_lanes(added))
        return NULL;
    IrInstr *sum = simplify_build(simplifier, instr->op, instr->type, added, also);
    sum->level = added->level > also->level ? added->level : also->level;
    return simplify_build(simplifier, inner->op, instr->type, inner->operands[1 - place], sum);
}

/* (x & a) & y, where a alone is shared by lanes, is (x & y) & a, so that it comes to meet others; of |
 * likewise. */
static IrInstr *pass_uniform_on(Simplifier *simplifier, IrInstr *instr)
{
    for (int i = 0; i < 2; i++) {
        const IrInstr *inner = instr->operands[i], *other = instr->operands[1 - i];
        if (inner->op != instr->op || inner->level < LEVEL_VARYING || other->level < LEVEL_VARYING)
            continue;
        int place = is_shared_by_lanes(left_of(inner)) ? 0 : 1;
        if (!is_shared_by_lanes(inner->operands[place]))
            continue;
        IrInstr *both = simplify_build(simplifier, instr->op, instr->type, inner->operands[1 - place],
                                       instr->operands[1 - i]);
        both->level = LEVEL_VARYING;
        return simplify_build(simplifier, instr->op, instr->type, both, inner->operands[place]);
    }
    return NULL;
}

static bool is_thread_axis(const IrInstr *value, OpAxis axis)
{
    return value->op == IR_group_thread_id && value->immediate == (int)axis;
}

/* thread_id.y times the group's width. */
static bool is_row_start(const Simplifier *simplifier, const IrInstr *value)
{
    uint64_t width = simplifier->kernel->threads[0];
    if ((value->op != IR_imul && value->op != IR_ishl) || !is_thread_axis(left_of(value), AXIS_Y) ||
        right_of(value)->op != IR_const)
        return false;
    return value->op == IR_imul ? right_of(value)->bits == width
                                : (uint64_t)1 << (right_of(value)->bits & 31) == width;
}

/* thread_id.y * width + thread_id.x, which many kernels write, is the index, which is linear. */
static IrInstr *add_to_group_index(Simplifier *simplifier, IrInstr *instr)
{
    bool is_row_and_column = is_row_start(simplifier, left_of(instr)) &&
                             is_thread_axis(right_of(instr), AXIS_X);
    bool is_column_and_row = is_thread_axis(left_of(instr), AXIS_X) &&
                             is_row_start(simplifier, right_of(instr));
    if (simplifier->kernel->threads[2] != 1 || !(is_row_and_column || is_column_and_row))
        return NULL;
    IrBuilder builder = ir_builder_before(simplifier->kernel, simplifier->at);
    return ir_build(&builder, IR_group_index, NULL, 0);
}

/* What `value` is a multiple of the quotient of: in x / c * c the operation that divides x by c, in
 * x >> n << n the shift. */
static const IrInstr *quotient_in_multiple(const IrInstr *value)
{
    if (!is_multiple(value))
        return NULL;
    const IrInstr *quotient = left_of(value);
    bool divides = value->op == IR_ishl ? quotient->op == IR_ushr
                                        : quotient->op == IR_udiv || quotient->op == IR_sdiv;
    return divides && ir_same_value(right_of(quotient), right_of(value)) ? quotient : NULL;
}

/* x - x / c * c is x % c, and x - (x >> n << n) the low bits. */
static IrInstr *sub_of_multiple(Simplifier *simplifier, IrInstr *instr)
{
    IrScalar type = instr->type.scalar;
    const IrInstr *quotient = quotient_in_multiple(right_of(instr));
    if (quotient == NULL || left_of(quotient) != left_of(instr))
        return NULL;
    IrInstr *divisor = right_of(quotient);
    if (quotient->op != IR_ushr)
        return divisor->bits == 0 || op_sign_extend(type, divisor->bits) == -1
                   ? NULL
                   : simplify_build(simplifier, quotient->op == IR_udiv ? IR_urem : IR_srem,
                                    instr->type, left_of(instr), divisor);
    if (divisor->bits >= (uint64_t)op_scalar_bits(type))
        return NULL;
    IrInstr *low = simplify_const(simplifier, type, ((uint64_t)1 << divisor->bits) - 1);
    return simplify_build(simplifier, IR_iand, instr->type, left_of(instr), low);
}

/* x - (x & c) is x & ~c: what is taken away is there. */
static IrInstr *sub_of_own_bits(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *bits = right_of(instr);
    if (bits->op != IR_iand || left_of(bits) != left_of(instr) || right_of(bits)->op != IR_const)
        return NULL;
    IrScalar type = instr->type.scalar;
    IrInstr *others = simplify_const(simplifier, type,
                                     op_mask_to_width(type, ~right_of(bits)->bits));
    return simplify_build(simplifier, IR_iand, instr->type, left_of(instr), others);
}

static IrInstr *add_of_negated(Simplifier *simplifier, IrInstr *instr)
{
    IrInstr *left = left_of(instr), *right = right_of(instr);
    if (right->op == IR_ineg)
        return simplify_build(simplifier, IR_isub, instr->type, left, left_of(right));
    return left->op == IR_ineg
               ? simplify_build(simplifier, IR_isub, instr->type, right, left_of(left))
               : NULL;
}

/* x - c is x + -c: so that constants gather. */
static IrInstr *sub_of_constant(Simplifier *simplifier, IrInstr *instr)
{
    if (right_of(instr)->op != IR_const)
        return NULL;
    IrInstr *constant = simplify_const(simplifier, instr->type.scalar, 0 - right_of(instr)->bits);
    return simplify_build(simplifier, IR_iadd, instr->type, left_of(instr), constant);
}

static IrInstr *sub_from_zero(Simplifier *simplifier, IrInstr *instr)
{
    return is_const(left_of(instr), 0)
               ? simplify_build(simplifier, IR_ineg, instr->type, right_of(instr), NULL)
               : NULL;
}

static IrInstr *sub_of_negated(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *right = right_of(instr);
    return right->op == IR_ineg
               ? simplify_build(simplifier, IR_iadd, instr->type, left_of(instr), left_of(right))
               : NULL;
}

/* (x + y) - x */
static IrInstr *sub_of_summand(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    const IrInstr *sum = left_of(instr);
    if (sum->op != IR_iadd)
        return NULL;
    return left_of(sum) == right_of(instr)    ? right_of(sum)
           : right_of(sum) == right_of(instr) ? left_of(sum)
                                              : NULL;
}

static IrInstr *shift_by(Simplifier *simplifier, IrOp op, const IrInstr *instr, uint64_t count)
{
    return simplify_build(simplifier, op, instr->type, left_of(instr),
                          simplify_const(simplifier, instr->type.scalar, count));
}

static IrInstr *mul_by_power(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *right = right_of(instr);
    if (is_all_ones(right))
        return simplify_build(simplifier, IR_ineg, instr->type, left_of(instr), NULL);
    if (right->op != IR_const || !is_power_of_two(right->bits))
        return NULL;
    return shift_by(simplifier, IR_ishl, instr, (uint64_t)__builtin_ctzll(right->bits));
}

static IrInstr *udiv_by_power(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *right = right_of(instr);
    if (right->op != IR_const || !is_power_of_two(right->bits))
        return NULL;
    return shift_by(simplifier, IR_ushr, instr, (uint64_t)__builtin_ctzll(right->bits));
}

static IrInstr *urem_by_power(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *right = right_of(instr);
    if (right->op != IR_const || !is_power_of_two(right->bits))
        return NULL;
    IrInstr *mask = simplify_const(simplifier, instr->type.scalar, right->bits - 1);
    return simplify_build(simplifier, IR_iand, instr->type, left_of(instr), mask);
}

/* Both by constants: (x << c) << d. Past the width nothing is left. */
static IrInstr *shift_twice(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *inner = left_of(instr);
    uint64_t width = (uint64_t)op_scalar_bits(instr->type.scalar);
    if (inner->op != instr->op || right_of(instr)->op != IR_const ||
        right_of(inner)->op != IR_const)
        return NULL;
    uint64_t count = (right_of(instr)->bits & (width - 1)) + (right_of(inner)->bits & (width - 1));
    if (count >= width)
        return simplify_const(simplifier, instr->type.scalar, 0);
    return shift_by(simplifier, instr->op, inner, count);
}

/* Those known to be 0 of a multiple of a constant. */
static uint64_t low_zeros_of(const IrInstr *value)
{
    uint64_t width = (uint64_t)op_scalar_bits(value->type.scalar), by = right_of(value)->bits;
    return value->op == IR_ishl ? by & (width - 1)
           : by != 0            ? (uint64_t)__builtin_ctzll(by)
                                : 0;
}

/* (x * 2 + 1) >> 5 is x * 2 >> 5: nothing is carried out of the bits that are shifted out. */
static IrInstr *shift_out_added(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *sum = left_of(instr), *multiple = sum->operand_count > 0 ? left_of(sum) : NULL;
    bool adds = (sum->op == IR_iadd || sum->op == IR_ior) && right_of(sum)->op == IR_const;
    if (!adds || right_of(instr)->op != IR_const || !scales_by_constant(multiple))
        return NULL;
    uint64_t zeros = low_zeros_of(multiple), width = (uint64_t)op_scalar_bits(instr->type.scalar);
    if (right_of(sum)->bits >> zeros != 0 || (right_of(instr)->bits & (width - 1)) < zeros)
        return NULL;
    return simplify_build(simplifier, instr->op, instr->type, left_of(sum), right_of(instr));
}

/* ---- comparisons ---- */

static IrInstr *not_of_comparison(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *test = left_of(instr);
    OpComplement complement = op_complement(test->op);
    return complement.op == IR_const ? NULL
                                     : simplify_build(simplifier, complement.op, instr->type,
                                                      test->operands[complement.swaps], test->operands[!complement.swaps]);
}

IrInstr *widened_bool(const IrInstr *value)
{
    if (value->op == IR_zext && left_of(value)->type.scalar == IR_I1)
        return left_of(value);
    bool is_choice = value->op == IR_select && is_const(value->operands[1], 1) &&
                     is_const(value->operands[2], 0);
    return is_choice ? left_of(value) : value->type.scalar == IR_I1 ? (IrInstr *)value : NULL;
}

/* b == true, (b ? 1 : 0) != 0 and the like are b or not b. */
static IrInstr *compare_bool(Simplifier *simplifier, IrInstr *instr)
{
    IrInstr *condition = widened_bool(left_of(instr));
    const IrInstr *right = right_of(instr);
    if (condition == NULL || right->op != IR_const || right->bits > 1)
        return NULL;
    bool wants_true = (right->bits == 1) == (instr->op == IR_ieq);
    return wants_true ? condition
                      : simplify_build(simplifier, IR_inot, instr->type, condition, NULL);
}

/* x < 0 never, x < 1 is x == 0. */
static IrInstr *ult_of_least(Simplifier *simplifier, IrInstr *instr)
{
    if (is_const(right_of(instr), 0))
        return simplify_const(simplifier, IR_I1, 0);
    if (!is_const(right_of(instr), 1))
        return NULL;
    IrInstr *zero = simplify_const(simplifier, right_of(instr)->type.scalar, 0);
    return simplify_build(simplifier, IR_ieq, instr->type, left_of(instr), zero);
}

static IrInstr *ule_of_zero(Simplifier *simplifier, IrInstr *instr)
{
    return is_const(left_of(instr), 0) ? simplify_const(simplifier, IR_I1, 1) : NULL;
}

const SimplifyRow INTEGER_ROWS[] = {
    {IR_iadd, right_zero_gives_left}, {IR_iadd, gather_constants},
    {IR_iadd, add_of_negated},
    {IR_iadd, add_to_group_index},
    {IR_iadd, sum_of_quotients}, {IR_iadd, gather_uniform},
    {IR_isub, sum_of_quotients}, {IR_isub, gather_uniform},
    {IR_isub, sub_of_constant}, {IR_isub, same_give_zero}, {IR_isub, sub_from_zero},
    {IR_isub, sub_of_negated}, {IR_isub, sub_of_multiple}, {IR_isub, sub_of_own_bits},
    {IR_isub, sub_of_summand},
    {IR_imul, right_zero_gives_zero}, {IR_imul, right_one_gives_left}, {IR_imul, gather_constants},
    {IR_imul, mul_by_power}, {IR_imul, product_of_sum},
    {IR_ineg, undo_twice},
    {IR_sdiv, right_one_gives_left},
    {IR_udiv, right_one_gives_left}, {IR_udiv, udiv_by_power}, {IR_udiv, quotient_of_quotient},
    {IR_udiv, quotient_of_sum},
    {IR_urem, urem_by_power}, {IR_urem, remainder_of_remainder}, {IR_urem, remainder_of_sum},
    {IR_iand, right_zero_gives_zero}, {IR_iand, right_ones_give_left},
    {IR_iand, keep_first_of_same}, {IR_iand, gather_constants}, {IR_iand, gather_uniform},
    {IR_iand, pass_uniform_on}, {IR_iand, remainder_of_remainder}, {IR_iand, remainder_of_sum},
    {IR_ior, right_zero_gives_left}, {IR_ior, right_ones_give_ones}, {IR_ior, keep_first_of_same},
    {IR_ior, gather_uniform}, {IR_ior, pass_uniform_on}, {IR_ior, gather_constants}, {IR_ior, or_of_quotients},
    {IR_ixor, right_zero_gives_left}, {IR_ixor, right_ones_give_not}, {IR_ixor, same_give_zero},
    {IR_ixor, gather_constants},
    {IR_inot, undo_twice}, {IR_inot, not_of_comparison},
    {IR_ishl, right_zero_gives_left}, {IR_ishl, shift_twice}, {IR_ishl, product_of_sum},
    {IR_ushr, right_zero_gives_left}, {IR_ushr, shift_twice}, {IR_ushr, shift_out_added},
    {IR_ushr, quotient_of_quotient}, {IR_ushr, quotient_of_sum},
    {IR_sshr, right_zero_gives_left}, {IR_sshr, shift_out_added},
    {IR_imin, keep_first_of_same}, {IR_imax, keep_first_of_same},
    {IR_umin, right_zero_gives_zero}, {IR_umin, right_ones_give_left},
    {IR_umin, keep_first_of_same},
    {IR_umax, right_zero_gives_left}, {IR_umax, right_ones_give_ones},
    {IR_umax, keep_first_of_same},
    {IR_ieq, same_give_true}, {IR_ieq, compare_bool},
    {IR_ine, same_give_zero}, {IR_ine, compare_bool},
    {IR_slt, same_give_zero}, {IR_sle, same_give_true},
    {IR_ult, same_give_zero}, {IR_ult, ult_of_least}, {IR_ule, same_give_true},
    {IR_ule, ule_of_zero},
    {IR_OP_COUNT, NULL},
};
