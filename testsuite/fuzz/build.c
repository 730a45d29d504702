/* From a kernel to code that runs: passes, emit, the C compiler, a child process. */
#include "fuzz_priv.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile_c.h"
#include "emit/emit.h"
#include "kernel_cache.h"
#include "process.h"
#include "verified_passes.h"
#include "wcc_abi.h"

enum { RUN_SECONDS = 20, COMPILE_SECONDS = 300 };

/* ---- passes ---- */

static const char *diagnostics_text(Arena *arena, Diagnostics *diagnostics)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&bytes, &length);
    diag_print(diagnostics, file, DIAG_FORMAT_TEXT, false);
    fclose(file);
    const char *text = arena_copy_text(arena, bytes, strcspn(bytes, "\n"));
    free(bytes);
    return text;
}

static FuzzVerdict check_meaning(Arena *arena, const FuzzKernel *fuzz, const IrKernel *kernel,
                                 const FuzzMemory *expected, FuzzMemory *actual, const char *when,
                                 const char **why)
{
    const char *error = NULL;
    if (!fuzz_memory_evaluate(actual, arena, fuzz, kernel, &error)) {
        *why = arena_printf(arena, "%s: %s", when, error);
        return FUZZ_WRONG_PASSES;
    }
    const char *difference = fuzz_memory_differ(arena, fuzz, expected, actual);
    if (difference == NULL)
        return FUZZ_SAME;
    *why = arena_printf(arena, "%s: %s", when, difference);
    return FUZZ_WRONG_PASSES;
}

/* What a kernel is held against after its passes, or (FUZZ_EACH_PASS) after each. */
typedef struct Judging {
    Arena *arena;
    const FuzzKernel *fuzz;
    const PassOptions *options;
    PassWitness witness;
    const FuzzMemory *expected;
    FuzzMemory *actual;
    bool each;
    FuzzVerdict verdict;
    const char **why;
} Judging;

static void look_before_pass(void *context, IrKernel *kernel, const PassStep *step)
{
    Judging *judging = context;
    (void)step;
    passes_witness_before(&judging->witness, kernel);
}

static bool judge_pass(void *context, IrKernel *kernel, const PassStep *step)
{
    Judging *judging = context;
    const char *fault = verified_fault(kernel, judging->options, step->label);
    if (diag_error_count(judging->options->diagnostics) > 0) {
        *judging->why = diagnostics_text(judging->arena, judging->options->diagnostics);
        judging->verdict = FUZZ_REFUSED;
    } else if (fault != NULL) {
        *judging->why = arena_copy_text(judging->arena, fault, strcspn(fault, "\n"));
        judging->verdict = FUZZ_WRONG_PASSES;
    } else if (!passes_witness_agrees(&judging->witness, kernel, step)) {
        *judging->why = arena_printf(judging->arena, "%s has changed the kernel, and says that it has not", step->label);
        judging->verdict = FUZZ_WRONG_PASSES;
    } else if (judging->each) {
        judging->verdict = check_meaning(judging->arena, judging->fuzz, kernel, judging->expected,
                                         judging->actual, step->label, judging->why);
    }
    return judging->verdict == FUZZ_SAME;
}

static bool run_judged(Judging *judging, IrKernel *kernel)
{
    PassHook hook = {.before = look_before_pass, .after = judge_pass, .context = judging};
    return passes_run(kernel, judging->options, &hook);
}

static FuzzVerdict run_passes_of_joined(Judging *judging, FuzzKernel *fuzz)
{
    judging->each = false; /* its groups are not those of the expectation */
    if (fuzz->joined != NULL)
        run_judged(judging, fuzz->joined);
    if (fuzz->left_over == NULL || judging->verdict != FUZZ_SAME || !run_judged(judging, fuzz->left_over))
        return judging->verdict;
    return check_meaning(judging->arena, fuzz, fuzz->left_over, judging->expected, judging->actual,
                         "behind all passes, of groups left over", judging->why);
}

/* Of machines of whose vectors a wave is four. */
static int lanes_of(const IrKernel *kernel) { return kernel->wave_size < 16 ? 4 : kernel->wave_size / 4; }

