/* The sum of two arrays of structs. */
#include "models.h"

void vecadd_model(const VecAddData *a, const VecAddData *b, VecAddData *sum, int count)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            sum[i].v1[k] = a[i].v1[k] + b[i].v1[k];
        for (int k = 0; k < 2; k++)
            sum[i].v2[k] = a[i].v2[k] + b[i].v2[k];
    }
}
