/* Where two values meet in one: their common shape, ?: and select. */
#include "conversions_priv.h"

/* The shape in which two numeric types meet, with the left's scalar kind; NULL: none. dxc prefers
 * the larger if the smaller converts to it, which only scalars do; else the smaller. */
const Type *combine_shapes(Checker *checker, const Type *left, const Type *right)
{
    const Type *larger = type_component_count(left) >= type_component_count(right) ? left : right;
    const Type *smaller = larger == left ? right : left;
    const Type *result =
        conversion_shape(checker, smaller, larger, CAST_IMPLICIT) != SHAPE_IMPOSSIBLE   ? larger
        : conversion_shape(checker, larger, smaller, CAST_IMPLICIT) != SHAPE_IMPOSSIBLE ? smaller
                                                                                        : NULL;
    return result == NULL ? NULL : type_with_scalar(checker, result, left->scalar);
}

/* The type in which the two results meet; NULL: none, reported. */
static const Type *result_type(Checker *checker, const Expr *left, const Expr *right,
                               SourcePos pos)
{
    if (type_same(left->type, right->type))
        return left->type;
    bool are_numeric = type_is_numeric(left->type) && type_is_numeric(right->type);
    const Type *shape = are_numeric ? combine_shapes(checker, left->type, right->type) : NULL;
    if (shape == NULL) {
        diag_report(checker->diagnostics, pos, DIAG_conditional_types, left->type, right->type);
        return NULL;
    }
    return type_with_scalar(checker, shape,
                            scalar_combine(left->type->scalar, right->type->scalar));
}

/* Componentwise choice, both sides evaluated: select(), and ?: before HLSL 2021. */
Expr *build_select(Checker *checker, Expr *condition, Expr *left, Expr *right, SourcePos pos)
{
    const Type *type = result_type(checker, left, right, pos);
    if (type == NULL)
        return expr_error(checker, pos);
    if (type_is_numeric(type) && type_component_count(type) == 1 &&
        type_component_count(condition->type) > 1)
        type = type_with_scalar(checker, condition->type, type->scalar);
    const Type *bool_type = type_is_numeric(type) ? type_with_scalar(checker, type, SCALAR_BOOL)
                                                  : type_scalar(checker, SCALAR_BOOL);
    Expr *expr = expr_new(checker, EXPR_SELECT, type, pos);
    expr->left = convert_implicitly(checker, condition, bool_type);
    expr->middle = convert_implicitly(checker, left, type);
    expr->right = convert_implicitly(checker, right, type);
    if (expr_is_error(expr->left) || expr_is_error(expr->middle) || expr_is_error(expr->right))
        return expr_error(checker, pos);
    return constant_fold(checker, expr);
}

Expr *build_choice(Checker *checker, Expr *condition, Expr *left, Expr *right, SourcePos pos)
{
    const Type *type = result_type(checker, left, right, pos);
    if (type == NULL)
        return expr_error(checker, pos);
    Expr *expr = expr_new(checker, EXPR_CONDITIONAL, type, pos);
    expr->left = convert_implicitly(checker, condition, type_scalar(checker, SCALAR_BOOL));
    expr->middle = convert_implicitly(checker, left, type);
    expr->right = convert_implicitly(checker, right, type);
    if (expr_is_error(expr->left) || expr_is_error(expr->middle) || expr_is_error(expr->right))
        return expr_error(checker, pos);
    return constant_fold(checker, expr);
}
