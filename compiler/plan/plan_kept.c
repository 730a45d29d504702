/* What is kept for the groups of a call: samples that stand together ask for each of their rows where it lies in the
 * texture, and of that nothing hangs on the group's x. It is asked before the first group, once for each wave.
 *
 *     for each group of the call         view
 *       view                             for each wave                       known rows
 *       for each wave                      y = f(group y, thread y)
 *         y = f(group y, thread y)         which rows taps at y - d, y, y + d lie along     kept
 *         taps at y - d, y, y + d   ->   for each group of the call
 *         ...                              for each wave
 *                                            taps along the kept rows
 *                                            ...
 *
 * The rows take some 30 scalar operations one after the other, which is as much as all else that a wave does for two
 * vectors of a filter's texels. Floats that more than taps want are kept, too; integers and what is made of them by one
 * operation or two are computed again.
 *
 * Needs: all other steps; rows of waves (plan_rows.c) are another order. */
#include "plan_priv.h"

enum { LEAST_KEPT = 3 }; /* operations that a float is computed by */

typedef struct Keeper {
    Plan *plan;
    PlanCall call;
    bool *is_before;  /* by id: a scalar that a step before the waves' loop computes */
    bool *is_of_wave; /* by id: a scalar of the wave, in all groups the same */
    bool *is_wanted;  /* by id: of those, by what is kept */
    bool *is_kept;    /* by id */
    bool *is_read;    /* by id: in the groups, by what is computed there */
    int *cost;        /* by id: operations, each of them at least once */
} Keeper;

/* ---- what is the same in all groups ---- */

static const IrInstr *whole(const IrInstr *value)
{
    int component;
    return plan_resolve(value, &component);
}

static bool is_the_same(const Keeper *keeper, const IrInstr *value)
{
    const IrInstr *from = whole(value);
    return from->op == IR_const || keeper->is_before[from->id] || keeper->is_of_wave[from->id];
}

static void find_before(Keeper *keeper)
{
    for (int i = 0; i < keeper->call.waves; i++) {
        const PlanStep *step = &keeper->plan->steps.items[i];
        if (step->kind != STEP_view && !keeper->call.is_of_group[i])
            keeper->is_before[step->instr->id] = true;
    }
}

static void look_at_scalar(Keeper *keeper, const IrInstr *instr)
{
    int cost = instr->operand_count > 0;
    bool is_group_x = instr->op == IR_group_id && instr->immediate == AXIS_X;
    if (!ir_is(instr, OP_PURE) || ir_is(instr, OP_CONVERGENT) || is_group_x)
        return;
    for (int i = 0; i < instr->operand_count; i++) {
        if (!is_the_same(keeper, instr->operands[i]))
            return;
        cost += keeper->cost[whole(instr->operands[i])->id];
    }
    keeper->is_of_wave[instr->id] = true;
    keeper->cost[instr->id] = cost < LEAST_KEPT ? cost : LEAST_KEPT;
}

static void find_of_waves(Keeper *keeper)
{
    for (int i = keeper->call.waves; i < keeper->plan->steps.count; i++)
        if (keeper->plan->steps.items[i].kind == STEP_scalar)
            look_at_scalar(keeper, keeper->plan->steps.items[i].instr);
}

/* ---- what is kept ---- */

static void want(Keeper *keeper, const IrInstr *value)
{
    const IrInstr *from = whole(value);
    if (!keeper->is_of_wave[from->id] || keeper->is_wanted[from->id])
        return;
    keeper->is_wanted[from->id] = true;
    for (int i = 0; i < from->operand_count; i++)
        want(keeper, from->operands[i]);
}

/* Views that hang on the wave, a turn or the group's x are found inside. */
static bool is_view_of_call(const Keeper *keeper, int view)
{
    for (int i = 0; i < keeper->call.waves; i++) {
        const PlanStep *step = &keeper->plan->steps.items[i];
        if (step->kind == STEP_view && step->number == view)
            return !keeper->call.is_of_group[i];
    }
    return false;
}

/* Along rows that the wave has, of a view that all groups have. */
static bool may_keep(const Keeper *keeper, const PlanStep *step)
{
    const PlanTaps *taps = step->sample->taps;
    if (!step->sample->is_inline || taps->run != TAP_RUN_WAVE || !is_view_of_call(keeper, taps->view))
        return false;
    for (int i = 0; i < taps->row_count; i++)
        if (plan_is_vector(keeper->plan, taps->rows[i].coordinate) || !is_the_same(keeper, taps->rows[i].coordinate) ||
            !is_the_same(keeper, taps->rows[i].by))
            return false;
    return true;
}

/* The step has its own of what says so. */
static void keep_rows(Arena *arena, Keeper *keeper, PlanStep *step)
{
    PlanSample *sample = ARENA_NEW(arena, PlanSample);
    PlanTaps *taps = ARENA_NEW(arena, PlanTaps);
    *sample = *step->sample;
    *taps = *step->sample->taps;
    taps->has_kept_rows = true;
    sample->taps = taps;
    step->sample = sample;
    for (int i = 0; i < taps->row_count; i++) {
        want(keeper, taps->rows[i].coordinate);
        want(keeper, taps->rows[i].by);
    }
}

