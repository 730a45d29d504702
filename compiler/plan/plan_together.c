/* Loads by clamped indices, which are one row for the wave but at a border, are tested together:
 * where all are, they follow each other without a branch, and what they do else is out of the way,
 * with all the registers that it takes.
 *
 *     access %5 = load $a straight            together
 *     run ... %7 = fmul %5, 2                   access %5 = load $a straight
 *     access %9 = load $a straight       ->     access %9 = load $a straight
 *     run ... fadd %7, %9                     end
 *                                             run ... %7 = fmul %5, 2
 *                                             run ... fadd %7, %9
 *
 * Runs that read what was loaded wait for the last of the loads, but no more of these go before a
 * run than there are registers for. Needs all steps; indices that are cold left their runs. */
#include "plan_priv.h"

enum { MOST_LOADS = 16, REGISTERS_OF_16 = 24, REGISTERS = 12 };

typedef struct Group {
    Plan *plan;
    Arena *arena;
    bool *is_late; /* by id: loaded by the group, or computed of that */
    VEC(PlanStep) early, loads, late;
    int vectors;      /* that the loads fill */
} Group;

/* By sums and clamps: a picture's borders are met seldom, where a wrap or the end of a row of
 * unknown length may come again and again. */
static bool only_clamps(const Plan *plan, const IrInstr *value)
{
    if (value == NULL || !plan_is_vector(plan, value))
        return true;
    bool clamps = value->op == IR_imin || value->op == IR_imax || value->op == IR_umin ||
                  value->op == IR_umax || value->op == IR_iadd || value->op == IR_isub ||
                  value->op == IR_imul || value->op == IR_ishl;
    for (int i = 0; i < value->operand_count && clamps; i++)
        clamps = only_clamps(plan, value->operands[i]);
    return clamps;
}

bool plan_meets_only_borders(const Plan *plan, const PlanAccess *access)
{
    return only_clamps(plan, access->index) && only_clamps(plan, access->lane_row) &&
           only_clamps(plan, access->lane_slice);
}

static bool is_tested_row(const Plan *plan, const PlanStep *step)
{
    const PlanAccess *access = step->access;
    return access->way == WAY_straight && !access->is_store && !access->is_outside &&
           access->row < 0 && access->level < 0 && plan_meets_only_borders(plan, access);
}

static bool reads_late(const Group *group, const IrInstr *instr)
{
    for (int i = 0; i < instr->operand_count; i++) {
        int component = 0;
        if (group->is_late[plan_resolve(instr->operands[i], &component)->id])
            return true;
    }
    return false;
}

/* A scalar that all lanes load goes before. */
static bool is_shared(const PlanStep *step)
{
    return step->access->way == WAY_broadcast && !step->access->is_store &&
           !plan_is_coherent(step->access);
}

static bool waits(const Group *group, const PlanAccess *access)
{
    for (int i = 0; i < access->cold.count; i++)
        if (reads_late(group, access->cold.items[i]))
            return true;
    return reads_late(group, access->instr);
}

static bool has_room(const Group *group, const PlanAccess *access)
{
    int registers = group->plan->lanes == 16 ? REGISTERS_OF_16 : REGISTERS;
    int vectors = group->vectors + access->components * group->plan->pieces;
    return group->loads.count < MOST_LOADS && (group->late.count == 0 || vectors <= registers);
}

static bool add_load(Group *group, const PlanStep *step)
{
    if (!is_tested_row(group->plan, step) || waits(group, step->access) ||
        !has_room(group, step->access))
        return false;
    vec_push(group->arena, &group->loads, *step);
    group->vectors += step->access->components * group->plan->pieces;
    group->is_late[step->instr->id] = true;
    return true;
}

/* All of the run that starts at `step`; where some of it waits, all does. */
static int add_run(Group *group, const PlanStep *step)
{
    bool is_late = false;
    int count = 0;
    for (; step[count].kind != STEP_end_run; count++)
        is_late |= step[count].kind == STEP_piece && reads_late(group, step[count].instr);
    for (int i = 0; i <= count; i++) {
        if (is_late)
            vec_push(group->arena, &group->late, step[i]);
        else
            vec_push(group->arena, &group->early, step[i]);
        if (is_late && step[i].kind == STEP_piece)
            group->is_late[step[i].instr->id] = true;
    }
    return count + 1;
}

/* How many steps from there on it takes in; 0: it ends. */
static int take(Group *group, const PlanStep *step)
{
    bool is_scalar = step->kind == STEP_straight || step->kind == STEP_scalar ||
                     (step->kind == STEP_access && is_shared(step));
    if (step->kind == STEP_run)
        return add_run(group, step);
    if (!is_scalar)
        return step->kind == STEP_access && add_load(group, step) ? 1 : 0;
    if (reads_late(group, step->instr))
        return 0;
    vec_push(group->arena, &group->early, *step);
    return 1;
}

/* The steps of a list behind those that are there. */
static void append(Plan *plan, const PlanStep *steps, int count)
{
    for (int i = 0; i < count; i++)
        plan->steps.items[plan->steps.count++] = steps[i];
}

static void append_together(Plan *plan, const PlanStep *loads, int count)
{
    PlanStep open = loads[0], end = loads[0];
    open.kind = STEP_together;
    end.kind = STEP_end;
    open.instr = end.instr = NULL;
    open.access = end.access = NULL;
    append(plan, &open, 1);
    for (int i = 0; i < count; i++) {
        loads[i].access->is_together = true;
        append(plan, &loads[i], 1);
    }
    append(plan, &end, 1);
}

static void append_group(Group *group, const PlanStep *steps, int count)
{
    if (group->loads.count < 2) {
        append(group->plan, steps, count);
        return;
    }
    append(group->plan, group->early.items, group->early.count);
    append_together(group->plan, group->loads.items, group->loads.count);
    append(group->plan, group->late.items, group->late.count);
}

/* Appends the group that starts there, or one step; says how many it took. */
static int group_steps(Group *group, const PlanStep *steps, int count)
{
    int taken = 0, more = 0;
    group->early.count = group->loads.count = group->late.count = group->vectors = 0;
    while (taken < count && (more = take(group, &steps[taken])) > 0)
        taken += more;
    for (int i = 0; i < taken; i++)
        if (steps[i].instr != NULL)
            group->is_late[steps[i].instr->id] = false;
    append_group(group, steps, taken == 0 ? 1 : taken);
    return taken == 0 ? 1 : taken;
}

void plan_together(Arena *arena, Arena *scratch, Plan *plan)
{
    PlanStep *steps = plan->steps.items;
    int count = plan->steps.count;
    Group group = {.plan = plan,
                   .arena = scratch,
                   .is_late = ARENA_ARRAY(scratch, bool, plan->kernel->next_id + 1)};
    plan->steps.items = ARENA_ARRAY(arena, PlanStep, 2 * count + 1); /* two more for two loads */
    plan->steps.count = 0;
    plan->steps.capacity = 2 * count + 1;
    for (int i = 0; i < count;)
        i += group_steps(&group, &steps[i], count - i);
}
