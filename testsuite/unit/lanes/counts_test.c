/* How many lanes below each one are on, of all patterns. */
#include "lanes_test.h"

#define LONGEST_WAVE 128

#define EXPECT_COUNTS(width)                                                        \
    for (uint32_t bits = 0; bits < 1u << width; bits++)                             \
        for (int before = 0; before <= LONGEST_WAVE - width; before += LONGEST_WAVE - width) { \
            i32x##width counts = count_belowx##width(bits, before);                 \
            for (int lane = 0, want = before; lane < width; want += bits >> lane++ & 1) \
                if (counts[lane] != want)                                           \
                    WRONG("count_below", width, lane, counts[lane], want);          \
        }

TEST(lanes_that_are_on_below_each_lane_are_counted)
{
    EXPECT_COUNTS(4)
    EXPECT_COUNTS(8)
    EXPECT_COUNTS(16)
}
