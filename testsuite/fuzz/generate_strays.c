/* Indices that go astray: far outside, negative, wrapped, out of conversions of NaN and of what is too large. Of every
 * fourth seed. Loads may look anywhere; stores go to the thread's own cell or, for some lanes, surely outside, and all
 * cells of a resource may be shifted, so that waves begin before its start. */
#include "generate_priv.h"

/* Added to what is less than 2^20 they give no index of any resource, and small ones where an index is multiplied by
 * an element's bytes in 32 bits. */
static const int32_t FAR[] = {INT32_MIN, INT32_MAX - 0xFFFFF, 1 << 30, -(1 << 30), 3 << 28,
                              1 << 29,   1 << 28,             1 << 27, -(1 << 28), -(1 << 24)};

static IrInstr *far_number(Generator *generator)
{
    return number(generator, FAR[draw(generator, COUNT_OF(FAR))]);
}

static IrInstr *for_some_lanes(Generator *generator, IrInstr *value, IrInstr *other)
{
    IrLevel level;
    return IR_BUILD(&generator->builder, IR_select,
                    draw_value_below(generator, IR_I1, LEVEL_VARYING, &level), other, value);
}

/* NaN, infinity, or what is larger than any integer. */
static IrInstr *converted(Generator *generator, IrInstr *index)
{
    static const double FACTORS[] = {1e30, -1e30, 4194304, -16777216, 1e38};
    IrBuilder *builder = &generator->builder;
    IrInstr *value = IR_BUILD_TYPED(builder, IR_stof, IR_F32, index);
    double factor = FACTORS[draw(generator, COUNT_OF(FACTORS))];
    value = combined(generator, IR_fmul, value,
                     ir_const_bits(builder, IR_F32, op_double_to_bits(IR_F32, factor)));
    if (draw(generator, 3) == 0)
        value = combined(generator, IR_fsub, value, combined(generator, IR_fmul, value, value));
    return IR_BUILD_TYPED(builder, draw(generator, 2) ? IR_ftos : IR_ftou, IR_I32, value);
}

static IrInstr *anywhere(Generator *generator, IrInstr *index)
{
    IrBuilder *builder = &generator->builder;
    switch (draw(generator, 8)) {
    case 0: return combined(generator, IR_iadd, index, far_number(generator));
    case 1: return combined(generator, IR_isub, index, number(generator, draw(generator, 140)));
    case 2: return IR_BUILD(builder, IR_inot, index);
    case 3:
        return combined(generator, IR_imul, index,
                        number(generator, (int32_t)(0x01010101u << draw(generator, 8))));
    case 4: return converted(generator, index);
    case 5: return far_number(generator);
    case 6: return combined(generator, IR_ishl, index, number(generator, 20 + draw(generator, 12)));
    default: return combined(generator, IR_ior, index, far_number(generator));
    }
}

IrInstr *stray(Generator *generator, IrInstr *index)
{
    if (!generator->strays || draw(generator, 3))
        return index;
    IrInstr *other = anywhere(generator, index);
    return draw(generator, 3) ? other : for_some_lanes(generator, index, other);
}

IrInstr *stray_outside(Generator *generator, IrInstr *index)
{
    if (!generator->strays || draw(generator, 3))
        return index;
    IrInstr *outside = draw(generator, 2)
                           ? combined(generator, IR_iadd, index, far_number(generator))
                           : number(generator, FAR[draw(generator, COUNT_OF(FAR))] | 1 << 26);
    return for_some_lanes(generator, index, outside);
}

/* A word of the cbuffer, which is small, or a constant. */
static IrInstr *draw_shift(Generator *generator)
{
    if (draw(generator, 2))
        return number(generator, draw(generator, 40));
    return load_constant(generator, draw(generator, 24));
}

void add_shifts(Generator *generator)
{
    for (int i = 1; i < generator->bound_count && generator->strays; i++)
        if (generator->bound[i].role == ROLE_OWN && draw(generator, 2))
            generator->bound[i].shift = draw_shift(generator);
}
