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

/* ---- lanes by scalars ---- */

static bool is_integer_operation(IrOp op)
{
    static const bool OPERATIONS[IR_OP_COUNT] = {
        [IR_iadd] = true, [IR_isub] = true, [IR_imul] = true, [IR_ineg] = true,
        [IR_iand] = true, [IR_ior] = true,  [IR_ixor] = true, [IR_inot] = true,
        [IR_ishl] = true, [IR_sshr] = true, [IR_ushr] = true, [IR_imin] = true,
        [IR_imax] = true, [IR_umin] = true, [IR_umax] = true};
    return OPERATIONS[op];
}

/* Quotients by constants are multiplications. */
static bool divides_by_constant(const IrInstr *instr)
{
    return (instr->op == IR_udiv || instr->op == IR_urem) && instr->operands[1]->op == IR_const &&
           instr->operands[1]->bits != 0;
}

/* Past this a lane is taken out of its vector. */
enum { MOST_LANE_COST = 16, THREAD_ID_COST = 3, DIVISION_COST = 4 };

static int own_lane_cost(const Plan *plan, const IrInstr *instr)
{
    if (instr->type.scalar != IR_I32 || instr->type.components != 1)
        return PLAN_NO_LANE;
    if (instr->op == IR_group_thread_id && plan->kernel->thread_of_lane == NULL)
        return THREAD_ID_COST;
    return is_integer_operation(instr->op) ? 1
           : divides_by_constant(instr)    ? DIVISION_COST
                                           : PLAN_NO_LANE;
}

/* Operands stand before what reads them. */
static uint8_t lane_cost_of(const Plan *plan, const IrInstr *instr)
{
    if (!plan_is_vector(plan, instr))
        return 0;
    int cost = own_lane_cost(plan, instr);
    for (int i = 0; i < instr->operand_count && cost <= MOST_LANE_COST; i++)
        cost += plan->values[instr->operands[i]->id].lane_cost;
    return cost <= MOST_LANE_COST ? (uint8_t)cost : PLAN_NO_LANE;
}

/* ---- forms ---- */

void plan_forms(Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        plan->values[instr->id].form = form_of(plan->kernel, instr);
        plan->values[instr->id].lane_cost = lane_cost_of(plan, instr);
        EACH_PHI (instr, phi) {
            plan->values[phi->id].form = form_of(plan->kernel, phi);
            plan->values[phi->id].lane_cost = plan_is_vector(plan, phi) ? PLAN_NO_LANE : 0;
        }
    }
}

/* A value that something else than a piece of the same run reads is an array. */
void plan_arrays(Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        int run = plan->values[instr->id].run;
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
