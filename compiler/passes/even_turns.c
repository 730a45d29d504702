/* even_turns: a loop whose counter starts at the thread takes as many turns for all threads of the
 * group, and those that are done skip the body.
 *
 *     loop (%i = %first + %thread, %s) {        loop (%j = %first, %s) {
 *       %c = ult %i, %n                           %i = iadd %j, %thread
 *       if %c { yield } else { break %s }         %more = ult %j, %n
 *       A                                         if %more { yield } else { break %s }
 *       continue iadd %i, %step, %s2              %c = ult %i, %n
 *     }                                           if %c { A yield %s2 } else { yield %s } -> %s3
 *                                                 continue iadd %j, %step, %s3
 *                                               }
 *
 * `for (i = id.x; i < count; i += threads)` and `for (x = thread; x < width; x += 256)` become so
 * loops that the waves can go through together (interchange.c), and are changed only where they
 * will. The counter must not wrap: if %n, %step or %first reaches 2^30 the loop runs as it was.
 * Nobody skips anything where the group has no more threads than %step is long, and %n lies whole steps
 * behind %first: `%c` is not asked then.
 *
 * Needs: uniformity. Breaks: facts; uniformity must run again. */
#include "interchange.h"

enum {
    MOST_SIZE = 64, /* instructions: there are two of it then */
    DEPTH = 4,      /* of expressions */
    MOST_OPERANDS = 3,
    MOST_COUNTED = 1 << 30
};

typedef struct Turns { /* of a loop */
    IrInstr *loop, *test, *compare;
    IrInstr *counter, *start, *step, *bound;
    IrInstr *thread; /* what is not the same in all threads of `start`, a sum */
} Turns;

/* ---- which loops ----------------------------------------------------------------------------- */

/* The same in all turns and all threads of the group, and to be had before the loop. */
static bool is_of_group(const IrInstr *value, const IrInstr *loop, int depth)
{
    if (value->level > LEVEL_GROUP)
        return false;
    if (!ir_is_defined_in(value, loop))
        return true;
    bool may_leave = depth > 0 && !is_phi(value) && !ir_is(value, OP_CONVERGENT) &&
                     value->operand_count <= MOST_OPERANDS &&
                     (ir_is(value, OP_PURE) || value->op == IR_load_cbuffer);
    for (int i = 0; i < value->operand_count && may_leave; i++)
        may_leave = is_of_group(value->operands[i], loop, depth - 1);
    return may_leave;
}

/* The one part of a sum that differs between threads, if it is their place in a row; else NULL. */
static IrInstr *thread_in_sum(IrInstr *value, int depth)
{
    if (value->op == IR_group_index ||
        (value->op == IR_group_thread_id && value->immediate == AXIS_X))
        return value;
    if (value->op != IR_iadd || depth == 0)
        return NULL;
    IrInstr *left = value->operands[0], *right = value->operands[1];
    if (left->level <= LEVEL_GROUP)
        return thread_in_sum(right, depth - 1);
    return right->level <= LEVEL_GROUP ? thread_in_sum(left, depth - 1) : NULL;
}

/* What it leaves with stays as it is for threads that skip the body. */
static bool leaves_with_parameters(const Turns *turns)
{
    const IrInstr *leaves = turns->test->regions[1]->first;
    for (int i = 0; i < leaves->operand_count; i++) {
        const IrInstr *value = leaves->operands[i];
        bool is_other = value->op == IR_parameter && value->owner == turns->loop &&
                        value != turns->counter;
        if (!is_other && ir_is_defined_in(value, turns->loop))
            return false;
    }
    return true;
}

/* Above the test stand threads that are done with those that go on. */
static bool shows_who_is_there(const Turns *turns)
{
    EACH_IN (turns->loop->regions[0], instr) {
        if (instr == turns->test)
            break;
        if (ir_is(instr, OP_CONVERGENT))
            return true;
    }
    return false;
}

static bool is_small(const IrInstr *loop)
{
    int size = 0;
    EACH_INSTR (loop->regions[0], instr)
        size++;
    return size <= MOST_SIZE;
}

