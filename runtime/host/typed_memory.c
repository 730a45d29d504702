/* Typed memory and encoded texels: decoding into memory and encoding out of it, and memory that
 * holds only numbers of a format. */
#include "resources.h"

#include <stdlib.h>
#include <string.h>

enum { RUN_TEXELS = 2048 };

static Number memory_number(const WccResourceInfo *info)
{
    return host_number_of(info->scalar);
}

/* ---- a run of texels in memory: the declared components, without gaps ---- */

/* As D3D does where integers have fewer bits. */
static void clamp_wide(Number number, Wide *values, size_t count)
{
    Wide low = number == NUMBER_I16 ? INT16_MIN : 0;
    Wide high = number == NUMBER_I16 ? INT16_MAX : UINT16_MAX;
    for (size_t i = 0; i < count; i++)
        values[i] = values[i] < low ? low : values[i] > high ? high : values[i];
}

void host_clamp_normalised(const WccResourceInfo *info, uint8_t *memory, size_t count)
{
    float *values = (float *)memory, lowest = info->scalar == WCC_SNORM ? -1 : 0;
    if (info->scalar != WCC_UNORM && info->scalar != WCC_SNORM)
        return;
    for (size_t i = 0; i < count; i++) {
        float value = values[i] == values[i] ? values[i] : 0;
        values[i] = value < lowest ? lowest : value > 1 ? 1 : value;
    }
}

/* What is not declared is dropped. */
static void pack_run(const WccResourceInfo *info, Number from, const Texel *texels, size_t count,
                     uint8_t *target)
{
    Number to = memory_number(info);
    const NumberInfo *in = host_number(from), *out = host_number(to);
    for (size_t i = 0; i < count; i++, target += info->stride) {
        if (in->bytes == out->bytes && out->family != FAMILY_BOOL) {
            memcpy(target, texels[i].parts, info->components * sizeof *texels->parts);
            continue;
        }
        Wide values[4];
        in->load(texels[i].parts, values, info->components);
        if (out->family != FAMILY_FLOAT)
            clamp_wide(to, values, info->components);
        out->store(values, target, info->components);
    }
}

/* What is not declared is 0, and alpha 1. */
static void unpack_run(const WccResourceInfo *info, Number to, const uint8_t *source, size_t count,
                       Texel *texels)
{
    const NumberInfo *in = host_number(memory_number(info)), *out = host_number(to);
    Texel missing = {{0, 0, 0, 1}};
    Wide values[4];
    if (to == NUMBER_F32)
        out->store(&(Wide){1}, &missing.parts[3], 1);
    for (size_t i = 0; i < count; i++, source += info->stride) {
        texels[i] = missing;
        if (in->bytes == out->bytes) {
            memcpy(texels[i].parts, source, info->components * sizeof *texels->parts);
            continue;
        }
        in->load(source, values, info->components);
        out->store(values, texels[i].parts, info->components);
    }
}

/* ---- rounding ---- */

/* Whether memory has the format's numbers themselves, to be rounded in place. */
static bool is_in_place(const WccResourceInfo *info, const TexelFormat *format)
{
    return format->encoding != ENCODED_SHARED_EXPONENT &&
           host_number(memory_number(info))->bytes == 4;
}

static void round_run(const WccResourceInfo *info, const TexelFormat *format, uint8_t *memory,
                      size_t count)
{
    Texel texels[RUN_TEXELS];
    uint8_t encoded[RUN_TEXELS * MAX_TEXEL_BYTES];
    Number number = host_texel_number(format);
    unpack_run(info, number, memory, count, texels);
    host_encode_texels(format, texels, count, encoded);
    host_decode_texels(format, encoded, count, texels);
    pack_run(info, number, texels, count, memory);
}

/* It holds all that memory does. */
static bool is_as_wide(const WccResourceInfo *info, const TexelFormat *format)
{
    if (format->encoding != ENCODED_FLOAT && format->encoding != ENCODED_UINT &&
        format->encoding != ENCODED_SINT)
        return false;
    for (uint32_t c = 0; c < info->components; c++)
        if (format->channels[c].bits < 32)
            return false;
    return true;
}

bool host_rounds(const WccResourceInfo *info, const TexelFormat *format)
{
    return format && !format->block && !is_as_wide(info, format);
}

void host_round_view(const WccResourceInfo *info, const WccResource *view,
                     const TexelFormat *format)
{
    if (!view->data || !host_rounds(info, format))
        return;
    Rounding rounding;
    bool in_place = is_in_place(info, format);
    if (in_place)
        host_make_rounding(format, info->components, &rounding);
    for (uint32_t level = 0; level < (view->levels ? view->mips : 1); level++) {
        WccResource one = host_level_view(info, view, level);
        for (uint32_t line = 0; line < host_view_lines(&one); line++) {
            uint8_t *memory = host_view_line(&one, line);
            if (in_place)
                host_round_texels(&rounding, (uint32_t *)memory,
                                  (size_t)one.width * info->components);
            for (uint32_t done = 0; !in_place && done < one.width; done += RUN_TEXELS) {
                uint32_t left = one.width - done, count = left < RUN_TEXELS ? left : RUN_TEXELS;
                round_run(info, format, memory + (size_t)done * info->stride, count);
            }
        }
    }
}

