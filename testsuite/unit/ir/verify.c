/* Each complaint of the verifier, by the smallest kernel that earns it. */
#include "ir_test.h"

TEST(verify_wants_a_jump_at_the_end) { expect_complaint("  fence", "the region does not end in a jump"); }
TEST(verify_wants_no_jump_before_the_end) { expect_complaint("  return\n  yield", "a jump before the end of its region: return"); }
TEST(verify_wants_filled_regions) { expect_complaint("  wave_loop {\n  }\n  yield", "a region without a jump: wave_loop"); }

static void expect_no_lanes_outside(const char *instr)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_kernel(arena, arena_printf(arena, "kernel @k numthreads(8, 1, 1) wave 4 x 2\n{\n"
                                                              "  wave_loop {\n    yield\n  }\n  %s\n  yield\n}\n", instr));
    const char *complaint = ir_verify(arena, kernel);
    if (complaint == NULL || strstr(complaint, "it has lanes, and stands in no wave_loop") == NULL)
        fail_msg("%s: %s", instr, complaint ? complaint : "no complaint");
    arena_drop(arena);
}

/* Of one lane what all lanes have is not known but by wave_read_first. */
TEST(verify_wants_one_lane_in_lane_loops)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_kernel(arena, "kernel @k numthreads(8, 1, 1) wave 4 x 2\n  uav $Out struct stride 4 row 0 index 0\n{\n"
                                          "  %0 constant i32 = const 0\n"
                                          "  wave_loop {\n    %1 varying i32 = group_index\n    lane_loop {\n"
                                          "      store_struct $Out[%0] [%1, %0], %0\n      yield\n    }\n    yield\n  }\n  yield\n}\n");
    const char *complaint = ir_verify(arena, kernel);
    assert_non_null(complaint);
    assert_non_null(strstr(complaint, "it has one lane, and takes what lanes outside have"));
    arena_drop(arena);
}

TEST(verify_wants_lanes_in_wave_loops)
{
    expect_no_lanes_outside("%9 varying i1 = wave_is_first");
    expect_no_lanes_outside("%9 varying i32 = group_thread_id.x");
    expect_no_lanes_outside("%9 varying i32 = group_index");
    expect_no_lanes_outside("%9 varying i32 = lane_index");
    expect_no_lanes_outside("%9 varying i32 = wave_index");
}

TEST(verify_hides_what_a_branch_defines)
{
    expect_complaint("  if %4 {\n    %10 varying i32 = ineg %9\n    yield\n  }\n  %11 varying i32 = ineg %10\n  yield",
                     "%10 is not visible: %11  varying  i32 = ineg %10");
}

TEST(verify_hides_parameters_behind_the_loop)
{
    expect_complaint("  ^10 loop (%11 varying i32 = %9) {\n    break ^10\n  }\n  %12 varying i32 = ineg %11\n  yield",
                     "%11 is not visible");
}

TEST(verify_wants_targets_that_enclose)
{
    expect_complaint("  ^10 scope {\n    yield\n  }\n  ^11 scope {\n    break ^10\n  }\n  yield", "the target does not enclose it");
}

TEST(verify_wants_loops_as_targets_of_continue)
{
    expect_complaint("  ^10 scope {\n    continue ^10\n  }\n  yield", "the target is not a loop");
}

TEST(verify_wants_loop_bodies_to_continue)
{
    expect_complaint("  ^10 loop {\n    yield\n  }\n  yield", "a loop's body cannot yield");
}

TEST(verify_wants_as_many_values_as_results)
{
    expect_complaint("  if %4 {\n    yield %9\n  } else {\n    yield\n  } -> %10 varying i32\n  yield", "0 values for 1 places: yield");
}

TEST(verify_wants_values_of_the_results_types)
{
    expect_complaint("  ^10 scope {\n    break ^10 %3\n  } -> %11 varying i32\n  yield", "value 0 has not the type of %11: break ^10 %3");
}

TEST(verify_wants_values_of_the_parameters_types)
{
    expect_complaint("  ^10 loop (%11 varying i32 = %9) {\n    continue ^10 %3\n  }\n  yield", "value 0 has not the type of %11");
}

