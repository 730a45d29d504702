/* tile_rows: the first wave of a group fetches a tile row by row, where the shader counts its elements.
 *
 *     loop (%i = group_index) {                %w = ult group_index, 32
 *       %c = ult %i, 324                       if %w {
 *       if %c { yield } else { break }           loop (%r = 0) {
 *       %x = urem %i, 18                           %c = ult %r, 18
 *       %y = udiv %i, 18                  ->       if %c { yield } else { break }
 *       A                                          %d = ult lane_index, 18
 *       continue iadd %i, 256                      if %d { A, of lane_index for %x and of %r for %y }
 *     }                                            continue iadd %r, 1
 *                                                }
 *                                              }
 *
 * for 256 threads in waves of 32. Which thread fetches what is nobody's business: all come there,
 * nothing in the loop depends on the thread but by the counter, and what it stores to groupshared
 * memory is used behind a barrier alone, and was before one; so is what it loads of memory that
 * threads write. But a row's elements follow each other in memory, so that of %x
 * and %y one is a scalar and the other steps from lane to lane, and the lanes without an element
 * are the same in each row. One wave has turns enough to ask before the first whether all lie inside
 * (plan_inside.c), which waves by turns have not. Rows longer than a wave take a loop over their
 * parts, which is unrolled where that is short. Slices of several rows (`i / 100`, `i % 100 / 10`) are
 * computed of the row's number.
 *
 *     for (y = thread.y; y < 18; y += 16)
 *       for (x = thread.x; x < 18; x += 16)
 *
 * in groups of 16 x 16 is the same tile, and becomes the same.
 *
 * Needs: uniformity. Breaks: facts; uniformity must run again. */
#include "interchange.h"

#include "simplify.h"

enum {
    LEAST_OF_WAVE = 16,   /* a row has so small a part of the lanes at least */
    MOST_ELEMENTS = 4096, /* of a tile, whose places are all computed to see that they differ */
    MOST_DEPTH = 12       /* of the expression of a place */
};

/* `for (i = thread; i < bound; i += threads)`, and nothing else that goes from turn to turn. */
typedef struct Counter {
    IrInstr *loop, *test, *value;
    int64_t bound;
} Counter;

typedef struct Tile {
    Counter outer, inner; /* the same where one counter goes over all elements */
    bool is_flat;
    int64_t rows, columns;
} Tile;

/* ---- counters -------------------------------------------------------------------------------- */

typedef struct Start { /* of a counter: a thread's place, and how many threads there are */
    IrOp op;
    int axis;
    uint32_t threads;
} Start;

static bool is_start(const IrInstr *value, Start start)
{
    return value->op == start.op &&
           (value->op != IR_group_thread_id || value->immediate == start.axis);
}

static bool find_counter(Arena *scratch, IrInstr *loop, Start start, Counter *counter)
{
    IrInstr *test = interchange_only_test(scratch, loop);
    if (test == NULL || loop->parameter_count != 1 || loop->result_count != 0 ||
        loop->immediate == HINT_UNROLL || !is_start(loop->operands[0], start))
        return false;
    const IrInstr *compare = test->operands[0];
    IrInstr *value = loop->parameters[0];
    IrTravel travel = ir_travel(value, loop);
    if ((compare->op != IR_ult && compare->op != IR_slt) || compare->operands[0] != value ||
        compare->operands[1]->op != IR_const || travel.step == NULL || travel.factor != 1 ||
        travel.step->op != IR_const || travel.step->bits != start.threads)
        return false;
    *counter = (Counter){loop, test, value, (int64_t)compare->operands[1]->bits};
    return counter->bound > 0 && counter->bound <= MOST_ELEMENTS;
}

/* ---- what a loop does ------------------------------------------------------------------------ */

static bool is_stored_in(const IrInstr *loop, const IrVariable *variable)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->op == IR_store_var && instr->variable == variable)
            return true;
    return false;
}

/* That a thread may do for another one: values, loads of what nobody writes meanwhile, and stores
 * to groupshared memory. */
static bool is_anybodys(const IrInstr *instr, const IrInstr *loop)
{
    if (instr->op == IR_store_var)
        return instr->variable->kind == IR_GROUPSHARED;
    if (instr->op == IR_if || is_jump(instr))
        return true;
    if (ir_is(instr, OP_WRITES | OP_CONVERGENT | OP_SYNC) || is_construct(instr) ||
        (instr->resource != NULL && instr->resource->is_coherent))
        return false;
    return instr->variable == NULL || (instr->variable->kind == IR_GROUPSHARED &&
                                       !is_stored_in(loop, instr->variable));
}

