/* The fuzzer's command line.
 *
 *     fuzz FROM TO [OPTION...]    kernels of the seeds from FROM on, below TO
 *     fuzz FILE... [OPTION...]    kernels in .ir and .hlsl files, for each target
 *
 *     compiler=clang|gcc  march=native|x86-64-v3|x86-64-v2|generic  lanes=4|8|16  level=-O1
 *                    what is not given is drawn for each batch of seeds
 *     strays         takes those kernels alone whose indices go astray, N to M of them
 *     reaching=TEXT  takes those kernels alone that reach something whose name (--statistics) has the text
 *     size=N         about as many statements      batch=N   kernels compiled together
 *     only=passes    compiles nothing
 *     sanitize       compiles with AddressSanitizer, by one compiler (clang if none is given), at
 *                    -O0 if no level is given, which is many times faster than -O1
 *     traps          compiles so that what C leaves undefined is a trap: shifts, divisions,
 *                    conversions, alignment, bounds of arrays
 *     print          prints every kernel
 *     --statistics   compiles nothing, prints how many kernels reach each way of touching memory and each pass; exit
 *                    status 1 if one is reached by none
 *     found=FOLDER   where failing kernels go, build/fuzz-found if not given
 *     trials=N       how often they are made smaller; 0: not at all
 *
 * Prints a line for each failure and a summary; a failing kernel becomes FOLDER/fuzz-SEED.ir,
 * whose head says what differed and how to replay it. Exit status 1 if something failed.
 * FUZZ_EACH_PASS=1: evaluates after each pass, to name the one at fault. FUZZ_VERBOSE=1: tells of
 * skipped and refused kernels too. */
#include <ctype.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

typedef struct Fuzz {
    uint32_t from, to;
    FuzzTarget given; /* NULL, 0: drawn */
    bool passes_only, print, statistics, strays;
    int size, batch, trials;
    const char *folder, *found; /* for what is compiled, for failing kernels */
    const char *reaching;       /* NULL: all kernels */
    FuzzMemory *expected, *actual;
    int counts[FUZZ_WRONG_CODE + 1];
} Fuzz;

static const char *const VERDICTS[] = {"same", "skipped", "refused", "WRONG PASSES", "WRONG CODE"};

/* ---- targets ---- */

static const FuzzTarget TARGETS[] = {
    {"clang", "native", "-O2", 16, false, false, false},
    {"gcc", "native", "-O2", 16, false, false, false},
    {"clang", "x86-64-v3", "-O2", 8, false, false, false},
    {"gcc", "x86-64-v3", "-O1", 8, false, false, false},
    {"clang", "x86-64-v2", "-O1", 4, false, false, false},
    {"gcc", "x86-64-v2", "-O2", 4, false, false, false},
    {"clang", NULL, "-O1", 4, false, false, false},
    {"gcc", NULL, "-O1", 4, false, false, false},
    {"clang", "x86-64-v2", "-O1", 16, false, false, false},
    {"gcc", "x86-64-v3", "-O1", 16, false, false, false},
    {"clang", "native", "-O1", 4, false, false, false},
    {"gcc", "native", "-O1", 8, false, false, false},
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
    target.traps = given->traps;
    return target;
}

static bool same_text(const char *left, const char *right)
{
    return left == right || (left != NULL && right != NULL && strcmp(left, right) == 0);
}

static bool same_target(const FuzzTarget *left, const FuzzTarget *right)
{
    return same_text(left->compiler, right->compiler) && same_text(left->march, right->march) &&
           same_text(left->level, right->level) && left->lanes == right->lanes;
}

/* ---- a batch ---- */

/* As options. */
static const char *target_text(Arena *arena, const FuzzTarget *target)
{
    return arena_printf(arena, "compiler=%s march=%s lanes=%d level=%s%s%s", target->compiler,
                        target->march ? target->march : "generic", target->lanes, target->level,
                        target->sanitize ? " sanitize" : "", target->traps ? " traps" : "");
}

