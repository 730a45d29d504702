/* join_words: loads, and stores, of words side by side become one of all of them.
 *
 *     %4 = load_struct $In [%3, %0]             %4 = load_words $In [%3]          ; i32x2
 *     %5 = iadd %3, 1                           %5 = extract %4 0
 *     %6 = load_struct $In [%5, %0]      ->     %6 = extract %4 1
 *     store_struct $Out [%3, %0], %6            store_words $Out [%3], %6, %5
 *     store_struct $Out [%5, %0], %4
 *
 * Threads that handle two to four consecutive elements each: `out[4 * x + c] = in[4 * x + c]` of
 * every c. By itself each such load takes its words out of the vectors of all of them, each store
 * is a scatter, and each tests whether it is inside. Together they go as elements of so many words
 * do (wcc_elements.h). Members of a structured buffer's elements are joined likewise, without a new
 * operation: one load_struct, or store_struct, has several components anyway.
 *
 * Texels of a row of a texture are joined likewise (`tex[uint2(4 * x + i, y)]`, 2 x 2 blocks): words of single
 * ones or of pairs of them, load_texels and store_texels.
 *
 * Loads go to the first of them, stores to the last. Two UAVs may be one memory, so nothing may
 * stand between that writes to one, or for stores reads from one, unless it goes to other words of
 * the same place, and these are other words in all lanes: lanes step by as many words as lie side
 * by side, or their places are multiples of a power of two that is no less; rows of texels likewise.
 *
 * A pitch that all lanes share (`out[y * pitch + 4 * x + c]`, y a lane's) may be such a multiple or not: four stores are
 * joined where it is, which is asked as the kernel runs, and stay as they are where it is not. Four loads are joined.
 *
 * Neighbours in a table, at a place that floats of memory say (`curve[uint(x)]` and the next), are a gather for all of them.
 *
 * Words that nobody asks for are loaded with the others, where lanes step by two to four: they lie
 * in the same vectors.
 *
 * Groupshared elements of one word are stored likewise, by all lanes (of some each word is put over what is there), and
 * loaded where they stay in the order of memory (word_packs.c); else loads share their vectors as they are
 * (plan_interleaved.c). What only another variable's
 * accesses stand between moves.
 *
 * Needs: uniformity, wave_loops; comes behind lanes_in_turn, which wants to see each access. Breaks:
 * facts; uniformity must run again. */
#include <stdlib.h>

#include "kept_words.h"
#include "word_packs.h"

enum { MOST_WORDS = 4, MOST_MEMBERS = 16, MOST_ADDRESS = 4, DEPTH = 8, MOST_FACTORS = 2 };

/* Where an access goes: to word `at` of the place that its index leads to. */
typedef struct Place {
    IrInstr *access;
    int64_t at;
    int words;   /* it takes */
    int bytes;   /* of a word */
    int unit;    /* words of an element that the index counts */
    bool is_member; /* of an element; else a word of the buffer */
} Place;

typedef VEC(Place) Places;

typedef struct Group {
    Places places;
    bool is_store;
    VEC(int64_t) written; /* loads: words that were stored to meanwhile */
    int apart; /* between lanes: so many words that are side by side are each lane's own */
    int step;  /* words from lane to lane; 0: not known */
    IrInstr *factors[MOST_FACTORS]; /* `apart`, if these are multiples of it: asked as the kernel runs */
    int factor_count;
} Group;

typedef struct Joiner {
    PassContext *context;
    VEC(Group *) open; /* what comes next may join these */
    VEC(Group *) done;
    bool changed;
} Joiner;

/* ---- places ---- */

static IrInstr *index_of(const IrInstr *access) { return *index_operand(access); }

static const char *name_of(const IrInstr *access)
{
    return access->variable != NULL ? access->variable->name : access->resource->name;
}

static IrScalar scalar_of(const IrInstr *access) { return ir_accessed_type(access).scalar; }

static bool find_member(Place *place)
{
    const IrInstr *access = place->access, *offset = access->operands[2];
    int64_t at = (int64_t)offset->bits, end = at + place->words * place->bytes;
    place->at = at / place->bytes;
    place->is_member = true;
    return at >= 0 && at % place->bytes == 0 && end <= access->resource->stride &&
           place->bytes == 4 && (ir_is(access, OP_WRITES) || place->words == 1);
}

