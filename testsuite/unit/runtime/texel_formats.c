/* Encoded texels: all codes of all channels of up to 16 bits decode to what the D3D11.3 functional specification says
 * (3.2.2, 3.2.3, 19.3), and numbers on and beside each border encode to the code that is theirs. Expected values
 * are found here in long double. */
#include <math.h>
#include <string.h>

#include "formats/formats.h"
#include "test.h"

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static const TexelFormat *format_of(const char *name)
{
    Report report = { 0 };
    const TexelFormat *format = host_find_texel_format(&report, name);
    assert_non_null(format);
    return format;
}

/* One texel as bytes, of which the channel's code is all that is set. */
static void put_code(const TexelFormat *format, int channel, uint32_t code, uint8_t texel[16])
{
    memset(texel, 0, 16);
    for (uint32_t i = 0; i < format->channels[channel].bits; i++) {
        uint32_t at = format->channels[channel].at + i;
        texel[at / 8] |= (uint8_t)((code >> i & 1) << at % 8);
    }
}

static uint32_t get_code(const TexelFormat *format, int channel, const uint8_t texel[16])
{
    uint32_t code = 0;
    for (uint32_t i = 0; i < format->channels[channel].bits; i++) {
        uint32_t at = format->channels[channel].at + i;
        code |= (uint32_t)(texel[at / 8] >> at % 8 & 1) << i;
    }
    return code;
}

static uint32_t decoded(const TexelFormat *format, int channel, uint32_t code)
{
    uint8_t texel[16];
    Texel result;
    put_code(format, channel, code, texel);
    host_decode_texels(format, texel, 1, &result);
    return result.parts[channel];
}

static uint32_t encoded(const TexelFormat *format, int channel, uint32_t value)
{
    uint8_t texel[16];
    Texel source = { { 0, 0, 0, 0 } };
    source.parts[channel] = value;
    host_encode_texels(format, &source, 1, texel);
    return get_code(format, channel, texel);
}

/* ---- the names ---- */

/* d3dformat.h's and dxgiformat.h's numbers of some. */
TEST(formats_are_found_by_names_and_numbers)
{
    Report report = { 0 };
    assert_int_equal(format_of("dxgi_format_r8g8b8a8_unorm_srgb")->dxgi, 29);
    assert_int_equal(format_of("R11G11B10_FLOAT")->dxgi, 26);
    assert_int_equal(format_of("BC7_UNORM_SRGB")->dxgi, 99);
    assert_string_equal(host_dxgi_format(115)->name, "B4G4R4A4_UNORM");
    assert_null(host_dxgi_format(27));
    assert_null(host_find_texel_format(&report, "R8G8B8_UNORM"));
    assert_string_equal(report.error, "unknown format 'R8G8B8_UNORM'; did you mean 'R8G8B8A8_UNORM'? there are: R8G8B8A8_UNORM, "
                                      "R8G8B8A8_UNORM_SRGB, R8G8B8A8_UINT, R8G8B8A8_SNORM, R8G8B8A8_SINT");
}

/* The names say it: digits behind letters are bits, in the order of a texel's from the lowest. */
TEST(names_say_bits_and_order_of_channels)
{
    for (uint32_t dxgi = 1; dxgi < 200; dxgi++) {
        const TexelFormat *format = host_dxgi_format(dxgi);
        if (!format || format->block)
            continue;
        uint32_t at = 0;
        char letter = 0;
        for (const char *p = format->name; *p && *p != '_';) {
            int length = 0;
            uint32_t bits = 0;
            sscanf(p, "%c%u%n", &letter, &bits, &length);
            const char *channel = strchr("RGBA", letter);
            if (channel) {
                assert_int_equal(format->channels[channel - "RGBA"].bits, bits);
                assert_int_equal(format->channels[channel - "RGBA"].at, at);
            }
            at += bits;
            p += length;
        }
        assert_int_equal(format->bytes * 8, at);
        assert_int_equal(strstr(format->name, "UINT") != NULL, format->encoding == ENCODED_UINT);
        assert_int_equal(strstr(format->name, "SINT") != NULL, format->encoding == ENCODED_SINT);
        assert_int_equal(strstr(format->name, "FLOAT") != NULL, format->encoding == ENCODED_FLOAT);
        assert_int_equal(strstr(format->name, "SNORM") != NULL, format->encoding == ENCODED_SNORM);
        assert_int_equal(strstr(format->name, "SRGB") != NULL, format->encoding == ENCODED_SRGB);
    }
}

/* ---- every code ---- */

