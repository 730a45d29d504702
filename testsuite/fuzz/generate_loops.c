/* Loops that kernels are full of: sorting networks, trees and scans whose strides double or halve, tiles that the group
 * fetches, lanes that each walk along a row of their own; and branches behind which low bits are known. */
#include "generate_priv.h"

/* ---- a loop, statement by statement ---- */

OpenLoop open_loop(Generator *generator, IrInstr *const *firsts, int count)
{
    IrInstr *loop = ir_loop(&generator->builder);
    for (int i = 0; i < count; i++)
        ir_add_parameter(generator->kernel, loop, firsts[i]->type, firsts[i]);
    return (OpenLoop){loop, enter_region(generator, loop->regions[0])};
}

void leave_unless(Generator *generator, const OpenLoop *loop, IrInstr *condition, IrInstr *value)
{
    IrInstr *test = ir_if(&generator->builder, condition);
    IrBuilder leaving = ir_builder_at_end(generator->kernel, test->regions[1]);
    ir_close_region(generator->kernel, test->regions[0]);
    if (value != NULL && loop->loop->result_count == 0)
        ir_add_result(generator->kernel, loop->loop, value->type);
    ir_jump(&leaving, IR_break, loop->loop, &value, value != NULL);
}

void close_loop(Generator *generator, const OpenLoop *loop, IrInstr *const *nexts, int count)
{
    ir_jump(&generator->builder, IR_continue, loop->loop, nexts, count);
    leave_region(generator, &loop->outside);
}

Saved open_branch(Generator *generator, IrInstr *condition)
{
    IrInstr *branch = ir_if(&generator->builder, condition);
    ir_close_region(generator->kernel, branch->regions[1]);
    return enter_region(generator, branch->regions[0]);
}

void close_branch(Generator *generator, const Saved *saved)
{
    ir_close_region(generator->kernel, generator->builder.region);
    leave_region(generator, saved);
}

Saved open_choice(Generator *generator, IrInstr *condition, IrInstr *other, IrInstr **result)
{
    IrInstr *branch = ir_if(&generator->builder, condition);
    *result = ir_add_result(generator->kernel, branch, other->type);
    IrBuilder otherwise = ir_builder_at_end(generator->kernel, branch->regions[1]);
    ir_jump(&otherwise, IR_yield, NULL, &other, 1);
    Saved saved = enter_region(generator, branch->regions[0]);
    generator->control = LEVEL_VARYING;
    generator->may_sync = false;
    return saved;
}

void close_choice(Generator *generator, const Saved *saved, IrInstr *given)
{
    ir_jump(&generator->builder, IR_yield, NULL, &given, 1);
    leave_region(generator, saved);
}

int go_on_elsewhere(Generator *generator, const OpenLoop *loop, IrInstr **nexts, int count, IrLevel most)
{
    enum { ONE_OF = 3, MOST = 64 };
    static const int MOVES[] = {0, 1, 2, 7, -1, -2, -9, -40}; /* from the next turn's counter */
    uint32_t kept = generator->state, salt = 0x51ed270b;
    bool does = (kept ^ salt) / 7 % ONE_OF == 0 && count < MOST;
    generator->state ^= salt;
    if (does) {
        IrLevel level;
        IrInstr *turn = ir_add_parameter(generator->kernel, loop->loop, ir_scalar(IR_I32), generator->zero),
                *others[MOST + 1] = {with_number(generator, IR_iadd, nexts[0], MOVES[draw(generator, COUNT_OF(MOVES))])};
        for (int i = 1; i < count; i++)
            others[i] = draw(generator, 4) ? nexts[i] : loop->loop->parameters[i];
        others[count] = nexts[count] = with_number(generator, IR_iadd, turn, 1);
        IrInstr *asked = with_number(generator, draw(generator, 2) ? IR_ieq : IR_ult, turn, draw(generator, 6));
        if (draw(generator, 2))
            asked = combined(generator, IR_iand, asked, draw_value_below(generator, IR_I1, most, &level));
        IrInstr *branch = ir_if(&generator->builder, asked);
        IrBuilder inside = ir_builder_at_end(generator->kernel, branch->regions[0]);
        ir_jump(&inside, IR_continue, loop->loop, others, count + 1);
        ir_close_region(generator->kernel, branch->regions[1]);
    }
    generator->state = kept;
    return does ? count + 1 : count;
}

void update_apart(Generator *generator, uint32_t salt, void (*update)(Generator *))
{
    uint32_t kept = generator->state;
    generator->state ^= salt;
    for (int count = draw(generator, 3); count > 0; count--) {
        IrLevel level;
        if (draw(generator, 4)) {
            update(generator);
            continue;
        }
        Saved saved = open_branch(generator, draw_value(generator, IR_I1, &level));
        update(generator);
        close_branch(generator, &saved);
    }
    generator->state = kept;
}

