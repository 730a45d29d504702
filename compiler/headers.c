/* The runtime's headers, with which all emitted C begins, cost a C compiler more than most kernels.
 * With --headers=FOLDER they are compiled once for each start of a file and each set of options, and
 * the kernels' C behind that start:
 *
 *     #include "wcc_abi.h"                                 FOLDER/HASH.h, and compiled HASH.h.gch
 *     #define WCC_AXES_OF(sampling) 2
 *     #define WCC_USES_SOME 1
 *     #define LANES 8                                      FOLDER/HASH.h
 *     #include "wcc_lanes.h"                               FOLDER/HASH.h
 *     #include "wcc_texture.h"
 *     #undef LANES                                         FOLDER/HASH.h
 *
 * What is sampled differs between kernels that sample, so that stays with them; which functions a kernel
 * uses is left out, since all of them cost nothing once they are compiled. A precompiled header holds the
 * times of the files that it was made of, and the hash what they are now. */
#define _GNU_SOURCE
#include "headers.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile_c.h"
#include "kernel_cache.h"

/* Compiling the headers takes as long as compiling them with three kernels: who has that many has more. */
enum { ASKED_BEFORE = 3 };

bool headers_are_due(Arena *arena, const char *path)
{
    struct stat about;
    const char *asked = arena_printf(arena, "%s.asked", path);
    if (stat(asked, &about) == 0 && about.st_size >= ASKED_BEFORE)
        return true;
    FILE *file = fopen(asked, "ab"); /* a byte each time */
    if (file != NULL)
        fputc('.', file);
    if (file != NULL)
        fclose(file);
    return false;
}

/* ---- the start ---- */

/* That includes the runtime; empty where the C has another form. */
static Slice start_of(const Text *text)
{
    static const char FIRST[] = "#include \"wcc_abi.h\"\n", LAST[] = "#undef LANES\n";
    const char *start = strstr(text->bytes, FIRST), *end = start;
    for (const char *at = start; at != NULL && (at = strstr(at, LAST)) != NULL; end = at)
        at += sizeof LAST - 1;
    return (Slice){start, start != NULL ? (size_t)(end - start) : 0};
}

static bool begins(Slice line, const char *with)
{
    return line.length >= strlen(with) && memcmp(line.text, with, strlen(with)) == 0;
}

static bool is_of_samples(Slice line)
{
    return begins(line, "#include \"wcc_texture.h\"") || begins(line, "#include \"wcc_sampling.h\"") ||
           (begins(line, "#define WCC_") && memmem(line.text, line.length, "_OF(", 4) != NULL);
}

/* What all kernels begin with, and what stays with this one. */
static void part(Slice start, Text *shared, Text *own)
{
    Slice lanes = {0}; /* its line, once its definition is there in `own` */
    bool has_lanes = false;
    for (const char *at = start.text, *end = at + start.length, *next; at < end; at = next) {
        next = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
        Slice line = {at, (size_t)(next - at)};
        if (begins(line, "#define WCC_USES_"))
            continue;
        bool is_own = is_of_samples(line), is_end = begins(line, "#undef LANES");
        if (begins(line, "#define LANES "))
            lanes = line;
        if (is_own && begins(line, "#include") && !has_lanes) {
            text_add(own, lanes.text, lanes.length);
            has_lanes = true;
        }
        text_add(is_own ? own : shared, line.text, line.length);
        if (is_end && has_lanes)
            text_add(own, line.text, line.length);
        has_lanes &= !is_end;
    }
}

/* ---- files ---- */

/* Whole or not at all, and never again: a precompiled header names its source's time. */
static bool write_once(Arena *arena, const char *path, const Text *text)
{
    const char *own = arena_printf(arena, "%s.%ld", path, (long)getpid());
    if (access(path, R_OK) == 0)
        return true;
    FILE *file = fopen(own, "wb");
    bool written = file != NULL && fwrite(text->bytes, 1, text->length, file) == text->length;
    written = file != NULL && fclose(file) == 0 && written;
    written = written && (link(own, path) == 0 || errno == EEXIST);
    unlink(own);
    return written;
}

/* As the header is compiled: clang takes it for all optimisations but none, and for debuggers. */
static Options options_of_header(const Options *options, const char *compiler)
{
    Options once = *options;
    bool is_optimised = options->optimisation > 0 || !options->debug;
    once.precompiles = true;
    once.object = NULL;
    once.emit = options->emit == EMIT_SHARED ? EMIT_SHARED : EMIT_OBJECT; /* -fPIC, or not */
    once.is_loaded_here = false;
    if (strstr(compiler, "clang") != NULL && is_optimised) {
        once.optimisation = 2;
        once.debug = false;
    }
    return once;
}

static bool compile_header(Arena *arena, Options *once, const Text *shared)
{
    once->output = arena_printf(arena, "%s.gch", once->first_header);
    if (access(once->output, R_OK) == 0)
        return true;
    return headers_are_due(arena, once->first_header) &&
           write_once(arena, once->first_header, shared) && compile_c(once, shared) == EXIT_DONE;
}

const char *headers_precompile(Arena *arena, const Options *options, const Text *text, Text *rest)
{
    Slice start = options->headers != NULL ? start_of(text) : (Slice){0};
    if (start.length == 0)
        return NULL;
    char key[KERNEL_KEY_SIZE];
    Text shared = {0};
    Options once = options_of_header(options, compile_c_inputs(arena, options).name);
    text_add(rest, text->bytes, (size_t)(start.text - text->bytes));
    part(start, &shared, rest);
    kernel_cache_key(&once, &shared, key);
    once.first_header = arena_printf(arena, "%s/%s.h", options->headers, key);
    bool is_there = compile_header(arena, &once, &shared);
    text_free(&shared);
    text_add(rest, start.text + start.length, text->length - (size_t)(start.text + start.length - text->bytes));
    return is_there ? once.first_header : NULL;
}
