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
 * and transposed in registers (wcc_elements.h). Rows a multiple of 1024 bytes apart, as pictures' often are, have a
 * few places in the cache, and push each other's lines out before their next words are wanted: of these a lane takes
 * 16 words at once, a line, and four only at its ends.
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
#include <stdlib.h>

#include "interchange.h"

enum {
    TURNS = 4,
    LINE_TURNS = 16, MOST_TURNS = LINE_TURNS, /* words of a line of the cache */
    CLASH_BYTES = 1024, /* rows a multiple of that apart have few places in a first-level cache of 64 sets */
    MOST_SIZE = 32,   /* instructions of a turn for each access that is joined */
    MOST_ADDED = 512, /* of a kernel; as many again by lines */
    MOST_WALKS = 8,   /* of a loop */
    DEPTH = 8,        /* of what moves */
    FARTHEST = 1 << 22 /* from lane to lane: 128 of them do not come round */
};

/* An access that goes on by a word in each turn. */
typedef struct Walk {
    IrInstr *access;
    const IrInstr *moving; /* part of the index that is to be asked; NULL: it surely goes on */
    const IrInstr *apart;  /* between lanes, times `lanes_step`; NULL: that is known */
    int lanes_step;
    int stride; /* between lanes, where that is known; else 0 */
    bool has_row_a_lane; /* not lanes beside each other one together */
    int unit; /* from word to word, of what adds up to the index */
    int step; /* of the index to the next turn's word; negative: the walk goes back */
    bool is_joined;
} Walk;

typedef VEC(Walk) Walks;

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

/* ---- what a value is some turns later -------------------------------------------------------- */

static bool is_cheap(const IrInstr *value)
{
    return value->owner == NULL && value->level <= LEVEL_WAVE && value->type.components == 1 &&
           ((ir_is(value, OP_PURE) && !ir_is(value, OP_CONVERGENT)) || value->op == IR_load_cbuffer);
}

/* By as much as the loop finds when it runs (`k * pitch`), which is hardly ever one. */
static bool is_multiplied(const IrInstr *loop, const IrInstr *value, int depth)
{
    if (depth == 0 || value->op == IR_const || !ir_is_defined_in(value, loop) ||
        value->op == IR_parameter)
        return false;
    bool is_product = value->op == IR_imul && value->operands[0]->op != IR_const &&
                      value->operands[1]->op != IR_const;
    for (int i = 0; i < value->operand_count && !is_product; i++)
        is_product = is_multiplied(loop, value->operands[i], depth - 1);
    return is_product;
}

static bool can_look_ahead(const IrInstr *loop, const IrInstr *value, int depth)
{
    if (value->op == IR_const || !ir_is_defined_in(value, loop))
        return true;
    if (value->op == IR_parameter && value->owner == loop) {
        IrTravel travel = ir_travel(value, loop);
        return value->level <= LEVEL_WAVE && value->type.scalar == IR_I32 && travel.step != NULL &&
               travel.step->op == IR_const && travel.factor == 1;
    }
    if (depth == 0 || !is_cheap(value))
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!can_look_ahead(loop, value->operands[i], depth - 1))
            return false;
    return true;
}

static IrInstr *build_ahead(IrBuilder *builder, const IrInstr *loop, IrInstr *value, int turns)
{
    if (value->op == IR_const || !ir_is_defined_in(value, loop))
        return value;
    if (value->op == IR_parameter) {
        int32_t step = (int32_t)ir_travel(value, loop).step->bits * turns;
        return turns == 0 ? value : IR_BUILD(builder, IR_iadd, value, ir_const_i32(builder, step));
    }
    IrInstr *copy = ir_copy_instr(builder->kernel, value);
    for (int i = 0; i < copy->operand_count; i++)
        copy->operands[i] = build_ahead(builder, loop, value->operands[i], turns);
    return ir_insert(builder, copy);
}

/* ---- which accesses walk --------------------------------------------------------------------- */

