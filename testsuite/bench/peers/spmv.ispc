// arguments: gRows gRowStarts gColumns gElements gVector gProduct
struct Matrix {
    uniform int rows;
    const uniform int *uniform starts;
    const uniform int *uniform columns;
    const uniform float *uniform elements;
    const uniform float *uniform vector;
    uniform float *uniform product;
};

static inline uniform Matrix matrix_of(void *uniform arguments[])
{
    uniform Matrix matrix;
    matrix.rows = ((uniform int *uniform)arguments[0])[0];
    matrix.starts = (uniform int *uniform)arguments[1];
    matrix.columns = (uniform int *uniform)arguments[2];
    matrix.elements = (uniform float *uniform)arguments[3];
    matrix.vector = (uniform float *uniform)arguments[4];
    matrix.product = (uniform float *uniform)arguments[5];
    return matrix;
}

export void ByThreadCS(void *uniform arguments[])
{
    const uniform Matrix matrix = matrix_of(arguments);
    foreach (row = 0 ... matrix.rows) {
        float sum = 0;
        int end = matrix.starts[row + 1];
        for (int i = matrix.starts[row]; i < end; ++i)
            sum += matrix.elements[i] * matrix.vector[matrix.columns[i]];
        matrix.product[row] = sum;
    }
}

export void ByWaveCS(void *uniform arguments[])
{
    const uniform Matrix matrix = matrix_of(arguments);
    for (uniform int row = 0; row < matrix.rows; ++row) {
        float sum = 0;
        foreach (i = matrix.starts[row] ... matrix.starts[row + 1])
            sum += matrix.elements[i] * matrix.vector[matrix.columns[i]];
        matrix.product[row] = reduce_add(sum);
    }
}
