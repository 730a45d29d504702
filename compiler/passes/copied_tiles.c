/* copied_tiles: elements of a tile that is a copy of memory are loaded from there.
 *
 *     loop (%i = group_index) {                     %x = group_thread_id.x
 *       %c = urem %i, 10                            %y = group_thread_id.y
 *       %r = udiv %i, 10                            A of %x for %c and of %y for %r
 *       A ... %v = load $In of %r and %c            %p = load $In ...
 *       store_var $tile [%r * 10 + %c], %v     ->   B
 *       continue iadd %i, 64
 *     }
 *     barrier
 *     %p = load_var $tile [%y * 10 + %x]
 *     B
 *
 * GPUs fetch a picture's neighbours into groupshared memory once for all threads of a group; here the first-level cache
 * has them, and what a tile costs is its fetching, clamps for each row of six or ten elements, and groups that can no
 * longer go through their rows together (plan_rows.c), nor be joined: no kernel of a few taps is as fast with it as
 * without. Where each element is stored once, by a loop that takes all of them (tile_rows.c), and follows from its row and
 * column, what the host sets and memory that nobody writes, each load is what its place says, or 0 outside. Barriers that
 * then keep nothing in order are gone.
 *
 * Only of words, which lanes side by side load side by side, a few times: what is transposed, converted, or taken by
 * many taps is better off in a tile. So is what groups of longer rows fetch: 3 x 3 taps by tiles of 18 x 18 take 1.4 to
 * 1.9 times as long from a picture of 64 or 128 columns, whose ends all rows meet, and 0.7 to 0.9 from wider ones, but
 * 5 x 5 taps by tiles of 20 x 20 take 1.1 to 1.6 times as long from any, and 7 x 1 in groups of 64 x 1 1.05 to 1.2.
 *
 * A copy of the kernel is changed. Needs: the kernel before its passes. */
#include "passes/passes_priv.h"

enum {
    MOST_ACROSS = 8, /* threads of a group's row: longer ones fetch rows by whole vectors */
    MOST_DIMENSIONS = 3,
    MOST_LOADS = 12,  /* of a tile: each asks for its place */
    MOST_COPIED = 48, /* instructions that an element follows from */
    MOST_DEPTH = 12
};

/* An element's place in an array of arrays, the outermost first. */
typedef struct Place {
    int count;
    IrInstr *values[MOST_DIMENSIONS];
    uint64_t extents[MOST_DIMENSIONS];
} Place;

typedef struct Tile {
    IrKernel *kernel;
    IrVariable *variable;
    IrInstr *loop, *store, *load; /* the load that is copied */
    Place place;
    int size; /* what the element follows from, in instructions */
} Tile;

/* ---- places ---- */

/* By one of several tests. */
static uint64_t bound_among(const IrInstr *tests, const IrInstr *value)
{
    if (tests->op != IR_iand)
        return known_bound_of(tests, value);
    uint64_t bound = bound_among(tests->operands[0], value);
    return bound != 0 ? bound : bound_among(tests->operands[1], value);
}

/* `select (iand (ult %row, rows), (ult %column, columns)), (iadd (imul %row, columns), %column), nowhere` */
static bool find_place(const IrInstr *index, Place *place)
{
    if (index->op != IR_select || !is_nowhere(index->operands[2]))
        return false;
    const IrInstr *tests = index->operands[0];
    IrInstr *sum = index->operands[1], *values[MOST_DIMENSIONS];
    int count = 0;
    while (bound_among(tests, sum) == 0) {
        bool is_nested = sum->op == IR_iadd && sum->operands[0]->op == IR_imul && count < MOST_DIMENSIONS - 1;
        if (!is_nested)
            return false;
        values[count++] = sum->operands[1];
        sum = sum->operands[0]->operands[0];
    }
    values[count++] = sum;
    place->count = count;
    for (int i = 0; i < count; i++) {
        place->values[i] = values[count - 1 - i];
        place->extents[i] = bound_among(tests, place->values[i]);
    }
    return true;
}

static bool has_factors(const IrInstr *index, const Place *place)
{
    const IrInstr *sum = index->operands[1];
    for (int i = place->count - 1; i > 0; i--) {
        const IrInstr *factor = sum->operands[0]->operands[1];
        if (place->extents[i] == 0 || factor->op != IR_const || factor->bits != place->extents[i])
            return false;
        sum = sum->operands[0]->operands[0];
    }
    return true;
}

static bool is_place_of(const Place *place, const Place *other)
{
    bool is_same = place->count == other->count;
    for (int i = 0; i < place->count && is_same; i++)
        is_same = place->extents[i] == other->extents[i];
    return is_same;
}

static uint64_t elements_of(const Place *place)
{
    uint64_t elements = 1;
    for (int i = 0; i < place->count; i++)
        elements *= place->extents[i];
    return elements;
}

/* ---- what an element follows from ---- */

static int dimension_of(const Tile *tile, const IrInstr *value)
{
    for (int i = 0; i < tile->place.count; i++)
        if (ir_computes_same(value, tile->place.values[i], MOST_DEPTH))
            return i;
    return -1;
}

