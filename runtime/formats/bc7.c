/* BC7 blocks (D3D11.3 functional specification 19.5.14): the lowest 1 says the mode, then come
 * partition, rotation, end points component by component, their lowest bits, and indices. */
#include "formats_priv.h"

enum { MODES = 8, MAX_ENDS = 6, ALPHA = 3 };

typedef struct Mode {
    uint8_t subsets;
    uint8_t partition_bits, rotation_bits, selector_bits;
    uint8_t colour_bits, alpha_bits;
    enum { NO_LOWEST, OWN_LOWEST, SHARED_LOWEST } lowest; /* a bit more for all of an end point */
    uint8_t index_bits, other_bits; /* other: alpha's own, of modes 4 and 5 */
} Mode;

static const Mode modes[MODES] = {
    /* subsets, partition, rotation, selector; colour, alpha; lowest; indices */
    {3, 4, 0, 0, 4, 0, OWN_LOWEST, 3, 0},    {2, 6, 0, 0, 6, 0, SHARED_LOWEST, 3, 0},
    {3, 6, 0, 0, 5, 0, NO_LOWEST, 2, 0},     {2, 6, 0, 0, 7, 0, OWN_LOWEST, 2, 0},
    {1, 0, 2, 1, 5, 6, NO_LOWEST, 2, 3},     {1, 0, 2, 0, 7, 8, NO_LOWEST, 2, 2},
    {1, 0, 0, 0, 7, 7, OWN_LOWEST, 4, 0},    {2, 6, 0, 0, 5, 5, OWN_LOWEST, 2, 0},
};

/* To 8 bits, the highest bits again as the lowest. */
static uint8_t widen(uint32_t value, uint32_t bits)
{
    value <<= 8 - bits;
    return (uint8_t)(value | value >> bits);
}

static void read_ends(const Mode *mode, BlockBits *bits, uint8_t ends[MAX_ENDS][4])
{
    uint32_t raw[MAX_ENDS][4], count = mode->subsets * 2u, more = mode->lowest != NO_LOWEST;
    for (int c = 0; c < 4; c++)
        for (uint32_t i = 0; i < count; i++)
            raw[i][c] = take_bits(bits, c == ALPHA ? mode->alpha_bits : mode->colour_bits);
    uint32_t lowest = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (mode->lowest == OWN_LOWEST || (mode->lowest == SHARED_LOWEST && i % 2 == 0))
            lowest = take_bits(bits, 1);
        for (int c = 0; c < 4; c++) {
            uint32_t width = (c == ALPHA ? mode->alpha_bits : mode->colour_bits) + more;
            ends[i][c] = widen(more ? raw[i][c] << 1 | lowest : raw[i][c], width);
        }
        if (!mode->alpha_bits)
            ends[i][ALPHA] = 255;
    }
}

static void read_indices(uint32_t subsets, uint32_t partition, uint32_t width, BlockBits *bits,
                         uint8_t indices[BLOCK_TEXELS])
{
    for (uint32_t i = 0; i < BLOCK_TEXELS; i++)
        indices[i] = (uint8_t)take_bits(bits,
                                        width - formats_is_anchor(subsets, partition, i));
}

static uint8_t mix(uint32_t a, uint32_t b, uint32_t width, uint32_t index)
{
    uint32_t weight = formats_weight(width, index);
    return (uint8_t)(((64 - weight) * a + weight * b + 32) >> 6);
}

/* The indices of colour and alpha, and their bits. */
typedef struct Indices {
    uint8_t colour[BLOCK_TEXELS], alpha[BLOCK_TEXELS];
    uint32_t colour_bits, alpha_bits;
} Indices;

static void read_all_indices(const Mode *mode, uint32_t partition, bool is_swapped,
                             BlockBits *bits, Indices *indices)
{
    uint8_t first[BLOCK_TEXELS], second[BLOCK_TEXELS];
    bool has_two = mode->other_bits > 0;
    read_indices(mode->subsets, partition, mode->index_bits, bits, first);
    if (has_two)
        read_indices(1, 0, mode->other_bits, bits, second);
    memcpy(indices->colour, is_swapped ? second : first, sizeof first);
    memcpy(indices->alpha, has_two && !is_swapped ? second : first, sizeof first);
    indices->colour_bits = is_swapped ? mode->other_bits : mode->index_bits;
    indices->alpha_bits = has_two && !is_swapped ? mode->other_bits : mode->index_bits;
}

void formats_decode_bc7(const TexelFormat *format, const Shades *shades, const uint8_t *block,
                        Texel texels[BLOCK_TEXELS])
{
    (void)format;
    uint8_t ends[MAX_ENDS][4];
    Indices indices;
    BlockBits bits = read_block(block);
    uint32_t number = block[0] ? (uint32_t)__builtin_ctz(block[0]) : MODES;
    if (number == MODES) { /* reserved: all 0 */
        memset(texels, 0, BLOCK_TEXELS * sizeof *texels);
        return;
    }
    const Mode *mode = &modes[number];
    take_bits(&bits, number + 1);
    uint32_t partition = take_bits(&bits, mode->partition_bits);
    uint32_t rotation = take_bits(&bits, mode->rotation_bits);
    bool is_swapped = take_bits(&bits, mode->selector_bits);
    read_ends(mode, &bits, ends);
    read_all_indices(mode, partition, is_swapped, &bits, &indices);
    for (uint32_t i = 0; i < BLOCK_TEXELS; i++) {
        const uint8_t(*pair)[4] = &ends[2 * formats_subset(mode->subsets, partition, i)];
        uint8_t colour[4];
        for (int c = 0; c < ALPHA; c++)
            colour[c] = mix(pair[0][c], pair[1][c], indices.colour_bits, indices.colour[i]);
        colour[ALPHA] = mix(pair[0][ALPHA], pair[1][ALPHA], indices.alpha_bits, indices.alpha[i]);
        uint32_t scalar = (rotation + ALPHA) % 4; /* 0: alpha itself */
        uint8_t other = colour[scalar];
        colour[scalar] = colour[ALPHA];
        colour[ALPHA] = other;
        for (int c = 0; c < 4; c++)
            texels[i].parts[c] = (c == ALPHA ? shades->alpha : shades->colour)[colour[c]];
    }
}
