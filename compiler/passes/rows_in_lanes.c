/* rows_in_lanes: where each lane adds up what stands along a row of its own, or stores along one, all lanes of the wave take
 * one row, then the next one.
 *
 *                                            lane_loop {
 *                                              %a = wave_read_first %start
 *                                              %b = wave_read_first %end
 *                                              all_lanes {
 *     loop (%i = %start, %s = %s0) {             loop (%i = %a, %s = 0) {
 *       %c varying = ult %i, %end                  %c wave = ult %i, %b
 *       if %c { yield } else { break %s }          if %c { yield } else { break %s }
 *                                                  %left = isub %b, %i
 *                                                  %on = ult lane_index, %left
 *                                                  %t = iadd %i, lane_index
 *       %x = load_struct $In [%i]        ->        %x = load_struct $In [%t]
 *       %n = fadd %s, %x                           %n = fadd %s, %x
 *       continue (iadd %i, 1), %n                  continue (iadd %i, (umin %left, 32)), (select %on, %n, %s)
 *     } -> %r                                    } -> %p
 *                                                yield (fadd %s0, (wave_reduce.fadd %p))
 *                                              } -> %q
 *                                              yield %q
 *                                            } -> %r
 *
 * Rows of various lengths: bands of a spectrum, segments, lists whose elements lie one behind the other. As a vector a turn
 * gathers a word from each lane's row, until the longest one is done. Of one row as many words as there are lanes are side by
 * side, and most rows are one turn or two. C compilers do the same to plain C; of rows of 3 to 32 words the mask at the end
 * takes half of the time of the scalar turns that they end with. Where a turn is no matter of few operations, whole ones come
 * first, without %on, and the rest goes by machine vectors; so do stores alone of waves of one.
 *
 * Rows that all lanes take alike, of as many turns, a thread for each row of a matrix, go so where they are long: loads of
 * four words of each lane's row, transposed in registers (own_rows), are as many instructions as a vector's sum is to add up
 * at 32 to 64 words, with AVX-512 at 64 to 128. Of a constant number of words that the lanes of a wave take in whole turns
 * nothing is left, and all rows are asked for at once (plan_inside.c): 32 are enough, or 64. What is not known to be long is
 * there twice.
 *
 *     for (k = 0; k < width; k++)              if (width >= 64) by all lanes, a row at a time; else as it was
 *         sum += rows[id.x * width + k] * weights[k];
 *
 * Rows of a known number of turns that each take up to four of their words and store one (32 floats quantised to bytes, a word
 * of four in a turn) are long where they are as many words: a turn's words, too, are side by side then.
 *
 * What the turn before had (`d = x[i] - before; before = x[i]`) is computed again, but for the row's first turn, where the
 * loop does not store over it.
 *
 * What is stored goes to the next word of the lane's row in each turn, whatever else is in it (`out[start + i] = in[from + i]`,
 * `out[start + i] = value`): as a vector each turn scatters a word to each row. Loads must not go where it may be stored, but
 * for the word itself (`row[i] *= scale`). Where neither that nor a sum is there, what is left of a row of more words than a
 * machine vector has lanes are its last ones, some of which are stored twice: a whole vector, where a masked store takes as
 * long as ten on some machines. Rows that all lanes take alike are long enough for that with as many words as a wave of 32 has
 * lanes.
 *
 * Where the turn's number leads to the words by way of memory (`x[column[i]]`) they are gathered either way, and lanes_in_turn
 * is asked. Sums of floats have another order then: see share_turns.c, for loops that lanes take alike. All lanes of each wave
 * must be there, since they work for one that is.
 *
 * Needs: uniformity, wave_loops. Breaks: facts; uniformity must run again. */
#include <stdlib.h>

#include "full_loops.h"
#include "interchange.h"
#include "passes/lane_costs.h"
#include "passes/lane_stretch.h"
#include "passes/rows_in_lanes.h"

