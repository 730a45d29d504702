/* Lanes that speak for others, as GPUs are spared atomics:
 *
 *     n = WaveActiveSum(value); if (WaveIsFirstLane()) InterlockedAdd(totals[cell], n);
 *     while (!done) { first = WaveReadLaneFirst(key); if (first == key) { ... totals[first] ...; done = true; } }
 *
 * and what is nearly so: another lane than the first, what other lanes have put together, a number that somebody else wants,
 * cells that vary or are not there, turns that are counted, or that all lanes leave. What is drawn for them is drawn apart
 * from all else, as elements are. */
#include "generate_priv.h"

enum { CELLS = 16, MOST_KEY = 7, SELDOM = 6 };

/* All lanes change it by one operation, so that their order shows in nothing. */
typedef struct Totals {
    IrVariable *cells;
    IrOp combine;
} Totals;

static Totals draw_cells(Generator *generator, const char *name)
{
    static const IrOp COMBINES[] = {IR_iadd, IR_iadd, IR_iadd, IR_umax, IR_ior, IR_imin, IR_imax, IR_ixor};
    IrVariable *cells = ir_variable_new(generator->kernel, name, IR_GROUPSHARED, ir_scalar(IR_I32), CELLS, SOURCE_NOWHERE);
    return (Totals){cells, COMBINES[draw(generator, COUNT_OF(COMBINES))]};
}

static void add_to(Generator *generator, const Totals *totals, IrInstr *cell, IrInstr *number)
{
    add_to_cell(generator, totals->cells, totals->combine, cell, number);
}

/* `alike`: what follows from the key of the lanes that come here, or NULL. */
static IrInstr *draw_cell(Generator *generator, IrInstr *alike)
{
    IrLevel level;
    int kind = draw(generator, 8);
    if (kind == 0)
        return with_number(generator, IR_iand, draw_value(generator, IR_I32, &level), CELLS - 1);
    if (alike != NULL && kind < 6)
        return with_number(generator, IR_iadd, alike, draw(generator, 3) ? draw(generator, 4) : CELLS - 4);
    if (kind < 3)
        return with_number(generator, IR_iand, draw_value_below(generator, IR_I32, LEVEL_WAVE, &level), CELLS + 1);
    return number(generator, draw(generator, CELLS));
}

/* What the lanes that are on have together. */
static IrInstr *draw_total(Generator *generator, const Totals *totals)
{
    IrLevel level;
    if (totals->combine == IR_iadd && draw(generator, 2))
        return IR_BUILD(&generator->builder, IR_wave_count, draw_value(generator, IR_I1, &level));
    IrInstr *total = IR_BUILD(&generator->builder, IR_wave_reduce, draw_value(generator, IR_I32, &level));
    total->combine = draw(generator, SELDOM) ? totals->combine : IR_iadd;
    return total;
}

/* The first lane, perhaps where there is something to add; or another one. */
static IrInstr *draw_speaker(Generator *generator, IrInstr *total)
{
    IrInstr *lane = ir_build(&generator->builder, IR_lane_index, NULL, 0);
    IrInstr *speaker = draw(generator, 4) ? ir_build(&generator->builder, IR_wave_is_first, NULL, 0)
                                          : with_number(generator, IR_ieq, lane, draw(generator, 4) ? 0 : 2);
    int asks = draw(generator, 6);
    if (asks > 1)
        return speaker;
    IrInstr *is_some = asks == 0 ? combined(generator, IR_ult, generator->zero, total)
                                 : with_number(generator, IR_ine, total, 0);
    return draw(generator, 2) ? combined(generator, IR_iand, speaker, is_some) : combined(generator, IR_iand, is_some, speaker);
}

/* In most waves some of the lanes. */
static IrInstr *draw_lanes(Generator *generator)
{
    IrInstr *low = with_number(generator, IR_iand, generator->thread, 7);
    return with_number(generator, draw(generator, 2) ? IR_ult : IR_ine, low, 1 + draw(generator, 6));
}

static void add_by_speaker(Generator *generator, const Totals *totals, IrInstr *alike)
{
    IrInstr *total = draw_total(generator, totals);
    bool is_apart = draw(generator, SELDOM) == 0;
    Saved outer;
    if (is_apart) /* others than those that were put together */
        outer = open_branch(generator, draw_lanes(generator));
    if (draw(generator, SELDOM) == 0)
        keep(generator, with_number(generator, IR_iadd, total, 1), LEVEL_WAVE);
    Saved saved = open_branch(generator, draw_speaker(generator, total));
    add_to(generator, totals, draw_cell(generator, alike), total);
    close_branch(generator, &saved);
    if (is_apart)
        close_branch(generator, &outer);
}

static void add_some(Generator *generator, const Totals *totals, IrInstr *alike)
{
    IrLevel level;
    if (draw(generator, 3) == 0)
        add_by_speaker(generator, totals, alike);
    else
        add_to(generator, totals, draw_cell(generator, alike), draw_value(generator, IR_I32, &level));
}

/* ---- a turn for each key ---- */

typedef enum Leaving { BY_BREAK, BY_FLAG, BY_LAST_FLAG } Leaving;

typedef struct Turns {
    const Totals *totals, *others; /* others: NULL, or of a second operation */
    IrInstr *key;
    Leaving leaving;
    bool means_done; /* the flag: true where a lane is to leave */
    bool ends;       /* in its first turn, by the flag, for all lanes */
    bool counts;     /* turns */
} Turns;

static IrInstr *flag(Generator *generator, bool is_set)
{
    return ir_const_bits(&generator->builder, IR_I1, is_set);
}

