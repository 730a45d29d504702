/* The evaluator on control flow: which lanes run, in whose company, and when they come back. */
#include "ir_test.h"

#define STORE(value) "  store_struct $Out[%0] [%9, %0], " value "\n"

TEST(each_side_of_a_divergent_if_gives_its_lanes_value)
{
    EXPECT_OUT(4, 4, "  %10 varying i1 = ult %9, %2\n"
                     "  if %10 {\n"
                     "    %11 varying i32 = iadd %9, %2\n"
                     "    yield %11\n"
                     "  } else {\n"
                     "    yield %0\n"
                     "  } -> %12 varying i32\n"
                     STORE("%12") "  yield",
               2, 3, 0, 0);
}

TEST(wave_operations_see_the_lanes_of_their_branch)
{
    EXPECT_OUT(8, 4, "  %10 varying i32 = iand %9, %1\n"
                     "  %11 varying i1 = ieq %10, %0\n"
                     "  if %11 {\n"
                     "    %12 wave i32 = wave_reduce.iadd %9\n"
                     "    yield %12\n"
                     "  } else {\n"
                     "    %13 wave i32 = wave_reduce.imul %9\n"
                     "    yield %13\n"
                     "  } -> %14 varying i32\n"
                     STORE("%14") "  yield",
               0 + 2, 1 * 3, 0 + 2, 1 * 3, 4 + 6, 5 * 7, 4 + 6, 5 * 7);
}

/* Lane i leaves in turn i; the count of lanes still there is summed up. */
TEST(a_lane_that_broke_is_off_until_the_loop_ends)
{
    EXPECT_OUT(4, 4, "  ^10 loop (%11 group i32 = %0, %12 varying i32 = %0) {\n"
                     "    %13 wave i32 = wave_count %4\n"
                     "    %14 varying i32 = iadd %12, %13\n"
                     "    %15 varying i1 = ieq %11, %9\n"
                     "    if %15 {\n"
                     "      break ^10 %14\n"
                     "    }\n"
                     "    %16 group i32 = iadd %11, %1\n"
                     "    continue ^10 %16, %14\n"
                     "  } -> %17 varying i32\n"
                     "  %18 wave i32 = wave_count %4\n"
                     "  %19 varying i32 = imul %18, %17\n"
                     STORE("%19") "  yield",
               4 * 4, 4 * (4 + 3), 4 * (4 + 3 + 2), 4 * (4 + 3 + 2 + 1));
}

TEST(a_lane_that_continues_is_off_until_the_next_turn)
{
    EXPECT_OUT(4, 4, "  ^10 loop (%11 group i32 = %0, %12 varying i32 = %0) {\n"
                     "    %13 group i1 = ult %11, %2\n"
                     "    if %13 {\n"
                     "      yield\n"
                     "    } else {\n"
                     "      break ^10 %12\n"
                     "    }\n"
                     "    %14 group i32 = iadd %11, %1\n"
                     "    %15 varying i1 = ieq %11, %9\n"
                     "    if %15 {\n"
                     "      continue ^10 %14, %12\n"
                     "    }\n"
                     "    %16 wave i32 = wave_count %4\n"
                     "    %17 varying i32 = iadd %12, %16\n"
                     "    continue ^10 %14, %17\n"
                     "  } -> %18 varying i32\n"
                     STORE("%18") "  yield",
               3, 3, 6, 6);
}

/* The values of a continue are read together: this exchanges a and b. */
TEST(the_values_of_an_edge_move_at_once)
{
    EXPECT_OUT(1, 4, "  ^10 loop (%11 varying i32 = %0, %12 varying i32 = %1, %13 varying i32 = %0) {\n"
                     "    %14 varying i1 = ieq %13, %1\n"
                     "    if %14 {\n"
                     "      break ^10 %11\n"
                     "    }\n"
                     "    %15 varying i32 = iadd %13, %1\n"
                     "    continue ^10 %12, %11, %15\n"
                     "  } -> %16 varying i32\n"
                     STORE("%16") "  yield",
               1);
}

TEST(a_break_may_leave_several_constructs)
{
    EXPECT_OUT(4, 4, "  ^10 scope {\n"
                     "    ^11 loop (%12 varying i32 = %0) {\n"
                     "      %13 varying i1 = ieq %9, %12\n"
                     "      if %13 {\n"
                     "        break ^10 %12\n"
                     "      }\n"
                     "      %14 varying i1 = ult %12, %2\n"
                     "      if %14 {\n"
                     "        yield\n"
                     "      } else {\n"
                     "        break ^11\n"
                     "      }\n"
                     "      %15 varying i32 = iadd %12, %1\n"
                     "      continue ^11 %15\n"
                     "    }\n"
                     "    %16 varying i32 = wave_count %4\n"
                     "    %17 varying i32 = ineg %16\n"
                     "    yield %17\n"
                     "  } -> %18 varying i32\n"
                     STORE("%18") "  yield",
               0, 1, 2, (uint32_t)-1);
}