static bool is_word(const IrInstr *instr)
{
    if (is_shared_word(instr))
        return !ir_is(instr, OP_WRITES);
    bool is_struct = instr->op == IR_load_struct || instr->op == IR_store_struct,
         is_other = instr->op == IR_load_typed || instr->op == IR_store_typed ||
                    instr->op == IR_load_raw || instr->op == IR_store_raw;
    if ((!is_struct && !is_other) || instr->resource->is_coherent)
        return false;
    IrType type = ir_accessed_type(instr);
    int bytes = op_scalar_bytes(type.scalar);
    bool is_element = instr->resource->shape == IR_SHAPE_RAW ||
                      instr->resource->stride == (uint32_t)bytes;
    return type.components == 1 && type.scalar != IR_I1 && (bytes == 2 || bytes == 4) &&
           is_element && (!is_struct || is_const(instr->operands[2], 0));
}

/* `4 * (row + k)` steps by four as `row + k` does by one. */
static const IrInstr *peel(const IrInstr *index, int *step)
{
    while (index->op == IR_ishl && index->operands[1]->op == IR_const &&
           index->operands[1]->bits < 4 && *step % (1 << index->operands[1]->bits) == 0) {
        *step >>= index->operands[1]->bits;
        index = index->operands[0];
    }
    return index;
}

/* Its lanes step from the first to the last, or those of each row of a block, which may share their words. */
static bool spans_rows(const IrKernel *kernel, const IrInstr *value, const Walk *walk)
{
    bool is_load = !ir_is(walk->access, OP_WRITES);
    return spans_wave(kernel, value) ||
           (kernel->has_row_blocks && is_load && value->shape.length == (int32_t)kernel->threads[0]);
}

/* Lanes are as far from each other as a product says whose one factor is the same in all. */
static bool is_row_times(const IrKernel *kernel, const IrInstr *value, Walk *walk)
{
    if (value->op != IR_imul)
        return false;
    for (int i = 0; i < 2; i++) {
        const IrInstr *apart = value->operands[i], *lanes = value->operands[1 - i];
        int step = lanes->shape.stride;
        if (apart->level > LEVEL_WAVE || apart->op == IR_const || !spans_rows(kernel, lanes, walk) ||
            step < 1 || step > TURNS)
            continue;
        walk->apart = apart;
        walk->lanes_step = step;
        walk->has_row_a_lane = spans_wave(kernel, lanes);
        return true;
    }
    return false;
}

/* Lanes are four words apart or more, or where others are: a row's number, of which nothing more is known, times its
 * length. */
static bool is_multiple(const IrInstr *value, int step)
{
    const IrInstr *factor = value->operand_count == 2 ? value->operands[1] : NULL;
    if (value->shape.length > 1)
        return false;
    if (value->op == IR_ishl)
        return factor->op == IR_const && factor->bits < 31 && 1 << factor->bits >= TURNS * step;
    for (int i = 0; i < 2 && value->op == IR_imul; i++) {
        const IrInstr *by = value->operands[i];
        if (by->op == IR_const ? by->bits >= (uint64_t)(TURNS * step) : by->level <= LEVEL_WAVE)
            return true;
    }
    return false;
}

