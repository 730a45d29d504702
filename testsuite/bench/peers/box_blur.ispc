// arguments: gWidth gHeight gRadius gIn gOut
static inline float change(const uniform float *uniform row, int x, uniform int width, uniform int radius)
{
    return row[min(x + radius + 1, width - 1)] - row[max(x - radius, 0)];
}

// The changes from texel to texel are added up lane by lane.
export void RowsCS(void *uniform arguments[])
{
    const uniform int width = ((uniform int *uniform)arguments[0])[0];
    const uniform int height = ((uniform int *uniform)arguments[1])[0];
    const uniform int radius = ((uniform int *uniform)arguments[2])[0];
    const uniform float scale = 1.0f / (2 * radius + 1);
    for (uniform int y = 0; y < height; ++y) {
        const uniform float *uniform row = (uniform float *uniform)arguments[3] + y * width;
        uniform float *uniform to = (uniform float *uniform)arguments[4] + y * width;
        uniform float sum = 0;
        for (uniform int i = -radius; i <= radius; ++i)
            sum += row[clamp(i, 0, width - 1)];
        const uniform int first = min(radius, width);
        const uniform int last = max(width - radius - 1, first);
        foreach (x = 0 ... first) {
            float step = change(row, x, width, radius);
            to[x] = (sum + exclusive_scan_add(step)) * scale;
            sum += reduce_add(step);
        }
        foreach (x = first ... last) {
            float step = row[x + radius + 1] - row[x - radius];
            to[x] = (sum + exclusive_scan_add(step)) * scale;
            sum += reduce_add(step);
        }
        foreach (x = last ... width) {
            float step = change(row, x, width, radius);
            to[x] = (sum + exclusive_scan_add(step)) * scale;
            sum += reduce_add(step);
        }
    }
}

// The sums of all columns at once.
export void ColumnsCS(void *uniform arguments[])
{
    const uniform int width = ((uniform int *uniform)arguments[0])[0];
    const uniform int height = ((uniform int *uniform)arguments[1])[0];
    const uniform int radius = ((uniform int *uniform)arguments[2])[0];
    const uniform float *uniform from = (uniform float *uniform)arguments[3];
    const uniform float scale = 1.0f / (2 * radius + 1);
    uniform float *uniform sums = uniform new uniform float[width];
    foreach (x = 0 ... width)
        sums[x] = 0;
    for (uniform int i = -radius; i <= radius; ++i) {
        const uniform float *uniform row = from + clamp(i, 0, height - 1) * width;
        foreach (x = 0 ... width)
            sums[x] += row[x];
    }
    for (uniform int y = 0; y < height; ++y) {
        const uniform float *uniform enters = from + min(y + radius + 1, height - 1) * width;
        const uniform float *uniform leaves = from + max(y - radius, 0) * width;
        uniform float *uniform to = (uniform float *uniform)arguments[4] + y * width;
        foreach (x = 0 ... width) {
            float sum = sums[x];
            to[x] = sum * scale;
            sums[x] = sum + (enters[x] - leaves[x]);
        }
    }
    delete[] sums;
}