static bool find_word(Place *place)
{
    const IrInstr *access = place->access;
    int constant = (int32_t)ir_constant_addend(index_of(access)),
        step = index_step(access, place->bytes);
    bool is_raw = access->resource->shape == IR_SHAPE_RAW,
         is_struct = access->resource->shape == IR_SHAPE_STRUCT;
    place->at = constant / step;
    return place->words == 1 && (!is_raw || place->bytes <= 4) && constant % step == 0 &&
           (is_raw || access->resource->stride == (uint32_t)place->bytes) &&
           (!is_struct || access->operands[2]->bits == 0);
}

/* Texels of single words or of two, each a whole one. */
static bool find_texel(Place *place)
{
    enum { WORD = 4, MIP = 4 };
    const IrInstr *access = place->access;
    const IrResource *texture = access->resource;
    int64_t at = (int32_t)ir_constant_addend(index_of(access));
    bool is_top = access->op == IR_store_texture ||
                  (access->operands[MIP]->op == IR_const && access->operands[MIP]->bits == 0);
    place->unit = place->words;
    place->at = at * place->unit;
    return is_top && place->bytes == WORD && place->words <= 2 && place->words == texture->element.components &&
           texture->stride == (uint32_t)(WORD * place->words);
}

/* Of groupshared memory: single words too. */
static bool find_shared_word(IrInstr *access, Place *place)
{
    if (!is_shared_word(access) || index_of(access)->level != LEVEL_VARYING)
        return false;
    *place = (Place){.access = access, .words = 1, .unit = 1, .bytes = 4, .at = (int32_t)ir_constant_addend(index_of(access))};
    return true;
}

static bool find_place(IrInstr *access, Place *place)
{
    bool is_struct = access->op == IR_load_struct || access->op == IR_store_struct,
         is_texel = access->op == IR_load_texture || access->op == IR_store_texture,
         is_other = access->op == IR_load_typed || access->op == IR_store_typed ||
                    access->op == IR_load_raw || access->op == IR_store_raw;
    if (access->variable != NULL)
        return find_shared_word(access, place);
    if ((!is_struct && !is_other && !is_texel) || access->resource->is_coherent ||
        index_of(access)->level != LEVEL_VARYING)
        return false;
    IrType type = ir_accessed_type(access);
    int bytes = op_scalar_bytes(type.scalar);
    *place = (Place){.access = access, .words = type.components, .unit = 1, .bytes = bytes};
    if (type.scalar == IR_I1 || (bytes != 2 && bytes != 4 && bytes != 8) ||
        (is_struct && access->operands[2]->op != IR_const))
        return false;
    return is_texel ? find_texel(place)
           : is_struct && access->resource->stride != (uint32_t)bytes ? find_member(place)
                                                                      : find_word(place);
}

static bool is_same_index(const Place *left, const Place *right)
{
    const IrInstr *first = index_of(left->access), *second = index_of(right->access);
    return left->is_member ? first == second : ir_has_same_addends(first, second);
}

/* Rows and slices, of textures. */
static int rows_of(const IrInstr *access) { return is_of_texture(access) ? 2 : 0; }

static bool are_in_one_row(const IrInstr *left, const IrInstr *right)
{
    for (int i = 0; i < rows_of(left); i++)
        if (left->operands[2 + i] != right->operands[2 + i])
            return false;
    return true;
}

static bool are_side_by_side(const Place *left, const Place *right)
{
    const IrInstr *first = left->access, *second = right->access;
    bool is_one = first->variable != NULL || first->operands[0] == second->operands[0];
    return first->resource == second->resource && first->variable == second->variable && is_one &&
           left->is_member == right->is_member && left->bytes == right->bytes &&
           (left->bytes == 4 || scalar_of(first) == scalar_of(second)) &&
           are_in_one_row(first, second) && is_same_index(left, right);
}

static bool meets_words(const Place *left, const Place *right)
{
    return left->at < right->at + right->words && right->at < left->at + left->words;
}

/* ---- how lanes lie to each other ---- */

/* A power of two of which the value is a multiple in all lanes, as its exponent. */
static int zeros_below(const IrInstr *value, int depth)
{
    enum { MOST = 16 };
    IrInstr *const *of = value->operands;
    if (value->op == IR_const)
        return value->bits == 0 ? MOST : __builtin_ctzll(value->bits | 1u << MOST);
    if (depth == 0)
        return 0;
    int left, right;
    switch (value->op) {
    case IR_ishl:
        left = zeros_below(of[0], depth - 1);
        return of[1]->op == IR_const && of[1]->bits < MOST ? left + (int)of[1]->bits : left;
    case IR_iadd:
    case IR_isub:
    case IR_imul:
    case IR_iand:
    case IR_ior:
    case IR_ixor:
        left = zeros_below(of[0], depth - 1);
        right = zeros_below(of[1], depth - 1);
        return value->op == IR_imul   ? left + right
               : value->op == IR_iand ? (left > right ? left : right)
                                      : (left < right ? left : right);
    default: return 0;
    }
}

