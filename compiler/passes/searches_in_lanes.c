/* searches_in_lanes: where one lane after the other looks along a row of memory for its end, all lanes of the wave look.
 *
 *     lane_loop {                              lane_loop {
 *                                                all_lanes {
 *       loop (%i = %a, %s = %s0) {                 loop (%i = %a, %p = 0) {
 *         %c = ult %i, %n                            %t = iadd %i, lane_index
 *         if %c {                                    %k = load_struct $Keys [%t]
 *           %k = load_struct $Keys [%i]              %e = ieq %k, %own
 *           %e = ieq %k, %own                        %x = load_struct $In [%t]
 *           yield %e                                 %q = iadd %p, %x
 *         } else { yield false } -> %g               %f = ufirstlow (not (wave_ballot %e))
 *         if %g { yield } else { break %s }  ->      %l = select (ult %i, %n), (isub %n, %i), 0
 *         %x = load_struct $In [%i]                  %first = umin %f, %l
 *         %q = iadd %s, %x                           if ule 32, %first { yield } else {
 *         continue %i + 1, %q                          break (select (slt lane_index, %first), %q, %p)
 *       } -> %r                                      }
 *                                                    continue %i + 32, %q
 *                                                  } -> %m
 *                                                  yield (iadd %s0, (wave_reduce.iadd %m))
 *       yield %r                                 } -> %r
 *     }                                          yield %r
 *                                              }
 *
 * Runs of equal keys that their first threads walk along (pass few_in_turn), to sum them up or to find where they end, the
 * length of a word in a text. Each turn of one lane is few operations, and where a run ends no machine foresees: it takes as
 * long as a wave takes for 32 words, in which most runs end, so that the loop has one turn. What lies beyond the end is loaded
 * for nothing; loads are harmless anywhere. The first turn that fails is the one that leaves: by what each lane finds, or by a
 * bound, which a scalar tells.
 *
 * All ways out take the same along, of the turn's beginning (`while`) or of its end (`do`). Sums of floats have another order
 * then (share_turns.c). Needs: lane_loops. Breaks: facts; uniformity must run again. Leaves: values that nothing uses. */
#include "interchange.h"
#include "passes/lane_stretch.h"

enum {
    MOST_SUMS = 4,
    MOST_OPERATIONS = 24, /* of a turn: all of them are done for lanes beyond the end, too */
    WIDEST_WAVE = 32      /* whose lanes one word's bits are */
};

/* `ult (iadd %i, ahead), end`: the same in all lanes but for the turn. */
typedef struct Bound {
    uint32_t ahead;
    IrInstr *end;
} Bound;

typedef struct Search {
    PassContext *context;
    IrInstr *loop, *counter;
    IrInstr *way_out;        /* the first break */
    bool leaves_behind;      /* it leaves with what the turn gives, else with what it began with */
    IrOp ops[1 + MOST_SUMS]; /* of each parameter, that sums it up */
    IrInstr *lane;
    VEC(IrInstr *) conditions; /* that each lane has of its own turn */
    VEC(Bound) bounds;
} Search;

/* ---- which loops ---- */

static bool is_pure_load(const Search *search, const IrInstr *instr)
{
    bool is_buffer = instr->resource != NULL && !instr->resource->is_coherent && instr->resource->array_count == 0 &&
                     instr->sampler == NULL && !is_of_texture(instr) && instr->op != IR_load_cbuffer;
    const IrInstr *index = is_buffer && instr->type.components == 1 ? stretch_index_of(instr) : NULL;
    if (index == NULL || !ir_is(instr, OP_READS) || ir_is(instr, OP_WRITES | OP_CONVERGENT | OP_SYNC) ||
        op_scalar_bytes(instr->type.scalar) != 4)
        return false;
    IrTravel travel = ir_travel(index, search->loop);
    return travel.step != NULL && travel.step->op == IR_const &&
           (int64_t)travel.factor * (int32_t)travel.step->bits == index_step(instr, 4);
}

static bool may_be_for_all(const Search *search, const IrInstr *instr)
{
    return is_pure_of_lane(instr) || is_pure_load(search, instr);
}

/* `if %c { .. yield %e } else { yield false } -> %g` */
static bool is_conjunction(const Search *search, const IrInstr *branch)
{
    if (branch->op != IR_if || branch->result_count != 1 || branch->results[0]->type.scalar != IR_I1)
        return false;
    const IrInstr *otherwise = branch->regions[1]->first, *end = branch->regions[0]->last;
    EACH_IN (branch->regions[0], instr)
        if (instr != end && !may_be_for_all(search, instr))
            return false;
    return otherwise->op == IR_yield && otherwise->operand_count == 1 && is_const(otherwise->operands[0], 0) &&
           end->op == IR_yield;
}

