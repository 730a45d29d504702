/* Numbers as text: .csv in and out, .txt out. Read are numbers between commas, semicolons or
 * blanks, in quotes or not; lines behind a # are remarks, and words before the first numbers are
 * the names of the columns. */
#include "files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TXT_DIGITS = 6 };

/* What a .csv holds, as numbers of one type. */
typedef struct Table {
    Number number;
    Text values;
    size_t dims[2]; /* lines that have numbers, and how many each has */
    bool is_rounded; /* whole numbers that a double may not hold are among them */
} Table;

static const char BLANKS[] = " \t\r";

static bool add_value(Report *report, Table *table, const char *text)
{
    union {
        double number;
        uint64_t bits;
    } value;
    if (!host_parse_number(report, text, table->number, &value))
        return false;
    if (table->number == NUMBER_F64)
        table->is_rounded |= fabs(value.number) >= 0x1p53 && fabs(value.number) <= 0x1p64;
    host_text_add(&table->values, &value, sizeof value);
    return true;
}

/* 1,5;2,5 are two numbers in some countries, and four elsewhere. */
static bool check_separators(Report *report, const char *line)
{
    return !strchr(line, ';') || !strchr(line, ',') ||
           host_fail(report, "commas and semicolons in one line: which of them part numbers?");
}

/* *columns gets how many numbers the line has. A comma may end it; nothing between two commas is
 * no number. */
static bool read_line(Report *report, char *line, Table *table, size_t *columns)
{
    *columns = 0;
    if (!check_separators(report, line))
        return false;
    for (;; ++*columns) {
        line += strspn(line, BLANKS);
        if (!*line)
            return true;
        bool is_quoted = *line == '"';
        line += is_quoted;
        char *end = line + strcspn(line, is_quoted ? "\"" : ",; \t\r"), next = *end;
        if (end == line)
            return host_fail(report, "number %zu is missing", *columns + 1);
        *end = 0;
        bool good = add_value(report, table, line);
        *end = next;
        if (!good)
            return false;
        line = end + (is_quoted && next);
        line += strspn(line, BLANKS);
        line += *line == ',' || *line == ';';
    }
}

/* As numbers do: a digit behind a sign or a point. */
static bool begins_a_number(const char *text, size_t length)
{
    size_t at = 0;
    at += at < length && strchr("+-", text[at]);
    at += at < length && text[at] == '.';
    return at < length && text[at] >= '0' && text[at] <= '9';
}

static bool is_number(const char *text, size_t length)
{
    char copy[80];
    double value;
    Report unheard = {0};
    if (!length)
        return false;
    if (length >= sizeof copy)
        return begins_a_number(text, length);
    memcpy(copy, text, length);
    copy[length] = 0;
    return host_parse_number(&unheard, copy, NUMBER_F64, &value);
}

/* Names of columns: nothing of the line is a number, and not all of it was meant to be one (1.0f). */
static bool is_header(const char *line)
{
    const char *separators = strpbrk(line, ",;\t") ? ",;\t" : " ";
    bool has_name = false;
    while (*line) {
        line += strspn(line, " \"\r");
        size_t length = strcspn(line, separators), used = length;
        while (used && strchr(" \"\r", line[used - 1]))
            used--;
        if (is_number(line, used))
            return false;
        has_name |= used > 0 && !begins_a_number(line, used);
        line += length + (line[length] != 0);
    }
    return has_name;
}

/* Which say nothing of numbers: blank ones, remarks, and one of names before all numbers. */
static bool is_skipped(const char *line, const Table *table, bool *has_header)
{
    line += strspn(line, BLANKS);
    if (!*line || *line == '#')
        return true;
    if (table->dims[0] || *has_header || !is_header(line))
        return false;
    *has_header = true;
    return true;
}

static bool read_lines(Report *report, char *text, Table *table)
{
    bool has_header = false;
    for (size_t line_number = 1; *text; line_number++) {
        char *end = text + strcspn(text, "\n"), newline = *end;
        size_t columns = 0;
        *end = 0;
        bool good = is_skipped(text, table, &has_header) ||
                    read_line(report, text, table, &columns);
        *end = newline;
        if (!good)
            return host_fail_in(report, "line %zu", line_number);
        if (columns && table->dims[0] && columns != table->dims[1])
            return host_fail(report, "line %zu has %zu numbers, the lines before have %zu",
                             line_number, columns, table->dims[1]);
        if (columns) {
            table->dims[0]++;
            table->dims[1] = columns;
        }
        text = end + (newline != 0);
    }
    if (has_header && !table->dims[0])
        return host_fail(report, "has words and no numbers");
    return !table->values.failed || host_fail(report, "not enough memory");
}

/* Large whole numbers are read again as such where all are: doubles have 53 bits. */
static void read_exactly(char *text, Table *table)
{
    static const Number numbers[] = {NUMBER_I64, NUMBER_U64};
    for (size_t i = 0; i < HOST_LENGTH(numbers) && table->is_rounded; i++) {
        Report unheard = {0};
        Table whole = {.number = numbers[i]};
        bool good = read_lines(&unheard, text, &whole);
        free(good ? table->values.text : whole.values.text);
        if (good)
            *table = whole;
    }
}

bool host_read_csv(Report *report, Bytes bytes, const char *option, Array *array)
{
    (void)option;
    Table table = {.number = NUMBER_F64};
    const uint8_t *zero = bytes.count ? memchr(bytes.data, 0, bytes.count) : NULL;
    if (zero)
        return host_fail(report, "is no text: byte %zu is 0", (size_t)(zero - bytes.data));
    char *text = calloc(bytes.count + 1, 1);
    if (!text)
        return host_fail(report, "not enough memory");
    if (bytes.count)
        memcpy(text, bytes.data, bytes.count);
    char *start = text + (strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0); /* UTF-8's mark */
    bool good = read_lines(report, start, &table);
    if (good)
        read_exactly(start, &table);
    good = good && host_new_array(report, array, table.number, MEANING_LOOSE, 2, table.dims);
    if (good && table.values.length)
        memcpy(array->data, table.values.text, table.values.length);
    free(table.values.text);
    free(text);
    return good;
}

/* Of elements with one number each, rows (of a picture, slices of an array of 1D textures) keep their
 * lines; all else has an element a line. */
static size_t elements_per_line(const Array *array, const Layout *layout)
{
    bool is_grey = array->meaning == MEANING_PICTURE && array->dims[2] == 1;
    bool has_slices = array->meaning == MEANING_NUMBERS && array->rank == 2 && layout->count == 1;
    return is_grey || has_slices ? array->dims[1] : 1;
}

bool host_write_csv(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out)
{
    (void)report, (void)option;
    size_t elements = array->bytes / layout->bytes, per_line = elements_per_line(array, layout);
    for (size_t i = 0; i < elements; i++) {
        for (uint32_t j = 0; j < layout->count; j++) {
            const Scalar *scalar = &layout->scalars[j];
            if (i % per_line || j)
                host_text_add(out, ",", 1);
            host_text_number(out, scalar->number,
                             array->data + i * layout->bytes + scalar->offset);
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
