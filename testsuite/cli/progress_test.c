/* Progress on a terminal: one line, for what takes longer than a second, gone before messages and at the end. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "test.h"

#define ERASE "\r\033[K"
#define SHADER \
    "printf 'globallycoherent RWStructuredBuffer<uint> o;\n[numthreads(4, 1, 1)] void endless(uint3 g : SV_GroupID)\n" \
    "{\n    while (o[0] != 7 + g.x * 0)\n        ;\n}\n[numthreads(4, 1, 1)] void count(uint i : SV_GroupIndex)\n" \
    "{\n    if (i == 0) InterlockedAdd(o[0], 1);\n}\n' > $T/all.hlsl; $B/wavecc $T/all.hlsl --wave-size=4 -o $T/all"
#define ENDLESS "exec $T/all -e endless --size o=4 -j 1 --timeout 1.5 "

typedef struct Seen {
    char text[65536];
    int status;
} Seen;

/* What it writes on a terminal of so many columns that is its standard error. It gets a SIGINT when `last` is there, if that is
 * not NULL. */
static void see_until(const char *folder, const char *command, unsigned short columns, const char *last, Seen *seen)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    char whole[1024];
    struct winsize size = { .ws_row = 24, .ws_col = columns };
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    snprintf(whole, sizeof whole, "B='%s' T='%s'; %s", test_build_folder(), folder, command);
    int end = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    assert_true(end >= 0 && ioctl(end, TIOCSWINSZ, &size) == 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(end, STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", whole, NULL);
        _exit(127);
    }
    close(end);
    size_t length = 0;
    for (ssize_t count; (count = read(terminal, seen->text + length, sizeof seen->text - 1 - length)) > 0;) {
        length += (size_t)count;
        seen->text[length] = 0;
        if (last != NULL && strstr(seen->text, last) != NULL) {
            kill(child, SIGINT);
            last = NULL;
        }
    }
    seen->text[length] = 0;
    waitpid(child, &seen->status, 0);
    seen->status = WIFEXITED(seen->status) ? WEXITSTATUS(seen->status) : -1;
    close(terminal);
}

static void see(const char *folder, const char *command, unsigned short columns, Seen *seen)
{
    see_until(folder, command, columns, NULL, seen);
}

static const char *prepare(const char *name)
{
    static const CliCase cases[] = { { SHADER, 0, NULL, NULL } };
    cli_check(name, cases, 1);
    return test_folder(name);
}

static void check_has(const Seen *seen, const char *text)
{
    if (strstr(seen->text, text) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", text, seen->text);
}

SLOW_TEST(progress_is_one_line_that_goes_before_the_message)
{
    Seen seen;
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", prepare("cli-progress"));
    see(folder, ENDLESS, 100, &seen);
    assert_int_equal(seen.status, 3);
    check_has(&seen, ERASE "endless, dispatch 1 of 1: 0 of 1 groups, 0 groups/s" ERASE);
    check_has(&seen, ERASE "all: error: endless was stopped");
    assert_string_equal(strchr(seen.text, '\n') + 1, ""); /* the message's line is the only one */
    see(folder, ENDLESS, 20, &seen);
    check_has(&seen, ERASE "endless, dispatch 1" ERASE);
}

SLOW_TEST(progress_of_many_dispatches_counts_them)
{
    Seen seen;
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", prepare("cli-progress-chain"));
    see_until(folder, "exec $T/all -e count --size o=4 --dispatch 5 --repeat-chain 1000000000", 100, " dispatches/s", &seen);
    assert_int_equal(seen.status, 130);
    check_has(&seen, ERASE "count, dispatch ");
    check_has(&seen, " of 1000000000: ");
    check_has(&seen, " of 5 groups, ");
    check_has(&seen, " dispatches/s");
    check_has(&seen, ERASE "all: error: SIGINT: ");
    see_until(folder, "exec $T/all -e count --size o=4 --dispatch 60000,60000,60 -j 1", 100, " left" ERASE, &seen);
    check_has(&seen, " of 216000000000 groups, ");
    assert_true(strstr(seen.text, ": 0 of 2160") == NULL); /* one worker's one block is counted inside */
    check_has(&seen, "groups/s, ");
    assert_true(strstr(seen.text, "e+") == NULL);
    check_has(&seen, " left" ERASE);
}

SLOW_TEST(no_progress_when_short_elsewhere_or_unwanted)
{
    Seen seen;
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", prepare("cli-no-progress"));
    see(folder, ENDLESS "--no-progress", 100, &seen);
    assert_true(strncmp(seen.text, "all: error: ", 12) == 0);
    see(folder, "exec $T/all -e endless --size o=4 --timeout 0.5", 100, &seen);
    assert_true(strstr(seen.text, "dispatch") == NULL);
    see(folder, "exec $T/all -e count --size o=4", 100, &seen);
    assert_string_equal(seen.text, "");
    static const CliCase cases[] = {
        { "$T/all -e endless --size o=4 --timeout 1.5 2> $T/said.txt; grep -c stopped $T/said.txt && ! grep dispatch $T/said.txt", 0, NULL, NULL },
    };
    CLI_CHECK_OPTIMISED("cli-no-progress", cases);
}
