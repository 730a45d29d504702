/* What debuggers are told (-Zi): the names that can be asked for, and with -Od the statements to
 * stop at and a copy of each local variable that optimisation leaves alone.
 *
 *     stop #0                    line 4 begins
 *     store_var $x#2 [0], %1     x = ... for the debugger
 *     store_var $x [0], %1       and for the shader
 *
 * A stop belongs to the line before it, so that who stops at the first instruction of a line knows
 * the lanes that came there. */
#include "lower/places_priv.h"

/* Of an array: copies of more would take more memory than they help. */
enum { MOST_SHOWN_ELEMENTS = 1024 };

static char letter_of(ScalarKind kind)
{
    if (leaf_is_float(kind))
        return 'f';
    return kind == SCALAR_BOOL ? 'b' : leaf_is_signed(kind) ? 'i' : 'u';
}

/* A walk over the leaves of a type and their slots. */
typedef struct Namer {
    Lower *l;
    SourcePos pos;
    bool is_global;
    Slot *slot;
} Namer;

static int new_number(Lower *l) { return ++l->shows.numbers; }

static void add_name(const Namer *namer, const Type *type, const char *name, int number)
{
    Lower *l = namer->l;
    bool is_shaped = type->kind == TYPE_VECTOR || type->kind == TYPE_MATRIX;
    vec_push(l->kernel->arena, &l->kernel->shown,
             (IrShown){.name = name, .type = type_spelling(type), .kind = letter_of(type->scalar),
                       .rows = is_shaped ? type->rows : 0, .columns = is_shaped ? type->columns : 0,
                       .pos = namer->pos, .shown = number,
                       .outer = namer->is_global ? -1 : l->shows.visible,
                       .is_global = namer->is_global});
    if (!namer->is_global)
        l->shows.visible = l->kernel->shown.count - 1;
}

/* What holds a slot's content for a debugger: groupshared memory itself, a copy of a local one. */
static int number_of_slot(const Namer *namer)
{
    Lower *l = namer->l;
    Slot *slot = namer->slot;
    IrVariable *own = slot->variable;
    if (own->kind != IR_GROUPSHARED && slot->shown == NULL) {
        if (slot->count > MOST_SHOWN_ELEMENTS)
            return new_number(l);
        slot->shown = ir_variable_new(l->kernel, own->name, IR_LOCAL, own->type, own->count,
                                      own->pos);
    }
    IrVariable *holder = slot->shown != NULL ? slot->shown : own;
    if (holder->shown == 0)
        holder->shown = new_number(l);
    return holder->shown;
}

static void name_leaves(Namer *namer, const Type *type, const char *name)
{
    Lower *l = namer->l;
    if (type->kind == TYPE_ARRAY) {
        name = arena_printf(l->arena, "%s[%lld]", name, (long long)type->count);
        name_leaves(namer, type->element, name);
    } else if (type->kind == TYPE_STRUCT) {
        for (int i = 0; i < type->field_count; i++)
            name_leaves(namer, type->fields[i].type,
                        arena_printf(l->arena, "%s.%s", name, type->fields[i].name));
    } else {
        if (type->kind != TYPE_RESOURCE)
            add_name(namer, type, name, number_of_slot(namer));
        namer->slot++;
    }
}

void show_local(Lower *l, Backing *backing, const Variable *variable)
{
    Namer namer = {.l = l, .pos = variable->pos, .slot = backing->slots};
    if (l->options.stops && variable->name != NULL)
        name_leaves(&namer, backing->type, variable->name);
}

void show_global(Lower *l, Backing *backing, const Variable *variable)
{
    Namer namer = {.l = l, .pos = variable->pos, .is_global = true, .slot = backing->slots};
    bool is_shared = variable->storage == STORAGE_GROUPSHARED;
    if (is_shared ? l->options.shows_names : l->options.stops)
        name_leaves(&namer, backing->type, variable->name);
}

void show_alias(Lower *l, const Variable *parameter, const Place *place)
{
    bool is_whole = place->kind == PLACE_VARIABLE && place->backing->slots != NULL &&
                    place->element.index == NULL && place->selection.options == 0;
    if (!l->options.stops || !is_whole || parameter->name == NULL)
        return;
    Namer namer = {.l = l, .pos = parameter->pos, .slot = place->backing->slots + place->slot};
    name_leaves(&namer, place->type, parameter->name);
}

/* ---- statements ---- */

static void build_stop(Lower *l, SourcePos pos)
{
    vec_push(l->kernel->arena, &l->kernel->stops, (IrStop){pos, l->shows.visible});
    IrInstr *stop = ir_build_typed(&l->builder, IR_stop, ir_scalar(IR_VOID), NULL, 0);
    stop->pos = l->shows.statement;
    stop->immediate = l->kernel->stops.count - 1;
}

void show_statement(Lower *l, SourcePos pos)
{
    if (l->options.stops && !l->dead)
        build_stop(l, pos);
    l->shows.statement = pos;
}

Shows shows_enter_call(Lower *l)
{
    Shows outer = l->shows;
    l->shows.visible = -1;
    return outer;
}

void shows_leave_call(Lower *l, Shows outer)
{
    l->shows.visible = outer.visible;
    if (l->options.stops && !l->dead)
        build_stop(l, outer.statement);
    l->shows.statement = outer.statement;
}