/* Into a file that replays it. */
static void keep_failure(const Fuzz *fuzz, Arena *arena, const FuzzJob *job,
                         const FuzzKernel *kernel, FuzzVerdict verdict, const char *why)
{
    const char *path = arena_printf(arena, "%s/fuzz-%u.ir", fuzz->found, kernel->seed);
    const char *options = job->target != NULL ? target_text(arena, job->target) : "only=passes";
    const char *facts = arena_printf(
        arena, "; Seed %u, wave size %d: %s: %.*s\n; build/fuzz %s %s\n", kernel->seed,
        kernel->kernel->wave_size, VERDICTS[verdict], (int)strcspn(why, "\n"), why, path, options);
    const char *text = fuzz_reduce(arena, job, kernel, verdict, fuzz->trials);
    mkdir(fuzz->found, 0777);
    printf("    %s %s\n", fuzz_write(path, kernel, facts, text) ? "kept as" : "cannot write",
           path);
}

static void report(const Fuzz *fuzz, Arena *arena, const FuzzJob *job, uint32_t seed,
                   FuzzVerdict verdict, const char *why)
{
    FuzzKernel *kernel = fuzz_generate(arena, seed, fuzz->size);
    printf("seed %u, wave size %d: %s: %s", seed, kernel->kernel->wave_size, VERDICTS[verdict],
           why);
    printf(verdict == FUZZ_WRONG_CODE ? "  [%s]\n" : "\n",
           verdict == FUZZ_WRONG_CODE ? target_text(arena, job->target) : "");
    fflush(stdout);
    if (verdict >= FUZZ_WRONG_PASSES)
        keep_failure(fuzz, arena, job, kernel, verdict, why);
    fflush(stdout);
}

/* Of the kernel with that number, among those that are wanted. */
static uint32_t seed_of(const Fuzz *fuzz, uint32_t number)
{
    return fuzz->strays ? fuzz_stray_seed(number) : number;
}

/* Whether the kernel is wanted. */
static bool reaches(const Fuzz *fuzz, uint32_t seed, int lanes)
{
    if (fuzz->reaching == NULL)
        return true;
    Arena *arena = arena_new("reaching");
    bool *reached = ARENA_ARRAY(arena, bool, fuzz_reach_count()), found = false;
    fuzz_note_reached(arena, fuzz_generate(arena, seed, fuzz->size), lanes, reached);
    for (int reach = 0; reach < fuzz_reach_count() && !found; reach++) {
        const char *name = reached[reach] ? fuzz_reach_name(arena, reach) : NULL;
        found = name != NULL && strstr(name, fuzz->reaching) != NULL;
    }
    arena_drop(arena);
    return found;
}

static FuzzKernel *sound_kernel(const Fuzz *fuzz, Arena *arena, uint32_t seed)
{
    FuzzKernel *kernel = fuzz_generate(arena, seed, fuzz->size);
    const char *fault = ir_verify(arena, kernel->kernel);
    if (fault != NULL || fuzz->print)
        puts(fuzz_kernel_text(arena, kernel->kernel));
    if (fault != NULL)
        printf("seed %u: the generator's fault: %s\n", kernel->seed, fault), exit(2);
    return kernel;
}

static void run_batch(Fuzz *fuzz, const FuzzTarget *target, const uint32_t *seeds, int count)
{
    Arena *arena = arena_new("batch");
    FuzzJob job = {fuzz->passes_only ? NULL : target, fuzz->folder, fuzz->expected, fuzz->actual};
    FuzzKernel *kernels[FUZZ_BATCH];
    FuzzVerdict verdicts[FUZZ_BATCH];
    const char *whys[FUZZ_BATCH];
    for (int i = 0; i < count; i++)
        kernels[i] = sound_kernel(fuzz, arena, seeds[i]);
    fuzz_judge(arena, &job, kernels, count, verdicts, whys);
    for (int i = 0; i < count; i++) {
        fuzz->counts[verdicts[i]]++;
        if (fuzz->print)
            puts(fuzz_kernel_text(arena, kernels[i]->kernel));
        if (verdicts[i] >= FUZZ_WRONG_PASSES ||
            (verdicts[i] != FUZZ_SAME && getenv("FUZZ_VERBOSE")))
            report(fuzz, arena, &job, kernels[i]->seed, verdicts[i], whys[i]);
    }
    arena_drop(arena);
}

