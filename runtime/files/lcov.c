/* Rows of what runs came to, and lcov's files of them (lcov.h). */
#include "lcov.h"

#include <stdlib.h>
#include <string.h>

bool lcov_add(Report *report, LcovRows *rows, LcovRow row)
{
    if (rows->count == rows->capacity) {
        size_t capacity = rows->capacity * 2 + 64;
        LcovRow *larger = realloc(rows->items, capacity * sizeof *larger);
        if (!larger)
            return host_fail(report, "not enough memory");
        rows->items = larger;
        rows->capacity = capacity;
    }
    rows->items[rows->count++] = row;
    return true;
}

/* ---- sums ---- */

static int compare_numbers(uint32_t left, uint32_t right)
{
    return (left > right) - (left < right);
}

static int compare_rows(const void *left, const void *right)
{
    const LcovRow *a = left, *b = right;
    int order = strcmp(a->file, b->file);
    order = order ? order : compare_numbers(a->kind, b->kind);
    order = order ? order : compare_numbers(a->line, b->line);
    order = order ? order : compare_numbers(a->column, b->column);
    order = order ? order : compare_numbers(a->way, b->way);
    return order ? order : strcmp(a->name, b->name);
}

void lcov_sum(LcovRows *rows)
{
    size_t kept = 0;
    if (rows->count)
        qsort(rows->items, rows->count, sizeof *rows->items, compare_rows);
    for (size_t i = 0; i < rows->count; i++) {
        const LcovRow *row = &rows->items[i];
        if (!kept || compare_rows(&rows->items[kept - 1], row)) {
            rows->items[kept++] = *row;
            continue;
        }
        LcovRow *sum = &rows->items[kept - 1];
        sum->threads += row->threads;
        sum->lanes += row->lanes;
        sum->waves += row->waves;
        sum->full_waves += row->full_waves;
    }
    rows->count = kept;
}

/* ---- reading ---- */

typedef struct LcovReader {
    Report *report;
    LcovRows *rows;
    const char *file; /* of the record; NULL: between two */
    uint32_t number;  /* of the line that is read */
} LcovReader;

static bool fail_line(const LcovReader *reader, const char *why)
{
    return host_fail(reader->report, "line %u: %s", reader->number, why);
}

static bool is_one_line(const LcovRow *row, const LcovReader *reader, uint32_t line)
{
    return row->kind == LCOV_LINE && row->file == reader->file && row->line == line;
}

/* Behind FN: stands the name for FNDA:, behind DA: the line for #LANES:. */
static LcovRow *find_function(const LcovReader *reader, const char *name)
{
    LcovRows *rows = reader->rows;
    for (size_t i = rows->count; i-- > 0 && rows->items[i].file == reader->file;)
        if (rows->items[i].kind == LCOV_FUNCTION && !strcmp(rows->items[i].name, name))
            return &rows->items[i];
    return NULL;
}

static bool read_function(const LcovReader *reader, char *fields)
{
    unsigned line;
    int end = 0;
    if (sscanf(fields, "%u,%n", &line, &end) != 1 || !end)
        return fail_line(reader, "FN: has a line and a name");
    return lcov_add(reader->report, reader->rows,
                    (LcovRow){.file = reader->file, .kind = LCOV_FUNCTION, .line = line,
                              .name = fields + end});
}

static bool read_function_count(const LcovReader *reader, char *fields)
{
    unsigned long long threads;
    int end = 0;
    LcovRow *row = sscanf(fields, "%llu,%n", &threads, &end) == 1 && end
                       ? find_function(reader, fields + end)
                       : NULL;
    if (!row)
        return fail_line(reader, "FNDA: has a count and the name of an FN: before it");
    row->threads += threads;
    return true;
}

static bool read_branch(const LcovReader *reader, char *fields)
{
    unsigned line, column, way;
    int end = 0;
    if (sscanf(fields, "%u,%u,%u,%n", &line, &column, &way, &end) != 3 || !end)
        return fail_line(reader, "BRDA: has a line, a block, a branch and a count");
    LcovRow row = {.file = reader->file, .kind = LCOV_BRANCH, .line = line, .column = column,
                   .way = way, .name = ""};
    unsigned long long threads = 0;
    if (strcmp(fields + end, "-") != 0 && sscanf(fields + end, "%llu", &threads) != 1)
        return fail_line(reader, "BRDA: ends in a count or '-'");
    row.threads = threads;
    return lcov_add(reader->report, reader->rows, row);
}