enum {
    DEPTH = 12,           /* operations behind each other of what is summed up */
    FEW = 4,              /* of what the turn before had, which is computed again */
    MOST_SUMS = 6,        /* each is put together once a row; what the turn before had among them */
    MOST_OPERATIONS = 64, /* for each word of a row; then how long these take counts, and not a gather */
    MOST_STORED = 32,     /* for a word that is stored: rows of a word more than a vector compute twice as much */
    QUICK = 10,           /* operations of a turn that for all vectors of a wave take no longer than to find out how many
                             a row needs */
    WIDEST_WAVE = 64,     /* lanes: of more, most have nothing to do in rows that are short */
    MOST_STEP = 4,        /* elements, from turn to turn */
    MOST_LOOPS = 16,      /* of a kernel, all of which is numbered for each */
    LONG = 64,            /* turns that all lanes take alike: of fewer it takes as long to add up a vector's lanes as to load
                             four words of each lane's row and transpose them; of longer vectors, and of more sums, as many
                             vectors */
    LONG_WHOLE = 32,      /* known turns of which the wave's leave nothing: no more is asked in any */
    LONG_STORE_ALIKE = 32, /* words of rows that are stored alike, and no fewer than the wave has lanes: one turn of the wave
                             leaves little; of 16 to 24 the rest takes longer than scattered stores */
    LONG_STORE = 5,       /* words: as many scattered stores take as long as a loop for each lane */
    VECTORS = 6, VECTORS_WHOLE = 2, VECTORS_OF_SUM = 2, VECTORS_OF_STORE = 4
};

typedef struct Row {
    PassContext *context;
    IrInstr *loop, *test, *counter, *end;
    IrInstr *store;          /* the next word of a row, in each turn; NULL: nothing is stored */
    IrOp ops[1 + MOST_SUMS]; /* of each parameter, that sums it up */
    bool is_last[1 + MOST_SUMS]; /* or that is what the turn before had */
    IrInstr *first;          /* the counter's in the row's first turn */
    bool is_long, asks_length; /* where all lanes take as many turns: there are enough, or that is asked before */
    uint32_t width;          /* lanes that take its last words together: of a machine vector, or of the wave */
    bool is_whole;           /* all rows are known to be whole machine vectors */
} Row;

/* ---- what is summed up ---- */

static bool leads_to(const IrInstr *value, const IrInstr *parameter, int depth)
{
    if (value == parameter || depth == 0)
        return true;
    for (int i = 0; i < value->operand_count; i++)
        if (ir_is_defined_in(value->operands[i], parameter->owner) && leads_to(value->operands[i], parameter, depth - 1))
            return true;
    return false;
}

/* `s`, `s + x`, `c ? s + x : s`; the operation, IR_const while there is none, and how often `s` is in it. */
static bool adds_up(const Row *row, const IrInstr *value, const IrInstr *sum, IrOp *op, int *uses, int depth)
{
    if (value == sum) {
        ++*uses;
        return true;
    }
    if (depth == 0 || value->region != row->loop->regions[0] || uses_in(row->loop, value) != 1)
        return false;
    if (value->op == IR_select)
        return adds_up(row, value->operands[1], sum, op, uses, depth - 1) &&
               adds_up(row, value->operands[2], sum, op, uses, depth - 1);
    if (!combines_in_any_order(row->context, value) || (*op != IR_const && *op != value->op))
        return false;
    *op = value->op;
    return adds_up(row, value->operands[leads_to(value->operands[1], sum, DEPTH)], sum, op, uses, depth - 1);
}

/* IR_const: it is no sum, or somebody looks at it meanwhile. */
static IrOp sum_of(const Row *row, const IrInstr *parameter)
{
    IrOp op = IR_const;
    int uses = 0, left_with = 0;
    EACH_USE (row->test->regions[1]->first, use)
        left_with += *use == parameter;
    bool is_sum = left_with == 1 && adds_up(row, loop_next_of(parameter), parameter, &op, &uses, DEPTH);
    return is_sum && uses_in(row->loop, parameter) == uses + 1 ? op : IR_const;
}

/* Nothing but the test is made of the loop's parameters above it: lanes have turns of their own below. */
static bool asks_first(const Row *row)
{
    EACH_IN (row->loop->regions[0], instr) {
        if (instr == row->test)
            return true;
        EACH_USE (instr, use)
            if (instr != row->test->operands[0] && (*use)->op == IR_parameter && (*use)->owner == row->loop)
                return false;
    }
    return false;
}

