/* The passes on one kernel, and who looks at it between them: --dump prints it, --diff what changed,
 * --verify judges. */
#include "crash.h"
#include "diff_passes.h"
#include "passes/passes.h"
#include "pipeline_priv.h"

static const char LAST[] = "the last one"; /* of the passes */

enum { MOST_FAULT_LINES = 200 }; /* of a kernel that a pass spoilt */

/* ---- looking ---- */

/* `main wave 32 order random 7 extra 1`, each where it is not the usual. */
static void print_label(Text *out, const IrKernel *kernel)
{
    text_printf(out, "%s wave %d", kernel->name, ir_told_wave_size(kernel));
    if (kernel->order.kind != IR_ORDER_LINEAR)
        text_printf(out, " order %s", ir_order_name(kernel->order.kind));
    if (kernel->order.kind == IR_ORDER_RANDOM)
        text_printf(out, " %u", kernel->order.seed);
    if (kernel->order.extra_waves > 0)
        text_printf(out, " extra %d", kernel->order.extra_waves);
    if (kernel->told_threads[0] > 0)
        text_printf(out, " tiled %u x %u", kernel->threads[0], kernel->threads[1]);
    if (kernel->joined > 0)
        text_printf(out, " joined %d", kernel->joined);
}

static void dump(Pipeline *pipeline, const IrKernel *kernel, const char *label)
{
    const Options *options = pipeline->options;
    const char *wanted = options->dump_after;
    if (!options->dump_all && (wanted == NULL || !passes_label_matches(label, wanted)))
        return;
    text_printf(&pipeline->text, "; after %s: ", label);
    print_label(&pipeline->text, kernel);
    text_printf(&pipeline->text, "\n");
    ir_print(&pipeline->text, kernel, pipeline->sources);
}

static PassExplaining start_explaining(Pipeline *pipeline, const IrKernel *kernel)
{
    const char *label = pipeline->options->explain;
    if (label != NULL) {
        text_printf(&pipeline->text, "; ");
        print_label(&pipeline->text, kernel);
        text_printf(&pipeline->text, "\n");
    }
    return (PassExplaining){label, pipeline->sources, &pipeline->text, pipeline->text.length};
}

static bool tell_fault(Pipeline *pipeline, const IrKernel *kernel, const char *label, const char *fault)
{
    diag_report(pipeline->diagnostics, SOURCE_NOWHERE, DIAG_internal_fault, label, fault);
    ir_print_around(&pipeline->fault, kernel, pipeline->sources, fault, MOST_FAULT_LINES);
    text_printf(&pipeline->fault, "; --verify names the pass, --dump=all prints all of it\n");
    return false;
}

/* Judged in any case: what lower made, and what the last pass left. That takes about one part in
 * fifty of the instructions up to the C; for --verify also what each pass left that says it has changed
 * something, and whether the others have changed nothing. */
static bool verify(Pipeline *pipeline, const IrKernel *kernel, const char *label)
{
    const char *fault = diag_error_count(pipeline->diagnostics) == 0
                          ? ir_verify(pipeline->module, kernel)
                          : NULL;
    return fault == NULL || tell_fault(pipeline, kernel, label, fault);
}

static void witness(void *context, IrKernel *kernel, const PassStep *step)
{
    Pipeline *pipeline = context;
    (void)step;
    if (pipeline->options->verify)
        passes_witness_before(&pipeline->witness, kernel);
}

static bool judge_step(Pipeline *pipeline, const IrKernel *kernel, const PassStep *step)
{
    if (!pipeline->options->verify || diag_error_count(pipeline->diagnostics) > 0)
        return true;
    return passes_witness_agrees(&pipeline->witness, kernel, step)
               ? !step->changed || verify(pipeline, kernel, step->label)
               : tell_fault(pipeline, kernel, step->label, "it has changed the kernel, and says that it has not");
}

static bool verify_after_pass(void *context, IrKernel *kernel, const PassStep *step)
{
    crash_note(step->label);
    return judge_step(context, kernel, step);
}

