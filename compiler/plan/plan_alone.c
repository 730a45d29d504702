/* Loops over a wave's lanes that do atomics on buffers, a histogram by what memory holds: whether another worker's groups may
 * come between is the same for all lanes, and so is whether a cell lies inside of which a range says the greatest number.
 *
 *     lanes                                       if_alone below %18
 *       of_lane %17                                 lanes
 *       scalar %18 = iand %17, 255          ->        ...
 *       op atomic_struct $Bins 0, %18, 0, 1           op atomic_struct $Bins 0, %18, 0, 1; asks nothing
 *     end                                           end
 *                                                 else
 *                                                   lanes ... end
 *                                                 end
 *
 * Asked for each lane that takes longer than to count: C compilers do not move it out of loops at the level that kernels are
 * compiled at. */
#include "ir/range.h"
#include "plan_priv.h"

enum { MOST_STEPS = 12 /* of a lane; beside more these questions are little */ };

static bool is_of_buffer_in_one_lane(const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    return step->kind == STEP_op && op_is_atomic(instr->op) && instr->resource != NULL &&
           instr->resource->array_count == 0 && step->atomic.kind == ATOMIC_IN_ONE_LANE;
}

static bool may_stand_twice(const PlanStep *step)
{
    return step->kind == STEP_of_lane || step->kind == STEP_scalar || step->kind == STEP_access ||
           step->kind == STEP_set_lane || is_of_buffer_in_one_lane(step);
}

/* Of a loop over lanes its steps, from the first to the last; 0: they are others, too many, or no atomics. */
static int count_steps(const PlanStep *steps, const PlanStep *end)
{
    int count = 1;
    bool has_atomics = false;
    if (steps->kind != STEP_lanes)
        return 0;
    while (steps + count < end && count <= MOST_STEPS && may_stand_twice(&steps[count]))
        has_atomics |= is_of_buffer_in_one_lane(&steps[count++]);
    bool is_whole = steps + count < end && steps[count].kind == STEP_end;
    return is_whole && has_atomics ? count + 1 : 0;
}

/* Its one coordinate that is no constant has a range that says so. */
static bool has_greatest_cell(const IrInstr *atomic)
{
    bool is_of_one = atomic->op == IR_atomic_typed || atomic->op == IR_atomic_raw ||
                     (atomic->op == IR_atomic_struct && atomic->operands[2]->op == IR_const);
    return is_of_one && ir_range_of_operand(atomic, 1).umax <= INT32_MAX;
}

static PlanStep marked(const PlanStep *like, PlanStepKind kind)
{
    return (PlanStep){.kind = kind, .pos = like->pos, .labels = {-1, -1, -1}};
}

static void append_twice(Arena *arena, Plan *plan, const PlanStep *steps, int count)
{
    PlanStep begins = marked(steps, STEP_if_alone), other = marked(steps, STEP_else), ends = marked(steps, STEP_end);
    PlanNeighbours *asked = ARENA_NEW(arena, PlanNeighbours);
    begins.neighbours = asked;
    for (int i = 0; i < count; i++)
        if (is_of_buffer_in_one_lane(&steps[i]) && has_greatest_cell(steps[i].instr))
            vec_push(arena, &asked->greatest, steps[i].instr);
    vec_push(arena, &plan->steps, begins);
    for (int i = 0; i < count; i++) {
        PlanStep step = steps[i];
        step.is_again = true;
        if (is_of_buffer_in_one_lane(&step)) {
            step.atomic.is_alone = true;
            step.atomic.is_inside |= has_greatest_cell(step.instr);
        }
        vec_push(arena, &plan->steps, step);
    }
    vec_push(arena, &plan->steps, other);
    for (int i = 0; i < count; i++)
        vec_push(arena, &plan->steps, steps[i]);
    vec_push(arena, &plan->steps, ends);
}

void plan_alone(Arena *arena, Plan *plan)
{
    const PlanStep *steps = plan->steps.items, *end = steps + plan->steps.count;
    plan->steps.items = NULL;
    plan->steps.count = plan->steps.capacity = 0;
    while (steps < end) {
        int count = count_steps(steps, end);
        if (count > 0)
            append_twice(arena, plan, steps, count);
        else
            vec_push(arena, &plan->steps, *steps);
        steps += count > 0 ? count : 1;
    }
}
