/* Calls are inlined: arguments are copied in, the body is lowered in place, out and inout arguments are
 * copied back in order.
 *
 * Large arguments (with arrays in them) are not copied where nobody could tell: the parameter is then
 * another name of the argument's place. */
#include "lower/lower_priv.h"

typedef struct Argument {
    const Variable *parameter;
    Value value;       /* in and inout */
    OutArgument out;   /* out and inout */
    Place alias;
    bool is_alias;
} Argument;

/* ---- out arguments ---- */

OutArgument lower_out_argument(Lower *l, const Expr *argument)
{
    const Expr *target = argument;
    while (target->kind == EXPR_CONVERT && target->left->is_lvalue)
        target = target->left;
    return (OutArgument){.place = lower_place(l, target), .outer = target->type, .inner = argument->type};
}

Value out_argument_load(Lower *l, const OutArgument *argument)
{
    return value_convert(l, place_load(l, &argument->place, argument->outer), argument->inner);
}

void out_argument_store(Lower *l, const OutArgument *argument, Value value)
{
    place_store(l, &argument->place, value_convert(l, value, argument->outer));
}

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

static const Variable *root_variable(const Expr *expr)
{
    while (expr->kind == EXPR_FIELD || expr->kind == EXPR_INDEX || expr->kind == EXPR_SWIZZLE || expr->kind == EXPR_BASE)
        expr = expr->left;
    return expr->kind == EXPR_VARIABLE ? expr->variable : NULL;
}

static bool is_immutable(const Variable *variable)
{
    return variable->storage == STORAGE_CONSTANT || variable->storage == STORAGE_CBUFFER || variable->storage == STORAGE_RESOURCE;
}

/* Another argument of the call names the same variable, or changes it. */
static bool is_named_again(const Expr *call, int argument, const Variable *root)
{
    for (int i = 0; i < call->argument_count; i++)
        if (i != argument && (root_variable(call->arguments[i]) == root || expr_writes(call->arguments[i], root)))
            return true;
    return false;
}

/* The callee sees its caller's locals through its parameters alone. Copying groupshared arrays in and out
 * would write what other threads own, so they are never copied out. */
static bool may_alias(const Expr *call, int argument)
{
    const Variable *parameter = call->function->parameters[argument];
    const Expr *expr = call->arguments[argument];
    const Variable *root = root_variable(expr);
    if (!root || !has_array(parameter->type) || !type_same(expr->type, parameter->type))
        return false;
    if (parameter->direction == DIRECTION_IN && function_writes(call->function, parameter))
        return false;
    if (is_immutable(root))
        return root->storage != STORAGE_RESOURCE || type_has_object(expr->type);
    if (root->storage == STORAGE_GROUPSHARED)
        return parameter->direction != DIRECTION_IN;
    return (root->storage == STORAGE_LOCAL || root->storage == STORAGE_PARAMETER) && !is_named_again(call, argument, root);
}

/* ---- arguments ---- */

static Argument evaluate_argument(Lower *l, const Expr *call, int index)
{
    const Expr *expr = call->arguments[index];
    Argument argument = {.parameter = call->function->parameters[index]};
    if (may_alias(call, index)) {
        argument.alias = lower_place(l, expr);
        argument.is_alias = true;
    } else if (argument.parameter->direction == DIRECTION_IN || !(expr->is_lvalue || expr->kind == EXPR_CONVERT)) {
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
        bind_variable(l, parameter, argument->alias);
        return;
    }
    Place place = backing_place(backing_new(l, parameter->type, parameter->name, IR_LOCAL, parameter->pos));
    bind_variable(l, parameter, place);
    if (argument->value.type)
        place_store(l, &place, argument->value);
    else if (l->loop_depth > 0)
        zero_variable(l, &place);
}

static void copy_out(Lower *l, const Argument *argument)
{
    if (argument->is_alias || !argument->out.outer)
        return;
    Place place = place_of_variable(l, argument->parameter);
    out_argument_store(l, &argument->out, place_load(l, &place, argument->parameter->type));
}

/* ---- the body ---- */

static Place result_place(Lower *l, const Function *function)
{
    Place place = backing_place(backing_new(l, function->result, arena_printf(l->arena, "%s.result", function->name),
                                            IR_LOCAL, function->pos));
    if (l->loop_depth > 0)
        zero_variable(l, &place);
    return place;
}

static void inline_body(Lower *l, const Function *function)
{
    if (!stmt_returns_early(function->body)) {
        lower_stmt(l, function->body, true);
        return;
    }
    l->frame->scope = ir_scope(&l->builder);
    Cursor cursor = cursor_enter(l, l->frame->scope->regions[0]);
    lower_stmt(l, function->body, true);
    cursor_leave(l, cursor);
}

static Value inline_function(Lower *l, const Function *function, SourcePos call)
{
    Frame frame = {.caller = l->frame, .call = call};
    bool is_void = function->result->kind == TYPE_VOID;
    bool is_direct = is_void || (stmt_return_count(function->body) == 1 && stmt_ends_in_return(function->body));
    Place result;
    if (!is_direct) {
        result = result_place(l, function);
        frame.result = &result;
    }
    Jumps jumps = l->jumps;
    bool precise = l->builder.precise;
    l->frame = &frame;
    inline_body(l, function);
    l->frame = frame.caller;
    l->jumps = jumps;
    l->builder.precise = precise;
    l->dead = false;
    if (is_void)
        return (Value){.type = function->result};
    return is_direct && frame.value.type ? frame.value : is_direct ? value_zero(l, function->result)
                                                                   : place_load(l, &result, function->result);
}

Value lower_call(Lower *l, const Expr *expr)
{
    const Function *function = expr->function;
    if (!function->body) {
        lower_unsupported(l, function->name, "the function has no body");
        return value_zero(l, expr->type);
    }
    int count = function->parameter_count < expr->argument_count ? function->parameter_count : expr->argument_count;
    Argument *arguments = ARENA_ARRAY(l->arena, Argument, count + 1);
    for (int i = 0; i < count; i++)
        arguments[i] = evaluate_argument(l, expr, i);
    for (int i = 0; i < count; i++)
        bind_argument(l, &arguments[i]);
    Value result = inline_function(l, function, expr->pos);
    for (int i = 0; i < count; i++)
        copy_out(l, &arguments[i]);
    return result;
}
