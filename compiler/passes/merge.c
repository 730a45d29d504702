/* merge: equal pure values become one.
 *
 *     %3 = load_cbuffer $c [0]                  %3 = load_cbuffer $c [0]
 *     %4 = fmul %1, %2                          %4 = fmul %1, %2
 *     if %b {                                   if %b {
 *       %5 = fmul %2, %1                          %7 = fadd %4, %3
 *       %6 = load_cbuffer $c [0]
 *       %7 = fadd %5, %6
 *
 * A table of the values visible at this point, by hash of operation, type, operands and immediates;
 * what a region adds is taken out again at its end. Loads of memory that no one writes (cbuffers,
 * SRVs) count as pure; those of other memory merge while it stays as it is (moments.h). Convergent
 * operations depend on which lanes are active: they merge within a region only, and not across a
 * construct that some lanes may have left. `precise` must agree. What compares a value with itself
 * then is simplified.
 *
 * Needs: nothing. Keeps: facts. */
#include "passes/moments.h"
#include "passes/simplify.h"

typedef struct Entry {
    IrInstr *value; /* NULL: free */
    /* what else it depends on: convergent values on Merger.lanes at it, loads on the moment; 0 for
     * others */
    int state;
} Entry;

typedef struct Merger {
    Entry *table; /* open addressing; the size is a power of two */
    uint32_t mask;
    Arena *scratch;
    /* a number for the set of lanes that are active here, as far as structure tells */
    int lanes;
    int lane_count; /* numbers given */
    Moments moments;
    Simplifier simplifier;
    /* The constructs around here, outermost first, and the lowest number that what was met in each
     * jumps to: below its own, lanes leave it; -1, they return. */
    VEC(struct Open { const IrInstr *construct; int reached; }) open;
    bool changed;
} Merger;

/* Values in the order in which they were added, to be taken out again. */
typedef VEC(uint32_t) Added;

static bool may_merge(const IrInstr *instr)
{
    bool is_pure = ir_is(instr, OP_PURE) || reads_constant_memory(instr) || moments_cover(instr);
    return is_pure && !is_phi(instr);
}

static int state_of(const Merger *merger, const IrInstr *instr)
{
    if (ir_is(instr, OP_CONVERGENT))
        return merger->lanes;
    if (ir_is(instr, OP_PURE) || reads_constant_memory(instr))
        return 0;
    return moment_of(&merger->moments, instr);
}

/* True: it has changed their order. */
static bool order_operands(IrInstr *instr)
{
    IrInstr **operands = instr->operands;
    if (!ir_is(instr, OP_COMMUTES) || operands[1]->op == IR_const)
        return false;
    if (operands[0]->op != IR_const && operands[0]->id <= operands[1]->id)
        return false;
    IrInstr *first = operands[0];
    operands[0] = operands[1];
    operands[1] = first;
    return true;
}

/* ---- hash and equality ---- */

static uint32_t mix(uint32_t hash, uint64_t value)
{
    uint64_t product = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(product >> 32) ^ (uint32_t)product;
}

static uint32_t hash_of(const IrInstr *instr)
{
    uint32_t hash = mix(instr->op * 31u + instr->type.scalar * 7u + instr->type.components,
                        instr->bits);
    hash = mix(hash, (uint64_t)(uint32_t)instr->immediate << 8 | instr->component);
    hash = mix(hash, (uintptr_t)instr->variable);
    hash = mix(hash, (uintptr_t)instr->resource);
    hash = mix(hash, (uintptr_t)instr->sampler);
    EACH_USE (instr, use)
        hash = mix(hash, (*use)->id);
    return hash;
}

static bool is_equal(const IrInstr *left, const IrInstr *right)
{
    bool alike = ir_same_operation(left, right);
    for (int i = 0; alike && i < left->operand_count; i++)
        alike = left->operands[i] == right->operands[i];
    return alike;
}

/* ---- the walk ---- */

