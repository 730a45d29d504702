/* From sampled addresses to a table of lines of the source (lines.c); what has none is told by its
 * function. */
#define _GNU_SOURCE
#include "profile.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "files/files.h"
#include "files/lcov.h"
#include "wcc_rt.h"

enum { MOST_LINES = 30 }; /* that are told */

/* Where it is no line of a shader: the function, of no file; "": unknown. */
static LcovRow describe(const Lines *lines, uint64_t place)
{
    LcovRow row = {.file = "", .kind = LCOV_SAMPLES, .name = "", .threads = 1};
    int line = 0;
    const char *path = program_find_line(lines, place, &line);
    const char *function = program_find_function(lines, place);
    if (path) {
        row.file = path;
        row.line = (uint32_t)line;
    } else if (function) {
        row.name = function;
    }
    return row;
}

/* Equal addresses follow each other. The strings are libdw's. */
static bool count_samples(Report *report, const Lines *lines, const Samples *samples,
                          LcovRows *rows)
{
    for (size_t i = 0; i < samples->count; i++) {
        if (i > 0 && samples->places[i] == samples->places[i - 1])
            rows->items[rows->count - 1].threads++;
        else if (!lcov_add(report, rows, describe(lines, samples->places[i])))
            return false;
    }
    lcov_sum(rows);
    return true;
}

/* ---- the table ---- */

static int compare_places(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static int compare_rows(const void *left, const void *right)
{
    const LcovRow *a = left, *b = right;
    if (a->threads != b->threads)
        return a->threads < b->threads ? 1 : -1;
    int order = strcmp(a->file, b->file);
    order = order ? order : (a->line > b->line) - (a->line < b->line);
    return order ? order : strcmp(a->name, b->name);
}

/* The source's line where it can be read, without blanks at its ends. */
static void print_source(const LcovRow *row, FILE *out)
{
    FILE *file = fopen(row->file, "r");
    char *text = NULL;
    size_t room = 0;
    ssize_t length = -1;
    for (uint32_t line = 0; file && line < row->line; line++)
        length = getline(&text, &room, file);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        text[--length] = '\0';
    if (length > 0)
        fprintf(out, "  %s", text + strspn(text, " \t"));
    free(text);
    if (file)
        fclose(file);
}

static void print_row(const LcovRow *row, size_t samples, FILE *out)
{
    fprintf(out, "%5.1f %%  ", 100.0 * (double)row->threads / (double)samples);
    if (*row->file) {
        fprintf(out, "%s:%u", row->file, row->line);
        print_source(row, out);
    } else {
        fprintf(out, *row->name ? "%s()" : "(unknown)%s", row->name);
    }
    fprintf(out, "\n");
}

static void print_rows(LcovRows *rows, size_t samples, FILE *out)
{
    bool has_lines = false;
    for (size_t i = 0; i < rows->count; i++)
        has_lines |= *rows->items[i].file != '\0';
    fprintf(out, "%zu samples of %d ms CPU time\n", samples, PROFILE_STEP_NS / 1000000);
    qsort(rows->items, rows->count, sizeof *rows->items, compare_rows);
    for (size_t i = 0; i < rows->count && i < MOST_LINES; i++)
        print_row(&rows->items[i], samples, out);
    if (!has_lines)
        fprintf(out, "compiled with -Zi, kernels tell their lines\n");
}

static bool add_lines(Report *report, LcovRows *rows, const char *path)
{
    size_t lines = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (*rows->items[i].file)
            rows->items[lines++] = rows->items[i];
    rows->count = lines;
    return lcov_add_to_file(report, path, rows) || host_fail_in(report, "--profile=%.300s", path);
}

/* `path`: where they go; NULL: to `out`. */
static bool tell_lines(Report *report, const Lines *lines, const Samples *samples,
                       const char *path, FILE *out)
{
    LcovRows rows = {0};
    bool good = count_samples(report, lines, samples, &rows);
    if (good && path)
        good = add_lines(report, &rows, path);
    else if (good)
        print_rows(&rows, samples->count, out);
    free(rows.items);
    return good;
}

static bool tell_profile(Report *report, const Samples *samples, const char *path, FILE *out)
{
    Lines lines;
    if (!samples->count)
        return fprintf(out, "--profile: it was over before the first sample\n") > 0;
    qsort(samples->places, samples->count, sizeof *samples->places, compare_places);
    bool good = program_open_lines(report, &lines) ? tell_lines(report, &lines, samples, path, out)
                                                   : host_fail_in(report, "--profile");
    program_close_lines(&lines);
    return good;
}

bool program_begin_profile(Report *report, const CommandLine *line)
{
    if (line->profiles && line->profile && !host_check_target(report, line->profile))
        return host_fail_in(report, "--profile=%.300s", line->profile);
    return !line->profiles || program_begin_samples(report);
}

int program_end_profile(Report *report, const CommandLine *line, int status, FILE *err)
{
    Report own = *report;
    if (!line->profiles)
        return status;
    Samples samples = program_end_samples();
    host_before_message(report);
    if (tell_profile(&own, &samples, line->profile, err) || status)
        return status;
    *report = own;
    return WCC_BAD_INPUT;
}
