/* Masks, and what a jump does to them: which lanes it takes, what its edge carries, when it is a C
 * goto. The idea is told in plan_control.c. */
#include "plan_priv.h"

/* ---- masks ---- */

int plan_new_mask(PlanBuilder *builder)
{
    int mask = ++builder->next_mask;
    plan_push(builder, STEP_mask)->a = mask;
    return mask;
}

int plan_new_version(PlanBuilder *builder) { return ++builder->next_version; }

PlanStep *plan_set_mask(PlanBuilder *builder, int mask, PlanMaskRule rule, int from)
{
    PlanStep *step = plan_push(builder, STEP_set_mask);
    step->a = mask;
    step->b = from;
    step->rule = rule;
    return step;
}

int plan_active(const PlanBuilder *builder)
{
    return builder->mask.is_full ? 0 : builder->mask.id;
}

int plan_active_version(const PlanBuilder *builder)
{
    return plan_active(builder) == 0 ? 0 : builder->mask.version;
}

PlanMask plan_copy_mask(PlanBuilder *builder)
{
    int mask = plan_new_mask(builder), from = plan_active(builder);
    plan_set_mask(builder, mask, MASK_active, from);
    plan_note_like(builder, mask, from);
    return (PlanMask){mask, plan_new_version(builder), .is_full = from == 0};
}

int plan_empty_mask(PlanBuilder *builder)
{
    int mask = plan_new_mask(builder);
    plan_set_mask(builder, mask, MASK_none, 0);
    return mask;
}

/* ---- frames ---- */

PlanFrame *plan_frame_of(const PlanBuilder *builder, const IrInstr *construct)
{
    PlanFrame *frame = builder->frame;
    while (frame->construct != construct)
        frame = frame->outer;
    return frame;
}

PlanFrame *plan_wave_frame(const PlanBuilder *builder)
{
    PlanFrame *frame = builder->frame;
    while (frame->outer != NULL && frame->construct->op != IR_wave_loop)
        frame = frame->outer;
    return frame;
}

/* Where no lane leaves a frame before others, those that are there are all of them, though some may
 * have gone further out together. */
bool plan_takes_whole_frame(const PlanBuilder *builder, const PlanFrame *frame)
{
    return !frame->has_own_mask || builder->mask.version == frame->head.version;
}

static void point_to(PlanStep *step, PlanLabel label, int number)
{
    step->label = label;
    step->number = number;
}

/* Labels of a frame: by the construct's id, which is unique. */
static void go_exit(PlanBuilder *builder, PlanFrame *frame)
{
    frame->exit_label_used = true;
    point_to(plan_push(builder, STEP_goto), LABEL_EXIT, (int)frame->construct->id);
}

static void go_next(PlanBuilder *builder, PlanFrame *frame)
{
    frame->next_label_used = true;
    point_to(plan_push(builder, STEP_goto), LABEL_NEXT, (int)frame->construct->id);
}

void plan_place_label(PlanBuilder *builder, PlanLabel label, int number)
{
    point_to(plan_push(builder, STEP_label), label, number);
}

void plan_leave_if_empty(PlanBuilder *builder)
{
    PlanFrame *frame = builder->end.frame;
    if (builder->mask.id == 0)
        return;
    bool out = frame != NULL && frame->continue_mask == 0 && frame->construct->op != IR_wave_loop;
    PlanStep *step = plan_push(builder, STEP_goto_if_none);
    step->a = builder->mask.id;
    point_to(step, out ? LABEL_EXIT : LABEL_END,
             out ? (int)frame->construct->id : builder->end.label);
    if (out)
        frame->exit_label_used = true;
    else
        builder->end.is_used = true;
    builder->known_active = builder->mask.version;
}

/* ---- what an edge carries ---- */

PlanStep *plan_assign(PlanBuilder *builder, const IrInstr *target, const IrInstr *value, int mask)
{
    PlanStep *step = plan_push_instr(builder, STEP_assign, target);
    step->value = value;
    /* What steps over the lanes does so in those too that did not get here, and its edges agree on
     * it (uniformity): it is for all lanes, as scalars are. */
    step->a = target->shape.length > 1 ? 0 : mask;
    return step;
}

