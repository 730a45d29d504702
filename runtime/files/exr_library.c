/* Opens OpenEXRCore and finds its functions. */
#include "exr_library.h"

#include <dlfcn.h>

bool host_open_exr(Report *report, const char *soname, ExrLibrary *library)
{
    *library = (ExrLibrary){.handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL)};
    if (!library->handle)
        return host_fail(report,
                         ".exr files want the library %s, which is not here; "
                         "install " EXR_PACKAGE,
                         soname);
#define EXR_FIND(name) \
    library->name = (__typeof__(library->name))dlsym(library->handle, "exr_" #name); \
    if (!library->name) \
        return host_fail(report, "%s has no exr_" #name "; install " EXR_PACKAGE, soname);
    EXR_FUNCTIONS(EXR_FIND)
#undef EXR_FIND
    return true;
}

void host_close_exr(ExrLibrary *library)
{
    if (library->handle)
        dlclose(library->handle);
    *library = (ExrLibrary){0};
}
