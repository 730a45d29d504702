/* Masks, and what a jump does to them: which lanes it takes, what its edge carries, when it is a C goto. The
 * idea is told in emit_control.c. */
#include "emit_control.h"

/* ---- masks ---- */

/* Declares a mask; its lanes are set next. */
int emit_new_mask(Emitter *emitter)
{
    int mask = ++emitter->next_mask;
    emit_line(emitter, "i32x%d m%d[%d];", emitter->lanes, mask, emitter->pieces);
    return mask;
}

int emit_new_version(Emitter *emitter) { return ++emitter->next_version; }

void emit_set_mask(Emitter *emitter, int mask, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    emit_each_piece(emitter, "m%d[p] %s;", mask, text);
}

/* A new variable with the lanes active now. */
int emit_copy_mask(Emitter *emitter)
{
    int mask = emit_new_mask(emitter);
    emit_set_mask(emitter, mask, "= %s", emit_mask_piece(emitter));
    return mask;
}

int emit_empty_mask(Emitter *emitter)
{
    int mask = emit_new_mask(emitter);
    emit_set_mask(emitter, mask, "= splat_i32x%d(0)", emitter->lanes);
    return mask;
}

const char *emit_any_lane(Emitter *emitter, int mask)
{
    return emit_format(emitter, "any_x%d(m%d, %d)", emitter->lanes, mask, emitter->pieces);
}

/* ---- which frames lose lanes one by one ---- */

bool emit_is_divergent_if(const Emitter *emitter, const IrInstr *instr)
{
    return instr->op == IR_if && emit_form(emitter, instr->operands[0]) == FORM_VECTOR;
}

static const IrInstr *owner_of(const IrInstr *instr) { return instr->region->owner; }

static bool loses_lanes(const Emitter *emitter, const IrInstr *construct);

/* Does `jump`, somewhere inside `construct`, take only some of its lanes? */
bool emit_is_partial_jump(const Emitter *emitter, const IrInstr *construct, const IrInstr *jump)
{
    for (const IrInstr *around = owner_of(jump); around != construct; around = owner_of(around))
        if (emit_is_divergent_if(emitter, around) ||
            ((around->op == IR_loop || around->op == IR_scope) && loses_lanes(emitter, around)))
            return true;
    return false;
}

/* Does `jump`, inside `construct`, end its stay in the current turn of `construct`? */
bool emit_leaves_turn(const IrInstr *construct, const IrInstr *jump)
{
    if (jump->op == IR_return)
        return true;
    if (jump->op != IR_break && jump->op != IR_continue)
        return false;
    for (const IrInstr *around = owner_of(jump); around != construct; around = owner_of(around))
        if (around == jump->target)
            return false;
    return true;
}

static void look_at_jump(void *context, IrInstr *instr)
{
    JumpSearch *search = context;
    if (!ir_is(instr, OP_JUMP) || !emit_leaves_turn(search->construct, instr))
        return;
    search->beyond |= instr->target != search->construct;
    search->continues += instr->op == IR_continue && instr->target == search->construct;
    search->partial |= emit_is_partial_jump(search->emitter, search->construct, instr);
}

JumpSearch emit_search_jumps(const Emitter *emitter, const IrInstr *construct)
{
    JumpSearch search = {emitter, construct, false, false, 0};
    ir_walk(construct->regions[0], look_at_jump, &search);
    return search;
}

static bool loses_lanes(const Emitter *emitter, const IrInstr *construct)
{
    return emit_search_jumps(emitter, construct).partial;
}

/* ---- frames ---- */

Frame *emit_frame_of(Emitter *emitter, const IrInstr *construct)
{
    Frame *frame = emitter->frame;
    while (frame->construct != construct)
        frame = frame->outer;
    return frame;
}

Frame *emit_wave_frame(Emitter *emitter)
{
    Frame *frame = emitter->frame;
    while (frame->outer != NULL && frame->construct->op != IR_wave_loop)
        frame = frame->outer;
    return frame;
}

/* Labels of a frame: by the construct's id, which is unique. */
static void go_exit(Emitter *emitter, Frame *frame)
{
    frame->exit_label_used = true;
    emit_line(emitter, "goto exit%u;", frame->construct->id);
}

static void go_next(Emitter *emitter, Frame *frame)
{
    frame->next_label_used = true;
    emit_line(emitter, "goto next%u;", frame->construct->id);
}

void emit_label(Emitter *emitter, const char *kind, const IrInstr *construct)
{
    if (!emitter->dry)
        text_printf(emitter->out, "%s%u:;\n", kind, construct->id);
}

/* No lane is left in the current region: go to its end, or out of a loop whose lanes have all left. */
void emit_leave_if_empty(Emitter *emitter)
{
    Frame *frame = emitter->region_frame;
    if (emitter->mask.id == 0)
        return;
    bool out = frame != NULL && frame->continue_mask == 0 && frame->construct->op != IR_wave_loop;
    emit_line(emitter, "if (!%s)", emit_any_lane(emitter, emitter->mask.id));
    emitter->indent++;
    if (out)
        go_exit(emitter, frame);
    else
        emit_line(emitter, "goto end%d;", emitter->region_end);
    emitter->indent--;
    emitter->region_end_used |= !out;
    emitter->known_active = emitter->mask.version;
}

/* ---- jumps ---- */

bool emit_takes_whole_frame(const Emitter *emitter, const Frame *frame)
{
    return emitter->mask.version == frame->head.version;
}

