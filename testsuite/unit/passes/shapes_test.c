/* Claims about rows of lanes, by lanes made up for them: each row begins somewhere that its zeros
 * allow, the operation is done lane by lane, and what is claimed of the result must hold. */
#include "test.h"

#include "passes/shapes.h"

enum { LANES = 32, TRIALS = 40 };

typedef Fact Claim(const IrKernel *kernel, Fact fact, uint64_t operand);
typedef uint32_t Operation(uint32_t value, uint32_t operand);

static Fact claim_remainder(const IrKernel *kernel, Fact fact, uint64_t operand)
{
    return fact_remainder(kernel, fact, operand);
}

static Fact claim_quotient(const IrKernel *kernel, Fact fact, uint64_t operand)
{
    return fact_divide(kernel, fact, operand);
}

static Fact claim_product(const IrKernel *kernel, Fact fact, uint64_t operand)
{
    return fact_scale(kernel, fact, (int64_t)operand);
}

static Fact claim_cleared(const IrKernel *kernel, Fact fact, uint64_t operand)
{
    return fact_clear_low(kernel, fact, (int)operand % 32);
}

static uint32_t remainder_of(uint32_t value, uint32_t operand) { return value % operand; }
static uint32_t quotient_of(uint32_t value, uint32_t operand) { return value / operand; }
static uint32_t product_of(uint32_t value, uint32_t operand) { return value * operand; }
static uint32_t cleared(uint32_t value, uint32_t operand) { return value >> operand % 32 << operand % 32; }

static uint32_t draw(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 4;
}

/* Each row begins at a multiple of 2^zeros below 2^24. */
static void fill(const Fact *fact, uint32_t *state, uint32_t lanes[LANES])
{
    for (int i = 0; i < LANES; i++) {
        bool starts = i % fact->shape.length == 0;
        uint32_t first = fact->zeros >= 24 ? 0 : draw(state) % (1u << (24 - fact->zeros)) << fact->zeros;
        lanes[i] = starts ? first : lanes[i - 1] + (uint32_t)fact->shape.stride;
    }
}

static bool holds(const Fact *fact, const uint32_t lanes[LANES])
{
    int length = fact->level < LEVEL_VARYING ? LANES : fact->shape.length;
    uint32_t stride = fact->level < LEVEL_VARYING ? 0 : (uint32_t)fact->shape.stride;
    for (int i = 0; i < LANES; i++) {
        bool starts = i % length == 0;
        uint32_t low = fact->zeros >= 32 ? UINT32_MAX : (1u << fact->zeros) - 1;
        if (starts ? (lanes[i] & low) != 0 : lanes[i] != lanes[i - 1] + stride)
            return false;
    }
    return true;
}

static void check(Claim *claim, Operation *operation, const char *name)
{
    IrKernel kernel = {.wave_size = LANES, .wave_count = 2};
    uint32_t state = 1, lanes[LANES];
    for (int length = 1; length <= LANES; length *= 2)
        for (int stride = 0; stride <= 20; stride++)
            for (uint32_t operand = 1; operand <= 130; operand++)
                for (int zeros = 0; zeros <= 12; zeros += 3) {
                    Fact fact = {LEVEL_VARYING, {length, length == 1 ? 0 : stride}, zeros};
                    Fact result = claim(&kernel, fact, operand);
                    for (int trial = 0; trial < TRIALS / (zeros + 1) + 1; trial++) {
                        fill(&fact, &state, lanes);
                        for (int i = 0; i < LANES; i++)
                            lanes[i] = operation(lanes[i], operand);
                        if (!holds(&result, lanes))
                            fail_msg("%s %u of rows(%d, %d) with %d zeros are no rows(%d, %d) with %d", name, operand,
                                     length, stride, zeros, result.shape.length, result.shape.stride, result.zeros);
                    }
                }
}

TEST(rows_that_are_claimed_of_remainders_hold) { check(claim_remainder, remainder_of, "remainders by"); }
TEST(rows_that_are_claimed_of_quotients_hold) { check(claim_quotient, quotient_of, "quotients by"); }
TEST(rows_that_are_claimed_of_products_hold) { check(claim_product, product_of, "products with"); }
TEST(rows_that_are_claimed_of_cleared_bits_hold) { check(claim_cleared, cleared, "values cleared by"); }