static bool is_copied_load(const IrInstr *instr)
{
    bool is_one = instr->op == IR_load_struct || instr->op == IR_load_typed || instr->op == IR_load_texture;
    return is_one && reads_constant_memory(instr) && instr->type.components == 1 && (instr->type.scalar == IR_F32 || instr->type.scalar == IR_I32);
}

/* All that is computed in the loop follows from the place. */
static bool follows(Tile *tile, IrInstr *value, int depth)
{
    if (dimension_of(tile, value) >= 0)
        return true;
    if (!ir_is_defined_in(value, tile->loop))
        return value->level <= LEVEL_GROUP;
    bool is_load = is_copied_load(value);
    if (is_load && tile->load != NULL && tile->load != value)
        return false;
    if (is_load)
        tile->load = value;
    bool is_known = is_load || value->op == IR_load_cbuffer || (is_pure_of_lane(value) && !is_phi(value));
    for (int i = 0; i < value->operand_count && is_known; i++)
        is_known = depth > 0 && follows(tile, value->operands[i], depth - 1);
    return is_known && ++tile->size <= MOST_COPIED;
}

static bool hangs_on(const Tile *tile, const IrInstr *value, int dimension)
{
    if (dimension_of(tile, value) == dimension)
        return true;
    for (int i = 0; i < value->operand_count && ir_is_defined_in(value, tile->loop); i++)
        if (hangs_on(tile, value->operands[i], dimension))
            return true;
    return false;
}

/* Columns beside each other are beside each other in memory, but where a clamp is met. */
static bool steps_by(const Tile *tile, const IrInstr *value, int dimension)
{
    if (!hangs_on(tile, value, dimension))
        return false;
    if (dimension_of(tile, value) == dimension)
        return true;
    bool is_left = steps_by(tile, value->operands[0], dimension), hangs_right = hangs_on(tile, value->operands[1], dimension);
    if (value->op == IR_isub)
        return is_left && !hangs_right;
    bool is_sum = value->op == IR_iadd || value->op == IR_imin || value->op == IR_imax;
    return is_sum && (is_left ? !hangs_right
                              : !hangs_on(tile, value->operands[0], dimension) && steps_by(tile, value->operands[1], dimension));
}

static bool lies_in_rows(const Tile *tile)
{
    int column = tile->place.count - 1;
    for (int i = 0; i < tile->load->operand_count; i++)
        if (i != 1 && hangs_on(tile, tile->load->operands[i], column))
            return false;
    return steps_by(tile, tile->load->operands[1], column);
}

/* ---- who stores, and who loads ---- */

static bool takes_all_elements(Arena *scratch, const Tile *tile, const IrInstr *counter, int64_t bound)
{
    uint64_t count = (uint64_t)tile->variable->count;
    if ((uint64_t)bound != count || elements_of(&tile->place) != count)
        return false;
    bool *is_taken = ARENA_ARRAY(scratch, bool, count);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t place;
        IrTurn turn = {counter, &i, NULL};
        if (!ir_compute_of_turn(tile->kernel, tile->store->operands[0], 0, &turn, MOST_DEPTH, &place) || place >= count ||
            is_taken[place])
            return false;
        is_taken[place] = true;
    }
    return true;
}

static bool is_thread_on_x(const IrInstr *value)
{
    return value->op == IR_group_index || (value->op == IR_group_thread_id && value->immediate == AXIS_X);
}

static bool hangs_on_thread(const IrInstr *value, int depth)
{
    bool hangs = value->level > LEVEL_GROUP && (is_thread_on_x(value) || depth == 0 || is_phi(value));
    for (int i = 0; i < value->operand_count && !hangs; i++)
        hangs = hangs_on_thread(value->operands[i], depth - 1);
    return hangs;
}

/* The thread's, and what is the same along a row. */
static bool steps_by_thread(const IrInstr *value, int depth)
{
    if (value->op == IR_group_thread_id)
        return value->immediate == AXIS_X;
    if ((value->op != IR_iadd && value->op != IR_isub) || depth == 0)
        return false;
    const IrInstr *left = value->operands[0], *right = value->operands[1];
    return (steps_by_thread(left, depth - 1) && !hangs_on_thread(right, depth - 1)) ||
           (value->op == IR_iadd && steps_by_thread(right, depth - 1) && !hangs_on_thread(left, depth - 1));
}

/* Lanes are side by side in a row. */
static bool is_along_row(const Place *place)
{
    int column = place->count - 1;
    for (int i = 0; i < column; i++)
        if (hangs_on_thread(place->values[i], MOST_DEPTH))
            return false;
    return steps_by_thread(place->values[column], MOST_DEPTH);
}

static bool is_unrolled(const IrInstr *instr)
{
    for (const IrInstr *loop = ir_loop_around(instr); loop != NULL; loop = ir_loop_around(loop))
        if (loop->immediate != HINT_UNROLL)
            return false;
    return true;
}