TEST(an_outer_continue_ends_the_inner_loop_for_its_lanes)
{
    EXPECT_OUT(2, 4, "  ^10 loop (%11 varying i32 = %0, %12 varying i32 = %0) {\n"
                     "    %13 varying i1 = ieq %11, %2\n"
                     "    if %13 {\n"
                     "      break ^10 %12\n"
                     "    }\n"
                     "    %14 varying i32 = iadd %11, %1\n"
                     "    ^15 loop (%16 varying i32 = %12) {\n"
                     "      %17 varying i32 = iadd %16, %1\n"
                     "      %18 varying i1 = ieq %9, %0\n"
                     "      if %18 {\n"
                     "        continue ^10 %14, %17\n"
                     "      }\n"
                     "      %19 varying i1 = ult %17, %2\n"
                     "      if %19 {\n"
                     "        continue ^15 %17\n"
                     "      }\n"
                     "      break ^15 %17\n"
                     "    } -> %20 varying i32\n"
                     "    %21 varying i32 = imul %20, %2\n"
                     "    continue ^10 %14, %21\n"
                     "  } -> %22 varying i32\n"
                     STORE("%22") "  yield",
               2, (2 * 2 + 1) * 2);
}

TEST(a_return_inside_a_loop_ends_the_thread)
{
    EXPECT_OUT(4, 4, STORE("%1")
                     "  ^10 loop (%11 varying i32 = %0) {\n"
                     "    %12 varying i1 = ieq %11, %9\n"
                     "    %13 varying i1 = ult %9, %2\n"
                     "    if %13 {\n"
                     "      if %12 {\n"
                     "        return\n"
                     "      }\n"
                     "      yield\n"
                     "    }\n"
                     "    if %12 {\n"
                     "      break ^10\n"
                     "    }\n"
                     "    %14 varying i32 = iadd %11, %1\n"
                     "    continue ^10 %14\n"
                     "  }\n"
                     "  %15 wave i32 = wave_count %4\n"
                     "  %16 varying i32 = iadd %15, %2\n"
                     STORE("%16") "  yield",
               1, 1, 4, 4);
}

TEST(lanes_beyond_the_group_never_run)
{
    EXPECT_OUT(6, 4, "  %10 wave i32 = wave_count %4\n" STORE("%10") "  yield", 4, 4, 4, 4, 2, 2, 0, 0);
}

TEST(threads_are_numbered_x_first)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_kernel(arena, "kernel @Ids numthreads(2, 3, 2) wave 8 x 2\n"
                                          "  uav $Out struct stride 4 row 0\n"
                                          "{\n"
                                          "  %0 constant i32 = const 0\n"
                                          "  %1 constant i32 = const 10\n"
                                          "  %2 constant i32 = const 12\n"
                                          "  %3 varying i32 = group_thread_id.x\n"
                                          "  %4 varying i32 = group_thread_id.y\n"
                                          "  %5 varying i32 = group_thread_id.z\n"
                                          "  %6 varying i32 = imul %5, %1\n"
                                          "  %7 varying i32 = iadd %6, %4\n"
                                          "  %8 varying i32 = imul %7, %1\n"
                                          "  %9 varying i32 = iadd %8, %3\n"
                                          "  %10 group i32 = group_id.y\n"
                                          "  %11 group i32 = imul %10, %2\n"
                                          "  %12 varying i32 = group_index\n"
                                          "  %13 varying i32 = iadd %11, %12\n"
                                          "  store_struct $Out[%0] [%13, %0], %9\n"
                                          "  yield\n"
                                          "}\n");
    uint32_t out[24] = {0};
    IrEvalResource resource = {.data = (uint8_t *)out, .width = 24, .stride = 4};
    const char *error;
    assert_true(ir_evaluate(arena, kernel, &resource, (const uint32_t[]){1, 2, 1}, &error));
    const uint32_t expected[12] = {0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121};
    assert_memory_equal(out, expected, sizeof expected);
    assert_memory_equal(out + 12, expected, sizeof expected);
    arena_drop(arena);
}

/* ---- barriers ---- */

TEST(barriers_order_what_waves_say_to_each_other)
{
    EXPECT_OUT(8, 4, "  %10 constant i32 = const 7\n"
                     "  store_var $shared [%9], %9\n"
                     "  barrier\n"
                     "  %11 varying i32 = isub %10, %9\n"
                     "  %12 varying i32 = load_var $shared [%11]\n"
                     STORE("%12") "  yield",
               7, 6, 5, 4, 3, 2, 1, 0);
}

