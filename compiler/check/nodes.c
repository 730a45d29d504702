/* Typed expressions and variables, as they are: nothing is folded. build.c has what can be. */
#include "trees_priv.h"

Expr *expr_new(Checker *checker, ExprKind kind, const Type *type, SourcePos pos)
{
    Expr *expr = ARENA_NEW(checker->arena, Expr);
    expr->kind = kind;
    expr->type = type;
    expr->pos = pos;
    expr->is_precise = checker->is_precise;
    return expr;
}

Expr *expr_error(Checker *checker, SourcePos pos)
{
    return expr_new(checker, EXPR_ERROR, type_error(checker), pos);
}

bool expr_is_error(const Expr *expr)
{
    return expr->kind == EXPR_ERROR || type_is_error(expr->type);
}

bool any_is_error(Expr *const *exprs, int count)
{
    for (int i = 0; i < count; i++)
        if (expr_is_error(exprs[i]))
            return true;
    return false;
}

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
    return expr_constant(checker, type_scalar(checker, scalar), &(ConstantLeaf){.integer = value},
                         pos);
}

Expr *expr_variable(Checker *checker, Variable *variable, SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_VARIABLE, variable->type, pos);
    expr->variable = variable;
    report_declaration(checker, pos, variable);
    variable->is_named = true;
    if (variable->resource != NULL)
        variable->resource->is_used = true;
    expr->is_lvalue = !variable->is_const && variable->storage != STORAGE_CBUFFER &&
                      variable->storage != STORAGE_CONSTANT &&
                      variable->storage != STORAGE_RESOURCE;
    if (type_is_error(variable->type))
        return expr_error(checker, pos);
    return expr;
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

Variable *variable_new(Checker *checker, Name name, const Type *type, SourcePos pos,
                       Storage storage)
{
    Variable *variable = ARENA_NEW(checker->arena, Variable);
    variable->name = name;
    variable->type = type;
    variable->pos = pos;
    variable->storage = storage;
    return variable;
}

void apply_qualifiers(Variable *variable, const AstDecl *ast)
{
    uint32_t qualifiers = ast->qualifiers | ast->type->qualifiers;
    variable->is_const = (qualifiers & AST_CONST) != 0;
    variable->is_precise = (qualifiers & AST_PRECISE) != 0;
    variable->is_globallycoherent = (qualifiers & AST_GLOBALLYCOHERENT) != 0;
}

void add_static(Checker *checker, Variable *variable)
{
    variable->index = checker->variable_count++;
    vec_push(checker->arena, &checker->statics, variable);
}

static Variable *local_new(Checker *checker, Name name, const Type *type, SourcePos pos)
{
    Variable *variable = variable_new(checker, name, type, pos, STORAGE_LOCAL);
    if (checker->function != NULL) {
        variable->index = checker->function->function->parameter_count +
                          checker->function->locals.count;
        vec_push(checker->arena, &checker->function->locals, variable);
    } else { /* an initialiser at file scope */
        variable->storage = STORAGE_STATIC;
        add_static(checker, variable);
    }
    return variable;
}

Expr *expr_temporary(Checker *checker, Expr *value, Expr **setup)
{
    Variable *variable = local_new(checker, names_intern_text(checker->names, "(temporary)"),
                                   value->type, value->pos);
    Expr *place = expr_variable(checker, variable, value->pos);
    *setup = expr_assign(checker, place, value, value->pos);
    return place;
}

/* Whether evaluating it twice could be noticed. */
bool expr_has_effects(const Expr *expr)
{
    if (expr == NULL)
        return false;
    bool has = expr->kind == EXPR_ASSIGN || expr->kind == EXPR_INCREMENT ||
               expr->kind == EXPR_CALL || expr->kind == EXPR_BUILTIN || expr->kind == EXPR_METHOD;
    has = has || expr_has_effects(expr->left) || expr_has_effects(expr->middle) ||
          expr_has_effects(expr->right);
    for (int i = 0; i < expr->argument_count && !has; i++)
        has = expr_has_effects(expr->arguments[i]);
    return has;
}

/* ---- messages ---- */

const char *spell_arguments(Checker *checker, Expr *const *arguments, int count)
{
    Text text = {0};
    for (int i = 0; i < count; i++)
        text_printf(&text, "%s%s", i == 0 ? "" : ", ", type_spelling(arguments[i]->type));
    const char *spelling = arena_printf(checker->arena, "(%s)", text.length > 0 ? text.bytes : "");
    text_free(&text);
    return spelling;
}
