/* The headers of .dds files: the 128 bytes of DirectX 7 to 9, whose pixel format is a code of four
 * letters, a number of D3DFORMAT, or masks, and DirectX 10's 20 bytes behind them. */
#include "dds_header.h"

#include <string.h>

enum {
    HEADER_BYTES = 124, PIXEL_FORMAT_BYTES = 32, EXTENSION_BYTES = 20, FACES = 6,
    /* where, from the magic on */
    AT_SIZE = 4, AT_FLAGS = 8, AT_HEIGHT = 12, AT_WIDTH = 16, AT_PITCH = 20, AT_DEPTH = 24,
    AT_MIPS = 28, AT_PIXEL_FORMAT = 76, AT_CAPS = 108, AT_CAPS2 = 112, AT_EXTENSION = 128,
    /* flags, caps */
    HAS_CAPS = 1, HAS_HEIGHT = 2, HAS_WIDTH = 4, HAS_PITCH = 8, HAS_FORMAT = 0x1000,
    HAS_MIPS = 0x20000, HAS_DEPTH = 0x800000,
    CAPS_COMPLEX = 8, CAPS_TEXTURE = 0x1000, CAPS_MIPS = 0x400000,
    CAPS2_CUBE = 0x200, CAPS2_ALL_FACES = 0xfc00, CAPS2_VOLUME = 0x200000,
    /* of the pixel format */
    PIXELS_ALPHA = 1, PIXELS_ONLY_ALPHA = 2, PIXELS_CODE = 4, PIXELS_RGB = 0x40,
    PIXELS_GREY = 0x20000, PIXELS_SIGNED = 0x80000,
    HAVE_ALPHA = PIXELS_ALPHA | PIXELS_ONLY_ALPHA | PIXELS_SIGNED,
    HAVE_GREEN = PIXELS_RGB | PIXELS_SIGNED, HAVE_RED = HAVE_GREEN | PIXELS_GREY,
    /* of the extension */
    RESOURCE_1D = 2, RESOURCE_2D = 3, RESOURCE_3D = 4, IS_CUBE = 4
};

static uint32_t word_at(const uint8_t *bytes, uint32_t at)
{
    uint32_t word;
    memcpy(&word, bytes + at, sizeof word);
    return word;
}

/* ---- pixel formats ---- */

#define CODE(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | \
                          (uint32_t)(d) << 24)

/* Codes and D3DFORMAT's numbers, and DXGI's for the same texels. */
static const struct { uint32_t code, dxgi; } codes[] = {
    {CODE('D', 'X', 'T', '1'), 71}, {CODE('D', 'X', 'T', '2'), 74}, {CODE('D', 'X', 'T', '3'), 74},
    {CODE('D', 'X', 'T', '4'), 77}, {CODE('D', 'X', 'T', '5'), 77}, {CODE('A', 'T', 'I', '1'), 80},
    {CODE('B', 'C', '4', 'U'), 80}, {CODE('B', 'C', '4', 'S'), 81}, {CODE('A', 'T', 'I', '2'), 83},
    {CODE('B', 'C', '5', 'U'), 83}, {CODE('B', 'C', '5', 'S'), 84},
    {36, 11},  /* A16B16G16R16 */
    {110, 13}, /* Q16W16V16U16 */
    {111, 54}, /* R16F */
    {112, 34}, /* G16R16F */
    {113, 10}, /* A16B16G16R16F */
    {114, 41}, /* R32F */
    {115, 16}, /* G32R32F */
    {116, 2},  /* A32B32G32R32F */
};

static const char *spell_code(uint32_t code, char text[16])
{
    const char letters[] = {(char)code, (char)(code >> 8), (char)(code >> 16), (char)(code >> 24)};
    bool is_text = true;
    for (int i = 0; i < 4; i++)
        is_text &= letters[i] >= ' ' && letters[i] <= '~';
    if (is_text)
        snprintf(text, 16, "'%.4s'", letters);
    else
        snprintf(text, 16, "%u", code);
    return text;
}

