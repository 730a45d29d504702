/* Lines of C, indented; labels; #line. */
#include "emit_priv.h"

void emit_line(Emitter *emitter, const char *format, ...)
{
    va_list arguments;
    if (emitter->dry)
        return;
    text_add(emitter->out, emitter->line_mark, strlen(emitter->line_mark));
    for (int i = 0; i < emitter->indent; i++)
        text_add(emitter->out, "    ", 4);
    va_start(arguments, format);
    text_vprintf(emitter->out, format, arguments);
    va_end(arguments);
    text_add(emitter->out, "\n", 1);
}

/* ---- what is done for each piece ---- */

void emit_open_pieces(Emitter *emitter)
{
    if (emitter->writes_out)
        emitter->pieces_start = emitter->out->length;
    else
        emit_line(emitter, "WCC_PIECES(%d) {", emitter->pieces);
    emitter->indent++;
}

void emit_close_pieces(Emitter *emitter)
{
    emitter->indent--;
    if (emitter->writes_out && !emitter->dry) {
        Text *out = emitter->out;
        size_t length = out->length - emitter->pieces_start;
        const char *body = arena_copy_text(emitter->scratch, out->bytes + emitter->pieces_start, length);
        out->length = emitter->pieces_start;
        emit_line(emitter, "{");
        for (int p = 0; p < emitter->pieces; p++) {
            text_printf(out, "{ enum { p = %d };\n", p);
            text_add(out, body, length);
            text_printf(out, "}\n");
        }
    }
    emit_line(emitter, "}");
}

void emit_each_piece(Emitter *emitter, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    Text statement = {0};
    text_vprintf(&statement, format, arguments);
    va_end(arguments);
    const char *copy = arena_copy_text(emitter->scratch, statement.bytes, statement.length);
    text_free(&statement);
    if (!emitter->writes_out) {
        emit_line(emitter, "WCC_PIECES(%d) %s", emitter->pieces, copy);
        return;
    }
    emit_open_pieces(emitter);
    emit_line(emitter, "%s", copy);
    emit_close_pieces(emitter);
}

/* ---- places in the HLSL ---- */

static const char *quoted(Emitter *emitter, const char *text)
{
    Text out = {0};
    text_add(&out, "\"", 1);
    for (; *text != '\0'; text++)
        text_printf(&out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    text_add(&out, "\"", 1);
    const char *copy = arena_copy_text(emitter->scratch, out.bytes, out.length);
    text_free(&out);
    return copy;
}

/* Each line of C has its own mark, since lines count on from the last one. */
void emit_at(Emitter *emitter, SourcePos pos)
{
    if (!emitter->module->marks_lines || pos == SOURCE_NOWHERE)
        return;
    SourcePlace place = sources_place(emitter->module->sources, pos);
    emitter->line_mark = place.line > 0 ? emit_format(emitter, "#line %d %s\n", place.line, quoted(emitter, place.path)) : "";
}

void emit_at_own_place(Emitter *emitter)
{
    int line = 2; /* the next, and the directive's own */
    emitter->line_mark = "";
    if (!emitter->module->marks_lines)
        return;
    for (size_t i = 0; i < emitter->out->length; i++)
        line += emitter->out->bytes[i] == '\n';
    emit_line(emitter, "#line %d \"emitted.c\"", line);
}

const char *emit_format(Emitter *emitter, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = arena_alloc(emitter->scratch, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

void emit_unsupported(Emitter *emitter, const IrInstr *instr, const char *what)
{
    if (!emitter->failed)
        diag_report(emitter->diagnostics, instr->pos, DIAG_emit_not_supported, what);
    emitter->failed = true;
}
