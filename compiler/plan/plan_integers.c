/* How quotients and remainders are computed: what the divisor is, and how small both are, makes
 * them cheaper than those of any two numbers (wcc_math_divide.h). Which floats need no repair where
 * they become integers. Which unsigned comparisons and conversions may as well be signed: those are
 * one instruction without AVX-512, where the others are three and seven. Which comparisons are signed where
 * highest bits are turned over. Which counts of bits are
 * sums of bytes that are 0 or 1. Scalars go as they are. */
#include "ir/range.h"
#include "plan_priv.h"

/* What wcc_math_divide.h asks of small ones. */
enum { SMALL_DIVIDEND = (1 << 22) - 1, SMALL_DIVISOR = 1 << 24 };

enum { UNSIGNED_LANES = 16 }; /* machines with so many compare unsigned numbers */

/* ---- quotients ---- */

static bool is_division(IrOp op)
{
    return op == IR_udiv || op == IR_urem || op == IR_sdiv || op == IR_srem;
}

static bool is_within(const IrInstr *value, int64_t least, int64_t most)
{
    IrRange range = ir_range_of(value);
    return range.smin >= least && range.smax <= most;
}

static bool is_small(const IrInstr *instr)
{
    int64_t sign = instr->op == IR_sdiv || instr->op == IR_srem ? -1 : 0;
    return is_within(instr->operands[0], sign * SMALL_DIVIDEND, SMALL_DIVIDEND) &&
           is_within(instr->operands[1], sign * SMALL_DIVISOR, SMALL_DIVISOR);
}

/* 0 is no divisor in C, and INT_MIN / -1 is undefined there. */
static bool is_constant(const IrInstr *divisor)
{
    int64_t value = op_sign_extend(divisor->type.scalar, divisor->bits);
    return divisor->op == IR_const && value != 0 && value != -1;
}

static PlanDivision division_of(const Plan *plan, const IrInstr *instr)
{
    const IrInstr *divisor = instr->operands[1];
    bool is_uniform = plan_is_uniform(plan, divisor);
    if (is_constant(divisor))
        return DIVIDE_BY_CONSTANT;
    if (instr->type.scalar != IR_I32)
        return DIVIDE_ANY;
    if (is_small(instr))
        return is_uniform ? DIVIDE_SMALL_BY_UNIFORM : DIVIDE_SMALL;
    return is_uniform ? DIVIDE_BY_UNIFORM : DIVIDE_ANY;
}

/* ---- floats ---- */

/* The machine's conversion is to signed integers. */
static bool is_cut(const IrInstr *instr)
{
    bool is_conversion = instr->op == IR_ftos || instr->op == IR_ftou;
    if (!is_conversion || instr->type.scalar != IR_I32 ||
        instr->operands[0]->type.scalar == IR_F64)
        return false;
    if (instr->op == IR_ftos)
        return ir_fits_signed(instr);
    return ir_fits_unsigned(instr) && ir_range_of(instr).umax <= INT32_MAX;
}

/* ---- signs ---- */

/* They are the same numbers with a sign. */
static bool is_signed(const IrInstr *instr)
{
    bool has_signed = instr->op == IR_utof || instr->op == IR_ult || instr->op == IR_ule;
    for (int i = 0; i < instr->operand_count && has_signed; i++)
        has_signed = instr->operands[i]->type.scalar != IR_I1 &&
                     is_within(instr->operands[i], 0, INT64_MAX);
    return has_signed;
}

/* Of what a loop has for all lanes, and lanes have for all turns. Without AVX-512 three instructions compare them; where
 * highest bits are turned over, one does: those of lanes are so before the loop, and the other one is once for all pieces. */
static bool turns_signs(const Plan *plan, const IrInstr *instr)
{
    const IrInstr *loop = ir_loop_around(instr);
    bool may_turn = plan->lanes < UNSIGNED_LANES && loop != NULL && instr->op == IR_ult &&
                    instr->operands[0]->type.scalar == IR_I32 && !is_signed(instr), turns = false;
    for (int i = 0; i < 2 && may_turn; i++)
        turns |= plan_is_vector(plan, instr->operands[i]) && !ir_is_defined_in(instr->operands[i], loop) &&
                 plan_is_uniform(plan, instr->operands[1 - i]);
    return turns;
}

/* ---- counts ---- */

/* `v & 0x80808080`: what may be set is the same bit of each byte. */
static void plan_count(Plan *plan, const IrInstr *instr)
{
    const IrInstr *counted = instr->operands[0];
    uint32_t bits = (uint32_t)~ir_range_of(counted).zeros;
    int lowest = bits != 0 ? __builtin_ctz(bits) : 8;
    if (counted->type.scalar != IR_I32 || lowest > 7 || (bits & ~(0x01010101u << lowest)) != 0)
        return;
    plan->values[instr->id].counts_bytes = true;
    plan->values[instr->id].byte_bit = (uint8_t)lowest;
}

void plan_integers(Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        if (!plan_is_vector(plan, instr))
            continue;
        if (is_division(instr->op))
            plan->values[instr->id].division = division_of(plan, instr);
        if (instr->op == IR_fdiv)
            plan->values[instr->id].division = plan_quotient(plan, instr);
        if (instr->op == IR_popcount)
            plan_count(plan, instr);
        plan->values[instr->id].is_cut = is_cut(instr);
        plan->values[instr->id].is_signed = is_signed(instr);
        plan->values[instr->id].turns_signs = turns_signs(plan, instr);
        plan->turns_signs |= plan->values[instr->id].turns_signs;
    }
}