/* Of a float with 5 bits of exponent and so many of fraction. */
static long double small_float(uint32_t code, uint32_t fraction_bits)
{
    uint32_t exponent = code >> fraction_bits & 31, fraction = code & ((1u << fraction_bits) - 1);
    if (exponent == 31)
        return fraction ? NAN : INFINITY;
    return exponent ? ldexpl((1u << fraction_bits) + fraction, (int)(exponent - 15 - fraction_bits))
                    : ldexpl(fraction, (int)(-14 - fraction_bits));
}

static long double from_srgb(long double c)
{
    return c <= 0.04045L ? c / 12.92L : powl((c + 0.055L) / 1.055L, 2.4L);
}

static long double to_srgb(long double c)
{
    return c <= 0.0031308L ? 12.92L * c : 1.055L * powl(c, 1 / 2.4L) - 0.055L;
}

/* What a code of a channel means. */
static long double meaning(Encoding encoding, uint32_t bits, uint32_t code)
{
    long double highest = (1u << bits) - 1, half = (1u << (bits - 1)) - 1;
    long signed_code = code >> (bits - 1) ? (long)code - (1l << bits) : (long)code;
    switch (encoding) {
    case ENCODED_UNORM: return code / highest;
    case ENCODED_SNORM: return signed_code / half < -1 ? -1 : signed_code / half;
    case ENCODED_SRGB: return from_srgb(code / highest);
    case ENCODED_UINT: return code;
    case ENCODED_SINT: return signed_code;
    default: return bits == 16 ? (code >> 15 ? -1 : 1) * small_float(code & 0x7fff, 10) : small_float(code, bits - 5);
    }
}

static Encoding encoding_of(const TexelFormat *format, int channel)
{
    return channel == 3 && format->encoding == ENCODED_SRGB ? ENCODED_UNORM : format->encoding;
}

typedef void SeeChannel(const TexelFormat *format, int channel, Encoding encoding, uint32_t bits);

/* All that have at most 16 bits. */
static void for_each_channel(SeeChannel *see)
{
    uint32_t seen = 0;
    for (uint32_t dxgi = 1; dxgi < 200; dxgi++) {
        const TexelFormat *format = host_dxgi_format(dxgi);
        if (!format || format->block || format->encoding == ENCODED_SHARED_EXPONENT)
            continue;
        for (int channel = 0; channel < 4; channel++) {
            uint32_t bits = format->channels[channel].bits;
            if (bits && bits <= 16) {
                see(format, channel, encoding_of(format, channel), bits);
                seen++;
            }
        }
    }
    assert_int_equal(seen, 108); /* of the table */
}

static void decode_all(const TexelFormat *format, int channel, Encoding encoding, uint32_t bits)
{
    for (uint32_t code = 0; code < 1u << bits; code++) {
        uint32_t result = decoded(format, channel, code);
        long double wanted = meaning(encoding, bits, code);
        if (encoding == ENCODED_UINT || encoding == ENCODED_SINT)
            assert_int_equal((int32_t)result, (long)wanted);
        else if (isnan(wanted))
            assert_true(isnan(float_of(result)));
        else
            assert_int_equal(result, bits_of((float)wanted));
    }
}

TEST(every_code_decodes_to_the_nearest_float_of_what_it_means)
{
    for_each_channel(decode_all);
}

static bool is_second_of_two(Encoding encoding, uint32_t bits, uint32_t code)
{
    return encoding == ENCODED_SNORM && code == 1u << (bits - 1); /* -1, as the next is */
}

static void encode_all(const TexelFormat *format, int channel, Encoding encoding, uint32_t bits)
{
    for (uint32_t code = 0; code < 1u << bits; code++) {
        uint32_t value = decoded(format, channel, code);
        bool is_nan = encoding == ENCODED_FLOAT && isnan(float_of(value));
        uint32_t wanted = is_second_of_two(encoding, bits, code) ? code + 1 : code;
        uint32_t result = encoded(format, channel, value);
        if (is_nan)
            assert_true(isnan(small_float(result & 0x7fff, bits == 16 ? 10 : bits - 5)));
        else
            assert_int_equal(result, wanted);
    }
}

TEST(every_code_encodes_to_itself)
{
    for_each_channel(encode_all);
}

/* ---- borders ---- */

static float next_up(float value)
{
    return nextafterf(value, INFINITY);
}