/* Of what the index adds for a lane; what all lanes add alike does not matter. */
static int64_t multiple_of_lanes(const IrInstr *index)
{
    enum { LARGE = 16 };
    const IrInstr *addends[IR_MOST_ADDENDS];
    int count = ir_list_addends(index, addends), least = LARGE;
    if (count > IR_MOST_ADDENDS)
        return 1;
    for (int i = 0; i < count; i++) {
        int zeros = addends[i]->level == LEVEL_VARYING ? zeros_below(addends[i], DEPTH) : LARGE;
        least = zeros < least ? zeros : least;
    }
    return (int64_t)1 << least;
}

/* What all lanes share in an addend that it makes a multiple; NULL: nothing. */
static IrInstr *factor_of(const IrInstr *addend)
{
    for (int i = 0; i < 2 && addend->op == IR_imul; i++)
        if (addend->operands[i]->level <= LEVEL_GROUP && addend->operands[i]->op != IR_const)
            return addend->operands[i];
    return NULL;
}

/* By which numbers that all lanes share what the index adds for a lane is a multiple, where it is none of
 * `multiple` by itself; false: there may be others, or none. */
static bool find_factors(const IrInstr *index, int64_t multiple, Group *group)
{
    const IrInstr *addends[IR_MOST_ADDENDS];
    int count = ir_list_addends(index, addends);
    if (count > IR_MOST_ADDENDS)
        return false;
    for (int i = 0; i < count; i++) {
        if (addends[i]->level < LEVEL_VARYING || (int64_t)1 << zeros_below(addends[i], DEPTH) >= multiple)
            continue;
        IrInstr *factor = factor_of(addends[i]);
        if (factor == NULL || group->factor_count == MOST_FACTORS)
            return false;
        group->factors[group->factor_count++] = factor;
    }
    return group->factor_count > 0;
}

/* No lane's texels of one are in a row, or slice, of any lane's of the other. */
static bool are_in_other_rows(const IrInstr *left, const IrInstr *right)
{
    if (left->resource != right->resource || left->operands[0] != right->operands[0])
        return false;
    for (int i = 2; i < 2 + rows_of(left); i++) {
        const IrInstr *first = left->operands[i], *second = right->operands[i];
        int64_t apart = (int32_t)(ir_constant_addend(first) - ir_constant_addend(second));
        if (apart != 0 && ir_has_same_addends(first, second) && llabs(apart) < multiple_of_lanes(first))
            return true;
    }
    return false;
}

/* Each lane has several times four words of its own. */
static bool steps_by_fours(const Group *group) { return group->step > MOST_WORDS && group->step % MOST_WORDS == 0; }

static void find_steps(const IrKernel *kernel, const Place *place, Group *group)
{
    enum { SHORTEST_ROW = 4 };
    const IrInstr *index = index_of(place->access);
    int step = index_step(place->access, place->bytes);
    const IrShape *shape = &index->shape;
    bool has_rows = shape->length >= SHORTEST_ROW, is_even = shape->stride % step == 0;
    int64_t multiple = multiple_of_lanes(index) / step * place->unit;
    int by_index = place->is_member ? (int)place->access->resource->stride / place->bytes : place->unit;
    int64_t words = has_rows && is_even ? (int64_t)(shape->stride / step) * by_index : 0;
    group->step = words == (int32_t)words ? (int)words : 0;
    group->apart = place->is_member ? MOST_MEMBERS : multiple > MOST_MEMBERS ? MOST_MEMBERS
                                                                             : (int)multiple;
    int by_steps = group->step < 0 ? -group->step : group->step;
    if (!place->is_member && shape->length >= kernel->wave_size && by_steps > group->apart)
        group->apart = by_steps;
    bool is_word = !place->is_member && place->bytes == 4 && place->words == 1 && place->unit == 1 &&
                   place->access->variable == NULL && rows_of(place->access) == 0;
    bool is_row_apart = group->is_store && (group->step == MOST_WORDS || steps_by_fours(group));
    bool has_factors = is_word && ((group->step == 0 && shape->length == 1) || is_row_apart) && group->apart < MOST_WORDS &&
                       find_factors(index, (int64_t)MOST_WORDS * step, group);
    if (!has_factors)
        group->factor_count = 0;
    else if (group->is_store)
        group->apart = MOST_WORDS;
}

