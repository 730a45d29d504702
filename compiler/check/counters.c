/* Warnings about loops that count in floating point. */
#include "trees_priv.h"

static bool is_float_scalar(const Expr *expr)
{
    return type_is_numeric(expr->type) && scalar_is_float(expr->type->scalar);
}

static bool is_comparison(const Expr *expr)
{
    return expr->kind == EXPR_BINARY &&
           (expr->op == AST_OP_LESS || expr->op == AST_OP_LESS_EQUAL ||
            expr->op == AST_OP_GREATER || expr->op == AST_OP_GREATER_EQUAL ||
            expr->op == AST_OP_NOT_EQUAL);
}

/* Is the operand an integer that became a float for the comparison? */
static bool was_integer(const Expr *operand)
{
    return operand->kind == EXPR_CONVERT && type_is_numeric(operand->left->type) &&
           !scalar_is_float(operand->left->type->scalar);
}

/* A sum of such steps is exact as long as it is small against 2^24 of their last bits. */
static bool is_exact_step(double step) { return step * 4096 == (double)(int64_t)(step * 4096); }

/* for (float x = 0; x < 1; x += 0.1): ten turns or eleven. */
void warn_of_counter(Checker *checker, const Stmt *loop)
{
    const Expr *condition = loop->expr, *step = loop->step;
    if (condition == NULL || step == NULL || !is_comparison(condition) ||
        !is_float_scalar(condition->left))
        return;
    if (was_integer(condition->left) != was_integer(condition->right) &&
        constant_leaves(condition->left) == NULL && constant_leaves(condition->right) == NULL)
        diag_report(checker->diagnostics, condition->pos, DIAG_mixed_counter);
    bool counts = step->kind == EXPR_ASSIGN && step->operation_type != NULL &&
                  is_float_scalar(step->left) &&
                  (step->op == AST_OP_ADD || step->op == AST_OP_SUB) &&
                  type_component_count(step->left->type) == 1;
    const ConstantLeaf *by = counts ? constant_leaves(step->right) : NULL;
    if (by != NULL && !is_exact_step(by[0].number))
        diag_report(checker->diagnostics, step->pos, DIAG_inexact_counter, by[0].number);
}
