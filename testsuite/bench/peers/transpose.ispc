// arguments: gSize gMatrix gTransposed
#define BLOCK 16

export void TransposeCS(void *uniform arguments[])
{
    const uniform int size = ((uniform int *uniform)arguments[0])[0];
    const uniform float *uniform from = (uniform float *uniform)arguments[1];
    uniform float *uniform to = (uniform float *uniform)arguments[2];
    for (uniform int y = 0; y < size; y += BLOCK)
        for (uniform int x = 0; x < size; x += BLOCK)
            for (uniform int i = x; i < x + BLOCK; ++i)
                foreach (j = y ... y + BLOCK)
                    to[i * size + j] = from[j * size + i];
}
