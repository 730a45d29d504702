/* Expressions: one function per kind. Paths (variables, fields, indices, swizzles) are places that
 * are read at their end; all else gives values. */
#include "lower/questions_priv.h"
#include "lower/tree_priv.h"

typedef Value ExprHandler(Lower *l, const Expr *expr);

/* ---- leaves, paths ---- */

static Value lower_constant(Lower *l, const Expr *expr)
{
    return value_constant(l, expr->type, expr->value);
}

static Value lower_nothing(Lower *l, const Expr *expr) { return value_zero(l, expr->type); }

/* A string lies nowhere: what printf makes of it is known by now. */
static Value lower_path(Lower *l, const Expr *expr)
{
    if (expr->type->kind == TYPE_STRING)
        return lower_nothing(l, expr);
    Place place = lower_place(l, expr);
    return place_load(l, &place, expr->type);
}

/* ---- operators ---- */

/* `type` is the result's: the operands' shape. */
static Value apply_operator(Lower *l, AstOp op, const Type *type, Value left, Value right)
{
    Value result = value_new(l, type);
    ScalarKind kind = left.type->scalar;
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = leaf_binary(l, op, kind, value_leaf(left, i), value_leaf(right, i));
    return result;
}

static Value lower_unary(Lower *l, const Expr *expr)
{
    Value operand = lower_expr(l, expr->left), result = value_new(l, expr->type);
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = leaf_unary(l, expr->op, operand.type->scalar, operand.leaves[i]);
    return result;
}

/* a + b + c is (a + b) + c, of any length: no recursion for what is left. */
static Value lower_binary(Lower *l, const Expr *expr)
{
    int count = 0;
    for (const Expr *at = expr; at->kind == EXPR_BINARY; at = at->left)
        count++;
    const Expr **row = ARENA_ARRAY(l->arena, const Expr *, count);
    for (int i = count - 1; i >= 0; i--, expr = expr->left)
        row[i] = expr;
    Value value = lower_expr(l, expr);
    for (int i = 0; i < count; i++) {
        l->builder.pos = row[i]->pos;
        l->builder.precise = row[i]->is_precise;
        value = apply_operator(l, row[i]->op, row[i]->type, value, lower_expr(l, row[i]->right));
    }
    return value;
}

static Value lower_comma(Lower *l, const Expr *expr)
{
    lower_expr(l, expr->left);
    return lower_expr(l, expr->right);
}

/* ---- choice ---- */

/* One side of an if, left open at its end. NULL: the constant `absent`. */
static Value lower_side(Lower *l, IrRegion *region, const Expr *expr, const Type *type,
                        double absent)
{
    IrBuilder here = l->builder;
    l->builder.region = region;
    l->builder.before = NULL;
    Value value = expr ? lower_expr(l, expr)
                       : value_of(l, type, leaf_number(l, type->scalar, absent));
    l->builder = here;
    return value;
}

/* What the if carries for a leaf of one side, at that side's end: the number, the object's row, or
 * its code as a member of `choice`. */
static IrInstr *carried(Lower *l, IrRegion *side, Choice *choice, IrInstr *leaf)
{
    if (!is_object(leaf))
        return leaf;
    if (!choice)
        return leaf->operands[0];
    IrBuilder here = l->builder;
    l->builder.region = side;
    l->builder.before = NULL;
    IrInstr *code = choice_code(l, choice, leaf);
    l->builder = here;
    return code;
}

/* A leaf of both sides as a result of the if; what these carry for it takes their place. Objects
 * that differ in more than the row are a choice. */
static IrInstr *join_leaves(Lower *l, IrInstr *node, IrInstr **yes, IrInstr **no)
{
    if (!*yes || !*no) {
        lower_unsupported(l, "a choice between resources", "one of them is none");
        *yes = *no = l->zero;
        ir_add_result(l->kernel, node, ir_scalar(IR_I32));
        return NULL;
    }
    const IrInstr *object = is_object(*yes) ? *yes : NULL;
    bool differs = object && object->resource != (*no)->resource;
    const Resource *like = object ? object_resource(l, object) : NULL;
    Choice *choice = differs ? choice_new(l, like->name, like->type) : NULL;
    *yes = carried(l, node->regions[0], choice, *yes);
    *no = carried(l, node->regions[1], choice, *no);
    IrInstr *result = ir_add_result(l->kernel, node, (*yes)->type);
    if (choice)
        return choice_object(l, choice, result);
    return object ? object_new(l, like, result) : result;
}

