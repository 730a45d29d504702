/* Constructors of expressions. Each knows how deep its tree is; one that is too deep becomes an
 * AST_ERROR, after a message, so that whoever walks the tree may recurse. */
#include "build_priv.h"
#include "lex_priv.h"

enum { DEEPEST_EXPRESSION = 1000, LONGEST_ROW = 10000 };

static AstExpr *new_expr(Builder *builder, AstExprKind kind, SourcePos pos)
{
    AstExpr *expr = ARENA_NEW(builder->arena, AstExpr);
    expr->kind = kind;
    expr->pos = expr->start = pos;
    expr->depth = expr->height = 1;
    return expr;
}

static AstExpr *within_limits(Builder *builder, AstExpr *expr)
{
    Diagnostics *diagnostics = builder->context->diagnostics;
    if (expr->depth > DEEPEST_EXPRESSION)
        diag_report(diagnostics, expr->pos, DIAG_expression_too_deep, DEEPEST_EXPRESSION);
    else if (expr->height > LONGEST_ROW + 1)
        diag_report(diagnostics, expr->pos, DIAG_expression_too_long, LONGEST_ROW);
    else
        return expr;
    return new_expr(builder, AST_ERROR, expr->pos);
}

/* Puts `child`, if there is one, below `parent`. */
static AstExpr *over(Builder *builder, AstExpr *parent, const AstExpr *child)
{
    if (child != NULL && child->depth >= parent->depth)
        parent->depth = child->depth + 1;
    if (child != NULL && child->height >= parent->height)
        parent->height = child->height + 1;
    return within_limits(builder, parent);
}

static AstExpr *over_both(Builder *builder, AstExpr *parent, const AstExpr *left,
                          const AstExpr *right)
{
    AstExpr *result = over(builder, parent, left);
    return result == parent ? over(builder, parent, right) : result;
}

/* The left operand in the same row: no deeper for it. */
static AstExpr *beside(Builder *builder, AstExpr *parent, const AstExpr *left)
{
    if (left->depth > parent->depth)
        parent->depth = left->depth;
    if (left->height >= parent->height)
        parent->height = left->height + 1;
    return within_limits(builder, parent);
}

static AstExpr *over_list(Builder *builder, AstExpr *parent, const ExprList *list)
{
    if (list == NULL)
        return parent;
    parent->arguments = list->exprs.items;
    parent->argument_count = list->exprs.count;
    AstExpr *result = parent;
    for (int i = 0; i < list->exprs.count && result == parent; i++)
        result = over(builder, parent, list->exprs.items[i]);
    return result;
}

static void set_template_arguments(AstExpr *expr, const TemplateArgs *args)
{
    if (args == NULL)
        return;
    expr->has_template_arguments = true;
    expr->template_arguments = args->args.items;
    expr->template_argument_count = args->args.count;
}

/* ---- leaves ---- */

AstExpr *build_number(Builder *builder, const Token *token)
{
    NumberValue value = number_value(token->text);
    value.is_valid &= value.letters <= 1 && (!value.is_bare || builder->context->options->hlsl_version <= 2016);
    if (!value.is_valid || value.is_too_large) {
        DiagId id = value.letters > 1 ? DIAG_several_letters
                  : !value.is_valid  ? DIAG_bad_number
                    : value.is_float ? DIAG_float_too_large
                                     : DIAG_number_too_large;
        diag_report(builder->context->diagnostics, token->pos, id, (int)token->text.length,
                    token->text.text, value.suffix == AST_SUFFIX_F ? "float" : "double");
    }
    bool is_usable = value.is_valid && (value.is_float || !value.is_too_large);
    AstExprKind kind = !is_usable ? AST_ERROR : value.is_float ? AST_FLOAT : AST_INT;
    AstExpr *expr = new_expr(builder, kind, token->pos);
    expr->is_decimal = value.is_decimal;
    if (value.is_float) {
        expr->number = value.number;
        expr->single = value.single;
    } else {
        expr->integer = value.integer;
    }
    expr->suffix = value.suffix;
    return expr;
}

