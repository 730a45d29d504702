/* Vectors that nothing reads but accesses which find that they have to go lane by lane: where an
 * index does not step over the wave after all, or where a piece whose lanes are known to follow one
 * another lies outside. Each of these computes them for itself, where it has found that, and all
 * other waves go without.
 *
 *     x = clamp(id.x - 1, 0, width - 1)     no vector here
 *     picture[x]                            straight: one row, else { x piece by piece, lanes }
 *     picture[uint2(8 * gx + t.x, y)]       rows: by scalars, else { x of the piece, lanes }
 *
 * Of places that are counted nobody needs any, nor the counts of lower lanes that they are made of.
 *
 * Needs all steps; drops those of vectors that are cold and of questions that no access asks. */
#include "plan_priv.h"

typedef struct Wants {
    Plan *plan;
    const PlanAccess **without;  /* by id: the access that may do without its places' vectors */
    bool *is_read, *is_wanted;   /* by id: the vector, at all; where all steps, too */
} Wants;

/* The first attempt goes by lanes that are computed as scalars, and tests no vectors. */
static bool starts_by_scalars(const PlanAccess *access)
{
    const PlanAttempt *first = &access->attempts[0];
    return access->by_scalars && access->attempt_count > 0 && first->index == TEST_KNOWN &&
           first->row == TEST_KNOWN && first->slice == TEST_KNOWN;
}

static bool may_do_without(const PlanAccess *access)
{
    return plan_is_straight(access) || starts_by_scalars(access) || access->two.source != NULL ||
           access->way == WAY_counted;
}

bool plan_is_in_turn(const IrInstr *reader, const IrInstr *defined)
{
    const IrInstr *turn = ir_loop_around(defined), *loop = ir_loop_around(reader);
    while (loop != NULL && loop != turn)
        loop = ir_loop_around(loop);
    return loop == turn;
}

/* Of which the access needs no vector unless it goes lane by lane. */
static bool is_place(const Plan *plan, const PlanAccess *access, const IrInstr *value)
{
    bool is_any = value == access->index || value == access->lane_row || value == access->lane_slice;
    return is_any && (plan_is_straight(access) || access->two.source != NULL || access->way == WAY_counted ||
                      plan->values[value->id].is_by_lanes);
}

static bool is_stored(const PlanAccess *access, const IrInstr *value)
{
    const IrInstr *instr = access->instr;
    for (int c = 1; c <= access->components && access->is_store; c++)
        if (instr->operands[instr->operand_count - c] == value)
            return true;
    return false;
}

/* What is left out where nobody wants it: what a run computes, and counts of lower lanes, though a counter still counts. */
static bool may_be_left_out(const Plan *plan, const IrInstr *value)
{
    return plan->values[value->id].run != 0 || value->op == IR_wave_prefix_count || plan->values[value->id].has_first;
}

static bool wants_vector(const Wants *wants, const IrInstr *reader, const IrInstr *operand)
{
    const PlanAccess *access = wants->without[reader->id];
    if (!may_be_left_out(wants->plan, operand) || !plan_is_in_turn(reader, operand))
        return true;
    if (wants->plan->values[reader->id].is_by_pieces)
        return false;
    return access != NULL ? !is_place(wants->plan, access, operand) || is_stored(access, operand)
                          : !wants->plan->values[reader->id].is_cold;
}

/* A loop's parameter is changed while its turn goes on, in the lanes that do not. */
static bool reads_parameter(const Plan *plan, const IrInstr *instr)
{
    for (int i = 0; i < instr->operand_count; i++)
        if (instr->operands[i]->op == IR_parameter && plan_is_vector(plan, instr->operands[i]))
            return true;
    return false;
}

/* So much work that it is done once, but not where all lanes step. */
static bool is_division(const IrInstr *instr)
{
    return instr->op == IR_udiv || instr->op == IR_urem;
}