static bool steps_few(const Group *group)
{
    return group->step >= 2 && group->step <= MOST_WORDS;
}

/* What steps by nothing or by a word is better alone, and so is what may do so as it runs. */
static bool pays(const Place *place, const Group *group)
{
    const IrInstr *index = index_of(place->access);
    bool is_alike = index->shape.length > 1 && group->step >= -1 && group->step <= 1;
    if (place->bytes == 8 && !steps_few(group)) /* no way goes to places of theirs at once */
        return false;
    return place->is_member || (!is_alike && (group->step != 0 || group->apart > 1 || group->factor_count > 0)) ||
           (!group->is_store && ir_is_scattered(index));
}

/* ---- groups ---- */

static void end_group(Joiner *joiner, int i)
{
    vec_push(joiner->context->scratch, &joiner->done, joiner->open.items[i]);
    joiner->open.items[i] = joiner->open.items[--joiner->open.count];
}

static void end_all(Joiner *joiner)
{
    while (joiner->open.count > 0)
        end_group(joiner, joiner->open.count - 1);
}

/* From the lowest word to the highest, with another. */
static int64_t span_with(const Group *group, const Place *place)
{
    int64_t low = place->at, high = place->at + place->words;
    for (int i = 0; i < group->places.count; i++) {
        const Place *other = &group->places.items[i];
        low = other->at < low ? other->at : low;
        high = other->at + other->words > high ? other->at + other->words : high;
    }
    return high - low;
}

static bool has_any_word_of(const Group *group, const Place *place)
{
    for (int i = 0; i < group->places.count; i++)
        if (meets_words(&group->places.items[i], place))
            return true;
    return false;
}

/* Whether the group's accesses may no longer move past `access`, which is at `place` (NULL: who
 * knows where). */
static bool is_ended_by(const Group *group, const IrInstr *access, const Place *place)
{
    const Place *first = &group->places.items[0];
    bool writes = ir_is(access, OP_WRITES);
    if (!touch_one_memory(access, first->access) || (!writes && !group->is_store) ||
        (place != NULL && are_in_other_rows(first->access, access)))
        return false;
    bool is_beside = place != NULL && are_side_by_side(first, place) &&
                     span_with(group, place) <= group->apart && (writes || group->factor_count == 0);
    return !is_beside || (group->is_store && has_any_word_of(group, place));
}

static void end_met(Joiner *joiner, const IrInstr *access, const Place *place)
{
    for (int i = joiner->open.count - 1; i >= 0; i--)
        if (is_ended_by(joiner->open.items[i], access, place))
            end_group(joiner, i);
}

static bool was_written(const Group *group, int64_t at)
{
    for (int i = 0; i < group->written.count; i++)
        if (group->written.items[i] == at)
            return true;
    return false;
}

/* Stores that went past the loads: loads behind these may not. */
static void note_written(Joiner *joiner, const Place *place)
{
    for (int i = 0; i < joiner->open.count; i++) {
        Group *group = joiner->open.items[i];
        if (!group->is_store && are_side_by_side(&group->places.items[0], place))
            for (int w = 0; w < place->words; w++)
                vec_push(joiner->context->scratch, &group->written, place->at + w);
    }
}

static Group *find_group(const Joiner *joiner, const Place *place, bool is_store)
{
    for (int i = 0; i < joiner->open.count; i++) {
        Group *group = joiner->open.items[i];
        if (group->is_store == is_store && are_side_by_side(&group->places.items[0], place) &&
            !was_written(group, place->at))
            return group;
    }
    return NULL;
}

static void take(Joiner *joiner, const Place *place)
{
    Arena *scratch = joiner->context->scratch;
    bool is_store = ir_is(place->access, OP_WRITES),
         stays = is_store && joiner->context->watches_stores;
    Group *group = find_group(joiner, place, is_store);
    Group fresh = {.is_store = is_store};
    find_steps(joiner->context->kernel, place, &fresh);
    for (int i = 0; is_store && group != NULL && i < group->places.count; i++)
        note_written(joiner, &group->places.items[i]); /* they go here */
    if (is_store)
        note_written(joiner, place);
    if (group == NULL && !stays && pays(place, &fresh)) {
        group = ARENA_NEW(scratch, Group);
        *group = fresh;
        vec_push(scratch, &joiner->open, group);
    }
    if (group != NULL)
        vec_push(scratch, &group->places, *place);
}

