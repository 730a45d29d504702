/* share_turns: the lanes of a wave share the turns of a loop that all of them take alike.
 *
 *     loop (%i = 0, %s = %a) {                  %first = iadd 0, lane_index
 *       %c = ult %i, 1000                       loop (%i = %first, %s = 0) {
 *       if %c { yield } else { break %s }         %c = ult %i, 1000
 *       %x = load_var $s [%i]             ->      ... as before
 *       %s2 = fadd %s, %x                         %i2 = iadd %i, 32
 *       %i2 = iadd %i, 1                          continue %i2, %s2
 *       continue %i2, %s2                       } -> %t
 *     } -> %r                                   %r = fadd %a, (wave_reduce.fadd %t)
 *
 * A sum, a maximum or a count that one thread computes for its group (`if (t == 0) for (...) sum += s[i]`), or all of
 * them, each for itself: of scalars each turn waits for the one before it. Lanes that take a turn each load what lies side
 * by side, and compute what is summed up in vectors; full_turns, which comes later, takes the masks away.
 * Of no more turns than there are lanes no loop is left: lanes beyond the last turn add nothing. Where the last turn's
 * number is a lane's (`for (i = 1; i < 32; i++)`), lanes have the turns of their numbers.
 *
 * The order of a sum of floats is another one then, as in the sum of a wave; `precise` sums, and those of --fp=strict, keep
 * theirs, and so do the least and the greatest. All lanes of the wave must be there. In a group of one wave a loop that known
 * threads alone take stands before their branch first. Needs: wave_loops, uniformity. Breaks: facts; uniformity must run again. */
#include "full_loops.h"
#include "interchange.h"

enum {
    DEPTH = 12,
    FEWEST_TURNS = 16, MOST_TURNS = 1 << 30, /* their numbers are constants */
    MOST_APART = 4     /* elements, from turn to turn */
};

#define MINUS_ZERO UINT64_C(0x80000000) /* what a sum of floats does not change by */

typedef struct Shared {
    PassContext *context;
    IrInstr *loop, *test, *counter;
} Shared;

/* ---- what is summed up ---- */

static bool keeps_start(IrOp op) { return op_has(op, OP_IDEMPOTENT); }

/* The least of floats hangs on the order, too, where some are -0. */
bool combines_in_any_order(const PassContext *context, const IrInstr *instr)
{
    bool is_word = instr->type.scalar == IR_I32,
         is_free = instr->type.scalar == IR_F32 && context->adds_in_any_order && !instr->precise;
    return op_has(instr->op, OP_COMBINES) && op_has(instr->op, OP_COMMUTES | OP_IDEMPOTENT) && instr->op != IR_imul &&
           instr->op != IR_fmul && (is_word || is_free);
}

int uses_in(const IrInstr *loop, const IrInstr *value)
{
    int count = 0;
    EACH_INSTR (loop->regions[0], instr)
        EACH_USE (instr, use)
            count += *use == value;
    return count;
}

IrInstr *loop_next_of(const IrInstr *parameter)
{
    return parameter->owner->regions[0]->last->operands[parameter->position];
}

/* It grows by what follows from the turn alone, and nobody looks at it meanwhile. */
static bool adds_up(const Shared *shared, const IrInstr *parameter, const IrInstr *left)
{
    const IrInstr *next = loop_next_of(parameter);
    int left_with = 0;
    EACH_USE (left, use)
        left_with += *use == parameter;
    bool is_operand = next->operand_count == 2 && (next->operands[0] == parameter) != (next->operands[1] == parameter);
    return next->region == shared->loop->regions[0] && is_operand && combines_in_any_order(shared->context, next) &&
           left_with == 1 && uses_in(shared->loop, parameter) == 2 && uses_in(shared->loop, next) == 1;
}

static bool leaves_with_sums(const Shared *shared)
{
    const IrInstr *left = shared->test->regions[1]->first;
    EACH_USE (left, use)
        if ((*use)->op != IR_parameter || (*use)->owner != shared->loop || *use == shared->counter)
            return false;
    for (int i = 0; i < shared->loop->parameter_count; i++)
        if (shared->loop->parameters[i] != shared->counter && !adds_up(shared, shared->loop->parameters[i], left))
            return false;
    return shared->loop->parameter_count > 1;
}