/* Each lane's words are its own for four turns, by what does not move in the index. */
static bool finds_rows(const IrKernel *kernel, const IrInstr *index, const IrInstr *loop, int step,
                       Walk *walk)
{
    const IrInstr *addends[IR_MOST_ADDENDS];
    int count = ir_list_addends(index, addends), varying = 0, moving = 0;
    int stride = abs(index->shape.stride);
    bool is_known = spans_rows(kernel, index, walk) && stride >= TURNS * step && stride <= FARTHEST;
    bool is_load = !ir_is(walk->access, OP_WRITES), is_anywhere = is_load && comes_from_data(index);
    if (count > IR_MOST_ADDENDS)
        return false;
    walk->stride = is_known ? index->shape.stride : 0;
    walk->has_row_a_lane = is_known && spans_wave(kernel, index);
    for (int i = 0; i < count; i++) {
        IrTravel travel = ir_travel(addends[i], loop);
        bool is_still = !ir_is_defined_in(addends[i], loop);
        bool is_alike = addends[i]->level <= LEVEL_WAVE;
        if (!is_still && (!is_alike || moving++ > 0))
            return false;
        if (!is_still && (travel.step == NULL || travel.step->op != IR_const))
            walk->moving = addends[i];
        else if (!is_still)
            walk->step = (int)(int32_t)travel.step->bits * travel.factor;
        bool is_row = is_alike || is_known || is_anywhere || (varying == 0 && is_row_times(kernel, addends[i], walk)) ||
                      (is_load && is_multiple(addends[i], step));
        if (!is_row)
            return false;
        varying += !is_alike;
    }
    return moving == 1 && (is_known || is_anywhere || varying > 0);
}

static bool find_walk(const IrKernel *kernel, IrInstr *access, const IrInstr *loop, Walk *walk)
{
    if (!is_word(access) || (*index_operand(access))->level != LEVEL_VARYING)
        return false;
    int words = index_step(access, op_scalar_bytes(ir_accessed_type(access).scalar));
    int step = words;
    const IrInstr *index = peel(*index_operand(access), &step);
    *walk = (Walk){.access = access, .unit = step, .step = step};
    if (!finds_rows(kernel, index, loop, step, walk) || abs(walk->step) != step ||
        (walk->moving != NULL && (!can_look_ahead(loop, walk->moving, DEPTH) ||
                                  is_multiplied(loop, walk->moving, DEPTH))))
        return false;
    walk->step = walk->step / step * words;
    return true;
}

/* ---- which of them may be joined ------------------------------------------------------------- */

/* The loop's one access that writes to memory of the dispatch; NULL: there are none, or several. */
static const IrInstr *only_store(const IrInstr *loop, bool *has_several)
{
    const IrInstr *store = NULL;
    *has_several = false;
    EACH_INSTR (loop->regions[0], instr)
        if (touches_uav(instr) && ir_is(instr, OP_WRITES)) {
            *has_several = store != NULL;
            store = instr;
            if (*has_several)
                return NULL;
        }
    return store;
}

static bool is_stored_to(const IrInstr *loop, const IrVariable *variable)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->variable == variable && ir_is(instr, OP_WRITES))
            return true;
    return false;
}

static bool goes_where(const IrInstr *load, const IrInstr *store)
{
    return load->resource == store->resource && load->operands[0] == store->operands[0] &&
           load->operands[1] == store->operands[1] &&
           op_scalar_bytes(ir_accessed_type(load).scalar) ==
               op_scalar_bytes(ir_accessed_type(store).scalar);
}

static void choose(const PassContext *context, const IrInstr *loop, Walks *walks)
{
    bool has_several;
    const IrInstr *store = only_store(loop, &has_several);
    bool stays = context->watches_stores, reads_elsewhere = false;
    bool is_behind = false;
    EACH_INSTR (loop->regions[0], instr) {
        if (touches_uav(instr) && instr != store && store != NULL)
            reads_elsewhere |= is_behind || !is_word(instr) || !goes_where(instr, store);
        is_behind |= instr == store;
    }
    for (int i = 0; i < walks->count; i++) {
        Walk *walk = &walks->items[i];
        bool writes = ir_is(walk->access, OP_WRITES);
        walk->is_joined = writes ? walk->access == store && !reads_elsewhere && !stays
                          : walk->access->variable != NULL
                              ? !is_stored_to(loop, walk->access->variable)
                              : !touches_uav(walk->access) || (store == NULL && !has_several);
    }
    /* In place: the load before the store, and both or none. */
    for (int i = 0; i < walks->count && !reads_elsewhere && !stays; i++)
        for (int k = i + 1; k < walks->count; k++)
            if (walks->items[k].is_joined && walks->items[k].access == store &&
                touches_uav(walks->items[i].access))
                walks->items[i].is_joined = true;
}

