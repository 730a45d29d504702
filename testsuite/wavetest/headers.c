/* The runtime's headers, with which all emitted C begins, cost a C compiler more than most kernels.
 * In a run of many tests they are compiled once, for each start of a file and each set of options,
 * and the kernels' C is compiled without that start. Precompiled headers live in the run's own
 * folder, or in that of a few runs (--headers): they hold the times of the files that they were made of. */
#include <errno.h>
#include <unistd.h>

#include "compile_c.h"
#include "child.h"

enum { MANY_JOBS = 8 };

bool headers_pay(int job_count) { return job_count >= MANY_JOBS; }

/* The start of emitted C that includes the runtime; empty where it has another form. */
static Slice start_of(const Text *text)
{
    static const char FIRST[] = "#include \"wcc_abi.h\"\n", LAST[] = "#undef LANES\n";
    const char *start = strstr(text->bytes, FIRST), *end = start;
    for (const char *at = start; at != NULL && (at = strstr(at, LAST)) != NULL; end = at)
        at += sizeof LAST - 1;
    return (Slice){start, start != NULL ? (size_t)(end - start) : 0};
}

/* The start without what says which functions a kernel uses: precompiled, all of them cost nothing,
 * and kernels that use others share them. */
static void add_shared(Text *shared, Slice start)
{
    static const char USES[] = "#define WCC_USES_";
    for (const char *at = start.text, *end = at + start.length, *next; at < end; at = next) {
        next = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
        if (strncmp(at, USES, sizeof USES - 1) != 0)
            text_add(shared, at, (size_t)(next - at));
    }
}

/* Whole or not at all, and never again: a precompiled header names its source's time. */
static bool write_once(Arena *arena, const char *path, Slice text)
{
    const char *own = arena_printf(arena, "%s.%ld", path, (long)getpid());
    if (access(path, R_OK) == 0)
        return true;
    FILE *file = fopen(own, "wb");
    bool written = file != NULL && fwrite(text.text, 1, text.length, file) == text.length;
    written = file != NULL && fclose(file) == 0 && written;
    written = written && (link(own, path) == 0 || errno == EEXIST);
    unlink(own);
    return written;
}

static uint64_t hash_of(Slice text, const Options *options, const char *compiler)
{
    uint64_t hash = HASH_START;
    const char *target = options->target->name;
    hash_add(&hash, text.text, text.length);
    hash_add(&hash, compiler, strlen(compiler) + 1);
    hash_add(&hash, target, strlen(target) + 1);
    hash_add(&hash, &options->optimisation, sizeof options->optimisation);
    hash_add(&hash, &options->strict_fp, sizeof options->strict_fp);
    hash_add(&hash, &options->separate_roundings, sizeof options->separate_roundings);
    hash_add(&hash, &options->debug, sizeof options->debug);
    return hash;
}

bool headers_precompile(Arena *arena, const Settings *settings, const Job *job, Options *options,
                        const Text *text, Text *rest)
{
    Slice start = settings->headers != NULL ? start_of(text) : (Slice){0};
    if (start.length == 0)
        return false;
    Text shared = {0};
    add_shared(&shared, start);
    uint64_t hash = hash_of((Slice){shared.bytes, shared.length}, options,
                            job->compiler != NULL ? job->compiler : "");
    const char *header =
        arena_printf(arena, "%s/%016llx.h", settings->headers, (unsigned long long)hash);
    Options once = *options;
    once.emit = EMIT_PRECOMPILED;
    once.first_header = header;
    once.output = arena_printf(arena, "%s.gch", header);
    bool is_there = write_once(arena, header, (Slice){shared.bytes, shared.length});
    text_free(&shared);
    if (!is_there || (access(once.output, R_OK) != 0 && compile_c(&once, rest) != EXIT_DONE))
        return false;
    options->first_header = header;
    text_printf(rest, "%s", start.text + start.length);
    return true;
}
