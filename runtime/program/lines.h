/* lines: which line of a shader's source an instruction of this process is of. */
#ifndef WCC_LINES_H
#define WCC_LINES_H

#include "dwarf_library.h"

typedef struct Lines {
    DwarfLibrary library;
    Dwfl_Callbacks callbacks;
    Dwfl *process;
} Lines;

/* To be closed, and to stay where it is, in any case. Fails without libdw. */
bool program_open_lines(Report *report, Lines *lines);
void program_close_lines(Lines *lines);
/* The file, which is of `lines`; NULL: the address is of no line of a shader. */
const char *program_find_line(const Lines *lines, uint64_t place, int *number);
/* That of the nearest instruction before the address, in the same function, that has one: some have no
 * line of the shader, but one of C. */
const char *program_find_line_before(const Lines *lines, uint64_t place, int *number);
/* Its name; NULL: unknown. */
const char *program_find_function(const Lines *lines, uint64_t place);

#endif