/* The code for a number, by the specification in long double. */
static uint32_t code_for(Encoding encoding, uint32_t bits, float value)
{
    long double highest = encoding == ENCODED_SNORM ? (1u << (bits - 1)) - 1 : (1u << bits) - 1;
    long double c = value > 1 ? 1 : value;
    if (encoding == ENCODED_SNORM) {
        c = c < -1 ? -1 : c;
        long code = (long)(c >= 0 ? floorl(c * highest + 0.5L) : ceill(c * highest - 0.5L));
        return (uint32_t)code & ((1u << bits) - 1);
    }
    c = c < 0 ? 0 : c;
    return (uint32_t)floorl((encoding == ENCODED_SRGB ? to_srgb(c) : c) * highest + 0.5L);
}

static void check_border(const TexelFormat *format, int channel, Encoding encoding, uint32_t bits, float border)
{
    const float values[] = { nextafterf(border, -INFINITY), border, next_up(border) };
    for (int i = 0; i < 3; i++)
        assert_int_equal(encoded(format, channel, bits_of(values[i])), code_for(encoding, bits, values[i]));
}

static void encode_borders(const TexelFormat *format, int channel, Encoding encoding, uint32_t bits)
{
    if (encoding != ENCODED_UNORM && encoding != ENCODED_SNORM && encoding != ENCODED_SRGB)
        return;
    bool is_signed = encoding == ENCODED_SNORM;
    long highest = (1l << (bits - is_signed)) - 1;
    for (long code = is_signed ? -highest : 0; code < highest; code++) {
        long double middle = (code + 0.5L) / highest;
        check_border(format, channel, encoding, bits, (float)(encoding == ENCODED_SRGB ? from_srgb(middle) : middle));
    }
    static const float outside[] = { 1, 2, 1e38f, INFINITY, 0, -0.0f, -1, -2, -1e38f, -INFINITY, 1e-40f, -1e-40f };
    for (size_t i = 0; i < HOST_LENGTH(outside); i++)
        assert_int_equal(encoded(format, channel, bits_of(outside[i])), code_for(encoding, bits, outside[i]));
    assert_int_equal(encoded(format, channel, bits_of(NAN)), 0);
    assert_int_equal(encoded(format, channel, bits_of(-NAN)), 0);
}

TEST(from_the_middle_between_two_codes_numbers_go_away_from_zero)
{
    for_each_channel(encode_borders);
}

/* Long runs of sRGB go through a table. */
TEST(long_runs_are_encoded_and_decoded_as_single_texels_are)
{
    enum { COUNT = 5000 };
    static const char *const names[] = { "R8G8B8A8_UNORM_SRGB", "R8G8B8A8_SNORM", "R10G10B10A2_UINT", "B8G8R8X8_UNORM",
                                         "R11G11B10_FLOAT" };
    static Texel texels[COUNT], single, again[COUNT];
    static uint8_t run[COUNT * 4], one[4];
    for (uint32_t i = 0; i < COUNT; i++)
        for (uint32_t c = 0; c < 4; c++)
            texels[i].parts[c] = i < 2550 && i % 10 < 3 /* borders of codes, and beside them */
                                     ? bits_of((float)from_srgb((i / 10 + 0.5L) / 255)) + i % 10 - 1
                                     : (i * 4 + c) * 2654435761u;
    for (size_t n = 0; n < HOST_LENGTH(names); n++) {
        const TexelFormat *format = format_of(names[n]);
        host_encode_texels(format, texels, COUNT, run);
        host_decode_texels(format, run, COUNT, again);
        for (uint32_t i = 0; i < COUNT; i++) {
            host_encode_texels(format, &texels[i], 1, one);
            assert_memory_equal(one, run + 4 * i, 4);
            host_decode_texels(format, one, 1, &single);
            assert_memory_equal(&single, &again[i], sizeof single);
        }
    }
}

