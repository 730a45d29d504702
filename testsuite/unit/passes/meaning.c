/* Passes keep what kernels compute: the reference evaluator runs random kernels before and after. It also
 * fails where a value has not the level or shape that the uniformity pass claims for it. */
#include <stdlib.h>

#include "passes_test.h"
#include "random_kernel.h"

enum { KERNELS = 10, SIZE = 50 };

static bool is_nan(int32_t bits)
{
    return (bits & 0x7f800000) == 0x7f800000 && (bits & 0x007fffff) != 0;
}

/* But for the payload of NaNs. */
static bool same_memory(const RandomMemory *left, const RandomMemory *right)
{
    for (int i = 0; i < RANDOM_OUT_WORDS; i++)
        if (left->out[i] != right->out[i] && !(is_nan(left->out[i]) && is_nan(right->out[i])))
            return false;
    return true;
}

static void run_and_compare(Arena *arena, const IrKernel *kernel, const RandomMemory *before, uint32_t seed, const char *pass)
{
    RandomMemory *after = ARENA_NEW(arena, RandomMemory);
    const char *error = NULL;
    if (!random_kernel_run(arena, kernel, after, &error))
        fail_msg("kernel %u after %s: %s", seed, pass, error);
    if (!same_memory(before, after))
        fail_msg("kernel %u computes something else after %s", seed, pass);
}

static void keep_meaning(const char *const *passes, int count, uint32_t seed)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = random_kernel(arena, seed, SIZE);
    RandomMemory *before = ARENA_NEW(arena, RandomMemory);
    const char *error = NULL;
    assert_null(ir_verify(arena, kernel));
    bool runs = random_kernel_run(arena, kernel, before, &error); /* a few run into the step limit */
    for (int i = 0; i < count && runs; i++) {
        passes_test_run(kernel, passes[i], NULL);
        run_and_compare(arena, kernel, before, seed, passes[i]);
    }
    arena_drop(arena);
}

#define KEEP_MEANING(first_seed, ...)                                                               \
    static const char *const PASS_NAMES[] = {__VA_ARGS__};                                          \
    for (uint32_t seed = 0; seed < KERNELS; seed++)                                                 \
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
    KEEP_MEANING(7000, "split_variables", "promote", "simplify", "unroll", "promote", "simplify", "merge", "hoist", "uniformity",
                 "flatten", "simplify", "drop_dead", "uniformity");
}
