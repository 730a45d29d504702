/* The compiler as a list of stages: the only place where they meet.
 *
 *   text -> tokens -> tree -> (for each entry point and wave size: typed tree -> IR -> passes) -> C -> cc
 *
 * Lifetimes: `source` holds names, files and diagnostics to the end; `ast` the tokens and the tree;
 * `module` typed trees, IR and reflection of all kernels; `scratch` is dropped after each pass. The tree
 * is checked anew for every entry point and wave size, since GroupGetWaveCount() is a constant of both. */
#include "pipeline.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "check/check.h"
#include "compile_c.h"
#include "dependencies.h"
#include "emit/emit.h"
#include "lower/lower.h"
#include "passes/passes.h"
#include "report/report.h"
#include "syntax/syntax.h"

typedef struct Pipeline {
    const Options *options;
    Arena *source, *ast, *module;
    Names *names;
    Sources *sources;
    Diagnostics *diagnostics;
    AstUnit *unit;
    VEC(EmitEntry) entries;
    IrReflection reflection;
    Text text; /* what --emit prints */
    PipelineModule *kept;
    struct timespec started;
} Pipeline;

/* ---- times ---- */

static void note_time(Pipeline *pipeline, const char *stage)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double milliseconds = (double)(now.tv_sec - pipeline->started.tv_sec) * 1e3 + (double)(now.tv_nsec - pipeline->started.tv_nsec) * 1e-6;
    if (pipeline->options->time)
        fprintf(stderr, "%-24s %8.2f ms\n", stage, milliseconds);
    clock_gettime(CLOCK_MONOTONIC, &pipeline->started);
}

/* ---- front end ---- */

static TokenList *read_tokens(Pipeline *pipeline)
{
    const char *error = "";
    const SourceFile *file = sources_load(pipeline->sources, pipeline->options->input, SOURCE_NOWHERE, &error);
    if (file == NULL) {
        diag_report(pipeline->diagnostics, SOURCE_NOWHERE, DIAG_cannot_read_file, pipeline->options->input, error);
        return NULL;
    }
    SyntaxContext context = {pipeline->ast, pipeline->names, pipeline->sources, pipeline->diagnostics, &pipeline->options->syntax};
    TokenList *tokens = syntax_preprocess(&context, file);
    note_time(pipeline, "preprocess");
    return tokens;
}

static bool parse(Pipeline *pipeline, const TokenList *tokens)
{
    SyntaxContext context = {pipeline->ast, pipeline->names, pipeline->sources, pipeline->diagnostics, &pipeline->options->syntax};
    pipeline->unit = syntax_parse(&context, tokens);
    note_time(pipeline, "parse");
    return diag_error_count(pipeline->diagnostics) == 0;
}

/* As C compilers do: a -Wno- for warnings that other compilers have is no reason to warn. */
static void set_group(Diagnostics *diagnostics, const GroupOption *option)
{
    bool is_error = option->choice == CHOICE_ERROR || option->choice == CHOICE_NO_ERROR;
    bool enabled = option->choice == CHOICE_ON || option->choice == CHOICE_ERROR;
    bool is_known = is_error ? diag_set_group_errors(diagnostics, option->group, enabled) : diag_set_group(diagnostics, option->group, enabled);
    const char *nearest = is_known ? NULL : diag_nearest_group(option->group);
    if (nearest != NULL)
        diag_report(diagnostics, SOURCE_NOWHERE, DIAG_unknown_group_did_you_mean, option->argument, nearest);
    else if (!is_known && enabled)
        diag_report(diagnostics, SOURCE_NOWHERE, DIAG_unknown_group, option->argument);
}

static void set_up_diagnostics(Pipeline *pipeline)
{
    const Options *options = pipeline->options;
    diag_set_warnings_as_errors(pipeline->diagnostics, options->warnings_as_errors);
    if (options->extra_warnings)
        diag_set_extra_warnings(pipeline->diagnostics, true);
    for (int i = 0; i < options->groups.count; i++)
        set_group(pipeline->diagnostics, &options->groups.items[i]);
    for (int i = 0; i < options->ignored.count; i++)
        diag_report(pipeline->diagnostics, SOURCE_NOWHERE, DIAG_option_ignored, options->ignored.items[i]);
}

/* ---- one kernel ---- */

/* What an entry point is compiled for, once each. */
typedef struct Variant {
    int wave_size;
    IrLaneOrder order;
    bool default_order; /* no --lane-order= was given */
} Variant;

