/* What lanes' rows come to, put together for all of them at once. Where a wave goes along one lane's row after the other
 * (pass rows_in_lanes) it has a vector of parts at the end of each, whose sum is as many steps of shuffles as halve it, one
 * waiting for the other. Of as many rows as a vector has lanes, halves are put side by side before they are added: three
 * operations for each row in place of seven (8 lanes), and a load and a store.
 *
 *     lanes %10 all                              set_aside %62
 *       scope %12                                lanes %10 all
 *         ...                                      scope %12
 *         op %57 = wave_reduce %56                   ...
 *         scalar %58 = fadd %11, %57       ->        op %57 = wave_reduce %56; set aside for %62
 *         assign %60 = %58                         end
 *       end                                      end
 *       set_lane %62 = %60                       put_together %62 = %9, to which %62 is added
 *     end
 *
 * Lanes are added in the same order either way. When: all lanes of the wave have a row, and nobody wants its sum before the
 * last one. Needs steps as the body gives them. */
#include "plan_priv.h"

typedef struct RowSum {
    const IrInstr *result, *in_lane, *total, *reduce;
    const IrInstr *begun; /* of all lanes: what the sum is added to, or NULL */
} RowSum;

typedef VEC(RowSum) RowSums;

static bool is_reduction(const Plan *plan, const IrInstr *value, const IrInstr *all_lanes)
{
    return value->op == IR_wave_reduce && value->region == all_lanes->regions[0] && op_scalar_bytes(value->type.scalar) == 4 &&
           plan_is_vector(plan, value->operands[0]) && ir_count_uses(plan->kernel, value) == 1;
}

/* What the lane brought is there as a vector, before its turn. */
static const IrInstr *brought_as(const IrInstr *value, const IrInstr *lane_loop)
{
    if (value->op == IR_const || !ir_is_defined_in(value, lane_loop))
        return value;
    return value->op == IR_wave_read_first && value->region == lane_loop->regions[0] ? value->operands[0] : NULL;
}

/* The lane's total is its vector's sum, or something and that. */
static bool finds_reduction(const Plan *plan, const IrInstr *all_lanes, const IrInstr *lane_loop, RowSum *sum)
{
    const IrInstr *total = sum->total;
    sum->reduce = total;
    if (total->op == IR_fadd || total->op == IR_iadd) {
        int at = total->operands[0]->op == IR_wave_reduce ? 0 : 1;
        sum->reduce = total->operands[at];
        sum->begun = brought_as(total->operands[1 - at], lane_loop);
        if (sum->begun == NULL || sum->reduce->combine != total->op || total->precise)
            return false;
    }
    return is_reduction(plan, sum->reduce, all_lanes);
}

static bool is_row_sum(const Plan *plan, const PlanStep *set_lane, RowSum *sum)
{
    const IrInstr *result = set_lane->instr, *in_lane = set_lane->value, *lane_loop = result->owner;
    const IrInstr *all_lanes = in_lane->op == IR_result ? in_lane->owner : NULL;
    if (all_lanes == NULL || all_lanes->op != IR_all_lanes || all_lanes->region != lane_loop->regions[0] ||
        ir_count_uses(plan->kernel, in_lane) != 1)
        return false;
    *sum = (RowSum){.result = result, .in_lane = in_lane,
                    .total = all_lanes->regions[0]->last->operands[in_lane->position]};
    return ir_count_uses(plan->kernel, sum->total) == 1 && finds_reduction(plan, all_lanes, lane_loop, sum);
}

/* All lanes have a row, and leave it in one way. */
static bool is_of_all(const Plan *plan, const IrInstr *result)
{
    int loops = 0, ways = 0;
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanStep *step = &plan->steps.items[i];
        loops += step->kind == STEP_lanes && step->instr == result->owner && step->a == 0;
        ways += step->kind == STEP_set_lane && step->instr == result;
    }
    return loops == 1 && ways == 1;
}

static RowSums find_row_sums(Arena *scratch, const Plan *plan)
{
    RowSums found = {0};
    RowSum sum;
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanStep *step = &plan->steps.items[i];
        if (step->kind == STEP_set_lane && is_of_all(plan, step->instr) && is_row_sum(plan, step, &sum))
            vec_push(scratch, &found, sum);
    }
    return found;
}

/* Which the parts take the place of. */
static bool is_of_one_row(const RowSums *sums, const PlanStep *step)
{
    for (int i = 0; i < sums->count && step->instr != NULL; i++) {
        const RowSum *sum = &sums->items[i];
        if ((step->kind == STEP_set_lane && step->instr == sum->result) ||
            ((step->kind == STEP_declare || step->kind == STEP_assign) && step->instr == sum->in_lane) ||
            (step->kind == STEP_scalar && step->instr == sum->total))
            return true;
    }
    return false;
}

static const IrInstr *set_aside_for(const RowSums *sums, const PlanStep *step)
{
    for (int i = 0; i < sums->count; i++)
        if (step->kind == STEP_op && step->instr == sums->items[i].reduce)
            return sums->items[i].result;
    return NULL;
}

static void append_marks(Arena *arena, Plan *plan, const RowSums *sums, const PlanStep *lanes, PlanStepKind kind)
{
    for (int i = 0; i < sums->count; i++) {
        const RowSum *sum = &sums->items[i];
        if (sum->result->owner != lanes->instr)
            continue;
        PlanStep step = {.kind = kind, .pos = lanes->pos, .instr = sum->result, .labels = {-1, -1, -1},
                         .combine = sum->reduce->combine, .value = kind == STEP_put_together ? sum->begun : NULL};
        vec_push(arena, &plan->steps, step);
    }
}

void plan_row_sums(Arena *arena, Arena *scratch, Plan *plan)
{
    RowSums sums = find_row_sums(scratch, plan);
    const PlanStep *step = plan->steps.items, *end = step + plan->steps.count, *lanes = NULL;
    if (sums.count == 0)
        return;
    plan->steps.items = NULL;
    plan->steps.count = plan->steps.capacity = 0;
    for (int depth = 0; step < end; step++) {
        if (step->kind == STEP_lanes && lanes == NULL) {
            append_marks(arena, plan, &sums, step, STEP_set_aside);
            lanes = step;
        }
        depth += lanes != NULL ? plan_depth_by(step) : 0;
        if (!is_of_one_row(&sums, step)) {
            vec_push(arena, &plan->steps, *step);
            plan->steps.items[plan->steps.count - 1].set_aside_for = set_aside_for(&sums, step);
        }
        if (lanes != NULL && depth == 0) {
            append_marks(arena, plan, &sums, lanes, STEP_put_together);
            lanes = NULL;
        }
    }
}
