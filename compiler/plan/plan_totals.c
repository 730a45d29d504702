/* Atomics on one cell by the waves of a group: each lane of a vector has a part of the total, all waves add to it in a
 * register, and behind them it goes to memory, once.
 *
 *     waves %11                                        total %16
 *       op %16 = atomic_var $low 0, %14; combined  ->  waves %11
 *     end                                                op %16 = atomic_var $low 0, %14; into the total
 *                                                      end
 *                                                      put %16
 *
 * Summed up over its lanes for each wave, and added to memory there, a group of 64 threads took twice as long.
 *
 * When: nobody wants what was there, the cell is known before the waves, and they do nothing else to the variable, or to any
 * UAV, since two may be one memory, but to add to totals by the same operation, or to other cells of constant places. Where
 * they wait for each other's memory by a fence, what is in a resource is left alone. Needs all steps, those of rows and
 * calls, too. */
#include "plan_priv.h"

enum { MOST_TOTALS = 8 /* registers, beside what the waves have in them */ };

typedef struct Waves {
    const Plan *plan;
    const PlanStep *first, *last;
    bool has_fence; /* they wait for each other's memory */
    VEC(const PlanStep *) totals;
} Waves;

static const PlanStep *end_of_waves(const PlanStep *waves, const PlanStep *end)
{
    int depth = 0;
    for (const PlanStep *step = waves; step < end; step++) {
        depth += plan_depth_by(step);
        if (depth == 0)
            return step;
    }
    return NULL;
}

static bool is_known_before(const Waves *waves, const IrInstr *value)
{
    return value->op == IR_const || !ir_is_defined_in(value, waves->first->instr);
}

/* All operands but the last are where it goes. */
static bool has_known_cell(const Waves *waves, const IrInstr *atomic)
{
    for (int i = 0; i < atomic->operand_count - 1; i++)
        if (!is_known_before(waves, atomic->operands[i]))
            return false;
    return atomic->resource == NULL || (atomic->resource->array_count == 0 && !waves->has_fence);
}

/* Of floats another order is another sum, and of two words at any address carries are lost, or not. */
static bool is_whole(const IrInstr *atomic)
{
    return atomic->type.scalar == IR_I32 || (atomic->type.scalar == IR_I64 && atomic->op != IR_atomic_raw);
}

static bool may_be_total(const Waves *waves, const PlanStep *step)
{
    return step->kind == STEP_op && step->atomic.kind == ATOMIC_COMBINED && op_is_atomic(step->instr->op) &&
           step->instr->combine != IR_const && is_whole(step->instr) &&
           !waves->plan->values[step->instr->id].is_used && has_known_cell(waves, step->instr);
}

static bool has_constant_cell(const IrInstr *atomic)
{
    for (int i = 0; i < atomic->operand_count - 1; i++)
        if (atomic->operands[i]->op != IR_const)
            return false;
    return true;
}

static bool are_same_cell(const IrInstr *left, const IrInstr *right)
{
    for (int i = 0; i < left->operand_count - 1; i++)
        if (left->operands[i] != right->operands[i] &&
            (left->operands[i]->op != IR_const || right->operands[i]->op != IR_const ||
             left->operands[i]->bits != right->operands[i]->bits))
            return false;
    return true;
}

static bool is_of_same_memory(const IrInstr *left, const IrInstr *right)
{
    return left->variable == right->variable && left->resource == right->resource && left->component == right->component;
}

static bool are_apart(const IrInstr *left, const IrInstr *right)
{
    return is_of_same_memory(left, right) && left->op == right->op && left->op != IR_atomic_raw && has_constant_cell(left) &&
           has_constant_cell(right) && !are_same_cell(left, right);
}

/* They come to the same in any order. */
static bool commute(const IrInstr *left, const IrInstr *right)
{
    return left->type.scalar == right->type.scalar && (left->combine == right->combine || are_apart(left, right));
}

/* Two UAVs may be one memory. */
static bool touches(const IrInstr *instr, const IrInstr *atomic)
{
    bool is_access = ir_is(instr, OP_READS) || ir_is(instr, OP_WRITES);
    return is_access && (atomic->variable != NULL ? instr->variable == atomic->variable
                                                  : instr->resource != NULL && instr->resource->class == IR_UAV);
}