static void write_results(PlanBuilder *builder, const IrInstr *construct, const IrInstr *jump,
                          int mask)
{
    for (int i = 0; i < construct->result_count; i++) {
        if (construct->op != IR_lane_loop)
            plan_assign(builder, construct->results[i], jump->operands[i], mask);
        else
            plan_push_instr(builder, STEP_set_lane, construct->results[i])->value =
                jump->operands[i];
    }
}

/* What is written for all lanes, while some may still be in the turn. */
bool plan_goes_to_next(const PlanBuilder *builder, const PlanFrame *frame, const IrInstr *parameter)
{
    bool steps = parameter->shape.length > 1 && frame->continue_mask != 0;
    return frame->has_next && (steps || !plan_is_vector(builder->plan, parameter));
}

/* The next turn's parameters all at once: one that is read after it was written is saved first. */
static bool is_read_late(const PlanBuilder *builder, const PlanFrame *frame, const IrInstr *jump,
                         int position)
{
    const IrInstr *loop = frame->construct;
    if (plan_goes_to_next(builder, frame, loop->parameters[position]))
        return false;
    for (int i = position + 1; i < loop->parameter_count; i++)
        if (jump->operands[i] == loop->parameters[position])
            return true;
    return false;
}

static void write_parameters(PlanBuilder *builder, const PlanFrame *frame, const IrInstr *jump,
                             int mask)
{
    const IrInstr *loop = frame->construct;
    int saved = builder->next_saved++; /* a loop may have several edges in one block of C */
    for (int i = 0; i < loop->parameter_count; i++)
        if (is_read_late(builder, frame, jump, i))
            plan_push_instr(builder, STEP_save, loop->parameters[i])->number = saved;
    for (int i = 0; i < loop->parameter_count; i++) {
        const IrInstr *target = loop->parameters[i], *value = jump->operands[i];
        bool to_next = plan_goes_to_next(builder, frame, target);
        if (value == target && !to_next)
            continue;
        PlanStep *step = plan_assign(builder, target, value, mask);
        step->to_next = to_next;
        step->number = saved;
        step->from_saved = value->op == IR_parameter && value->owner == loop &&
                           value->position < i && !plan_goes_to_next(builder, frame, value);
    }
}

/* ---- jumps ---- */

static void collect_lanes(PlanBuilder *builder, int into)
{
    if (into != 0)
        plan_set_mask(builder, into, MASK_more, plan_active(builder));
}

static void plan_break(PlanBuilder *builder, const IrInstr *jump)
{
    PlanFrame *frame = plan_frame_of(builder, jump->target);
    write_results(builder, frame->construct, jump, frame->has_own_mask ? plan_active(builder) : 0);
    collect_lanes(builder, frame->exit_mask);
    if (plan_takes_whole_frame(builder, frame))
        go_exit(builder, frame);
}

static void plan_continue(PlanBuilder *builder, const IrInstr *jump)
{
    PlanFrame *frame = plan_frame_of(builder, jump->target);
    bool is_last = jump->region->owner == jump->target; /* at the body's end */
    write_parameters(builder, frame, jump, frame->continue_mask ? plan_active(builder) : 0);
    collect_lanes(builder, frame->continue_mask);
    if (plan_takes_whole_frame(builder, frame) && !is_last)
        go_next(builder, frame);
}

static void plan_return(PlanBuilder *builder)
{
    if (!builder->in_wave) /* group level: all waves */
        plan_push(builder, STEP_return);
    else if (plan_takes_whole_frame(builder, plan_wave_frame(builder)))
        go_exit(builder, plan_wave_frame(builder));
}

void plan_jump(PlanBuilder *builder, const IrInstr *jump, int yield_mask)
{
    const IrInstr *owner = jump->region->owner;
    plan_flush(builder);
    switch (jump->op) {
    case IR_break: plan_break(builder, jump); break;
    case IR_continue: plan_continue(builder, jump); break;
    case IR_return: plan_return(builder); break;
    default:
        if (owner != NULL)
            write_results(builder, owner, jump, yield_mask);
        if (owner != NULL && owner->op == IR_scope)
            collect_lanes(builder, builder->end.frame->exit_mask);
    }
}
