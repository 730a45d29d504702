/* What `make install` installs, used from outside: beside the other tests, since most of it is one process at
 * a time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"
#include "test.h"

enum { SECONDS = 600 };

/* make test installs them; other goals that run the tests need not. */
static bool has_commands(void)
{
    Process process = PROCESS_RUN("sh", "-c", "for c in help2man pip cmake pkg-config zsh fish g++; do "
                                              "command -v $c || exit 1; done");
    bool has = process.status == 0;
    process_free(&process);
    return has;
}

SLOW_TEST(an_outside_project_uses_what_was_installed_and_moved)
{
    const char *flags = getenv("WAVECC_RT_CFLAGS");
    /* programs of others are not linked with sanitizers */
    if ((flags != NULL && strstr(flags, "-fsanitize") != NULL) || !has_commands())
        skip();
    char build[1100];
    snprintf(build, sizeof build, "BUILD=%s", test_build_folder());
    const char *const words[] = {"env", "-u", "MAKEFLAGS", "-u", "MAKELEVEL", build, "sh",
                                 "testsuite/install/install_test.sh", NULL};
    Process process = process_run(words, SECONDS);
    process_expect(&process, 0, "testsuite/install/install_test.sh");
    process_free(&process);
}