/* ---- doing it ---- */

static bool is_load_of(const Place *place) { return !ir_is(place->access, OP_WRITES); }

/* One type for all: that of all, or words. */
static IrScalar common_scalar(const Place *places, int count)
{
    IrScalar scalar = scalar_of(places[0].access);
    for (int i = 1; i < count; i++)
        if (scalar_of(places[i].access) != scalar)
            return IR_I32;
    return scalar;
}

static IrInstr *as_scalar(IrBuilder *builder, IrInstr *value, IrScalar scalar)
{
    return value->type.scalar == scalar ? value
                                        : IR_BUILD_TYPED(builder, IR_bitcast, scalar, value);
}

/* The index of word `at`, from that of a word of the same place. */
static IrInstr *index_of_word(IrBuilder *builder, const Place *from, int64_t at)
{
    IrInstr *index = index_of(from->access);
    int64_t by = (at - from->at) / from->unit * index_step(from->access, from->bytes);
    if (by != 0 && index->op == IR_iadd && index->operands[1]->op == IR_const) {
        by += op_sign_extend(IR_I32, index->operands[1]->bits);
        index = index->operands[0];
    }
    return by == 0 ? index : IR_BUILD(builder, IR_iadd, index, ir_const_i32(builder, (int32_t)by));
}

/* Row and address of the access of all words from `at` on. */
static int list_address(IrBuilder *builder, const Place *from, int64_t at, IrInstr **operands)
{
    const IrInstr *access = from->access;
    if (!from->is_member)
        return list_place_of_words(access, index_of_word(builder, from, at), operands);
    operands[0] = access->operands[0];
    operands[1] = index_of(access);
    operands[2] = ir_const_i32(builder, (int32_t)(at * from->bytes));
    return 3;
}

/* The place that comes first, or last, in the text. */
static const Place *outermost(const Places *all, const Place *places, int count, bool is_last)
{
    for (int i = 0; i < all->count; i++) {
        const Place *place = &all->items[is_last ? all->count - 1 - i : i];
        for (int k = 0; k < count; k++)
            if (places[k].access == place->access)
                return &places[k];
    }
    return &places[0];
}

/* What was loaded, from word `at` of `load` on; of a pair its components. */
static void give_words(PassContext *context, IrBuilder *builder, const Place *place, IrInstr *load, int at)
{
    IrInstr *access = place->access;
    if (place->words == 1) {
        access->note = as_scalar(builder, ir_extract(builder, load, at), access->type.scalar);
        return;
    }
    take_parts_of(context->kernel, access, load, at);
}

static void join_loads(PassContext *context, const Group *group, const Place *places, int count,
                       int words)
{
    const Place *first = outermost(&group->places, places, count, false);
    IrBuilder builder = ir_builder_before(context->kernel, first->access);
    builder.pos = first->access->pos;
    IrType type = {common_scalar(places, count), (uint8_t)words};
    IrInstr *operands[MOST_ADDRESS];
    int operand_count = list_address(&builder, first, places[0].at, operands);
    IrInstr *load = insert_access(&builder, first->access,
                                  first->is_member ? IR_load_struct : op_of_words(first->access), type, operands,
                                  operand_count);
    for (int i = 0; i < count; i++)
        give_words(context, &builder, &places[i], load, (int)(places[i].at - places[0].at));
    for (int i = 0; i < count; i++)
        ir_remove(places[i].access);
}

/* All factors are multiples of so many words. */
static IrInstr *build_asked(IrBuilder *builder, const Group *group, const Place *place)
{
    IrInstr *bits = group->factors[0];
    for (int i = 1; i < group->factor_count; i++)
        bits = IR_BUILD(builder, IR_ior, bits, group->factors[i]);
    int64_t below = (int64_t)MOST_WORDS * index_step(place->access, place->bytes) - 1;
    bits = IR_BUILD(builder, IR_iand, bits, ir_const_i32(builder, (int32_t)below));
    return IR_BUILD(builder, IR_ieq, bits, ir_const_i32(builder, 0));
}