/* ---- which turns ---- */

/* `i < n`, of a counter that grows by one. */
static bool finds_counter(Shared *shared)
{
    shared->counter = full_loops_counter(shared->loop, shared->test);
    return shared->counter != NULL && loop_next_of(shared->counter)->region == shared->loop->regions[0];
}

static int64_t turn_count(const Shared *shared)
{
    return op_sign_extend(IR_I32, shared->test->operands[0]->operands[1]->bits) -
           op_sign_extend(IR_I32, shared->loop->operands[shared->counter->position]->bits);
}

/* Counters do not wrap behind the last turn, and half of the lanes have one. */
static bool are_enough(const Shared *shared)
{
    const IrInstr *first = shared->loop->operands[shared->counter->position],
                  *end = shared->test->operands[0]->operands[1];
    if (first->op != IR_const || end->op != IR_const)
        return false;
    int64_t turns = turn_count(shared);
    return op_sign_extend(IR_I32, first->bits) >= 0 && op_sign_extend(IR_I32, end->bits) <= MOST_TURNS &&
           turns >= FEWEST_TURNS && turns * 2 >= shared->context->kernel->wave_size;
}

/* ---- what else it does ---- */

static bool only_loads(const IrInstr *instr)
{
    bool is_shared_load = is_shared(instr) && instr->op == IR_load_var;
    bool is_buffer_load = instr->resource != NULL && ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES | OP_CONVERGENT | OP_SYNC) &&
                          !instr->resource->is_coherent && instr->sampler == NULL && !is_of_texture(instr) &&
                          instr->op != IR_load_cbuffer;
    return is_shared_load || is_buffer_load;
}

/* In vectors it is loads of what lies side by side, or the same for all. */
static bool steps_little(const IrInstr *loop, const IrInstr *load)
{
    EACH_USE (load, use) {
        if (!ir_is_defined_in(*use, loop))
            continue;
        IrTravel travel = ir_travel(*use, loop);
        if (travel.step == NULL || travel.step->op != IR_const || travel.factor < 0 ||
            (uint64_t)travel.factor * travel.step->bits > MOST_APART * (uint64_t)index_step(load, 4))
            return false;
    }
    return true;
}

static bool does_little(const Shared *shared)
{
    const IrInstr *last = shared->loop->regions[0]->last;
    EACH_IN (shared->loop->regions[0], instr)
        if (instr != shared->test && instr != last && !is_pure_of_lane(instr) &&
            !(only_loads(instr) && steps_little(shared->loop, instr)))
            return false;
    return true;
}

/* All lanes come to it, and go through it alike. */
static bool is_alike(const Shared *shared)
{
    if (shared->test->operands[0]->level > LEVEL_WAVE)
        return false;
    EACH_IN (shared->loop->regions[0], instr)
        if (ir_is(instr, OP_PURE | OP_READS) && instr->level > LEVEL_WAVE)
            return false;
    return true;
}

static bool can_be_shared(Shared *shared)
{
    shared->test = interchange_only_test(shared->context->scratch, shared->loop);
    return shared->test != NULL && finds_counter(shared) && are_enough(shared) && leaves_with_sums(shared) &&
           does_little(shared) && is_alike(shared);
}

/* ---- shared ---- */

static void start_at_lane(Shared *shared)
{
    IrKernel *kernel = shared->context->kernel;
    IrBuilder before = ir_builder_before(kernel, shared->loop);
    IrInstr **first = &shared->loop->operands[shared->counter->position];
    *first = IR_BUILD(&before, IR_iadd, *first, ir_build(&before, IR_lane_index, NULL, 0));
    IrBuilder at_next = ir_builder_before(kernel, shared->loop->regions[0]->last);
    shared->loop->regions[0]->last->operands[shared->counter->position] =
        IR_BUILD(&at_next, IR_iadd, shared->counter, ir_const_i32(&at_next, kernel->wave_size));
}

/* What a lane has that adds nothing to what the loop began with. */
IrInstr *build_neutral(IrBuilder *builder, IrOp op, IrInstr *begun)
{
    return keeps_start(op) ? begun : ir_const_bits(builder, begun->type.scalar, op == IR_fadd ? MINUS_ZERO : 0);
}

