#define _GNU_SOURCE
/* Runs a program in a process group of its own, with both output streams in pipes that are read as
 * they fill, so that neither can block the program. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

extern char **environ;

typedef struct Stream {
    int descriptor; /* -1 once it has ended */
    char *text;
    size_t length, capacity;
} Stream;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Reads once; ends the stream at its end. */
static void read_some(Stream *stream)
{
    if (stream->capacity - stream->length < 4096) {
        stream->capacity = stream->capacity * 2 + 8192;
        stream->text = realloc(stream->text, stream->capacity);
        if (!stream->text)
            abort();
    }
    ssize_t count = read(stream->descriptor, stream->text + stream->length,
                         stream->capacity - stream->length - 1);
    if (count > 0)
        stream->length += (size_t)count;
    else if (count == 0 || errno != EINTR) {
        close(stream->descriptor);
        stream->descriptor = -1;
    }
    stream->text[stream->length] = 0;
}

/* Reads both streams to their ends; false when the time is over first. */
static bool read_all(Stream streams[2], double deadline)
{
    while (streams[0].descriptor >= 0 || streams[1].descriptor >= 0) {
        double left = deadline - now();
        if (left <= 0)
            return false;
        struct pollfd polled[2] = {{streams[0].descriptor, POLLIN, 0},
                                   {streams[1].descriptor, POLLIN, 0}};
        if (poll(polled, 2, (int)(left * 1000) + 1) < 0 && errno != EINTR)
            abort();
        for (int i = 0; i < 2; i++)
            if (streams[i].descriptor >= 0 && polled[i].revents)
                read_some(&streams[i]);
    }
    return true;
}

/* Starts argv with its outputs in `ends`; gives its id, or -1. */
static pid_t start(const char *const *argv, int ends[2])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t child;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[0], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    int error = posix_spawnp(&child, argv[0], &actions, &attributes, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error ? -1 : child;
}

/* Asks first: who has children in groups of their own, as wavecc its C compiler, ends them. */
static void end_group(pid_t child)
{
    enum { TENTHS = 20 };
    kill(-child, SIGTERM);
    for (int i = 0; i < TENTHS; i++) {
        siginfo_t ended = {0};
        if (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid)
            break;
        usleep(100000);
    }
    kill(-child, SIGKILL);
}

static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Process process_run(const char *const *argv, int seconds)
{
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
        abort();
    pid_t child = start(argv, (int[2]){out[1], err[1]});
    close(out[1]);
    close(err[1]);
    Stream streams[2] = {{out[0], calloc(1, 1), 0, 1}, {err[0], calloc(1, 1), 0, 1}};
    Process process = {.status = 127};
    process.timed_out = !read_all(streams, now() + seconds);
    if (process.timed_out && child > 0)
        end_group(child);
    if (child > 0)
        process.status = wait_for(child);
    for (int i = 0; i < 2; i++)
        if (streams[i].descriptor >= 0)
            close(streams[i].descriptor);
    process.out = streams[0].text;
    process.err = streams[1].text;
    process.out_length = streams[0].length;
    process.err_length = streams[1].length;
    return process;
}

void process_free(Process *process)
{
    free(process->out);
    free(process->err);
    *process = (Process){0};
}

/* Words that wavecc gives the C compiler behind its own. */
static const char FLAGS[] = "WAVECC_RT_CFLAGS", AS_WRITTEN[] = " -O0 -DWCC_APART";

void process_leave_c_as_written(void)
{
    char *more = NULL;
    process_optimise_c();
    const char *flags = getenv(FLAGS);
    if (asprintf(&more, "%s%s", flags ? flags : "", AS_WRITTEN) < 0)
        abort();
    setenv(FLAGS, more, 1);
    free(more);
}

void process_optimise_c(void)
{
    char *flags = getenv(FLAGS), *end = flags ? strstr(flags, AS_WRITTEN) : NULL;
    if (end == NULL || end[strlen(AS_WRITTEN)] != '\0')
        return;
    *end = '\0';
    if (*flags == '\0')
        unsetenv(FLAGS);
}

void process_expect(const Process *process, int status, const char *what)
{
    if (process->status == status && !process->timed_out)
        return;
    print_error("%s: %s %d, expected %d\n%s%s", what,
                process->timed_out ? "timed out, status" : "status", process->status, status,
                process->out, process->err);
    fail();
}