bool may_share(const Generator *generator)
{
    return generator->has_barriers && generator->may_sync && generator->control <= LEVEL_GROUP;
}

void build_barrier(Generator *generator)
{
    ir_build(&generator->builder, IR_barrier, NULL, 0);
}

/* ---- strides that double or halve ---- */

typedef struct Stage {
    IrVariable *shared;
    IrInstr *stride, *sum; /* the sum: goes from turn to turn */
} Stage;

static IrInstr *load_from(Generator *generator, const Stage *stage, IrInstr *place)
{
    return ir_load_var(&generator->builder, stage->shared, 0, 1, place);
}

static void store_at(Generator *generator, const Stage *stage, IrInstr *place, IrInstr *value)
{
    ir_store_var(&generator->builder, stage->shared, 0, place, &value, 1);
}

static IrInstr *merged(Generator *generator, IrInstr *left, IrInstr *right)
{
    static const IrOp INTEGERS[] = {IR_iadd, IR_imin, IR_imax, IR_umin, IR_umax, IR_isub, IR_ixor},
                      FLOATS[] = {IR_fadd, IR_fsub, IR_fmul};
    IrScalar type = left->type.scalar;
    return combined(generator,
                    type == IR_I1                ? IR_ixor
                    : op_scalar_is_float(type) ? FLOATS[draw(generator, COUNT_OF(FLOATS))]
                                               : INTEGERS[draw(generator, COUNT_OF(INTEGERS))],
                    left, right);
}

/* Two elements become two others. */
static void exchange(Generator *generator, Stage *stage, IrInstr *left, IrInstr *right)
{
    IrInstr *low = load_from(generator, stage, left), *high = load_from(generator, stage, right);
    store_at(generator, stage, left, merged(generator, low, high));
    if (draw(generator, 4))
        store_at(generator, stage, right, merged(generator, high, low));
}

/* All threads, or those of half of the elements. */
static void build_network_turn(Generator *generator, Stage *stage)
{
    IrInstr *left = butterfly(generator, generator->thread, stage->stride);
    IrInstr *right = combined(generator, draw(generator, 2) ? IR_iadd : IR_ior, left, stage->stride);
    if (draw(generator, 2)) {
        exchange(generator, stage, left, right);
        return;
    }
    int32_t half = (int32_t)(stage->shared->count + 1) / 2;
    IrInstr *condition = with_number(generator, IR_ult, generator->thread, half);
    Saved saved = open_branch(generator, condition);
    exchange(generator, stage, left, right);
    close_branch(generator, &saved);
}

/* The lower one of two threads does the work of both. */
static void build_pairs_turn(Generator *generator, Stage *stage)
{
    IrInstr *partner = combined(generator, IR_ixor, generator->thread, stage->stride);
    Saved saved = open_branch(generator, combined(generator, IR_ult, generator->thread, partner));
    exchange(generator, stage, generator->thread, partner);
    close_branch(generator, &saved);
}

/* if (t < j) s[t] += s[t + j] */
static void build_tree_turn(Generator *generator, Stage *stage)
{
    IrInstr *thread = generator->thread, *upper = combined(generator, IR_iadd, thread, stage->stride);
    Saved saved = open_branch(generator, combined(generator, IR_ult, thread, stage->stride));
    IrInstr *sum = merged(generator, load_from(generator, stage, thread),
                          load_from(generator, stage, upper));
    store_at(generator, stage, thread, sum);
    close_branch(generator, &saved);
}

/* s[2 j t + 2 j - 1] += s[2 j t + j - 1]: up a tree, whose nodes lie apart. */
static void build_sparse_turn(Generator *generator, Stage *stage)
{
    IrInstr *twice = with_number(generator, IR_ishl, stage->stride, 1);
    IrInstr *place = with_number(generator, IR_iadd,
                          combined(generator, IR_imul, twice,
                                   with_number(generator, IR_iadd, generator->thread, 1)), -1);
    exchange(generator, stage, place, combined(generator, IR_isub, place, stage->stride));
}

/* if (t >= j) v = s[t - j]; barrier; s[t] += v */
static void build_scan_turn(Generator *generator, Stage *stage)
{
    IrInstr *thread = generator->thread;
    IrInstr *own = load_from(generator, stage, thread),
            *other = load_from(generator, stage,
                               combined(generator, IR_isub, thread, stage->stride));
    IrInstr *is_first = combined(generator, IR_ult, thread, stage->stride);
    build_barrier(generator);
    IrInstr *sum = merged(generator, own, other);
    store_at(generator, stage, thread, IR_BUILD(&generator->builder, IR_select, is_first, own, sum));
}