/* The side of a test that leaves; NULL: it is none. */
static IrInstr *leaving_side(const Search *search, const IrInstr *test)
{
    if (test->op != IR_if || test->result_count != 0)
        return NULL;
    for (int i = 0; i < 2; i++) {
        IrInstr *jump = test->regions[i]->first, *other = test->regions[!i]->first;
        if (jump->op == IR_break && jump->target == search->loop && other->op == IR_yield)
            return jump;
    }
    return NULL;
}

static bool leaves_alike(const IrInstr *jump, const IrInstr *other)
{
    for (int i = 0; i < jump->operand_count; i++)
        if (jump->operands[i] != other->operands[i])
            return false;
    return true;
}

static bool is_search(Search *search)
{
    const IrInstr *last = search->loop->regions[0]->last;
    int operations = 0, loads = 0;
    if (last->op != IR_continue)
        return false;
    EACH_IN (search->loop->regions[0], instr) {
        IrInstr *jump = leaving_side(search, instr);
        if (jump != NULL && search->way_out == NULL)
            search->way_out = jump;
        bool is_known = instr == last || is_conjunction(search, instr) || may_be_for_all(search, instr) ||
                        (jump != NULL && leaves_alike(jump, search->way_out));
        if (!is_known)
            return false;
    }
    EACH_INSTR (search->loop->regions[0], instr) {
        operations += instr->op != IR_const && instr->operand_count > 0;
        loads += instr->resource != NULL;
    }
    return search->way_out != NULL && loads > 0 && operations <= MOST_OPERATIONS;
}

static bool counts_turns(const IrInstr *parameter)
{
    const IrInstr *next = loop_next_of(parameter);
    return next->op == IR_iadd && parameter->type.scalar == IR_I32 && next->operands[0] == parameter &&
           is_const(next->operands[1], 1);
}

/* `s + x`, of which nobody else asks in the loop but who leaves with it, where x is no sum. */
static bool sums_up(Search *search, IrInstr *parameter)
{
    const IrInstr *next = loop_next_of(parameter);
    if (!combines_in_any_order(search->context, next) || (next->operands[0] == parameter) == (next->operands[1] == parameter))
        return false;
    EACH_INSTR (search->loop->regions[0], instr)
        EACH_USE (instr, use) {
            bool is_summed = *use == parameter && instr != next, goes_on = *use == next;
            if ((is_summed || goes_on) && instr->op != IR_break && instr != search->loop->regions[0]->last)
                return false;
        }
    search->ops[parameter->position] = next->op;
    return true;
}

static bool has_sums_and_a_counter(Search *search)
{
    IrInstr *loop = search->loop;
    if (loop->parameter_count > 1 + MOST_SUMS)
        return false;
    for (int i = 0; i < loop->parameter_count; i++) {
        IrInstr *parameter = loop->parameters[i];
        if (search->counter == NULL && counts_turns(parameter))
            search->counter = parameter;
        else if (!sums_up(search, parameter))
            return false;
    }
    return search->counter != NULL;
}

/* Which parameter a way out takes along, at the turn's beginning or its end; NULL: neither. */
static IrInstr *parameter_of(const Search *search, const IrInstr *left)
{
    for (int i = 0; i < search->loop->parameter_count; i++) {
        IrInstr *parameter = search->loop->parameters[i];
        if (left == (search->leaves_behind ? loop_next_of(parameter) : parameter))
            return parameter;
    }
    return NULL;
}

static bool leaves_with_parameters(Search *search)
{
    for (int behind = 0; behind < 2; behind++) {
        bool all = true;
        search->leaves_behind = behind;
        EACH_USE (search->way_out, use)
            all &= parameter_of(search, *use) != NULL;
        if (all)
            return true;
    }
    return false;
}

/* ---- by all lanes ---- */

static void take_apart(IrKernel *kernel, IrInstr *branch)
{
    IrInstr *end = branch->regions[0]->last, *inner = end->operands[0];
    for (IrInstr *instr = branch->regions[0]->first, *after; instr != end; instr = after) {
        after = instr->next;
        ir_remove(instr);
        IrBuilder before = ir_builder_before(kernel, branch);
        ir_insert(&before, instr);
    }
    IrBuilder before = ir_builder_before(kernel, branch);
    IrReplacements replaced = {0};
    vec_push(kernel->arena, &replaced.from, branch->results[0]);
    vec_push(kernel->arena, &replaced.to, IR_BUILD(&before, IR_iand, branch->operands[0], inner));
    ir_remove(branch);
    ir_replace_all(kernel, &replaced);
}

