/* A command is started with the signals that may end us blocked; sigtimedwait tells them, the
 * command's end and the end of its time apart, so that nothing is done in handlers and who called
 * can clean up behind it. */
#define _GNU_SOURCE
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

/* That are not ignored: who starts us by nohup wants us to go on. */
static void add_if_heeded(sigset_t *set, int signal)
{
    struct sigaction action;
    if (sigaction(signal, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(set, signal);
}

/* SIGPIPE is our own: whoever read what we print has gone, as `| head` does. */
static const int ENDING[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};

static void add_ending_signals(sigset_t *set)
{
    for (int i = 0; i < COUNT_OF(ENDING); i++)
        add_if_heeded(set, ENDING[i]);
}

static sigset_t waited_for(CommandLimits limits)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    if (limits.takes_signals)
        add_ending_signals(&set);
    return set;
}

void command_hold_signals(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    add_ending_signals(&set);
    sigprocmask(SIG_BLOCK, &set, before);
}

void command_release_signals(const sigset_t *before) { sigprocmask(SIG_SETMASK, before, NULL); }

/* Nothing of `set` is blocked there. */
static sigset_t mask_of_command(const sigset_t *before, const sigset_t *set)
{
    sigset_t mask = *before;
    for (int signal = 1; signal < NSIG; signal++)
        if (sigismember(set, signal) == 1)
            sigdelset(&mask, signal);
    return mask;
}

static bool is_folder_of_temporaries(const char *variable)
{
    return strncmp(variable, "TMPDIR=", 7) == 0;
}

/* Ours, but for TMPDIR; to be freed, and its first string with it. NULL: no memory. */
static char **new_environment(const char *folder)
{
    size_t count = 0, kept = 1;
    while (environ[count] != NULL)
        count++;
    char **all = calloc(count + 2, sizeof *all);
    if (all == NULL || asprintf(&all[0], "TMPDIR=%s", folder) < 0) {
        free(all);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        if (!is_folder_of_temporaries(environ[i]))
            all[kept++] = environ[i];
    return all;
}

static void free_environment(char **all)
{
    if (all != NULL)
        free(all[0]);
    free(all);
}

/* ---- starting ---- */

static int spawn(const char *const *words, CommandLimits limits,
                 const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                 pid_t *child)
{
    char **all = new_environment(limits.folder);
    if (all == NULL)
        return ENOMEM;
    int error = posix_spawnp(child, words[0], actions, attributes, (char **)words, all);
    free_environment(all);
    return error;
}

/* In the child, which ends with us, however we end: posix_spawn has no word for that. Whoever was its
 * parent may have ended before it asked. Gives errno. */
static int become(const char *const *words, CommandLimits limits, const sigset_t *mask, char **all, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    if (limits.takes_signals)
        setpgid(0, 0);
    int messages = limits.messages != NULL ? open(limits.messages, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (limits.messages != NULL && (messages < 0 || dup2(messages, STDERR_FILENO) < 0))
        return errno;
    signal(SIGCHLD, SIG_DFL); /* a C compiler has children of its own, of whose end it wants to know */
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvpe(words[0], (char **)words, all);
    return errno;
}

/* False: errno says why. Nothing is in the pipe where the child has become the command. */
static bool start_own(const char *const *words, CommandLimits limits, const sigset_t *mask, pid_t *child)
{
    int ends[2], error = 0, status;
    char **all = new_environment(limits.folder);
    pid_t parent = getpid();
    if (all == NULL || pipe2(ends, O_CLOEXEC) != 0) {
        error = errno;
        free_environment(all);
        errno = error;
        return false;
    }
    *child = fork();
    if (*child == 0) {
        error = become(words, limits, mask, all, parent);
        _exit(write(ends[1], &error, sizeof error) == sizeof error ? EXIT_FAILURE : EXIT_SUCCESS);
    }
    close(ends[1]);
    if (*child < 0)
        error = errno;
    else if (read(ends[0], &error, sizeof error) == sizeof error)
        waitpid(*child, &status, 0);
    close(ends[0]);
    free_environment(all);
    errno = error;
    return error == 0;
}

/* As a guest of a program whose threads may end before it, so that no thread's end may be its own. False: errno says why. */
static bool start_guest(const char *const *words, CommandLimits limits, const sigset_t *mask,
                        pid_t *child)
{
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, mask);
    sigset_t usual; /* a C compiler has children of its own, of whose end it wants to know */
    sigemptyset(&usual);
    sigaddset(&usual, SIGCHLD);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes,
                             (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                     (limits.takes_signals ? POSIX_SPAWN_SETPGROUP : 0)));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (limits.messages != NULL)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, limits.messages,
                                         O_WRONLY | O_CREAT | O_APPEND, 0600);
    int error = spawn(words, limits, &actions, &attributes, child);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    errno = error;
    return error == 0;
}