static bool read_count(const LcovReader *reader, LcovKind kind, char *fields)
{
    unsigned line;
    unsigned long long count;
    if (sscanf(fields, "%u,%llu", &line, &count) != 2)
        return fail_line(reader, kind == LCOV_LINE ? "DA: has a line and a count"
                                                   : "#SAMPLES: has a line and a count");
    return lcov_add(reader->report, reader->rows,
                    (LcovRow){.file = reader->file, .kind = kind, .line = line, .name = "",
                              .threads = count});
}

static bool read_line(const LcovReader *reader, char *fields)
{
    return read_count(reader, LCOV_LINE, fields);
}

static bool read_samples(const LcovReader *reader, char *fields)
{
    return read_count(reader, LCOV_SAMPLES, fields);
}

static bool read_lanes(const LcovReader *reader, char *fields)
{
    unsigned line;
    unsigned long long lanes;
    LcovRow *last = reader->rows->count ? &reader->rows->items[reader->rows->count - 1] : NULL;
    if (sscanf(fields, "%u,%llu", &line, &lanes) != 2 || !last || !is_one_line(last, reader, line))
        return fail_line(reader, "#LANES: has the line of the DA: before it and a count");
    last->lanes += lanes;
    return true;
}

static bool read_operation(const LcovReader *reader, LcovKind kind, char *fields)
{
    unsigned line, column;
    unsigned long long threads, waves, full_waves;
    int start = 0;
    char *end = sscanf(fields, "%u,%u,%n", &line, &column, &start) == 2 && start
                    ? strchr(fields + start, ',')
                    : NULL;
    if (!end || sscanf(end, ",%llu,%llu,%llu", &threads, &waves, &full_waves) != 3)
        return fail_line(reader, "it has a line, a column, a name and three counts");
    *end = '\0';
    return lcov_add(reader->report, reader->rows,
                    (LcovRow){.file = reader->file, .kind = kind, .line = line, .column = column,
                              .name = fields + start, .threads = threads, .waves = waves,
                              .full_waves = full_waves});
}

static bool read_barrier(const LcovReader *reader, char *fields)
{
    return read_operation(reader, LCOV_BARRIER, fields);
}

static bool read_wave(const LcovReader *reader, char *fields)
{
    return read_operation(reader, LCOV_WAVE, fields);
}

static const struct {
    const char *begins;
    bool (*read)(const LcovReader *reader, char *fields); /* NULL: it follows from the others */
} LINES[] = {
    {"FN:", read_function},     {"FNDA:", read_function_count}, {"BRDA:", read_branch},
    {"DA:", read_line},         {"#LANES:", read_lanes},        {"#BARRIER:", read_barrier},
    {"#WAVE:", read_wave},      {"#SAMPLES:", read_samples},    {"FNF:", NULL},
    {"FNH:", NULL},             {"BRF:", NULL},                 {"BRH:", NULL},
    {"LF:", NULL},              {"LH:", NULL},
};

static bool read_fields(LcovReader *reader, char *line)
{
    for (size_t i = 0; i < HOST_LENGTH(LINES); i++) {
        size_t length = strlen(LINES[i].begins);
        if (strncmp(line, LINES[i].begins, length) != 0)
            continue;
        if (!reader->file)
            return fail_line(reader, "it belongs to no SF:");
        return !LINES[i].read || LINES[i].read(reader, line + length);
    }
    return fail_line(reader, "this is no line of an lcov file");
}

bool lcov_read(Report *report, char *text, LcovRows *rows)
{
    LcovReader reader = {.report = report, .rows = rows};
    char *next;
    for (char *line = text; *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = '\0';
        reader.number++;
        if (!strncmp(line, "SF:", 3))
            reader.file = line + 3;
        else if (!strcmp(line, "end_of_record"))
            reader.file = NULL;
        else if (*line && strncmp(line, "TN:", 3) != 0 && !read_fields(&reader, line))
            return false;
    }
    return true;
}

