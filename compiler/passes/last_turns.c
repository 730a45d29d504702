/* last_turns: what the full turns of a loop leave over is one turn, and no loop.
 *
 *     loop { ... wave_all %c' ... } -> %i1, %s1          loop { ... wave_all %c' ... } -> %i1, %s1
 *     loop (%i = %i1, %s = %s1) {                        %c = ult %i1, %n
 *       %c = ult %i, %n                                  if %c {
 *       if %c { yield } else { break %s }                  A
 *       A                                          ->      yield %s2
 *       continue %i + 64, %s2                            } else {
 *     } -> %r                                              yield %s1
 *                                                        } -> %r
 *
 * full_turns leaves the turns to the loop as it was that not all lanes take: some lane is at the end, and the others, which
 * the loop takes as far on in each turn as the wave reaches, are behind it after one more. As a loop it asks once more who
 * goes on, and blends what goes round twice.
 *
 * A counter that wraps before it meets the end would never meet it: it steps by a power of two, and so comes to the same
 * numbers again. Not so of one that begins beyond the end in some lanes and has wrapped in those behind, which may have many
 * turns before them: ranges tell of that, or it is asked as it runs (`for (j = starts[row] + lane; j < starts[row + 1]; j += 32)`),
 * and the loop is there for the waves that wrap.
 *
 * Needs: uniformity. Keeps: facts. */
#include "full_waves.h"
#include "interchange.h"
#include "ir/range.h"

enum {
    MOST_SIZE = 64,  /* instructions of a loop that is there twice */
    MOST_ADDED = 128 /* of a kernel */
};

static bool is_order_of_steps(const IrKernel *kernel, const IrInstr *condition, const IrInstr *loop)
{
    const IrInstr *steps = condition->operand_count == 2 ? condition->operands[0] : NULL;
    return op_is_order(condition->op) && steps->op == IR_parameter && steps->owner == loop && steps->shape.stride > 0 &&
           steps->shape.length >= kernel->wave_size && condition->operands[1]->level <= LEVEL_WAVE &&
           !ir_is_defined_in(condition->operands[1], loop);
}

/* From the first lane to the last one, or farther. */
static bool steps_over_wave(const IrKernel *kernel, const IrInstr *counter)
{
    int step = ir_step_of_all_turns(counter);
    bool is_power = step > 0 && (step & (step - 1)) == 0;
    return is_power && step >= (int64_t)counter->shape.stride * (kernel->wave_size - 1);
}

/* The same one in the loop before, whose turns all lanes take, and which they leave together, by the same comparison alone;
 * NULL: there is none. */
static const IrInstr *counter_before(PassContext *context, const IrInstr *loop, const IrInstr *condition)
{
    const IrInstr *first = loop->operands[condition->operands[0]->position], *full = first->owner;
    if (first->op != IR_result || full->op != IR_loop)
        return NULL;
    const IrInstr *test = interchange_only_test(context->scratch, full), *asked = test != NULL ? test->operands[0] : NULL;
    if (asked == NULL || asked->op != IR_wave_all || asked->operands[0]->op != condition->op)
        return NULL;
    const IrInstr *leaves = test->regions[1]->first, *counter = asked->operands[0]->operands[0];
    bool is_same = asked->operands[0]->operands[1] == condition->operands[1] && leaves->operands[first->position] == counter &&
                   counter->op == IR_parameter && counter->owner == full &&
                   ir_step_of_all_turns(counter) == ir_step_of_all_turns(condition->operands[0]);
    return is_same ? counter : NULL;
}

/* No lane has wrapped, as the comparison takes numbers, where the loop before begins. */
static bool begins_in_order(PassContext *context, const IrInstr *loop, const IrInstr *condition)
{
    const IrInstr *before = counter_before(context, loop, condition);
    IrRange range = ir_range_of(before->owner->operands[before->position]);
    int64_t span = (int64_t)condition->operands[0]->shape.stride * (context->kernel->wave_size - 1);
    return condition->op == IR_slt || condition->op == IR_sle
               ? range.smax <= INT32_MAX - span || range.smin >= INT32_MIN + span
               : (int64_t)range.umax <= UINT32_MAX - span || (int64_t)range.umin >= span;
}

/* What it leaves with goes round, or comes from outside. */
static bool leaves_as_it_came(const IrInstr *loop, const IrInstr *leaves)
{
    for (int i = 0; i < leaves->operand_count; i++)
        if (ir_is_defined_in(leaves->operands[i], loop) && leaves->operands[i]->op != IR_parameter)
            return false;
    return true;
}

/* The test of a loop that has one turn left. */
static IrInstr *find_test(PassContext *context, const IrInstr *loop)
{
    IrInstr *test = interchange_only_test(context->scratch, loop);
    const IrInstr *condition = test != NULL ? test->operands[0] : NULL;
    return test != NULL && is_order_of_steps(context->kernel, condition, loop) &&
                   steps_over_wave(context->kernel, condition->operands[0]) && counter_before(context, loop, condition) != NULL &&
                   leaves_as_it_came(loop, test->regions[1]->first)
               ? test
               : NULL;
}

