/* Calls of rows of waves (plan_rows.c), in which no group asks by itself: all of their groups are there twice, as those of
 * plan_call_inside.c are.
 *
 *     rows                                       if_inside all places of all groups of the call
 *       for each group, its wave of the row        rows ... inside
 *                                          ->    else
 *                                                  rows ... as they were
 *                                                end
 *
 * A call has parts for guards, as there, and for clamps and what comes round, too. Where groups are joined, the other parts ask
 * once more, for what they access behind no clamp, and mask who is not there:
 *
 *     if_inside  ... the guard is met, no clamp is
 *     else
 *       if_inside  ... under masks
 *       else       the groups one by one, not joined
 *
 * Needs: waves that ask together, and rows. */
#include "plan_call_inside.h"

static bool may_be_in_rows(const PlanStep *step)
{
    return plan_may_be_inside(step->kind) && step->kind != STEP_label && !plan_goes_by_lanes(step);
}

/* The steps before them, which all groups share, and each group's own, up to the loop over its waves. */
static bool find_rows(const Plan *plan, const bool *hangs, int *rows, int *waves)
{
    *rows = *waves = 0;
    for (int i = 0; i < plan->steps.count && *waves == 0; i++) {
        const PlanStep *step = &plan->steps.items[i];
        if (step->kind == STEP_rows)
            *rows = i;
        else if (step->kind == STEP_waves)
            *waves = i;
        else if (step->kind == STEP_view || (*rows == 0 && hangs[step->instr->id]))
            return false;
    }
    return *waves > 0;
}

static bool may_all_be_in_rows(const PlanCopy *waves, int rows)
{
    int count = waves->first - rows;
    for (int i = waves->first; i < waves->end; i++) {
        bool is_there = plan_is_in_copy(waves, i);
        if (is_there && !may_be_in_rows(&waves->steps[i]))
            return false;
        count += is_there;
    }
    return count <= PLAN_MOST_AGAIN;
}

/* Loads that are tested together are not tested. */
static const bool *drop_tests(Arena *arena, const PlanCopy *waves)
{
    bool *is_dropped = ARENA_ARRAY(arena, bool, waves->end);
    for (int i = waves->first, depth = 0, together = 0; i < waves->end; i++) {
        const PlanStep *step = &waves->steps[i];
        bool opens = step->kind == STEP_together;
        depth += plan_depth_by(step);
        is_dropped[i] = !plan_is_in_copy(waves, i) || opens || (together > 0 && depth < together);
        together = opens ? depth : together > depth ? 0 : together;
    }
    return is_dropped;
}

/* What asks by itself (plan_stretches.c) is there twice: the copy without one of both, and the question. */
static const bool *drop_sides(Arena *arena, const PlanCopy *waves, PlanStepKind first)
{
    bool *is_dropped = ARENA_ARRAY(arena, bool, waves->end);
    for (int i = waves->first, depth = 0, side = 0, from = 0; i < waves->end; i++) {
        const PlanStep *step = &waves->steps[i];
        bool opens = step->kind == STEP_if_inside && side == 0 && plan_is_in_copy(waves, i);
        depth += plan_depth_by(step);
        side = opens ? depth : side;
        from = opens ? STEP_if_inside : from;
        bool changes = side > 0 && depth == side && step->kind == STEP_else, ends = side > 0 && depth < side;
        from = changes ? STEP_else : from;
        is_dropped[i] = !plan_is_in_copy(waves, i) || opens || changes || ends || (side > 0 && from == (int)first);
        side = ends ? 0 : side;
    }
    return is_dropped;
}

static void push_row_guard(Arena *arena, PlanSteps *steps, const PlanCopy *waves)
{
    PlanStep step = waves->steps[waves->branch];
    step.kind = STEP_unless_row;
    step.value = waves->of_row;
    vec_push(arena, steps, step);
}

/* Where all lies inside. What a group loads for all of its waves, nobody has asked before. */
static void push_inside(Arena *arena, const Plan *plan, const PlanWalks *walks, int rows, const PlanCopy *waves, PlanSteps *steps)
{
    for (int i = rows; i < waves->end; i++) {
        PlanStep step = waves->steps[i];
        if (!plan_is_in_copy(waves, i))
            continue;
        step.is_again = true;
        if (waves->of_row != NULL && i == waves->branch) {
            push_row_guard(arena, steps, waves);
            continue;
        }
        if (walks->items.count > 0 && i >= waves->first && step.kind == STEP_access && plan_is_tested(step.access)) {
            step.access = plan_access_inside(arena, plan, walks, step.access);
            step.access->is_together = false;
        }
        vec_push(arena, steps, step);
    }
}

/* Of a call that has others: what lies inside asks no more, whoever goes there; what meets a clamp does. */
static bool is_near(const PlanStep *step)
{
    return step->kind == STEP_access && plan_is_tested(step->access) && !plan_is_straight(step->access) && !step->access->is_together;
}

