/* Which formats of texels a declaration may have. */
#include "resources.h"

#include <stdlib.h>
#include <string.h>

bool host_is_typed(const WccResourceInfo *info)
{
    KindClass class = host_kind(info)->class;
    return class == CLASS_TYPED || class == CLASS_TEXTURE;
}

/* unorm and snorm want just that; floats everything that gives floats. */
static bool is_readable_as(const TexelFormat *format, WccScalar scalar)
{
    Number number = host_texel_number(format);
    switch (scalar) {
    case WCC_UNORM:
        return !(format->block == 6) &&
               (format->encoding == ENCODED_UNORM || format->encoding == ENCODED_SRGB);
    case WCC_SNORM: return format->block != 6 && format->encoding == ENCODED_SNORM;
    case WCC_F16:
    case WCC_F32: return number == NUMBER_F32;
    case WCC_U16:
    case WCC_U32: return number == NUMBER_U32;
    case WCC_I16:
    case WCC_I32: return number == NUMBER_I32;
    default: return false;
    }
}

static const char *kind_of_numbers(const TexelFormat *format)
{
    Number number = host_texel_number(format);
    return number == NUMBER_F32 ? "floats" : number == NUMBER_U32 ? "uints" : "ints";
}

bool host_check_texel_format(Report *report, const WccResourceInfo *info,
                             const TexelFormat *format)
{
    if (!host_is_typed(info))
        return host_fail(report, "a %s has no format", info->type);
    return is_readable_as(format, info->scalar) ||
           host_fail(report, "format %s holds %s, which a %s cannot be", format->name,
                     format->block == 6                   ? "halves"
                     : format->encoding == ENCODED_UNORM ? "numbers 0 .. 1"
                     : format->encoding == ENCODED_SNORM ? "numbers -1 .. 1"
                                                         : kind_of_numbers(format),
                     info->type);
}

bool host_check_resource_format(Report *report, const WccResourceInfo *info,
                                const TexelFormat *format)
{
    return host_check_texel_format(report, info, format) &&
           (!format->block || !host_kind(info)->writable ||
            host_fail(report, "no kernel can write %s texels", format->name));
}

const TexelFormat *host_native_format(Report *report, const WccResourceInfo *info)
{
    static const char *const suffixes[] = {
        [FAMILY_BOOL] = "UINT", [FAMILY_SIGNED] = "SINT",
        [FAMILY_UNSIGNED] = "UINT", [FAMILY_FLOAT] = "FLOAT",
    };
    Report unsaid = {0};
    char name[48];
    size_t length = 0;
    const NumberInfo *number = host_number(host_number_of(info->scalar));
    for (uint32_t i = 0; i < info->components && i < 4; i++)
        length += (size_t)snprintf(name + length, sizeof name - length, "%c%u", "RGBA"[i],
                                   number->bytes * 8);
    snprintf(name + length, sizeof name - length, "_%s", suffixes[number->family]);
    const TexelFormat *format = host_is_typed(info) ? host_find_texel_format(&unsaid, name) : NULL;
    if (!format)
        host_fail(report, "DXGI has no format for a %s; give one: --format %s=...", info->type,
                  info->name);
    return format;
}

bool host_check_file_format(Report *report, const WccResourceInfo *info,
                            const TexelFormat *format)
{
    Report unsaid = {0};
    const TexelFormat *native = host_native_format(&unsaid, info);
    return (native && format->dxgi == native->dxgi) ||
           host_check_texel_format(report, info, format);
}

bool host_parse_size(Report *report, const WccResourceInfo *info, const char *text, Extent *extent,
                     const TexelFormat **format)
{
    const char *colon = strchr(text, ':');
    char *size = colon ? strndup(text, (size_t)(colon - text)) : strdup(text);
    bool good = size ? host_parse_extent(report, info, size, extent)
                     : host_fail(report, "not enough memory");
    free(size);
    *format = NULL;
    if (!good || !colon)
        return good;
    *format = host_find_texel_format(report, colon + 1);
    return *format && host_check_resource_format(report, info, *format);
}
