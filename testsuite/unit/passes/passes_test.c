#include "passes_test.h"

IrKernel *passes_test_read(Arena *arena, const char *text)
{
    const char *error = NULL;
    IrKernel *kernel = ir_read(arena, names_new(arena), slice_of(text), &error);
    if (kernel == NULL)
        fail_msg("%s", error);
    return kernel;
}

static const Pass *find_pass(const char *name)
{
    for (int i = 0; i < PASS_COUNT; i++)
        if (strcmp(PASSES[i].name, name) == 0)
            return &PASSES[i];
    return NULL;
}

bool passes_test_run(IrKernel *kernel, const char *pass, Diagnostics *diagnostics)
{
    Arena *scratch = arena_new("test");
    if (diagnostics == NULL)
        diagnostics = diag_new(scratch, sources_new(scratch));
    PassContext context = {.kernel = kernel, .scratch = scratch, .diagnostics = diagnostics, .optimisation = 2};
    assert_non_null(find_pass(pass));
    bool changed = find_pass(pass)->run(&context);
    const char *fault = ir_verify(kernel->arena, kernel);
    arena_drop(scratch);
    if (fault)
        fail_msg("after %s: %s", pass, fault);
    return changed;
}
