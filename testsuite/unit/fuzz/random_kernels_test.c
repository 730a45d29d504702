/* A handful of the fuzzer's kernels (testsuite/fuzz), always the same, as one file of C. */
#include <stdlib.h>

#include "fuzz.h"
#include "test.h"

enum { FIRST_SEED = 1, KERNELS = 32, SIZE = 30 };

static int random_kernels_fail(const FuzzJob *job, Arena *arena)
{
    FuzzKernel *kernels[KERNELS];
    FuzzVerdict verdicts[KERNELS];
    const char *whys[KERNELS];
    int failures = 0;
    for (int i = 0; i < KERNELS; i++)
        kernels[i] = fuzz_generate(arena, FIRST_SEED + (uint32_t)i, SIZE);
    fuzz_judge(arena, job, kernels, KERNELS, verdicts, whys);
    for (int i = 0; i < KERNELS; i++) {
        if (verdicts[i] != FUZZ_WRONG_PASSES && verdicts[i] != FUZZ_WRONG_CODE)
            continue;
        print_error("kernel of seed %u: %s\n", kernels[i]->seed, whys[i]);
        failures++;
    }
    return failures;
}

SLOW_TEST(random_kernels_do_what_the_evaluator_does)
{
    static const FuzzTarget TARGET = {"clang", "x86-64-v3", "-O1", 8, false, false, false};
    FuzzJob job = {&TARGET, test_folder("random-kernels"), fuzz_memory_new(), fuzz_memory_new()};
    Arena *arena = arena_new("test");
    int failures = random_kernels_fail(&job, arena);
    arena_drop(arena);
    fuzz_memory_drop(job.expected);
    fuzz_memory_drop(job.actual);
    assert_int_equal(failures, 0);
}
