/* What passes make of lanes that have their turn, or that speak for others:
 *
 *     for (k = 0; k < 19; k++) { sum += WaveReadLaneAt(value, k); if (lane == k) own = WaveActiveSum(...); }
 *     m = WaveMatch(value & 7).x; if ((m & lanes below) == 0) InterlockedAdd(counts[value & 7], countbits(m));
 *     for (k = 1; k < 16; k *= 2) sum += WaveReadLaneAt(sum, lane ^ k);      ... if (lane >= k) sum += WaveReadLaneAt(sum, lane - k);
 *
 * and, behind all else, lanes that are counted store (draw_pack).
 *
 * What is drawn for them is drawn apart from all else, as elements are. */
#include "generate_priv.h"

enum { MOST_TURNS = 40, KEYS = 8, COUNTS = 16 };

static IrInstr *lane_index(Generator *generator) { return ir_build(&generator->builder, IR_lane_index, NULL, 0); }

static IrInstr *read_lane(Generator *generator, IrInstr *value, IrInstr *lane)
{
    return IR_BUILD(&generator->builder, IR_wave_read_lane, value, lane);
}

static IrInstr *wave_sum(Generator *generator, IrInstr *value)
{
    IrInstr *sum = IR_BUILD(&generator->builder, IR_wave_reduce, value);
    sum->combine = IR_iadd;
    return sum;
}

static void draw_turns(Generator *generator)
{
    IrLevel level;
    IrInstr *value = draw_value(generator, IR_I32, &level), *other = draw_value(generator, IR_I32, &level),
            *factor = draw_value(generator, draw(generator, 2) ? IR_F32 : IR_I32, &level);
    IrInstr *firsts[] = {number(generator, draw(generator, 3)), draw_value(generator, IR_I32, &level),
                         draw_value(generator, IR_I32, &level), draw_value(generator, factor->type.scalar, &level)};
    OpenLoop loop = open_loop(generator, firsts, COUNT_OF(firsts));
    IrInstr **now = loop.loop->parameters, *turn = now[0];
    IrInstr *end = number(generator, 1 + draw(generator, MOST_TURNS));
    leave_unless(generator, &loop, combined(generator, IR_slt, turn, end), now[1 + draw(generator, 3)]);
    IrInstr *taken = combined(generator, draw(generator, 2) ? IR_iadd : IR_ixor, now[2], read_lane(generator, value, turn));
    IrInstr *found = wave_sum(generator, combined(generator, IR_imul, other, turn));
    IrInstr *is_own = combined(generator, IR_ieq, lane_index(generator), turn);
    IrInstr *nexts[] = {with_number(generator, IR_iadd, turn, 1),
                        IR_BUILD(&generator->builder, IR_select, is_own, found, now[1]), taken,
                        read_lane(generator, factor, draw(generator, 2) ? turn : end)};
    close_loop(generator, &loop, nexts, COUNT_OF(nexts));
    keep(generator, loop.loop->results[0], LEVEL_VARYING);
}

static IrInstr *build_is_first(Generator *generator, IrInstr *mask)
{
    IrInstr *bit = combined(generator, IR_ishl, number(generator, 1), lane_index(generator));
    IrInstr *lower = combined(generator, IR_iand, mask, with_number(generator, IR_iadd, bit, -1));
    if (draw(generator, 3) == 0)
        return combined(generator, IR_ieq, IR_BUILD(&generator->builder, IR_ufirstlow, mask), lane_index(generator));
    return with_number(generator, IR_ieq, draw(generator, 2) ? lower : IR_BUILD(&generator->builder, IR_popcount, lower), 0);
}

void add_to_cell(Generator *generator, IrVariable *cells, IrOp combine, IrInstr *cell, IrInstr *number)
{
    IrInstr *operands[] = {cell, number};
    IrInstr *add = ir_new(generator->kernel, IR_atomic_var, ir_scalar(IR_I32), operands, COUNT_OF(operands));
    add->variable = cells;
    add->combine = combine;
    ir_insert(&generator->builder, add);
}

/* Seldom a cell that does not follow from what is equal. */
static void draw_counts(Generator *generator)
{
    IrLevel level;
    IrVariable *counts = ir_variable_new(generator->kernel, "counts", IR_GROUPSHARED, ir_scalar(IR_I32), COUNTS, SOURCE_NOWHERE);
    IrInstr *key = with_number(generator, IR_iand, draw_value(generator, IR_I32, &level), KEYS - 1);
    IrInstr *match = ir_build_typed(&generator->builder, IR_wave_match, (IrType){IR_I32, 4}, &key, 1);
    IrInstr *mask = ir_extract(&generator->builder, match, 0);
    IrInstr *cell = draw(generator, 4) ? with_number(generator, IR_iadd, key, draw(generator, 12))
                                       : with_number(generator, IR_iand, draw_value(generator, IR_I32, &level), COUNTS - 1);
    Saved saved = open_branch(generator, build_is_first(generator, mask));
    add_to_cell(generator, counts, IR_iadd, cell, IR_BUILD(&generator->builder, IR_popcount, mask));
    close_branch(generator, &saved);
    ir_build(&generator->builder, IR_barrier, NULL, 0);
    IrInstr *place = with_number(generator, IR_iand, generator->thread, COUNTS - 1);
    keep(generator, ir_load_var(&generator->builder, counts, 0, 1, place), LEVEL_VARYING);
}

/* Sums of all lanes of the wave, or of those up to each lane; seldom with a step too few, of other lanes. */
static void draw_tree(Generator *generator)
{
    static const IrOp OPERATIONS[] = {IR_iadd, IR_iadd, IR_ior, IR_imax};
    IrLevel level;
    IrOp op = OPERATIONS[draw(generator, COUNT_OF(OPERATIONS))];
    IrInstr *sum = draw_value(generator, IR_I32, &level), *lane = lane_index(generator);
    bool is_scan = draw(generator, 2);
    int first = draw(generator, 6) ? 1 : 2;
    for (int by = first; by < generator->kernel->wave_size; by *= 2) {
        IrInstr *from = with_number(generator, is_scan ? IR_isub : IR_ixor, lane, by);
        IrInstr *both = combined(generator, op, read_lane(generator, sum, from), sum);
        IrInstr *has_lower = combined(generator, IR_ule, number(generator, by), lane);
        sum = is_scan ? IR_BUILD(&generator->builder, IR_select, has_lower, both, sum) : both;
    }
    keep(generator, sum, LEVEL_VARYING);
}

void draw_lanes_turns(Generator *generator)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x2c1b3c6d;
    bool may_look = !generator->is_independent && !generator->sees_no_lanes;
    if (may_look && draw(generator, 3) == 0)
        draw_turns(generator);
    if (may_look && generator->has_barriers && draw(generator, 4) == 0)
        draw_counts(generator);
    if (may_look && draw(generator, 3) == 0)
        draw_tree(generator);
    if (may_look)
        draw_pack(generator);
    generator->state = kept;
}