/* Not 0, and alike in the group. */
static IrInstr *draw_power(Generator *generator)
{
    IrLevel level;
    if (draw(generator, 4) == 0)
        return number(generator, 1 << draw(generator, 7));
    IrInstr *any = draw_value_below(generator, IR_I32, LEVEL_GROUP, &level);
    return combined(generator, IR_ishl, number(generator, 1), with_number(generator, IR_iand, any, 7));
}

static IrInstr *next_power(Generator *generator, IrInstr *power, bool doubles)
{
    bool shifts = draw(generator, 2);
    return doubles ? with_number(generator, shifts ? IR_ishl : IR_imul, power, shifts ? 1 : 2)
                   : with_number(generator, shifts ? IR_ushr : IR_udiv, power, shifts ? 1 : 2);
}

/* while (going on) { barrier; a turn } */
static void build_stages(Generator *generator, Stage *stage, IrInstr *first)
{
    static void (*const TURNS[])(Generator *, Stage *) = {build_network_turn, build_network_turn,
                                                          build_pairs_turn, build_tree_turn,
                                                          build_sparse_turn, build_scan_turn};
    bool doubles = draw(generator, 3) == 0;
    IrInstr *firsts[] = {first, stage->sum};
    IrInstr *limit = number(generator, 1 << draw(generator, 9));
    OpenLoop loop = open_loop(generator, firsts, COUNT_OF(firsts));
    stage->stride = loop.loop->parameters[0];
    IrInstr *sum = loop.loop->parameters[1];
    leave_unless(generator, &loop,
                 doubles ? combined(generator, IR_ult, stage->stride, limit)
                         : combined(generator, IR_ine, stage->stride, generator->zero), sum);
    build_barrier(generator);
    TURNS[draw(generator, COUNT_OF(TURNS))](generator, stage);
    if (draw(generator, 2)) {
        build_barrier(generator);
        sum = merged(generator, sum, load_from(generator, stage, generator->thread));
    }
    IrInstr *nexts[] = {next_power(generator, stage->stride, doubles), sum};
    close_loop(generator, &loop, nexts, COUNT_OF(nexts));
    stage->sum = loop.loop->results[0];
}

/* for (k = 1; k < limit; k *= 2) stages from k on */
static void build_stages_of_stages(Generator *generator, Stage *stage)
{
    IrInstr *firsts[] = {number(generator, 1), stage->sum};
    IrInstr *limit = number(generator, 1 << draw(generator, 8));
    OpenLoop loop = open_loop(generator, firsts, COUNT_OF(firsts));
    IrInstr *outer = loop.loop->parameters[0], *sum = stage->sum = loop.loop->parameters[1];
    leave_unless(generator, &loop, combined(generator, IR_ult, outer, limit), sum);
    build_stages(generator, stage, outer);
    IrInstr *nexts[] = {next_power(generator, outer, true), stage->sum};
    close_loop(generator, &loop, nexts, COUNT_OF(nexts));
    stage->sum = loop.loop->results[0];
}

static IrVariable *draw_variable(Generator *generator)
{
    return generator->shared[draw(generator, SHARED_COUNT)].variable;
}

/* Preferably of that type. */
static IrVariable *draw_variable_of(Generator *generator, IrScalar type)
{
    for (int i = 0; i < SHARED_COUNT; i++)
        if (generator->shared[i].variable->type.scalar == type)
            return generator->shared[i].variable;
    return draw_variable(generator);
}

void draw_stages(Generator *generator, int depth)
{
    (void)depth;
    IrLevel level;
    if (!may_share(generator))
        return;
    Stage stage = {.shared = draw_variable(generator)};
    stage.sum = draw_value(generator, stage.shared->type.scalar, &level);
    close_phases(generator);
    if (draw(generator, 2))
        build_stages(generator, &stage, draw_power(generator));
    else
        build_stages_of_stages(generator, &stage);
    keep(generator, stage.sum, LEVEL_VARYING);
    draw_barrier(generator);
}

/* ---- steps of known threads ---- */

/* Element i where some lie apart from the next ones: i + (i >> 5). */
static IrInstr *padded(Generator *generator, IrInstr *i, int shift)
{
    return shift == 0 ? i
                      : combined(generator, IR_iadd, i, with_number(generator, IR_ushr, i, shift));
}

/* s (2 t + node) - 1: the left child of node t is 1, the right one 2 */
static IrInstr *node(Generator *generator, int stride, int child)
{
    IrInstr *twice = with_number(generator, IR_imul, generator->thread, 2);
    IrInstr *place = with_number(generator, IR_imul,
                                 with_number(generator, IR_iadd, twice, child), stride);
    return with_number(generator, IR_iadd, place, -1);
}