static bool loads_can_go(const Tile *tile)
{
    int loads = 0;
    EACH_INSTR (tile->kernel->body, instr) {
        Place place;
        if (instr->variable != tile->variable || instr == tile->store)
            continue;
        if (instr->op != IR_load_var || instr->type.components != 1 || ++loads > MOST_LOADS || !is_unrolled(instr) ||
            !find_place(instr->operands[0], &place) || !is_place_of(&place, &tile->place) ||
            !has_factors(instr->operands[0], &place) || !is_along_row(&place) || !ir_comes_behind(instr, tile->loop))
            return false;
    }
    return loads > 0;
}

/* What a loop for anybody stores once, and nothing else does. */
static bool find_store(Tile *tile)
{
    EACH_INSTR (tile->loop->regions[0], instr) {
        if (instr->op != IR_store_var)
            continue;
        if (tile->store != NULL || instr->region != tile->loop->regions[0])
            return false;
        tile->store = instr;
    }
    tile->variable = tile->store != NULL ? tile->store->variable : NULL;
    return tile->variable != NULL && tile->variable->kind == IR_GROUPSHARED && !ir_is_for_show(tile->variable);
}

static bool find_tile(Arena *scratch, IrKernel *kernel, IrInstr *loop, Tile *tile)
{
    IrInstr *counter;
    int64_t bound = count_for_anybody(scratch, kernel, loop, &counter);
    *tile = (Tile){.kernel = kernel, .loop = loop};
    return bound > 0 && loop->region == kernel->body && find_store(tile) && find_place(tile->store->operands[0], &tile->place) &&
           has_factors(tile->store->operands[0], &tile->place) && takes_all_elements(scratch, tile, counter, bound) &&
           follows(tile, tile->store->operands[1], MOST_DEPTH) && tile->load != NULL && lies_in_rows(tile) && loads_can_go(tile);
}

/* ---- making it so ---- */

static IrInstr *copy_of(const Tile *tile, IrBuilder *before, const Place *place, IrInstr *value)
{
    int dimension = dimension_of(tile, value);
    if (dimension >= 0)
        return place->values[dimension];
    if (!ir_is_defined_in(value, tile->loop))
        return value;
    IrInstr *copy = ir_copy_instr(tile->kernel, value);
    for (int i = 0; i < value->operand_count; i++)
        copy->operands[i] = copy_of(tile, before, place, value->operands[i]);
    return ir_insert(before, copy);
}

static void load_from_memory(const Tile *tile)
{
    IrKernel *kernel = tile->kernel;
    IrReplacements loaded = {0};
    EACH_INSTR (kernel->body, instr) {
        Place place;
        if (instr->variable != tile->variable || instr->op != IR_load_var)
            continue;
        find_place(instr->operands[0], &place);
        IrBuilder before = ir_builder_before(kernel, instr);
        before.pos = instr->pos;
        IrInstr *element = copy_of(tile, &before, &place, tile->store->operands[1]),
                *inside = IR_BUILD(&before, IR_select, instr->operands[0]->operands[0], element,
                                   const_at_start(kernel, element->type.scalar, 0));
        vec_push(kernel->arena, &loaded.from, instr);
        vec_push(kernel->arena, &loaded.to, inside);
    }
    ir_replace_all(kernel, &loaded);
    for (int i = 0; i < loaded.from.count; i++)
        ir_remove(loaded.from.items[i]);
    ir_remove(tile->loop);
}

/* Nothing in groupshared memory is left, and nobody has stored anything before. */
static void drop_barriers(IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->variable != NULL && instr->variable->kind == IR_GROUPSHARED)
            return;
    for (IrInstr *instr = kernel->body->first, *next; instr != NULL && !touches_uav(instr) && !is_construct(instr); instr = next) {
        next = instr->next;
        if (instr->op == IR_barrier)
            ir_remove(instr);
    }
}

static bool has_barriers(const IrKernel *kernel) { return ir_contains_op(kernel->body, IR_barrier); }

/* Of an axis that has one thread: what is added to it is the group's. */
static void name_only_threads(IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use)
            if ((*use)->op == IR_group_thread_id && kernel->threads[(*use)->immediate] == 1)
                *use = const_at_start(kernel, IR_I32, 0);
}

IrKernel *passes_read_copied_tiles(Arena *arena, const IrKernel *kernel)
{
    static PassRun *const FIRST[] = {pass_split_variables, pass_promote}, *const THEN[] = {pass_uniformity};
    if (!has_barriers(kernel) || kernel->watches_barriers || kernel->threads[0] > MOST_ACROSS)
        return NULL;
    IrKernel *copy = ir_copy_kernel(arena, kernel);
    run_on(arena, copy, FIRST, COUNT_OF(FIRST));
    name_only_threads(copy);
    run_on(arena, copy, THEN, COUNT_OF(THEN));
    bool found = false;
    for (IrInstr *instr = copy->body->first, *next; instr != NULL; instr = next) {
        Tile tile;
        next = instr->next;
        if (instr->op != IR_loop || !find_tile(arena, copy, instr, &tile))
            continue;
        load_from_memory(&tile);
        found = true;
    }
    if (found)
        drop_barriers(copy);
    return found ? copy : NULL;
}
