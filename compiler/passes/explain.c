/* What passes say of their decisions: lines of text, each once a kernel, since passes run several
 * times. */
#include "passes_priv.h"

/* The line that ends the text stands in it before. */
static bool is_repeated(const Text *text, size_t start, size_t line)
{
    const char *at = text->bytes + start, *last = text->bytes + line;
    while ((at = strstr(at, last)) != NULL && at < last)
        if (at == text->bytes || at[-1] == '\n')
            return true;
        else
            at++;
    return false;
}

void explain_decision(const PassContext *context, SourcePos pos, const char *format, ...)
{
    const PassExplaining *explaining = context->explaining;
    Text *text = explaining->text;
    size_t line = text->length;
    if (pos != SOURCE_NOWHERE) {
        SourcePlace place = sources_place(explaining->sources, pos);
        text_printf(text, "%s:%d: ", place.path, place.line);
    }
    text_printf(text, "%s: ", context->name);
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(text, format, arguments);
    va_end(arguments);
    text_printf(text, "\n");
    if (is_repeated(text, explaining->start, line)) {
        text->length = line;
        text->bytes[line] = '\0';
    }
}
