/* What a share of the groups touches, by the terms of a table as kernels have it. */
#include <string.h>

#include "host/reach.h"
#include "kernels.h"

/* $0 a cbuffer of four words, $1 a texture, $2 a buffer. */
static const WccResourceInfo INFOS[] = {
    { .name = "C", .kind = WCC_CBUFFER, .first_row = 0 },
    { .name = "tex", .kind = WCC_TEXTURE2D, .first_row = 1, .stride = 4, .components = 1, .scalar = WCC_F32 },
    { .name = "raw", .kind = WCC_BYTEADDRESS, .first_row = 2 },
    { .name = "close", .kind = WCC_TEXTURE2D, .first_row = 3, .stride = 4, .components = 1, .scalar = WCC_F32 }, /* no gaps */
};
static const WccModule MODULE = { .resources = INFOS, .resource_count = 4, .resource_rows = 4 };
static uint32_t words[4] = { 100, 5, 0, 0xfffffffe };
static float texels[8 * 6];
static const WccResource ROWS[] = {
    { .data = words, .width = 16, .stride = 1 },
    { .data = texels, .width = 6, .height = 6, .depth = 1, .stride = 4, .row_pitch = 32, .slice_pitch = 192 },
    { .data = texels, .width = 192, .height = 1, .depth = 1, .stride = 1, .row_pitch = 192, .slice_pitch = 192 },
    { .data = texels, .width = 6, .height = 6, .depth = 1, .stride = 4, .row_pitch = 24, .slice_pitch = 144 },
};

static Bounds bounds_of(const WccTerm *terms, uint32_t count, GroupBox box)
{
    Bounds found[16];
    WccSharing sharing = { .terms = terms, .term_count = count };
    host_find_bounds(&(Reached){ &MODULE, &sharing, ROWS }, &box, found);
    return found[count - 1];
}

static void check_bounds(const WccTerm *terms, uint32_t count, int64_t low, int64_t high)
{
    Bounds bounds = bounds_of(terms, count, (GroupBox){ { 2, 0, 0 }, { 5, 1, 1 } });
    assert_int_equal(bounds.low, low);
    assert_int_equal(bounds.high, high);
}

#define CHECK_BOUNDS(low, high, ...)                                              \
    do {                                                                          \
        const WccTerm terms[] = { __VA_ARGS__ };                                  \
        check_bounds(terms, HOST_LENGTH(terms), low, high);                       \
    } while (0)
#define RANGE(low, high) { WCC_TERM_RANGE, 0, 0, low, high }
#define GROUP { WCC_TERM_GROUP, 0, 0, 0, 0 }
#define OF(kind) { WCC_TERM_##kind, 0, 1, 0, 0 }

TEST(thread_ids_of_groups_2_to_4_of_8_threads_are_16_to_39)
{
    CHECK_BOUNDS(16, 39, GROUP, RANGE(3, 3), OF(SHL), RANGE(0, 7), { WCC_TERM_ADD, 2, 3, 0, 0 });
}

TEST(an_index_below_zero_stays_close_to_it)
{
    CHECK_BOUNDS(-1, 6, RANGE(0, 7), RANGE(0xffffffff, 0xffffffff), OF(ADD));
    CHECK_BOUNDS(-7, 1, RANGE(1, 1), RANGE(0, 8), OF(SUB));
}

TEST(as_unsigned_what_may_be_below_zero_may_be_anything)
{
    CHECK_BOUNDS(0, 9, RANGE(-1, 6), RANGE(9, 9), OF(UMIN));
    CHECK_BOUNDS(0, 9, RANGE(-3, 0), RANGE(9, 9), OF(UMIN));
    CHECK_BOUNDS(-1, 6, RANGE(-1, 6), RANGE(9, 9), OF(IMIN));
    CHECK_BOUNDS(0, 6, RANGE(-1, 6), RANGE(0, 0), OF(IMAX));
    CHECK_BOUNDS(0, UINT32_MAX >> 1, RANGE(-1, 6), RANGE(1, 1), OF(USHR));
    CHECK_BOUNDS(-1, 3, RANGE(-1, 6), RANGE(1, 1), OF(SSHR));
}

TEST(constants_and_sizes_are_those_of_the_dispatch)
{
    CHECK_BOUNDS(100, 100, { WCC_TERM_CBUFFER, 0, 0, 0, 0 });
    CHECK_BOUNDS(6, 6, { WCC_TERM_SIZE, 1, 0, 0, 0 });
    CHECK_BOUNDS(0, UINT32_MAX, { WCC_TERM_CBUFFER, 0, 13, 0, 0 }); /* behind its end */
}

TEST(products_divisions_and_masks)
{
    CHECK_BOUNDS(200, 400, GROUP, RANGE(100, 100), OF(MUL));
    CHECK_BOUNDS(0xfffffff4, 0xfffffffa, RANGE(0xfffffffd, 0xfffffffd), GROUP, OF(MUL)); /* -3 times 2 .. 4 */
    CHECK_BOUNDS(0, UINT32_MAX, RANGE(0, UINT32_MAX), RANGE(0, UINT32_MAX), OF(MUL));
    CHECK_BOUNDS(3, 20, RANGE(30, 100), RANGE(5, 10), OF(UDIV));
    CHECK_BOUNDS(0, UINT32_MAX, RANGE(30, 100), RANGE(0, 10), OF(UDIV)); /* by 0: all ones */
    CHECK_BOUNDS(0, 9, RANGE(30, 100), RANGE(10, 10), OF(UREM));
    CHECK_BOUNDS(3, 7, RANGE(3, 7), RANGE(10, 10), OF(UREM));
    CHECK_BOUNDS(0, 7, RANGE(30, 100), RANGE(7, 7), OF(AND));
    CHECK_BOUNDS(24, 96, RANGE(30, 100), RANGE(0xfffffff8, 0xfffffff8), OF(AND));
}

