/* Control flow: uniform as C control flow, divergent under masks.
 *
 * A divergent `if` runs each branch under its own mask, skipped when no lane is in it. A break, continue
 * or return takes the lanes of the current mask; when these are all lanes of its frame it is a C goto, else
 * the lanes are struck from the masks between here and there. Lanes come together again where the
 * construct ends: the mask behind it is the mask before it, less the lanes that left further out.
 *
 * What an edge carries is written to the construct's results where it leaves, under the mask of the lanes
 * that leave; a loop's parameters likewise. They need no blend where all lanes take the same edge. */
#include "emit_control.h"

/* ---- regions ---- */

static void emit_instr(Emitter *emitter, const IrInstr *instr);

/* Nothing leads behind it: all that enter leave further out, or stay. */
static bool is_dead_end(Emitter *emitter, const IrInstr *instr)
{
    bool has_end = instr->op == IR_if || instr->op == IR_loop || instr->op == IR_scope;
    return has_end && ir_result_edges(emitter->scratch, (IrInstr *)instr).jumps.count == 0;
}

/* With an end label for when its lanes run out; says whether that was needed. `yield_mask` as for
 * emit_jump; `frame`: the region is the body of that frame's construct. */
static bool emit_body(Emitter *emitter, const IrRegion *region, int yield_mask, Frame *frame)
{
    int outer_end = emitter->region_end;
    bool outer_used = emitter->region_end_used, used;
    Frame *outer_frame = emitter->region_frame;
    emitter->region_end = ++emitter->next_label;
    emitter->region_end_used = false;
    emitter->region_frame = frame;
    for (const IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
        emit_at(emitter, instr->pos);
        if (ir_is(instr, OP_JUMP))
            emit_jump(emitter, instr, yield_mask);
        else
            emit_instr(emitter, instr);
        if (is_dead_end(emitter, instr))
            break;
    }
    emit_flush(emitter);
    used = emitter->region_end_used;
    if (used && !emitter->dry)
        text_printf(emitter->out, "end%d:;\n", emitter->region_end);
    emitter->region_end = outer_end;
    emitter->region_end_used = outer_used;
    emitter->region_frame = outer_frame;
    return used;
}

void emit_region(Emitter *emitter, const IrRegion *region) { emit_body(emitter, region, 0, NULL); }

static bool falls_through(const IrRegion *region) { return region->last->op == IR_yield; }

static bool is_only_a_jump(const IrRegion *region) { return region->first == region->last; }

static void declare_results(Emitter *emitter, const IrInstr *construct, bool masked)
{
    for (int i = 0; i < construct->result_count; i++) {
        const IrInstr *result = construct->results[i];
        emit_declare(emitter, result);
        if (masked && emit_form(emitter, result) == FORM_VECTOR)
            emit_each_piece(emitter, "%s[p] = (%sx%d){0};", emit_name(emitter, result, 0),
                      emit_suffix(result->type.scalar), emitter->lanes);
    }
}

/* ---- if ---- */

/* Does `jump`, inside the uniform `branch`, leave it with some of the lanes that came to `branch` only, or
 * from a frame that some lanes have left already? Then it is no goto. */
typedef struct LeaverSearch { Emitter *emitter; const IrInstr *branch; bool found; } LeaverSearch;

static bool is_goto(Emitter *emitter, const IrInstr *jump)
{
    if (jump->op == IR_return)
        return !emitter->in_wave || emit_takes_whole_frame(emitter, emit_wave_frame(emitter));
    return emit_takes_whole_frame(emitter, emit_frame_of(emitter, jump->target));
}

static void look_for_leaver(void *context, IrInstr *instr)
{
    LeaverSearch *search = context;
    if (emit_leaves_turn(search->branch, instr))
        search->found |= emit_is_partial_jump(search->emitter, search->branch, instr) || !is_goto(search->emitter, instr);
}

