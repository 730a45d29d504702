/* What a loop's places lie between: against loops that go there turn by turn, in 32 bits. */
#include "lanes_test.h"

enum { TURNS = 40, LANES_OF_A_WAVE = 8 };

static const int32_t CORNERS[] = {0, 1, 2, 3, 7, 8, 20, 39, -1, -2, -20, INT32_MAX, INT32_MAX - 1, INT32_MAX - 20,
                                  INT32_MIN, INT32_MIN + 1, INT32_MIN + 30};
enum { CORNER_COUNT = (int)(sizeof CORNERS / sizeof *CORNERS) };

/* Of the lane, `reach` and one of them, that goes on longest; more than TURNS: so many at least. */
#define COUNT_TURNS(name, number)                                                      \
    static int name(number start, number end, int has_end, int step, int reach)         \
    {                                                                                   \
        int most = 0;                                                                   \
        for (int lane = 0; lane <= reach; lane++) {                                     \
            number k = (number)((uint32_t)start + (uint32_t)lane);                      \
            int turns = 0;                                                              \
            for (; turns <= TURNS && (has_end ? k <= end : k < end); turns++)           \
                k = (number)((uint32_t)k + (uint32_t)step);                             \
            most = turns > most ? turns : most;                                         \
        }                                                                               \
        return most;                                                                    \
    }
COUNT_TURNS(count_u32, uint32_t)
COUNT_TURNS(count_i32, int32_t)

#define COUNT_TURNS_DOWN(name, number)                                                  \
    static int name(number start, number end, int has_end, int step, int reach)         \
    {                                                                                   \
        int most = 0;                                                                   \
        for (int lane = 0; lane <= reach; lane++) {                                     \
            number k = (number)((uint32_t)start + (uint32_t)lane);                      \
            int turns = 0;                                                              \
            for (; turns <= TURNS && (has_end ? k >= end : k > end); turns++)           \
                k = (number)((uint32_t)k - (uint32_t)step);                             \
            most = turns > most ? turns : most;                                         \
        }                                                                               \
        return most;                                                                    \
    }
COUNT_TURNS_DOWN(count_down_u32, uint32_t)
COUNT_TURNS_DOWN(count_down_i32, int32_t)

static void expect_turns(uint64_t got, int want, const char *name, int start, int end)
{
    bool is_right = want > TURNS ? got > TURNS : got == (uint64_t)want || got == UINT64_MAX;
    if (!is_right)
        WRONG(name, start, end, (int)got, want);
}

TEST(turns_of_lanes_are_as_many_as_the_longest_takes_or_unknown)
{
    for (int s = 0; s < CORNER_COUNT; s++)
        for (int e = 0; e < CORNER_COUNT; e++)
            for (int step = 1; step < 12; step += 3)
                for (int kind = 0; kind < 4; kind++) {
                    int has_end = kind & 1, reach = kind & 2 ? LANES_OF_A_WAVE - 1 : 0;
                    int32_t start = CORNERS[s], end = CORNERS[e];
                    expect_turns(wcc_turns_u32_of_lanes((uint32_t)start, (uint32_t)end, has_end, step, reach),
                                 count_u32((uint32_t)start, (uint32_t)end, has_end, step, reach), "u32", start, end);
                    expect_turns(wcc_turns_i32_of_lanes(start, end, has_end, step, reach), count_i32(start, end, has_end, step, reach),
                                 "i32", start, end);
                    expect_turns(wcc_turns_down_u32_of_lanes((uint32_t)start, (uint32_t)end, has_end, step, reach),
                                 count_down_u32((uint32_t)start, (uint32_t)end, has_end, step, reach), "u32 down",
                                 start, end);
                    expect_turns(wcc_turns_down_i32_of_lanes(start, end, has_end, step, reach),
                                 count_down_i32(start, end, has_end, step, reach), "i32 down", start, end);
                }
}

