/* Powers whose exponent is a constant for which there is less to do than a logarithm and an exponential.
 *
 *     pow(1 - c, 5)       three products
 *     pow(x, 0.5)         a root
 *     pow(x, 1.0 / 3)     Newton's steps
 *
 * Each is good to a few ulps, as pow is, but not to the same bits: where these count (`precise`, --fp=strict) pow stays. */
#include "plan_priv.h"

enum { LEAST_WHOLE = 3, GREATEST_WHOLE = 8 };

static PlanPower power_of(const IrInstr *instr)
{
    const IrInstr *exponent = instr->operands[1];
    if (exponent->op != IR_const || instr->type.scalar != IR_F32)
        return (PlanPower){POWER_ANY, 0};
    double number = op_bits_to_double(IR_F32, exponent->bits);
    if (number >= LEAST_WHOLE && number <= GREATEST_WHOLE && number == (int)number)
        return (PlanPower){POWER_WHOLE, (int)number};
    if (number == 0.5)
        return (PlanPower){POWER_SQUARE_ROOT, 0};
    return (PlanPower){number == (float)(1.0 / 3) ? POWER_CUBE_ROOT : POWER_ANY, 0};
}

void plan_powers(Plan *plan)
{
    if (!plan->target.contracts)
        return;
    EACH_INSTR (plan->kernel->body, instr)
        if (instr->op == IR_fpow && !instr->precise)
            plan->values[instr->id].power = power_of(instr);
}
