/* Between the code of a channel and the number that it stands for, by the D3D11.3 functional
 * specification. Numbers are the bits of floats, or integers. Where it permits a tolerance
 * (3.2.3.4, .6, .7, .8), this is the ideal: decoding rounds to the nearest float, encoding goes
 * to the nearest code, and from the middle between two away from 0. Floats lose bits towards 0
 * (3.2.2); integers are clamped (3.2.3.13). */
#include "formats_priv.h"

#include <math.h>

static uint32_t ones(uint32_t width)
{
    return width < 32 ? (1u << width) - 1 : UINT32_MAX;
}

/* ---- UNORM and SNORM ---- */

static inline uint32_t decode_unorm(uint32_t width, uint32_t code)
{
    return bits_of((float)code / (float)ones(width));
}

/* Exact in double: 24 bits times 16, and a half. */
static inline uint32_t encode_unorm(uint32_t width, uint32_t value)
{
    double c = float_of(value), highest = ones(width);
    c = c > 0 ? c : 0; /* NaN too */
    c = c < 1 ? c : 1;
    return (uint32_t)(int32_t)(c * highest + 0.5);
}

static inline int32_t extend_sign(uint32_t width, uint32_t code)
{
    return (int32_t)(code << (32 - width)) >> (32 - width);
}

static inline uint32_t decode_snorm(uint32_t width, uint32_t code)
{
    float c = (float)extend_sign(width, code) / (float)ones(width - 1);
    return bits_of(c > -1 ? c : -1);
}

static inline uint32_t encode_snorm(uint32_t width, uint32_t value)
{
    double c = float_of(value), highest = ones(width - 1);
    c = c == c ? c : 0;
    c = c > -1 ? c : -1;
    c = c < 1 ? c : 1;
    return (uint32_t)(int32_t)(c * highest + (c < 0 ? -0.5 : 0.5)) & ones(width);
}

/* ---- integers ---- */

static inline uint32_t decode_uint(uint32_t width, uint32_t code)
{
    (void)width;
    return code;
}

static inline uint32_t encode_uint(uint32_t width, uint32_t value)
{
    uint32_t highest = ones(width);
    return value < highest ? value : highest;
}

static inline uint32_t decode_sint(uint32_t width, uint32_t code)
{
    return (uint32_t)extend_sign(width, code);
}

static inline uint32_t encode_sint(uint32_t width, uint32_t value)
{
    int32_t number = (int32_t)value, highest = (int32_t)ones(width - 1), lowest = -highest - 1;
    number = number < highest ? number : highest;
    number = number > lowest ? number : lowest;
    return (uint32_t)number & ones(width);
}

/* ---- floats of 16 bits, and of 11 and 10, which have no sign; all have 5 bits of exponent ---- */

enum { EXPONENT_BITS = 5, EXPONENT_ONES = 31, BIAS_DIFFERENCE = 127 - 15, FLOAT_FRACTION = 23 };

static inline uint32_t decode_float(uint32_t width, uint32_t code)
{
    if (width == 32)
        return code;
    uint32_t fraction_bits = width - EXPONENT_BITS - (width == 16);
    uint32_t sign = width == 16 ? code >> 15 << 31 : 0;
    uint32_t exponent = code >> fraction_bits & EXPONENT_ONES;
    uint32_t fraction = code & ones(fraction_bits);
    if (exponent == EXPONENT_ONES)
        return fraction ? 0x7fc00000 : sign | 0x7f800000;
    if (exponent == 0)
        return sign | bits_of((float)fraction / (float)(1u << (14 + fraction_bits)));
    return sign | (exponent + BIAS_DIFFERENCE) << FLOAT_FRACTION |
           fraction << (FLOAT_FRACTION - fraction_bits);
}

static inline uint32_t encode_float(uint32_t width, uint32_t value)
{
    if (width == 32)
        return value;
    uint32_t fraction_bits = width - EXPONENT_BITS - (width == 16);
    uint32_t magnitude = value & 0x7fffffff, infinity = EXPONENT_ONES << fraction_bits;
    uint32_t sign = width == 16 ? value >> 31 << 15 : 0;
    if (magnitude > 0x7f800000)
        return infinity | 1u << (fraction_bits - 1);
    if (value >> 31 && width != 16)
        return 0;
    if (magnitude == 0x7f800000)
        return sign | infinity;
    if (magnitude >= bits_of(65536))
        return sign | (infinity - 1);
    if (magnitude < bits_of(0x1p-14f)) /* exact: a power of two */
        return sign | (uint32_t)(float_of(magnitude) * (float)(1u << (14 + fraction_bits)));
    return sign | ((magnitude >> (FLOAT_FRACTION - fraction_bits)) -
                   ((uint32_t)BIAS_DIFFERENCE << fraction_bits));
}

/* ---- sRGB, always 8 bits ---- */