/* Each batch goes to the target after that of the one before. */
static void run_seeds(Fuzz *fuzz)
{
    uint32_t seeds[FUZZ_BATCH], first = fuzz->from;
    int count = 0;
    for (uint32_t number = fuzz->from; number < fuzz->to; number++) {
        FuzzTarget target = target_of(fuzz, first);
        uint32_t seed = seed_of(fuzz, number);
        if (reaches(fuzz, seed, target.lanes))
            seeds[count++] = seed;
        if (count < fuzz->batch && number + 1 < fuzz->to)
            continue;
        run_batch(fuzz, &target, seeds, count);
        first += (uint32_t)fuzz->batch;
        count = 0;
    }
    printf("seeds from %u, below %u: ", fuzz->from, fuzz->to);
}

/* Gives how many are reached by none. */
static int print_reached(Arena *arena, const int *counts)
{
    int missing = 0;
    for (int reach = 0; reach < fuzz_reach_count(); reach++) {
        const char *name = fuzz_reach_name(arena, reach);
        if (name == NULL)
            continue;
        printf("%6d  %s%s\n", counts[reach], name, counts[reach] == 0 ? "  NEVER REACHED" : "");
        missing += counts[reach] == 0;
    }
    return missing;
}

/* How many kernels reach each way of touching memory and each pass. */
static int print_statistics(const Fuzz *fuzz)
{
    Arena *names = arena_new("names");
    int *counts = ARENA_ARRAY(names, int, fuzz_reach_count());
    for (uint32_t seed = fuzz->from; seed < fuzz->to; seed++) {
        Arena *arena = arena_new("statistics");
        bool *reached = ARENA_ARRAY(arena, bool, fuzz_reach_count());
        fuzz_note_reached(arena, fuzz_generate(arena, seed_of(fuzz, seed), fuzz->size),
                          target_of(fuzz, seed * (uint32_t)fuzz->batch).lanes, reached);
        for (int reach = 0; reach < fuzz_reach_count(); reach++)
            counts[reach] += reached[reach];
        arena_drop(arena);
    }
    int missing = print_reached(names, counts);
    arena_drop(names);
    return missing > 0;
}

/* ---- files ---- */

static void replay_on(Fuzz *fuzz, const char *path, const FuzzTarget *target)
{
    Arena *arena = arena_new("replay");
    FuzzJob job = {target, fuzz->folder, fuzz->expected, fuzz->actual};
    const char *why = "";
    FuzzVerdict verdict = fuzz_replay(arena, &job, path, &why);
    if (verdict != FUZZ_SAME)
        printf("%s: %s: %s  [%s]\n", path, VERDICTS[verdict], why,
               target != NULL ? target_text(arena, target) : "only=passes");
    fuzz->counts[verdict]++;
    arena_drop(arena);
}

/* For all targets, each once: what is given makes some the same. */
static void replay(Fuzz *fuzz, const char *path)
{
    FuzzTarget done[COUNT_OF(TARGETS)];
    int count = 0;
    if (fuzz->passes_only) {
        replay_on(fuzz, path, NULL);
        return;
    }
    for (uint32_t i = 0; i < (uint32_t)COUNT_OF(TARGETS); i++) {
        FuzzTarget target = target_of(fuzz, i * (uint32_t)fuzz->batch);
        bool seen = false;
        for (int other = 0; other < count; other++)
            seen |= same_target(&done[other], &target);
        if (!seen)
            replay_on(fuzz, path, &target);
        done[count++] = target;
    }
}

/* ---- the command line ---- */

static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

static bool read_option(Fuzz *fuzz, const char *word)
{
    const struct Value {
        const char *name, **text;
        int *number;
    } VALUES[] = {
        {"compiler", &fuzz->given.compiler, NULL},
        {"march", &fuzz->given.march, NULL},
        {"level", &fuzz->given.level, NULL},
        {"lanes", NULL, &fuzz->given.lanes},
        {"size", NULL, &fuzz->size},
        {"batch", NULL, &fuzz->batch},
        {"trials", NULL, &fuzz->trials},
        {"found", &fuzz->found, NULL},
        {"reaching", &fuzz->reaching, NULL},
    };
    const struct Flag {
        const char *name;
        bool *flag;
    } FLAGS[] = {
        {"only=passes", &fuzz->passes_only},
        {"sanitize", &fuzz->given.sanitize},
        {"traps", &fuzz->given.traps},
        {"print", &fuzz->print},
        {"strays", &fuzz->strays},
        {"--statistics", &fuzz->statistics},
    };
    for (int i = 0; i < COUNT_OF(FLAGS); i++)
        if (strcmp(word, FLAGS[i].name) == 0)
            return *FLAGS[i].flag = true;
    for (int i = 0; i < COUNT_OF(VALUES); i++) {
        const char *value = value_of(word, VALUES[i].name);
        if (value != NULL && VALUES[i].text != NULL)
            *VALUES[i].text = value;
        else if (value != NULL)
            *VALUES[i].number = atoi(value);
        if (value != NULL)
            return true;
    }
    return false;
}