static void yield_value(Lower *l, IrRegion *side, Value value)
{
    IrBuilder end = ir_builder_at_end(l->kernel, side);
    end.pos = l->builder.pos;
    ir_jump(&end, IR_yield, NULL, value.leaves, value.count);
}

/* if (condition) yes else no, as a value; a NULL side is the constant `absent`. */
static Value choose(Lower *l, IrInstr *condition, const Expr *yes, const Expr *no,
                    const Type *type, double absent)
{
    IrInstr *node = ir_if(&l->builder, condition);
    Value yes_value = value_copy(l, lower_side(l, node->regions[0], yes, type, absent));
    Value no_value = value_copy(l, lower_side(l, node->regions[1], no, type, absent));
    Value result = value_new(l, yes_value.type);
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = join_leaves(l, node, &yes_value.leaves[i], &no_value.leaves[i]);
    yield_value(l, node->regions[0], yes_value);
    yield_value(l, node->regions[1], no_value);
    return result;
}

static Value lower_logical(Lower *l, const Expr *expr)
{
    IrInstr *left = lower_scalar(l, expr->left);
    bool is_and = expr->op == AST_OP_LOGICAL_AND;
    if (expr_is_cheap(expr->right)) {
        IrInstr *right = lower_scalar(l, expr->right);
        return value_of(l, expr->type, op2(l, is_and ? IR_iand : IR_ior, left, right));
    }
    if (is_and)
        return choose(l, left, expr->right, NULL, expr->type, 0);
    return choose(l, left, NULL, expr->right, expr->type, 1);
}

static Value select_leaves(Lower *l, const Type *type, Value condition, Value yes, Value no)
{
    Value result = value_new(l, type);
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = op3(l, IR_select, value_leaf(condition, i), value_leaf(yes, i),
                               value_leaf(no, i));
    return result;
}

static Value lower_conditional(Lower *l, const Expr *expr)
{
    Value condition = lower_expr(l, expr->left);
    bool is_cheap = expr_is_cheap(expr->middle) && expr_is_cheap(expr->right);
    if (is_cheap && !type_has_object(expr->type)) {
        Value yes = lower_expr(l, expr->middle), no = lower_expr(l, expr->right);
        return select_leaves(l, expr->type, condition, yes, no);
    }
    return choose(l, condition.leaves[0], expr->middle, expr->right, expr->type, 0);
}

static Value lower_select(Lower *l, const Expr *expr)
{
    Value condition = lower_expr(l, expr->left);
    Value yes = lower_expr(l, expr->middle), no = lower_expr(l, expr->right);
    return select_leaves(l, expr->type, condition, yes, no);
}

/* ---- assignment ---- */

/* The right side is evaluated first. */
static Value lower_assign(Lower *l, const Expr *expr)
{
    Value value = lower_expr(l, expr->right);
    Place place = lower_place(l, expr->left);
    if (expr->op != AST_OP_ASSIGN && expr->operation_type) {
        const Type *type = expr->operation_type;
        Value old = value_convert(l, place_load(l, &place, expr->left->type), type);
        value = value_convert(l, apply_operator(l, expr->op, type, old, value), expr->left->type);
    }
    value = place_store(l, &place, value);
    trace_value(l, l->builder.pos, trace_name(l, expr->left), value);
    return value;
}

/* Gives the value before it. */
static Value increment(Lower *l, const Expr *expr, Place *place, Value *new)
{
    *place = lower_place(l, expr->left);
    Value old = place_load(l, place, expr->left->type);
    Value one = value_of(l, old.type, leaf_number(l, old.type->scalar, 1));
    AstOp op = expr->op == AST_OP_DECREMENT ? AST_OP_SUB : AST_OP_ADD;
    *new = place_store(l, place, apply_operator(l, op, old.type, old, one));
    trace_value(l, l->builder.pos, trace_name(l, expr->left), *new);
    return old;
}

static Value lower_increment(Lower *l, const Expr *expr)
{
    Place place;
    Value new, old = increment(l, expr, &place, &new);
    return expr->postfix ? old : new;
}

/* ---- aggregates and conversions ---- */

static Value lower_construct(Lower *l, const Expr *expr)
{
    Value result = value_new(l, expr->type);
    int filled = 0;
    for (int i = 0; i < expr->argument_count; i++) {
        Value part = lower_expr(l, expr->arguments[i]);
        for (int k = 0; k < part.count && filled < result.count; k++)
            result.leaves[filled++] = part.leaves[k];
    }
    for (; filled > 0 && filled < result.count; filled++)
        result.leaves[filled] = result.leaves[0]; /* one scalar, splatted */
    return bits_fit(l, result);
}