static CheckedProgram *check(Pipeline *pipeline, Name entry, Variant variant)
{
    const Options *options = pipeline->options;
    CheckOptions check_options = {
        .hlsl_version = options->syntax.hlsl_version, .shader_model_major = options->syntax.shader_model_major,
        .shader_model_minor = options->syntax.shader_model_minor, .native_16bit = options->syntax.native_16bit,
        .default_row_major = options->default_row_major, .allow_group_wave_mixing = options->allow_group_wave_mixing,
        .default_hlsl_version = options->default_hlsl_version, .group_wave_index = options->group_wave_index,
        .entry = entry, .wave_size = variant.wave_size, .extra_waves = variant.order.extra_waves, .tests = options->tests,
    };
    CheckContext context = {pipeline->module, pipeline->names, pipeline->diagnostics, &check_options};
    return check_program(&context, pipeline->unit);
}

static void dump(Pipeline *pipeline, const IrKernel *kernel, const char *pass)
{
    const Options *options = pipeline->options;
    if (options->dump_all)
        text_printf(&pipeline->text, "; after %s\n", pass);
    if (options->dump_all || (options->dump_after != NULL && strcmp(options->dump_after, pass) == 0))
        ir_print(&pipeline->text, kernel, pipeline->sources);
}

static void verify(Pipeline *pipeline, const IrKernel *kernel, const char *pass)
{
#ifdef WAVECC_VERIFY
    const char *fault = ir_verify(pipeline->module, kernel);
    if (fault != NULL)
        diag_report(pipeline->diagnostics, SOURCE_NOWHERE, DIAG_internal_fault, pass, fault);
#else
    (void)pipeline, (void)kernel, (void)pass;
#endif
}

static bool run_passes(Pipeline *pipeline, IrKernel *kernel)
{
    verify(pipeline, kernel, "lower");
    dump(pipeline, kernel, "lower");
    for (int i = 0; i < PASS_COUNT && diag_error_count(pipeline->diagnostics) == 0; i++) {
        if (PASSES[i].least_optimisation > pipeline->options->optimisation)
            continue;
        Arena *scratch = arena_new("scratch");
        PassContext context = {kernel, scratch, pipeline->diagnostics, !pipeline->options->strict_fp, pipeline->options->optimisation, pipeline->options->checks};
        PASSES[i].run(&context);
        arena_drop(scratch);
        verify(pipeline, kernel, PASSES[i].name);
        dump(pipeline, kernel, PASSES[i].name);
    }
    ir_renumber(kernel);
    return diag_error_count(pipeline->diagnostics) == 0;
}

/* Quads are 2x2 threads where a kernel uses them and the group's sides are even (Shader Model 6.6). */
static void order_lanes(IrKernel *kernel, Variant variant)
{
    IrLaneOrder order = variant.order;
    if (variant.default_order && ir_contains_op(kernel->body, IR_quad_read))
        order.kind = IR_ORDER_QUAD;
    if (order.kind != IR_ORDER_LINEAR || order.extra_waves > 0)
        ir_order_lanes(kernel, order);
}

static void note_double(void *context, IrInstr *instr)
{
    bool *has_double = context;
    *has_double |= instr->type.scalar == IR_F64;
    for (int i = 0; i < instr->operand_count; i++)
        *has_double |= instr->operands[i]->type.scalar == IR_F64;
}

/* As emitted kernels run (runtime/include/wcc_denormals.h). */
static bool flushes_denormals(const Pipeline *pipeline, const IrKernel *kernel)
{
    bool has_double = false;
    ir_walk(kernel->body, note_double, &has_double);
    return !has_double && !pipeline->options->strict_fp;
}

/* The passes change kernels in place. */
static const IrKernel *copy_kernel(Pipeline *pipeline, const IrKernel *kernel)
{
    Text text = {0};
    const char *error = "";
    ir_print(&text, kernel, NULL);
    IrKernel *copy = ir_read(pipeline->module, pipeline->names, (Slice){text.bytes, text.length}, &error);
    text_free(&text);
    if (copy == NULL)
        diag_report(pipeline->diagnostics, SOURCE_NOWHERE, DIAG_internal_fault, "ir_read", error);
    else
        copy->flushes_denormals = flushes_denormals(pipeline, copy);
    return copy;
}

static const IrKernel *optimise(Pipeline *pipeline, IrKernel *kernel)
{
    PipelineKernel kept = {.kernel = kernel};
    if (pipeline->kept != NULL)
        kept.lowered = copy_kernel(pipeline, kernel);
    if (!run_passes(pipeline, kernel))
        return NULL;
    if (pipeline->kept != NULL)
        vec_push(pipeline->module, &pipeline->kept->kernels, kept);
    return kernel;
}

