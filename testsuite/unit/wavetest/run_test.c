/* The project's own conformance tests, testsuite/run, at every wave size and with one and four workers: a
 * case for each file, run by build/wavetest. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"
#include "test.h"

#define FOLDER "testsuite/run"

static void run_file(void **state)
{
    const char *cache = test_folder("wavetest-cache"), *program = test_build_path("wavetest");
    char option[1100];
    snprintf(option, sizeof option, "--cache=%s", cache);
    Process process = PROCESS_RUN(program, "-j1", "--state", test_build_path("tests/wavetest.failed"), option, *state);
    if (process.status != 0)
        print_error("%s%s", process.out, process.err);
    assert_int_equal(process.status, 0);
    process_free(&process);
}

enum { MOST_FILES = 512, LONGEST_PATH = 288 };

__attribute__((constructor)) static void add_files(void)
{
    static char paths[MOST_FILES][LONGEST_PATH]; /* the tests' names, so kept to the end */
    struct dirent **entries;
    int count = scandir(FOLDER, &entries, NULL, alphasort), kept = 0;
    for (int i = 0; i < count; i++) {
        if (strstr(entries[i]->d_name, ".test") != NULL && kept < MOST_FILES) {
            snprintf(paths[kept], sizeof paths[kept], "%s/%s", FOLDER, entries[i]->d_name);
            test_add_slow(paths[kept], run_file, paths[kept]);
            kept++;
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}
