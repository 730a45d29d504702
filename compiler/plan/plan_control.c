/* Control flow: uniform as C control flow, divergent under masks.
 *
 * A divergent `if` runs each branch under its own mask, skipped when no lane is in it. A break,
 * continue or return takes the lanes of the current mask; when these are all lanes of its frame it
 * is a C goto, else the lanes are struck from the masks between here and there. Lanes come together
 * again where the construct ends: the mask behind it is the mask before it, less the lanes that
 * left further out.
 *
 * What an edge carries is written to the construct's results where it leaves, under the mask of the
 * lanes that leave; a loop's parameters likewise. They need no blend where all lanes take the same
 * edge. */
#include "plan_priv.h"

/* ---- componentwise operations ---- */

static void plan_componentwise(PlanBuilder *builder, const IrInstr *instr)
{
    if (instr->op == IR_const || instr->op == IR_extract)
        return; /* named where they are used */
    if (builder->plan->values[instr->id].is_straight)
        plan_push_instr(builder, STEP_straight, instr);
    if (plan_is_vector(builder->plan, instr))
        plan_add_to_run(builder, instr);
    else
        plan_push_instr(builder, STEP_scalar, instr);
}

/* ---- regions ---- */

static void plan_instr(PlanBuilder *builder, const IrInstr *instr);

/* Nothing leads behind it: all that enter leave further out, or stay. */
static bool is_dead_end(const PlanBuilder *builder, const IrInstr *instr)
{
    bool has_end = instr->op == IR_if || instr->op == IR_loop || instr->op == IR_scope;
    return has_end && plan_construct(builder, instr)->result_edges == 0;
}

/* With an end label for when its lanes run out; says whether that was needed. `yield_mask` as for
 * plan_jump; `frame`: the region is the body of that frame's construct. */
static bool plan_region(PlanBuilder *builder, const IrRegion *region, int yield_mask,
                        PlanFrame *frame)
{
    PlanRegionEnd outer = builder->end;
    int views = builder->views.count, axes = builder->axes.count;
    builder->end = (PlanRegionEnd){++builder->next_label, false, frame};
    for (const IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
        if (instr->pos != SOURCE_NOWHERE)
            builder->pos = instr->pos;
        if (ir_is(instr, OP_JUMP))
            plan_jump(builder, instr, yield_mask);
        else
            plan_instr(builder, instr);
        if (is_dead_end(builder, instr))
            break;
    }
    plan_flush(builder);
    bool used = builder->end.is_used;
    if (used)
        plan_place_label(builder, LABEL_END, builder->end.label);
    builder->end = outer;
    builder->views.count = views;
    builder->axes.count = axes;
    return used;
}

static bool falls_through(const IrRegion *region) { return region->last->op == IR_yield; }
static bool is_only_a_jump(const IrRegion *region) { return region->first == region->last; }
/* All of the values that a region yields come from outside it, and it does nothing else. */
static bool only_yields(const IrRegion *region)
{
    return is_only_a_jump(region) && falls_through(region);
}

typedef enum Start { START_UNSET, START_CLEARED } Start;

static void declare_results(PlanBuilder *builder, const IrInstr *construct, Start start)
{
    for (int i = 0; i < construct->result_count; i++) {
        plan_push_instr(builder, STEP_declare, construct->results[i]);
        if (start == START_CLEARED && plan_is_vector(builder->plan, construct->results[i]))
            plan_push_instr(builder, STEP_clear, construct->results[i]);
    }
}

/* Where the last lanes left further out, the construct is left without results. */
static void clear_scalar_results(PlanBuilder *builder, const IrInstr *construct)
{
    for (int i = 0; i < construct->result_count; i++)
        if (!plan_is_vector(builder->plan, construct->results[i]))
            plan_push_instr(builder, STEP_clear, construct->results[i]);
}

static void push_if_any(PlanBuilder *builder, int mask)
{
    plan_push(builder, STEP_if_any)->a = mask;
}

/* The lanes that a mask has from here on, of which nothing else is known. */
static PlanMask lanes_of(PlanBuilder *builder, int mask)
{
    return (PlanMask){mask, plan_new_version(builder), .is_full = false};
}

/* ---- uniform if ---- */