static void sum_at(Generator *generator, Stage *stage, IrInstr *place, IrInstr *other)
{
    store_at(generator, stage, place, merged(generator, load_from(generator, stage, place),
                                             load_from(generator, stage, other)));
}

/* if (t % 2 s == 0) s[t] += s[t + s] */
static void build_every_other_step(Generator *generator, Stage *stage, int stride)
{
    IrInstr *low = with_number(generator, IR_iand, generator->thread, 2 * stride - 1);
    Saved saved = open_branch(generator, with_number(generator, IR_ieq, low, 0));
    sum_at(generator, stage, generator->thread,
           with_number(generator, IR_iadd, generator->thread, stride));
    close_branch(generator, &saved);
}

/* if (2 s t < n) s[2 s t] += s[2 s t + s] */
static void build_multiple_step(Generator *generator, Stage *stage, int stride)
{
    IrInstr *place = with_number(generator, IR_imul, generator->thread, 2 * stride);
    int most = 1 << (2 + draw(generator, 8));
    Saved saved = open_branch(generator, with_number(generator, IR_ult, place, most));
    sum_at(generator, stage, place, with_number(generator, IR_iadd, place, stride));
    close_branch(generator, &saved);
}

/* if (t < n) exchange the children of node t */
static void build_node_step(Generator *generator, Stage *stage, int stride)
{
    int shift = draw(generator, 2) ? 3 + draw(generator, 3) : 0;
    int most = 1 << draw(generator, 8);
    Saved saved = open_branch(generator, with_number(generator, IR_ult, generator->thread, most));
    exchange(generator, stage, padded(generator, node(generator, stride, 1), shift),
             padded(generator, node(generator, stride, 2), shift));
    close_branch(generator, &saved);
}

/* Few threads of a wave, whose order shows, and then one. */
static void build_few_step(Generator *generator, Stage *stage, int stride)
{
    IrInstr *next = with_number(generator, IR_iadd, generator->thread, 1 + draw(generator, 3));
    Saved saved = open_branch(generator, with_number(generator, IR_ult, generator->thread,
                                                     1 + draw(generator, 4)));
    sum_at(generator, stage, generator->thread, next);
    if (draw(generator, 2))
        sum_at(generator, stage, next, with_number(generator, IR_imul, next, stride));
    close_branch(generator, &saved);
    if (draw(generator, 2))
        return;
    saved = open_branch(generator, with_number(generator, IR_ieq, generator->thread,
                                               draw(generator, 4)));
    sum_at(generator, stage, next, number(generator, draw(generator, 8)));
    close_branch(generator, &saved);
}

/* if (t < s) s[t] += s[t + s] */
static void build_half_step(Generator *generator, Stage *stage, int stride)
{
    stage->stride = number(generator, stride);
    build_tree_turn(generator, stage);
}

static void build_scan_step(Generator *generator, Stage *stage, int stride)
{
    stage->stride = number(generator, stride);
    build_scan_turn(generator, stage);
}

/* if (t >= c) v = s[t + d]; barrier; s[t + e] = v */
static void build_shift_step(Generator *generator, Stage *stage, int stride)
{
    IrInstr *thread = generator->thread;
    int from = draw(generator, 2) ? stride : -stride, to = draw(generator, 3) ? 0 : from + 1;
    IrInstr *place = draw(generator, 4) ? with_number(generator, IR_iadd, thread, from)
                                        : with_number(generator, IR_ixor, thread, stride);
    IrInstr *value = load_from(generator, stage, place);
    if (draw(generator, 2)) {
        IrInstr *is_first = with_number(generator, IR_ult, thread, stride);
        value = IR_BUILD(&generator->builder, IR_select, is_first, stage->sum, value);
    }
    build_barrier(generator);
    store_at(generator, stage, with_number(generator, IR_iadd, thread, to), value);
}

/* Trees and scans, written out. */
void draw_steps(Generator *generator, int depth)
{
    static void (*const STEPS[])(Generator *, Stage *, int) = {
        build_every_other_step, build_multiple_step, build_node_step, build_node_step,
        build_few_step, build_half_step, build_scan_step, build_shift_step};
    (void)depth;
    IrLevel level;
    Stage stage = {.shared = draw_variable(generator)};
    if (!may_share(generator))
        return;
    stage.sum = draw_value(generator, stage.shared->type.scalar, &level);
    close_phases(generator);
    int step = draw(generator, COUNT_OF(STEPS)), count = 1 + draw(generator, 5),
        first = draw(generator, 4);
    bool falls = draw(generator, 2);
    for (int i = 0; i < count; i++) {
        build_barrier(generator);
        STEPS[step](generator, &stage, 1 << (first + (falls ? count - 1 - i : i)));
    }
    build_barrier(generator);
    keep(generator, load_from(generator, &stage, generator->thread), LEVEL_VARYING);
    draw_barrier(generator);
}