static bool finds_bound(const Search *search, const IrInstr *condition, Bound *bound)
{
    if (condition->op != IR_ult || ir_is_defined_in(condition->operands[1], search->loop))
        return false;
    const IrInstr *turn = condition->operands[0];
    bool is_ahead = turn->op == IR_iadd && turn->operands[0] == search->counter && turn->operands[1]->op == IR_const;
    *bound = (Bound){is_ahead ? (uint32_t)turn->operands[1]->bits : 0, condition->operands[1]};
    return is_ahead || turn == search->counter;
}

static void add_condition(Search *search, IrInstr *condition)
{
    Arena *scratch = search->context->scratch;
    Bound bound;
    if (condition->op == IR_iand) {
        add_condition(search, condition->operands[0]);
        add_condition(search, condition->operands[1]);
    } else if (finds_bound(search, condition, &bound)) {
        vec_push(scratch, &search->bounds, bound);
    } else {
        vec_push(scratch, &search->conditions, condition);
    }
}

/* What makes the turn go on, without branches. */
static void take_tests(Search *search)
{
    IrKernel *kernel = search->context->kernel;
    for (IrInstr *instr = search->loop->regions[0]->first, *after; instr != NULL; instr = after) {
        after = instr->next;
        if (is_conjunction(search, instr)) {
            take_apart(kernel, instr);
        } else if (leaving_side(search, instr) != NULL) {
            IrBuilder before = ir_builder_before(kernel, instr);
            IrInstr *condition = instr->operands[0];
            if (instr->regions[0]->first->op == IR_break)
                condition = IR_BUILD(&before, IR_ixor, condition, ir_const_bits(&before, IR_I1, 1));
            add_condition(search, condition);
            ir_remove(instr);
        }
    }
}

/* How many turns of the wave's go on before one does not; the wave's lanes, or more: all do. */
static IrInstr *build_first_that_fails(const Search *search, IrBuilder *end)
{
    IrInstr *first = NULL, *goes_on = NULL;
    for (int i = 0; i < search->conditions.count; i++) {
        IrInstr *condition = search->conditions.items[i];
        goes_on = goes_on == NULL ? condition : IR_BUILD(end, IR_iand, goes_on, condition);
    }
    if (goes_on != NULL) {
        IrInstr *bits = ir_extract(end, IR_BUILD(end, IR_wave_ballot, goes_on), 0);
        first = IR_BUILD(end, IR_ufirstlow, IR_BUILD(end, IR_ixor, bits, ir_const_i32(end, -1)));
    }
    for (int i = 0; i < search->bounds.count; i++) {
        const Bound *bound = &search->bounds.items[i];
        IrInstr *turn = IR_BUILD(end, IR_iadd, search->counter, ir_const_i32(end, (int32_t)bound->ahead)),
                *left = IR_BUILD(end, IR_isub, bound->end, turn),
                *turns = IR_BUILD(end, IR_select, IR_BUILD(end, IR_ult, turn, bound->end), left, ir_const_i32(end, 0));
        first = first == NULL ? turns : IR_BUILD(end, IR_umin, first, turns);
    }
    return first;
}

/* Of the turns before the one that leaves. */
static IrInstr *build_left(const Search *search, IrBuilder *side, IrInstr *parameter, IrInstr *first)
{
    if (parameter == search->counter) {
        IrInstr *turns = IR_BUILD(side, IR_iadd, parameter, first);
        return search->leaves_behind ? IR_BUILD(side, IR_iadd, turns, ir_const_i32(side, 1)) : turns;
    }
    IrOp is_before = search->leaves_behind ? IR_sle : IR_slt;
    IrInstr *is_done = ir_build(side, is_before, (IrInstr *[]){search->lane, first}, 2);
    return IR_BUILD(side, IR_select, is_done, loop_next_of(parameter), parameter);
}

