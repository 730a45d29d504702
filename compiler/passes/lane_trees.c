/* lane_trees: what the lanes of a wave add up step by step is one operation of the wave.
 *
 *     %1 = ixor %lane, 4                            %s = wave_reduce.fadd %x
 *     %a = wave_read_lane %x, %1                    if %c { store_struct $sums [0, %g], %s }
 *     %b = fadd %a, %x
 *     %2 = ixor %lane, 2                     ->
 *     %d = wave_read_lane %b, %2
 *     %e = fadd %d, %b
 *     %f = wave_read_lane %e, 1
 *     %h = fadd %f, %e
 *     %s = wave_read_lane %h, 0
 *     if %c { store_struct $sums [0, %g], %s }
 *
 * Trees in groupshared memory, which words_in_lanes makes steps from lane to lane of, go through all lanes in each of
 * their steps, of 256 threads through 16 or 32 vectors. As an operation of the wave each vector is added once. Scans are
 * prefix sums likewise, however they were written (Hillis and Steele's, Blelloch's sweeps).
 *
 * What a step has in a lane is found as the set of lanes whose %x are in it, each of them once unless the operation does
 * not mind (the least, the greatest, and, or). Where the set that somebody asks for is of all lanes, it is the reduction;
 * where each lane has itself and those below, the prefix. Sums of floats have another order then, as a sum of the wave
 * has; `precise` ones, and those of --fp=strict, keep theirs, and so do the least and the greatest. All lanes of the wave
 * must be there, and nobody else may want what the steps have in between, but other trees of the same %x that come to
 * something, too: the sum of all that is read between a sweep up and a sweep down, the two sums of a thread's two places.
 *
 * Needs: uniformity. Keeps: facts. */
#include "passes/passes_priv.h"

#include <string.h>

enum {
    DEPTH = 12,          /* of a lane's number, or a condition */
    FEWEST_MOVES = 2,    /* from lane to lane */
    FEWEST_OF_FLOATS = 256, /* lanes of a prefix: their own is one more sum, as nothing can be taken off floats again */
    MOST_TOGETHER = 8,   /* trees that look at each other's steps */
    MOST_LANES = 1024, SET_WORDS = MOST_LANES / 64
};

typedef struct LaneSet {
    uint64_t words[SET_WORDS];
    bool is_unknown;
} LaneSet;

enum { NOT_SEEN, IS_STEP, IS_NO_STEP };

typedef struct Tree {
    PassContext *context;
    Arena *arena;
    const int *uses;      /* of each value, by id */
    uint8_t *moved;       /* by id: whether lanes have it of others */
    IrInstr *root, *leaf; /* leaf: of which each lane has one to add */
    IrOp op;              /* IR_const: none so far */
    int moves;
    uint8_t *seen;   /* by id: in the tree */
    int *inner_uses; /* by id: by the tree's own steps */
    LaneSet **sets;  /* by id, by lane */
    int wave;        /* whose sets these are */
} Tree;

/* ---- steps ---- */

static bool is_operation(const Tree *tree, const IrInstr *value)
{
    return combines_in_any_order(tree->context, value) && (tree->op == IR_const || tree->op == value->op);
}

/* What adds nothing. */
static bool is_neutral(const Tree *tree, const IrInstr *value)
{
    bool is_zero = value->op == IR_const && value->bits == 0;
    switch (tree->op) {
    case IR_fadd: return is_zero || is_const(value, UINT64_C(0x80000000));
    case IR_iadd:
    case IR_ior:
    case IR_ixor:
    case IR_umax: return is_zero;
    case IR_iand:
    case IR_umin: return is_all_ones(value);
    default: return false;
    }
}

static bool is_choice(const Tree *tree, const IrInstr *value)
{
    uint64_t holds;
    return value->op == IR_select && ir_compute_of_thread(tree->context->kernel, value->operands[0], 0, DEPTH, &holds);
}

