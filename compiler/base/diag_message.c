/* Messages: a format of diag.def and its arguments come in, text goes out. */
#include "diag_priv.h"

void diag_set_formatter(Diagnostics *diagnostics, char letter, DiagPrint *print)
{
    for (int i = 0; i < diagnostics->formatters.count; i++) {
        if (diagnostics->formatters.items[i].letter == letter) {
            diagnostics->formatters.items[i].print = print;
            return;
        }
    }
    vec_push(diagnostics->arena, &diagnostics->formatters, (Formatter){letter, print});
}

static const Formatter *find_formatter(const Diagnostics *diagnostics, char letter)
{
    for (int i = 0; i < diagnostics->formatters.count; i++)
        if (diagnostics->formatters.items[i].letter == letter)
            return &diagnostics->formatters.items[i];
    return NULL;
}

/* Formats a number by printf's `letter`; `size` is its length letter (l, z, 2 for ll) or 0. */
static void add_number(Text *out, char letter, char size, DiagArguments *arguments)
{
    bool is_signed = letter == 'd', is_hexadecimal = letter == 'x';
    if (letter == 'g')
        text_printf(out, "%g", va_arg(arguments->list, double));
    else if (size == '2')
        text_printf(out, is_signed ? "%lld" : is_hexadecimal ? "%llx" : "%llu",
                    va_arg(arguments->list, long long));
    else if (size == 'l' || size == 'z')
        text_printf(out, is_signed ? "%ld" : is_hexadecimal ? "%lx" : "%lu",
                    va_arg(arguments->list, long));
    else if (is_signed || is_hexadecimal || letter == 'u')
        text_printf(out, is_signed ? "%d" : is_hexadecimal ? "%x" : "%u",
                    va_arg(arguments->list, int));
    else
        text_printf(out, "%%%c", letter); /* a slip in diag.def: show it */
}

static void add_string(Text *out, const char *string)
{
    const char *shown = string != NULL ? string : "(unnamed)";
    text_add(out, shown, strlen(shown));
}

/* One conversion at *format (just past the %); moves past it. */
static void add_conversion(const Diagnostics *diagnostics, Text *out, const char **format,
                           DiagArguments *arguments)
{
    const char *at = *format;
    char size = 0;
    for (; *at == 'l' || *at == 'z'; at++)
        size = size == 'l' ? '2' : *at;
    const Formatter *formatter = find_formatter(diagnostics, *at);
    if (formatter != NULL) {
        formatter->print(out, va_arg(arguments->list, const void *));
    } else if (*at == '%') {
        text_add(out, "%", 1);
    } else if (*at == 's') {
        add_string(out, va_arg(arguments->list, const char *));
    } else if (*at == 'c') {
        text_printf(out, "%c", va_arg(arguments->list, int));
    } else if (strncmp(at, ".*s", 3) == 0) {
        int length = va_arg(arguments->list, int);
        text_add(out, va_arg(arguments->list, const char *), (size_t)length);
        at += 2;
    } else {
        add_number(out, *at, size, arguments);
    }
    *format = *at == '\0' ? at : at + 1;
}

const char *diag_message(const Diagnostics *diagnostics, const char *format,
                         DiagArguments *arguments)
{
    Text out = {0};
    while (*format != '\0') {
        size_t plain = strcspn(format, "%");
        text_add(&out, format, plain);
        format += plain;
        if (*format == '%') {
            format++;
            add_conversion(diagnostics, &out, &format, arguments);
        }
    }
    const char *message = arena_copy_text(diagnostics->arena, out.bytes, out.length);
    text_free(&out);
    return message;
}
