#define _GNU_SOURCE
#include "compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pipeline.h"

/* A file of memory alone, which the compiler opens by its path. */
static int new_file(const uint8_t *bytes, size_t count, char path[64])
{
    int file = memfd_create("input", 0);
    if (file < 0 || write(file, bytes, count) != (ssize_t)count)
        abort();
    snprintf(path, 64, "/proc/self/fd/%d", file);
    return file;
}

void fuzz_compile(const uint8_t *bytes, size_t count, const char *option)
{
    char path[64];
    int file = new_file(bytes, count, path);
    Arena *arena = arena_new("fuzz");
    char *words[] = {"wavecc", path, "--emit=c", "--target=x86-64-v3", "-Wall", (char *)option, NULL};
    Options options;
    PipelineModule module;
    if (options_parse(&options, arena, option != NULL ? 6 : 5, words) != EXIT_DONE)
        abort();
    int status = pipeline_make(&options, &module);
    pipeline_drop(&module);
    arena_drop(arena);
    close(file);
    if (status != EXIT_DONE && status != EXIT_SHADER_ERRORS)
        abort();
}
