/* Tests that go wrong in every way, run by two workers that wait a second for each; parallel_test.c looks at
 * what is told of them. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "parallel.h"

TEST(passes) { assert_true(true); }

TEST(fails) { assert_int_equal(1, 2); }

TEST(is_killed) { raise(SIGKILL); }

TEST(leaves) { exit(0); }

TEST(hangs)
{
    for (;;)
        pause();
}

TEST(is_skipped) { skip(); }

TEST(ends_by_an_interrupt_that_the_runner_ignores)
{
    struct sigaction action;
    assert_int_equal(sigaction(SIGINT, NULL, &action), 0);
    assert_true(action.sa_handler == SIG_DFL);
}

SLOW_TEST(is_slow) { assert_true(true); }

int main(int argc, char **argv)
{
    signal(SIGINT, SIG_IGN);
    size_t failed = parallel_run(registry_pick(argc > 1 ? argv[1] : NULL, QUICK), &(RunOptions){.workers = 2, .seconds = 1});
    registry_drop();
    return failed > 0;
}
