/* The evaluator on wave and quad operations. Lane 1 of each wave is off: the body runs in an if. */
#include "ir_test.h"

/* `definition` makes %20, an i32, of %9 (SV_GroupIndex), %11 (%9 is odd) and %13 (2 - %9). */
static void expect_without_lane_1(int wave_size, const char *definition, const uint32_t expected[8])
{
    Arena *arena = arena_new("test");
    const char *body = arena_printf(arena, "  %%10 varying i32 = iand %%9, %%1\n"
                                           "  %%11 varying i1 = ine %%10, %%0\n"
                                           "  %%12 varying i32 = lane_index\n"
                                           "  %%13 varying i32 = isub %%2, %%9\n"
                                           "  %%14 varying i1 = ine %%12, %%1\n"
                                           "  if %%14 {\n"
                                           "    %s\n"
                                           "    store_struct $Out[%%0] [%%9, %%0], %%20\n"
                                           "    yield\n"
                                           "  }\n"
                                           "  yield", definition);
    expect_out(8, wave_size, body, expected, 8);
    arena_drop(arena);
}

#define OUT(...) ((const uint32_t[8]){__VA_ARGS__})

TEST(sums_take_the_active_lanes) { expect_without_lane_1(4, "%20 wave i32 = wave_reduce.iadd %9", OUT(5, 0, 5, 5, 17, 0, 17, 17)); }
TEST(products_take_the_active_lanes) { expect_without_lane_1(8, "%20 wave i32 = wave_reduce.imul %12", OUT(0, 0, 0, 0, 0, 0, 0, 0)); }
TEST(signed_minimum_knows_negatives)
{
    expect_without_lane_1(4, "%20 wave i32 = wave_reduce.imin %13", OUT(-1u, 0, -1u, -1u, -5u, 0, -5u, -5u));
}
TEST(unsigned_maximum_knows_no_negatives)
{
    expect_without_lane_1(4, "%20 wave i32 = wave_reduce.umax %13", OUT(-1u, 0, -1u, -1u, -2u, 0, -2u, -2u));
}
TEST(prefix_sums_leave_out_the_own_lane)
{
    expect_without_lane_1(4, "%20 varying i32 = wave_prefix.iadd %9", OUT(0, 0, 0, 2, 0, 0, 4, 10));
}
TEST(prefix_products_start_at_one)
{
    expect_without_lane_1(4, "%20 varying i32 = wave_prefix.imul %2", OUT(1, 0, 2, 4, 1, 0, 2, 4));
}
TEST(prefix_minimum_starts_at_the_greatest)
{
    expect_without_lane_1(4, "%20 varying i32 = wave_prefix.imin %9", OUT(INT32_MAX, 0, 0, 0, INT32_MAX, 0, 4, 4));
}
TEST(a_vote_of_any)
{
    expect_without_lane_1(2, "%15 wave i1 = wave_any %11\n    %20 wave i32 = zext %15", OUT(0, 0, 0, 0, 0, 0, 0, 0));
}
TEST(a_vote_of_all)
{
    expect_without_lane_1(4, "%15 wave i1 = wave_all %14\n    %20 wave i32 = zext %15", OUT(1, 0, 1, 1, 1, 0, 1, 1));
}
TEST(a_ballot_has_lane_0_in_bit_0)
{
    expect_without_lane_1(4, "%15 wave i32x4 = wave_ballot %14\n    %20 wave i32 = extract.0 %15", OUT(13, 0, 13, 13, 13, 0, 13, 13));
}
TEST(a_count_of_true_lanes) { expect_without_lane_1(8, "%20 wave i32 = wave_count %11", OUT(3, 0, 3, 3, 3, 3, 3, 3)); }
TEST(a_count_of_true_lanes_below)
{
    expect_without_lane_1(8, "%20 varying i32 = wave_prefix_count %11", OUT(0, 0, 0, 0, 1, 1, 2, 2));
}
TEST(lanes_are_all_equal_or_not)
{
    expect_without_lane_1(2, "%15 wave i1 = wave_all_equal %9\n    %20 wave i32 = zext %15", OUT(1, 0, 1, 0, 1, 0, 1, 0));
}
TEST(the_first_lane_is_the_lowest_active)
{
    expect_without_lane_1(4, "%15 varying i1 = wave_is_first\n    %20 varying i32 = zext %15", OUT(1, 0, 0, 0, 1, 0, 0, 0));
}
TEST(reading_the_first_lane) { expect_without_lane_1(4, "%20 wave i32 = wave_read_first %13", OUT(2, 0, 2, 2, -2u, 0, -2u, -2u)); }
TEST(reading_an_inactive_lane_gives_0) { expect_without_lane_1(4, "%20 wave i32 = wave_read_lane %9, %1", OUT(0, 0, 0, 0, 0, 0, 0, 0)); }
TEST(reading_a_lane_that_differs_by_lane)
{
    expect_without_lane_1(4, "%20 varying i32 = wave_read_lane %9, %13", OUT(2, 0, 0, 0, 0, 0, 0, 0));
}
TEST(a_match_is_the_mask_of_lanes_alike)
{
    expect_without_lane_1(4, "%15 varying i32x4 = wave_match %10\n    %20 varying i32 = extract.0 %15", OUT(5, 0, 5, 8, 5, 0, 5, 8));
}
TEST(a_multi_prefix_sums_the_lower_lanes_of_the_mask)
{
    expect_without_lane_1(4, "%15 varying i32x4 = wave_match %10\n    %16 varying i32 = extract.0 %15\n"
                             "    %20 varying i32 = wave_multi_prefix.iadd %9, %16, %0, %0, %0", OUT(0, 0, 0, 0, 0, 0, 4, 0));
}
TEST(quads_read_across) { expect_without_lane_1(8, "%20 varying i32 = quad_read.x %9, %0", OUT(0, 0, 3, 2, 5, 4, 7, 6)); }
TEST(quads_read_down) { expect_without_lane_1(8, "%20 varying i32 = quad_read.y %9, %0", OUT(2, 0, 0, 0, 6, 7, 4, 5)); }
TEST(quads_read_diagonally) { expect_without_lane_1(8, "%20 varying i32 = quad_read.diagonal %9, %0", OUT(3, 0, 0, 0, 7, 6, 5, 4)); }
TEST(quads_read_a_lane) { expect_without_lane_1(8, "%20 varying i32 = quad_read.lane %9, %2", OUT(2, 0, 2, 2, 6, 6, 6, 6)); }

