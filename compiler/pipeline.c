/* The compiler as a list of stages: the only place where they meet.
 *
 *   text -> tokens -> tree -> (each entry point at each wave size: typed tree -> IR ->) kernels
 *   IR text ------------------------------------------------------------------------> kernels
 *   kernels -> (each: passes -> Plan) -> C -> cc
 *
 * Lifetimes: `source` holds names, files and diagnostics to the end; `ast` the tokens and the tree;
 * `module` typed trees, IR and reflection of all kernels; `scratch` is dropped after each pass. The
 * tree is checked anew for every entry point and wave size, since GroupGetWaveCount() is a constant
 * of both; behind the first only what the entry point calls. */
#include "pipeline_priv.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "code_size.h"
#include "compile_c.h"
#include "dependencies.h"
#include "lower/lower.h"
#include "output.h"
#include "page/page.h"
#include "report/report.h"
#include "version.h"

/* ---- one kernel ---- */

static CheckedProgram *check(Pipeline *pipeline, Name entry, Variant variant)
{
    const Options *options = pipeline->options;
    CheckOptions check_options = {
        .hlsl_version = options->syntax.hlsl_version,
        .shader_model_major = options->syntax.shader_model_major,
        .shader_model_minor = options->syntax.shader_model_minor,
        .legacy = options->legacy,
        .native_16bit = options->syntax.native_16bit,
        .default_row_major = options->default_row_major,
        .allow_group_wave_mixing = options->allow_group_wave_mixing,
        .default_hlsl_version = options->default_hlsl_version,
        .group_wave_index = options->group_wave_index, .entry = entry,
        .wave_size = variant.wave_size, .extra_waves = variant.order.extra_waves,
        .tests = options->tests, .first = pipeline->first_program,
    };
    CheckContext context = {pipeline->module, pipeline->names, pipeline->diagnostics,
                            &check_options};
    return check_program(&context, pipeline->unit);
}

/* A kernel joins a program only with resources that the kernels before it can share. */
static bool join_resources(Pipeline *pipeline, const LowerResult *lowered)
{
    const char *what;
    const IrKernel *kernel = lowered->kernel;
    const IrResourceInfo *info =
        ir_join_reflection(pipeline->module, &pipeline->reflection, &lowered->reflection, &what);
    if (info != NULL)
        diag_report(pipeline->diagnostics, info->pos, DIAG_resource_differs, info->resource->name,
                    what, kernel->name, kernel->wave_size);
    return info == NULL;
}

static bool make_kernel(Pipeline *pipeline, Name entry, Variant variant)
{
    CheckedProgram *program = check(pipeline, entry, variant);
    note_time(pipeline, "check");
    if (program == NULL)
        return false;
    if (pipeline->first_program == NULL)
        pipeline->first_program = program;
    if (pipeline->options->emit == EMIT_TYPED) {
        check_print_program(&pipeline->text, program);
        text_printf(&pipeline->text, "\n");
        return true;
    }
    LowerOptions lower_options = {.marks_points = pipeline->options->coverage != COVERAGE_NONE,
                                  .traces = pipeline->options->traces,
                                  .shows_names = pipeline->options->debug,
                                  .stops = pipeline->options->debug &&
                                           pipeline->options->optimisation == 0};
    LowerResult lowered = lower_program(pipeline->module, pipeline->diagnostics, program,
                                        lower_options);
    note_time(pipeline, "lower");
    if (lowered.kernel == NULL)
        return false;
    order_lanes(lowered.kernel, variant);
    return join_resources(pipeline, &lowered) && optimise(pipeline, lowered.kernel) &&
           keeps_resource_rules(pipeline, lowered.kernel, &lowered.reflection);
}

/* ---- all kernels ---- */

static bool make_entry(Pipeline *pipeline, const CheckEntry *entry)
{
    int count;
    const Variant *variants = variants_of_entry(pipeline->module, pipeline->options, entry, &count);
    for (int i = 0; i < count; i++)
        if (!make_kernel(pipeline, entry->name, variants[i]))
            return false;
    return diag_error_count(pipeline->diagnostics) == 0;
}

static bool are_two(Pipeline *pipeline, const CheckEntry *entry, const CheckEntry *other, DiagId twice)
{
    diag_report(pipeline->diagnostics, entry->pos, twice, entry->name);
    diag_report(pipeline->diagnostics, other->pos, DIAG_declared_here, entry->name);
    return false;
}