static bool find_code(Report *report, uint32_t code, TexelFormat *format)
{
    char text[16];
    for (size_t i = 0; i < HOST_LENGTH(codes); i++) {
        if (codes[i].code == code) {
            *format = *host_dxgi_format(codes[i].dxgi);
            return true;
        }
    }
    return host_fail(report, "format %s is not supported", spell_code(code, text));
}

/* 0 bits for an empty mask; fails where it has gaps, or more bits than UNORM texels have. */
static bool read_mask(Report *report, uint32_t mask, uint32_t bits, Channel *channel)
{
    *channel = (Channel){0, 0};
    if (!mask)
        return true;
    uint32_t at = (uint32_t)__builtin_ctz(mask), width = (uint32_t)__builtin_popcount(mask);
    *channel = (Channel){(uint8_t)width, (uint8_t)at};
    return (mask >> at == (1u << width % 32) - 1 && width <= 16 && at + width <= bits) ||
           host_fail(report, "mask %#x of texels of %u bits is not supported", mask, bits);
}

/* DXGI's name for these masks, where it has one. */
static void name_masks(TexelFormat *format)
{
    for (uint32_t dxgi = 1; dxgi < 256; dxgi++) {
        const TexelFormat *known = host_dxgi_format(dxgi);
        if (known && !known->block && known->encoding == format->encoding && !format->is_grey &&
            known->bytes == format->bytes &&
            !memcmp(known->channels, format->channels, sizeof format->channels)) {
            *format = *known;
            return;
        }
    }
}

static bool read_masks(Report *report, const uint8_t *pixels, uint32_t flags, TexelFormat *format)
{
    uint32_t bits = word_at(pixels, 12);
    bool is_grey = flags & PIXELS_GREY;
    if (bits % 8 || bits < 8 || bits > 32)
        return host_fail(report, "texels of %u bits are not supported", bits);
    *format = (TexelFormat){.name = "masks", .bytes = (uint8_t)(bits / 8), .is_grey = is_grey,
                            .encoding = flags & PIXELS_SIGNED ? ENCODED_SNORM : ENCODED_UNORM};
    for (uint32_t c = 0; c < 4; c++)
        if (flags & (c == 3 ? HAVE_ALPHA : c == 0 ? HAVE_RED : HAVE_GREEN) &&
            !read_mask(report, word_at(pixels, 16 + 4 * c), bits, &format->channels[c]))
            return false;
    name_masks(format);
    return true;
}

static bool read_pixel_format(Report *report, const uint8_t *pixels, TexelFormat *format)
{
    uint32_t flags = word_at(pixels, 4);
    if (flags & PIXELS_CODE)
        return find_code(report, word_at(pixels, 8), format);
    if (flags & (HAVE_RED | PIXELS_ONLY_ALPHA))
        return read_masks(report, pixels, flags, format);
    return host_fail(report, "pixel format of flags %#x is not supported", flags);
}

/* ---- shapes ---- */

static bool read_legacy_shape(Report *report, const uint8_t *bytes, Texture *texture)
{
    uint32_t caps2 = word_at(bytes, AT_CAPS2);
    texture->dimensions = caps2 & CAPS2_VOLUME ? 3 : 2;
    texture->is_cube = caps2 & CAPS2_CUBE;
    if (texture->dimensions == 3)
        texture->depth = word_at(bytes, AT_DEPTH);
    if (!texture->is_cube)
        return true;
    texture->slices = FACES;
    return ((caps2 & CAPS2_ALL_FACES) == CAPS2_ALL_FACES && texture->dimensions == 2) ||
           host_fail(report, "a cube without all of its 6 faces");
}

/* What shaders see of depth, and of families of which one format has floats: D3D11.3's views of them. */
static const struct { uint32_t dxgi, seen; } views[] = {
    {40, 41}, /* D32_FLOAT */
    {55, 56}, /* D16_UNORM */
    {1, 2},   /* R32G32B32A32_TYPELESS */
    {5, 6},   /* R32G32B32_TYPELESS */
    {15, 16}, /* R32G32_TYPELESS */
    {23, 24}, /* R10G10B10A2_TYPELESS */
    {39, 41}, /* R32_TYPELESS */
};

