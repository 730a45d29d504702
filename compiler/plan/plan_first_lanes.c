/* Masks that the first lanes of a wave alone can be in: of a condition that counts lanes from a known
 * number on, and of groups that are smaller than a wave.
 *
 *     %17 linear(1) i32 [0..31] = lane_index
 *     %19 = ult %17, 18                          lanes 0 to 17: 3 of 4 pieces of 8 lanes
 *     %21 = iand %19, %20                        no more than these
 *
 * Pieces behind them have no lane on: accesses under such a mask leave them out, and ask of the places
 * of the other pieces alone whether they lie inside. Masks are as small where they come from a mask
 * that is. */
#include "ir/range.h"
#include "plan_priv.h"

/* What steps by one over as many numbers as the wave has lanes begins with the least of them. */
static bool numbers_lanes(const Plan *plan, const IrInstr *value)
{
    const IrRange *range = &value->range;
    int last = plan->kernel->wave_size - 1;
    return value->type.scalar == IR_I32 && (range->flags & RANGE_KNOWN) &&
           value->shape.stride == 1 && value->shape.length >= plan->kernel->wave_size &&
           range->smin >= 0 && range->smax - range->smin == last;
}

/* Its range is that of all lanes, whoever comes to where it is computed: `t - 40` where 40 <= t < 72 is none such. */
static bool is_counted(const Plan *plan, const IrInstr *value)
{
    uint64_t wave_size = (uint64_t)plan->kernel->wave_size;
    if (!numbers_lanes(plan, value))
        return false;
    switch (value->op) {
    case IR_lane_index:
    case IR_group_index:
    case IR_group_thread_id: return true;
    case IR_iand: return value->operands[1]->op == IR_const && value->operands[1]->bits == wave_size - 1;
    case IR_urem: return value->operands[1]->op == IR_const && value->operands[1]->bits == wave_size;
    case IR_iadd:
    case IR_isub: return value->operands[1]->op == IR_const && is_counted(plan, value->operands[0]);
    default: return false;
    }
}

static int lanes_below(const Plan *plan, const IrInstr *compare, bool has_end)
{
    int64_t lanes = plan->kernel->wave_size;
    IrRange end = ir_range_of(compare->operands[1]);
    if (end.smin < 0 || !is_counted(plan, compare->operands[0]))
        return (int)lanes;
    int64_t below = end.smax + (int64_t)has_end - compare->operands[0]->range.smin;
    return (int)(below < 0 ? 0 : below < lanes ? below : lanes);
}

static int lanes_where_true(const Plan *plan, const IrInstr *condition)
{
    switch (condition->op) {
    case IR_iand: {
        int left = lanes_where_true(plan, condition->operands[0]), right = lanes_where_true(plan, condition->operands[1]);
        return left < right ? left : right;
    }
    case IR_ult:
    case IR_slt: return lanes_below(plan, condition, false);
    case IR_ule:
    case IR_sle: return lanes_below(plan, condition, true);
    default: return plan->kernel->wave_size;
    }
}

/* All where nothing is known. */
static int first_lanes(const PlanBuilder *builder, int mask)
{
    return mask < builder->first_lanes.count ? builder->first_lanes.items[mask]
                                             : builder->plan->kernel->wave_size;
}

/* Masks are numbered as they come. */
static void note(PlanBuilder *builder, int mask, int lanes)
{
    while (builder->first_lanes.count <= mask)
        vec_push(builder->arena, &builder->first_lanes, builder->plan->kernel->wave_size);
    builder->first_lanes.items[mask] = lanes;
}

void plan_note_true_lanes(PlanBuilder *builder, int mask, int from, const IrInstr *condition)
{
    int lanes = lanes_where_true(builder->plan, condition), most = first_lanes(builder, from);
    note(builder, mask, lanes < most ? lanes : most);
}

void plan_note_like(PlanBuilder *builder, int mask, int from)
{
    note(builder, mask, first_lanes(builder, from));
}

void plan_note_threads(PlanBuilder *builder, int mask)
{
    const IrKernel *kernel = builder->plan->kernel;
    if (ir_group_size(kernel) < (uint32_t)kernel->wave_size && kernel->order.kind == IR_ORDER_LINEAR)
        note(builder, mask, (int)ir_group_size(kernel));
}

int plan_first_pieces(const PlanBuilder *builder, int mask)
{
    int lanes = builder->plan->lanes, first = first_lanes(builder, mask);
    int pieces = (first + lanes - 1) / lanes;
    return pieces == 0 ? 1 : pieces;
}