/* The entry point of -E, outside of namespaces if it can; where it has no numthreads, check reports
 * that. */
static bool named_entry(Pipeline *pipeline, const CheckEntryList *all, CheckEntry *named)
{
    const CheckEntry *found = NULL, *other = NULL;
    *named = (CheckEntry){.name = names_intern_text(pipeline->names, pipeline->options->entry)};
    for (int i = 0; i < all->entries.count; i++) {
        const CheckEntry *entry = &all->entries.items[i];
        if (entry->name != named->name)
            continue;
        if (found == NULL || (found->in_namespace && !entry->in_namespace)) {
            found = entry;
            other = NULL;
        } else if (entry->in_namespace == found->in_namespace && entry->is_test == found->is_test)
            other = entry;
    }
    if (other != NULL)
        return are_two(pipeline, other, found, DIAG_entries_alike);
    if (found != NULL)
        *named = *found;
    return true;
}

/* Programs know entry points, and tests, by their names, without namespaces. */
bool pipeline_entries_differ(Pipeline *pipeline, const CheckEntryList *all, DiagId twice)
{
    bool is_test = twice == DIAG_test_twice;
    for (int i = 0; i < all->entries.count; i++)
        for (int k = 0; k < i; k++) {
            const CheckEntry *entry = &all->entries.items[i], *other = &all->entries.items[k];
            if (entry->name != other->name || entry->is_test != is_test || other->is_test != is_test)
                continue;
            return are_two(pipeline, entry, other, twice);
        }
    return true;
}

static bool make_kernels_of_tree(Pipeline *pipeline)
{
    const Options *options = pipeline->options;
    CheckEntryList all = check_find_entries(pipeline->module, pipeline->unit);
    CheckEntry named;
    DiagId nothing = options->tests ? DIAG_no_tests : DIAG_no_entry_point;
    if (options->entry != NULL)
        return named_entry(pipeline, &all, &named) && make_entry(pipeline, &named);
    if (!pipeline_entries_differ(pipeline, &all,
                                 options->tests ? DIAG_test_twice : DIAG_entry_twice))
        return false;
    int count = 0;
    bool made = true;
    for (int i = 0; i < all.entries.count && made; i++)
        if (all.entries.items[i].is_test == options->tests) {
            made = make_entry(pipeline, &all.entries.items[i]);
            count++;
        }
    if (count == 0)
        diag_report(pipeline->diagnostics, SOURCE_NOWHERE, nothing, options->input);
    return made && count > 0;
}

static bool make_kernels_of_ir(Pipeline *pipeline, const SourceFile *file)
{
    const char *what;
    IrKernelList kernels = ir_input_kernels(pipeline, file);
    bool made = diag_error_count(pipeline->diagnostics) == 0;
    const IrResourceInfo *info =
        made ? ir_join_numbered(pipeline->module, &pipeline->reflection, &kernels, &what) : NULL;
    if (info != NULL)
        diag_report(pipeline->diagnostics, info->pos, DIAG_ir_resource_differs,
                    info->resource->name, what);
    if (made && info == NULL)
        ir_lines_of_source(pipeline, file, &kernels);
    for (int i = 0; i < kernels.count && made && info == NULL; i++)
        made = optimise(pipeline, kernels.items[i]);
    return made && info == NULL;
}

/* ---- plans ---- */

static const Plan *make_plan(Pipeline *pipeline, Diagnostics *diagnostics, const IrKernel *kernel)
{
    PlanTarget target = {.lanes = options_lanes(pipeline->options),
                         .contracts = options_contract(pipeline->options),
                         .keeps_denormals = pipeline->options->keeps_denormals,
                         .keeps_apart = pipeline->options->optimisation == 0,
                         .is_compared = options_compare(pipeline->options),
                         .watches_stores = pipeline->options->schedules};
    return plan_new(pipeline->module, diagnostics, kernel, target);
}

/* NULL: there is none, or it would take scratch memory for the private arrays of several groups. */
static const Plan *make_joined_plan(Pipeline *pipeline, const IrKernel *kernel)
{
    Diagnostics *told_already = diag_new(pipeline->module, pipeline->sources);
    const Plan *plan = kernel != NULL ? make_plan(pipeline, told_already, kernel) : NULL;
    return plan != NULL && !plan->has_failed && !plan->has_private_scratch ? plan : NULL;
}