static const TexelFormat *seen_format(uint32_t dxgi)
{
    for (size_t i = 0; i < HOST_LENGTH(views); i++)
        if (views[i].dxgi == dxgi)
            return host_dxgi_format(views[i].seen);
    return host_dxgi_format(dxgi);
}

static bool read_extension(Report *report, const uint8_t *bytes, Texture *texture)
{
    const uint8_t *extension = bytes + AT_EXTENSION;
    uint32_t dxgi = word_at(extension, 0), dimension = word_at(extension, 4);
    const TexelFormat *format = seen_format(dxgi);
    if (!format)
        return host_fail(report, "DXGI format %u is not supported", dxgi);
    if (dimension < RESOURCE_1D || dimension > RESOURCE_3D)
        return host_fail(report, "damaged .dds header: no texture has dimension %u", dimension);
    texture->format = *format;
    texture->dimensions = dimension - 1;
    texture->is_cube = dimension == RESOURCE_2D && word_at(extension, 8) & IS_CUBE;
    texture->slices = word_at(extension, 12);
    if (texture->dimensions == 1)
        texture->height = 1;
    if (texture->dimensions == 3)
        texture->depth = word_at(bytes, AT_DEPTH);
    if (texture->dimensions == 3 && texture->slices != 1)
        return host_fail(report, "damaged .dds header: an array of volumes");
    return !texture->is_cube ||
           !__builtin_mul_overflow(texture->slices, FACES, &texture->slices) ||
           host_fail(report, "damaged .dds header: too many cubes");
}

bool dds_read_header(Report *report, const uint8_t *bytes, size_t count, Texture *texture,
                     size_t *header_bytes)
{
    if (count < AT_EXTENSION || memcmp(bytes, "DDS ", 4) != 0)
        return host_fail(report, "no .dds file");
    if (word_at(bytes, AT_SIZE) != HEADER_BYTES ||
        word_at(bytes, AT_PIXEL_FORMAT) != PIXEL_FORMAT_BYTES)
        return host_fail(report, "damaged .dds header");
    const uint8_t *pixels = bytes + AT_PIXEL_FORMAT;
    bool is_extended = word_at(pixels, 4) & PIXELS_CODE &&
                       word_at(pixels, 8) == CODE('D', 'X', '1', '0');
    *header_bytes = AT_EXTENSION + (is_extended ? EXTENSION_BYTES : 0);
    if (count < *header_bytes)
        return host_fail(report, "damaged .dds header: the file ends too early");
    *texture = (Texture){.width = word_at(bytes, AT_WIDTH), .height = word_at(bytes, AT_HEIGHT),
                         .depth = 1, .slices = 1, .mips = word_at(bytes, AT_MIPS)};
    texture->mips += texture->mips == 0;
    if (is_extended)
        return read_extension(report, bytes, texture);
    return read_pixel_format(report, pixels, &texture->format) &&
           read_legacy_shape(report, bytes, texture);
}

/* ---- writing ---- */

static void put(uint8_t *bytes, uint32_t at, uint32_t word)
{
    memcpy(bytes + at, &word, sizeof word);
}

/* What masks say of a format, so that any reader means the same: not 10 bits, whose order some
 * turn round, nor red alone, which would be luminance. */
static const struct { uint32_t dxgi, flags; } masked[] = {
    {28, PIXELS_RGB | PIXELS_ALPHA},  /* R8G8B8A8_UNORM, A8B8G8R8 */
    {31, PIXELS_SIGNED},              /* R8G8B8A8_SNORM, Q8W8V8U8 */
    {35, PIXELS_RGB},                 /* R16G16_UNORM, G16R16 */
    {37, PIXELS_SIGNED},              /* R16G16_SNORM, V16U16 */
    {51, PIXELS_SIGNED},              /* R8G8_SNORM, V8U8 */
    {65, PIXELS_ONLY_ALPHA},          /* A8_UNORM, A8 */
    {85, PIXELS_RGB},                 /* B5G6R5_UNORM, R5G6B5 */
    {86, PIXELS_RGB | PIXELS_ALPHA},  /* B5G5R5A1_UNORM, A1R5G5B5 */
    {87, PIXELS_RGB | PIXELS_ALPHA},  /* B8G8R8A8_UNORM, A8R8G8B8 */
    {88, PIXELS_RGB},                 /* B8G8R8X8_UNORM, X8R8G8B8 */
    {115, PIXELS_RGB | PIXELS_ALPHA}, /* B4G4R4A4_UNORM, A4R4G4B4 */
};

