/* Calls are inlined: arguments are copied in, the body is lowered in place, out and inout
 * arguments are copied back in order.
 *
 * The object of a method is not copied: `this` is another name of its place, in dxc a reference.
 * Nor are large arguments (with arrays in them) where nobody could tell. */
#include "lower/questions_priv.h"
#include "lower/tree_priv.h"

typedef struct Argument { /* of an inlined call */
    const Variable *parameter;
    Value value;       /* in and inout */
    OutArgument out;   /* out and inout */
    Place alias;
    const Variable *root;
    bool is_alias;
} Argument;

/* ---- passing by another name ---- */

static bool has_array(const Type *type)
{
    if (type->kind == TYPE_ARRAY)
        return true;
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++)
        if (has_array(type->fields[i].type))
            return true;
    return false;
}

/* `Texture2D textures[]`: of any length, so that there is nothing to copy it to. */
static bool is_open_array(const Type *type) { return type->kind == TYPE_ARRAY && type->count < 0; }

static const Variable *named_variable(const Expr *expr)
{
    while (expr->kind == EXPR_FIELD || expr->kind == EXPR_INDEX || expr->kind == EXPR_SWIZZLE
           || expr->kind == EXPR_BASE)
        expr = expr->left;
    return expr->kind == EXPR_VARIABLE ? expr->variable : NULL;
}

static const Variable *root_variable(Lower *l, const Expr *expr)
{
    const Variable *named = named_variable(expr);
    return named ? root_of_variable(l, named) : NULL;
}

static bool is_immutable(const Variable *variable)
{
    return variable->storage == STORAGE_CONSTANT || variable->storage == STORAGE_CBUFFER
        || variable->storage == STORAGE_RESOURCE;
}

/* Another argument of the call names the same variable, or changes it. */
static bool is_named_again(Lower *l, const Expr *call, int argument, const Variable *root)
{
    const Variable *named = named_variable(call->arguments[argument]);
    for (int i = 0; i < call->argument_count; i++) {
        const Expr *other = call->arguments[i];
        if (i != argument && (root_variable(l, other) == root || expr_writes(other, root) || expr_writes(other, named)))
            return true;
    }
    return false;
}

/* The callee sees its caller's locals through its parameters alone. Copying groupshared memory in
 * and out would write what other threads own, so they are never copied out. */
static bool may_alias(Lower *l, const Expr *call, int argument)
{
    const Variable *parameter = call->function->parameters[argument];
    const Expr *expr = call->arguments[argument];
    const Variable *root = root_variable(l, expr);
    bool is_open = is_open_array(parameter->type);
    if (parameter->is_self)
        return expr->kind != EXPR_CONVERT;
    if (parameter->is_reference)
        return true; /* it is groupshared memory, which others change meanwhile */
    if (!root || !has_array(parameter->type) ||
        !(is_open || type_same(expr->type, parameter->type)))
        return false;
    if (parameter->direction == DIRECTION_IN && !is_open && function_writes(call->function, parameter))
        return false;
    if (is_immutable(root))
        return root->storage != STORAGE_RESOURCE || type_has_object(expr->type);
    if (root->storage == STORAGE_GROUPSHARED)
        return parameter->direction != DIRECTION_IN;
    bool is_local = root->storage == STORAGE_LOCAL || root->storage == STORAGE_PARAMETER;
    return is_local && !is_named_again(l, call, argument, root);
}

/* ---- arguments ---- */

static Argument evaluate_argument(Lower *l, const Expr *call, int index)
{
    const Expr *expr = call->arguments[index];
    Argument argument = {.parameter = call->function->parameters[index]};
    if (may_alias(l, call, index)) {
        argument.alias = lower_place(l, expr);
        argument.root = root_variable(l, expr);
        argument.is_alias = true;
    } else if (is_open_array(argument.parameter->type)) {
        lower_unsupported(l, argument.parameter->name, "an array of any length that would be copied");
    } else if (argument.parameter->direction == DIRECTION_IN
               || !(expr->is_lvalue || expr->kind == EXPR_CONVERT)) {
        argument.value = lower_expr(l, expr);
    } else {
        argument.out = lower_out_argument(l, expr);
        if (argument.parameter->direction == DIRECTION_INOUT)
            argument.value = out_argument_load(l, &argument.out);
    }
    return argument;
}

