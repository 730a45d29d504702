/* A handful of the fuzzer's kernels (testsuite/fuzz), always the same: half of them as a file of C that is optimised,
 * half as one that is left as written. */
#include <stdlib.h>

#include "fuzz.h"
#include "test.h"

enum { FIRST_SEED = 1, KERNELS = 16, SIZE = 30 };

static int random_kernels_fail(const FuzzJob *job, Arena *arena, uint32_t first_seed)
{
    FuzzKernel *kernels[KERNELS];
    FuzzVerdict verdicts[KERNELS];
    const char *whys[KERNELS];
    int failures = 0;
    for (int i = 0; i < KERNELS; i++)
        kernels[i] = fuzz_generate(arena, first_seed + (uint32_t)i, SIZE);
    fuzz_judge(arena, job, kernels, KERNELS, verdicts, whys);
    for (int i = 0; i < KERNELS; i++) {
        if (verdicts[i] != FUZZ_WRONG_PASSES && verdicts[i] != FUZZ_WRONG_CODE)
            continue;
        print_error("kernel of seed %u: %s\n", kernels[i]->seed, whys[i]);
        failures++;
    }
    return failures;
}

static void run_kernels(const char *level, uint32_t first_seed)
{
    const FuzzTarget target = {"clang", "x86-64-v3", level, 8, false, false, false};
    FuzzJob job = {&target, test_folder("random-kernels"), fuzz_memory_new(), fuzz_memory_new()};
    Arena *arena = arena_new("test");
    int failures = random_kernels_fail(&job, arena, first_seed);
    arena_drop(arena);
    fuzz_memory_drop(job.expected);
    fuzz_memory_drop(job.actual);
    assert_int_equal(failures, 0);
}

SLOW_TEST(random_kernels_do_what_the_evaluator_does)
{
    run_kernels("-O1", FIRST_SEED);
    run_kernels(test_runs_all() ? "-O1" : "-O0", FIRST_SEED + KERNELS);
}
