/* Three mip levels: means of 2 x 2 texels. */
#include "../bench.h"

enum { WIDTH = SIZE(1536, 128), HEIGHT = SIZE(1024, 64), LEVELS = 3 };
typedef struct Texel {
    float channels[4];
} Texel;
static Texel *picture, *levels[LEVELS];
static WccResource results[LEVELS];

PLAIN void halve(const Texel *restrict in, Texel *restrict out, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const Texel *above = in + (2 * y * 2 * width + 2 * x), *below = above + 2 * width;
            for (int c = 0; c < 4; c++)
                out[y * width + x].channels[c] = 0.25f * (above[0].channels[c] + above[1].channels[c] + below[0].channels[c] + below[1].channels[c]);
        }
}

static void prepare(Kernels *kernels)
{
    static const char *const names[LEVELS] = {"gHalf", "gQuarter", "gEighth"};
    picture = (Texel *)new_noise(WIDTH * HEIGHT * 4);
    bind_texture(kernels, "gPicture", picture, WIDTH, HEIGHT, sizeof(Texel));
    for (int i = 0; i < LEVELS; i++) {
        uint32_t width = WIDTH >> (i + 1), height = HEIGHT >> (i + 1);
        levels[i] = new_memory(width * height * sizeof(Texel));
        results[i] = bind_texture(kernels, names[i], NULL, width, height, sizeof(Texel));
    }
}

static void plain(void)
{
    for (int i = 0; i < LEVELS; i++)
        halve(i ? levels[i - 1] : picture, levels[i], WIDTH >> (i + 1), HEIGHT >> (i + 1));
}

static void kernel(Kernels *kernels) { run(kernels, "DownsampleCS", WIDTH / 16, HEIGHT / 16, 1); }

static double difference(void)
{
    double largest = 0;
    for (int i = 0; i < LEVELS; i++) {
        double here = texture_difference(&results[i], levels[i]->channels);
        largest = here > largest ? here : largest;
    }
    return largest;
}

const Contest contests[] = {{"three mip levels of 1536x1024 float4", prepare, plain, kernel, difference, 1e-5}, {0}};