/* Once a lane does not go on, it leaves with what those before it have. */
static void leave_once(const Search *search, IrInstr *const *taken, int count)
{
    IrKernel *kernel = search->context->kernel;
    IrInstr *left[1 + MOST_SUMS];
    IrBuilder end = ir_builder_before(kernel, search->loop->regions[0]->last);
    end.pos = search->loop->pos;
    IrInstr *first = build_first_that_fails(search, &end), *lanes = ir_const_i32(&end, kernel->wave_size),
            *branch = ir_if(&end, IR_BUILD(&end, IR_ule, lanes, first));
    ir_close_region(kernel, branch->regions[0]);
    IrBuilder side = ir_builder_at_end(kernel, branch->regions[1]);
    side.pos = search->loop->pos;
    for (int i = 0; i < count; i++)
        left[i] = build_left(search, &side, taken[i], first);
    ir_jump(&side, IR_break, search->loop, left, count);
}

static void use_own_turns(const Search *search)
{
    IrInstr *loop = search->loop;
    IrBuilder turn = ir_builder_before(search->context->kernel, loop->regions[0]->first);
    turn.pos = loop->pos;
    IrInstr *own = IR_BUILD(&turn, IR_iadd, search->counter, search->lane);
    EACH_INSTR (loop->regions[0], instr)
        EACH_USE (instr, use)
            if (*use == search->counter && instr != own)
                *use = own;
}

static void take_next_wave(const Search *search)
{
    IrKernel *kernel = search->context->kernel;
    IrInstr *last = search->loop->regions[0]->last;
    IrBuilder end = ir_builder_before(kernel, last);
    last->operands[search->counter->position] =
        IR_BUILD(&end, IR_iadd, search->counter, ir_const_i32(&end, kernel->wave_size));
}

/* What the lanes have in the end is one. */
static IrInstr *build_total(const Search *search, IrBuilder *behind, const IrInstr *parameter, IrInstr *begun, IrInstr *result)
{
    IrOp op = search->ops[parameter->position];
    if (parameter == search->counter)
        return result;
    IrInstr *sum = build_wave_total(behind, op, result);
    return op_has(op, OP_IDEMPOTENT) ? sum : IR_BUILD(behind, op, begun, sum);
}

static void search_by_all(Search *search)
{
    IrKernel *kernel = search->context->kernel;
    IrInstr *loop = search->loop, *taken[1 + MOST_SUMS], *begun[1 + MOST_SUMS], *totals[1 + MOST_SUMS];
    int count = search->way_out->operand_count;
    IrBuilder outside = ir_builder_before(kernel, loop);
    outside.pos = loop->pos;
    for (int i = 0; i < count; i++)
        taken[i] = parameter_of(search, search->way_out->operands[i]);
    IrInstr *all_lanes = ir_all_lanes(&outside);
    give_results_to(kernel, loop, all_lanes);
    move_to_end(kernel, loop, loop->next, all_lanes->regions[0]);
    IrBuilder before = ir_builder_before(kernel, loop), behind = ir_builder_at_end(kernel, all_lanes->regions[0]);
    before.pos = behind.pos = loop->pos;
    search->lane = ir_build(&before, IR_lane_index, NULL, 0);
    take_tests(search);
    use_own_turns(search);
    leave_once(search, taken, count);
    take_next_wave(search);
    for (int i = 0; i < loop->parameter_count; i++) {
        begun[i] = loop->operands[i];
        if (loop->parameters[i] != search->counter)
            loop->operands[i] = build_neutral(&before, search->ops[i], begun[i]);
    }
    for (int i = 0; i < count; i++)
        totals[i] = build_total(search, &behind, taken[i], begun[taken[i]->position], loop->results[i]);
    yield_at_end(kernel, all_lanes->regions[0], totals, count);
}

static bool takes_search(PassContext *context, IrInstr *loop)
{
    Search search = {.context = context, .loop = loop};
    if (loop->op != IR_loop || loop->parameter_count == 0 || !is_search(&search) || !has_sums_and_a_counter(&search) ||
        search.way_out->operand_count > 1 + MOST_SUMS || !leaves_with_parameters(&search))
        return false;
    pass_explain(context, loop->pos, "all lanes look for the end of one lane's row");
    search_by_all(&search);
    return true;
}

bool pass_searches_in_lanes(PassContext *context)
{
    const IrKernel *kernel = context->kernel;
    bool changed = false;
    if (context->checks != 0 || context->watches_stores || !ir_waves_are_full(kernel) || kernel->wave_size > WIDEST_WAVE)
        return false;
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_lane_loop)
            for (IrInstr *inner = instr->regions[0]->first, *after; inner != NULL; inner = after) {
                after = inner->next;
                changed |= takes_search(context, inner);
            }
    return changed;
}
