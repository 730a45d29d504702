/* Each file of testsuite/fuzz/found is a test: compiled by clang and gcc, the kernel does what the
 * reference evaluator does. Most once went wrong between the passes and the machine. The files
 * that were picked are compiled together, by the first test. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "test.h"

typedef struct Found {
    const char *path;
    char why[1000]; /* it failed; "": it did not */
} Found;

typedef struct FoundFiles {
    glob_t paths;
    Found *items; /* beside paths */
    bool judged;
} FoundFiles;

static FoundFiles *found_files(void)
{
    static FoundFiles all;
    return &all;
}

/* Kernels for one target. */
typedef struct Batch {
    FuzzKernel *kernels[FUZZ_BATCH];
    Found *owners[FUZZ_BATCH];
    int count;
} Batch;

static void judge(Arena *arena, const FuzzTarget *target, Batch *batch)
{
    FuzzVerdict verdicts[FUZZ_BATCH];
    const char *whys[FUZZ_BATCH];
    FuzzJob job = {target, test_folder("found"), fuzz_memory_new(), fuzz_memory_new()};
    fuzz_judge(arena, &job, batch->kernels, batch->count, verdicts, whys);
    for (int i = 0; i < batch->count; i++)
        if (verdicts[i] != FUZZ_SAME)
            snprintf(batch->owners[i]->why, sizeof batch->owners[i]->why,
                     "wave size %d, %d lanes: %s", batch->kernels[i]->kernel->wave_size,
                     target->lanes, whys[i]);
    fuzz_memory_drop(job.expected);
    fuzz_memory_drop(job.actual);
    batch->count = 0;
}

static bool is_for(const FuzzFile *file, const FuzzTarget *target)
{
    bool has_lanes = false;
    for (int i = 0; i < file->lane_count; i++)
        has_lanes |= file->lanes[i] == target->lanes;
    return has_lanes && file->strict == target->strict;
}

static void judge_on(const FuzzTarget *target)
{
    Arena *arena = arena_new("found");
    Batch batch = {.count = 0};
    for (size_t i = 0; i < found_files()->paths.gl_pathc; i++) {
        Found *found = &found_files()->items[i];
        FuzzFile file;
        const char *error = NULL;
        if (!test_is_picked(found->path))
            continue;
        if (!fuzz_read(arena, found->path, &file, &error)) {
            snprintf(found->why, sizeof found->why, "%s", error);
            continue;
        }
        if (batch.count + FUZZ_WAVE_SIZES > FUZZ_BATCH)
            judge(arena, target, &batch);
        for (int k = 0; k < file.kernel_count && is_for(&file, target); k++) {
            batch.owners[batch.count] = found;
            batch.kernels[batch.count++] = file.kernels[k];
        }
    }
    if (batch.count > 0)
        judge(arena, target, &batch);
    arena_drop(arena);
}

static void judge_all(void)
{
    static const FuzzTarget TARGETS[] = {
        {"clang", "x86-64-v2", "-O1", 4, false, false, false},
        {"clang", "x86-64-v3", "-O1", 8, false, false, false},
        {"clang", "x86-64-v3", "-O1", 16, false, false, false},
        {"clang", "x86-64-v2", "-O1", 4, false, true, false},
        {"clang", "x86-64-v3", "-O1", 8, false, true, false},
        {"clang", "x86-64-v3", "-O1", 16, false, true, false},
        {"gcc", "x86-64-v3", "-O1", 16, false, false, false}, /* takes vectors in memory */
        {"gcc", "native", "-O1", 16, false, false, false}, /* has them in registers, with AVX-512 */
    };
    for (int i = 0; i < COUNT_OF(TARGETS); i++)
        if (strcmp(TARGETS[i].march, "native") != 0 || __builtin_cpu_supports("avx512f"))
            judge_on(&TARGETS[i]);
}

static void replay_file(void **state)
{
    const Found *found = *state;
    if (!found_files()->judged)
        judge_all();
    found_files()->judged = true;
    if (found->why[0] != '\0')
        fail_msg("%s", found->why);
}

__attribute__((constructor)) static void add_files(void)
{
    FoundFiles *files = found_files();
    if (glob("testsuite/fuzz/found/*.ir", 0, NULL, &files->paths) == 0)
        glob("testsuite/fuzz/found/*.hlsl", GLOB_APPEND, NULL, &files->paths);
    files->items = calloc(files->paths.gl_pathc + 1, sizeof *files->items);
    for (size_t i = 0; files->items != NULL && i < files->paths.gl_pathc; i++) {
        files->items[i].path = files->paths.gl_pathv[i];
        test_add_slow(files->items[i].path, replay_file, &files->items[i]);
    }
}

/* Those of two files may have one name; of C that no compiler took each half was compiled again. */
SLOW_TEST(kernels_of_one_name_are_one_module)
{
    static const char FILE_OF_K[] = "testsuite/fuzz/found/a-branch-of-some-waves-returns-without-the-others.ir";
    Arena *arena = arena_new("found");
    const FuzzTarget target = {"clang", NULL, "-O0", 4, false, false, false};
    FuzzKernel *kernels[2];
    FuzzVerdict verdicts[2] = {FUZZ_SAME, FUZZ_SAME};
    const char *error = NULL;
    for (int i = 0; i < 2; i++) {
        FuzzFile file;
        assert_true(fuzz_read(arena, FILE_OF_K, &file, &error));
        kernels[i] = file.kernels[0];
    }
    FuzzMemory *expected = fuzz_memory_new(), *actual = fuzz_memory_new();
    for (int i = 0; i < 2; i++)
        assert_int_equal(fuzz_run_passes(arena, kernels[i], expected, actual, &error), FUZZ_SAME);
    FuzzLibrary *library = fuzz_library_new(arena, kernels, verdicts, 2, &target, test_folder("found"), &error);
    assert_non_null(library);
    fuzz_library_drop(library);
    fuzz_memory_drop(expected);
    fuzz_memory_drop(actual);
    arena_drop(arena);
}