static bool is_word_load(const IrInstr *instr)
{
    bool is_buffer = instr->resource != NULL && !instr->resource->is_coherent && instr->resource->array_count == 0 &&
                     instr->sampler == NULL && !is_of_texture(instr) && instr->op != IR_load_cbuffer;
    bool is_array = instr->op == IR_load_var && is_shared(instr);
    return (is_buffer || is_array) && ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES | OP_CONVERGENT | OP_SYNC) &&
           op_scalar_bytes(instr->type.scalar) == 4;
}

static bool is_store_alone(const Row *row) { return row->loop->parameter_count == 1; }

/* Where only the counter goes round, all that the loop computes is. */
static bool is_of_turn(const Row *row, const IrInstr *value, int depth)
{
    if (value == row->counter || !ir_is_defined_in(value, row->loop) || is_store_alone(row))
        return true;
    if (depth == 0 || value->region != row->loop->regions[0] || value == row->test ||
        !(is_pure_of_lane(value) || is_word_load(value)))
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!is_of_turn(row, value->operands[i], depth - 1))
            return false;
    return true;
}

/* `p` of `p = x[i]`: what the turn before had; nobody takes it along behind the loop. */
static bool is_of_last_turn(const Row *row, const IrInstr *parameter)
{
    EACH_USE (row->test->regions[1]->first, use)
        if (*use == parameter)
            return false;
    return is_of_turn(row, loop_next_of(parameter), FEW);
}

static bool leaves_with_sums(Row *row)
{
    const IrInstr *loop = row->loop;
    for (int i = 0; i < loop->parameter_count && i <= MOST_SUMS; i++) {
        row->is_last[i] = loop->parameters[i] != row->counter && is_of_last_turn(row, loop->parameters[i]);
        row->ops[i] = loop->parameters[i] == row->counter || row->is_last[i] ? IR_iadd : sum_of(row, loop->parameters[i]);
        if (row->ops[i] == IR_const)
            return false;
    }
    EACH_USE (row->test->regions[1]->first, use)
        if (*use == row->counter || (*use)->op != IR_parameter || (*use)->owner != loop)
            return false;
    return loop->parameter_count > (row->store == NULL) && loop->parameter_count <= 1 + MOST_SUMS;
}

/* ---- which rows ---- */

static bool finds_counter(Row *row)
{
    const IrInstr *compare = row->test->operands[0];
    row->counter = full_loops_counter(row->loop, row->test);
    row->end = row->counter != NULL ? compare->operands[1] : NULL;
    return row->counter != NULL && row->counter->type.scalar == IR_I32 && uses_in(row->loop, compare) == 1;
}

/* From lane to lane it goes on by little, as far as it is neither bounded nor begins anew: rows of a window, of which lanes
 * beside each other load words beside each other in any turn. */
static bool goes_with_lanes(const Row *row, const IrInstr *value, int depth)
{
    static const bool KEEPS[IR_OP_COUNT] = {[IR_iadd] = true, [IR_isub] = true, [IR_imin] = true, [IR_imax] = true,
                                            [IR_umin] = true, [IR_umax] = true, [IR_urem] = true, [IR_srem] = true,
                                            [IR_select] = true};
    if (value == row->counter)
        value = row->loop->operands[value->position];
    if (value->level != LEVEL_VARYING || depth == 0)
        return false;
    if (value->shape.stride != 0)
        return abs(value->shape.stride) <= MOST_STEP;
    for (int i = 0; i < value->operand_count && KEEPS[value->op]; i++)
        if (goes_with_lanes(row, value->operands[i], depth - 1))
            return true;
    return false;
}

/* On to the next words in each turn, or to the same ones. */
static bool goes_along(const Row *row, const IrInstr *load)
{
    EACH_USE (load, use) {
        IrTravel travel = ir_travel(*use, row->loop);
        if (!ir_is_defined_in(*use, row->loop) || (*use)->op == IR_const)
            continue;
        if (travel.step == NULL || travel.step->op != IR_const || travel.factor <= 0 ||
            (uint64_t)travel.factor * travel.step->bits > MOST_STEP * (uint64_t)index_step(load, 4))
            return false;
    }
    return true;
}

