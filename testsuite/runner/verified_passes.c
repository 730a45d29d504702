#include "verified_passes.h"

const char *verified_fault(const IrKernel *kernel, const PassOptions *options, const char *label)
{
    if (diag_error_count(options->diagnostics) > 0)
        return NULL;
    const char *wrong = ir_verify(kernel->arena, kernel);
    if (wrong == NULL)
        return NULL;
    Text text = {0};
    ir_print(&text, kernel, NULL);
    const char *fault = arena_printf(kernel->arena, "after %s: %s\n%s", label, wrong, text.bytes);
    text_free(&text);
    return fault;
}

const char *verified_step(const IrKernel *kernel, const PassOptions *options, const PassStep *step)
{
    return step->changed ? verified_fault(kernel, options, step->label) : NULL;
}

typedef struct Watch {
    const PassOptions *options;
    PassWitness witness;
    const char *fault;
} Watch;

static void look(void *context, IrKernel *kernel, const PassStep *step)
{
    Watch *watch = context;
    (void)step;
    passes_witness_before(&watch->witness, kernel);
}

static bool judge(void *context, IrKernel *kernel, const PassStep *step)
{
    Watch *watch = context;
    watch->fault = verified_step(kernel, watch->options, step);
    if (diag_error_count(watch->options->diagnostics) == 0 && !passes_witness_agrees(&watch->witness, kernel, step))
        watch->fault = arena_printf(kernel->arena, "%s has changed the kernel, and says that it has not", step->label);
    return watch->fault == NULL;
}

const char *verified_passes(IrKernel *kernel, const PassOptions *options)
{
    Watch watch = {.options = options, .fault = verified_fault(kernel, options, "lower")};
    if (watch.fault == NULL && passes_run(kernel, options, &(PassHook){.before = look, .after = judge, .context = &watch}))
        watch.fault = verified_fault(kernel, options, "the last pass");
    return watch.fault;
}
