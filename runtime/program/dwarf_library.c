/* Opens libdw and finds its functions. */
#include "dwarf_library.h"

#include <dlfcn.h>

#define DWARF_SONAME "libdw.so.1"

bool program_open_dwarf(Report *report, DwarfLibrary *library)
{
    *library = (DwarfLibrary){.handle = dlopen(DWARF_SONAME, RTLD_NOW | RTLD_LOCAL)};
    if (!library->handle)
        return host_fail(report, "the library " DWARF_SONAME " is not here; install libdw1");
#define DWARF_FIND(name) \
    library->name = (__typeof__(library->name))dlsym(library->handle, #name); \
    if (!library->name) \
        return host_fail(report, DWARF_SONAME " has no " #name);
    DWARF_FUNCTIONS(DWARF_FIND)
#undef DWARF_FIND
    return true;
}

void program_close_dwarf(DwarfLibrary *library)
{
    if (library->handle)
        dlclose(library->handle);
    *library = (DwarfLibrary){0};
}