static bool find_turns(Arena *scratch, IrInstr *loop, Turns *turns)
{
    IrInstr *test = interchange_only_test(scratch, loop);
    if (test == NULL || !is_small(loop))
        return false;
    IrInstr *compare = test->operands[0];
    bool compares = compare->op == IR_ult || compare->op == IR_slt;
    IrInstr *counter = compares ? compare->operands[0] : NULL;
    if (counter == NULL || counter->op != IR_parameter || counter->owner != loop ||
        counter->type.scalar != IR_I32)
        return false;
    IrTravel travel = ir_travel(counter, loop);
    IrInstr *start = loop->operands[counter->position];
    *turns = (Turns){.loop = loop, .test = test, .compare = compare, .counter = counter,
                     .start = start, .bound = compare->operands[1],
                     .thread = thread_in_sum(start, DEPTH)};
    if (turns->thread == NULL || travel.step == NULL || travel.factor != 1)
        return false;
    IrInstr *next = loop_next_of(counter);
    turns->step = next->operands[next->operands[0] == counter];
    return is_of_group(turns->step, loop, DEPTH) && is_of_group(turns->bound, loop, DEPTH) &&
           leaves_with_parameters(turns) && !shows_who_is_there(turns);
}

/* ---- what is computed before it -------------------------------------------------------------- */

/* A copy of what stands in the loop, at the builder. */
static IrInstr *before_loop(IrBuilder *builder, IrInstr *value, const IrInstr *loop)
{
    IrInstr *operands[MOST_OPERANDS];
    if (!ir_is_defined_in(value, loop))
        return value;
    if (value->op == IR_const)
        return ir_const_bits(builder, value->type.scalar, value->bits);
    for (int i = 0; i < value->operand_count; i++)
        operands[i] = before_loop(builder, value->operands[i], loop);
    IrInstr *copy = ir_new(builder->kernel, value->op, value->type, operands,
                           value->operand_count);
    copy->resource = value->resource;
    copy->immediate = value->immediate;
    copy->component = value->component;
    return ir_insert(builder, copy);
}

/* ---- two of it ------------------------------------------------------------------------------- */

/* `value` for the group's first thread. */
static IrInstr *without_thread(IrBuilder *builder, IrInstr *value, const IrInstr *thread)
{
    if (value == thread)
        return ir_const_i32(builder, 0);
    if (value->level <= LEVEL_GROUP)
        return value;
    return IR_BUILD(builder, IR_iadd, without_thread(builder, value->operands[0], thread),
                    without_thread(builder, value->operands[1], thread));
}

static IrInstr *cannot_wrap(IrBuilder *builder, const Turns *turns, IrInstr *first)
{
    IrInstr *all = IR_BUILD(builder, IR_ior, turns->bound, turns->step);
    all = IR_BUILD(builder, IR_ior, all, first);
    return IR_BUILD(builder, IR_ult, all, ir_const_i32(builder, MOST_COUNTED));
}

static bool is_where_it_may_wrap(const IrRegion *region)
{
    const IrInstr *condition = region->owner->op == IR_if ? region->owner->operands[0] : NULL;
    return condition != NULL && region == region->owner->regions[1] && condition->op == IR_ult &&
           is_const(condition->operands[1], MOST_COUNTED);
}

bool even_turns_is_spare(const IrInstr *instr)
{
    for (const IrRegion *region = instr->region; region->owner; region = region->owner->region)
        if (is_where_it_may_wrap(region))
            return true;
    return false;
}

/* The loop in one branch, a copy of it in the other. */
static void put_into_branches(PassContext *context, IrInstr *loop, IrInstr *branch)
{
    IrKernel *kernel = context->kernel;
    int count = loop->result_count;
    IrReplacements map = {0};
    IrInstr **copies = ARENA_ARRAY(context->scratch, IrInstr *, count + 1);
    ir_remove(loop);
    IrBuilder then = ir_builder_at_end(kernel, branch->regions[0]),
              otherwise = ir_builder_at_end(kernel, branch->regions[1]);
    ir_insert(&then, loop);
    ir_clone_region(&otherwise, branch->regions[0], &map);
    for (int i = 0; i < count; i++)
        copies[i] = ir_replacement_of(&map, loop->results[i]);
    give_results_to(kernel, loop, branch);
    yield_at_end(kernel, branch->regions[0], loop->results, count);
    yield_at_end(kernel, branch->regions[1], copies, count);
}