static bool is_goto(const PlanBuilder *builder, const IrInstr *jump)
{
    if (jump->op == IR_return)
        return !builder->in_wave || plan_takes_whole_frame(builder, plan_wave_frame(builder));
    return plan_takes_whole_frame(builder, plan_frame_of(builder, jump->target));
}

/* Does a jump inside the branch leave it with some of the lanes that came to it only, or from a
 * frame that some lanes have left already? Then it is no goto. */
static bool some_lanes_leave(const PlanBuilder *builder, const IrInstr *branch)
{
    const PlanLeavers *leavers = &plan_construct(builder, branch)->leavers;
    for (int i = 0; i < leavers->count; i++)
        if (leavers->items[i].is_partial || !is_goto(builder, leavers->items[i].jump))
            return true;
    return false;
}

/* The lanes at the region's end left by a jump that is no goto. */
static void strike_if_left(PlanBuilder *builder, const IrRegion *region, PlanMask before)
{
    if (!falls_through(region) && !is_goto(builder, region->last))
        plan_set_mask(builder, before.id, MASK_none, 0);
}

static void plan_uniform_if(PlanBuilder *builder, const IrInstr *branch)
{
    PlanMask before = builder->mask;
    bool some_leave = some_lanes_leave(builder, branch);
    bool has_else = !only_yields(branch->regions[1]) || branch->result_count > 0;
    declare_results(builder, branch, START_UNSET);
    plan_push_instr(builder, STEP_if, branch)->value = branch->operands[0];
    for (int side = 0; side <= has_else; side++) {
        if (side == 1)
            plan_push(builder, STEP_else);
        builder->mask = before;
        plan_region(builder, branch->regions[side], 0, NULL);
        strike_if_left(builder, branch->regions[side], before);
    }
    plan_push(builder, STEP_end);
    builder->mask = before;
    if (some_leave) {
        builder->mask = lanes_of(builder, before.id);
        plan_leave_if_empty(builder);
    }
}

/* ---- divergent if ---- */

/* A mask for a side of the branch: a new one, set by its condition. */
static int branch_mask(PlanBuilder *builder, const IrInstr *branch, int side)
{
    int mask = plan_new_mask(builder), from = plan_active(builder);
    PlanMaskRule whole[] = {MASK_true, MASK_false}, part[] = {MASK_and_true, MASK_and_false};
    PlanStep *step = plan_set_mask(builder, mask, from == 0 ? whole[side] : part[side], from);
    step->instr = branch;
    step->value = branch->operands[0];
    if (side == 0)
        plan_note_true_lanes(builder, mask, from, step->value);
    else
        plan_note_like(builder, mask, from);
    return mask;
}

/* if c { jump }: no branch, the lanes just leave. */
static void plan_partial_jump(PlanBuilder *builder, const IrInstr *branch, int side)
{
    PlanMask before = builder->mask;
    int leaving = branch_mask(builder, branch, side);
    builder->mask = lanes_of(builder, leaving);
    plan_jump(builder, branch->regions[side]->last, 0);
    builder->mask = lanes_of(builder, before.id);
    plan_set_mask(builder, before.id, MASK_less, leaving);
    plan_leave_if_empty(builder);
}

static void plan_branch(PlanBuilder *builder, const IrInstr *branch, int side, int mask,
                        int yield_mask)
{
    int from = plan_active_version(builder);
    push_if_any(builder, mask);
    builder->mask = lanes_of(builder, mask);
    vec_push(builder->arena, &builder->branches, ((PlanBranch){builder->mask.version, from, branch->operands[0], side}));
    builder->known_active = builder->mask.version;
    plan_region(builder, branch->regions[side], yield_mask, NULL);
    plan_push(builder, STEP_end);
}

/* The lanes behind an if that some lanes left: those at the end of either branch. */
static void join_masks(PlanBuilder *builder, const IrInstr *branch, PlanMask before,
                       const int *masks)
{
    bool falls[2] = {falls_through(branch->regions[0]), falls_through(branch->regions[1])};
    builder->mask = before;
    if (plan_construct(builder, branch)->leavers.count == 0)
        return;
    if (falls[0] && falls[1])
        plan_set_mask(builder, before.id, MASK_either, masks[0])->c = masks[1];
    else
        plan_set_mask(builder, before.id, falls[0] || falls[1] ? MASK_like : MASK_nobody,
                      masks[falls[0] ? 0 : 1]);
    builder->mask = lanes_of(builder, before.id);
    plan_leave_if_empty(builder);
}

