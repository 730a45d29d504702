/* A pass that says it has changed nothing has changed nothing, of all samples and what the benches race: --verify names
 * those of which the kernel says otherwise. Whatever the text form tells is a change, but for ids. */
#include <glob.h>

#include "../ir/ir_test.h"
#include "ir/range.h"
#include "passes/passes.h"
#include "process.h"

/* ---- what is a change ---- */

static const char BODY[] = "%13 varying linear(1) i32 = lane_index\n"
                           "%14 varying i1 = ult %13, %1\n"
                           "if %14 {\n"
                           "  %15 varying i32 = isub %13, %1\n"
                           "  store_struct $Out[%0] [%13, %0], %15\n"
                           "  yield\n"
                           "} else {\n"
                           "  store_struct $Out[%0] [%13, %0], %2\n"
                           "  yield\n"
                           "}\n"
                           "^16 loop (%17 varying i32 = %13) {\n"
                           "  %18 varying i32 = iadd %17, %1\n"
                           "  %19 varying i1 = ult %18, %2\n"
                           "  if %19 {\n"
                           "    yield\n"
                           "  } else {\n"
                           "    break ^16 %18\n"
                           "  }\n"
                           "  continue ^16 %18\n"
                           "} -> %20 varying i32\n"
                           "store_struct $Out[%0] [%13, %0], %20\n"
                           "yield\n";

static void swap_operands(IrKernel *kernel)
{
    IrInstr **operands = first_of(kernel, IR_isub)->operands, *first = operands[0];
    operands[0] = operands[1];
    operands[1] = first;
}

static void store_in_the_other_branch(IrKernel *kernel)
{
    IrInstr *branch = first_of(kernel, IR_if);
    ir_move_before(branch->regions[0]->first->next, branch->regions[1]->first);
}

static void go_before(IrKernel *kernel)
{
    IrInstr *less = first_of(kernel, IR_ult);
    ir_move_before(first_of(kernel, IR_loop), less->next);
}

static void change_constant(IrKernel *kernel) { first_of(kernel, IR_const)->bits = 7; }
static void change_operation(IrKernel *kernel) { first_of(kernel, IR_iadd)->op = IR_imul; }
static void change_level(IrKernel *kernel) { first_of(kernel, IR_isub)->level = LEVEL_WAVE; }
static void change_level_of_result(IrKernel *kernel) { first_of(kernel, IR_loop)->results[0]->level = LEVEL_WAVE; }
static void change_level_of_parameter(IrKernel *kernel) { first_of(kernel, IR_loop)->parameters[0]->level = LEVEL_WAVE; }
static void change_shape(IrKernel *kernel) { first_of(kernel, IR_lane_index)->shape.stride = 2; }
static void change_hint(IrKernel *kernel) { first_of(kernel, IR_loop)->immediate = HINT_UNROLL; }
static void bound_value(IrKernel *kernel) { first_of(kernel, IR_isub)->range = ir_range_unsigned(IR_I32, 0, 9); }
static void drop_store(IrKernel *kernel) { ir_remove(first_of(kernel, IR_store_struct)); }
static void precise(IrKernel *kernel) { first_of(kernel, IR_isub)->precise = true; }
static void address_component(IrKernel *kernel) { first_of(kernel, IR_store_struct)->component = 1; }
static void end_with_less(IrKernel *kernel) { ir_remove_operand(first_of(kernel, IR_break), 0); }

static void bound_operand(IrKernel *kernel)
{
    IrInstr *store = first_of(kernel, IR_store_struct);
    store->operand_ranges = ARENA_ARRAY(kernel->arena, IrRange, store->operand_count);
    store->operand_ranges[1] = ir_range_unsigned(IR_I32, 0, 9);
}

static void add_variable(IrKernel *kernel)
{
    ir_variable_new(kernel, "a", IR_LOCAL, ir_scalar(IR_I32), 4, SOURCE_NOWHERE);
}

static void leave_resource(IrKernel *kernel) { kernel->resources.count = 0; }

static void number_from_a_hundred_on(IrKernel *kernel)
{
    kernel->next_id += 100;
    EACH_INSTR (kernel->body, instr) {
        instr->id += 100;
        EACH_PHI (instr, phi)
            phi->id += 100;
    }
}

/* Of a pass that says it has changed nothing, and has done this. */
static bool is_seen(const char *body, void (*change)(IrKernel *kernel))
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_body(arena, 8, 8, body);
    PassWitness witness = {0};
    passes_witness_before(&witness, kernel);
    assert_true(passes_witness_agrees(&witness, kernel, &(PassStep){.label = "does nothing"}));
    passes_witness_before(&witness, kernel);
    change(kernel);
    bool agrees = passes_witness_agrees(&witness, kernel, &(PassStep){.label = "test"});
    assert_true(passes_witness_agrees(&witness, kernel, &(PassStep){.label = "test", .changed = true}));
    passes_witness_before(&witness, kernel);
    assert_true(passes_witness_agrees(&witness, kernel, &(PassStep){.label = "does nothing"}));
    arena_drop(arena);
    return !agrees;
}

TEST(whatever_a_pass_changes_it_is_to_say_so)
{
    static void (*const CHANGES[])(IrKernel *kernel) = {
        swap_operands, store_in_the_other_branch, go_before, change_constant, change_operation, change_level,
        change_level_of_result, change_level_of_parameter, change_shape, change_hint, bound_value, bound_operand,
        drop_store, precise, address_component, end_with_less, add_variable, leave_resource};
    for (int i = 0; i < COUNT_OF(CHANGES); i++)
        if (!is_seen(BODY, CHANGES[i]))
            fail_msg("change %d is not seen", i);
}

TEST(ids_alone_are_no_change) { assert_false(is_seen(BODY, number_from_a_hundred_on)); }

TEST(a_pass_is_to_say_that_it_changes_a_kernel_of_thousands_of_instructions)
{
    Text body = {0};
    for (int i = 10; i < 5000; i++)
        text_printf(&body, "%%%d constant i32 = const %d\n", i, i);
    text_printf(&body, "%s", "yield\n");
    assert_true(is_seen(body.bytes, change_constant));
    text_free(&body);
}

/* ---- samples and benches ---- */

static void verify_all(const char *pattern)
{
    glob_t files;
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        Process process = PROCESS_RUN(test_build_path("wavecc"), files.gl_pathv[i], "--verify", "--emit=plan",
                                      "--wave-size=32", "--target=x86-64-v3");
        if (process.status != 1) /* an entry point for waves of other sizes, or none */
            process_expect(&process, 0, files.gl_pathv[i]);
        process_free(&process);
    }
    globfree(&files);
}

SLOW_TEST(passes_say_when_they_change_samples) { verify_all("samples/*/*.hlsl"); }
SLOW_TEST(passes_say_when_they_change_what_benches_race) { verify_all("testsuite/bench/families/*.hlsl"); }