/* ---- tiles ---- */

typedef struct Tile {
    IrVariable *variable;
    int width, pitch, elements;
} Tile;

/* Often one that lies in the variable as a whole. */
static Tile draw_shape(Generator *generator, IrScalar type)
{
    Tile tile = {.variable = draw_variable_of(generator, type), .width = 4 + draw(generator, 30)};
    int rows = (int)tile.variable->count / (tile.pitch = tile.width + draw(generator, 3));
    tile.elements = rows > 0 && draw(generator, 4) ? tile.width * (1 + draw(generator, rows))
                                                   : 1 + draw(generator, 1000);
    return tile;
}

/* tile[i / width][i % width] = element[corner + i / width * pitch + i % width] */
static void build_fetch(Generator *generator, const Tile *tile, const Bound *bound,
                        IrInstr *corner, IrInstr *i)
{
    int pitch = tile->width + draw(generator, 20);
    IrInstr *place = combined(generator, IR_iadd, corner,
                              blocks_of(generator, i, tile->width, pitch));
    if (draw(generator, 3) == 0)
        place = with_number(generator, IR_imin, place, (int32_t)bound->row->width - 1);
    IrInstr *value = load_element(generator, bound, place);
    ir_store_var(&generator->builder, tile->variable, 0,
                 blocks_of(generator, i, tile->width, tile->pitch), &value, 1);
}

/* for (i = thread; i < elements; i += threads) fetch element i of a tile */
void draw_fetched_tile(Generator *generator, int depth)
{
    (void)depth;
    const Bound *bound = draw_plain(generator);
    Tile tile = draw_shape(generator, bound != NULL ? bound->row->scalar : IR_I32);
    if (!may_share(generator) || bound == NULL || bound->row->scalar != tile.variable->type.scalar)
        return;
    close_phases(generator);
    build_barrier(generator);
    IrInstr *corner = with_number(generator, IR_imul, ir_axis(&generator->builder, IR_group_id, 0),
                                  draw(generator, 40));
    OpenLoop loop = open_loop(generator, &generator->thread, 1);
    IrInstr *i = loop.loop->parameters[0];
    leave_unless(generator, &loop, with_number(generator, IR_ult, i, tile.elements), NULL);
    build_fetch(generator, &tile, bound, corner, i);
    IrInstr *next = with_number(generator, IR_iadd, i, (int32_t)ir_group_size(generator->kernel));
    close_loop(generator, &loop, &next, 1);
    draw_barrier(generator);
}

/* ---- walks ---- */

/* for (i = start; i < end; i++) sum = sum op a[i] op b[i], from where memory says. */
void draw_walk(Generator *generator, int depth)
{
    (void)depth;
    IrLevel level;
    const Bound *bound = draw_plain(generator);
    if (bound == NULL)
        return;
    IrInstr *start = with_number(generator, IR_iand, draw_value(generator, IR_I32, &level), 127);
    IrInstr *firsts[] = {start, draw_value(generator, bound->row->scalar, &level)};
    IrInstr *length = with_number(generator, IR_iand, draw_value(generator, IR_I32, &level), 7);
    IrInstr *end = combined(generator, IR_iadd, start, length);
    int words = 1 + draw(generator, 6), distance = draw(generator, 40);
    OpenLoop loop = open_loop(generator, firsts, COUNT_OF(firsts));
    IrInstr *at = loop.loop->parameters[0], *sum = loop.loop->parameters[1];
    leave_unless(generator, &loop, combined(generator, IR_ult, at, end), sum);
    for (int i = 0; i < words; i++)
        sum = merged(generator, sum,
                     load_element(generator, bound, with_number(generator, IR_iadd, at, i * distance)));
    IrInstr *nexts[3] = {with_number(generator, IR_iadd, at, 1), sum};
    close_loop(generator, &loop, nexts, go_on_elsewhere(generator, &loop, nexts, 2, LEVEL_VARYING));
    keep(generator, loop.loop->results[0], LEVEL_VARYING);
}

/* A place in the row: the counter, or held within bounds, going round, or elsewhere. */
static IrInstr *draw_place_in_row(Generator *generator, IrInstr *counter)
{
    IrInstr *moved = with_number(generator, IR_iadd, counter, draw(generator, 6) - 2);
    switch (draw(generator, 6)) {
    case 0: return with_number(generator, IR_imin, moved, draw(generator, 12));
    case 1: return with_number(generator, IR_imax, moved, draw(generator, 4));
    case 2: return with_number(generator, IR_iand, moved, 7);
    case 3: return moved;
    case 4: return combined(generator, IR_isub, number(generator, draw(generator, 12)), counter);
    default: return counter;
    }
}

