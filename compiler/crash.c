/* A signal handler has no context but what is global: the name of what was done last is kept here,
 * and nowhere else. It runs on a stack of its own, since the other one may be what is used up. */
#include "crash.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

static struct {
    bool is_watched;
    char done[64]; /* "parse", "simplify#2"; always ends in a NUL */
    char stack[32768];
} crash;

#ifndef __SANITIZE_ADDRESS__ /* which says more */
static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* nobody can be told */
}

static void end(int signal)
{
    say("wavecc: internal error: ");
    say(signal == SIGABRT ? "stopped" : "crashed");
    say(crash.done[0] != '\0' ? " after '" : " before any stage");
    say(crash.done);
    say(crash.done[0] != '\0' ? "'" : "");
    say("; please report it with the shader\n");
    _exit(EXIT_INTERNAL);
}

void crash_watch(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    crash.is_watched = true;
    stack_t stack = {.ss_sp = crash.stack, .ss_size = sizeof crash.stack};
    struct sigaction action = {.sa_handler = end, .sa_flags = SA_ONSTACK | SA_RESETHAND};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}
#else
void crash_watch(void) {}
#endif

void crash_note(const char *done)
{
    if (crash.is_watched) /* in main's program, which has one thread that compiles */
        strncpy(crash.done, done, sizeof crash.done - 1);
}