TEST(a_counter_that_may_turn_over_may_be_anything)
{
    CHECK_BOUNDS(-5, 5, RANGE(-5, -5), RANGE(5, 5), { WCC_TERM_ICOUNT, 0, 1, 1, 0 });
    CHECK_BOUNDS(0, UINT32_MAX, RANGE(0, 0), RANGE(INT32_MAX, INT32_MAX), { WCC_TERM_ICOUNT, 0, 1, 1, 0 });
    CHECK_BOUNDS(0, INT32_MAX, RANGE(0, 0), RANGE(INT32_MAX, INT32_MAX), { WCC_TERM_UCOUNT, 0, 1, 1, 0 });
}

TEST(what_a_comparison_lets_through)
{
    CHECK_BOUNDS(16, 19, RANGE(16, 23), RANGE(19, 19), OF(UMOST));
    CHECK_BOUNDS(19, 23, RANGE(16, 23), RANGE(19, 30), OF(ULEAST));
    CHECK_BOUNDS(0, 5, RANGE(-1, 62), RANGE(5, 5), OF(UMOST)); /* uint(x - 1) < 6 */
    CHECK_BOUNDS(0, 0, RANGE(-3, 0), RANGE(5, 5), OF(UMOST)); /* -3 to -1 are large, 0 is not */
    CHECK_BOUNDS(-1, 5, RANGE(-1, 62), RANGE(5, 5), OF(IMOST));
    CHECK_BOUNDS(0, 62, RANGE(-1, 62), RANGE(0, 0), OF(ILEAST));
    CHECK_BOUNDS(1, 0, RANGE(16, 23), RANGE(9, 9), OF(UMOST));
}

TEST(of_two_ways_one_that_cannot_be_gone_says_nothing)
{
    CHECK_BOUNDS(2, 4, RANGE(5, 9), { WCC_TERM_CLIP, 0, 0, 10, 20 }, GROUP, { WCC_TERM_EITHER, 1, 2, 0, 0 });
}

static void check_closely(Closeness closeness, const WccReach *reach, const WccTerm *terms, uint32_t count, const Span *wanted, size_t wanted_count)
{
    Bounds bounds[16];
    Spans spans = { 0 };
    WccSharing sharing = { .terms = terms, .term_count = count, .reaches = reach, .reach_count = 1 };
    Reached reached = { &MODULE, &sharing, ROWS };
    host_find_bounds(&reached, &(GroupBox){ { 1, 0, 0 }, { 2, 1, 1 } }, bounds);
    host_add_reached(&reached, reach, bounds, &ROWS[INFOS[reach->resource].first_row], closeness, &spans);
    host_spans_settle(&spans);
    assert_int_equal(spans.count, wanted_count);
    assert_memory_equal(spans.items, wanted, wanted_count * sizeof *wanted);
    host_spans_free(&spans);
}

static void check_reached(const WccReach *reach, const WccTerm *terms, uint32_t count, const Span *wanted, size_t wanted_count)
{
    check_closely(REACH_CLOSELY, reach, terms, count, wanted, wanted_count);
}

TEST(roughly_lines_with_short_gaps_are_one_run)
{
    const WccTerm terms[] = { RANGE(1, 2), RANGE(0, 4) };
    const WccReach few = { .resource = 1, .at = { 0, 0, -1 } };
    check_closely(REACH_ROUGHLY, &few, terms, 2, (Span[]){ { 36, 44 }, { 68, 76 } }, 2);
    const WccReach most = { .resource = 3, .at = { 1, 0, -1 } };
    check_closely(REACH_ROUGHLY, &most, terms, 2, (Span[]){ { 24, 68 } }, 1);
    check_closely(REACH_CLOSELY, &most, terms, 2, (Span[]){ { 24, 44 }, { 48, 68 } }, 2);
}

TEST(whole_lines_of_a_texture_are_one_run_and_end_with_the_last_texel)
{
    const WccTerm terms[] = { GROUP, RANGE(3, 9) };
    check_reached(&(WccReach){ .resource = 1, .at = { -1, 1, -1 } }, terms, 2, (Span[]){ { 96, 184 } }, 1);
    check_reached(&(WccReach){ .resource = 1, .at = { -1, 0, -1 } }, terms, 2, (Span[]){ { 32, 64 } }, 1);
    check_reached(&(WccReach){ .resource = 1, .at = { 0, -1, -1 } }, terms, 2,
                  (Span[]){ { 4, 8 }, { 36, 40 }, { 68, 72 }, { 100, 104 }, { 132, 136 }, { 164, 168 } }, 6);
}

TEST(what_lies_outside_is_nothing)
{
    const WccTerm terms[] = { RANGE(-3, -1), RANGE(6, 20), RANGE(0x80000000, 0xffffffff), RANGE(-1, 0) };
    for (int32_t i = 0; i < 3; i++)
        check_reached(&(WccReach){ .resource = 1, .at = { i, -1, -1 } }, terms, 4, NULL, 0);
    check_reached(&(WccReach){ .resource = 1, .at = { -1, 3, -1 } }, terms, 4, (Span[]){ { 0, 32 } }, 1);
}

TEST(raw_addresses_are_cut_to_words_and_go_on_to_the_last_byte)
{
    const WccTerm terms[] = { RANGE(7, 9) };
    check_reached(&(WccReach){ .resource = 2, .at = { 0, -1, -1 }, .bytes = 8 }, terms, 1, (Span[]){ { 4, 17 } }, 1);
}
