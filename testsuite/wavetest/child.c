/* One job in a process of its own: writes the parts into a folder, builds the kernels, runs the
 * variants, and tells the parent of each when it begins and how it ended. */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "kernel_cache.h"

typedef struct Child {
    Arena *arena;
    Reader reader;
    const Settings *settings;
    const Job *job;
    int pipe;
    const char *scratch;
    Description **descriptions;  /* of each run step */
    Build *builds;               /* [compile step][wave size] */
    const WccModule **modules;   /* the same; NULL: not loaded */
    const WccModule **evaluated; /* the same, for the evaluator */
    FaultList faults;            /* of the variant at hand */
} Child;

/* ---- records ---- */

static void send(const Child *child, RecordKind kind, int variant, Outcome outcome,
                 const char *message)
{
    enum { MOST = 16384 };
    Record record = {kind, variant, (int32_t)outcome, 0};
    char bytes[sizeof record + MOST];
    size_t length = message != NULL ? strlen(message) : 0;
    record.length = (uint32_t)(length < MOST ? length : MOST);
    memcpy(bytes, &record, sizeof record);
    if (record.length > 0)
        memcpy(bytes + sizeof record, message, record.length);
    size_t size = sizeof record + record.length;
    for (size_t at = 0; at < size;) {
        ssize_t written = write(child->pipe, bytes + at, size - at);
        if (written <= 0)
            _exit(EXIT_BAD_USAGE); /* nobody listens any more */
        at += (size_t)written;
    }
}

static void send_all(const Child *child, int first, Outcome outcome, const char *message)
{
    for (int i = first; i < child->job->variant_count; i++)
        send(child, RECORD_END, i, outcome, message);
}

/* ---- parts ---- */

static bool write_part(Child *child, const Part *part)
{
    if (part->name[0] == '/' || strstr(part->name, "..") != NULL)
        return reader_fail(&child->reader, part->line - 1,
                           "a part's name must stay below the test's folder");
    char *path = arena_copy_text(child->arena, part->name, strlen(part->name));
    for (char *slash = path; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "wb");
    bool written =
        file != NULL && fwrite(part->text.text, 1, part->text.length, file) == part->text.length;
    return (file != NULL && fclose(file) == 0 && written) ||
           reader_fail(&child->reader, part->line, "the part '%s' cannot be written", path);
}

/* HLSL parts begin with a #line that names the test, so that the compiler's messages do. */
static bool write_source(Child *child, const Part *part)
{
    Part numbered = *part;
    const char *text = arena_printf(child->arena, "#line %d \"%s\"\n%.*s", part->line,
                                    child->job->shown, (int)part->text.length, part->text.text);
    numbered.text = slice_of(text);
    return write_part(child, &numbered);
}

static bool write_parts(Child *child)
{
    const TestFile *test = child->job->test;
    for (int i = 0; i < test->parts.count; i++) {
        const Part *part = &test->parts.items[i];
        const char *end = strrchr(part->name, '.');
        bool is_source = end != NULL && strcmp(end, ".hlsl") == 0;
        if (!(is_source ? write_source : write_part)(child, part))
            return false;
    }
    return true;
}

static bool describe_all(Child *child)
{
    const TestFile *test = child->job->test;
    child->descriptions = ARENA_ARRAY(child->arena, Description *, test->runs.count);
    for (int i = 0; i < test->runs.count; i++)
        if ((child->descriptions[i] =
                 describe_pipeline(&child->reader, test->runs.items[i].pipeline)) == NULL)
            return false;
    return true;
}

/* ---- kernels ---- */

static void wanted_wave_sizes(const Job *job, bool wanted[WAVE_SIZE_COUNT])
{
    memset(wanted, 0, WAVE_SIZE_COUNT * sizeof *wanted);
    for (int i = 0; i < job->variant_count; i++)
        wanted[job->variants[i].wave] = true;
}