/* ---- writing ---- */

typedef struct LcovSpan { /* rows of one file and kind */
    const LcovRow *first, *end;
} LcovSpan;

static LcovSpan span_of(const LcovRow *first, const LcovRow *end, LcovKind kind)
{
    LcovSpan span = {first, end};
    while (span.first < end && span.first->kind != kind)
        span.first++;
    span.end = span.first;
    while (span.end < end && span.end->kind == kind)
        span.end++;
    return span;
}

static void write_found(Text *text, LcovSpan span, const char *letters)
{
    size_t hit = 0;
    for (const LcovRow *row = span.first; row < span.end; row++)
        hit += row->threads > 0;
    host_text_printf(text, "%sF:%zu\n%sH:%zu\n", letters, (size_t)(span.end - span.first), letters,
                     hit);
}

static void write_functions(Text *text, LcovSpan span)
{
    for (const LcovRow *row = span.first; row < span.end; row++)
        host_text_printf(text, "FN:%u,%s\n", row->line, row->name);
    for (const LcovRow *row = span.first; row < span.end; row++)
        host_text_printf(text, "FNDA:%llu,%s\n", (unsigned long long)row->threads, row->name);
    write_found(text, span, "FN");
}

static bool is_one_branch(const LcovRow *left, const LcovRow *right)
{
    return left->line == right->line && left->column == right->column;
}

static bool is_evaluated(LcovSpan span, const LcovRow *branch)
{
    const LcovRow *first = branch;
    while (first > span.first && is_one_branch(first - 1, branch))
        first--;
    for (; first < span.end && is_one_branch(first, branch); first++)
        if (first->threads)
            return true;
    return false;
}

static void write_branches(Text *text, LcovSpan span)
{
    for (const LcovRow *row = span.first; row < span.end; row++) {
        host_text_printf(text, "BRDA:%u,%u,%u,", row->line, row->column, row->way);
        if (is_evaluated(span, row))
            host_text_printf(text, "%llu\n", (unsigned long long)row->threads);
        else
            host_text_printf(text, "-\n");
    }
    write_found(text, span, "BR");
}

static void write_lines(Text *text, LcovSpan span)
{
    for (const LcovRow *row = span.first; row < span.end; row++)
        host_text_printf(text, "DA:%u,%llu\n#LANES:%u,%llu\n", row->line,
                         (unsigned long long)row->threads, row->line,
                         (unsigned long long)row->lanes);
    write_found(text, span, "L");
}

static void write_samples(Text *text, LcovSpan span)
{
    for (const LcovRow *row = span.first; row < span.end; row++)
        host_text_printf(text, "#SAMPLES:%u,%llu\n", row->line, (unsigned long long)row->threads);
}

static void write_operations(Text *text, LcovSpan span, const char *begins)
{
    for (const LcovRow *row = span.first; row < span.end; row++)
        host_text_printf(text, "%s%u,%u,%s,%llu,%llu,%llu\n", begins, row->line, row->column,
                         row->name, (unsigned long long)row->threads,
                         (unsigned long long)row->waves, (unsigned long long)row->full_waves);
}

static void write_record(Text *text, const LcovRow *first, const LcovRow *end)
{
    host_text_printf(text, "TN:\nSF:%s\n", first->file);
    write_functions(text, span_of(first, end, LCOV_FUNCTION));
    write_branches(text, span_of(first, end, LCOV_BRANCH));
    write_lines(text, span_of(first, end, LCOV_LINE));
    write_samples(text, span_of(first, end, LCOV_SAMPLES));
    write_operations(text, span_of(first, end, LCOV_BARRIER), "#BARRIER:");
    write_operations(text, span_of(first, end, LCOV_WAVE), "#WAVE:");
    host_text_printf(text, "end_of_record\n");
}

void lcov_write(const LcovRows *rows, Text *text)
{
    const LcovRow *end = rows->items + rows->count;
    for (const LcovRow *first = rows->items, *next; first < end; first = next) {
        for (next = first; next < end && !strcmp(next->file, first->file);)
            next++;
        write_record(text, first, next);
    }
}
