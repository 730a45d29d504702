/* Where a load goes in the next turns of its loop. What goes on by a page each time no prefetcher of
 * a machine follows. */
#include "plan_priv.h"

IrTravel plan_travel(const Plan *plan, const IrInstr *load, const IrInstr *index)
{
    const IrInstr *loop = ir_loop_around(load);
    IrTravel none = {NULL, 0}, travel = loop != NULL ? ir_travel(index, loop) : none;
    bool is_known = travel.step != NULL && plan_is_uniform(plan, travel.step) &&
                    travel.step->type.scalar == IR_I32;
    return is_known ? travel : none;
}
