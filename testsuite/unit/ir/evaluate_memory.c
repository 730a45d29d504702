/* The evaluator on variables, resources, atomics and bounds. $Out has 64 elements of 4 bytes and a counter
 * that starts at 5, $Params is 10 20 30 40, $In is 2x2 texels of 1 2 3 4, 5 6 7 8, ... */
#include "ir_test.h"

#define STORE(value) "  store_struct $Out[%0] [%9, %0], " value "\n"

TEST(variables_start_as_zero)
{
    EXPECT_OUT(2, 4, "  %10 varying i32 = load_var $shared [%9]\n"
                     "  %11 varying f32x4 = load_var $local [%9]\n"
                     "  %12 varying f32 = extract.3 %11\n"
                     "  %13 varying i32 = bitcast %12\n"
                     "  %14 varying i32 = iadd %10, %13\n"
                     "  %15 varying i32 = iadd %14, %2\n" STORE("%15") "  yield",
               2, 2);
}

TEST(locals_are_private_to_their_thread)
{
    EXPECT_OUT(4, 4, "  %10 varying f32 = utof %9\n"
                     "  store_var $local.1 [%1], %10, %3\n"
                     "  %11 varying f32x2 = load_var $local.1 [%1]\n"
                     "  %12 varying f32 = extract.0 %11\n"
                     "  %13 varying f32 = extract.1 %11\n"
                     "  %14 varying f32 = fadd %12, %13\n"
                     "  %15 varying f32 = fadd %14, %14\n"
                     "  %16 varying i32 = ftou %15\n" STORE("%16") "  yield",
               3, 5, 7, 9);
}

TEST(groupshared_out_of_bounds_loads_zero_and_stores_nothing)
{
    EXPECT_OUT(2, 4, "  %10 constant i32 = const 8\n"
                     "  %11 constant i32 = const -1\n"
                     "  %12 constant i32 = const 7\n"
                     "  store_var $shared [%12], %2\n"
                     "  store_var $shared [%10], %1\n"
                     "  store_var $shared [%11], %1\n"
                     "  %13 varying i32 = load_var $shared [%10]\n"
                     "  %14 varying i32 = load_var $shared [%11]\n"
                     "  %15 varying i32 = load_var $shared [%12]\n"
                     "  %16 varying i32 = iadd %13, %14\n"
                     "  %17 varying i32 = iadd %16, %15\n" STORE("%17") "  yield",
               2, 2);
}

TEST(the_last_lane_wins_where_stores_meet)
{
    EXPECT_OUT(4, 4, "  store_var $shared [%0], %9\n"
                     "  %10 varying i32 = load_var $shared [%0]\n" STORE("%10") "  yield",
               3, 3, 3, 3);
}

TEST(atomics_give_old_values_in_lane_order)
{
    EXPECT_OUT(4, 4, "  %10 varying i32 = atomic_var.iadd $shared [%0], %2\n" STORE("%10") "  yield", 0, 2, 4, 6);
}

TEST(compare_exchange_stores_where_the_old_value_is_as_compared)
{
    EXPECT_OUT(3, 4, "  %10 varying i32 = iadd %9, %1\n"
                     "  %11 varying i32 = atomic_struct.compare_exchange $Out[%0] [%2, %0], %9, %10\n"
                     "  %12 constant i32 = const 5\n"
                     "  %13 varying i32 = iadd %9, %12\n"
                     "  store_struct $Out[%0] [%13, %0], %11\n"
                     "  yield",
               0, 0, 3, 0, 0, 0, 1, 2);
}

TEST(exchange_stores_always)
{
    EXPECT_OUT(1, 4, "  %10 varying i32 = atomic_struct.exchange $Out[%0] [%0, %0], %2\n"
                     "  %11 varying i32 = atomic_struct.umax $Out[%0] [%0, %0], %1\n"
                     "  %12 varying i32 = iadd %11, %11\n"
                     "  store_struct $Out[%0] [%1, %0], %12\n"
                     "  yield",
               2, 4);
}

TEST(atomics_out_of_bounds_give_zero)
{
    EXPECT_OUT(1, 4, "  %10 constant i32 = const 64\n"
                     "  %11 varying i32 = atomic_struct.iadd $Out[%0] [%10, %0], %2\n"
                     "  %12 varying i32 = iadd %11, %1\n" STORE("%12") "  yield",
               1);
}

TEST(counters_count_up_from_old_and_down_to_new_values)
{
    EXPECT_OUT(3, 4, "  %10 varying i32 = counter +1 $Out[%0]\n"
                     "  %11 varying i32 = counter -1 $Out[%0]\n"
                     "  %12 constant i32 = const 16\n"
                     "  %13 varying i32 = imul %11, %12\n"
                     "  %14 varying i32 = iadd %13, %10\n" STORE("%14") "  yield",
               0x75, 0x66, 0x57);
}

