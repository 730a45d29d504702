// arguments: gSize cbFilter gSource gSource_pitch gTarget gTarget_pitch
#define RADIUS 8

// Texels are four floats, which need not be told apart; pitches count texels.
static void blur_texel(const uniform float *uniform weights, const uniform float *uniform row, uniform float *uniform to,
                       uniform int x, uniform int width)
{
    foreach (channel = 0 ... 4) {
        float sum = 0;
        for (uniform int i = 0; i <= 2 * RADIUS; ++i)
            sum += weights[i] * row[4 * clamp(x + i - RADIUS, 0, width - 1) + channel];
        to[4 * x + channel] = sum;
    }
}

export void RowsCS(void *uniform arguments[])
{
    const uniform int width = ((uniform int *uniform)arguments[0])[0];
    const uniform int height = ((uniform int *uniform)arguments[0])[1];
    const uniform float *uniform weights = (uniform float *uniform)arguments[1] + 4;
    const uniform int from_pitch = 4 * ((uniform int *uniform)arguments[3])[0];
    const uniform int to_pitch = 4 * ((uniform int *uniform)arguments[5])[0];
    for (uniform int y = 0; y < height; ++y) {
        const uniform float *uniform row = (uniform float *uniform)arguments[2] + y * from_pitch;
        uniform float *uniform to = (uniform float *uniform)arguments[4] + y * to_pitch;
        for (uniform int x = 0; x < RADIUS; ++x) {
            blur_texel(weights, row, to, x, width);
            blur_texel(weights, row, to, width - 1 - x, width);
        }
        foreach (k = 4 * RADIUS ... 4 * (width - RADIUS)) {
            float sum = 0;
            for (uniform int i = 0; i <= 2 * RADIUS; ++i)
                sum += weights[i] * row[k + 4 * (i - RADIUS)];
            to[k] = sum;
        }
    }
}

export void ColumnsCS(void *uniform arguments[])
{
    const uniform int width = ((uniform int *uniform)arguments[0])[0];
    const uniform int height = ((uniform int *uniform)arguments[0])[1];
    const uniform float *uniform weights = (uniform float *uniform)arguments[1] + 4;
    const uniform float *uniform from = (uniform float *uniform)arguments[2];
    const uniform int from_pitch = 4 * ((uniform int *uniform)arguments[3])[0];
    const uniform int to_pitch = 4 * ((uniform int *uniform)arguments[5])[0];
    for (uniform int y = 0; y < height; ++y) {
        uniform float *uniform to = (uniform float *uniform)arguments[4] + y * to_pitch;
        foreach (k = 0 ... 4 * width) {
            float sum = 0;
            for (uniform int i = 0; i <= 2 * RADIUS; ++i)
                sum += weights[i] * from[clamp(y + i - RADIUS, 0, height - 1) * from_pitch + k];
            to[k] = sum;
        }
    }
}