IrInstr *build_wave_total(IrBuilder *builder, IrOp op, IrInstr *of_lane)
{
    IrInstr *sum = IR_BUILD(builder, IR_wave_reduce, of_lane);
    sum->combine = op;
    return sum;
}

/* What the lanes have in the end is one. */
static void reduce(Shared *shared, int position)
{
    IrKernel *kernel = shared->context->kernel;
    IrInstr *result = shared->loop->results[position],
            *parameter = shared->test->regions[1]->first->operands[position],
            **start = &shared->loop->operands[parameter->position], *next = loop_next_of(parameter), *begun = *start;
    IrBuilder before = ir_builder_before(kernel, shared->loop),
              behind = {.kernel = kernel, .region = shared->loop->region, .before = shared->loop->next,
                        .pos = shared->loop->pos};
    *start = build_neutral(&before, next->op, begun);
    IrInstr *sum = build_wave_total(&behind, next->op, result);
    use_instead(kernel->body, result, sum);
    if (!keeps_start(next->op))
        use_instead(kernel->body, sum, IR_BUILD(&behind, next->op, begun, sum));
}

/* ---- shared, of no more turns than there are lanes ---- */

/* What its turn adds to the parameter, of all lanes that have one. */
static void add_turns(const Shared *shared, int position, IrInstr *has_turn)
{
    IrKernel *kernel = shared->context->kernel;
    const IrInstr *parameter = shared->test->regions[1]->first->operands[position], *next = loop_next_of(parameter);
    IrInstr *begun = shared->loop->operands[parameter->position],
            *own = next->operands[next->operands[0] == parameter ? 1 : 0];
    IrBuilder before = ir_builder_before(kernel, shared->loop);
    if (has_turn != NULL)
        own = IR_BUILD(&before, IR_select, has_turn, own, build_neutral(&before, next->op, begun));
    use_instead(kernel->body, shared->loop->results[position],
                IR_BUILD(&before, next->op, begun, build_wave_total(&before, next->op, own)));
}

static bool adds_turn(const Shared *shared, const IrInstr *instr)
{
    bool adds = false;
    for (int i = 0; i < shared->loop->parameter_count; i++)
        adds |= shared->loop->parameters[i] != shared->counter && instr == loop_next_of(shared->loop->parameters[i]);
    return adds;
}

/* How many lanes go without before the first that has one: its turn has its number then, which is often the place of
 * what it has stored. */
static int64_t lanes_before(const Shared *shared)
{
    int64_t end = op_sign_extend(IR_I32, shared->test->operands[0]->operands[1]->bits), turns = turn_count(shared);
    return end <= shared->context->kernel->wave_size ? end - turns : 0;
}

/* Which lanes have a turn; NULL: all of them. `turn`: which, or what does no harm. */
static IrInstr *build_has_turn(const Shared *shared, IrBuilder *before, IrInstr **turn)
{
    const IrInstr *compare = shared->test->operands[0];
    int64_t skipped = lanes_before(shared);
    IrInstr *lane = ir_build(before, IR_lane_index, NULL, 0), *has_turn = NULL;
    *turn = skipped > 0 ? lane : IR_BUILD(before, IR_iadd, shared->loop->operands[shared->counter->position], lane);
    if (skipped + turn_count(shared) < shared->context->kernel->wave_size) { /* the others take the last one, too */
        has_turn = IR_BUILD(before, compare->op, *turn, compare->operands[1]);
        *turn = IR_BUILD(before, IR_umin, *turn, ir_const_i32(before, (int32_t)compare->operands[1]->bits - 1));
    }
    if (skipped == 0)
        return has_turn;
    IrInstr *is_behind = IR_BUILD(before, IR_ule, ir_const_i32(before, (int32_t)skipped), lane);
    return has_turn == NULL ? is_behind : IR_BUILD(before, IR_iand, is_behind, has_turn);
}

