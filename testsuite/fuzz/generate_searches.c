/* Loops that all lanes begin alike, until what they look for parts them:
 *
 *     while (high - low > 1) { m = (low + high) / 2; if (a[m] <= own) low = m; else high = m; }
 *
 * What is drawn for them is drawn apart from all else, as elements are. */
#include "generate_priv.h"

enum { TRIES = 8 };

const Bound *draw_bound_of_words(Generator *generator)
{
    for (int i = 0; i < TRIES; i++) {
        const Bound *bound = draw_plain(generator);
        if (bound != NULL && bound->row->scalar == IR_I32)
            return bound;
    }
    return NULL;
}

/* With the turns, or what lanes look for in them, added up on the way. */
static void draw_search(Generator *generator)
{
    static const IrOp ORDERS[] = {IR_ule, IR_ult, IR_sle, IR_slt};
    IrLevel level;
    const Bound *bound = draw_bound_of_words(generator);
    if (bound == NULL)
        return;
    IrInstr *own = draw(generator, 3) ? generator->global : draw_value(generator, IR_I32, &level);
    IrInstr *firsts[] = {generator->zero, number(generator, 1 << draw(generator, 8)), generator->zero};
    OpenLoop loop = open_loop(generator, firsts, COUNT_OF(firsts));
    IrInstr *low = loop.loop->parameters[0], *high = loop.loop->parameters[1], *sum = loop.loop->parameters[2];
    IrInstr *results[] = {low, sum};
    IrInstr *apart = combined(generator, IR_isub, high, low);
    leave_unless(generator, &loop, combined(generator, IR_ult, number(generator, 1), apart), results[draw(generator, 2)]);
    IrInstr *middle = with_number(generator, IR_ushr, combined(generator, IR_iadd, low, high), 1);
    IrInstr *is_low = combined(generator, ORDERS[draw(generator, COUNT_OF(ORDERS))], load_element(generator, bound, middle), own);
    IrInstr *nexts[] = {IR_BUILD(&generator->builder, IR_select, is_low, middle, low),
                        IR_BUILD(&generator->builder, IR_select, is_low, high, middle),
                        combined(generator, IR_iadd, sum, draw(generator, 2) ? own : number(generator, 1))};
    close_loop(generator, &loop, nexts, COUNT_OF(nexts));
    keep(generator, loop.loop->results[0], LEVEL_VARYING);
}

void draw_searches(Generator *generator)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x3f84d5b5;
    if (draw(generator, 3) == 0)
        draw_search(generator);
    generator->state = kept;
}
