/* Building and editing: what the kernel looks like after each call, as text. */
#include "ir_test.h"

#include <stdlib.h>

static IrKernel *new_kernel(Arena *arena)
{
    return ir_kernel_new(arena, "Test", (const uint32_t[]){20, 1, 1}, 8);
}

static void expect_body(IrKernel *kernel, const char *body)
{
    ir_renumber(kernel);
    const char *complaint = ir_verify(kernel->arena, kernel);
    if (complaint)
        fail_msg("%s", complaint);
    char *printed = print_kernel(kernel);
    assert_string_equal(strchr(printed, '{'), body);
    free(printed);
}

TEST(last_wave_may_be_in_part)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = new_kernel(arena);
    assert_int_equal(kernel->wave_count, 3);
    assert_false(ir_waves_are_full(kernel));
    arena_drop(arena);
}

TEST(new_values_are_varying_and_constants_constant)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = new_kernel(arena);
    IrBuilder builder = ir_builder_at_end(kernel, kernel->body);
    IrInstr *one = ir_const_i32(&builder, 1), *sum = IR_BUILD(&builder, IR_iadd, one, one);
    assert_int_equal(one->level, LEVEL_CONSTANT);
    assert_int_equal(sum->level, LEVEL_VARYING);
    assert_int_equal(sum->shape.length, 1);
    arena_drop(arena);
}

TEST(result_types_follow_from_the_operands)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = new_kernel(arena);
    IrBuilder builder = ir_builder_at_end(kernel, kernel->body);
    IrInstr *value = ir_const_f32(&builder, 1.5f), *condition = IR_BUILD(&builder, IR_flt, value, value);
    assert_int_equal(condition->type.scalar, IR_I1);
    assert_int_equal(IR_BUILD(&builder, IR_select, condition, value, value)->type.scalar, IR_F32);
    assert_int_equal(ir_build(&builder, IR_lane_index, NULL, 0)->type.scalar, IR_I32);
    assert_int_equal(ir_build(&builder, IR_barrier, NULL, 0)->type.scalar, IR_VOID);
    assert_int_equal(IR_BUILD(&builder, IR_wave_ballot, condition)->type.components, 4);
    arena_drop(arena);
}

TEST(builder_gives_position_and_precision)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = new_kernel(arena);
    IrBuilder builder = ir_builder_at_end(kernel, kernel->body);
    builder.pos = 7;
    builder.precise = true;
    IrInstr *value = ir_const_f32(&builder, 1), *sum = IR_BUILD(&builder, IR_fadd, value, value);
    assert_int_equal(sum->pos, 7);
    assert_true(sum->precise);
    assert_false(ir_const_i32(&builder, 1)->precise);
    arena_drop(arena);
}

TEST(extracting_from_a_scalar_is_the_scalar)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = new_kernel(arena);
    IrBuilder builder = ir_builder_at_end(kernel, kernel->body);
    IrInstr *value = ir_const_f32(&builder, 1);
    assert_ptr_equal(ir_extract(&builder, value, 0), value);
    arena_drop(arena);
}

