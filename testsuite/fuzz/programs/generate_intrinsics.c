/* Calls of intrinsics. */
#include "generate_program_priv.h"

/* ---- intrinsics ---- */

static Expr *intrinsic(Generator *g, Intrinsic which, const Type *type)
{
    Expr *expr = gen_node(g, INTRINSIC, type);
    expr->intrinsic = which;
    return expr;
}

static void argument(Generator *g, Expr *call, const Type *type, int depth)
{
    call->arguments[call->argument_count++] = gen_typed(g, gen_value(g, type, depth - 1));
}

static Expr *bool_intrinsic(Generator *g, int depth)
{
    Expr *expr = intrinsic(g, gen_one_in(g, 2) ? FN_ANY : FN_ALL, gen_numbers(g, KIND_BOOL, 1));
    argument(g, expr, gen_numbers(g, gen_draw_scalar(g), 2 + (int)gen_draw(g, 3)), depth);
    return expr;
}

/* dot and products of matrices. */
static Expr *sum_intrinsic(Generator *g, const Type *type, int depth)
{
    int inner = 2 + (int)gen_draw(g, 3);
    Scalar scalar = type->scalar;
    if (type->leaf_count == 1 && !type->is_matrix) {
        Expr *dot = intrinsic(g, FN_DOT, type);
        argument(g, dot, gen_numbers(g, scalar, inner), depth);
        argument(g, dot, gen_numbers(g, scalar, inner), depth);
        return dot;
    }
    Expr *product = intrinsic(g, FN_MUL, type);
    if (type->is_matrix) {
        argument(g, product, type_numbers(g->arena, scalar, type->rows, inner, true), depth);
        argument(g, product, type_numbers(g->arena, scalar, inner, type->columns, true), depth);
    } else if (gen_one_in(g, 2)) {
        argument(g, product, type_numbers(g->arena, scalar, type->columns, inner, true), depth);
        argument(g, product, gen_numbers(g, scalar, inner), depth);
    } else {
        argument(g, product, gen_numbers(g, scalar, inner), depth);
        argument(g, product, type_numbers(g->arena, scalar, inner, type->columns, true), depth);
    }
    return product;
}

static Expr *number_intrinsic(Generator *g, const Type *type, int depth)
{
    static const Intrinsic OF_INTEGERS[] = {FN_MIN, FN_MAX, FN_CLAMP, FN_MAD};
    static const Intrinsic OF_UINTS[] = {FN_COUNTBITS, FN_REVERSEBITS, FN_FIRSTBITLOW, FN_ASUINT};
    static const Intrinsic OF_FLOATS[] = {FN_MIN, FN_MAX, FN_ABS, FN_FLOOR, FN_TRUNC};
    Scalar scalar = type->scalar;
    Intrinsic which = OF_INTEGERS[gen_draw(g, COUNT_OF(OF_INTEGERS))];
    if (scalar == KIND_UINT && gen_one_in(g, 2))
        which = OF_UINTS[gen_draw(g, COUNT_OF(OF_UINTS))];
    else if (scalar == KIND_FLOAT)
        which = OF_FLOATS[gen_draw(g, COUNT_OF(OF_FLOATS))];
    else if (scalar == KIND_INT && gen_one_in(g, 3))
        which = gen_one_in(g, 2) ? FN_ABS : FN_ASINT;
    Expr *expr = intrinsic(g, which, type);
    int count = which == FN_MIN || which == FN_MAX ? 2 : which == FN_CLAMP || which == FN_MAD ? 3
                                                                                             : 1;
    const Type *of = which == FN_ASUINT ? gen_numbers(g, KIND_INT, type->columns)
                   : which == FN_ASINT  ? gen_numbers(g, KIND_UINT, type->columns)
                                        : type;
    for (int i = 0; i < count; i++)
        argument(g, expr, of, depth);
    return expr;
}

Expr *gen_any_intrinsic(Generator *g, const Type *type, int depth)
{
    if (type->scalar == KIND_BOOL)
        return type->leaf_count == 1 && !type->is_matrix ? bool_intrinsic(g, depth) : NULL;
    bool sums = type->scalar == KIND_INT || type->scalar == KIND_UINT;
    if (type->is_matrix && gen_one_in(g, 2)) {
        Expr *expr = intrinsic(g, FN_TRANSPOSE, type);
        argument(g, expr, type_numbers(g->arena, type->scalar, type->columns, type->rows, true),
                 depth);
        return expr;
    }
    if (sums && (type->is_matrix || gen_one_in(g, 4)))
        return sum_intrinsic(g, type, depth);
    return type->is_matrix ? NULL : number_intrinsic(g, type, depth);
}