static bool join_resources(Pipeline *pipeline, const LowerResult *lowered)
{
    const char *what;
    const IrResourceInfo *info = ir_join_reflection(pipeline->module, &pipeline->reflection, &lowered->reflection, &what);
    if (info != NULL)
        diag_report(pipeline->diagnostics, info->pos, DIAG_resource_differs, info->resource->name, what, lowered->kernel->name, lowered->kernel->wave_size);
    return info == NULL;
}

static const IrKernel *make_kernel(Pipeline *pipeline, Name entry, Variant variant)
{
    CheckedProgram *program = check(pipeline, entry, variant);
    note_time(pipeline, "check");
    if (program == NULL)
        return NULL;
    if (pipeline->options->emit == EMIT_TYPED) {
        check_print_program(&pipeline->text, program);
        text_printf(&pipeline->text, "\n");
        return NULL;
    }
    LowerResult lowered = lower_program(pipeline->module, pipeline->diagnostics, program);
    note_time(pipeline, "lower");
    if (lowered.kernel != NULL)
        order_lanes(lowered.kernel, variant);
    if (lowered.kernel == NULL || !join_resources(pipeline, &lowered) || optimise(pipeline, lowered.kernel) == NULL)
        return NULL;
    if (diag_is_enabled(pipeline->diagnostics, DIAG_spills))
        report_performance(pipeline->diagnostics, lowered.kernel, options_lanes(pipeline->options));
    note_time(pipeline, "passes");
    return lowered.kernel;
}

/* ---- all kernels ---- */

/* Twice the machine's vector: enough independent work to hide latencies, few enough registers. */
static int default_wave_size(const Options *options)
{
    int lanes = options_lanes(options);
    return lanes >= 8 ? 32 : 16;
}

/* Those asked for that the entry point's [WaveSize] allows; the one that it prefers, if it is there, goes first. */
static int allowed_wave_sizes(const Options *options, const CheckEntry *entry, int sizes[6])
{
    int count = 0;
    for (int i = 0; i < options->wave_size_count; i++) {
        int size = options->wave_sizes[i];
        if (entry->wave_max != 0 && (size < entry->wave_min || size > entry->wave_max))
            continue;
        if (size == entry->preferred) {
            memmove(sizes + 1, sizes, sizeof *sizes * (size_t)count);
            sizes[0] = size;
        } else
            sizes[count] = size;
        count++;
    }
    return count;
}

/* The sizes to compile an entry point at: those asked for that it allows, all where it allows none (check then says
 * so); or the one it prefers, or the default moved into its range. Gives how many. */
static int choose_wave_sizes(const Options *options, const CheckEntry *entry, int sizes[6])
{
    int count = allowed_wave_sizes(options, entry, sizes), automatic = default_wave_size(options);
    for (int i = 0; count == 0 && i < options->wave_size_count; i++)
        sizes[i] = options->wave_sizes[i];
    if (options->wave_size_count > 0)
        return count > 0 ? count : options->wave_size_count;
    if (entry->wave_max != 0 && automatic > entry->wave_max)
        automatic = entry->wave_max;
    sizes[0] = entry->preferred != 0 ? entry->preferred : automatic < entry->wave_min ? entry->wave_min : automatic;
    return 1;
}

/* Every wave size in every lane order with every number of extra waves; the first is the default. */
static Variant *list_variants(Pipeline *pipeline, const CheckEntry *entry, int *count)
{
    const Options *options = pipeline->options;
    int sizes[6], size_count = choose_wave_sizes(options, entry, sizes);
    int orders = options->lane_orders.count > 0 ? options->lane_orders.count : 1, extras = options->extra_waves.count > 0 ? options->extra_waves.count : 1;
    Variant *variants = ARENA_ARRAY(pipeline->module, Variant, size_count * orders * extras);
    *count = 0;
    for (int order = 0; order < orders; order++)
        for (int extra = 0; extra < extras; extra++)
            for (int i = 0; i < size_count; i++) {
                Variant *variant = &variants[(*count)++];
                *variant = (Variant){.wave_size = sizes[i], .default_order = options->lane_orders.count == 0};
                if (!variant->default_order)
                    variant->order = options->lane_orders.items[order];
                if (options->extra_waves.count > 0)
                    variant->order.extra_waves = options->extra_waves.items[extra];
            }
    return variants;
}

