/* The project's own conformance tests, testsuite/run, with one and four workers: a case for each
 * file. Each is compiled at one wave size, which differs from test to test; the evaluator runs it
 * at every one, at two in `make check`. (`make test-all` compiles all of them.)
 * build/wavetest runs all of a folder that were picked at once and names those that failed; the case
 * of a failed file runs it again to show why. */
#define _GNU_SOURCE
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "process.h"
#include "test.h"

#define FOLDER "testsuite/run"
/* The C compiler takes most of the time: three times as long where it optimises. What goes wrong at
 * one wave size goes wrong in many tests of a subject: at each of the six a sixth of them is
 * compiled, an eighth of that optimised and the others as written. */
static const char *optimisation(void) { return test_runs_all() ? "-O2" : "-Osome"; }
static const char *waves(void) { return test_runs_all() ? "--wave-size=all" : "--wave-size=one"; }

typedef struct RunFiles {
    char **paths; /* the tests' names, so kept to the end */
    size_t count;
} RunFiles;

static RunFiles *run_files(void)
{
    static RunFiles all;
    return &all;
}

enum { SUBJECT_SECONDS = 800, SUBJECT_SECONDS_OF_ALL = 3500 };

/* The files of one folder below FOLDER, which are run together. */
typedef struct Subject {
    char name[256];    /* "" before the first */
    char folder[1024]; /* where the runs leave their files */
    char *failed;      /* a line for each file that failed; NULL: wavetest itself did */
} Subject;

static bool is_of(const char *path, const Subject *subject)
{
    size_t length = strlen(subject->name);
    const char *name = path + sizeof FOLDER;
    return length > 0 && !strncmp(name, subject->name, length) && name[length] == '/';
}

/* The picked files, relative to FOLDER, a line each. */
static void write_list(const Subject *subject, const char *list)
{
    char *text = NULL;
    size_t length = 0;
    FILE *lines = open_memstream(&text, &length);
    for (size_t i = 0; i < run_files()->count; i++)
        if (is_of(run_files()->paths[i], subject) && test_is_picked(run_files()->paths[i]))
            fprintf(lines, "%s\n", run_files()->paths[i] + sizeof FOLDER);
    fclose(lines);
    file_write(list, text, length);
    free(text);
}

/* The other subjects run meanwhile. */
static int share_of_cpus(void)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    return cpus < 8 ? 1 : (int)(cpus / 4);
}

static void run_subject(Subject *subject)
{
    char jobs[16], state[1100], list[1100];
    snprintf(jobs, sizeof jobs, "-j%d", share_of_cpus());
    snprintf(state, sizeof state, "%s/all-failed", subject->folder);
    snprintf(list, sizeof list, "%s/list", subject->folder);
    write_list(subject, list);
    remove(state);
    const char *const words[] = {test_build_path("wavetest"),
                                 jobs,
                                 "--from",
                                 list,
                                 "--state",
                                 state,
                                 optimisation(),
                                 waves(),
                                 FOLDER,
                                 NULL};
    Process process = process_run(words, test_runs_all() ? SUBJECT_SECONDS_OF_ALL : SUBJECT_SECONDS);
    free(subject->failed);
    subject->failed = process.status == 0 || process.status == 1 ? file_read(state, NULL) : NULL;
    if (subject->failed == NULL)
        print_error("%s%s", process.out, process.err);
    process_free(&process);
}

/* Runs the subject of that file unless it is the one that was run last. */
static void turn_to(Subject *subject, const char *path)
{
    char folder[300];
    if (is_of(path, subject))
        return;
    const char *name = path + sizeof FOLDER;
    snprintf(subject->name, sizeof subject->name, "%.*s", (int)strcspn(name, "/"), name);
    snprintf(folder, sizeof folder, "wavetest-%s", subject->name);
    snprintf(subject->folder, sizeof subject->folder, "%s", test_folder(folder));
    run_subject(subject);
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
    static Subject subject;
    char failed[1100];
    const char *path = *state;
    turn_to(&subject, path);
    assert_non_null(subject.failed);
    if (!has_line(subject.failed, path))
        return;
    snprintf(failed, sizeof failed, "%s/failed", subject.folder);
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--state", failed, optimisation(),
                                  waves(), path);
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

