/* join_kept: variables kept over barriers that only pass a value on are one variable.
 *
 *     wave_loop { %1 = load_var $keep1                wave_loop { %1 = load_var $keep1
 *                 %2 = f(%1)                                      %2 = f(%1)
 *                 store_var $keep2, %2 }                          store_var $keep1, %2 }
 *     barrier                                         barrier
 *     wave_loop { %3 = load_var $keep2                wave_loop { %3 = load_var $keep1
 *                 store_var $a [..], %3 }                         store_var $a [..], %3 }
 *     wave_loop { %4 = load_var $keep2
 *                 store_var $keep1, %4 }
 *     continue                                        continue
 *
 * What form_waves makes of a loop's parameters and of results is a variable each, and a copy for each
 * wave on each edge: out of static single assignment form, as Chaitin's coalescing does for registers
 * (Register allocation and spilling via graph coloring, 1982). Two variables are joined where a copy
 * between them is all that they have to do with each other: neither is stored while the other is
 * still to be loaded.
 *
 * That is asked lane by lane: a store in a branch of a stretch is one that some lanes do not take, and
 * what they have stays.
 *
 * Behind form_waves. Keeps: nothing. drop_dead then takes stretches away that are empty. */
#include "passes_priv.h"

typedef struct Joiner {
    PassContext *context;
    IrKernel *kernel;
    int count, words;       /* variables; of a set of them */
    uint64_t *clashes;      /* a set for each variable */
    int *joined;            /* by variable: the one it is now */
    VEC(IrInstr *) copies;  /* stores of what another variable holds */
    bool has_grown;         /* what is loaded from some loop's start on, in this walk */
} Joiner;

/* Of a construct, at its note: what is still loaded behind it, at the start of its body, and in the
 * branch that is walked. */
typedef struct Lives {
    uint64_t *behind, *start, *branch;
} Lives;

/* ---- sets ---- */

static uint64_t *new_set(const Joiner *joiner)
{
    return ARENA_ARRAY(joiner->context->scratch, uint64_t, joiner->words);
}

static void copy_set(const Joiner *joiner, uint64_t *to, const uint64_t *from)
{
    memcpy(to, from, sizeof *to * (size_t)joiner->words);
}

static void clear_set(const Joiner *joiner, uint64_t *set)
{
    memset(set, 0, sizeof *set * (size_t)joiner->words);
}

/* Whether `set` has grown. */
static bool add_set(const Joiner *joiner, uint64_t *set, const uint64_t *more)
{
    bool grows = false;
    for (int i = 0; i < joiner->words; i++) {
        grows |= (more[i] & ~set[i]) != 0;
        set[i] |= more[i];
    }
    return grows;
}

static bool has(const uint64_t *set, int item) { return set[item / 64] >> item % 64 & 1; }
static void put(uint64_t *set, int item) { set[item / 64] |= (uint64_t)1 << item % 64; }
static void take(uint64_t *set, int item) { set[item / 64] &= ~((uint64_t)1 << item % 64); }

/* ---- who is needed where another is stored ---- */

/* All of it, by all lanes that come here. */
static bool is_whole(const IrInstr *store)
{
    return store->region->owner != NULL && store->region->owner->op == IR_wave_loop &&
           store->operand_count - 1 == store->variable->type.components;
}

/* The variable whose content is stored, as it is there; NULL: a value. */
static IrVariable *source_of(const IrInstr *store)
{
    const IrInstr *load = store->operands[1];
    bool is_load = load->op == IR_load_var && is_kept_access(load) && load->region == store->region;
    bool is_all = load->type.components == 1 && store->variable->type.components == 1;
    bool is_copy = is_load && is_all && load->variable != store->variable;
    return is_copy && !is_stored_between(load, store) ? load->variable : NULL;
}

/* `self` is a member of the sets of all that are in `items`. */
static void put_into_all(Joiner *joiner, const uint64_t *items, int self)
{
    for (int word = 0; word < joiner->words; word++)
        for (uint64_t left = items[word]; left != 0; left &= left - 1)
            put(joiner->clashes + (size_t)(word * 64 + __builtin_ctzll(left)) * joiner->words, self);
}

static void reach_store(Joiner *joiner, const IrInstr *store, uint64_t *live)
{
    const IrVariable *source = source_of(store);
    int self = store->variable->index;
    uint64_t *clashes = joiner->clashes + (size_t)self * joiner->words;
    bool had_source = source != NULL && has(clashes, source->index);
    add_set(joiner, clashes, live);
    take(clashes, self);
    if (source != NULL && !had_source)
        take(clashes, source->index);
    put_into_all(joiner, clashes, self);
    if (is_whole(store))
        take(live, self);
}

static void walk(Joiner *joiner, const IrRegion *region, uint64_t *live);

/* Its end goes on with what the walk before found at its start. */
static void walk_loop(Joiner *joiner, const IrInstr *loop, Lives *lives, uint64_t *live)
{
    walk(joiner, loop->regions[0], live);
    joiner->has_grown |= add_set(joiner, lives->start, live);
    copy_set(joiner, live, lives->start);
}

