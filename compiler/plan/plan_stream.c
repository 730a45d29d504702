/* Where a load goes in the next turns of its loop. What goes on by a page each time no prefetcher of
 * a machine follows. The step is a value of before the loop: one that each turn computes anew may not
 * be there yet where the load is. Where all groups go along the same rows, weights of a layer, the cache
 * has them, and to fetch them ahead takes as long as to load them. */
#include "plan_priv.h"

IrTravel plan_travel(const Plan *plan, const IrInstr *load, const IrInstr *index)
{
    const IrInstr *loop = ir_loop_around(load);
    IrTravel none = {NULL, 0}, travel = loop != NULL ? ir_travel(index, loop) : none;
    bool is_known = travel.step != NULL && !ir_is_defined_in(travel.step, loop) &&
                    plan_is_uniform(plan, travel.step) && travel.step->type.scalar == IR_I32;
    return is_known && !ir_is_alike_in_groups(index) ? travel : none;
}

/* A wave that takes a tile's row alone is wider than the group, and lanes beyond the row are off:
 * what lies further than the next group goes on is for that group to fetch. */
int plan_bytes_ahead(const Plan *plan, const PlanAccess *access, int bytes)
{
    const IrResource *resource = access->instr->resource;
    int64_t group = (int64_t)plan->kernel->threads[0] * access->element_bytes,
            lines = (group + PLAN_LINE_BYTES - 1) / PLAN_LINE_BYTES * PLAN_LINE_BYTES;
    bool is_part = access->mask != 0 && resource != NULL &&
                   plan->resources[resource->index].is_tiled;
    return is_part && lines < bytes ? (int)lines : bytes;
}

bool plan_goes_on_within(const PlanAccess *access, int64_t bytes)
{
    const IrTravel *travel = &access->travel;
    if (travel->step == NULL || travel->step->op != IR_const)
        return false;
    int64_t on = op_sign_extend(IR_I32, travel->step->bits) * travel->factor * access->index_bytes;
    return on >= -bytes && on <= bytes;
}
