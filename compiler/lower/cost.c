/* What expressions cost, roughly: whether both sides of a choice may be evaluated. */
#include "lower/questions_priv.h"
#include "lower/values_priv.h"

enum { CHEAP = 10 }; /* operations on leaves */

static int cost(const Expr *expr);

static int sum_of_costs(const Expr *expr)
{
    int total = 0;
    const Expr *parts[3] = {expr->left, expr->middle, expr->right};
    for (int i = 0; i < 3 && total <= CHEAP; i++)
        total += parts[i] ? cost(parts[i]) : 0;
    for (int i = 0; i < expr->argument_count && total <= CHEAP; i++)
        total += cost(expr->arguments[i]);
    return total;
}

/* More than CHEAP: it calls, writes, loads from memory others see, or takes long. */
static int cost(const Expr *expr)
{
    int leaves = type_is_leafy(expr->type) ? type_components(expr->type) : CHEAP + 1;
    switch (expr->kind) {
    case EXPR_CONSTANT: return 0;
    case EXPR_VARIABLE: return expr->variable->storage == STORAGE_GROUPSHARED ? CHEAP + 1 : 0;
    case EXPR_FIELD: return expr->left->type->kind == TYPE_RESOURCE ? CHEAP + 1 : cost(expr->left);
    case EXPR_SWIZZLE: return cost(expr->left);
    case EXPR_BINARY:
        if (expr->op == AST_OP_DIV || expr->op == AST_OP_MOD)
            leaves *= 4;
        return leaves + sum_of_costs(expr);
    case EXPR_CONSTRUCT: return sum_of_costs(expr);
    case EXPR_UNARY: case EXPR_LOGICAL: case EXPR_SELECT: case EXPR_CONVERT: case EXPR_CONDITIONAL:
        return leaves + sum_of_costs(expr);
    default: return CHEAP + 1;
    }
}

bool expr_is_cheap(const Expr *expr) { return cost(expr) <= CHEAP; }
