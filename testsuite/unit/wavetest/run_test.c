/* The project's own conformance tests, testsuite/run, at every wave size and with one and four workers: a
 * case for each file. build/wavetest runs all that were picked at once, on all CPUs, and names those that
 * failed; the case of a failed file runs it again to show why. `make check` runs them in the evaluator. */
#define _GNU_SOURCE
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "process.h"
#include "test.h"

#define FOLDER "testsuite/run"

typedef struct RunFiles {
    char **paths; /* the tests' names, so kept to the end */
    size_t count;
} RunFiles;

static RunFiles *run_files(void)
{
    static RunFiles all;
    return &all;
}

enum { ALL_SECONDS = 3600 };

/* The files that were picked, relative to FOLDER, a line each. */
static const char *write_list(void)
{
    char *text = NULL;
    size_t length = 0;
    FILE *lines = open_memstream(&text, &length);
    for (size_t i = 0; i < run_files()->count; i++)
        if (test_is_picked(run_files()->paths[i]))
            fprintf(lines, "%s\n", run_files()->paths[i] + sizeof FOLDER);
    fclose(lines);
    const char *path = test_build_path("tests/wavetest.list");
    file_write(path, text, length);
    free(text);
    return path;
}

/* A line for each file that failed; NULL: wavetest itself did. */
static char *run_all(const char *cache_option)
{
    const char *list = write_list(), *state = test_build_path("tests/wavetest.all-failed"), *program = test_build_path("wavetest");
    remove(state);
    Process process = process_run((const char *const[]){program, "--from", list, "--state", state, cache_option, FOLDER, NULL}, ALL_SECONDS);
    char *failed = process.status == 0 || process.status == 1 ? file_read(state, NULL) : NULL;
    if (failed == NULL)
        print_error("%s%s", process.out, process.err);
    process_free(&process);
    return failed;
}

static bool has_line(const char *lines, const char *wanted)
{
    size_t length = strlen(wanted);
    for (const char *at = lines; (at = strstr(at, wanted)) != NULL; at++)
        if ((at == lines || at[-1] == '\n') && at[length] == '\n')
            return true;
    return false;
}

static void run_file(void **state)
{
    static char *failed, option[1100];
    const char *path = *state;
    if (option[0] == '\0') {
        snprintf(option, sizeof option, "--cache=%s", test_folder("wavetest-cache"));
        failed = run_all(option);
    }
    assert_non_null(failed);
    if (!has_line(failed, path))
        return;
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--state", test_build_path("tests/wavetest.failed"), option, path);
    print_error("%s%s", process.out, process.err);
    process_free(&process);
    fail_msg("%s failed", path);
}

static int take_path(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
    (void)status, (void)walk;
    const char *end = strrchr(path, '.');
    if (flag != FTW_F || end == NULL || strcmp(end, ".test") != 0)
        return 0;
    RunFiles *files = run_files();
    files->paths = realloc(files->paths, (files->count + 1) * sizeof *files->paths);
    char *kept = strdup(path);
    if (files->paths == NULL || kept == NULL)
        abort();
    files->paths[files->count++] = kept;
    test_add_slow(kept, run_file, kept);
    return 0;
}

__attribute__((constructor)) static void add_files(void) { nftw(FOLDER, take_path, 16, FTW_PHYS); }

TEST(conformance_tests_hold_in_the_evaluator)
{
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--evaluator", "--state", test_build_path("tests/wavetest.evaluated"), FOLDER);
    process_expect(&process, 0, "wavetest --evaluator " FOLDER);
    process_free(&process);
}

/* Each of the features' unit tests, and the sample's. */
SLOW_TEST(unit_tests_in_hlsl_hold_compiled_and_in_the_evaluator)
{
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--both", "--state", test_build_path("tests/wavetest.units"), "testsuite/units",
                                  "samples/unit_tests");
    process_expect(&process, 0, "wavetest --both testsuite/units samples/unit_tests");
    process_free(&process);
}

SLOW_TEST(conformance_tests_of_arithmetic_hold_with_gcc_on_any_x86_64)
{
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--cc=gcc", "--target=generic", "--wave-size=8,32", "--workers=1", "--state",
                                  test_build_path("tests/wavetest.generic"), FOLDER "/arithmetic");
    process_expect(&process, 0, "wavetest --cc=gcc --target=generic " FOLDER "/arithmetic");
    process_free(&process);
}
