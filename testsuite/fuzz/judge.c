/* A batch of kernels through everything. */
#include "fuzz_priv.h"

static void run_and_compare(Arena *arena, const FuzzJob *job, FuzzLibrary *library, int index,
                            const FuzzKernel *fuzz, const IrKernel *original, FuzzVerdict *verdict,
                            const char **why)
{
    *why = fuzz_library_run(library, arena, index, fuzz, job->actual);
    const char *error = NULL;
    if (*why == NULL && fuzz_memory_evaluate(job->expected, arena, fuzz, original, &error))
        *why = fuzz_memory_differ(arena, fuzz, job->expected, job->actual);
    *verdict = *why == NULL ? FUZZ_SAME : FUZZ_WRONG_CODE;
}

static void fail_all(FuzzVerdict *verdicts, const char **whys, int count, const char *why)
{
    for (int i = 0; i < count; i++)
        if (verdicts[i] == FUZZ_SAME)
            verdicts[i] = FUZZ_WRONG_CODE, whys[i] = why;
}

/* Where the C compiler fails, the half with the culprit fails again. */
static void judge_code(Arena *arena, const FuzzJob *job, FuzzKernel *const *kernels,
                       IrKernel *const *originals, int count, FuzzVerdict *verdicts,
                       const char **whys)
{
    const char *why = NULL;
    FuzzLibrary *library = fuzz_library_new(arena, kernels, verdicts, count, job->target,
                                            job->folder, &why);
    if (library == NULL && count == 1) {
        fail_all(verdicts, whys, count, why);
    } else if (library == NULL) {
        int half = count / 2;
        judge_code(arena, job, kernels, originals, half, verdicts, whys);
        judge_code(arena, job, kernels + half, originals + half, count - half, verdicts + half,
                   whys + half);
    } else {
        for (int i = 0; i < count; i++)
            if (verdicts[i] == FUZZ_SAME)
                run_and_compare(arena, job, library, i, kernels[i], originals[i], &verdicts[i],
                                &whys[i]);
        fuzz_library_drop(library);
    }
}

const char *fuzz_kernel_text(Arena *arena, const IrKernel *kernel)
{
    Text text = {0};
    ir_print(&text, kernel, NULL);
    const char *copy = arena_copy_text(arena, text.bytes, text.length);
    text_free(&text);
    return copy;
}

IrKernel *fuzz_kernel_of_text(Arena *arena, const char *text)
{
    const char *error = NULL;
    return ir_read(arena, names_new(arena), slice_of(text), &error);
}

static IrKernel *copy_of(Arena *arena, const IrKernel *kernel)
{
    return fuzz_kernel_of_text(arena, fuzz_kernel_text(arena, kernel));
}

void fuzz_judge(Arena *arena, const FuzzJob *job, FuzzKernel *const *kernels, int count,
                FuzzVerdict *verdicts, const char **whys)
{
    IrKernel *originals[FUZZ_BATCH];
    int running = 0;
    for (int i = 0; i < count; i++) {
        originals[i] = copy_of(arena, kernels[i]->kernel);
        whys[i] = NULL;
        verdicts[i] = fuzz_run_passes(arena, kernels[i], job->expected, job->actual,
                                      &whys[i]);
        running += verdicts[i] == FUZZ_SAME;
    }
    if (running > 0 && job->target != NULL)
        judge_code(arena, job, kernels, originals, count, verdicts, whys);
}

FuzzVerdict fuzz_replay(Arena *arena, const FuzzJob *job, const char *path, const char **why)
{
    FuzzFile file;
    FuzzVerdict verdicts[FUZZ_WAVE_SIZES];
    const char *whys[FUZZ_WAVE_SIZES];
    if (!fuzz_read(arena, path, &file, why))
        return FUZZ_REFUSED;
    FuzzTarget target = job->target != NULL ? *job->target : (FuzzTarget){0};
    FuzzJob own = *job;
    target.strict |= file.strict;
    own.target = job->target != NULL ? &target : NULL;
    fuzz_judge(arena, &own, file.kernels, file.kernel_count, verdicts, whys);
    for (int i = 0; i < file.kernel_count; i++) {
        if (verdicts[i] == FUZZ_SAME)
            continue;
        *why = arena_printf(arena, "wave size %d: %s", file.kernels[i]->kernel->wave_size,
                            whys[i]);
        return verdicts[i];
    }
    return FUZZ_SAME;
}
