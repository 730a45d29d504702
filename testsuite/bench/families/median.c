/* The median of 3 x 3 texels. */
#include "../bench.h"

enum { WIDTH = SIZE(2560, 120), HEIGHT = SIZE(1440, 20) };
static float *noisy, *clean;
static WccResource result;

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

#define EXCHANGE(i, k)                      \
    do {                                    \
        float a = v[i], b = v[k];           \
        v[i] = a < b ? a : b;               \
        v[k] = a < b ? b : a;               \
    } while (0)

static inline float median(const float *a, const float *h, const float *b, int left, int x, int right)
{
    float v[9] = {a[left], a[x], a[right], h[left], h[x], h[right], b[left], b[x], b[right]};
    EXCHANGE(1, 2); EXCHANGE(4, 5); EXCHANGE(7, 8);
    EXCHANGE(0, 1); EXCHANGE(3, 4); EXCHANGE(6, 7);
    EXCHANGE(1, 2); EXCHANGE(4, 5); EXCHANGE(7, 8);
    EXCHANGE(0, 3); EXCHANGE(5, 8); EXCHANGE(4, 7);
    EXCHANGE(3, 6); EXCHANGE(1, 4); EXCHANGE(2, 5);
    EXCHANGE(4, 7); EXCHANGE(4, 2); EXCHANGE(6, 4);
    EXCHANGE(4, 2);
    return v[4];
}

PLAIN void clean_up(const float *restrict in, float *restrict out, int width, int height)
{
    for (int y = 0; y < height; y++) {
        const float *h = in + y * width, *a = in + clamped(y - 1, height) * width, *b = in + clamped(y + 1, height) * width;
        float *to = out + y * width;
        to[0] = median(a, h, b, 0, 0, 1);
        for (int x = 1; x < width - 1; x++)
            to[x] = median(a, h, b, x - 1, x, x + 1);
        to[width - 1] = median(a, h, b, width - 2, width - 1, width - 1);
    }
}

static void prepare(Kernels *kernels)
{
    noisy = new_noise(WIDTH * HEIGHT);
    clean = new_floats(WIDTH * HEIGHT);
    bind_texture(kernels, "gNoisy", noisy, WIDTH, HEIGHT, 4);
    result = bind_texture(kernels, "gClean", NULL, WIDTH, HEIGHT, 4);
}

static void plain(void) { clean_up(noisy, clean, WIDTH, HEIGHT); }
static void kernel(Kernels *kernels) { run(kernels, "MedianCS", (WIDTH + 15) / 16, (HEIGHT + 15) / 16, 1); }
static double difference(void) { return texture_difference(&result, clean); }

const Contest contests[] = {{"median of 3x3, 2560x1440", prepare, plain, kernel, difference, 0}, {0}};
