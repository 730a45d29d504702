/* Values out of what is there: places, conversions, calls. */
#include "generate_program_priv.h"

/* ---- places ---- */

/* Below `count`. */
Expr *gen_draw_index(Generator *g, int count, int depth)
{
    if (depth <= 0 || gen_one_in(g, 2))
        return gen_integer(g, KIND_UINT, gen_draw(g, (uint32_t)count));
    return gen_binary(g, "%", gen_typed(g, gen_value(g, gen_numbers(g, KIND_UINT, 1), depth - 1)),
                  gen_integer(g, KIND_UINT, count), gen_numbers(g, KIND_UINT, 1));
}

Expr *gen_field(Generator *g, Expr *record, int number)
{
    const Type *type;
    const char *name;
    type_field(record->type, number, &type, &name);
    Expr *expr = gen_node(g, FIELD, type);
    expr->left = record;
    expr->field = number;
    return expr;
}

/* A part of it that has no more parts, or, where `may_stop`, any. */
Expr *gen_walk(Generator *g, Expr *expr, int depth, bool may_stop)
{
    while (expr->type->shape != SHAPE_NUMBERS && !(may_stop && gen_one_in(g, 3))) {
        const Type *type = expr->type;
        expr = type->shape == SHAPE_LIST
                 ? gen_element(g, expr, gen_draw_index(g, type->count, depth))
                 : gen_field(g, expr, (int)gen_draw(g, (uint32_t)type_all_fields(type)));
    }
    return expr;
}

Visible *gen_draw_visible(Generator *g, bool is_writable)
{
    int first = (int)gen_draw(g, (uint32_t)g->visible_count);
    for (int i = 0; i < g->visible_count; i++) {
        Visible *visible = &g->visible[(first + i) % g->visible_count];
        if (visible->is_writable || !is_writable)
            return visible;
    }
    return NULL;
}

Variable *gen_declare(Generator *g, Variable *variable, bool is_writable, bool is_global)
{
    if (g->visible_count < MOST_VISIBLE)
        g->visible[g->visible_count++] = (Visible){variable, is_writable, is_global};
    return variable;
}

Variable *gen_new_variable(Generator *g, const char *stem, const Type *type)
{
    Variable *variable = ARENA_NEW(g->arena, Variable);
    *variable = (Variable){.name = gen_new_name(g, stem), .type = type};
    return variable;
}

/* ---- values of a type made of what is there ---- */

Expr *gen_swizzle(Generator *g, Expr *value, int count, bool repeats)
{
    const Type *type = value->type;
    Expr *expr = gen_node(g, SWIZZLE, gen_numbers(g, type->scalar, count));
    int taken = 0;
    expr->left = value;
    expr->component_count = count;
    for (int i = 0; i < count; i++) {
        int at;
        do
            at = (int)gen_draw(g, (uint32_t)type->leaf_count);
        while (!repeats && (taken >> at & 1));
        taken |= 1 << at;
        expr->components[i] = at;
    }
    return expr;
}

static Expr *cast_kind(Generator *g, Expr *value, Scalar scalar)
{
    const Type *type = value->type;
    return gen_converted(g, value,
                     type_numbers(g->arena, scalar, type->rows, type->columns, type->is_matrix),
                     false);
}

Expr *gen_construct(Generator *g, const Type *type, int depth)
{
    Expr *expr = gen_node(g, CONSTRUCT, type);
    for (int filled = 0; filled < type->leaf_count;) {
        int room = type->leaf_count - filled, count = 1 + (int)gen_draw(g, 4);
        const Type *part = gen_numbers(g, type->scalar, count < room ? count : room);
        expr->arguments[expr->argument_count++] = gen_typed(g, gen_value(g, part, depth - 1));
        filled += part->leaf_count;
    }
    return expr;
}

/* `value` of numbers as `type`, written as it has to be. */
Expr *gen_fit(Generator *g, Expr *value, const Type *type, int depth)
{
    const Type *from = value->type;
    if (from->rows == type->rows && from->columns == type->columns &&
        from->is_matrix == type->is_matrix)
        return cast_kind(g, value, type->scalar);
    if (from->leaf_count == 1 && !from->is_matrix)
        return gen_one_in(g, 2) ? gen_converted(g, value, type, false)
                            : gen_converted(g, cast_kind(g, value, type->scalar), type, false);
    if (!type->is_matrix && from->leaf_count >= type->leaf_count && type->leaf_count <= 4)
        return cast_kind(g, gen_swizzle(g, value, type->leaf_count, true), type->scalar);
    return gen_construct(g, type, depth);
}

/* ---- calls ---- */

static bool may_call(const Generator *g, const Function *function)
{
    return g->current == NULL || !g->current->is_pure || function->is_pure;
}