TEST(a_barrier_waits_for_waves_that_still_run_only)
{
    EXPECT_OUT(8, 4, "  %10 wave i32 = wave_index\n"
                     "  %11 wave i1 = ieq %10, %0\n"
                     "  if %11 {\n"
                     "    return\n"
                     "  }\n"
                     "  barrier\n"
                     STORE("%9") "  yield",
               0, 0, 0, 0, 4, 5, 6, 7);
}

TEST(a_barrier_in_a_branch_takes_whole_waves)
{
    EXPECT_OUT(8, 4, "  %10 wave i32 = wave_index\n"
                     "  %11 wave i1 = ieq %10, %1\n"
                     "  if %11 {\n"
                     "    barrier\n" STORE("%9") "    yield\n"
                     "  }\n"
                     "  yield",
               0, 0, 0, 0, 4, 5, 6, 7);
}

TEST(a_barrier_does_not_take_a_wave_in_part)
{
    expect_fault(8, 4, "  %10 varying i1 = ult %9, %2\n"
                       "  if %10 {\n"
                       "    barrier\n"
                       "    yield\n"
                       "  }\n"
                       "  yield",
                 "group (0, 0, 0): thread 0 is at a barrier without thread 2 of its wave: barrier");
}

SLOW_TEST(an_endless_loop_hits_the_step_limit)
{
    expect_fault(1024, 128, "  ^10 loop {\n    continue ^10\n  }\n  yield", "step limit: continue ^10");
}

/* ---- after form_waves ---- */

/* Evaluates a body without read_body's varying values at group level. */
static bool run_waved(Arena *arena, const char *body, uint32_t out[8], const char **error)
{
    const char *text = arena_printf(arena, "kernel @Waved numthreads(8, 1, 1) wave 4 x 2\n"
                                           "  uav $Out struct stride 4 row 0\n"
                                           "  shared $shared i32[8]\n"
                                           "  wave $kept i32\n"
                                           "{\n"
                                           "  %%0 constant i32 = const 0\n"
                                           "  %%1 constant i32 = const 1\n"
                                           "%s  yield\n}\n", body);
    IrKernel *kernel = read_kernel(arena, text);
    const char *complaint = ir_verify(arena, kernel);
    if (complaint)
        fail_msg("%s", complaint);
    IrEvalResource resource = {.data = (uint8_t *)out, .width = 8, .stride = 4};
    return ir_evaluate(arena, kernel, &resource, (const uint32_t[]){1, 1, 1}, error);
}

static void expect_waved(const char *body, const uint32_t expected[8])
{
    Arena *arena = arena_new("test");
    uint32_t out[8] = {0};
    const char *error;
    assert_true(run_waved(arena, body, out, &error));
    assert_memory_equal(out, expected, sizeof out);
    arena_drop(arena);
}

TEST(wave_loops_run_wave_by_wave_and_keep_values_between_them)
{
    const uint32_t expected[8] = {7, 7, 7, 7, 23, 23, 23, 23};
    expect_waved("  wave_loop {\n"
                 "    %9 varying i32 = group_index\n"
                 "    %10 wave i32 = wave_index\n"
                 "    store_var $kept [%0], %9\n"
                 "    store_var $shared [%10], %10\n"
                 "    yield\n"
                 "  }\n"
                 "  barrier\n"
                 "  wave_loop {\n"
                 "    %11 varying i32 = load_var $kept [%0]\n"
                 "    %12 wave i32 = wave_reduce.iadd %11\n"
                 "    %13 group i32 = load_var $shared [%1]\n"
                 "    %14 wave i32 = iadd %12, %13\n"
                 "    store_struct $Out[%0] [%11, %0], %14\n"
                 "    yield\n"
                 "  }\n", expected);
}

static void expect_waved_fault(const char *body, const char *message)
{
    Arena *arena = arena_new("test");
    uint32_t out[8] = {0};
    const char *error;
    assert_false(run_waved(arena, body, out, &error));
    if (!strstr(error, message))
        fail_msg("'%s' has no '%s'", error, message);
    arena_drop(arena);
}

TEST(lane_loops_run_lane_by_lane)
{
    const uint32_t own_and_the_one_before[8] = {0, 1, 3, 5, 7, 9, 11, 13};
    expect_waved("  wave_loop {\n"
                 "    %9 varying i32 = group_index\n"
                 "    lane_loop {\n"
                 "      %10 wave i32 = wave_read_first %9\n"
                 "      %11 wave i32 = load_var $shared [%0]\n"
                 "      store_var $shared [%0], %10\n"
                 "      %12 wave i32 = iadd %10, %11\n"
                 "      yield %12\n"
                 "    } -> %13 varying i32\n"
                 "    store_struct $Out[%0] [%9, %0], %13\n"
                 "    yield\n"
                 "  }\n", own_and_the_one_before);
}