/* NULL: nobody asks. */
static PassDiff *start_diff(Pipeline *pipeline, IrKernel *kernel)
{
    Text name = {0};
    if (pipeline->options->diff == NULL)
        return NULL;
    print_label(&name, kernel);
    const char *kept = arena_copy_text(pipeline->module, name.bytes, name.length);
    text_free(&name);
    return pass_diff_new(pipeline->module, kernel, pipeline->sources, kept);
}

static bool tells_of_changes(const Pipeline *pipeline, const PassStep *step)
{
    return pipeline->options->diff != NULL && passes_label_matches(step->label, pipeline->options->diff);
}

static void end_diff(Pipeline *pipeline)
{
    if (pipeline->diff != NULL)
        pass_diff_end(pipeline->diff, &pipeline->text, pipeline->options->diff);
    pipeline->diff = NULL;
}

static void look_before_pass(void *context, IrKernel *kernel, const PassStep *step)
{
    const Pipeline *pipeline = context;
    if (tells_of_changes(pipeline, step))
        pass_diff_before(pipeline->diff);
    witness(context, kernel, step);
}

static bool look_after_pass(void *context, IrKernel *kernel, const PassStep *step)
{
    Pipeline *pipeline = context;
    crash_note(step->label);
    dump(context, kernel, step->label);
    if (tells_of_changes(pipeline, step))
        pass_diff_after(pipeline->diff, &pipeline->text, step->label);
    return judge_step(pipeline, kernel, step);
}

/* ---- the kernel before its passes, for the evaluator ---- */

/* As emitted kernels run (runtime/include/wcc_denormals.h). */
static bool flushes_denormals(const Pipeline *pipeline, const IrKernel *kernel)
{
    const Options *options = pipeline->options;
    return !ir_has_doubles(kernel) && !options->strict_fp && !options->keeps_denormals;
}

/* The passes change kernels in place. */
static const IrKernel *copy_kernel(const Pipeline *pipeline, const IrKernel *kernel)
{
    IrKernel *copy = ir_copy_kernel(pipeline->module, kernel);
    copy->flushes_denormals = flushes_denormals(pipeline, kernel);
    return copy;
}

/* ---- the kernel as the source has it, for --emit=reflection, --emit=report and --mpi ---- */

static PassList find_passes(Arena *arena, const char *const *names, int count)
{
    const Pass **items = ARENA_ARRAY(arena, const Pass *, count);
    for (int i = 0; i < count; i++)
        items[i] = passes_find(slice_of(names[i]));
    return (PassList){items, count};
}

/* Without what nothing uses, with the levels and ranges of what is left; nothing in it is for the
 * machine. A kernel in its final form stays as it is. */
static const IrKernel *simplified(const Pipeline *pipeline, const IrKernel *kernel)
{
    static const char *const NAMES[] = {"split_variables", "promote", "simplify", "unroll",
                                        "merge", "drop_dead", "uniformity", "ranges"};
    IrKernel *copy = ir_copy_kernel(pipeline->module, kernel);
    PassList list = find_passes(pipeline->module, NAMES, COUNT_OF(NAMES));
    PassOptions options = {.diagnostics = diag_new(pipeline->module, pipeline->sources),
                           .optimisation = 1, .only = &list};
    if (!ir_contains_op(copy->body, IR_wave_loop))
        passes_run(copy, &options, NULL);
    return copy;
}

static bool tells_sharing(const Options *options)
{
    return options->shares_groups || options->emit == EMIT_REPORT ||
           options->emit == EMIT_REPORT_JSON;
}

/* Checks and schedules look at memory as it changes. */
static bool may_copy_resources(const Options *options)
{
    return options->optimisation > 0 && options->checks == 0 && !options->schedules && !options->traces;
}

static void find_sharing(Pipeline *pipeline, IrKernel *kernel)
{
    const Options *options = pipeline->options;
    bool has_updates = may_copy_resources(options) && passes_update_resources(kernel);
    if (!tells_sharing(options) && !has_updates)
        return;
    const struct IrSharing *sharing = passes_find_sharing(pipeline->module, simplified(pipeline, kernel));
    kernel->sharing = tells_sharing(options) ? sharing : NULL;
    kernel->updates = has_updates ? passes_find_updates(pipeline->module, sharing) : NULL;
}

/* ---- groups that run several at a time ---- */

/* Where one looks at groups, or at the kernel between its passes, they stay as the source has them.
 */