static uint32_t decode_srgb(uint32_t width, uint32_t code)
{
    return bits_of((float)host_decode_srgb(code / (double)ones(width)));
}

static uint32_t encode_srgb(uint32_t width, uint32_t value)
{
    double c = float_of(value);
    c = c > 0 ? c : 0;
    c = c < 1 ? c : 1;
    return (uint32_t)(host_encode_srgb(c) * ones(width) + 0.5);
}

void formats_srgb_borders(uint32_t *borders)
{
    borders[0] = 0;
    for (uint32_t code = 1; code < SRGB_CODES; code++) {
        double c = host_decode_srgb((code - 0.5) / (SRGB_CODES - 1));
        float nearest = (float)c;
        borders[code] = bits_of(nearest) + (nearest < c);
    }
}

/* By a table, where there is enough to do. */
static void decode_srgb_run(const uint32_t *codes, uint32_t *values, size_t count)
{
    uint32_t table[SRGB_CODES];
    for (uint32_t code = 0; code < SRGB_CODES; code++)
        table[code] = decode_srgb(8, code);
    for (size_t i = 0; i < count; i++)
        values[i] = table[codes[i]];
}

/* Positive floats are in the order of their bits, which are halved down to the code. */
static void encode_srgb_run(const uint32_t *values, uint32_t *codes, size_t count)
{
    uint32_t borders[SRGB_CODES];
    formats_srgb_borders(borders);
    for (size_t i = 0; i < count; i++) {
        uint32_t value = values[i] > 0x7f800000 ? 0 : values[i], code = 0;
        for (uint32_t step = SRGB_CODES / 2; step; step /= 2)
            code += value >= borders[code + step] ? step : 0;
        codes[i] = code;
    }
}

/* ---- runs ---- */

#define RUN(convert) \
    for (size_t i = 0; i < count; i++) \
        results[i] = convert(width, inputs[i])

void formats_decode(Encoding encoding, uint32_t width, const uint32_t *inputs, uint32_t *results,
                    size_t count)
{
    switch (encoding) {
    case ENCODED_UNORM: RUN(decode_unorm); break;
    case ENCODED_SNORM: RUN(decode_snorm); break;
    case ENCODED_UINT: RUN(decode_uint); break;
    case ENCODED_SINT: RUN(decode_sint); break;
    case ENCODED_FLOAT: RUN(decode_float); break;
    case ENCODED_SRGB:
        if (count >= SRGB_CODES)
            decode_srgb_run(inputs, results, count);
        else
            RUN(decode_srgb);
        break;
    case ENCODED_SHARED_EXPONENT: break;
    }
}

void formats_encode(Encoding encoding, uint32_t width, const uint32_t *inputs, uint32_t *results,
                    size_t count)
{
    switch (encoding) {
    case ENCODED_UNORM: RUN(encode_unorm); break;
    case ENCODED_SNORM: RUN(encode_snorm); break;
    case ENCODED_UINT: RUN(encode_uint); break;
    case ENCODED_SINT: RUN(encode_sint); break;
    case ENCODED_FLOAT: RUN(encode_float); break;
    case ENCODED_SRGB:
        if (count >= SRGB_CODES)
            encode_srgb_run(inputs, results, count);
        else
            RUN(encode_srgb);
        break;
    case ENCODED_SHARED_EXPONENT: break;
    }
}

/* ---- three fractions and an exponent (19.3.2): 0.fraction * 2^(exponent - 15) ---- */

enum { SHARED_BITS = 9, SHARED_MASK = 511, SHARED_BIAS = 15 + SHARED_BITS, SHARED_AT = 27 };

static double unit_of(uint32_t exponent)
{
    return (double)(1u << exponent) / (1u << SHARED_BIAS);
}

void formats_decode_shared(uint32_t code, uint32_t values[3])
{
    double unit = unit_of(code >> SHARED_AT);
    for (int i = 0; i < 3; i++)
        values[i] = bits_of((float)((code >> i * SHARED_BITS & SHARED_MASK) * unit));
}

/* To nearest, even in the middle; the exponent is the largest component's, as it is rounded. */
uint32_t formats_encode_shared(const uint32_t values[3])
{
    static const double highest = SHARED_MASK * 128.0;
    double parts[3], most = 0;
    for (int i = 0; i < 3; i++) {
        double c = float_of(values[i]);
        c = c > 0 ? c : 0; /* NaN too */
        parts[i] = c < highest ? c : highest;
        most = parts[i] > most ? parts[i] : most;
    }
    uint32_t exponent = 0;
    while (lrint(most / unit_of(exponent)) > SHARED_MASK)
        exponent++;
    uint32_t code = exponent << SHARED_AT;
    for (int i = 0; i < 3; i++)
        code |= (uint32_t)lrint(parts[i] / unit_of(exponent)) << i * SHARED_BITS;
    return code;
}
