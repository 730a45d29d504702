/* Identities of floating point that give the same bits (but for the payload of NaNs), so that
 * `precise` and --fp=strict need no exception. x + 0 is none of them: -0 + 0 is 0. */
#include "passes/simplify.h"

#include <math.h>

static bool is_float_const(const IrInstr *value, double number)
{
    return value->op == IR_const && value->bits == op_double_to_bits(value->type.scalar, number);
}

static IrInstr *right_one_gives_left(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return is_float_const(right_of(instr), 1) ? left_of(instr) : NULL;
}

static IrInstr *sub_of_zero(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return is_float_const(right_of(instr), 0) ? left_of(instr) : NULL;
}

static IrInstr *add_of_minus_zero(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    return is_float_const(right_of(instr), -0.0) ? left_of(instr) : NULL;
}

static IrInstr *add_of_negated(Simplifier *simplifier, IrInstr *instr)
{
    IrInstr *left = left_of(instr), *right = right_of(instr);
    if (right->op == IR_fneg)
        return simplify_build(simplifier, IR_fsub, instr->type, left, left_of(right));
    return left->op == IR_fneg
               ? simplify_build(simplifier, IR_fsub, instr->type, right, left_of(left))
               : NULL;
}

static IrInstr *sub_of_negated(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *right = right_of(instr);
    return right->op == IR_fneg
               ? simplify_build(simplifier, IR_fadd, instr->type, left_of(instr), left_of(right))
               : NULL;
}

static IrInstr *mul_of_negated(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *left = left_of(instr), *right = right_of(instr);
    bool both = left->op == IR_fneg && right->op == IR_fneg;
    return both ? simplify_build(simplifier, instr->op, instr->type, left_of(left), left_of(right))
                : NULL;
}

/* By a power of two whose reciprocal is one as well. */
static IrInstr *div_by_power(Simplifier *simplifier, IrInstr *instr)
{
    IrScalar type = instr->type.scalar;
    int exponent, largest = type == IR_F16 ? 14 : type == IR_F32 ? 126 : 1022;
    if (right_of(instr)->op != IR_const)
        return NULL;
    double divisor = op_bits_to_double(type, right_of(instr)->bits);
    if (fabs(frexp(divisor, &exponent)) != 0.5 || exponent - 1 > largest || exponent - 1 < -largest)
        return NULL;
    IrInstr *factor = simplify_const(simplifier, type, op_double_to_bits(type, 1 / divisor));
    return simplify_build(simplifier, IR_fmul, instr->type, left_of(instr), factor);
}

static IrInstr *abs_of_negated(Simplifier *simplifier, IrInstr *instr)
{
    const IrInstr *inner = left_of(instr);
    return inner->op == IR_fneg
               ? simplify_build(simplifier, IR_fabs, instr->type, left_of(inner), NULL)
               : NULL;
}

/* Rounding what is a whole number already. */
static IrInstr *round_of_rounded(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    IrOp op = left_of(instr)->op;
    bool is_whole = op == IR_ffloor || op == IR_fceil || op == IR_ftrunc || op == IR_fround;
    return is_whole ? left_of(instr) : NULL;
}

/* A sample point at -0 is where one at 0 is: uv + float2(step, 0) keeps its v. */
static IrInstr *places_add_no_zero(Simplifier *simplifier, IrInstr *instr)
{
    enum { FIRST_PLACE = 2, PLACES = 4 };
    for (int i = FIRST_PLACE; i < FIRST_PLACE + PLACES; i++) {
        const IrInstr *place = instr->operands[i];
        if (place->op != IR_fadd)
            continue;
        bool right = is_float_const(right_of(place), 0), left = is_float_const(left_of(place), 0);
        if (right || left) {
            instr->operands[i] = right ? left_of(place) : right_of(place);
            simplifier->changed = true;
        }
    }
    return NULL;
}

/* ---- whole numbers as parts of 1 and back ---- */

static bool is_float_of(const IrInstr *value, double *number)
{
    if (value->op != IR_const || value->type.scalar != IR_F32)
        return false;
    *number = op_bits_to_double(IR_F32, value->bits);
    return true;
}

/* The number that bits of a word are at most; UINT32_MAX: any. */
static uint64_t most_of_bits(const IrInstr *value)
{
    bool is_by_const = value->operand_count == 2 && right_of(value)->op == IR_const && value->type.scalar == IR_I32;
    if (is_by_const && value->op == IR_iand)
        return right_of(value)->bits;
    return is_by_const && value->op == IR_ushr && right_of(value)->bits < 32 ? UINT32_MAX >> right_of(value)->bits
                                                                             : UINT32_MAX;
}

/* n of `n / most`, for n from 0 to `most`, which is no more than 16 bits; NULL: it is something else. */
static IrInstr *part_of(const IrInstr *value, double most)
{
    double by;
    bool is_part = (value->op == IR_fdiv || value->op == IR_fmul) && is_float_of(right_of(value), &by) &&
                   (value->op == IR_fdiv ? by == most : fabs(by * most - 1) < 1e-6);
    const IrInstr *whole = is_part ? left_of(value) : NULL;
    bool is_whole = is_part && (whole->op == IR_utof || whole->op == IR_stof) && most <= UINT16_MAX &&
                    (double)most_of_bits(left_of(whole)) <= most;
    return is_whole ? left_of(whole) : NULL;
}

/* `saturate(n / 255.0)`: division rounds to the nearest, and 1 is a number. */
static IrInstr *saturate_of_part(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    double most;
    IrInstr *value = left_of(instr);
    bool is_quotient = value->op == IR_fdiv && is_float_of(right_of(value), &most);
    return is_quotient && part_of(value, most) != NULL ? value : NULL;
}

/* `(uint)(saturate(n / 255.0) * 255.0 + 0.5)`: what two roundings change is far less than a half. */
static IrInstr *part_made_whole(Simplifier *simplifier, IrInstr *instr)
{
    (void)simplifier;
    const IrInstr *sum = left_of(instr);
    double half, most;
    if (instr->type.scalar != IR_I32 || sum->op != IR_fadd || !is_float_of(right_of(sum), &half) || half != 0.5)
        return NULL;
    const IrInstr *product = left_of(sum);
    if (product->op != IR_fmul || !is_float_of(right_of(product), &most))
        return NULL;
    const IrInstr *part = left_of(product);
    return part_of(part->op == IR_fsaturate ? left_of(part) : part, most);
}

const SimplifyRow FLOAT_ROWS[] = {
    {IR_fadd, add_of_minus_zero}, {IR_fadd, add_of_negated},
    {IR_fsub, sub_of_zero}, {IR_fsub, sub_of_negated},
    {IR_fmul, right_one_gives_left}, {IR_fmul, mul_of_negated},
    {IR_fdiv, right_one_gives_left}, {IR_fdiv, div_by_power},
    {IR_fneg, undo_twice},
    {IR_fabs, keep_once}, {IR_fabs, abs_of_negated},
    {IR_fmin, keep_first_of_same}, {IR_fmax, keep_first_of_same},
    {IR_fsaturate, keep_once}, {IR_fsaturate, saturate_of_part},
    {IR_ftou, part_made_whole}, {IR_ftos, part_made_whole},
    {IR_ffloor, round_of_rounded}, {IR_fceil, round_of_rounded}, {IR_ftrunc, round_of_rounded},
    {IR_fround, round_of_rounded},
    {IR_sample, places_add_no_zero}, {IR_sample_compare, places_add_no_zero},
    {IR_gather, places_add_no_zero}, {IR_gather_compare, places_add_no_zero},
    {IR_OP_COUNT, NULL},
};