/* Some of it comes from other lanes. */
static bool has_moved(Tree *tree, const IrInstr *value)
{
    uint8_t *known = &tree->moved[value->id];
    if (*known == NOT_SEEN) {
        bool has = value->op == IR_wave_read_lane,
             goes_on = is_choice(tree, value) || combines_in_any_order(tree->context, value);
        for (int i = value->op == IR_select; i < value->operand_count && goes_on && !has; i++)
            has = has_moved(tree, value->operands[i]);
        *known = has ? IS_STEP : IS_NO_STEP;
    }
    return *known == IS_STEP;
}

static bool is_of_steps(Tree *tree, IrInstr *value);

static bool are_of_steps(Tree *tree, const IrInstr *value, int first, int end)
{
    for (int i = first; i < end; i++) {
        tree->inner_uses[value->operands[i]->id]++;
        if (!is_of_steps(tree, value->operands[i]))
            return false;
    }
    return true;
}

/* Steps of one operation, and one leaf below. */
static bool is_of_steps(Tree *tree, IrInstr *value)
{
    if (tree->seen[value->id] != NOT_SEEN || is_neutral(tree, value))
        return true;
    if (has_moved(tree, value)) {
        tree->seen[value->id] = IS_STEP;
        if (value->op == IR_wave_read_lane) {
            tree->moves++;
            return are_of_steps(tree, value, 0, 1);
        }
        if (value->op == IR_select)
            return are_of_steps(tree, value, 1, 3);
        if (!is_operation(tree, value))
            return false;
        tree->op = value->op;
        return are_of_steps(tree, value, 0, 2);
    }
    if (tree->leaf == NULL)
        tree->leaf = value;
    return tree->leaf == value;
}

/* Nobody but the tree looks at its steps. */
static bool are_its_own(const Tree *tree)
{
    EACH_INSTR (tree->context->kernel->body, step)
        if (tree->seen[step->id] == IS_STEP && step != tree->root && tree->uses[step->id] != tree->inner_uses[step->id])
            return false;
    return true;
}

/* ---- sets of lanes ---- */

static const LaneSet UNKNOWN_LANES = {.is_unknown = true};

static LaneSet join_sets(const Tree *tree, LaneSet left, LaneSet right)
{
    LaneSet both = {.is_unknown = left.is_unknown || right.is_unknown};
    for (int i = 0; i < SET_WORDS; i++) {
        bool is_twice = (left.words[i] & right.words[i]) != 0;
        both.is_unknown |= is_twice && !op_has(tree->op, OP_IDEMPOTENT);
        both.words[i] = left.words[i] | right.words[i];
    }
    return both;
}

static const LaneSet *sets_of(Tree *tree, const IrInstr *value);

/* NULL: of no lane of the wave. */
static const LaneSet *set_that_is_read(Tree *tree, const IrInstr *read, int thread)
{
    const IrKernel *kernel = tree->context->kernel;
    uint64_t lane;
    bool is_known = ir_compute_of_thread(kernel, read->operands[1], thread, DEPTH, &lane);
    return is_known && lane < (uint64_t)kernel->wave_size ? &sets_of(tree, read->operands[0])[lane] : NULL;
}

static LaneSet set_of(Tree *tree, const IrInstr *value, int lane)
{
    const IrKernel *kernel = tree->context->kernel;
    int thread = tree->wave * kernel->wave_size + lane;
    uint64_t holds;
    if (value == tree->leaf) {
        LaneSet own = {.is_unknown = false};
        own.words[lane / 64] = UINT64_C(1) << lane % 64;
        return own;
    }
    if (is_neutral(tree, value))
        return (LaneSet){{0}, false};
    if (value->op == IR_wave_read_lane) {
        const LaneSet *from = set_that_is_read(tree, value, thread);
        return from != NULL ? *from : UNKNOWN_LANES;
    }
    if (value->op == IR_select)
        return !ir_compute_of_thread(kernel, value->operands[0], thread, DEPTH, &holds)
                   ? UNKNOWN_LANES : sets_of(tree, value->operands[holds != 0 ? 1 : 2])[lane];
    return join_sets(tree, sets_of(tree, value->operands[0])[lane], sets_of(tree, value->operands[1])[lane]);
}

