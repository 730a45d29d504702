/* Loops and scopes with barriers whose threads leave apart, in different turns or some before a
 * barrier: a part of form_waves.
 *
 *     ^1 loop (%i varying = %0) {            store_var $stay [0], true
 *       %c varying = slt %i, %n              ^1 loop {
 *       if %c { yield } else { break ^1 }      %any group = group_any $stay [0]
 *       A                                      if %any { yield } else { break ^1 }
 *       barrier                          ->    %s varying = load_var $stay [0]
 *       B                                      if %s {
 *       continue ^1 %i2                          %c = slt ..
 *     }                                          if %c { A barrier B  store_var $i ..  yield }
 *                                                else { store_var $stay [0], false  yield }
 *                                              }
 *                                              continue ^1
 *                                            }
 *
 * A break deeper inside its branches and scopes lets the flag skip what follows each of them; one
 * inside a loop further in leaves that first. Scopes have nothing else. The ifs with a barrier
 * inside are then dissolved into guarded stretches. All parameters and results of such constructs
 * become variables. Whether the threads of a wave leave together cannot be told here: a barrier
 * holds for those that still run, as everywhere. */
#include "form_waves.h"

typedef struct Flagger {
    PassContext *context;
    IrKernel *kernel;
    IrInstr *construct; /* a loop or a scope */
    IrVariable *stay;
} Flagger;

static bool is_jump_of(const IrInstr *jump, const IrInstr *loop)
{
    return (jump->op == IR_break || jump->op == IR_continue) && jump->target == loop;
}

/* ---- which loops ---- */

bool form_waves_leaves_apart(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], jump) {
        bool returns = jump->op == IR_return && loop->op == IR_loop;
        if (!is_jump_of(jump, loop) && !returns)
            continue;
        for (const IrInstr *around = jump->region->owner; around != loop;
             around = around->region->owner)
            if (around->op == IR_if && around->operands[0]->level > LEVEL_GROUP)
                return true;
    }
    return false;
}

/* ---- jumps become flags ---- */

static void store_flag(const Flagger *flagger, IrInstr *before, bool stays)
{
    IrBuilder builder = ir_builder_before(flagger->kernel, before);
    builder.pos = before->pos;
    form_waves_store_flag(builder, flagger->stay, stays);
}

/* The branch's jump out of the loop, recorded, becomes a yield. */
static void end_branch_with_yield(Flagger *flagger, IrRegion *branch)
{
    IrInstr *jump = branch->last;
    if (jump->op == IR_break)
        store_flag(flagger, jump, false);
    ir_remove(jump);
    ir_close_region(flagger->kernel, branch);
    /* a loop's body closes with a continue; a branch must not */
    if (branch->last->op == IR_continue)
        branch->last->op = IR_yield;
}

/* What follows `branch` in its region goes to the end of its side `side`, in place of the yield. */
static void move_rest_into(Flagger *flagger, IrInstr *branch, int side)
{
    IrRegion *into = branch->regions[side];
    ir_remove(into->last);
    move_to_end(flagger->kernel, branch->next, branch->region->last, into);
    ir_close_region(flagger->kernel, into);
}

/* The side of `branch` that leaves the loop's turn while the other one goes on; -1: none. */
static int leaving_side(const Flagger *flagger, const IrInstr *branch)
{
    for (int side = 0; side < 2 && branch->op == IR_if; side++)
        if (is_jump_of(branch->regions[side]->last, flagger->construct) &&
            branch->regions[1 - side]->last->op == IR_yield)
            return side;
    return -1;
}

static void flag_region(Flagger *flagger, IrRegion *region);

static bool is_break_of(const IrInstr *jump, const IrInstr *construct)
{
    return jump->op == IR_break && jump->target == construct;
}

static bool contains_break(const Flagger *flagger, const IrInstr *branch)
{
    EACH_REGION (branch, region)
        EACH_INSTR (region, jump)
            if (is_break_of(jump, flagger->construct))
                return true;
    return false;
}

