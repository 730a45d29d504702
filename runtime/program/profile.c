/* From sampled addresses to lines of the source: what libdw knows of this process. Kernels compiled
 * with -Zi name the lines of the HLSL file; what has none is told by its function. */
#define _GNU_SOURCE
#include "profile.h"

#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dwarf_library.h"
#include "files/files.h"
#include "files/lcov.h"
#include "wcc_rt.h"

enum { MOST_LINES = 30 }; /* that are told */

/* Of the runtime's headers and of C each function is one row. */
static bool is_of_shader(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    bool is_bare = !dot || (slash && slash > dot);
    return is_bare || (strcmp(dot, ".c") != 0 && strcmp(dot, ".h") != 0 && strcmp(dot, ".S") != 0);
}

static bool number_of(const DwarfLibrary *library, Dwarf_Die *die, unsigned name, uint64_t *number)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    if (!library->dwarf_attr(die, name, &attribute) ||
        library->dwarf_formudata(&attribute, &value))
        return false;
    *number = value;
    return true;
}

/* Where the shader calls what is inlined at this place: gcc keeps the lines of the runtime's
 * functions. */
static const char *find_call(const DwarfLibrary *library, Dwarf_Die *unit, uint64_t place,
                             int *number)
{
    Dwarf_Die *scopes = NULL;
    Dwarf_Files *files;
    size_t file_count;
    const char *found = NULL;
    int count = library->dwarf_getscopes(unit, place, &scopes);
    bool has_files = !library->dwarf_getsrcfiles(unit, &files, &file_count);
    for (int i = 0; i < count && has_files && !found; i++) {
        uint64_t file, line;
        if (library->dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine ||
            !number_of(library, &scopes[i], DW_AT_call_file, &file) ||
            !number_of(library, &scopes[i], DW_AT_call_line, &line) || file >= file_count)
            continue;
        const char *path = library->dwarf_filesrc(files, file, NULL, NULL);
        found = path && is_of_shader(path) ? path : NULL;
        *number = (int)line;
    }
    free(scopes);
    return found;
}

static const char *find_in_unit(const DwarfLibrary *library, Dwarf_Die *unit, uint64_t place,
                                int *number)
{
    Dwarf_Line *line = library->dwarf_getsrc_die(unit, place);
    const char *path = line && !library->dwarf_lineno(line, number)
                           ? library->dwarf_linesrc(line, NULL, NULL)
                           : NULL;
    return path && *number > 0 && is_of_shader(path) ? path
                                                     : find_call(library, unit, place, number);
}

/* The table of addresses that libdw goes by is not in what clang makes: each unit is asked. */
static const char *find_line(const DwarfLibrary *library, Dwfl_Module *module, uint64_t place,
                             int *number)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL;
    while ((unit = library->dwfl_module_nextcu(module, unit, &bias)) != NULL)
        if (library->dwarf_haspc(unit, place - bias) > 0)
            return find_in_unit(library, unit, place - bias, number);
    return NULL;
}

/* Where it is no line of a shader: the function, of no file; "": unknown. */
static LcovRow describe(const DwarfLibrary *library, Dwfl *process, uint64_t place)
{
    LcovRow row = {.file = "", .kind = LCOV_SAMPLES, .name = "", .threads = 1};
    int line = 0;
    Dwfl_Module *module = library->dwfl_addrmodule(process, place);
    const char *path = module ? find_line(library, module, place, &line) : NULL;
    const char *function = module ? library->dwfl_module_addrname(module, place) : NULL;
    if (path) {
        row.file = path;
        row.line = (uint32_t)line;
    } else if (function) {
        row.name = function;
    }
    return row;
}

/* Equal addresses follow each other. The strings are libdw's. */
static bool count_samples(Report *report, const DwarfLibrary *library, Dwfl *process,
                          const Samples *samples, LcovRows *rows)
{
    for (size_t i = 0; i < samples->count; i++) {
        if (i > 0 && samples->places[i] == samples->places[i - 1])
            rows->items[rows->count - 1].threads++;
        else if (!lcov_add(report, rows, describe(library, process, samples->places[i])))
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
static bool tell_process(Report *report, const DwarfLibrary *library, const Samples *samples,
                         const char *path, FILE *out)
{
    LcovRows rows = {0};
    const Dwfl_Callbacks callbacks = {.find_elf = library->dwfl_linux_proc_find_elf,
                                      .find_debuginfo = library->dwfl_standard_find_debuginfo};
    Dwfl *process = library->dwfl_begin(&callbacks);
    bool good = process && !library->dwfl_linux_proc_report(process, getpid()) &&
                !library->dwfl_report_end(process, NULL, NULL);
    if (!good)
        host_fail(report, "--profile: libdw cannot look at this process");
    good = good && count_samples(report, library, process, samples, &rows);
    if (good && path)
        good = add_lines(report, &rows, path);
    else if (good)
        print_rows(&rows, samples->count, out);
    if (process)
        library->dwfl_end(process);
    free(rows.items);
    return good;
}

static bool tell_profile(Report *report, const Samples *samples, const char *path, FILE *out)
{
    DwarfLibrary library;
    if (!samples->count)
        return fprintf(out, "--profile: it was over before the first sample\n") > 0;
    qsort(samples->places, samples->count, sizeof *samples->places, compare_places);
    bool good = program_open_dwarf(report, &library) &&
                tell_process(report, &library, samples, path, out);
    program_close_dwarf(&library);
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
