/* Where threads look: indices that step, lie in rows, are shuffled, wrapped, clamped or anything, as passes and ways of
 * touching memory know them. */
#include "generate_priv.h"

static IrInstr *draw_base(Generator *generator, IrLevel *level)
{
    IrInstr *bases[] = {generator->thread, generator->thread, generator->global,
                        generator->place[0], generator->place[1]};
    *level = LEVEL_VARYING;
    return bases[draw(generator, COUNT_OF(bases))];
}

static IrInstr *draw_uniform_offset(Generator *generator)
{
    IrLevel level;
    IrInstr *uniform = draw_value_below(generator, IR_I32, LEVEL_WAVE, &level);
    return draw(generator, 8) ? combined(generator, IR_iand, uniform, number(generator, 15))
                              : uniform;
}

static IrInstr *draw_bit_change(Generator *generator, IrInstr *base)
{
    static const IrOp OPS[] = {IR_ior, IR_ixor, IR_ixor};
    if (draw(generator, 2))
        return combined(generator, IR_iand, base,
                        number(generator, (1 << draw(generator, 6)) - 1));
    return combined(generator, OPS[draw(generator, COUNT_OF(OPS))], base,
                    draw_uniform_offset(generator));
}

/* Near one, perhaps outside, or anything. */
static IrInstr *shifted(Generator *generator, IrInstr *value)
{
    return combined(generator, IR_iadd, value,
                    draw(generator, 3) ? number(generator, draw(generator, 12) - 3)
                                       : draw_uniform_offset(generator));
}

static IrInstr *perhaps_clamped(Generator *generator, IrInstr *value, int bound)
{
    bool has_sign = draw(generator, 4) > 0;
    if (draw(generator, 2))
        value = combined(generator, has_sign ? IR_imax : IR_umax, value,
                         number(generator, draw(generator, 3)));
    if (draw(generator, 2))
        value = combined(generator, has_sign ? IR_imin : IR_umin, value,
                         number(generator, bound - 1));
    return value;
}

void draw_tile(Generator *generator, int width, int height, IrInstr *place[2])
{
    IrInstr *from = draw(generator, 3) ? generator->thread : generator->global;
    IrInstr *across = number(generator, 6 + draw(generator, 20));
    IrInstr *column = combined(generator, IR_urem, from, across),
            *row = combined(generator, IR_udiv, from, across);
    place[0] = perhaps_clamped(generator, shifted(generator, column), width);
    place[1] = perhaps_clamped(generator, shifted(generator, row), height);
}

static IrInstr *draw_place_in_tile(Generator *generator, int bound)
{
    IrInstr *place[2];
    draw_tile(generator, bound, 8, place);
    IrInstr *start =
        combined(generator, IR_imul, place[1], number(generator, 1 + draw(generator, 20)));
    return perhaps_clamped(generator, combined(generator, IR_iadd, start, place[0]), bound);
}

/* ---- lanes at known distances ---- */

IrInstr *blocks_of(Generator *generator, IrInstr *value, int length, int apart)
{
    IrInstr *block = with_number(generator, IR_imul, with_number(generator, IR_udiv, value, length), apart);
    return combined(generator, IR_iadd, block, with_number(generator, IR_urem, value, length));
}

IrInstr *transposed_bits(Generator *generator, IrInstr *value, int low, int high)
{
    int length = 1 << (low + high);
    IrInstr *in_block = with_number(generator, IR_iand, value, length - 1);
    IrInstr *down = with_number(generator, IR_ushr, in_block, low),
            *up = with_number(generator, IR_ishl, with_number(generator, IR_iand, in_block, (1 << low) - 1), high);
    IrOp op = draw(generator, 3) ? IR_iadd : IR_ior;
    return combined(generator, op, combined(generator, op, up, down),
                    with_number(generator, IR_iand, value, -length));
}

IrInstr *butterfly(Generator *generator, IrInstr *thread, IrInstr *stride)
{
    IrInstr *twice = with_number(generator, IR_imul, stride, 2);
    if (draw(generator, 2))
        return combined(generator, IR_iadd,
                        combined(generator, IR_imul, twice,
                                 combined(generator, IR_udiv, thread, stride)),
                        combined(generator, IR_urem, thread, stride));
    IrInstr *low = combined(generator, IR_iand, thread, with_number(generator, IR_iadd, stride, -1));
    return combined(generator, IR_isub, with_number(generator, IR_ishl, thread, 1), low);
}

static IrInstr *draw_blocks(Generator *generator, int bound, IrLevel *level)
{
    (void)bound;
    int length = 1 << draw(generator, 5);
    return blocks_of(generator, draw_base(generator, level), length,
                     length * (1 + draw(generator, 4)));
}

