/* The fuzzer's command line.
 *
 *     fuzz FROM TO [compiler=clang|gcc] [march=native|x86-64-v3|x86-64-v2|generic] [lanes=4|8|16] [level=-O1]
 *          [size=N] [batch=N] [only=passes] [sanitize] [print] [reduce]
 *
 * What is not given is drawn for each batch. Prints a line for each failure and a summary; with `reduce` a
 * smaller kernel for each failure, with `print` every kernel. Exit status 1 if something failed.
 * FUZZ_EACH_PASS=1: evaluates after each pass, to name the one at fault. FUZZ_VERBOSE=1: tells of skipped
 * and refused kernels too. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

typedef struct Fuzz {
    uint32_t from, to;
    FuzzTarget given; /* NULL, 0: drawn */
    bool passes_only, print, reduce;
    int size, batch;
    const char *folder;
    FuzzMemory *expected, *actual;
    int counts[FUZZ_WRONG_CODE + 1];
} Fuzz;

static const char *const VERDICTS[] = {"same", "skipped", "refused", "WRONG PASSES", "WRONG CODE"};

/* ---- targets ---- */

static const FuzzTarget TARGETS[] = {
    {"clang", "native", "-O2", 16, false, false},    {"gcc", "native", "-O2", 16, false, false},    {"clang", "x86-64-v3", "-O2", 8, false, false},
    {"gcc", "x86-64-v3", "-O1", 8, false, false},    {"clang", "x86-64-v2", "-O1", 4, false, false}, {"gcc", "x86-64-v2", "-O2", 4, false, false},
    {"clang", NULL, "-O1", 4, false, false},         {"gcc", NULL, "-O1", 4, false, false},          {"clang", "x86-64-v2", "-O1", 16, false, false},
    {"gcc", "x86-64-v3", "-O1", 16, false, false},   {"clang", "native", "-O1", 4, false, false},    {"gcc", "native", "-O1", 8, false, false},
};

static FuzzTarget target_of(const Fuzz *fuzz, uint32_t seed)
{
    FuzzTarget target = TARGETS[seed / (uint32_t)fuzz->batch % (uint32_t)COUNT_OF(TARGETS)];
    const FuzzTarget *given = &fuzz->given;
    if (given->compiler != NULL)
        target.compiler = given->compiler;
    if (given->march != NULL)
        target.march = strcmp(given->march, "generic") == 0 ? NULL : given->march;
    if (given->level != NULL)
        target.level = given->level;
    if (given->lanes != 0)
        target.lanes = given->lanes;
    target.sanitize = given->sanitize;
    return target;
}

/* ---- a batch ---- */

static void show_kernel(const IrKernel *kernel)
{
    Text text = {0};
    ir_print(&text, kernel, NULL);
    printf("%s\n", text.bytes);
    text_free(&text);
}

static void report(Fuzz *fuzz, Arena *arena, const FuzzJob *job, uint32_t seed, FuzzVerdict verdict, const char *why)
{
    const FuzzTarget *target = job->target;
    FuzzKernel *kernel = fuzz_generate(arena, seed, fuzz->size);
    printf("seed %u, wave size %d: %s: %s", seed, kernel->kernel->wave_size, VERDICTS[verdict], why);
    if (verdict == FUZZ_WRONG_CODE)
        printf("  [compiler=%s march=%s lanes=%d level=%s]", target->compiler, target->march ? target->march : "generic", target->lanes, target->level);
    printf("\n");
    if (fuzz->reduce && verdict >= FUZZ_WRONG_PASSES)
        printf("%s\n", fuzz_reduce(arena, job, kernel, verdict));
    fflush(stdout);
}

