/* Where a load goes in the next turns of its loop: what it adds to its index each time, where that
 * is the same in all turns. `for (i = id.x; i < count; i += threads) sum += x[i]` goes on by
 * `threads` elements, which may be a page: no prefetcher of a machine follows. */
#include "plan_priv.h"

enum { DEPTH = 6 };

static const IrInstr *loop_around(const IrInstr *instr)
{
    const IrInstr *around = instr->region->owner;
    while (around != NULL && around->op != IR_loop && around->op != IR_wave_loop)
        around = around->region->owner;
    return around != NULL && around->op == IR_loop ? around : NULL;
}

/* Defined before the loop, so that it is the same in all turns. */
static bool is_before(const IrInstr *value, const IrInstr *loop)
{
    const IrInstr *at = value->owner != NULL ? value->owner : value;
    return value->op == IR_const || !ir_is_within(at, loop);
}

/* What the loop adds to its parameter in each turn, if it has one way to go on; else NULL. */
static const IrInstr *step_of_parameter(const IrInstr *parameter)
{
    const IrInstr *loop = parameter->owner, *jump = loop->regions[0]->last;
    if (jump->op != IR_continue || jump->target != loop)
        return NULL;
    const IrInstr *next = jump->operands[parameter->position];
    if (next->op != IR_iadd)
        return NULL;
    const IrInstr *step = next->operands[next->operands[0] == parameter];
    bool adds = next->operands[0] == parameter || next->operands[1] == parameter;
    return adds && is_before(step, loop) ? step : NULL;
}

/* Through sums with what does not change and products with constants. */
static PlanTravel travel_of(const IrInstr *value, const IrInstr *loop, int depth)
{
    PlanTravel none = {NULL, 0};
    if (value->op == IR_parameter)
        return (PlanTravel){value->owner == loop ? step_of_parameter(value) : NULL, 1};
    if (depth == 0 || is_before(value, loop) || value->operand_count != 2)
        return none;
    const IrInstr *left = value->operands[0], *right = value->operands[1];
    if (value->op == IR_iadd && is_before(right, loop))
        return travel_of(left, loop, depth - 1);
    if (value->op == IR_iadd && is_before(left, loop))
        return travel_of(right, loop, depth - 1);
    bool scales = (value->op == IR_imul && right->bits < 1 << 16) ||
                  (value->op == IR_ishl && right->bits < 16);
    if (right->op != IR_const || !scales)
        return none;
    PlanTravel travel = travel_of(left, loop, depth - 1);
    int factor = value->op == IR_imul ? (int)right->bits : 1 << right->bits;
    if (travel.factor > INT16_MAX)
        return none;
    travel.factor *= factor;
    return travel;
}

PlanTravel plan_travel(const Plan *plan, const IrInstr *load, const IrInstr *index)
{
    const IrInstr *loop = loop_around(load);
    PlanTravel travel = loop != NULL ? travel_of(index, loop, DEPTH) : (PlanTravel){NULL, 0};
    bool is_known = travel.step != NULL && plan_is_uniform(plan, travel.step) &&
                    travel.step->type.scalar == IR_I32;
    return is_known ? travel : (PlanTravel){NULL, 0};
}