TEST(lane_100_of_a_wide_wave_is_in_word_3_of_a_ballot)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_kernel(arena, "kernel @Wide numthreads(128, 1, 1) wave 128 x 1\n"
                                          "  uav $Out struct stride 4 row 0\n"
                                          "{\n"
                                          "  %0 constant i32 = const 0\n"
                                          "  %1 constant i32 = const 100\n"
                                          "  %2 varying linear(1) i32 = lane_index\n"
                                          "  %3 varying i1 = ieq %2, %1\n"
                                          "  %4 wave i32x4 = wave_ballot %3\n"
                                          "  %5 wave i32 = extract.3 %4\n"
                                          "  store_struct $Out[%0] [%0, %0], %5\n"
                                          "  yield\n"
                                          "}\n");
    uint32_t out = 0;
    const char *error;
    assert_true(ir_evaluate(arena, kernel, &(IrEvalResource){.data = (uint8_t *)&out, .width = 1, .stride = 4}, (const uint32_t[]){1, 1, 1}, &error));
    assert_int_equal(out, 1 << 4);
    arena_drop(arena);
}

/* ---- behind form_waves ---- */

/* Emitted code goes on with the next wave there; later stretches keep its threads out by a flag, if at all. */
TEST(a_return_in_a_wave_loop_ends_that_stretch_only)
{
    static const uint32_t EXPECTED[16] = {0, 0, 0, 3, 3, 3, 3, 3, 0, 1, 2, 3, 4, 5, 6, 7};
    uint32_t out[16] = {0};
    IrEvalResource resource = {.data = (uint8_t *)out, .width = 16, .height = 1, .depth = 1, .mips = 1, .stride = 4};
    Arena *arena = arena_new("test");
    const char *error = "";
    IrKernel *kernel = read_kernel(arena, "kernel @k numthreads(8, 1, 1) wave 4 x 2\n  uav $Out struct stride 4 row 0\n{\n"
                                          "  %0 constant i32 = const 0\n  %1 constant i32 = const 3\n  %2 constant i32 = const 8\n"
                                          "  wave_loop {\n"
                                          "    %3 varying i32 = group_index\n    %4 varying i1 = ult %3, %1\n"
                                          "    if %4 {\n      return\n    }\n"
                                          "    store_struct $Out[%0] [%3, %0], %1\n    yield\n  }\n"
                                          "  wave_loop {\n"
                                          "    %5 varying i32 = group_index\n    %6 varying i32 = iadd %5, %2\n"
                                          "    store_struct $Out[%0] [%6, %0], %5\n    yield\n  }\n"
                                          "  yield\n}\n");
    assert_true(ir_evaluate(arena, kernel, &resource, (const uint32_t[]){1, 1, 1}, &error));
    assert_memory_equal(out, EXPECTED, sizeof out);
    arena_drop(arena);
}
