/* paint: draws the picture that the samples work on, the same at every call.
 *
 *     paint OUT.png WIDTH HEIGHT
 *
 * A sunset of soft gradients, with rings, a checkered floor and the word WAVECC in large pixels: smooth
 * parts, hard edges and fine lines, so that one sees what a filter does. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

enum { MAX_SIDE = 16384, GLYPH_WIDTH = 5, GLYPH_HEIGHT = 7, GLYPH_ADVANCE = 6 };

typedef struct Colour {
    float red, green, blue;
} Colour;

/* A letter: rows from the top, the highest of five bits is the leftmost pixel. */
typedef struct Glyph {
    uint8_t rows[GLYPH_HEIGHT];
} Glyph;

static const Glyph WORD[] = {
    {{0x11, 0x11, 0x11, 0x15, 0x15, 0x1b, 0x11}}, /* W */
    {{0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11}}, /* A */
    {{0x11, 0x11, 0x11, 0x11, 0x0a, 0x0a, 0x04}}, /* V */
    {{0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f}}, /* E */
    {{0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e}}, /* C */
    {{0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e}}, /* C */
};
enum { WORD_LENGTH = sizeof WORD / sizeof *WORD };

static Colour mix(Colour from, Colour to, float t)
{
    return (Colour){from.red + (to.red - from.red) * t, from.green + (to.green - from.green) * t, from.blue + (to.blue - from.blue) * t};
}

/* Places: x runs from 0 to the picture's width over its height, y from 0 at the top to 1. */

static Colour sky(float y)
{
    return mix((Colour){0.10f, 0.12f, 0.35f}, (Colour){1.00f, 0.62f, 0.35f}, y / 0.62f);
}

/* A floor of tiles that shrink towards the horizon. */
static Colour floor_tiles(float x, float y, float middle)
{
    float depth = 0.06f / (y - 0.60f);
    int column = (int)floorf((x - middle) * depth * 40.0f + 1000.0f), row = (int)floorf(depth * 16.0f);
    Colour tile = (column + row) % 2 ? (Colour){0.92f, 0.90f, 0.84f} : (Colour){0.16f, 0.20f, 0.26f};
    return mix(tile, (Colour){1.00f, 0.62f, 0.35f}, fminf(depth, 1.0f));
}

/* Concentric rings in all colours; `radius` in units of the disc's radius. */
static Colour rings(float radius, float angle)
{
    float shade = 0.5f + 0.5f * cosf(radius * radius * 90.0f);
    Colour hue = {0.5f + 0.5f * cosf(angle), 0.5f + 0.5f * cosf(angle - 2.1f), 0.5f + 0.5f * cosf(angle + 2.1f)};
    return mix((Colour){1, 1, 1}, hue, shade);
}

/* Whether the word covers this place; it is 36 glyph pixels wide and starts at (left, top). */
static int is_in_word(float x, float y, float left, float top, float pixel)
{
    int column = (int)floorf((x - left) / pixel), row = (int)floorf((y - top) / pixel);
    if (column < 0 || column >= WORD_LENGTH * GLYPH_ADVANCE || row < 0 || row >= GLYPH_HEIGHT)
        return 0;
    int bit = column % GLYPH_ADVANCE;
    return bit < GLYPH_WIDTH && (WORD[column / GLYPH_ADVANCE].rows[row] >> (GLYPH_WIDTH - 1 - bit) & 1);
}

static Colour colour_at(float x, float y, float aspect)
{
    float middle = aspect / 2, across = x - middle * 0.55f, down = y - 0.42f;
    float radius = sqrtf(across * across + down * down) / 0.30f;
    if (is_in_word(x, y, middle * 0.92f, 0.16f, middle / 40))
        return (Colour){1.0f, 0.97f, 0.88f};
    if (radius < 1)
        return rings(radius, atan2f(down, across));
    return y < 0.62f ? sky(y) : floor_tiles(x, y, middle);
}

static uint8_t to_byte(float value)
{
    return (uint8_t)lrintf(255 * fminf(fmaxf(value, 0), 1));
}

static void paint(uint8_t *rgb, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++, rgb += 3) {
            Colour colour = colour_at(((float)x + 0.5f) / (float)height, ((float)y + 0.5f) / (float)height, (float)width / (float)height);
            rgb[0] = to_byte(colour.red);
            rgb[1] = to_byte(colour.green);
            rgb[2] = to_byte(colour.blue);
        }
}

static int side(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *end || value < 1 || value > MAX_SIDE ? 0 : (int)value;
}

int main(int argc, char **argv)
{
    int width = argc == 4 ? side(argv[2]) : 0, height = argc == 4 ? side(argv[3]) : 0;
    if (!width || !height) {
        fprintf(stderr, "usage: paint OUT.png WIDTH HEIGHT\n");
        return 2;
    }
    uint8_t *rgb = malloc((size_t)width * (size_t)height * 3);
    png_image image = {.version = PNG_IMAGE_VERSION, .width = (png_uint_32)width, .height = (png_uint_32)height, .format = PNG_FORMAT_RGB};
    if (!rgb) {
        fprintf(stderr, "paint: not enough memory\n");
        return 3;
    }
    paint(rgb, width, height);
    int written = png_image_write_to_file(&image, argv[1], 0, rgb, 0, NULL);
    if (!written)
        fprintf(stderr, "paint: %s: %s\n", argv[1], image.message);
    free(rgb);
    return written ? 0 : 3;
}