/* ---- which loops ----------------------------------------------------------------------------- */

static bool is_plain(const IrInstr *loop, int *size)
{
    *size = 0;
    EACH_INSTR (loop->regions[0], instr) {
        ++*size;
        if (instr->op == IR_loop || instr->op == IR_lane_loop || ir_is(instr, OP_SYNC | OP_CONVERGENT))
            return false;
    }
    return true;
}

static Walks find_walks(PassContext *context, const IrInstr *loop)
{
    Walks walks = {0};
    EACH_IN (loop->regions[0], instr) {
        Walk walk;
        if (walks.count < MOST_WALKS && find_walk(context->kernel, instr, loop, &walk))
            vec_push(context->scratch, &walks, walk);
    }
    choose(context, loop, &walks);
    return walks;
}

static int count_joined(const Walks *walks)
{
    int count = 0;
    for (int i = 0; i < walks->count; i++)
        count += walks->items[i].is_joined;
    return count;
}

/* In each turn a lane takes all words up to the next lane's: together they are what stays in order (join_words.c). */
static bool takes_all_words(const IrKernel *kernel, const Walks *walks, const Walk *walk)
{
    const IrInstr *index = *index_operand(walk->access);
    int beside = 0;
    for (int i = 0; i < walks->count; i++) {
        const IrInstr *access = walks->items[i].access, *other = *index_operand(access);
        beside += access->resource == walk->access->resource && access->variable == walk->access->variable &&
                  !ir_is(access, OP_WRITES) && (other == index || ir_has_same_addends(other, index));
    }
    return spans_wave(kernel, index) && beside > 1 && abs(index->shape.stride) == beside * walk->unit;
}

static bool is_one(PassContext *context, IrInstr *loop, int *size)
{
    const IrInstr *test = interchange_only_test(context->scratch, loop);
    if (test == NULL || loop->immediate == HINT_LOOP || test->operands[0]->level > LEVEL_WAVE ||
        !can_look_ahead(loop, test->operands[0], DEPTH) || !is_plain(loop, size))
        return false;
    Walks walks = find_walks(context, loop);
    for (int i = 0; i < walks.count; i++)
        if (takes_all_words(context->kernel, &walks, &walks.items[i]))
            return false;
    return *size <= MOST_SIZE * count_joined(&walks);
}

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
    return IR_BUILD(builder, IR_ult, more, ir_const_i32(builder, FARTHEST));
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

/* Of the word that comes first in memory, by that of the first turn. */
static IrInstr *lowest_index(IrBuilder *builder, const Taker *taker, const Walk *walk, IrInstr *index)
{
    return walk->step > 0 ? index
                          : IR_BUILD(builder, IR_iadd, index,
                                     ir_const_i32(builder, walk->step * (taker->turns - 1)));
}

static int word_of(const Taker *taker, const Walk *walk, int turn)
{
    return walk->step > 0 ? turn : taker->turns - 1 - turn;
}

static void join_loads(const Taker *taker, const Walk *walk, IrInstr *const *copies, IrReplacements *words)
{
    PassContext *context = taker->context;
    IrBuilder builder = ir_builder_before(context->kernel, copies[0]);
    builder.pos = copies[0]->pos;
    IrInstr *operands[2];
    int count =
        list_place_of_words(copies[0], lowest_index(&builder, taker, walk, *index_operand(copies[0])), operands);
    IrInstr *load = insert_access(&builder, walk->access, op_of_words(walk->access),
                                  (IrType){walk->access->type.scalar, taker->turns}, operands, count);
    for (int turn = 0; turn < taker->turns; turn++) {
        vec_push(context->scratch, &words->from, copies[turn]);
        vec_push(context->scratch, &words->to, ir_extract(&builder, load, word_of(taker, walk, turn)));
    }
    for (int turn = 0; turn < taker->turns; turn++)
        ir_remove(copies[turn]);
}

