/* From addresses of instructions to lines of the source: what libdw knows of this process. Kernels
 * compiled with -Zi name the lines of the HLSL file. */
#include "lines.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
static const char *find_in_module(const DwarfLibrary *library, Dwfl_Module *module, uint64_t place,
                             int *number)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL;
    while ((unit = library->dwfl_module_nextcu(module, unit, &bias)) != NULL)
        if (library->dwarf_haspc(unit, place - bias) > 0)
            return find_in_unit(library, unit, place - bias, number);
    return NULL;
}

const char *program_find_line(const Lines *lines, uint64_t place, int *number)
{
    Dwfl_Module *module = lines->library.dwfl_addrmodule(lines->process, place);
    return module ? find_in_module(&lines->library, module, place, number) : NULL;
}

const char *program_find_function(const Lines *lines, uint64_t place)
{
    Dwfl_Module *module = lines->library.dwfl_addrmodule(lines->process, place);
    return module ? lines->library.dwfl_module_addrname(module, place) : NULL;
}

const char *program_find_line_before(const Lines *lines, uint64_t place, int *number)
{
    enum { FARTHEST = 512 };
    const char *function = program_find_function(lines, place), *path = NULL;
    for (uint64_t back = 1; back <= FARTHEST && function && !path; back++) {
        const char *here = program_find_function(lines, place - back);
        if (!here || strcmp(here, function) != 0)
            break;
        path = program_find_line(lines, place - back, number);
    }
    return path;
}

bool program_open_lines(Report *report, Lines *lines)
{
    const DwarfLibrary *library = &lines->library;
    *lines = (Lines){0};
    if (!program_open_dwarf(report, &lines->library))
        return false;
    lines->callbacks = (Dwfl_Callbacks){.find_elf = library->dwfl_linux_proc_find_elf,
                                        .find_debuginfo = library->dwfl_standard_find_debuginfo};
    lines->process = library->dwfl_begin(&lines->callbacks);
    bool good = lines->process && !library->dwfl_linux_proc_report(lines->process, getpid()) &&
                !library->dwfl_report_end(lines->process, NULL, NULL);
    return good || host_fail(report, "libdw cannot look at this process");
}

void program_close_lines(Lines *lines)
{
    if (lines->process)
        lines->library.dwfl_end(lines->process);
    program_close_dwarf(&lines->library);
    lines->process = NULL;
}
