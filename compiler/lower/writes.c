/* Does a function change one of its parameters? Asked before an argument is passed without a
 * copy. */
#include "lower/questions_priv.h"

static bool has_root(const Expr *expr, const Variable *variable)
{
    while (expr && expr->kind != EXPR_VARIABLE)
        expr = expr->left;
    return expr && expr->variable == variable;
}

/* Some argument through which the call may write is the variable or part of it. */
static bool call_writes(const Expr *call, const Variable *variable)
{
    for (int i = 0; i < call->argument_count; i++) {
        bool is_out = call->kind == EXPR_CALL
                    ? call->function->parameters[i]->direction != DIRECTION_IN
                    : expr_writes_argument(call, i);
        if (is_out && has_root(call->arguments[i], variable))
            return true;
    }
    return false;
}

static bool any_part_writes(const Expr *expr, const Variable *variable)
{
    for (int i = 0; i < expr->argument_count; i++)
        if (expr_writes(expr->arguments[i], variable))
            return true;
    return expr_writes(expr->left, variable) || expr_writes(expr->middle, variable)
        || expr_writes(expr->right, variable);
}

bool expr_writes(const Expr *expr, const Variable *variable)
{
    if (!expr)
        return false;
    bool assigns = expr->kind == EXPR_ASSIGN || expr->kind == EXPR_INCREMENT;
    bool calls = expr->kind == EXPR_CALL || expr->kind == EXPR_BUILTIN
              || expr->kind == EXPR_METHOD;
    return (assigns && has_root(expr->left, variable)) || (calls && call_writes(expr, variable))
        || any_part_writes(expr, variable);
}

static bool stmt_writes(const Stmt *stmt, const Variable *variable)
{
    if (!stmt)
        return false;
    if (expr_writes(stmt->expr, variable) || expr_writes(stmt->step, variable)
        || (stmt->variable && expr_writes(stmt->variable->init, variable)))
        return true;
    for (int i = 0; i < stmt->statement_count; i++)
        if (stmt_writes(stmt->statements[i], variable))
            return true;
    for (int i = 0; i < stmt->case_count; i++)
        if (stmt_writes(stmt->cases[i].body, variable))
            return true;
    return stmt_writes(stmt->init, variable) || stmt_writes(stmt->body, variable)
        || stmt_writes(stmt->else_body, variable);
}

bool function_writes(const Function *function, const Variable *variable)
{
    return stmt_writes(function->body, variable);
}
