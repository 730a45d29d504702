/* Loads at places that differ by what all lanes share, as of a filter's weights:
 *
 *     for (c = 0; c < channels; c++)
 *         sum += in[8 * c + k] + in[8 * c + k + u] + in[k - v]
 *
 * so that the same is asked of all of them. What is drawn for them is drawn apart from all else, as elements are. */
#include "generate_priv.h"

enum { LEAST_LOADS = 3, MOST_LOADS = 7, MOST_TURNS = 3 };

/* Not always inside, nor always in the 32 bits that there are. */
static IrInstr *moved(Generator *generator, IrInstr *place)
{
    IrLevel level;
    IrInstr *by = number(generator, draw(generator, 80) - 10);
    if (draw(generator, 2))
        by = draw_value_below(generator, IR_I32, LEVEL_GROUP, &level);
    if (draw(generator, 4) > 0)
        by = with_number(generator, IR_iand, by, 63);
    return draw(generator, 4) ? combined(generator, IR_iadd, place, by) : combined(generator, IR_isub, place, by);
}

/* (t + a & 1) + b * (t >> c & 3): of a few, which most vectors have near each other. */
static IrInstr *draw_near(Generator *generator)
{
    IrInstr *thread = draw(generator, 2) ? generator->thread : generator->global;
    IrInstr *low = with_number(generator, IR_iand, with_number(generator, IR_iadd, thread, draw(generator, 8)),
                               (2 << draw(generator, 3)) - 1);
    IrInstr *high = with_number(generator, IR_iand, with_number(generator, IR_ushr, thread, draw(generator, 7)), 3);
    return combined(generator, IR_iadd, low, with_number(generator, IR_imul, high, draw(generator, 12)));
}

static IrInstr *sum_of_loads(Generator *generator, const Bound *bound, IrInstr *sum, IrInstr *place)
{
    IrOp op = op_scalar_is_float(bound->row->scalar) ? IR_fadd : IR_iadd;
    for (int loads = LEAST_LOADS + draw(generator, MOST_LOADS - LEAST_LOADS); loads > 0; loads--)
        sum = combined(generator, op, sum, load_element(generator, bound, moved(generator, place)));
    return sum;
}

static void draw_loads(Generator *generator)
{
    IrLevel level;
    const Bound *bound = draw_plain(generator);
    if (bound == NULL)
        return;
    IrInstr *place = draw(generator, 2) ? draw_near(generator) : draw_index(generator, (int)bound->row->width, &level);
    IrInstr *turns = with_number(generator, IR_iand, draw_value(generator, IR_I32, &level), MOST_TURNS);
    IrInstr *firsts[] = {generator->zero, draw_value(generator, bound->row->scalar, &level)};
    IrInstr *apart = number(generator, draw(generator, 20));
    OpenLoop loop = open_loop(generator, firsts, COUNT_OF(firsts));
    IrInstr *turn = loop.loop->parameters[0], *sum = loop.loop->parameters[1];
    leave_unless(generator, &loop, combined(generator, IR_ult, turn, turns), sum);
    IrInstr *start = combined(generator, IR_imul, turn, apart);
    sum = sum_of_loads(generator, bound, sum, combined(generator, IR_iadd, place, start));
    IrInstr *nexts[3] = {with_number(generator, IR_iadd, turn, 1), sum};
    close_loop(generator, &loop, nexts, go_on_elsewhere(generator, &loop, nexts, 2, LEVEL_VARYING));
    keep(generator, loop.loop->results[0], LEVEL_VARYING);
}

void draw_loads_alike(Generator *generator)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x51ed270b;
    for (int count = draw(generator, 3); count > 0; count--)
        draw_loads(generator);
    generator->state = kept;
}
