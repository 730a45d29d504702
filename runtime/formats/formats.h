/* formats: how texels are encoded, by DXGI's formats, and the numbers that a kernel sees of them.
 * Conversion is by the D3D11.3 functional specification, 3.2.2 and 3.2.3 (numbers), 19.3 (packed
 * floats) and 19.5 (blocks). */
#ifndef WCC_FORMATS_H
#define WCC_FORMATS_H

#include "numbers/numbers.h"

typedef enum Encoding {
    ENCODED_UNORM,
    ENCODED_SNORM,
    ENCODED_UINT,
    ENCODED_SINT,
    ENCODED_FLOAT,           /* 32 bits, 16, or without a sign 11 and 10 */
    ENCODED_SRGB,            /* alpha is UNORM */
    ENCODED_SHARED_EXPONENT, /* three fractions of 9 bits, an exponent of 5 at bit 27 */
} Encoding;

/* Where a component lies in a texel, from its lowest bit; 0 bits: it is missing. */
typedef struct Channel {
    uint8_t bits, at;
} Channel;

typedef struct TexelFormat {
    const char *name; /* DXGI's, without DXGI_FORMAT_; or what a file says */
    uint32_t dxgi;    /* 0: has no number there */
    Encoding encoding;
    uint8_t block; /* 1..7: BC1 to BC7, blocks of 4 x 4 texels */
    uint8_t bytes; /* a texel, or a block; at most 16 */
    bool is_grey;  /* what is red is green and blue too */
    Channel channels[4];
} TexelFormat;

/* Red, green, blue, alpha as host_texel_number says: the bits of a float, or an integer. */
typedef struct Texel {
    uint32_t parts[4];
} Texel;

enum { BLOCK_SIDE = 4, BLOCK_TEXELS = 16, MAX_TEXEL_BYTES = 16 };

/* formats.c */

/* By name, in any case, with or without DXGI_FORMAT_; NULL: the reason is in report. */
const TexelFormat *host_find_texel_format(Report *report, const char *name);
/* By number; NULL: none of those. */
const TexelFormat *host_dxgi_format(uint32_t dxgi);
/* F32, U32 or I32. */
Number host_texel_number(const TexelFormat *format);
/* Their bits may be read as either, as D3D's views of typeless resources do: R8G8B8A8_UNORM and
 * R8G8B8A8_UNORM_SRGB. */
bool host_is_one_family(const TexelFormat *a, const TexelFormat *b);

/* texels.c: of formats without blocks */

/* Components that the format has not read as 0, and alpha as 1. */
void host_decode_texels(const TexelFormat *format, const uint8_t *source, size_t count,
                        Texel *texels);
/* Bits of no channel become ones. */
void host_encode_texels(const TexelFormat *format, const Texel *texels, size_t count,
                        uint8_t *target);

/* rounding.c: numbers as if encoded and decoded; not of a shared exponent */

enum { ROUNDED_LANES = 192, SRGB_CODES = 256 };
/* sRGB's shares of octaves from 2^-13 to 1, 256 each, by the bits of floats: so narrow that at
 * most one code begins in each. */
enum { SHARES_FROM = 0x39000000, SHARE_BITS = 15, SHARES = 13 * 256 };

/* What is to be done to the numbers of each lane: i % LANES, of components as they lie. */
typedef struct Rounding {
    Encoding encoding;
    uint32_t keep[ROUNDED_LANES], fill[ROUNDED_LANES]; /* of the result; fill where all are one */
    double highest[ROUNDED_LANES]; /* the code of 1 */
    float steps[ROUNDED_LANES];    /* the same; of floats, in 1, of those below the normal ones */
    uint32_t most[ROUNDED_LANES];  /* integers: the largest; floats: the largest finite one */
    /* Floats, as bits: the least normal one, the last that is not too large, the last that is no
     * NaN; what stays of the fraction; what negative ones become. */
    int32_t normal[ROUNDED_LANES], last[ROUNDED_LANES], number[ROUNDED_LANES];
    uint32_t mask[ROUNDED_LANES], negative[ROUNDED_LANES], sign[ROUNDED_LANES];
    /* sRGB: which lanes are not, the codes' numbers, the least number of each and of the one past
     * the last, and the code that a share begins with. */
    bool is_linear[ROUNDED_LANES];
    uint32_t shades[SRGB_CODES], borders[SRGB_CODES + 1];
    uint8_t first[SHARES + 1];
} Rounding;

/* For `components` of 32 bits a texel. */
void host_make_rounding(const TexelFormat *format, uint32_t components, Rounding *rounding);
/* So many numbers, of whole texels from the first on. */
void host_round_texels(const Rounding *rounding, uint32_t *values, size_t count);

/* blocks.c */

/* A row of blocks as four lines of 4 * count texels, one behind the other. */
void host_decode_blocks(const TexelFormat *format, const uint8_t *source, size_t count,
                        Texel *texels);

/* texture.c: encoded images behind each other: for each slice its levels, of which a volume's have
 * depth */

typedef struct Texture {
    TexelFormat format;
    uint32_t dimensions; /* 1, 2, 3 */
    bool is_cube;
    uint32_t width, height, depth; /* depth: a volume's, else 1 */
    uint32_t slices;               /* of an array; a cube has 6 */
    uint32_t mips;
} Texture;

typedef struct ImageSize {
    uint32_t width, height, depth;
} ImageSize;

ImageSize host_level_size(const Texture *texture, uint32_t level);
/* All bytes; fails where sides are 0, levels too many, or the whole over HOST_MAX_BYTES. */
bool host_measure_texture(Report *report, const Texture *texture, size_t *bytes);
/* Where the image of a slice (a volume's: of a depth) and level begins. */
size_t host_image_offset(const Texture *texture, uint32_t level, uint32_t slice);
/* Lines are stored one by one, those of blocks four by four: a band. */
uint32_t host_band_lines(const TexelFormat *format);
size_t host_band_bytes(const TexelFormat *format, uint32_t width);
/* How many texels a band decodes to, those of whole blocks. */
size_t host_band_texels(const TexelFormat *format, uint32_t width);

#endif