/* ---- as many turns for all ------------------------------------------------------------------- */

/* What follows the test up to the end, for the threads that are not done; the others keep their
 * parameters. */
static void guard_body(PassContext *context, const Turns *turns)
{
    IrKernel *kernel = context->kernel;
    IrInstr *loop = turns->loop, *jump = loop->regions[0]->last;
    int count = loop->parameter_count, kept = 0;
    IrInstr **new = ARENA_ARRAY(context->scratch, IrInstr *, count);
    IrInstr **old = ARENA_ARRAY(context->scratch, IrInstr *, count);
    IrBuilder builder = ir_builder_before(kernel, jump);
    builder.pos = loop->pos;
    IrInstr *guard = ir_if(&builder, turns->compare);
    move_to_end(kernel, turns->test->next, guard, guard->regions[0]);
    for (int i = 0; i < count; i++) {
        if (i == turns->counter->position)
            continue;
        new[kept] = jump->operands[i];
        old[kept++] = loop->parameters[i];
        jump->operands[i] = ir_add_result(kernel, guard, loop->parameters[i]->type);
    }
    yield_at_end(kernel, guard->regions[0], new, kept);
    yield_at_end(kernel, guard->regions[1], old, kept);
}

/* The last turn is as full as the others: as many threads as a step is long, or fewer, and whole steps up to the
 * bound. That is less than 2^30 away where the loop runs, though sums with what is not known may wrap. */
static bool are_steps_whole(const IrKernel *kernel, const Turns *turns, const IrInstr *first)
{
    int64_t step = turns->step->op == IR_const ? op_sign_extend(IR_I32, turns->step->bits) : 0;
    uint32_t threads = turns->thread->op == IR_group_index ? ir_group_size(kernel) : kernel->threads[0];
    int32_t distance = (int32_t)(ir_constant_addend(turns->bound) - ir_constant_addend(first));
    return ir_has_same_addends(first, turns->bound) && step >= threads && distance % step == 0;
}

static void even(PassContext *context, const Turns *turns, IrInstr *first)
{
    IrInstr *loop = turns->loop;
    IrBuilder head = ir_builder_before(context->kernel, loop->regions[0]->first);
    head.pos = loop->pos;
    IrInstr *counter = IR_BUILD(&head, IR_iadd, turns->counter, turns->thread);
    use_instead(loop->regions[0], turns->counter, counter);
    loop->operands[turns->counter->position] = first;
    IrBuilder test = ir_builder_before(context->kernel, turns->test);
    test.pos = turns->test->pos;
    turns->test->operands[0] = IR_BUILD(&test, turns->compare->op, turns->counter, turns->bound);
    if (!are_steps_whole(context->kernel, turns, first))
        guard_body(context, turns);
    IrInstr *jump = loop->regions[0]->last;
    IrBuilder end = ir_builder_before(context->kernel, jump);
    end.pos = loop->pos;
    jump->operands[turns->counter->position] = IR_BUILD(&end, IR_iadd, turns->counter, turns->step);
}

bool pass_even_turns(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    VEC(IrInstr *) loops = {0};
    if (!interchange_can_help(kernel))
        return false;
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_loop &&
            interchange_refusal(context->scratch, kernel, instr) == NULL)
            vec_push(context->scratch, &loops, instr);
    bool changed = false;
    for (int i = 0; i < loops.count; i++) {
        Turns turns;
        if (!find_turns(context->scratch, loops.items[i], &turns))
            continue;
        pass_explain(context, loops.items[i]->pos, "as many turns for all threads");
        IrBuilder before = ir_builder_before(kernel, turns.loop);
        before.pos = turns.loop->pos;
        turns.bound = before_loop(&before, turns.bound, turns.loop);
        turns.step = before_loop(&before, turns.step, turns.loop);
        IrInstr *first = without_thread(&before, turns.start, turns.thread);
        IrInstr *branch = ir_if(&before, cannot_wrap(&before, &turns, first));
        put_into_branches(context, turns.loop, branch);
        even(context, &turns, first);
        changed = true;
    }
    return changed;
}