/* How far rows lie apart. */
static IrInstr *draw_pitch(Generator *generator)
{
    IrLevel level;
    switch (draw(generator, 4)) {
    case 0: return generator->factor;
    case 1:
        return with_number(generator, IR_iand,
                           draw_value_below(generator, IR_I32, LEVEL_GROUP, &level), 31);
    default: return number(generator, 1 + draw(generator, 24));
    }
}

/* How often a loop of all threads turns. */
static IrInstr *draw_turns(Generator *generator)
{
    IrLevel level;
    if (draw(generator, 2))
        return number(generator, draw(generator, 20));
    return with_number(generator, IR_iand, draw_value_below(generator, IR_I32, LEVEL_GROUP, &level), 15);
}

/* for (k = 0; k < turns; k++) { sum = sum op a[thread * pitch + k]; own[first + k] = sum; }, or from
 * the other end. */
void draw_own_walk(Generator *generator, int depth)
{
    (void)depth;
    IrLevel level;
    const Bound *bound = draw_plain(generator);
    IrInstr *first = NULL, *cells = NULL;
    const Bound *own = draw_own_row(generator, &first, &cells);
    if (bound == NULL)
        return;
    IrInstr *row = combined(generator, IR_imul, draw(generator, 2) ? generator->thread : generator->global,
                            draw_pitch(generator));
    IrInstr *turns = draw_turns(generator);
    bool goes_back = draw(generator, 4) == 0, stores = own != NULL && draw(generator, 3),
         is_in_place = stores && draw(generator, 2) && own->row->scalar == bound->row->scalar;
    if (stores)
        turns = combined(generator, IR_umin, turns, cells);
    IrInstr *firsts[] = {goes_back ? with_number(generator, IR_isub, turns, 1) : generator->zero,
                         draw_value(generator, bound->row->scalar, &level)};
    OpenLoop loop = open_loop(generator, firsts, COUNT_OF(firsts));
    IrInstr *k = loop.loop->parameters[0], *sum = loop.loop->parameters[1];
    leave_unless(generator, &loop,
                 goes_back ? combined(generator, IR_sle, generator->zero, k)
                           : combined(generator, IR_slt, k, turns), sum);
    for (int i = 1 + draw(generator, 3); i > 0; i--)
        sum = merged(generator, sum,
                     load_element(generator, bound,
                                  combined(generator, IR_iadd, row, draw_place_in_row(generator, k))));
    IrInstr *cell = stores ? combined(generator, IR_iadd, first, k) : NULL;
    if (is_in_place)
        sum = merged(generator, sum, access_cell(generator, own, cell, NULL));
    if (stores)
        access_cell(generator, own, cell,
                    own->row->scalar == sum->type.scalar
                        ? sum
                        : draw_value(generator, own->row->scalar, &level));
    IrInstr *nexts[3] = {with_number(generator, IR_iadd, k, goes_back ? -1 : 1), sum};
    close_loop(generator, &loop, nexts, stores ? 2 : go_on_elsewhere(generator, &loop, nexts, 2, LEVEL_VARYING));
    keep(generator, loop.loop->results[0], LEVEL_VARYING);
}

/* for (k = 0; k < turns; k++) sum = sum op (a[k * pitch + x] op b[y * pitch + k]), and some more such. */
void draw_products(Generator *generator, int depth)
{
    (void)depth;
    enum { MOST = 2 };
    IrLevel level;
    const Bound *left = draw_plain(generator), *right = draw_plain(generator);
    if (left == NULL || right == NULL)
        return;
    right = right->row->scalar == left->row->scalar ? right : left;
    int count = 1 + draw(generator, MOST);
    IrInstr *turns = draw_turns(generator);
    IrInstr *firsts[MOST + 1] = {generator->zero}, *nexts[MOST + 2];
    for (int i = 1; i <= count; i++)
        firsts[i] = draw_value(generator, left->row->scalar, &level);
    IrInstr *row = combined(generator, IR_imul, generator->place[1], draw_pitch(generator)), *down = draw_pitch(generator);
    OpenLoop loop = open_loop(generator, firsts, count + 1);
    IrInstr *k = loop.loop->parameters[0], **sums = &loop.loop->parameters[1];
    leave_unless(generator, &loop, combined(generator, IR_slt, k, turns), sums[count - 1]);
    for (int i = 0; i < count; i++) {
        IrInstr *column = with_number(generator, IR_iadd, generator->place[0], draw(generator, 4)),
                *of_column = load_element(generator, left,
                                          combined(generator, IR_iadd, combined(generator, IR_imul, k, down), column)),
                *of_row = load_element(generator, right, combined(generator, IR_iadd, row, k));
        nexts[1 + i] = merged(generator, sums[i], merged(generator, of_column, of_row));
    }
    nexts[0] = with_number(generator, IR_iadd, k, 1);
    close_loop(generator, &loop, nexts, go_on_elsewhere(generator, &loop, nexts, count + 1, LEVEL_VARYING));
    keep(generator, loop.loop->results[0], LEVEL_VARYING);
}