static void bind_argument(Lower *l, const Argument *argument)
{
    const Variable *parameter = argument->parameter;
    if (argument->is_alias) {
        bind_alias(l, parameter, argument->alias, argument->root);
        show_alias(l, parameter, &argument->alias);
        return;
    }
    Place place = bind_local(l, parameter);
    if (argument->value.type)
        trace_value(l, parameter->pos, parameter->name, place_store(l, &place, argument->value));
    else
        variable_begin(l, &place);
}

static void copy_out(Lower *l, const Argument *argument, const Expr *expr)
{
    if (argument->is_alias || !argument->out.outer)
        return;
    Place place = place_of_variable(l, argument->parameter);
    Value value = place_load(l, &place, argument->parameter->type);
    out_argument_store(l, &argument->out, value);
    trace_value(l, l->builder.pos, trace_name(l, expr), value);
}

/* ---- the body ---- */

static Place result_place(Lower *l, const Function *function)
{
    const char *name = arena_printf(l->arena, "%s.result", function->name);
    Backing *backing = backing_new(l, function->result, name, IR_LOCAL, function->pos);
    Place place = backing_place(backing);
    variable_begin(l, &place);
    return place;
}

static void inline_body(Lower *l, const Function *function)
{
    if (!stmt_returns_early(function->body)) {
        lower_stmt(l, function->body, TAIL);
        return;
    }
    l->activation->scope = ir_scope(&l->builder);
    Cursor cursor = cursor_enter(l, l->activation->scope->regions[0]);
    lower_stmt(l, function->body, TAIL);
    cursor_leave(l, cursor);
}

static Value inline_function(Lower *l, const Function *function, SourcePos call)
{
    Activation activation = {.caller = l->activation, .call = call};
    const Stmt *body = function->body;
    bool is_void = function->result->kind == TYPE_VOID;
    bool is_direct = is_void || (stmt_return_count(body) == 1 && stmt_is_last_return(body));
    Place result;
    if (!is_direct) {
        result = result_place(l, function);
        activation.result = &result;
    }
    Jumps jumps = l->jumps;
    bool precise = l->builder.precise;
    budget_check(l, function->name);
    l->activation = &activation;
    mark_point(l, IR_POINT_FUNCTION, function->pos, function->name, 0);
    inline_body(l, function);
    l->activation = activation.caller;
    l->jumps = jumps;
    l->builder.precise = precise;
    l->dead = false;
    if (is_void)
        return (Value){.type = function->result};
    if (!is_direct)
        return place_load(l, &result, function->result);
    return activation.value.type ? activation.value : value_zero(l, function->result);
}

Value lower_call(Lower *l, const Expr *expr)
{
    const Function *function = expr->function;
    if (!function->body) {
        lower_unsupported(l, function->name, "the function has no body");
        return value_zero(l, expr->type);
    }
    int count = expr->argument_count;
    if (count > function->parameter_count)
        count = function->parameter_count;
    Argument *arguments = ARENA_ARRAY(l->arena, Argument, count + 1);
    for (int i = 0; i < count; i++)
        arguments[i] = evaluate_argument(l, expr, i);
    trace_statement(l, function->pos);
    Shows outer = shows_enter_call(l);
    for (int i = 0; i < count; i++)
        bind_argument(l, &arguments[i]);
    Value result = inline_function(l, function, expr->pos);
    shows_leave_call(l, outer);
    for (int i = 0; i < count; i++)
        copy_out(l, &arguments[i], expr->arguments[i]);
    return result;
}
