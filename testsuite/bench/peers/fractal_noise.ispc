// arguments: gFrequency gSeed gOctaves gHeight gHeight_width gHeight_height gHeight_pitch
static inline float gradient(int x, int y, uniform unsigned int seed, float dx, float dy)
{
    unsigned int h = ((unsigned int)x * 0x8da6b343u) ^ ((unsigned int)y * 0xd8163841u) ^ seed;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    float u = (h & 1) ? dx : -dx, v = (h & 2) ? dy : -dy;
    return (h & 4) ? u + 0.5f * v : v + 0.5f * u;
}

static inline float mix(float a, float b, float t) { return a + t * (b - a); }
static inline float faded(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

static inline float noise(float x, float y, uniform unsigned int seed)
{
    float left = floor(x), top = floor(y);
    float dx = x - left, dy = y - top;
    int cx = (int)left, cy = (int)top;
    float a = gradient(cx, cy, seed, dx, dy), b = gradient(cx + 1, cy, seed, dx - 1, dy);
    float c = gradient(cx, cy + 1, seed, dx, dy - 1), d = gradient(cx + 1, cy + 1, seed, dx - 1, dy - 1);
    float s = faded(dx);
    return mix(mix(a, b, s), mix(c, d, s), faded(dy));
}

export void OctavesCS(void *uniform arguments[])
{
    const uniform float frequency = ((uniform float *uniform)arguments[0])[0];
    const uniform unsigned int seed = ((uniform unsigned int *uniform)arguments[1])[0];
    const uniform int octaves = ((uniform int *uniform)arguments[2])[0];
    uniform float *uniform heights = (uniform float *uniform)arguments[3];
    const uniform int width = ((uniform int *uniform)arguments[4])[0];
    const uniform int height = ((uniform int *uniform)arguments[5])[0];
    const uniform int pitch = ((uniform int *uniform)arguments[6])[0];
    foreach (y = 0 ... height, x = 0 ... width) {
        float px = x * frequency, py = y * frequency, sum = 0;
        uniform float weight = 0.5f;
        for (uniform int octave = 0; octave < octaves; ++octave) {
            sum += weight * noise(px, py, seed);
            float turned = 1.6f * px + 1.2f * py;
            py = 1.6f * py - 1.2f * px;
            px = turned;
            weight *= 0.5f;
        }
        heights[y * pitch + x] = sum;
    }
}
