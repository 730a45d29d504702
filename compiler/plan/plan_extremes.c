/* Minimums and maximums of floats. Of a number and a NaN they are the number (D3D11.3 functional
 * specification, 3.1.6), where the machine's instruction is its second operand: right as it is if
 * that is known to be a number, else it takes a comparison and a choice more. Machines with vectors
 * of 16 lanes have an instruction for it.
 *
 * Where a run repairs more of them than it has numbers to begin with, as medians and sorting
 * networks do, these are asked once:
 *
 *     run 7                                run 7
 *       piece %4 = fmin %1, %2               numbers %1, %2, %3
 *       piece %5 = fmax %1, %2      ->         piece %4 = fmin %1, %2; of numbers
 *       piece %6 = fmin %5, %3                 piece %5 = fmax %1, %2; of numbers
 *     end_run                                  piece %6 = fmin %5, %3; of numbers
 *                                            else
 *                                              ...
 *                                            end
 *                                          end_run
 *
 * Needs all steps, and ranges. */
#include "ir/range.h"
#include "plan_priv.h"

enum {
    LANES_WITH_INSTRUCTION = 16,
    LEAST_GAIN = 8, /* operations a piece, for a branch */
    MOST_DOUBLED = 4 /* steps for each that is spared a repair */
};

static bool is_extreme(const IrInstr *instr) { return instr->op == IR_fmin || instr->op == IR_fmax; }

static bool is_number(const IrInstr *value)
{
    return (ir_range_of(value).flags & RANGE_NOT_NAN) != 0;
}

/* C compilers see constants. With the operands in the other order, of 0 and -0 it is the other one:
 * either will do, but not where all targets give the same bits. */
static PlanExtreme extreme_of(const Plan *plan, const IrInstr *instr)
{
    const IrInstr *first = instr->operands[0], *second = instr->operands[1];
    if (second->op == IR_const)
        return EXTREME_ANY;
    if (is_number(second))
        return EXTREME_SECOND_NUMBER;
    return is_number(first) && plan->target.contracts ? EXTREME_FIRST_NUMBER : EXTREME_ANY;
}

/* ---- runs with more to repair than to ask ---- */

typedef struct Network {
    Plan *plan;
    Arena *arena;
    int *place;      /* by id: where in the run; 0: outside */
    bool *is_number; /* by id: it is one of those asked, or made of them */
    PlanNumbers *asked;
    VEC(const IrInstr *) repaired; /* what would be */
} Network;

static bool is_repaired(const Network *network, const IrInstr *instr)
{
    return is_extreme(instr) && op_scalar_bits(instr->type.scalar) <= 32 &&
           instr->operands[1]->op != IR_const &&
           network->plan->values[instr->id].extreme == EXTREME_ANY;
}

static void ask(Network *network, const IrInstr *value)
{
    if (network->is_number[value->id] || is_number(value))
        return;
    network->is_number[value->id] = true;
    vec_push(network->arena, &network->asked->values, value);
}

/* Its operands are there when the first repair comes, or made of what is asked then. */
static bool begins_with(const Network *network, const IrInstr *instr, int first)
{
    for (int i = 0; i < 2; i++) {
        const IrInstr *operand = instr->operands[i];
        if (!network->is_number[operand->id] && !is_number(operand) &&
            network->place[operand->id] >= first)
            return false;
    }
    return true;
}

static void add(Network *network, const IrInstr *instr, int first)
{
    if (!is_repaired(network, instr) || !begins_with(network, instr, first))
        return;
    ask(network, instr->operands[0]);
    ask(network, instr->operands[1]);
    network->is_number[instr->id] = true;
    vec_push(network->arena, &network->repaired, instr);
    vec_push(network->arena, &network->asked->extremes, instr);
}

/* A choice for each, a comparison for each second operand; asked two at a time. */
static int gain_of(Network *network)
{
    int asks = (network->asked->values.count + 1) / 2, compared = 0;
    for (int i = 0; i < network->repaired.count; i++) {
        const IrInstr *second = network->repaired.items[i]->operands[1];
        compared += network->is_number[second->id];
        network->is_number[second->id] = false;
    }
    return network->repaired.count + compared - 2 * asks;
}

static int length_of(const PlanStep *run)
{
    int length = 1;
    while (run[length].kind == STEP_piece)
        length++;
    return length;
}

/* Where the first of what is repaired stands; the run's length: nothing gains. */
static int find_network(Network *network, const PlanStep *run, int length)
{
    int first = length;
    network->asked = ARENA_NEW(network->arena, PlanNumbers);
    network->repaired.count = 0;
    for (int i = 1; i < length; i++)
        network->place[run[i].instr->id] = i;
    for (int i = 1; i < length; i++) {
        if (first == length && is_repaired(network, run[i].instr))
            first = i;
        if (first < length)
            add(network, run[i].instr, first);
    }
    bool pays = gain_of(network) >= LEAST_GAIN &&
                length - first <= MOST_DOUBLED * network->repaired.count;
    for (int i = 1; i < length; i++)
        network->place[run[i].instr->id] = 0;
    for (int i = 0; i < network->asked->values.count; i++)
        network->is_number[network->asked->values.items[i]->id] = false;
    for (int i = 0; i < network->repaired.count; i++)
        network->is_number[network->repaired.items[i]->id] = false;
    return pays ? first : length;
}

static void append(Network *network, const PlanStep *steps, int count, PlanNumbers *numbers)
{
    for (int i = 0; i < count; i++) {
        PlanStep step = steps[i];
        step.numbers = numbers;
        vec_push(network->arena, &network->plan->steps, step);
    }
}

static void append_mark(Network *network, const PlanStep *at, PlanStepKind kind, PlanNumbers *numbers)
{
    PlanStep step = {.kind = kind, .pos = at->pos, .mask = at->mask, .labels = {-1, -1, -1}};
    append(network, &step, 1, numbers);
}

/* The run that starts there, up to its end; says how many steps that are. */
static int append_run(Network *network, const PlanStep *run)
{
    int length = length_of(run), first = find_network(network, run, length);
    append(network, run, first, NULL);
    if (first == length)
        return length;
    append_mark(network, &run[first], STEP_numbers, network->asked);
    append(network, run + first, length - first, network->asked);
    append_mark(network, &run[first], STEP_else, NULL);
    append(network, run + first, length - first, NULL);
    append_mark(network, &run[first], STEP_end, NULL);
    return length;
}

static void ask_networks(Arena *arena, Arena *scratch, Plan *plan)
{
    PlanStep *steps = plan->steps.items;
    int count = plan->steps.count;
    Network network = {.plan = plan,
                       .arena = arena,
                       .place = ARENA_ARRAY(scratch, int, plan->kernel->next_id + 1),
                       .is_number = ARENA_ARRAY(scratch, bool, plan->kernel->next_id + 1)};
    plan->steps.items = NULL;
    plan->steps.count = plan->steps.capacity = 0;
    for (int i = 0; i < count;) {
        if (steps[i].kind == STEP_run)
            i += append_run(&network, &steps[i]);
        else
            append(&network, &steps[i++], 1, NULL);
    }
}

void plan_extremes(Arena *arena, Arena *scratch, Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr)
        if (is_extreme(instr))
            plan->values[instr->id].extreme = extreme_of(plan, instr);
    plan_agree_in_order(plan);
    if (plan->target.lanes < LANES_WITH_INSTRUCTION)
        ask_networks(arena, scratch, plan);
}
