/* Numbers as they come back from texels of a format, without texels: what formats_encode and
 * formats_decode do to a component in a row, in one loop over all components as they lie.
 *
 * A lane is a number's place in a row of LANES, a multiple of 1, 2, 3 and 4 components; it has its
 * channel's constants in tables, so that alpha may differ from colours and components may be
 * missing. Rows have a constant length and no branches, and floats are compared by their bits, for
 * a comparison of floats might trap: so C compilers make vectors of them, of eight numbers where
 * the machine has AVX2. sRGB has a table of the codes' borders instead. */
#include "formats_priv.h"

#define INLINE static inline __attribute__((always_inline))

enum { LANES = ROUNDED_LANES, INFINITE = 0x7f800000, NAN_BITS = 0x7fc00000 };

/* ---- one row ---- */

/* condition ? yes : no, which gcc takes for a branch where a float comes out of it. */
INLINE int32_t pick(bool condition, int32_t yes, int32_t no)
{
    int32_t mask = -(int32_t)condition;
    return (yes & mask) | (no & ~mask);
}

INLINE uint32_t kept(const Rounding *rounding, int lane, uint32_t bits)
{
    return (bits & rounding->keep[lane]) | rounding->fill[lane];
}

/* 0 .. 1; less, more and NaN, which is 0. */
INLINE float clamped(int32_t bits)
{
    bits = pick(bits > 0, bits, 0);
    bits = pick(bits <= INFINITE, bits, 0);
    return float_of((uint32_t)pick(bits < FLOAT_ONE, bits, FLOAT_ONE));
}

INLINE void round_unorm(const Rounding *rounding, uint32_t *values)
{
    for (int i = 0; i < LANES; i++) {
        int32_t code = (int32_t)(clamped((int32_t)values[i]) * rounding->highest[i] + 0.5);
        values[i] = kept(rounding, i, bits_of((float)code / rounding->steps[i]));
    }
}

/* From the middle away from 0, which is the magnitude's business. */
INLINE void round_snorm(const Rounding *rounding, uint32_t *values)
{
    for (int i = 0; i < LANES; i++) {
        uint32_t sign = values[i] & 0x80000000;
        float c = clamped((int32_t)(values[i] & 0x7fffffff));
        int32_t code = (int32_t)(c * rounding->highest[i] + 0.5);
        uint32_t bits = bits_of((float)code / rounding->steps[i]);
        values[i] = kept(rounding, i, (uint32_t)pick(code != 0, (int32_t)(bits | sign), 0));
    }
}

INLINE void round_uint(const Rounding *rounding, uint32_t *values)
{
    for (int i = 0; i < LANES; i++) {
        uint32_t most = rounding->most[i];
        bool is_less = values[i] < most;
        values[i] = kept(rounding, i, (uint32_t)pick(is_less, (int32_t)values[i], (int32_t)most));
    }
}

INLINE void round_sint(const Rounding *rounding, uint32_t *values)
{
    for (int i = 0; i < LANES; i++) {
        int32_t value = (int32_t)values[i], most = (int32_t)rounding->most[i], least = -most - 1;
        value = pick(value < most, value, most);
        value = pick(value > least, value, least);
        values[i] = kept(rounding, i, (uint32_t)value);
    }
}

/* Bits are cut off; the small ones' are those of a whole number of steps. */
INLINE void round_float(const Rounding *rounding, uint32_t *values)
{
    for (int i = 0; i < LANES; i++) {
        int32_t magnitude = (int32_t)(values[i] & 0x7fffffff);
        bool is_small = magnitude < rounding->normal[i];
        float small = float_of((uint32_t)pick(is_small, magnitude, 0));
        int32_t steps = (int32_t)(small * rounding->steps[i]);
        uint32_t whole = bits_of((float)steps / rounding->steps[i]);
        uint32_t cut = (uint32_t)magnitude & rounding->mask[i];
        int32_t bits = pick(is_small, (int32_t)whole, (int32_t)cut);
        bits = pick(magnitude > rounding->last[i], (int32_t)rounding->most[i], bits);
        bits = pick(magnitude == INFINITE, INFINITE, bits);
        bits = pick((int32_t)values[i] < 0,
                    (int32_t)(((uint32_t)bits | rounding->sign[i]) & rounding->negative[i]), bits);
        bits = pick(magnitude > rounding->number[i], NAN_BITS, bits);
        values[i] = kept(rounding, i, (uint32_t)bits);
    }
}

/* By the first code of the number's share of an octave, and the border behind it. An alpha is
 * linear. */
static void round_srgb(const Rounding *rounding, uint32_t *values)
{
    for (int i = 0; i < LANES; i++) {
        uint32_t value = values[i] <= INFINITE ? values[i] : 0; /* less than 0, and NaN */
        value = value <= FLOAT_ONE ? value : FLOAT_ONE;
        if (rounding->is_linear[i]) {
            int32_t code = (int32_t)(float_of(value) * rounding->highest[i] + 0.5);
            values[i] = kept(rounding, i, bits_of((float)code / rounding->steps[i]));
            continue;
        }
        uint32_t share = value >= SHARES_FROM ? (value - SHARES_FROM) >> SHARE_BITS : 0;
        uint32_t code = rounding->first[share];
        code += value >= rounding->borders[code + 1];
        values[i] = kept(rounding, i, rounding->shades[code]);
    }
}

