/* own_rows: loops that all lanes take together, in which each walks along a row of its own, take four
 * turns at once where they can, whose words are then one load and one store a lane.
 *
 *     loop (%k = 0, %s = %0) {              loop (%k = 0, %s = %0) {
 *       %c = ult %k, %n                       %c = ult %k, %n
 *       if %c { yield } else { break %s }     if %c { yield } else { break %s }
 *       %i = iadd %row, %k                    %f = ult (iadd %k, 1), %n; and so on
 *       %x = load_struct $In [%i, 0]          if %f {
 *       %t = fadd %s, %x              ->        %x4 = load_words $In [%i]          ; f32x4
 *       store_struct $Out [%i, 0], %t           ... four turns, of whose words it has one each
 *       continue (iadd %k, 1), %t               store_words $Out [%i], %t, %t', %t'', %t'''
 *     } -> %r                                   continue (iadd %k, 4), %t'''
 *                                             } else { yield }
 *                                             ... as it was
 *                                           } -> %r
 *
 * A thread for each channel, line, block, row of a matrix: in every turn a wave takes one word from
 * each of as many lines of the cache as it has lanes. Four of them are 16 bytes, loaded as they lie
 * and transposed in registers (wcc_elements.h); of elements of two words the four turns are two such loads. Rows a
 * multiple of 1024 bytes apart, as pictures' often are, have a few places in the cache, and push each other's lines out
 * before their next words are wanted: of these a lane takes 16 words at once, a line, and four only at its ends. Not of rows
 * as long as they lie apart behind the question whether they are long (rows_in_lanes.c), on the side of short ones.
 *
 * What moves in an index is the same in all lanes: the counter, or what a few operations make of it
 * (`min(k + radius, count - 1)`), and then is asked in each turn whether it goes on by one for four
 * turns; the rest differs between lanes by four words at least, or by what is known only as the
 * kernel runs; loads begin wherever data says (`taps[phase[t] * 16 + k]`). Loads go to the first of
 * the four turns, and the store to the last. Two UAVs may be one
 * memory, so only a loop's one store to any is joined, where nothing is loaded from one but at the
 * same place; and rows must not meet: lanes that step by what is not known are asked whether that is
 * four words to 2^22 places. Groupshared words are loaded so where the loop stores none there. Loops that
 * take all words up to the next lane's in each turn are left to join_words. Loads may have rows of lanes that walk
 * along the same words (row_blocks.c).
 *
 * Needs: uniformity; behind what looks for loops. Breaks: facts; uniformity must run again. */
#include "interchange.h"
#include "own_rows.h"

enum {
    LINE_TURNS = 16, MOST_TURNS = LINE_TURNS, /* words of a line of the cache */
    CLASH_BYTES = 1024, /* rows a multiple of that apart have few places in a first-level cache of 64 sets */
    MOST_ADDED = 512    /* instructions of a kernel; as many again by lines */
};

typedef struct Loop {
    IrInstr *instr;
    bool takes_line; /* of 16 turns, too */
} Loop;

typedef struct Taker {
    PassContext *context;
    IrInstr *loop, *test;
    Walks walks;
    int turns; /* at once */
} Taker;

/* ---- four turns ------------------------------------------------------------------------------ */

static void ask(IrBuilder *builder, IrInstr **all, IrInstr *condition)
{
    *all = *all == NULL ? condition : IR_BUILD(builder, IR_iand, *all, condition);
}

static IrInstr *goes_on(IrBuilder *builder, const IrInstr *loop, const Walk *walk, int turns)
{
    IrInstr *now = (IrInstr *)walk->moving,
            *then = build_ahead(builder, loop, now, turns),
            *by = IR_BUILD(builder, IR_isub, then, now);
    return IR_BUILD(builder, IR_ieq, by, ir_const_i32(builder, walk->unit * turns));
}

/* By the words of all turns at least, and not so far that they come round. */
static IrInstr *is_apart(IrBuilder *builder, const Walk *walk, int turns)
{
    int least = turns * walk->unit;
    IrInstr *more = IR_BUILD(builder, IR_isub, (IrInstr *)walk->apart, ir_const_i32(builder, least));
    return IR_BUILD(builder, IR_ult, more, ir_const_i32(builder, OWN_ROWS_FARTHEST));
}

/* Rows so far apart share few places of the cache; in places of the index. */
static int clash_of(const Walk *walk)
{
    return CLASH_BYTES / op_scalar_bytes(ir_accessed_type(walk->access).scalar) * walk->unit;
}