/* ---- textures into memory ---- */

static uint64_t count_texels(const Texture *texture)
{
    return (uint64_t)texture->width * texture->height * texture->depth * texture->slices;
}

static uint32_t depth_of(const Texture *texture)
{
    return texture->dimensions == 3 ? texture->depth : texture->slices;
}

/* Which kind of texture a file has, for messages. */
static const char *spell_texture(const Texture *texture, char text[64])
{
    static const char *const kinds[2][3] = {{"1D texture", "2D texture", "volume"},
                                            {"array of 1D textures", "array of 2D textures", ""}};
    const char *kind = texture->is_cube ? texture->slices > 6 ? "array of cubes" : "cube"
                                        : kinds[texture->slices > 1][texture->dimensions - 1];
    snprintf(text, 64, "%s of %u x %u x %u", kind, texture->width, texture->height,
             depth_of(texture));
    return text;
}

/* A buffer has all texels of level 0 in a row; textures are read as D3D's views of them may be. */
static bool fit_extent(Report *report, const WccResourceInfo *info, const Texture *texture,
                       const Extent *given, Extent *extent)
{
    char text[64], want[48];
    const KindInfo *kind = host_kind(info);
    bool is_texture = kind->class == CLASS_TEXTURE;
    uint32_t depth = depth_of(texture);
    if (is_texture &&
        (texture->dimensions != kind->dimensions || (depth > 1 && !host_has_slices(info)) ||
         depth % kind->faces))
        return host_fail(report, "is a%s %s, which does not fit a %s",
                         spell_texture(texture, text)[0] == 'a' ? "n" : "", text, info->type);
    uint64_t texels = count_texels(texture);
    *extent = is_texture ? (Extent){texture->width, texture->height, depth}
                         : (Extent){(uint32_t)texels, 1, 1};
    if (!given)
        return true;
    if (is_texture ? !host_same_extent(*extent, *given) : texels > given->width)
        return host_fail(report, "is a %s, but --size says %s", spell_texture(texture, text),
                         host_spell_extent(info, *given, want));
    *extent = *given;
    return true;
}

/* A line of level 0, or of another one, is at view's line; a buffer's lines follow each other. */
static uint8_t *target_line(const WccResourceInfo *info, const WccResource *view,
                            const Texture *texture, uint32_t line)
{
    if (host_is_texture(info))
        return host_view_line(view, line);
    return (uint8_t *)view->data + (size_t)line * texture->width * info->stride;
}

/* One image: a slice, or one depth, of a level. `texels` has room for a band. */
static void decode_image(const WccResourceInfo *info, const Texture *texture, ImageSize size,
                         const uint8_t *source, const WccResource *view, uint32_t slice,
                         Texel *texels)
{
    const TexelFormat *format = &texture->format;
    uint32_t lines = host_band_lines(format);
    size_t blocks = host_band_bytes(format, size.width) / format->bytes;
    for (uint32_t y = 0; y < size.height; y += lines) {
        if (format->block)
            host_decode_blocks(format, source, blocks, texels);
        else
            host_decode_texels(format, source, size.width, texels);
        for (uint32_t i = 0; i < lines && y + i < size.height; i++) {
            uint8_t *target = target_line(info, view, texture, slice * size.height + y + i);
            pack_run(info, host_texel_number(format), texels + i * blocks * lines, size.width,
                     target);
            host_clamp_normalised(info, target, (size_t)size.width * info->components);
        }
        source += host_band_bytes(format, size.width);
    }
}

static bool decode_texture(Report *report, const WccResourceInfo *info, const Texture *texture,
                           const uint8_t *data, Storage *storage)
{
    const TexelFormat *format = &texture->format;
    Texel *texels = malloc(host_band_texels(format, texture->width) * sizeof *texels);
    if (!texels)
        return host_fail(report, "not enough memory");
    for (uint32_t level = 0; level < storage->view.mips; level++) {
        ImageSize size = host_level_size(texture, level);
        WccResource view = host_level_view(info, &storage->view, level);
        uint32_t slices = texture->dimensions == 3 ? size.depth : texture->slices;
        for (uint32_t slice = 0; slice < slices; slice++)
            decode_image(info, texture, size, data + host_image_offset(texture, level, slice),
                         &view, slice, texels);
    }
    free(texels);
    return true;
}

/* The texture as it is to be read: in the format asked for, where their bits are of one family. */
static Texture view_texture(const Texture *texture, const TexelFormat *format)
{
    Texture viewed = *texture;
    if (format && host_is_one_family(&texture->format, format))
        viewed.format = *format;
    return viewed;
}