/* Each pass is judged, too. */
static void evaluate_at(const char *sizes)
{
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--evaluator", sizes, "-X", "--verify", "--state",
                                  test_build_path("tests/wavetest.evaluated"), FOLDER);
    process_expect(&process, 0, "wavetest --evaluator " FOLDER);
    process_free(&process);
}

TEST(conformance_tests_hold_in_the_evaluator_at_wave_sizes_8_and_32) { evaluate_at("--wave-size=8,32"); }
SLOW_TEST(conformance_tests_hold_in_the_evaluator_at_the_other_wave_sizes) { evaluate_at("--wave-size=4,16,64,128"); }

/* Every test, so that whoever adds one sees at once what its lines must say; at two of the six wave sizes. */
TEST(conformance_tests_report_in_the_evaluator_what_their_lines_expect)
{
    const char *sizes = test_runs_all() ? "--wave-size=all" : "--wave-size=some";
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--evaluator", "--check=all", sizes,
                                  "--state", test_build_path("tests/wavetest.evaluated-checks"),
                                  FOLDER);
    process_expect(&process, 0, "wavetest --evaluator --check=all " FOLDER);
    process_free(&process);
}

TEST(unit_tests_in_hlsl_hold_in_the_evaluator)
{
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--evaluator", "--state",
                                  test_build_path("tests/wavetest.evaluated-units"),
                                  "testsuite/units");
    process_expect(&process, 0, "wavetest --evaluator testsuite/units");
    process_free(&process);
}

/* Each of the features' unit tests, and the sample's; at one wave size, as above. */
SLOW_TEST(unit_tests_in_hlsl_hold_compiled_and_in_the_evaluator)
{
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--both", optimisation(),
                                  waves(), "--state",
                                  test_build_path("tests/wavetest.whole-units"), "testsuite/units",
                                  "samples/unit_tests");
    process_expect(&process, 0, "wavetest --both testsuite/units samples/unit_tests");
    process_free(&process);
}

/* What is reported is seen above of all of them; here it is that the C which looks for it does so, too.
 * `wavetest --check=all testsuite/run` takes minutes; each 613th run of it is of every 102nd test at one
 * wave size after the other, each 307th of every 51st. */
SLOW_TEST(conformance_tests_report_what_their_lines_expect)
{
    const char *every = test_runs_all() ? "--every=307" : "--every=613";
    const char *level = test_runs_all() ? "-O0" : "-Osome";
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--check=all", every, level,
                                  "--workers=1", "-j2", "--state",
                                  test_build_path("tests/wavetest.checked"), FOLDER);
    process_expect(&process, 0, "wavetest --check=all --every=N " FOLDER);
    process_free(&process);
}

/* Vectors of 16 lanes are AVX-512's, but C compilers make two of each for any machine. */
SLOW_TEST(conformance_tests_hold_in_vectors_of_16_lanes)
{
    const char *every = test_runs_all() ? "--every=7" : "--every=41";
    Process process = PROCESS_RUN(test_build_path("wavetest"), "-X", "--lanes=16", optimisation(), "--wave-size=16,32", "--workers=1",
                                  every, "--state", test_build_path("tests/wavetest.lanes"), FOLDER);
    process_expect(&process, 0, "wavetest -X --lanes=16 --every=N " FOLDER);
    process_free(&process);
}

/* gcc takes twice as long as clang; wavecc's -O0 is its -O1. */
SLOW_TEST(conformance_tests_of_arithmetic_hold_with_gcc_on_any_x86_64)
{
    const char *every = test_runs_all() ? "--every=3" : "--every=9";
    const char *level = test_runs_all() ? "-O2" : "-O0";
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--cc=gcc", "--target=generic", level,
                                  "--wave-size=8,32", "--workers=1", every,
                                  "--state", test_build_path("tests/wavetest.generic"),
                                  FOLDER "/arithmetic");
    process_expect(&process, 0, "wavetest --cc=gcc --target=generic --every=N " FOLDER "/arithmetic");
    process_free(&process);
}
