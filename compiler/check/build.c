/* Building typed expressions. Every builder folds what is constant and passes errors on. */
#include "trees_priv.h"

Expr *expr_convert_node(Checker *checker, Expr *left, const Type *type)
{
    Expr *expr = expr_new(checker, EXPR_CONVERT, type, left->pos);
    expr->left = left;
    return constant_fold(checker, expr);
}

Expr *expr_swizzle(Checker *checker, Expr *left, const uint8_t *components, int count,
                   SourcePos pos)
{
    ScalarKind scalar = left->type->scalar;
    Expr *expr = expr_new(checker, EXPR_SWIZZLE,
                          count == 1 ? type_scalar(checker, scalar)
                                     : type_vector(checker, scalar, count),
                          pos);
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
    const Type *type = left->type->fields[field].type;
    if (type->foreign != NULL)
        report_foreign_type(checker, pos, type->foreign);
    Expr *expr = expr_new(checker, EXPR_FIELD, type, pos);
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
    expr->is_lvalue = is_resource ? resource_info(left->type->resource)->is_writable
                                  : left->is_lvalue;
    return constant_fold(checker, expr);
}

Expr *expr_binary(Checker *checker, AstOp op, Expr *left, Expr *right, const Type *type,
                  SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_BINARY, type, pos);
    expr->op = op;
    expr->left = left;
    expr->right = right;
    return constant_fold(checker, expr);
}

Expr *expr_construct(Checker *checker, const Type *type, Expr **arguments, int count,
                     SourcePos pos)
{
    Expr *expr = expr_new(checker, EXPR_CONSTRUCT, type, pos);
    expr->arguments = arguments;
    expr->argument_count = count;
    return constant_fold(checker, expr);
}

/* ---- constant buffers ---- */

Expr *build_content(Checker *checker, Expr *expr)
{
    bool is_cbuffer = expr->type->kind == TYPE_RESOURCE &&
                      (expr->type->resource == RESOURCE_CBUFFER ||
                       expr->type->resource == RESOURCE_TBUFFER);
    if (!is_cbuffer || expr->type->element == NULL)
        return expr;
    return expr_convert_node(checker, expr, expr->type->element);
}