static void join_stores(const Taker *taker, const Walk *walk, IrInstr *const *copies)
{
    IrBuilder builder = ir_builder_before(taker->context->kernel, copies[taker->turns - 1]);
    builder.pos = copies[0]->pos;
    IrInstr *operands[2 + MOST_TURNS] = {copies[0]->operands[0],
                                         lowest_index(&builder, taker, walk, copies[0]->operands[1])};
    for (int turn = 0; turn < taker->turns; turn++)
        operands[2 + word_of(taker, walk, turn)] = copies[turn]->operands[copies[turn]->operand_count - 1];
    insert_access(&builder, walk->access, IR_store_words, (IrType){IR_VOID, 0}, operands, 2 + taker->turns);
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
    IrInstr *loop = taker->loop, *const *values = loop->parameters;
    for (int turn = 0; turn < taker->turns; turn++) {
        IrInstr *last = builder->region->last;
        IrReplacements map = {0};
        for (int i = 0; i < loop->parameter_count; i++) {
            vec_push(taker->context->scratch, &map.from, loop->parameters[i]);
            vec_push(taker->context->scratch, &map.to, values[i]);
        }
        if (last != NULL) {
            last = last->prev;
            ir_remove(builder->region->last);
        }
        ir_clone_region(builder, loop->regions[0], &map);
        find_copies(taker, last != NULL ? last->next : builder->region->first, turn, copies);
        values = builder->region->last->operands;
    }
}

static bool may_clash(const Walk *walk)
{
    return walk->has_row_a_lane &&
           (walk->apart != NULL || (walk->stride != 0 && walk->stride % clash_of(walk) == 0));
}

static bool may_take_line(const Walks *walks)
{
    for (int i = 0; i < walks->count; i++) {
        const Walk *walk = &walks->items[i];
        bool is_word = walk->access->resource != NULL && op_scalar_bytes(ir_accessed_type(walk->access).scalar) == 4;
        if (walk->is_joined && !(is_word && may_clash(walk)))
            return false;
    }
    return true;
}

/* A branch for some turns at once, of the loop's body as it was. */
typedef struct Branch {
    Taker taker;
    IrInstr *instr;
    IrInstr *copies[MOST_WALKS][MOST_TURNS];
} Branch;

/* Not placed yet. */
static Branch *build_branch(PassContext *context, IrInstr *loop, int turns)
{
    Branch *branch = ARENA_NEW(context->scratch, Branch);
    branch->taker = (Taker){context, loop, interchange_only_test(context->scratch, loop), find_walks(context, loop), turns};
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
    Taker taker = {context, first, test, find_walks(context, first), LINE_TURNS};
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
    Walks walks = find_walks(context, loop);
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
    Branch *few = build_branch(context, loop, TURNS);
    IrBuilder before = ir_builder_before(context->kernel, few->taker.test->next);
    before.pos = loop->pos;
    place_branch(&before, few);
    join_words_of(few);
    pass_explain(context, loop->pos, "four turns at once: words of %d rows", count_joined(&few->taker.walks));
}

bool pass_own_rows(PassContext *context)
{
    VEC(Loop) loops = {0};
    int added = 0, added_by_lines = 0;
    EACH_INSTR (context->kernel->body, instr) {
        int size;
        if (instr->op != IR_loop || !is_one(context, instr, &size) || added + TURNS * size > MOST_ADDED)
            continue;
        Walks walks = find_walks(context, instr);
        Loop loop = {instr, added_by_lines + LINE_TURNS * size <= MOST_ADDED && may_take_line(&walks)};
        added += TURNS * size;
        added_by_lines += loop.takes_line ? LINE_TURNS * size : 0;
        vec_push(context->scratch, &loops, loop);
    }
    for (int i = 0; i < loops.count; i++)
        take_turns(context, &loops.items[i]);
    return loops.count > 0;
}
