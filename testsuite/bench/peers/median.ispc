// arguments: gNoisy gNoisy_width gNoisy_height gNoisy_pitch gClean gClean_pitch
static inline void exchange(float &a, float &b)
{
    float least = min(a, b);
    b = max(a, b);
    a = least;
}

static inline float median(const uniform float *uniform rows[3], int left, int x, int right)
{
    float v[9];
    for (uniform int j = 0; j < 3; ++j) {
        v[3 * j] = rows[j][left];
        v[3 * j + 1] = rows[j][x];
        v[3 * j + 2] = rows[j][right];
    }
    exchange(v[1], v[2]); exchange(v[4], v[5]); exchange(v[7], v[8]);
    exchange(v[0], v[1]); exchange(v[3], v[4]); exchange(v[6], v[7]);
    exchange(v[1], v[2]); exchange(v[4], v[5]); exchange(v[7], v[8]);
    exchange(v[0], v[3]); exchange(v[5], v[8]); exchange(v[4], v[7]);
    exchange(v[3], v[6]); exchange(v[1], v[4]); exchange(v[2], v[5]);
    exchange(v[4], v[7]); exchange(v[4], v[2]); exchange(v[6], v[4]);
    exchange(v[4], v[2]);
    return v[4];
}

export void MedianCS(void *uniform arguments[])
{
    const uniform float *uniform from = (uniform float *uniform)arguments[0];
    const uniform int width = ((uniform int *uniform)arguments[1])[0];
    const uniform int height = ((uniform int *uniform)arguments[2])[0];
    const uniform int from_pitch = ((uniform int *uniform)arguments[3])[0];
    const uniform int to_pitch = ((uniform int *uniform)arguments[5])[0];
    for (uniform int y = 0; y < height; ++y) {
        const uniform float *uniform rows[3];
        uniform float *uniform to = (uniform float *uniform)arguments[4] + y * to_pitch;
        for (uniform int j = 0; j < 3; ++j)
            rows[j] = from + clamp(y + j - 1, 0, height - 1) * from_pitch;
        foreach (x = 1 ... width - 1)
            to[x] = median(rows, x - 1, x, x + 1);
        foreach (edge = 0 ... 2) {
            int x = edge * (width - 1);
            to[x] = median(rows, max(x - 1, 0), x, min(x + 1, width - 1));
        }
    }
}