static const WccModule *load(Child *child, Build *build)
{
    void *library = dlopen(build->library, RTLD_NOW | RTLD_LOCAL);
    const WccModule *module = library != NULL ? dlsym(library, "wcc_module") : NULL;
    if (module == NULL) {
        build->outcome = OUTCOME_C_FAILED;
        build->messages = arena_printf(child->arena, "%s", dlerror());
    }
    return module;
}

/* Tells what files the compiler read, but for the test's own parts. */
static void send_files(const Child *child, const PipelineModule *compiled, const char *scratch)
{
    Text files = {0};
    for (int i = 0; compiled->sources != NULL && i < sources_file_count(compiled->sources); i++) {
        char *full = realpath(sources_file(compiled->sources, i)->path, NULL);
        if (full != NULL && strncmp(full, scratch, strlen(scratch)) != 0)
            text_printf(&files, "%s\n", full);
        free(full);
    }
    if (files.length > 0)
        send(child, RECORD_FILES, -1, OUTCOME_PENDING, files.bytes);
    text_free(&files);
}

static void send_threads(const Child *child, const PipelineModule *compiled)
{
    uint32_t most = 0;
    for (int i = 0; i < compiled->kernels.count; i++) {
        uint32_t threads = ir_group_size(compiled->kernels.items[i].kernel);
        most = threads > most ? threads : most;
    }
    send(child, RECORD_THREADS, -1, (Outcome)most, NULL);
}

static Build build_and_load(Child *child, int step, const bool wave_sizes[WAVE_SIZE_COUNT],
                            const WccModule **module)
{
    Build build = build_kernels(child->arena, child->settings, child->job,
                                child->job->test->compiles.items[step], wave_sizes);
    bool is_library = build.outcome == OUTCOME_PASSED && build.library != NULL;
    *module = is_library ? load(child, &build) : NULL;
    return build;
}

/* One build for the wave sizes given. What lies in the cache damaged is made anew. */
static void build_for(Child *child, int step, const bool wave_sizes[WAVE_SIZE_COUNT])
{
    const WccModule *module = NULL, *evaluated = NULL;
    Build build = build_and_load(child, step, wave_sizes, &module);
    if (build.library != NULL && module == NULL && unlink(build.library) == 0)
        build = build_and_load(child, step, wave_sizes, &module);
    send_files(child, build.compiled, child->scratch);
    if (build.outcome == OUTCOME_PASSED)
        send_threads(child, build.compiled);
    if (build.outcome == OUTCOME_PASSED && child->settings->backend & BACKEND_EVALUATOR)
        evaluated = evaluator_module(child->arena, build.compiled);
    for (int i = 0; i < WAVE_SIZE_COUNT; i++)
        if (wave_sizes[i]) {
            child->builds[step * WAVE_SIZE_COUNT + i] = build;
            child->modules[step * WAVE_SIZE_COUNT + i] = module;
            child->evaluated[step * WAVE_SIZE_COUNT + i] = evaluated;
        }
}

/* All wave sizes in one file; where that fails each alone, since the others may be well. */
static void build_step(Child *child, int step)
{
    bool wanted[WAVE_SIZE_COUNT];
    int count = 0;
    wanted_wave_sizes(child->job, wanted);
    build_for(child, step, wanted);
    for (int i = 0; i < WAVE_SIZE_COUNT; i++)
        count += wanted[i];
    for (int i = 0; i < WAVE_SIZE_COUNT && count > 1; i++) {
        bool alone[WAVE_SIZE_COUNT] = {0};
        alone[i] = true;
        if (wanted[i] && child->builds[step * WAVE_SIZE_COUNT + i].outcome != OUTCOME_PASSED)
            build_for(child, step, alone);
    }
}