FuzzVerdict fuzz_run_passes(Arena *arena, FuzzKernel *fuzz, FuzzMemory *expected,
                            FuzzMemory *actual, const char **why)
{
    const char *error = NULL;
    IrKernel *kernel = fuzz->kernel;
    if (!fuzz_memory_evaluate(expected, arena, fuzz, kernel, &error)) {
        *why = error;
        return FUZZ_SKIPPED;
    }
    PassOptions options = {.diagnostics = fuzz->diagnostics != NULL ? fuzz->diagnostics : diag_new(arena, sources_new(arena)),
                           .optimisation = fuzz->optimisation,
                           .lanes = lanes_of(kernel)};
    Judging judging = {.arena = arena,
                       .fuzz = fuzz,
                       .options = &options,
                       .expected = expected,
                       .actual = actual,
                       .each = getenv("FUZZ_EACH_PASS") != NULL,
                       .why = why};
    fuzz->joined = passes_join_columns(arena, kernel, lanes_of(kernel));
    IrKernel *tiled = fuzz->joined == NULL ? passes_tile_groups(arena, kernel, lanes_of(kernel)) : NULL;
    if (tiled != NULL) {
        fuzz->kernel = kernel = tiled;
        if (check_meaning(arena, fuzz, kernel, expected, actual, "in tiles", why) != FUZZ_SAME)
            return FUZZ_WRONG_PASSES;
    }
    if (fuzz->joined == NULL)
        fuzz->joined = passes_join_groups(arena, kernel, lanes_of(kernel));
    if (fuzz->joined == NULL) {
        passes_fit_rows(kernel, lanes_of(kernel));
        passes_block_rows(kernel, lanes_of(kernel));
        passes_pad_rows(kernel, lanes_of(kernel));
        if (check_meaning(arena, fuzz, kernel, expected, actual, "in padded rows", why) != FUZZ_SAME)
            return FUZZ_WRONG_PASSES;
    }
    fuzz->left_over = fuzz->joined != NULL ? passes_leave_over(arena, kernel, lanes_of(kernel)) : NULL;
    if (!run_judged(&judging, kernel) ||
        run_passes_of_joined(&judging, fuzz) != FUZZ_SAME)
        return judging.verdict;
    return check_meaning(arena, fuzz, kernel, expected, actual, "behind all passes", why);
}

/* ---- one module for all kernels ---- */

struct FuzzLibrary {
    void *handle;
    const WccModule *module;
    int *entry; /* by kernel */
};

typedef struct Module {
    Arena *arena;
    VEC(EmitEntry) entries;
    VEC(IrResourceInfo) resources;
} Module;

static const char *kind_of(const IrResource *resource)
{
    bool writable = resource->class == IR_UAV;
    switch (resource->shape) {
    case IR_SHAPE_CBUFFER: return "CBUFFER";
    case IR_SHAPE_TYPED: return writable ? "RWBUFFER" : "BUFFER";
    case IR_SHAPE_STRUCT: return writable ? "RWSTRUCTURED" : "STRUCTURED";
    case IR_SHAPE_RAW: return writable ? "RWBYTEADDRESS" : "BYTEADDRESS";
    default: return writable ? "RWTEXTURE2D" : "TEXTURE2D";
    }
}

/* Each kernel has its resources to itself, and FUZZ_ROWS rows. */
static void give_rows(Module *module, IrKernel *kernel)
{
    int first_row = module->entries.count * FUZZ_ROWS;
    for (int i = 0; i < kernel->resources.count; i++) {
        IrResource *resource = kernel->resources.items[i];
        resource->first_row = (uint32_t)first_row + resource->first_row % FUZZ_ROWS;
        resource->index = module->resources.count;
        vec_push(module->arena, &module->resources,
                 (IrResourceInfo){.resource = resource,
                                  .type = "random",
                                  .kind = kind_of(resource),
                                  .register_class = 'u',
                                  .components = 1});
    }
}

/* Files that hold the kernels may all call theirs @k. */
static void give_name(Module *module, FuzzKernel *fuzz)
{
    int same = 0;
    for (int i = 0; i < module->entries.count; i++)
        same += strcmp(module->entries.items[i].name, fuzz->kernel->name) == 0;
    if (same == 0)
        return;
    fuzz->kernel->name = arena_printf(module->arena, "%s_%d", fuzz->kernel->name, module->entries.count);
    if (fuzz->joined != NULL)
        fuzz->joined->name = fuzz->kernel->name;
    if (fuzz->left_over != NULL)
        fuzz->left_over->name = fuzz->kernel->name;
}