TEST(a_loop_built_by_hand)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = new_kernel(arena);
    IrVariable *out = ir_variable_new(kernel, "out", IR_GROUPSHARED, (IrType){IR_I32, 4}, 1, SOURCE_NOWHERE);
    IrBuilder builder = ir_builder_at_end(kernel, kernel->body);
    IrInstr *zero = ir_const_i32(&builder, 0), *lane = ir_axis(&builder, IR_group_thread_id, 0);
    IrInstr *loop = ir_loop(&builder), *turn = ir_add_parameter(kernel, loop, ir_scalar(IR_I32), zero);
    IrInstr *result = ir_add_result(kernel, loop, ir_scalar(IR_I32));
    IrBuilder body = ir_builder_at_end(kernel, loop->regions[0]);
    IrInstr *test = ir_if(&body, IR_BUILD(&body, IR_slt, turn, lane));
    IrBuilder leave = ir_builder_at_end(kernel, test->regions[1]);
    ir_jump(&leave, IR_break, loop, &turn, 1);
    ir_close_region(kernel, test->regions[0]);
    IrInstr *next = IR_BUILD(&body, IR_iadd, turn, ir_const_i32(&body, 1));
    ir_jump(&body, IR_continue, loop, &next, 1);
    ir_store_var(&builder, out, 2, zero, &result, 1);
    ir_load_var(&builder, out, 1, 3, zero);
    ir_close_region(kernel, kernel->body);
    ir_close_region(kernel, kernel->body);
    expect_body(kernel, "{\n"
                        "  %0   constant i32 = const 0\n"
                        "  %1   varying  i32 = group_thread_id.x\n"
                        "  ^2 loop (%3 varying i32 = %0) {\n"
                        "    %4   varying  i1 = slt %3, %1\n"
                        "    if %4 {\n"
                        "      yield\n"
                        "    } else {\n"
                        "      break ^2 %3\n"
                        "    }\n"
                        "    %8   constant i32 = const 1\n"
                        "    %9   varying  i32 = iadd %3, %8\n"
                        "    continue ^2 %9\n"
                        "  } -> %11 varying i32\n"
                        "  store_var $out.2 [%0], %11\n"
                        "  %13  varying  i32x3 = load_var $out.1 [%0]\n"
                        "  yield\n"
                        "}\n");
    arena_drop(arena);
}

static const char LOOP[] = "  ^10 loop (%11 varying i32 = %0, %12 varying i32 = %9) {\n"
                           "    %13 varying i1 = ult %11, %2\n"
                           "    if %13 {\n"
                           "      yield\n"
                           "    } else {\n"
                           "      break ^10 %11, %12\n"
                           "    }\n"
                           "    %14 varying i32 = iadd %11, %1\n"
                           "    %15 varying i32 = iadd %12, %14\n"
                           "    continue ^10 %14, %15\n"
                           "  } -> %16 varying i32, %17 varying i32\n"
                           "  store_struct $Out[%0] [%9, %0], %17\n"
                           "  yield";

/* The text from the loop on. */
static void expect_loop(IrKernel *kernel, const char *text)
{
    const char *complaint = ir_verify(kernel->arena, kernel);
    if (complaint)
        fail_msg("%s", complaint);
    char *printed = print_kernel(kernel);
    assert_string_equal(strstr(printed, "  ^10"), text);
    free(printed);
}

TEST(removing_a_result_removes_the_values_of_its_edges)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, LOOP);
    ir_remove_result(first_of(kernel, IR_loop), 0);
    expect_loop(kernel, "  ^10 loop (%11 varying i32 = %0, %12 varying i32 = %9) {\n"
                        "    %13  varying  i1 = ult %11, %2\n"
                        "    if %13 {\n"
                        "      yield\n"
                        "    } else {\n"
                        "      break ^10 %12\n"
                        "    }\n"
                        "    %14  varying  i32 = iadd %11, %1\n"
                        "    %15  varying  i32 = iadd %12, %14\n"
                        "    continue ^10 %14, %15\n"
                        "  } -> %17 varying i32\n"
                        "  store_struct $Out[%0] [%9, %0], %17\n"
                        "  yield\n"
                        "}\n");
    assert_int_equal(first_of(kernel, IR_loop)->results[0]->position, 0);
    arena_drop(arena);
}

TEST(removing_a_parameter_removes_the_values_of_its_continues)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, LOOP);
    IrInstr *loop = first_of(kernel, IR_loop);
    IrReplacements replacements = {0};
    vec_push(arena, &replacements.from, loop->parameters[0]);
    vec_push(arena, &replacements.to, first_of(kernel, IR_const));
    ir_replace_all(kernel, &replacements);
    ir_remove_parameter(loop, 0);
    expect_loop(kernel, "  ^10 loop (%12 varying i32 = %9) {\n"
                        "    %13  varying  i1 = ult %0, %2\n"
                        "    if %13 {\n"
                        "      yield\n"
                        "    } else {\n"
                        "      break ^10 %0, %12\n"
                        "    }\n"
                        "    %14  varying  i32 = iadd %0, %1\n"
                        "    %15  varying  i32 = iadd %12, %14\n"
                        "    continue ^10 %15\n"
                        "  } -> %16 varying i32, %17 varying i32\n"
                        "  store_struct $Out[%0] [%9, %0], %17\n"
                        "  yield\n"
                        "}\n");
    arena_drop(arena);
}