static void run_batch(Fuzz *fuzz, uint32_t first, int count)
{
    Arena *arena = arena_new("batch");
    FuzzTarget target = target_of(fuzz, first);
    FuzzJob job = {fuzz->passes_only ? NULL : &target, fuzz->folder, fuzz->expected, fuzz->actual};
    FuzzKernel *kernels[FUZZ_BATCH];
    FuzzVerdict verdicts[FUZZ_BATCH];
    const char *whys[FUZZ_BATCH];
    for (int i = 0; i < count; i++) {
        kernels[i] = fuzz_generate(arena, first + (uint32_t)i, fuzz->size);
        const char *fault = ir_verify(arena, kernels[i]->kernel);
        if (fault != NULL || fuzz->print)
            show_kernel(kernels[i]->kernel);
        if (fault != NULL)
            printf("seed %u: the generator's fault: %s\n", first + (uint32_t)i, fault), exit(2);
    }
    fuzz_judge(arena, &job, kernels, count, verdicts, whys);
    for (int i = 0; i < count; i++) {
        fuzz->counts[verdicts[i]]++;
        if (fuzz->print)
            show_kernel(kernels[i]->kernel);
        if (verdicts[i] >= FUZZ_WRONG_PASSES || (verdicts[i] != FUZZ_SAME && getenv("FUZZ_VERBOSE")))
            report(fuzz, arena, &job, first + (uint32_t)i, verdicts[i], whys[i]);
    }
    arena_drop(arena);
}

/* ---- the command line ---- */

static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

static void read_word(Fuzz *fuzz, const char *word)
{
    const struct { const char *name; const char **text; int *number; } WORDS[] = {
        {"compiler", &fuzz->given.compiler, NULL}, {"march", &fuzz->given.march, NULL}, {"level", &fuzz->given.level, NULL},
        {"lanes", NULL, &fuzz->given.lanes}, {"size", NULL, &fuzz->size}, {"batch", NULL, &fuzz->batch},
    };
    for (int i = 0; i < COUNT_OF(WORDS); i++) {
        const char *value = value_of(word, WORDS[i].name);
        if (value != NULL && WORDS[i].text != NULL)
            *WORDS[i].text = value;
        else if (value != NULL)
            *WORDS[i].number = atoi(value);
    }
    fuzz->passes_only |= strcmp(word, "only=passes") == 0;
    fuzz->given.sanitize |= strcmp(word, "sanitize") == 0;
    fuzz->print |= strcmp(word, "print") == 0;
    fuzz->reduce |= strcmp(word, "reduce") == 0;
}

/* With the C of the last batch. */
static void drop_folder(const char *folder)
{
    char path[128];
    snprintf(path, sizeof path, "%s/fuzz%ld.c", folder, (long)getpid());
    unlink(path);
    rmdir(folder);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/wavecc-fuzz-XXXXXX";
    Fuzz fuzz = {.from = argc > 1 ? (uint32_t)atol(argv[1]) : 0, .to = argc > 2 ? (uint32_t)atol(argv[2]) : 100, .size = 60, .batch = 16};
    for (int i = 3; i < argc; i++)
        read_word(&fuzz, argv[i]);
    if (fuzz.batch < 1 || fuzz.batch > FUZZ_BATCH || mkdtemp(folder) == NULL)
        return 2;
    fuzz.folder = folder;
    fuzz.expected = fuzz_memory_new();
    fuzz.actual = fuzz_memory_new();
    for (uint32_t seed = fuzz.from; seed < fuzz.to; seed += (uint32_t)fuzz.batch)
        run_batch(&fuzz, seed, (int)(fuzz.to - seed < (uint32_t)fuzz.batch ? fuzz.to - seed : (uint32_t)fuzz.batch));
    printf("seeds %u to %u: %d same, %d skipped, %d refused, %d wrong passes, %d wrong code\n", fuzz.from, fuzz.to, fuzz.counts[0],
           fuzz.counts[1], fuzz.counts[2], fuzz.counts[3], fuzz.counts[4]);
    fuzz_memory_drop(fuzz.expected);
    fuzz_memory_drop(fuzz.actual);
    drop_folder(folder);
    return fuzz.counts[FUZZ_WRONG_PASSES] + fuzz.counts[FUZZ_WRONG_CODE] > 0;
}