/* Elements would be taken apart into vectors of each component, which costs as much as to transpose the lanes' words. */
static bool are_elements(const Row *row, const IrInstr *load)
{
    return load->type.components > 1 && !lanes_part_in(row->loop);
}

static bool is_apart(const Row *row, const IrInstr *load)
{
    const IrInstr *index = stretch_index_of(load);
    bool steps_far = !lanes_part_in(row->loop) && index != NULL && abs(index->shape.stride) > MOST_STEP;
    return (stretch_is_scattered(load) || steps_far) && !goes_with_lanes(row, index, DEPTH);
}

static bool is_word_store(const IrInstr *instr)
{
    bool is_buffer = instr->resource != NULL && !instr->resource->is_coherent && instr->resource->array_count == 0 &&
                     !is_of_texture(instr) && (instr->op != IR_store_struct || instr->resource->stride == 4),
         is_array = instr->op == IR_store_var && is_shared(instr);
    if (!(is_buffer || is_array) || !ir_is(instr, OP_WRITES) || ir_is(instr, OP_READS | OP_CONVERGENT | OP_SYNC))
        return false;
    IrType type = ir_accessed_type(instr);
    return type.components == 1 && op_scalar_bytes(type.scalar) == 4;
}

/* A word of its own in each turn, the next one, made of that turn. */
static bool stores_row(const Row *row, const IrInstr *store)
{
    const IrInstr *index = is_word_store(store) ? stretch_index_of(store) : NULL;
    IrTravel travel = index != NULL ? ir_travel(index, row->loop) : (IrTravel){0};
    EACH_USE (store, use)
        if (index == NULL || !is_of_turn(row, *use, DEPTH))
            return false;
    return travel.step != NULL && travel.step->op == IR_const && is_apart(row, store) &&
           (uint64_t)travel.factor * travel.step->bits == (uint64_t)index_step(store, 4);
}

/* `row[i] = f(row[i])`. */
static bool is_of_same_word(const IrInstr *load, const IrInstr *store)
{
    bool is_same = ir_is(load, OP_READS) && !ir_is(load, OP_WRITES) && load->resource == store->resource &&
                   load->variable == store->variable && ir_accessed_type(load).components == 1;
    int places = op_row_count(store->op) + op_address_count(store->op);
    for (int i = 0; i < places && is_same; i++)
        is_same = load->operands[i] == store->operands[i];
    return is_same;
}

/* No turn may find what another one has stored: two buffers may be one memory. */
static bool may_store(const Row *row, const IrInstr *store)
{
    EACH_IN (row->loop->regions[0], instr) {
        bool is_apart_from = store->variable != NULL ? instr->variable != store->variable
                                                     : instr->resource == NULL || reads_constant_memory(instr);
        if (instr != store && ir_is(instr, OP_READS | OP_WRITES) && !is_apart_from && !is_of_same_word(instr, store))
            return false;
    }
    return true;
}

/* A row that is changed in place: what a turn made of its word is not to be had again. */
static bool changes_words(const Row *row)
{
    EACH_IN (row->loop->regions[0], instr)
        if (row->store != NULL && is_of_same_word(instr, row->store))
            return true;
    return false;
}

static bool asks_turn_before(const Row *row)
{
    for (int i = 0; i < row->loop->parameter_count; i++)
        if (row->is_last[i])
            return true;
    return false;
}

static IrInstr *find_store(const Row *row)
{
    EACH_IN (row->loop->regions[0], instr)
        if (stores_row(row, instr) && may_store(row, instr))
            return instr;
    return NULL;
}

/* Then no word of a row is stored twice. */
static bool is_whole(const Row *row)
{
    const IrInstr *start = row->loop->operands[row->counter->position], *end = row->end;
    return !lanes_part_in(row->loop) && row->context->lanes > 0 && start->op == IR_const && end->op == IR_const &&
           (end->bits - start->bits) % (uint32_t)row->context->lanes == 0;
}

