/* Which accesses of a loop go on by a word in each turn, each lane along a row of its own, and which of them several
 * turns may do at once (own_rows.c). */
#include <stdlib.h>

#include "interchange.h"
#include "own_rows.h"

enum {
    MOST_SIZE = 32, /* instructions of a turn for each access that is joined */
    DEPTH = 8       /* of what moves */
};

/* By as much as the loop finds when it runs (`k * pitch`), which is hardly ever one. Of what can be built ahead. */
static bool is_multiplied(const IrInstr *loop, const IrInstr *value)
{
    if (!ir_is_defined_in(value, loop) || value->op == IR_parameter)
        return false;
    bool is_product = value->op == IR_imul && value->operands[0]->op != IR_const &&
                      value->operands[1]->op != IR_const;
    for (int i = 0; i < value->operand_count && !is_product; i++)
        is_product = is_multiplied(loop, value->operands[i]);
    return is_product;
}

/* ---- which accesses walk --------------------------------------------------------------------- */

/* A word, or two, the whole of an element. */
static bool is_element(const IrInstr *instr)
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
    bool is_whole = instr->resource->shape == IR_SHAPE_RAW ||
                    instr->resource->stride == (uint32_t)(type.components * bytes);
    return type.scalar != IR_I1 && (bytes == 4 || (bytes == 2 && type.components == 1)) && type.components <= 2 &&
           is_whole && (!is_struct || is_const(instr->operands[2], 0));
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
            step < 1 || step > OWN_ROWS_TURNS)
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
        return factor->op == IR_const && factor->bits < 31 && 1 << factor->bits >= OWN_ROWS_TURNS * step;
    for (int i = 0; i < 2 && value->op == IR_imul; i++) {
        const IrInstr *by = value->operands[i];
        if (by->op == IR_const ? by->bits >= OWN_ROWS_TURNS * (uint64_t)step : by->level <= LEVEL_WAVE)
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
    bool is_known = spans_rows(kernel, index, walk) && stride >= OWN_ROWS_TURNS * step && stride <= OWN_ROWS_FARTHEST;
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
    if (!is_element(access) || (*index_operand(access))->level != LEVEL_VARYING)
        return false;
    IrType type = ir_accessed_type(access);
    int places = index_step(access, type.components * op_scalar_bytes(type.scalar)), step = places;
    const IrInstr *index = peel(*index_operand(access), &step);
    *walk = (Walk){.access = access, .words = type.components, .unit = step, .step = step};
    if (!finds_rows(kernel, index, loop, step, walk) || abs(walk->step) != step ||
        (walk->moving != NULL && (!can_build_ahead(loop, walk->moving, DEPTH) || is_multiplied(loop, walk->moving))))
        return false;
    walk->step = walk->step / step * places;
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
           ir_accessed_type(load).components == ir_accessed_type(store).components &&
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
            reads_elsewhere |= is_behind || !is_element(instr) || !goes_where(instr, store);
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

Walks own_rows_find_walks(PassContext *context, const IrInstr *loop)
{
    Walks walks = {0};
    EACH_IN (loop->regions[0], instr) {
        Walk walk;
        if (walks.count < OWN_ROWS_MOST_WALKS && find_walk(context->kernel, instr, loop, &walk))
            vec_push(context->scratch, &walks, walk);
    }
    choose(context, loop, &walks);
    return walks;
}

int own_rows_count_joined(const Walks *walks)
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

bool own_rows_has_walks(PassContext *context, IrInstr *loop, int *size)
{
    const IrInstr *test = interchange_only_test(context->scratch, loop);
    if (test == NULL || loop->immediate == HINT_LOOP || test->operands[0]->level > LEVEL_WAVE ||
        !can_build_ahead(loop, test->operands[0], DEPTH) || !is_plain(loop, size))
        return false;
    Walks walks = own_rows_find_walks(context, loop);
    for (int i = 0; i < walks.count; i++)
        if (takes_all_words(context->kernel, &walks, &walks.items[i]))
            return false;
    return *size <= MOST_SIZE * own_rows_count_joined(&walks);
}
