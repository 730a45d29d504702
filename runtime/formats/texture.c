/* How the images of a texture lie behind each other, as .dds files and Direct3D's copies have
 * them: without gaps, for each slice all levels. */
#include "formats.h"

static uint32_t shrink(uint32_t side, uint32_t level)
{
    return side >> level ? side >> level : 1;
}

ImageSize host_level_size(const Texture *texture, uint32_t level)
{
    return (ImageSize){shrink(texture->width, level), shrink(texture->height, level),
                       shrink(texture->depth, level)};
}

uint32_t host_band_lines(const TexelFormat *format)
{
    return format->block ? BLOCK_SIDE : 1;
}

static uint64_t units(const TexelFormat *format, uint32_t side)
{
    return format->block ? ((uint64_t)side + BLOCK_SIDE - 1) / BLOCK_SIDE : side;
}

size_t host_band_bytes(const TexelFormat *format, uint32_t width)
{
    return units(format, width) * format->bytes;
}

size_t host_band_texels(const TexelFormat *format, uint32_t width)
{
    return units(format, width) * (format->block ? BLOCK_TEXELS : 1);
}

/* Saturates; no texture is that large. */
static uint64_t product(uint64_t a, uint64_t b)
{
    uint64_t result;
    return __builtin_mul_overflow(a, b, &result) ? UINT64_MAX / 64 : result;
}

/* One slice, or one depth of a volume, at a level. */
static uint64_t image_bytes(const Texture *texture, uint32_t level)
{
    ImageSize size = host_level_size(texture, level);
    return product(host_band_bytes(&texture->format, size.width),
                   units(&texture->format, size.height));
}

static uint64_t level_bytes(const Texture *texture, uint32_t level)
{
    return product(image_bytes(texture, level), host_level_size(texture, level).depth);
}

/* All levels before this one. */
static uint64_t bytes_before(const Texture *texture, uint32_t level)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < level; i++)
        bytes += level_bytes(texture, i);
    return bytes;
}

static uint32_t most_levels(const Texture *texture)
{
    uint32_t longest = texture->width > texture->height ? texture->width : texture->height;
    longest = longest > texture->depth ? longest : texture->depth;
    return 32 - (uint32_t)__builtin_clz(longest);
}

bool host_measure_texture(Report *report, const Texture *texture, size_t *bytes)
{
    if (!texture->width || !texture->height || !texture->depth || !texture->slices)
        return host_fail(report, "its size is 0");
    uint32_t most = most_levels(texture);
    if (texture->mips < 1 || texture->mips > most)
        return host_fail(report, "%u mip levels, where %u x %u x %u has at most %u", texture->mips,
                         texture->width, texture->height, texture->depth, most);
    uint64_t all = product(bytes_before(texture, texture->mips), texture->slices);
    if (all > HOST_MAX_BYTES)
        return host_fail(report, "too large: more than 2^31 - 1 bytes");
    *bytes = (size_t)all;
    return true;
}

size_t host_image_offset(const Texture *texture, uint32_t level, uint32_t slice)
{
    bool is_volume = texture->dimensions == 3;
    uint64_t before = is_volume ? 0 : bytes_before(texture, texture->mips) * slice;
    return (size_t)(before + bytes_before(texture, level) +
                    (is_volume ? image_bytes(texture, level) * slice : 0));
}
