/* drop_touches: what --check=race follows and what cannot clash is not followed.
 *
 *     touch_var.store $tile [%i] ...             touch_var.store $tile [%i] ...
 *     store_var $tile [%i], %x                   store_var $tile [%i], %x
 *     barrier                              ->    barrier
 *     touch_var.load $tile [%j] ...              %3 = load_var $tile [%j]
 *     %3 = load_var $tile [%j]                   barrier
 *     barrier
 *
 * Two accesses of a group to groupshared memory can be in one interval between barriers only where
 * both are reached from one barrier, or from the kernel's start, without passing another. A load
 * that no store and no atomic operation of its variable is with in that sense clashes with nothing.
 * That holds only where all threads of the group come to each barrier, or returned before: then
 * there are no others that went past it. Nothing orders groups: of a resource, loads are left out
 * where the kernel stores nothing there.
 *
 * Where --check=uninit is asked for, such loads still ask whether anything was written: touch.ask.
 * So do all loads where races are not looked for.
 *
 * Needs: uniformity; before form_waves. Keeps all that is reported. */
#include "passes/control.h"

typedef struct Reach { /* from one place, without passing a barrier */
    Arena *scratch;
    int *seen;   /* by order: the place that it was last reached from */
    int place;   /* counted from 1 */
    VEC(IrInstr *) next;    /* to go on with */
    VEC(IrInstr *) touches; /* that were come to */
} Reach;

typedef struct Touched {
    PassContext *context;
    Order order;
    bool *is_needed;  /* by order: of loads of variables */
    bool *is_written; /* by variable's index, in the present interval */
} Touched;

static bool is_touch(const IrInstr *instr)
{
    return instr->op == IR_touch_var || instr->op == IR_touch_resource;
}

static bool is_touch_to_load(const IrInstr *instr)
{
    return is_touch(instr) && instr->immediate == TOUCH_LOAD;
}

/* ---- what is reached ---- */

static void go_on(Reach *reach, IrInstr *instr) { vec_push(reach->scratch, &reach->next, instr); }

/* Behind a construct, from its yields and breaks; a loop's continue leads to its start. */
static void follow_jump(Reach *reach, const IrInstr *jump)
{
    IrInstr *target = jump_target(jump);
    if (target == NULL)
        return;
    if (jump->op == IR_continue)
        go_on(reach, target->regions[0]->first);
    else if (target->next != NULL)
        go_on(reach, target->next);
}

/* An if without a region goes on behind it, too. */
static void enter(Reach *reach, IrInstr *construct)
{
    bool has_all = true;
    for (int i = 0; i < 2; i++) {
        if (construct->regions[i] != NULL)
            go_on(reach, construct->regions[i]->first);
        else if (i == 0 || construct->op == IR_if)
            has_all = false;
    }
    if (!has_all && construct->next != NULL)
        go_on(reach, construct->next);
}

static void walk(Reach *reach, IrInstr *from)
{
    for (IrInstr *instr = from; instr != NULL; instr = instr->next) {
        if (reach->seen[order_of(instr)] == reach->place || instr->op == IR_barrier)
            return;
        reach->seen[order_of(instr)] = reach->place;
        if (instr->op == IR_touch_var)
            vec_push(reach->scratch, &reach->touches, instr);
        if (is_construct(instr)) {
            enter(reach, instr);
            return;
        }
        if (is_jump(instr)) {
            follow_jump(reach, instr);
            return;
        }
    }
}

static void reach_from(Reach *reach, IrInstr *first)
{
    reach->place++;
    reach->touches.count = 0;
    if (first != NULL)
        go_on(reach, first);
    while (reach->next.count > 0)
        walk(reach, reach->next.items[--reach->next.count]);
}

/* ---- which loads can clash ---- */

static void need_loads(Touched *touched, const Reach *reach)
{
    int variables = touched->context->kernel->variables.count;
    memset(touched->is_written, 0, sizeof(bool) * (size_t)variables);
    for (int i = 0; i < reach->touches.count; i++)
        if (!is_touch_to_load(reach->touches.items[i]))
            touched->is_written[reach->touches.items[i]->variable->index] = true;
    for (int i = 0; i < reach->touches.count; i++) {
        const IrInstr *touch = reach->touches.items[i];
        if (touched->is_written[touch->variable->index])
            touched->is_needed[order_of(touch)] = true;
    }
}

static void need_all_loads(Touched *touched)
{
    EACH_INSTR (touched->context->kernel->body, instr)
        if (instr->op == IR_touch_var)
            touched->is_needed[order_of(instr)] = true;
}

static bool barriers_are_met(const IrKernel *kernel)
{
    Control control = control_at_start(kernel->body);
    bool are_met = true;
    EACH_INSTR (kernel->body, instr) {
        control_reach(&control, instr);
        if (instr->op == IR_barrier)
            are_met &= control_here_or_retired(&control).level <= LEVEL_GROUP;
    }
    return are_met;
}

static void find_needed(Touched *touched)
{
    enum { MOST_BARRIERS = 256 };
    IrKernel *kernel = touched->context->kernel;
    Arena *scratch = touched->context->scratch;
    Reach reach = {.scratch = scratch, .seen = ARENA_ARRAY(scratch, int, touched->order.count + 1)};
    int barriers = 0;
    EACH_INSTR (kernel->body, instr)
        barriers += instr->op == IR_barrier;
    if (barriers > MOST_BARRIERS || !barriers_are_met(kernel)) {
        need_all_loads(touched);
        return;
    }
    reach_from(&reach, kernel->body->first);
    need_loads(touched, &reach);
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_barrier) {
            reach_from(&reach, instr->next);
            need_loads(touched, &reach);
        }
}

static bool is_stored_to(const IrKernel *kernel, const IrResource *resource)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_touch_resource && instr->resource == resource &&
            !is_touch_to_load(instr))
            return true;
    return false;
}

static bool can_clash(const Touched *touched, const IrInstr *touch)
{
    if ((touched->context->checks >> RUN_CHECK_race & 1) == 0)
        return false;
    return touch->op == IR_touch_var ? touched->is_needed[order_of(touch)]
                                     : is_stored_to(touched->context->kernel, touch->resource);
}

bool pass_drop_touches(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    bool asks = context->checks >> RUN_CHECK_uninit & 1, changed = false;
    if (!ir_contains_op(kernel->body, IR_touch_var) &&
        !ir_contains_op(kernel->body, IR_touch_resource))
        return false;
    Touched touched = {.context = context, .order = order_kernel(kernel, context->scratch)};
    touched.is_needed = ARENA_ARRAY(context->scratch, bool, touched.order.count + 1);
    touched.is_written = ARENA_ARRAY(context->scratch, bool, kernel->variables.count + 1);
    find_needed(&touched);
    EACH_INSTR (kernel->body, instr) {
        if (!is_touch_to_load(instr) || can_clash(&touched, instr))
            continue;
        if (asks)
            instr->immediate = TOUCH_ASK;
        else
            ir_remove(instr);
        changed = true;
    }
    return changed;
}