/* ---- rows ---- */

INLINE void round_rows(const Rounding *rounding, uint32_t *values, size_t rows)
{
    for (; rows; rows--, values += LANES) {
        switch (rounding->encoding) {
        case ENCODED_UNORM: round_unorm(rounding, values); break;
        case ENCODED_SNORM: round_snorm(rounding, values); break;
        case ENCODED_UINT: round_uint(rounding, values); break;
        case ENCODED_SINT: round_sint(rounding, values); break;
        case ENCODED_FLOAT: round_float(rounding, values); break;
        case ENCODED_SRGB: round_srgb(rounding, values); break;
        case ENCODED_SHARED_EXPONENT: break;
        }
    }
}

static void round_rows_plainly(const Rounding *rounding, uint32_t *values, size_t rows)
{
    round_rows(rounding, values, rows);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void round_rows_avx2(const Rounding *rounding,
                                                             uint32_t *values, size_t rows)
{
    round_rows(rounding, values, rows);
}

static void round_all(const Rounding *rounding, uint32_t *values, size_t rows)
{
    if (__builtin_cpu_supports("avx2"))
        round_rows_avx2(rounding, values, rows);
    else
        round_rows_plainly(rounding, values, rows);
}
#else
#define round_all round_rows_plainly
#endif

void host_round_texels(const Rounding *rounding, uint32_t *values, size_t count)
{
    size_t rows = count / LANES, rest = count % LANES;
    uint32_t last[LANES] = {0};
    round_all(rounding, values, rows);
    if (!rest)
        return;
    values += rows * LANES;
    memcpy(last, values, rest * sizeof *values);
    round_all(rounding, last, 1);
    memcpy(values, last, rest * sizeof *values);
}

/* ---- the tables ---- */

static uint32_t ones(uint32_t width)
{
    return width < 32 ? (1u << width) - 1 : UINT32_MAX;
}

/* Of floats of 16, 11 and 10 bits, the latter without a sign; 32 bits stay as they are. */
static void set_float_lane(Rounding *rounding, int lane, uint32_t width)
{
    uint32_t bits = width - 5 - (width == 16);
    bool is_whole = width == 32;
    rounding->mask[lane] = is_whole ? UINT32_MAX : UINT32_MAX << (23 - bits);
    rounding->normal[lane] = is_whole ? 0 : (int32_t)bits_of(0x1p-14f);
    rounding->steps[lane] = is_whole ? 1 : (float)(1u << (14 + bits));
    rounding->last[lane] = is_whole ? INT32_MAX : (int32_t)bits_of(65536) - 1;
    rounding->most[lane] = is_whole ? 0 : (bits_of(65536) - 1) & rounding->mask[lane];
    rounding->number[lane] = is_whole ? INT32_MAX : INFINITE;
    rounding->negative[lane] = width == 32 || width == 16 ? UINT32_MAX : 0;
    rounding->sign[lane] = width == 32 || width == 16 ? 0x80000000 : 0;
}

static void set_lane(Rounding *rounding, int lane, uint32_t width)
{
    Encoding encoding = rounding->encoding;
    bool is_signed = encoding == ENCODED_SNORM || encoding == ENCODED_SINT;
    rounding->keep[lane] = UINT32_MAX;
    rounding->most[lane] = ones(width - is_signed);
    rounding->steps[lane] = (float)rounding->most[lane];
    rounding->highest[lane] = rounding->most[lane];
    if (encoding == ENCODED_FLOAT)
        set_float_lane(rounding, lane, width);
}

/* Reads as 0, and alpha as 1. */
static void set_missing_lane(const TexelFormat *format, Rounding *rounding, int lane, int component)
{
    uint32_t one = host_texel_number(format) == NUMBER_F32 ? FLOAT_ONE : 1;
    set_lane(rounding, lane, 8 + 8 * (rounding->encoding == ENCODED_FLOAT));
    rounding->keep[lane] = 0;
    rounding->fill[lane] = component == 3 ? one : 0;
}

static void set_shades(Rounding *rounding)
{
    uint32_t codes[SRGB_CODES], code = 0;
    for (uint32_t i = 0; i < SRGB_CODES; i++)
        codes[i] = i;
    formats_decode(ENCODED_SRGB, 8, codes, rounding->shades, SRGB_CODES);
    formats_srgb_borders(rounding->borders);
    rounding->borders[SRGB_CODES] = UINT32_MAX;
    for (uint32_t share = 0; share <= SHARES; share++) {
        while (SHARES_FROM + (share << SHARE_BITS) >= rounding->borders[code + 1])
            code++;
        rounding->first[share] = (uint8_t)code;
    }
    rounding->first[0] = 0;
}

void host_make_rounding(const TexelFormat *format, uint32_t components, Rounding *rounding)
{
    *rounding = (Rounding){.encoding = format->encoding};
    if (format->encoding == ENCODED_SRGB)
        set_shades(rounding);
    for (int lane = 0; lane < LANES; lane++) {
        int component = lane % (int)components;
        uint32_t bits = format->channels[component].bits;
        rounding->is_linear[lane] = component == 3;
        if (bits)
            set_lane(rounding, lane, bits);
        else
            set_missing_lane(format, rounding, lane, component);
    }
}
