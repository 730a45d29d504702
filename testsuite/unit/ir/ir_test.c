#include "ir_test.h"

#include <stdlib.h>

IrKernel *read_kernel(Arena *arena, const char *text)
{
    const char *error;
    IrKernel *kernel = ir_read(arena, names_new(arena), slice_of(text), &error);
    if (!kernel)
        fail_msg("%s\n%s", error, text);
    return kernel;
}

IrKernel *read_body(Arena *arena, int threads, int wave_size, const char *body)
{
    const char *text = arena_printf(arena,
        "kernel @Test numthreads(%d, 1, 1) wave %d x %d\n"
        "  uav $Out struct stride 4 row 0\n"
        "  cbv $Params cbuffer size 16 row 1\n"
        "  srv $In tex2d<f32x4> row 2\n"
        "  shared $shared i32[8]\n"
        "  local $local f32x4[4]\n"
        "  wave $kept i32\n"
        "{\n"
        "  %%0 constant i32 = const 0\n"
        "  %%1 constant i32 = const 1\n"
        "  %%2 constant i32 = const 2\n"
        "  %%3 constant f32 = const 1.5\n"
        "  %%4 constant i1 = const true\n"
        "  %%9 varying i32 = group_index\n"
        "%s\n"
        "}\n", threads, wave_size, (threads + wave_size - 1) / wave_size, body);
    return read_kernel(arena, text);
}

char *print_kernel(const IrKernel *kernel)
{
    Text text = {0};
    ir_print(&text, kernel, NULL);
    return text.bytes;
}

IrInstr *first_of(const IrKernel *kernel, IrOp op)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->op == op)
            return instr;
    fail_msg("there is no %s", op_info(op)->name);
    return NULL;
}

enum { OUT_COUNT = 64 };

static bool run(Arena *arena, int threads, int wave_size, const char *body, uint32_t out[OUT_COUNT], const char **error)
{
    IrKernel *kernel = read_body(arena, threads, wave_size, body);
    const char *complaint = ir_verify(arena, kernel);
    if (complaint)
        fail_msg("%s", complaint);
    uint32_t counter = 5, params[4] = {10, 20, 30, 40};
    float texels[2][2][4] = {{{1, 2, 3, 4}, {5, 6, 7, 8}}, {{9, 10, 11, 12}, {13, 14, 15, 16}}};
    IrEvalResource resources[] = {
        {.data = (uint8_t *)out, .width = OUT_COUNT, .height = 1, .depth = 1, .mips = 1, .stride = 4, .counter = &counter},
        {.data = (uint8_t *)params, .width = 16},
        {.data = (uint8_t *)texels, .width = 2, .height = 2, .depth = 1, .mips = 1, .stride = 16, .row_pitch = 32, .slice_pitch = 64},
    };
    return ir_evaluate(arena, kernel, resources, (const uint32_t[]){1, 1, 1}, error);
}

void expect_out(int threads, int wave_size, const char *body, const uint32_t *expected, int count)
{
    Arena *arena = arena_new("test");
    uint32_t out[OUT_COUNT] = {0};
    const char *error;
    if (!run(arena, threads, wave_size, body, out, &error))
        fail_msg("%s", error);
    for (int i = 0; i < count; i++)
        if (out[i] != expected[i])
            fail_msg("Out[%d] is %d, not %d", i, (int)out[i], (int)expected[i]);
    arena_drop(arena);
}

void expect_fault(int threads, int wave_size, const char *body, const char *message)
{
    Arena *arena = arena_new("test");
    uint32_t out[OUT_COUNT] = {0};
    const char *error;
    if (run(arena, threads, wave_size, body, out, &error))
        fail_msg("it runs");
    if (!strstr(error, message))
        fail_msg("'%s' has no '%s'", error, message);
    arena_drop(arena);
}

void expect_identity(const char *text)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = read_kernel(arena, text);
    const char *complaint = ir_verify(arena, kernel);
    if (complaint)
        fail_msg("%s", complaint);
    char *printed = print_kernel(kernel);
    assert_string_equal(printed, text);
    free(printed);
    arena_drop(arena);
}

void expect_complaint(const char *body, const char *message)
{
    Arena *arena = arena_new("test");
    const char *complaint = ir_verify(arena, read_body(arena, 4, 4, body));
    if (!complaint)
        fail_msg("it is accepted");
    if (!strstr(complaint, message))
        fail_msg("'%s' has no '%s'", complaint, message);
    arena_drop(arena);
}
