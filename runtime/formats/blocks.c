/* Blocks of 4 x 4 texels: BC1 to BC5, and rows of any of them (D3D11.3 functional specification
 * 19.5). Where it allows a tolerance, this is its reference: colours between two end points are
 * UNORM8 and lose what is over; those of BC4 and BC5 are quotients, to the nearest float. */
#include "formats_priv.h"

enum { COLOUR_BYTES = 8, ALPHA = 3, HIGHEST = 255 };

/* ---- colours ---- */

/* To 8 bits, the highest bits again as the lowest. */
static uint32_t promote(uint32_t code, uint32_t bits)
{
    return code << (8 - bits) | code >> (2 * bits - 8);
}

static void promote_565(uint32_t code, uint32_t colour[3])
{
    colour[0] = promote(code >> 11, 5);
    colour[1] = promote(code >> 5 & 63, 6);
    colour[2] = promote(code & 31, 5);
}

typedef struct Palette {
    uint8_t colours[4][4];
} Palette;

/* Two end points and what lies between; the last of three_colours is black and transparent. */
static Palette colour_palette(const uint8_t *block, bool may_have_three)
{
    Palette palette;
    uint32_t codes[2] = {block[0] | block[1] * 256u, block[2] | block[3] * 256u}, ends[2][3];
    bool three = may_have_three && codes[0] <= codes[1];
    memset(&palette, HIGHEST, sizeof palette);
    for (int i = 0; i < 2; i++)
        promote_565(codes[i], ends[i]);
    for (int c = 0; c < 3; c++) {
        uint32_t a = ends[0][c], b = ends[1][c];
        palette.colours[0][c] = (uint8_t)a;
        palette.colours[1][c] = (uint8_t)b;
        palette.colours[2][c] = (uint8_t)(three ? (a + b) / 2 : (2 * a + b) / 3);
        palette.colours[3][c] = (uint8_t)(three ? 0 : (a + 2 * b) / 3);
    }
    palette.colours[3][ALPHA] = three ? 0 : HIGHEST;
    return palette;
}

static void decode_colours(const Shades *shades, const uint8_t *block, bool may_have_three,
                           Texel *texels)
{
    Palette palette = colour_palette(block, may_have_three);
    for (uint32_t i = 0; i < BLOCK_TEXELS; i++) {
        const uint8_t *colour = palette.colours[block[4 + i / 4] >> i % 4 * 2 & 3];
        for (int c = 0; c < ALPHA; c++)
            texels[i].parts[c] = shades->colour[colour[c]];
        texels[i].parts[ALPHA] = shades->alpha[colour[ALPHA]];
    }
}

static void decode_bc1(const TexelFormat *format, const Shades *shades, const uint8_t *block,
                       Texel *texels)
{
    (void)format;
    decode_colours(shades, block, true, texels);
}

/* Four bits of alpha a texel, then colours. */
static void decode_bc2(const TexelFormat *format, const Shades *shades, const uint8_t *block,
                       Texel *texels)
{
    (void)format;
    decode_colours(shades, block + COLOUR_BYTES, false, texels);
    for (uint32_t i = 0; i < BLOCK_TEXELS; i++)
        texels[i].parts[ALPHA] = shades->alpha[(block[i / 2] >> i % 2 * 4 & 15) * 17];
}

/* ---- single components ---- */

/* What the eight codes of a block stand for: end points, and fifths or sevenths between them. */
static void find_levels(const uint8_t *block, bool is_signed, uint32_t levels[8])
{
    int32_t a = is_signed ? (int8_t)block[0] : block[0];
    int32_t b = is_signed ? (int8_t)block[1] : block[1];
    int32_t parts = a > b ? 7 : 5, one = is_signed ? 127 : HIGHEST;
    a = a < -one ? -one : a;
    b = b < -one ? -one : b;
    levels[0] = bits_of((float)a / (float)one);
    levels[1] = bits_of((float)b / (float)one);
    for (int32_t i = 1; i < parts; i++)
        levels[i + 1] = bits_of((float)((parts - i) * a + i * b) / (float)(parts * one));
    if (parts == 5) {
        levels[6] = is_signed ? bits_of(-1) : 0;
        levels[7] = FLOAT_ONE;
    }
}

static void decode_component(const uint8_t *block, bool is_signed, int part, Texel *texels)
{
    uint32_t levels[8];
    uint64_t codes = 0;
    find_levels(block, is_signed, levels);
    memcpy(&codes, block + 2, 6);
    for (uint32_t i = 0; i < BLOCK_TEXELS; i++)
        texels[i].parts[part] = levels[codes >> i * 3 & 7];
}

static void decode_bc3(const TexelFormat *format, const Shades *shades, const uint8_t *block,
                       Texel *texels)
{
    (void)format;
    decode_colours(shades, block + COLOUR_BYTES, false, texels);
    decode_component(block, false, ALPHA, texels);
}

static void decode_bc4(const TexelFormat *format, const Shades *shades, const uint8_t *block,
                       Texel *texels)
{
    (void)shades;
    for (uint32_t i = 0; i < BLOCK_TEXELS; i++)
        texels[i] = (Texel){{0, 0, 0, FLOAT_ONE}};
    decode_component(block, format->encoding == ENCODED_SNORM, 0, texels);
}

static void decode_bc5(const TexelFormat *format, const Shades *shades, const uint8_t *block,
                       Texel *texels)
{
    decode_bc4(format, shades, block, texels);
    decode_component(block + 8, format->encoding == ENCODED_SNORM, 1, texels);
}

/* ---- rows of blocks ---- */

static DecodeBlock *const decoders[] = {
    NULL,       decode_bc1, decode_bc2,         decode_bc3,
    decode_bc4, decode_bc5, formats_decode_bc6, formats_decode_bc7,
};

static void find_shades(const TexelFormat *format, Shades *shades)
{
    uint32_t codes[HIGHEST + 1];
    for (uint32_t i = 0; i <= HIGHEST; i++)
        codes[i] = i;
    formats_decode(ENCODED_UNORM, 8, codes, shades->alpha, HIGHEST + 1);
    formats_decode(format->encoding == ENCODED_SRGB ? ENCODED_SRGB : ENCODED_UNORM, 8, codes,
                   shades->colour, HIGHEST + 1);
}

void host_decode_blocks(const TexelFormat *format, const uint8_t *source, size_t count,
                        Texel *texels)
{
    Shades shades;
    Texel block[BLOCK_TEXELS];
    find_shades(format, &shades);
    for (size_t i = 0; i < count; i++) {
        decoders[format->block](format, &shades, source + i * format->bytes, block);
        for (size_t line = 0; line < BLOCK_SIDE; line++)
            memcpy(texels + (line * count + i) * BLOCK_SIDE, block + line * BLOCK_SIDE,
                   BLOCK_SIDE * sizeof *block);
    }
}
