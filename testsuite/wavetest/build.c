/* From a RUN line to a shared object: wavecc's stages in this process, then the C compiler. The
 * shared object is named by what it is made of, so that equal kernels are compiled once, in one run
 * or (with --cache) in many. What clang takes to start is as much as a small kernel takes it, so the
 * kernels of several tests are collected and compiled by one start, before the first of them runs. */
#include <stdlib.h>
#include <unistd.h>

#include "compile_c.h"
#include "child.h"
#include "kernel_cache.h"
#include "pipeline.h"

/* ---- messages ---- */

/* What was written to standard error, a file here, since `from`. */
static const char *messages_since(Arena *arena, off_t from)
{
    Text text = {0};
    char block[4096];
    fflush(stderr);
    for (ssize_t count;
         (count = pread(STDERR_FILENO, block, sizeof block, from + (off_t)text.length)) > 0 &&
         text.length < 65536;)
        text_add(&text, block, (size_t)count);
    const char *kept = arena_copy_text(arena, text.bytes != NULL ? text.bytes : "", text.length);
    text_free(&text);
    return kept;
}

/* ---- command lines ---- */

typedef struct Arguments {
    VEC(const char *) words;
    Arena *arena;
} Arguments;

static void add(Arguments *arguments, const char *word)
{
    vec_push(arguments->arena, &arguments->words, word);
}

static void add_common(Arguments *arguments, const Settings *settings, const Job *job,
                       const char *source)
{
    add(arguments, "wavecc");
    add(arguments, source);
    add(arguments, "--color=never");
    if (job->compiler != NULL)
        add(arguments, arena_printf(arguments->arena, "--cc=%s", job->compiler));
    if (job->target != NULL)
        add(arguments, arena_printf(arguments->arena, "--target=%s", job->target));
    if (settings->coverage != NULL) /* the parts of a .test have no names of their own */
        add(arguments, job->test->unit != NULL ? "--coverage=all" : "--coverage=includes");
    for (int i = 0; i < settings->options.count; i++)
        add(arguments, settings->options.items[i]);
}

static int parse(const Arguments *arguments, Options *options)
{
    return options_parse(options, arguments->arena, arguments->words.count,
                         (char **)arguments->words.items);
}

/* OUTCOME_BAD_TEST: the test's options are wrong. */
static Outcome front_end(Arena *arena, const Settings *settings, const Job *job,
                         const CompileStep *step, const bool wave_sizes[WAVE_SIZE_COUNT],
                         PipelineModule *compiled, unsigned *checks)
{
    Arguments arguments = {.arena = arena};
    Options options;
    const char *sizes = "";
    add_common(&arguments, settings, job, step->source);
    for (int i = 0; i < step->options.count; i++)
        add(&arguments, step->options.items[i]);
    for (int i = 0; i < WAVE_SIZE_COUNT; i++)
        if (wave_sizes[i])
            sizes = arena_printf(arena, "%s%s%d", sizes, *sizes ? "," : "", WAVE_SIZES[i]);
    add(&arguments, arena_printf(arena, "--wave-size=%s", sizes));
    add(&arguments, settings->backend & BACKEND_C ? "--emit=c" : "--emit=ir");
    if (parse(&arguments, &options) != EXIT_DONE)
        return OUTCOME_BAD_TEST;
    options.verify = true;
    *checks = options.checks;
    return pipeline_make(&options, compiled) == EXIT_DONE ? OUTCOME_PASSED : OUTCOME_REJECTED;
}

/* ---- kernels ---- */

typedef struct CollectedKernel {
    Options options;
    Text text;
    const char *library; /* its place in the cache */
} CollectedKernel;

typedef struct Collected {
    VEC(CollectedKernel) items;
} Collected;

Collected *build_collect(Arena *arena) { return ARENA_NEW(arena, Collected); }
bool build_has_collected(const Settings *settings) { return settings->collected->items.count > 0; }

