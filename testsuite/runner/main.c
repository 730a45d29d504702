/* The test program: every TEST and every golden file as one cmocka group, so that its totals close the
 * output.
 *
 *     wavecc-tests [--check] [--list] [--bless] [SUBSTRING]
 *
 * Run it from the repository's root. SUBSTRING picks the tests whose name contains it; --check leaves
 * slow ones out; --bless writes the picked golden files anew instead of comparing them. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "golden.h"
#include "test.h"

typedef enum Speed { QUICK, SLOW } Speed;

typedef struct Registry {
    struct CMUnitTest *tests;
    Speed *speeds; /* beside tests */
    size_t count, capacity;
    size_t picked; /* how many, at the front */
} Registry;

/* Filled by constructors before main() starts, hence no argument. */
static Registry *registry(void)
{
    static Registry all;
    return &all;
}

static void add(const char *name, CMUnitTestFunction run, void *state, Speed speed)
{
    Registry *all = registry();
    if (all->count == all->capacity) {
        all->capacity = all->capacity * 2 + 64;
        all->tests = realloc(all->tests, all->capacity * sizeof *all->tests);
        all->speeds = realloc(all->speeds, all->capacity * sizeof *all->speeds);
        if (!all->tests || !all->speeds)
            abort();
    }
    all->speeds[all->count] = speed;
    all->tests[all->count++] = (struct CMUnitTest){.name = name, .test_func = run, .initial_state = state};
}

void test_add(const char *name, CMUnitTestFunction run, void *state)
{
    add(name, run, state, QUICK);
}

void test_add_slow(const char *name, CMUnitTestFunction run, void *state)
{
    add(name, run, state, SLOW);
}

bool test_is_picked(const char *name)
{
    for (size_t i = 0; i < registry()->picked; i++)
        if (!strcmp(registry()->tests[i].name, name))
            return true;
    return false;
}

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

/* ---- the program ---- */

typedef struct Choice {
    const char *substring; /* NULL: all */
    bool check, list, bless;
} Choice;

static bool read_arguments(int argc, char **argv, Choice *choice)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--check"))
            choice->check = true;
        else if (!strcmp(argv[i], "--list"))
            choice->list = true;
        else if (!strcmp(argv[i], "--bless"))
            choice->bless = true;
        else if (argv[i][0] == '-' || choice->substring)
            return false;
        else if (argv[i][0])
            choice->substring = argv[i];
    }
    return !choice->bless || choice->substring;
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct CMUnitTest *)left)->name, ((const struct CMUnitTest *)right)->name);
}

/* Moves what was chosen to the front, sorted by name, and gives its count. */
static size_t choose(Registry *all, const Choice *choice)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        bool matches = !choice->substring || strstr(all->tests[i].name, choice->substring);
        if (matches && !(choice->check && all->speeds[i] == SLOW))
            all->tests[kept++] = all->tests[i];
    }
    qsort(all->tests, kept, sizeof *all->tests, by_name);
    return kept;
}

int main(int argc, char **argv)
{
    Choice choice = {0};
    if (!read_arguments(argc, argv, &choice)) {
        fprintf(stderr, "usage: %s [--check] [--list] [--bless] [SUBSTRING]   (--bless needs a SUBSTRING)\n", argv[0]);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0); /* cmocka writes to both streams: keep their order */
    if (choice.bless)
        return golden_bless("testsuite/golden", choice.substring);
    golden_add_all("testsuite/golden");
    size_t count = choose(registry(), &choice);
    registry()->picked = count;
    if (!count) {
        fprintf(stderr, "no test's name contains '%s'\n", choice.substring ? choice.substring : "");
        return 2;
    }
    if (choice.list) {
        for (size_t i = 0; i < count; i++)
            puts(registry()->tests[i].name);
        return 0;
    }
    int failures = _cmocka_run_group_tests("wavecc", registry()->tests, count, NULL, NULL);
    golden_forget_all();
    free(registry()->tests);
    free(registry()->speeds);
    return failures ? 1 : 0;
}