/* So that the kernel counts as waved. */
#define EMPTY_WAVE_LOOP "  wave_loop {\n    yield\n  }\n"

TEST(atomics_stand_in_wave_loops)
{
    expect_waved_fault(EMPTY_WAVE_LOOP "  %9 varying i32 = atomic_var.iadd $shared [%0], %1\n", "needs its lanes but stands outside the wave_loops");
}

TEST(wave_loops_do_not_nest)
{
    expect_waved_fault("  wave_loop {\n" EMPTY_WAVE_LOOP "    yield\n  }\n", "a wave_loop within a wave_loop");
}

/* ---- claims ---- */

TEST(a_false_claim_of_wave_uniformity_is_found)
{
    expect_fault(4, 4, "  %10 wave i32 = ineg %9\n  yield", "is not uniform over the wave, threads 0 and 1: %10");
}

TEST(a_false_claim_of_group_uniformity_is_found)
{
    expect_fault(8, 4, "  %10 group i32 = wave_index\n  yield", "is not uniform over the group, threads 0 and 4: %10");
}

TEST(threads_that_have_returned_are_held_to_no_claim)
{
    const uint32_t of_those_that_stay[8] = {1, 1, 0, 0, 0, 0, 0, 0};
    expect_waved("  wave_loop {\n"
                 "    %9 varying i32 = group_index\n"
                 "    %10 varying i1 = ult %1, %9\n"
                 "    if %10 {\n"
                 "      return\n"
                 "    }\n"
                 "    yield\n"
                 "  }\n"
                 "  wave_loop {\n"
                 "    %12 varying i32 = group_index\n"
                 "    %13 group i1 = ule %12, %1\n"
                 "    if %13 {\n"
                 "      store_struct $Out[%0] [%12, %0], %1\n"
                 "      yield\n"
                 "    }\n"
                 "    yield\n"
                 "  }\n", of_those_that_stay);
}

TEST(a_false_shape_is_found)
{
    expect_fault(4, 4, "  %10 varying linear(2) i32 = ineg %9\n  yield", "has not the shape it claims, threads 0 and 1: %10");
}

TEST(value_beyond_its_claimed_range_is_reported)
{
    expect_fault(8, 8, "  %10 varying i32 [0..6] = lane_index\n  yield", "thread 7 has %10 = 0x7 beyond [0..6]: %10");
    expect_fault(8, 8, "  %10 varying i32 &~1 = lane_index\n  yield", "thread 1 has %10 = 0x1 beyond &~1: %10");
    expect_fault(8, 8, "  %10 varying i32 = lane_index\n  %11 varying f32 [1..] = utof %10\n  yield", "thread 0 has %11 = 0x0 beyond [1..]: %11");
}

TEST(address_beyond_its_claimed_range_is_reported)
{
    expect_fault(8, 8, "  %10 varying i32 = lane_index\n  store_struct $Out[%0] [%10 [0..5], %0], %1\n  yield",
                 "thread 6 has %10 = 0x6 beyond [0..5]: store_struct");
}

TEST(result_that_wraps_or_saturates_against_its_claim_is_reported)
{
    expect_fault(8, 8, "  %10 varying i32 = lane_index\n  %11 varying i32 nuw = isub %10, %1\n  yield", "the result does not fit in thread 0: %11");
    expect_fault(8, 8, "  %10 varying i32 = const 1073741824\n  %11 varying i32 nuw nsw = ishl %10, %1\n  yield", "the result does not fit in thread 0: %11");
    expect_fault(8, 8, "  %10 varying f32 = const 3000000000.0\n  %11 varying i32 nsw = ftos %10\n  yield", "the result does not fit in thread 0: %11");
    expect_fault(8, 8, "  %10 varying f32 = const -1.0\n  %11 varying i32 nuw = ftou %10\n  yield", "the result does not fit in thread 0: %11");
}

TEST(shapes_hold_row_by_row)
{
    EXPECT_OUT(8, 4, "  %10 varying rows(2, 1) i32 = iand %9, %1\n"
                     "  %11 varying linear(-1) i32 = ineg %9\n" STORE("%10") "  yield",
               0, 1, 0, 1, 0, 1, 0, 1);
}

TEST(results_of_divergent_loops_are_held_against_their_claims_too)
{
    expect_fault(4, 4, "  ^10 loop (%11 group i32 = %0) {\n"
                       "    %12 varying i1 = ieq %11, %9\n"
                       "    if %12 {\n"
                       "      break ^10 %11\n"
                       "    }\n"
                       "    %13 group i32 = iadd %11, %1\n"
                       "    continue ^10 %13\n"
                       "  } -> %14 group i32\n"
                       "  yield",
                 "is not uniform over the group, threads 0 and 1: %14");
}
