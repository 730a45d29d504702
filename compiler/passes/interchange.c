/* interchange: the waves of a group go through a loop together, where its loads or stores then
 * follow each other in memory.
 *
 *     for each wave                          for each turn
 *       for each turn                          for each wave
 *         sum += x[turn * 1024 + thread]  ->     sum[wave] += x[turn * 1024 + thread]
 *
 * A wave of 32 lanes reads 128 bytes, skips what the other waves will read, and so on; memory and
 * its prefetchers want the whole row. Here such loops are only marked [group], before any is
 * unrolled; form_waves cuts there as it cuts at barriers, and keeps for each wave what lives
 * across.
 *
 * A thread's own counter becomes its start and a counter of the group.
 *
 * Which: its turns are the same for all waves of the group, eight or more where that is known, and an
 * access in it steps by one element over the lanes, over several waves since they lie in one row of
 * threads, and goes on by more than that in each turn. Two turns are enough where each stores what
 * follows in memory on what the last one stored, and keeps nothing. No private arrays, which would be one for each wave, no coherent
 * memory and no atomics but sums and the like, alone with their memory: in what order waves come by
 * decides elsewhere.
 * Needs: uniformity. Breaks: facts. */
#include "interchange.h"

#include "form_waves.h"
#include "turns.h"

enum {
    LEAST_TURNS = 8,        /* where known */
    LEAST_OF_ROW = 2,       /* of those that only store to one row, where known */
    LEAST_WAVES_A_TURN = 2, /* that it goes on by */
    LEAST_WIDTH = 128,      /* threads in a row */
    MOST_KEPT = 4           /* accesses to what is kept, for each component of a stream */
};

/* ---- accesses -------------------------------------------------------------------------------- */

/* A lane's distance to the next one where they are neighbours: bytes count in raw buffers. */
static int64_t unit_of(const IrInstr *access)
{
    return access->resource->shape == IR_SHAPE_RAW ? 4 : 1;
}

static bool steps_over_wave(const IrKernel *kernel, const IrInstr *index, int64_t unit)
{
    return index->shape.length == kernel->wave_size && index->shape.stride == unit;
}

/* In each turn of its loop, by at least `least`, as far as that can be known. */
static bool goes_on(const IrInstr *index, const IrInstr *loop, int64_t least)
{
    IrTravel travel = ir_travel(index, loop);
    if (travel.step == NULL || travel.step->level > LEVEL_GROUP)
        return false;
    return travel.step->op != IR_const ||
           op_sign_extend(IR_I32, travel.step->bits) * travel.factor >= least;
}

static bool is_stream(const IrKernel *kernel, const IrInstr *instr, const IrInstr *loop)
{
    if (instr->resource == NULL || instr->resource->class == IR_CBV ||
        !ir_is(instr, OP_READS | OP_WRITES))
        return false;
    int first = op_row_count(instr->op), end = first + op_address_count(instr->op);
    int64_t unit = unit_of(instr);
    const IrInstr *along = NULL;
    bool goes = false;
    for (int i = first; i < end; i++)
        if (steps_over_wave(kernel, instr->operands[i], unit))
            along = instr->operands[i];
    for (int i = first; i < end && along != NULL; i++)
        goes |= goes_on(instr->operands[i], loop,
                        instr->operands[i] == along ? LEAST_WAVES_A_TURN * kernel->wave_size * unit
                                                    : 1);
    return goes;
}

/* Where one turn's row of threads ends in memory, the next one's begins. */
static bool follows_on(const IrKernel *kernel, const IrInstr *instr, const IrInstr *loop)
{
    int first = op_row_count(instr->op), end = first + op_address_count(instr->op);
    int64_t unit = unit_of(instr);
    for (int i = first; i < end; i++)
        if (steps_over_wave(kernel, instr->operands[i], unit) &&
            goes_on(instr->operands[i], loop, 1) &&
            !goes_on(instr->operands[i], loop, kernel->threads[0] * unit + 1))
            return true;
    return false;
}

