// arguments: gSpace gRange gSize gNoisy gNoisy_pitch gSmooth gSmooth_pitch
#define RADIUS 3
#define SIDE (2 * RADIUS + 1)

// The texels of a row that the columns of a window are, for each lane.
static inline float filtered(const uniform float *uniform rows[SIDE], int columns[SIDE], uniform float space, uniform float range)
{
    float centre = rows[RADIUS][columns[RADIUS]], sum = 0, weights = 0;
    for (uniform int j = 0; j < SIDE; ++j)
        for (uniform int i = 0; i < SIDE; ++i) {
            const uniform int dx = i - RADIUS, dy = j - RADIUS;
            float value = rows[j][columns[i]];
            float apart = value - centre;
            float weight = exp((dx * dx + dy * dy) * space + apart * apart * range);
            sum += weight * value;
            weights += weight;
        }
    return sum / weights;
}

export void FilterCS(void *uniform arguments[])
{
    const uniform float space = ((uniform float *uniform)arguments[0])[0];
    const uniform float range = ((uniform float *uniform)arguments[1])[0];
    const uniform int width = ((uniform int *uniform)arguments[2])[0];
    const uniform int height = ((uniform int *uniform)arguments[2])[1];
    const uniform float *uniform from = (uniform float *uniform)arguments[3];
    const uniform int from_pitch = ((uniform int *uniform)arguments[4])[0];
    const uniform int to_pitch = ((uniform int *uniform)arguments[6])[0];
    for (uniform int y = 0; y < height; ++y) {
        const uniform float *uniform rows[SIDE];
        uniform float *uniform to = (uniform float *uniform)arguments[5] + y * to_pitch;
        int columns[SIDE];
        for (uniform int j = 0; j < SIDE; ++j)
            rows[j] = from + clamp(y + j - RADIUS, 0, height - 1) * from_pitch;
        foreach (x = RADIUS ... width - RADIUS) {
            for (uniform int i = 0; i < SIDE; ++i)
                columns[i] = x + (i - RADIUS);
            to[x] = filtered(rows, columns, space, range);
        }
        foreach (edge = 0 ... 2 * RADIUS) {
            int x = edge < RADIUS ? edge : width - 2 * RADIUS + edge;
            for (uniform int i = 0; i < SIDE; ++i)
                columns[i] = clamp(x + i - RADIUS, 0, width - 1);
            to[x] = filtered(rows, columns, space, range);
        }
    }
}