/* `if stay` around what follows `branch` in its region. */
static void skip_rest(Flagger *flagger, IrInstr *branch)
{
    if (branch->next == branch->region->last)
        return;
    IrKernel *kernel = flagger->kernel;
    IrBuilder builder = ir_builder_before(kernel, branch->next);
    builder.pos = branch->pos;
    IrInstr *stays = ir_load_var(&builder, flagger->stay, 0, 1, ir_const_i32(&builder, 0));
    stays->level = LEVEL_VARYING;
    IrInstr *guard = ir_if(&builder, stays);
    ir_close_region(kernel, guard->regions[0]);
    ir_close_region(kernel, guard->regions[1]);
    move_rest_into(flagger, guard, 0);
    flag_region(flagger, guard->regions[0]);
}

static void demote_results(Flagger *flagger, IrInstr *branch)
{
    Demoter demoter = {.context = flagger->context};
    for (int i = branch->result_count - 1; i >= 0; i--)
        form_waves_demote_result(&demoter, branch, i);
    ir_replace_all(flagger->kernel, &demoter.replacements);
}

/* Breaks somewhere in its regions. */
static void flag_branch(Flagger *flagger, IrInstr *branch)
{
    demote_results(flagger, branch);
    EACH_REGION (branch, region) {
        if (is_break_of(region->last, flagger->construct))
            end_branch_with_yield(flagger, region);
        flag_region(flagger, region);
    }
    skip_rest(flagger, branch);
}

/* Breaks somewhere in a loop of its: who does leaves that one first. */
static void flag_inner_loop(Flagger *flagger, IrInstr *loop)
{
    demote_results(flagger, loop);
    EACH_INSTR (loop->regions[0], jump)
        if (is_break_of(jump, flagger->construct)) {
            store_flag(flagger, jump, false);
            jump->target = loop;
        }
    skip_rest(flagger, loop);
}

static bool contains_continue(const Flagger *flagger, const IrInstr *branch)
{
    EACH_REGION (branch, region)
        EACH_INSTR (region, jump)
            if (jump->op == IR_continue && jump->target == flagger->construct)
                return true;
    return false;
}

/* A continue deeper inside `branch` would take along those who are not there, past what they still
 * have to do in this turn: the rest of the turn becomes a scope, which it leaves. */
static IrInstr *scope_of_turn(Flagger *flagger, IrInstr *branch)
{
    IrKernel *kernel = flagger->kernel;
    IrInstr *last = branch->region->last;
    IrBuilder builder = ir_builder_before(kernel, branch);
    builder.pos = branch->pos;
    IrInstr *scope = ir_scope(&builder);
    move_to_end(kernel, branch, last, scope->regions[0]);
    ir_close_region(kernel, scope->regions[0]);
    EACH_INSTR (scope->regions[0], jump)
        if (jump->op == IR_continue && jump->target == flagger->construct) {
            jump->op = IR_break;
            jump->target = scope;
        }
    return scope;
}

static void flag_region(Flagger *flagger, IrRegion *region)
{
    EACH_IN (region, instr) {
        int side = leaving_side(flagger, instr);
        if (instr->op == IR_loop && contains_break(flagger, instr)) {
            flag_inner_loop(flagger, instr);
            return;
        }
        bool is_branch = side < 0 && (instr->op == IR_if || instr->op == IR_scope);
        bool is_turn = is_branch && contains_continue(flagger, instr);
        IrInstr *left = is_turn ? scope_of_turn(flagger, instr) : instr;
        bool breaks = is_branch && contains_break(flagger, left);
        if (breaks)
            flag_branch(flagger, left);
        if (breaks || is_turn)
            return;
        if (side < 0)
            continue;
        demote_results(flagger, instr);
        end_branch_with_yield(flagger, instr->regions[side]);
        move_rest_into(flagger, instr, 1 - side);
        flag_region(flagger, instr->regions[1 - side]);
        return;
    }
}

