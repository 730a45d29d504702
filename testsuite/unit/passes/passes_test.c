#include "passes_test.h"
#include "verified_passes.h"

IrKernel *passes_test_read(Arena *arena, const char *text)
{
    const char *error = NULL;
    IrKernel *kernel = ir_read(arena, names_new(arena), slice_of(text), &error);
    if (kernel == NULL)
        fail_msg("%s", error);
    return kernel;
}

static bool note_change(void *context, IrKernel *kernel, const PassStep *step)
{
    (void)kernel;
    *(bool *)context |= step->changed;
    return true;
}

bool passes_test_run(IrKernel *kernel, const char *pass, Diagnostics *diagnostics)
{
    Arena *scratch = arena_new("test");
    if (diagnostics == NULL)
        diagnostics = diag_new(scratch, sources_new(scratch));
    const Pass *row = passes_find(slice_of(pass));
    PassOptions options = {.diagnostics = diagnostics, .optimisation = 2, .only = &(PassList){&row, 1}};
    bool changed = false;
    assert_non_null(row);
    passes_run(kernel, &options, &(PassHook){note_change, &changed});
    const char *fault = verified_fault(kernel, &options, pass);
    arena_drop(scratch);
    if (fault)
        fail_msg("%s", fault);
    return changed;
}
