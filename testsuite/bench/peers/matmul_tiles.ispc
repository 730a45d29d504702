// arguments: gSize gA gB gC
#define ROWS 4

export void TileCS(void *uniform arguments[])
{
    const uniform int size = ((uniform int *uniform)arguments[0])[0];
    const uniform float *uniform a = (uniform float *uniform)arguments[1];
    const uniform float *uniform b = (uniform float *uniform)arguments[2];
    uniform float *uniform c = (uniform float *uniform)arguments[3];
    for (uniform int row = 0; row < size; row += ROWS)
        foreach (column = 0 ... size) {
            float sums[ROWS];
            for (uniform int i = 0; i < ROWS; ++i)
                sums[i] = 0;
            for (uniform int k = 0; k < size; ++k) {
                float factor = b[k * size + column];
                for (uniform int i = 0; i < ROWS; ++i)
                    sums[i] += a[(row + i) * size + k] * factor;
            }
            for (uniform int i = 0; i < ROWS; ++i)
                c[(row + i) * size + column] = sums[i];
        }
}