/* The rows are most of it. */
static bool pays(Row *row)
{
    int words = 0, operations = 0, lanes = row->context->lanes, wave_size = row->context->kernel->wave_size;
    row->store = find_store(row);
    row->is_whole = is_whole(row);
    EACH_IN (row->loop->regions[0], instr) {
        if (is_word_load(instr) && goes_along(row, instr) && !are_elements(row, instr))
            words += is_apart(row, instr) ? instr->type.components : 0;
        else if (instr != row->store && instr != row->test && instr != row->loop->regions[0]->last && !is_pure_of_lane(instr))
            return false;
        operations += lanes_operations(instr);
    }
    words += row->store != NULL;
    bool is_quick = operations <= QUICK && row->store == NULL && lanes_part_in(row->loop);
    row->width = (uint32_t)(is_quick || lanes == 0 || lanes > wave_size ? wave_size : lanes);
    bool is_twice = row->store != NULL && !row->is_whole;
    return words > 0 && operations <= (is_twice ? MOST_STORED : words * MOST_OPERATIONS);
}

/* In a loop that lanes leave by themselves, too, it is the cells around a place, of which each has little. */
static bool is_in_short_loop(const IrInstr *loop)
{
    for (const IrInstr *around = loop->region->owner; around != NULL; around = around->region->owner)
        if (around->op == IR_loop && lanes_part_in(around))
            return true;
    return false;
}

/* By which the next turn's lie further along a lane's row, at most. */
static uint32_t words_of_turn(const Row *row)
{
    uint32_t most = 1;
    EACH_IN (row->loop->regions[0], instr) {
        const IrInstr *index = is_word_load(instr) && is_apart(row, instr) ? stretch_index_of(instr) : NULL;
        IrTravel travel = index != NULL ? ir_travel(index, row->loop) : (IrTravel){0};
        uint32_t words = travel.step != NULL && travel.step->op == IR_const
                             ? (uint32_t)travel.factor * (uint32_t)travel.step->bits / (uint32_t)index_step(instr, 4)
                             : 1;
        most = words > most && words <= MOST_STEP ? words : most;
    }
    return most;
}

/* Of as many words as some waves have lanes whole turns leave nothing. */
static bool has_rest(const Row *row)
{
    const IrInstr *start = row->first, *end = row->end;
    uint32_t wave_size = (uint32_t)row->context->kernel->wave_size;
    return row->width == wave_size || start->op != IR_const || end->op != IR_const ||
           (uint32_t)(end->bits - start->bits) % wave_size != 0;
}

static uint32_t words_that_pay(int lanes, int sums, int vectors, uint32_t least)
{
    uint32_t words = (uint32_t)((vectors + VECTORS_OF_SUM * sums) * lanes);
    return words > least ? words : least;
}

uint32_t rows_in_lanes_least_words(int lanes, int sums) { return words_that_pay(lanes, sums, VECTORS, LONG); }

/* Of the longest row, where lanes have rows of their own. */
static uint32_t turns_of_long(const Row *row)
{
    int sums = row->loop->parameter_count - 1, lanes = row->context->lanes;
    if (lanes_part_in(row->loop))
        return LONG_STORE;
    if (sums == 0) {
        int wave_size = row->context->kernel->wave_size, words = VECTORS_OF_STORE * row->context->lanes,
            whole = wave_size > LONG_STORE_ALIKE ? wave_size : LONG_STORE_ALIKE;
        return (uint32_t)(words < whole ? words : whole) / (row->is_whole ? words_of_turn(row) : 1);
    }
    return has_rest(row) ? rows_in_lanes_least_words(lanes, sums) : words_that_pay(lanes, sums, VECTORS_WHOLE, LONG_WHOLE);
}

/* The branch that the loop stands in asks, `least <= turns`, and maybe more. */
static bool asks_turns(const IrInstr *condition, const IrInstr *turns, uint32_t least)
{
    if (condition->op == IR_iand)
        return asks_turns(condition->operands[0], turns, least) || asks_turns(condition->operands[1], turns, least);
    return condition->op == IR_ule && condition->operands[0]->op == IR_const && condition->operands[0]->bits >= least &&
           condition->operands[1] == turns;
}