static void leave_by(Generator *generator, const OpenLoop *loop, const Turns *turns, IrInstr *asked)
{
    IrInstr *stays = turns->means_done ? IR_BUILD(&generator->builder, IR_inot, asked) : asked;
    leave_unless(generator, loop, stays, NULL);
}

static void fill_branch(Generator *generator, const Turns *turns, IrInstr *first, const OpenLoop *loop)
{
    IrInstr *alike = draw(generator, 2) ? first : turns->key;
    add_some(generator, turns->totals, alike);
    if (turns->others != NULL)
        add_some(generator, turns->others, alike);
    if (turns->counts)
        add_to(generator, turns->totals, draw_cell(generator, alike), loop->loop->parameters[0]);
}

/* What it gives: whether a lane leaves; NULL where lanes leave in it. */
static IrInstr *build_branch(Generator *generator, const Turns *turns, const OpenLoop *loop)
{
    IrInstr *first = IR_BUILD(&generator->builder, IR_wave_read_first, turns->key);
    bool is_swapped = draw(generator, 2);
    IrInstr *done = flag(generator, turns->means_done), *goes_on = flag(generator, turns->means_done == turns->ends);
    IrInstr *branch = ir_if(&generator->builder, combined(generator, IR_ieq, is_swapped ? first : turns->key,
                                                          is_swapped ? turns->key : first));
    bool has_flag = turns->leaving != BY_BREAK;
    if (has_flag)
        ir_add_result(generator->kernel, branch, ir_scalar(IR_I1));
    Saved saved = enter_region(generator, branch->regions[0]);
    fill_branch(generator, turns, first, loop);
    ir_jump(&generator->builder, has_flag ? IR_yield : IR_break, has_flag ? NULL : loop->loop, &done, has_flag);
    leave_region(generator, &saved);
    IrBuilder other = ir_builder_at_end(generator->kernel, branch->regions[1]);
    ir_jump(&other, IR_yield, NULL, &goes_on, has_flag);
    return has_flag ? branch->results[0] : NULL;
}

static void build_turns(Generator *generator, const Turns *turns)
{
    bool is_asked_later = turns->leaving == BY_LAST_FLAG;
    IrInstr *firsts[2] = {generator->zero}, *nexts[2];
    int count = turns->counts;
    firsts[count] = flag(generator, !turns->means_done);
    OpenLoop loop = open_loop(generator, firsts, count + is_asked_later);
    if (turns->counts)
        nexts[0] = with_number(generator, IR_iadd, loop.loop->parameters[0], 1);
    if (is_asked_later)
        leave_by(generator, &loop, turns, loop.loop->parameters[count]);
    nexts[count] = build_branch(generator, turns, &loop);
    if (turns->leaving == BY_FLAG)
        leave_by(generator, &loop, turns, nexts[count]);
    close_loop(generator, &loop, nexts, count + is_asked_later);
}

/* Seldom the same in all lanes. */
static IrInstr *draw_key(Generator *generator)
{
    IrLevel level;
    IrInstr *key = draw_value(generator, IR_I32, &level);
    if (draw(generator, 4))
        key = combined(generator, IR_iadd, key, with_number(generator, IR_ushr, generator->thread, draw(generator, 4)));
    return with_number(generator, IR_iand, key, MOST_KEY);
}

static void draw_turns(Generator *generator, const Totals *totals, const Totals *others)
{
    Turns turns = {.totals = totals,
                   .others = draw(generator, 3) == 0 ? others : NULL,
                   .key = draw_key(generator),
                   .leaving = (Leaving)draw(generator, 3),
                   .means_done = draw(generator, 2),
                   .ends = draw(generator, SELDOM) == 0,
                   .counts = draw(generator, SELDOM) == 0};
    build_turns(generator, &turns);
}

/* ---- statements ---- */

static void draw_some(Generator *generator, const Totals *totals, const Totals *others)
{
    IrLevel level;
    bool is_inside = draw(generator, 3) == 0;
    Saved saved;
    if (is_inside)
        saved = open_branch(generator, draw_value(generator, IR_I1, &level));
    if (draw(generator, 2))
        draw_turns(generator, totals, others);
    else
        add_by_speaker(generator, totals, NULL);
    if (is_inside)
        close_branch(generator, &saved);
}

static IrInstr *load_cell(Generator *generator, const Totals *totals)
{
    IrInstr *place = with_number(generator, IR_iand, generator->thread, CELLS - 1);
    return ir_load_var(&generator->builder, totals->cells, 0, 1, place);
}

/* With another value, so that this one is not there in vain; several times, so that it is probably stored. */
static void keep_cells(Generator *generator, const Totals *totals, const Totals *others)
{
    IrLevel level;
    ir_build(&generator->builder, IR_barrier, NULL, 0);
    IrInstr *scaled = with_number(generator, IR_imul, load_cell(generator, others), 31);
    IrInstr *both = combined(generator, IR_iadd, load_cell(generator, totals), scaled);
    IrInstr *sum = combined(generator, IR_iadd, both, draw_value(generator, IR_I32, &level));
    for (int i = 0; i < 4; i++)
        keep(generator, sum, LEVEL_VARYING);
}

void draw_totals(Generator *generator)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x7d3a91c5;
    bool may_look = !generator->is_independent && !generator->sees_no_lanes && generator->has_barriers;
    if (may_look && draw(generator, 3) == 0) {
        Totals totals = draw_cells(generator, "totals"), others = draw_cells(generator, "other_totals");
        for (int count = 1 + draw(generator, 3); count > 0; count--)
            draw_some(generator, &totals, &others);
        keep_cells(generator, &totals, &others);
    }
    generator->state = kept;
}
