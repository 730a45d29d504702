/* alike_turns: loops whose lanes begin alike go on as one lane does while they stay so.
 *
 *     loop (%lo = %0, %hi = %n) {             loop (%lo' = %0, %hi' = %n) {
 *       %m = ...                                %m' = ...
 *       %k = load_struct $Keys [%m]             %k' = load_struct $Keys [%m']
 *       %c = ule %k, %own                       %c' = ule %k', %own
 *       %l = select %c, %m, %lo        ->       %all = wave_all %c', %none = wave_all (not %c')
 *       continue %l, ...                        if not %all and not %none { break %lo', %hi' }
 *     } -> %r                                   %l' = select %all, %m', %lo'
 *                                               continue %l', ...
 *                                             } -> %lo2, %hi2
 *                                             loop (%lo = %lo2, %hi = %hi2) { as before } -> %r
 *
 * A binary search begins with the same bounds in all lanes. What lanes beside each other look for lies close together
 * mostly (each place of a list searches whose it is), so that they go the same way until the bounds are as near as that: in
 * all but the last turns. A vector gathers one word for all of them in each. Here it is a scalar, and so is what follows from
 * what all lanes answer alike. The turn in which they part, or end, begins anew with the loop as it was.
 *
 * Conditions that lanes may answer differently are asked where something is chosen, or left, by them. What else differs stays
 * in lanes, sums among it. Only where some load then goes to one place, and of what can begin anew: nothing is stored.
 *
 * The loop is there twice then, so only what is small.
 * Needs: uniformity, wave_loops. Keeps: facts. */
#include "full_waves.h"

enum {
    MOST_SIZE = 64,  /* instructions of a loop */
    MOST_ADDED = 128 /* of a kernel */
};

/* ---- what all lanes have alike, by marks ---- */

enum { APART, ALIKE };

static bool is_alike(const IrInstr *loop, const IrInstr *value)
{
    return ir_is_defined_in(value, loop) ? value->mark == ALIKE : value->level <= LEVEL_WAVE;
}

static bool are_alike(const IrInstr *loop, const IrInstr *instr, int first)
{
    for (int i = first; i < instr->operand_count; i++)
        if (!is_alike(loop, instr->operands[i]))
            return false;
    return true;
}

/* All lanes answer alike what chooses. */
static bool gives_alike(const IrInstr *loop, const IrInstr *instr)
{
    bool is_own = instr->variable != NULL && instr->variable->kind != IR_GROUPSHARED;
    bool follows = instr->operand_count > 0 && !is_own && (is_pure_of_lane(instr) || ir_is(instr, OP_READS));
    return instr->level <= LEVEL_WAVE || (follows && are_alike(loop, instr, instr->op == IR_select));
}

/* An if's results, of what its sides yield; the loop's parameters, which were taken for alike: false where one is not. */
static bool mark_what_goes_on(const IrInstr *loop, const IrInstr *leaves)
{
    IrInstr *around = leaves->region->owner, *const *values = leaves->op == IR_yield ? around->results : loop->parameters;
    bool holds = true;
    if (leaves->op != IR_yield && leaves->op != IR_continue)
        return true;
    for (int i = 0; i < leaves->operand_count; i++)
        if (values[i]->mark == ALIKE && !is_alike(loop, leaves->operands[i])) {
            values[i]->mark = APART;
            holds = leaves->op == IR_yield;
        }
    return holds;
}

static bool mark_turn(const IrInstr *loop)
{
    bool holds = true;
    EACH_INSTR (loop->regions[0], instr) {
        instr->mark = gives_alike(loop, instr) ? ALIKE : APART;
        for (int i = 0; i < instr->result_count; i++)
            instr->results[i]->mark = ALIKE;
        holds &= mark_what_goes_on(loop, instr);
    }
    return holds;
}

static void mark_loop(const IrInstr *loop)
{
    for (int i = 0; i < loop->parameter_count; i++)
        loop->parameters[i]->mark = loop->operands[i]->level <= LEVEL_WAVE ? ALIKE : APART;
    while (!mark_turn(loop)) {
    }
}

