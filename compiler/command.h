/* Running the C compiler, so that it does not outlive wavecc. */
#ifndef WAVECC_COMMAND_H
#define WAVECC_COMMAND_H

#include <signal.h>
#include <stdbool.h>

typedef enum CommandEnd {
    COMMAND_DONE,        /* with exit status 0 */
    COMMAND_FAILED,      /* with another */
    COMMAND_KILLED,      /* by a signal that nobody here sent */
    COMMAND_SPENT,       /* by the limit of processor time that this process has handed on (ulimit -t) */
    COMMAND_NOT_STARTED, /* errno says why */
    COMMAND_LATE,        /* it took longer than it may, and was killed */
    COMMAND_INTERRUPTED  /* a signal asked this process to end; the command was killed */
} CommandEnd;

typedef struct CommandLimits {
    int seconds;       /* of wall clock; 0: none */
    bool takes_signals; /* what would end us is waited for, too; the command is in a process group of its own */
    const char *messages; /* the file that gets what it says on standard error; NULL: ours does */
    const char *folder;   /* of its temporary files: its TMPDIR */
    bool is_guest;        /* of a program that has threads, signals and children of its own: those are left alone */
} CommandLimits;

/* Runs words[0], searched in PATH, with the words up to a NULL. COMMAND_INTERRUPTED, COMMAND_KILLED: `*signal` came. */
CommandEnd command_run(const char *const *words, CommandLimits limits, int *signal);

/* While there is something to clean up: what would end this process by SIGINT, SIGTERM, SIGHUP, SIGQUIT or
 * SIGPIPE does so at the release, unless command_run takes it before. */
void command_hold_signals(sigset_t *before);
void command_release_signals(const sigset_t *before);

#endif
