/* wavecc: command line in, exit status out. */
#include <errno.h>

#include "become_run.h"
#include "crash.h"
#include "options.h"
#include "pipeline.h"

/* What was printed has arrived: a full disk shows here at the latest. */
static bool has_printed_all(void)
{
    bool failed = ferror(stdout);
    if (fflush(stdout) == 0 && !failed)
        return true;
    fprintf(stderr, "wavecc: error: cannot write 'standard output'%s%s\n", failed ? "" : ": ",
            failed ? "" : strerror(errno));
    return false;
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "run") == 0)
        return become_run(arguments + 1);
    crash_watch();
    Options options;
    Arena *arena = arena_new("options");
    int status = options_parse(&options, arena, count, arguments);
    options.takes_signals = true;
    if (status == EXIT_DONE)
        status = pipeline_run(&options);
    else if (status < 0)
        status = EXIT_DONE;
    arena_drop(arena);
    return status == EXIT_DONE && !has_printed_all() ? EXIT_MACHINE : status;
}
