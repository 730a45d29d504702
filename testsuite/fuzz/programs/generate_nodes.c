/* Types, and nodes of trees. */
#include "generate_program_priv.h"

uint32_t gen_draw(Generator *g, uint32_t count)
{
    g->state = g->state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(g->state ^ g->state >> 15) * count) >> 32);
}

bool gen_one_in(Generator *g, uint32_t count) { return gen_draw(g, count) == 0; }

const char *gen_new_name(Generator *g, const char *stem)
{
    return arena_printf(g->arena, "%s%d", stem, g->names++);
}

/* ---- types ---- */

const Type *gen_numbers(Generator *g, Scalar scalar, int columns)
{
    return type_numbers(g->arena, scalar, 1, columns, false);
}

Scalar gen_draw_scalar(Generator *g)
{
    static const Scalar SCALARS_DRAWN[] = {
        KIND_INT,  KIND_INT,   KIND_INT,    KIND_UINT,  KIND_UINT,   KIND_UINT,
        KIND_BOOL, KIND_FLOAT, KIND_FLOAT, KIND_INT16, KIND_UINT16, KIND_INT64, KIND_UINT64,
    };
    return SCALARS_DRAWN[gen_draw(g, COUNT_OF(SCALARS_DRAWN))];
}

const Type *gen_draw_numbers(Generator *g)
{
    Scalar scalar = gen_draw_scalar(g);
    int rows = 1 + (int)gen_draw(g, 4), columns = 1 + (int)gen_draw(g, 4);
    if (gen_one_in(g, 8) && scalar <= KIND_FLOAT && scalar != KIND_BOOL && rows * columns > 1)
        return type_numbers(g->arena, scalar, rows, columns, true);
    return gen_numbers(g, scalar, gen_one_in(g, 2) ? 1 : 1 + (int)gen_draw(g, 4));
}

const Type *gen_draw_type(Generator *g)
{
    const Type *type = gen_one_in(g, 3) && g->record_count > 0
                         ? g->records[gen_draw(g, (uint32_t)g->record_count)]
                         : gen_draw_numbers(g);
    if (gen_one_in(g, 4) && type->leaf_count <= 12)
        type = type_list(g->arena, type, 1 + (int)gen_draw(g, 4));
    return type->leaf_count <= 48 ? type : gen_draw_numbers(g);
}

/* ---- nodes ---- */

Expr *gen_node(Generator *g, ExprKind kind, const Type *type)
{
    Expr *expr = ARENA_NEW(g->arena, Expr);
    *expr = (Expr){.kind = kind, .type = type};
    return expr;
}

Expr *gen_read_variable(Generator *g, Variable *variable)
{
    Expr *expr = gen_node(g, READ, variable->type);
    expr->variable = variable;
    return expr;
}

Expr *gen_integer(Generator *g, Scalar kind, int64_t value)
{
    Expr *expr = gen_node(g, LITERAL, gen_numbers(g, kind, 1));
    expr->leaf.integer = value;
    return expr;
}

Expr *gen_binary(Generator *g, const char *operation, Expr *left, Expr *right,
                    const Type *type)
{
    Expr *expr = gen_node(g, BINARY, type);
    strcpy(expr->operation, operation);
    expr->left = left;
    expr->right = right;
    return expr;
}

Expr *gen_converted(Generator *g, Expr *value, const Type *type, bool is_implicit)
{
    if (type_is_same(value->type, type))
        return value;
    Expr *expr = gen_node(g, CONVERT, type);
    expr->left = value;
    expr->is_implicit = is_implicit;
    return expr;
}

Expr *gen_element(Generator *g, Expr *whole, Expr *index)
{
    const Type *type = whole->type;
    Expr *expr = gen_node(g, ELEMENT,
                      type->shape == SHAPE_LIST ? type->element
                      : type->is_matrix         ? gen_numbers(g, type->scalar, type->columns)
                                                : gen_numbers(g, type->scalar, 1));
    expr->left = whole;
    expr->right = index;
    return expr;
}

/* Computed of literals without a type of their own, which the language does in 64 bits. */
bool gen_is_untyped(const Expr *expr)
{
    switch (expr->kind) {
    case LITERAL: return expr->type->scalar == KIND_INT;
    case NEGATE: case COMPLEMENT: return gen_is_untyped(expr->left);
    case CHOICE: return gen_is_untyped(expr->middle) && gen_is_untyped(expr->right);
    case BINARY: return gen_is_untyped(expr->left) && gen_is_untyped(expr->right);
    case CONVERT: return expr->is_implicit && gen_is_untyped(expr->left);
    default: return false;
    }
}

/* Written with a cast where it is untyped. */
Expr *gen_typed(Generator *g, Expr *expr)
{
    if (!gen_is_untyped(expr))
        return expr;
    Expr *cast = gen_node(g, CONVERT, expr->type);
    cast->left = expr;
    return cast;
}
