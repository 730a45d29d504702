/* Mip levels: each is half as large as the one before, rounded down, and its texels are the means
 * of what they cover of that: of 2 x 2 texels where a side is even, of 3 with the shares that lie
 * inside where it is odd. Integers round to nearest, half of one up. */
#include "resources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of level 0's sides the next level keeps slices, and a volume's depth shrinks. */
static Extent shrink(const WccResourceInfo *info, Extent extent)
{
    Extent next = extent;
    next.width = extent.width > 1 ? extent.width / 2 : 1;
    next.height = extent.height > 1 ? extent.height / 2 : 1;
    if (host_kind(info)->dimensions == 3)
        next.depth = extent.depth > 1 ? extent.depth / 2 : 1;
    return next;
}

static uint32_t most_levels(const WccResourceInfo *info, Extent extent)
{
    uint32_t levels = 1;
    if (!extent.width || !extent.height || !extent.depth)
        return levels;
    for (Extent next = shrink(info, extent); !host_same_extent(next, extent); levels++) {
        extent = next;
        next = shrink(info, extent);
    }
    return levels;
}

/* What a texel covers of a line of the level before: from `first` on, and how much of each. */
typedef struct Share {
    uint32_t first, count;
    Wide weight[3];
} Share;

/* Texel `index` of `to`, of a line of `from` texels: all of [index * from / to, + from / to). */
static Share share_of(uint32_t index, uint32_t from, uint32_t to)
{
    uint64_t start = (uint64_t)index * from, end = start + from; /* in parts, `to` a texel */
    Share share = {.first = (uint32_t)(start / to)};
    for (uint64_t at = start; at < end && share.count < 3; share.count++) {
        uint64_t next = (at / to + 1) * to;
        next = next < end ? next : end;
        share.weight[share.count] = (Wide)(next - at) / from;
        at = next;
    }
    return share;
}

/* One level of a storage. */
typedef struct Level {
    uint8_t *data;
    WccLevel place;
    Extent extent;
} Level;

static uint8_t *line_of(const Level *level, uint32_t y, uint32_t z)
{
    return level->data + level->place.offset + (size_t)z * level->place.slice_pitch +
           (size_t)y * level->place.row_pitch;
}

/* Memory for lines of numbers: of the level before, and their mean. */
typedef struct Lines {
    Wide *line, *mean;
} Lines;

/* The mean of the lines that line (y, z) covers. */
static void mix_lines(const WccResourceInfo *info, const Level *from, const Level *to, uint32_t y,
                      uint32_t z, Lines lines)
{
    const NumberInfo *number = host_number(host_number_of(info->scalar));
    size_t count = (size_t)from->extent.width * info->components;
    Share rows = share_of(y, from->extent.height, to->extent.height);
    Share slices = share_of(z, from->extent.depth, to->extent.depth);
    memset(lines.mean, 0, count * sizeof *lines.mean);
    for (uint32_t k = 0; k < slices.count; k++) {
        for (uint32_t j = 0; j < rows.count; j++) {
            Wide weight = slices.weight[k] * rows.weight[j];
            number->load(line_of(from, rows.first + j, slices.first + k), lines.line, count);
            for (size_t i = 0; i < count; i++)
                lines.mean[i] += weight * lines.line[i];
        }
    }
}

/* Puts the means of a mixed line's texels at its beginning. */
static void mix_texels(const WccResourceInfo *info, uint32_t from, uint32_t to, Wide *mean)
{
    uint32_t components = info->components;
    bool whole = host_number(host_number_of(info->scalar))->family != FAMILY_FLOAT;
    for (uint32_t x = 0; x < to; x++) {
        Share share = share_of(x, from, to);
        for (uint32_t c = 0; c < components; c++) {
            Wide sum = 0;
            for (uint32_t i = 0; i < share.count; i++)
                sum += share.weight[i] * mean[(size_t)(share.first + i) * components + c];
            mean[(size_t)x * components + c] = whole ? floorl(sum + 0.5L) : sum;
        }
    }
}

static void mix_level(const WccResourceInfo *info, const Level *from, const Level *to, Lines lines)
{
    const NumberInfo *number = host_number(host_number_of(info->scalar));
    for (uint32_t z = 0; z < to->extent.depth; z++) {
        for (uint32_t y = 0; y < to->extent.height; y++) {
            mix_lines(info, from, to, y, z, lines);
            mix_texels(info, from->extent.width, to->extent.width, lines.mean);
            number->store(lines.mean, line_of(to, y, z),
                          (size_t)to->extent.width * info->components);
        }
    }
}

