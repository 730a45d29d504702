/* atomics_in_turn: atomics that stand together are done by one lane after the other.
 *
 *     %1 = load_struct $Keys [%i]          %1 = load_struct $Keys [%i]
 *     %2 = atomic_var iadd $sum [%1] %v    %5 = fmul %v, 2
 *     %3 = fmul %v, 2                      %6 = wave_all_equal %1
 *     %4 = atomic_var umax $most [%1] %3   if %6 {
 *                                            %7 = wave_read_first %1
 *                                            %2 = atomic_var iadd $sum [%7] %v
 *                                            %4 = atomic_var umax $most [%7] %5
 *                                          } else { lane_loop {
 *                                            %8 = wave_read_first %1 ...
 *                                            atomic_var iadd $sum [%8] %9
 *                                            atomic_var umax $most [%8] %10
 *                                          } }
 *
 * Sums, counts and extremes by a key. By itself each atomic takes its lanes out of their vectors,
 * index and operand, a few moves and shifts each, and where three go by one index, that is done
 * three times. Left in memory once, they are scalar loads for all of them. Whole waves that go to
 * one place combine before they do.
 *
 * What is little more than a row of memory is taken from there, not from a vector (plan_control.c):
 * of $Keys[%i] & 255 each lane's key is loaded and masked by itself. Where that is all that an
 * atomic wants, one alone goes lane by lane, too: a histogram.
 *
 * Stores that an atomic leads to, a key's to the place that a counter gives, are done with it: else that
 * place went into a vector and out of it again.
 *
 * Many cells of few places, nine nodes around a particle of three words each, are sums that each lane
 * computes from the places; and so many atomics are not there twice.
 *
 * Needs: uniformity, wave_loops. Breaks: facts; uniformity must run again. */
#include "passes/lane_stretch.h"

enum {
    FEWEST = 2,            /* atomics; one alone is as fast out of its vectors */
    MOST_REDONE = 2,       /* operations on what comes from a row of memory, for each value */
    FEWEST_NEIGHBOURS = 4, /* cells that are worth computing from what they have in common */
    MOST_TOGETHER = 8      /* atomics that are there once more for waves that go to one cell */
};

typedef VEC(IrInstr *) Instrs;

typedef struct Together { /* atomics of one region, with nothing between that has an effect */
    IrInstr *first, *last;
    int count;
    Instrs led; /* by what one atomic gives: stores there, and what is computed for them */
} Together;

static bool may_stand_between(const IrInstr *instr)
{
    return is_pure_of_lane(instr) || reads_constant_memory(instr);
}

/* ---- what is little more than a row of memory ---- */

/* A word for each lane, side by side. */
static bool is_row(const IrKernel *kernel, const IrInstr *value)
{
    const IrInstr *index = reads_constant_memory(value) ? stretch_index_of(value) : NULL;
    return index != NULL && value->type.components == 1 && spans_wave(kernel, index);
}

static bool is_little(const IrKernel *kernel, const IrInstr *value)
{
    return stretch_operations_to_redo(kernel, value, MOST_REDONE, is_row) <= MOST_REDONE;
}

static bool wants_little(const IrKernel *kernel, const IrInstr *atomic)
{
    for (int i = 0; i < atomic->operand_count; i++)
        if (!is_little(kernel, atomic->operands[i]))
            return false;
    return true;
}

/* The operands of the region's atomics that are little are computed before the first. */
static void redo_little(IrKernel *kernel, IrRegion *region)
{
    IrReplacements copies = {0};
    IrBuilder start = ir_builder_before(kernel, region->first);
    for (IrInstr *instr = region->first; instr != NULL; instr = instr->next)
        EACH_USE (instr, use)
            if (is_little(kernel, *use))
                *use = stretch_redo(&start, &copies, *use);
}

/* ---- cells of one place and its neighbours ---- */

typedef struct Indices {
    VEC(const IrInstr *) values; /* each once */
} Indices;

