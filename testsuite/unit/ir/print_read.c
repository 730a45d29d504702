/* print -> read -> print is the identity, construct by construct. */
#include "ir_test.h"

#include <stdlib.h>

TEST(declarations_print_as_they_are_read)
{
    expect_identity("kernel @Decls numthreads(16, 16, 1) wave 32 x 8\n"
                    "  cbv $$Globals cbuffer size 64 row 0\n"
                    "  srv $In tex2d<f32x4> row 1\n"
                    "  srv $Odd typed<i16> stride 4 row 2 array 3\n"
                    "  uav $Out struct stride 20 row 5 coherent\n"
                    "  uav $Layers tex2d_array<i32> row 6 index 9\n"
                    "  uav $Bytes raw row 7\n"
                    "  shared $g_minZ f32[7]\n"
                    "  local $weights f32x4[11] group\n"
                    "  local $\"lights[0].colour\" f32x3\n"
                    "  local $\"weights.3\" f32\n"
                    "  wave $acc f32 wave\n"
                    "{\n"
                    "  yield\n"
                    "}\n");
}

TEST(samples_print_as_they_are_read)
{
    expect_identity("kernel @Samples numthreads(4, 1, 1) wave 4 x 1\n"
                    "  srv $Image tex2d<f32x4> row 0\n"
                    "  srv $Sky tex2d_array<f32> row 1 cube\n"
                    "  srv $Smooth sampler row 2 array 2\n"
                    "{\n"
                    "  %0   constant i32 = const 0\n"
                    "  %1   constant f32 = const 0.5\n"
                    "  %2   dispatch f32x4 = sample $Image[%0], $Smooth[%0], %1, %1, %1, %1, %0, %0, %0, %1, %1\n"
                    "  %3   dispatch f32 = sample_compare $Sky[%0], $Smooth[%0], %1, %1, %1, %1, %0, %0, %0, %1, %1, %1\n"
                    "  %4   dispatch f32x4 = gather.blue $Image[%0], $Smooth[%0], %1, %1, %1, %1, %0, %0, %0\n"
                    "  %5   dispatch f32x4 = gather_compare.red $Image[%0], $Smooth[%0], %1, %1, %1, %1, %0, %0, %0, %1\n"
                    "  %6   dispatch f32 = sample_level.clamped $Image[%0], $Smooth[%0], %1, %1, %1, %1, %1, %1, %1, %1, %1\n"
                    "  yield\n"
                    "}\n");
}

TEST(ranges_print_as_they_are_read)
{
    expect_identity("kernel @Ranges numthreads(64, 1, 1) wave 32 x 2\n"
                    "  srv $In typed<i32x2> row 0\n"
                    "  local $a i32[64]\n"
                    "{\n"
                    "  %0   constant i32 = const 0\n"
                    "  %1   constant f32 = const 0.5\n"
                    "  %2   varying  linear(1) i32 [0..63] = group_thread_id.x\n"
                    "  %3   varying  i32 [-8..7] [1..4294967295] = ineg %2\n"
                    "  %4   varying  i32 [0..60] &~3 nuw nsw = iadd %2, %2\n"
                    "  %5   varying  i32 &~255 = ineg %2\n"
                    "  %6   varying  i32 [-8..-1] nsw = ineg %2\n"
                    "  %7   varying  i1 [1..1] = ult %2, %2\n"
                    "  %8   varying  i64 [1..18446744073709551615] = zext %2\n"
                    "  %9   varying  i32 nuw = iadd %2, %2\n"
                    "  %10  varying  f32 [0..255] whole nonan = utof %2\n"
                    "  %11  varying  f32 [-1..] nonan = fneg %1\n"
                    "  %12  varying  f32 [..1] = fneg %1\n"
                    "  %13  varying  f32 whole = ffloor %1\n"
                    "  %14  varying  i32x2 [0..5] = load_typed $In[%0] [%2 [0..6] &~1]\n"
                    "  store_var $a [%2 [0..7]], %2\n"
                    "  ^16 loop (%17 varying i32 [0..9] = %0) {\n"
                    "    break ^16 %17\n"
                    "  } -> %19 varying i32 [0..9]\n"
                    "  yield\n"
                    "}\n");
}

