// arguments: cbKernel gSize gInput gInput_pitch gOutput gOutput_pitch
static inline float convolved(const uniform float *uniform weights, const uniform float *uniform rows[3], int left, int x, int right)
{
    float sum = 0;
    for (uniform int j = 0; j < 3; ++j)
        sum += weights[4 * j] * rows[j][left] + weights[4 * j + 1] * rows[j][x] + weights[4 * j + 2] * rows[j][right];
    return sum;
}

export void ConvolveCS(void *uniform arguments[])
{
    const uniform float *uniform weights = (uniform float *uniform)arguments[0];
    const uniform int width = ((uniform int *uniform)arguments[1])[0];
    const uniform int height = ((uniform int *uniform)arguments[1])[1];
    const uniform float *uniform from = (uniform float *uniform)arguments[2];
    const uniform int from_pitch = ((uniform int *uniform)arguments[3])[0];
    const uniform int to_pitch = ((uniform int *uniform)arguments[5])[0];
    for (uniform int y = 0; y < height; ++y) {
        const uniform float *uniform rows[3];
        uniform float *uniform to = (uniform float *uniform)arguments[4] + y * to_pitch;
        for (uniform int j = 0; j < 3; ++j)
            rows[j] = from + clamp(y + j - 1, 0, height - 1) * from_pitch;
        foreach (x = 1 ... width - 1)
            to[x] = convolved(weights, rows, x - 1, x, x + 1);
        foreach (edge = 0 ... 2) {
            int x = edge * (width - 1);
            to[x] = convolved(weights, rows, max(x - 1, 0), x, min(x + 1, width - 1));
        }
    }
}
