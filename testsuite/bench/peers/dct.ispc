// arguments: gPicture gPicture_width gPicture_height gPicture_pitch gCoefficients gCoefficients_pitch
#define SIDE 8

static const uniform float BASIS[SIDE][SIDE] = { // of frequency, then place
    {0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f},
    {0.490393f, 0.415735f, 0.277785f, 0.097545f, -0.097545f, -0.277785f, -0.415735f, -0.490393f},
    {0.461940f, 0.191342f, -0.191342f, -0.461940f, -0.461940f, -0.191342f, 0.191342f, 0.461940f},
    {0.415735f, -0.097545f, -0.490393f, -0.277785f, 0.277785f, 0.490393f, 0.097545f, -0.415735f},
    {0.353553f, -0.353553f, -0.353553f, 0.353553f, 0.353553f, -0.353553f, -0.353553f, 0.353553f},
    {0.277785f, -0.490393f, 0.097545f, 0.415735f, -0.415735f, -0.097545f, 0.490393f, -0.277785f},
    {0.191342f, -0.461940f, 0.461940f, -0.191342f, -0.191342f, 0.461940f, -0.461940f, 0.191342f},
    {0.097545f, -0.277785f, 0.415735f, -0.490393f, 0.490393f, -0.415735f, 0.277785f, -0.097545f},
};

// Down the columns of a block first, a column a lane, then along its rows, a frequency a lane.
static inline void transform(const uniform float *uniform from, uniform int from_pitch, uniform float *uniform to, uniform int to_pitch)
{
    uniform float down[SIDE][SIDE];
    foreach (x = 0 ... SIDE) {
        float column[SIDE];
        for (uniform int y = 0; y < SIDE; ++y)
            column[y] = from[y * from_pitch + x] - 0.5f;
        for (uniform int v = 0; v < SIDE; ++v) {
            float sum = 0;
            for (uniform int y = 0; y < SIDE; ++y)
                sum += BASIS[v][y] * column[y];
            down[v][x] = sum;
        }
    }
    foreach (u = 0 ... SIDE) {
        float basis[SIDE];
        for (uniform int x = 0; x < SIDE; ++x)
            basis[x] = BASIS[u][x];
        for (uniform int v = 0; v < SIDE; ++v) {
            float sum = 0;
            for (uniform int x = 0; x < SIDE; ++x)
                sum += basis[x] * down[v][x];
            to[v * to_pitch + u] = sum;
        }
    }
}

export void BlockCS(void *uniform arguments[])
{
    const uniform float *uniform from = (uniform float *uniform)arguments[0];
    const uniform int width = ((uniform int *uniform)arguments[1])[0];
    const uniform int height = ((uniform int *uniform)arguments[2])[0];
    const uniform int from_pitch = ((uniform int *uniform)arguments[3])[0];
    uniform float *uniform to = (uniform float *uniform)arguments[4];
    const uniform int to_pitch = ((uniform int *uniform)arguments[5])[0];
    for (uniform int y = 0; y < height; y += SIDE)
        for (uniform int x = 0; x < width; x += SIDE)
            transform(from + y * from_pitch + x, from_pitch, to + y * to_pitch + x, to_pitch);
}