TEST(constants_print_as_they_are_read)
{
    expect_identity("kernel @Constants numthreads(1, 1, 1) wave 4 x 1\n"
                    "{\n"
                    "  %0   constant i32 = const -5\n"
                    "  %1   constant i1 = const true\n"
                    "  %2   constant i1 = const false\n"
                    "  %3   constant i64 = const -9223372036854775808\n"
                    "  %4   constant i16 = const -32768\n"
                    "  %5   constant f32 = const 0.1\n"
                    "  %6   constant f32 = const 3.4028235e+38\n"
                    "  %7   constant f32 = const 1e-45\n"
                    "  %8   constant f32 = const -0.0\n"
                    "  %9   constant f32 = const 0x7fc00001\n"
                    "  %10  constant f32 = const 0xff800000\n"
                    "  %11  constant f64 = const 0.1\n"
                    "  %12  constant f64 = const 0x7ff0000000000000\n"
                    "  %13  constant f16 = const 65504.0\n"
                    "  %14  constant f16 = const 0x7c00\n"
                    "  %15  constant f32 = const 16777216.0\n"
                    "  yield\n"
                    "}\n");
}

TEST(levels_and_shapes_print_as_they_are_read)
{
    expect_identity("kernel @Levels numthreads(32, 1, 1) wave 32 x 1\n"
                    "{\n"
                    "  %0   constant i32 = const 1\n"
                    "  %1   group    i32 = group_id.y\n"
                    "  %2   varying  linear(1) i32 = lane_index\n"
                    "  %3   varying  rows(8, -4) i32 = isub %1, %2\n"
                    "  %4   wave     i32 = wave_index\n"
                    "  %5   dispatch i32 = iadd %0, %0\n"
                    "  yield\n"
                    "}\n");
}

TEST(uniform_values_are_linear_by_zero_without_saying_so)
{
    const char *text = "kernel @Uniform numthreads(8, 1, 1) wave 8 x 1\n"
                       "{\n"
                       "  %0   wave     i32 = wave_index\n"
                       "  yield\n"
                       "}\n";
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_kernel(arena, text);
    assert_int_equal(kernel->body->first->shape.length, 8);
    assert_int_equal(kernel->body->first->shape.stride, 0);
    arena_drop(arena);
    expect_identity(text);
}

TEST(accesses_print_as_they_are_read)
{
    expect_identity("kernel @Accesses numthreads(8, 8, 1) wave 32 x 2\n"
                    "  cbv $Params cbuffer size 64 row 0\n"
                    "  srv $In tex2d<f32x4> row 1\n"
                    "  uav $Out struct stride 16 row 2\n"
                    "  uav $Raw raw row 3\n"
                    "  uav $Typed typed<f32> row 4\n"
                    "  uav $Tex tex3d<i32> row 5\n"
                    "  shared $cache f32x4[288]\n"
                    "  shared $\"cache.1\" i32\n"
                    "{\n"
                    "  %0   constant i32 = const 0\n"
                    "  %1   varying  f32x4 = load_texture $In[%0] [%0, %0, %0, %0]\n"
                    "  %2   varying  f32 = extract.2 %1\n"
                    "  %3   varying  f32 = precise fadd %2, %2\n"
                    "  store_var $cache.3 [%0], %3\n"
                    "  store_var $cache.1 [%0], %2, %3\n"
                    "  %4   varying  f32x2 = load_var $cache.1 [%0]\n"
                    "  %5   varying  i32 = load_var $\"cache.1\" [%0]\n"
                    "  %6   varying  i32 = atomic_var.iadd $\"cache.1\" [%0], %5\n"
                    "  %7   varying  i32 = atomic_var.compare_exchange $\"cache.1\" [%0], %5, %6\n"
                    "  %8   group    i32x3 = load_cbuffer $Params[%0] [%0]\n"
                    "  %9   varying  f32 = load_struct $Out[%0] [%5, %0]\n"
                    "  store_struct $Out[%0] [%5, %0], %9, %3\n"
                    "  %10  varying  i32 = atomic_struct.exchange $Out[%0] [%5, %0], %5\n"
                    "  %11  varying  i64 = load_raw $Raw[%0] [%5]\n"
                    "  store_raw $Raw[%0] [%5], %11\n"
                    "  %12  varying  i32 = atomic_raw.umax $Raw[%0] [%5], %5\n"
                    "  %13  varying  f32 = load_typed $Typed[%0] [%5]\n"
                    "  store_typed $Typed[%0] [%5], %13\n"
                    "  store_texture $Tex[%0] [%0, %0, %0], %5\n"
                    "  %14  varying  i32 = atomic_texture.ixor $Tex[%0] [%0, %0, %0], %5\n"
                    "  %15  varying  i32 = counter +1 $Out[%0]\n"
                    "  %16  varying  i32 = counter -1 $Out[%0]\n"
                    "  %17  dispatch i32 = resource_size.stride $Out[%0]\n"
                    "  yield\n"
                    "}\n");
}

