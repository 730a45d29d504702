/* Text of the page: nothing that comes from sources reaches it unescaped. */
#include "page_priv.h"

static void add(Text *out, const char *text) { text_add(out, text, strlen(text)); }

/* Control characters are no characters of HTML. */
static void add_escaped(Text *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        switch (c) {
        case '&': add(out, "&amp;"); break;
        case '<': add(out, "&lt;"); break;
        case '>': add(out, "&gt;"); break;
        case '"': add(out, "&quot;"); break;
        case '\'': add(out, "&#39;"); break;
        case '\r': break;
        default:
            if ((c < 32 && c != '\t' && c != '\n') || c == 127)
                add(out, "&#xfffd;");
            else
                text_add(out, text + i, 1);
        }
    }
}

static void add_argument(Text *out, char letter, va_list *arguments)
{
    const char *text;
    const Slice *slice;
    switch (letter) {
    case 's':
        text = va_arg(*arguments, const char *);
        add_escaped(out, text, strlen(text));
        break;
    case 'z':
        slice = va_arg(*arguments, const Slice *);
        add_escaped(out, slice->text, slice->length);
        break;
    case 'r': add(out, va_arg(*arguments, const char *)); break;
    case 'd': text_printf(out, "%d", va_arg(*arguments, int)); break;
    case 'D': text_printf(out, "%lld", (long long)va_arg(*arguments, int64_t)); break;
    case 'c': text_printf(out, "%c", va_arg(*arguments, int)); break;
    default: add(out, "%");
    }
}

void page_add(Text *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (const char *at = format; *at != '\0';) {
        size_t plain = strcspn(at, "%");
        text_add(out, at, plain);
        at += plain;
        if (*at == '%') {
            add_argument(out, at[1], &arguments);
            at += 2;
        }
    }
    va_end(arguments);
}

void page_line_class(Text *out, int number)
{
    if (number >= 0)
        page_add(out, " class=\"l%d\"", number);
}