static const LaneSet *sets_of(Tree *tree, const IrInstr *value)
{
    int lanes = tree->context->kernel->wave_size;
    if (tree->sets[value->id] == NULL) {
        LaneSet *sets = ARENA_ARRAY(tree->arena, LaneSet, lanes);
        for (int lane = 0; lane < lanes; lane++)
            sets[lane] = set_of(tree, value, lane);
        tree->sets[value->id] = sets;
    }
    return tree->sets[value->id];
}

/* Lanes below `end`, and no other. */
static bool is_up_to(const LaneSet *set, int end)
{
    bool is = !set->is_unknown;
    for (int i = 0; i < SET_WORDS; i++) {
        int count = end - 64 * i;
        uint64_t wanted = count >= 64 ? ~UINT64_C(0) : count > 0 ? (UINT64_C(1) << count) - 1 : 0;
        is &= set->words[i] == wanted;
    }
    return is;
}

/* ---- what it comes to ---- */

typedef enum Outcome { NOTHING, REDUCTION, INCLUSIVE_PREFIX, EXCLUSIVE_PREFIX } Outcome;

/* Where lanes have parted, that one may be off, of which reads give 0. */
static bool is_read_of_known_lane(const Tree *tree, const IrInstr *user)
{
    return user->op == IR_wave_read_lane && user->operands[0] == tree->root && user->operands[1]->op == IR_const &&
           user->operands[1]->bits < (uint64_t)tree->context->kernel->wave_size && all_lanes_come_to(user);
}

/* Lanes that somebody asks for. */
static void find_lanes_wanted(const Tree *tree, bool *wanted)
{
    int lanes = tree->context->kernel->wave_size;
    EACH_INSTR (tree->context->kernel->body, user)
        EACH_USE (user, use)
            if (*use == tree->root && is_read_of_known_lane(tree, user))
                wanted[user->operands[1]->bits] = true;
            else if (*use == tree->root)
                memset(wanted, true, (size_t)lanes);
}

static bool all_are(const Tree *tree, const LaneSet *sets, const bool *wanted, Outcome outcome)
{
    int lanes = tree->context->kernel->wave_size;
    for (int lane = 0; lane < lanes; lane++) {
        int end = outcome == REDUCTION ? lanes : outcome == INCLUSIVE_PREFIX ? lane + 1 : lane;
        if (wanted[lane] && !is_up_to(&sets[lane], end))
            return false;
    }
    return true;
}

static Outcome outcome_in_wave(Tree *tree, const bool *wanted)
{
    bool is_sum = tree->op == IR_iadd || (tree->op == IR_fadd && tree->context->kernel->wave_size >= FEWEST_OF_FLOATS);
    const LaneSet *sets = sets_of(tree, tree->root);
    if (all_are(tree, sets, wanted, REDUCTION))
        return REDUCTION;
    if (is_sum && all_are(tree, sets, wanted, INCLUSIVE_PREFIX))
        return INCLUSIVE_PREFIX;
    return is_sum && all_are(tree, sets, wanted, EXCLUSIVE_PREFIX) ? EXCLUSIVE_PREFIX : NOTHING;
}

/* The same in all waves that do it. */
static Outcome outcome_of(Tree *tree)
{
    const IrKernel *kernel = tree->context->kernel;
    bool *wanted = ARENA_ARRAY(tree->arena, bool, kernel->wave_size);
    Outcome outcome = NOTHING;
    find_lanes_wanted(tree, wanted);
    for (tree->wave = 0; tree->wave < ir_running_waves(kernel); tree->wave++) {
        tree->sets = ARENA_ARRAY(tree->arena, LaneSet *, (int)kernel->next_id);
        Outcome here = outcome_in_wave(tree, wanted);
        if (here == NOTHING || (tree->wave > 0 && here != outcome))
            return NOTHING;
        outcome = here;
    }
    return outcome;
}

/* ---- one operation ---- */

static IrInstr *build_outcome(const Tree *tree, Outcome outcome)
{
    IrBuilder before = ir_builder_before(tree->context->kernel, tree->root);
    bool is_reduction = outcome == REDUCTION;
    IrInstr *result = IR_BUILD(&before, is_reduction ? IR_wave_reduce : IR_wave_prefix, tree->leaf);
    result->combine = tree->op;
    result->level = is_reduction ? LEVEL_WAVE : LEVEL_VARYING;
    if (outcome == INCLUSIVE_PREFIX) {
        result = IR_BUILD(&before, tree->op, result, tree->leaf);
        result->level = LEVEL_VARYING;
    }
    return result;
}