TEST(wave_operations_print_as_they_are_read)
{
    expect_identity("kernel @Waves numthreads(64, 1, 1) wave 32 x 2\n"
                    "{\n"
                    "  %0   varying  i32 = lane_index\n"
                    "  %1   constant i1 = const true\n"
                    "  %2   wave     i32 = wave_reduce.umin %0\n"
                    "  %3   varying  i32 = wave_prefix.imul %0\n"
                    "  %4   wave     i32x4 = wave_ballot %1\n"
                    "  %5   wave     i32 = extract.0 %4\n"
                    "  %6   varying  i32 = wave_multi_prefix.ior %0, %5, %5, %5, %5\n"
                    "  %7   varying  i1 = wave_is_first\n"
                    "  %8   varying  i32 = quad_read.diagonal %0, %0\n"
                    "  %9   varying  i32 = quad_read.lane %0, %0\n"
                    "  barrier\n"
                    "  fence\n"
                    "  yield\n"
                    "}\n");
}

TEST(constructs_print_as_they_are_read)
{
    expect_identity("kernel @Constructs numthreads(64, 1, 1) wave 64 x 1\n"
                    "{\n"
                    "  %0   constant i32 = const 0\n"
                    "  %1   constant i1 = const true\n"
                    "  %2   constant f32 = const 1.0\n"
                    "  ^3 loop (%4 group i32 = %0, %5 varying f32 = %2) [unroll 4] {\n"
                    "    if %1 [branch] {\n"
                    "      break ^3 %5, %4\n"
                    "    } else {\n"
                    "      %8   varying  f32 = fadd %5, %2\n"
                    "      yield %8\n"
                    "    } -> %9 varying f32\n"
                    "    continue ^3 %4, %9\n"
                    "  } -> %10 varying f32, %11 varying linear(3) i32\n"
                    "  ^12 scope {\n"
                    "    if %1 [flatten] {\n"
                    "      break ^12\n"
                    "    }\n"
                    "    if %1 {\n"
                    "      return\n"
                    "    }\n"
                    "    yield\n"
                    "  }\n"
                    "  ^13 loop [unroll] {\n"
                    "    break ^13\n"
                    "  }\n"
                    "  ^14 loop [loop] {\n"
                    "    break ^14\n"
                    "  }\n"
                    "  wave_loop {\n"
                    "    yield\n"
                    "  }\n"
                    "  yield\n"
                    "}\n");
}

TEST(variables_of_one_name_print_apart)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = ir_kernel_new(arena, "Twice", (const uint32_t[]){1, 1, 1}, 4);
    for (int i = 0; i < 3; i++)
        ir_variable_new(kernel, "i", IR_LOCAL, ir_scalar(IR_I32), 1, SOURCE_NOWHERE);
    ir_close_region(kernel, kernel->body);
    char *printed = print_kernel(kernel);
    assert_string_equal(printed, "kernel @Twice numthreads(1, 1, 1) wave 4 x 1\n"
                                 "  local $i i32\n"
                                 "  local $i#2 i32\n"
                                 "  local $i#3 i32\n"
                                 "{\n"
                                 "  yield\n"
                                 "}\n");
    expect_identity(printed);
    free(printed);
    arena_drop(arena);
}

