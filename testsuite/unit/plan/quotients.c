/* Quotients by a constant as a product and a fused one: the bits of a division, for every mantissa. */
#include <math.h>

#include "plan/plan.h"
#include "test.h"

enum { FIRST = 1 << 23 };

static void check_every_mantissa(float divisor)
{
    PlanReciprocal by;
    if (!plan_find_reciprocal(divisor, &by))
        fail_msg("nothing is found for %.9g", (double)divisor);
    for (int x = FIRST; x < 2 * FIRST; x++)
        if (fmaf((float)x, by.high, (float)x * by.low) != (float)x / divisor)
            fail_msg("%d / %.9g", x, (double)divisor);
}

TEST(quotients_by_a_reciprocal_are_those_of_a_division)
{
    static const float divisors[] = {255, 3, 7, -6, 100, 3.14159265f, 0.1f, 65535, 16777215};
    for (int i = 0; i < COUNT_OF(divisors); i++)
        check_every_mantissa(divisors[i]);
}

/* One x in 2^23 would be a bit off. */
TEST(divisors_that_would_go_wrong_for_one_number_are_refused)
{
    static const float divisors[] = {1 / 3.0f, 0.7f, 1.7320508f};
    PlanReciprocal by;
    for (int i = 0; i < COUNT_OF(divisors); i++)
        assert_false(plan_find_reciprocal(divisors[i], &by));
}

TEST(divisors_that_are_none_or_extreme_are_refused)
{
    static const float divisors[] = {0, -0.0f, INFINITY, -INFINITY, NAN, 8, 1e-30f, 1e30f};
    PlanReciprocal by;
    for (int i = 0; i < COUNT_OF(divisors); i++)
        assert_false(plan_find_reciprocal(divisors[i], &by));
}
