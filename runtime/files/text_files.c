/* Numbers as text: .csv in and out, .txt out. */
#include "files.h"

#include <stdlib.h>
#include <string.h>

enum { TXT_DIGITS = 6, CSV_DIGITS = 9, CSV_DOUBLE_DIGITS = 17 };

static bool is_separator(char c)
{
    return c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\r';
}

/* Reads one line's numbers into out; *columns gets how many. */
static bool read_line(Report *report, char *line, Text *out, size_t *columns)
{
    *columns = 0;
    while (*line) {
        while (is_separator(*line))
            line++;
        if (!*line)
            break;
        char *end = line;
        while (*end && !is_separator(*end))
            end++;
        char next = *end;
        double value;
        *end = 0;
        if (!host_parse_number(report, line, NUMBER_F64, &value))
            return false;
        host_text_add(out, &value, sizeof value);
        ++*columns;
        line = next ? end + 1 : end;
    }
    return true;
}

static bool read_lines(Report *report, char *text, Text *out, size_t dims[2])
{
    for (size_t line_number = 1; *text; line_number++) {
        size_t length = strcspn(text, "\n"), columns;
        char *next = text + length + (text[length] == '\n');
        text[length] = 0;
        if (!read_line(report, text, out, &columns))
            return host_fail_in(report, "line %zu", line_number);
        if (columns && dims[0] && columns != dims[1])
            return host_fail(report, "line %zu has %zu numbers, the lines before have %zu",
                             line_number, columns, dims[1]);
        if (columns) {
            dims[0]++;
            dims[1] = columns;
        }
        text = next;
    }
    return !out->failed || host_fail(report, "not enough memory");
}

bool host_read_csv(Report *report, Bytes bytes, const char *option, Array *array)
{
    (void)option;
    Text numbers = {0};
    size_t dims[2] = {0, 0};
    const uint8_t *zero = bytes.count ? memchr(bytes.data, 0, bytes.count) : NULL;
    if (zero)
        return host_fail(report, "is no text: byte %zu is 0", (size_t)(zero - bytes.data));
    char *text = calloc(bytes.count + 1, 1);
    if (!text)
        return host_fail(report, "not enough memory");
    if (bytes.count)
        memcpy(text, bytes.data, bytes.count);
    bool good = read_lines(report, text, &numbers, dims) &&
                host_new_array(report, array, NUMBER_F64, MEANING_LOOSE, 2, dims);
    if (good && numbers.length)
        memcpy(array->data, numbers.text, numbers.length);
    free(numbers.text);
    free(text);
    return good;
}

/* One element a line; a picture of one component keeps its lines. */
bool host_write_csv(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out)
{
    (void)report, (void)option;
    bool lines = array->meaning == MEANING_PICTURE && array->dims[2] == 1;
    size_t elements = array->bytes / layout->bytes, per_line = lines ? array->dims[1] : 1;
    for (size_t i = 0; i < elements; i++) {
        for (uint32_t j = 0; j < layout->count; j++) {
            const Scalar *scalar = &layout->scalars[j];
            host_text_printf(out, "%s", i % per_line || j ? "," : "");
            host_print_number(out, scalar->number,
                              array->data + i * layout->bytes + scalar->offset,
                              scalar->number == NUMBER_F64 ? CSV_DOUBLE_DIGITS : CSV_DIGITS);
        }
        if (i % per_line == per_line - 1)
            host_text_add(out, "\n", 1);
    }
    return true;
}

/* Numbers look as C++ streams print them. */
void host_print_element(Text *out, const Layout *layout, const uint8_t *element)
{
    const char *open = layout->count == 1 ? "" : "(", *close = layout->count == 1 ? "" : ")";
    host_text_printf(out, "%s", open);
    for (uint32_t i = 0; i < layout->count; i++) {
        host_text_printf(out, "%s", i ? ", " : "");
        host_print_number(out, layout->scalars[i].number, element + layout->scalars[i].offset,
                          TXT_DIGITS);
    }
    host_text_printf(out, "%s", close);
}

bool host_write_txt(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out)
{
    (void)report, (void)option;
    for (size_t i = 0; i < array->bytes / layout->bytes; i++) {
        host_print_element(out, layout, array->data + i * layout->bytes);
        host_text_add(out, "\n", 1);
    }
    return true;
}