static bool add_index(Arena *arena, Indices *indices, const IrInstr *value)
{
    for (int i = 0; i < indices->values.count; i++)
        if (indices->values.items[i] == value)
            return false;
    vec_push(arena, &indices->values, value);
    return true;
}

/* Where many indices are a few values and what integers make of them, each lane brings these, not a vector
 * for each cell: nine nodes around a particle, three words each. */
static void redo_neighbours(PassContext *context, IrRegion *region)
{
    Indices indices = {0};
    StretchSources sources = {0};
    for (IrInstr *instr = region->first; instr != NULL; instr = instr->next)
        if (op_is_atomic(instr->op) && add_index(context->scratch, &indices, stretch_index_of(instr)))
            stretch_add_sources(context->scratch, &sources, stretch_index_of(instr));
    if (indices.values.count < FEWEST_NEIGHBOURS || 2 * sources.sources.count > indices.values.count ||
        sources.operations.count > MOST_REDONE * indices.values.count)
        return;
    IrReplacements copies = {0};
    IrBuilder start = ir_builder_before(context->kernel, region->first);
    for (IrInstr *instr = region->first; instr != NULL; instr = instr->next)
        if (op_is_atomic(instr->op)) {
            IrInstr **index = &instr->operands[op_row_count(instr->op)];
            *index = stretch_redo(&start, &copies, *index);
        }
}

/* ---- stores where an atomic leads ---- */

static bool has(const Instrs *instrs, const IrInstr *instr)
{
    for (int i = 0; i < instrs->count; i++)
        if (instrs->items[i] == instr)
            return true;
    return false;
}

static bool is_led(const Together *together, const IrInstr *instr)
{
    for (int i = 0; i < instr->operand_count; i++)
        if (instr->operands[i] == together->first || has(&together->led, instr->operands[i]))
            return true;
    return false;
}

static bool is_store(const IrInstr *instr)
{
    return ir_is(instr, OP_WRITES) && !ir_is(instr, OP_READS | OP_CONVERGENT | OP_SYNC) &&
           !op_is_atomic(instr->op) && instr->resource != NULL;
}

static bool leads_elsewhere(const PassContext *context, const Together *together)
{
    EACH_INSTR (context->kernel->body, instr)
        if (is_led(together, instr) && !has(&together->led, instr))
            return true;
    return false;
}

/* A key's place, and the key to it: what follows the one atomic and hangs on it, up to the last store.
 * Nothing where it is wanted by something else, too. */
static void follow(const PassContext *context, Together *together)
{
    int stored = 0;
    for (IrInstr *instr = together->first->next; instr != NULL; instr = instr->next) {
        bool led = is_led(together, instr), stores = is_store(instr) && led;
        if (!stores && !may_stand_between(instr))
            break;
        if (led)
            vec_push(context->scratch, &together->led, instr);
        if (stores) {
            together->last = instr;
            stored = together->led.count;
        }
    }
    together->led.count = stored;
    if (stored > 0 && leads_elsewhere(context, together)) {
        together->led.count = 0;
        together->last = together->first;
    }
}

static bool is_among(const Together *together, const IrInstr *value)
{
    const IrInstr *instr = together->first;
    while (instr != together->last && instr != value)
        instr = instr->next;
    return instr == value;
}

/* Nobody wants what one of them gives. */
static bool give_nothing(const IrKernel *kernel, const Together *together)
{
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use)
            if (op_is_atomic((*use)->op) && is_among(together, *use))
                return false;
    return true;
}

/* Several are done behind all that stands between them, what one leads along with it. */
static bool pays(const IrKernel *kernel, const Together *together)
{
    return together->count >= FEWEST ? give_nothing(kernel, together)
                                     : together->led.count > 0 || wants_little(kernel, together->first);
}

/* ---- doing it ---- */

