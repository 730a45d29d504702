/* A sprite of RGBA bytes blended over a picture. */
#include <string.h>

#include "../bench.h"

enum { WIDTH = SIZE(2560, 160), HEIGHT = SIZE(1440, 40), SPRITE = SIZE(1500, 64), X = SIZE(300, 19), Y = SIZE(-77, -7) };
static uint32_t *sprite, *picture, *blended, *result;

PLAIN void blend(const uint8_t *restrict above, uint8_t *restrict below, int side, int width, int height, int left, int top)
{
    for (int y = top < 0 ? -top : 0; y < side && top + y < height; y++)
        for (int x = left < 0 ? -left : 0; x < side && left + x < width; x++) {
            const uint8_t *from = above + 4 * (y * side + x);
            uint8_t *to = below + 4 * ((top + y) * width + left + x);
            uint32_t alpha = from[3];
            for (int c = 0; c < 4; c++)
                to[c] = (uint8_t)(((from[c] * alpha + to[c] * (255 - alpha) + 127) * 257 + 257) >> 16);
        }
}

static void prepare(Kernels *kernels)
{
    uint32_t size[2] = {WIDTH, HEIGHT}, sprite_size[2] = {SPRITE, SPRITE};
    int corner[2] = {X, Y};
    sprite = new_random_words(SPRITE * SPRITE);
    picture = new_random_words(WIDTH * HEIGHT);
    blended = new_words(WIDTH * HEIGHT);
    result = new_words(WIDTH * HEIGHT);
    memcpy(blended, picture, WIDTH * HEIGHT * 4);
    memcpy(result, picture, WIDTH * HEIGHT * 4);
    bind_buffer(kernels, "gSprite", sprite, SPRITE * SPRITE, 4);
    bind_buffer(kernels, "gPicture", result, WIDTH * HEIGHT, 4);
    set(kernels, "gPictureSize", size, sizeof size);
    set(kernels, "gSpriteSize", sprite_size, sizeof sprite_size);
    set(kernels, "gCorner", corner, sizeof corner);
}

static void plain(void) { blend((uint8_t *)sprite, (uint8_t *)blended, SPRITE, WIDTH, HEIGHT, X, Y); }
static void kernel(Kernels *kernels) { run(kernels, "BlendCS", (SPRITE + 15) / 16, (SPRITE + 15) / 16, 1); }
static double difference(void) { return words_that_differ(blended, result, WIDTH * HEIGHT); }

const Contest contests[] = {{"alpha blend of a 1500x1500 RGBA8 sprite", prepare, plain, kernel, difference, 0}, {0}};
