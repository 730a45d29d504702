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

typedef struct ProfileRow {
    char name[200]; /* "blur.hlsl:14", or of a function */
    const char *path; /* NULL: it is no line of a shader */
    int line;
    size_t count;
} ProfileRow;

typedef struct Profile {
    ProfileRow *rows;
    size_t count, capacity;
} Profile;

static ProfileRow *find_row(Profile *profile, const ProfileRow *wanted)
{
    for (size_t i = 0; i < profile->count; i++)
        if (!strcmp(profile->rows[i].name, wanted->name))
            return &profile->rows[i];
    if (profile->count == profile->capacity) {
        size_t capacity = profile->capacity * 2 + 64;
        ProfileRow *larger = realloc(profile->rows, capacity * sizeof *larger);
        if (!larger)
            return NULL;
        profile->rows = larger;
        profile->capacity = capacity;
    }
    profile->rows[profile->count] = *wanted;
    return &profile->rows[profile->count++];
}

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

static ProfileRow describe(const DwarfLibrary *library, Dwfl *process, uint64_t place)
{
    ProfileRow row = {0};
    Dwfl_Module *module = library->dwfl_addrmodule(process, place);
    const char *path = module ? find_line(library, module, place, &row.line) : NULL;
    const char *function = module ? library->dwfl_module_addrname(module, place) : NULL;
    if (path) {
        row.path = path;
        snprintf(row.name, sizeof row.name, "%.180s:%d", path, row.line);
    } else {
        snprintf(row.name, sizeof row.name, function ? "%.180s()" : "(%s)",
                 function ? function : "unknown");
    }
    return row;
}

/* Equal addresses follow each other. */
static bool count_samples(Report *report, const DwarfLibrary *library, Dwfl *process,
                          const Samples *samples, Profile *profile)
{
    ProfileRow *row = NULL;
    for (size_t i = 0; i < samples->count; i++) {
        if (i == 0 || samples->places[i] != samples->places[i - 1]) {
            ProfileRow described = describe(library, process, samples->places[i]);
            row = find_row(profile, &described);
        }
        if (!row)
            return host_fail(report, "not enough memory");
        row->count++;
    }
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
    const ProfileRow *a = left, *b = right;
    return a->count != b->count ? (a->count < b->count ? 1 : -1) : strcmp(a->name, b->name);
}

/* The source's line where it can be read, without blanks at its ends. */
static void print_source(const ProfileRow *row, FILE *out)
{
    FILE *file = row->path ? fopen(row->path, "r") : NULL;
    char *text = NULL;
    size_t room = 0;
    ssize_t length = -1;
    for (int line = 0; file && line < row->line; line++)
        length = getline(&text, &room, file);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        text[--length] = '\0';
    if (length > 0)
        fprintf(out, "  %s", text + strspn(text, " \t"));
    free(text);
    if (file)
        fclose(file);
}

static void print_rows(const Profile *profile, size_t samples, FILE *out)
{
    bool has_lines = false;
    for (size_t i = 0; i < profile->count; i++)
        has_lines |= profile->rows[i].path != NULL;
    fprintf(out, "%zu samples of %d ms CPU time\n", samples, PROFILE_STEP_NS / 1000000);
    for (size_t i = 0; i < profile->count && i < MOST_LINES; i++) {
        fprintf(out, "%5.1f %%  %s", 100.0 * (double)profile->rows[i].count / (double)samples,
                profile->rows[i].name);
        print_source(&profile->rows[i], out);
        fprintf(out, "\n");
    }
    if (!has_lines)
        fprintf(out, "compiled with -Zi, kernels tell their lines\n");
}

static bool add_rows(Report *report, const Profile *profile, const char *path)
{
    LcovRows rows = {0};
    bool good = true;
    for (size_t i = 0; i < profile->count && good; i++)
        if (profile->rows[i].path)
            good = lcov_add(report, &rows,
                            (LcovRow){.file = profile->rows[i].path, .kind = LCOV_SAMPLES,
                                      .line = (uint32_t)profile->rows[i].line, .name = "",
                                      .threads = profile->rows[i].count});
    good = good && lcov_add_to_file(report, path, &rows);
    free(rows.items);
    return good || host_fail_in(report, "--profile=%.300s", path);
}

/* `path`: where they go; NULL: to `out`. */
static bool tell_process(Report *report, const DwarfLibrary *library, const Samples *samples,
                         const char *path, FILE *out)
{
    Profile profile = {0};
    const Dwfl_Callbacks callbacks = {.find_elf = library->dwfl_linux_proc_find_elf,
                                      .find_debuginfo = library->dwfl_standard_find_debuginfo};
    Dwfl *process = library->dwfl_begin(&callbacks);
    bool good = process && !library->dwfl_linux_proc_report(process, getpid()) &&
                !library->dwfl_report_end(process, NULL, NULL);
    if (!good)
        host_fail(report, "--profile: libdw cannot look at this process");
    good = good && count_samples(report, library, process, samples, &profile);
    if (good && path) {
        good = add_rows(report, &profile, path);
    } else if (good) {
        qsort(profile.rows, profile.count, sizeof *profile.rows, compare_rows);
        print_rows(&profile, samples->count, out);
    }
    if (process)
        library->dwfl_end(process);
    free(profile.rows);
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
