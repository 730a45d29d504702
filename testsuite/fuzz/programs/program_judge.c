/* A random program through the compiler and the evaluator, against its interpreter. */
#include "front.h"
#include "programs.h"
#include "verified_passes.h"

typedef struct Job {
    ProgramInput input;
    ProgramResult expected, actual;
    uint8_t constants[CONSTANT_BYTES];
} Job;

void random_program_input(uint32_t seed, ProgramInput *input)
{
    static const int WAVE_SIZES[] = {4, 8, 16, 32, 64, 128};
    uint32_t state = seed;
    for (int i = 0; i < SOURCE_COUNT; i++) {
        state = state * 1664525u + 1013904223u;
        input->source[i] = (int32_t)(state >> 8) % (i % 4 == 0 ? 1000000 : 12) - i % 3;
    }
    for (int i = 0; i < CELL_COUNT; i++)
        input->cells[i] = 0x00ff55aau * (uint32_t)(i + 1);
    input->wave_size = WAVE_SIZES[seed % COUNT_OF(WAVE_SIZES)];
}

/* The input as the program sees it under this name; without data: it is something else. */
static IrEvalResource fetched_row(Job *job, const char *name)
{
    for (int i = 0; i < FETCH_COUNT; i++) {
        const FetchRow *row = &FETCHES[i];
        const uint32_t *size = row->size;
        uint32_t stride = i == FETCH_BYTES ? 1 : 4 * (uint32_t)row->components;
        if (strcmp(name, row->name) == 0)
            return (IrEvalResource){
                .data = (uint8_t *)job->input.source, .width = size[0], .height = size[1],
                .depth = size[2], .mips = 1, .stride = stride, .row_pitch = size[0] * stride,
                .slice_pitch = size[0] * size[1] * stride};
    }
    return (IrEvalResource){0};
}

/* By its name; what is no input or output begins with zeros. */
static IrEvalResource row_of(Arena *arena, Job *job, const IrResource *resource)
{
    const struct { const char *name; void *data; uint32_t count; } ROWS[] = {
        {"sink", job->actual.sinks, THREADS * MOST_SINKS},
        {"cells", job->actual.cells, CELL_COUNT},
        {"constants", job->constants, CONSTANT_BYTES},
    };
    IrEvalResource fetched = fetched_row(job, resource->name);
    void *data = NULL;
    uint32_t count = THREADS, stride = resource->stride > 0 ? (uint32_t)resource->stride : 1;
    for (int i = 0; i < COUNT_OF(ROWS); i++)
        if (strcmp(resource->name, ROWS[i].name) == 0)
            data = ROWS[i].data, count = ROWS[i].count;
    if (fetched.data != NULL)
        return fetched;
    if (data == NULL)
        data = ARENA_ARRAY(arena, uint8_t, count * stride);
    if (resource->shape == IR_SHAPE_CBUFFER)
        stride = 1;
    return (IrEvalResource){.data = data, .width = count, .height = 1, .depth = 1, .mips = 1,
                            .stride = stride, .row_pitch = count * stride,
                            .slice_pitch = count * stride};
}

/* Formats are "NAME %d\n". */
static void take_prints(Arena *arena, Job *job, const IrKernel *kernel, const IrPrintedList *list)
{
    for (int i = 0; i < list->count; i++) {
        const IrPrinted *printed = &list->items[i];
        const char *format = kernel->prints.items[printed->print].format;
        add_program_print(&job->actual.prints[printed->thread],
                          arena_copy_text(arena, format, strcspn(format, " ")),
                          (int32_t)printed->words[0]);
    }
}

/* NULL, or why the kernel cannot be run. */
static const char *evaluate(Arena *arena, Job *job, const IrKernel *kernel)
{
    static const uint32_t GROUPS[3] = {1, 1, 1};
    const char *error = NULL;
    IrEvalResource rows[32] = {0};
    memset(&job->actual, 0, sizeof job->actual);
    memcpy(job->actual.cells, job->input.cells, sizeof job->actual.cells);
    for (int i = 0; i < kernel->resources.count; i++) {
        const IrResource *resource = kernel->resources.items[i];
        rows[resource->first_row] = row_of(arena, job, resource);
    }
    IrPrintedList printed = {0};
    if (!ir_evaluate_heard(arena, kernel, rows, GROUPS, &(IrEvalHearer){.printed = &printed}, &error))
        return error;
    take_prints(arena, job, kernel, &printed);
    return NULL;
}

static const char *differ(Arena *arena, const Job *job, const Program *program)
{
    const ProgramResult *expected = &job->expected, *actual = &job->actual;
    for (int i = 0; i < THREADS * MOST_SINKS; i++)
        if (expected->sinks[i] != actual->sinks[i])
            return arena_printf(arena, "wave size %d, thread %d: hash of %s is %u instead of %u",
                                job->input.wave_size, i / MOST_SINKS,
                                random_program_sink(program, i % MOST_SINKS), actual->sinks[i],
                                expected->sinks[i]);
    for (int i = 0; i < CELL_COUNT; i++)
        if (expected->cells[i] != actual->cells[i])
            return arena_printf(arena, "wave size %d: cells[%d] is %u instead of %u",
                                job->input.wave_size, i, actual->cells[i], expected->cells[i]);
    for (int i = 0; i < THREADS; i++)
        if (strcmp(expected->prints[i].text, actual->prints[i].text) != 0)
            return arena_printf(arena, "wave size %d: thread %d prints '%s' instead of '%s'",
                                job->input.wave_size, i, actual->prints[i].text,
                                expected->prints[i].text);
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

static const char *judge(Arena *arena, Job *job, Program *program)
{
    Sources *sources = sources_new(arena);
    Diagnostics *diagnostics = diag_new(arena, sources);
    FrontOptions options = {.entry = "main", .native_16bit = true,
                            .wave_size = job->input.wave_size};
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
    random_program_input(seed, &job->input);
    random_program_constants(program, job->constants);
    return random_program_interpret(program, &job->input, &job->expected)
             ? judge(arena, job, program) : "cannot be interpreted";
}
