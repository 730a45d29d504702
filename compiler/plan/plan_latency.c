/* How long what waits for each other takes, and how many instructions that is: rough numbers of
 * vector units, the same for all machines. */
#include "plan_priv.h"

enum {
    FLOAT_CYCLES = 4,  /* from an operation to what waits for it */
    SLOW_CYCLES = 14,  /* of a quotient or a root */
    CURVE_CYCLES = 40, /* of an exponential, a sine */
    HALF_CYCLES = 7,   /* to a half, or from one */
    SHUFFLE_CYCLES = 4, /* of a load that takes elements apart */
    SLOW_INSTRUCTIONS = 4,
    CURVE_INSTRUCTIONS = 30,
};

int plan_cycles(const IrInstr *instr)
{
    switch (instr->op) {
    case IR_fdiv:
    case IR_fsqrt:
    case IR_frsqrt:
    case IR_frcp:
    case IR_frem: return SLOW_CYCLES;
    case IR_fexp2:
    case IR_flog2:
    case IR_fpow:
    case IR_fsin:
    case IR_fcos:
    case IR_ftan:
    case IR_fatan2:
    case IR_ftanh: return CURVE_CYCLES;
    case IR_imul: return FLOAT_CYCLES;
    default: return op_scalar_is_float(instr->type.scalar) ? FLOAT_CYCLES : 1;
    }
}

int plan_instructions(const IrInstr *instr)
{
    int cycles = plan_cycles(instr);
    return cycles >= CURVE_CYCLES  ? CURVE_INSTRUCTIONS
           : cycles >= SLOW_CYCLES ? SLOW_INSTRUCTIONS
                                   : 1;
}

typedef struct Chains {
    const Plan *plan;
    int *cycles; /* by id: until it is there */
    PlanChain longest;
} Chains;

static int cycles_until(const Chains *chains, const IrInstr *value)
{
    int component = 0;
    return chains->cycles[plan_resolve(value, &component)->id];
}

static void add(Chains *chains, const IrInstr *instr, int until)
{
    if (until > chains->cycles[instr->id])
        chains->cycles[instr->id] = until;
    if (until > chains->longest.cycles)
        chains->longest.cycles = until;
}

static void follow(Chains *chains, const IrInstr *instr, int cycles)
{
    int until = 0;
    for (int i = 0; i < instr->operand_count; i++) {
        int operand = cycles_until(chains, instr->operands[i]);
        until = operand > until ? operand : until;
    }
    add(chains, instr, until + cycles);
}

static void follow_piece(Chains *chains, const IrInstr *instr)
{
    bool is_rounded = chains->plan->values[instr->id].is_rounded; /* to a half and back */
    follow(chains, instr, plan_cycles(instr) + (is_rounded ? 2 * HALF_CYCLES : 0));
    chains->longest.instructions += plan_instructions(instr) + (is_rounded ? 2 : 0);
}

/* Of scalars nothing waits. Tenths of nanoseconds of the wave are as many instructions as that. */
static void follow_access(Chains *chains, const PlanAccess *access)
{
    int half = access->type == IR_F16 ? HALF_CYCLES : 0;
    if (access->is_store)
        follow(chains, access->instr, half);
    else if (plan_is_vector(chains->plan, access->instr))
        follow(chains, access->instr, PLAN_LOAD_CYCLES + SHUFFLE_CYCLES + half);
    chains->longest.instructions += access->cost * 4 / (10 * chains->plan->pieces);
}

PlanChain plan_find_longest_chain(Arena *scratch, const Plan *plan, const PlanStep *steps,
                                  int count)
{
    Chains chains = {plan, ARENA_ARRAY(scratch, int, plan->kernel->next_id + 1), {0, 0}};
    for (int i = 0; i < count; i++) {
        const PlanStep *step = &steps[i];
        bool is_second = step->numbers != NULL; /* of two that do the same */
        if (step->kind == STEP_piece && !is_second)
            follow_piece(&chains, step->instr);
        else if (step->kind == STEP_access)
            follow_access(&chains, step->access);
        else if (step->kind == STEP_assign)
            add(&chains, step->instr, cycles_until(&chains, step->value));
    }
    return chains.longest;
}
