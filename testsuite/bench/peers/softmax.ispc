// arguments: gColumns gScores gShares gShares_width
export void SoftmaxCS(void *uniform arguments[])
{
    const uniform int columns = ((uniform int *uniform)arguments[0])[0];
    const uniform int rows = ((uniform int *uniform)arguments[3])[0] / columns;
    for (uniform int row = 0; row < rows; ++row) {
        const uniform float *uniform scores = (uniform float *uniform)arguments[1] + row * columns;
        uniform float *uniform shares = (uniform float *uniform)arguments[2] + row * columns;
        float largest = scores[0], sum = 0;
        foreach (i = 0 ... columns)
            largest = max(largest, scores[i]);
        const uniform float most = reduce_max(largest);
        foreach (i = 0 ... columns) {
            float share = exp(scores[i] - most);
            shares[i] = share;
            sum += share;
        }
        const uniform float scale = 1 / reduce_add(sum);
        foreach (i = 0 ... columns)
            shares[i] *= scale;
    }
}
