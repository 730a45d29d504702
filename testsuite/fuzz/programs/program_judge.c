/* A random program through the compiler and the evaluator, against its interpreter. */
#include "front.h"
#include "programs.h"
#include "verified_passes.h"

typedef struct Job {
    int32_t source[SOURCE_COUNT];
    uint32_t expected[THREADS * MOST_SINKS], actual[THREADS * MOST_SINKS];
} Job;

static void fill_source(Job *job, uint32_t seed)
{
    uint32_t state = seed;
    for (int i = 0; i < SOURCE_COUNT; i++) {
        state = state * 1664525u + 1013904223u;
        job->source[i] = (int32_t)(state >> 8) % (i % 4 == 0 ? 1000000 : 12) - i % 3;
    }
}

static void interpret(Arena *arena, Job *job, Program *program)
{
    memset(job->expected, 0, sizeof job->expected);
    for (uint32_t thread = 0; thread < THREADS; thread++)
        random_program_interpret(arena, program, thread, job->source,
                          &job->expected[thread * MOST_SINKS]);
}

/* NULL, or why the kernel cannot be run. */
static const char *evaluate(Arena *arena, Job *job, const IrKernel *kernel)
{
    static const uint32_t GROUPS[3] = {1, 1, 1};
    const char *error = NULL;
    IrEvalResource rows[16] = {0};
    memset(job->actual, 0, sizeof job->actual);
    for (int i = 0; i < kernel->resources.count; i++) {
        const IrResource *resource = kernel->resources.items[i];
        bool is_source = strcmp(resource->name, "source") == 0;
        bool is_sink = strcmp(resource->name, "sink") == 0;
        uint32_t count = is_source ? SOURCE_COUNT : is_sink ? THREADS * MOST_SINKS : THREADS;
        uint32_t bytes = count * (uint32_t)resource->stride;
        rows[resource->first_row] =
            (IrEvalResource){.data = is_source ? (uint8_t *)job->source
                                     : is_sink ? (uint8_t *)job->actual
                                               : ARENA_ARRAY(arena, uint8_t, bytes),
                             .width = count, .height = 1, .depth = 1, .mips = 1,
                             .stride = (uint32_t)resource->stride, .row_pitch = bytes,
                             .slice_pitch = bytes};
    }
    return ir_evaluate(arena, kernel, rows, GROUPS, &error) ? NULL : error;
}

static const char *differ(Arena *arena, const Job *job, const Program *program)
{
    for (int i = 0; i < THREADS * MOST_SINKS; i++)
        if (job->expected[i] != job->actual[i])
            return arena_printf(arena, "thread %d: hash of %s is %u instead of %u", i / MOST_SINKS,
                                random_program_sink(program, i % MOST_SINKS), job->actual[i],
                                job->expected[i]);
    return NULL;
}

static const char *judge_kernel(Arena *arena, Job *job, const Program *program,
                                const IrKernel *kernel)
{
    const char *why = evaluate(arena, job, kernel);
    return why != NULL ? why : differ(arena, job, program);
}

static const char *run_passes(Arena *arena, Diagnostics *diagnostics, IrKernel *kernel)
{
    PassOptions options = {.diagnostics = diagnostics, .optimisation = 2};
    const char *fault = verified_passes(kernel, &options);
    return fault == NULL && diag_error_count(diagnostics) > 0 ? front_messages(arena, diagnostics)
                                                              : fault;
}

static const char *judge(Arena *arena, Job *job, Program *program, uint32_t seed)
{
    static const int WAVE_SIZES[] = {4, 8, 16, 32, 64, 128};
    Sources *sources = sources_new(arena);
    Diagnostics *diagnostics = diag_new(arena, sources);
    FrontOptions options = {.entry = "main", .native_16bit = true,
                            .wave_size = WAVE_SIZES[seed % COUNT_OF(WAVE_SIZES)]};
    LowerResult lowered = front_lower(arena, diagnostics, sources, random_program_text(program), &options);
    if (lowered.kernel == NULL)
        return arena_printf(arena, "refused: %s", front_messages(arena, diagnostics));
    const char *why = ir_verify(arena, lowered.kernel);
    why = why != NULL ? why : judge_kernel(arena, job, program, lowered.kernel);
    if (why != NULL)
        return arena_printf(arena, "as lowered: %s", why);
    why = run_passes(arena, diagnostics, lowered.kernel);
    why = why != NULL ? why : judge_kernel(arena, job, program, lowered.kernel);
    return why != NULL ? arena_printf(arena, "behind the passes: %s", why) : NULL;
}

const char *random_program_judge(Arena *arena, Program *program, uint32_t seed)
{
    Job *job = ARENA_NEW(arena, Job);
    fill_source(job, seed);
    interpret(arena, job, program);
    return judge(arena, job, program, seed);
}
