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
 * Places are spans as they are there, with the group's x as one more number that goes from a first to a last. Rows of waves
 * (plan_rows.c), in which no group asks by itself, are there twice likewise. Where a guard is asked for (plan_guards.c) a call has
 * parts: all groups are asked for, then all but the last, but the first, and but both; those that lie inside are one part, what is
 * before them and behind are others (wcc_spans.h). So it has for clamps, and for what comes round, in rows of waves. There,
 * where groups are joined, the other parts ask once more, for what they access behind no clamp, and mask who is not there:
 *
 *     if_inside  ... the guard is met, no clamp is
 *     else
 *       if_inside  ... under masks
 *       else       the groups one by one, not joined
 *
 * Needs: waves that ask together, and rows. */
#include "plan_priv.h"

enum { MOST_STEPS = 160 /* of what will be there once more */ };

typedef struct Asked {
    int inside, other, end; /* the steps `if_inside`, `else` and `end` */
    PlanWalks *walks;
} Asked;

/* ---- which ---- */

/* A call of groups that are one row asks in loops that run through them (groups_in_call). */
static bool has_rows(const IrKernel *kernel) { return !kernel->runs_left_over && ir_group_rows(kernel) > 1; }

static const bool *find_hanging(Arena *arena, const Plan *plan)
{
    bool *hangs = ARENA_ARRAY(arena, bool, plan->kernel->next_id + 1);
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
static bool goes_by_lanes(const PlanStep *step)
{
    return step->kind == STEP_access && (step->access->way == WAY_stepped_by || step->access->way == WAY_word_column);
}

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

/* ---- the steps ---- */

static void push_groups(Arena *arena, const Plan *plan, const PlanCall *call, PlanSteps *steps, int first, int end)
{
    vec_push(arena, steps, ((PlanStep){.kind = STEP_groups, .pos = plan->steps.items[call->waves].pos}));
    plan_push_before(arena, plan, call, steps, true);
    for (int i = first; i < end; i++)
        vec_push(arena, steps, plan->steps.items[i]);
    vec_push(arena, steps, (PlanStep){.kind = STEP_end});
}

static void push_mark(Arena *arena, PlanSteps *steps, const PlanStep *waves, PlanStepKind kind, const PlanWalks *walks)
{
    PlanStep mark = *waves;
    mark.kind = kind;
    mark.walks = walks;
    vec_push(arena, steps, mark);
}

/* Where a guard keeps threads out, or a clamp is met, the groups at an end have some: parts of their own. */
static bool has_parts_apart(const PlanWalks *walks) { return walks->guards.count + walks->clamps.count > 0; }

static void push_asked(Arena *arena, PlanSteps *steps, const PlanStep *waves, const PlanWalks *walks, bool has_parts)
{
    if (has_parts)
        push_mark(arena, steps, waves, STEP_parts, walks);
    push_mark(arena, steps, waves, STEP_if_inside, has_parts ? NULL : walks);
}

static void push_ends(Arena *arena, PlanSteps *steps, const PlanStep *waves, bool has_parts)
{
    push_mark(arena, steps, waves, STEP_end, NULL);
    if (has_parts)
        push_mark(arena, steps, waves, STEP_end, NULL);
}

/* As the waves do, but for all groups. */
static bool ask_as_waves(Arena *arena, const Plan *plan, const Asked *asked, const PlanWalks *of_group)
{
    PlanCopy waves = {.steps = plan->steps.items, .first = asked->other + 1, .end = asked->end};
    if (of_group->guards.count > 0 && !plan_find_guard(arena, plan, asked->walks, &waves))
        return false;
    return of_group->items.count == 0 || plan_add_all_walks(arena, plan, asked->walks, &waves);
}

static void put_in_call(Arena *arena, Plan *plan, const PlanCall *call, const Asked *asked)
{
    PlanSteps steps = {0};
    const PlanStep *inside = &plan->steps.items[asked->inside];
    plan_push_before(arena, plan, call, &steps, false);
    bool has_parts = has_parts_apart(asked->walks);
    push_asked(arena, &steps, inside, asked->walks, has_parts);
    push_groups(arena, plan, call, &steps, asked->inside + 1, asked->other);
    push_mark(arena, &steps, inside, STEP_else, NULL);
    if (inside->walks->items.count > 0)
        push_groups(arena, plan, call, &steps, asked->inside, plan->steps.count);
    else /* a guard: the call has asked for its groups */
        push_groups(arena, plan, call, &steps, asked->other + 1, asked->end);
    push_ends(arena, &steps, inside, has_parts);
    plan_take_group_loop(plan, &steps);
}

static PlanWalks *walks_of_call(Arena *arena, const IrInstr *loop, bool is_of_small, const bool *hangs)
{
    PlanWalks *walks = ARENA_NEW(arena, PlanWalks);
    walks->loop = loop;
    walks->is_of_small = is_of_small;
    walks->hangs_on_x = hangs;
    return walks;
}

static void ask_for_groups(Arena *arena, Arena *scratch, Plan *plan)
{
    PlanCall call;
    Asked asked = {0};
    if (!has_rows(plan->kernel) || !plan_find_call(scratch, plan, &call) || !find_sides(plan, &call, &asked))
        return;
    const bool *hangs = find_hanging(arena, plan);
    const PlanWalks *of_group = plan->steps.items[asked.inside].walks;
    asked.walks = walks_of_call(arena, of_group->loop, of_group->is_of_small, hangs);
    if (are_apart(plan, &call, hangs) && ask_as_waves(arena, plan, &asked, of_group))
        put_in_call(arena, plan, &call, &asked);
}

/* ---- rows ---- */

static bool may_be_in_rows(const PlanStep *step)
{
    return plan_may_be_inside(step->kind) && step->kind != STEP_label && !goes_by_lanes(step);
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
    return count <= MOST_STEPS;
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
    PlanWalks *near = walks_of_call(arena, walks->loop, false, walks->hangs_on_x);
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
    bool may_part = plan->kernel->joined > 1 && has_parts_apart(walks);
    const PlanWalks *near = may_part ? ask_for_others(arena, plan, walks, &others) : NULL;
    if (near == NULL) {
        push_all(arena, plan, rows, steps);
        return;
    }
    push_mark(arena, steps, first, STEP_if_inside, near);
    push_others(arena, plan, near, rows, &others, steps);
    push_mark(arena, steps, first, STEP_else, NULL);
    push_mark(arena, steps, first, STEP_not_joined, NULL);
    push_mark(arena, steps, first, STEP_end, NULL);
}

static void ask_for_rows(Arena *arena, Plan *plan)
{
    int rows, waves;
    const bool *hangs = find_hanging(arena, plan);
    if (!find_rows(plan, hangs, &rows, &waves))
        return;
    const PlanStep *first = &plan->steps.items[waves];
    PlanWalks *walks = walks_of_call(arena, first->instr, true, hangs);
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
    bool has_parts = has_parts_apart(walks);
    for (int i = 0; i < rows; i++)
        vec_push(arena, &steps, plan->steps.items[i]);
    push_asked(arena, &steps, first, walks, has_parts);
    push_inside(arena, plan, walks, rows, &copy, &steps);
    push_mark(arena, &steps, first, STEP_else, NULL);
    push_outside(arena, plan, walks, rows, &copy, &steps);
    push_ends(arena, &steps, first, has_parts);
    plan_take_group_loop(plan, &steps);
}

void plan_call_inside(Arena *arena, Arena *scratch, Plan *plan)
{
    if (plan->waves_in_row > 0)
        ask_for_rows(arena, plan);
    else if (!plan->has_group_loop)
        ask_for_groups(arena, scratch, plan);
}
