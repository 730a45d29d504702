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
 * Places are spans as they are there, with the group's x as one more number that goes from a first to a last. Where a guard is
 * asked for (plan_guards.c) a call has parts: all groups are asked for, then all but the last, but the first, and but both;
 * those that lie inside are one part, what is before them and behind are others (wcc_spans.h).
 *
 * Needs: waves that ask together. Calls of rows are plan_rows_inside.c's. */
#include "plan_call_inside.h"

typedef struct Asked {
    int inside, other, end; /* the steps `if_inside`, `else` and `end` */
    PlanWalks *walks;
} Asked;

/* ---- which ---- */

/* A call of groups that are one row asks in loops that run through them (groups_in_call). */
static bool has_rows(const IrKernel *kernel) { return !kernel->runs_left_over && ir_group_rows(kernel) > 1; }

const bool *plan_find_hanging(Arena *arena, const Plan *plan)
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
bool plan_goes_by_lanes(const PlanStep *step)
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
        if (step->kind == STEP_label || plan_goes_by_lanes(step))
            return false;
        depth += plan_depth_by(step);
    }
    return asked->other != 0 && asked->other - asked->inside <= PLAN_MOST_AGAIN;
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

void plan_push_mark(Arena *arena, PlanSteps *steps, const PlanStep *waves, PlanStepKind kind, const PlanWalks *walks)
{
    PlanStep mark = *waves;
    mark.kind = kind;
    mark.walks = walks;
    vec_push(arena, steps, mark);
}

/* Where a guard keeps threads out, or a clamp is met, the groups at an end have some: parts of their own. */
bool plan_has_parts_apart(const PlanWalks *walks) { return walks->guards.count + walks->clamps.count > 0; }

void plan_push_asked(Arena *arena, PlanSteps *steps, const PlanStep *waves, const PlanWalks *walks, bool has_parts)
{
    if (has_parts)
        plan_push_mark(arena, steps, waves, STEP_parts, walks);
    plan_push_mark(arena, steps, waves, STEP_if_inside, has_parts ? NULL : walks);
}

void plan_push_ends(Arena *arena, PlanSteps *steps, const PlanStep *waves, bool has_parts)
{
    plan_push_mark(arena, steps, waves, STEP_end, NULL);
    if (has_parts)
        plan_push_mark(arena, steps, waves, STEP_end, NULL);
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
    bool has_parts = plan_has_parts_apart(asked->walks);
    plan_push_asked(arena, &steps, inside, asked->walks, has_parts);
    push_groups(arena, plan, call, &steps, asked->inside + 1, asked->other);
    plan_push_mark(arena, &steps, inside, STEP_else, NULL);
    if (inside->walks->items.count > 0)
        push_groups(arena, plan, call, &steps, asked->inside, plan->steps.count);
    else /* a guard: the call has asked for its groups */
        push_groups(arena, plan, call, &steps, asked->other + 1, asked->end);
    plan_push_ends(arena, &steps, inside, has_parts);
    plan_take_group_loop(plan, &steps);
}

PlanWalks *plan_walks_of_call(Arena *arena, const IrInstr *loop, bool is_of_small, const bool *hangs)
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
    const bool *hangs = plan_find_hanging(arena, plan);
    const PlanWalks *of_group = plan->steps.items[asked.inside].walks;
    asked.walks = plan_walks_of_call(arena, of_group->loop, of_group->is_of_small, hangs);
    if (are_apart(plan, &call, hangs) && ask_as_waves(arena, plan, &asked, of_group))
        put_in_call(arena, plan, &call, &asked);
}

void plan_call_inside(Arena *arena, Arena *scratch, Plan *plan)
{
    if (plan->waves_in_row == 0 && !plan->has_group_loop)
        ask_for_groups(arena, scratch, plan);
}