static bool some_lanes_leave(Emitter *emitter, const IrInstr *branch)
{
    LeaverSearch search = {emitter, branch, false};
    for (int side = 0; side < 2; side++)
        ir_walk(branch->regions[side], look_for_leaver, &search);
    return search.found;
}

/* The lanes at the region's end left by a jump that is no goto. */
static void strike_if_left(Emitter *emitter, const IrRegion *region, Mask before)
{
    if (!falls_through(region) && !is_goto(emitter, region->last))
        emit_set_mask(emitter, before.id, "= splat_i32x%d(0)", emitter->lanes);
}

static void emit_uniform_if(Emitter *emitter, const IrInstr *branch)
{
    Mask before = emitter->mask;
    bool some_leave = some_lanes_leave(emitter, branch);
    declare_results(emitter, branch, false);
    for (int side = 0; side < 2; side++) {
        if (side == 0)
            emit_line(emitter, "if (%s) {", emit_scalar(emitter, branch->operands[0]));
        else if (is_only_a_jump(branch->regions[1]) && falls_through(branch->regions[1]) && branch->result_count == 0)
            break;
        else
            emit_line(emitter, "} else {");
        emitter->mask = before;
        emitter->indent++;
        emit_body(emitter, branch->regions[side], 0, NULL);
        strike_if_left(emitter, branch->regions[side], before);
        emitter->indent--;
    }
    emit_line(emitter, "}");
    emitter->mask = before;
    if (some_leave) {
        emitter->mask.version = emit_new_version(emitter);
        emit_leave_if_empty(emitter);
    }
}

/* if c { jump }: no branch, the lanes just leave. */
static void emit_partial_jump(Emitter *emitter, const IrInstr *branch, int side)
{
    Mask before = emitter->mask;
    const char *condition = emit_pieces(emitter, branch->operands[0]);
    int leaving = emit_new_mask(emitter);
    emit_set_mask(emitter, leaving, "= m%d[p] & %s%s[p]", before.id, side == 0 ? "" : "~", condition);
    emitter->mask = (Mask){leaving, emit_new_version(emitter)};
    emit_jump(emitter, branch->regions[side]->last, 0);
    emitter->mask = (Mask){before.id, emit_new_version(emitter)};
    emit_set_mask(emitter, before.id, "&= ~m%d[p]", leaving);
    emit_leave_if_empty(emitter);
}


/* All of the values that a region yields come from outside it, and it does nothing else. */
static bool only_yields(const IrRegion *region) { return is_only_a_jump(region) && falls_through(region); }

static void emit_branch(Emitter *emitter, const IrInstr *branch, int side, int mask, int yield_mask)
{
    emit_line(emitter, "if (%s) {", emit_any_lane(emitter, mask));
    emitter->mask = (Mask){mask, emit_new_version(emitter)};
    emitter->known_active = emitter->mask.version;
    emitter->indent++;
    emit_body(emitter, branch->regions[side], yield_mask, NULL);
    emitter->indent--;
    emit_line(emitter, "}");
}

static int branch_mask(Emitter *emitter, int side, const char *condition)
{
    int mask = emit_new_mask(emitter);
    if (emitter->mask.id == 0)
        emit_set_mask(emitter, mask, "= %s%s[p]", side == 0 ? "" : "~", condition);
    else
        emit_set_mask(emitter, mask, "= m%d[p] & %s%s[p]", emitter->mask.id, side == 0 ? "" : "~", condition);
    return mask;
}

