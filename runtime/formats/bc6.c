/* BC6H blocks (D3D11.3 functional specification 19.5.13): the mode says how the bits of four end
 * points, or of two, are strewn over the first 82 bits (65); indices follow. */
#include "formats_priv.h"

/* The end points' components as the specification's table 2 names them: r, g, b of w, the first
 * region's first end point, x, its second one, y and z, the other region's. D: the partition. */
enum { RW, GW, BW, RX, GX, BX, RY, GY, BY, RZ, GZ, BZ, D, FIELDS };

/* `count` bits that go into a field from bit `at` on; BACKWARDS: from there down. */
typedef struct Run {
    uint8_t field, at, count;
} Run;

enum { MAX_RUNS = 24, BACKWARDS = 0x80 };

typedef struct Mode {
    uint8_t code, code_bits;
    uint8_t regions;
    bool has_deltas; /* all but w are differences to it */
    uint8_t bits;    /* of w */
    uint8_t deltas[3];
    Run runs[MAX_RUNS];
} Mode;

#define REST {BY, 0, 4}
#define FIRST_TENS {RW, 0, 10}, {GW, 0, 10}, {BW, 0, 10}

static const Mode modes[] = {
    {0x00, 2, 2, true, 10, {5, 5, 5},
     {{GY, 4, 1}, {BY, 4, 1}, {BZ, 4, 1}, FIRST_TENS, {RX, 0, 5}, {GZ, 4, 1}, {GY, 0, 4},
      {GX, 0, 5}, {BZ, 0, 1}, {GZ, 0, 4}, {BX, 0, 5}, {BZ, 1, 1}, REST, {RY, 0, 5}, {BZ, 2, 1},
      {RZ, 0, 5}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x01, 2, 2, true, 7, {6, 6, 6},
     {{GY, 5, 1}, {GZ, 4, 2}, {RW, 0, 7}, {BZ, 0, 2}, {BY, 4, 1}, {GW, 0, 7}, {BY, 5, 1},
      {BZ, 2, 1}, {GY, 4, 1}, {BW, 0, 7}, {BZ, 3, 1}, {BZ, 5, 1}, {BZ, 4, 1}, {RX, 0, 6},
      {GY, 0, 4}, {GX, 0, 6}, {GZ, 0, 4}, {BX, 0, 6}, REST, {RY, 0, 6}, {RZ, 0, 6}, {D, 0, 5}}},
    {0x02, 5, 2, true, 11, {5, 4, 4},
     {FIRST_TENS, {RX, 0, 5}, {RW, 10, 1}, {GY, 0, 4}, {GX, 0, 4}, {GW, 10, 1}, {BZ, 0, 1},
      {GZ, 0, 4}, {BX, 0, 4}, {BW, 10, 1}, {BZ, 1, 1}, REST, {RY, 0, 5}, {BZ, 2, 1}, {RZ, 0, 5},
      {BZ, 3, 1}, {D, 0, 5}}},
    {0x06, 5, 2, true, 11, {4, 5, 4},
     {FIRST_TENS, {RX, 0, 4}, {RW, 10, 1}, {GZ, 4, 1}, {GY, 0, 4}, {GX, 0, 5}, {GW, 10, 1},
      {GZ, 0, 4}, {BX, 0, 4}, {BW, 10, 1}, {BZ, 1, 1}, REST, {RY, 0, 4}, {BZ, 0, 1}, {BZ, 2, 1},
      {RZ, 0, 4}, {GY, 4, 1}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x0a, 5, 2, true, 11, {4, 4, 5},
     {FIRST_TENS, {RX, 0, 4}, {RW, 10, 1}, {BY, 4, 1}, {GY, 0, 4}, {GX, 0, 4}, {GW, 10, 1},
      {BZ, 0, 1}, {GZ, 0, 4}, {BX, 0, 5}, {BW, 10, 1}, REST, {RY, 0, 4}, {BZ, 1, 2}, {RZ, 0, 4},
      {BZ, 4, 1}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x0e, 5, 2, true, 9, {5, 5, 5},
     {{RW, 0, 9}, {BY, 4, 1}, {GW, 0, 9}, {GY, 4, 1}, {BW, 0, 9}, {BZ, 4, 1}, {RX, 0, 5},
      {GZ, 4, 1}, {GY, 0, 4}, {GX, 0, 5}, {BZ, 0, 1}, {GZ, 0, 4}, {BX, 0, 5}, {BZ, 1, 1}, REST,
      {RY, 0, 5}, {BZ, 2, 1}, {RZ, 0, 5}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x12, 5, 2, true, 8, {6, 5, 5},
     {{RW, 0, 8}, {GZ, 4, 1}, {BY, 4, 1}, {GW, 0, 8}, {BZ, 2, 1}, {GY, 4, 1}, {BW, 0, 8},
      {BZ, 3, 2}, {RX, 0, 6}, {GY, 0, 4}, {GX, 0, 5}, {BZ, 0, 1}, {GZ, 0, 4}, {BX, 0, 5},
      {BZ, 1, 1}, REST, {RY, 0, 6}, {RZ, 0, 6}, {D, 0, 5}}},
    {0x16, 5, 2, true, 8, {5, 6, 5},
     {{RW, 0, 8}, {BZ, 0, 1}, {BY, 4, 1}, {GW, 0, 8}, {GY, 5, 1}, {GY, 4, 1}, {BW, 0, 8},
      {GZ, 5, 1}, {BZ, 4, 1}, {RX, 0, 5}, {GZ, 4, 1}, {GY, 0, 4}, {GX, 0, 6}, {GZ, 0, 4},
      {BX, 0, 5}, {BZ, 1, 1}, REST, {RY, 0, 5}, {BZ, 2, 1}, {RZ, 0, 5}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x1a, 5, 2, true, 8, {5, 5, 6},
     {{RW, 0, 8}, {BZ, 1, 1}, {BY, 4, 1}, {GW, 0, 8}, {BY, 5, 1}, {GY, 4, 1}, {BW, 0, 8},
      {BZ, 5, 1}, {BZ, 4, 1}, {RX, 0, 5}, {GZ, 4, 1}, {GY, 0, 4}, {GX, 0, 5}, {BZ, 0, 1},
      {GZ, 0, 4}, {BX, 0, 6}, REST, {RY, 0, 5}, {BZ, 2, 1}, {RZ, 0, 5}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x1e, 5, 2, false, 6, {6, 6, 6},
     {{RW, 0, 6}, {GZ, 4, 1}, {BZ, 0, 2}, {BY, 4, 1}, {GW, 0, 6}, {GY, 5, 1}, {BY, 5, 1},
      {BZ, 2, 1}, {GY, 4, 1}, {BW, 0, 6}, {GZ, 5, 1}, {BZ, 3, 1}, {BZ, 5, 1}, {BZ, 4, 1},
      {RX, 0, 6}, {GY, 0, 4}, {GX, 0, 6}, {GZ, 0, 4}, {BX, 0, 6}, REST, {RY, 0, 6}, {RZ, 0, 6},
      {D, 0, 5}}},
    {0x03, 5, 1, false, 10, {10, 10, 10},
     {FIRST_TENS, {RX, 0, 10}, {GX, 0, 10}, {BX, 0, 10}}},
    {0x07, 5, 1, true, 11, {9, 9, 9},
     {FIRST_TENS, {RX, 0, 9}, {RW, 10, 1}, {GX, 0, 9}, {GW, 10, 1}, {BX, 0, 9}, {BW, 10, 1}}},
    {0x0b, 5, 1, true, 12, {8, 8, 8},
     {FIRST_TENS, {RX, 0, 8}, {RW, 11 | BACKWARDS, 2}, {GX, 0, 8}, {GW, 11 | BACKWARDS, 2},
      {BX, 0, 8}, {BW, 11 | BACKWARDS, 2}}},
    {0x0f, 5, 1, true, 16, {4, 4, 4},
     {FIRST_TENS, {RX, 0, 4}, {RW, 15 | BACKWARDS, 6}, {GX, 0, 4}, {GW, 15 | BACKWARDS, 6},
      {BX, 0, 4}, {BW, 15 | BACKWARDS, 6}}},
};

static const Mode *find_mode(uint32_t first_bits)
{
    for (size_t i = 0; i < HOST_LENGTH(modes); i++)
        if ((first_bits & ((1u << modes[i].code_bits) - 1)) == modes[i].code)
            return &modes[i];
    return NULL;
}

static void read_fields(const Mode *mode, BlockBits *bits, int32_t fields[FIELDS])
{
    memset(fields, 0, FIELDS * sizeof *fields);
    for (const Run *run = mode->runs; run < mode->runs + MAX_RUNS && run->count; run++) {
        uint32_t at = run->at % BACKWARDS;
        for (uint32_t i = 0; i < run->count; i++)
            fields[run->field] |= (int32_t)(take_bits(bits, 1)
                                            << (run->at & BACKWARDS ? at - i : at + i));
    }
}

static int32_t extend_sign(int32_t value, uint32_t bits)
{
    uint32_t empty = 32 - bits;
    return (int32_t)((uint32_t)value << empty) >> empty;
}

/* Signs, and differences added to w (19.5.13.6, .7). */
static void finish_ends(const Mode *mode, bool is_signed, int32_t fields[FIELDS])
{
    int32_t mask = (1 << mode->bits) - 1;
    for (uint32_t i = 0; i < 6 * mode->regions; i++) {
        uint32_t c = i % 3;
        if (i < 3 && is_signed)
            fields[i] = extend_sign(fields[i], mode->bits);
        if (i >= 3 && (is_signed || mode->has_deltas))
            fields[i] = extend_sign(fields[i], mode->deltas[c]);
        if (i >= 3 && mode->has_deltas)
            fields[i] = (fields[i] + fields[c]) & mask;
        if (i >= 3 && mode->has_deltas && is_signed)
            fields[i] = extend_sign(fields[i], mode->bits);
    }
}

/* To 16 bits (19.5.13.9). */
static int32_t widen_unsigned(int32_t value, uint32_t bits)
{
    if (bits >= 15 || value == 0)
        return value;
    return value == (1 << bits) - 1 ? 0xffff : ((value << 16) + 0x8000) >> bits;
}

static int32_t widen_signed(int32_t value, uint32_t bits)
{
    int32_t magnitude = value < 0 ? -value : value;
    if (bits >= 16 || value == 0)
        return value;
    magnitude = magnitude >= (1 << (bits - 1)) - 1 ? 0x7fff
                                                   : ((magnitude << 15) + 0x4000) >> (bits - 1);
    return value < 0 ? -magnitude : magnitude;
}

/* A half of what lies between two end points (19.5.13.8, .10). */
static uint32_t mix(int32_t a, int32_t b, int32_t weight, bool is_signed)
{
    int32_t mixed = (a * (64 - weight) + b * weight + 32) >> 6;
    if (!is_signed)
        return (uint32_t)(mixed * 31) >> 6;
    uint32_t magnitude = (uint32_t)((mixed < 0 ? -mixed : mixed) * 31) >> 5;
    return mixed < 0 && magnitude ? 0x8000 | magnitude : magnitude;
}

void formats_decode_bc6(const TexelFormat *format, const Shades *shades, const uint8_t *block,
                        Texel texels[BLOCK_TEXELS])
{
    (void)shades;
    int32_t fields[FIELDS];
    uint32_t halves[BLOCK_TEXELS * 3] = {0}, floats[BLOCK_TEXELS * 3];
    bool is_signed = format->encoding == ENCODED_SNORM;
    BlockBits bits = read_block(block);
    const Mode *mode = find_mode(block[0]);
    if (mode) { /* the others are reserved: black */
        take_bits(&bits, mode->code_bits);
        read_fields(mode, &bits, fields);
        finish_ends(mode, is_signed, fields);
        for (uint32_t i = 0; i < 6 * mode->regions; i++)
            fields[i] = is_signed ? widen_signed(fields[i], mode->bits)
                                  : widen_unsigned(fields[i], mode->bits);
    }
    for (uint32_t i = 0; mode && i < BLOCK_TEXELS; i++) {
        uint32_t width = mode->regions == 2 ? 3 : 4, partition = (uint32_t)fields[D];
        uint32_t index = take_bits(&bits, width - formats_is_anchor(mode->regions, partition, i));
        const int32_t *ends = fields + 6 * formats_subset(mode->regions, partition, i);
        for (uint32_t c = 0; c < 3; c++)
            halves[3 * i + c] = mix(ends[c], ends[3 + c],
                                    (int32_t)formats_weight(width, index), is_signed);
    }
    formats_decode(ENCODED_FLOAT, 16, halves, floats, BLOCK_TEXELS * 3);
    for (uint32_t i = 0; i < BLOCK_TEXELS; i++)
        texels[i] = (Texel){{floats[3 * i], floats[3 * i + 1], floats[3 * i + 2], FLOAT_ONE}};
}
