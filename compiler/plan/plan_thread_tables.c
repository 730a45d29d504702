/* Values that follow from the thread's place in the group alone and take a curve to compute are C constants, an element for
 * each thread.
 *
 *     cos((2 * k + 1) * thread.x * (PI / 16))        static const float t46[64] = {1, 0.98078525, ...};
 *     exp(-0.5 * d * d), sin(angle of the twiddle)   load_f32x16(&t46[wave * 32 + p * 16])
 *
 * Each group would compute the same again; who writes loops computes such tables before them. They are computed as other
 * constants are (fold.c), in double precision and rounded once: not where --fp=strict wants the same bits of all
 * options, nor where several wave sizes are compiled, whose results may be compared, nor at -O0.
 *
 * Needs all steps, and what stays in order. */
#include <math.h>

#include "plan_priv.h"

enum {
    LEAST_COST = 16,      /* a curve, and what it is computed of */
    GREATEST_COST = 255, /* higher ones are no other */
    NOT_OF_THREAD = -1,
    MOST_OPERANDS = 3,
    MOST_COMPUTED = 512, /* values of a kernel, for all threads */
    MOST_ELEMENTS = 4096 /* of a kernel's tables: 16 KiB of the first-level cache */
};

typedef struct Tables {
    Plan *plan;
    Arena *arena;
    int *costs; /* by id: of what follows from the thread, in operations; NOT_OF_THREAD */
    bool *is_wanted; /* by id: something reads it that is no such value of a run */
    uint64_t **bits; /* by id: for each thread; NULL: not computed yet, or not known */
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
    return cost;
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
        EACH_PHI (instr, phi)
            tables->costs[phi->id] = NOT_OF_THREAD;
    EACH_INSTR (tables->plan->kernel->body, instr) {
        tables->costs[instr->id] = cost_of(tables, instr);
        for (int i = 0; i < instr->operand_count; i++)
            tables->is_wanted[instr->operands[i]->id] |= !may_be_loaded(tables, instr);
    }
}

/* Each value once, for all threads. NULL: it is not known of one. */
static const uint64_t *bits_of(Tables *tables, const IrInstr *value)
{
    const IrKernel *kernel = tables->plan->kernel;
    int threads = (int)ir_group_size(kernel);
    uint64_t **found = &tables->bits[value->id];
    if (*found != NULL)
        return *found;
    if (value->operand_count > MOST_OPERANDS || tables->computed++ > MOST_COMPUTED)
        return NULL;
    IrTurn known[MOST_OPERANDS] = {0};
    for (int i = 0; i < value->operand_count; i++) {
        known[i] = (IrTurn){value->operands[i], bits_of(tables, value->operands[i]), i > 0 ? &known[i - 1] : NULL};
        if (known[i].bits == NULL)
            return NULL;
    }
    const IrTurn *operands = value->operand_count > 0 ? &known[value->operand_count - 1] : NULL;
    uint64_t *bits = ARENA_ARRAY(tables->arena, uint64_t, ir_running_waves(kernel) * kernel->wave_size);
    for (int thread = 0; thread < threads; thread++)
        if (!ir_compute_of_turn(kernel, value, thread, operands, 1, &bits[thread]))
            return NULL;
    *found = bits;
    return bits;
}

/* Literals are no infinities, and no NaN has its bits. */
static bool are_finite(const IrKernel *kernel, const uint64_t *bits)
{
    for (uint32_t thread = 0; thread < ir_group_size(kernel); thread++)
        if (!isfinite(op_bits_to_double(IR_F32, bits[thread])))
            return false;
    return true;
}

void plan_thread_tables(Arena *arena, Arena *scratch, Plan *plan)
{
    const IrKernel *kernel = plan->kernel;
    int room = (int)kernel->next_id + 1, elements = ir_running_waves(kernel) * kernel->wave_size;
    Tables tables = {.plan = plan,
                     .arena = arena,
                     .costs = ARENA_ARRAY(scratch, int, room),
                     .is_wanted = ARENA_ARRAY(scratch, bool, room),
                     .bits = ARENA_ARRAY(scratch, uint64_t *, room)};
    bool is_for_bits = !plan->target.contracts || plan->target.is_compared;
    if (kernel->thread_of_lane != NULL || is_for_bits || plan->target.keeps_apart || plan->has_checks)
        return;
    survey(&tables);
    EACH_INSTR (kernel->body, instr) {
        if (!tables.is_wanted[instr->id] || !may_be_loaded(&tables, instr) || tables.elements + elements > MOST_ELEMENTS)
            continue;
        const uint64_t *bits = bits_of(&tables, instr);
        if (bits == NULL || !are_finite(kernel, bits))
            continue;
        plan->values[instr->id].by_thread = bits;
        tables.elements += elements;
    }
}