static void build_all(Child *child)
{
    int count = child->job->test->compiles.count;
    child->builds = ARENA_ARRAY(child->arena, Build, count * WAVE_SIZE_COUNT);
    child->modules = ARENA_ARRAY(child->arena, const WccModule *, count * WAVE_SIZE_COUNT);
    child->evaluated = ARENA_ARRAY(child->arena, const WccModule *, count * WAVE_SIZE_COUNT);
    for (int i = 0; i < count; i++)
        build_step(child, i);
}

/* ---- variants ---- */

/* Told with the rule's line. */
static bool rule_holds(const Child *child, const ResultRule *rule, Text *why)
{
    Text said = {0};
    bool holds = rule_check(rule, &said);
    if (!holds)
        text_printf(why, "%s:%d: %s", child->job->shown, rule->line, said.bytes);
    text_free(&said);
    return holds;
}

static bool check_results(Child *child, int step, Text *why)
{
    const RunStep *run = &child->job->test->runs.items[step];
    const Description *description = child->descriptions[step];
    for (int i = 0; i < description->results.count; i++)
        if (!rule_holds(child, &description->results.items[i], why))
            return false;
    if (!run->has_filecheck)
        return true;
    Text output = {0};
    text_printf(&output, "%s", description_printed(description));
    description_print(&output, description);
    bool matched =
        filecheck(&child->reader, child->job->test, run, (Slice){output.bytes, output.length}, why);
    text_free(&output);
    return matched;
}

static int compile_of(const TestFile *test, const RunStep *run)
{
    int compile = 0;
    while (test->compiles.items[compile] != run->compile)
        compile++;
    return compile;
}

/* One dispatch and its rules. */
static Outcome run_once(Child *child, int step, const Variant *variant, const Kernels *kernels,
                        Text *why)
{
    const Description *description = child->descriptions[step];
    if (find_kernel(kernels->compiled, description->entry, WAVE_SIZES[variant->wave]) == NULL) {
        text_printf(why, "%s:%d: there is no entry point '%s'", child->job->shown,
                    description->entry_line, description->entry);
        return OUTCOME_BAD_TEST;
    }
    Outcome outcome = dispatch_run(kernels, child->descriptions[step], WAVE_SIZES[variant->wave],
                                   variant->workers, why);
    if (outcome != OUTCOME_PASSED)
        return outcome;
    if (check_results(child, step, why))
        return OUTCOME_PASSED;
    if (child->reader.fault != NULL) {
        text_printf(why, "%s", child->reader.fault);
        return OUTCOME_BAD_TEST;
    }
    return OUTCOME_WRONG;
}

static Kernels kernels_at(Child *child, int index, Backend backend)
{
    bool are_evaluated = backend == BACKEND_EVALUATOR;
    const Build *build = &child->builds[index];
    return (Kernels){.module = are_evaluated ? child->evaluated[index] : child->modules[index],
                     .compiled = build->compiled, .are_evaluated = are_evaluated,
                     .checks = build->checks, .faults = &child->faults, .arena = child->arena,
                     .sharing = are_evaluated ? NULL : child->settings->sharing,
                     .library = build->library};
}

/* Runs it once more, elsewhere, and sees that this leaves the same. */
static Outcome compare_with(Child *child, int step, const Variant *variant, const Kernels *other,
                            const Compared *compared, Text *why)
{
    Description *description = child->descriptions[step];
    Arena *arena = arena_new("snapshot");
    Snapshot *first = snapshot_take(arena, description);
    Text others_why = {0};
    Outcome outcome = run_once(child, step, variant, other, &others_why);
    if (outcome != OUTCOME_PASSED)
        text_printf(why, "in %s: %s", compared->other,
                    others_why.bytes != NULL ? others_why.bytes : "");
    else if (!snapshot_agrees(first, description, compared, why))
        outcome = OUTCOME_WRONG;
    text_free(&others_why);
    arena_drop(arena);
    return outcome;
}

