/* Powers whose exponent is a constant for which there is less to do than a logarithm and an exponential.
 *
 *     pow(1 - c, 5)       three products
 *     pow(x, 100)         eight products
 *     pow(x, 1.5)         a product and a root
 *     pow(x, -0.25)       two roots of the reciprocal
 *     pow(x, 1.0 / 3)     Newton's steps
 *
 * Each is good to 1 to 6 ulps, of a whole exponent n above 8 to n (docs/accuracy.md), where pow is to 1: where bits count
 * (`precise`, --fp=strict) pow stays, and instead of the cube root and of negative exponents, for which denormal numbers are
 * zeros, where these are kept. D3D's pow, by log2 and exp2 of 2^-21 each, may be off by 2.8 n. */
#include "plan_priv.h"

#include <math.h>

enum { LEAST = -8, GREATEST = 16, LEAST_WHOLE = -16, GREATEST_WHOLE = 512 }; /* quarters */

static PlanPower power_of(const Plan *plan, const IrInstr *instr)
{
    const IrInstr *exponent = instr->operands[1];
    if (exponent->op != IR_const || instr->type.scalar != IR_F32)
        return (PlanPower){POWER_ANY, 0};
    double number = op_bits_to_double(IR_F32, exponent->bits);
    bool is_whole = number == floor(number);
    int least = is_whole ? LEAST_WHOLE : LEAST, most = is_whole ? GREATEST_WHOLE : GREATEST,
        quarters = number * 4 >= least && number * 4 <= most ? (int)(number * 4) : 0;
    bool may_be_negative = !plan->target.keeps_denormals;
    if (quarters == number * 4 && (quarters > 0 || (quarters < 0 && may_be_negative)))
        return (PlanPower){POWER_QUARTERS, quarters};
    bool is_third = number == (float)(1.0 / 3) && !plan->target.keeps_denormals;
    return (PlanPower){is_third ? POWER_CUBE_ROOT : POWER_ANY, 0};
}

void plan_powers(Plan *plan)
{
    if (!plan->target.contracts)
        return;
    EACH_INSTR (plan->kernel->body, instr)
        if (instr->op == IR_fpow && !instr->precise)
            plan->values[instr->id].power = power_of(plan, instr);
}