static void put_outcome(const Tree *tree, Outcome outcome)
{
    static const char *const NAMES[] = {"nothing", "a reduction", "a prefix", "an exclusive prefix"};
    IrKernel *kernel = tree->context->kernel;
    IrInstr *result = build_outcome(tree, outcome);
    if (outcome == REDUCTION)
        EACH_INSTR (kernel->body, user)
            if (is_read_of_known_lane(tree, user))
                use_instead(kernel->body, user, result);
    use_instead(kernel->body, tree->root, result);
    pass_explain(tree->context, tree->root->pos, "%d steps from lane to lane are %s of the wave", tree->moves,
                 NAMES[outcome]);
}

/* ---- the pass ---- */

typedef struct Trees {
    PassContext *context;
    bool *are_done;   /* by id: steps of trees that were looked at, which only these look at */
    bool *are_shared; /* by id: steps of trees of which others look at some */
    VEC(IrInstr *) roots; /* of those, but for what is a step of another one */
    int count;        /* ids that there were before the pass */
    bool changed;
} Trees;

static bool is_tree(Tree *tree)
{
    if (tree->uses[tree->root->id] == 0 || tree->root->op == IR_wave_read_lane || !has_moved(tree, tree->root))
        return false;
    tree->seen = ARENA_ARRAY(tree->arena, uint8_t, (int)tree->context->kernel->next_id);
    tree->inner_uses = ARENA_ARRAY(tree->arena, int, (int)tree->context->kernel->next_id);
    return is_of_steps(tree, tree->root) && tree->leaf != NULL && tree->op != IR_const && tree->moves >= FEWEST_MOVES;
}

static void put_aside(Trees *trees, const Tree *tree)
{
    for (int id = 0; id < trees->count; id++)
        trees->are_done[id] |= tree->seen[id] == IS_STEP;
}

/* Others look at its steps, which may be trees, too. */
static void put_by(Trees *trees, const Tree *tree)
{
    if (!trees->are_shared[tree->root->id])
        vec_push(trees->context->scratch, &trees->roots, tree->root);
    for (int id = 0; id < trees->count; id++)
        trees->are_shared[id] |= tree->seen[id] == IS_STEP;
}

static void look_at(Trees *trees, IrInstr *root, const int *uses, uint8_t *moved)
{
    Arena *arena = arena_new("tree");
    Tree tree = {.context = trees->context, .arena = arena, .uses = uses, .moved = moved, .root = root, .op = IR_const};
    bool is_one = is_tree(&tree);
    if (is_one && !are_its_own(&tree)) {
        put_by(trees, &tree);
    } else if (is_one) {
        Outcome outcome = outcome_of(&tree);
        put_aside(trees, &tree);
        if (outcome != NOTHING)
            put_outcome(&tree, outcome);
        trees->changed |= outcome != NOTHING;
    }
    arena_drop(arena);
}

/* From the last on, so that steps are looked at as parts of all that they are in. */
static void visit(Trees *trees, IrRegion *region, const int *uses, uint8_t *moved)
{
    for (IrInstr *instr = region->last; instr != NULL; instr = instr->prev) {
        if (goes_on_together(instr))
            EACH_REGION (instr, inner)
                visit(trees, inner, uses, moved);
        else if (instr->id < (uint32_t)trees->count && !trees->are_done[instr->id])
            look_at(trees, instr, uses, moved);
    }
}

/* ---- trees of the same steps ---- */

/* The sum of all lanes, which is read on the way, and the sweep down of a scan:
 *
 *     %a, %b = steps up      %s = the last one of these, which a lane's read wants      %p = steps down, of %a and %b
 *
 * Nobody but trees of one leaf looks at their steps. `known`: ids that there were when they were found; of trees of another
 * leaf what they came to may stand there meanwhile. */