/* Of all formats without blocks, in 1 to 4 components. */
TEST(numbers_are_rounded_as_texels_give_them_back)
{
    enum { COUNT = 6001 };
    static Texel texels[COUNT], again[COUNT];
    static uint32_t values[COUNT * 4];
    static uint8_t run[COUNT * 16];
    static const uint32_t special[] = { 0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00001, 0xffc00001, 0x7f800001, 1, 0x80000001,
                                        0x3f800000, 0xbf800000, 0x477fffff, 0x47800000, 0x387fffff, 0x38800000, 0x37800000, 0x337fffff,
                                        0x33800000, 0x3f7fffff, 0x3f800001, 0x7f7fffff, 0xff7fffff, 0x7fffffff, 0xffffffff, 0x3effffff };
    uint32_t random = 1, formats = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        for (uint32_t c = 0; c < 4; c++) {
            random = random * 1664525 + 1013904223;
            uint32_t codes = 1u << (i % 5 == 0 ? 8 : i % 5 == 1 ? 16 : 10);
            float step = (float)((random >> 8) % codes + 0.5) / (float)(codes - 1);
            float colour = i % 3 ? step : (float)from_srgb(step);
            texels[i].parts[c] = i < HOST_LENGTH(special) ? special[i]
                                 : i % 7 == 0             ? random ^ random >> 16
                                 : i % 7 == 1             ? 0x33000000 + (random >> 8) % 0x15000000
                                                          : (bits_of(colour) + random % 3 - 1) | random % 16 / 15 << 31;
        }
    }
    for (uint32_t dxgi = 1; dxgi < 132; dxgi++) {
        const TexelFormat *format = host_dxgi_format(dxgi);
        if (!format || format->block || format->encoding == ENCODED_SHARED_EXPONENT)
            continue;
        formats++;
        host_encode_texels(format, texels, COUNT, run);
        host_decode_texels(format, run, COUNT, again);
        for (uint32_t components = 1; components <= 4; components++) {
            Rounding rounding;
            host_make_rounding(format, components, &rounding);
            for (uint32_t i = 0; i < COUNT * components; i++)
                values[i] = texels[i / components].parts[i % components];
            host_round_texels(&rounding, values, COUNT * components);
            for (uint32_t i = 0; i < COUNT * components; i++)
                if (values[i] != again[i / components].parts[i % components])
                    fail_msg("%s: %#x becomes %#x, not %#x", format->name, texels[i / components].parts[i % components], values[i],
                             again[i / components].parts[i % components]);
        }
    }
    assert_true(formats > 40);
}

/* ---- floats ---- */

/* Between two neighbours all numbers become the one nearer to zero. */
static void truncate_between(const TexelFormat *format, int channel, Encoding encoding, uint32_t bits)
{
    if (encoding != ENCODED_FLOAT)
        return;
    uint32_t fraction_bits = bits == 16 ? 10 : bits - 5, infinity = 31u << fraction_bits;
    for (uint32_t code = 0; code < infinity; code++) {
        float low = (float)small_float(code, fraction_bits);
        float high = code + 1 == infinity ? 65536 : (float)small_float(code + 1, fraction_bits);
        const float values[] = { next_up(low), (low + high) / 2, nextafterf(high, 0) };
        for (int i = 0; i < 3; i++) {
            assert_int_equal(encoded(format, channel, bits_of(values[i])), code);
            assert_int_equal(encoded(format, channel, bits_of(-values[i])), bits == 16 ? 0x8000 | code : 0);
        }
    }
    assert_int_equal(encoded(format, channel, bits_of(65536)), infinity - 1);
    assert_int_equal(encoded(format, channel, bits_of(3e38f)), infinity - 1);
    assert_int_equal(encoded(format, channel, bits_of(INFINITY)), infinity);
    assert_int_equal(encoded(format, channel, bits_of(-INFINITY)), bits == 16 ? 0xfc00 : 0);
    assert_true(encoded(format, channel, bits_of(-NAN)) > infinity);
}

TEST(floats_lose_bits_towards_zero_and_only_infinity_is_infinite)
{
    for_each_channel(truncate_between);
}

TEST(floats_and_integers_of_32_bits_stay_as_they_are)
{
    static const uint32_t values[] = { 0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc12345, 0xff812345, 0x00000001 };
    static const char *const names[] = { "R32G32B32A32_FLOAT", "R32G32B32A32_UINT", "R32G32B32A32_SINT", "R32G32B32_UINT" };
    for (size_t n = 0; n < HOST_LENGTH(names); n++)
        for (size_t i = 0; i < HOST_LENGTH(values); i++)
            for (int channel = 0; channel < 3; channel++) {
                assert_int_equal(encoded(format_of(names[n]), channel, values[i]), values[i]);
                assert_int_equal(decoded(format_of(names[n]), channel, values[i]), values[i]);
            }
}

TEST(integers_are_clamped)
{
    assert_int_equal(encoded(format_of("R8_UINT"), 0, 255), 255);
    assert_int_equal(encoded(format_of("R8_UINT"), 0, 256), 255);
    assert_int_equal(encoded(format_of("R8_UINT"), 0, 0xffffffff), 255);
    assert_int_equal(encoded(format_of("R10G10B10A2_UINT"), 3, 9), 3);
    assert_int_equal(encoded(format_of("R10G10B10A2_UINT"), 2, 1024), 1023);
    assert_int_equal(encoded(format_of("R16_SINT"), 0, 32768), 32767);
    assert_int_equal(encoded(format_of("R16_SINT"), 0, (uint32_t)-32769), 0x8000);
    assert_int_equal(encoded(format_of("R8G8_SINT"), 1, (uint32_t)-1), 255);
}