static Outcome compare_with_evaluator(Child *child, int step, const Variant *variant,
                                      const Kernels *evaluated, Text *why)
{
    const PipelineKernel *found = find_kernel(
        evaluated->compiled, child->descriptions[step]->entry, WAVE_SIZES[variant->wave]);
    Compared compared = {"compiled C", "the evaluator",
                         found == NULL || kernel_is_exact(found->kernel, child->settings)};
    return compare_with(child, step, variant, evaluated, &compared, why);
}

static const Compared WITH_ONE_PEER = {"what several ranks share", "one process", true};

static Outcome compare_with_one_peer(Child *child, int step, const Variant *variant,
                                     const Kernels *shared, Text *why)
{
    Kernels alone = *shared;
    alone.sharing = NULL;
    return compare_with(child, step, variant, &alone, &WITH_ONE_PEER, why);
}

/* Both with one worker, so that what groups do to each other comes in one order. What cannot be
 * shared out is left: a loop may well run as often as the group before has counted. */
static Outcome run_wide(Child *child, int step, const Variant *variant, const Kernels *shared,
                        Text *why)
{
    Description *description = child->descriptions[step];
    int wave_size = WAVE_SIZES[variant->wave];
    Kernels alone = *shared;
    alone.sharing = NULL;
    Sharing *sharing = shared->sharing;
    sharing->shares_only = true;
    Outcome outcome = dispatch_run(shared, description, wave_size, 1, why);
    sharing->shares_only = false;
    if (outcome != OUTCOME_PASSED || !sharing->was_shared)
        return sharing->was_shared ? outcome : OUTCOME_PASSED;
    Arena *arena = arena_new("snapshot");
    Snapshot *first = snapshot_take(arena, description);
    outcome = dispatch_run(&alone, description, wave_size, 1, why);
    if (outcome == OUTCOME_PASSED && !snapshot_agrees(first, description, &WITH_ONE_PEER, why))
        outcome = OUTCOME_WRONG;
    arena_drop(arena);
    return outcome;
}

/* Where groups race, ranks miss that the last one stores what was there before the dispatch
 * (docs/cluster.md). Then other contents make an end of the difference; else it is a fault. */
static Outcome run_wide_again(Child *child, int step, const Variant *variant,
                              const Kernels *shared, Text *why)
{
    Kernels inverted = *shared;
    Text others_why = {0};
    Outcome outcome = run_wide(child, step, variant, shared, why);
    if (outcome != OUTCOME_WRONG)
        return outcome;
    inverted.inverts = true;
    outcome = run_wide(child, step, variant, &inverted, &others_why);
    text_free(&others_why);
    shared->sharing->races += outcome == OUTCOME_PASSED;
    return outcome == OUTCOME_PASSED ? outcome : OUTCOME_WRONG;
}

/* There is nothing to share in one group, so it runs as several, whatever they leave: over ranks it
 * has to be the same as in one process. What they meet is no fault of the test's. */
static Outcome widen(Child *child, int step, const Variant *variant, const Kernels *shared,
                     Text *why)
{
    static const uint32_t WIDE[3] = {5, 3, 1};
    Description *description = child->descriptions[step];
    uint32_t *groups = description->groups;
    Text said = {0};
    int faults = child->faults.count;
    if (groups[0] * (uint64_t)groups[1] * groups[2] != 1 ||
        variant->workers != child->settings->workers[0])
        return OUTCOME_PASSED;
    memcpy(groups, WIDE, sizeof WIDE);
    Outcome outcome = run_wide_again(child, step, variant, shared, &said);
    for (int axis = 0; axis < 3; axis++)
        groups[axis] = 1;
    child->faults.count = faults;
    if (outcome != OUTCOME_PASSED)
        text_printf(why, "as %u x %u x %u groups: %s", WIDE[0], WIDE[1], WIDE[2],
                    said.bytes != NULL ? said.bytes : "");
    text_free(&said);
    return outcome;
}

