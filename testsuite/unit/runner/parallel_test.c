/* What the test runner tells of tests that fail, leave, hang or are killed. */
#include <stdio.h>
#include <string.h>

#include "process.h"
#include "test.h"

static Process run_faulty(const char *substring)
{
    const char *program = test_build_path("tests/runner/faulty");
    test_folder("runner");
    Process process = PROCESS_RUN("gcc", "-std=gnu11", "-Itestsuite/runner", "testsuite/unit/runner/programs/faulty.c",
                                  "testsuite/runner/parallel.c", "testsuite/runner/registry.c", "testsuite/runner/times.c", "-o", program, "-lcmocka");
    process_expect(&process, 0, "gcc faulty.c");
    process_free(&process);
    return PROCESS_RUN(program, substring);
}

static void expect(const Process *process, const char *text)
{
    if (strstr(process->out, text) == NULL)
        fail_msg("missing: %s\nin:\n%s", text, process->out);
}

#define NAME(fact) "testsuite/unit/runner/programs/faulty.c:" fact

TEST(each_test_that_goes_wrong_fails_alone)
{
    Process process = run_faulty("");
    assert_int_equal(process.status, 1);
    expect(&process, "[       OK ] " NAME("passes") "\n");
    expect(&process, "[       OK ] " NAME("ends_by_an_interrupt_that_the_runner_ignores") "\n");
    expect(&process, "0x1 != 0x2\n");
    expect(&process, "[  FAILED  ] " NAME("fails") "\n");
    expect(&process, "ended early\n[  FAILED  ] " NAME("leaves") "\n");
    expect(&process, "killed after 1 seconds\n[  FAILED  ] " NAME("hangs") " (1");
    expect(&process, "ended by signal 9 (Killed)\n[  FAILED  ] " NAME("is_killed") "\n");
    expect(&process, "[  SKIPPED ] " NAME("is_skipped") "\n");
    expect(&process, "\n1 skipped\n");
    expect(&process, "\n2 passed, 4 failed\n");
    process_free(&process);
}

TEST(a_run_without_failures_ends_well)
{
    Process process = run_faulty("passes");
    assert_int_equal(process.status, 0);
    expect(&process, "\n1 passed, 0 failed\n");
    process_free(&process);
}