/* In the cache, whole. */
static bool keep(const char *made, const char *library)
{
    return kernel_cache_seal(made) && rename(made, library) == 0;
}

static void collect(Arena *arena, const Settings *settings, const Options *options, const Text *text,
                    const char *library)
{
    Collected *collected = settings->collected;
    CollectedKernel kernel = {*options, {0}, library};
    kernel.options.output = arena_printf(arena, "%s/.%ld-%d.so", settings->cache, (long)getpid(),
                                         collected->items.count);
    text_add(&kernel.text, text->bytes, text->length);
    vec_push(arena, &collected->items, kernel);
}

/* Its path in the cache; NULL: it could not be made. */
static const char *compile_library(Arena *arena, const Settings *settings, const Job *job,
                                   const Text *text, bool is_optimised)
{
    Arguments arguments = {.arena = arena};
    Options options;
    add_common(&arguments, settings, job, "kernels.c");
    add(&arguments, settings->optimisation);
    add(&arguments, "--emit=c");
    if (parse(&arguments, &options) != EXIT_DONE)
        return NULL;
    options.emit = EMIT_SHARED;
    options.is_loaded_here = true;
    options.leaves_as_written = !is_optimised && strstr(compile_c_inputs(arena, &options).name, "clang") != NULL;
    options.cache = NULL; /* what settings->cache has is loaded from there */
    const char *library = kernel_cache_place(arena, settings->cache, &options, text);
    if (kernel_cache_is_whole(library)) {
        kernel_cache_touch(library);
        return library;
    }
    options.headers = settings->headers;
    if (settings->collected != NULL) {
        collect(arena, settings, &options, text, library);
        return library;
    }
    options.output = arena_printf(arena, "%s/.%ld.so", settings->cache, (long)getpid());
    bool is_kept = compile_c(&options, text) == EXIT_DONE && keep(options.output, library);
    kernel_cache_trim(settings->cache);
    return is_kept ? library : NULL;
}

void build_collected(Arena *arena, const Settings *settings, const char *folder)
{
    const Collected *collected = settings->collected;
    int count = collected->items.count;
    CompilePart *parts = ARENA_ARRAY(arena, CompilePart, count);
    for (int i = 0; i < count; i++)
        parts[i] = (CompilePart){&collected->items.items[i].options, &collected->items.items[i].text, false};
    compile_c_many(parts, count, folder);
    for (int i = 0; i < count; i++) {
        if (parts[i].is_made)
            keep(parts[i].options->output, collected->items.items[i].library);
        text_free(&collected->items.items[i].text);
    }
    kernel_cache_trim(settings->cache);
}

static void compile(Arena *arena, const Settings *settings, const Job *job, Build *build)
{
    const Text *text = &build->compiled->text;
    Text some = {0};
    bool is_optimised = true;
    if (settings->optimises_some) {
        is_optimised = optimise_some(hash_of_name(job->path), text, &some);
        text = &some;
    }
    build->library = compile_library(arena, settings, job, text, is_optimised);
    build->outcome = build->library != NULL ? OUTCOME_PASSED : OUTCOME_C_FAILED;
    text_free(&some);
}

Build build_kernels(Arena *arena, const Settings *settings, const Job *job, const CompileStep *step,
                    const bool wave_sizes[WAVE_SIZE_COUNT])
{
    PipelineModule *compiled = ARENA_NEW(arena, PipelineModule);
    Build build = {.object = step->object, .compiled = compiled};
    off_t start = lseek(STDERR_FILENO, 0, SEEK_END);
    build.outcome = front_end(arena, settings, job, step, wave_sizes, compiled, &build.checks);
    if (build.outcome == OUTCOME_PASSED && settings->backend & BACKEND_C)
        compile(arena, settings, job, &build);
    build.messages = messages_since(arena, start);
    if (build.outcome == OUTCOME_BAD_TEST)
        build.messages = arena_printf(arena, "%s:%d: %s", job->path, step->line, build.messages);
    return build;
}
