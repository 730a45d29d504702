/* `wavecc run JOB` is a program of its own, wavecc-run, which has the runtime besides the compiler.
 * It lies beside wavecc. */
#include "become_run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "own_files.h"

int become_run(char **arguments)
{
    Arena *arena = arena_new("run");
    const char *folder = own_program_folder(arena);
    const char *path = folder != NULL ? arena_printf(arena, "%s/wavecc-run", folder) : NULL;
    if (path == NULL) {
        fputs("wavecc: error: cannot find where wavecc lies\n", stderr);
    } else {
        execv(path, arguments);
        fprintf(stderr, "wavecc: error: cannot start '%s': %s\n", path, strerror(errno));
    }
    arena_drop(arena);
    return EXIT_MACHINE;
}
