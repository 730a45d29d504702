/* From a RUN line to a shared object: wavecc's stages in this process, then the C compiler. The
 * shared object is named by a hash of the C, the C compiler's options, those of -X and the
 * runtime's headers, so that equal kernels are compiled once, in one run or (with --cache) in
 * many. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "compile_c.h"
#include "child.h"
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

/* ---- hashes ---- */

void hash_add(uint64_t *hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ at[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
}

static bool read_whole(const char *path, Text *text)
{
    char block[65536];
    FILE *file = fopen(path, "rb");
    for (size_t count; file != NULL && (count = fread(block, 1, sizeof block, file)) > 0;)
        text_add(text, block, count);
    return file != NULL && fclose(file) == 0;
}

/* The runtime's headers, which the C includes; where they are depends on where this program is. */
static void add_headers_to_hash(Arena *arena, uint64_t *hash)
{
    static const char *const PLACES[] = {"../runtime/include", "../../runtime/include",
                                         "../include/wavecc"};
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(self, '/');
    for (int i = 0; slash != NULL && i < COUNT_OF(PLACES); i++) {
        const char *folder = arena_printf(arena, "%.*s/%s", (int)(slash - self), self, PLACES[i]);
        DIR *listing = opendir(folder);
        uint64_t sum = 0; /* the order of a folder's files means nothing */
        for (struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
            Text text = {0};
            uint64_t one = UINT64_C(0xcbf29ce484222325);
            if (entry->d_name[0] != '.' &&
                read_whole(arena_printf(arena, "%s/%s", folder, entry->d_name), &text))
                hash_add(&one, text.bytes != NULL ? text.bytes : "", text.length);
            text_free(&text);
            sum += one;
        }
        if (listing != NULL)
            closedir(listing);
        hash_add(hash, &sum, sizeof sum);
    }
}

static const char *library_path(Arena *arena, const Settings *settings, const Job *job,
                                const Text *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325), other = 0;
    const char *how = arena_printf(arena, "%s %s %s", job->compiler ? job->compiler : "",
                                   job->target ? job->target : "", settings->optimisation);
    hash_add(&hash, how, strlen(how));
    for (int i = 0; i < settings->options.count; i++)
        hash_add(&hash, settings->options.items[i], strlen(settings->options.items[i]) + 1);
    add_headers_to_hash(arena, &hash);
    other = hash * 31 + text->length;
    hash_add(&hash, text->bytes, text->length);
    for (size_t i = text->length; i-- > 0;)
        hash_add(&other, &text->bytes[i], 1);
    return arena_printf(arena, "%s/%016llx%016llx.so", settings->cache, (unsigned long long)hash,
                        (unsigned long long)other);
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
                         PipelineModule *compiled)
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
    return pipeline_make(&options, compiled) == EXIT_DONE ? OUTCOME_PASSED : OUTCOME_REJECTED;
}

static int compile_library(Arena *arena, const Settings *settings, const Job *job,
                           const char *library, const Text *text)
{
    Arguments arguments = {.arena = arena};
    Options options;
    if (access(library, R_OK) == 0)
        return EXIT_DONE;
    add_common(&arguments, settings, job, "kernels.c");
    add(&arguments, settings->optimisation);
    add(&arguments, "-shared");
    add(&arguments, "-o");
    add(&arguments, library);
    int status = parse(&arguments, &options);
    if (status != EXIT_DONE)
        return status;
    Text rest = {0};
    status =
        compile_c(&options,
                  headers_precompile(arena, settings, job, &options, text, &rest) ? &rest : text);
    text_free(&rest);
    return status;
}

static void compile(Arena *arena, const Settings *settings, const Job *job, Build *build)
{
    const Text *text = &build->compiled->text;
    Text some = {0};
    if (settings->optimises_some) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325);
        hash_add(&hash, job->path, strlen(job->path));
        optimise_some(hash, text, &some);
        text = &some;
    }
    const char *library = library_path(arena, settings, job, text);
    bool compiled = compile_library(arena, settings, job, library, text) == EXIT_DONE;
    build->library = compiled ? library : NULL;
    build->outcome = compiled ? OUTCOME_PASSED : OUTCOME_C_FAILED;
    text_free(&some);
}

Build build_kernels(Arena *arena, const Settings *settings, const Job *job, const CompileStep *step,
                    const bool wave_sizes[WAVE_SIZE_COUNT])
{
    PipelineModule *compiled = ARENA_NEW(arena, PipelineModule);
    Build build = {.object = step->object, .compiled = compiled};
    off_t start = lseek(STDERR_FILENO, 0, SEEK_END);
    build.outcome = front_end(arena, settings, job, step, wave_sizes, compiled);
    if (build.outcome == OUTCOME_PASSED && settings->backend & BACKEND_C)
        compile(arena, settings, job, &build);
    build.messages = messages_since(arena, start);
    if (build.outcome == OUTCOME_BAD_TEST)
        build.messages = arena_printf(arena, "%s:%d: %s", job->path, step->line, build.messages);
    return build;
}
