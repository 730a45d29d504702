/* One kernel: the options, the stages to C, a key of it, the C compiler unless the kernel is there,
 * and the loader. The stages run on a thread of their own, whose stack is as large as their limits
 * on nesting want it. */
#define _GNU_SOURCE
#include "wavecc.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "compile_c.h"
#include "kernel_cache.h"
#include "pipeline.h"
#include "version.h"

enum { STACK_BYTES = 64 << 20 };

struct WaveccKernel {
    void *library; /* of dlopen */
    const struct WccModule *module;
    char *messages;
    int status, was_cached;
};

/* One call. */
typedef struct Call {
    const WaveccOptions *given;
    WaveccKernel *kernel;
    OptionsHost host;
    const char *name;
    jmp_buf out_of_memory;
} Call;

/* ---- diagnostics ---- */

static void tell(void *context, const DiagTold *told)
{
    const WaveccOptions *given = context;
    WaveccDiagnostic diagnostic = {(WaveccSeverity)told->severity, told->path, told->line,
                                   told->column, told->group, told->message};
    given->diagnose(given->context, &diagnostic);
}

static char *include(void *context, const char *name, const char *from, size_t *length)
{
    const WaveccOptions *given = context;
    return given->include(given->context, name, from, length);
}

/* ---- loading ---- */

/* A library that several kernels are is unloaded by whichever thread frees the last of them, whoever loaded it. The
 * loader has a lock for that, but none that ThreadSanitizer sees. */
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static void *open_library(const char *path)
{
    pthread_mutex_lock(&loading);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    pthread_mutex_unlock(&loading);
    return library;
}

static void close_library(void *library)
{
    pthread_mutex_lock(&loading);
    dlclose(library);
    pthread_mutex_unlock(&loading);
}

static bool load(WaveccKernel *kernel, const char *path)
{
    kernel->library = open_library(path);
    kernel->module = kernel->library != NULL ? dlsym(kernel->library, "wcc_module") : NULL;
    if (kernel->module == NULL && kernel->library != NULL) {
        close_library(kernel->library);
        kernel->library = NULL;
    }
    return kernel->module != NULL;
}

static int cannot_load(Call *call, const char *path)
{
    const char *why = dlerror();
    fprintf(call->host.messages, "wavecc: error: cannot load '%s': %s\n", path,
            why != NULL ? why : "it is damaged");
    return EXIT_MACHINE;
}

/* ---- compiling ---- */

/* Compiles into a file that no other thread or process has, and loads it. It then goes to `place`,
 * or away where that is NULL. */
static int compile(Call *call, Arena *arena, Options *options, const Text *text,
                   const char *folder, const char *place)
{
    static atomic_uint count;
    const char *path = arena_printf(arena, "%s/.%ld-%u.so", folder, (long)getpid(), count++);
    options->emit = EMIT_SHARED;
    options->output = path;
    int status = compile_c(options, text);
    if (status == EXIT_DONE && !load(call->kernel, path))
        status = cannot_load(call, path);
    bool is_kept = place != NULL && status == EXIT_DONE && kernel_cache_seal(path);
    if (!is_kept || rename(path, place) != 0)
        unlink(path);
    return status;
}

static int compile_to(Call *call, Arena *arena, Options *options, const Text *text,
                      const char *folder)
{
    options->emit = EMIT_SHARED;
    const char *place = kernel_cache_place(arena, folder, options, text);
    if (kernel_cache_is_whole(place) && load(call->kernel, place)) {
        call->kernel->was_cached = 1;
        kernel_cache_touch(place);
        return EXIT_DONE;
    }
    int status = compile(call, arena, options, text, folder, place);
    kernel_cache_trim(folder);
    return status;
}

/* Without a cache. */
static int compile_once(Call *call, Arena *arena, Options *options, const Text *text)
{
    const char *temporary = getenv("TMPDIR");
    char *folder = arena_printf(arena, "%s/wavecc-XXXXXX",
                                temporary != NULL && *temporary ? temporary : "/tmp");
    if (mkdtemp(folder) == NULL) {
        fprintf(call->host.messages, "wavecc: error: %s: %s\n", folder, strerror(errno));
        return EXIT_MACHINE;
    }
    int status = compile(call, arena, options, text, folder, NULL);
    rmdir(folder);
    return status;
}