static Value lower_convert(Lower *l, const Expr *expr)
{
    if (expr->left->type->kind == TYPE_RESOURCE && expr->type->kind != TYPE_RESOURCE)
        return lower_path(l, expr); /* a ConstantBuffer as its struct */
    return value_convert(l, lower_expr(l, expr->left), expr->type);
}

/* ---- dispatch ---- */

static ExprHandler *const handlers[] = {
    [EXPR_ERROR] = lower_nothing,
    [EXPR_CONSTANT] = lower_constant,
    [EXPR_VARIABLE] = lower_path,
    [EXPR_UNARY] = lower_unary,
    [EXPR_BINARY] = lower_binary,
    [EXPR_LOGICAL] = lower_logical,
    [EXPR_CONDITIONAL] = lower_conditional,
    [EXPR_SELECT] = lower_select,
    [EXPR_ASSIGN] = lower_assign,
    [EXPR_INCREMENT] = lower_increment,
    [EXPR_CALL] = lower_call,
    [EXPR_BUILTIN] = lower_builtin,
    [EXPR_METHOD] = lower_method,
    [EXPR_SWIZZLE] = lower_path,
    [EXPR_FIELD] = lower_path,
    [EXPR_BASE] = lower_path,
    [EXPR_INDEX] = lower_path,
    [EXPR_CONSTRUCT] = lower_construct,
    [EXPR_CONVERT] = lower_convert,
    [EXPR_COMMA] = lower_comma,
};

Value lower_expr(Lower *l, const Expr *expr)
{
    SourcePos pos = l->builder.pos;
    bool precise = l->builder.precise;
    l->builder.pos = expr->pos;
    l->builder.precise = expr->is_precise;
    budget_check_stack(l, "this expression");
    Value value = handlers[expr->kind](l, expr);
    l->builder.pos = pos;
    l->builder.precise = precise;
    return value;
}

IrInstr *lower_scalar(Lower *l, const Expr *expr)
{
    return lower_expr(l, expr).leaves[0];
}

/* ---- places ---- */

static Place variable_place(Lower *l, const Variable *variable)
{
    if (variable->storage == STORAGE_RESOURCE && variable->is_globallycoherent)
        use_resource(l, variable->resource)->is_coherent = true;
    return place_of_variable(l, variable);
}

/* The place of what is no part of another. */
static Place whole_place(Lower *l, const Expr *expr)
{
    if (expr->kind == EXPR_VARIABLE)
        return variable_place(l, expr->variable);
    if (expr->kind == EXPR_INCREMENT && !expr->postfix) {
        Place place;
        Value new;
        increment(l, expr, &place, &new);
        return place;
    }
    bool opens_buffer = expr->kind == EXPR_CONVERT && expr->left->type->kind == TYPE_RESOURCE
                     && expr->type->kind != TYPE_RESOURCE;
    if (!opens_buffer)
        return place_of_value(l, lower_expr(l, expr));
    Place buffer = lower_place(l, expr->left);
    return place_contents(l, &buffer);
}

static Place place_of_part(Lower *l, const Expr *expr)
{
    Place outer = lower_place(l, expr->left);
    switch (expr->kind) {
    case EXPR_FIELD: return place_field(l, &outer, expr->field);
    case EXPR_BASE: return place_base(l, &outer, expr->type);
    case EXPR_SWIZZLE: return place_swizzle(&outer, expr->components, expr->component_count);
    default: return place_index(l, &outer, lower_expr(l, expr->right));
    }
}

Place lower_place(Lower *l, const Expr *expr)
{
    SourcePos pos = l->builder.pos;
    l->builder.pos = expr->pos;
    bool is_part = expr->kind == EXPR_FIELD || expr->kind == EXPR_BASE
                || expr->kind == EXPR_SWIZZLE || expr->kind == EXPR_INDEX;
    Place place = is_part ? place_of_part(l, expr) : whole_place(l, expr);
    l->builder.pos = pos;
    return place;
}

OutArgument lower_out_argument(Lower *l, const Expr *argument)
{
    const Expr *target = argument;
    while (target->kind == EXPR_CONVERT && target->left->is_lvalue)
        target = target->left;
    Place place = lower_place(l, target);
    return (OutArgument){.place = place, .outer = target->type, .inner = argument->type};
}
