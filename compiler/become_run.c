/* `wavecc run JOB` is a program of its own, wavecc-run, which has the runtime besides the compiler.
 * It lies beside wavecc. */
#define _GNU_SOURCE
#include "become_run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "options.h"

int become_run(char **arguments)
{
    static const char NAME[] = "wavecc-run";
    char path[4096 + sizeof NAME];
    ssize_t length = readlink("/proc/self/exe", path, 4096);
    char *slash = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
    if (slash == NULL) {
        fputs("wavecc: error: cannot find where wavecc lies\n", stderr);
        return EXIT_MACHINE;
    }
    strcpy(slash + 1, NAME);
    execv(path, arguments);
    fprintf(stderr, "wavecc: error: cannot start '%s': %s\n", path, strerror(errno));
    return EXIT_MACHINE;
}
