/* What passes create or move keeps its place in the source: behind each of them a store, an atomic, a barrier, or a load of
 * memory that threads share has the position of one that was there before; what a check asks, and what goes to memory that a
 * pass has made, that of any instruction. Races that are told, --explain, coverage and debuggers name these lines. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "files.h"
#include "front.h"
#include "passes/passes.h"
#include "test.h"

enum { LEAST_KERNELS = 1500 };

typedef struct Effect {
    unsigned kind;
    SourcePos pos;
} Effect;

typedef VEC(Effect) Effects;

typedef struct Watch {
    Arena *arena;
    const Sources *sources;
    Effects before, all; /* all: instructions, of whatever kind */
    int variables;       /* that there were before */
    const char *wrong; /* NULL: nothing */
} Watch;

static bool is_kept(const IrInstr *instr) { return instr->variable != NULL && instr->variable->kind == IR_WAVE_VALUE; }

/* Of memory that other threads, or the program, see; 0: none. What is kept over a barrier may become a load of groupshared
 * memory. */
static unsigned kind_of(const IrInstr *instr)
{
    bool is_shared = instr->variable != NULL && (instr->variable->kind == IR_GROUPSHARED || is_kept(instr)),
         is_uav = instr->resource != NULL && instr->resource->class == IR_UAV;
    unsigned flags = op_info(instr->op)->flags & (OP_READS | OP_WRITES | OP_SYNC);
    return (is_shared || is_uav || (flags & OP_SYNC)) && flags != 0 ? flags | (is_shared ? 1u << 16 : 0) : 0;
}

static void look(Watch *watch, const IrKernel *kernel)
{
    watch->before = watch->all = (Effects){0};
    watch->variables = kernel->variables.count;
    EACH_INSTR (kernel->body, instr) {
        vec_push(watch->arena, &watch->all, ((Effect){0, instr->pos}));
        if (kind_of(instr) != 0)
            vec_push(watch->arena, &watch->before, ((Effect){kind_of(instr), instr->pos}));
    }
}

static bool is_among(const Effects *effects, unsigned kind, SourcePos pos)
{
    for (int i = 0; i < effects->count; i++)
        if (effects->items[i].kind == kind && effects->items[i].pos == pos)
            return true;
    return false;
}

static bool keeps_line(const Watch *watch, const IrInstr *instr, const char *label)
{
    bool is_check = strcmp(label, "instrument") == 0,
         is_made = is_check || (instr->variable != NULL && instr->variable->index >= watch->variables);
    return kind_of(instr) == 0 || is_kept(instr) || is_among(&watch->before, kind_of(instr), instr->pos) ||
           (is_made && instr->pos != SOURCE_NOWHERE && is_among(&watch->all, 0, instr->pos));
}

static bool judge(void *context, IrKernel *kernel, const PassStep *step)
{
    Watch *watch = context;
    EACH_INSTR (kernel->body, instr)
        if (watch->wrong == NULL && !keeps_line(watch, instr, step->label))
            watch->wrong = arena_printf(watch->arena, "after %s: %s at line %d", step->label, op_info(instr->op)->name,
                                        instr->pos == SOURCE_NOWHERE ? 0 : sources_place(watch->sources, instr->pos).line);
    look(watch, kernel);
    return true;
}

/* What a run test compiles stands between two marks. */
static char *read_shader(const char *path)
{
    static const char START[] = "#--- source.hlsl\n";
    char *text = file_read(path, NULL), *start = strstr(text, START), *end;
    if (start == NULL)
        return text;
    start += strlen(START);
    end = strstr(start, "\n#---");
    *(end != NULL ? end + 1 : start) = '\0';
    memmove(text, start, strlen(start) + 1);
    return text;
}

/* False: it is none. */
static bool judge_shader(const char *path, unsigned checks, int wave_size, int *failures)
{
    Arena *arena = arena_new("positions");
    Sources *sources = sources_new(arena);
    Diagnostics *diagnostics = diag_new(arena, sources);
    FrontOptions options = {.entry = "main", .wave_size = wave_size, .native_16bit = true};
    char *text = read_shader(path);
    LowerResult lowered = front_lower(arena, diagnostics, sources, text, &options);
    free(text);
    if (lowered.kernel != NULL) {
        Watch watch = {.arena = arena, .sources = sources};
        look(&watch, lowered.kernel);
        PassOptions passes = {.diagnostics = diagnostics, .optimisation = 2, .adds_in_any_order = true, .lanes = 8, .checks = checks};
        passes_run(lowered.kernel, &passes, &(PassHook){.after = judge, .context = &watch});
        if (watch.wrong != NULL)
            fprintf(stderr, "%s: %s\n", path, watch.wrong);
        *failures += watch.wrong != NULL;
    }
    bool is_kernel = lowered.kernel != NULL;
    arena_drop(arena);
    return is_kernel;
}

TEST(effects_keep_their_lines_through_all_passes)
{
    static const char *const PATTERNS[] = {"testsuite/golden/emit/*.hlsl", "testsuite/golden/plan/*.hlsl",
                                           "samples/*/*.hlsl", "testsuite/run/*/*.test"};
    int kernels = 0, failures = 0;
    for (int i = 0; i < COUNT_OF(PATTERNS); i++) {
        glob_t found;
        if (glob(PATTERNS[i], 0, NULL, &found) != 0)
            continue;
        for (size_t k = 0; k < found.gl_pathc; k++)
            for (int wave_size = 8; wave_size <= 128; wave_size *= 4)
                kernels += judge_shader(found.gl_pathv[k], wave_size == 8 ? ~0u : 0, wave_size, &failures);
        globfree(&found);
    }
    if (failures > 0 || kernels < LEAST_KERNELS)
        fail_msg("%d of %d kernels", failures, kernels);
}
