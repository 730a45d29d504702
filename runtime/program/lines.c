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

/* Units of C alone, of which programs have hundreds, are not searched. */
static bool names_shader(const DwarfLibrary *library, Dwarf_Die *unit)
{
    Dwarf_Files *files;
    size_t count;
    bool is_named = false;
    if (library->dwarf_getsrcfiles(unit, &files, &count))
        return false;
    for (size_t i = 1; i < count && !is_named; i++) {
        const char *path = library->dwarf_filesrc(files, i, NULL, NULL);
        is_named = path && is_of_shader(path);
    }
    return is_named;
}

/* A unit of a module, and how far from its addresses the module is loaded. */
typedef struct Unit {
    Dwarf_Die *die; /* NULL: the place is in none that has lines of a shader */
    Dwarf_Addr bias;
} Unit;

/* The table of addresses that libdw goes by is not in what clang makes: each unit is asked. */
static Unit find_unit(const Lines *lines, uint64_t place)
{
    const DwarfLibrary *library = &lines->library;
    Dwfl_Module *module = library->dwfl_addrmodule(lines->process, place);
    Unit unit = {0};
    while (module && (unit.die = library->dwfl_module_nextcu(module, unit.die, &unit.bias)) != NULL)
        if (library->dwarf_haspc(unit.die, place - unit.bias) > 0)
            return names_shader(library, unit.die) ? unit : (Unit){0};
    return (Unit){0};
}

const char *program_find_line(const Lines *lines, uint64_t place, int *number)
{
    Unit unit = find_unit(lines, place);
    return unit.die ? find_in_unit(&lines->library, unit.die, place - unit.bias, number) : NULL;
}

const char *program_find_function(const Lines *lines, uint64_t place)
{
    Dwfl_Module *module = lines->library.dwfl_addrmodule(lines->process, place);
    return module ? lines->library.dwfl_module_addrname(module, place) : NULL;
}

const char *program_find_line_before(const Lines *lines, uint64_t place, int *number)
{
    enum { FARTHEST = 512 };
    Unit unit = find_unit(lines, place);
    const char *function = unit.die ? program_find_function(lines, place) : NULL, *path = NULL;
    for (uint64_t back = 1; back <= FARTHEST && function && !path; back++) {
        const char *here = program_find_function(lines, place - back);
        if (!here || strcmp(here, function) != 0)
            break;
        path = find_in_unit(&lines->library, unit.die, place - back - unit.bias, number);
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