/* What is told of speed is of the plan that most groups run by. */
static void plan_kernel(Pipeline *pipeline, int index)
{
    const Plan *plan =
        make_plan(pipeline, pipeline->diagnostics, pipeline->kernels.items[index]);
    const Plan *joined = make_joined_plan(pipeline, pipeline->joined.items[index]);
    if (joined != NULL && joined->kernel->joined == 0) /* of one group */
        plan = joined, joined = NULL;
    bool is_alone = pipeline->joined.items[index] == NULL; /* what is left over may be all groups */
    const IrKernel *narrow = joined != NULL || is_alone ? pipeline->left_over.items[index] : NULL;
    const Plan *left_over = make_joined_plan(pipeline, narrow);
    if (left_over != NULL)
        plan = left_over;
    if (diag_has_remarks(pipeline->diagnostics))
        report_performance(pipeline->diagnostics, joined != NULL ? joined : plan);
    vec_push(pipeline->module, &pipeline->plans, plan);
    vec_push(pipeline->module, &pipeline->joined_plans, joined);
}

/* What a run would report: only that shows whether the line does so. */
static bool is_check_of_lines(Slice name)
{
    for (int i = 0; i < RUN_CHECK_COUNT; i++)
        if (RUN_CHECKS[i].is_of_lines && slice_is(name, RUN_CHECKS[i].name))
            return true;
    return false;
}

/* Behind all that may have been silenced. */
static void judge_silences(Pipeline *pipeline)
{
    if (!marks_are_in(pipeline->sources, "silence"))
        return;
    for (int i = 0; i < pipeline->plans.count; i++)
        EACH_INSTR (pipeline->plans.items[i]->kernel->body, instr)
            if (instr->pos != SOURCE_NOWHERE)
                diag_judge_silences(pipeline->diagnostics, instr->pos, is_check_of_lines);
}

static bool plan_kernels(Pipeline *pipeline)
{
    bool failed = !are_formed(pipeline);
    for (int i = 0; i < pipeline->kernels.count && !failed; i++)
        plan_kernel(pipeline, i);
    for (int i = 0; i < pipeline->plans.count; i++)
        failed |= pipeline->plans.items[i]->has_failed;
    judge_silences(pipeline);
    note_time(pipeline, "plan");
    return !failed && diag_error_count(pipeline->diagnostics) == 0; /* --fail-on */
}

/* ---- output ---- */

EmitModule pipeline_emit_module(const Pipeline *pipeline)
{
    const Options *options = pipeline->options;
    EmitModule module = {.source = options->input, .name = options->module,
                         .reflection = &pipeline->reflection,
                         .lanes = options_lanes(options), .checks = options->checks, .coverage = options->coverage, .schedules = options->schedules,
                         .marks_lines = options->debug, .sources = pipeline->sources};
    module.entries = entries_of_plans(pipeline->module, pipeline, &module.entry_count);
    return module;
}

static int write_header(const char *path, const EmitModule *module)
{
    Text header = {0};
    emit_header(&header, module);
    int status = output_write(path, header.bytes, header.length);
    text_free(&header);
    return status;
}

static void print_kernels(Pipeline *pipeline)
{
    bool is_ir = pipeline->options->emit == EMIT_IR;
    for (int i = 0; i < pipeline->kernels.count; i++)
        (is_ir ? ir_print : report_graph)(&pipeline->text, pipeline->kernels.items[i], pipeline->sources);
}

static void print_reflection(Pipeline *pipeline)
{
    const SyntaxOptions *options = &pipeline->options->syntax;
    ReflectedShader shader = {"wavecc " WAVECC_VERSION, options->shader_model_major,
                              options->shader_model_minor, pipeline->reflected.items,
                              pipeline->reflected.count};
    report_reflection(&pipeline->text, &shader);
}

static void print_plans(Pipeline *pipeline)
{
    bool is_plan = pipeline->options->emit == EMIT_PLAN;
    void (*print)(Text *, const Plan *, const Sources *) = is_plan ? plan_print : report_uniformity;
    for (int i = 0; i < pipeline->plans.count; i++) {
        print(&pipeline->text, pipeline->plans.items[i], pipeline->sources);
        if (pipeline->joined_plans.items[i] != NULL)
            print(&pipeline->text, pipeline->joined_plans.items[i], pipeline->sources);
    }
}

