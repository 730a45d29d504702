/* Calls that ask once whether all of their groups lie inside. Where a group does little, what each of them asks before its
 * waves (plan_inside.c) takes as long as these do.
 *
 *     y = f(group y)                             y = f(group y)
 *     for each group of the call                 if_inside all places of all groups of the call
 *       x = f(group x)                             for each group of the call
 *       if_inside all places of its waves            x = f(group x)
 *         for each wave ... inside          ->       for each wave ... inside
 *       else                                     else
 *         for each wave ...                        for each group of the call
 *       end                                          ... as it was
 *                                                end
 *
 * Places are spans as they are there, with the group's x as one more number that goes from a first to a last.
 *
 * Needs: waves that ask together. */
#include "plan_priv.h"

enum { MOST_STEPS = 96 /* of what will be there a third time */ };

typedef struct Asked {
    int inside, other, end; /* the steps `if_inside`, `else` and `end` */
    PlanWalks *walks;
} Asked;

/* ---- which ---- */

/* A call of groups that are one row asks in loops that run through them (groups_in_call). */
static bool has_rows(const IrKernel *kernel) { return !kernel->runs_left_over && kernel->threads[1] * kernel->threads[2] > 1; }

static bool *find_hanging(Arena *scratch, const Plan *plan)
{
    bool *hangs = ARENA_ARRAY(scratch, bool, plan->kernel->next_id + 1);
    EACH_INSTR (plan->kernel->body, instr) {
        bool *is_hanging = &hangs[instr->id];
        *is_hanging = instr->op == IR_group_id && instr->immediate == AXIS_X;
        for (int i = 0; i < instr->operand_count; i++)
            *is_hanging |= hangs[instr->operands[i]->id];
    }
    return hangs;
}

/* What the call takes for its groups' own hangs on x, and nothing else. */
static bool are_apart(const Plan *plan, const PlanCall *call, const bool *hangs)
{
    for (int i = 0; i < call->waves; i++) {
        const PlanStep *step = &plan->steps.items[i];
        if (step->kind == STEP_view || call->is_of_group[i] != hangs[step->instr->id])
            return false;
    }
    return true;
}

/* What steps by a number that is known as it runs has its multiples in registers, of which there are too few. */
static bool goes_by_lanes(const PlanStep *step) { return step->kind == STEP_access && step->access->way == WAY_stepped_by; }

static bool find_sides(const Plan *plan, const PlanCall *call, Asked *asked)
{
    int depth = 0;
    asked->inside = call->waves;
    asked->end = plan->steps.count - 1;
    if (plan->steps.items[asked->inside].kind != STEP_if_inside)
        return false;
    for (int i = asked->inside; i < asked->end; i++) {
        const PlanStep *step = &plan->steps.items[i];
        if (step->kind == STEP_else && depth == 1)
            asked->other = i;
        if (step->kind == STEP_label || goes_by_lanes(step))
            return false;
        depth += plan_depth_by(step);
    }
    return asked->other != 0 && asked->other - asked->inside <= MOST_STEPS;
}

static bool asks_all(Arena *arena, const Plan *plan, const Asked *asked)
{
    for (int i = asked->other; i < asked->end; i++) {
        const PlanStep *step = &plan->steps.items[i];
        if (step->kind == STEP_access && plan_is_tested(step->access) &&
            !plan_add_walks(arena, plan, asked->walks, step->access))
            return false;
    }
    return true;
}

/* ---- the steps ---- */

static void push_groups(Arena *arena, const Plan *plan, const PlanCall *call, PlanSteps *steps, int first, int end)
{
    vec_push(arena, steps, ((PlanStep){.kind = STEP_groups, .pos = plan->steps.items[call->waves].pos}));
    plan_push_before(arena, plan, call, steps, true);
    for (int i = first; i < end; i++)
        vec_push(arena, steps, plan->steps.items[i]);
    vec_push(arena, steps, (PlanStep){.kind = STEP_end});
}

static void put_in_call(Arena *arena, Plan *plan, const PlanCall *call, const Asked *asked)
{
    PlanSteps steps = {0};
    PlanStep step = plan->steps.items[asked->inside];
    plan_push_before(arena, plan, call, &steps, false);
    step.walks = asked->walks;
    vec_push(arena, &steps, step);
    push_groups(arena, plan, call, &steps, asked->inside + 1, asked->other);
    vec_push(arena, &steps, plan->steps.items[asked->other]);
    push_groups(arena, plan, call, &steps, asked->inside, plan->steps.count);
    vec_push(arena, &steps, plan->steps.items[asked->end]);
    plan_take_group_loop(plan, &steps);
}

void plan_call_inside(Arena *arena, Arena *scratch, Plan *plan)
{
    PlanCall call;
    Asked asked = {0};
    if (plan->has_group_loop || !has_rows(plan->kernel) || !plan_find_call(scratch, plan, &call) || !find_sides(plan, &call, &asked))
        return;
    bool *hangs = find_hanging(arena, plan);
    asked.walks = ARENA_NEW(arena, PlanWalks);
    asked.walks->loop = plan->steps.items[asked.inside].walks->loop;
    asked.walks->is_of_small = plan->steps.items[asked.inside].walks->is_of_small;
    asked.walks->hangs_on_x = hangs;
    if (are_apart(plan, &call, hangs) && asks_all(arena, plan, &asked))
        put_in_call(arena, plan, &call, &asked);
}
