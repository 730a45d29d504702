/* The reference evaluator: what a kernel means, lane by lane, with nothing clever.
 *
 * A whole group runs in lockstep: the structured tree is walked once with the set of threads that
 * are on. A break, continue or return takes its threads out of the set until the construct that it
 * leaves; then they come back, which is maximal reconvergence. All waves so reach a barrier
 * together, and a barrier only has to see that no wave is there in part.
 *
 * After form_waves: a wave_loop's body runs for one wave after the other; everything outside is
 * done once for the group, so it must come out alike for every thread. Levels, shapes and ranges
 * that the passes claim are held against the values as they are computed (evaluate_check.c). */
#include "ir/evaluate_priv.h"

#include <stdlib.h>

enum { STEP_LIMIT = 1 << 28 }; /* instructions times lanes, for one group */

void evaluate_fail(Evaluation *evaluation, const IrInstr *instr, const char *format, ...)
{
    if (evaluation->error)
        return;
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    const uint32_t *group = evaluation->group;
    evaluation->error =
        arena_printf(evaluation->arena, "group (%u, %u, %u): %s: %s", group[0], group[1], group[2],
                     text.bytes, ir_instr_text(evaluation->scratch, evaluation->kernel, instr));
    text_free(&text);
}

/* ---- sets of lanes ---- */

static bool any_on(const Evaluation *evaluation, const Lanes *lanes)
{
    return memchr(lanes->on, true, (size_t)evaluation->lane_count) != NULL;
}

static void add_lanes(Evaluation *evaluation, Lanes *to, const Lanes *lanes)
{
    EACH_LANE (evaluation, lanes, lane)
        to->on[lane] = true;
}

static Lanes *lanes_of(Evaluation *evaluation, Lanes **table, const IrInstr *construct)
{
    if (!table[construct->id])
        table[construct->id] = ARENA_NEW(evaluation->scratch, Lanes);
    return table[construct->id];
}

/* Takes the lanes out of the table's set. */
static Lanes take_lanes(Evaluation *evaluation, Lanes **table, const IrInstr *construct)
{
    Lanes *set = lanes_of(evaluation, table, construct), taken = *set;
    memset(set, 0, sizeof *set);
    return taken;
}

/* ---- values ---- */

uint64_t *evaluate_new_values(Evaluation *evaluation, const IrInstr *instr)
{
    uint64_t **values = &evaluation->values[instr->id];
    *values = ARENA_ARRAY(evaluation->scratch, uint64_t, evaluation->lane_count * instr->type.components);
    return *values;
}

uint64_t evaluate_operand(Evaluation *evaluation, const IrInstr *instr, int operand, int lane)
{
    return *evaluate_value(evaluation, instr->operands[operand], lane, 0);
}