/* There is no loop then. */
static void take_once(Shared *shared)
{
    IrKernel *kernel = shared->context->kernel;
    IrInstr *loop = shared->loop, *turn, *after;
    IrBuilder before = ir_builder_before(kernel, loop);
    IrInstr *has_turn = build_has_turn(shared, &before, &turn);
    use_instead(loop->regions[0], shared->counter, turn);
    for (IrInstr *instr = loop->regions[0]->first; instr != loop->regions[0]->last; instr = after) {
        after = instr->next;
        if (instr != shared->test && !adds_turn(shared, instr))
            ir_move_before(instr, loop);
    }
    for (int i = 0; i < loop->result_count; i++)
        add_turns(shared, i, has_turn);
    ir_remove(loop);
}

static void share(Shared *shared)
{
    pass_explain(shared->context, shared->loop->pos, "the lanes take a turn each");
    if (turn_count(shared) <= shared->context->kernel->wave_size) {
        take_once(shared);
        return;
    }
    start_at_lane(shared);
    for (int i = 0; i < shared->loop->result_count; i++)
        reduce(shared, i);
}

/* ---- of known threads ---- */

static bool is_of_known_threads(const IrKernel *kernel, const IrInstr *branch)
{
    uint64_t holds;
    return branch->result_count == 0 && ir_running_waves(kernel) == 1 &&
           ir_compute_of_thread(kernel, branch->operands[0], 0, DEPTH, &holds);
}

static bool is_word_for_all(const IrInstr *instr)
{
    return instr->op == IR_load_var && is_shared(instr) && instr->operands[0]->op == IR_const;
}

/* What the branch begins with stands before it, up to its last loop that can be shared. Whether there is one. */
static bool lift_loops(PassContext *context, IrInstr *branch)
{
    IrInstr *last = NULL;
    EACH_IN (branch->regions[0], instr) {
        Shared shared = {.context = context, .loop = instr};
        bool can_be = instr->op == IR_loop && can_be_shared(&shared);
        if (!can_be && !is_pure_of_lane(instr) && !is_word_for_all(instr))
            break;
        last = can_be ? instr : last;
    }
    while (last != NULL && last->region == branch->regions[0])
        ir_move_before(branch->regions[0]->first, branch);
    return last != NULL;
}

/* ---- the pass ---- */

bool parts_lanes(const IrInstr *construct)
{
    return lanes_leave_inside(construct, LEVEL_WAVE) || ir_contains_op(construct->regions[0], IR_return);
}

bool goes_on_together(const IrInstr *construct)
{
    return construct->op == IR_if ? construct->operands[0]->level <= LEVEL_WAVE
                                  : construct->op == IR_loop && !parts_lanes(construct);
}

bool all_lanes_come_to(const IrInstr *instr)
{
    const IrInstr *around = instr->region->owner;
    while (around != NULL && goes_on_together(around))
        around = around->region->owner;
    return around != NULL && around->op == IR_wave_loop;
}

/* Where all lanes come to; whether some are shared. */
static bool visit(PassContext *context, IrRegion *region)
{
    bool changed = false;
    for (IrInstr *instr = region->first, *after; instr != NULL; instr = after) {
        Shared shared = {.context = context, .loop = instr};
        after = instr->next;
        if (instr->op == IR_loop && can_be_shared(&shared)) {
            share(&shared);
            changed = true;
        } else if (goes_on_together(instr)) {
            EACH_REGION (instr, inner)
                changed |= visit(context, inner);
        }
    }
    return changed;
}

static bool lift_from(PassContext *context, IrRegion *region)
{
    bool changed = false;
    EACH_IN (region, instr)
        if (instr->op == IR_if && instr->operands[0]->level > LEVEL_WAVE && is_of_known_threads(context->kernel, instr))
            changed |= lift_loops(context, instr);
    return changed;
}

bool pass_share_turns(PassContext *context)
{
    const IrKernel *kernel = context->kernel;
    bool changed = false;
    if (context->checks != 0 || context->watches_stores || ir_group_size(kernel) % (uint32_t)kernel->wave_size != 0 ||
        !is_power_of_two((uint64_t)kernel->wave_size))
        return false;
    EACH_INSTR (kernel->body, stretch)
        if (stretch->op == IR_wave_loop && !ir_contains_op(stretch->regions[0], IR_return)) {
            changed |= lift_from(context, stretch->regions[0]);
            changed |= visit(context, stretch->regions[0]);
        }
    return changed;
}
