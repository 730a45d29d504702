#include "kernel_test.h"

#include "fuzz.h"

static FuzzRow row_of(const IrResource *resource)
{
    FuzzRow row = {.width = KERNEL_WIDTH, .height = 1, .depth = 1, .stride = resource->stride, .scalar = resource->element.scalar, .is_bound = true};
    if (resource->shape == IR_SHAPE_TEX2D || resource->shape == IR_SHAPE_TEX3D)
        row.height = KERNEL_HEIGHT;
    if (resource->shape == IR_SHAPE_TEX3D || resource->is_array)
        row.depth = KERNEL_DEPTH;
    if (row.scalar == IR_VOID)
        row.scalar = IR_I32;
    if (resource->shape == IR_SHAPE_RAW || resource->shape == IR_SHAPE_CBUFFER)
        row.width *= 16, row.stride = 1;
    row.row_pitch = row.width * row.stride;
    row.slice_pitch = row.row_pitch * row.height;
    row.bytes = row.slice_pitch * row.depth;
    return row;
}

static void run(const char *text, int lanes, bool strict)
{
    static const char *const MARCH[] = {[4] = "x86-64-v2", [8] = "x86-64-v3", [16] = "x86-64-v3"};
    FuzzTarget target = {"clang", MARCH[lanes], "-O1", lanes, false, strict};
    FuzzJob job = {&target, test_folder("emit"), fuzz_memory_new(), fuzz_memory_new()};
    Arena *arena = arena_new("test");
    const char *error = NULL, *why = NULL;
    FuzzKernel fuzz = {.kernel = ir_read(arena, names_new(arena), slice_of(text), &error), .groups = {2, 1, 1}, .optimisation = 2};
    FuzzKernel *kernels[] = {&fuzz};
    FuzzVerdict verdict = FUZZ_SKIPPED;
    if (fuzz.kernel == NULL)
        fail_msg("%s", error);
    fuzz.row_count = fuzz.kernel->resources.count;
    for (int i = 0; i < fuzz.row_count; i++)
        fuzz.rows[i] = row_of(fuzz.kernel->resources.items[i]);
    fuzz_judge(arena, &job, kernels, 1, &verdict, &why);
    if (verdict != FUZZ_SAME)
        fail_msg("%s", why);
    arena_drop(arena);
    fuzz_memory_drop(job.expected);
    fuzz_memory_drop(job.actual);
}

void kernel_test_run(const char *text, int lanes) { run(text, lanes, false); }
void kernel_test_run_strict(const char *text, int lanes) { run(text, lanes, true); }