static int write_text(Pipeline *pipeline)
{
    if (pipeline->kept != NULL)
        return EXIT_DONE;
    const Text *text = &pipeline->text;
    return output_write(pipeline->options->output, text->bytes ? text->bytes : "", text->length);
}

static int print_report(Pipeline *pipeline)
{
    const ReportCode *codes;
    int status = code_sizes_find(pipeline, &codes);
    ReportForm form = pipeline->options->emit == EMIT_REPORT ? REPORT_TEXT : REPORT_JSON;
    note_time(pipeline, "C compiler");
    if (status != EXIT_DONE)
        return status;
    report_resources(&pipeline->text, pipeline->plans.items, codes, pipeline->plans.count,
                     pipeline->sources, form);
    return write_text(pipeline);
}

/* True where there is none. */
static bool load_heat(const Pipeline *pipeline, const char **text)
{
    const char *why, *path = pipeline->options->heat;
    const SourceFile *file =
        path != NULL
            ? sources_load(sources_new(pipeline->module), path, SOURCE_NOWHERE, &why)
            : NULL;
    if (path != NULL && file == NULL)
        fprintf(options_messages(pipeline->options), "wavecc: error: %s: %s\n", path, why);
    *text = file != NULL ? file->text : NULL;
    return path == NULL || file != NULL;
}

/* What most groups run by is first of each. */
static void print_page(Pipeline *pipeline, EmitModule *module, const char *heat)
{
    VEC(const Plan *) plans = {0};
    EmitMarks marks = {.arena = pipeline->module};
    Text c = {0};
    EmitModule marked = *module;
    marked.marks = &marks;
    marked.marks_lines = false;
    emit_module(&c, &marked);
    for (int i = 0; i < pipeline->plans.count; i++) {
        vec_push(pipeline->module, &plans, pipeline->joined_plans.items[i]);
        vec_push(pipeline->module, &plans, pipeline->plans.items[i]);
    }
    Page page = {.title = pipeline->options->input, .target = pipeline->options->target->name,
                 .plans = plans.items, .plan_count = plans.count, .sources = pipeline->sources,
                 .c = &c, .marks = &marks, .heat = heat};
    page_print(&pipeline->text, &page);
    text_free(&c);
}

/* ---- the list ---- */

static bool has_errors(const Pipeline *pipeline)
{
    return diag_error_count(pipeline->diagnostics) > 0;
}

static int run_stages(Pipeline *pipeline)
{
    const Options *options = pipeline->options;
    bool is_ir = options->language == LANGUAGE_IR;
    front_end_set_warnings(pipeline);
    const SourceFile *file = front_end_load(pipeline);
    TokenList *tokens = file != NULL && !is_ir ? front_end_tokens(pipeline, file) : NULL;
    if (options->shows_includes)
        show_includes(pipeline->sources);
    const char *overwritten = find_overwritten(options, pipeline->sources);
    if (overwritten != NULL) {
        fprintf(options_messages(options),
                "wavecc: error: '%s' is included; nothing is written over it\n", overwritten);
        return EXIT_USAGE;
    }
    if (options->dependencies != DEPENDENCIES_NONE && !has_errors(pipeline)) {
        int status = write_dependencies(options, pipeline->sources);
        if (status != EXIT_DONE || options->dependencies == DEPENDENCIES_ONLY)
            return status;
    }
    if (has_errors(pipeline))
        return EXIT_SHADER_ERRORS;
    if (options->emit == EMIT_TOKENS) {
        syntax_print_tokens(&pipeline->text, pipeline->sources, tokens);
        return write_text(pipeline);
    }
    if (options->emit == EMIT_PREPROCESSED) {
        syntax_print_preprocessed(&pipeline->text, pipeline->sources, tokens);
        return write_text(pipeline);
    }
    if (!is_ir && !front_end_parse(pipeline, tokens))
        return EXIT_SHADER_ERRORS;
    if (options->emit == EMIT_AST) {
        syntax_print_ast(&pipeline->text, pipeline->unit);
        return write_text(pipeline);
    }
    if (is_ir ? !make_kernels_of_ir(pipeline, file) : !make_kernels_of_tree(pipeline)) {
        if (options_only_look(options)) /* what was dumped before the error */
            write_text(pipeline);
        return EXIT_SHADER_ERRORS;
    }
    if (options_only_look(options) || options->emit == EMIT_TYPED)
        return write_text(pipeline);
    if (options->emit == EMIT_IR || options->emit == EMIT_DOT) {
        print_kernels(pipeline);
        return write_text(pipeline);
    }
    if (options->emit == EMIT_REFLECTION) {
        print_reflection(pipeline);
        return write_text(pipeline);
    }
    if (!plan_kernels(pipeline))
        return EXIT_SHADER_ERRORS;
    if (options->emit == EMIT_PLAN || options->emit == EMIT_UNIFORMITY) {
        print_plans(pipeline);
        return write_text(pipeline);
    }
    if (options->emit == EMIT_REPORT || options->emit == EMIT_REPORT_JSON)
        return print_report(pipeline);
    EmitModule module = pipeline_emit_module(pipeline);
    if (options->emit == EMIT_HTML) {
        const char *heat;
        if (!load_heat(pipeline, &heat))
            return EXIT_USAGE;
        print_page(pipeline, &module, heat);
        return write_text(pipeline);
    }
    if (options->emit == EMIT_HEADER) {
        emit_header(&pipeline->text, &module);
        return write_text(pipeline);
    }
    if (options->header != NULL && write_header(options->header, &module) != EXIT_DONE)
        return EXIT_MACHINE;
    emit_module(&pipeline->text, &module);
    note_time(pipeline, "emit");
    if (options->emit == EMIT_C)
        return write_text(pipeline);
    int status = compile_c(options, &pipeline->text);
    note_time(pipeline, "C compiler");
    return status;
}

