/* The runtime's headers, library and HLSL: beside the compiler in the build tree, or as installed. */
#define _GNU_SOURCE
#include "own_files.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of the shared library that this is in; NULL: it is in a program. */
static char *own_library(char path[PATH_MAX])
{
    Dl_info about;
    bool is_library = dladdr(&own_library, &about) != 0 && strstr(about.dli_fname, ".so") != NULL;
    return is_library && strlen(about.dli_fname) < PATH_MAX ? realpath(about.dli_fname, path) : NULL;
}

const char *own_program_folder(Arena *arena)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    const char *slash = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
    return slash != NULL ? arena_copy_text(arena, path, (size_t)(slash - path)) : NULL;
}

/* The runtime's headers and library: beside the compiler in the build tree, or as installed; or
 * in the tree that WAVECC_HOME names, for programs that have the compiler as a static library. */
static const char *own_folder(Arena *arena)
{
    char path[PATH_MAX];
    const char *home = getenv("WAVECC_HOME");
    if (home != NULL && *home != '\0') {
        const char *installed = arena_printf(arena, "%s/lib", home);
        return access(installed, X_OK) == 0 ? installed : arena_copy_text(arena, home, strlen(home));
    }
    if (own_library(path) != NULL) {
        *strrchr(path, '/') = '\0';
        return arena_copy_text(arena, path, strlen(path));
    }
    const char *program = own_program_folder(arena);
    return program != NULL ? program : ".";
}

const char *own_find(Arena *arena, const char *const *places, int count)
{
    const char *folder = own_folder(arena);
    for (int i = 0; i < count; i++) {
        const char *path = arena_printf(arena, "%s/%s", folder, places[i]);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}
