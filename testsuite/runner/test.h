/* What a unit test file includes: cmocka, and TEST, which defines a test and puts it on the
 * runner's list. The test's name is the fact it shows.
 *
 *     TEST(arena_memory_is_zeroed) { assert_int_equal(...); }
 *
 * Tests of one file run one after the other in one process; those of other files run beside them
 * (parallel.h), so a folder or file that a test writes has a name of its own. */
#ifndef WAVECC_TEST_H
#define WAVECC_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Keeps `name` (not copied) with `run`; `state` arrives as *state. */
void test_add(const char *name, CMUnitTestFunction run, void *state);
/* The same for a test of more than a second: `make check` leaves it out. */
void test_add_slow(const char *name, CMUnitTestFunction run, void *state);

/* Whether this run picked the test of that name; to be asked while tests run. */
bool test_is_picked(const char *name);

/* Whether matrices of settings are run whole (`make test-all`, wavecc-tests --all). Else a test takes
 * some cells of its matrix, others than its neighbours take: README.md has a table of them. */
bool test_runs_all(void);
/* A number that hangs on the name alone, to take cells by. */
unsigned test_turn(const char *name);

#define TEST_WITH(add, fact) \
    static void fact(void **state); \
    __attribute__((constructor)) static void add_##fact(void) \
    { \
        add(__FILE__ ":" #fact, fact, NULL); \
    } \
    static void fact(void **state __attribute__((unused)))

#define TEST(fact) TEST_WITH(test_add, fact)
#define SLOW_TEST(fact) TEST_WITH(test_add_slow, fact)

/* The folder with what make built: WAVECC_BUILD from the environment or from the build. */
const char *test_build_folder(void);
/* A path inside it: test_build_path("tests/%s", name). Valid until the sixteenth call after this
 * one. */
const char *test_build_path(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Makes an empty-or-existing folder for a test's files and gives its path, as test_build_path
 * does. */
const char *test_folder(const char *name);

#endif
