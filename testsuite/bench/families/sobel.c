/* Sobel's edge filter; texels outside are the nearest inside. */
#include <math.h>

#include "../bench.h"

enum { WIDTH = SIZE(1920, 128), HEIGHT = SIZE(1088, 32) };
static float *picture, *edges;
static WccResource result;

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

static inline float edge(const float *above, const float *here, const float *below, int left, int x, int right)
{
    float gx = above[right] + 2 * here[right] + below[right] - above[left] - 2 * here[left] - below[left];
    float gy = below[left] + 2 * below[x] + below[right] - above[left] - 2 * above[x] - above[right];
    return sqrtf(gx * gx + gy * gy);
}

PLAIN void sobel(const float *restrict in, float *restrict out, int width, int height)
{
    for (int y = 0; y < height; y++) {
        const float *here = in + y * width, *above = in + clamped(y - 1, height) * width, *below = in + clamped(y + 1, height) * width;
        float *row = out + y * width;
        row[0] = edge(above, here, below, 0, 0, 1);
        for (int x = 1; x < width - 1; x++)
            row[x] = edge(above, here, below, x - 1, x, x + 1);
        row[width - 1] = edge(above, here, below, width - 2, width - 1, width - 1);
    }
}

static void prepare(Kernels *kernels)
{
    float texel[2] = {1.0f / WIDTH, 1.0f / HEIGHT};
    picture = new_noise(WIDTH * HEIGHT);
    edges = new_floats(WIDTH * HEIGHT);
    bind_texture(kernels, "gPicture", picture, WIDTH, HEIGHT, 4);
    bind_sampler(kernels, "gClamp", WCC_LINEAR, WCC_CLAMP);
    result = bind_texture(kernels, "gEdges", NULL, WIDTH, HEIGHT, 4);
    set(kernels, "gTexel", texel, sizeof texel);
}

static void plain(void) { sobel(picture, edges, WIDTH, HEIGHT); }
static void by_sample(Kernels *kernels) { run(kernels, "SampleCS", WIDTH / 8, HEIGHT / 8, 1); }
static void by_gather(Kernels *kernels) { run(kernels, "GatherCS", WIDTH / 16, HEIGHT / 16, 1); }
static double difference(void) { return texture_difference(&result, edges); }

const Contest contests[] = {
    {"Sobel by SampleLevel 1920x1088", prepare, plain, by_sample, difference, 5e-3},
    {"Sobel by Gather 1920x1088", prepare, plain, by_gather, difference, 1e-5},
    {0},
};