static IrInstr *draw_transposed(Generator *generator, int bound, IrLevel *level)
{
    (void)bound;
    return transposed_bits(generator, draw_base(generator, level), 1 + draw(generator, 2),
                           1 + draw(generator, 3));
}

static IrInstr *draw_butterfly(Generator *generator, int bound, IrLevel *level)
{
    (void)bound;
    IrLevel of_stride = LEVEL_CONSTANT;
    IrInstr *stride = number(generator, 1 << draw(generator, 6));
    if (draw(generator, 3) == 0)
        stride = combined(generator, IR_ishl, number(generator, 1),
                          with_number(generator, IR_iand,
                               draw_value_below(generator, IR_I32, LEVEL_WAVE, &of_stride), 7));
    IrInstr *place = butterfly(generator, draw_base(generator, level), stride);
    return draw(generator, 2) ? combined(generator, IR_iadd, place, stride) : place;
}

/* What was shuffled, moved, shifted and masked some more. */
static IrInstr *draw_shuffled_again(Generator *generator, int bound, IrLevel *level)
{
    IrInstr *place = draw_blocks(generator, bound, level);
    for (int turns = 1 + draw(generator, 3); turns > 0; turns--)
        switch (draw(generator, 9)) {
        case 0: place = with_number(generator, IR_iadd, place, draw(generator, 40) - 8); break;
        case 1: place = with_number(generator, IR_ushr, place, draw(generator, 4)); break;
        case 2: place = with_number(generator, IR_iand, place, (1 << draw(generator, 8)) - 1); break;
        case 3: place = with_number(generator, IR_ixor, place, draw(generator, 64)); break;
        case 4: place = with_number(generator, IR_ior, place, draw(generator, 20)); break;
        case 5: place = with_number(generator, IR_imul, place, 1 + draw(generator, 4)); break;
        case 6: place = perhaps_clamped(generator, place, bound); break;
        case 7:
            place = combined(generator, IR_iadd, place,
                             with_number(generator, IR_ishl, draw_uniform_offset(generator),
                                         draw(generator, 6)));
            break;
        default:
            place = combined(generator, IR_iadd, place,
                             with_number(generator, IR_iand, draw_base(generator, level),
                                  (1 << draw(generator, 4)) - 1));
        }
    return place;
}

/* ---- rows and columns of the group ---- */

/* A neighbour's place, or what is halved or doubled in both. */
void draw_place_near(Generator *generator, IrInstr *place[2])
{
    bool in_group = draw(generator, 4) > 0 && !generator->knows_no_group;
    int scale = draw(generator, 4), by = 1 + (draw(generator, 4) == 0);
    for (int axis = 0; axis < 2; axis++) {
        IrInstr *own = in_group ? place_in_group(generator, axis)
                                : generator->place[axis];
        place[axis] = scale == 0   ? with_number(generator, IR_ushr, own, by)
                      : scale == 1 ? with_number(generator, IR_imul, own, 1 + by)
                                   : own;
        if (scale > 1 || draw(generator, 2))
            place[axis] = with_number(generator, IR_iadd, place[axis], draw(generator, 5) - 2);
    }
}

/* In a tile that may be a little wider than the group. */
static IrInstr *draw_neighbour(Generator *generator, int bound, IrLevel *level)
{
    (void)bound;
    int width = (int)generator->sides[0] + draw(generator, draw(generator, 3) ? 4 : 100);
    IrInstr *place[2];
    draw_place_near(generator, place);
    *level = LEVEL_VARYING;
    return combined(generator, IR_iadd, with_number(generator, IR_imul, place[1], width), place[0]);
}

/* ---- wrapped and clamped ---- */

static IrInstr *draw_wrapped(Generator *generator, int bound, IrLevel *level)
{
    int size = bound > 1 ? 2 + draw(generator, bound - 1) : 1, shift = draw(generator, 9) - 4;
    IrInstr *moved = shift < 0 && draw(generator, 2)
                         ? with_number(generator, IR_isub,
                                with_number(generator, IR_iadd, draw_base(generator, level), size), -shift)
                         : with_number(generator, IR_iadd, draw_base(generator, level), shift);
    if (draw(generator, 2))
        return with_number(generator, IR_urem, moved, size);
    while ((size & (size - 1)) != 0)
        size &= size - 1;
    return with_number(generator, IR_iand, moved, size - 1);
}

static IrInstr *draw_clamped(Generator *generator, int bound, IrLevel *level)
{
    return perhaps_clamped(generator, shifted(generator, draw_base(generator, level)), bound);
}

/* ---- what steps ---- */