static void look_at(Wants *wants, const IrInstr *instr)
{
    const Plan *plan = wants->plan;
    PlanValue *value = &plan->values[instr->id];
    value->is_cold = may_be_left_out(plan, instr) && wants->is_read[instr->id] && !wants->is_wanted[instr->id] &&
                     !reads_parameter(plan, instr) && !is_division(instr);
    const PlanAccess *access = wants->without[instr->id];
    if (access != NULL && access->split != NULL)
        wants->is_wanted[access->split->id] = true;
    for (int i = 0; i < instr->operand_count; i++) {
        const IrInstr *operand = instr->operands[i];
        wants->is_read[operand->id] = true;
        wants->is_wanted[operand->id] |= wants_vector(wants, instr, operand);
    }
}

/* ---- the steps ---- */

static bool is_dropped(const Plan *plan, const PlanStep *step)
{
    bool is_computed = step->kind == STEP_piece || (step->kind == STEP_op && step->instr->op == IR_wave_prefix_count);
    if (!is_computed && step->kind != STEP_straight)
        return false;
    const PlanValue *value = &plan->values[step->instr->id];
    return is_computed ? value->is_cold : !value->is_asked;
}

static void drop_steps(Plan *plan)
{
    int count = 0;
    for (int i = 0; i < plan->steps.count; i++) {
        PlanStep step = plan->steps.items[i];
        bool ends_nothing =
            step.kind == STEP_end_run && plan->steps.items[count - 1].kind == STEP_run;
        count -= ends_nothing;
        if (!ends_nothing && !is_dropped(plan, &step))
            plan->steps.items[count++] = step;
    }
    plan->steps.count = count;
}

static void list_cold(Arena *arena, const Plan *plan, PlanAccess *access, const IrInstr *value)
{
    if (value == NULL || !plan->values[value->id].is_cold)
        return;
    for (int i = 0; i < access->cold.count; i++)
        if (access->cold.items[i] == value)
            return;
    for (int i = 0; i < value->operand_count; i++)
        list_cold(arena, plan, access, value->operands[i]);
    vec_push(arena, &access->cold, value);
}

/* Whether it steps depends on what its operands do; a choice asks what is compared. */
static void ask(Plan *plan, const IrInstr *value)
{
    if (value == NULL || !plan->values[value->id].is_straight || plan->values[value->id].is_asked)
        return;
    plan->values[value->id].is_asked = true;
    for (int i = 0; i < value->operand_count; i++) {
        const IrInstr *operand = value->operands[i];
        ask(plan, operand);
        for (int k = 0; k < operand->operand_count && operand->type.scalar == IR_I1; k++)
            ask(plan, operand->operands[k]);
    }
}

static void finish_accesses(Arena *arena, Plan *plan)
{
    for (int i = 0; i < plan->steps.count; i++) {
        PlanAccess *access = plan->steps.items[i].access;
        if (access == NULL || !may_do_without(access) || access->way == WAY_counted)
            continue;
        const IrInstr *places[] = {access->index, access->lane_row, access->lane_slice};
        for (int k = 0; k < 3; k++) {
            ask(plan, places[k]);
            if (access->two.source == NULL) /* else scalars say */
                list_cold(arena, plan, access, places[k]);
        }
    }
}

void plan_cold_vectors(Arena *arena, Arena *scratch, Plan *plan)
{
    int count = (int)plan->kernel->next_id + 1;
    const IrInstr **instrs = ARENA_ARRAY(scratch, const IrInstr *, count);
    Wants wants = {plan, ARENA_ARRAY(scratch, const PlanAccess *, count),
                   ARENA_ARRAY(scratch, bool, count), ARENA_ARRAY(scratch, bool, count)};
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanAccess *access = plan->steps.items[i].access;
        if (access != NULL && may_do_without(access))
            wants.without[access->instr->id] = access;
    }
    EACH_INSTR (plan->kernel->body, instr)
        instrs[instr->id] = instr;
    for (int i = count - 1; i >= 0; i--) /* what reads a value stands behind it */
        if (instrs[i] != NULL)
            look_at(&wants, instrs[i]);
    finish_accesses(arena, plan);
    drop_steps(plan);
}
