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
 * So do kernels that are there twice (pass inner_groups), by scalars and by tests of several comparisons. What all threads of
 * a row have in common of the test (`y < height`) each row of groups that go through rows together asks itself, and is passed
 * over (`unless_row`), so that the spans of places are of the rows that are left.
 *
 * What the comparisons hang on has spans as places have (plan_walks.c), and is asked with them (plan_call_inside.c). */
#include "plan_priv.h"

enum { DEPTH = 16 };

/* The branch behind the test, and its other side. */
typedef struct Guard {
    int branch, other, end;
    bool *is_asked;        /* by id */
    bool may_ask_rows;     /* where the test is not met, nothing is done */
    const IrInstr *of_row; /* part of the test that each row asks; NULL: none */
} Guard;

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

/* Of rows of groups: what all threads of a row have in common each row asks for itself. */
static bool is_of_row(const Plan *plan, const PlanWalks *walks, const IrInstr *condition)
{
    return plan->waves_in_row > 0 && walks->hangs_on_x != NULL && !plan_is_vector(plan, condition) &&
           !walks->hangs_on_x[condition->id];
}

static bool add_guards(Arena *arena, const Plan *plan, PlanWalks *walks, const IrInstr *condition, Guard *guard, int depth)
{
    bool is_all = condition->op == IR_wave_all; /* some lanes may meet what is asked, where all do not */
    if (guard->may_ask_rows && guard->of_row == NULL && !is_all && is_of_row(plan, walks, condition)) {
        guard->of_row = condition;
        return true;
    }
    guard->is_asked[condition->id] = true;
    if (is_all)
        return add_guards(arena, plan, walks, condition->operands[0], guard, depth);
    if (condition->op != IR_iand)
        return hangs_on_group(condition, DEPTH) && plan_add_guard(arena, plan, walks, condition);
    return depth > 0 && add_guards(arena, plan, walks, condition->operands[0], guard, depth - 1) &&
           add_guards(arena, plan, walks, condition->operands[1], guard, depth - 1);
}

/* ---- the steps ---- */

static bool is_in_line(PlanStepKind kind)
{
    return plan_step_indent(kind) == STEP_SAME || kind == STEP_run || kind == STEP_end_run;
}

static bool is_of_lanes(const IrInstr *condition)
{
    return condition->op == IR_wave_all || (condition->op == IR_iand && is_of_lanes(condition->operands[0]) &&
                                            is_of_lanes(condition->operands[1]));
}

/* Lanes agree on it, or groups of a call have it for all of their lanes (pass inner_groups). */
static bool is_test(const PlanStep *step, bool is_of_call)
{
    return step->kind == STEP_if && step->instr->result_count == 0 && (is_of_call || is_of_lanes(step->value));
}