/* The builder is where they are joined; else they come one by one, at the last one's place. */
static IrBuilder join_where_asked(IrBuilder *builder, const Group *group, const Place *places, int count)
{
    IrKernel *kernel = builder->kernel;
    IrInstr *branch = ir_if(builder, build_asked(builder, group, &places[0]));
    for (int i = 0; i < group->places.count; i++)
        for (int k = 0; k < count; k++)
            if (places[k].access == group->places.items[i].access)
                move_to_end(kernel, places[k].access, places[k].access->next, branch->regions[1]);
    ir_close_region(kernel, branch->regions[0]);
    ir_close_region(kernel, branch->regions[1]);
    IrBuilder joined = ir_builder_before(kernel, branch->regions[0]->last);
    joined.pos = builder->pos;
    return joined;
}

static void join_stores(PassContext *context, const Group *group, const Place *places, int count)
{
    const Place *last = outermost(&group->places, places, count, true);
    IrBuilder builder = ir_builder_before(context->kernel, last->access);
    builder.pos = last->access->pos;
    if (group->factor_count > 0)
        builder = join_where_asked(&builder, group, places, count);
    IrInstr *operands[MOST_ADDRESS + MOST_MEMBERS];
    IrScalar scalar = common_scalar(places, count);
    int operand_count = list_address(&builder, last, places[0].at, operands);
    for (int i = 0; i < count; i++) {
        const IrInstr *access = places[i].access;
        for (int w = access->operand_count - places[i].words; w < access->operand_count; w++)
            operands[operand_count++] = as_scalar(&builder, access->operands[w], scalar);
    }
    insert_access(&builder, last->access, last->is_member ? IR_store_struct : op_of_words(last->access),
                  (IrType){IR_VOID, 0}, operands, operand_count);
    for (int i = 0; i < count && group->factor_count == 0; i++)
        ir_remove(places[i].access);
}

static int compare_places(const void *left, const void *right)
{
    const Place *first = left, *second = right;
    return (first->at > second->at) - (first->at < second->at);
}

/* ---- what is worth it ---- */

/* Of those sorted by word, how many from the first on lie within `most` words, side by side or not;
 * `*words`: that they reach over. */
static int count_within(const Place *places, int count, int most, bool has_gaps, int *words)
{
    int found = 0;
    *words = 0;
    for (; found < count; found++) {
        int64_t at = places[found].at - places[0].at, end = at + places[found].words;
        if (end > most || (!has_gaps && at != *words))
            break;
        *words = (int)end;
    }
    return found;
}

/* Where lanes step by few, all vectors between the first lane and the last are loaded anyway. Where they
 * step by more, four words of a lane are one load of 16 bytes, which takes as long as two words alone;
 * wherever else lanes lie, that is a gather for two words or more. */
static int count_loads(const Group *group, const Place *places, int count, int *words)
{
    enum { LEAST_OF_FOUR = 3 };
    bool is_far = !steps_few(group) && group->step != 0, is_member = places->is_member;
    bool has_gaps = group->step != 0 && !is_member;
    int most = steps_few(group) && !is_member ? group->step : MOST_WORDS;
    int found = count_within(places, count, most, has_gaps, words);
    if (has_gaps)
        *words = most;
    if (group->factor_count > 0 && found < MOST_WORDS) /* lanes may be neighbours */
        return 1;
    return found >= (is_far ? LEAST_OF_FOUR : 2) ? found : 1;
}

/* How many times each lane stores up to four words; of single ones, which have ways of their own,
 * where lanes step, none. */
static int count_chunks(const Place *places, int count)
{
    int chunks = 0;
    for (int i = 0; i < count; i++)
        chunks += places[i].words > 1 ? (places[i].words + MOST_WORDS - 1) / MOST_WORDS : 0;
    return chunks;
}

/* Where lanes step, all that lies between one and the next is stored as vectors; a part of it is
 * better stored word by word, unless it takes no more than some of it does as it is. */
static bool stores_pay(const Group *group, const Place *places, int count, int words)
{
    int chunks = (words + MOST_WORDS - 1) / MOST_WORDS, as_they_are = count_chunks(places, count);
    bool has_single = false;
    for (int i = 0; i < count; i++)
        has_single |= places[i].words == 1;
    if (group->factor_count > 0)
        return words == MOST_WORDS;
    return group->step == 0 || (steps_few(group) && words == group->step) ||
           (!steps_few(group) && words == MOST_WORDS) ||
           chunks < as_they_are || (chunks == as_they_are && has_single);
}

static int count_stores(const Group *group, const Place *places, int count, int *words)
{
    int most = places->is_member  ? MOST_MEMBERS
               : steps_few(group) ? group->step
                                  : MOST_WORDS;
    int found = count_within(places, count, most, false, words);
    return found >= 2 && stores_pay(group, places, found, *words) ? found : 1;
}

