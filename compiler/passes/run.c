/* Running passes: one after another, fixed points in turn, each with a scratch arena of its own;
 * whoever watches is told after each. */
#include "ir/range.h"
#include "passes_priv.h"

static bool run_pass(IrKernel *kernel, const PassOptions *options, const PassHook *hook,
                     PassStep *step)
{
    const PassExplaining *explaining = options->explaining;
    PassContext context = {.kernel = kernel, .scratch = arena_new("scratch"),
                           .name = step->pass->name, .diagnostics = options->diagnostics,
                           .checks = options->checks,
                           .watches_stores = options->watches_stores,
                           .adds_in_any_order = options->adds_in_any_order,
                           .lanes = options->lanes,
                           .keeps_shared = options->keeps_shared, .optimisation = options->optimisation};
    if (explaining != NULL && (explaining->label == NULL || passes_label_matches(step->label, explaining->label)))
        context.explaining = explaining;
    ir_forget_ranges(kernel); /* a pass may move what a condition bounds out of it */
    if (hook != NULL && hook->before != NULL)
        hook->before(hook->context, kernel, step);
    step->changed = step->pass->run(&context);
    arena_drop(context.scratch);
    bool goes_on = hook == NULL || hook->after(hook->context, kernel, step);
    return goes_on && diag_error_count(options->diagnostics) == 0;
}

typedef struct Run {
    IrKernel *kernel;
    const PassOptions *options;
    const PassHook *hook;
    PassList list;
    const char **labels; /* of the rows */
    Arena *arena;
} Run;

/* How many rows from `first` on repeat together. */
static int count_together(const Run *run, int first)
{
    const PassList *list = &run->list;
    PassRepeats repeats = list->items[first]->repeats;
    int end = first + 1;
    if (run->options->only != NULL || repeats == ONCE)
        return 1;
    while (end < list->count && list->items[end]->repeats == repeats)
        end++;
    return end - first;
}

typedef enum Outcome { UNCHANGED, CHANGED, ENDED } Outcome;

static Outcome run_row(const Run *run, int row, int turn)
{
    PassStep step = {.pass = run->list.items[row]};
    step.label = pass_label_of_turn(run->arena, run->labels[row], turn);
    if (run->options->only == NULL && step.pass->least_optimisation > run->options->optimisation)
        return UNCHANGED;
    if (!run_pass(run->kernel, run->options, run->hook, &step))
        return ENDED;
    return step.changed ? CHANGED : UNCHANGED;
}

/* In turn, until all others found nothing to do in what one of them left; a pass does its own work
 * in one go. */
static bool run_together(const Run *run, int first, int count)
{
    int settled = 0, most = count > 1 ? MOST_REPEATS * count : 1;
    for (int i = 0; i < most && settled < count; i++) {
        Outcome outcome = run_row(run, first + i % count, i / count + 1);
        if (outcome == ENDED)
            return false;
        settled = outcome == CHANGED ? 1 : settled + 1;
    }
    return true;
}

bool passes_run(IrKernel *kernel, const PassOptions *options, const PassHook *hook)
{
    Run run = {.kernel = kernel, .options = options, .hook = hook, .arena = arena_new("passes")};
    run.list = options->only != NULL ? *options->only : pass_list_all(run.arena);
    run.labels = pass_labels(run.arena, &run.list);
    bool done = diag_error_count(options->diagnostics) == 0;
    for (int i = 0, count; i < run.list.count && done; i += count) {
        count = count_together(&run, i);
        done = run_together(&run, i, count);
    }
    arena_drop(run.arena);
    ir_renumber(kernel);
    return done;
}