/* The first branch of the waves, which stands in nothing else: all lanes take it, or not, and it leaves no results. */
static bool find_branch(const PlanCopy *waves, bool is_of_call, Guard *guard)
{
    int branch = waves->first + 1, depth = 1;
    while (is_in_line(waves->steps[branch].kind))
        branch++;
    if (!is_test(&waves->steps[branch], is_of_call))
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

/* ---- those who don't meet it ---- */

/* On the other side nothing is done but by threads that meet the test. */
static bool needs_test(const IrInstr *branch)
{
    const IrInstr *test = branch->operands[0]->operands[0], *asked = NULL;
    for (const IrInstr *instr = branch->regions[1]->first; instr != NULL; instr = instr->next) {
        bool does_nothing = ir_is(instr, OP_PURE) || instr->op == IR_wave_any || instr->op == IR_yield;
        if (does_nothing)
            continue;
        if (asked != NULL || instr->op != IR_if || instr->result_count > 0 || instr->regions[1]->first->op != IR_yield)
            return false;
        bool is_any = instr->operands[0]->op == IR_wave_any;
        asked = is_any ? instr->operands[0]->operands[0] : instr->operands[0];
    }
    return asked == NULL || ir_computes_same(asked, test, DEPTH);
}

/* It accesses places, which are asked for in the rows that go on, or writes. */
static bool touches(const PlanStep *step)
{
    bool is_tested = step->kind == STEP_access && plan_is_tested(step->access);
    return is_tested || (step->instr != NULL && ir_is(step->instr, OP_WRITES));
}

/* Before the branch, and behind it, nothing is done, which rows that don't meet the test would do, too. */
static bool does_all(const PlanCopy *waves, const Guard *guard)
{
    for (int i = waves->first + 1; i < waves->end; i++)
        if ((i < guard->branch || i > guard->end) && touches(&waves->steps[i]))
            return false;
    return true;
}

/* Somebody reads the answers but the branch, and who is there only where it is not taken. */
static bool is_read(Arena *scratch, const IrKernel *kernel, const IrInstr *branch, const bool *is_asked)
{
    bool *is_other = ARENA_ARRAY(scratch, bool, kernel->next_id + 1);
    EACH_INSTR (branch->regions[1], instr)
        is_other[instr->id] = true;
    EACH_INSTR (kernel->body, instr)
        for (int i = 0; i < instr->operand_count; i++)
            if (is_asked[instr->operands[i]->id] && !is_asked[instr->id] && !is_other[instr->id] && instr != branch)
                return true;
    return false;
}

/* ---- what is dropped ---- */

/* The comparisons of lanes; scalars that nobody reads the C compiler drops. */
static void drop_questions(const PlanCopy *waves, const Guard *guard, bool *is_dropped)
{
    int run = 0;
    bool has_more = false; /* in the run */
    for (int i = waves->first; i < guard->branch; i++) {
        const PlanStep *step = &waves->steps[i];
        bool is_asked = step->instr != NULL && guard->is_asked[step->instr->id] &&
                        (step->kind == STEP_piece || step->kind == STEP_scalar || step->kind == STEP_op);
        is_dropped[i] = is_asked;
        if (step->kind == STEP_end_run && !has_more)
            is_dropped[run] = is_dropped[i] = true;
        run = step->kind == STEP_run ? i : run;
        has_more = step->kind != STEP_run && (has_more || !is_asked);
    }
}

static void drop_other_side(const Guard *guard, bool *is_dropped)
{
    is_dropped[guard->branch] = guard->of_row == NULL;
    for (int i = guard->other; i <= guard->end; i++)
        is_dropped[i] = true;
}

static bool ask_for_guard(Arena *arena, const Plan *plan, PlanWalks *walks, const PlanCopy *waves, Guard *guard)
{
    const PlanStep *branch = &waves->steps[guard->branch];
    guard->is_asked = ARENA_ARRAY(arena, bool, plan->kernel->next_id + 1);
    guard->is_asked[branch->value->id] = true;
    guard->may_ask_rows = branch->value->op == IR_wave_all && needs_test(branch->instr) && does_all(waves, guard);
    return add_guards(arena, plan, walks, branch->value, guard, DEPTH) &&
           !(is_of_lanes(branch->value) && is_read(arena, plan->kernel, branch->instr, guard->is_asked));
}

bool plan_find_guard(Arena *arena, const Plan *plan, PlanWalks *walks, PlanCopy *waves)
{
    Guard guard;
    if (!find_branch(waves, walks->hangs_on_x != NULL, &guard))
        return false;
    if (!ask_for_guard(arena, plan, walks, waves, &guard)) {
        walks->guards.count = 0;
        return false;
    }
    bool *is_dropped = ARENA_ARRAY(arena, bool, waves->end);
    waves->is_of_lanes = is_of_lanes(waves->steps[guard.branch].value);
    if (waves->is_of_lanes)
        drop_questions(waves, &guard, is_dropped);
    drop_other_side(&guard, is_dropped);
    waves->is_dropped = is_dropped;
    waves->branch = guard.branch;
    waves->other = guard.other;
    waves->close = guard.end;
    waves->of_row = guard.of_row;
    if (guard.of_row != NULL)
        plan_add_row_guard(arena, plan, walks, guard.of_row);
    return true;
}