/* From the first on; 1: it stays as it is. */
static int count_joined(const Group *group, const Place *places, int count, int *words)
{
    return (group->is_store ? count_stores : count_loads)(group, places, count, words);
}

/* Halfwords, and words of 64 bits, are taken apart in twos and fours. */
static bool may_have(int bytes, int words) { return bytes == 4 || words == 2 || words == 4; }

static Place *sort_places(const Joiner *joiner, const Group *group)
{
    Place *sorted = ARENA_ARRAY(joiner->context->scratch, Place, group->places.count);
    for (int i = 0; i < group->places.count; i++)
        sorted[i] = group->places.items[i];
    qsort(sorted, (size_t)group->places.count, sizeof *sorted, compare_places);
    return sorted;
}

/* Behind a branch that lanes take each for itself: those that are off lie between others in the order of memory. */
static bool is_of_some_lanes(const IrInstr *access)
{
    const IrInstr *around = access->region->owner;
    while (around != NULL && !(around->op == IR_if && around->operands[0]->level == LEVEL_VARYING))
        around = around->region->owner;
    return around != NULL;
}

static void join_group(Joiner *joiner, const Group *group)
{
    PassContext *context = joiner->context;
    const Place *sorted = sort_places(joiner, group);
    bool is_shared = group->places.count > 0 && sorted->access->variable != NULL;
    bool shares_vectors = is_shared && (!group->is_store || is_of_some_lanes(sorted->access));
    for (int i = 0, count, words; i < group->places.count; i += count) {
        count = count_joined(group, &sorted[i], group->places.count - i, &words);
        if (count < 2 || shares_vectors || !may_have(sorted[i].bytes, words)) {
            count = 1;
            continue;
        }
        pass_explain(context, sorted[i].access->pos, "%d %s of %s side by side are one", count,
                     group->is_store ? "stores" : "loads", name_of(sorted[i].access));
        if (is_load_of(&sorted[i]))
            join_loads(context, group, &sorted[i], count, words);
        else
            join_stores(context, group, &sorted[i], count);
        joiner->changed = true;
    }
}

/* ---- packs ---- */

/* Words of a buffer that may go to each lane, or come from it, in the order of memory. */
static bool may_be_packed(const Group *group)
{
    const Place *first = &group->places.items[0];
    return !first->is_member && first->bytes == 4 && first->words == 1 && (steps_few(group) || steps_by_fours(group));
}

static void follow_stores(Joiner *joiner, WordPacks *packs, const Group *group)
{
    const Place *sorted = sort_places(joiner, group);
    for (int i = 0, count, words; i < group->places.count; i += count) {
        IrInstr *stores[MOST_WORDS];
        count = count_joined(group, &sorted[i], group->places.count - i, &words);
        bool is_pack = words == count && count == (steps_few(group) ? group->step : MOST_WORDS);
        for (int k = 0; k < count && is_pack; k++)
            stores[k] = sorted[i + k].access;
        if (is_pack)
            word_packs_follow(packs, stores, count);
    }
}

/* Sums that a thread leaves a loop with, four or two of them side by side. */
static void follow_sums(Joiner *joiner, WordPacks *packs, IrInstr *loop)
{
    static const int WIDTHS[] = {MOST_WORDS, 2};
    for (int i = 0; i < loop->result_count; i++)
        for (int k = 0; k < (int)COUNT_OF(WIDTHS); k++) {
            int count = WIDTHS[k];
            IrInstr **results = ARENA_ARRAY(joiner->context->scratch, IrInstr *, count);
            for (int w = 0; w < count && i + count <= loop->result_count; w++)
                results[w] = loop->results[i + w];
            if (i + count > loop->result_count || !word_packs_follow_results(packs, results, count))
                continue;
            i += count - 1;
            break;
        }
}

static void join_kept(Joiner *joiner, const WordPacks *packs)
{
    IrVariable *variables[PACK_MOST_WORDS];
    for (int at = 0, count; word_packs_next_kept(packs, &at, variables, &count);)
        kept_words_join(joiner->context, variables, count);
}

static void find_packs(Joiner *joiner, WordPacks *packs)
{
    for (int i = 0; i < joiner->done.count; i++) {
        const Group *group = joiner->done.items[i];
        for (int k = 0; k < group->places.count && !group->is_store && may_be_packed(group); k++)
            word_packs_add_load(packs, group->places.items[k].access, 1 + i, group->places.items[k].at);
    }
    for (int i = 0; i < joiner->done.count; i++)
        if (joiner->done.items[i]->is_store && may_be_packed(joiner->done.items[i]) &&
            !is_of_some_lanes(joiner->done.items[i]->places.items[0].access))
            follow_stores(joiner, packs, joiner->done.items[i]);
    EACH_INSTR (joiner->context->kernel->body, instr)
        if (instr->op == IR_loop)
            follow_sums(joiner, packs, instr);
    word_packs_settle(packs);
}

