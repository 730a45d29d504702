/* Powers whose exponent is a constant for which there is less to do than a logarithm and an exponential.
 *
 *     pow(1 - c, 5)       three products
 *     pow(x, 0.5)         a root
 *     pow(x, 1.0 / 3)     Newton's steps
 *
 * Each is good to 1 to 5 ulps (docs/accuracy.md), where pow is to 1: where bits count (`precise`, --fp=strict) pow stays, and
 * instead of the cube root, of which denormal numbers are zeros, where these are kept. */
#include "plan_priv.h"

enum { LEAST_WHOLE = 3, GREATEST_WHOLE = 8 };

static PlanPower power_of(const Plan *plan, const IrInstr *instr)
{
    const IrInstr *exponent = instr->operands[1];
    if (exponent->op != IR_const || instr->type.scalar != IR_F32)
        return (PlanPower){POWER_ANY, 0};
    double number = op_bits_to_double(IR_F32, exponent->bits);
    if (number >= LEAST_WHOLE && number <= GREATEST_WHOLE && number == (int)number)
        return (PlanPower){POWER_WHOLE, (int)number};
    if (number == 0.5)
        return (PlanPower){POWER_SQUARE_ROOT, 0};
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