static bool is_asked_before(const Row *row)
{
    const IrInstr *around = row->loop->region->owner, *turns = row->end;
    uint32_t least = turns_of_long(row);
    if (turns->op == IR_imul && turns->operands[1]->op == IR_const && turns->operands[1]->bits > 0 &&
        turns->operands[1]->bits <= MOST_STEP) { /* word_rows.c: few enough for that */
        least = (least + (uint32_t)turns->operands[1]->bits - 1) / (uint32_t)turns->operands[1]->bits;
        turns = turns->operands[0];
    }
    return around != NULL && around->op == IR_if && row->loop->region == around->regions[0] && is_const(row->first, 0) &&
           asks_turns(around->operands[0], turns, least);
}

/* Of turns that all lanes take alike there must be many. */
static bool is_long(Row *row)
{
    IrInstr *start = row->loop->operands[row->counter->position];
    const IrInstr *end = row->end;
    row->first = start;
    if (lanes_part_in(row->loop))
        return true;
    bool is_known = start->op == IR_const && end->op == IR_const;
    row->is_long = is_known ? end->bits >= start->bits + turns_of_long(row) : is_asked_before(row);
    row->asks_length = !is_known && !row->is_long;
    return (row->is_long || row->asks_length) && start->level <= LEVEL_WAVE && end->level <= LEVEL_WAVE;
}

static bool is_row(Row *row)
{
    const IrInstr *loop = row->loop;
    if (loop->op != IR_loop || is_group_loop(loop) || is_in_short_loop(loop))
        return false;
    row->test = interchange_only_test(row->context->scratch, loop);
    return row->test != NULL && finds_counter(row) && pays(row) && is_long(row) && asks_first(row) && leaves_with_sums(row) &&
           !(changes_words(row) && asks_turn_before(row));
}

/* ---- by all lanes ---- */

/* What follows `new` in its region uses it for `old`. */
static void use_from_here(IrInstr *new, const IrInstr *old)
{
    for (IrInstr *instr = new->next; instr != NULL; instr = instr->next)
        EACH_USE (instr, use)
            if (*use == old)
                *use = new;
}

/* What the lanes' turns before had: of the row's first one what the loop began with, which stays in the parameter. */
static void take_last_turns(const Row *row, IrInstr *loop, IrInstr *counter, IrInstr *own, IrBuilder *turn)
{
    IrInstr *before = NULL, *is_first = NULL, *last = loop->regions[0]->last;
    for (int i = 0; i < loop->parameter_count; i++) {
        if (!row->is_last[i])
            continue;
        if (before == NULL) {
            before = IR_BUILD(turn, IR_iadd, own, ir_const_i32(turn, -1));
            is_first = IR_BUILD(turn, IR_ieq, own, row->first);
        }
        IrInstr *parameter = loop->parameters[i],
                *there = build_with(turn, last->operands[i], loop, counter, before);
        use_from_here(IR_BUILD(turn, IR_select, is_first, parameter, there), parameter);
        last->operands[i] = parameter;
    }
}

/* What stands behind the builder is each lane's turn, from the counter's on. */
static void take_own_turns(const Row *row, IrInstr *loop, IrInstr *from, IrInstr *lane, IrBuilder *turn)
{
    IrInstr *counter = loop->parameters[row->counter->position], *own = IR_BUILD(turn, IR_iadd, from, lane);
    take_last_turns(row, loop, counter, own, turn);
    use_from_here(own, counter);
}

static IrInstr *build_const(IrBuilder *builder, uint32_t value) { return ir_const_i32(builder, (int32_t)value); }