static Outcome run_step(Child *child, int step, const Variant *variant, Text *why)
{
    const TestFile *test = child->job->test;
    Backend backend = child->settings->backend;
    int index = compile_of(test, &test->runs.items[step]) * WAVE_SIZE_COUNT + variant->wave;
    Kernels compiled = kernels_at(child, index, BACKEND_C);
    Kernels evaluated = kernels_at(child, index, BACKEND_EVALUATOR);
    if (child->builds[index].outcome != OUTCOME_PASSED) {
        text_printf(why, "%s", child->builds[index].messages);
        return child->builds[index].outcome;
    }
    Outcome outcome =
        run_once(child, step, variant, backend & BACKEND_C ? &compiled : &evaluated, why);
    if (outcome == OUTCOME_PASSED && compiled.sharing != NULL && compiled.sharing->was_shared)
        outcome = compare_with_one_peer(child, step, variant, &compiled, why);
    if (outcome == OUTCOME_PASSED && compiled.sharing != NULL && backend & BACKEND_C)
        outcome = widen(child, step, variant, &compiled, why);
    if (outcome == OUTCOME_PASSED && backend == BACKEND_BOTH &&
        variant->workers == child->settings->workers[0])
        outcome = compare_with_evaluator(child, step, variant, &evaluated, why);
    return outcome;
}

/* ---- unit tests ---- */

/* With both: the evaluator must say the same. */
static Outcome run_unit(Child *child, const Variant *variant, Text *why)
{
    const char *name = child->job->test->unit;
    Backend backend = child->settings->backend;
    const Build *build = &child->builds[variant->wave];
    Kernels compiled = kernels_at(child, variant->wave, BACKEND_C);
    Kernels evaluated = kernels_at(child, variant->wave, BACKEND_EVALUATOR);
    if (build->outcome != OUTCOME_PASSED) {
        text_printf(why, "%s", build->messages);
        return build->outcome;
    }
    Outcome outcome = unit_run(backend & BACKEND_C ? &compiled : &evaluated, name,
                               WAVE_SIZES[variant->wave], variant->workers, why);
    if (backend != BACKEND_BOTH || variant->workers != child->settings->workers[0])
        return outcome;
    Text evaluators_why = {0};
    Outcome other = unit_run(&evaluated, name, WAVE_SIZES[variant->wave], 1, &evaluators_why);
    if (other != outcome)
        text_printf(why, "%scompiled C: %s, but in the evaluator: %s%s%s",
                    why->length > 0 ? "\n" : "", OUTCOMES[outcome].name, OUTCOMES[other].name,
                    evaluators_why.length > 0 ? "\n" : "",
                    evaluators_why.length > 0 ? evaluators_why.bytes : "");
    text_free(&evaluators_why);
    return outcome != OUTCOME_PASSED ? outcome : other;
}

/* What the test's lines say that --check reports. Unit tests, many of which share the file's lines,
 * report nothing. */
static FaultList expected_faults(Child *child, const Variant *variant)
{
    const TestFile *test = child->job->test;
    FaultList expected = {0};
    unsigned checks = 0;
    for (int i = 0; i < test->compiles.count; i++)
        checks |= child->builds[i * WAVE_SIZE_COUNT + variant->wave].checks;
    if (test->unit == NULL)
        faults_expect(child->arena, &expected, test->text, 1, WAVE_SIZES[variant->wave], checks);
    return expected;
}

static void run_variant(Child *child, int index)
{
    const Variant *variant = &child->job->variants[index];
    Text why = {0};
    Outcome outcome = OUTCOME_PASSED;
    child->faults.count = 0;
    send(child, RECORD_BEGIN, index, OUTCOME_PENDING, NULL);
    if (child->job->test->unit != NULL)
        outcome = run_unit(child, variant, &why);
    for (int step = 0; step < child->job->test->runs.count && outcome == OUTCOME_PASSED; step++)
        outcome = run_step(child, step, variant, &why);
    FaultList expected = expected_faults(child, variant);
    if ((outcome == OUTCOME_PASSED || outcome == OUTCOME_WRONG) &&
        !faults_agree(&expected, &child->faults, child->job->shown, &why))
        outcome = OUTCOME_WRONG;
    send(child, RECORD_END, index, outcome, why.bytes);
    text_free(&why);
}

