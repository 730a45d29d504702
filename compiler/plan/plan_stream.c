/* Where a load goes in the next turns of its loop. What goes on by a page each time no prefetcher of
 * a machine follows. The step is a value of before the loop: one that each turn computes anew may not
 * be there yet where the load is. */
#include "plan_priv.h"

IrTravel plan_travel(const Plan *plan, const IrInstr *load, const IrInstr *index)
{
    const IrInstr *loop = ir_loop_around(load);
    IrTravel none = {NULL, 0}, travel = loop != NULL ? ir_travel(index, loop) : none;
    bool is_known = travel.step != NULL && !ir_is_defined_in(travel.step, loop) &&
                    plan_is_uniform(plan, travel.step) && travel.step->type.scalar == IR_I32;
    return is_known ? travel : none;
}

bool plan_goes_on_within(const PlanAccess *access, int64_t bytes)
{
    const IrTravel *travel = &access->travel;
    if (travel->step == NULL || travel->step->op != IR_const)
        return false;
    int64_t on = op_sign_extend(IR_I32, travel->step->bits) * travel->factor * access->index_bytes;
    return on >= -bytes && on <= bytes;
}
