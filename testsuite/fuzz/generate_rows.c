/* Rows that lanes go along each for itself, adding up what they find, filling a row of groupshared memory or both, of as many turns
 * as fill vectors and waves, or one more or less, of as many as all share, or as memory says; and columns beside each other.
 *
 *     for (k = start; k < end; k++) { x = a[place + k]; sum = sum op x; row[thread * pitch + k - start] = x op k; } */
#include "generate_priv.h"

enum { MOST_WORDS = 4096, MOST_SUMS = 3, NUMBER = MOST_SUMS + 1 /* of the loop's parameters */ };

typedef struct Rows {
    const Bound *bound;
    IrVariable *filled; /* NULL: none is */
    int turns;          /* at most */
    int sums;
    IrInstr *start, *end, *place; /* place: where the row begins, but for the counter */
} Rows;

static IrInstr *word_below(Generator *generator, int end)
{
    IrLevel level;
    return with_number(generator, IR_urem, draw_value(generator, IR_I32, &level), end);
}

static void draw_ends(Generator *generator, Rows *rows)
{
    static const int TURNS[] = {3, 4, 7, 8, 9, 16, 17, 24, 31, 32, 33, 40, 63, 64, 65, 72};
    IrLevel level;
    rows->turns = TURNS[draw(generator, COUNT_OF(TURNS))];
    rows->start = draw(generator, 2) ? generator->zero : number(generator, draw(generator, 5));
    IrInstr *turns = number(generator, rows->turns);
    switch (draw(generator, 5)) {
    case 0: rows->start = word_below(generator, 100); break;
    case 1: rows->start = word_below(generator, 100); /* fall through */
    case 2: turns = word_below(generator, rows->turns + 1); break;
    case 3:
        turns = with_number(generator, IR_urem, draw_value_below(generator, IR_I32, LEVEL_GROUP, &level), rows->turns + 1);
        break;
    default: break;
    }
    rows->end = combined(generator, IR_iadd, rows->start, turns);
}

/* An array of the group's, of which each thread has a row. */
static IrVariable *draw_filled(Generator *generator, const Rows *rows)
{
    IrKernel *kernel = generator->kernel;
    int count = (int)ir_group_size(kernel) * rows->turns;
    if (generator->is_independent || count > MOST_WORDS || draw(generator, 3) == 0)
        return NULL;
    const char *name = arena_printf(kernel->arena, "filled%d", kernel->variables.count);
    return ir_variable_new(kernel, name, IR_GROUPSHARED, ir_scalar(IR_I32), count, SOURCE_NOWHERE);
}

static IrInstr *place_in_row(Generator *generator, const Rows *rows, IrInstr *word)
{
    return combined(generator, IR_iadd, with_number(generator, IR_imul, generator->thread, rows->turns), word);
}

static IrInstr *added(Generator *generator, IrInstr *sum, IrInstr *word)
{
    static const IrOp OPS[] = {IR_iadd, IR_iadd, IR_ixor, IR_ior, IR_iand, IR_umin, IR_umax, IR_imax, IR_isub};
    IrInstr *next = combined(generator, OPS[draw(generator, COUNT_OF(OPS))], sum, word);
    if (draw(generator, 3))
        return next;
    IrInstr *is_small = with_number(generator, IR_slt, word, draw(generator, 1000));
    return ir_build(&generator->builder, IR_select, (IrInstr *[]){is_small, next, sum}, 3);
}

static void build_turn(Generator *generator, const Rows *rows, IrInstr *const *parameters, IrInstr **nexts)
{
    IrInstr *k = parameters[0], *last = parameters[rows->sums], *at = combined(generator, IR_iadd, rows->place, k);
    IrInstr *word = load_element(generator, rows->bound, at);
    if (draw(generator, 3) == 0)
        word = combined(generator, IR_ixor, word, load_element(generator, rows->bound, with_number(generator, IR_iadd, at, 1)));
    for (int i = 1; i <= rows->sums; i++)
        nexts[i] = added(generator, parameters[i], draw(generator, 4) ? word : combined(generator, IR_iadd, word, k));
    if (rows->sums > 1 && draw(generator, 3) == 0) { /* what the turn before had */
        nexts[1] = combined(generator, IR_iadd, parameters[1], combined(generator, IR_isub, word, last));
        nexts[rows->sums] = word;
    }
    IrInstr *made = combined(generator, draw(generator, 2) ? IR_iadd : IR_ixor, word, k);
    if (rows->filled != NULL)
        ir_store_var(&generator->builder, rows->filled, 0,
                     place_in_row(generator, rows, combined(generator, IR_isub, k, rows->start)), &made, 1);
    nexts[0] = with_number(generator, IR_iadd, k, 1);
}

static void build_rows(Generator *generator, const Rows *rows)
{
    IrLevel level;
    IrInstr *firsts[NUMBER] = {rows->start}, *nexts[NUMBER];
    for (int i = 1; i <= rows->sums; i++)
        firsts[i] = draw(generator, 2) ? number(generator, draw(generator, 3)) : draw_value(generator, IR_I32, &level);
    OpenLoop loop = open_loop(generator, firsts, 1 + rows->sums);
    IrInstr *const *parameters = loop.loop->parameters;
    bool is_left_with = rows->sums > 0;
    leave_unless(generator, &loop, combined(generator, IR_ult, parameters[0], rows->end), is_left_with ? parameters[1] : NULL);
    build_turn(generator, rows, parameters, nexts);
    close_loop(generator, &loop, nexts, 1 + rows->sums);
    if (is_left_with)
        keep(generator, loop.loop->results[0], LEVEL_VARYING);
    for (int i = 0; rows->filled != NULL && i < 3; i++)
        keep(generator, ir_load_var(&generator->builder, rows->filled, 0, 1,
                                    place_in_row(generator, rows, number(generator, draw(generator, rows->turns)))),
             LEVEL_VARYING);
}

/* One loop. */
static void draw_row(Generator *generator)
{
    Rows rows = {.bound = draw_bound_of_words(generator)};
    if (rows.bound == NULL)
        return;
    draw_ends(generator, &rows);
    rows.filled = draw_filled(generator, &rows);
    rows.sums = draw(generator, 3) + (rows.filled == NULL);
    IrInstr *pitch = number(generator, rows.turns + draw(generator, 3));
    switch (draw(generator, 4)) {
    case 0: rows.place = word_below(generator, 200); break;
    case 1: rows.place = generator->zero; break;
    default: rows.place = combined(generator, IR_imul, generator->global, pitch);
    }
    build_rows(generator, &rows);
}

void draw_rows_of_lanes(Generator *generator) { update_apart(generator, 0x5bd1e995, draw_row); }
