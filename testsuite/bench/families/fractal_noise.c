/* Six octaves of gradient noise. */
#include <math.h>

#include "../bench.h"

enum { WIDTH = SIZE(512, 64), HEIGHT = SIZE(256, 32), OCTAVES = 6, SEED = 1234 };
static const float FREQUENCY = 0.013f;
static float *heights;
static WccResource result;

static inline uint32_t hash(uint32_t x, uint32_t y, uint32_t seed)
{
    uint32_t h = x * 0x8da6b343u ^ y * 0xd8163841u ^ seed;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return h ^ h >> 12;
}

static inline float gradient(int x, int y, uint32_t seed, float dx, float dy)
{
    uint32_t h = hash((uint32_t)x, (uint32_t)y, seed);
    float u = h & 1 ? dx : -dx, v = h & 2 ? dy : -dy;
    return h & 4 ? u + 0.5f * v : v + 0.5f * u;
}

static inline float mix(float a, float b, float t) { return a + t * (b - a); }
static inline float faded(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

static inline float noise(float x, float y, uint32_t seed)
{
    float fx = floorf(x), fy = floorf(y), dx = x - fx, dy = y - fy;
    int cx = (int)fx, cy = (int)fy;
    float a = gradient(cx, cy, seed, dx, dy), b = gradient(cx + 1, cy, seed, dx - 1, dy);
    float c = gradient(cx, cy + 1, seed, dx, dy - 1), d = gradient(cx + 1, cy + 1, seed, dx - 1, dy - 1);
    return mix(mix(a, b, faded(dx)), mix(c, d, faded(dx)), faded(dy));
}

PLAIN void octaves(float *restrict out, int width, int height, float frequency, uint32_t seed, int count)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float px = (float)x * frequency, py = (float)y * frequency, sum = 0, weight = 0.5f;
            for (int i = 0; i < count; i++) {
                sum += weight * noise(px, py, seed);
                float turned = 1.6f * px + 1.2f * py;
                py = -1.2f * px + 1.6f * py;
                px = turned;
                weight *= 0.5f;
            }
            out[y * width + x] = sum;
        }
}

static void prepare(Kernels *kernels)
{
    heights = new_floats(WIDTH * HEIGHT);
    result = bind_texture(kernels, "gHeight", NULL, WIDTH, HEIGHT, 4);
    set_float(kernels, "gFrequency", FREQUENCY);
    set_int(kernels, "gSeed", SEED);
    set_int(kernels, "gOctaves", OCTAVES);
}

static void plain(void) { octaves(heights, WIDTH, HEIGHT, FREQUENCY, SEED, OCTAVES); }
static void kernel(Kernels *kernels) { run(kernels, "OctavesCS", WIDTH / 16, HEIGHT / 8, 1); }
static double difference(void) { return texture_difference(&result, heights); }

const Contest contests[] = {{"fractal noise 512x256, 6 octaves", prepare, plain, kernel, difference, 1e-3}, {0}};
