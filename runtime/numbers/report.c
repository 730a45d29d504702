/* Errors in words, names that were meant, and text that grows. */
#include "report.h"

#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

bool host_fail(Report *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->error, sizeof report->error, format, arguments);
    va_end(arguments);
    return false;
}

bool host_fail_in(Report *report, const char *format, ...)
{
    char context[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context - 2, format, arguments);
    va_end(arguments);
    size_t length = strlen(context), reason = strlen(report->error);
    if (length + 2 + reason >= sizeof report->error)
        reason = sizeof report->error - length - 3;
    memmove(report->error + length + 2, report->error, reason);
    memcpy(report->error, context, length);
    memcpy(report->error + length, ": ", 2);
    report->error[length + 2 + reason] = 0;
    return false;
}

void host_before_message(const Report *report)
{
    if (report->before_message)
        report->before_message();
}

void host_print_to_file(void *file, const char *text, size_t length)
{
    fwrite(text, 1, length, file);
    fflush(file);
}

void host_tell(Report *report, const char *before, const char *text)
{
    char line[sizeof report->error + 128];
    host_before_message(report);
    if (report->messages)
        fprintf(report->messages, "%s%s\n", before, text);
    if (!report->tell)
        return;
    snprintf(line, sizeof line, "%.120s%.*s", before, (int)sizeof report->error - 1, text);
    report->tell(report->tell_context, line);
}

void host_warn(Report *report, const char *format, ...)
{
    char text[sizeof report->error], before[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(before, sizeof before, "%s: warning: ", report->program);
    host_tell(report, before, text);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

enum { MAX_COMPARED = 64 };

/* Levenshtein's distance: letters to insert, drop or change. Longer names count as far apart. */
static size_t name_distance(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b), row[MAX_COMPARED + 1];
    if (length_a > MAX_COMPARED || length_b > MAX_COMPARED)
        return SIZE_MAX;
    for (size_t j = 0; j <= length_b; j++)
        row[j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            size_t changed = diagonal + ((a[i - 1] | 32) != (b[j - 1] | 32));
            diagonal = row[j];
            row[j] = smaller(changed, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[length_b];
}

static const char *find_similar(const char *name, NameList names)
{
    const char *best = NULL;
    size_t best_distance = strlen(name) / 3 + 2;
    for (size_t i = 0; i < names.count; i++) {
        const char *candidate = names.get(names.list, i);
        size_t distance = name_distance(name, candidate);
        if (distance < best_distance && distance < strlen(candidate)) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

enum { MAX_LISTED = 40 }; /* an array of structs alone may have thousands of members */

static void list_names(Text *text, NameList names)
{
    size_t listed = names.count > MAX_LISTED ? MAX_LISTED : names.count;
    for (size_t i = 0; i < listed; i++)
        host_text_printf(text, "%s%s", i ? ", " : "", names.get(names.list, i));
    if (listed < names.count)
        host_text_printf(text, " and %zu more", names.count - listed);
}

bool host_fail_unknown(Report *report, const char *what, const char *name, NameList names)
{
    Text text = {0};
    host_text_printf(&text, "%s '%.100s'", what, name);
    const char *similar = find_similar(name, names);
    if (similar)
        host_text_printf(&text, "; did you mean '%s'?", similar);
    if (names.count)
        host_text_printf(&text, "%s there are: ", similar ? "" : ";");
    else
        host_text_printf(&text, "; there are none");
    list_names(&text, names);
    host_fail(report, "%s", text.failed ? what : text.text);
    free(text.text);
    return false;
}

static bool make_room(Text *text, size_t more)
{
    if (text->failed)
        return false;
    if (text->capacity - text->length > more)
        return true;
    size_t capacity = (text->length + more + 1) * 2;
    char *larger = realloc(text->text, capacity);
    if (!larger) {
        text->failed = true;
        return false;
    }
    text->text = larger;
    text->capacity = capacity;
    return true;
}

void host_text_add(Text *text, const void *bytes, size_t count)
{
    if (!make_room(text, count))
        return;
    if (count)
        memcpy(text->text + text->length, bytes, count);
    text->length += count;
    text->text[text->length] = 0;
}

char *host_take_text(Text *text)
{
    if (!text->failed)
        return text->text;
    free(text->text);
    return NULL;
}

void host_text_printf(Text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0 && make_room(text, (size_t)length)) {
        vsnprintf(text->text + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void host_print_line(FILE *out, const char *line)
{
    size_t length = strlen(line);
    if (__fpending(out) && __fpending(out) + length > __fbufsize(out))
        fflush(out);
    fwrite(line, 1, length, out);
}