static void save_coverage(const Child *child, const WccModule *module)
{
    WccRuntime *runtime = wcc_new(module, 1);
    int last = child->job->variant_count - 1;
    if (runtime == NULL)
        send(child, RECORD_END, last, OUTCOME_BAD_TEST, "the runtime could not be started");
    else if (wcc_save_coverage(runtime, child->settings->coverage) != WCC_OK)
        send(child, RECORD_END, last, OUTCOME_BAD_TEST, wcc_error(runtime));
    wcc_free(runtime);
}

static void save_all_coverage(const Child *child)
{
    int count = child->job->test->compiles.count * WAVE_SIZE_COUNT;
    for (int i = 0; i < count && child->settings->coverage != NULL; i++)
        if (child->modules[i] != NULL)
            save_coverage(child, child->modules[i]);
}

void child_run(const Settings *settings, const Job *job, int first, int pipe, const char *scratch)
{
    Child child = {.arena = arena_new("child"), .settings = settings, .job = job, .pipe = pipe,
                   .scratch = scratch};
    child.reader = (Reader){child.arena, job->shown, NULL};
    unsetenv("WAVECC_RT_CFLAGS"); /* kernels are loaded, not linked with the runtime */
    if ((job->test->unit == NULL && chdir(scratch) != 0) || !write_parts(&child) ||
        !describe_all(&child)) {
        send_all(&child, first, OUTCOME_BAD_TEST,
                 child.reader.fault != NULL ? child.reader.fault
                                            : "the scratch folder cannot be entered");
    } else {
        build_all(&child);
        for (int i = first; i < job->variant_count; i++)
            run_variant(&child, i);
        save_all_coverage(&child);
    }
    arena_drop(child.arena);
}

/* Where none of so many jobs has something to compile, the others are in the cache, too. */
enum { TRIED = 2 };

static void collect_job(const Settings *settings, Arena *arena, const Job *job, const char *scratch)
{
    Child child = {.arena = arena, .settings = settings, .job = job, .pipe = -1, .scratch = scratch};
    bool wanted[WAVE_SIZE_COUNT];
    child.reader = (Reader){arena, job->shown, NULL};
    bool is_in_place = job->test->unit != NULL || (mkdir(scratch, 0777) == 0 && chdir(scratch) == 0);
    if (!is_in_place || !write_parts(&child))
        return;
    wanted_wave_sizes(job, wanted);
    for (int i = 0; i < job->test->compiles.count; i++)
        build_kernels(arena, settings, job, job->test->compiles.items[i], wanted);
}

void child_prepare(const Settings *settings, Job *const *jobs, int count, const char *scratch)
{
    Arena *arena = arena_new("prepare");
    Settings collecting = *settings;
    const char *made = arena_printf(arena, "%s/made", scratch), *start = realpath(".", NULL);
    collecting.collected = build_collect(arena);
    unsetenv("WAVECC_RT_CFLAGS");
    bool goes_on = start != NULL;
    for (int i = 0; i < count && goes_on; i++) {
        if (jobs[i]->test != NULL && jobs[i]->variant_count > 0 && jobs[i]->variants[0].outcome == OUTCOME_PENDING)
            collect_job(&collecting, arena, jobs[i], arena_printf(arena, "%s/parts-%d", scratch, i));
        goes_on = chdir(start) == 0 && (i + 1 < TRIED || build_has_collected(&collecting));
    }
    if (mkdir(made, 0777) == 0)
        build_collected(arena, &collecting, made);
    free((char *)start);
    arena_drop(arena);
}