static IrInstr *draw_strided(Generator *generator, int bound, IrLevel *level)
{
    static const int STRIDES[] = {1, 2, 3, 4, 5, 7, 8, 16, 33, -1, -2};
    (void)bound;
    IrInstr *base = draw_base(generator, level);
    IrInstr *scaled = draw(generator, 4)
                          ? with_number(generator, IR_imul, base,
                                 STRIDES[draw(generator, COUNT_OF(STRIDES))])
                          : combined(generator, IR_imul, base, draw_uniform_offset(generator));
    return draw(generator, 2) ? scaled : shifted(generator, scaled);
}

static IrInstr *draw_stepping(Generator *generator, int bound, IrLevel *level)
{
    (void)bound;
    IrInstr *base = draw_base(generator, level);
    return draw(generator, 2) ? base : with_number(generator, IR_iadd, base, draw(generator, 9) - 4);
}

static IrInstr *draw_moved(Generator *generator, int bound, IrLevel *level)
{
    (void)bound;
    return combined(generator, IR_iadd, draw_base(generator, level),
                    draw_uniform_offset(generator));
}

static IrInstr *draw_reversed(Generator *generator, int bound, IrLevel *level)
{
    return combined(generator, IR_isub, number(generator, draw(generator, bound) + 1),
                    draw_base(generator, level));
}

/* As words of packed bits are found, of one or several each; some of these a few words further. */
static IrInstr *draw_divided(Generator *generator, int bound, IrLevel *level)
{
    static const IrOp OPS[] = {IR_ushr, IR_ushr, IR_sshr, IR_udiv};
    (void)bound;
    IrOp op = OPS[draw(generator, COUNT_OF(OPS))];
    IrInstr *base = draw_base(generator, level), *from = draw(generator, 2) ? base : shifted(generator, base);
    if (draw(generator, 3) == 0)
        from = draw(generator, 2) ? with_number(generator, IR_imul, from, 2 + draw(generator, 12))
                                  : combined(generator, IR_imul, from, draw_uniform_offset(generator));
    int by = 2 + draw(generator, 5);
    IrInstr *word = with_number(generator, op, from, op == IR_udiv && draw(generator, 2) ? 1 << by : by);
    return draw(generator, 3) ? word : shifted(generator, word);
}

static IrInstr *draw_changed(Generator *generator, int bound, IrLevel *level)
{
    (void)bound;
    return draw_bit_change(generator, draw_base(generator, level));
}

/* ---- anything ---- */

static IrInstr *draw_constant(Generator *generator, int bound, IrLevel *level)
{
    *level = LEVEL_CONSTANT;
    return number(generator, draw(generator, bound + 2) - 1);
}

static IrInstr *draw_anything(Generator *generator, int bound, IrLevel *level)
{
    IrInstr *value = draw_value(generator, IR_I32, level);
    return draw(generator, 2) ? value : with_number(generator, IR_urem, value, bound);
}

/* Outside where a condition does not hold. */
static IrInstr *draw_guarded(Generator *generator, int bound, IrLevel *level)
{
    IrLevel of_condition;
    IrInstr *condition = draw_value(generator, IR_I1, &of_condition);
    return IR_BUILD(&generator->builder, IR_select, condition,
                    draw_neighbour(generator, bound, level), number(generator, INT32_MAX));
}

static IrInstr *draw_in_tile(Generator *generator, int bound, IrLevel *level)
{
    *level = LEVEL_VARYING;
    return draw_place_in_tile(generator, bound);
}

/* Every second kernel has an index that it likes. */
IrInstr *draw_index(Generator *generator, int bound, IrLevel *level)
{
    static IrInstr *(*const INDICES[])(Generator *, int, IrLevel *) = {
        draw_stepping,   draw_stepping,  draw_stepping,  draw_moved,     draw_strided,
        draw_strided,    draw_reversed,  draw_divided,   draw_divided,   draw_changed,
        draw_constant,   draw_anything,  draw_anything,  draw_in_tile,   draw_in_tile,
        draw_blocks,     draw_blocks,    draw_blocks,    draw_blocks,    draw_transposed,
        draw_transposed, draw_butterfly, draw_butterfly, draw_neighbour, draw_neighbour,
        draw_neighbour,  draw_wrapped,   draw_clamped,   draw_clamped,   draw_shuffled_again,
        draw_shuffled_again, draw_guarded,
    };
    bool as_liked = generator->liked < 64 && draw(generator, 2);
    int index = as_liked ? generator->liked : draw(generator, COUNT_OF(INDICES));
    return INDICES[index % COUNT_OF(INDICES)](generator, bound, level);
}
