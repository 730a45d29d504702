/* libdw, opened when somebody asks which line of the source an address is of. */
#ifndef WCC_DWARF_LIBRARY_H
#define WCC_DWARF_LIBRARY_H

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include "numbers/report.h"

/* What we call of it. */
#define DWARF_FUNCTIONS(F) \
    F(dwfl_begin) F(dwfl_end) F(dwfl_linux_proc_report) F(dwfl_report_end) F(dwfl_addrmodule) \
    F(dwfl_module_nextcu) F(dwfl_module_addrname) F(dwfl_linux_proc_find_elf) \
    F(dwfl_standard_find_debuginfo) F(dwarf_haspc) F(dwarf_getsrc_die) F(dwarf_linesrc) \
    F(dwarf_lineno) F(dwarf_getscopes) F(dwarf_tag) F(dwarf_attr) F(dwarf_formudata) \
    F(dwarf_getsrcfiles) F(dwarf_filesrc)

#define DWARF_POINTER(name) __typeof__(name) *name;
typedef struct DwarfLibrary {
    void *handle;
    DWARF_FUNCTIONS(DWARF_POINTER)
} DwarfLibrary;
#undef DWARF_POINTER

/* To be closed in any case. Fails where there is no such library, and names the package. */
bool program_open_dwarf(Report *report, DwarfLibrary *library);
void program_close_dwarf(DwarfLibrary *library);

#endif