static IrInstr *clashes(IrBuilder *builder, const Walk *walk)
{
    IrInstr *rest = IR_BUILD(builder, IR_iand, (IrInstr *)walk->apart, ir_const_i32(builder, clash_of(walk) - 1));
    return IR_BUILD(builder, IR_ieq, rest, ir_const_i32(builder, 0));
}

/* What stands before the test is computed by then; what moves may come behind it. */
static IrInstr *build_condition(IrBuilder *builder, const Taker *taker)
{
    IrInstr *all = NULL;
    for (int turns = 1; turns < taker->turns; turns++)
        ask(builder, &all,
            build_ahead(builder, taker->loop, taker->test->operands[0], turns));
    for (int i = 0; i < taker->walks.count; i++) {
        Walk *walk = &taker->walks.items[i];
        if (!walk->is_joined)
            continue;
        if (walk->moving != NULL)
            walk->moving = build_ahead(builder, taker->loop, (IrInstr *)walk->moving, 0);
        for (int turns = 1; turns < taker->turns && walk->moving != NULL; turns++)
            ask(builder, &all, goes_on(builder, taker->loop, walk, turns));
        if (walk->apart != NULL && ir_is(walk->access, OP_WRITES))
            ask(builder, &all, is_apart(builder, walk, taker->turns));
    }
    return all;
}

/* Turns of one access: as many words as there are turns, of elements of two by four. */
static int turns_of_access(const Taker *taker, const Walk *walk) { return taker->turns / walk->words; }

/* Of turns `first` .. `first + count - 1` of the element that comes first in memory, by that of turn 0. */
static IrInstr *lowest_index(IrBuilder *builder, const Walk *walk, IrInstr *index, int first, int count)
{
    int turn = walk->step > 0 ? first : first + count - 1;
    return turn == 0 ? index : IR_BUILD(builder, IR_iadd, index, ir_const_i32(builder, walk->step * turn));
}

/* Component `c` of turn number `i` of an access of `count`. */
static int word_of(const Walk *walk, int i, int count, int c)
{
    return (walk->step > 0 ? i : count - 1 - i) * walk->words + c;
}

/* From word `at` of `load` on. */
static void give_words(const Taker *taker, IrBuilder *builder, const Walk *walk, IrInstr *copy, IrInstr *load, int at,
                       IrReplacements *words)
{
    if (walk->words > 1) {
        take_parts_of(taker->context->kernel, copy, load, at);
        return;
    }
    vec_push(taker->context->scratch, &words->from, copy);
    vec_push(taker->context->scratch, &words->to, ir_extract(builder, load, at));
}

static void join_loads(const Taker *taker, const Walk *walk, IrInstr *const *copies, IrReplacements *words)
{
    IrBuilder builder = ir_builder_before(taker->context->kernel, copies[0]);
    builder.pos = copies[0]->pos;
    int count = turns_of_access(taker, walk);
    for (int first = 0; first < taker->turns; first += count) {
        IrInstr *index = lowest_index(&builder, walk, *index_operand(copies[0]), first, count), *operands[2];
        IrInstr *load = insert_access(&builder, walk->access, op_of_words(walk->access),
                                      (IrType){walk->access->type.scalar, taker->turns}, operands,
                                      list_place_of_words(copies[0], index, operands));
        for (int i = 0; i < count; i++)
            give_words(taker, &builder, walk, copies[first + i], load, word_of(walk, i, count, 0), words);
    }
    for (int turn = 0; turn < taker->turns; turn++)
        ir_remove(copies[turn]);
}

static void join_stores(const Taker *taker, const Walk *walk, IrInstr *const *copies)
{
    IrBuilder builder = ir_builder_before(taker->context->kernel, copies[taker->turns - 1]);
    builder.pos = copies[0]->pos;
    int count = turns_of_access(taker, walk), values = copies[0]->operand_count - walk->words;
    for (int first = 0; first < taker->turns; first += count) {
        IrInstr *operands[2 + MOST_TURNS] = {copies[0]->operands[0],
                                             lowest_index(&builder, walk, copies[0]->operands[1], first, count)};
        for (int i = 0; i < count; i++)
            for (int c = 0; c < walk->words; c++)
                operands[2 + word_of(walk, i, count, c)] = copies[first + i]->operands[values + c];
        insert_access(&builder, walk->access, IR_store_words, (IrType){IR_VOID, 0}, operands, 2 + taker->turns);
    }
    for (int turn = 0; turn < taker->turns; turn++)
        ir_remove(copies[turn]);
}