AstExpr *build_bool(Builder *builder, const Token *token)
{
    AstExpr *expr = new_expr(builder, AST_BOOL, token->pos);
    expr->integer = token->kind == TOKEN_TRUE;
    return expr;
}

AstExpr *build_string(Builder *builder, AstExpr *before, const Token *token)
{
    StringValue value = string_value(builder->arena, token->text);
    Slice text = value.text, mistake = value.mistake;
    if (mistake.length > 0)
        diag_report(builder->context->diagnostics, token->pos, DIAG_bad_escape, (int)mistake.length, mistake.text);
    if (before == NULL) {
        AstExpr *expr = new_expr(builder, AST_STRING, token->pos);
        expr->string = text;
        return expr;
    }
    size_t old_length = before->string.length, length = old_length + text.length;
    char *joined = arena_grow(builder->arena, before->string.text, old_length, length + 1);
    memcpy(joined + old_length, text.text, text.length);
    before->string = (Slice){joined, length};
    return before;
}

AstExpr *build_this(Builder *builder, const Token *token)
{
    return new_expr(builder, AST_THIS, token->pos);
}

AstExpr *build_simple_name(Builder *builder, const Token *name)
{
    AstExpr *expr = new_expr(builder, AST_NAME, name->pos);
    expr->path = (AstPath){.pos = name->pos, .count = 1, .parts = &expr->own_part};
    expr->own_part = name->name;
    return expr;
}

AstExpr *build_name(Builder *builder, const AstPath *path, const TemplateArgs *args)
{
    AstExpr *expr = new_expr(builder, AST_NAME, path->pos);
    expr->path = *path;
    set_template_arguments(expr, args);
    return expr;
}

/* ---- operators ---- */

AstExpr *build_prefix(Builder *builder, const Token *op, AstExpr *operand)
{
    AstExpr *expr = new_expr(builder, AST_UNARY, op->pos);
    expr->op = token_infos[op->kind].op;
    expr->left = operand;
    return over(builder, expr, operand);
}

AstExpr *build_postfix(Builder *builder, AstExpr *operand, const Token *op)
{
    AstExpr *expr = new_expr(builder, AST_UNARY, op->pos);
    expr->op = token_infos[op->kind].op;
    expr->start = operand->start;
    expr->postfix = true;
    expr->left = operand;
    return over(builder, expr, operand);
}

AstExpr *build_binary(Builder *builder, AstExprKind kind, AstExpr *left, const Token *op,
                      AstExpr *right)
{
    AstExpr *expr = new_expr(builder, kind, op->pos);
    expr->op = token_infos[op->kind].op;
    expr->start = left->start;
    expr->left = left;
    expr->right = right;
    AstExpr *result = kind == AST_BINARY ? beside(builder, expr, left) : over(builder, expr, left);
    return result == expr ? over(builder, expr, right) : result;
}

AstExpr *build_conditional(Builder *builder, AstExpr *condition, const Token *question,
                           AstExpr *then, AstExpr *otherwise)
{
    AstExpr *expr = new_expr(builder, AST_CONDITIONAL, question->pos);
    expr->start = condition->start;
    expr->left = condition;
    expr->middle = then;
    expr->right = otherwise;
    AstExpr *result = over_both(builder, expr, condition, then);
    return result == expr ? over(builder, expr, otherwise) : result;
}

AstExpr *build_comma(Builder *builder, AstExpr *left, const Token *comma, AstExpr *right)
{
    AstExpr *expr = new_expr(builder, AST_COMMA, comma->pos);
    expr->start = left->start;
    expr->left = left;
    expr->right = right;
    return over_both(builder, expr, left, right);
}