TEST(structured_stores_stay_within_element_and_buffer)
{
    EXPECT_OUT(1, 4, "  %10 constant i32 = const 4\n"
                     "  %11 constant i32 = const 64\n"
                     "  %12 constant i32 = const -1\n"
                     "  store_struct $Out[%0] [%0, %10], %2\n"
                     "  store_struct $Out[%0] [%11, %0], %2\n"
                     "  store_struct $Out[%0] [%12, %0], %2\n"
                     "  store_struct $Out[%0] [%1, %0], %2, %2\n"
                     "  yield",
               0, 0, 0);
}

TEST(cbuffers_end_component_by_component)
{
    EXPECT_OUT(1, 4, "  %10 constant i32 = const 8\n"
                     "  %11 group i32x3 = load_cbuffer $Params[%0] [%10]\n"
                     "  %12 group i32 = extract.0 %11\n"
                     "  %13 group i32 = extract.1 %11\n"
                     "  %14 group i32 = extract.2 %11\n"
                     "  store_struct $Out[%0] [%0, %0], %12\n"
                     "  store_struct $Out[%0] [%1, %0], %13\n"
                     "  store_struct $Out[%0] [%2, %0], %14\n"
                     "  yield",
               30, 40, 0);
}

/* Sum of the first two components of texel (lane, 1); texel (2, 1) is outside. */
TEST(texels_outside_are_zero)
{
    EXPECT_OUT(3, 4, "  %10 varying f32x4 = load_texture $In[%0] [%9, %1, %0, %0]\n"
                     "  %11 varying f32 = extract.0 %10\n"
                     "  %12 varying f32 = extract.1 %10\n"
                     "  %13 varying f32 = fadd %11, %12\n"
                     "  %14 varying i32 = ftou %13\n" STORE("%14") "  yield",
               19, 27, 0);
}

TEST(mips_other_than_the_first_are_zero)
{
    EXPECT_OUT(1, 4, "  %10 varying f32 = load_texture $In[%0] [%0, %0, %0, %1]\n"
                     "  %11 varying i32 = ftou %10\n" STORE("%11") "  yield",
               0);
}

TEST(sizes_are_those_of_the_bound_resource)
{
    EXPECT_OUT(1, 4, "  %10 dispatch i32 = resource_size.width $Out[%0]\n"
                     "  %11 dispatch i32 = resource_size.height $In[%0]\n"
                     "  %12 dispatch i32 = resource_size.stride $In[%0]\n"
                     "  %13 dispatch i32 = imul %10, %11\n"
                     "  %14 dispatch i32 = iadd %13, %12\n" STORE("%14") "  yield",
               64 * 2 + 16);
}

TEST(rows_beyond_a_resource_are_unbound)
{
    EXPECT_OUT(1, 4, "  store_struct $Out[%1] [%0, %0], %2\n"
                     "  %10 dispatch i32 = resource_size.width $Out[%1]\n"
                     "  store_struct $Out[%0] [%1, %0], %10\n  yield",
               0, 0);
}

/* ---- other shapes of resources, with memory of their own ---- */

static void run_on(const char *text, IrEvalResource *resources)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_kernel(arena, text);
    const char *complaint = ir_verify(arena, kernel), *error;
    if (complaint)
        fail_msg("%s", complaint);
    if (!ir_evaluate(arena, kernel, resources, (const uint32_t[]){1, 1, 1}, &error))
        fail_msg("%s", error);
    arena_drop(arena);
}

TEST(raw_addresses_ignore_their_low_two_bits_and_words_are_outside_by_themselves)
{
    uint32_t bytes[4] = {1, 2, 3, 4};
    run_on("kernel @Raw numthreads(1, 1, 1) wave 4 x 1\n"
           "  uav $Raw raw row 0\n"
           "{\n"
           "  %0 constant i32 = const 0\n"
           "  %1 constant i32 = const 7\n"
           "  %2 constant i32 = const 12\n"
           "  %3 varying i32x2 = load_raw $Raw[%0] [%1]\n"
           "  %4 varying i32 = extract.0 %3\n"
           "  %5 varying i32 = extract.1 %3\n"
           "  store_raw $Raw[%0] [%0], %5\n"
           "  store_raw $Raw[%0] [%2], %4, %4\n"
           "  %6 varying i64 = load_raw $Raw[%0] [%2]\n"
           "  %7 varying i32 = itrunc %6\n"
           "  store_raw $Raw[%0] [%1], %7\n"
           "  yield\n"
           "}\n", &(IrEvalResource){.data = (uint8_t *)bytes, .width = 16});
    assert_memory_equal(bytes, ((const uint32_t[]){3, 2, 3, 2}), sizeof bytes);
}

