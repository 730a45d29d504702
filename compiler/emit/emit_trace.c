/* What --trace tells: a table of points beside each kernel, and a call at each, made where a host
 * listens to the wave (wcc_trace.h). */
#include "emit_priv.h"

static Slice trimmed(Slice line)
{
    while (line.length > 0 && strchr(" \t\r", line.text[line.length - 1]) != NULL)
        line.length--;
    while (line.length > 0 && strchr(" \t", *line.text) != NULL)
        line = (Slice){line.text + 1, line.length - 1};
    return line;
}

static void emit_point(Emitter *emitter, const IrTrace *point)
{
    Text *out = emitter->out;
    SourcePlace place = emit_source_place(emitter, point->pos);
    Slice line = trimmed(place.line_text);
    text_printf(out, "    {%s, ", emit_place_row(emitter, place));
    emit_string(out, arena_copy_text(emitter->scratch, line.text, line.length));
    text_printf(out, ", ");
    emit_string(out, point->name);
    text_printf(out, ", ");
    emit_string(out, point->leaves);
    text_printf(out, ", %d, %d, %d},\n", point->rows, point->columns, point->is_cut);
}

void emit_trace_table(Emitter *emitter, const char *name)
{
    const IrKernel *kernel = emitter->kernel;
    if (kernel->traces.count == 0)
        return;
    text_printf(emitter->out, "static const WccTracePoint %s_traces[] = {\n", name);
    for (int i = 0; i < kernel->traces.count; i++)
        emit_point(emitter, &kernel->traces.items[i]);
    text_printf(emitter->out, "};\n");
}

void emit_trace_prologue(Emitter *emitter)
{
    if (emitter->kernel->traces.count > 0)
        emit_line(emitter, "const uint32_t traced = wcc_traced_wave(&where);");
}

void emit_trace(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    if (instr->immediate >= emitter->kernel->traces.count) /* of a kernel read from text */
        return;
    emit_open(emitter, "if (WCC_UNLIKELY((uint32_t)wave == traced)) {");
    if (instr->operand_count > 0)
        emit_line(emitter, "const WccWords words[] = {%s};", emit_all_words(emitter, step, 0));
    emit_line(emitter, "wcc_tell_trace(&where, traced, &%s_traces[%d], (const int32_t *)%m, %s);",
              emit_function_name(emitter->scratch, emitter->kernel), instr->immediate, step->mask,
              instr->operand_count > 0 ? "words" : "0");
    emit_close(emitter);
}
