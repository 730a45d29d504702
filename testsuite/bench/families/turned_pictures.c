/* Pictures turned by a quarter: one side goes along rows, the other down columns. */
#include "../bench.h"

enum { WIDTH = SIZE(1024, 96), HEIGHT = SIZE(768, 32), COUNT = WIDTH * HEIGHT, SIDE = 16 };
static float *picture, *turned, *result;
static WccResource texture;

PLAIN void turn(const float *restrict in, float *restrict to, int width, int height)
{
    for (int y0 = 0; y0 < height; y0 += SIDE)
        for (int x0 = 0; x0 < width; x0 += SIDE)
            for (int y = y0; y < y0 + SIDE; y++)
                for (int x = x0; x < x0 + SIDE; x++)
                    to[x * height + height - 1 - y] = in[y * width + x];
}

static void prepare(Kernels *kernels)
{
    picture = new_noise(COUNT);
    turned = new_floats(COUNT);
    result = new_floats(COUNT);
    bind_texture(kernels, "gPicture", picture, WIDTH, HEIGHT, 4);
    texture = bind_texture(kernels, "gTurned", NULL, HEIGHT, WIDTH, 4);
    bind_buffer(kernels, "gTexels", picture, COUNT, 4);
    bind_buffer(kernels, "gTexelsTurned", result, COUNT, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
}

static void plain(void) { turn(picture, turned, WIDTH, HEIGHT); }
static void kernel_texture(Kernels *kernels) { run(kernels, "TextureCS", WIDTH / SIDE, HEIGHT / SIDE, 1); }
static void kernel_columns(Kernels *kernels) { run(kernels, "ColumnsCS", HEIGHT / SIDE, WIDTH / SIDE, 1); }
static void kernel_buffer(Kernels *kernels) { run(kernels, "BufferCS", WIDTH / SIDE, HEIGHT / SIDE, 1); }
static double difference_of_textures(void) { return texture_difference(&texture, turned); }
static double difference_of_buffers(void) { return largest_difference(turned, result, COUNT); }

const Contest contests[] = {
    {"a picture turned, 1024x768", prepare, plain, kernel_texture, difference_of_textures, 0},
    {"the same by reading down columns", prepare, plain, kernel_columns, difference_of_textures, 0},
    {"the same of a buffer, behind a guard", prepare, plain, kernel_buffer, difference_of_buffers, 0},
    {0},
};