static bool make_entry(Pipeline *pipeline, const CheckEntry *entry)
{
    int count;
    const Variant *variants = list_variants(pipeline, entry, &count);
    const IrKernel **kernels = ARENA_ARRAY(pipeline->module, const IrKernel *, count);
    for (int i = 0; i < count; i++)
        if ((kernels[i] = make_kernel(pipeline, entry->name, variants[i])) == NULL && pipeline->options->emit != EMIT_TYPED)
            return false;
    vec_push(pipeline->module, &pipeline->entries, (EmitEntry){entry->name, kernels, count});
    return diag_error_count(pipeline->diagnostics) == 0;
}

/* The entry point of -E; where it has no numthreads, check reports that. */
static CheckEntry named_entry(Pipeline *pipeline, const CheckEntryList *all)
{
    Name name = names_intern_text(pipeline->names, pipeline->options->entry);
    for (int i = 0; i < all->entries.count; i++)
        if (all->entries.items[i].name == name)
            return all->entries.items[i];
    return (CheckEntry){.name = name};
}

static bool make_kernels(Pipeline *pipeline)
{
    const Options *options = pipeline->options;
    CheckEntryList all = check_find_entries(pipeline->module, pipeline->unit);
    CheckEntry named = options->entry != NULL ? named_entry(pipeline, &all) : (CheckEntry){0};
    if (options->entry != NULL)
        return make_entry(pipeline, &named);
    int count = 0;
    bool made = true;
    for (int i = 0; i < all.entries.count && made; i++)
        if (all.entries.items[i].is_test == options->tests) {
            made = make_entry(pipeline, &all.entries.items[i]);
            count++;
        }
    if (count == 0)
        diag_report(pipeline->diagnostics, SOURCE_NOWHERE, options->tests ? DIAG_no_tests : DIAG_no_entry_point, options->input);
    return made && count > 0;
}

/* ---- output ---- */

static bool emit_c_text(Pipeline *pipeline)
{
    EmitModule module = {.source = pipeline->options->input, .reflection = &pipeline->reflection, .entries = pipeline->entries.items,
                         .entry_count = pipeline->entries.count, .lanes = options_lanes(pipeline->options),
                         .schedules = pipeline->options->schedules, .marks_lines = pipeline->options->debug, .sources = pipeline->sources};
    bool emitted = emit_module(&pipeline->text, pipeline->diagnostics, &module);
    note_time(pipeline, "emit");
    return emitted;
}

static void emit_kernels_text(Pipeline *pipeline)
{
    for (int e = 0; e < pipeline->entries.count; e++)
        for (int v = 0; v < pipeline->entries.items[e].variant_count; v++) {
            const IrKernel *kernel = pipeline->entries.items[e].variants[v];
            if (pipeline->options->emit == EMIT_IR)
                ir_print(&pipeline->text, kernel, pipeline->sources);
            else
                report_uniformity(&pipeline->text, kernel, pipeline->sources);
        }
}

static int write_text(Pipeline *pipeline)
{
    if (pipeline->kept != NULL)
        return EXIT_DONE;
    const char *path = pipeline->options->output;
    FILE *file = path != NULL ? fopen(path, "wb") : stdout;
    if (file != NULL)
        fwrite(pipeline->text.bytes ? pipeline->text.bytes : "", 1, pipeline->text.length, file);
    if (file == NULL || ferror(file) || (path != NULL ? fclose(file) : fflush(file)) != 0) {
        fprintf(stderr, "wavecc: error: cannot write '%s': %s\n", path ? path : "standard output", strerror(errno));
        return EXIT_MACHINE;
    }
    return EXIT_DONE;
}

/* ---- the list ---- */

