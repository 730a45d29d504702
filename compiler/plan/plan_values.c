/* How each value exists in C. A value is in pieces where it varies; one that a run computes and
 * only that run reads is one piece at a time, all others are arrays. */
#include "plan_priv.h"

const IrInstr *plan_resolve(const IrInstr *value, int *component)
{
    while (value->op == IR_extract) {
        *component = value->component;
        value = value->operands[0];
    }
    return value;
}

static PlanForm form_of(const IrKernel *kernel, const IrInstr *value)
{
    bool integer = !op_scalar_is_float(value->type.scalar) && value->type.scalar != IR_I1;
    if (value->op == IR_const)
        return FORM_CONST;
    if (value->level <= LEVEL_WAVE)
        return FORM_SCALAR;
    if (integer && value->type.components == 1 && value->shape.length >= kernel->wave_size)
        return value->shape.stride == 0 ? FORM_SCALAR : FORM_LINEAR;
    return FORM_VECTOR;
}

void plan_forms(Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        plan->values[instr->id].form = form_of(plan->kernel, instr);
        EACH_PHI (instr, phi)
            plan->values[phi->id].form = form_of(plan->kernel, phi);
    }
}

/* A value that something else than a piece of the same run reads is an array. */
void plan_arrays(Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        int run = plan->values[instr->id].is_cold ? 0 : plan->values[instr->id].run;
        if (instr->op == IR_extract) /* named where it is used */
            continue;
        EACH_USE (instr, use) {
            int component = 0;
            PlanValue *value = &plan->values[plan_resolve(*use, &component)->id];
            value->is_array |= run == 0 || value->run != run;
        }
    }
    for (int i = 0; i < plan->steps.count; i++) { /* an access by `i ^ j` reads i, one in two runs
                                                     what tells them apart */
        const PlanAccess *access = plan->steps.items[i].access;
        if (access != NULL && access->way == WAY_mixed)
            plan->values[access->mix.linear->id].is_array = true;
        if (access != NULL && access->split != NULL)
            plan->values[access->split->id].is_array = true;
    }
}
