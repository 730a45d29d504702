/* Loops of which each turn goes on with what the one before has stored, in arrays of the threads' own or, by one thread of a
 * group, in groupshared memory; up or down, now and then over the end.
 *
 *     for (k = 1; k < 9; k++) list[k] = list[k] * 3 + list[k - 1]; */
#include "generate_priv.h"

enum { MOST_WORDS = 14 };

typedef struct Row {
    IrVariable *words;
    int count, step; /* of the counter */
} Row;

static IrInstr *at(Generator *generator, const Row *row, IrInstr *place)
{
    return ir_load_var(&generator->builder, row->words, 0, 1, place);
}

static void put(Generator *generator, const Row *row, IrInstr *place, IrInstr *value)
{
    ir_store_var(&generator->builder, row->words, 0, place, &value, 1);
}

static Row draw_row(Generator *generator, IrVariableKind kind, int count)
{
    static const int STEPS[] = {1, 1, 1, 2, -1, -1, -2};
    IrKernel *kernel = generator->kernel;
    const char *name = arena_printf(kernel->arena, "row%d", kernel->variables.count);
    IrScalar type = draw(generator, 2) ? IR_F32 : IR_I32;
    return (Row){ir_variable_new(kernel, name, kind, ir_scalar(type), count, SOURCE_NOWHERE), count,
                 STEPS[draw(generator, COUNT_OF(STEPS))]};
}

/* A word further on, of the one that the turn before stored, and of what was there; or of another one. */
static void build_turn(Generator *generator, const Row *row, IrInstr *counter)
{
    int before = draw(generator, 6) ? row->step : row->step * 2, ahead = draw(generator, 3) ? 0 : 1;
    IrInstr *place = ahead ? with_number(generator, IR_iadd, counter, ahead) : counter;
    IrInstr *word = at(generator, row, with_number(generator, IR_iadd, counter, ahead - before));
    IrOp op = row->words->type.scalar == IR_F32 ? IR_fsub : draw(generator, 2) ? IR_isub : IR_umax;
    put(generator, row, place, combined(generator, op, draw(generator, 3) ? at(generator, row, place) : word, word));
    if (draw(generator, 8) == 0)
        put(generator, row, number(generator, draw(generator, row->count)), word);
}

static void build_recurrence(Generator *generator, const Row *row)
{
    int turns = row->count + draw(generator, 4) - 1, from = row->step > 0 ? draw(generator, 3) : row->count - draw(generator, 3);
    IrInstr *first[] = {number(generator, from), number(generator, turns)};
    OpenLoop loop = open_loop(generator, first, COUNT_OF(first));
    IrInstr *counter = loop.loop->parameters[0], *left = loop.loop->parameters[1];
    leave_unless(generator, &loop, combined(generator, IR_slt, generator->zero, left), NULL);
    build_turn(generator, row, counter);
    IrInstr *nexts[] = {with_number(generator, IR_iadd, counter, row->step), with_number(generator, IR_iadd, left, -1)};
    close_loop(generator, &loop, nexts, COUNT_OF(nexts));
}

/* Each thread leaves a word, one goes through them. */
static void draw_of_group(Generator *generator)
{
    Row row = draw_row(generator, IR_GROUPSHARED, (int)ir_group_size(generator->kernel));
    IrLevel level;
    put(generator, &row, generator->thread, draw_value(generator, row.words->type.scalar, &level));
    build_barrier(generator);
    Saved saved = open_branch(generator, combined(generator, IR_ieq, generator->thread, generator->zero));
    build_recurrence(generator, &row);
    close_branch(generator, &saved);
    build_barrier(generator);
    keep(generator, at(generator, &row, generator->thread), LEVEL_VARYING);
}

void draw_recurrence(Generator *generator, int depth)
{
    (void)depth;
    if (may_share(generator) && draw(generator, 2)) {
        draw_of_group(generator);
        return;
    }
    Row row = draw_row(generator, IR_LOCAL, 3 + draw(generator, MOST_WORDS - 2));
    IrLevel level;
    for (int i = 0; i < row.count; i++)
        put(generator, &row, number(generator, i), draw_value(generator, row.words->type.scalar, &level));
    build_recurrence(generator, &row);
    for (int i = 0; i < row.count; i += 2)
        keep(generator, at(generator, &row, number(generator, i)), LEVEL_VARYING);
}