TEST(turns_that_do_not_come_round_are_known)
{
    if (wcc_turns_u32_of_lanes(3, 20, 0, 1, 0) != 17 || wcc_turns_u32_of_lanes(3, 20, 1, 4, 0) != 5 || wcc_turns_i32_of_lanes(-5, 5, 0, 2, 0) != 5 ||
        wcc_turns_u32_of_lanes(20, 3, 0, 1, 0) != 0 || wcc_turns_down_u32_of_lanes(17, 0, 0, 1, 0) != 17 ||
        wcc_turns_down_u32_of_lanes(17, 0, 0, 4, 0) != UINT64_MAX || wcc_turns_down_i32_of_lanes(17, 0, 1, 1, 0) != 18 ||
        wcc_turns_down_i32_of_lanes(17, 0, 1, 4, 0) != 5 || wcc_turns_down_u32_of_lanes(3, 0, 1, 1, 0) != UINT64_MAX ||
        wcc_turns_down_i32_of_lanes(3, 20, 0, 1, 0) != 0 || wcc_turns_u32_of_lanes(3, 20, 0, 1, 7) != 17 ||
        wcc_turns_down_u32_of_lanes(17, 0, 0, 1, 7) != 24)
        WRONG("turns", 0, 0, 0, 1);
}

/* What is added to them may be in 64 bits. */
TEST(products_beyond_32_bits_lie_anywhere)
{
    WccSpan most = wcc_times(wcc_one(32768), wcc_one(65535)), beyond = wcc_times(wcc_one(32768), wcc_one(65536));
    if (most.low != INT64_C(2147450880) || !wcc_is_below(most, UINT32_C(2147450881)))
        WRONG("product", 0, 0, 0, 1);
    if (wcc_is_below(wcc_sum(beyond, wcc_one(INT32_MIN)), 1) || wcc_is_below(wcc_difference(beyond, wcc_one(INT32_MAX)), 2))
        WRONG("product", 0, 0, 0, 0);
}

TEST(turns_beyond_32_bits_lie_anywhere)
{
    if (!wcc_is_below(wcc_turned(wcc_one(INT32_MAX - 9), 10, 1), UINT32_C(1) << 31) ||
        wcc_is_below(wcc_turned(wcc_one(INT32_MAX - 9), 11, 1), UINT32_MAX))
        WRONG("turned", 0, 0, 0, 1);
}

/* max(min(first + k * step, bound), 0) + lane * apart - less */
typedef struct Walk {
    int32_t first, step, bound, apart, less;
    uint32_t turns, count;
} Walk;

static bool goes_outside(const Walk *walk)
{
    for (uint32_t k = 0; k < walk->turns; k++)
        for (int lane = 0; lane < LANES_OF_A_WAVE; lane++) {
            int32_t place = walk->first + (int32_t)k * walk->step;
            place = place > walk->bound ? walk->bound : place;
            place = place < 0 ? 0 : place;
            if ((uint32_t)(place + lane * walk->apart - walk->less) >= walk->count)
                return true;
        }
    return false;
}

static WccSpan span_of(const Walk *walk)
{
    WccSpan counter = wcc_turned(wcc_one(0), walk->turns, 1);
    WccSpan place = wcc_sum(wcc_one(walk->first), wcc_times(counter, wcc_one(walk->step)));
    place = wcc_higher(wcc_lower(place, wcc_one(walk->bound)), wcc_one(0));
    WccSpan lanes = wcc_times(wcc_along(wcc_one(0), LANES_OF_A_WAVE - 1), wcc_one(walk->apart));
    return wcc_difference(wcc_sum(place, lanes), wcc_one(walk->less));
}