static bool may_join(const Options *options)
{
    return options->optimisation > 0 && !options->separate_groups && !options->schedules &&
           !options->tests && !options->coverage && !options->traces && options->checks == 0 && options->run == NULL;
}

/* A debugger shows threads as the source has them. */
static bool may_tile(const Options *options) { return may_join(options) && !options->debug; }

/* A debugger shows these, and reports tell what kernels take as the source has them. */
static bool may_narrow(const Options *options)
{
    return !options->debug && options->emit != EMIT_REPORT && options->emit != EMIT_REPORT_JSON;
}

/* What one looks at to learn of waves of that size. */
static bool is_view(const Options *options)
{
    static const bool VIEWS[EMIT_SHARED + 1] = {[EMIT_UNIFORMITY] = true, [EMIT_REPORT] = true,
                                                [EMIT_REPORT_JSON] = true, [EMIT_DOT] = true, [EMIT_HTML] = true};
    return VIEWS[options->emit];
}

/* Nor do registers hold as many values as are alive then. Who asks for -O3 waits for it: one chain of operations is faster
 * four at a time. */
static bool is_too_large(const Options *options, const IrKernel *kernel)
{
    return options->optimisation < 3 && passes_is_large(kernel, options_lanes(options));
}

/* Where nobody can tell, lanes are threads in the order in which memory likes them. */
static bool put_threads_in_rows(Pipeline *pipeline, IrKernel *kernel)
{
    const Options *options = pipeline->options;
    if (!may_tile(options))
        return true;
    if (options->lane_orders.count == 0)
        passes_put_quads_in_rows(kernel);
    IrKernel *tiled = passes_tile_groups(pipeline->module, kernel, options_lanes(options));
    if (tiled == NULL)
        return true;
    *kernel = *tiled;
    dump(pipeline, kernel, "tile_groups");
    return verify(pipeline, kernel, "tile_groups");
}

/* By what they make of their number; NULL: they stay as they are. */
static IrKernel *divide_threads(Pipeline *pipeline, const IrKernel *kernel)
{
    IrKernel *channels = passes_take_channels(pipeline->module, kernel);
    return channels != NULL ? channels : passes_go_by_rows(pipeline->module, kernel);
}

/* Of passes that what they find wrong is told of elsewhere. */
static PassOptions spare_options(const Pipeline *pipeline)
{
    return (PassOptions){.diagnostics = diag_new(pipeline->module, pipeline->sources),
                         .adds_in_any_order = options_contract(pipeline->options),
                         .lanes = options_lanes(pipeline->options),
                         .optimisation = pipeline->options->optimisation};
}

/* NULL: none, or it came to nothing. What is wrong with it has been told of the kernel itself. */
static IrKernel *optimise_joined(Pipeline *pipeline, IrKernel *kernel)
{
    PassOptions options = spare_options(pipeline);
    PassHook hook = {.before = witness, .after = verify_after_pass, .context = pipeline};
    if (kernel == NULL || !verify(pipeline, kernel, "join_groups"))
        return NULL;
    bool is_whole = passes_run(kernel, &options, &hook) && verify(pipeline, kernel, LAST);
    return is_whole ? kernel : NULL;
}

/* ---- the passes ---- */