static void walk_construct(Joiner *joiner, IrInstr *instr, uint64_t *live)
{
    Lives *lives = instr->note;
    if (lives == NULL) {
        lives = instr->note = ARENA_NEW(joiner->context->scratch, Lives);
        *lives = (Lives){new_set(joiner), new_set(joiner), new_set(joiner)};
    }
    copy_set(joiner, lives->behind, live);
    if (instr->op == IR_loop) {
        walk_loop(joiner, instr, lives, live);
        return;
    }
    clear_set(joiner, live);
    EACH_REGION (instr, inner) {
        copy_set(joiner, lives->branch, lives->behind);
        walk(joiner, inner, lives->branch);
        add_set(joiner, live, lives->branch);
    }
}

static void reach_jump(Joiner *joiner, const IrInstr *jump, uint64_t *live)
{
    const Lives *lives = jump->target != NULL ? jump->target->note : NULL;
    if (jump->op == IR_yield)
        return;
    if (lives == NULL)
        clear_set(joiner, live);
    else
        copy_set(joiner, live, jump->op == IR_continue ? lives->start : lives->behind);
}

/* From the region's end to its start: `live` is what is loaded behind it, and becomes what is loaded
 * from its start on. */
static void walk(Joiner *joiner, const IrRegion *region, uint64_t *live)
{
    for (IrInstr *instr = region->last; instr != NULL; instr = instr->prev) {
        if (is_jump(instr))
            reach_jump(joiner, instr, live);
        else if (is_construct(instr))
            walk_construct(joiner, instr, live);
        else if (is_kept_access(instr) && instr->op == IR_store_var)
            reach_store(joiner, instr, live);
        else if (is_kept_access(instr))
            put(live, instr->variable->index);
    }
}

/* Loops in loops need no more walks than one. */
static void walk_until_known(Joiner *joiner)
{
    uint64_t *live = new_set(joiner);
    do {
        joiner->has_grown = false;
        clear_set(joiner, live);
        walk(joiner, joiner->kernel->body, live);
    } while (joiner->has_grown);
}

/* ---- joining ---- */

static int now(const Joiner *joiner, const IrVariable *variable)
{
    int at = variable->index;
    while (joiner->joined[at] != at)
        at = joiner->joined[at];
    return at;
}

static bool are_alike(const IrVariable *left, const IrVariable *right)
{
    return ir_same_type(left->type, right->type) && left->level == right->level &&
           left->count == right->count && left->starts_at_zero == right->starts_at_zero;
}

/* The source takes the store's variable in. */
static bool join(Joiner *joiner, const IrInstr *copy)
{
    const IrVariable *source = source_of(copy);
    int into = now(joiner, source), from = now(joiner, copy->variable);
    uint64_t *all = joiner->clashes + (size_t)into * joiner->words;
    if (into == from || has(all, from) || !are_alike(source, copy->variable))
        return false;
    joiner->joined[from] = into;
    add_set(joiner, all, joiner->clashes + (size_t)from * joiner->words);
    for (int i = 0; i < joiner->count; i++)
        if (has(all, i))
            put(joiner->clashes + (size_t)i * joiner->words, into);
    pass_explain(joiner->context, copy->pos, "kept with %s: %s", source->name,
                 copy->variable->name);
    return true;
}

/* Stores of what is there anyway go; what was stored elsewhere in between may be there by now. */
static void use_joined(Joiner *joiner)
{
    IrKernel *kernel = joiner->kernel;
    EACH_INSTR (kernel->body, instr)
        if (is_kept_access(instr))
            instr->variable = kernel->variables.items[now(joiner, instr->variable)];
    for (int i = 0; i < joiner->copies.count; i++) {
        IrInstr *copy = joiner->copies.items[i];
        const IrInstr *load = copy->operands[1];
        if (load->variable == copy->variable && !is_stored_between(load, copy))
            ir_remove(copy);
    }
}

static void start(Joiner *joiner)
{
    IrKernel *kernel = joiner->kernel;
    Arena *scratch = joiner->context->scratch;
    joiner->count = kernel->variables.count;
    joiner->words = (joiner->count + 63) / 64;
    joiner->clashes = ARENA_ARRAY(scratch, uint64_t, (size_t)joiner->count * joiner->words);
    joiner->joined = ARENA_ARRAY(scratch, int, joiner->count);
    for (int i = 0; i < joiner->count; i++)
        kernel->variables.items[i]->index = joiner->joined[i] = i;
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr)
        if (is_kept_access(instr) && instr->op == IR_store_var && source_of(instr) != NULL)
            vec_push(scratch, &joiner->copies, instr);
}

bool pass_join_kept(PassContext *context)
{
    Joiner joiner = {.context = context, .kernel = context->kernel};
    bool changed = false;
    start(&joiner);
    if (joiner.copies.count == 0)
        return false;
    walk_until_known(&joiner);
    for (int i = 0; i < joiner.copies.count; i++)
        changed |= join(&joiner, joiner.copies.items[i]);
    if (changed)
        use_joined(&joiner);
    return changed;
}