Storage *host_load_texture(Report *report, const WccResourceInfo *info, const Array *array,
                           const Extent *given, const TexelFormat *format)
{
    Extent extent = {0};
    Texture texture = view_texture(array->texture, format);
    bool may_have_mips = host_is_texture(info) && !host_kind(info)->writable;
    if (!host_is_typed(info)) {
        host_fail(report, "a texture does not fit a %s", info->type);
        return NULL;
    }
    if (!host_check_file_format(report, info, &texture.format) ||
        !fit_extent(report, info, &texture, given, &extent))
        return NULL;
    if (format && format->block && format->dxgi != texture.format.dxgi) {
        host_fail(report, "is %s, which cannot be read as %s", texture.format.name, format->name);
        return NULL;
    }
    Storage *storage = may_have_mips && texture.mips > 1
                           ? host_new_levels(report, info, extent, texture.mips)
                           : host_new_storage(report, info, extent);
    if (storage && !decode_texture(report, info, &texture, array->data, storage)) {
        host_drop_storage(storage);
        return NULL;
    }
    if (storage && format && format->dxgi != texture.format.dxgi)
        host_round_view(info, &storage->view, format);
    return storage;
}

/* The shape of bytes: a size that is given, or a line. */
static bool shape_bytes(Report *report, const WccResourceInfo *info, const Array *array,
                        const Extent *given, const TexelFormat *format, Texture *texture)
{
    const KindInfo *kind = host_kind(info);
    bool is_texture = kind->class == CLASS_TEXTURE, is_line = kind->dimensions == 1 && !kind->array;
    if (format->block)
        return host_fail(report, "%s texels are read from .dds files only", format->name);
    if (array->bytes % format->bytes)
        return host_fail(report, "holds %zu bytes, which is no multiple of the %u of %s",
                         array->bytes, format->bytes, format->name);
    size_t texels = array->bytes / format->bytes;
    if (!given && !is_line)
        return host_fail(report,
                         "holds %zu texels, which do not say the size of a %s; give its --size",
                         texels, info->type);
    *texture = (Texture){.format = *format, .dimensions = is_texture ? kind->dimensions : 1,
                         .width = (uint32_t)texels, .height = 1, .depth = 1, .slices = 1,
                         .mips = 1};
    if (!is_texture || !given)
        return true;
    bool is_volume = kind->dimensions == 3;
    texture->width = given->width;
    texture->height = given->height;
    *(is_volume ? &texture->depth : &texture->slices) = given->depth;
    char size[48];
    uint64_t wanted = (uint64_t)given->width * given->height;
    if (__builtin_mul_overflow(wanted, given->depth, &wanted) || wanted != texels)
        return host_fail(report, "holds %zu texels, but the size %s takes %llu", texels,
                         host_spell_extent(info, *given, size), (unsigned long long)wanted);
    return true;
}

Storage *host_load_encoded(Report *report, const WccResourceInfo *info, const Array *array,
                           const Extent *given, const TexelFormat *format)
{
    Texture texture;
    if (!shape_bytes(report, info, array, given, format, &texture))
        return NULL;
    if (!array->bytes)
        return host_new_storage(report, info, given ? *given : (Extent){0, 1, 1});
    Array encoded = *array;
    encoded.texture = &texture;
    return host_load_texture(report, info, &encoded, given, format);
}

/* ---- out of memory ---- */

static Texture texture_of(const WccResourceInfo *info, const WccResource *view,
                          const TexelFormat *format)
{
    const KindInfo *kind = host_kind(info);
    bool is_texture = host_is_texture(info), is_volume = kind->dimensions == 3;
    return (Texture){
        .format = *format,
        .dimensions = kind->dimensions,
        .is_cube = kind->faces > 1,
        .width = view->width,
        .height = is_texture ? view->height : 1,
        .depth = is_texture && is_volume ? view->depth : 1,
        .slices = is_texture && !is_volume ? view->depth : 1,
        .mips = view->levels ? view->mips : 1,
    };
}

static void encode_line(const WccResourceInfo *info, const TexelFormat *format,
                        const uint8_t *memory, size_t count, uint8_t *target)
{
    Texel texels[RUN_TEXELS];
    for (size_t done = 0; done < count; done += RUN_TEXELS) {
        size_t left = count - done, length = left < RUN_TEXELS ? left : RUN_TEXELS;
        unpack_run(info, host_texel_number(format), memory + done * info->stride, length, texels);
        host_encode_texels(format, texels, length, target + done * format->bytes);
    }
}

bool host_encode_view(Report *report, const WccResourceInfo *info, const WccResource *view,
                      const TexelFormat *format, Array *array)
{
    size_t bytes;
    Texture texture = texture_of(info, view, format);
    if (format->block)
        return host_fail(report, "%s texels cannot be written", format->name);
    if (!host_measure_texture(report, &texture, &bytes) ||
        !host_new_array(report, array, NUMBER_U8, MEANING_TEXTURE, 1, &bytes))
        return false;
    array->texture = malloc(sizeof texture);
    if (!array->texture)
        return host_fail(report, "not enough memory");
    *array->texture = texture;
    for (uint32_t level = 0; level < texture.mips; level++) {
        WccResource one = host_level_view(info, view, level);
        for (uint32_t line = 0; line < host_view_lines(&one); line++) {
            size_t slice = line / one.height, y = line % one.height;
            encode_line(info, format, host_view_line(&one, line), one.width,
                        array->data + host_image_offset(&texture, level, (uint32_t)slice) +
                            y * one.width * format->bytes);
        }
    }
    return true;
}
