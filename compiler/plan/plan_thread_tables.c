/* Values that follow from the thread's place in the group alone, or from that and a loop's counter, and take a curve to
 * compute are C constants, an element for each thread, a row for each turn.
 *
 *     cos((2 * k + 1) * thread.x * (PI / 16))        static const float t46[64] = {1, 0.98078525, ...};
 *     exp(-0.5 * d * d), sin(angle of the twiddle)   load_f32x16(&t46[wave * 32 + p * 16])
 *     for (j < 40) ... cos((j + 0.5) * thread.x)     load_f32x16(&t46[(v9 - 0) * 32 + wave * 32 + p * 16])
 *
 * A counter's values are known where it goes on by a constant from a constant on, as far as its range says; of those is also
 * the one that ends the loop. Each group would compute the same again; who writes loops computes such tables before them. They are computed as other
 * constants are (fold.c), in double precision and rounded once: not where --fp=strict wants the same bits of all
 * options, nor where several wave sizes are compiled, whose results may be compared, nor at -O0.
 *
 * Needs all steps, and what stays in order. */
#include <math.h>

#include "ir/range.h"
#include "plan_priv.h"

enum {
    LEAST_COST = 16,      /* a curve, and what it is computed of */
    GREATEST_COST = 255, /* higher ones are no other */
    NOT_OF_THREAD = -1,
    MOST_OPERANDS = 3,
    MOST_COMPUTED = 1 << 17, /* values of a kernel, of one thread in one turn each */
    MOST_ELEMENTS = 8448, /* of a kernel's tables, 33 KiB: sines and cosines of 64 threads in 64 turns */
    MOST_ROWS = 257      /* of a table: turns of a loop, and its end */
};

typedef struct Tables {
    Plan *plan;
    Arena *arena;
    int *costs; /* by id: of what follows from the thread, in operations; NOT_OF_THREAD */
    bool *is_unknown; /* by id: for some thread it cannot be computed */
    const PlanThreadTable **turns; /* by id: the counter that it follows from, too, and its rows; NULL: none */
    bool *is_wanted; /* by id: something reads it that is no such value of a run */
    uint64_t **bits; /* by id: for each row and thread; NULL: not computed yet, or not known */
    int computed, elements;
} Tables;

static bool is_curve(IrOp op)
{
    static const bool CURVES[IR_OP_COUNT] = {
        [IR_fsin] = true,  [IR_fcos] = true,   [IR_ftan] = true,  [IR_fasin] = true,  [IR_facos] = true,
        [IR_fatan] = true, [IR_fatan2] = true, [IR_fsinh] = true, [IR_fcosh] = true,  [IR_ftanh] = true,
        [IR_fexp2] = true, [IR_flog2] = true,  [IR_fpow] = true};
    return CURVES[op];
}

/* Counted by a constant from a constant on, the same for all lanes. */
static const PlanThreadTable *rows_of(const Tables *tables, const IrInstr *phi)
{
    if (phi->op != IR_parameter || phi->owner->op != IR_loop || phi->type.scalar != IR_I32 ||
        plan_is_vector(tables->plan, phi))
        return NULL;
    const IrInstr *first = phi->owner->operands[phi->position];
    IrRange range = ir_range_of(phi);
    int64_t step = ir_step_of_all_turns(phi);
    if (step == 0 || first->op != IR_const || (int32_t)first->bits < 0 || range.umin != first->bits || range.umax > INT32_MAX ||
        (range.umax - range.umin) / (uint64_t)step >= MOST_ROWS)
        return NULL;
    PlanThreadTable *rows = ARENA_NEW(tables->arena, PlanThreadTable);
    *rows = (PlanThreadTable){.counter = phi, .first = (int32_t)first->bits, .step = (int)step,
                              .rows = (int)((range.umax - range.umin) / (uint64_t)step) + 1};
    return rows;
}

static int row_count(const Tables *tables, const IrInstr *value)
{
    return tables->turns[value->id] != NULL ? tables->turns[value->id]->rows : 1;
}

/* The one counter that the operands follow from; false: there are two. */
static bool find_turns(const Tables *tables, const IrInstr *instr)
{
    const PlanThreadTable **turns = &tables->turns[instr->id];
    for (int i = 0; i < instr->operand_count; i++) {
        const PlanThreadTable *of = tables->turns[instr->operands[i]->id];
        if (of != NULL && *turns != NULL && of != *turns)
            return false;
        *turns = of != NULL ? of : *turns;
    }
    return true;
}

static int cost_of(const Tables *tables, const IrInstr *instr)
{
    bool is_place = instr->op == IR_group_index || instr->op == IR_group_thread_id || instr->op == IR_lane_index ||
                    instr->op == IR_wave_index || instr->op == IR_const;
    bool is_operation = ir_is(instr, OP_PURE) && !ir_is(instr, OP_CONVERGENT) && instr->operand_count > 0;
    int cost = is_curve(instr->op) ? LEAST_COST : 1;
    if (is_place || !is_operation || instr->type.components != 1)
        return is_place ? 0 : NOT_OF_THREAD;
    for (int i = 0; i < instr->operand_count; i++) {
        int of = tables->costs[instr->operands[i]->id];
        if (of == NOT_OF_THREAD)
            return NOT_OF_THREAD;
        cost = cost + of < GREATEST_COST ? cost + of : GREATEST_COST;
    }
    return find_turns(tables, instr) ? cost : NOT_OF_THREAD;
}