/* Differs between threads, but by the counters. */
static bool is_of_thread(const Tile *tile, const IrInstr *value)
{
    bool is_counter = value == tile->outer.value || value == tile->inner.value;
    return !is_counter && value->level > LEVEL_GROUP && !ir_is_defined_in(value, tile->outer.loop);
}

static bool is_place(const IrInstr *instr)
{
    return instr->op == IR_group_index || instr->op == IR_group_thread_id ||
           instr->op == IR_lane_index || instr->op == IR_wave_index;
}

static bool threads_can_swap(const Tile *tile)
{
    EACH_INSTR (tile->outer.loop->regions[0], instr) {
        if (instr == tile->inner.loop)
            continue;
        if (!is_anybodys(instr, tile->inner.loop) || is_place(instr))
            return false;
        EACH_USE (instr, use)
            if (is_of_thread(tile, *use))
                return false;
    }
    return true;
}

/* All threads of the group come to it, and as often: none has returned, or stays away. */
static bool is_for_all(const IrInstr *loop)
{
    for (const IrInstr *at = loop; at != NULL; at = at->region->owner) {
        const IrInstr *around = at->region->owner;
        for (const IrInstr *before = at->region->first; before != at; before = before->next)
            if (is_construct(before) && ir_has_jump_out(before) && lanes_leave(before, LEVEL_GROUP))
                return false;
        if (around != NULL && (lanes_leave(around, LEVEL_GROUP) ||
                               (around->op == IR_if && around->operands[0]->level > LEVEL_GROUP)))
            return false;
    }
    return true;
}

/* ---- what stands around it ------------------------------------------------------------------ */

static bool uses(const IrInstr *loop, const IrVariable *variable, unsigned flags)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->variable == variable && ir_is(instr, flags))
            return true;
    return false;
}

static bool reads_uav(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (touches_uav(instr))
            return true;
    return false;
}

/* Memory of the group, or of the dispatch, that one of them stores to, and the other one uses. */
static bool clashes(const IrInstr *loop, const IrInstr *instr)
{
    EACH_REGION (instr, region)
        EACH_IN (region, inner)
            if (clashes(loop, inner))
                return true;
    if (touches_uav(instr))
        return ir_is(instr, OP_WRITES) && reads_uav(loop);
    if (instr->variable == NULL || instr->variable->kind != IR_GROUPSHARED)
        return false;
    return uses(loop, instr->variable, OP_WRITES) ||
           (ir_is(instr, OP_WRITES) && uses(loop, instr->variable, OP_READS));
}

typedef enum Meets { MEETS_NOTHING, MEETS_BARRIER, MEETS_CLASH } Meets;

/* From `first` on, or back from it, up to `end`; NULL: all. */
static Meets first_met(const IrInstr *loop, const IrInstr *first, const IrInstr *end, bool goes_back)
{
    for (const IrInstr *at = first; at != end; at = goes_back ? at->prev : at->next) {
        if (at->op == IR_barrier)
            return MEETS_BARRIER;
        if (clashes(loop, at))
            return MEETS_CLASH;
    }
    return MEETS_NOTHING;
}

/* A thread may use, without a barrier, what it stored itself, or is to store: then it is not anybody's. */
static bool is_apart(const IrInstr *loop, bool goes_back)
{
    for (const IrInstr *at = loop; at != NULL; at = at->region->owner) {
        const IrRegion *region = at->region;
        Meets meets = first_met(loop, goes_back ? at->prev : at->next, NULL, goes_back);
        bool turns = region->owner != NULL && region->owner->op == IR_loop;
        if (meets != MEETS_NOTHING)
            return meets == MEETS_BARRIER;
        if (turns && first_met(loop, goes_back ? region->last : region->first, at, goes_back) == MEETS_CLASH)
            return false;
    }
    return true;
}

/* One wave does all of it before it goes on. */
static bool is_between_barriers(const IrKernel *kernel, const IrInstr *loop)
{
    return kernel->wave_count == 1 || (is_apart(loop, false) && is_apart(loop, true));
}

/* ---- where it stores ------------------------------------------------------------------------- */