TEST(verify_wants_i1_conditions) { expect_complaint("  if %9 {\n    yield\n  }\n  yield", "operand 0 is not i1: if %9"); }
TEST(verify_counts_operands) { expect_complaint("  %10 varying i32 = iadd %9\n  yield", "1 operands where 2 belong"); }

TEST(verify_wants_operands_of_one_type)
{
    expect_complaint("  %10 varying i32 = iadd %9, %4\n  yield", "operand 1 is not of the type of the others");
}

TEST(verify_wants_results_of_the_operands_type)
{
    expect_complaint("  %10 varying i64 = iadd %9, %9\n  yield", "the result is not of the operands' type");
}

TEST(verify_wants_comparisons_to_give_i1) { expect_complaint("  %10 varying i32 = slt %9, %9\n  yield", "the result is not i1"); }
TEST(verify_wants_floats_for_float_operations) { expect_complaint("  %10 varying i32 = fneg %9\n  yield", "the operands are not floats"); }
TEST(verify_wants_integers_for_integer_operations) { expect_complaint("  %10 varying f32 = ineg %3\n  yield", "the operands are not integers"); }
TEST(verify_wants_no_sums_of_i1) { expect_complaint("  %10 varying i1 = iadd %4, %4\n  yield", "the operands are not integers"); }
TEST(verify_knows_conversions) { expect_complaint("  %10 varying i32 = ftos %9\n  yield", "operand 0 is not a float"); }
TEST(verify_wants_extensions_to_widen) { expect_complaint("  %10 varying i16 = zext %9\n  yield", "the widths 32 and 16 do not fit"); }
TEST(verify_wants_bitcasts_to_keep_the_width) { expect_complaint("  %10 varying f16 = bitcast %9\n  yield", "the widths 32 and 16 do not fit"); }

TEST(verify_wants_scalars_as_operands)
{
    expect_complaint("  %10 varying f32x4 = load_var $local [%9]\n  %11 varying f32 = fneg %10\n  yield", "operand 0 is not one scalar");
}

TEST(verify_wants_components_within_the_load)
{
    expect_complaint("  %10 varying f32x2 = load_var $local [%9]\n  %11 varying f32 = extract.2 %10\n  yield", "component 2 of 2");
}

TEST(verify_wants_components_within_the_variable)
{
    expect_complaint("  store_var $local.3 [%9], %3, %3\n  yield", "components 3..4 of 4: store_var $local.3 [%9], %3, %3");
}

TEST(verify_wants_loads_of_the_variables_type)
{
    expect_complaint("  %10 varying i32 = load_var $local [%9]\n  yield", "the variable holds f32");
}

TEST(verify_wants_stores_of_the_variables_type) { expect_complaint("  store_var $local [%9], %9\n  yield", "value %9 is not f32"); }
TEST(verify_wants_values_to_store) { expect_complaint("  store_var $local [%9]\n  yield", "0 values to store"); }

TEST(verify_wants_one_value_for_an_atomic)
{
    expect_complaint("  %10 varying i32 = atomic_var.iadd $shared [%9], %1, %2\n  yield", "2 values for an atomic");
}

TEST(verify_wants_atomics_of_the_types_operations)
{
    expect_complaint("  %10 varying i32 = atomic_var.fadd $shared [%9], %1\n  yield", "fadd does not combine i32");
}

TEST(verify_wants_writable_resources)
{
    expect_complaint("  store_texture $In[%0] [%0, %0, %0], %3\n  yield", "the resource is not writable");
}

TEST(verify_wants_accesses_that_fit_the_resource)
{
    expect_complaint("  %10 varying f32 = load_typed $In[%0] [%0]\n  yield", "a tex2d resource has no load_typed");
}

TEST(verify_wants_samplers_to_sample_with)
{
    expect_complaint("  %10 varying f32x4 = sample $In[%0], $In[%0], %3, %3, %3, %3, %0, %0, %0, %3, %3\n  yield", "the sampler is none of the kernel's");
}

TEST(verify_wants_float_coordinates)
{
    expect_complaint("  %10 varying f32x4 = sample $In[%0], $In[%0], %0, %3, %3, %3, %0, %0, %0, %3, %3\n  yield", "operand 2 is not f32");
}