static bool fill_levels(Report *report, Storage *storage)
{
    const WccResourceInfo *info = storage->info;
    size_t count = (size_t)storage->view.width * info->components + 1;
    Lines lines = {malloc(count * sizeof(Wide)), malloc(count * sizeof(Wide))};
    bool good = (lines.line && lines.mean) || host_fail(report, "not enough memory");
    Level from = {storage->view.data, storage->levels[0], host_extent_of(info, &storage->view)};
    for (uint32_t i = 1; good && i < storage->view.mips; i++) {
        Level to = {from.data, storage->levels[i], shrink(info, from.extent)};
        mix_level(info, &from, &to, lines);
        from = to;
    }
    free(lines.line);
    free(lines.mean);
    return good;
}

bool host_may_have_mips(Report *report, const WccResourceInfo *info)
{
    return (host_is_texture(info) && !host_kind(info)->writable && !host_kind(info)->missing) ||
           host_fail(report, "a %s has no mip levels", info->type);
}

/* Lays the levels out behind each other, from cache line to cache line. */
static bool lay_out_levels(Report *report, const WccResourceInfo *info, const Extent *extent,
                           uint32_t mips, Storage *storage)
{
    uint64_t end = 0;
    Extent next = *extent;
    for (uint32_t i = 0; i < mips; i++, next = shrink(info, next)) {
        WccResource level;
        size_t bytes;
        if (!host_lay_out(report, info, next, &level, &bytes))
            return false;
        storage->levels[i] = (WccLevel){(uint32_t)end, level.row_pitch, level.slice_pitch};
        end = (end + bytes + 63) / 64 * 64;
        if (end > HOST_MAX_BYTES)
            return host_fail(report, "'%s' would be larger than 2^31 - 1 bytes", info->name);
        if (i == 0)
            storage->view = level;
    }
    storage->view.mips = mips;
    storage->view.levels = storage->levels;
    storage->bytes = (size_t)end;
    return true;
}

Storage *host_new_levels(Report *report, const WccResourceInfo *info, Extent extent, uint32_t mips)
{
    Storage *storage = host_new_empty(report, info);
    if (!storage)
        return NULL;
    if (lay_out_levels(report, info, &extent, mips, storage) &&
        (storage->view.data = host_new_data(report, storage->bytes)))
        return storage;
    host_drop_storage(storage);
    return NULL;
}

WccResource host_level_view(const WccResourceInfo *info, const WccResource *view, uint32_t level)
{
    WccResource one = *view;
    if (!view->levels)
        return one;
    Extent extent = host_extent_of(info, view);
    for (uint32_t i = 0; i < level; i++)
        extent = shrink(info, extent);
    one.data = (uint8_t *)view->data + view->levels[level].offset;
    one.width = extent.width;
    one.height = extent.height;
    one.depth = extent.depth;
    one.row_pitch = view->levels[level].row_pitch;
    one.slice_pitch = view->levels[level].slice_pitch;
    one.mips = 1;
    one.levels = NULL;
    return one;
}

static void copy_level_0(const WccResource *view, Storage *storage)
{
    size_t bytes = host_view_line_bytes(storage->info, view);
    for (uint32_t line = 0; line < host_view_lines(view); line++)
        memcpy(host_view_line(&storage->view, line), host_view_line(view, line), bytes);
}

Storage *host_mips_of(Report *report, const WccResourceInfo *info, const WccResource *view,
                      uint32_t mips)
{
    char size[48];
    Extent extent = host_extent_of(info, view);
    uint32_t most = most_levels(info, extent);
    if (mips > most)
        host_fail(report, "%u mip levels are more than the %u of %s", mips, most,
                  host_spell_extent(info, extent, size));
    Storage *storage = mips > most ? NULL
                                   : host_new_levels(report, info, extent, mips ? mips : most);
    if (!storage)
        return NULL;
    copy_level_0(view, storage);
    if (fill_levels(report, storage))
        return storage;
    host_drop_storage(storage);
    return NULL;
}

Storage *host_new_mips(Report *report, const WccResourceInfo *info, const WccResource *view,
                       uint32_t mips)
{
    return host_may_have_mips(report, info) ? host_mips_of(report, info, view, mips) : NULL;
}
