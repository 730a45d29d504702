/* The integral of a picture: sums of all texels above and left. */
#include "../bench.h"

enum { WIDTH = 1024, HEIGHT = SIZE(3072, 8) };
static uint32_t *texels, *sums, *result;

PLAIN void integrate(const uint32_t *restrict in, uint32_t *restrict out, int width, int height)
{
    for (int y = 0; y < height; y++) {
        uint32_t sum = 0;
        for (int x = 0; x < width; x++) {
            sum += in[y * width + x];
            out[y * width + x] = sum;
        }
        for (int x = 0; y > 0 && x < width; x++)
            out[y * width + x] += out[(y - 1) * width + x];
    }
}

static void prepare(Kernels *kernels)
{
    texels = new_random_words(WIDTH * HEIGHT);
    sums = new_words(WIDTH * HEIGHT);
    result = new_words(WIDTH * HEIGHT);
    bind_buffer(kernels, "gTexels", texels, WIDTH * HEIGHT, 4);
    bind_buffer(kernels, "gSums", result, WIDTH * HEIGHT, 4);
    set_int(kernels, "gHeight", HEIGHT);
}

static void plain(void) { integrate(texels, sums, WIDTH, HEIGHT); }

static void kernel(Kernels *kernels)
{
    run(kernels, "RowsCS", HEIGHT, 1, 1);
    run(kernels, "ColumnsCS", WIDTH / 64, 1, 1);
}

static double difference(void) { return words_that_differ(sums, result, WIDTH * HEIGHT); }

const Contest contests[] = {{"integral of 1024x3072 texels", prepare, plain, kernel, difference, 0}, {0}};