/* False: it cannot be compiled; `*why` says what. */
static bool add_kernel(Module *module, FuzzKernel *fuzz, const FuzzTarget *target,
                       const char **why)
{
    Diagnostics *diagnostics = diag_new(module->arena, sources_new(module->arena));
    const Plan **variants = ARENA_ARRAY(module->arena, const Plan *, 2), **joined = variants + 1;
    /* The evaluator keeps denormals where nobody tells it that a kernel flushes them. */
    PlanTarget plan_target = {.lanes = target->lanes, .keeps_denormals = true};
    int before = module->resources.count;
    give_rows(module, fuzz->kernel);
    give_name(module, fuzz);
    variants[0] = plan_new(module->arena, diagnostics, fuzz->kernel, plan_target);
    if (fuzz->joined != NULL)
        joined[0] = plan_new(module->arena, diagnostics, fuzz->joined, plan_target);
    if (joined[0] != NULL && joined[0]->has_scratch) /* as the pipeline has it */
        joined[0] = NULL;
    if (joined[0] != NULL && fuzz->left_over != NULL)
        variants[0] = plan_new(module->arena, diagnostics, fuzz->left_over, plan_target);
    if (variants[0]->has_failed || (joined[0] != NULL && joined[0]->has_failed)) {
        *why = diagnostics_text(module->arena, diagnostics);
        module->resources.count = before;
        return false;
    }
    vec_push(module->arena, &module->entries, (EmitEntry){fuzz->kernel->name, variants, 1, joined});
    return true;
}

static bool write_text(const char *path, const Text *text)
{
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(text->bytes, 1, text->length, file) == text->length;
    return file != NULL && fclose(file) == 0 && written;
}

typedef struct Command {
    const char *words[40];
    int count;
} Command;

static void add_words(Command *command, const char *const *words)
{
    for (; *words != NULL; words++)
        command->words[command->count++] = *words;
}

#define ADD(command, ...) add_words(command, (const char *const[]){__VA_ARGS__, NULL})

static Command command_of(Arena *arena, const FuzzTarget *target)
{
    Command command = {.count = 0};
    bool is_clang = strstr(target->compiler, "clang") != NULL;
    ADD(&command, target->compiler, "-std=gnu11", target->level, "-ffp-contract=off",
        is_clang ? "-fno-strict-overflow" : "-fwrapv", /* as wavecc does */
        "-fno-strict-aliasing", "-fno-math-errno", "-fno-trapping-math", "-w", "-fPIC", "-shared",
        "-Iruntime/include");
    if (strcmp(target->level, "-O0") == 0)
        ADD(&command, "-DWCC_APART");
    if (target->march != NULL)
        ADD(&command, arena_printf(arena, "-march=%s", target->march));
    if (target->lanes == 16 && target->march != NULL && strcmp(target->march, "native") == 0)
        ADD(&command, "-mprefer-vector-width=512", "-mno-avx512fp16");
    if (strstr(target->compiler, "clang") == NULL)
        ADD(&command, "-Wno-psabi", "-mno-red-zone");
    if (target->traps) /* needs no library, so that any process can load it */
        ADD(&command, "-fsanitize=undefined,float-cast-overflow",
            strstr(target->compiler, "clang") != NULL ? "-fsanitize-trap=all"
                                                      : "-fsanitize-undefined-trap-on-error");
    if (target->strict)
        ADD(&command, "-DWCC_STRICT");
    if (target->sanitize)
        ADD(&command, "-fsanitize=address", "-g");
    return command;
}

/* Where the tests keep what they compile; NULL: nowhere, as where the fuzzer draws ever new kernels. */
static const char *find_place(Arena *arena, const FuzzTarget *target, Command command,
                              const Text *text)
{
    const char *asked = getenv("WAVECC_CACHE");
    const char *words[] = {"wavecc", "fuzz.ir", "--emit=c", arena_printf(arena, "--cc=%s", target->compiler)};
    Options options;
    const char *folder = asked != NULL ? kernel_cache_folder(arena, asked) : NULL;
    if (folder == NULL || target->sanitize ||
        options_parse(&options, arena, COUNT_OF(words), (char **)words) != EXIT_DONE)
        return NULL;
    CompileCInputs inputs = compile_c_inputs(arena, &options);
    inputs.words = "";
    inputs.library = NULL;
    for (int i = 0; i < command.count; i++)
        inputs.words = arena_printf(arena, "%s%s\n", inputs.words, command.words[i]);
    return kernel_cache_place_by(arena, folder, EMIT_SHARED, &inputs, text);
}

static const char *run_compiler(Arena *arena, Command command, const Text *text,
                                const char *source, const char *library)
{
    if (!write_text(source, text))
        return "cannot write the C";
    ADD(&command, source, "-o", library, "-lm");
    Process process = process_run(command.words, COMPILE_SECONDS);
    const char *why = NULL;
    if (process.status != 0)
        why = arena_printf(arena, "%s failed: %.2000s", command.words[0], process.err);
    process_free(&process);
    return why;
}