/* As long as there is a turn for each lane of the wave. */
static IrInstr *put_whole_turns_before(Row *row, IrInstr *lane)
{
    IrKernel *kernel = row->context->kernel;
    uint32_t width = (uint32_t)kernel->wave_size;
    IrInstr *loop = put_copy_before(row->context, row->loop), *last = loop->regions[0]->last;
    IrInstr *test = interchange_only_test(row->context->scratch, loop), *counter = loop->parameters[row->counter->position];
    IrBuilder asking = ir_builder_before(kernel, test), turn = ir_builder_before(kernel, test->next),
              behind = ir_builder_before(kernel, last);
    IrInstr *left = IR_BUILD(&asking, IR_isub, row->end, counter),
            *is_whole = IR_BUILD(&asking, IR_ule, build_const(&asking, width), left);
    test->operands[0] = IR_BUILD(&asking, IR_iand, test->operands[0], is_whole);
    leave_by_test(kernel, loop, test);
    take_own_turns(row, loop, counter, lane, &turn);
    last->operands[counter->position] = IR_BUILD(&behind, IR_iadd, counter, build_const(&behind, width));
    return loop;
}

/* From `first` up to `end`. */
static void do_where(IrKernel *kernel, IrInstr *first, IrInstr *end, IrInstr *condition)
{
    IrBuilder before = ir_builder_before(kernel, first);
    before.pos = first->pos;
    IrInstr *branch = ir_if(&before, condition);
    move_to_end(kernel, first, end, branch->regions[0]);
    ir_close_region(kernel, branch->regions[0]);
    ir_close_region(kernel, branch->regions[1]);
}

/* How many turns of less than a vector's begin before the last words, so that they are a vector's: a row's words may be stored
 * twice. */
static IrInstr *build_turns_back(const Row *row, IrInstr *left, IrBuilder *turn)
{
    IrInstr *width = build_const(turn, row->width),
            *missing = IR_BUILD(turn, IR_isub, width, IR_BUILD(turn, IR_umin, left, width)),
            *done = IR_BUILD(turn, IR_isub, row->counter, row->first);
    return IR_BUILD(turn, IR_umin, missing, done);
}

/* The rest of the row, by the lanes of one machine vector: of the others C compilers leave nothing. What is beyond the
 * row's end changes no sum. */
static void take_rest(Row *row, IrInstr *lane)
{
    IrKernel *kernel = row->context->kernel;
    IrInstr *last = row->loop->regions[0]->last, *from = row->counter;
    IrBuilder turn = ir_builder_before(kernel, row->test->next), behind = ir_builder_before(kernel, last);
    IrInstr *left = IR_BUILD(&turn, IR_isub, row->end, row->counter), *below = left;
    if (is_store_alone(row) && !changes_words(row)) {
        IrInstr *back = build_turns_back(row, left, &turn);
        from = IR_BUILD(&turn, IR_isub, row->counter, back);
        below = IR_BUILD(&turn, IR_iadd, left, back);
    }
    IrInstr *on = IR_BUILD(&turn, IR_ult, lane, below);
    if (row->width < (uint32_t)kernel->wave_size)
        on = IR_BUILD(&turn, IR_iand, on, IR_BUILD(&turn, IR_ult, lane, build_const(&turn, row->width)));
    take_own_turns(row, row->loop, from, lane, &turn);
    if (is_store_alone(row))
        do_where(kernel, on->next, last, on);
    else if (row->store != NULL)
        do_where(kernel, row->store, row->store->next, on);
    for (int i = 0; i < last->operand_count; i++)
        last->operands[i] =
            row->is_last[i]                              ? last->operands[i]
            : row->loop->parameters[i] != row->counter
                ? IR_BUILD(&behind, IR_select, on, last->operands[i], row->loop->parameters[i])
                : IR_BUILD(&behind, IR_iadd, row->counter, IR_BUILD(&behind, IR_umin, left, build_const(&behind, row->width)));
}

/* What the lanes have in the end is one. */
static IrInstr *build_total(const Row *row, IrInstr *first, IrBuilder *behind, int position)
{
    const IrInstr *parameter = row->test->regions[1]->first->operands[position];
    IrInstr **start = &first->operands[parameter->position], *begun = *start;
    IrBuilder before = ir_builder_before(behind->kernel, first);
    IrOp op = row->ops[parameter->position];
    *start = build_neutral(&before, op, begun);
    IrInstr *last = has_rest(row) ? row->loop->results[position] : row->loop->operands[parameter->position],
            *sum = build_wave_total(behind, op, last);
    return op_has(op, OP_IDEMPOTENT) ? sum : IR_BUILD(behind, op, begun, sum);
}