/* A pure function of `type`'s shape, or NULL. */
Function *gen_draw_function(Generator *g, bool is_pure)
{
    if (g->function_count == 0)
        return NULL;
    Function *function = g->functions[gen_draw(g, (uint32_t)g->function_count)];
    if (gen_one_in(g, 3) && g->record_count > 0) {
        const Type *record = g->records[gen_draw(g, (uint32_t)g->record_count)];
        if (record->method_count > 0)
            function = record->methods[gen_draw(g, (uint32_t)record->method_count)];
    }
    if (function == g->current || (is_pure && !function->is_pure) || !may_call(g, function))
        return NULL;
    return function;
}

/* A visible variable of that record, or NULL. */
Expr *gen_draw_object(Generator *g, const Type *record, bool is_writable)
{
    for (int i = 0; i < 8; i++) {
        Visible *visible = gen_draw_visible(g, is_writable);
        if (visible != NULL && !(is_writable && visible->is_global) &&
            type_is_same(visible->variable->type, record))
            return gen_read_variable(g, visible->variable);
    }
    return NULL;
}

Expr *gen_value_of(Generator *g, const Type *type, int depth)
{
    if (type->shape == SHAPE_NUMBERS)
        return gen_typed(g, gen_value(g, type, depth));
    Expr *object = gen_draw_object(g, type, false);
    return object != NULL                ? object
         : type->shape == SHAPE_RECORD ? gen_converted(g, gen_integer(g, KIND_INT, 0), type, false)
                                       : NULL;
}

/* What stands for an out parameter may be of another kind. */
static bool takes_out(const Function *function, const Type *type, const Type *place)
{
    return type_is_same(place, type) ||
           (!function->is_overloaded && type->shape == SHAPE_NUMBERS &&
            place->shape == SHAPE_NUMBERS && !type->is_matrix && !place->is_matrix &&
            type->columns == place->columns && type->scalar <= KIND_FLOAT &&
            place->scalar <= KIND_FLOAT);
}

/* A writable local that can stand for it and is not yet in `taken`, or NULL. */
static Expr *draw_out(Generator *g, const Function *function, const Type *type, Variable **taken,
                      int *taken_count)
{
    for (int i = 0; i < 12; i++) {
        Visible *visible = gen_draw_visible(g, true);
        bool is_taken = visible == NULL || visible->is_global;
        for (int k = 0; k < *taken_count && !is_taken; k++)
            is_taken = taken[k] == visible->variable;
        if (is_taken)
            continue;
        Expr *place = gen_walk(g, gen_read_variable(g, visible->variable), 0, true);
        if (!takes_out(function, type, place->type))
            continue;
        taken[(*taken_count)++] = visible->variable;
        return place;
    }
    return NULL;
}

/* An argument of a method that changes the object, an integer of which is counted up; NULL: it has
 * none. */
static Expr *gen_step(Generator *g, Expr *object, const Type *type, int depth)
{
    int count = type_all_fields(object->type), first = (int)gen_draw(g, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        Expr *place = gen_field(g, object, (first + i) % count);
        const Type *found = place->type;
        if (found->shape != SHAPE_NUMBERS || found->leaf_count != 1 || found->is_matrix ||
            found->scalar == KIND_BOOL || SCALARS[found->scalar].is_float)
            continue;
        Expr *step = gen_node(g, STEPPED, found);
        step->left = place;
        return gen_fit(g, step, type, depth);
    }
    return NULL;
}

static Expr *gen_argument(Generator *g, const Expr *call, const Type *type, int depth)
{
    bool may_step = call->left != NULL && !call->function->is_pure && type->shape == SHAPE_NUMBERS &&
                    gen_one_in(g, 3);
    Expr *step = may_step ? gen_step(g, call->left, type, depth) : NULL;
    return step != NULL ? step : gen_value_of(g, type, depth);
}

/* NULL where what it needs is not there. */
Expr *gen_call(Generator *g, Function *function, int depth)
{
    Variable *taken[8];
    int taken_count = 0;
    bool is_operator = strncmp(function->name, "operator", 8) == 0;
    Expr *expr = gen_node(g, is_operator ? OPERATOR : CALL, function->result);
    expr->function = function;
    if (is_operator)
        strcpy(expr->operation, function->name + 8);
    if (function->owner != NULL) {
        expr->left = gen_draw_object(g, function->owner, !function->is_pure);
        if (expr->left == NULL)
            return NULL;
        taken[taken_count++] = expr->left->variable;
    }
    for (int i = 0; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        if (parameter->init != NULL && gen_one_in(g, 2))
            break; /* so have those behind it */
        Expr *argument = parameter->way == WAY_IN
                           ? gen_argument(g, expr, parameter->type, depth - 1)
                           : draw_out(g, function, parameter->type, taken, &taken_count);
        if (argument == NULL)
            return NULL;
        expr->arguments[expr->argument_count++] = argument;
    }
    return expr;
}

/* A call whose value is of numbers; NULL where there is none. */
Expr *gen_pure_call(Generator *g, int depth)
{
    Function *function = gen_draw_function(g, true);
    Expr *expr = function != NULL && function->result != NULL ? gen_call(g, function, depth) : NULL;
    return expr != NULL ? gen_walk(g, expr, depth - 1, false) : NULL;
}