static bool is_left_to_totals(const Waves *waves, const IrInstr *atomic)
{
    for (const PlanStep *step = waves->first + 1; step < waves->last; step++) {
        if (step->instr == NULL || step->instr == atomic || !touches(step->instr, atomic))
            continue;
        if (!may_be_total(waves, step) || !commute(step->instr, atomic))
            return false;
    }
    return true;
}

/* Of waves that all reach their end. */
static bool reach_end(const PlanStep *first, const PlanStep *last)
{
    int count = (int)(last - first);
    for (const PlanStep *step = first; step < last; step++) {
        bool jumps = step->kind == STEP_goto || step->kind == STEP_goto_if_none;
        if (step->kind == STEP_return || (jumps && !plan_has_label(first, 0, count, step)))
            return false;
    }
    return true;
}

static bool are_one_total(const IrInstr *left, const IrInstr *right)
{
    return left->op == right->op && left->combine == right->combine && left->operand_count == right->operand_count &&
           left->type.scalar == right->type.scalar && is_of_same_memory(left, right) && are_same_cell(left, right);
}

/* The total that the step adds to; NULL: none. */
static const IrInstr *total_of(const Waves *waves, const PlanStep *step)
{
    for (int i = 0; i < waves->totals.count; i++)
        if (may_be_total(waves, step) && are_one_total(waves->totals.items[i]->instr, step->instr))
            return waves->totals.items[i]->instr;
    return NULL;
}

/* A step may stand there twice, in a loop that asks nothing and in the one that asks, and what waves do that go as a whole
 * stands beside what others do. */
static void find_totals(Arena *arena, Waves *waves)
{
    for (const PlanStep *step = waves->first + 1; step < waves->last && waves->totals.count < MOST_TOTALS; step++)
        if (may_be_total(waves, step) && total_of(waves, step) == NULL && is_left_to_totals(waves, step->instr))
            vec_push(arena, &waves->totals, step);
}

static void append_marks(Arena *arena, Plan *plan, const Waves *waves, PlanStepKind kind)
{
    for (int i = 0; i < waves->totals.count; i++) {
        PlanStep step = *waves->totals.items[i];
        step.kind = kind;
        step.mask = 0;
        vec_push(arena, &plan->steps, step);
    }
}

static void append_waves(Arena *arena, Plan *plan, const Waves *waves)
{
    append_marks(arena, plan, waves, STEP_total);
    for (const PlanStep *step = waves->first; step <= waves->last; step++) {
        const IrInstr *total = total_of(waves, step);
        vec_push(arena, &plan->steps, *step);
        if (total != NULL) {
            PlanAtomic *atomic = &plan->steps.items[plan->steps.count - 1].atomic;
            atomic->kind = ATOMIC_TOTAL;
            atomic->total = total;
        }
    }
    append_marks(arena, plan, waves, STEP_put);
}

static bool are_waves(const Plan *plan, const PlanStep *step)
{
    return step->kind == STEP_waves && ir_waves_through(plan->kernel, step->instr) > 1;
}

void plan_totals(Arena *arena, Plan *plan)
{
    PlanStep *step = plan->steps.items, *end = step + plan->steps.count;
    if (plan->has_checks || plan->target.watches_stores || plan->waves_in_row > 0)
        return;
    plan->steps.items = NULL;
    plan->steps.count = plan->steps.capacity = 0;
    while (step < end) {
        Waves waves = {.plan = plan, .first = step, .last = are_waves(plan, step) ? end_of_waves(step, end) : NULL};
        if (waves.last != NULL && reach_end(waves.first, waves.last)) {
            waves.has_fence = ir_contains_flags(step->instr->regions[0], OP_SYNC);
            find_totals(arena, &waves);
        }
        if (waves.totals.count > 0)
            append_waves(arena, plan, &waves);
        else
            vec_push(arena, &plan->steps, *step);
        step = waves.totals.count > 0 ? (PlanStep *)waves.last + 1 : step + 1;
    }
}