static int run_stages(Pipeline *pipeline)
{
    const Options *options = pipeline->options;
    bool dumps = options->dump_all || options->dump_after != NULL;
    set_up_diagnostics(pipeline);
    TokenList *tokens = read_tokens(pipeline);
    if (options->dependencies != DEPENDENCIES_NONE && diag_error_count(pipeline->diagnostics) == 0) {
        int status = write_dependencies(options, pipeline->sources);
        if (status != EXIT_DONE || options->dependencies == DEPENDENCIES_ONLY)
            return status;
    }
    if (tokens == NULL || diag_error_count(pipeline->diagnostics) > 0)
        return EXIT_SHADER_ERRORS;
    if (options->emit == EMIT_TOKENS) {
        syntax_print_tokens(&pipeline->text, pipeline->sources, tokens);
        return write_text(pipeline);
    }
    if (options->emit == EMIT_PREPROCESSED) {
        syntax_print_preprocessed(&pipeline->text, pipeline->sources, tokens);
        return write_text(pipeline);
    }
    if (!parse(pipeline, tokens))
        return EXIT_SHADER_ERRORS;
    if (options->emit == EMIT_AST) {
        syntax_print_ast(&pipeline->text, pipeline->unit);
        return write_text(pipeline);
    }
    if (!make_kernels(pipeline))
        return EXIT_SHADER_ERRORS;
    if (dumps || options->emit == EMIT_TYPED)
        return write_text(pipeline);
    if (options->emit == EMIT_IR || options->emit == EMIT_UNIFORMITY) {
        emit_kernels_text(pipeline);
        return write_text(pipeline);
    }
    if (!emit_c_text(pipeline))
        return EXIT_SHADER_ERRORS;
    if (options->emit == EMIT_C)
        return write_text(pipeline);
    int status = compile_c(options, &pipeline->text);
    note_time(pipeline, "C compiler");
    return status;
}

/* A missing or unreadable input is bad usage, not a wrong shader. */
static bool input_is_readable(const Options *options)
{
    return strcmp(options->input, "-") == 0 || access(options->input, R_OK) == 0;
}

static Pipeline new_pipeline(const Options *options, PipelineModule *kept)
{
    Pipeline pipeline = {.options = options, .kept = kept};
    pipeline.source = arena_new("source");
    pipeline.ast = arena_new("ast");
    pipeline.module = arena_new("module");
    pipeline.names = names_new(pipeline.source);
    pipeline.sources = sources_new(pipeline.source);
    pipeline.diagnostics = diag_new(pipeline.source, pipeline.sources);
    clock_gettime(CLOCK_MONOTONIC, &pipeline.started);
    return pipeline;
}

static int tell(const Pipeline *pipeline, int status)
{
    const Options *options = pipeline->options;
    bool colour = options->colour == 1 || (options->colour == 2 && isatty(STDERR_FILENO));
    diag_print(pipeline->diagnostics, stderr, options->diagnostics, colour);
    return status == EXIT_SHADER_ERRORS && !input_is_readable(options) ? EXIT_USAGE : status;
}

static PipelineModule keep(const Pipeline *pipeline)
{
    return (PipelineModule){.source = pipeline->source, .ast = pipeline->ast, .module = pipeline->module, .sources = pipeline->sources,
                            .reflection = pipeline->reflection, .text = pipeline->text};
}

int pipeline_run(const Options *options)
{
    Pipeline pipeline = new_pipeline(options, NULL);
    int status = tell(&pipeline, run_stages(&pipeline));
    PipelineModule module = keep(&pipeline);
    pipeline_drop(&module);
    return status;
}

int pipeline_make(const Options *options, PipelineModule *module)
{
    *module = (PipelineModule){0};
    Pipeline pipeline = new_pipeline(options, module);
    int status = tell(&pipeline, run_stages(&pipeline));
    PipelineModule kept = keep(&pipeline);
    kept.kernels = module->kernels;
    *module = kept;
    return status;
}

void pipeline_drop(PipelineModule *module)
{
    text_free(&module->text);
    arena_drop(module->module);
    arena_drop(module->ast);
    arena_drop(module->source);
}

static void list_tests(const Pipeline *pipeline, Arena *arena, PipelineTestList *tests)
{
    CheckEntryList all = check_find_entries(pipeline->module, pipeline->unit);
    for (int i = 0; i < all.entries.count; i++) {
        const CheckEntry *entry = &all.entries.items[i];
        SourcePlace place = sources_place(pipeline->sources, entry->pos);
        PipelineTest test = {arena_copy_text(arena, entry->name, strlen(entry->name)), place.line, entry->wave_min, entry->wave_max};
        if (entry->is_test && strcmp(place.file->path, pipeline->options->input) == 0)
            vec_push(arena, tests, test);
    }
}

int pipeline_find_tests(const Options *options, Arena *arena, PipelineTestList *tests)
{
    Pipeline pipeline = new_pipeline(options, NULL);
    TokenList *tokens = read_tokens(&pipeline);
    bool parsed = tokens != NULL && diag_error_count(pipeline.diagnostics) == 0 && parse(&pipeline, tokens);
    if (parsed)
        list_tests(&pipeline, arena, tests);
    int status = tell(&pipeline, parsed ? EXIT_DONE : EXIT_SHADER_ERRORS);
    PipelineModule module = keep(&pipeline);
    pipeline_drop(&module);
    return status;
}
