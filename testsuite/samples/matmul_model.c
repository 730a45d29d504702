/* The product of two matrices. */
#include "models.h"

void matmul_model(const float *a, const float *b, float *c, int rows, int columns, int inner)
{
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            float sum = 0;
            for (int k = 0; k < inner; k++)
                sum += a[row * inner + k] * b[k * columns + column];
            c[row * columns + column] = sum;
        }
}
