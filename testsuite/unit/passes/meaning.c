/* Passes keep what kernels compute: the reference evaluator runs the fuzzer's kernels before and
 * after. It also fails where a value has not the level or shape that the uniformity pass claims
 * for it. */
#include "fuzz.h"
#include "test.h"
#include "verified_passes.h"

enum { KERNELS = 60, SIZE = 50 };

static void run_pass(IrKernel *kernel, const char *name)
{
    Arena *scratch = arena_new("test");
    const Pass *pass = passes_find(slice_of(name));
    assert_non_null(pass);
    PassOptions options = {.diagnostics = diag_new(scratch, sources_new(scratch)),
                           .optimisation = 2,
                           .only = &(PassList){&pass, 1}};
    const char *fault = verified_passes(kernel, &options);
    arena_drop(scratch);
    if (fault != NULL)
        fail_msg("%s", fault);
}

static void expect_same(Arena *arena, const FuzzKernel *fuzz, const FuzzMemory *before,
                        FuzzMemory *after, const char *pass)
{
    const char *error = NULL;
    if (!fuzz_memory_evaluate(after, arena, fuzz, fuzz->kernel, &error))
        fail_msg("kernel %u after %s: %s", fuzz->seed, pass, error);
    const char *difference = fuzz_memory_differ(arena, fuzz, before, after);
    if (difference != NULL)
        fail_msg("kernel %u after %s: %s", fuzz->seed, pass, difference);
}

static void keep_meaning(const char *const *passes, int count, uint32_t seed)
{
    Arena *arena = arena_new("test");
    FuzzMemory *before = fuzz_memory_new(), *after = fuzz_memory_new();
    const FuzzKernel *fuzz = fuzz_generate(arena, seed, SIZE);
    const char *error = NULL;
    assert_null(ir_verify(arena, fuzz->kernel));
    bool runs = fuzz_memory_evaluate(before, arena, fuzz, fuzz->kernel,
                                     &error); /* a few have divergent barriers */
    for (int i = 0; i < count && runs; i++) {
        run_pass(fuzz->kernel, passes[i]);
        expect_same(arena, fuzz, before, after, passes[i]);
    }
    fuzz_memory_drop(before);
    fuzz_memory_drop(after);
    arena_drop(arena);
}

#define KEEP_MEANING(first_seed, ...) \
    static const char *const PASS_NAMES[] = {__VA_ARGS__}; \
    for (uint32_t seed = 0; seed < KERNELS; seed++) \
    keep_meaning(PASS_NAMES, COUNT_OF(PASS_NAMES), (first_seed) + seed)

TEST(promotion_keeps_what_kernels_compute) { KEEP_MEANING(1000, "split_variables", "promote"); }

TEST(simplification_keeps_what_kernels_compute) { KEEP_MEANING(2000, "simplify", "simplify"); }

TEST(unrolling_keeps_what_kernels_compute) { KEEP_MEANING(3000, "unroll", "simplify"); }

TEST(merging_and_hoisting_keep_what_kernels_compute) { KEEP_MEANING(4000, "merge", "hoist"); }

TEST(dropping_dead_values_keeps_what_kernels_compute) { KEEP_MEANING(5000, "drop_dead"); }

TEST(claims_of_uniformity_hold_and_flattening_keeps_what_kernels_compute)
{
    KEEP_MEANING(6000, "uniformity", "flatten");
}

TEST(claims_of_uniformity_hold_behind_all_passes)
{
    KEEP_MEANING(7000, "split_variables", "promote", "simplify", "unroll", "promote", "simplify",
                 "merge", "hoist", "uniformity", "flatten", "simplify", "drop_dead", "uniformity");
}

TEST(claims_of_ranges_hold) { KEEP_MEANING(8000, "ranges"); }

TEST(claims_of_ranges_hold_behind_all_passes)
{
    KEEP_MEANING(9000, "split_variables", "promote", "simplify", "unroll", "promote", "simplify",
                 "merge", "hoist", "flatten", "simplify", "drop_dead", "ranges");
}