/* ---- sums ---- */

enum { MOST_SUMS = 16, MOST_WORDS = 4 };

/* Of words that each thread takes side by side from a groupshared array, new sums. */
static void add_words(Generator *generator, IrVariable *variable, IrInstr *first, int words,
                      IrInstr *const *sums, IrInstr **nexts, int count)
{
    IrInstr *loaded[MOST_WORDS];
    for (int i = 0; i < words; i++)
        loaded[i] = ir_load_var(&generator->builder, variable, 0, 1,
                                with_number(generator, IR_iadd, first, i));
    for (int i = 0; i < count; i++)
        nexts[i] = merged(generator, sums[i], loaded[i % words]);
}

/* for (k = 0; k < turns; k++) sum0 op= tile[k * pitch + thread * words], sum1 op= tile[.. + 1] ..: more sums than a machine
 * has registers. */
void draw_many_sums(Generator *generator, int depth)
{
    (void)depth;
    IrLevel level;
    IrVariable *variable = draw_variable(generator);
    int words = 2 + draw(generator, MOST_WORDS - 1), count = 5 + draw(generator, MOST_SUMS - 5);
    if (!may_share(generator))
        return;
    close_phases(generator);
    build_barrier(generator);
    IrInstr *firsts[MOST_SUMS + 1] = {generator->zero}, *nexts[MOST_SUMS + 2];
    for (int i = 1; i <= count; i++)
        firsts[i] = draw_value(generator, variable->type.scalar, &level);
    IrInstr *turns = with_number(generator, IR_iand,
                                 draw_value_below(generator, IR_I32, LEVEL_GROUP, &level), 7);
    IrInstr *lane = with_number(generator, IR_imul, generator->thread, words);
    OpenLoop loop = open_loop(generator, firsts, count + 1);
    IrInstr *const *sums = &loop.loop->parameters[1], *turn = loop.loop->parameters[0];
    IrInstr *all = sums[0];
    for (int i = 1; i < count; i++)
        all = merged(generator, all, sums[i]);
    leave_unless(generator, &loop, combined(generator, IR_ult, turn, turns), all);
    IrInstr *row = with_number(generator, IR_imul, turn, words * draw(generator, 6));
    add_words(generator, variable, combined(generator, IR_iadd, lane, row), words, sums, &nexts[1],
              count);
    nexts[0] = with_number(generator, IR_iadd, turn, 1);
    close_loop(generator, &loop, nexts, go_on_elsewhere(generator, &loop, nexts, count + 1, LEVEL_GROUP));
    keep(generator, loop.loop->results[0], LEVEL_VARYING);
    draw_barrier(generator);
}

/* Pairs of numbers, of which some may be none, are put in order. */
void draw_exchanges(Generator *generator)
{
    IrInstr *values[6];
    IrLevel level, highest = LEVEL_CONSTANT;
    IrScalar type = draw(generator, 4) ? IR_F32 : draw(generator, 2) ? IR_F16 : IR_F64;
    for (int i = 0; i < COUNT_OF(values); i++) {
        values[i] = draw_value(generator, type, &level);
        highest = higher(highest, level);
    }
    for (int turn = 4 + draw(generator, 10); turn > 0; turn--) {
        int low = draw(generator, COUNT_OF(values)), high = draw(generator, COUNT_OF(values));
        IrInstr *least = combined(generator, IR_fmin, values[low], values[high]);
        values[high] = combined(generator, IR_fmax, values[high], values[low]);
        values[low] = least;
    }
    for (int i = 0; i < COUNT_OF(values); i++)
        keep(generator, values[i], highest);
}

/* ---- branches ---- */

