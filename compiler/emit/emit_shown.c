/* What -Zi gives a debugger (wcc_shown.h): a table of names beside each kernel, in its function a
 * variable that says where it stands, and with -Od a store to that at each statement. */
#include "emit_priv.h"

bool emit_is_shown(const Emitter *emitter)
{
    return emitter->module->marks_lines && emitter->kernel->joined <= 1;
}

/* ---- tables ---- */

static const IrVariable *holder_of(const Emitter *emitter, const IrShown *shown)
{
    for (int i = 0; i < emitter->kernel->variables.count; i++)
        if (emitter->kernel->variables.items[i]->shown == shown->shown)
            return emitter->kernel->variables.items[i];
    return NULL;
}

static const char *flags_of(Emitter *emitter, const IrShown *shown, const IrVariable *holder)
{
    const PlanVariable *planned =
        holder != NULL ? &emitter->plan->variables[holder->index] : &(PlanVariable){0};
    const struct {
        bool holds;
        const char *name;
    } flags[] = {{shown->is_global, "GLOBAL"},
                 {holder != NULL && holder->kind == IR_GROUPSHARED, "SHARED"},
                 {planned->home == HOME_WAVE_KEPT, "OF_WAVE"},
                 {planned->is_vector, "VECTOR"},
                 {planned->has_elements, "ELEMENTS"}};
    const char *text = "";
    for (int i = 0; i < COUNT_OF(flags); i++)
        if (flags[i].holds)
            text = emit_format(emitter, "%s%sWCC_SHOWN_%s", text, *text != '\0' ? " | " : "",
                               flags[i].name);
    return *text != '\0' ? text : "0";
}

static void emit_shown_name(Emitter *emitter, const IrShown *shown)
{
    const IrVariable *holder = holder_of(emitter, shown);
    const char *member = holder == NULL ? "0"
                         : emit_format(emitter, "\"%s%d\"",
                                       holder->kind == IR_GROUPSHARED ? "s" : "l", holder->index);
    int bytes = holder != NULL ? op_scalar_bytes(holder->type.scalar) : 0;
    emit_line(emitter, "{%s, %s, %s, '%s', %d, %d, %d, %s, %d, %s},",
              emit_quoted(emitter, shown->name), emit_quoted(emitter, shown->type), member,
              (char[]){shown->kind, '\0'}, bytes, shown->rows, shown->columns,
              flags_of(emitter, shown, holder), shown->outer,
              emit_place_row(emitter, emit_source_place(emitter, shown->pos)));
}

static void emit_stop_row(Emitter *emitter, const IrStop *stop)
{
    emit_line(emitter, "{%s, %d},",
              emit_place_row(emitter, emit_source_place(emitter, stop->pos)), stop->visible);
}

void emit_shown_tables(Emitter *emitter, const char *name)
{
    const IrKernel *kernel = emitter->kernel;
    if (!emit_is_shown(emitter))
        return;
    emit_open(emitter, "static const WccShownName %s_names[] = {", name);
    for (int i = 0; i < kernel->shown.count; i++)
        emit_shown_name(emitter, &kernel->shown.items[i]);
    emit_line(emitter, "{0},");
    emit_close_with(emitter, "};");
    emit_open(emitter, "static const WccShownStop %s_stops[] = {", name);
    for (int i = 0; i < kernel->stops.count; i++)
        emit_stop_row(emitter, &kernel->stops.items[i]);
    emit_line(emitter, "{{0}, -1},");
    emit_close_with(emitter, "};");
    emit_line(emitter,
              "static const WccShownKernel %s_shown = {%s, %s, %s_names, %s_stops, %d, %d};", name,
              emit_quoted(emitter, kernel->name),
              emitter->plan->has_scratch ? emit_format(emitter, "\"%s_scratch\"", name) : "0", name,
              name, kernel->shown.count, kernel->stops.count);
}

/* ---- in the function ---- */

void emit_shown_prologue(Emitter *emitter, const char *name)
{
    bool has_stops = emitter->kernel->stops.count > 0;
    if (!emit_is_shown(emitter))
        return;
    if (has_stops)
        emit_line(emitter, "i32x%l standing[%P];");
    emit_line(emitter, "volatile WccShown hlsl = {&%s_shown, &where, %s, %s, %s, -1};\n"
              "WCC_SHOWN_STAYS(hlsl);", name,
              emitter->plan->has_scratch ? "shared" : "0",
              has_stops ? "(const int32_t *)standing" : "0",
              ir_running_waves(emitter->kernel) == 1 ? "0" : "WCC_NO_WAVE");
}

/* The statement's line has an instruction behind the stop, whatever becomes of its code. */
void emit_stop(Emitter *emitter, const PlanStep *step)
{
    const IrKernel *kernel = emitter->kernel;
    if (!emit_is_shown(emitter) || step->instr->immediate >= kernel->stops.count)
        return; /* of a kernel read from text */
    emit_each_piece(emitter, "standing[p] = %m[p];", step->mask);
    emit_line(emitter, "hlsl.stop = %d;", step->instr->immediate);
    emit_at(emitter, kernel->stops.items[step->instr->immediate].pos);
    emit_line(emitter, "WCC_SHOWN_LINE;");
}

static bool is_of_group(const IrInstr *instr)
{
    for (; instr->region != NULL && instr->region->owner != NULL; instr = instr->region->owner)
        if (instr->region->owner->op == IR_wave_loop)
            return false;
    return instr->region != NULL;
}

SourcePos emit_shown_pos(const Emitter *emitter, const PlanStep *step)
{
    bool is_ahead = emitter->kernel->stops.count > 0 && step->instr != NULL &&
                    !ir_is(step->instr, OP_REGION | OP_JUMP | OP_SYNC) && is_of_group(step->instr);
    return is_ahead ? emitter->kernel->stops.items[0].pos : step->pos;
}