/* A copy of the body's instructions begins at `copy`: the accesses of it, and its test goes. */
static void find_copies(const Taker *taker, IrInstr *copy, int turn, IrInstr *(*copies)[MOST_TURNS])
{
    IrInstr *test = NULL;
    EACH_IN (taker->loop->regions[0], instr) {
        for (int i = 0; i < taker->walks.count; i++)
            if (taker->walks.items[i].access == instr)
                copies[i][turn] = copy;
        test = instr == taker->test ? copy : test;
        copy = copy->next;
    }
    ir_remove(test);
}

/* One after the other at the builder; `copies`: of each walk its accesses. */
static void build_turns(IrBuilder *builder, const Taker *taker, IrInstr *(*copies)[MOST_TURNS])
{
    for (int turn = 0; turn < taker->turns; turn++)
        find_copies(taker, append_turn(taker->context->scratch, builder, taker->loop), turn, copies);
}

static bool may_clash(const Walk *walk)
{
    return walk->has_row_a_lane &&
           (walk->apart != NULL || (walk->stride != 0 && walk->stride % clash_of(walk) == 0));
}

/* Behind `most <= value`, or `most <= value - 0`: not on that side. */
static bool is_below_here(const IrInstr *loop, const IrInstr *value, int most)
{
    for (const IrRegion *region = loop->region; region->owner != NULL; region = region->owner->region) {
        const IrInstr *branch = region->owner, *test = branch->op == IR_if ? branch->operands[0] : NULL;
        if (test == NULL || region != branch->regions[1] || test->op != IR_ule || test->operands[0]->op != IR_const)
            continue;
        const IrInstr *left = test->operands[1];
        const IrInstr *compared = left->op == IR_isub && is_const(left->operands[1], 0) ? left->operands[0] : left;
        if (compared == value && test->operands[0]->bits <= (uint64_t)most)
            return true;
    }
    return false;
}

/* Rows that lie beside each other and are no longer, of which rows_in_lanes has taken the long ones, do not clash. */
static bool may_take_line(const IrInstr *loop, const Walks *walks)
{
    for (int i = 0; i < walks->count; i++) {
        const Walk *walk = &walks->items[i];
        bool is_word = walk->access->resource != NULL && walk->words == 1 &&
                       op_scalar_bytes(ir_accessed_type(walk->access).scalar) == 4;
        bool is_short = walk->apart != NULL && is_below_here(loop, walk->apart, clash_of(walk));
        if (walk->is_joined && (is_short || !is_word || !may_clash(walk)))
            return false;
    }
    return true;
}

/* A branch for some turns at once, of the loop's body as it was. */
typedef struct Branch {
    Taker taker;
    IrInstr *instr;
    IrInstr *copies[OWN_ROWS_MOST_WALKS][MOST_TURNS];
} Branch;

/* Not placed yet. */
static Branch *build_branch(PassContext *context, IrInstr *loop, int turns)
{
    Branch *branch = ARENA_NEW(context->scratch, Branch);
    branch->taker = (Taker){context, loop, interchange_only_test(context->scratch, loop),
                            own_rows_find_walks(context, loop), turns};
    branch->instr = ir_new(context->kernel, IR_if, ir_scalar(IR_VOID), &branch->taker.test->operands[0], 1);
    IrBuilder inner = ir_builder_at_end(context->kernel, branch->instr->regions[0]);
    inner.pos = loop->pos;
    build_turns(&inner, &branch->taker, branch->copies);
    return branch;
}

static void place_branch(IrBuilder *builder, Branch *branch)
{
    branch->instr->operands[0] = build_condition(builder, &branch->taker);
    ir_insert(builder, branch->instr);
    ir_close_region(builder->kernel, branch->instr->regions[1]);
}

/* NULL: they surely do. */
static IrInstr *all_clash(IrBuilder *builder, const Taker *taker)
{
    IrInstr *all = NULL;
    for (int i = 0; i < taker->walks.count; i++) {
        const Walk *walk = &taker->walks.items[i];
        if (walk->is_joined && walk->apart != NULL)
            ask(builder, &all, clashes(builder, walk));
    }
    return all;
}

/* What does not change in the loop is asked before all else. */
static void place_line(IrBuilder *builder, Branch *branch)
{
    IrInstr *all = all_clash(builder, &branch->taker);
    if (all == NULL) {
        place_branch(builder, branch);
        return;
    }
    IrInstr *around = ir_if(builder, all);
    IrBuilder inside = ir_builder_at_end(builder->kernel, around->regions[0]);
    inside.pos = builder->pos;
    place_branch(&inside, branch);
    ir_close_region(builder->kernel, around->regions[0]);
    ir_close_region(builder->kernel, around->regions[1]);
}

