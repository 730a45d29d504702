/* Shared by the files of formats/. */
#ifndef WCC_FORMATS_PRIV_H
#define WCC_FORMATS_PRIV_H

#include "formats.h"

#include <string.h>

static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

enum { FLOAT_ONE = 0x3f800000 };

/* numbers of one channel, `count` of them: channels.c */

void formats_decode(Encoding encoding, uint32_t width, const uint32_t *codes, uint32_t *values,
                    size_t count);
void formats_encode(Encoding encoding, uint32_t width, const uint32_t *values, uint32_t *codes,
                    size_t count);
/* The least bits of a float that each of 256 codes is for; 0 is for all below. */
void formats_srgb_borders(uint32_t *borders);
void formats_decode_shared(uint32_t code, uint32_t values[3]);
uint32_t formats_encode_shared(const uint32_t values[3]);

/* What the 256 codes of a colour and of an alpha stand for: bits of floats. */
typedef struct Shades {
    uint32_t colour[256], alpha[256];
} Shades;

/* One block, its texels row by row. */
typedef void DecodeBlock(const TexelFormat *format, const Shades *shades, const uint8_t *block,
                         Texel texels[BLOCK_TEXELS]);

DecodeBlock formats_decode_bc6, formats_decode_bc7;

/* partitions.c: which of its end points' pairs a texel of BC6H and BC7 blocks lies between */

/* subsets: 1, 2, 3 */
uint32_t formats_subset(uint32_t subsets, uint32_t partition, uint32_t texel);
/* The index of this texel has one bit less. */
bool formats_is_anchor(uint32_t subsets, uint32_t partition, uint32_t texel);
/* How much of the second end point an index of 2, 3 or 4 bits takes, in 64ths. */
uint32_t formats_weight(uint32_t bits, uint32_t index);

/* A block of 128 bits, read from the lowest on. */
typedef struct BlockBits {
    uint64_t low, high;
} BlockBits;

/* At most 16. */
static inline uint32_t take_bits(BlockBits *bits, uint32_t count)
{
    uint32_t value = (uint32_t)(bits->low & ((1u << count) - 1));
    if (count) {
        bits->low = bits->low >> count | bits->high << (64 - count);
        bits->high >>= count;
    }
    return value;
}

static inline BlockBits read_block(const uint8_t *block)
{
    BlockBits bits;
    memcpy(&bits, block, sizeof bits);
    return bits;
}

#endif
