/* long_chains: loops whose turns wait for each other longer than they take.
 *
 *     for (c = 0; c < channels; c++)                    9 sums of 4 cycles, each of which waits for the one before it:
 *         for (k = 0; k < 9; k++)                       36 cycles. Of two machine vectors 9 loads, sums and products
 *             sum += in[..] * weights[9 * c + k];       take some 18.
 *
 * What waits in one vector another one may compute beside it. A wave of twice as many lanes, as long as nobody can tell,
 * takes hardly longer for a turn.
 *
 * All numbers are rough: cycles of machines that begin two vector operations in each. Needs: the kernel before its
 * passes. */
#include "passes/passes_priv.h"

enum {
    FLOAT_CYCLES = 4,   /* until the result of an operation of floats is there */
    COST_CYCLES = 3,    /* and of each that it costs more than a simple one */
    AT_ONCE = 2,        /* vector operations that begin in a cycle */
    MOST_CARRIED = 4    /* values that go round: of four vectors each they take half of 32 registers */
};

typedef struct Chains {
    const IrInstr *loop, *from; /* a parameter of the loop */
    int *cycles;                /* by id, from the parameter on; UNKNOWN, NO_PART */
} Chains;

enum { UNKNOWN = -2, NO_PART = -1 };

/* ---- how long a turn waits ------------------------------------------------------------------- */

static bool is_float(const IrInstr *instr) { return op_scalar_is_float(instr->type.scalar); }

static int cycles_of(const IrInstr *instr)
{
    return is_float(instr) || instr->op == IR_imul ? FLOAT_CYCLES + COST_CYCLES * (cost_of_operation(instr) - 1) : 1;
}

static int cycles_to(Chains *chains, const IrInstr *value);

static int longest(int one, int other) { return one > other ? one : other; }

/* A branch's result is there when both sides are. */
static int cycles_to_result(Chains *chains, const IrInstr *result)
{
    int most = NO_PART;
    if (result->owner->op != IR_if)
        return most;
    EACH_REGION (result->owner, side)
        if (side->last->op == IR_yield)
            most = longest(most, cycles_to(chains, side->last->operands[result->position]));
    return most == NO_PART ? most : most + 1;
}

static int find_cycles_to(Chains *chains, const IrInstr *value)
{
    int most = NO_PART;
    if (value == chains->from)
        return 0;
    if (!ir_is_defined_in(value, chains->loop) || value->op == IR_parameter)
        return NO_PART;
    if (value->op == IR_result)
        return cycles_to_result(chains, value);
    for (int i = 0; i < value->operand_count; i++)
        most = longest(most, cycles_to(chains, value->operands[i]));
    return most == NO_PART ? most : most + cycles_of(value);
}

static int cycles_to(Chains *chains, const IrInstr *value)
{
    if (chains->cycles[value->id] == UNKNOWN)
        chains->cycles[value->id] = find_cycles_to(chains, value);
    return chains->cycles[value->id];
}

/* From what goes round to what it is in the next turn, of the parameter for which that is most. */
static int cycles_of_turn(Arena *scratch, const IrKernel *kernel, const IrInstr *loop)
{
    const IrInstr *next = loop->regions[0]->last;
    int most = 0;
    Chains chains = {loop, NULL, ARENA_ARRAY(scratch, int, kernel->next_id)};
    for (int p = 0; p < loop->parameter_count && next->op == IR_continue; p++) {
        chains.from = loop->parameters[p];
        if (chains.from->level <= LEVEL_WAVE)
            continue;
        for (uint32_t i = 0; i < kernel->next_id; i++)
            chains.cycles[i] = UNKNOWN;
        most = longest(most, cycles_to(&chains, next->operands[p]));
    }
    return most;
}

/* ---- what a turn takes ----------------------------------------------------------------------- */

/* It is added, which takes no operation more. */
static bool is_of_sum(const IrInstr *product, const IrInstr *next)
{
    return product->op == IR_fmul && next != NULL && next->op == IR_fadd &&
           (next->operands[0] == product || next->operands[1] == product);
}

static bool is_access(const IrInstr *instr) { return instr->variable != NULL || instr->resource != NULL; }

/* One word, or words side by side, but for lanes that meet a bound. */
static bool is_along(const IrInstr *index)
{
    if (index->level <= LEVEL_WAVE || (index->shape.length > 1 && index->shape.stride == 1))
        return true;
    bool passes_on = index->op == IR_imin || index->op == IR_imax || index->op == IR_iadd;
    return passes_on && is_along(index->operands[0]) && is_along(index->operands[1]);
}

/* Of lanes that step it is a scalar. */
static bool is_stepping(const IrInstr *instr)
{
    bool has_step = instr->shape.length > 1 || instr->op == IR_imin || instr->op == IR_imax;
    return !is_float(instr) && has_step && is_along(instr);
}

static bool loads_a_vector(const IrInstr *load)
{
    if (load->resource == NULL || load->resource->shape != IR_SHAPE_STRUCT)
        return false;
    return !ir_is(load, OP_WRITES) && ir_accessed_type(load).components == 1 && is_along(*index_operand(load));
}

/* Of vector operations in a turn; 0: there is more in it than loads and what is computed of them. */
static int count_operations(const IrInstr *loop)
{
    int count = 0;
    EACH_INSTR (loop->regions[0], instr) {
        bool is_vector = instr->level > LEVEL_WAVE;
        if (instr->op == IR_loop || ir_is(instr, OP_SYNC | OP_CONVERGENT) || parts_above(instr, LEVEL_WAVE) ||
            (is_access(instr) && instr->op != IR_load_cbuffer && !loads_a_vector(instr)))
            return 0;
        if (is_access(instr))
            count++;
        else if (is_vector && !is_construct(instr) && !is_jump(instr) && instr->type.scalar != IR_I1 &&
                 !is_stepping(instr) && !is_of_sum(instr, instr->next))
            count += cost_of_operation(instr);
    }
    return count;
}

static int count_carried(const IrInstr *loop)
{
    int count = 0;
    for (int i = 0; i < loop->parameter_count; i++)
        count += loop->parameters[i]->level > LEVEL_WAVE;
    return count;
}

static bool waits(Arena *scratch, const IrKernel *kernel, const IrInstr *loop, int vectors)
{
    int operations = count_operations(loop), carried = count_carried(loop);
    return operations > 0 && carried > 0 && carried <= MOST_CARRIED &&
           cycles_of_turn(scratch, kernel, loop) * AT_ONCE > (operations + 1) * vectors;
}

bool has_long_chains(const IrKernel *kernel, int lanes)
{
    static PassRun *const FIRST[] = {pass_split_variables, pass_promote, pass_simplify, pass_unroll,
                                     pass_simplify,        pass_hoist,   pass_uniformity};
    if (!ir_contains_op(kernel->body, IR_loop))
        return false;
    Arena *arena = arena_new("long chains");
    IrKernel *copy = copy_behind(arena, kernel, FIRST, COUNT_OF(FIRST));
    bool found = false;
    EACH_INSTR (copy->body, instr)
        found |= instr->op == IR_loop && waits(arena, copy, instr, kernel->wave_size / lanes);
    arena_drop(arena);
    return found;
}
