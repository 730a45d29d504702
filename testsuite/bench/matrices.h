/* Products of square matrices of floats, row after row, as plain C has them. */
#ifndef WAVECC_BENCH_MATRICES_H
#define WAVECC_BENCH_MATRICES_H

#include <string.h>

#include "bench.h"

/* The inner loop adds a multiple of a row of B to a row of C. */
PLAIN void multiply(const float *restrict left, const float *restrict right, float *restrict out, int n)
{
    memset(out, 0, (size_t)n * n * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            float factor = left[i * n + k];
            for (int j = 0; j < n; j++)
                out[i * n + j] += factor * right[k * n + j];
        }
}

/* Of a matrix and another one's transpose. */
PLAIN void multiply_rows(const float *restrict left, const float *restrict right, float *restrict out, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += left[i * n + k] * right[j * n + k];
            out[i * n + j] = sum;
        }
}

#endif
