/* Runs tables of command lines. */
#define _GNU_SOURCE
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include "files.h"
#include "process.h"
#include "test.h"

static void check_case(const char *folder, const CliCase *test)
{
    char command[8192];
    snprintf(command, sizeof command, "B='%s' T='%s'; %s", test_build_folder(), folder, test->command);
    Process process = PROCESS_RUN("sh", "-c", command);
    process_expect(&process, test->status, test->command);
    if (test->said ? !strstr(process.err, test->said) : process.err_length) {
        print_error("%s\nsaid \"%s\", not \"%s\"\n", test->command, process.err, test->said ? test->said : "");
        fail();
    }
    char left[4096];
    snprintf(left, sizeof left, "%s/%s", folder, test->absent ? test->absent : "");
    if (test->absent && file_exists(left)) {
        print_error("%s\nleft %s\n", test->command, left);
        fail();
    }
    process_free(&process);
}

void cli_check_optimised(const char *name, const CliCase *cases, size_t count)
{
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", test_folder(name));
    for (size_t i = 0; i < count; i++)
        check_case(folder, &cases[i]);
}

void cli_check(const char *name, const CliCase *cases, size_t count)
{
    process_leave_c_as_written();
    cli_check_optimised(name, cases, count);
    process_optimise_c();
}
