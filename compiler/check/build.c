/* Building typed expressions. Every builder folds what is constant and passes errors on. */
#include "check_priv.h"

Expr *expr_new(Checker *checker, ExprKind kind, const Type *type, SourcePos pos)
{
    Expr *expr = ARENA_NEW(checker->arena, Expr);
    expr->kind = kind;
    expr->type = type;
    expr->pos = pos;
    expr->is_precise = checker->is_precise;
    return expr;
}

Expr *expr_error(Checker *checker, SourcePos pos) { return expr_new(checker, EXPR_ERROR, type_error(checker), pos); }

bool expr_is_error(const Expr *expr) { return expr->kind == EXPR_ERROR || type_is_error(expr->type); }

Expr *expr_constant(Checker *checker, const Type *type, const ConstantLeaf *leaves, SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_CONSTANT, type, pos);
    int count = type_leaf_count(type);
    expr->value = ARENA_ARRAY(checker->arena, ConstantLeaf, count > 0 ? count : 1);
    for (int i = 0; i < count; i++)
        expr->value[i] = leaves[i];
    return expr;
}

Expr *expr_integer(Checker *checker, ScalarKind scalar, int64_t value, SourcePos pos)
{
    return expr_constant(checker, type_scalar(checker, scalar), &(ConstantLeaf){.integer = value}, pos);
}

Expr *expr_variable(Checker *checker, Variable *variable, SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_VARIABLE, variable->type, pos);
    expr->variable = variable;
    if (variable->resource != NULL)
        variable->resource->is_used = true;
    expr->is_lvalue = !variable->is_const && variable->storage != STORAGE_CBUFFER && variable->storage != STORAGE_CONSTANT &&
                      variable->storage != STORAGE_RESOURCE;
    if (type_is_error(variable->type))
        return expr_error(checker, pos);
    return expr;
}

Expr *expr_convert_node(Checker *checker, Expr *left, const Type *type)
{
    Expr *expr = expr_new(checker, EXPR_CONVERT, type, left->pos);
    expr->left = left;
    return constant_fold(checker, expr);
}

Expr *expr_swizzle(Checker *checker, Expr *left, const uint8_t *components, int count, SourcePos pos)
{
    ScalarKind scalar = left->type->scalar;
    Expr *expr = expr_new(checker, EXPR_SWIZZLE, count == 1 ? type_scalar(checker, scalar) : type_vector(checker, scalar, count), pos);
    expr->left = left;
    expr->is_lvalue = left->is_lvalue;
    expr->component_count = count;
    for (int i = 0; i < count; i++) {
        expr->components[i] = components[i];
        for (int other = 0; other < i; other++)
            expr->is_lvalue = expr->is_lvalue && components[other] != components[i];
    }
    return constant_fold(checker, expr);
}

Expr *expr_field(Checker *checker, Expr *left, int field, SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_FIELD, left->type->fields[field].type, pos);
    expr->left = left;
    expr->field = field;
    expr->is_lvalue = left->is_lvalue;
    return constant_fold(checker, expr);
}

Expr *expr_index(Checker *checker, Expr *left, Expr *index, const Type *type, SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_INDEX, type, pos);
    expr->left = left;
    expr->right = index;
    bool is_resource = left->type->kind == TYPE_RESOURCE;
    expr->is_lvalue = is_resource ? resource_info(left->type->resource)->is_writable : left->is_lvalue;
    return constant_fold(checker, expr);
}

Expr *expr_binary(Checker *checker, AstOp op, Expr *left, Expr *right, const Type *type, SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_BINARY, type, pos);
    expr->op = op;
    expr->left = left;
    expr->right = right;
    return constant_fold(checker, expr);
}

Expr *expr_construct(Checker *checker, const Type *type, Expr **arguments, int count, SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_CONSTRUCT, type, pos);
    expr->arguments = arguments;
    expr->argument_count = count;
    return constant_fold(checker, expr);
}

Expr *expr_comma(Checker *checker, Expr *left, Expr *right, SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_COMMA, right->type, pos);
    expr->left = left;
    expr->right = right;
    return expr;
}

Expr *expr_assign(Checker *checker, Expr *place, Expr *value, SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_ASSIGN, place->type, pos);
    expr->op = AST_OP_ASSIGN;
    expr->left = place;
    expr->right = value;
    return expr;
}

/* ---- variables ---- */

Variable *variable_new(Checker *checker, Name name, const Type *type, SourcePos pos, Storage storage)
{
    Variable *variable = ARENA_NEW(checker->arena, Variable);
    variable->name = name;
    variable->type = type;
    variable->pos = pos;
    variable->storage = storage;
    return variable;
}

Variable *local_new(Checker *checker, Name name, const Type *type, SourcePos pos)
{
    Variable *variable = variable_new(checker, name, type, pos, STORAGE_LOCAL);
    if (checker->function != NULL) {
        variable->index = checker->function->function->parameter_count + checker->function->locals.count;
        vec_push(checker->arena, &checker->function->locals, variable);
    } else { /* an initialiser at file scope */
        variable->storage = STORAGE_STATIC;
        variable->index = checker->variable_count++;
        vec_push(checker->arena, &checker->statics, variable);
    }
    return variable;
}

Expr *expr_temporary(Checker *checker, Expr *value, Expr **setup)
{
    Variable *variable = local_new(checker, names_intern_text(checker->names, "(temporary)"), value->type, value->pos);
    Expr *place = expr_variable(checker, variable, value->pos);
    *setup = expr_assign(checker, place, value, value->pos);
    return place;
}

/* Whether evaluating it twice could be noticed. */
bool expr_has_effects(const Expr *expr)
{
    if (expr == NULL)
        return false;
    bool has = expr->kind == EXPR_ASSIGN || expr->kind == EXPR_INCREMENT || expr->kind == EXPR_CALL ||
               expr->kind == EXPR_BUILTIN || expr->kind == EXPR_METHOD;
    has = has || expr_has_effects(expr->left) || expr_has_effects(expr->middle) || expr_has_effects(expr->right);
    for (int i = 0; i < expr->argument_count && !has; i++)
        has = expr_has_effects(expr->arguments[i]);
    return has;
}