/* What nobody writes is loaded where it is read first. */
static IrInstr *place_of_pack(const WordPack *pack, IrInstr *first)
{
    IrInstr *place = first;
    bool is_read = touches_uav(first) || first->variable != NULL;
    while (!is_read && place->next != NULL) {
        place = place->next;
        for (int i = 0; i < pack->readers.count; i++)
            for (int k = 0; k < pack->count; k++)
                is_read |= ir_is_within(pack->readers.items[i].readers[k], place);
    }
    return place;
}

static void join_pack(Joiner *joiner, WordPacks *packs, const WordPack *pack)
{
    PassContext *context = joiner->context;
    const Group *group = joiner->done.items[pack->family - 1];
    Place places[PACK_MOST_WORDS];
    IrInstr *words[PACK_MOST_WORDS], *operands[MOST_ADDRESS];
    for (int i = 0; i < pack->count; i++)
        find_place(pack->loads[i], &places[i]);
    const Place *first = outermost(&group->places, places, pack->count, false);
    IrBuilder builder = ir_builder_before(context->kernel, place_of_pack(pack, first->access));
    builder.pos = first->access->pos;
    int operand_count = list_address(&builder, first, pack->at, operands);
    IrInstr *load = insert_access(&builder, first->access, op_of_words(first->access),
                                  (IrType){common_scalar(places, pack->count), (uint8_t)pack->count},
                                  operands, operand_count);
    for (int i = 0; i < pack->count; i++)
        words[i] = as_scalar(&builder, ir_extract(&builder, load, i), pack->loads[i]->type.scalar);
    pass_explain(context, first->access->pos, "%d loads of %s side by side are one of those that overlap",
                 pack->count, name_of(first->access));
    word_packs_use(packs, pack, words);
    joiner->changed = true;
}

static void drop_packed(WordPacks *packs, Group *group)
{
    int kept = 0;
    for (int i = 0; i < group->places.count; i++) {
        const Place *place = &group->places.items[i];
        if (!word_packs_has(packs, place->access))
            group->places.items[kept++] = *place;
        else
            ir_remove(place->access);
    }
    group->places.count = kept;
}

static void join_packs(Joiner *joiner)
{
    WordPacks *packs = word_packs_new(joiner->context);
    find_packs(joiner, packs);
    for (int i = 0; i < word_packs_count(packs); i++)
        if (word_packs_get(packs, i)->is_chosen)
            join_pack(joiner, packs, word_packs_get(packs, i));
    join_kept(joiner, packs);
    for (int i = 0; i < joiner->done.count; i++)
        if (!joiner->done.items[i]->is_store)
            drop_packed(packs, joiner->done.items[i]);
}

/* ---- the walk ---- */

static void visit(Joiner *joiner, IrRegion *region);

/* In a lane_loop values are scalars but there. */
static void visit_all_lanes(Joiner *joiner, IrInstr *lane_loop)
{
    EACH_INSTR (lane_loop->regions[0], instr)
        if (instr->op == IR_all_lanes)
            visit(joiner, instr->regions[0]);
}

static void visit(Joiner *joiner, IrRegion *region)
{
    EACH_IN (region, instr) {
        Place place;
        if (is_construct(instr) || is_jump(instr) || ir_is(instr, OP_SYNC))
            end_all(joiner);
        if (instr->op == IR_lane_loop)
            visit_all_lanes(joiner, instr);
        else
            EACH_REGION (instr, inner)
                visit(joiner, inner);
        bool has_place = find_place(instr, &place);
        end_met(joiner, instr, has_place ? &place : NULL);
        if (has_place)
            take(joiner, &place);
    }
    end_all(joiner);
}

bool pass_join_words(PassContext *context)
{
    Joiner joiner = {.context = context};
    clear_notes(context->kernel);
    visit(&joiner, context->kernel->body);
    join_packs(&joiner);
    for (int i = 0; i < joiner.done.count; i++)
        join_group(&joiner, joiner.done.items[i]);
    EACH_INSTR (context->kernel->body, instr)
        use_current_operands(instr);
    return joiner.changed;
}