/* A branch that is nothing but a jump away, beside one that does nothing: -1 if there is none. */
static int partial_jump_side(const IrInstr *branch)
{
    for (int side = 0; side < 2; side++)
        if (is_only_a_jump(branch->regions[side]) && !falls_through(branch->regions[side]) &&
            only_yields(branch->regions[1 - side]) && branch->result_count == 0)
            return side;
    return -1;
}

/* The side written first writes its results for all lanes, the other one then for its own. A side
 * that only yields needs no branch. */
static void plan_divergent_if(PlanBuilder *builder, const IrInstr *branch)
{
    PlanMask before = builder->mask;
    int masks[2] = {0, 0};
    int first = only_yields(branch->regions[0]) ? 0 : 1;
    bool leaves = plan_construct(builder, branch)->leavers.count > 0;
    if (partial_jump_side(branch) >= 0) {
        plan_partial_jump(builder, branch, partial_jump_side(branch));
        return;
    }
    declare_results(builder, branch,
                    only_yields(branch->regions[first]) ? START_UNSET : START_CLEARED);
    for (int side = 0; side < 2; side++)
        if (leaves || side != first || !only_yields(branch->regions[side]))
            masks[side] = branch_mask(builder, branch, side);
    for (int i = 0; i < 2; i++) {
        int side = i == 0 ? first : 1 - first, yield_mask = i == 0 ? 0 : masks[side];
        builder->mask = before;
        if (only_yields(branch->regions[side]))
            plan_jump(builder, branch->regions[side]->last, yield_mask);
        else
            plan_branch(builder, branch, side, masks[side], yield_mask);
    }
    join_masks(builder, branch, before, masks);
}

/* ---- loop and scope ---- */

static void open_frame(PlanBuilder *builder, PlanFrame *frame, const IrInstr *instr)
{
    const PlanConstruct *construct = plan_construct(builder, instr);
    bool one_continue = instr->regions[0]->last->op == IR_continue && construct->continues == 1;
    *frame = (PlanFrame){.construct = instr,
                         .outer = builder->frame,
                         .has_own_mask = construct->loses_lanes};
    frame->has_next = instr->op == IR_loop && construct->continues > 0 && !one_continue;
    declare_results(builder, instr, construct->loses_lanes ? START_CLEARED : START_UNSET);
    if (construct->leaves_further && builder->in_wave)
        clear_scalar_results(builder, instr);
    if (construct->loses_lanes) {
        frame->exit_mask =
            construct->leaves_further && builder->in_wave ? plan_empty_mask(builder) : 0;
        frame->continue_mask = frame->has_next ? plan_empty_mask(builder) : 0;
        builder->mask = plan_copy_mask(builder);
        builder->mask.is_full &= instr->op != IR_loop; /* later turns have fewer */
        builder->known_active = builder->mask.version;
    }
    frame->head = builder->mask;
    builder->frame = frame;
}

/* Behind the construct: all lanes that came, unless some left further out. */
static void close_frame(PlanBuilder *builder, PlanFrame *frame, PlanMask before)
{
    if (frame->exit_label_used)
        plan_place_label(builder, LABEL_EXIT, (int)frame->construct->id);
    builder->frame = frame->outer;
    builder->mask = before;
    if (frame->exit_mask != 0) {
        plan_set_mask(builder, before.id, MASK_like, frame->exit_mask);
        builder->mask = lanes_of(builder, before.id);
        plan_leave_if_empty(builder);
    }
}

static void start_parameters(PlanBuilder *builder, const IrInstr *loop, const PlanFrame *frame)
{
    for (int i = 0; i < loop->parameter_count; i++) {
        const IrInstr *parameter = loop->parameters[i];
        plan_push_instr(builder, STEP_declare, parameter);
        plan_assign(builder, parameter, loop->operands[i], 0);
        if (plan_goes_to_next(builder, frame, parameter))
            plan_push_instr(builder, STEP_start_next, parameter);
    }
}