/* NULL, or why there is no library. */
static const char *compile(Arena *arena, const FuzzTarget *target, const Text *text,
                           const char *source, const char *library)
{
    Command command = command_of(arena, target);
    const char *place = find_place(arena, target, command, text);
    if (place != NULL && kernel_cache_take(place, library))
        return NULL;
    const char *why = run_compiler(arena, command, text, source, library);
    if (why == NULL && place != NULL)
        kernel_cache_keep(arena, library, place);
    return why;
}

static const char *open_library(Arena *arena, FuzzLibrary *library, const char *path)
{
    library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library->handle == NULL)
        return arena_printf(arena, "dlopen: %s", dlerror());
    library->module = dlsym(library->handle, "wcc_module");
    return library->module != NULL ? NULL : "there is no wcc_module";
}

FuzzLibrary *fuzz_library_new(Arena *arena, FuzzKernel *const *kernels, FuzzVerdict *verdicts,
                              int count, const FuzzTarget *target, const char *folder,
                              const char **why)
{
    static int number;
    FuzzLibrary *library = ARENA_NEW(arena, FuzzLibrary);
    Module module = {.arena = arena};
    const char *source = arena_printf(arena, "%s/fuzz%ld.c", folder, (long)getpid());
    const char *path = arena_printf(arena, "%s/fuzz%ld-%d.so", folder, (long)getpid(), ++number);
    library->entry = ARENA_ARRAY(arena, int, count);
    for (int i = 0; i < count; i++) {
        if (verdicts[i] != FUZZ_SAME)
            continue;
        library->entry[i] = module.entries.count;
        if (!add_kernel(&module, kernels[i], target, why))
            verdicts[i] = FUZZ_REFUSED;
    }
    IrReflection reflection = {module.resources.items, module.resources.count,
                               (uint32_t)(module.entries.count * FUZZ_ROWS)};
    EmitModule emitted = {.source = "fuzz", .name = "wcc",
                          .reflection = &reflection,
                          .entries = module.entries.items,
                          .entry_count = module.entries.count,
                          .lanes = target->lanes};
    Text text = {0};
    emit_module(&text, &emitted);
    *why = compile(arena, target, &text, source, path);
    if (*why == NULL)
        *why = open_library(arena, library, path);
    text_free(&text);
    unlink(path);
    return *why == NULL ? library : NULL;
}

void fuzz_library_drop(FuzzLibrary *library) { dlclose(library->handle); }

/* ---- running ---- */

static void run_groups(const WccVariant *variant, const FuzzKernel *fuzz,
                       const WccResource *resources, FuzzMemory *memory)
{
    WccDispatch dispatch = {.resources = resources,
                            .groups = {fuzz->groups[0], fuzz->groups[1], fuzz->groups[2]}};
    for (uint32_t z = 0; z < fuzz->groups[2]; z++)
        for (uint32_t y = 0; y < fuzz->groups[1]; y++)
            for (uint32_t x = 0; x < fuzz->groups[0]; x++)
                variant->run(&dispatch, fuzz_memory_scratch(memory, variant->scratch_bytes), x, y,
                             z);
}

static void run_child(const FuzzLibrary *library, int entry, const FuzzKernel *fuzz,
                      FuzzMemory *memory)
{
    WccResource *resources = calloc((size_t)library->module->resource_rows, sizeof *resources);
    for (int i = 0; i < fuzz->row_count; i++) {
        const FuzzRow *row = &fuzz->rows[i];
        if (row->is_bound)
            resources[entry * FUZZ_ROWS + i] = (WccResource){
                memory->data[i], row->width,     row->height,      row->depth,           1,
                row->stride,     row->row_pitch, row->slice_pitch, &memory->counters[i], NULL, 0};
    }
    alarm(RUN_SECONDS);
    run_groups(&library->module->entries[entry].variants[0], fuzz, resources, memory);
    _exit(0);
}

const char *fuzz_library_run(FuzzLibrary *library, Arena *arena, int index, const FuzzKernel *fuzz,
                             FuzzMemory *memory)
{
    int status = 0;
    fuzz_memory_fill(memory, fuzz);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        run_child(library, library->entry[index], fuzz, memory);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return "cannot fork";
    if (WIFSIGNALED(status))
        return arena_printf(arena, "signal %d (%s)", WTERMSIG(status),
                            strsignal(WTERMSIG(status)));
    return WEXITSTATUS(status) == 0 ? NULL
                                    : arena_printf(arena, "exit status %d", WEXITSTATUS(status));
}