/* What the loop gives, of its parameters in that turn. */
static void yield_values(IrKernel *kernel, IrRegion *region, const IrInstr *loop, const IrInstr *leaves, IrInstr *const *of)
{
    IrBuilder end = ir_builder_at_end(kernel, region);
    IrInstr *yield = ir_jump(&end, IR_yield, NULL, leaves->operands, leaves->operand_count);
    EACH_USE (yield, use)
        if ((*use)->op == IR_parameter && (*use)->owner == loop)
            *use = of[(*use)->position];
}

static void become_branch(PassContext *context, IrInstr *loop, IrInstr *test)
{
    IrKernel *kernel = context->kernel;
    IrInstr *leaves = test->regions[1]->first, *goes_on = loop->regions[0]->last;
    IrBuilder before = ir_builder_before(kernel, loop);
    before.pos = loop->pos;
    while (loop->regions[0]->first != test)
        ir_move_before(loop->regions[0]->first, loop);
    IrInstr *branch = ir_if(&before, test->operands[0]);
    move_to_end(kernel, test->next, goes_on, branch->regions[0]);
    yield_values(kernel, branch->regions[0], loop, leaves, goes_on->operands);
    yield_values(kernel, branch->regions[1], loop, leaves, loop->operands);
    IrReplacements values = {0};
    for (int i = 0; i < loop->parameter_count; i++) {
        vec_push(kernel->arena, &values.from, loop->parameters[i]);
        vec_push(kernel->arena, &values.to, loop->operands[i]);
    }
    for (int i = 0; i < loop->result_count; i++) {
        IrInstr *result = ir_add_result(kernel, branch, loop->results[i]->type);
        copy_facts_of(result, loop->results[i]);
        vec_push(kernel->arena, &values.from, loop->results[i]);
        vec_push(kernel->arena, &values.to, result);
    }
    ir_remove(loop);
    ir_replace_all(kernel, &values);
}

/* ---- where ranges do not tell ---- */

/* Its numbers in all lanes, from the first one's on, as the comparison takes them. */
static IrInstr *build_is_in_order(IrBuilder *before, const IrInstr *condition, IrInstr *counter)
{
    int stride = condition->operands[0]->shape.stride, span = stride * (before->kernel->wave_size - 1);
    bool is_signed = condition->op == IR_slt || condition->op == IR_sle;
    IrInstr *lane = ir_build(before, IR_lane_index, NULL, 0),
            *steps = stride == 1 ? lane : IR_BUILD(before, IR_imul, lane, ir_const_i32(before, stride)),
            *first = IR_BUILD(before, IR_isub, counter, steps),
            *last = IR_BUILD(before, IR_iadd, first, ir_const_i32(before, span)),
            *order = is_signed ? IR_BUILD(before, IR_sle, first, last) : IR_BUILD(before, IR_ule, first, last);
    first->level = last->level = order->level = LEVEL_WAVE;
    return order;
}

/* The first number of all turns steps over the wave. */
static bool may_ask(const IrInstr *condition, const IrInstr *counter)
{
    const IrInstr *steps = condition->operands[0];
    return counter->shape.stride == steps->shape.stride && counter->shape.length >= steps->shape.length;
}

static bool is_small(const IrInstr *loop, int *added)
{
    int size = 0;
    EACH_INSTR (loop->regions[0], instr)
        size++;
    if (size > MOST_SIZE || *added + size > MOST_ADDED)
        return false;
    *added += size;
    return true;
}

static bool takes_last_turn(PassContext *context, IrInstr *loop, int *added)
{
    IrInstr *test = find_test(context, loop);
    const IrInstr *condition = test->operands[0], *before = counter_before(context, loop, condition);
    IrInstr *counter = before->owner->operands[before->position];
    if (begins_in_order(context, loop, condition)) {
        pass_explain(context, loop->pos, "what is left over is one turn");
    } else if (may_ask(condition, counter) && is_small(loop, added)) {
        IrBuilder asking = ir_builder_before(context->kernel, loop);
        asking.pos = loop->pos;
        pass_explain(context, loop->pos, "twice: for waves whose counters do not wrap what is left over is one turn");
        put_loop_in_both_sides(context, loop, ir_if(&asking, build_is_in_order(&asking, condition, counter)));
    } else {
        return false;
    }
    become_branch(context, loop, test);
    return true;
}

bool pass_last_turns(PassContext *context)
{
    VEC(IrInstr *) loops = {0};
    bool changed = false;
    int added = 0;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_loop && find_test(context, instr) != NULL)
            vec_push(context->scratch, &loops, instr);
    if (loops.count == 0)
        return false;
    pass_ranges(context);
    for (int i = 0; i < loops.count; i++)
        changed |= takes_last_turn(context, loops.items[i], &added);
    ir_forget_ranges(context->kernel);
    return changed;
}