AstExpr *build_parenthesised(AstExpr *expr, const Token *open)
{
    expr->parenthesised = true;
    expr->start = open->pos;
    return expr;
}

/* ---- calls, casts, members ---- */

/* A function's name, or a value, perhaps of a struct with operator(). */
static bool is_callable(const AstExpr *callee)
{
    switch (callee->kind) {
    case AST_NAME: case AST_MEMBER: return !callee->parenthesised;
    case AST_INDEX: case AST_CALL: case AST_CONSTRUCT: return true;
    case AST_UNARY: case AST_BINARY: case AST_ASSIGN: case AST_CONDITIONAL:
        return callee->parenthesised;
    default: return false;
    }
}

AstExpr *build_call(Builder *builder, AstExpr *callee, const Token *open, const ExprList *arguments)
{
    if (!is_callable(callee)) {
        if (callee->kind != AST_ERROR)
            diag_report(builder->context->diagnostics, open->pos, DIAG_not_callable);
        return new_expr(builder, AST_ERROR, callee->pos);
    }
    AstExpr *expr = new_expr(builder, AST_CALL, callee->pos);
    expr->start = callee->start;
    expr->left = callee;
    AstExpr *result = over(builder, expr, callee);
    return result == expr ? over_list(builder, expr, arguments) : result;
}

AstExpr *build_construct(Builder *builder, AstType *type, const ExprList *arguments)
{
    AstExpr *expr = new_expr(builder, AST_CONSTRUCT, type->pos);
    expr->type = type;
    return over_list(builder, expr, arguments);
}

static void set_extents(AstExpr *expr, const ExprList *extents)
{
    if (extents == NULL)
        return;
    expr->extents = extents->exprs.items;
    expr->extent_count = extents->exprs.count;
}

AstExpr *build_cast(Builder *builder, const Token *open, AstType *type, const ExprList *extents,
                    AstExpr *operand)
{
    AstExpr *expr = new_expr(builder, AST_CAST, open->pos);
    expr->type = type;
    expr->left = operand;
    set_extents(expr, extents);
    return over(builder, expr, operand);
}

AstExpr *build_member(Builder *builder, AstExpr *left, const Token *member,
                      const TemplateArgs *args)
{
    AstExpr *expr = new_expr(builder, AST_MEMBER, member->pos);
    expr->start = left->start;
    expr->member = member->name;
    expr->left = left;
    set_template_arguments(expr, args);
    return over(builder, expr, left);
}

AstExpr *build_as_base(Builder *builder, AstExpr *left, const AstPath *base)
{
    AstExpr *expr = new_expr(builder, AST_AS_BASE, base->pos);
    const AstPartArguments *arguments =
        base->count > 0 ? ast_part_arguments(base, base->count - 1) : NULL;
    expr->start = left->start;
    expr->left = left;
    expr->type = build_type(builder, base, NULL);
    if (arguments != NULL) {
        expr->type->has_arguments = true;
        expr->type->arguments = arguments->items;
        expr->type->argument_count = arguments->count;
        expr->type->name.arguments = arguments->outer;
    }
    return over(builder, expr, left);
}

AstExpr *build_index(Builder *builder, AstExpr *left, const Token *open, AstExpr *right)
{
    AstExpr *expr = new_expr(builder, AST_INDEX, open->pos);
    expr->start = left->start;
    expr->left = left;
    expr->right = right;
    return over_both(builder, expr, left, right);
}

AstExpr *build_init_list(Builder *builder, const Token *open, const ExprList *items)
{
    return over_list(builder, new_expr(builder, AST_INIT_LIST, open->pos), items);
}

AstExpr *build_sizeof(Builder *builder, const Token *token, AstType *type, const ExprList *extents,
                      AstExpr *operand)
{
    AstExpr *expr = new_expr(builder, AST_SIZEOF, token->pos);
    expr->type = type;
    expr->left = operand;
    set_extents(expr, extents);
    return over(builder, expr, operand);
}
