/* wavecc: command line in, exit status out. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

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

enum { EXIT_ASKED = 130 }; /* as Ctrl-C gives */

static void end_as_asked(int signal)
{
    (void)signal;
    _exit(EXIT_ASKED);
}

/* SIGINT and SIGHUP end it as they end any program, which shells and make look at. A file that
 * grows past ulimit -f is an error, as a full disk is, of the C compiler's too. */
static void watch_for_end(void)
{
    signal(SIGXFSZ, SIG_IGN);
    struct sigaction before, action = {.sa_handler = end_as_asked};
    if (sigaction(SIGTERM, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGTERM, &action, NULL);
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "run") == 0)
        return become_run(arguments + 1);
    crash_watch();
    watch_for_end();
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