/* What is loaded from near a value of which some low bits are known. */
static void load_behind(Generator *generator, const Bound *bound, IrInstr *value, int bits)
{
    IrInstr *places[] = {
        with_number(generator, IR_ushr, value, bits),
        with_number(generator, IR_iadd, value, 1 << draw(generator, 4)),
        with_number(generator, IR_ixor, value, draw(generator, 16)),
        with_number(generator, IR_iadd, with_number(generator, IR_ushr, value, 1), draw(generator, 9)),
        with_number(generator, IR_isub, value, draw(generator, 9)),
        with_number(generator, IR_ior, with_number(generator, IR_imul, value, 2), 1),
    };
    for (int count = 1 + draw(generator, 3); count > 0; count--) {
        IrInstr *place = places[draw(generator, COUNT_OF(places))];
        keep(generator, load_element(generator, bound, place), LEVEL_VARYING);
        keep(generator, place, LEVEL_VARYING);
    }
    for (int i = 0; i < 2; i++)
        draw_store(generator);
}

/* if (i != c && i < n) { stores }, as inside the walls of a grid */
void draw_walls(Generator *generator, int depth)
{
    (void)depth;
    IrLevel level;
    IrInstr *i = with_number(generator, IR_iadd, draw(generator, 2) ? generator->thread : generator->global,
                             draw(generator, 3) ? 0 : draw(generator, 40) - 20);
    IrInstr *wall = draw(generator, 2) ? number(generator, draw(generator, 90))
                                       : draw_value_below(generator, IR_I32, LEVEL_WAVE, &level);
    IrInstr *condition = combined(generator, IR_ine, i, wall);
    if (draw(generator, 2))
        condition = combined(generator, IR_iand, condition,
                             with_number(generator, IR_ult, i, draw(generator, 200)));
    Saved saved = open_branch(generator, condition);
    generator->control = LEVEL_VARYING;
    generator->may_sync = false;
    for (int count = 1 + draw(generator, 3); count > 0; count--) {
        draw_load(generator);
        draw_store(generator);
    }
    close_branch(generator, &saved);
}

static IrInstr *draw_width(Generator *generator)
{
    IrLevel level;
    if (draw(generator, 3) == 0)
        return number(generator, 3 + draw(generator, 300));
    IrInstr *uniform = draw_value_below(generator, IR_I32, LEVEL_WAVE, &level);
    return draw(generator, 4) ? with_number(generator, IR_iand, uniform, 511) : uniform;
}

/* x = i % width, y = i / width; if (x < c) { loads, stores }, as where threads are counted in one
 * dimension; perhaps under `if (i < n)` */
void draw_row_and_column(Generator *generator, int depth)
{
    (void)depth;
    IrLevel level;
    const Bound *bound = draw_plain(generator);
    if (bound == NULL)
        return;
    bool has_sign = draw(generator, 2), is_bounded = draw(generator, 2);
    IrInstr *place = draw_index(generator, (int)bound->row->width, &level), *width,
            *from = draw(generator, 3) ? generator->global : place;
    Saved outer;
    if (is_bounded) {
        outer = open_branch(generator, with_number(generator, has_sign ? IR_slt : IR_ult, from,
                                                   draw(generator, 200)));
        generator->control = LEVEL_VARYING;
        generator->may_sync = false;
    }
    width = draw_width(generator);
    IrInstr *column = combined(generator, has_sign ? IR_srem : IR_urem, from, width),
            *row = combined(generator, has_sign ? IR_sdiv : IR_udiv, from, width);
    keep(generator, column, LEVEL_VARYING);
    keep(generator, row, LEVEL_VARYING);
    Saved saved = open_branch(generator, with_number(generator, draw(generator, 2) ? IR_ult : IR_sle,
                                                     draw(generator, 3) ? column : row,
                                                     draw(generator, 40)));
    generator->control = LEVEL_VARYING;
    generator->may_sync = false;
    load_behind(generator, bound, draw(generator, 2) ? column : row, 1);
    close_branch(generator, &saved);
    draw_store(generator);
    if (is_bounded)
        close_branch(generator, &outer);
}

/* if ((i & 2^k - 1) == c) { loads near i, stores } */
void draw_branch_of_bits(Generator *generator, int depth)
{
    (void)depth;
    IrLevel level;
    const Bound *bound = draw_plain(generator);
    if (bound == NULL)
        return;
    IrInstr *value = draw_index(generator, (int)bound->row->width, &level);
    int bits = 1 + draw(generator, 4);
    IrInstr *low = draw(generator, 2) ? with_number(generator, IR_iand, value, (1 << bits) - 1)
                                      : with_number(generator, IR_urem, value, 1 << bits);
    IrInstr *condition = with_number(generator, draw(generator, 4) ? IR_ieq : IR_ult, low,
                                     draw(generator, 3) ? 0 : draw(generator, 1 << bits));
    Saved saved = open_branch(generator, condition);
    generator->control = LEVEL_VARYING;
    generator->may_sync = false;
    load_behind(generator, bound, value, bits);
    close_branch(generator, &saved);
}