uint64_t evaluate_flushed(IrScalar type, uint64_t bits)
{
    return type == IR_F32 && (bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits;
}

static void fold_lanes(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    enum { MOST = 4 };
    int count = instr->operand_count < MOST ? instr->operand_count : MOST;
    bool flush = evaluation->kernel->flushes_denormals && ir_is(instr, OP_FLUSHES);
    IrScalar type = count > 0 ? instr->operands[instr->op == IR_select]->type.scalar : IR_VOID;
    uint64_t *results = evaluate_value(evaluation, instr, 0, 0);
    const uint64_t *given[MOST];
    for (int i = 0; i < count; i++)
        given[i] = evaluate_value(evaluation, instr->operands[i], 0, 0);
    EACH_LANE (evaluation, active, lane) {
        uint64_t operands[MOST] = {0}, result = 0;
        for (int i = 0; i < count; i++)
            operands[i] = flush ? evaluate_flushed(instr->operands[i]->type.scalar, given[i][lane]) : given[i][lane];
        if (!op_fold(instr->op, type, instr->type.scalar, operands, &result))
            evaluate_fail(evaluation, instr, "cannot be evaluated");
        results[lane] = flush ? evaluate_flushed(instr->type.scalar, result) : result;
    }
}

/* What follows from where the lane is, and what another value holds; false: it is computed. */
static bool find_given(Evaluation *evaluation, const IrInstr *instr, int lane, uint64_t *value)
{
    switch (instr->op) {
    case IR_const: *value = instr->bits; break;
    case IR_group_id: *value = evaluation->group[instr->immediate]; break;
    case IR_group_thread_id: *value = (uint64_t)ir_thread_on_axis(evaluation->kernel, lane, instr->immediate); break;
    case IR_group_index: *value = (uint64_t)ir_thread_of_lane(evaluation->kernel, lane); break;
    case IR_lane_index: *value = (uint64_t)(lane % evaluation->kernel->wave_size); break;
    case IR_wave_index: *value = (uint64_t)(lane / evaluation->kernel->wave_size); break;
    case IR_extract: *value = *evaluate_value(evaluation, instr->operands[0], lane, instr->component); break;
    default: return false;
    }
    return true;
}

static void run_pure(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    EACH_LANE (evaluation, active, lane)
        if (!find_given(evaluation, instr, lane, evaluate_value(evaluation, instr, lane, 0))) {
            fold_lanes(evaluation, instr, active);
            return;
        }
}

/* The values of an edge go into `phis`, all read before the first is written. */
static void pass_values(Evaluation *evaluation, const IrInstr *edge, IrInstr *const *phis,
                        int count, const Lanes *active)
{
    uint64_t *read = zeroed_new((size_t)count, sizeof *read);
    EACH_LANE (evaluation, active, lane) {
        for (int i = 0; i < count; i++)
            read[i] = evaluate_operand(evaluation, edge, i, lane);
        for (int i = 0; i < count; i++)
            *evaluate_value(evaluation, phis[i], lane, 0) = read[i];
    }
    free(read);
}

static void check_phi_claims(Evaluation *evaluation, IrInstr *const *phis, int count,
                             const Lanes *active)
{
    for (int i = 0; i < count; i++)
        evaluate_check_claims(evaluation, phis[i], active);
}

/* ---- control; each returns the lanes that go on behind it ---- */

static Lanes run_region(Evaluation *evaluation, const IrRegion *region, Lanes active);

static Lanes run_if(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    Lanes sides[2] = {{{0}}}, out = {{0}};
    EACH_LANE (evaluation, active, lane)
        sides[evaluate_operand(evaluation, instr, 0, lane) ? 0 : 1].on[lane] = true;
    for (int i = 0; i < 2; i++) {
        Lanes through = run_region(evaluation, instr->regions[i], sides[i]);
        add_lanes(evaluation, &out, &through);
    }
    return out;
}

static Lanes run_loop(Evaluation *evaluation, const IrInstr *loop, Lanes active)
{
    pass_values(evaluation, loop, loop->parameters, loop->parameter_count, &active);
    while (any_on(evaluation, &active) && !evaluation->error) {
        check_phi_claims(evaluation, loop->parameters, loop->parameter_count, &active);
        run_region(evaluation, loop->regions[0], active);
        active = take_lanes(evaluation, evaluation->again, loop);
    }
    return take_lanes(evaluation, evaluation->left, loop);
}

static Lanes run_scope(Evaluation *evaluation, const IrInstr *scope, const Lanes *active)
{
    Lanes out = run_region(evaluation, scope->regions[0], *active);
    Lanes left = take_lanes(evaluation, evaluation->left, scope);
    add_lanes(evaluation, &out, &left);
    return out;
}

static Lanes run_lane_loop(Evaluation *evaluation, const IrInstr *lane_loop, const Lanes *active)
{
    Lanes out = {{0}};
    EACH_LANE (evaluation, active, lane) {
        Lanes one = {{0}};
        one.on[lane] = true;
        Lanes through = run_region(evaluation, lane_loop->regions[0], one);
        add_lanes(evaluation, &out, &through);
    }
    return out;
}

static bool is_brought(const IrInstr *value, const IrInstr *all_lanes)
{
    return value->type.scalar != IR_VOID && !ir_is_defined_in(value, all_lanes);
}

/* What the one lane has, all of its wave have. */
static void lend_values(Evaluation *evaluation, const IrInstr *all_lanes, int from, const Lanes *wave)
{
    EACH_INSTR (all_lanes->regions[0], instr)
        EACH_USE (instr, use)
            for (int i = 0; i < (*use)->type.components && is_brought(*use, all_lanes); i++) {
                uint64_t value = *evaluate_value(evaluation, *use, from, i);
                EACH_LANE (evaluation, wave, lane)
                    *evaluate_value(evaluation, *use, lane, i) = value;
            }
}

static Lanes run_all_lanes(Evaluation *evaluation, const IrInstr *all_lanes, const Lanes *active)
{
    int wave_size = evaluation->kernel->wave_size;
    EACH_LANE (evaluation, active, one) {
        int first = one / wave_size * wave_size;
        Lanes wave = {{0}};
        for (int lane = first; lane < first + wave_size && lane < evaluation->lane_count; lane++)
            wave.on[lane] = true;
        lend_values(evaluation, all_lanes, one, &wave);
        run_region(evaluation, all_lanes->regions[0], wave);
    }
    return *active;
}

/* A return in it ends the thread's part of this stretch, no more: later ones test the flag that
 * records it. */
static Lanes run_wave_loop(Evaluation *evaluation, const IrInstr *wave_loop, const Lanes *active)
{
    int wave_size = evaluation->kernel->wave_size;
    Lanes returned = evaluation->returned;
    if (evaluation->in_wave_loop)
        evaluate_fail(evaluation, wave_loop, "a wave_loop within a wave_loop");
    evaluation->in_wave_loop = true;
    int waves = ir_waves_through(evaluation->kernel, wave_loop);
    bool is_down = wave_loop->immediate == WAVES_DOWN;
    for (int turn = 0; turn < waves; turn++) {
        int first = (is_down ? waves - 1 - turn : turn) * wave_size;
        Lanes wave = {{0}};
        for (int lane = first; lane < first + wave_size && lane < evaluation->lane_count; lane++)
            wave.on[lane] = active->on[lane];
        run_region(evaluation, wave_loop->regions[0], wave);
    }
    evaluation->in_wave_loop = false;
    evaluation->returned = returned;
    return *active;
}

static Lanes run_construct(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    Lanes out;
    switch (instr->op) {
    case IR_if: out = run_if(evaluation, instr, active); break;
    case IR_loop: out = run_loop(evaluation, instr, *active); break;
    case IR_scope: out = run_scope(evaluation, instr, active); break;
    case IR_lane_loop: out = run_lane_loop(evaluation, instr, active); break;
    case IR_all_lanes: out = run_all_lanes(evaluation, instr, active); break;
    default: return run_wave_loop(evaluation, instr, active);
    }
    check_phi_claims(evaluation, instr->results, instr->result_count, &out);
    return out;
}

/* The lanes that reach the region's end and go on behind its construct: those of a yield. */
static Lanes run_jump(Evaluation *evaluation, const IrInstr *jump, const Lanes *active)
{
    const IrInstr *target = jump->op == IR_yield ? jump->region->owner : jump->target;
    if (jump->op == IR_continue)
        pass_values(evaluation, jump, target->parameters, target->parameter_count, active);
    else if (target)
        pass_values(evaluation, jump, target->results, target->result_count, active);
    switch (jump->op) {
    case IR_yield: return *active;
    case IR_return:
        add_lanes(evaluation, &evaluation->returned, active);
        add_lanes(evaluation, &evaluation->gone, active);
        break;
    case IR_break:
        add_lanes(evaluation, lanes_of(evaluation, evaluation->left, target), active);
        break;
    default: add_lanes(evaluation, lanes_of(evaluation, evaluation->again, target), active); break;
    }
    return (Lanes){{0}};
}

/* All threads of a wave that still run are there, or none. */
static void run_barrier(Evaluation *evaluation, const IrInstr *barrier, const Lanes *active)
{
    int wave_size = evaluation->kernel->wave_size;
    EACH_LANE (evaluation, active, lane) {
        int first = lane - lane % wave_size;
        for (int other = first; other < first + wave_size && other < evaluation->lane_count;
             other++)
            if (!active->on[other] && !evaluation->returned.on[other])
                evaluate_fail(evaluation, barrier,
                              "thread %d is at a barrier without thread %d of its wave", lane,
                              other);
    }
}

static void check_group_level(Evaluation *evaluation, const IrInstr *instr)
{
    if (ir_is(instr, OP_READS) && ir_is(instr, OP_WRITES))
        evaluate_fail(evaluation, instr, "needs its lanes but stands outside the wave_loops");
}

static void run_simple(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    if (instr->op == IR_barrier)
        run_barrier(evaluation, instr, active);
    if (instr->op == IR_print) {
        evaluate_print(evaluation, instr, active);
        return;
    }
    if (ir_is(instr, OP_SYNC)) { /* fences and what --check asks: nothing to compute */
        evaluate_tell(evaluation, instr, active);
        return;
    }
    if (evaluation->is_waved && !evaluation->in_wave_loop)
        check_group_level(evaluation, instr);
    evaluate_check_operand_ranges(evaluation, instr, active);
    if (op_carries(instr->op, CARRIES_VARIABLE | CARRIES_RESOURCE))
        evaluate_memory(evaluation, instr, active);
    else if (instr->op == IR_expect_uniform || instr->op == IR_expect_varying)
        return;
    else if (ir_is(instr, OP_CONVERGENT))
        evaluate_wave_op(evaluation, instr, active);
    else
        run_pure(evaluation, instr, active);
    if (instr->type.scalar != IR_VOID)
        evaluate_check_claims(evaluation, instr, active);
}

static void count_steps(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    EACH_LANE (evaluation, active, lane)
        evaluation->steps++;
    if (evaluation->steps > STEP_LIMIT)
        evaluate_fail(evaluation, instr, "does not end: step limit");
}

static Lanes run_region(Evaluation *evaluation, const IrRegion *region, Lanes active)
{
    for (const IrInstr *instr = region->first; instr && any_on(evaluation, &active);
         instr = instr->next) {
        count_steps(evaluation, instr, &active);
        if (evaluation->error)
            return (Lanes){{0}};
        if (ir_is(instr, OP_JUMP))
            return run_jump(evaluation, instr, &active);
        if (ir_is(instr, OP_REGION))
            active = run_construct(evaluation, instr, &active);
        else
            run_simple(evaluation, instr, &active);
    }
    return active;
}

/* ---- the dispatch ---- */

static void run_group(Evaluation *evaluation)
{
    Lanes all = {{0}};
    for (int lane = 0; lane < evaluation->lane_count; lane++) {
        all.on[lane] = ir_thread_of_lane(evaluation->kernel, lane) >= 0;
        evaluation->gone.on[lane] = evaluation->returned.on[lane] = !all.on[lane];
    }
    evaluation->steps = 0;
    evaluate_clear_variables(evaluation);
    int printed = evaluation->printed != NULL ? evaluation->printed->count : 0;
    if (evaluation->hearer->begin_group != NULL)
        evaluation->hearer->begin_group(evaluation->hearer->context, evaluation->group);
    run_region(evaluation, evaluation->kernel->body, all);
    evaluate_sort_printed(evaluation, printed);
}

static void run_dispatch(Evaluation *evaluation, const uint32_t groups[3])
{
    for (uint32_t z = 0; z < groups[2]; z++)
        for (uint32_t y = 0; y < groups[1]; y++)
            for (uint32_t x = 0; x < groups[0] && !evaluation->error; x++) {
                evaluation->group[0] = x, evaluation->group[1] = y, evaluation->group[2] = z;
                run_group(evaluation);
            }
}

bool ir_evaluate(Arena *arena, const IrKernel *kernel, IrEvalResource *resources,
                 const uint32_t groups[3], const char **error)
{
    static const IrEvalHearer NOBODY;
    return ir_evaluate_heard(arena, kernel, resources, groups, &NOBODY, error);
}

bool ir_evaluate_heard(Arena *arena, const IrKernel *kernel, IrEvalResource *resources,
                       const uint32_t groups[3], const IrEvalHearer *hearer, const char **error)
{
    Arena *scratch = arena_new("evaluation");
    size_t id_count = (size_t)kernel->next_id + 1;
    int lane_count = kernel->thread_of_lane ? ir_running_lanes(kernel) : (int)ir_group_size(kernel);
    Evaluation *evaluation = ARENA_NEW(scratch, Evaluation);
    *evaluation = (Evaluation){.arena = arena, .scratch = scratch, .kernel = kernel,
                               .resources = resources, .lane_count = lane_count,
                               .printed = hearer->printed, .hearer = hearer,
                               .is_waved = ir_contains_op(kernel->body, IR_wave_loop),
                               .values = ARENA_ARRAY(scratch, uint64_t *, id_count),
                               .left = ARENA_ARRAY(scratch, Lanes *, id_count),
                               .again = ARENA_ARRAY(scratch, Lanes *, id_count)};
    if (lane_count > EVAL_MAX_LANES || kernel->wave_size > EVAL_MAX_WAVE)
        evaluation->error = "the group or the wave is too large";
    else
        run_dispatch(evaluation, groups);
    *error = evaluation->error;
    arena_drop(scratch);
    return *error == NULL;
}