/* Who meets no clamp, but not the guard either, has a mask in any case: that all lanes meet it is not asked again. What they
 * have in common, the other side may not have asked at all. */
static const bool *drop_side_of_guard(Arena *arena, const PlanWalks *walks, const PlanCopy *waves)
{
    bool *is_dropped = ARENA_ARRAY(arena, bool, waves->end);
    bool is_asked_again = walks->clamps.count == 0 && waves->is_of_lanes;
    for (int i = waves->branch; i <= waves->other && is_asked_again; i++)
        is_dropped[i] = waves->other > 0;
    if (is_dropped[waves->branch])
        is_dropped[waves->close] = true;
    return is_dropped;
}

static PlanWalks *ask_for_others(Arena *arena, const Plan *plan, const PlanWalks *walks, const PlanCopy *waves)
{
    PlanWalks *near = plan_walks_of_call(arena, walks->loop, false, walks->hangs_on_x);
    near->of_row = walks->of_row;
    for (int i = waves->first; i < waves->end; i++)
        if (plan_is_in_copy(waves, i) && is_near(&waves->steps[i]) && !plan_add_walks(arena, plan, near, waves->steps[i].access))
            return NULL;
    return near->items.count > 0 ? near : NULL;
}

static void push_others(Arena *arena, const Plan *plan, const PlanWalks *near, int rows, const PlanCopy *waves, PlanSteps *steps)
{
    for (int i = rows; i < waves->end; i++) {
        PlanStep step = waves->steps[i];
        step.is_again = true;
        if (waves->of_row != NULL && i == waves->branch)
            push_row_guard(arena, steps, waves);
        if (!plan_is_in_copy(waves, i))
            continue;
        if (i >= waves->first && is_near(&step))
            step.access = plan_access_inside(arena, plan, near, step.access);
        vec_push(arena, steps, step);
    }
}

static void push_all(Arena *arena, const Plan *plan, int first, PlanSteps *steps)
{
    for (int i = first; i < plan->steps.count; i++)
        vec_push(arena, steps, plan->steps.items[i]);
}

/* Groups that are joined go by themselves where some of their places lie outside. */
static void push_outside(Arena *arena, const Plan *plan, const PlanWalks *walks, int rows, const PlanCopy *waves, PlanSteps *steps)
{
    const PlanStep *first = &waves->steps[waves->first];
    PlanCopy others = *waves;
    others.is_dropped = drop_side_of_guard(arena, walks, waves);
    bool may_part = plan->kernel->joined > 1 && plan_has_parts_apart(walks);
    const PlanWalks *near = may_part ? ask_for_others(arena, plan, walks, &others) : NULL;
    if (near == NULL) {
        push_all(arena, plan, rows, steps);
        return;
    }
    plan_push_mark(arena, steps, first, STEP_if_inside, near);
    push_others(arena, plan, near, rows, &others, steps);
    plan_push_mark(arena, steps, first, STEP_else, NULL);
    plan_push_mark(arena, steps, first, STEP_not_joined, NULL);
    plan_push_mark(arena, steps, first, STEP_end, NULL);
}

void plan_rows_inside(Arena *arena, Plan *plan)
{
    int rows, waves;
    if (plan->waves_in_row == 0)
        return;
    const bool *hangs = plan_find_hanging(arena, plan);
    if (!find_rows(plan, hangs, &rows, &waves))
        return;
    const PlanStep *first = &plan->steps.items[waves];
    PlanWalks *walks = plan_walks_of_call(arena, first->instr, true, hangs);
    PlanCopy copy = {.steps = plan->steps.items, .first = waves, .end = plan->steps.count};
    bool has_guard = plan_find_guard(arena, plan, walks, &copy);
    PlanCopy untested = copy, asking = copy;
    untested.is_dropped = drop_tests(arena, &copy);
    asking.is_dropped = drop_sides(arena, &untested, STEP_if_inside);
    walks->is_of_small = plan_add_all_walks(arena, plan, walks, &asking);
    if (walks->is_of_small)
        copy.is_dropped = drop_sides(arena, &untested, STEP_else);
    if (!may_all_be_in_rows(&copy, rows) || !(has_guard || walks->is_of_small))
        return;
    PlanSteps steps = {0};
    bool has_parts = plan_has_parts_apart(walks);
    for (int i = 0; i < rows; i++)
        vec_push(arena, &steps, plan->steps.items[i]);
    plan_push_asked(arena, &steps, first, walks, has_parts);
    push_inside(arena, plan, walks, rows, &copy, &steps);
    plan_push_mark(arena, &steps, first, STEP_else, NULL);
    push_outside(arena, plan, walks, rows, &copy, &steps);
    plan_push_ends(arena, &steps, first, has_parts);
    plan_take_group_loop(plan, &steps);
}