/* Each element has a place of its own, so that none is stored before or after another one. */
static bool has_places(Arena *scratch, const IrKernel *kernel, const Tile *tile, const IrInstr *store)
{
    int64_t count = store->variable->count, elements = tile->rows * tile->columns;
    bool *taken = ARENA_ARRAY(scratch, bool, count + 1);
    for (int64_t i = 0; i < elements; i++) {
        uint64_t index = (uint64_t)i, column = (uint64_t)(i % tile->columns), place,
                 row = (uint64_t)(i / tile->columns);
        IrTurn outer = {tile->outer.value, tile->is_flat ? &index : &row, NULL},
               inner = {tile->inner.value, tile->is_flat ? &index : &column, &outer};
        if (!ir_compute_of_turn(kernel, store->operands[0], 0, &inner, MOST_DEPTH, &place) ||
            place >= (uint64_t)count || taken[place])
            return false;
        taken[place] = true;
    }
    return true;
}

/* There is one store to each variable that has any. */
static bool stores_apart(Arena *scratch, const IrKernel *kernel, const Tile *tile)
{
    int stores = 0;
    EACH_INSTR (tile->inner.loop->regions[0], store) {
        if (store->op != IR_store_var)
            continue;
        EACH_INSTR (tile->inner.loop->regions[0], other)
            if (other != store && other->op == IR_store_var && other->variable == store->variable)
                return false;
        if (!has_places(scratch, kernel, tile, store))
            return false;
        stores++;
    }
    return stores > 0;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

static bool is_by_constant(const IrInstr *instr)
{
    bool divides = instr->op == IR_udiv || instr->op == IR_sdiv || is_remainder(instr);
    return divides && instr->operands[1]->op == IR_const;
}

/* `i / 10`, and of what is left in a slice of a tile, `i % 100 / 10`. */
static bool divides(const IrInstr *instr, const IrInstr *index)
{
    while (is_by_constant(instr) && instr->operands[0] != index && is_remainder(instr->operands[0]))
        instr = instr->operands[0];
    return is_by_constant(instr) && instr->operands[0] == index;
}

/* How long the rows are that a counter is divided into, all else being slices of several rows; 0:
 * that is not how it is used. Rows of powers of two are known to step as they are. */
static int64_t columns_of(const Counter *counter)
{
    int64_t columns = 0;
    EACH_INSTR (counter->loop->regions[0], instr) {
        if (!divides(instr, counter->value))
            continue;
        int64_t divisor = (int64_t)instr->operands[1]->bits;
        if (divisor > 0 && (columns == 0 || divisor < columns))
            columns = divisor;
    }
    if (columns == 0 || is_power_of_two((uint64_t)columns) || counter->bound % columns != 0)
        return 0;
    EACH_INSTR (counter->loop->regions[0], instr)
        if (divides(instr, counter->value) &&
            (instr->operands[1]->bits == 0 || (int64_t)instr->operands[1]->bits % columns != 0))
            return 0;
    return columns;
}

static bool find_count(Arena *scratch, const IrKernel *kernel, IrInstr *loop, Tile *tile)
{
    uint32_t threads = ir_group_size(kernel);
    Start index = {IR_group_index, 0, threads}, x = {IR_group_thread_id, AXIS_X, threads};
    if (!find_counter(scratch, loop, index, &tile->outer) &&
        (kernel->threads[0] != threads || !find_counter(scratch, loop, x, &tile->outer)))
        return false;
    tile->inner = tile->outer;
    tile->is_flat = true;
    return true;
}

int64_t count_for_anybody(Arena *scratch, const IrKernel *kernel, IrInstr *loop, IrInstr **counter)
{
    Tile tile;
    bool is_anybodys = find_count(scratch, kernel, loop, &tile) && is_for_all(loop) && threads_can_swap(&tile) &&
                       is_between_barriers(kernel, loop);
    *counter = is_anybodys ? tile.outer.value : NULL;
    return is_anybodys ? tile.outer.bound : 0;
}

bool counts_for_anybody(Arena *scratch, const IrKernel *kernel, IrInstr *loop)
{
    IrInstr *counter;
    return count_for_anybody(scratch, kernel, loop, &counter) > 0;
}

static bool find_flat(Arena *scratch, const IrKernel *kernel, IrInstr *loop, Tile *tile)
{
    if (!find_count(scratch, kernel, loop, tile))
        return false;
    tile->columns = columns_of(&tile->outer);
    if (tile->columns == 0)
        return false;
    tile->rows = tile->outer.bound / tile->columns;
    return true;
}

static IrInstr *only_loop_in(const IrInstr *loop)
{
    IrInstr *found = NULL;
    EACH_IN (loop->regions[0], instr)
        if (instr->op == IR_loop)
            found = found == NULL ? instr : NULL;
    return found;
}

static bool find_nest(Arena *scratch, const IrKernel *kernel, IrInstr *loop, Tile *tile)
{
    Start x = {IR_group_thread_id, AXIS_X, kernel->threads[0]},
          y = {IR_group_thread_id, AXIS_Y, kernel->threads[1]};
    IrInstr *inner = only_loop_in(loop);
    if (inner == NULL || kernel->threads[2] != 1 || kernel->threads[1] == 1 ||
        !find_counter(scratch, loop, y, &tile->outer) ||
        !find_counter(scratch, inner, x, &tile->inner))
        return false;
    tile->is_flat = false;
    tile->rows = tile->outer.bound;
    tile->columns = tile->inner.bound;
    return true;
}

static bool find_tile(Arena *scratch, const IrKernel *kernel, IrInstr *loop, Tile *tile)
{
    bool is_tile = find_flat(scratch, kernel, loop, tile) ||
                   find_nest(scratch, kernel, loop, tile);
    return is_tile && tile->columns * LEAST_OF_WAVE >= kernel->wave_size &&
           tile->rows * tile->columns <= MOST_ELEMENTS && is_for_all(loop) &&
           threads_can_swap(tile) && is_between_barriers(kernel, loop) && stores_apart(scratch, kernel, tile);
}

/* ---- row by row ------------------------------------------------------------------------------ */

static IrInstr *index_const(IrBuilder *builder, int64_t value)
{
    return ir_const_i32(builder, (int32_t)value);
}

/* A loop from `first` to below `end`; its counter. What is built at `body` stands in it. */
static IrInstr *begin_loop(IrBuilder *builder, IrInstr *first, int64_t end, IrBuilder *body)
{
    IrInstr *loop = ir_loop(builder);
    IrInstr *counter = ir_add_parameter(builder->kernel, loop, first->type, first);
    *body = ir_builder_at_end(builder->kernel, loop->regions[0]);
    body->pos = builder->pos;
    IrInstr *test = ir_if(body, IR_BUILD(body, IR_ult, counter, index_const(body, end)));
    IrBuilder leaves = ir_builder_at_end(builder->kernel, test->regions[1]);
    leaves.pos = builder->pos;
    ir_jump(&leaves, IR_break, loop, NULL, 0);
    ir_close_region(builder->kernel, test->regions[0]);
    return counter;
}

static void end_loop(IrBuilder *body, IrInstr *counter, int64_t step)
{
    IrInstr *next = IR_BUILD(body, IR_iadd, counter, index_const(body, step));
    ir_jump(body, IR_continue, counter->owner, &next, 1);
}

/* `value` of the tile's element in terms of its row and column; `row` is what it divides has. */
static IrInstr *in_rows(IrBuilder *builder, const IrInstr *value, int64_t columns, IrInstr *row,
                        IrInstr *column)
{
    int64_t rows = (int64_t)value->operands[1]->bits / columns;
    if (rows == 1)
        return is_remainder(value) ? column : row;
    IrInstr *slice = index_const(builder, rows);
    if (!is_remainder(value))
        return IR_BUILD(builder, IR_udiv, row, slice);
    IrInstr *first = IR_BUILD(builder, IR_imul, IR_BUILD(builder, IR_urem, row, slice),
                              index_const(builder, columns));
    return IR_BUILD(builder, IR_iadd, first, column);
}

/* The row that `value` lies in, of the element itself or of what a remainder leaves of it. */
static IrInstr *row_of(IrBuilder *builder, const IrInstr *value, const IrInstr *index,
                       int64_t columns, IrInstr *row)
{
    if (value == index)
        return row;
    IrInstr *above = row_of(builder, value->operands[0], index, columns, row),
            *rows = index_const(builder, (int64_t)value->operands[1]->bits / columns);
    return IR_BUILD(builder, IR_urem, above, rows);
}

/* Quotients and remainders are the row and the column, or come of them. */
static void divide_by_rows(IrBuilder *builder, const IrInstr *index, int64_t columns,
                           IrInstr *row, IrInstr *column)
{
    VEC(IrInstr *) divisions = {0};
    EACH_INSTR (builder->region, instr)
        if (divides(instr, index))
            vec_push(builder->kernel->arena, &divisions, instr);
    for (int i = divisions.count - 1; i >= 0; i--) {
        const IrInstr *value = divisions.items[i];
        IrInstr *of = row_of(builder, value->operands[0], index, columns, row);
        use_instead(builder->region, divisions.items[i],
                    in_rows(builder, value, columns, of, column));
    }
}

/* What a turn does, without what makes it one, goes to the end of `to`. */
static void take_body(IrKernel *kernel, const Counter *counter, IrRegion *to)
{
    IrRegion *body = counter->loop->regions[0];
    ir_remove(counter->test);
    ir_remove(body->last);
    move_to_end(kernel, body->first, NULL, to);
}

static void fetch_element(IrBuilder *builder, const Tile *tile, IrInstr *row, IrInstr *column)
{
    IrKernel *kernel = builder->kernel;
    IrInstr *is_inside = IR_BUILD(builder, IR_ult, column, index_const(builder, tile->columns));
    IrRegion *to = ir_if(builder, is_inside)->regions[0];
    take_body(kernel, &tile->inner, to);
    if (tile->is_flat) {
        IrBuilder first = ir_builder_before(kernel, to->first);
        first.pos = builder->pos;
        IrInstr *start = IR_BUILD(&first, IR_imul, row, index_const(&first, tile->columns));
        IrInstr *index = IR_BUILD(&first, IR_iadd, start, column);
        divide_by_rows(&first, tile->inner.value, tile->columns, row, column);
        use_instead(to, tile->inner.value, index);
    } else {
        use_instead(to, tile->inner.value, column);
    }
    ir_close_region(kernel, to);
    ir_close_region(kernel, to->owner->regions[1]);
}

static void fetch_row(IrBuilder *builder, const Tile *tile, IrInstr *row)
{
    IrKernel *kernel = builder->kernel;
    IrInstr *lane = ir_build(builder, IR_lane_index, NULL, 0);
    if (!tile->is_flat) {
        ir_remove(tile->inner.loop);
        take_body(kernel, &tile->outer, builder->region);
    }
    if (tile->columns <= kernel->wave_size) {
        fetch_element(builder, tile, row, lane);
        return;
    }
    IrBuilder body;
    IrInstr *part = begin_loop(builder, index_const(builder, 0), tile->columns, &body);
    fetch_element(&body, tile, row, IR_BUILD(&body, IR_iadd, part, lane));
    end_loop(&body, part, kernel->wave_size);
}

/* What is built there the first wave does alone. */
static IrBuilder begin_first_wave(IrBuilder *builder)
{
    IrKernel *kernel = builder->kernel;
    if (kernel->wave_count == 1)
        return *builder;
    IrInstr *thread = ir_build(builder, IR_group_index, NULL, 0),
            *end = index_const(builder, kernel->wave_size),
            *branch = ir_if(builder, IR_BUILD(builder, IR_ult, thread, end));
    ir_close_region(kernel, branch->regions[0]);
    ir_close_region(kernel, branch->regions[1]);
    return ir_builder_before(kernel, branch->regions[0]->last);
}

static void fetch_by_rows(IrKernel *kernel, const Tile *tile)
{
    IrInstr *loop = tile->outer.loop;
    IrBuilder before = ir_builder_before(kernel, loop), body;
    before.pos = loop->pos;
    before = begin_first_wave(&before);
    IrInstr *row = begin_loop(&before, index_const(&before, 0), tile->rows, &body);
    fetch_row(&body, tile, row);
    use_instead(row->owner->regions[0], tile->outer.value, row);
    end_loop(&body, row, 1);
    ir_remove(loop);
}

bool pass_tile_rows(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    VEC(IrInstr *) loops = {0};
    bool changed = false;
    if (!ir_waves_are_full(kernel) || kernel->thread_of_lane != NULL ||
        kernel->order.extra_waves > 0 || kernel->watches_barriers)
        return false;
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_loop)
            vec_push(context->scratch, &loops, instr);
    for (int i = 0; i < loops.count; i++) {
        Tile tile;
        IrInstr *loop = loops.items[i];
        if (loop->region == NULL || !find_tile(context->scratch, kernel, loop, &tile))
            continue;
        pass_explain(context, loop->pos, "row by row: %d rows of %d elements", (int)tile.rows,
                     (int)tile.columns);
        fetch_by_rows(kernel, &tile);
        changed = true;
    }
    return changed;
}
