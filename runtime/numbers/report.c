/* Errors in words, names that were meant, and text that grows. */
#include "report.h"

#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

size_t host_character_bytes(const unsigned char *text)
{
    static const struct {
        unsigned char first, last; /* of the first byte */
        unsigned char low, high;   /* of the second */
        size_t bytes;
    } rows[] = {
        {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    size_t row = 0;
    while (row < HOST_LENGTH(rows) && (*text < rows[row].first || *text > rows[row].last))
        row++;
    if (row == HOST_LENGTH(rows))
        return 0;
    if (rows[row].bytes > 1 && (text[1] < rows[row].low || text[1] > rows[row].high))
        return 0;
    for (size_t i = 2; i < rows[row].bytes; i++)
        if (text[i] < 0x80 || text[i] > 0xbf)
            return 0;
    return rows[row].bytes;
}

/* Control characters but the tab and the line's end, and what is no UTF-8. */
static bool is_hidden(const unsigned char *at, size_t bytes)
{
    bool is_blank = *at == '\t' || *at == '\n';
    return !bytes || (*at < 0x20 && !is_blank) || *at == 0x7f || (*at == 0xc2 && at[1] < 0xa0);
}

/* A terminal obeys nothing of what names and files say: ESC becomes \x1b. */
static void make_visible(char *text, size_t size)
{
    char visible[sizeof((Report *)NULL)->error];
    size_t length = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at && length + 16 < size;) {
        size_t bytes = host_character_bytes(at);
        bool hidden = is_hidden(at, bytes);
        bytes = bytes ? bytes : 1;
        for (size_t i = 0; i < bytes; i++, at++) {
            if (hidden)
                length += (size_t)snprintf(visible + length, 5, "\\x%02x", *at);
            else
                visible[length++] = (char)*at;
        }
    }
    visible[length] = 0;
    memcpy(text, visible, length + 1);
}

bool host_fail(Report *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->error, sizeof report->error, format, arguments);
    va_end(arguments);
    make_visible(report->error, sizeof report->error);
    return false;
}

bool host_fail_in(Report *report, const char *format, ...)
{
    char context[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context - 2, format, arguments);
    va_end(arguments);
    make_visible(context, sizeof context - 2);
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
    make_visible(text, sizeof text);
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