TEST(booleans_take_four_bytes_and_halves_two)
{
    uint32_t flags[2] = {7, 0};
    uint16_t halves[2] = {0x3c00, 0x4000}; /* 1, 2 */
    IrEvalResource resources[] = {{.data = (uint8_t *)flags, .width = 2, .stride = 4}, {.data = (uint8_t *)halves, .width = 1, .stride = 4}};
    run_on("kernel @Small numthreads(1, 1, 1) wave 4 x 1\n"
           "  uav $Flags typed<i1> row 0\n"
           "  uav $Halves typed<f16x2> row 1\n"
           "{\n"
           "  %0 constant i32 = const 0\n"
           "  %1 constant i32 = const 1\n"
           "  %2 varying i1 = load_typed $Flags[%0] [%0]\n"
           "  %3 varying f16x2 = load_typed $Halves[%0] [%0]\n"
           "  %4 varying f16 = extract.0 %3\n"
           "  %5 varying f16 = extract.1 %3\n"
           "  %6 varying f16 = fadd %4, %5\n"
           "  store_typed $Flags[%0] [%1], %2\n"
           "  store_typed $Halves[%0] [%0], %6, %4\n"
           "  yield\n"
           "}\n", resources);
    assert_memory_equal(flags, ((const uint32_t[]){7, 1}), sizeof flags);
    assert_memory_equal(halves, ((const uint16_t[]){0x4200, 0x3c00}), sizeof halves);
}

TEST(arrays_of_resources_are_addressed_by_row)
{
    uint32_t first = 10, second = 20;
    IrEvalResource resources[] = {{.data = (uint8_t *)&first, .width = 1, .stride = 4}, {.data = (uint8_t *)&second, .width = 1, .stride = 4}};
    run_on("kernel @Rows numthreads(4, 1, 1) wave 4 x 1\n"
           "  uav $Buffers typed<i32> row 0 array 2\n"
           "{\n"
           "  %0 constant i32 = const 0\n"
           "  %1 varying i32 = lane_index\n"
           "  %2 varying i32 = load_typed $Buffers[%1] [%0]\n"
           "  %3 varying i32 = iadd %2, %1\n"
           "  store_typed $Buffers[%1] [%0], %3\n"
           "  yield\n"
           "}\n", resources);
    assert_int_equal(first, 10);
    assert_int_equal(second, 21);
}

TEST(unbound_resources_load_zero)
{
    uint32_t out = 9;
    IrEvalResource resources[] = {{.data = (uint8_t *)&out, .width = 1, .stride = 4}, {0}};
    run_on("kernel @Unbound numthreads(1, 1, 1) wave 4 x 1\n"
           "  uav $Out typed<i32> row 0\n"
           "  uav $None struct stride 4 row 1\n"
           "{\n"
           "  %0 constant i32 = const 0\n"
           "  %1 varying i32 = load_struct $None[%0] [%0, %0]\n"
           "  %2 varying i32 = counter -1 $None[%0]\n"
           "  %3 varying i32 = iadd %1, %2\n"
           "  store_typed $Out[%0] [%0], %3\n"
           "  yield\n"
           "}\n", resources);
    assert_int_equal(out, 0);
}

TEST(slices_are_the_third_coordinate)
{
    uint8_t texels[2 * 64] = {0}; /* 2 slices of 64 bytes, rows of 16 */
    run_on("kernel @Slices numthreads(1, 1, 1) wave 4 x 1\n"
           "  uav $Layers tex2d_array<i16> row 0\n"
           "{\n"
           "  %0 constant i32 = const 0\n"
           "  %1 constant i32 = const 1\n"
           "  %2 constant i32 = const 3\n"
           "  %3 constant i16 = const 258\n"
           "  store_texture $Layers[%0] [%2, %1, %1], %3\n"
           "  %4 varying i16 = atomic_texture.iadd $Layers[%0] [%2, %1, %1], %3\n"
           "  yield\n"
           "}\n", &(IrEvalResource){.data = texels, .width = 4, .height = 2, .depth = 2, .stride = 2, .row_pitch = 16, .slice_pitch = 64});
    assert_int_equal(texels[64 + 16 + 6], 4);
    assert_int_equal(texels[64 + 16 + 7], 2);
}