bool interchange_follows_on(const IrKernel *kernel, const IrInstr *access, const IrInstr *loop)
{
    return is_stream(kernel, access, loop) && follows_on(kernel, access, loop);
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* An atomic operation on memory with which the loop does nothing else but the same: sums, minima and
 * the like come out alike in any order, and who gets which old value nobody promises. */
static bool only_counts(const IrInstr *loop, const IrInstr *atomic)
{
    if (!op_is_atomic(atomic->op) || !op_has(atomic->combine, OP_COMMUTES))
        return false;
    EACH_INSTR (loop->regions[0], other) {
        bool is_there = other->variable == atomic->variable && other->resource == atomic->resource;
        bool is_same = op_is_atomic(other->op) && other->combine == atomic->combine;
        if (ir_is(other, OP_READS | OP_WRITES) && is_there && !is_same)
            return false;
    }
    return true;
}

/* Who comes when is seen by what other waves do, or needs room for each of them. */
static bool keeps_waves_apart(const IrInstr *loop, const IrInstr *instr)
{
    bool is_array = instr->variable != NULL && instr->variable->kind == IR_LOCAL &&
                    instr->variable->count > 1;
    bool is_coherent = instr->resource != NULL && instr->resource->is_coherent;
    bool is_seen =
        ir_is(instr, OP_READS) && ir_is(instr, OP_WRITES) && !only_counts(loop, instr);
    return is_array || is_coherent || is_seen || ir_is(instr, OP_SYNC);
}

IrInstr *interchange_head_test(const IrInstr *loop)
{
    IrInstr *test = loop->regions[0]->first;
    while (test != NULL && (ir_is(test, OP_PURE) || test->op == IR_load_cbuffer))
        test = test->next;
    if (test == NULL || test->op != IR_if || test->result_count > 0)
        return NULL;
    const IrInstr *goes = test->regions[0]->first, *leaves = test->regions[1]->first;
    return goes->op == IR_yield && leaves->op == IR_break && leaves->target == loop ? test : NULL;
}

/* It is left there alone, and goes on at its end alone. */
static bool has_one_way(Arena *scratch, const IrInstr *loop)
{
    const IrInstr *last = loop->regions[0]->last;
    IrEdges breaks = ir_result_edges(scratch, loop), continues = ir_continue_edges(scratch, loop);
    return last->op == IR_continue && last->target == loop && breaks.jumps.count == 1 &&
           continues.jumps.count == 1 && !ir_has_jump_out(loop);
}

IrInstr *interchange_only_test(Arena *scratch, const IrInstr *loop)
{
    return has_one_way(scratch, loop) ? interchange_head_test(loop) : NULL;
}

/* Differs between threads, and not by what is easily computed again. */
static bool is_kept(const IrInstr *value)
{
    return value->level > LEVEL_WAVE && value->shape.stride == 0;
}

/* What is loaded and stored for each wave in each turn: what lives from turn to turn is both. */
static int count_kept(Arena *scratch, const IrInstr *loop)
{
    VEC(const IrInstr *) loaded = {0};
    int count = 0;
    for (int i = 0; i < loop->parameter_count; i++)
        count += is_kept(loop->parameters[i]) ? 2 : 0;
    EACH_INSTR (loop->regions[0], instr)
        EACH_USE (instr, use) {
            bool is_new = is_kept(*use) && !ir_is_defined_in(*use, loop);
            for (int i = 0; i < loaded.count && is_new; i++)
                is_new = loaded.items[i] != *use;
            if (is_new)
                vec_push(scratch, &loaded, *use);
        }
    return count + loaded.count;
}

/* A row of memory from end to end, and nothing lives from turn to turn. */
static bool only_stores_row(const IrKernel *kernel, const IrInstr *loop)
{
    bool stores = false;
    for (int i = 0; i < loop->parameter_count; i++)
        if (is_kept(loop->parameters[i]))
            return false;
    EACH_INSTR (loop->regions[0], instr)
        stores |= ir_is(instr, OP_WRITES) && is_stream(kernel, instr, loop) && follows_on(kernel, instr, loop);
    return stores;
}

/* As far as that is known. */
static bool takes_few_turns(Arena *scratch, const IrKernel *kernel, const IrInstr *loop)
{
    int least = only_stores_row(kernel, loop) ? LEAST_OF_ROW : LEAST_TURNS;
    const IrInstr *test = interchange_head_test(loop);
    TurnCounter counter = {.kernel = kernel, .scratch = scratch};
    Loop counted = {.instr = loop, .continues = ir_continue_edges(scratch, loop)};
    if (test == NULL)
        return false;
    Turns turns = turns_until(&counter, &counted, test, least);
    return turns.count > 0 && turns.count <= least;
}

/* A branch leaves a loop or a scope. */
static bool ends_with_jump(const IrInstr *branch)
{
    EACH_REGION (branch, region)
        if (region->last->op == IR_break || region->last->op == IR_continue)
            return true;
    return false;
}

/* The waves are together in what is around it, as far as a loop may stand at group level there. */
static bool is_with_group(Arena *scratch, const IrInstr *loop)
{
    for (const IrInstr *at = loop; at != NULL; at = at->region->owner) {
        bool is_plain_if = at->op == IR_if && !ends_with_jump(at);
        bool is_even = at->op == IR_loop && interchange_only_test(scratch, at) != NULL &&
                       !form_waves_leaves_apart(at);
        if (!is_plain_if && !is_even)
            return false;
    }
    return true;
}

bool interchange_can_help(const IrKernel *kernel)
{
    return kernel->threads[0] >= LEAST_WIDTH &&
           kernel->threads[0] >= 2 * (uint32_t)kernel->wave_size && !kernel->watches_barriers;
}

const char *interchange_refusal(Arena *scratch, const IrKernel *kernel, const IrInstr *loop)
{
    int streams = 0;
    EACH_INSTR (loop->regions[0], instr) {
        if (keeps_waves_apart(loop, instr))
            return "which wave comes first may matter, or each needs an array of its own";
        if (ir_loop_around(instr) == loop && is_stream(kernel, instr, loop))
            streams += ir_accessed_type(instr).components;
    }
    if (streams == 0)
        return "no access in it steps by one over the waves and goes on by more in each turn";
    if (takes_few_turns(scratch, kernel, loop))
        return "it takes few turns";
    if (count_kept(scratch, loop) > MOST_KEPT * streams)
        return "much would be kept for each wave";
    return NULL;
}

static const char *why_not(Arena *scratch, const IrKernel *kernel, const IrInstr *loop)
{
    const char *reason = interchange_refusal(scratch, kernel, loop);
    if (reason == NULL && !is_with_group(scratch, loop))
        return "waves leave it in different turns";
    return reason;
}

/* ---- counters of threads --------------------------------------------------------------------- */

/* `%p = %start` that goes on by a step of the group becomes `%start + %q` with `%q = 0`, which need
 * not be kept for each wave, and steps over the lanes as the start does. */
static void share_counter(IrKernel *kernel, IrInstr *loop, IrInstr *parameter)
{
    IrTravel travel = ir_travel(parameter, loop);
    IrInstr *start = loop->operands[parameter->position], *jump = loop->regions[0]->last;
    if (parameter->level <= LEVEL_GROUP || travel.step == NULL || travel.factor != 1 ||
        travel.step->level > LEVEL_GROUP)
        return;
    IrInstr *next = jump->operands[parameter->position];
    IrBuilder before = ir_builder_before(kernel, loop),
              head = ir_builder_before(kernel, loop->regions[0]->first),
              end = ir_builder_before(kernel, jump);
    before.pos = head.pos = end.pos = loop->pos;
    IrInstr *zero = ir_const_bits(&before, parameter->type.scalar, 0);
    IrInstr *shared = ir_add_parameter(kernel, loop, parameter->type, zero);
    IrInstr *sum = IR_BUILD(&head, IR_iadd, start, shared);
    use_instead(loop->regions[0], parameter, sum);
    IrInstr *step = next->operands[next->operands[0] == sum];
    ir_add_operand(kernel, jump, IR_BUILD(&end, IR_iadd, shared, step));
}

static void share_counters(IrKernel *kernel, IrInstr *loop)
{
    for (int i = 0, count = loop->parameter_count; i < count; i++)
        share_counter(kernel, loop, loop->parameters[i]);
}

bool pass_interchange(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    bool changed = false;
    if (!interchange_can_help(kernel))
        return false;
    EACH_INSTR (kernel->body, instr) {
        if (instr->op != IR_loop)
            continue;
        const char *reason = why_not(context->scratch, kernel, instr);
        if (reason != NULL) {
            pass_explain(context, instr->pos, "not interchanged: %s", reason);
            continue;
        }
        pass_explain(context, instr->pos, "interchanged: the waves go through it together");
        instr->immediate = HINT_GROUP;
        share_counters(kernel, instr);
        changed = true;
    }
    return changed;
}