/* A vector of a run, apart. */
static bool may_be_loaded(const Tables *tables, const IrInstr *instr)
{
    const PlanValue *planned = &tables->plan->values[instr->id];
    return tables->costs[instr->id] >= LEAST_COST && instr->type.scalar == IR_F32 && planned->run != 0 &&
           planned->form == FORM_VECTOR && planned->element == NULL && !planned->is_cold && !planned->is_straight &&
           !planned->is_by_lanes && !planned->is_asked;
}

static void survey(Tables *tables)
{
    EACH_INSTR (tables->plan->kernel->body, instr)
        EACH_PHI (instr, phi) {
            tables->turns[phi->id] = rows_of(tables, phi);
            tables->costs[phi->id] = tables->turns[phi->id] != NULL ? 0 : NOT_OF_THREAD;
        }
    EACH_INSTR (tables->plan->kernel->body, instr) {
        tables->costs[instr->id] = cost_of(tables, instr);
        for (int i = 0; i < instr->operand_count; i++)
            tables->is_wanted[instr->operands[i]->id] |= !may_be_loaded(tables, instr);
    }
}

static const uint64_t *bits_of(Tables *tables, const IrInstr *value);

static bool compute_row(Tables *tables, const IrInstr *value, int row, uint64_t *bits)
{
    const IrKernel *kernel = tables->plan->kernel;
    IrTurn known[MOST_OPERANDS] = {0};
    for (int i = 0; i < value->operand_count; i++) {
        const IrInstr *operand = value->operands[i];
        const uint64_t *of = bits_of(tables, operand);
        if (of == NULL)
            return false;
        int from = row_count(tables, operand) > 1 ? row * ir_running_lanes(kernel) : 0;
        known[i] = (IrTurn){operand, of + from, i > 0 ? &known[i - 1] : NULL};
    }
    const IrTurn *operands = value->operand_count > 0 ? &known[value->operand_count - 1] : NULL;
    for (int thread = 0; thread < (int)ir_group_size(kernel); thread++)
        if (!ir_compute_of_turn(kernel, value, thread, operands, 1, &bits[thread]))
            return false;
    return true;
}

static void count_row(const PlanThreadTable *turns, int row, uint64_t *bits, int threads)
{
    for (int thread = 0; thread < threads; thread++)
        bits[thread] = (uint64_t)(turns->first + row * turns->step);
}

/* Each value once, for all turns and threads. NULL: it is not known of one. */
static const uint64_t *bits_of(Tables *tables, const IrInstr *value)
{
    const IrKernel *kernel = tables->plan->kernel;
    int lanes = ir_running_lanes(kernel), rows = row_count(tables, value);
    uint64_t **found = &tables->bits[value->id];
    if (*found != NULL || tables->is_unknown[value->id])
        return *found;
    tables->is_unknown[value->id] = true;
    if (value->operand_count > MOST_OPERANDS || rows * lanes > MOST_ELEMENTS || tables->computed + rows * lanes > MOST_COMPUTED)
        return NULL;
    tables->computed += rows * lanes;
    uint64_t *bits = ARENA_ARRAY(tables->arena, uint64_t, rows * lanes);
    for (int row = 0; row < rows; row++)
        if (value->op == IR_parameter)
            count_row(tables->turns[value->id], row, bits + row * lanes, lanes);
        else if (!compute_row(tables, value, row, bits + row * lanes))
            return NULL;
    tables->is_unknown[value->id] = false;
    *found = bits;
    return bits;
}

/* Literals are no infinities, and no NaN has its bits. */
static bool are_finite(const IrKernel *kernel, const uint64_t *bits, int rows)
{
    for (int row = 0; row < rows; row++)
        for (int thread = 0; thread < (int)ir_group_size(kernel); thread++)
            if (!isfinite(op_bits_to_double(IR_F32, bits[row * ir_running_lanes(kernel) + thread])))
                return false;
    return true;
}

static const PlanThreadTable *table_of(const Tables *tables, const IrInstr *value, const uint64_t *bits)
{
    PlanThreadTable *table = ARENA_NEW(tables->arena, PlanThreadTable);
    *table = tables->turns[value->id] != NULL ? *tables->turns[value->id] : (PlanThreadTable){.rows = 1};
    table->bits = bits;
    return table;
}

void plan_thread_tables(Arena *arena, Arena *scratch, Plan *plan)
{
    const IrKernel *kernel = plan->kernel;
    int room = (int)kernel->next_id + 1;
    Tables tables = {.plan = plan,
                     .arena = arena,
                     .costs = ARENA_ARRAY(scratch, int, room),
                     .is_unknown = ARENA_ARRAY(scratch, bool, room),
                     .turns = ARENA_ARRAY(scratch, const PlanThreadTable *, room),
                     .is_wanted = ARENA_ARRAY(scratch, bool, room),
                     .bits = ARENA_ARRAY(scratch, uint64_t *, room)};
    bool is_for_bits = !plan->target.contracts || plan->target.is_compared;
    if (kernel->thread_of_lane != NULL || is_for_bits || plan->target.keeps_apart || plan->has_checks)
        return;
    survey(&tables);
    EACH_INSTR (kernel->body, instr) {
        int rows = row_count(&tables, instr), elements = rows * ir_running_lanes(kernel);
        if (!tables.is_wanted[instr->id] || !may_be_loaded(&tables, instr) || tables.elements + elements > MOST_ELEMENTS)
            continue;
        const uint64_t *bits = bits_of(&tables, instr);
        if (bits == NULL || !are_finite(kernel, bits, rows))
            continue;
        plan->values[instr->id].by_thread = table_of(&tables, instr, bits);
        tables.elements += elements;
    }
}
