/* The fuzzer of whole programs.
 *
 *     fuzz-programs FROM TO [size=N] [found=FOLDER] [keep]
 *
 * Programs of these seeds are compiled to IR, which the evaluator runs as it was lowered and behind
 * all passes; what the interpreter of the tree says is compared. A program that is refused, faults
 * or differs becomes FOLDER/program-SEED.hlsl (build/fuzz-found); with `keep` all do, beside what
 * they are run on and what must come out, for testsuite/fuzz/programs.sh to compile them and look.
 * Exit status 1 if one was wrong. */
#include <stdlib.h>
#include <sys/stat.h>

#include "programs.h"

typedef struct Run {
    uint32_t from, to;
    int size;
    bool keeps;
    const char *found;
} Run;

static void write_file(Arena *arena, const Run *run, uint32_t seed, const char *name,
                       const void *bytes, size_t count)
{
    const char *path = arena_printf(arena, "%s/program-%u.%s", run->found, seed, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0)
        fprintf(stderr, "cannot write '%s'\n", path);
}

/* Nothing where not all of it is known. */
static void keep_prints(Arena *arena, const Run *run, const ProgramResult *result, uint32_t seed)
{
    const char *all = "";
    for (int i = 0; i < THREADS; i++) {
        if (result->prints[i].is_full)
            return;
        all = arena_printf(arena, "%s%s", all, result->prints[i].text);
    }
    write_file(arena, run, seed, "prints.want", all, strlen(all));
}

/* What it is run on, and what comes out. */
static void keep_data(Arena *arena, const Run *run, Program *program, uint32_t seed)
{
    ProgramInput *input = ARENA_NEW(arena, ProgramInput);
    ProgramResult *result = ARENA_NEW(arena, ProgramResult);
    uint8_t constants[CONSTANT_BYTES];
    int count = random_program_constants(program, constants);
    random_program_input(seed, input);
    if (!random_program_interpret(program, input, result))
        return;
    const char *size = arena_printf(arena, "%d\n", input->wave_size);
    write_file(arena, run, seed, "source.bin", input->source, sizeof input->source);
    write_file(arena, run, seed, "cells.bin", input->cells, sizeof input->cells);
    if (count > 0)
        write_file(arena, run, seed, "constants.bin", constants, (size_t)count);
    write_file(arena, run, seed, "sink.want", result->sinks, sizeof result->sinks);
    write_file(arena, run, seed, "cells.want", result->cells, sizeof result->cells);
    write_file(arena, run, seed, "wave", size, strlen(size));
    keep_prints(arena, run, result, seed);
}

static const char *keep(Arena *arena, const Run *run, Program *program, uint32_t seed)
{
    const char *text = random_program_text(program);
    mkdir(run->found, 0777);
    write_file(arena, run, seed, "hlsl", text, strlen(text));
    if (run->keeps)
        keep_data(arena, run, program, seed);
    return arena_printf(arena, "%s/program-%u.hlsl", run->found, seed);
}

static bool judge_seed(const Run *run, uint32_t seed)
{
    Arena *arena = arena_new("program");
    Program *program = random_program_new(arena, seed, run->size);
    const char *why = random_program_judge(arena, program, seed), *path = "";
    if (why != NULL || run->keeps)
        path = keep(arena, run, program, seed);
    if (why != NULL)
        printf("seed %u, kept as %s: %.400s\n", seed, path, why);
    fflush(stdout);
    random_program_drop(program);
    arena_drop(arena);
    return why == NULL;
}

static bool read_arguments(Run *run, int count, char **arguments)
{
    if (count < 3)
        return false;
    run->from = (uint32_t)strtoul(arguments[1], NULL, 10);
    run->to = (uint32_t)strtoul(arguments[2], NULL, 10);
    for (int i = 3; i < count; i++)
        if (strncmp(arguments[i], "size=", 5) == 0)
            run->size = atoi(arguments[i] + 5);
        else if (strncmp(arguments[i], "found=", 6) == 0)
            run->found = arguments[i] + 6;
        else if (strcmp(arguments[i], "keep") == 0)
            run->keeps = true;
        else
            return false;
    return run->from < run->to && run->size > 0;
}

int main(int count, char **arguments)
{
    Run run = {.size = 12, .found = WAVECC_BUILD "/fuzz-found"};
    if (!read_arguments(&run, count, arguments)) {
        fputs("usage: fuzz-programs FROM TO [size=N] [found=FOLDER] [keep]\n", stderr);
        return 2;
    }
    uint32_t wrong = 0;
    for (uint32_t seed = run.from; seed < run.to; seed++)
        wrong += !judge_seed(&run, seed);
    printf("%u programs, %u wrong\n", run.to - run.from, wrong);
    return wrong > 0;
}
