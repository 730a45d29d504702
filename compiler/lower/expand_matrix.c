/* Matrices; their leaves are row by row. */
#include "lower/expand.h"

Value expand_mul_vector_matrix(Lower *l, const Expr *expr)
{
    Value *a = lower_arguments(l, expr), result = value_new(l, expr->type);
    for (int column = 0; column < result.count; column++)
        result.leaves[column] = dot_leaves(l, value_kind(a[0]), a[0].leaves, 1, a[1].leaves + column, result.count, a[0].count);
    return result;
}

Value expand_mul_matrix_vector(Lower *l, const Expr *expr)
{
    Value *a = lower_arguments(l, expr), result = value_new(l, expr->type);
    for (int row = 0; row < result.count; row++)
        result.leaves[row] = dot_leaves(l, value_kind(a[0]), a[0].leaves + row * a[1].count, 1, a[1].leaves, 1, a[1].count);
    return result;
}

Value expand_mul_matrix_matrix(Lower *l, const Expr *expr)
{
    Value *a = lower_arguments(l, expr), result = value_new(l, expr->type);
    int inner = a[0].type->columns, columns = a[1].type->columns;
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = dot_leaves(l, value_kind(a[0]), a[0].leaves + i / columns * inner, 1,
                                      a[1].leaves + i % columns, columns, inner);
    return result;
}

Value expand_transpose(Lower *l, const Expr *expr)
{
    Value matrix = lower_expr(l, expr->arguments[0]), result = value_new(l, expr->type);
    int columns = expr->type->columns;
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = matrix.leaves[i % columns * matrix.type->columns + i / columns];
    return result;
}

/* Expansion along the first of the rows `from` on; `columns` are those left. */
static IrInstr *determinant(Lower *l, const Value *matrix, int from, const int *columns, int count)
{
    IrInstr *const *row = matrix->leaves + from * matrix->type->columns;
    if (count == 1)
        return row[columns[0]];
    IrInstr *sum = NULL;
    for (int i = 0; i < count; i++) {
        int others[4], kept = 0;
        for (int k = 0; k < count; k++)
            if (k != i)
                others[kept++] = columns[k];
        IrInstr *term = op2(l, IR_fmul, row[columns[i]], determinant(l, matrix, from + 1, others, kept));
        sum = !sum ? term : op2(l, i % 2 ? IR_fsub : IR_fadd, sum, term);
    }
    return sum;
}

Value expand_determinant(Lower *l, const Expr *expr)
{
    Value matrix = lower_expr(l, expr->arguments[0]);
    const int columns[4] = {0, 1, 2, 3};
    return value_of(l, expr->type, determinant(l, &matrix, 0, columns, matrix.type->rows));
}
