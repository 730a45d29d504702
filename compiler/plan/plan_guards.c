/* Guards that all groups of a call meet. Kernels mostly begin with a test for threads beyond the picture, which each wave asks
 * for its lanes (full_waves.c); what is behind it is there for all of them, and for some.
 *
 *     %in = ult %x, %width and ult %y, %height
 *     if wave_all %in                                  of groups of a call all of whose threads are inside:
 *       ... all lanes                        ->        ... all lanes
 *     else
 *       ... under a mask
 *     end
 *
 * What the comparisons hang on has spans as places have (plan_walks.c), and is asked with them (plan_call_inside.c). */
#include "plan_priv.h"

enum { DEPTH = 6 };

/* ---- the comparisons ---- */

/* Where only the group's threads are told apart, some of each group are inside. */
static bool hangs_on_group(const IrInstr *value, int depth)
{
    if (value->op == IR_group_id)
        return true;
    for (int i = 0; i < value->operand_count && depth > 0; i++)
        if (hangs_on_group(value->operands[i], depth - 1))
            return true;
    return false;
}

static bool add_guards(Arena *arena, const Plan *plan, PlanWalks *walks, const IrInstr *condition, bool *is_guard, int depth)
{
    is_guard[condition->id] = true;
    if (condition->op != IR_iand)
        return hangs_on_group(condition, DEPTH) && plan_add_guard(arena, plan, walks, condition);
    return depth > 0 && add_guards(arena, plan, walks, condition->operands[0], is_guard, depth - 1) &&
           add_guards(arena, plan, walks, condition->operands[1], is_guard, depth - 1);
}

/* ---- the steps ---- */

/* The branch behind the test, and its other side. */
typedef struct Guard {
    int branch, other, end;
} Guard;

static bool is_in_line(PlanStepKind kind)
{
    return plan_step_indent(kind) == STEP_SAME || kind == STEP_run || kind == STEP_end_run;
}

/* The first branch of the waves, which stands in nothing else: all lanes take it, or not, and it leaves no results. */
static bool find_branch(const PlanCopy *waves, Guard *guard)
{
    int branch = waves->first + 1, depth = 1;
    while (is_in_line(waves->steps[branch].kind))
        branch++;
    const PlanStep *step = &waves->steps[branch];
    if (step->kind != STEP_if || step->value->op != IR_wave_all || step->instr->result_count > 0)
        return false;
    *guard = (Guard){.branch = branch};
    for (int i = branch + 1; i < waves->end && depth > 0; i++) {
        if (waves->steps[i].kind == STEP_else && depth == 1)
            guard->other = i;
        depth += plan_depth_by(&waves->steps[i]);
        guard->end = i;
    }
    return depth == 0 && guard->other > 0;
}

/* Somebody reads the answers but the branch, and who is there only where it is not taken. */
static bool is_read(Arena *scratch, const IrKernel *kernel, const IrInstr *branch, const bool *is_guard)
{
    bool *is_other = ARENA_ARRAY(scratch, bool, kernel->next_id + 1);
    EACH_INSTR (branch->regions[1], instr)
        is_other[instr->id] = true;
    EACH_INSTR (kernel->body, instr)
        for (int i = 0; i < instr->operand_count; i++)
            if (is_guard[instr->operands[i]->id] && !is_guard[instr->id] && !is_other[instr->id] &&
                instr != branch)
                return true;
    return false;
}

static const bool *drop_steps(Arena *arena, const PlanCopy *waves, const Guard *guard, const bool *is_guard)
{
    bool *is_dropped = ARENA_ARRAY(arena, bool, waves->end);
    int run = 0;
    bool has_more = false; /* in the run */
    for (int i = waves->first; i < guard->branch; i++) {
        const PlanStep *step = &waves->steps[i];
        bool is_asked = step->instr != NULL && is_guard[step->instr->id] &&
                        (step->kind == STEP_piece || step->kind == STEP_scalar || step->kind == STEP_op);
        is_dropped[i] = is_asked;
        if (step->kind == STEP_end_run && !has_more)
            is_dropped[run] = is_dropped[i] = true;
        run = step->kind == STEP_run ? i : run;
        has_more = step->kind != STEP_run && (has_more || !is_asked);
    }
    is_dropped[guard->branch] = true;
    for (int i = guard->other; i <= guard->end; i++)
        is_dropped[i] = true;
    return is_dropped;
}

bool plan_find_guard(Arena *arena, const Plan *plan, PlanWalks *walks, PlanCopy *waves)
{
    bool *is_guard = ARENA_ARRAY(arena, bool, plan->kernel->next_id + 1);
    Guard guard;
    if (!find_branch(waves, &guard))
        return false;
    const PlanStep *branch = &waves->steps[guard.branch];
    is_guard[branch->value->id] = true;
    if (!add_guards(arena, plan, walks, branch->value->operands[0], is_guard, DEPTH) ||
        is_read(arena, plan->kernel, branch->instr, is_guard)) {
        walks->guards.count = 0;
        return false;
    }
    waves->is_dropped = drop_steps(arena, waves, &guard, is_guard);
    return true;
}
