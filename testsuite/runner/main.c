/* The test program: every TEST and every golden file.
 *
 *     wavecc-tests [-j N] [--seconds=N] [--times] [--check] [--all] [--list] [--bless] [SUBSTRING]
 *
 * Run it from the repository's root. SUBSTRING picks the tests whose name contains it; --check
 * leaves slow ones out, --all runs matrices of settings whole; -j says how many processes run tests
 * (as many as there are CPUs; 0: none but this one, for a debugger) and --seconds how long a test may
 * take; --times tells where the CPU time went; --bless writes the picked golden files anew instead of
 * comparing them. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "golden.h"
#include "parallel.h"

/* ---- folders ---- */

const char *test_build_folder(void)
{
    const char *folder = getenv("WAVECC_BUILD");
    return folder && *folder ? folder : WAVECC_BUILD;
}

const char *test_build_path(const char *format, ...)
{
    static char paths[16][1024];
    static unsigned next;
    char *path = paths[next++ % 16];
    int length = snprintf(path, sizeof paths[0], "%s/", test_build_folder());
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path + length, sizeof paths[0] - (size_t)length, format, arguments);
    va_end(arguments);
    return path;
}

const char *test_folder(const char *name)
{
    char *path = (char *)test_build_path("tests/%s", name);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    if (mkdir(path, 0777) && errno != EEXIST)
        abort();
    return path;
}

/* ---- matrices ---- */

#define ALL "WAVECC_TESTS_ALL" /* in the environment, so that -j0 and helpers see it, too */

bool test_runs_all(void)
{
    const char *all = getenv(ALL);
    return all != NULL && *all != '\0';
}

/* FNV-1a; its high bits, since the low ones of similar names are similar. */
unsigned test_turn(const char *name)
{
    uint32_t hash = 0x811c9dc5;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x01000193;
    return hash >> 8;
}

/* ---- what all tests share ---- */

/* The runtime's headers are compiled once for all kernels of a run; those that they were made of may have changed
 * since the last one. */
static void share_headers(void)
{
    folder_remove(test_build_path("tests/headers"));
    char *whole = realpath(test_folder("headers"), NULL);
    if (whole != NULL)
        setenv("WAVECC_HEADERS", whole, 0);
    free(whole);
}

/* What C compilers made of C is kept from run to run, by all that it was made of: the last one made most of it. An empty
 * WAVECC_CACHE keeps nothing. */
static void share_compiled(void)
{
    char *whole = realpath(test_folder("compiled"), NULL);
    if (whole != NULL)
        setenv("WAVECC_CACHE", whole, 0);
    setenv("WAVECC_CACHE_MB", "1000", 0);
    free(whole);
}

/* ---- the program ---- */

enum { SECONDS = 900, SECONDS_OF_ALL = 3600 };

typedef struct Choice {
    const char *substring; /* NULL: all */
    bool check, list, bless;
    RunOptions run;
} Choice;

/* A word of its own, or behind the option's letters. */
static bool read_number(char ***word, const char *name, int *number)
{
    size_t length = strlen(name);
    if (strncmp(**word, name, length))
        return false;
    const char *digits = **word + length;
    if (!*digits && (*word)[1])
        digits = *++*word;
    char *end;
    long value = strtol(digits, &end, 10);
    *number = (int)value;
    return *digits && !*end && value >= 0 && value < 100000;
}

static bool read_arguments(char **words, Choice *choice)
{
    for (; *words; words++) {
        if (!strcmp(*words, "--check"))
            choice->check = true;
        else if (!strcmp(*words, "--list"))
            choice->list = true;
        else if (!strcmp(*words, "--bless"))
            choice->bless = true;
        else if (!strcmp(*words, "--all"))
            setenv(ALL, "1", true);
        else if (!strcmp(*words, "--times"))
            choice->run.times = true;
        else if (read_number(&words, "-j", &choice->run.workers) ||
                 read_number(&words, "--seconds=", &choice->run.seconds))
            continue;
        else if (**words == '-' || choice->substring)
            return false;
        else if (**words)
            choice->substring = *words;
    }
    return !choice->bless || choice->substring;
}

static int list_tests(TestList tests)
{
    for (size_t i = 0; i < tests.count; i++)
        puts(tests.cases[i].unit.name);
    return 0;
}

static int run_picked(const Choice *choice)
{
    TestList tests = registry_pick(choice->substring, choice->check ? QUICK : SLOW);
    if (!tests.count) {
        fprintf(stderr, "no test's name contains '%s'\n",
                choice->substring ? choice->substring : "");
        return 2;
    }
    if (choice->list)
        return list_tests(tests);
    share_headers();
    share_compiled();
    return parallel_run(tests, &choice->run) > 0;
}

int main(int argc, char **argv)
{
    Choice choice = {.run = {.workers = (int)sysconf(_SC_NPROCESSORS_ONLN), .seconds = 0}};
    (void)argc;
    if (!read_arguments(argv + 1, &choice)) {
        fprintf(stderr, "usage: %s [-j N] [--seconds=N] [--times] [--check] [--all] [--list] [--bless]"
                        " [SUBSTRING]   (--bless needs a SUBSTRING)\n", argv[0]);
        return 2;
    }
    if (choice.run.seconds == 0)
        choice.run.seconds = test_runs_all() ? SECONDS_OF_ALL : SECONDS;
    setvbuf(stdout, NULL, _IOLBF, 0); /* tests write to both streams: keep their order */
    if (choice.bless)
        return golden_bless("testsuite/golden", choice.substring);
    golden_add_all("testsuite/golden");
    int status = run_picked(&choice);
    golden_forget_all();
    registry_drop();
    return status;
}
