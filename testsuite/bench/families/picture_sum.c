/* The sum of a picture as bytes. */
#include "../bench.h"

enum { WIDTH = SIZE(512, 64), HEIGHT = SIZE(512, 64), SIDE = 16 };
static float *picture;
static uint32_t sum, *kernel_sum;

PLAIN uint32_t add_up(const float *restrict in, int count)
{
    uint32_t all = 0;
    for (int i = 0; i < count; i++) {
        float value = in[i] < 0 ? 0 : in[i] > 1 ? 1 : in[i];
        all += (uint32_t)(int)(value * 255 + 0.5f);
    }
    return all;
}

static void prepare(Kernels *kernels)
{
    picture = new_noise(WIDTH * HEIGHT);
    kernel_sum = new_words(1);
    bind_buffer(kernels, "gPicture", picture, WIDTH * HEIGHT, 4);
    bind_buffer(kernels, "gSum", kernel_sum, 1, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
}

static void plain(void) { sum = add_up(picture, WIDTH * HEIGHT); }

static void kernel(Kernels *kernels)
{
    *kernel_sum = 0;
    run(kernels, "SumCS", WIDTH / SIDE, HEIGHT / SIDE, 1);
}

/* Whether a product is rounded before 0.5 is added tells which byte a few texels are. */
static double difference(void) { return sum > *kernel_sum ? sum - *kernel_sum : *kernel_sum - sum; }

const Contest contests[] = {{"sum of a picture by groups of 16x16", prepare, plain, kernel, difference, 4}, {0}};