static bool is_number(const char *word)
{
    return *word != '\0' && word[strspn(word, "0123456789")] == '\0';
}

static bool is_file(const char *word)
{
    const char *dot = strrchr(word, '.');
    return dot != NULL && (strcmp(dot, ".ir") == 0 || strcmp(dot, ".hlsl") == 0) &&
           strchr(word, '=') == NULL;
}

/* Gives how many files are named; -1: what is typed is no way to call this. */
static int read_words(Fuzz *fuzz, char **words)
{
    uint32_t range[2] = {0, 100};
    int numbers = 0, files = 0;
    for (; *words != NULL; words++) {
        bool known = true;
        if (is_number(*words) && numbers < 2)
            range[numbers++] = (uint32_t)atol(*words);
        else if (is_file(*words))
            files++;
        else
            known = read_option(fuzz, *words);
        if (!known)
            return -1;
    }
    fuzz->from = range[0], fuzz->to = range[1];
    return (numbers > 0 && files > 0) || fuzz->batch < 1 || fuzz->batch > FUZZ_BATCH ? -1 : files;
}

/* With the C of the last batch. */
static void drop_folder(const char *folder)
{
    char path[128];
    snprintf(path, sizeof path, "%s/fuzz%ld.c", folder, (long)getpid());
    unlink(path);
    rmdir(folder);
}

/* Files are there to be run; of seeds a few are no legal kernels. */
static bool has_failed(const Fuzz *fuzz, bool files)
{
    int wrong = fuzz->counts[FUZZ_WRONG_PASSES] + fuzz->counts[FUZZ_WRONG_CODE];
    return wrong > 0 || (files && fuzz->counts[FUZZ_SKIPPED] + fuzz->counts[FUZZ_REFUSED] > 0);
}

static void give_if_absent(FuzzTarget *given, const char *compiler, const char *level)
{
    if (given->compiler == NULL)
        given->compiler = compiler;
    if (given->level == NULL)
        given->level = level;
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/wavecc-fuzz-XXXXXX";
    Fuzz fuzz = {.size = 60,
                 .batch = 16,
                 .trials = 400,
                 .found = WAVECC_BUILD "/fuzz-found",
                 .folder = folder};
    int files = read_words(&fuzz, argv + 1);
    if (argc < 2 || files < 0) {
        fprintf(stderr, "usage: fuzz FROM TO [OPTION...], fuzz FILE... [OPTION...]; "
                        "testsuite/fuzz/fuzz.c lists the options\n");
        return 2;
    }
    if (fuzz.statistics)
        return print_statistics(&fuzz);
    if (fuzz.given.sanitize)
        give_if_absent(&fuzz.given, "clang", "-O0");
    if (fuzz.given.sanitize && !fuzz_load_sanitizer(fuzz.given.compiler, argv)) {
        fprintf(stderr, "fuzz: there is no AddressSanitizer of %s\n", fuzz.given.compiler);
        return 3;
    }
    if (mkdtemp(folder) == NULL)
        return 3;
    fuzz.expected = fuzz_memory_new();
    fuzz.actual = fuzz_memory_new();
    for (char **word = argv + 1; *word != NULL && files > 0; word++)
        if (is_file(*word))
            replay(&fuzz, *word);
    if (files == 0)
        run_seeds(&fuzz);
    printf("%d same, %d skipped, %d refused, %d wrong passes, %d wrong code\n", fuzz.counts[0],
           fuzz.counts[1], fuzz.counts[2], fuzz.counts[3], fuzz.counts[4]);
    fuzz_memory_drop(fuzz.expected);
    fuzz_memory_drop(fuzz.actual);
    drop_folder(folder);
    return has_failed(&fuzz, files > 0);
}
