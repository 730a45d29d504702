/* Matrices; their leaves are row by row. */
#include "lower/expand_priv.h"

static Strided row_of(Value matrix, int row)
{
    return (Strided){matrix.leaves + row * matrix.type->columns, 1};
}

static Strided column_of(Value matrix, int column)
{
    return (Strided){matrix.leaves + column, matrix.type->columns};
}

Value expand_mul_vector_matrix(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    for (int column = 0; column < result.count; column++)
        result.leaves[column] = dot_leaves(l, value_kind(a[0]), (Strided){a[0].leaves, 1},
                                           column_of(a[1], column), a[0].count);
    return result;
}

Value expand_mul_matrix_vector(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    for (int row = 0; row < result.count; row++)
        result.leaves[row] = dot_leaves(l, value_kind(a[0]), row_of(a[0], row),
                                        (Strided){a[1].leaves, 1}, a[1].count);
    return result;
}

Value expand_mul_matrix_matrix(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    int inner = a[0].type->columns, columns = a[1].type->columns;
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = dot_leaves(l, value_kind(a[0]), row_of(a[0], i / columns),
                                      column_of(a[1], i % columns), inner);
    return result;
}

Value expand_transpose(Lower *l, const Call *call)
{
    Value matrix = call->values[0], result = value_new(l, call->type);
    int columns = call->type->columns;
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
        IrInstr *minor = determinant(l, matrix, from + 1, others, kept);
        IrInstr *term = op2(l, IR_fmul, row[columns[i]], minor);
        sum = !sum ? term : op2(l, i % 2 ? IR_fsub : IR_fadd, sum, term);
    }
    return sum;
}

Value expand_determinant(Lower *l, const Call *call)
{
    Value matrix = call->values[0];
    const int columns[4] = {0, 1, 2, 3};
    return value_of(l, call->type, determinant(l, &matrix, 0, columns, matrix.type->rows));
}
