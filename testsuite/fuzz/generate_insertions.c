/* Loops over a private array that data may end before their counter does: insertions into a sorted list.
 *
 *     k = 3; while (k > 0 && value < list[k - 1]) { list[k] = list[k - 1]; k--; } list[k] = value; */
#include "generate_priv.h"

enum { MOST_PLACES = 12 };

typedef struct List {
    IrVariable *values, *others; /* others: what goes with each value; NULL: nothing */
    IrOp less;
    bool is_guarded; /* k starts behind the last element */
} List;

static IrInstr *at(Generator *generator, IrVariable *variable, IrInstr *place)
{
    return ir_load_var(&generator->builder, variable, 0, 1, place);
}

static void put(Generator *generator, IrVariable *variable, IrInstr *place, IrInstr *value)
{
    ir_store_var(&generator->builder, variable, 0, place, &value, 1);
}

static IrVariable *new_array(Generator *generator, IrScalar type, int count)
{
    IrKernel *kernel = generator->kernel;
    const char *name = arena_printf(kernel->arena, "list%d", kernel->variables.count);
    IrVariable *variable = ir_variable_new(kernel, name, IR_LOCAL, (IrType){type, 1}, count, SOURCE_NOWHERE);
    IrLevel level;
    for (int i = 0; i < count; i++)
        if (draw(generator, 8))
            put(generator, variable, number(generator, i), draw_value(generator, type, &level));
    return variable;
}

static List draw_list(Generator *generator)
{
    bool is_float = draw(generator, 2);
    int count = 2 + draw(generator, MOST_PLACES - 2);
    List list = {.less = is_float ? IR_flt : draw(generator, 2) ? IR_slt : IR_ult,
                 .is_guarded = draw(generator, 4) == 0};
    list.values = new_array(generator, is_float ? IR_F32 : IR_I32, count);
    if (draw(generator, 2))
        list.others = new_array(generator, draw_type(generator), count);
    return list;
}

/* ---- a turn ---- */

static IrInstr *build_is_further(Generator *generator, const List *list, IrInstr *value, IrInstr *before)
{
    return combined(generator, list->less, value, at(generator, list->values, before));
}

/* first ? second : false, the second one computed where it is asked for. */
static IrInstr *build_both(Generator *generator, const List *list, IrInstr *value, IrInstr *k, IrInstr *before)
{
    IrInstr *first = combined(generator, IR_slt, generator->zero, k);
    if (draw(generator, 3) == 0)
        return combined(generator, IR_iand, first, build_is_further(generator, list, value, before));
    IrInstr *result;
    Saved saved = open_choice(generator, first, ir_const_bits(&generator->builder, IR_I1, 0), &result);
    close_choice(generator, &saved, build_is_further(generator, list, value, before));
    return result;
}

/* One test of both, or one after the other. */
static void build_tests(Generator *generator, const OpenLoop *loop, const List *list, IrInstr *value,
                        IrInstr *k, IrInstr *before)
{
    if (draw(generator, 2)) {
        leave_unless(generator, loop, build_both(generator, list, value, k, before), k);
        return;
    }
    leave_unless(generator, loop, combined(generator, IR_slt, generator->zero, k), k);
    leave_unless(generator, loop, build_is_further(generator, list, value, before), k);
}

static void move_up(Generator *generator, const List *list, IrInstr *k, IrInstr *before)
{
    put(generator, list->values, k, at(generator, list->values, before));
    if (list->others != NULL)
        put(generator, list->others, k, at(generator, list->others, before));
}

static void insert(Generator *generator, const List *list, IrInstr *value, IrInstr *place)
{
    IrLevel level;
    if (draw(generator, 3) == 0)
        keep(generator, at(generator, list->values, place), LEVEL_VARYING);
    put(generator, list->values, place, value);
    if (list->others != NULL)
        put(generator, list->others, place, draw_value(generator, list->others->type.scalar, &level));
}

static void guarded(Generator *generator, const List *list, IrInstr *place, IrInstr *value, IrInstr *before)
{
    IrInstr *is_inside = with_number(generator, IR_slt, place, (int32_t)list->values->count);
    Saved saved = open_branch(generator, is_inside);
    if (before != NULL)
        move_up(generator, list, place, before);
    else
        insert(generator, list, value, place);
    close_branch(generator, &saved);
}

/* ---- a list ---- */

static void insert_one(Generator *generator, const List *list)
{
    IrLevel level;
    int32_t last = (int32_t)list->values->count - !list->is_guarded;
    IrInstr *value = draw_value(generator, list->values->type.scalar, &level), *first = number(generator, last);
    OpenLoop loop = open_loop(generator, &first, 1);
    IrInstr *k = loop.loop->parameters[0], *before = with_number(generator, IR_isub, k, 1);
    build_tests(generator, &loop, list, value, k, before);
    if (list->is_guarded)
        guarded(generator, list, k, value, before);
    else
        move_up(generator, list, k, before);
    close_loop(generator, &loop, &before, 1);
    if (list->is_guarded)
        guarded(generator, list, loop.loop->results[0], value, NULL);
    else
        insert(generator, list, value, loop.loop->results[0]);
}

void draw_insertions(Generator *generator, int depth)
{
    (void)depth;
    List list = draw_list(generator);
    for (int i = 1 + draw(generator, 3); i > 0; i--)
        insert_one(generator, &list);
    for (int i = 0; i < list.values->count; i++) {
        keep(generator, at(generator, list.values, number(generator, i)), LEVEL_VARYING);
        if (list.others != NULL)
            keep(generator, at(generator, list.others, number(generator, i)), LEVEL_VARYING);
    }
}