/* All of its group, where it has one: gcc's and clang's drivers have children that do the work. */
static void end_command(pid_t child, CommandLimits limits)
{
    int status;
    kill(limits.takes_signals ? -child : child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Of what the limit allows: each process is counted by itself, but one does nearly all of the work; and it is
 * counted in ticks, which a busy machine has at odd times. 0: there is no limit. */
static double spent_share(const struct rusage *usage)
{
    struct rlimit limit;
    double spent = (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
                   1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
    bool is_limited = getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_limited ? spent / (double)limit.rlim_cur : 0;
}

/* gcc's and clang's drivers tell of children that were killed only in words. */
static CommandEnd end_of(int status, const struct rusage *usage, int *signal)
{
    bool is_killed = WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGXCPU);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return COMMAND_DONE;
    if (spent_share(usage) >= (is_killed ? 0.5 : 0.8))
        return COMMAND_SPENT;
    if (!WIFSIGNALED(status))
        return COMMAND_FAILED;
    *signal = WTERMSIG(status);
    return COMMAND_KILLED;
}

/* Has it ended? Then `*end` says how. */
static bool has_ended(pid_t child, CommandEnd *end, int *signal)
{
    int status;
    struct rusage usage;
    pid_t ended = wait4(child, &status, WNOHANG, &usage);
    if (ended == 0 || (ended < 0 && errno == EINTR))
        return false;
    bool is_lost = ended < 0; /* our program ignores SIGCHLD: only the result tells how it ended */
    *end = is_lost ? COMMAND_DONE : end_of(status, &usage, signal);
    return true;
}

/* One that came while the command ended, perhaps by the same signal. */
static bool was_asked_to_end(CommandLimits limits, int *signal)
{
    static const struct timespec AT_ONCE = {0, 0};
    sigset_t set;
    sigemptyset(&set);
    if (limits.takes_signals)
        add_ending_signals(&set);
    int asked = sigtimedwait(&set, NULL, &AT_ONCE);
    if (asked > 0)
        *signal = asked;
    return asked > 0;
}

/* At least each second: a signal of another child may stand for two. */
static CommandEnd wait_for(pid_t child, CommandLimits limits, const sigset_t *set, int *signal)
{
    double deadline = now() + limits.seconds;
    for (CommandEnd end;;) {
        static const struct timespec SECOND = {1, 0};
        if (has_ended(child, &end, signal))
            return was_asked_to_end(limits, signal) ? COMMAND_INTERRUPTED : end;
        *signal = sigtimedwait(set, NULL, &SECOND);
        bool is_late = limits.seconds > 0 && now() >= deadline;
        if (*signal <= 0 || *signal == SIGCHLD) {
            if (is_late && !has_ended(child, &end, signal)) {
                end_command(child, limits);
                return COMMAND_LATE;
            }
            continue;
        }
        end_command(child, limits);
        return COMMAND_INTERRUPTED;
    }
}

/* ---- as a guest ---- */

/* A second at most; that it has ended waitpid tells. */
static void wait_a_little(int process)
{
    struct pollfd ended = {.fd = process, .events = POLLIN};
    poll(&ended, 1, process >= 0 ? 1000 : 5);
}

static CommandEnd wait_as_guest(pid_t child, CommandLimits limits, int *signal)
{
    double deadline = now() + limits.seconds;
    int process = (int)syscall(SYS_pidfd_open, child, 0);
    CommandEnd end = COMMAND_DONE;
    while (!has_ended(child, &end, signal)) {
        if (limits.seconds > 0 && now() >= deadline) {
            end_command(child, limits);
            end = COMMAND_LATE;
            break;
        }
        wait_a_little(process);
    }
    if (process >= 0)
        close(process);
    return end;
}

static CommandEnd run_as_guest(const char *const *words, CommandLimits limits, int *signal)
{
    pid_t child;
    sigset_t none;
    sigemptyset(&none);
    return start_guest(words, limits, &none, &child) ? wait_as_guest(child, limits, signal)
                                                     : COMMAND_NOT_STARTED;
}

/* ---- alone ---- */

CommandEnd command_run(const char *const *words, CommandLimits limits, int *signal)
{
    if (limits.is_guest)
        return run_as_guest(words, limits, signal);
    pid_t child;
    sigset_t set = waited_for(limits), before;
    struct sigaction usual = {.sa_handler = SIG_DFL}, children;
    sigaction(SIGCHLD, &usual, &children); /* where it is ignored, nobody could be waited for */
    sigprocmask(SIG_BLOCK, &set, &before);
    sigset_t mask = mask_of_command(&before, &set);
    CommandEnd end = start_own(words, limits, &mask, &child) ? wait_for(child, limits, &set, signal)
                                                             : COMMAND_NOT_STARTED;
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    sigaction(SIGCHLD, &children, NULL);
    errno = error;
    return end;
}