static void put_masks(uint8_t *pixels, const TexelFormat *format, uint32_t flags)
{
    put(pixels, 4, flags);
    put(pixels, 12, format->bytes * 8u);
    for (uint32_t c = 0; c < 4; c++)
        put(pixels, 16 + 4 * c, ((1u << format->channels[c].bits) - 1) << format->channels[c].at);
}

/* The format as DirectX 9 has it; fails where it has none. */
static bool put_legacy_format(uint8_t *pixels, const TexelFormat *format)
{
    for (size_t i = 0; i < HOST_LENGTH(masked); i++) {
        if (masked[i].dxgi == format->dxgi) {
            put_masks(pixels, format, masked[i].flags);
            return true;
        }
    }
    for (size_t i = 0; i < HOST_LENGTH(codes); i++) {
        if (codes[i].dxgi == format->dxgi) {
            put(pixels, 4, PIXELS_CODE);
            put(pixels, 8, codes[i].code);
            return true;
        }
    }
    return false;
}

/* DirectX 9 has no arrays and no 1D textures. */
static bool has_legacy_shape(const Texture *texture)
{
    return texture->dimensions > 1 && texture->slices == (texture->is_cube ? FACES : 1);
}

/* Returns its bytes. */
static size_t put_extension(uint8_t *bytes, const Texture *texture)
{
    uint8_t *extension = bytes + AT_EXTENSION;
    put(bytes, AT_PIXEL_FORMAT + 4, PIXELS_CODE);
    put(bytes, AT_PIXEL_FORMAT + 8, CODE('D', 'X', '1', '0'));
    put(extension, 0, texture->format.dxgi);
    put(extension, 4, texture->dimensions + 1);
    put(extension, 8, texture->is_cube ? IS_CUBE : 0);
    put(extension, 12, texture->is_cube ? texture->slices / FACES : texture->slices);
    return EXTENSION_BYTES;
}

void dds_write_header(const Texture *texture, Text *out)
{
    uint8_t bytes[AT_EXTENSION + EXTENSION_BYTES] = "DDS ";
    bool is_volume = texture->dimensions == 3, has_mips = texture->mips > 1;
    bool is_complex = is_volume || has_mips || texture->slices > 1;
    put(bytes, AT_SIZE, HEADER_BYTES);
    put(bytes, AT_FLAGS,
        HAS_CAPS | HAS_HEIGHT | HAS_WIDTH | HAS_PITCH | HAS_FORMAT | (has_mips ? HAS_MIPS : 0) |
            (is_volume ? HAS_DEPTH : 0));
    put(bytes, AT_HEIGHT, texture->height);
    put(bytes, AT_WIDTH, texture->width);
    put(bytes, AT_PITCH, (uint32_t)host_band_bytes(&texture->format, texture->width));
    put(bytes, AT_DEPTH, texture->depth);
    put(bytes, AT_MIPS, texture->mips);
    put(bytes, AT_PIXEL_FORMAT, PIXEL_FORMAT_BYTES);
    put(bytes, AT_CAPS,
        CAPS_TEXTURE | (is_complex ? CAPS_COMPLEX : 0) | (has_mips ? CAPS_MIPS : 0));
    put(bytes, AT_CAPS2, texture->is_cube ? CAPS2_CUBE | CAPS2_ALL_FACES
                         : is_volume      ? CAPS2_VOLUME
                                          : 0);
    size_t count = AT_EXTENSION;
    if (!has_legacy_shape(texture) ||
        !put_legacy_format(bytes + AT_PIXEL_FORMAT, &texture->format))
        count += put_extension(bytes, texture);
    host_text_add(out, bytes, count);
}
