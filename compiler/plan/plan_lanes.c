/* Lanes of vectors that are computed by scalars: integers that are a few operations on what is linear
 * or uniform, or on a thread's number. Where rows of threads share an address or step along one, a
 * lane or two of it say where a vector lies.
 *
 * Conditions that hold in all lanes of a vector or in none (`row < n`) are scalars, too, one for each vector.
 *
 * Where these are all that anything wants of a value, its vector need not be. Where the vector is
 * there anyhow, a lane is taken out of it. So it is where one wave is all of the group: the lanes are
 * constants then, and C compilers that see constant places forward what was stored to groupshared
 * memory as vectors to loads of parts of them, word by word; not at places that step by what is known as it runs. */
#include "plan_priv.h"

/* ---- what a lane costs ---- */

static bool is_integer_operation(IrOp op)
{
    static const bool OPERATIONS[IR_OP_COUNT] = {
        [IR_iadd] = true, [IR_isub] = true, [IR_imul] = true, [IR_ineg] = true,
        [IR_iand] = true, [IR_ior] = true,  [IR_ixor] = true, [IR_inot] = true,
        [IR_ishl] = true, [IR_sshr] = true, [IR_ushr] = true, [IR_imin] = true,
        [IR_imax] = true, [IR_umin] = true, [IR_umax] = true};
    return OPERATIONS[op];
}

/* Quotients by constants are multiplications. */
static bool divides_by_constant(const IrInstr *instr)
{
    return (instr->op == IR_udiv || instr->op == IR_urem) && instr->operands[1]->op == IR_const &&
           instr->operands[1]->bits != 0;
}

/* More is none; past the second a lane is taken out of its vector, even if nothing else wants it. */
enum { MOST_COST = 40, MOST_COST_ALONE = 16, THREAD_ID_COST = 3, DIVISION_COST = 4 };

bool plan_is_thread_id(const Plan *plan, const IrInstr *value)
{
    return value->op == IR_group_thread_id && plan->kernel->thread_of_lane == NULL;
}

static int own_cost(const Plan *plan, const IrInstr *instr)
{
    if (instr->type.scalar != IR_I32 || instr->type.components != 1)
        return PLAN_NO_LANE;
    if (plan_is_thread_id(plan, instr))
        return THREAD_ID_COST;
    return is_integer_operation(instr->op) ? 1
           : divides_by_constant(instr)    ? DIVISION_COST
                                           : PLAN_NO_LANE;
}

/* Operands stand before what reads them. */
static uint8_t cost_of_lane(const Plan *plan, const IrInstr *instr)
{
    if (!plan_is_vector(plan, instr))
        return 0;
    int cost = own_cost(plan, instr);
    for (int i = 0; i < instr->operand_count && cost <= MOST_COST; i++)
        cost += plan->values[instr->operands[i]->id].lane_cost;
    return cost <= MOST_COST ? (uint8_t)cost : PLAN_NO_LANE;
}

static void find_costs(Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        plan->values[instr->id].lane_cost = cost_of_lane(plan, instr);
        EACH_PHI (instr, phi)
            plan->values[phi->id].lane_cost = plan_is_vector(plan, phi) ? PLAN_NO_LANE : 0;
    }
}

/* ---- comparisons ---- */

enum { MOST_LANES = 8 };

/* `row < n`, where rows of threads are no shorter than vectors; what steps over them is compared as fast as it is. Machines
 * with 16 lanes have masks of bits, which C compilers make of vectors that are compared. */
static bool is_by_pieces(const Plan *plan, const IrInstr *instr)
{
    bool compares = ir_is(instr, OP_PURE) && instr->type.scalar == IR_I1 && instr->operand_count == 2 &&
                    instr->operands[0]->type.scalar == IR_I32;
    if (plan->lanes > MOST_LANES || !compares || !plan_is_vector(plan, instr) || !plan_is_same_along(plan, instr, plan->lanes))
        return false;
    int cost = 0;
    for (int i = 0; i < 2; i++)
        cost += plan->values[instr->operands[i]->id].lane_cost;
    return cost > 0 && cost <= MOST_COST_ALONE;
}

/* ---- who wants vectors ---- */

/* The operands that say where a load or store goes. */
static bool is_place(const IrInstr *instr, int operand)
{
    bool is_memory = instr->variable != NULL || instr->resource != NULL;
    return is_memory && (ir_is(instr, OP_WRITES) || ir_is(instr, OP_READS)) &&
           operand < op_row_count(instr->op) + op_address_count(instr->op);
}

/* A load, or a store; of some lanes these may be known ones. */
static bool may_be_placed(const Plan *plan, const IrInstr *instr, const IrInstr *place)
{
    int64_t distances[PLAN_MOST_LANES];
    return !(ir_is(instr, OP_WRITES) && ir_is(instr, OP_READS)) && plan_find_distances(plan, place, distances);
}

/* A place that steps by one, or by nothing, in rows of half a vector at least, by what all lanes share, or lies at
 * known distances: its lanes do. */
static bool wants_lanes(const Plan *plan, const IrInstr *instr, int operand)
{
    const IrInstr *place = instr->operands[operand];
    return is_place(instr, operand) &&
           (place->shape.length >= plan->lanes / 2 || plan_factor_of(plan, place).count > 0 ||
            may_be_placed(plan, instr, place));
}

/* Of an operation whose vector nobody wants, no operand's is wanted for it. */
static void note_wanted(const Plan *plan, const IrInstr *instr, bool *is_wanted)
{
    bool passes_on = (plan_has_scalar_lanes(plan, instr) && !is_wanted[instr->id]) || plan->values[instr->id].is_by_pieces;
    for (int i = 0; i < instr->operand_count && !passes_on; i++)
        is_wanted[instr->operands[i]->id] |= !wants_lanes(plan, instr, i);
}

void plan_lanes(Arena *scratch, Plan *plan)
{
    int count = (int)plan->kernel->next_id + 1;
    const IrInstr **instrs = ARENA_ARRAY(scratch, const IrInstr *, count);
    bool *is_wanted = ARENA_ARRAY(scratch, bool, count);
    find_costs(plan);
    EACH_INSTR (plan->kernel->body, instr)
        instrs[instr->id] = instr;
    EACH_INSTR (plan->kernel->body, instr)
        plan->values[instr->id].is_by_pieces = is_by_pieces(plan, instr);
    for (int i = count - 1; i >= 0; i--) /* what reads a value stands behind it */
        if (instrs[i] != NULL)
            note_wanted(plan, instrs[i], is_wanted);
    bool are_known = ir_running_waves(plan->kernel) == 1;
    for (int i = 0; i < count; i++)
        plan->values[i].is_by_lanes = plan->values[i].lane_cost <= MOST_COST_ALONE && !is_wanted[i] &&
                                      (!are_known || (instrs[i] != NULL && plan_factor_of(plan, instrs[i]).count > 0));
}
