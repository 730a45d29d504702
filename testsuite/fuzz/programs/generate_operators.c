/* Operators, literals, and what a value is made of. */
#include "generate_program_priv.h"

/* ---- operators ---- */

Expr *gen_literal(Generator *g, const Type *type)
{
    static const int64_t ODD[] = {0, 1, -1, 2, 255, 256, 65535, 2147483647, -2147483647};
    Expr *expr = gen_node(g, LITERAL, gen_numbers(g, type->scalar, 1));
    const ScalarRow *row = &SCALARS[type->scalar];
    int64_t value = gen_one_in(g, 4) ? ODD[gen_draw(g, COUNT_OF(ODD))] : (int64_t)gen_draw(g, 20) - 4;
    if (row->is_float)
        expr->leaf.number = (float)(value % 1000) * 0.25f;
    else if (type->scalar == KIND_BOOL)
        expr->leaf.integer = value & 1;
    else if (row->bits == 16)
        expr->leaf.integer = row->is_signed ? (int16_t)value : (uint16_t)value;
    else
        expr->leaf.integer = row->is_signed ? value : value & 0x7fffffff;
    return type->leaf_count == 1 && !type->is_matrix ? expr : gen_converted(g, expr, type, false);
}

/* The kind in which operands of both meet. */
static Scalar lower_kind(Generator *g, Scalar kind)
{
    return kind <= KIND_FLOAT && kind != KIND_BOOL ? (Scalar)gen_draw(g, (uint32_t)kind + 1) : kind;
}

/* One of two operands: of the type, or of what becomes it by itself. */
static Expr *operand(Generator *g, const Type *type, int depth)
{
    Scalar kind = gen_one_in(g, 3) ? lower_kind(g, type->scalar) : type->scalar;
    bool is_scalar = gen_one_in(g, 4);
    const Type *other = is_scalar ? gen_numbers(g, kind, 1)
                                  : type_numbers(g->arena, kind, type->rows, type->columns,
                                                 type->is_matrix);
    return gen_converted(g, gen_value(g, other, depth - 1), type, true);
}

static Expr *arithmetic(Generator *g, const Type *type, int depth)
{
    static const char *const OPERATIONS[] = {"+", "-", "*", "+", "-", "/",
                                             "%", "&", "|", "^", "<<", ">>"};
    bool is_float = SCALARS[type->scalar].is_float;
    const char *operation = OPERATIONS[gen_draw(g, is_float ? 6 : COUNT_OF(OPERATIONS))];
    if (operation[0] == '/' || operation[0] == '%') {
        Expr *divisor = gen_integer(g, type->scalar, 1 + gen_draw(g, 9));
        if (is_float)
            divisor->leaf.number = (float)(1 + gen_draw(g, 9)) * 0.5f;
        Expr *left = gen_typed(g, gen_value(g, type, depth - 1));
        return gen_binary(g, operation, left, gen_converted(g, divisor, type, true), type);
    }
    if (operation[0] == '<' || operation[0] == '>')
        return gen_binary(g, operation, gen_typed(g, gen_value(g, type, depth - 1)),
                      gen_typed(g, gen_value(g, type, depth - 1)), type);
    /* one side has the type's own kind and shape */
    bool left_is_free = gen_one_in(g, 2);
    Expr *exact = gen_value(g, type, depth - 1), *free_side = operand(g, type, depth);
    Expr *left = left_is_free ? free_side : exact, *right = left_is_free ? exact : free_side;
    return gen_binary(g, operation, gen_is_untyped(right) ? gen_typed(g, left) : left, right, type);
}

static Expr *comparison(Generator *g, const Type *type, int depth)
{
    static const char *const OPERATIONS[] = {"==", "!=", "<", ">", "<=", ">="};
    Scalar scalar = gen_draw_scalar(g);
    const char *operation = OPERATIONS[gen_draw(g, scalar == KIND_BOOL ? 2 : COUNT_OF(OPERATIONS))];
    const Type *of = gen_numbers(g, scalar, type->columns);
    return gen_binary(g, operation, gen_typed(g, gen_value(g, of, depth - 1)), operand(g, of, depth), type);
}

static Expr *logic(Generator *g, const Type *type, int depth)
{
    bool is_scalar = type->leaf_count == 1;
    if (gen_one_in(g, 4)) {
        Expr *expr = gen_node(g, NOT, type);
        expr->left = gen_value(g, type, depth - 1);
        return expr;
    }
    if (!is_scalar || gen_one_in(g, 2))
        return comparison(g, type, depth);
    const Type *of = gen_one_in(g, 3) ? gen_numbers(g, KIND_INT, 1) : type;
    return gen_binary(g, gen_one_in(g, 2) ? "&&" : "||",
                  gen_converted(g, gen_value(g, of, depth - 1), type, true),
                  gen_converted(g, gen_value(g, type, depth - 1), type, true), type);
}

static Expr *choice(Generator *g, const Type *type, int depth)
{
    bool is_select = !type->is_matrix && type->leaf_count > 1 && gen_one_in(g, 2);
    Expr *expr = gen_node(g, is_select ? SELECT : CHOICE, type);
    expr->left = gen_value(g, gen_numbers(g, KIND_BOOL, is_select ? type->columns : 1), depth - 1);
    expr->middle = gen_value(g, type, depth - 1);
    expr->right = gen_value(g, type, depth - 1);
    if (is_select) {
        expr->middle = gen_typed(g, expr->middle);
        expr->right = gen_typed(g, expr->right);
    }
    return expr;
}

static Expr *unary(Generator *g, const Type *type, int depth)
{
    bool is_float = SCALARS[type->scalar].is_float;
    Expr *expr = gen_node(g, is_float || gen_one_in(g, 2) ? NEGATE : COMPLEMENT, type);
    expr->left = gen_value(g, type, depth - 1);
    return expr;
}

static Expr *from_variable(Generator *g, const Type *type, int depth)
{
    Visible *visible = gen_draw_visible(g, false);
    if (visible == NULL)
        return gen_literal(g, type);
    return gen_fit(g, gen_walk(g, gen_read_variable(g, visible->variable), depth - 1, false), type, depth);
}

Expr *gen_value(Generator *g, const Type *type, int depth)
{
    Expr *expr = NULL;
    if (depth <= 0)
        return gen_one_in(g, 3) ? gen_literal(g, type) : from_variable(g, type, 0);
    switch (gen_draw(g, 12)) {
    case 0: return gen_literal(g, type);
    case 1: case 2: return from_variable(g, type, depth);
    case 3: return choice(g, type, depth);
    case 4: expr = gen_any_intrinsic(g, type, depth); break;
    case 5: expr = gen_pure_call(g, depth); break;
    case 6:
        return type->leaf_count > 1 || type->is_matrix ? gen_construct(g, type, depth)
                                                       : from_variable(g, type, depth);
    case 7: return gen_fit(g, gen_value(g, gen_draw_numbers(g), depth - 1), type, depth - 1);
    case 8:
        if (type->scalar != KIND_BOOL)
            return unary(g, type, depth);
        break;
    case 9:
        if (gen_one_in(g, 3))
            expr = gen_fetch(g, depth);
        break;
    default: break;
    }
    if (expr != NULL)
        return gen_fit(g, gen_typed(g, expr), type, depth - 1);
    if (type->scalar == KIND_BOOL)
        return type->is_matrix ? gen_literal(g, type) : logic(g, type, depth);
    return arithmetic(g, type, depth);
}
