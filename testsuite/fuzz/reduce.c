/* Makes a failing kernel smaller: instructions go, one after the other, as long as it fails alike.
 * A value that goes leaves a zero. What remains is still a race-free kernel: barriers stay, and so
 * does what addresses are made of; a kernel whose passes disagree is no reduction of one with
 * wrong code. */
#include "fuzz_priv.h"

typedef struct Reducer {
    Arena *arena;
    const FuzzJob *job;
    const FuzzKernel *fuzz;
    FuzzVerdict verdict;
    int trials; /* that are left */
} Reducer;

static bool fails(Reducer *reducer, const char *text)
{
    Arena *arena = arena_new("trial");
    FuzzKernel trial = *reducer->fuzz, *trials[] = {&trial};
    FuzzVerdict verdict = FUZZ_SAME;
    const char *why = NULL;
    trial.kernel = fuzz_kernel_of_text(arena, text);
    reducer->trials--;
    if (trial.kernel != NULL && ir_verify(arena, trial.kernel) == NULL)
        fuzz_judge(arena, reducer->job, trials, 1, &verdict, &why);
    arena_drop(arena);
    return verdict == reducer->verdict;
}

/* ---- one change ---- */

/* In text order; NULL behind the last. */
static IrInstr *find_by_number(const IrKernel *kernel, int number)
{
    EACH_INSTR (kernel->body, instr)
        if (number-- == 0)
            return instr;
    return NULL;
}

static int count_instrs(Arena *arena, const char *text)
{
    int count = 0;
    const IrKernel *kernel = fuzz_kernel_of_text(arena, text);
    EACH_INSTR (kernel->body, instr)
        count++;
    return count;
}

static bool must_stay(const IrInstr *instr)
{
    return ir_is(instr, OP_JUMP) || instr->op == IR_const || instr->type.components > 1;
}

static void replace_by_zero(IrKernel *kernel, IrReplacements *map, IrInstr *value, IrInstr *before)
{
    IrBuilder builder = ir_builder_before(kernel, before);
    vec_push(kernel->arena, &map->from, value);
    vec_push(kernel->arena, &map->to, ir_const_bits(&builder, value->type.scalar, 0));
}

/* The text without instruction `number`, counted in text order; NULL if it must stay. */
static const char *text_without(Arena *arena, const char *text, int number)
{
    IrKernel *kernel = fuzz_kernel_of_text(arena, text);
    IrReplacements map = {0};
    IrInstr *instr = find_by_number(kernel, number);
    if (instr == NULL || must_stay(instr))
        return NULL;
    if (ir_is(instr, OP_REGION))
        for (int i = 0; i < instr->result_count; i++)
            replace_by_zero(kernel, &map, instr->results[i], instr);
    else if (instr->type.components == 1)
        replace_by_zero(kernel, &map, instr, instr);
    ir_remove(instr);
    ir_replace_all(kernel, &map);
    ir_renumber(kernel);
    return fuzz_kernel_text(arena, kernel);
}

/* ---- values that nothing uses ---- */

static bool drop_unused(IrKernel *kernel, const int *uses)
{
    bool changed = false;
    EACH_INSTR (kernel->body, instr) {
        bool idle = ir_is(instr, OP_PURE) || (ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES));
        if (!idle || uses[instr->id] > 0)
            continue;
        ir_remove(instr);
        changed = true;
    }
    return changed;
}

static const char *swept(Arena *arena, const char *text)
{
    IrKernel *kernel = fuzz_kernel_of_text(arena, text);
    int *uses;
    do {
        ir_renumber(kernel);
        uses = ARENA_ARRAY(arena, int, kernel->next_id + 1);
        EACH_INSTR (kernel->body, instr)
            EACH_USE (instr, use)
                uses[(*use)->id]++;
    } while (drop_unused(kernel, uses));
    return fuzz_kernel_text(arena, kernel);
}

/* ---- all of them ---- */

static bool is_large(const char *text, int number)
{
    Arena *arena = arena_new("look");
    const IrInstr *instr = find_by_number(fuzz_kernel_of_text(arena, text), number);
    bool large = instr != NULL && ir_is(instr, OP_REGION);
    arena_drop(arena);
    return large;
}

static const char *attempt(Reducer *reducer, const char *best, const char *smaller)
{
    return smaller != NULL && strcmp(smaller, best) != 0 && fails(reducer, smaller) ? smaller
                                                                                    : best;
}

/* Whole constructs, the outermost first. */
static const char *drop_constructs(Reducer *reducer, const char *best)
{
    for (int number = 0;
         number < count_instrs(reducer->arena, best) && reducer->trials > 0; number++) {
        const char *next = best;
        if (is_large(best, number))
            next = attempt(reducer, best, text_without(reducer->arena, best, number));
        if (next != best)
            next = attempt(reducer, next, swept(reducer->arena, next)), number--;
        best = next;
    }
    return best;
}

static const char *reduce_once(Reducer *reducer, const char *best)
{
    for (int number = count_instrs(reducer->arena, best) - 1;
         number >= 0 && reducer->trials > 0; number--) {
        const char *smaller = text_without(reducer->arena, best, number);
        const char *next = attempt(reducer, best, smaller);
        if (next != best)
            next = attempt(reducer, next, swept(reducer->arena, next));
        best = next;
        int count = count_instrs(reducer->arena, best);
        if (number > count)
            number = count;
    }
    return best;
}

const char *fuzz_reduce(Arena *arena, const FuzzJob *job, const FuzzKernel *fuzz,
                        FuzzVerdict verdict, int trials)
{
    Reducer reducer = {arena, job, fuzz, verdict, trials};
    const char *best = fuzz_kernel_text(arena, fuzz->kernel), *before;
    if (trials == 0)
        return best;
    best = attempt(&reducer, best, swept(arena, best));
    best = drop_constructs(&reducer, best);
    do {
        before = best;
        best = reduce_once(&reducer, best);
    } while (best != before && reducer.trials > 0);
    return best;
}
