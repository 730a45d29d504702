/* Atomics that a lane does one after the other on cells of few places, nine nodes around a particle: where no
 * other thread comes between and the first and the last cell around each place lie inside, which is asked
 * once, they are additions to memory; else they ask each for itself.
 *
 *     op atomic_raw $grid %5, %7           if_alone between %5 and %6
 *     op atomic_raw $grid %6, %8    ->       op atomic_raw $grid %5, %7; asks nothing
 *                                            op atomic_raw $grid %6, %8; asks nothing
 *                                          else
 *                                            op ...
 *                                          end
 *
 * What lies between two cells is inside where both are and the sum from the one to the other does not wrap. */
#include "ir/range.h"
#include "plan_priv.h"

enum { LEAST_ATOMICS = 4, LEAST_FOR_EACH = 2 /* atomics for each place that is asked */ };

static bool is_buffers(IrOp op)
{
    return op == IR_atomic_raw || op == IR_atomic_typed || op == IR_atomic_struct;
}

static bool may_be_plain(const Plan *plan, const PlanStep *step)
{
    return step->kind == STEP_op && is_buffers(step->instr->op) && step->mask == 0 &&
           step->atomic.kind == ATOMIC_IN_ONE_LANE && !step->atomic.is_inside &&
           !plan->values[step->instr->id].is_used && !plan_is_vector(plan, step->instr->operands[1]) &&
           (step->instr->op != IR_atomic_struct || step->instr->operands[2]->op == IR_const);
}

static bool is_of_one_buffer(const PlanStep *step, const PlanStep *other)
{
    const IrInstr *left = step->instr, *right = other->instr;
    return left->op == right->op && left->resource == right->resource &&
           left->operands[0] == right->operands[0] && left->type.scalar == right->type.scalar &&
           (left->op != IR_atomic_struct || left->operands[2]->bits == right->operands[2]->bits);
}

static int count_atomics(const Plan *plan, const PlanStep *steps, const PlanStep *end)
{
    int count = 0;
    while (steps + count < end && may_be_plain(plan, &steps[count]) &&
           is_of_one_buffer(&steps[0], &steps[count]))
        count++;
    return count;
}

/* `of` * factor + more, modulo 2^32. */
typedef struct Linear {
    const IrInstr *of;
    int64_t factor, more;
} Linear;

enum { MOST_FACTOR = 1 << 16, MOST_MORE = 1 << 29 };

static int64_t scale_of(const IrInstr *value)
{
    uint64_t bits = value->operands[1]->bits;
    return value->op == IR_imul ? (int64_t)bits : (int64_t)1 << (bits & 31);
}

/* Constants added and multiplied, as far as they are small. */
static Linear linear_of(const IrInstr *value)
{
    Linear linear = {value, 1, 0};
    while ((value->op == IR_iadd || value->op == IR_imul || value->op == IR_ishl) &&
           value->operands[1]->op == IR_const) {
        bool adds = value->op == IR_iadd;
        int64_t by = adds ? op_sign_extend(IR_I32, value->operands[1]->bits) : scale_of(value);
        if (by < -MOST_FACTOR || by > MOST_FACTOR)
            break;
        int64_t factor = adds ? linear.factor : linear.factor * by,
                more = adds ? linear.more + linear.factor * by : linear.more;
        if (factor < -MOST_FACTOR || factor > MOST_FACTOR || more < -MOST_MORE || more > MOST_MORE)
            break;
        value = value->operands[0];
        linear = (Linear){value, factor, more};
    }
    return linear;
}

static void widen(Arena *arena, PlanNeighbours *found, const IrInstr *cell)
{
    Linear place = linear_of(cell);
    for (int i = 0; i < found->items.count; i++) {
        PlanCells *cells = &found->items.items[i];
        Linear first = linear_of(cells->first), last = linear_of(cells->last);
        if (first.of != place.of || first.factor != place.factor)
            continue;
        if (place.more < first.more)
            cells->first = cell;
        if (place.more > last.more)
            cells->last = cell;
        return;
    }
    vec_push(arena, &found->items, ((PlanCells){cell, cell}));
}

static bool is_of_words(const IrInstr *instr)
{
    IrRange range = ir_range_of_operand(instr, 1);
    return instr->op == IR_atomic_raw && ir_range_low_zeros(&range) >= 2;
}

static void append(Arena *arena, Plan *plan, const PlanStep *steps, int count)
{
    for (int i = 0; i < count; i++)
        vec_push(arena, &plan->steps, steps[i]);
}

static void append_mark(Arena *arena, Plan *plan, const PlanStep *at, PlanStepKind kind,
                        const PlanNeighbours *neighbours)
{
    PlanStep step = {.kind = kind,
                     .pos = at->pos,
                     .instr = neighbours != NULL ? at->instr : NULL,
                     .neighbours = neighbours,
                     .labels = {at->labels[0], -1, -1}};
    append(arena, plan, &step, 1);
}

static void append_twice(Arena *arena, Plan *plan, const PlanStep *steps, int count,
                         const PlanNeighbours *neighbours)
{
    append_mark(arena, plan, steps, STEP_if_alone, neighbours);
    for (int i = 0; i < count; i++) {
        PlanStep step = steps[i];
        step.is_again = step.atomic.is_inside = step.atomic.is_alone = true;
        step.atomic.is_of_words = is_of_words(step.instr);
        append(arena, plan, &step, 1);
    }
    append_mark(arena, plan, steps, STEP_else, NULL);
    append(arena, plan, steps, count);
    append_mark(arena, plan, steps, STEP_end, NULL);
}

void plan_neighbours(Arena *arena, Plan *plan)
{
    PlanStep *steps = plan->steps.items, *end = steps + plan->steps.count;
    plan->steps.items = NULL;
    plan->steps.count = plan->steps.capacity = 0;
    while (steps < end) {
        int count = count_atomics(plan, steps, end);
        PlanNeighbours *neighbours = ARENA_NEW(arena, PlanNeighbours);
        for (int i = 0; i < count; i++)
            widen(arena, neighbours, steps[i].instr->operands[1]);
        int taken = count > 0 ? count : 1;
        if (count >= LEAST_ATOMICS && count >= LEAST_FOR_EACH * neighbours->items.count)
            append_twice(arena, plan, steps, count, neighbours);
        else
            append(arena, plan, steps, taken);
        steps += taken;
    }
}
