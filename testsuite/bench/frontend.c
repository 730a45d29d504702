/* make bench-frontend: how fast a file is preprocessed and parsed, in megabytes of source a second of CPU time,
 * and how much memory that takes for each byte of it.
 *
 *     frontend FILE [-I FOLDER]... */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "syntax/syntax.h"

typedef struct Clock { double user, system; } Clock;

static Clock cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (Clock){(double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6, (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec * 1e-6};
}

static long peak_kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void print_stage(const char *stage, Clock from, Clock to, double megabytes)
{
    double user = to.user - from.user, system = to.system - from.system;
    printf("%-12s %8.1f ms user %8.1f ms system %8.1f MB/s\n", stage, user * 1e3, system * 1e3, megabytes / (user + system));
}

static double source_megabytes(const Sources *sources)
{
    double bytes = 0;
    for (int i = 0; i < sources_file_count(sources); i++)
        bytes += (double)sources_file(sources, i)->length;
    return bytes * 1e-6;
}

int main(int count, char **arguments)
{
    const char *folders[16], *error = "";
    SyntaxOptions options = {.hlsl_version = 2021, .shader_model_major = 6, .shader_model_minor = 10, .include_paths = folders};
    for (int i = 2; i + 1 < count && options.include_path_count < COUNT_OF(folders); i += 2)
        folders[options.include_path_count++] = arguments[i + 1];
    Arena *arena = arena_new("bench");
    Sources *sources = sources_new(arena);
    Diagnostics *diagnostics = diag_new(arena, sources);
    SyntaxContext context = {arena, names_new(arena), sources, diagnostics, &options};
    const SourceFile *file = count > 1 ? sources_load(sources, arguments[1], SOURCE_NOWHERE, &error) : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: %s FILE [-I FOLDER]...: %s\n", arguments[0], error);
        return 2;
    }
    Clock start = cpu_seconds();
    TokenList *tokens = syntax_preprocess(&context, file);
    Clock preprocessed = cpu_seconds();
    syntax_parse(&context, tokens);
    Clock parsed = cpu_seconds();
    double megabytes = source_megabytes(sources);
    printf("%.1f MB of source, %d tokens\n", megabytes, tokens->tokens.count);
    print_stage("preprocess", start, preprocessed, megabytes);
    print_stage("parse", preprocessed, parsed, megabytes);
    print_stage("both", start, parsed, megabytes);
    printf("%-12s %8.1f MB, %.1f times the source\n", "peak memory", (double)peak_kilobytes() * 1e-3, (double)peak_kilobytes() * 1e-3 / megabytes);
    diag_print(diagnostics, stderr, DIAG_FORMAT_TEXT, false);
    bool failed = diag_error_count(diagnostics) > 0;
    arena_drop(arena);
    return failed;
}