/* Where `instr` or its equal is, or belongs. */
static uint32_t find_place(const Merger *merger, const IrInstr *instr, int state)
{
    uint32_t place = mix(hash_of(instr), (uint64_t)state) & merger->mask;
    for (const Entry *entry; (entry = &merger->table[place])->value;
         place = (place + 1) & merger->mask)
        if (entry->state == state && is_equal(entry->value, instr))
            break;
    return place;
}

static void merge_value(Merger *merger, IrInstr *instr, Added *added)
{
    merger->changed |= order_operands(instr);
    int state = state_of(merger, instr);
    uint32_t place = find_place(merger, instr, state);
    if (merger->table[place].value) {
        instr->note = merger->table[place].value;
        ir_remove(instr);
        merger->changed = true;
        return;
    }
    merger->table[place] = (Entry){instr, state};
    vec_push(merger->scratch, added, place);
}

/* Both sides were computed for themselves until now. */
static bool compares_with_itself(const IrInstr *instr)
{
    return op_info(instr->op)->result == 'B' && instr->operand_count == 2 &&
           instr->operands[0] == instr->operands[1];
}

static void merge_region(Merger *merger, IrRegion *region);

static void note_reached(Merger *merger, int number)
{
    if (merger->open.count > 0 && merger->open.items[merger->open.count - 1].reached > number)
        merger->open.items[merger->open.count - 1].reached = number;
}

static void note_jump(Merger *merger, const IrInstr *instr)
{
    int number = instr->op == IR_return ? -1 : merger->open.count - 1;
    while (number >= 0 && merger->open.items[number].construct != instr->target)
        number--;
    note_reached(merger, number);
}

/* Whether something in it jumped beyond it. */
static bool close_construct(Merger *merger)
{
    int own = --merger->open.count, reached = merger->open.items[own].reached;
    note_reached(merger, reached);
    return reached < own;
}

/* Behind it the same lanes are active as before, unless some jumped beyond. */
static void merge_inside(Merger *merger, IrInstr *construct)
{
    int lanes = merger->lanes;
    vec_push(merger->scratch, &merger->open, ((struct Open){construct, merger->open.count}));
    moments_enter(&merger->moments, construct);
    EACH_REGION (construct, region)
        merge_region(merger, region);
    merger->lanes = close_construct(merger) ? ++merger->lane_count : lanes;
}

static void merge_region(Merger *merger, IrRegion *region)
{
    Added added = {0};
    merger->lanes = ++merger->lane_count;
    EACH_IN (region, instr) {
        use_current_operands(instr);
        if (compares_with_itself(instr))
            simplify_value(&merger->simplifier, instr);
        if (instr->note != NULL)
            continue;
        if (instr->op == IR_return || instr->target != NULL)
            note_jump(merger, instr);
        if (is_construct(instr))
            merge_inside(merger, instr);
        else if (may_merge(instr))
            merge_value(merger, instr, &added);
        else
            moments_pass(&merger->moments, instr);
    }
    while (added.count > 0) /* last in, first out keeps the probing chains whole */
        merger->table[added.items[--added.count]] = (Entry){NULL, 0};
}

bool merge_values_in(PassContext *context, IrRegion *region)
{
    uint32_t count = 0, size = 64;
    EACH_INSTR (region, instr)
        count++;
    while (size < count * 2)
        size *= 2;
    Merger merger = {.table = ARENA_ARRAY(context->scratch, Entry, size),
                     .mask = size - 1,
                     .scratch = context->scratch,
                     .simplifier = {.context = context, .kernel = context->kernel},
                     .moments = moments_start(context->kernel, context->scratch)};
    simplify_index_rows(&merger.simplifier);
    clear_notes(context->kernel);
    merge_region(&merger, region);
    return merger.changed || merger.simplifier.changed;
}

bool pass_merge(PassContext *context) { return merge_values_in(context, context->kernel->body); }