bool optimise(Pipeline *pipeline, IrKernel *kernel)
{
    const Options *options = pipeline->options;
    PassOptions pass_options = {.diagnostics = pipeline->diagnostics, .checks = options->checks,
                                .watches_stores = options->schedules,
                                .adds_in_any_order = options_contract(options), .lanes = options_lanes(options), .keeps_shared = options->debug,
                                .optimisation = options->optimisation, .only = options->run};
    PassExplaining explaining = start_explaining(pipeline, kernel);
    if (options->explain != NULL)
        pass_options.explaining = &explaining;
    PassHook hook = {.before = look_before_pass, .after = look_after_pass, .context = pipeline};
    PipelineKernel kept = {.kernel = kernel};
    if (pipeline->kept != NULL)
        kept.lowered = copy_kernel(pipeline, kernel);
    if (options->emit == EMIT_REFLECTION)
        vec_push(pipeline->module, &pipeline->reflected, simplified(pipeline, kernel));
    find_sharing(pipeline, kernel);
    if (may_tile(options) && !is_view(options)) {
        IrKernel *without_copies = passes_read_copied_tiles(pipeline->module, kernel);
        if (without_copies != NULL)
            *kernel = *without_copies;
        passes_fill_vectors(kernel, options_lanes(options));
        PassOptions spare = spare_options(pipeline);
        passes_take_one_wave(kernel, options_lanes(options), &spare);
    }
    dump(pipeline, kernel, "lower");
    if (!verify(pipeline, kernel, "lower"))
        return false;
    IrKernel *joined = may_tile(options)
                           ? passes_join_columns(pipeline->module, kernel, options_lanes(options))
                           : NULL;
    if (joined == NULL && !put_threads_in_rows(pipeline, kernel))
        return false;
    IrKernel *by_quotients = may_tile(options) && may_narrow(options) && !is_view(options)
                                 ? divide_threads(pipeline, kernel)
                                 : NULL;
    if (by_quotients != NULL)
        joined = by_quotients;
    if (joined == NULL && may_join(options))
        joined = passes_join_groups(pipeline->module, kernel, options_lanes(options));
    if (joined != NULL && !options->dump_all) /* a kernel of its own, in no row of passes */
        dump(pipeline, joined, "join_groups");
    if (joined == NULL && may_tile(options) && may_narrow(options)) {
        passes_fit_wave(kernel);
        passes_fit_rows(kernel, options_lanes(options));
        passes_block_rows(kernel, options_lanes(options));
        passes_pad_rows(kernel, options_lanes(options));
    }
    kernel->runs_left_over = joined != NULL;
    IrKernel *narrow = may_join(options) && may_narrow(options)
                           ? passes_narrow_waves(pipeline->module, kernel, options_lanes(options))
                           : NULL;
    IrKernel *left_over = by_quotients != NULL && by_quotients->joined > 1 ? narrow : NULL;
    if (joined != NULL && by_quotients == NULL && may_narrow(options))
        left_over = passes_leave_over(pipeline->module, kernel, options_lanes(options));
    pipeline->diff = start_diff(pipeline, kernel);
    bool is_whole = passes_run(kernel, &pass_options, &hook) && verify(pipeline, kernel, LAST);
    end_diff(pipeline);
    if (!is_whole)
        return false;
    bool is_large = is_too_large(options, kernel);
    joined = is_large && narrow != NULL ? NULL : optimise_joined(pipeline, joined);
    is_large |= joined != NULL && is_too_large(options, joined);
    narrow = is_large ? optimise_joined(pipeline, narrow) : NULL;
    joined = narrow == NULL ? joined : NULL;
    left_over = narrow == NULL ? optimise_joined(pipeline, left_over) : narrow;
    if (pipeline->kept != NULL) {
        kernel->flushes_denormals = kept.lowered->flushes_denormals;
        vec_push(pipeline->module, &pipeline->kept->kernels, kept);
    }
    vec_push(pipeline->module, &pipeline->kernels, kernel);
    vec_push(pipeline->module, &pipeline->joined, joined);
    vec_push(pipeline->module, &pipeline->left_over, left_over);
    note_time(pipeline, "passes");
    return true;
}

/* ---- behind them ---- */

static bool is_in_wave_loop(const IrInstr *instr)
{
    return ir_wave_loop_around(instr) != NULL;
}

static bool is_formed(Pipeline *pipeline, const IrKernel *kernel)
{
    const IrInstr *instr = passes_find_unformed(kernel);
    if (instr == NULL)
        return true;
    const char *where = is_in_wave_loop(instr) ? "inside a" : "outside every";
    const char *op = op_info(instr->op)->name;
    diag_report(pipeline->diagnostics, instr->pos, DIAG_ir_is_not_formed, kernel->name, op, where);
    return false;
}

/* The passes of pass.def end in this form; a choice of them need not. */
bool are_formed(Pipeline *pipeline)
{
    bool is_in_doubt = pipeline->options->run != NULL || pipeline->options->verify, formed = true;
    for (int i = 0; is_in_doubt && i < pipeline->kernels.count; i++)
        formed &= is_formed(pipeline, pipeline->kernels.items[i]);
    return formed;
}