TEST(replacements_follow_chains)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = new_kernel(arena);
    IrBuilder builder = ir_builder_at_end(kernel, kernel->body);
    IrInstr *values[4];
    for (int i = 0; i < 4; i++)
        values[i] = ir_const_i32(&builder, i);
    IrInstr *sum = IR_BUILD(&builder, IR_iadd, values[0], values[2]);
    IrReplacements replacements = {0};
    for (int i = 0; i < 3; i++) {
        vec_push(arena, &replacements.from, values[i]);
        vec_push(arena, &replacements.to, values[i + 1]);
    }
    ir_replace_all(kernel, &replacements);
    assert_ptr_equal(sum->operands[0], values[3]);
    assert_ptr_equal(sum->operands[1], values[3]);
    arena_drop(arena);
}

TEST(a_cloned_body_is_renamed_and_still_jumps_to_its_loop)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, LOOP);
    IrInstr *loop = first_of(kernel, IR_loop), *zero = first_of(kernel, IR_const);
    IrBuilder builder = ir_builder_before(kernel, loop);
    IrInstr *scope = ir_scope(&builder);
    IrBuilder inside = ir_builder_at_end(kernel, scope->regions[0]);
    IrReplacements map = {0};
    vec_push(arena, &map.from, loop->parameters[0]);
    vec_push(arena, &map.to, zero);
    ir_clone_region(&inside, loop->regions[0], &map);
    const IrInstr *first = scope->regions[0]->first, *jump = scope->regions[0]->last;
    assert_int_equal(first->op, IR_ult);
    assert_ptr_equal(first->operands[0], zero);
    assert_int_equal(jump->op, IR_continue);
    assert_ptr_equal(jump->target, loop);
    assert_ptr_equal(jump->operands[0], jump->prev->prev);
    assert_int_equal(map.from.count, 1 + 7); /* the seed, and what the body has */
    arena_drop(arena);
}

TEST(a_cloned_loop_is_a_loop_of_its_own)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  ^10 scope {\n"
                                              "    ^11 loop (%12 group i32 = %0) [unroll 2] {\n"
                                              "      break ^11 %12\n"
                                              "    } -> %13 varying linear(4) i32\n"
                                              "    break ^10 %13\n"
                                              "  } -> %14 varying i32\n"
                                              "  yield");
    IrInstr *scope = first_of(kernel, IR_scope);
    IrBuilder builder = ir_builder_before(kernel, scope);
    IrInstr *copy = ir_scope(&builder);
    IrBuilder inside = ir_builder_at_end(kernel, copy->regions[0]);
    IrReplacements map = {0};
    vec_push(arena, &map.from, scope);
    vec_push(arena, &map.to, copy);
    ir_add_result(kernel, copy, ir_scalar(IR_I32));
    ir_clone_region(&inside, scope->regions[0], &map);
    ir_renumber(kernel);
    assert_null(ir_verify(arena, kernel));
    char *printed = print_kernel(kernel);
    assert_string_equal(strstr(printed, "  ^6"), "  ^6 scope {\n"
                                                 "    ^7 loop (%8 group i32 = %0) [unroll 2] {\n"
                                                 "      break ^7 %8\n"
                                                 "    } -> %10 varying linear(4) i32\n"
                                                 "    break ^6 %10\n"
                                                 "  } -> %12 varying i32\n"
                                                 "  ^13 scope {\n"
                                                 "    ^14 loop (%15 group i32 = %0) [unroll 2] {\n"
                                                 "      break ^14 %15\n"
                                                 "    } -> %17 varying linear(4) i32\n"
                                                 "    break ^13 %17\n"
                                                 "  } -> %19 varying i32\n"
                                                 "  yield\n"
                                                 "}\n");
    free(printed);
    arena_drop(arena);
}

