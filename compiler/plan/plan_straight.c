/* What steps by the same from lane to lane over the whole wave unless it meets a bound: clamps,
 * wraps, quotients and remainders of what steps.
 *
 *     x = clamp(id.x + 1, 0, width - 1)        first = id.x + 1, straight = 0 <= first && ...
 *     picture[y * width + x]                   straight: one row of the wave, else piece by piece
 *
 * A few scalar operations on lane 0 say whether it does, for all accesses by it: a bound that
 * neither the first nor the last lane meets, no lane between meets. The vector of such a value is
 * needed only where some lane does, and where nothing else reads it, accesses compute it there.
 *
 * Conditions and first lanes are emit_straight.c's. */
#include "plan_priv.h"

/* ---- which values ---- */

enum { MOST_STEP = 64, MOST_STEP_MET = 1 << 16 }; /* of what is used; of what meets a bound */

bool plan_steps_over_wave(const Plan *plan, const IrInstr *value, int *step)
{
    const PlanValue *planned = &plan->values[value->id];
    *step = planned->form == FORM_LINEAR   ? value->shape.stride
            : planned->form == FORM_VECTOR ? planned->straight_step
                                           : 0;
    return planned->form != FORM_VECTOR || planned->is_straight;
}

static bool is_constant(const IrInstr *value) { return value->op == IR_const; }

int plan_expected_side(const Plan *plan, const IrInstr *select)
{
    int left = 0, right = 0;
    plan_steps_over_wave(plan, select->operands[1], &left);
    plan_steps_over_wave(plan, select->operands[2], &right);
    return left == right ? 0 : left != 0 ? 1 : 2;
}

/* A comparison of what steps with what does not: all lanes agree where none meets it. */
static bool may_agree(const Plan *plan, const IrInstr *condition)
{
    int step = 0, other = 0;
    bool orders = condition->op == IR_slt || condition->op == IR_sle || condition->op == IR_ult ||
                  condition->op == IR_ule;
    if ((!orders && condition->op != IR_ieq && condition->op != IR_ine) ||
        condition->operands[0]->type.scalar != IR_I32 ||
        !plan_steps_over_wave(plan, condition->operands[0], &step) ||
        !plan_steps_over_wave(plan, condition->operands[1], &other))
        return false;
    return step <= MOST_STEP_MET && other <= MOST_STEP_MET &&
           ((step > 0 && other == 0) || (step == 0 && other > 0));
}

static bool select_step(const Plan *plan, const IrInstr *select, int *step)
{
    int left = 0, right = 0;
    if (!may_agree(plan, select->operands[0]) ||
        !plan_steps_over_wave(plan, select->operands[1], &left) ||
        !plan_steps_over_wave(plan, select->operands[2], &right))
        return false;
    *step = left != 0 ? left : right;
    bool is_one = left == right || left == 0 || right == 0;
    return is_one && *step >= 0 && *step <= MOST_STEP;
}

static bool product_step(const IrInstr *value, const int *steps, int *step)
{
    int constant = is_constant(value->operands[1]) ? 1 : 0;
    if (steps[0] == 0 && steps[1] == 0) {
        *step = 0;
        return true;
    }
    if (!is_constant(value->operands[constant]) || value->operands[constant]->bits > MOST_STEP)
        return false;
    *step = steps[1 - constant] * (int)value->operands[constant]->bits;
    return true;
}

static bool shift_step(const IrInstr *value, const int *steps, int *step)
{
    if (!is_constant(value->operands[1]) || value->operands[1]->bits > 6)
        return false;
    *step = steps[0] * (1 << value->operands[1]->bits);
    return true;
}

/* Of two operands, of which some are vectors. */
static bool step_of_two(const IrInstr *value, const int *steps, int *step)
{
    bool is_one = (steps[0] == 0) != (steps[1] == 0);
    switch (value->op) {
    case IR_iadd: *step = steps[0] + steps[1]; return true;
    case IR_isub: *step = steps[0] - steps[1]; return true;
    case IR_imul: return product_step(value, steps, step);
    case IR_ishl: return shift_step(value, steps, step);
    case IR_imin:
    case IR_imax:
    case IR_umin:
    case IR_umax:
    case IR_iand: *step = steps[0] + steps[1]; return is_one || (steps[0] | steps[1]) == 0;
    case IR_urem: *step = steps[0]; return steps[1] == 0;
    case IR_udiv: *step = 0; return steps[1] == 0;
    case IR_ushr:
    case IR_sshr: *step = 0; return is_constant(value->operands[1]);
    default: return false;
    }
}

/* The same in all turns of loops, as a picture's width: what they halve or double is short soon. */
static bool is_lasting(const IrInstr *value)
{
    int component = 0;
    value = plan_resolve(value, &component);
    return value->op != IR_parameter && value->op != IR_result && ir_loop_around(value) == NULL;
}

/* So short that no wave fits in it, or may be. */
static bool is_short(const Plan *plan, const IrInstr *value)
{
    bool divides = value->op == IR_urem || value->op == IR_udiv || value->op == IR_iand;
    const IrInstr *length = value->operands[value->op == IR_iand &&
                                            !plan_is_uniform(plan, value->operands[1]) ? 0 : 1];
    if ((value->op == IR_ushr || value->op == IR_sshr) && is_constant(value->operands[1]))
        return UINT64_C(1) << (value->operands[1]->bits & 31) < (uint64_t)plan->kernel->wave_size;
    if (!divides)
        return false;
    return is_constant(length) ? length->bits < (uint64_t)plan->kernel->wave_size
                               : !is_lasting(length);
}

/* Bounds are looked for upwards. */
static bool is_moderate(const IrInstr *value, int step)
{
    return step <= MOST_STEP_MET && (step >= 0 || value->op == IR_iadd || value->op == IR_isub);
}

static bool finds_step(const Plan *plan, const IrInstr *value, int *step)
{
    int steps[2] = {0, 0};
    if (!plan_is_vector(plan, value) || value->type.scalar != IR_I32 ||
        value->type.components != 1 || value->shape.length >= plan->lanes / 2)
        return false;
    if (value->op == IR_select)
        return value->operands[1]->type.scalar == IR_I32 && select_step(plan, value, step);
    if (value->operand_count != 2 || !plan_is_componentwise(value) ||
        value->operands[0]->type.scalar != IR_I32 || is_short(plan, value))
        return false;
    for (int i = 0; i < 2; i++)
        if (!plan_steps_over_wave(plan, value->operands[i], &steps[i]) ||
            !is_moderate(value, steps[i]))
            return false;
    return step_of_two(value, steps, step) && *step >= 0 && *step <= MOST_STEP;
}

void plan_straight(Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        int step = 0;
        PlanValue *value = &plan->values[instr->id];
        value->is_straight = finds_step(plan, instr, &step);
        value->straight_step = value->is_straight ? step : 0;
    }
}