TEST(parts_are_outside_with_their_word)
{
    uint32_t words[2] = {0x04030201, 0x08070605}, out[6] = {9, 9, 9, 9, 9, 9};
    IrEvalResource resources[] = {{.data = (uint8_t *)words, .width = 7},
                                  {.data = (uint8_t *)words, .width = 2, .stride = 4},
                                  {.data = (uint8_t *)out, .width = 6, .stride = 4}};
    run_on("kernel @Parts numthreads(1, 1, 1) wave 4 x 1\n"
           "  srv $Raw raw row 0\n"
           "  srv $Words struct stride 4 row 1\n"
           "  uav $Out typed<i32> row 2\n"
           "{\n"
           "  %0 constant i32 = const 0\n"
           "  %1 constant i32 = const 1\n"
           "  %2 constant i32 = const 2\n"
           "  %3 constant i32 = const 3\n"
           "  %4 constant i32 = const 4\n"
           "  %5 constant i32 = const 5\n"
           "  %6 varying i32 = load_part.byte $Raw[%0] [%3]\n"
           "  %7 varying i32 = load_part.byte $Raw[%0] [%4]\n"
           "  %8 varying i32 = load_part.halfword $Raw[%0] [%3]\n"
           "  %9 varying i32 = load_part.byte $Words[%0] [%5]\n"
           "  %10 varying i32 = load_part.halfword $Words[%0] [%3]\n"
           "  %11 varying i32 = load_part.halfword $Words[%0] [%4]\n"
           "  store_typed $Out[%0] [%0], %6\n"
           "  store_typed $Out[%0] [%1], %7\n"
           "  store_typed $Out[%0] [%2], %8\n"
           "  store_typed $Out[%0] [%3], %9\n"
           "  store_typed $Out[%0] [%4], %10\n"
           "  store_typed $Out[%0] [%5], %11\n"
           "  yield\n"
           "}\n", resources);
    assert_int_equal(out[0], 4);
    assert_int_equal(out[1], 0);
    assert_int_equal(out[2], 0x0403);
    assert_int_equal(out[3], 6);
    assert_int_equal(out[4], 0x0807);
    assert_int_equal(out[5], 0);
}

TEST(words_are_outside_with_their_element)
{
    uint32_t words[4] = {1, 2, 3, 4}, out[3] = {9, 9, 9};
    IrEvalResource resources[] = {{.data = (uint8_t *)words, .width = 1, .stride = 12},
                                  {.data = (uint8_t *)out, .width = 3, .stride = 4}};
    run_on("kernel @Words numthreads(1, 1, 1) wave 4 x 1\n"
           "  srv $Elements struct stride 12 row 0\n"
           "  uav $Out typed<i32> row 1\n"
           "{\n"
           "  %0 constant i32 = const 0\n"
           "  %1 constant i32 = const 1\n"
           "  %2 constant i32 = const 2\n"
           "  %3 constant i32 = const 3\n"
           "  %4 constant i32 = const -1\n"
           "  %5 varying i32 = load_word $Elements[%0] [%2]\n"
           "  %6 varying i32 = load_word $Elements[%0] [%3]\n"
           "  %7 varying i32 = load_word $Elements[%0] [%4]\n"
           "  store_typed $Out[%0] [%0], %5\n"
           "  store_typed $Out[%0] [%1], %6\n"
           "  store_typed $Out[%0] [%2], %7\n"
           "  yield\n"
           "}\n", resources);
    assert_int_equal(out[0], 3);
    assert_int_equal(out[1], 0);
    assert_int_equal(out[2], 0);
}

TEST(parts_have_zeros_or_their_sign_above_them)
{
    uint32_t words[1] = {0xfe017f80}, out[4] = {0};
    IrEvalResource resources[] = {{.data = (uint8_t *)words, .width = 1, .stride = 4},
                                  {.data = (uint8_t *)out, .width = 4, .stride = 4}};
    run_on("kernel @Parts numthreads(1, 1, 1) wave 4 x 1\n"
           "  srv $Words struct stride 4 row 0\n"
           "  uav $Out typed<i32> row 1\n"
           "{\n"
           "  %0 constant i32 = const 0\n"
           "  %1 constant i32 = const 1\n"
           "  %2 constant i32 = const 2\n"
           "  %3 constant i32 = const 3\n"
           "  %4 varying i32 = load_part.signed_byte $Words[%0] [%0]\n"
           "  %5 varying i32 = load_part.signed_byte $Words[%0] [%1]\n"
           "  %6 varying i32 = load_part.signed_halfword $Words[%0] [%1]\n"
           "  %7 varying i32 = load_part.halfword $Words[%0] [%1]\n"
           "  store_typed $Out[%0] [%0], %4\n"
           "  store_typed $Out[%0] [%1], %5\n"
           "  store_typed $Out[%0] [%2], %6\n"
           "  store_typed $Out[%0] [%3], %7\n"
           "  yield\n"
           "}\n", resources);
    assert_int_equal((int32_t)out[0], -128);
    assert_int_equal(out[1], 127);
    assert_int_equal((int32_t)out[2], -511);
    assert_int_equal(out[3], 0xfe01);
}
