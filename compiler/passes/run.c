/* Running passes: one after another, each with a scratch arena of its own; whoever watches is told after
 * each. */
#include "passes_priv.h"

static bool run_pass(IrKernel *kernel, const PassOptions *options, const PassHook *hook, PassStep *step)
{
    PassContext context = {.kernel = kernel, .scratch = arena_new("scratch"), .diagnostics = options->diagnostics,
                           .optimisation = options->optimisation, .checks = options->checks, .name = step->pass->name};
    if (options->explaining != NULL && passes_label_matches(step->label, options->explaining->label))
        context.explaining = options->explaining;
    step->changed = step->pass->run(&context);
    arena_drop(context.scratch);
    bool goes_on = hook == NULL || hook->after(hook->context, kernel, step);
    return goes_on && diag_error_count(options->diagnostics) == 0;
}

bool passes_run(IrKernel *kernel, const PassOptions *options, const PassHook *hook)
{
    Arena *arena = arena_new("passes");
    PassList list = options->only != NULL ? *options->only : pass_list_all(arena);
    bool done = diag_error_count(options->diagnostics) == 0;
    for (int i = 0; i < list.count && done; i++) {
        PassStep step = {.pass = list.items[i], .label = pass_label(arena, &list, i)};
        if (options->only != NULL || step.pass->least_optimisation <= options->optimisation)
            done = run_pass(kernel, options, hook, &step);
    }
    arena_drop(arena);
    ir_renumber(kernel);
    return done;
}
