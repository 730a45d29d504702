/* Lines of C, indented; labels; #line. */
#include "emit_priv.h"

void emit_line(Emitter *emitter, const char *format, ...)
{
    va_list arguments;
    if (emitter->dry)
        return;
    for (int i = 0; i < emitter->indent; i++)
        text_add(emitter->out, "    ", 4);
    va_start(arguments, format);
    text_vprintf(emitter->out, format, arguments);
    va_end(arguments);
    text_add(emitter->out, "\n", 1);
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