static void finish_turn(PlanBuilder *builder, const PlanFrame *frame)
{
    const IrInstr *loop = frame->construct;
    bool known = builder->mask.version == builder->known_active && !frame->next_label_used;
    if (frame->next_label_used)
        plan_place_label(builder, LABEL_NEXT, (int)loop->id);
    for (int i = 0; i < loop->parameter_count; i++)
        if (plan_goes_to_next(builder, frame, loop->parameters[i]))
            plan_push_instr(builder, STEP_take_next, loop->parameters[i]);
    if (frame->continue_mask != 0) {
        plan_set_mask(builder, frame->head.id, MASK_like, frame->continue_mask);
        plan_set_mask(builder, frame->continue_mask, MASK_none, 0);
    }
    if (frame->has_own_mask && (frame->continue_mask != 0 || !known))
        plan_push(builder, STEP_break_if_none)->a = frame->head.id;
}

/* The end label of a loop's body stands before finish_turn, so lanes that wait for the next turn go
 * on. */
static void plan_loop(PlanBuilder *builder, const IrInstr *loop)
{
    PlanMask before = builder->mask;
    PlanFrame frame;
    bool waits = plan_construct(builder, loop)->may_wait;
    open_frame(builder, &frame, loop);
    start_parameters(builder, loop, &frame);
    if (waits)
        plan_push_instr(builder, STEP_count_turns, loop);
    plan_push_instr(builder, STEP_loop, loop)->is_rolled = builder->in_lane;
    if (waits)
        plan_push_instr(builder, STEP_turn, loop);
    if (plan_region(builder, loop->regions[0], 0, &frame))
        builder->known_active = 0;
    finish_turn(builder, &frame);
    plan_push(builder, STEP_end);
    close_frame(builder, &frame, before);
}

static void plan_scope(PlanBuilder *builder, const IrInstr *scope)
{
    PlanMask before = builder->mask;
    PlanFrame frame;
    open_frame(builder, &frame, scope);
    plan_push_instr(builder, STEP_scope, scope);
    plan_region(builder, scope->regions[0], frame.has_own_mask ? frame.head.id : 0, &frame);
    plan_push(builder, STEP_end);
    close_frame(builder, &frame, before);
}

/* ---- private arrays ---- */

static void push_locals(PlanBuilder *builder, const IrInstr *stretch)
{
    const Plan *plan = builder->plan;
    for (int i = 0; i < plan->kernel->variables.count; i++)
        if (plan->variables[i].stretch == stretch) {
            plan_push_instr(builder, STEP_locals, stretch);
            return;
        }
}

/* ---- lane_loop ---- */

/* What lanes bring with them is read at the body's start, by wave_read_first: there is one lane. */
static const IrInstr *next_brought(const IrInstr *instr)
{
    return instr != NULL && instr->op == IR_wave_read_first ? instr : NULL;
}

/* The load of a row of words that nobody writes, whose place is known: lanes take their own from there. */
static PlanAccess *row_of(const PlanBuilder *builder, const IrInstr *value)
{
    const Plan *plan = builder->plan;
    if (value->resource == NULL || value->resource->class == IR_UAV ||
        value->resource->array_count != 0 || op_scalar_bytes(value->type.scalar) < 4)
        return NULL;
    for (int i = plan->steps.count - 1; i >= 0; i--) {
        const PlanStep *step = &plan->steps.items[i];
        if (step->kind != STEP_access || step->instr != value)
            continue;
        bool is_row = step->access->way == WAY_contiguous && step->access->level < 0 &&
                      step->access->components == 1 && step->access->part == 0 &&
                      step->access->type == value->type.scalar &&
                      step->access->element_bytes == op_scalar_bytes(value->type.scalar);
        return is_row ? step->access : NULL;
    }
    return NULL;
}

/* A lane soon goes on to the next one. */
static bool is_straight_line(const IrInstr *lane_loop)
{
    EACH_IN (lane_loop->regions[0], instr)
        if (ir_is(instr, OP_REGION))
            return false;
    return true;
}

/* The arrays from which each lane takes its own; the labels of those that follow one another. */
static int spread_brought(PlanBuilder *builder, const IrInstr *lane_loop)
{
    const IrInstr *instr = next_brought(lane_loop->regions[0]->first);
    int first = builder->next_label;
    for (; instr != NULL; instr = next_brought(instr->next)) {
        int label = plan_new_label(builder);
        if (!plan_is_vector(builder->plan, instr->operands[0]) ||
            plan_is_thread_id(builder->plan, instr->operands[0]))
            continue;
        PlanStep *step = plan_push(builder, STEP_spread);
        step->instr = step->value = instr->operands[0];
        step->access = is_straight_line(lane_loop) ? row_of(builder, step->value) : NULL;
        step->number = label;
    }
    return first;
}