/* The atomics, and what they lead, into the branch, everything else before it. */
static void gather(IrKernel *kernel, Together together, IrInstr *branch, IrRegion *into)
{
    const IrInstr *end = together.last->next;
    for (IrInstr *instr = together.first, *next; instr != end; instr = next) {
        next = instr->next;
        if (op_is_atomic(instr->op) || has(&together.led, instr))
            move_to_end(kernel, instr, next, into);
        else
            ir_move_before(instr, branch);
    }
    ir_close_region(kernel, into);
}

/* Where all lanes have one index, it is the first one's. */
static void use_first(IrKernel *kernel, IrRegion *region, IrInstr *index)
{
    IrBuilder start = ir_builder_before(kernel, region->first);
    start.pos = region->first->pos;
    IrInstr *first = IR_BUILD(&start, IR_wave_read_first, index);
    first->level = LEVEL_WAVE;
    for (IrInstr *instr = first->next; instr != NULL; instr = instr->next)
        EACH_USE (instr, use)
            if (*use == index)
                *use = first;
}

/* The branch's second side, or, where they are many, a scope. */
static IrRegion *set_apart(PassContext *context, Together together)
{
    IrKernel *kernel = context->kernel;
    IrInstr *index = stretch_index_of(together.first);
    IrBuilder before = ir_builder_before(kernel, together.first);
    before.pos = together.first->pos;
    pass_explain(context, before.pos, "%d atomic%s%s, one lane after the other", together.count,
                 together.count > 1 ? "s" : "", together.led.count > 0 ? " and the stores where it leads" : "");
    if (together.count > MOST_TOGETHER) {
        IrInstr *scope = ir_scope(&before);
        gather(kernel, together, scope, scope->regions[0]);
        return scope->regions[0];
    }
    IrInstr *branch = ir_if(&before, IR_BUILD(&before, IR_wave_all_equal, index));
    branch->operands[0]->level = LEVEL_WAVE;
    gather(kernel, together, branch, branch->regions[1]);
    IrReplacements copies = {0};
    IrBuilder equal = ir_builder_at_end(kernel, branch->regions[0]);
    ir_clone_region(&equal, branch->regions[1], &copies);
    use_first(kernel, branch->regions[0], index);
    return branch->regions[1];
}

static void run_in_turn(PassContext *context, StretchPlaces *places, Together together)
{
    IrRegion *region = set_apart(context, together);
    redo_little(context->kernel, region);
    redo_neighbours(context, region);
    places->are_known = false;
    stretch_number(context, places);
    places->are_known = false;
    stretch_run_in_turn(context, (Stretch){region->first, region->last->prev});
}

/* ---- which ---- */

static bool is_candidate(const IrInstr *instr)
{
    return op_is_atomic(instr->op) && stretch_is_scattered(instr);
}

/* From `first` on; `next`: where to go on looking. */
static Together together_from(IrInstr *first, IrInstr **next)
{
    Together together = {.first = first, .last = first};
    IrInstr *instr = first;
    for (; instr != NULL && (is_candidate(instr) || may_stand_between(instr)); instr = instr->next)
        if (is_candidate(instr)) {
            together.last = instr;
            together.count++;
        }
    *next = instr;
    return together;
}

static bool visit(PassContext *context, StretchPlaces *places, IrRegion *region)
{
    bool changed = false;
    for (IrInstr *instr = region->first, *next; instr != NULL; instr = next) {
        next = instr->next;
        if (instr->op == IR_lane_loop)
            continue;
        EACH_REGION (instr, inner)
            changed |= visit(context, places, inner);
        if (!is_candidate(instr))
            continue;
        Together together = together_from(instr, &next);
        if (together.count == 1)
            follow(context, &together);
        if (together.led.count > 0)
            next = together.last->next;
        Stretch stretch;
        stretch_number(context, places);
        if (pays(context->kernel, &together) &&
            stretch_between(places, together.first, together.last, &stretch)) {
            run_in_turn(context, places, together);
            changed = true;
        }
    }
    return changed;
}

bool pass_atomics_in_turn(PassContext *context)
{
    StretchPlaces places = {0};
    bool changed = false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_wave_loop)
            changed |= visit(context, &places, instr->regions[0]);
    return changed;
}