TEST(a_walk_that_is_found_inside_goes_nowhere_else)
{
    int inside = 0;
    for (int f = 0; f < CORNER_COUNT; f++)
        for (int s = 0; s < CORNER_COUNT; s++)
            for (int b = 0; b < CORNER_COUNT; b++)
                for (int a = 0; a < CORNER_COUNT; a++) {
                    Walk walk = {CORNERS[f], CORNERS[s], CORNERS[b], CORNERS[a], CORNERS[(f + s + a) % CORNER_COUNT],
                                 (uint32_t)(1 + (f + 3 * s + b) % 12), (uint32_t)CORNERS[(f + b + 2 * a) % CORNER_COUNT]};
                    bool is_below = wcc_is_below(span_of(&walk), walk.count);
                    inside += is_below;
                    if (is_below && goes_outside(&walk))
                        WRONG("inside", walk.first, walk.step, walk.apart, walk.less);
                }
    if (inside < 100)
        WRONG("inside at all", 0, 0, inside, 100);
}

TEST(what_stays_inside_without_coming_round_is_found)
{
    Walk walk = {5, 3, 1000, 2, 5, 12, 5 + 3 * 11 + 2 * 7 - 5 + 1};
    if (!wcc_is_below(span_of(&walk), walk.count) || wcc_is_below(span_of(&walk), walk.count - 1))
        WRONG("the last place", 0, 0, 0, 1);
}

/* ---- by a constant, without a sign ---- */

static void expect_in(WccSpan span, uint32_t number, const char *name, int64_t of, uint32_t by)
{
    if (span.low != -WCC_FARTHEST && (number < span.low || number > span.high))
        WRONG(name, (int)of, (int)by, (int)number, (int)span.high);
}

TEST(quotients_remainders_masked_and_bounded_numbers_lie_in_their_spans)
{
    static const uint32_t BY[] = {1, 2, 3, 7, 10, 18, 100, 255, 1u << 31, UINT32_MAX, 0};
    for (int s = 0; s < CORNER_COUNT; s++)
        for (int length = 0; length < 60; length += 7)
            for (size_t i = 0; i < sizeof BY / sizeof *BY; i++) {
                int64_t low = CORNERS[s];
                WccSpan span = {low, low + length};
                for (int64_t x = low; x <= low + length; x++) {
                    uint32_t number = (uint32_t)x, by = BY[i], all = UINT32_MAX;
                    expect_in(wcc_quotient(span, by), by != 0 ? number / by : all, "/", x, by);
                    expect_in(wcc_remainder(span, by), by != 0 ? number % by : all, "%", x, by);
                    expect_in(wcc_masked(span, by), number & by, "&", x, by);
                    WccSpan bound = wcc_one((int32_t)by); /* as a C scalar has it */
                    expect_in(wcc_lower_unsigned(span, bound), number < by ? number : by, "min", x, by);
                    expect_in(wcc_higher_unsigned(span, bound), number > by ? number : by, "max", x, by);
                }
            }
}

TEST(what_is_counted_up_to_an_end_stays_below_it)
{
    WccSpan columns = wcc_either(wcc_up_to((WccSpan){3, 24}), wcc_one(30)), none = wcc_up_to(wcc_one(0)), anywhere = wcc_up_to((WccSpan){-1, 24});
    if (columns.low != 0 || columns.high != 30 || wcc_up_to(wcc_one(24)).high != 23 || none.low <= none.high || wcc_is_below(anywhere, UINT32_MAX))
        WRONG("counters", 0, 0, 0, 1);
}

TEST(spans_of_quotients_and_remainders_are_no_wider_than_their_numbers)
{
    WccSpan rows = wcc_quotient((WccSpan){5, 59}, 10), columns = wcc_remainder((WccSpan){5, 59}, 10),
            row = wcc_remainder((WccSpan){41, 47}, 10), masked = wcc_masked((WccSpan){3, 6}, 255);
    if (rows.low != 0 || rows.high != 5 || columns.low != 0 || columns.high != 9 || row.low != 1 || row.high != 7 ||
        masked.low != 0 || masked.high != 6)
        WRONG("spans", 0, 0, 0, 1);
}