static int run(Call *call, Arena *arena)
{
    const WaveccOptions *given = call->given;
    Options options;
    PipelineModule made = {0};
    int status = options_parse_for_host(&options, arena, &call->host, call->name,
                                        given->argument_count, (char **)given->arguments);
    if (status != EXIT_DONE)
        return EXIT_USAGE;
    status = pipeline_make(&options, &made);
    if (status == EXIT_DONE) {
        const char *asked = given->cache != NULL ? given->cache : options.cache;
        const char *folder = kernel_cache_folder(arena, asked);
        options.cache = NULL; /* what it has is loaded from there */
        status = folder != NULL ? compile_to(call, arena, &options, &made.text, folder)
                                : compile_once(call, arena, &options, &made.text);
    }
    pipeline_drop(&made);
    return status;
}

static void *run_thread(void *context)
{
    Call *call = context;
    memory_escape(&call->out_of_memory);
    if (setjmp(call->out_of_memory) == 0) {
        Arena *arena = arena_new("library");
        call->kernel->status = run(call, arena);
        arena_drop(arena);
    } else {
        fputs("wavecc: error: out of memory\n", call->host.messages);
        call->kernel->status = EXIT_MACHINE;
    }
    memory_escape(NULL);
    return NULL;
}

static bool run_on_own_stack(Call *call)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    bool started = pthread_create(&thread, &attributes, run_thread, call) == 0;
    pthread_attr_destroy(&attributes);
    return started && pthread_join(thread, NULL) == 0;
}

/* As what was compiled, of what was not. */
static WaveccKernel *refuse(const char *format, ...)
{
    char *why = NULL;
    WaveccKernel *kernel = calloc(1, sizeof *kernel);
    va_list arguments;
    va_start(arguments, format);
    bool is_said = kernel != NULL && vasprintf(&why, format, arguments) >= 0;
    va_end(arguments);
    if (is_said && asprintf(&kernel->messages, "wavecc: error: %s\n", why) >= 0)
        kernel->status = EXIT_USAGE;
    else {
        free(kernel);
        kernel = NULL;
    }
    if (is_said)
        free(why);
    return kernel;
}

static bool has_null(const WaveccOptions *given)
{
    for (int i = 0; i < given->argument_count; i++)
        if (given->arguments == NULL || given->arguments[i] == NULL)
            return true;
    return false;
}

WaveccKernel *wavecc_compile(const char *text, size_t length, const char *name,
                             const WaveccOptions *options)
{
    static const WaveccOptions USUAL = {0};
    const WaveccOptions *given = options != NULL ? options : &USUAL;
    if (text == NULL && length > 0)
        return refuse("the text is NULL");
    if (has_null(given))
        return refuse("an argument is NULL");
    size_t message_length;
    WaveccKernel *kernel = calloc(1, sizeof *kernel);
    FILE *messages = kernel != NULL ? open_memstream(&kernel->messages, &message_length) : NULL;
    Call call = {.given = given, .kernel = kernel, .name = name,
                 .host = {.messages = messages, .text = {text, length},
                          .tell = given->diagnose != NULL ? tell : NULL,
                          .include = given->include != NULL ? include : NULL,
                          .context = (void *)given}};
    bool ran = messages != NULL && run_on_own_stack(&call);
    bool told = messages != NULL && fclose(messages) == 0;
    if (ran && told)
        return kernel;
    wavecc_free(kernel);
    return NULL;
}

/* ---- files ---- */

WaveccKernel *wavecc_compile_file(const char *path, const WaveccOptions *options)
{
    const char *why = "";
    if (path == NULL)
        return refuse("the path is NULL");
    Arena *arena = arena_new("file");
    const SourceFile *file = sources_load(sources_new(arena), path, SOURCE_NOWHERE, &why);
    WaveccKernel *kernel = file != NULL
                               ? wavecc_compile(file->text, file->length, path, options)
                               : refuse("cannot read '%s': %s", path, why);
    arena_drop(arena);
    return kernel;
}

/* ---- results ---- */

const struct WccModule *wavecc_module(const WaveccKernel *kernel)
{
    return kernel != NULL ? kernel->module : NULL;
}

const char *wavecc_messages(const WaveccKernel *kernel)
{
    return kernel != NULL ? kernel->messages : "wavecc: error: out of memory\n";
}

int wavecc_status(const WaveccKernel *kernel)
{
    return kernel != NULL ? kernel->status : EXIT_MACHINE;
}

int wavecc_was_cached(const WaveccKernel *kernel) { return kernel != NULL && kernel->was_cached; }

void wavecc_free(WaveccKernel *kernel)
{
    if (kernel == NULL)
        return;
    if (kernel->library != NULL)
        close_library(kernel->library);
    free(kernel->messages);
    free(kernel);
}

const char *wavecc_version(void) { return WAVECC_VERSION; }