/* What is left has a mask, or begins before where it goes on. */
static bool takes_whole_turns(const Row *row)
{
    int wave_size = row->context->kernel->wave_size;
    return row->width < (uint32_t)wave_size || (is_store_alone(row) && wave_size == row->context->lanes);
}

static void take_by_all(Row *row)
{
    IrKernel *kernel = row->context->kernel;
    IrInstr *loop = row->loop, *first = loop, *totals[MOST_SUMS];
    IrBuilder outside = ir_builder_before(kernel, loop);
    IrInstr *all_lanes = ir_all_lanes(&outside);
    give_results_to(kernel, loop, all_lanes);
    move_to_end(kernel, loop, loop->next, all_lanes->regions[0]);
    IrBuilder before = ir_builder_before(kernel, loop), behind = ir_builder_at_end(kernel, all_lanes->regions[0]);
    behind.pos = loop->pos;
    IrInstr *lane = ir_build(&before, IR_lane_index, NULL, 0);
    if (takes_whole_turns(row))
        first = put_whole_turns_before(row, lane);
    if (has_rest(row))
        take_rest(row, lane);
    for (int i = 0; i < all_lanes->result_count; i++)
        totals[i] = build_total(row, first, &behind, i);
    yield_at_end(kernel, all_lanes->regions[0], totals, all_lanes->result_count);
    if (!has_rest(row))
        ir_remove(loop);
}

/* The loop once more, for where it is long. */
static void keep_for_short_rows(Row *row)
{
    IrInstr *loop = row->loop;
    IrBuilder before = ir_builder_before(row->context->kernel, loop);
    before.pos = loop->pos;
    IrInstr *turns = IR_BUILD(&before, IR_isub, row->end, loop->operands[row->counter->position]);
    IrInstr *is_long = IR_BUILD(&before, IR_ule, build_const(&before, turns_of_long(row)), turns);
    if (lanes_part_in(loop))
        is_long = IR_BUILD(&before, IR_wave_any, is_long);
    else
        turns->level = LEVEL_WAVE;
    is_long->level = LEVEL_WAVE;
    put_loop_in_both_sides(row->context, loop, ir_if(&before, is_long));
}

static bool takes_rows(PassContext *context, IrInstr *loop)
{
    Row row = {.context = context, .loop = loop};
    StretchPlaces places = {0};
    Stretch stretch;
    if (!is_row(&row))
        return false;
    stretch_number(context, &places);
    if (!stretch_around(&places, loop, &stretch) || stretch.first != loop || stretch.last != loop)
        return false;
    pass_explain(context, loop->pos, "all lanes take one lane's row after the other");
    if (row.asks_length || (row.store != NULL && lanes_part_in(loop))) {
        keep_for_short_rows(&row);
        stretch_number(context, &(StretchPlaces){0});
    }
    stretch_run_in_turn(context, stretch);
    row.end = row.test->operands[0]->operands[1]; /* the lane's own now */
    row.first = loop->operands[row.counter->position];
    take_by_all(&row);
    return true;
}

static void visit(PassContext *context, IrRegion *region, int *taken)
{
    for (IrInstr *instr = region->first, *after; instr != NULL && *taken < MOST_LOOPS; instr = after) {
        after = instr->next;
        if (instr->op == IR_lane_loop)
            continue;
        if (takes_rows(context, instr)) {
            ++*taken;
            continue;
        }
        EACH_REGION (instr, inner)
            visit(context, inner, taken);
    }
}

bool rows_in_lanes_may_help(const PassContext *context)
{
    const IrKernel *kernel = context->kernel;
    return context->checks == 0 && !context->watches_stores && ir_waves_are_full(kernel) && kernel->wave_size <= WIDEST_WAVE &&
           is_power_of_two((uint64_t)kernel->wave_size);
}

bool pass_rows_in_lanes(PassContext *context)
{
    const IrKernel *kernel = context->kernel;
    int taken = 0;
    if (!rows_in_lanes_may_help(context))
        return false;
    EACH_INSTR (kernel->body, stretch)
        if (stretch->op == IR_wave_loop)
            visit(context, stretch->regions[0], &taken);
    return taken > 0;
}