static bool keep_all_rows(Arena *arena, Keeper *keeper)
{
    bool has_any = false;
    for (int i = keeper->call.waves; i < keeper->plan->steps.count; i++) {
        PlanStep *step = &keeper->plan->steps.items[i];
        if (step->kind != STEP_taps || !may_keep(keeper, step))
            continue;
        keep_rows(arena, keeper, step);
        has_any = true;
    }
    return has_any;
}

static bool is_float(const IrInstr *value) { return op_scalar_is_float(value->type.scalar); }

static bool is_float_of_wave(const Keeper *keeper, const IrInstr *value)
{
    return keeper->is_of_wave[value->id] && is_float(value);
}

static void read_operands(Keeper *keeper, const IrInstr *instr)
{
    for (int i = 0; i < instr->operand_count; i++)
        keeper->is_read[whole(instr->operands[i])->id] = true;
}

/* From the last one on, so that all who read it have been looked at. */
static void keep_floats(Keeper *keeper)
{
    EACH_INSTR (keeper->plan->kernel->body, instr)
        if (!is_float_of_wave(keeper, instr) && instr->op != IR_extract)
            read_operands(keeper, instr);
    for (int i = keeper->plan->steps.count - 1; i > keeper->call.waves; i--) {
        const PlanStep *step = &keeper->plan->steps.items[i];
        if (step->kind != STEP_scalar || !is_float_of_wave(keeper, step->instr) || !keeper->is_read[step->instr->id])
            continue;
        keeper->is_kept[step->instr->id] = keeper->cost[step->instr->id] >= LEAST_KEPT;
        if (keeper->is_kept[step->instr->id])
            want(keeper, step->instr);
        else
            read_operands(keeper, step->instr);
    }
}

/* ---- the steps ---- */

static void append_known_rows(Arena *arena, const Keeper *keeper, PlanSteps *steps)
{
    for (int i = keeper->call.waves; i < keeper->plan->steps.count; i++) {
        PlanStep step = keeper->plan->steps.items[i];
        if (step.kind == STEP_scalar && keeper->is_wanted[step.instr->id]) {
            vec_push(arena, steps, step);
            step.kind = STEP_keep;
            if (keeper->is_kept[step.instr->id])
                vec_push(arena, steps, step);
        } else if (step.kind == STEP_taps && step.sample->taps->has_kept_rows) {
            step.kind = STEP_keep_rows;
            vec_push(arena, steps, step);
        }
    }
}

/* Floats that only what is kept reads are left out. */
static void append_waves(Arena *arena, const Keeper *keeper, PlanSteps *steps)
{
    for (int i = keeper->call.waves; i < keeper->plan->steps.count; i++) {
        PlanStep step = keeper->plan->steps.items[i];
        bool is_of_wave = step.kind == STEP_scalar && is_float_of_wave(keeper, step.instr);
        if (is_of_wave && keeper->is_kept[step.instr->id])
            step.kind = STEP_kept;
        if (!is_of_wave || keeper->is_read[step.instr->id])
            vec_push(arena, steps, step);
    }
}

static void put_in_call(Arena *arena, Keeper *keeper)
{
    Plan *plan = keeper->plan;
    PlanSteps steps = {0};
    const PlanStep waves = plan->steps.items[keeper->call.waves];
    plan_push_before(arena, plan, &keeper->call, &steps, false);
    vec_push(arena, &steps, ((PlanStep){.kind = STEP_known_rows, .instr = waves.instr, .pos = waves.pos}));
    append_known_rows(arena, keeper, &steps);
    vec_push(arena, &steps, ((PlanStep){.kind = STEP_end, .pos = waves.pos}));
    vec_push(arena, &steps, ((PlanStep){.kind = STEP_groups, .pos = waves.pos}));
    plan_push_before(arena, plan, &keeper->call, &steps, true);
    append_waves(arena, keeper, &steps);
    vec_push(arena, &steps, (PlanStep){.kind = STEP_end});
    plan_take_group_loop(plan, &steps);
}

static bool has_taps(const Plan *plan)
{
    for (int i = 0; i < plan->steps.count; i++)
        if (plan->steps.items[i].kind == STEP_taps)
            return true;
    return false;
}

void plan_kept(Arena *arena, Arena *scratch, Plan *plan)
{
    if (plan->waves_in_row > 0 || !has_taps(plan))
        return;
    int ids = plan->kernel->next_id + 1;
    Keeper keeper = {.plan = plan,
                     .is_before = ARENA_ARRAY(scratch, bool, ids),
                     .is_of_wave = ARENA_ARRAY(scratch, bool, ids),
                     .is_wanted = ARENA_ARRAY(scratch, bool, ids),
                     .is_kept = ARENA_ARRAY(scratch, bool, ids),
                     .is_read = ARENA_ARRAY(scratch, bool, ids),
                     .cost = ARENA_ARRAY(scratch, int, ids)};
    if (!plan_find_call(scratch, plan, &keeper.call))
        return;
    find_before(&keeper);
    find_of_waves(&keeper);
    if (!keep_all_rows(arena, &keeper))
        return;
    keep_floats(&keeper);
    put_in_call(arena, &keeper);
}