/* The lanes behind an if that some lanes left: those at the end of either branch. */
static void join_masks(Emitter *emitter, const IrInstr *branch, Mask before, const int *masks)
{
    bool falls[2] = {falls_through(branch->regions[0]), falls_through(branch->regions[1])};
    emitter->mask = before;
    if (!ir_has_jump_out(branch))
        return;
    if (falls[0] && falls[1])
        emit_set_mask(emitter, before.id, "= m%d[p] | m%d[p]", masks[0], masks[1]);
    else
        emit_set_mask(emitter, before.id, falls[0] || falls[1] ? "= m%d[p]" : "= m%d[p] & 0", masks[falls[0] ? 0 : 1]);
    emitter->mask.version = emit_new_version(emitter);
    emit_leave_if_empty(emitter);
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

/* The side written first writes its results for all lanes, the other one then for its own. A side that
 * only yields needs no branch. */
static void emit_divergent_if(Emitter *emitter, const IrInstr *branch)
{
    Mask before = emitter->mask;
    int masks[2] = {0, 0};
    int first = only_yields(branch->regions[0]) ? 0 : 1;
    bool leaves = ir_has_jump_out(branch);
    if (partial_jump_side(branch) >= 0) {
        emit_partial_jump(emitter, branch, partial_jump_side(branch));
        return;
    }
    const char *condition = emit_pieces(emitter, branch->operands[0]);
    declare_results(emitter, branch, !only_yields(branch->regions[first]));
    for (int side = 0; side < 2; side++)
        if (leaves || side != first || !only_yields(branch->regions[side]))
            masks[side] = branch_mask(emitter, side, condition);
    for (int i = 0; i < 2; i++) {
        int side = i == 0 ? first : 1 - first, yield_mask = i == 0 ? 0 : masks[side];
        emitter->mask = before;
        if (only_yields(branch->regions[side]))
            emit_jump(emitter, branch->regions[side]->last, yield_mask);
        else
            emit_branch(emitter, branch, side, masks[side], yield_mask);
    }
    join_masks(emitter, branch, before, masks);
}

/* ---- loop and scope ---- */

static void open_frame(Emitter *emitter, Frame *frame, const IrInstr *construct)
{
    JumpSearch jumps = emit_search_jumps(emitter, construct);
    bool one_continue = construct->regions[0]->last->op == IR_continue && jumps.continues == 1;
    *frame = (Frame){.construct = construct, .outer = emitter->frame, .has_own_mask = jumps.partial};
    frame->has_next = construct->op == IR_loop && jumps.continues > 0 && !one_continue;
    declare_results(emitter, construct, jumps.partial);
    if (jumps.partial) {
        frame->exit_mask = jumps.beyond && emitter->in_wave ? emit_empty_mask(emitter) : 0;
        frame->continue_mask = frame->has_next ? emit_empty_mask(emitter) : 0;
        emitter->mask = (Mask){emit_copy_mask(emitter), emit_new_version(emitter)};
        emitter->known_active = emitter->mask.version;
    }
    frame->head = emitter->mask;
    emitter->frame = frame;
}

/* Behind the construct: all lanes that came, unless some left further out. */
static void close_frame(Emitter *emitter, Frame *frame, Mask before)
{
    emitter->frame = frame->outer;
    emitter->mask = before;
    if (frame->exit_mask != 0) {
        emit_set_mask(emitter, before.id, "= m%d[p]", frame->exit_mask);
        emitter->mask.version = emit_new_version(emitter);
        emit_leave_if_empty(emitter);
    }
}

static void start_parameters(Emitter *emitter, const IrInstr *loop, bool has_next)
{
    for (int i = 0; i < loop->parameter_count; i++) {
        const IrInstr *parameter = loop->parameters[i];
        emit_declare(emitter, parameter);
        emit_assign(emitter, parameter, emit_name(emitter, parameter, 0), loop->operands[i], 0);
        if (has_next && emit_form(emitter, parameter) != FORM_VECTOR)
            emit_line(emitter, "%s next_%s = %s;", emit_ctype(parameter->type.scalar), emit_name(emitter, parameter, 0),
                      emit_name(emitter, parameter, 0));
    }
}

static void finish_turn(Emitter *emitter, Frame *frame)
{
    const IrInstr *loop = frame->construct;
    bool known = emitter->mask.version == emitter->known_active && !frame->next_label_used;
    if (frame->next_label_used)
        emit_label(emitter, "next", loop);
    for (int i = 0; i < loop->parameter_count && frame->has_next; i++)
        if (emit_form(emitter, loop->parameters[i]) != FORM_VECTOR)
            emit_line(emitter, "v%u = next_v%u;", loop->parameters[i]->id, loop->parameters[i]->id);
    if (frame->continue_mask != 0) {
        emit_set_mask(emitter, frame->head.id, "= m%d[p]", frame->continue_mask);
        emit_set_mask(emitter, frame->continue_mask, "= splat_i32x%d(0)", emitter->lanes);
    }
    if (frame->has_own_mask && (frame->continue_mask != 0 || !known))
        emit_line(emitter, "if (!%s) break;", emit_any_lane(emitter, frame->head.id));
}

typedef struct News {
    bool *used; /* by id: something takes this value */
    bool found;
} News;

static void note_operands(void *context, IrInstr *instr)
{
    const News *news = context;
    for (int i = 0; i < instr->operand_count; i++)
        if (instr->operands[i] != NULL)
            news->used[instr->operands[i]->id] = true;
}

static void look_for_news(void *context, IrInstr *instr)
{
    News *news = context;
    bool reads = ir_is(instr, OP_READS) && instr->resource != NULL && instr->resource->class == IR_UAV && news->used[instr->id];
    news->found |= reads && (instr->resource->is_coherent || ir_is(instr, OP_WRITES));
}

/* Takes in each turn what other groups may have written: old values of atomics, globallycoherent resources. */
static bool may_wait(const IrKernel *kernel, const IrInstr *loop)
{
    Arena *scratch = arena_new("news");
    News news = {ARENA_ARRAY(scratch, bool, kernel->next_id), false};
    ir_walk(loop->regions[0], note_operands, &news);
    ir_walk(loop->regions[0], look_for_news, &news);
    arena_drop(scratch);
    return news.found;
}

typedef struct Waiting {
    const IrKernel *kernel;
    bool found;
} Waiting;

static void look_for_waiting(void *context, IrInstr *instr)
{
    Waiting *waiting = context;
    waiting->found = waiting->found || (instr->op == IR_loop && may_wait(waiting->kernel, instr));
}

bool emit_groups_may_wait(const IrKernel *kernel)
{
    Waiting waiting = {kernel, false};
    ir_walk(kernel->body, look_for_waiting, &waiting);
    return waiting.found;
}

/* The end label of a loop's body stands before finish_turn, so lanes that wait for the next turn go on. */
static void emit_loop(Emitter *emitter, const IrInstr *loop)
{
    Mask before = emitter->mask;
    Frame frame;
    open_frame(emitter, &frame, loop);
    start_parameters(emitter, loop, frame.has_next);
    bool waits = may_wait(emitter->kernel, loop);
    if (waits)
        emit_line(emitter, "uint32_t turns%u = 0;", loop->id);
    emit_line(emitter, "for (;;) {");
    emitter->indent++;
    if (waits)
        emit_line(emitter, "wcc_turn(&turns%u);", loop->id);
    if (emit_body(emitter, loop->regions[0], 0, &frame))
        emitter->known_active = 0;
    finish_turn(emitter, &frame);
    emitter->indent--;
    emit_line(emitter, "}");
    if (frame.exit_label_used)
        emit_label(emitter, "exit", loop);
    close_frame(emitter, &frame, before);
}

static void emit_scope(Emitter *emitter, const IrInstr *scope)
{
    Mask before = emitter->mask;
    Frame frame;
    open_frame(emitter, &frame, scope);
    emit_line(emitter, "{");
    emitter->indent++;
    emit_body(emitter, scope->regions[0], frame.has_own_mask ? frame.head.id : 0, &frame);
    emitter->indent--;
    emit_line(emitter, "}");
    if (frame.exit_label_used)
        emit_label(emitter, "exit", scope);
    close_frame(emitter, &frame, before);
}

/* ---- wave_loop ---- */

static void open_waves(Emitter *emitter, const IrInstr *wave_loop)
{
    int waves = ir_running_waves(emitter->kernel);
    unsigned id = wave_loop->id;
    if (!emitter->module->schedules) {
        emit_line(emitter, "for (int32_t wave = 0; wave < %d; wave++) {", waves);
        return;
    }
    emit_line(emitter, "uint16_t order%u[%d];", id, waves);
    emit_line(emitter, "wcc_order_waves(order%u, %d, dispatch, group_x, group_y, group_z, stretch++);", id, waves);
    emit_line(emitter, "for (int32_t turn%u = 0; turn%u < %d; turn%u++) {", id, id, waves, id);
    emit_line(emitter, "    const int32_t wave = order%u[turn%u];", id, id);
}

static void emit_wave_loop(Emitter *emitter, const IrInstr *wave_loop)
{
    Frame frame;
    Mask group = emitter->mask;
    const IrKernel *kernel = emitter->kernel;
    emitter->mask = (Mask){0, emit_new_version(emitter)};
    open_waves(emitter, wave_loop);
    emitter->indent++;
    emitter->in_wave = true;
    emit_wave_locals(emitter, wave_loop);
    if (!ir_waves_are_full(kernel)) {
        int mask = emit_new_mask(emitter);
        if (kernel->thread_of_lane != NULL)
            emit_set_mask(emitter, mask, "= %s > splat_i32x%d(-1)", emit_ordered_id(emitter, 3, true), emitter->lanes);
        else
            emit_set_mask(emitter, mask, "= linear_i32x%d(wave * %d + p * %d, 1) < splat_i32x%d(%u)", emitter->lanes,
                           kernel->wave_size, emitter->lanes, emitter->lanes, ir_group_size(kernel));
        emitter->mask.id = mask;
    }
    JumpSearch jumps = emit_search_jumps(emitter, wave_loop);
    frame = (Frame){.construct = wave_loop, .outer = emitter->frame, .has_own_mask = jumps.partial};
    if (jumps.partial)
        emitter->mask = (Mask){emit_copy_mask(emitter), emit_new_version(emitter)};
    emitter->known_active = emitter->mask.version;
    frame.head = emitter->mask;
    emitter->frame = &frame;
    emit_body(emitter, wave_loop->regions[0], 0, &frame);
    emitter->frame = frame.outer;
    if (frame.exit_label_used)
        emit_label(emitter, "exit", wave_loop);
    emitter->in_wave = false;
    emitter->indent--;
    emit_line(emitter, "}");
    emitter->mask = group;
}

/* ---- dispatch ---- */

static void emit_device_fence(Emitter *emitter)
{
    emit_flush(emitter);
    emit_line(emitter, "wcc_device_fence();");
}

static void emit_construct(Emitter *emitter, const IrInstr *instr)
{
    emit_flush(emitter);
    switch (instr->op) {
    case IR_if:
        if (emit_is_divergent_if(emitter, instr))
            emit_divergent_if(emitter, instr);
        else
            emit_uniform_if(emitter, instr);
        break;
    case IR_loop: emit_loop(emitter, instr); break;
    case IR_scope: emit_scope(emitter, instr); break;
    default: emit_wave_loop(emitter, instr); break;
    }
}

static void emit_instr(Emitter *emitter, const IrInstr *instr)
{
    if (ir_is(instr, OP_REGION))
        emit_construct(emitter, instr);
    else if (emit_is_componentwise(instr))
        emit_alu(emitter, instr);
    else if (instr->op == IR_device_fence)
        emit_device_fence(emitter);
    else if (instr->op != IR_fence && !emit_memory(emitter, instr) && !emit_atomic(emitter, instr) && !emit_cross_lane(emitter, instr) &&
             !emit_check(emitter, instr))
        emit_unsupported(emitter, instr, op_info(instr->op)->name);
    emit_note_store(emitter, instr);
}
