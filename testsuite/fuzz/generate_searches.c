/* Loops that all lanes begin alike, until what they look for parts them, and runs of words that few lanes walk along, each to
 * the end of its own:
 *
 *     while (high - low > 1) { m = (low + high) / 2; if (a[m] <= own) low = m; else high = m; }
 *     if (a[i - 1] != a[i]) { while (k < end && a[k] >> 3 == a[i] >> 3) sum += b[k++]; }
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

/* Words that have some bits alike. */
static IrInstr *draw_kind(Generator *generator, const Bound *bound, IrInstr *place, uint32_t bits)
{
    return with_number(generator, IR_iand, load_element(generator, bound, place), bits);
}

/* The sum of a run, or its end, which is asked for before each turn or behind it. */
static IrInstr *draw_turns_of_run(Generator *generator, const Bound *bound, IrInstr *own, uint32_t bits)
{
    static const IrOp SUMS[] = {IR_iadd, IR_umax, IR_ixor};
    bool is_behind = draw(generator, 2), has_end = draw(generator, 3);
    IrInstr *end = number(generator, 1 << draw(generator, 9)), *firsts[] = {generator->zero, generator->global};
    OpenLoop loop = open_loop(generator, firsts, COUNT_OF(firsts));
    IrInstr *sum = loop.loop->parameters[0], *counter = loop.loop->parameters[1];
    IrInstr *nexts[] = {combined(generator, SUMS[draw(generator, COUNT_OF(SUMS))], sum, load_element(generator, bound, counter)),
                        with_number(generator, IR_iadd, counter, 1)};
    IrInstr *asked = is_behind ? nexts[1] : counter, *left = draw(generator, 2) ? asked : is_behind ? nexts[0] : sum;
    if (has_end)
        leave_unless(generator, &loop, combined(generator, IR_ult, asked, end), left);
    leave_unless(generator, &loop, combined(generator, IR_ieq, draw_kind(generator, bound, asked, bits), own), left);
    if (!has_end) /* where nothing else ends, some place does */
        leave_unless(generator, &loop, combined(generator, IR_ult, asked, number(generator, 1 << 10)), left);
    close_loop(generator, &loop, nexts, COUNT_OF(nexts));
    return loop.loop->results[0];
}

static void draw_run(Generator *generator)
{
    const Bound *bound = draw_bound_of_words(generator);
    if (bound == NULL)
        return;
    uint32_t bits = 1u << draw(generator, 4);
    IrInstr *own = draw_kind(generator, bound, generator->global, bits),
            *before = draw_kind(generator, bound, with_number(generator, IR_iadd, generator->global, -1), bits);
    IrInstr *run;
    Saved saved = open_choice(generator, combined(generator, IR_ine, own, before), generator->zero, &run);
    close_choice(generator, &saved, draw_turns_of_run(generator, bound, own, bits));
    keep(generator, run, LEVEL_VARYING);
}

void draw_searches(Generator *generator)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x3f84d5b5;
    if (draw(generator, 3) == 0)
        draw_search(generator);
    generator->state ^= 0x51c3a7e9;
    if (draw(generator, 4) == 0)
        draw_run(generator);
    generator->state = kept;
}
