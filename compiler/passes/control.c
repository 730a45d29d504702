/* Who is together: a walk over the regions keeps, for every open construct, by which branch it was entered
 * and which threads have left it for its end or its next turn. See uniformity.c. */
#include "passes/control.h"

Parting parting_join(Parting left, Parting right) { return right.level > left.level ? right : left; }

/* Joins `parting` into what is known of a construct, which only ever grows. */
static void grow(Control *control, Parting *known, Parting parting)
{
    if (parting.level <= known->level)
        return;
    *known = parting;
    control->changed = true;
}

void control_enter(Control *control, Frame *frame, IrInstr *construct)
{
    *frame = (Frame){.outer = control->innermost, .construct = construct_of(construct)};
    if (construct->op == IR_if && construct->operands[0]->level > LEVEL_CONSTANT)
        frame->branch = (Parting){construct->operands[0]->level, construct};
    control->innermost = frame;
}

void control_leave(Control *control) { control->innermost = control->innermost->outer; }

static bool is_loop(const Frame *frame) { return frame->construct->instr->op == IR_loop; }

/* How the threads inside `frame` that entered it together are apart at this point. */
static Parting parted_inside(const Frame *frame) { return parting_join(frame->branch, frame->gone); }

/* Threads that return are done, whatever loop they are in; later turns of those loops miss them. */
static void retire(Control *control)
{
    Parting parting = {LEVEL_CONSTANT, NULL};
    for (Frame *frame = control->innermost; frame; frame = frame->outer) {
        parting = parting_join(parting, parted_inside(frame));
        if (is_loop(frame)) {
            grow(control, &frame->construct->retired, parting);
            parting = parting_join(parting, frame->construct->left);
        }
    }
    control->retired = parting_join(control->retired, parting);
}

/* Inside the target threads part by branches, by having left earlier, and by leaving inner loops in
 * different turns. */
static void leave_for(Control *control, const IrInstr *jump, const IrInstr *target)
{
    Parting parting = {LEVEL_CONSTANT, NULL};
    bool over_time = false;
    Frame *frame = control->innermost;
    for (; frame->construct->instr != target; frame = frame->outer) {
        parting = parting_join(parting, parted_inside(frame));
        if (is_loop(frame)) {
            grow(control, &frame->construct->left, parting);
            parting = parting_join(parting, frame->construct->left);
            over_time = true;
        }
    }
    Construct *construct = frame->construct;
    parting = parting_join(parting, parted_inside(frame));
    bool is_continue = jump->op == IR_continue;
    if (jump->op == IR_break)
        grow(control, &construct->left, parting);
    grow(control, is_continue ? &construct->turn : &construct->exit, parting);
    *(is_continue ? &construct->turns_over_time : &construct->exits_over_time) |= over_time;
    if (jump->op != IR_yield)
        frame->gone = parting_join(frame->gone, parting);
}

void control_jump(Control *control, const IrInstr *jump)
{
    const IrInstr *target = jump_target(jump);
    if (jump->op == IR_return)
        retire(control);
    else if (target)
        leave_for(control, jump, target);
}

Parting control_here(const Control *control)
{
    Parting parting = {LEVEL_CONSTANT, NULL};
    for (const Frame *frame = control->innermost; frame; frame = frame->outer) {
        parting = parting_join(parting, parted_inside(frame));
        if (is_loop(frame))
            parting = parting_join(parting, frame->construct->left);
    }
    return parting;
}

Parting control_here_or_retired(const Control *control)
{
    Parting parting = parting_join(control_here(control), control->retired);
    for (const Frame *frame = control->innermost; frame; frame = frame->outer)
        parting = parting_join(parting, frame->construct->retired);
    return parting;
}

Parting control_exit(const Construct *construct)
{
    bool is_one_way = construct->exits.count == 1 && !construct->exits_over_time && construct->instr->op != IR_loop;
    return is_one_way ? (Parting){LEVEL_CONSTANT, NULL} : construct->exit;
}

Parting control_turn(const Construct *construct)
{
    bool is_one_way = construct->continues.count == 1 && !construct->turns_over_time;
    return is_one_way ? (Parting){LEVEL_CONSTANT, NULL} : construct->turn;
}

/* ---- the walk for those that only look ---- */

static void walk_region(Control *control, const IrRegion *region, ControlVisit *visit, void *context)
{
    for (IrInstr *instr = region->first; instr; instr = instr->next) {
        Frame frame;
        if (is_jump(instr))
            control_jump(control, instr);
        if (visit != NULL)
            visit(context, control, instr);
        if (!is_construct(instr))
            continue;
        control_enter(control, &frame, instr);
        for EACH_REGION(inner, instr)
            walk_region(control, inner, visit, context);
        control_leave(control);
    }
}

/* The first walks find how lanes leave loops, the last sees it everywhere in them. */
void control_walk(const IrRegion *body, ControlVisit *visit, void *context)
{
    Control control;
    do {
        control = (Control){0};
        walk_region(&control, body, NULL, NULL);
    } while (control.changed);
    control = (Control){0};
    walk_region(&control, body, visit, context);
}