TEST(moving_a_region_leaves_its_jump)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  if %4 {\n    %20 varying i32 = ineg %9\n    fence\n    yield\n  }\n  yield");
    IrInstr *branch = first_of(kernel, IR_if);
    ir_move_region(branch->regions[0], branch);
    assert_int_equal(branch->prev->op, IR_fence);
    assert_int_equal(branch->prev->prev->op, IR_ineg);
    assert_ptr_equal(branch->prev->region, kernel->body);
    assert_ptr_equal(branch->regions[0]->first, branch->regions[0]->last);
    assert_int_equal(branch->regions[0]->first->op, IR_yield);
    ir_remove(branch);
    assert_null(ir_verify(arena, kernel));
    arena_drop(arena);
}

TEST(a_walk_may_remove_what_it_visits)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = new_kernel(arena);
    IrBuilder builder = ir_builder_at_end(kernel, kernel->body);
    ir_build(&builder, IR_fence, NULL, 0);
    IrInstr *scope = ir_scope(&builder);
    ir_close_region(kernel, scope->regions[0]);
    ir_build(&builder, IR_fence, NULL, 0);
    ir_close_region(kernel, kernel->body);
    int visited = 0;
    EACH_INSTR (kernel->body, instr) {
        visited++;
        if (instr->op == IR_fence || instr->op == IR_scope)
            ir_remove(instr);
    }
    assert_int_equal(visited, 4); /* the removed scope's inside is not visited */
    expect_body(kernel, "{\n  yield\n}\n");
    arena_drop(arena);
}

TEST(a_walk_goes_through_both_branches_and_on_behind_them)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  if %4 {\n    fence\n    yield\n  } else {\n    device_fence\n    yield\n  }\n"
                                              "  barrier\n  yield");
    static const IrOp BEHIND_IF[] = {IR_fence, IR_yield, IR_device_fence, IR_yield, IR_barrier, IR_yield};
    int count = 0, before = 0;
    EACH_INSTR (kernel->body, instr)
        if (count > 0 || instr->op == IR_if) {
            if (count > 0)
                assert_int_equal(instr->op, BEHIND_IF[count - 1]);
            count++;
        } else {
            before++;
        }
    assert_int_equal(count, 1 + COUNT_OF(BEHIND_IF));
    int own = 0;
    EACH_IN (kernel->body, instr)
        own++;
    assert_int_equal(own, before + 3);
    arena_drop(arena);
}

TEST(a_copied_kernel_prints_alike_and_shares_no_variable)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  %20 varying i32 = load_var $shared [%9]\n  if %4 {\n    fence\n    yield\n  }\n  yield");
    IrKernel *copy = ir_copy_kernel(arena, kernel);
    char *text = print_kernel(kernel), *copied = print_kernel(copy);
    assert_string_equal(copied, text);
    assert_null(ir_verify(arena, copy));
    assert_ptr_not_equal(first_of(copy, IR_load_var)->variable, first_of(kernel, IR_load_var)->variable);
    free(text);
    free(copied);
    arena_drop(arena);
}

TEST(jumps_that_leave_a_construct_are_told_from_those_that_stay)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 4, 4, "  ^10 loop {\n"
                                              "    if %4 {\n"
                                              "      break ^10\n"
                                              "    }\n"
                                              "    ^11 scope {\n"
                                              "      break ^11\n"
                                              "    }\n"
                                              "    continue ^10\n"
                                              "  }\n"
                                              "  yield");
    assert_false(ir_has_jump_out(first_of(kernel, IR_loop)));
    assert_true(ir_has_jump_out(first_of(kernel, IR_if)));
    assert_false(ir_has_jump_out(first_of(kernel, IR_scope)));
    assert_true(ir_contains_op(kernel->body, IR_continue));
    assert_false(ir_contains_op(kernel->body, IR_return));
    assert_true(ir_contains_flags(first_of(kernel, IR_if)->regions[0], OP_JUMP | OP_SYNC));
    assert_false(ir_contains_flags(kernel->body, OP_SYNC));
    assert_int_equal(ir_result_edges(arena, first_of(kernel, IR_loop)).jumps.count, 1);
    assert_int_equal(ir_result_edges(arena, first_of(kernel, IR_if)).jumps.count, 1);
    assert_int_equal(ir_continue_edges(arena, first_of(kernel, IR_loop)).jumps.count, 1);
    arena_drop(arena);
}