static void plan_lane_loop(PlanBuilder *builder, const IrInstr *lane_loop)
{
    PlanMask before = builder->mask;
    int active = plan_active(builder), label = spread_brought(builder, lane_loop);
    const IrInstr *instr = next_brought(lane_loop->regions[0]->first);
    declare_results(builder, lane_loop, active == 0 ? START_UNSET : START_CLEARED);
    PlanStep *lanes = plan_push_instr(builder, STEP_lanes, lane_loop);
    lanes->a = active;
    lanes->lanes = active == 0 ? NULL : plan_chosen_lanes(builder, lane_loop);
    builder->mask = lanes_of(builder, 0);
    builder->in_lane = true;
    push_locals(builder, lane_loop);
    for (; instr != NULL; instr = next_brought(instr->next))
        plan_push_instr(builder, STEP_of_lane, instr)->number = label++;
    plan_region(builder, lane_loop->regions[0], 0, NULL);
    plan_push(builder, STEP_end);
    builder->in_lane = false;
    builder->mask = before;
}

/* Vector code as in a wave of which all lanes are on. */
static void plan_all_lanes(PlanBuilder *builder, const IrInstr *all_lanes)
{
    PlanMask before = builder->mask;
    declare_results(builder, all_lanes, START_UNSET);
    plan_push_instr(builder, STEP_scope, all_lanes);
    builder->mask = lanes_of(builder, 0);
    builder->in_lane = false;
    plan_region(builder, all_lanes->regions[0], 0, NULL);
    builder->in_lane = true;
    builder->mask = before;
    plan_push(builder, STEP_end);
}

/* ---- wave_loop ---- */

/* Lanes that are no threads of the group are never active. */
static void start_wave_mask(PlanBuilder *builder, bool has_own_mask)
{
    if (!ir_waves_are_full(builder->plan->kernel)) {
        int threads = plan_new_mask(builder);
        plan_set_mask(builder, threads, MASK_threads, 0);
        plan_note_threads(builder, threads);
        builder->mask.id = threads;
    }
    if (has_own_mask)
        builder->mask = plan_copy_mask(builder);
    builder->known_active = builder->mask.version;
}

static void plan_wave_loop(PlanBuilder *builder, const IrInstr *wave_loop)
{
    PlanMask group = builder->mask;
    PlanFrame frame = {.construct = wave_loop,
                       .outer = builder->frame,
                       .has_own_mask = plan_construct(builder, wave_loop)->loses_lanes};
    builder->mask = lanes_of(builder, 0);
    plan_push_instr(builder, STEP_waves, wave_loop);
    builder->in_wave = true;
    push_locals(builder, wave_loop);
    start_wave_mask(builder, frame.has_own_mask);
    frame.head = builder->mask;
    builder->frame = &frame;
    plan_region(builder, wave_loop->regions[0], 0, &frame);
    builder->frame = frame.outer;
    if (frame.exit_label_used)
        plan_place_label(builder, LABEL_EXIT, (int)wave_loop->id);
    builder->in_wave = false;
    plan_push(builder, STEP_end);
    builder->mask = group;
}

/* ---- dispatch ---- */

static void plan_if(PlanBuilder *builder, const IrInstr *branch)
{
    if (plan_construct(builder, branch)->is_divergent)
        plan_divergent_if(builder, branch);
    else
        plan_uniform_if(builder, branch);
}

static void plan_instr(PlanBuilder *builder, const IrInstr *instr)
{
    if (plan_is_componentwise(instr)) {
        plan_componentwise(builder, instr);
        return;
    }
    if (instr->op == IR_fence) /* orders what the C compiler must not move, which it does not */
        return;
    plan_flush(builder);
    switch (instr->op) {
    case IR_if: plan_if(builder, instr); break;
    case IR_loop: plan_loop(builder, instr); break;
    case IR_scope: plan_scope(builder, instr); break;
    case IR_wave_loop: plan_wave_loop(builder, instr); break;
    case IR_lane_loop: plan_lane_loop(builder, instr); break;
    case IR_all_lanes: plan_all_lanes(builder, instr); break;
    default: plan_operation(builder, instr);
    }
}

void plan_body(PlanBuilder *builder)
{
    plan_constant_views(builder);
    plan_region(builder, builder->plan->kernel->body, 0, NULL);
}