static bool are_their_own(const Tree *trees, int count, const IrInstr *leaf, int known)
{
    EACH_INSTR (trees[0].context->kernel->body, user)
        EACH_USE (user, use) {
            bool is_step = false, is_inside = false;
            for (int i = 0; i < count && (int)(*use)->id < known; i++)
                if (trees[i].leaf == leaf) {
                    is_step |= trees[i].seen[(*use)->id] == IS_STEP && *use != trees[i].root;
                    is_inside |= (int)user->id < known && trees[i].seen[user->id] == IS_STEP;
                }
            if (is_step && !is_inside)
                return false;
        }
    return true;
}

/* Each of them comes to something, or none is touched. */
static bool put_outcomes(Tree *trees, int count, const IrInstr *leaf)
{
    Outcome outcomes[MOST_TOGETHER];
    for (int i = 0; i < count; i++)
        if (trees[i].leaf == leaf && (outcomes[i] = outcome_of(&trees[i])) == NOTHING)
            return false;
    for (int i = 0; i < count; i++)
        if (trees[i].leaf == leaf)
            put_outcome(&trees[i], outcomes[i]);
    return true;
}

static bool look_at_shared(const Trees *found)
{
    Arena *arena = arena_new("shared trees");
    IrKernel *kernel = found->context->kernel;
    const int *uses = count_uses_by_id(arena, kernel);
    uint8_t *moved = ARENA_ARRAY(arena, uint8_t, (int)kernel->next_id);
    Tree trees[MOST_TOGETHER];
    int count = 0, known = (int)kernel->next_id;
    bool changed = false;
    for (int i = 0; i < found->roots.count && count < MOST_TOGETHER; i++) {
        trees[count] = (Tree){.context = found->context, .arena = arena, .uses = uses, .moved = moved,
                              .root = found->roots.items[i], .op = IR_const};
        count += is_tree(&trees[count]);
    }
    for (int i = 0; i < count; i++) {
        const IrInstr *leaf = trees[i].leaf;
        if (leaf != NULL && are_their_own(trees, count, leaf, known))
            changed |= put_outcomes(trees, count, leaf);
        for (int k = i; k < count; k++)
            trees[k].leaf = trees[k].leaf == leaf ? NULL : trees[k].leaf;
    }
    arena_drop(arena);
    return changed;
}

/* What comes before a thread's first word and what comes before its second one are trees of their own, but one prefix.
 * Nobody leaves the stretch in between. */
static void join_equals(IrKernel *kernel, IrRegion *region)
{
    for (IrInstr *instr = region->first; instr != NULL; instr = instr->next) /* the next one may go */
        for (IrInstr *other = instr->next, *next; other != NULL && instr->op == IR_wave_prefix; other = next) {
            next = other->next;
            if (other->op != IR_wave_prefix || other->combine != instr->combine || other->operands[0] != instr->operands[0])
                continue;
            use_instead(kernel->body, other, instr);
            ir_remove(other);
        }
}

bool pass_lane_trees(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    bool is_full = ir_group_size(kernel) % (uint32_t)kernel->wave_size == 0,
         moves = ir_contains_op(kernel->body, IR_wave_read_lane);
    int count = (int)kernel->next_id;
    Trees trees = {.context = context, .are_done = ARENA_ARRAY(context->scratch, bool, count),
                   .are_shared = ARENA_ARRAY(context->scratch, bool, count), .count = count};
    if (context->checks != 0 || !moves || !is_full || kernel->thread_of_lane != NULL || kernel->wave_size > MOST_LANES)
        return false;
    const int *uses = count_uses_by_id(context->scratch, kernel);
    uint8_t *moved = ARENA_ARRAY(context->scratch, uint8_t, count);
    EACH_INSTR (kernel->body, stretch)
        if (stretch->op == IR_wave_loop && !ir_contains_op(stretch->regions[0], IR_return))
            visit(&trees, stretch->regions[0], uses, moved);
    bool changed = trees.roots.count > 1 && !trees.changed ? look_at_shared(&trees) : trees.changed;
    EACH_INSTR (kernel->body, stretch)
        if (changed && stretch->op == IR_wave_loop && !ir_contains_op(stretch->regions[0], IR_return))
            join_equals(kernel, stretch->regions[0]);
    return changed;
}