/* ---- which loops ---- */

static bool can_begin_anew(const IrInstr *loop, const IrInstr *instr)
{
    bool is_load = ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES | OP_CONVERGENT | OP_SYNC) &&
                   op_info(instr->op)->domain != DOMAIN_SAMPLE &&
                   (instr->resource == NULL || (!instr->resource->is_coherent && instr->resource->array_count == 0));
    bool goes_on = instr->op == IR_if || instr->op == IR_yield ||
                   ((instr->op == IR_break || instr->op == IR_continue) && instr->target == loop);
    return goes_on || is_load || is_pure_of_lane(instr);
}

static bool all_can_begin_anew(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (!can_begin_anew(loop, instr))
            return false;
    return true;
}

/* Somewhere lanes that would gather go to one place. */
static bool gains(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        EACH_USE (instr, use)
            if (ir_is(instr, OP_READS) && instr->mark == ALIKE && (*use)->level > LEVEL_WAVE)
                return true;
    return false;
}

static bool is_like_that(const IrInstr *loop, int added)
{
    int size = full_waves_size(loop->regions[0]);
    if (size > MOST_SIZE || added + size > MOST_ADDED || !all_can_begin_anew(loop))
        return false;
    mark_loop(loop);
    return gains(loop);
}

/* ---- the loop of one lane ---- */

static void leave_unless_alike(IrKernel *kernel, IrInstr *loop, IrInstr *chooses)
{
    if (chooses->operands[0]->op == IR_wave_all)
        return;
    IrBuilder before = ir_builder_before(kernel, chooses);
    before.pos = chooses->pos;
    IrInstr *condition = chooses->operands[0], *all = IR_BUILD(&before, IR_wave_all, condition),
            *part = ir_if(&before, all);
    ir_close_region(kernel, part->regions[0]);
    IrBuilder else_ = ir_builder_at_end(kernel, part->regions[1]);
    else_.pos = chooses->pos;
    IrInstr *none = ir_if(&else_, IR_BUILD(&else_, IR_wave_all, build_negated(&else_, condition)));
    ir_close_region(kernel, none->regions[0]);
    leave_for_next_loop(kernel, loop, none->regions[1], chooses->pos);
    ir_close_region(kernel, part->regions[1]);
    bool is_behind = false;
    EACH_INSTR (all->region, instr) {
        is_behind |= instr == all;
        if (is_behind && (instr->op == IR_select || instr->op == IR_if) && instr->operands[0] == condition)
            instr->operands[0] = all;
    }
}

static void go_as_one(PassContext *context, IrInstr *loop)
{
    IrInstr *first = put_copy_before(context, loop);
    VEC(IrInstr *) choices = {0};
    mark_loop(first);
    EACH_INSTR (first->regions[0], instr) {
        bool chooses = instr->op == IR_if || (instr->op == IR_select && instr->mark == ALIKE);
        if (chooses && !is_alike(first, instr->operands[0]))
            vec_push(context->scratch, &choices, instr);
    }
    EACH_INSTR (first->regions[0], instr)
        if (instr->op == IR_break) {
            IrRegion *region = instr->region;
            ir_remove(instr);
            leave_for_next_loop(context->kernel, first, region, loop->pos);
        }
    for (int i = 0; i < choices.count; i++)
        leave_unless_alike(context->kernel, first, choices.items[i]);
    pass_explain(context, loop->pos, "twice: for turns that all lanes go through alike too");
}

bool pass_alike_turns(PassContext *context)
{
    VEC(IrInstr *) loops = {0};
    int added = 0;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_loop && ir_wave_loop_around(instr) != NULL && is_like_that(instr, added)) {
            added += full_waves_size(instr->regions[0]);
            vec_push(context->scratch, &loops, instr);
        }
    for (int i = 0; i < loops.count; i++)
        go_as_one(context, loops.items[i]);
    if (loops.count > 0)
        pass_uniformity(context);
    return loops.count > 0;
}
