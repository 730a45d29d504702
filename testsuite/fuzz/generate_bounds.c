/* Conditions of which the first is a bound of the threads and the second asks what is loaded within it:
 *
 *     if (i < bound && data[i] < number) result = f(data[j]); else result = other;
 *
 * with what is nearly so: a first condition of data as well, a second one that only computes, or is asked for again. Drawn
 * apart from all else. */
#include "generate_priv.h"

enum { MOST_CONDITIONS = 3, SELDOM = 5 };

static IrInstr *draw_bound(Generator *generator)
{
    IrLevel level;
    if (draw(generator, SELDOM) == 0)
        return draw_value(generator, IR_I1, &level);
    IrInstr *place = draw(generator, 2) ? generator->thread : generator->global;
    return with_number(generator, draw(generator, 4) ? IR_ult : IR_ine, place, 1 + draw(generator, 70));
}

/* Of what is loaded near the thread, or seldom of nothing loaded. */
static IrInstr *draw_asked(Generator *generator, const Bound *bound)
{
    IrLevel level;
    IrScalar type = bound->row->scalar;
    bool computes = draw(generator, SELDOM) == 0;
    IrInstr *place = with_number(generator, IR_iadd, generator->thread, draw(generator, 4));
    IrInstr *left = computes ? draw_value(generator, type, &level) : load_element(generator, bound, place);
    return combined(generator, op_scalar_is_float(type) ? IR_flt : IR_slt, left, draw_value(generator, type, &level));
}

static void draw_condition(Generator *generator)
{
    IrLevel level;
    const Bound *bound = draw_plain(generator);
    if (bound == NULL)
        return;
    IrScalar type = bound->row->scalar;
    IrInstr *other = draw_value(generator, type, &level), *both, *result;
    Saved first = open_choice(generator, draw_bound(generator), ir_const_bits(&generator->builder, IR_I1, 0), &both);
    close_choice(generator, &first, draw_asked(generator, bound));
    if (draw(generator, SELDOM) == 0)
        keep(generator, both, LEVEL_VARYING);
    Saved second = open_choice(generator, both, other, &result);
    IrInstr *element = load_element(generator, bound, draw_index(generator, 64, &level));
    close_choice(generator, &second, combined(generator, op_scalar_is_float(type) ? IR_fadd : IR_ixor, element, other));
    keep(generator, result, LEVEL_VARYING);
}

void draw_conditions(Generator *generator)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x51e80b3d;
    for (int count = draw(generator, 2) * draw(generator, MOST_CONDITIONS + 1); count > 0; count--)
        draw_condition(generator);
    generator->state = kept;
}