/* ---- a shared exponent ---- */

/* v = 0.fraction * 2^(exponent - 15), each fraction with each exponent. */
TEST(all_fractions_and_exponents_of_r9g9b9e5_decode)
{
    const TexelFormat *format = format_of("R9G9B9E5_SHAREDEXP");
    for (uint32_t code = 0; code < 1u << 14; code++) {
        uint32_t fraction = code & 511, exponent = code >> 9;
        uint32_t word = fraction | (511 - fraction) << 9 | (fraction ^ 170) << 18 | exponent << 27;
        Texel texel;
        host_decode_texels(format, (const uint8_t *)&word, 1, &texel);
        assert_true(float_of(texel.parts[0]) == ldexp(fraction, (int)exponent - 24));
        assert_true(float_of(texel.parts[1]) == ldexp(511 - fraction, (int)exponent - 24));
        assert_true(float_of(texel.parts[2]) == ldexp(fraction ^ 170, (int)exponent - 24));
        assert_true(float_of(texel.parts[3]) == 1);
    }
}

static uint32_t shared(float r, float g, float b)
{
    uint32_t word;
    Texel texel = { { bits_of(r), bits_of(g), bits_of(b), 0 } };
    host_encode_texels(format_of("R9G9B9E5_SHAREDEXP"), &texel, 1, (uint8_t *)&word);
    return word;
}

/* The largest component has the highest bit of its fraction, where the exponent can be that low; the two others, half and
 * a hundredth of it, are rounded in its units. */
TEST(r9g9b9e5_rounds_to_nearest_in_units_of_the_largest)
{
    for (uint32_t exponent = 0; exponent < 32; exponent++) {
        for (uint32_t fraction = exponent ? 256 : 0; fraction < 512; fraction++) {
            float unit = ldexpf(1, (int)exponent - 24), most = (float)fraction * unit;
            uint32_t half = (uint32_t)lrint(fraction / 2.0), hundredth = (uint32_t)lrint((double)(most / 100 / unit));
            assert_int_equal(shared(most, most / 2, most / 100), fraction | half << 9 | hundredth << 18 | exponent << 27);
            float middle = ((float)fraction + 0.5f) * unit;
            bool is_last = fraction == 511, is_largest = is_last && exponent == 31;
            uint32_t up = is_largest ? 511 | 31u << 27 : is_last ? 256 | (exponent + 1) << 27 : (fraction + 1) | exponent << 27;
            assert_int_equal(shared(nextafterf(middle, 0), 0, 0), fraction | exponent << 27);
            assert_int_equal(shared(middle, 0, 0), fraction % 2 ? up : fraction | exponent << 27);
            assert_int_equal(shared(next_up(middle), 0, 0), up);
        }
    }
    assert_int_equal(shared(INFINITY, -1, NAN), 511 | 31u << 27);
    assert_int_equal(shared(-INFINITY, 65408, 1e30f), 511 << 9 | 511 << 18 | 31u << 27);
}

/* ---- what is missing ---- */

static void assert_texel(const char *name, const char *bytes, const float wanted[4])
{
    Texel texel;
    host_decode_texels(format_of(name), (const uint8_t *)bytes, 1, &texel);
    for (int c = 0; c < 4; c++)
        assert_true(float_of(texel.parts[c]) == wanted[c]);
}

TEST(missing_components_are_0_and_alpha_1)
{
    assert_texel("R8_UNORM", "\xff", (const float[]){ 1, 0, 0, 1 });
    assert_texel("R8G8_SNORM", "\x81\x7f", (const float[]){ -1, 1, 0, 1 });
    assert_texel("A8_UNORM", "\x33", (const float[]){ 0, 0, 0, 0.2f });
    assert_texel("B8G8R8X8_UNORM", "\x00\x33\xff\x00", (const float[]){ 1, 0.2f, 0, 1 });
    assert_texel("B5G6R5_UNORM", "\x1f\x00", (const float[]){ 0, 0, 1, 1 });
    assert_texel("B5G5R5A1_UNORM", "\x00\x7c", (const float[]){ 1, 0, 0, 0 });
    assert_texel("B4G4R4A4_UNORM", "\x0f\xf3", (const float[]){ 0.2f, 0, 1, 1 });
    Texel texel;
    host_decode_texels(format_of("R8G8_UINT"), (const uint8_t *)"\x05\x06", 1, &texel);
    assert_memory_equal(texel.parts, ((const uint32_t[]){ 5, 6, 0, 1 }), 16);
}