/* ---- the loop around them ---- */

/* The body under `if stay`, after the test that ends the loop for the group. */
static void wrap_body(Flagger *flagger)
{
    IrRegion *body = flagger->construct->regions[0];
    IrInstr *first = body->first, *last = body->last;
    IrBuilder builder = ir_builder_before(flagger->kernel, first);
    builder.pos = flagger->construct->pos;
    IrInstr *zero = ir_const_i32(&builder, 0);
    IrInstr *any = IR_BUILD(&builder, IR_group_any, zero);
    any->variable = flagger->stay;
    any->level = LEVEL_GROUP;
    IrInstr *test = ir_if(&builder, any);
    IrBuilder leave = ir_builder_at_end(flagger->kernel, test->regions[1]);
    ir_jump(&leave, IR_break, flagger->construct, NULL, 0);
    ir_close_region(flagger->kernel, test->regions[0]);
    IrInstr *stays = ir_load_var(&builder, flagger->stay, 0, 1, zero);
    stays->level = LEVEL_VARYING;
    IrInstr *guard = ir_if(&builder, stays);
    move_to_end(flagger->kernel, first, last, guard->regions[0]);
    ir_close_region(flagger->kernel, guard->regions[0]);
    ir_close_region(flagger->kernel, guard->regions[1]);
}

/* All that goes in and out of it becomes variables, and who leaves it is said by a flag. */
static Flagger start_flag(PassContext *context, IrInstr *loop)
{
    IrKernel *kernel = context->kernel;
    Flagger flagger = {context, kernel, loop, NULL};
    Demoter demoter = {.context = context};
    for (int i = loop->parameter_count - 1; i >= 0; i--)
        form_waves_demote_parameter(&demoter, loop, i);
    for (int i = loop->result_count - 1; i >= 0; i--)
        form_waves_demote_result(&demoter, loop, i);
    ir_replace_all(kernel, &demoter.replacements);
    flagger.stay = ir_variable_new(kernel, arena_printf(kernel->arena, "stay%u", loop->id),
                                   IR_WAVE_VALUE, ir_scalar(IR_I1), 1, loop->pos);
    flagger.stay->level = LEVEL_VARYING;
    flagger.stay->starts_at_zero = true;
    store_flag(&flagger, loop, true);
    return flagger;
}

/* A body that ends with a break or a return, while its turns end in branches: those who get there
 * have left, as their flag says, and the loop goes on for the others. */
static void end_with_continue(const Flagger *flagger)
{
    IrInstr *last = flagger->construct->regions[0]->last;
    if (last->op != IR_return && !is_break_of(last, flagger->construct))
        return;
    if (last->op == IR_break)
        store_flag(flagger, last, false);
    last->op = IR_continue;
    last->target = flagger->construct;
}

static void flag_loop(PassContext *context, IrInstr *loop)
{
    Flagger flagger = start_flag(context, loop);
    EACH_INSTR (loop->regions[0], instr)
        if (instr->op == IR_return)
            store_flag(&flagger, instr, false);
    end_with_continue(&flagger);
    flag_region(&flagger, loop->regions[0]);
    wrap_body(&flagger);
}

static void flag_scope(PassContext *context, IrInstr *scope)
{
    Flagger flagger = start_flag(context, scope);
    flag_region(&flagger, scope->regions[0]);
}

static void flag_exits_in(PassContext *context, const IrRegion *region)
{
    EACH_IN (region, instr) {
        if (!ir_is(instr, OP_REGION) || !form_waves_is_group_construct(instr))
            continue;
        bool is_left = instr->op == IR_loop || instr->op == IR_scope;
        if (is_left && form_waves_leaves_apart(instr))
            (instr->op == IR_loop ? flag_loop : flag_scope)(context, instr);
        EACH_REGION (instr, inner)
            flag_exits_in(context, inner);
    }
}

void form_waves_flag_exits(PassContext *context) { flag_exits_in(context, context->kernel->body); }