/* ---- where it is ---- */

TEST(a_fault_is_shown_with_the_lines_around_it)
{
    Arena *arena = arena_new("test");
    Text body = {0}, text = {0};
    for (int i = 0; i < 1000; i++)
        text_printf(&body, "  %%%d varying i32 = iadd %%9, %%9\n", 100 + i);
    text_printf(&body, "  if %%4 {\n    %%2000 varying i32 = ineg %%9\n    yield\n  }\n  %%2001 varying i32 = ineg %%2000\n");
    for (int i = 0; i < 1000; i++)
        text_printf(&body, "  %%%d varying i32 = isub %%9, %%9\n", 3000 + i);
    text_printf(&body, "  yield");
    IrKernel *kernel = read_body(arena, 4, 4, body.bytes);
    const char *complaint = ir_verify(arena, kernel);
    ir_print_around(&text, kernel, NULL, complaint, 4);
    assert_string_equal(text.bytes, "; ... 1016 lines\n    yield\n  }\n  %2001 varying  i32 = ineg %2000\n"
                                    "  %3000 varying  i32 = isub %9, %9\n; ... 1001 lines\n");
    text_free(&body);
    text_free(&text);
    arena_drop(arena);
}

/* ---- what text cannot say ---- */

static void expect_complaint_about(IrKernel *kernel, const char *message)
{
    const char *complaint = ir_verify(kernel->arena, kernel);
    if (!complaint || !strstr(complaint, message))
        fail_msg("'%s' has no '%s'", complaint ? complaint : "nothing", message);
    arena_drop(kernel->arena);
}

TEST(verify_wants_the_kernels_variables)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  yield");
    IrVariable stranger = {.name = "stranger", .type = ir_scalar(IR_I32), .count = 1};
    IrBuilder builder = ir_builder_before(kernel, kernel->body->last);
    ir_load_var(&builder, &stranger, 0, 1, kernel->body->first);
    expect_complaint_about(kernel, "the variable is not the kernel's");
}

TEST(verify_wants_the_kernels_resources)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  %10 varying i32 = resource_size.width $Out[%0]\n  yield");
    IrResource stranger = {.name = "stranger", .shape = IR_SHAPE_STRUCT};
    kernel->body->last->prev->resource = &stranger;
    expect_complaint_about(kernel, "the resource is not the kernel's");
}

TEST(verify_wants_ids_used_once)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  yield");
    kernel->body->last->id = 0;
    expect_complaint_about(kernel, "id 0 is used twice");
}

TEST(verify_wants_ids_below_the_next)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  yield");
    kernel->body->last->id = 1000;
    expect_complaint_about(kernel, "id 1000 is not below the kernel's next_id");
}

TEST(verify_wants_instructions_to_know_their_region)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  yield");
    kernel->body->last->region = NULL;
    expect_complaint_about(kernel, "does not know its region");
}

TEST(verify_wants_whole_lists)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  yield");
    kernel->body->last->prev = NULL;
    expect_complaint_about(kernel, "the region's list is broken");
}

TEST(verify_wants_phis_in_their_places)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  ^10 scope {\n    yield %9\n  } -> %11 varying i32\n  yield");
    kernel->body->last->prev->results[0]->position = 1;
    expect_complaint_about(kernel, "is not result 0 of its owner");
}

TEST(verify_wants_constants_within_their_type)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  yield");
    kernel->body->first->bits = (uint64_t)1 << 32;
    expect_complaint_about(kernel, "the constant has bits beyond its type");
}

TEST(verify_wants_immediates_in_range)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  %10 varying i32 = group_id.z\n  yield");
    kernel->body->last->prev->immediate = 3;
    expect_complaint_about(kernel, "immediate 3 is not 0..2: %10  varying  i32 = group_id.3");
}

TEST(verify_wants_operands_that_are_there)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  %10 varying i32 = ineg %9\n  if %4 {\n    yield\n  }\n  yield");
    ir_add_operand(kernel, kernel->body->last, kernel->body->last->prev);
    expect_complaint_about(kernel, "operand 0 has no value");
}