TEST(source_lines_print_where_they_change_and_are_dropped_by_the_reader)
{
    Arena *arena = arena_new("test");
    Sources *sources = sources_new(arena);
    const char *source = "first\nsecond\n";
    const SourceFile *file = sources_add_text(sources, "a.hlsl", source, strlen(source), SOURCE_NOWHERE);
    IrKernel *kernel = ir_kernel_new(arena, "Lines", (const uint32_t[]){1, 1, 1}, 4);
    IrBuilder builder = ir_builder_at_end(kernel, kernel->body);
    builder.pos = file->start;
    ir_const_i32(&builder, 1);
    ir_const_i32(&builder, 2);
    builder.pos = file->start + 7;
    ir_const_i32(&builder, 3);
    ir_close_region(kernel, kernel->body);
    Text text = {0};
    ir_print(&text, kernel, sources);
    assert_string_equal(text.bytes, "kernel @Lines numthreads(1, 1, 1) wave 4 x 1\n"
                                    "{\n"
                                    "  %0   constant i32 = const 1                                            ; a.hlsl:1\n"
                                    "  %1   constant i32 = const 2\n"
                                    "  %2   constant i32 = const 3                                            ; a.hlsl:2\n"
                                    "  yield\n"
                                    "}\n");
    char *again = print_kernel(read_kernel(arena, text.bytes)), *plain = print_kernel(kernel);
    assert_string_equal(again, plain);
    free(again);
    free(plain);
    text_free(&text);
    arena_drop(arena);
}

/* ---- what the reader refuses ---- */

static void expect_refusal(const char *body, const char *message)
{
    Arena *arena = arena_new("test");
    const char *error;
    const char *text = arena_printf(arena, "kernel @Bad numthreads(4, 1, 1) wave 4 x 1\n  local $x i32\n{\n%s\n}\n", body);
    assert_null(ir_read(arena, names_new(arena), slice_of(text), &error));
    assert_string_equal(error, message);
    arena_drop(arena);
}

TEST(reader_names_the_line_of_an_unknown_operation) { expect_refusal("  yield\n  jeeld", "line 5: 'jeeld' is no operation here"); }
TEST(reader_refuses_a_value_before_its_definition) { expect_refusal("  %1 varying i32 = ineg %2", "line 4: %2 is not defined before"); }
TEST(reader_refuses_a_number_given_twice)
{
    expect_refusal("  %1 constant i32 = const 1\n  %1 constant i32 = const 2", "line 5: 1 is defined twice");
}
TEST(reader_refuses_a_constant_of_another_type) { expect_refusal("  %1 constant i32 = const 1.5", "line 4: '1.5' is no i32"); }
TEST(reader_refuses_a_constant_beyond_its_type) { expect_refusal("  %1 constant i16 = const 65536", "line 4: '65536' is no i16"); }
TEST(reader_refuses_what_follows_on_the_line) { expect_refusal("  fence fence", "line 4: unexpected 'fence'"); }
TEST(reader_refuses_a_range_without_values) { expect_refusal("  %1 varying i16 [5..4] = wave_index", "line 4: no i16 is in that range"); }
TEST(reader_refuses_a_range_beyond_its_type) { expect_refusal("  %1 varying i16 [0..65536] = wave_index", "line 4: no i16 is in that range"); }
TEST(reader_refuses_an_unknown_variable)
{
    expect_refusal("  %1 constant i32 = const 1\n  %2 varying i32 = load_var $y [%1]", "line 5: $y is not declared");
}
TEST(reader_refuses_a_missing_brace) { expect_refusal("  if %1 {", "line 4: %1 is not defined before"); }
TEST(reader_refuses_an_unclosed_region) { expect_refusal("  wave_loop {\n  yield", "line 7: expected '}'"); }
TEST(reader_refuses_a_type_of_seventeen_components) { expect_refusal("  %1 varying f32x17 = wave_index", "line 4: 'f32x17' is no type"); }

TEST(reader_survives_every_prefix_of_a_kernel)
{
    const char *text = "kernel @P numthreads(4, 1, 1) wave 4 x 1\n  srv $T tex2d<f32x4> row 1\n  local $\"a b\" f32x2[3] wave\n{\n"
                       "  %0 constant f32 = const -1.5 ; c\n  ^1 loop (%2 varying f32 = %0) [unroll 2] {\n    break ^1 %2\n  } -> %3 wave f32\n  yield\n}\n";
    for (size_t length = 0; length + 1 < strlen(text); length++) {
        Arena *arena = arena_new("test");
        const char *error;
        if (ir_read(arena, names_new(arena), (Slice){text, length}, &error))
            fail_msg("%d bytes are taken for a kernel", (int)length);
        assert_non_null(error);
        arena_drop(arena);
    }
}
