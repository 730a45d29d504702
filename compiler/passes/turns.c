/* Running a loop's test, turn by turn: see turns.h. */
#include "turns.h"

enum { MOST_DEPTH = 64 /* of the expression of a condition */ };

typedef struct Simulation {
    TurnCounter *counter;
    const Loop *loop;
    int turn; /* from 1; 0: before the first */
} Simulation;

/* ---- values ---- */

static bool evaluate(Simulation *simulation, const IrInstr *value, int depth, uint64_t *bits);

static bool fold(Simulation *simulation, const IrInstr *instr, int depth, uint64_t *bits)
{
    uint64_t operands[3];
    bool is_pure = is_pure_of_lane(instr) && !is_phi(instr);
    if (!is_pure || instr->operand_count == 0 || instr->operand_count > 3 || depth == 0)
        return false;
    for (int i = 0; i < instr->operand_count; i++)
        if (!evaluate(simulation, instr->operands[i], depth - 1, &operands[i]))
            return false;
    IrScalar operand_type = instr->operands[instr->op == IR_select ? 1 : 0]->type.scalar;
    return op_fold(instr->op, operand_type, instr->type.scalar, operands, bits);
}

/* One operand says it: `iand` with 0, `ior` with all ones. */
static bool fold_half(Simulation *simulation, const IrInstr *instr, int depth, uint64_t *bits)
{
    if ((instr->op != IR_iand && instr->op != IR_ior) || depth == 0)
        return false;
    uint64_t ones = op_mask_to_width(instr->type.scalar, ~(uint64_t)0);
    for (int i = 0; i < 2; i++)
        if (evaluate(simulation, instr->operands[i], depth - 1, bits) &&
            *bits == (instr->op == IR_iand ? 0 : ones))
            return true;
    return false;
}

static bool evaluate_yielded(Simulation *simulation, const IrInstr *result, int side, int depth,
                             uint64_t *bits)
{
    const IrInstr *yield = result->owner->regions[side]->last;
    return yield->op == IR_yield && evaluate(simulation, yield->operands[result->position], depth, bits);
}

/* Of the side that it surely takes, or the same of both. */
static bool evaluate_result(Simulation *simulation, const IrInstr *result, int depth, uint64_t *bits)
{
    const IrInstr *branch = result->owner;
    uint64_t condition, other;
    if (branch->op != IR_if || depth == 0)
        return false;
    if (evaluate(simulation, branch->operands[0], depth - 1, &condition))
        return evaluate_yielded(simulation, result, condition ? 0 : 1, depth - 1, bits);
    return evaluate_yielded(simulation, result, 0, depth - 1, bits) &&
           evaluate_yielded(simulation, result, 1, depth - 1, &other) && *bits == other;
}

static bool evaluate(Simulation *simulation, const IrInstr *value, int depth, uint64_t *bits)
{
    Known *known = &simulation->counter->values[value->id];
    if (value->op == IR_const) {
        *bits = value->bits;
        return true;
    }
    if (known->stamp != simulation->counter->stamp) {
        Known found = {.stamp = simulation->counter->stamp};
        found.is_known = value->op == IR_result ? evaluate_result(simulation, value, depth, &found.bits)
                                                : fold(simulation, value, depth, &found.bits) ||
                                                      fold_half(simulation, value, depth, &found.bits);
        *known = found;
    }
    *bits = known->bits;
    return known->is_known;
}

/* ---- turns ---- */

/* What all continues, or for the first turn the loop's operands, give the parameter. */
static Known next_value(Simulation *simulation, int position)
{
    const Loop *loop = simulation->loop;
    const IrInstr *first = loop->instr->operands[position];
    Known next = {0};
    if (simulation->turn == 0)
        return (Known){.is_known = first->op == IR_const, .bits = first->bits};
    for (int i = 0; i < loop->continues.jumps.count; i++) {
        uint64_t bits;
        bool is_known = evaluate(simulation, loop->continues.jumps.items[i]->operands[position],
                                 MOST_DEPTH, &bits);
        if (!is_known || (i > 0 && next.bits != bits))
            return (Known){0};
        next = (Known){.is_known = true, .bits = bits};
    }
    return next;
}

/* Whether anything is known of its parameters. */
static bool next_turn(Simulation *simulation, Known *next)
{
    const IrInstr *loop = simulation->loop->instr;
    TurnCounter *counter = simulation->counter;
    bool knows_any = false;
    for (int i = 0; i < loop->parameter_count; i++)
        next[i] = next_value(simulation, i);
    simulation->turn++;
    counter->stamp++;
    for (int i = 0; i < loop->parameter_count; i++) {
        next[i].stamp = counter->stamp;
        counter->values[loop->parameters[i]->id] = next[i];
        knows_any |= next[i].is_known;
    }
    return knows_any;
}

int turns_breaking_branch(const IrInstr *test, const IrInstr *loop)
{
    for (int i = 0; i < 2 && test->op == IR_if; i++) {
        const IrInstr *jump = test->regions[i]->last;
        if (jump->op == IR_break && jump->target == loop &&
            test->regions[1 - i]->last->op == IR_yield)
            return i;
    }
    return -1;
}

/* Room for what is known of the values that there are by now. */
static void make_room(TurnCounter *counter)
{
    if (counter->value_count >= counter->kernel->next_id)
        return;
    counter->value_count = counter->kernel->next_id * 2;
    counter->values = ARENA_ARRAY(counter->scratch, Known, counter->value_count);
}

Turns turns_until(TurnCounter *counter, const Loop *loop, const IrInstr *test, int most)
{
    Simulation simulation = {.counter = counter, .loop = loop};
    Known *next = ARENA_ARRAY(counter->scratch, Known, loop->instr->parameter_count + 1);
    uint64_t breaks_on = turns_breaking_branch(test, loop->instr) == 0, condition;
    bool is_bound = false, knows_test = false;
    make_room(counter);
    while (simulation.turn <= most) {
        bool knows_any = next_turn(&simulation, next);
        bool is_known = evaluate(&simulation, test->operands[0], MOST_DEPTH, &condition);
        if (!is_known && !knows_any)
            return (Turns){TURNS_UNKNOWN, true};
        if (is_known && condition == breaks_on)
            return (Turns){simulation.turn, is_bound};
        is_bound |= !is_known;
        knows_test |= is_known;
    }
    return (Turns){knows_test ? TURNS_BEYOND : TURNS_UNKNOWN, is_bound};
}