/* A missing or unreadable input is bad usage, not a wrong shader. */
static bool input_is_readable(const Options *options)
{
    struct stat status;
    bool is_folder = stat(options->input, &status) == 0 && S_ISDIR(status.st_mode);
    return options->host != NULL || strcmp(options->input, "-") == 0 ||
           (access(options->input, R_OK) == 0 && !is_folder);
}

Pipeline pipeline_new(const Options *options, PipelineModule *kept)
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

/* To -Fe's file; it is made where there is nothing to tell, too. */
static int write_diagnostics(const Pipeline *pipeline, int status)
{
    const Options *options = pipeline->options;
    char *bytes = NULL;
    size_t length = 0;
    FILE *text = open_memstream(&bytes, &length);
    if (text != NULL)
        diag_print(pipeline->diagnostics, text, options->diagnostics, options->colour == 1);
    bool has_room = text != NULL && fclose(text) == 0;
    int written = output_write(options->error_file, bytes, has_room ? length : 0);
    free(bytes);
    return written == EXIT_DONE && has_room ? status : EXIT_MACHINE;
}

int pipeline_tell(const Pipeline *pipeline, int status)
{
    const Options *options = pipeline->options;
    bool colour = options->colour == 1 || (options->colour == 2 && isatty(STDERR_FILENO));
    if (options->error_file != NULL &&
        !is_included_file(pipeline->sources, options->error_file))
        status = write_diagnostics(pipeline, status);
    else
        diag_print(pipeline->diagnostics, options_messages(options), options->diagnostics, colour);
    if (options->host != NULL && options->host->tell != NULL)
        diag_each(pipeline->diagnostics, options->host->tell, options->host->context);
    if (pipeline->fault.bytes != NULL)
        fputs(pipeline->fault.bytes, options_messages(options));
    if (diag_has(pipeline->diagnostics, DIAG_internal_fault))
        return EXIT_INTERNAL;
    return status == EXIT_SHADER_ERRORS && !input_is_readable(options) ? EXIT_USAGE : status;
}

static PipelineModule keep(const Pipeline *pipeline)
{
    return (PipelineModule){.source = pipeline->source, .ast = pipeline->ast,
                            .module = pipeline->module, .sources = pipeline->sources,
                            .reflection = pipeline->reflection, .text = pipeline->text};
}

void pipeline_end(Pipeline *pipeline)
{
    PipelineModule module = keep(pipeline);
    text_free(&pipeline->fault);
    pipeline_drop(&module);
}

int pipeline_run(const Options *options)
{
    Pipeline pipeline = pipeline_new(options, NULL);
    int status = pipeline_tell(&pipeline, run_stages(&pipeline));
    pipeline_end(&pipeline);
    return status;
}

int pipeline_make(const Options *options, PipelineModule *module)
{
    *module = (PipelineModule){0};
    Pipeline pipeline = pipeline_new(options, module);
    int status = pipeline_tell(&pipeline, run_stages(&pipeline));
    PipelineModule kept = keep(&pipeline);
    text_free(&pipeline.fault);
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
