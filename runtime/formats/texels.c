/* Texels without blocks: each channel's codes are taken out of a run of texels, converted, and put
 * beside the others'. */
#include "formats_priv.h"

enum { RUN_TEXELS = 4096, RED = 0, GREEN = 1, BLUE = 2, ALPHA = 3 };

/* An alpha of sRGB is linear. */
static Encoding encoding_of(const TexelFormat *format, int channel)
{
    return channel == ALPHA && format->encoding == ENCODED_SRGB ? ENCODED_UNORM
                                                                : format->encoding;
}

static uint32_t mask_of(Channel channel)
{
    return channel.bits < 32 ? (1u << channel.bits) - 1 : UINT32_MAX;
}

/* The bytes that a channel lies in, from at / 8 on. */
static uint32_t bytes_of(Channel channel)
{
    return (channel.at % 8u + channel.bits + 7) / 8;
}

/* Of `width` bytes, which is a constant where this is called. */
static inline __attribute__((always_inline)) void
take_codes(const uint8_t *source, uint32_t width, uint32_t stride, Channel channel,
           uint32_t *codes, size_t count)
{
    uint32_t mask = mask_of(channel), shift = channel.at % 8u;
    source += channel.at / 8;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = 0;
        memcpy(&bits, source + i * stride, width);
        codes[i] = bits >> shift & mask;
    }
}

static inline __attribute__((always_inline)) void
put_codes(uint8_t *target, uint32_t width, uint32_t stride, Channel channel, const uint32_t *codes,
          size_t count)
{
    uint32_t shift = channel.at % 8u, mask = mask_of(channel) << shift;
    target += channel.at / 8;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = 0;
        memcpy(&bits, target + i * stride, width);
        bits = (bits & ~mask) | codes[i] << shift;
        memcpy(target + i * stride, &bits, width);
    }
}

static void take_channel(const TexelFormat *format, Channel channel, const uint8_t *source,
                         uint32_t *codes, size_t count)
{
    switch (bytes_of(channel)) {
    case 1: take_codes(source, 1, format->bytes, channel, codes, count); break;
    case 2: take_codes(source, 2, format->bytes, channel, codes, count); break;
    case 3: take_codes(source, 3, format->bytes, channel, codes, count); break;
    default: take_codes(source, 4, format->bytes, channel, codes, count); break;
    }
}

static void put_channel(const TexelFormat *format, Channel channel, uint8_t *target,
                        const uint32_t *codes, size_t count)
{
    switch (bytes_of(channel)) {
    case 1: put_codes(target, 1, format->bytes, channel, codes, count); break;
    case 2: put_codes(target, 2, format->bytes, channel, codes, count); break;
    case 3: put_codes(target, 3, format->bytes, channel, codes, count); break;
    default: put_codes(target, 4, format->bytes, channel, codes, count); break;
    }
}

static void set_part(Texel *texels, int part, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        texels[i].parts[part] = values[i];
}

/* 0, and alpha 1. */
static uint32_t missing_value(const TexelFormat *format, int part)
{
    uint32_t one = host_texel_number(format) == NUMBER_F32 ? FLOAT_ONE : 1;
    return part == ALPHA ? one : 0;
}

static void set_missing(const TexelFormat *format, Texel *texels, int part, size_t count)
{
    for (size_t i = 0; i < count; i++)
        texels[i].parts[part] = missing_value(format, part);
}

static void decode_run(const TexelFormat *format, const uint8_t *source, size_t count,
                       Texel *texels)
{
    uint32_t codes[RUN_TEXELS], values[RUN_TEXELS];
    for (int part = RED; part <= ALPHA; part++) {
        Channel channel = format->channels[part];
        if (!channel.bits) {
            set_missing(format, texels, part, count);
            continue;
        }
        take_channel(format, channel, source, codes, count);
        formats_decode(encoding_of(format, part), channel.bits, codes, values, count);
        set_part(texels, part, values, count);
    }
    for (size_t i = 0; format->is_grey && i < count; i++)
        texels[i].parts[GREEN] = texels[i].parts[BLUE] = texels[i].parts[RED];
}

static void encode_run(const TexelFormat *format, const Texel *texels, size_t count,
                       uint8_t *target)
{
    uint32_t codes[RUN_TEXELS], values[RUN_TEXELS];
    memset(target, 0xff, count * format->bytes);
    for (int part = RED; part <= ALPHA; part++) {
        Channel channel = format->channels[part];
        if (!channel.bits)
            continue;
        for (size_t i = 0; i < count; i++)
            values[i] = texels[i].parts[part];
        formats_encode(encoding_of(format, part), channel.bits, values, codes, count);
        put_channel(format, channel, target, codes, count);
    }
}

static void decode_shared_run(const uint8_t *source, size_t count, Texel *texels)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t code;
        memcpy(&code, source + i * sizeof code, sizeof code);
        formats_decode_shared(code, texels[i].parts);
        texels[i].parts[ALPHA] = FLOAT_ONE;
    }
}

static void encode_shared_run(const Texel *texels, size_t count, uint8_t *target)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t code = formats_encode_shared(texels[i].parts);
        memcpy(target + i * sizeof code, &code, sizeof code);
    }
}

void host_decode_texels(const TexelFormat *format, const uint8_t *source, size_t count,
                        Texel *texels)
{
    if (format->encoding == ENCODED_SHARED_EXPONENT) {
        decode_shared_run(source, count, texels);
        return;
    }
    for (size_t done = 0; done < count; done += RUN_TEXELS) {
        size_t left = count - done, length = left < RUN_TEXELS ? left : RUN_TEXELS;
        decode_run(format, source + done * format->bytes, length, texels + done);
    }
}

void host_encode_texels(const TexelFormat *format, const Texel *texels, size_t count,
                        uint8_t *target)
{
    if (format->encoding == ENCODED_SHARED_EXPONENT) {
        encode_shared_run(texels, count, target);
        return;
    }
    for (size_t done = 0; done < count; done += RUN_TEXELS) {
        size_t left = count - done, length = left < RUN_TEXELS ? left : RUN_TEXELS;
        encode_run(format, texels + done, length, target + done * format->bytes);
    }
}