/* Values to targets, all read before the first is written where they could overlap (parameters). */
static void write_edge(Emitter *emitter, IrInstr *const *targets, int count, const IrInstr *jump, int mask)
{
    for (int i = 0; i < count; i++)
        for (int c = 0; c < targets[i]->type.components; c++)
            emit_assign(emitter, targets[i], emit_name(emitter, targets[i], c), jump->operands[i], mask);
}

/* The next turn's parameters all at once: one that is read after it was written is saved first. */
static bool is_read_late(const IrInstr *loop, const IrInstr *jump, int position)
{
    for (int i = position + 1; i < loop->parameter_count; i++)
        if (jump->operands[i] == loop->parameters[position])
            return true;
    return false;
}

static const char *old_name(Emitter *emitter, const IrInstr *parameter)
{
    return emit_format(emitter, "old_v%u", parameter->id);
}

static void save_parameter(Emitter *emitter, const IrInstr *parameter)
{
    const char *type = emit_suffix(parameter->type.scalar), *name = old_name(emitter, parameter);
    if (emit_form(emitter, parameter) != FORM_VECTOR) {
        emit_line(emitter, "const %s %s = v%u;", emit_ctype(parameter->type.scalar), name, parameter->id);
        return;
    }
    emit_line(emitter, "%sx%d %s[%d];", type, emitter->lanes, name, emitter->pieces);
    emit_each_piece(emitter, "%s[p] = v%u[p];", name, parameter->id);
}

/* A parameter that was saved, as a scalar or as a piece. */
static const char *saved_value(Emitter *emitter, const IrInstr *target, const IrInstr *value)
{
    const char *name = old_name(emitter, value);
    if (emit_form(emitter, target) != FORM_VECTOR)
        return name;
    return emit_form(emitter, value) == FORM_VECTOR
               ? emit_format(emitter, "%s[p]", name)
               : emit_format(emitter, "splat_%sx%d(%s)", emit_suffix(value->type.scalar), emitter->lanes, name);
}

static void write_saved(Emitter *emitter, const IrInstr *target, const char *name, const IrInstr *value, int mask)
{
    const char *from = saved_value(emitter, target, value);
    if (emit_form(emitter, target) != FORM_VECTOR)
        emit_line(emitter, "%s = %s;", name, from);
    else if (mask == 0)
        emit_each_piece(emitter, "%s[p] = %s;", name, from);
    else
        emit_each_piece(emitter, "%s[p] = select_%sx%d(m%d[p], %s, %s[p]);", name,
                  emit_suffix(target->type.scalar), emitter->lanes, mask, from, name);
}

static void write_parameters(Emitter *emitter, const Frame *frame, const IrInstr *jump, int mask)
{
    const IrInstr *loop = frame->construct;
    for (int i = 0; i < loop->parameter_count; i++)
        if (is_read_late(loop, jump, i))
            save_parameter(emitter, loop->parameters[i]);
    for (int i = 0; i < loop->parameter_count; i++) {
        const IrInstr *target = loop->parameters[i], *value = jump->operands[i];
        bool scalar = emit_form(emitter, target) != FORM_VECTOR;
        const char *name = emit_format(emitter, scalar && frame->has_next ? "next_v%u" : "v%u", target->id);
        bool saved = value->op == IR_parameter && value->owner == loop && value->position < i;
        if (value == target && !(scalar && frame->has_next))
            continue;
        if (saved)
            write_saved(emitter, target, name, value, mask);
        else
            emit_assign(emitter, target, name, value, mask);
    }
}

static void collect_lanes(Emitter *emitter, int into)
{
    if (into != 0)
        emit_set_mask(emitter, into, "|= %s", emit_mask_piece(emitter));
}

static void emit_break(Emitter *emitter, const IrInstr *jump)
{
    Frame *frame = emit_frame_of(emitter, jump->target);
    write_edge(emitter, frame->construct->results, frame->construct->result_count, jump, frame->has_own_mask ? emitter->mask.id : 0);
    collect_lanes(emitter, frame->exit_mask);
    if (emit_takes_whole_frame(emitter, frame))
        go_exit(emitter, frame);
}

static void emit_continue(Emitter *emitter, const IrInstr *jump)
{
    Frame *frame = emit_frame_of(emitter, jump->target);
    bool last = jump->region->owner == jump->target; /* at the body's end */
    write_parameters(emitter, frame, jump, frame->continue_mask ? emitter->mask.id : 0);
    collect_lanes(emitter, frame->continue_mask);
    if (emit_takes_whole_frame(emitter, frame) && !last)
        go_next(emitter, frame);
}

static void emit_return(Emitter *emitter)
{
    if (!emitter->in_wave) /* group level: all waves */
        emit_line(emitter, "return;");
    else if (emit_takes_whole_frame(emitter, emit_wave_frame(emitter)))
        go_exit(emitter, emit_wave_frame(emitter));
}

/* `yield_mask`: the lanes a yield writes its results for; 0: all, since nothing was written before or the
 * other branch writes its lanes later. */
void emit_jump(Emitter *emitter, const IrInstr *jump, int yield_mask)
{
    const IrInstr *owner = jump->region->owner;
    emit_flush(emitter);
    switch (jump->op) {
    case IR_break: emit_break(emitter, jump); break;
    case IR_continue: emit_continue(emitter, jump); break;
    case IR_return: emit_return(emitter); break;
    default:
        if (owner != NULL && owner->result_count > 0)
            write_edge(emitter, owner->results, owner->result_count, jump, yield_mask);
        if (owner != NULL && owner->op == IR_scope)
            collect_lanes(emitter, emitter->region_frame->exit_mask);
    }
}