static void join_words_of(Branch *branch)
{
    Taker *taker = &branch->taker;
    IrReplacements words = {0};
    for (int i = 0; i < taker->walks.count; i++) {
        const Walk *walk = &taker->walks.items[i];
        if (walk->is_joined && ir_is(walk->access, OP_WRITES))
            join_stores(taker, walk, branch->copies[i]);
        else if (walk->is_joined)
            join_loads(taker, walk, branch->copies[i], &words);
    }
    ir_replace_all(taker->context->kernel, &words);
}

static bool has_moving(const Walks *walks)
{
    for (int i = 0; i < walks->count; i++)
        if (walks->items[i].is_joined && walks->items[i].moving != NULL)
            return true;
    return false;
}

/* Turns one by one until a line's are there, where a bound holds what moves at first. */
static void put_turns_before_lines(PassContext *context, IrInstr *loop)
{
    IrKernel *kernel = context->kernel;
    IrInstr *first = put_copy_before(context, loop), *test = interchange_only_test(context->scratch, first);
    Taker taker = {context, first, test, own_rows_find_walks(context, first), LINE_TURNS};
    IrBuilder before = ir_builder_before(kernel, test->next);
    before.pos = loop->pos;
    IrInstr *all = all_clash(&before, &taker), *leaves = build_condition(&before, &taker);
    if (all != NULL)
        leaves = IR_BUILD(&before, IR_ior, IR_BUILD(&before, IR_inot, all), leaves);
    IrInstr *leave = ir_if(&before, leaves);
    leave_for_next_loop(kernel, first, leave->regions[0], loop->pos);
    ir_close_region(kernel, leave->regions[1]);
    leave_by_test(kernel, first, test);
}

static void put_lines_before(PassContext *context, IrInstr *loop)
{
    IrKernel *kernel = context->kernel;
    IrInstr *lines = put_copy_before(context, loop);
    Branch *branch = build_branch(context, lines, LINE_TURNS);
    IrInstr *test = branch->taker.test, *rest = test->next;
    IrBuilder before = ir_builder_before(kernel, rest);
    before.pos = loop->pos;
    place_line(&before, branch);
    remove_from(rest);
    leave_for_next_loop(kernel, lines, lines->regions[0], loop->pos);
    leave_by_test(kernel, lines, test);
    join_words_of(branch);
}

/* Loops of their own, so that what goes round in them leaves the loop's registers alone. */
static void take_lines_first(PassContext *context, IrInstr *loop)
{
    Walks walks = own_rows_find_walks(context, loop);
    if (has_moving(&walks))
        put_turns_before_lines(context, loop);
    put_lines_before(context, loop);
    pass_explain(context, loop->pos, "%d turns at once, first, where rows share places of the cache", LINE_TURNS);
}

static void take_turns(PassContext *context, const Loop *found)
{
    IrInstr *loop = found->instr;
    if (found->takes_line)
        take_lines_first(context, loop);
    Branch *few = build_branch(context, loop, OWN_ROWS_TURNS);
    IrBuilder before = ir_builder_before(context->kernel, few->taker.test->next);
    before.pos = loop->pos;
    place_branch(&before, few);
    join_words_of(few);
    pass_explain(context, loop->pos, "four turns at once: words of %d rows", own_rows_count_joined(&few->taker.walks));
}

bool pass_own_rows(PassContext *context)
{
    VEC(Loop) loops = {0};
    int added = 0, added_by_lines = 0;
    EACH_INSTR (context->kernel->body, instr) {
        int size;
        if (instr->op != IR_loop || !own_rows_has_walks(context, instr, &size) ||
            added + OWN_ROWS_TURNS * size > MOST_ADDED)
            continue;
        Walks walks = own_rows_find_walks(context, instr);
        Loop loop = {instr, added_by_lines + LINE_TURNS * size <= MOST_ADDED && may_take_line(instr, &walks)};
        added += OWN_ROWS_TURNS * size;
        added_by_lines += loop.takes_line ? LINE_TURNS * size : 0;
        vec_push(context->scratch, &loops, loop);
    }
    for (int i = 0; i < loops.count; i++)
        take_turns(context, &loops.items[i]);
    return loops.count > 0;
}
