/* Who is together: a walk over the regions keeps, for every open construct, by which branch it was
 * entered and which threads have left it for its end or its next turn. See uniformity.c. */
#include "passes/control.h"

static const Parting TOGETHER = {LEVEL_CONSTANT, NULL};

Parting parting_join(Parting left, Parting right)
{
    return right.level > left.level ? right : left;
}

/* Joins `parting` into what is known of a construct, which only ever grows. */
static void grow(Control *control, Parting *known, Parting parting)
{
    if (parting.level <= known->level)
        return;
    *known = parting;
    control->changed = true;
}

void control_enter(Control *control, const IrInstr *instr)
{
    Construct *construct = construct_of(instr);
    bool parts = instr->op == IR_if && instr->operands[0]->level > LEVEL_CONSTANT;
    construct->outer = control->innermost;
    construct->branch = parts ? (Parting){instr->operands[0]->level, construct->instr} : TOGETHER;
    construct->gone = TOGETHER;
    control->innermost = construct;
}

void control_leave(Control *control) { control->innermost = control->innermost->outer; }

static bool is_loop(const Construct *construct) { return construct->instr->op == IR_loop; }

/* How the threads inside `construct` that entered it together are apart at this point. */
static Parting parted_inside(const Construct *construct)
{
    return parting_join(construct->branch, construct->gone);
}

/* Threads that return are done, whatever loop they are in; later turns of those loops miss them. */
static void retire(Control *control)
{
    Parting parting = TOGETHER;
    for (Construct *in = control->innermost; in; in = in->outer) {
        parting = parting_join(parting, parted_inside(in));
        if (is_loop(in)) {
            grow(control, &in->retired, parting);
            parting = parting_join(parting, in->left);
        }
    }
    control->retired = parting_join(control->retired, parting);
}

/* Inside the target threads part by branches, by having left earlier, and by leaving inner loops in
 * different turns. */
static void leave_for(Control *control, const IrInstr *jump, const IrInstr *target)
{
    Parting parting = TOGETHER;
    bool over_time = false;
    Construct *in = control->innermost;
    for (; in->instr != target; in = in->outer) {
        parting = parting_join(parting, parted_inside(in));
        if (is_loop(in)) {
            grow(control, &in->left, parting);
            parting = parting_join(parting, in->left);
            over_time = true;
        }
    }
    parting = parting_join(parting, parted_inside(in));
    bool is_continue = jump->op == IR_continue;
    if (jump->op == IR_break)
        grow(control, &in->left, parting);
    grow(control, is_continue ? &in->turn : &in->exit, parting);
    *(is_continue ? &in->turns_over_time : &in->exits_over_time) |= over_time;
    if (jump->op != IR_yield)
        in->gone = parting_join(in->gone, parting);
}

void control_jump(Control *control, const IrInstr *jump)
{
    const IrInstr *target = jump_target(jump);
    if (jump->op == IR_return)
        retire(control);
    else if (target)
        leave_for(control, jump, target);
}

Parting control_here_in(const Control *control, const IrInstr *construct)
{
    Parting parting = TOGETHER;
    for (const Construct *in = control->innermost; in && in->instr != construct; in = in->outer) {
        parting = parting_join(parting, parted_inside(in));
        if (is_loop(in))
            parting = parting_join(parting, in->left);
        if (in->instr->op == IR_all_lanes) /* who is here is nobody's doing further out */
            break;
    }
    return parting;
}

Parting control_here(const Control *control) { return control_here_in(control, NULL); }

Parting control_here_or_retired(const Control *control)
{
    Parting parting = control_here(control);
    for (const Construct *in = control->innermost; in; in = in->outer) {
        parting = parting_join(parting, in->retired);
        if (in->instr->op == IR_all_lanes)
            return parting;
    }
    return parting_join(parting, control->retired);
}

Parting control_exit(const Construct *construct)
{
    bool is_one_way = construct->exits.count == 1 && !construct->exits_over_time &&
                      construct->instr->op != IR_loop;
    return is_one_way ? TOGETHER : construct->exit;
}

Parting control_turn(const Construct *construct)
{
    bool is_one_way = construct->continues.count == 1 && !construct->turns_over_time;
    return is_one_way ? TOGETHER : construct->turn;
}

/* ---- the walk for those that only look ---- */

void control_reach(Control *control, const IrInstr *instr)
{
    const IrInstr *owner = instr->region->owner;
    if (owner != NULL && instr == owner->regions[0]->first)
        control_enter(control, owner);
    while (control->innermost != NULL && control->innermost->instr != owner)
        control_leave(control);
    if (is_jump(instr))
        control_jump(control, instr);
}

/* Each walk finds more of how lanes leave loops. */
Control control_at_start(const IrRegion *body)
{
    Control control;
    do {
        control = (Control){0};
        EACH_INSTR (body, instr)
            control_reach(&control, instr);
    } while (control.changed);
    return (Control){0};
}
