/* Memory as kernels see it: what each kind of resource is, how large it is, how its bytes lie. */
#include "resources.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const char multisampled_later[] = "multisampled textures are not supported yet";
static const char sampler_state[] =
    "a sampler has no elements; its state is set as --set NAME=linear,wrap";

/*                              class            writable dimensions array faces missing */
static const KindInfo kinds[] = {
    [WCC_CBUFFER]            = {CLASS_CONSTANTS,  false, 1, false, 1, NULL},
    [WCC_BUFFER]             = {CLASS_TYPED,      false, 1, false, 1, NULL},
    [WCC_RWBUFFER]           = {CLASS_TYPED,      true,  1, false, 1, NULL},
    [WCC_STRUCTURED]         = {CLASS_STRUCTURED, false, 1, false, 1, NULL},
    [WCC_RWSTRUCTURED]       = {CLASS_STRUCTURED, true,  1, false, 1, NULL},
    [WCC_APPEND]             = {CLASS_STRUCTURED, true,  1, false, 1, NULL},
    [WCC_CONSUME]            = {CLASS_STRUCTURED, true,  1, false, 1, NULL},
    [WCC_BYTEADDRESS]        = {CLASS_RAW,        false, 1, false, 1, NULL},
    [WCC_RWBYTEADDRESS]      = {CLASS_RAW,        true,  1, false, 1, NULL},
    [WCC_TEXTURE1D]          = {CLASS_TEXTURE,    false, 1, false, 1, NULL},
    [WCC_TEXTURE1D_ARRAY]    = {CLASS_TEXTURE,    false, 1, true,  1, NULL},
    [WCC_TEXTURE2D]          = {CLASS_TEXTURE,    false, 2, false, 1, NULL},
    [WCC_TEXTURE2D_ARRAY]    = {CLASS_TEXTURE,    false, 2, true,  1, NULL},
    [WCC_TEXTURE3D]          = {CLASS_TEXTURE,    false, 3, false, 1, NULL},
    [WCC_TEXTURECUBE]        = {CLASS_TEXTURE,    false, 2, false, 6, NULL},
    [WCC_TEXTURECUBE_ARRAY]  = {CLASS_TEXTURE,    false, 2, true,  6, NULL},
    [WCC_TEXTURE2DMS]        = {CLASS_TEXTURE,    false, 2, false, 1, multisampled_later},
    [WCC_TEXTURE2DMS_ARRAY]  = {CLASS_TEXTURE,    false, 2, true,  1, multisampled_later},
    [WCC_RWTEXTURE1D]        = {CLASS_TEXTURE,    true,  1, false, 1, NULL},
    [WCC_RWTEXTURE1D_ARRAY]  = {CLASS_TEXTURE,    true,  1, true,  1, NULL},
    [WCC_RWTEXTURE2D]        = {CLASS_TEXTURE,    true,  2, false, 1, NULL},
    [WCC_RWTEXTURE2D_ARRAY]  = {CLASS_TEXTURE,    true,  2, true,  1, NULL},
    [WCC_RWTEXTURE3D]        = {CLASS_TEXTURE,    true,  3, false, 1, NULL},
    [WCC_SAMPLER]            = {CLASS_SAMPLER,    false, 0, false, 0, sampler_state},
    [WCC_SAMPLER_COMPARISON] = {CLASS_SAMPLER,    false, 0, false, 0, sampler_state},
};

const KindInfo *host_kind(const WccResourceInfo *info)
{
    return &kinds[(size_t)info->kind < HOST_LENGTH(kinds) ? info->kind : WCC_SAMPLER];
}

bool host_is_texture(const WccResourceInfo *info)
{
    return host_kind(info)->class == CLASS_TEXTURE;
}

bool host_is_raw(const WccResourceInfo *info)
{
    return host_kind(info)->class == CLASS_RAW;
}

bool host_is_counted(const WccResourceInfo *info)
{
    return info->kind == WCC_APPEND || info->kind == WCC_CONSUME;
}

bool host_has_slices(const WccResourceInfo *info)
{
    const KindInfo *kind = host_kind(info);
    return kind->array || kind->faces > 1 || kind->dimensions == 3;
}

bool host_is_picture(const WccResourceInfo *info)
{
    return host_is_texture(info) && host_kind(info)->dimensions == 2 && !host_has_slices(info);
}

/* ---- sizes ---- */

/* Numbers with x between them: "640x480". Gives how many, 0 if it is no such list; *rest is
 * what follows. */
static uint32_t parse_sides(const char *text, uint64_t sides[3], const char **rest)
{
    for (uint32_t count = 0; count < 3;) {
        if (!host_parse_count(text, rest, UINT32_MAX, &sides[count++]))
            return 0;
        if (tolower((unsigned char)**rest) != 'x')
            return count;
        text = *rest + 1;
    }
    return 0;
}

static const char *size_form(const KindInfo *kind)
{
    static const char *const forms[2][4] = {{"", "COUNT", "WIDTHxHEIGHT", "WIDTHxHEIGHTxDEPTH"},
                                            {"", "WIDTHxSLICES", "WIDTHxHEIGHTxSLICES", ""}};
    return forms[kind->array][kind->dimensions];
}

bool host_parse_extent(Report *report, const WccResourceInfo *info, const char *text,
                       Extent *extent)
{
    const KindInfo *kind = host_kind(info);
    uint64_t sides[3] = {0, 1, 1};
    const char *rest = text;
    uint32_t wanted = kind->dimensions + kind->array;
    if (kind->missing)
        return host_fail(report, "%s", kind->missing);
    if (kind->class == CLASS_CONSTANTS)
        return host_fail(report, "a cbuffer has the size that the shader gives it");
    if (parse_sides(text, sides, &rest) != wanted || *rest)
        return host_fail(report, "'%.60s' is no size of a %s; give %s", text, info->type,
                         size_form(kind));
    uint32_t last = (uint32_t)(wanted > 0 ? sides[wanted - 1] : 1);
    *extent = (Extent){(uint32_t)sides[0], kind->dimensions > 1 ? (uint32_t)sides[1] : 1,
                       kind->array || kind->dimensions == 3 ? last : 1};
    if (__builtin_mul_overflow(extent->depth, kind->faces, &extent->depth))
        return host_fail(report, "'%.60s' is too large", text);
    if (kind->class == CLASS_RAW && extent->width % 4)
        return host_fail(report, "%u bytes: the size of a %s is a multiple of 4", extent->width,
                         info->type);
    return true;
}

Extent host_extent_of(const WccResourceInfo *info, const WccResource *view)
{
    if (host_is_texture(info))
        return (Extent){view->width, view->height, view->depth};
    return (Extent){view->width, 1, 1};
}

Extent host_constants_extent(const WccResourceInfo *info)
{
    return (Extent){(info->stride + 15) / 16 * 16, 1, 1};
}

bool host_same_extent(Extent left, Extent right)
{
    return left.width == right.width && left.height == right.height && left.depth == right.depth;
}

const char *host_spell_extent(const WccResourceInfo *info, Extent extent, char *text)
{
    const KindInfo *kind = host_kind(info);
    int length = snprintf(text, 16, "%u", extent.width);
    if (kind->dimensions > 1)
        length += snprintf(text + length, 16, "x%u", extent.height);
    if (kind->array || kind->dimensions > 2)
        snprintf(text + length, 16, "x%u", extent.depth / kind->faces);
    return text;
}

/* ---- storage ---- */

/* Sets the sizes and pitches of view; the rows of a texture are wcc_row_pitch apart. */
bool host_lay_out(Report *report, const WccResourceInfo *info, Extent extent, WccResource *view,
                  size_t *bytes)
{
    KindClass class = host_kind(info)->class;
    bool bytes_only = class == CLASS_RAW || class == CLASS_CONSTANTS || class == CLASS_SAMPLER;
    uint64_t stride = bytes_only ? 1 : info->stride, slice, total;
    bool has_rows = class == CLASS_TEXTURE && extent.height > 1;
    uint64_t row = has_rows ? wcc_row_pitch(extent.width, stride) : extent.width * stride;
    if (__builtin_mul_overflow(row, extent.height, &slice) ||
        __builtin_mul_overflow(slice, extent.depth, &total) || total > HOST_MAX_BYTES)
        return host_fail(report, "'%s' would be larger than 2^31 - 1 bytes", info->name);
    bool empty = total == 0;
    *view = (WccResource){
        .width = extent.width,
        .height = extent.height,
        .depth = extent.depth,
        .mips = 1,
        .stride = (uint32_t)stride,
        .row_pitch = empty ? 0 : (uint32_t)row,
        .slice_pitch = empty ? 0 : (uint32_t)slice,
    };
    *bytes = (size_t)total;
    return true;
}

enum { LINE = 64, HUGE_PAGE = 2 << 20 };

static size_t size_of_data(size_t bytes) { return (bytes + LINE + LINE - 1) / LINE * LINE; }

/* Kernels come to a page's first byte and then to another page's: transposes, gathers, threads that go a grid's width on. */
void *host_new_bytes(Report *report, size_t bytes)
{
    size_t size = size_of_data(bytes);
    bool is_huge = size >= HUGE_PAGE;
    void *data;
    if (posix_memalign(&data, is_huge ? HUGE_PAGE : LINE, size) != 0) {
        host_fail(report, "not enough memory for %zu bytes", size);
        return NULL;
    }
    if (is_huge)
        (void)madvise(data, size, MADV_HUGEPAGE); /* where the system has none, small ones do */
    return data;
}

void *host_new_data(Report *report, size_t bytes)
{
    void *data = host_new_bytes(report, bytes);
    return data ? memset(data, 0, size_of_data(bytes)) : NULL;
}

Storage *host_new_empty(Report *report, const WccResourceInfo *info)
{
    Storage *storage = calloc(1, sizeof *storage);
    if (!storage) {
        host_fail(report, "not enough memory");
        return NULL;
    }
    storage->references = 1;
    storage->info = info;
    return storage;
}

Storage *host_new_storage(Report *report, const WccResourceInfo *info, Extent extent)
{
    Storage *storage = host_new_empty(report, info);
    if (!storage)
        return NULL;
    if (!host_lay_out(report, info, extent, &storage->view, &storage->bytes) ||
        !(storage->view.data = host_new_data(report, storage->bytes))) {
        free(storage);
        return NULL;
    }
    storage->view.counter = info->has_counter ? &storage->counter : NULL;
    return storage;
}

Storage *host_share_storage(Storage *storage)
{
    storage->references++;
    return storage;
}

void host_drop_storage(Storage *storage)
{
    if (!storage || --storage->references)
        return;
    free(storage->view.data);
    free(storage);
}

Storage *host_copy_storage(Report *report, const Storage *storage)
{
    Storage *copy = malloc(sizeof *copy);
    void *data = copy ? host_new_data(report, storage->bytes) : NULL;
    if (!data) {
        free(copy);
        return NULL;
    }
    *copy = *storage;
    copy->references = 1;
    copy->view.data = memcpy(data, storage->view.data, storage->bytes);
    copy->view.counter = storage->view.counter ? &copy->counter : NULL;
    copy->view.levels = storage->view.levels ? copy->levels : NULL;
    return copy;
}

/* Whether texels of one declaration can be read as texels of the other. */
static bool same_texels(const WccResourceInfo *a, const WccResourceInfo *b)
{
    return host_number_of(a->scalar) == host_number_of(b->scalar) &&
           a->components == b->components && a->stride == b->stride;
}

static bool same_shape(const WccResourceInfo *a, const WccResourceInfo *b)
{
    const KindInfo *one = host_kind(a), *other = host_kind(b);
    uint32_t one_sides = one->dimensions + (one->array || one->faces > 1);
    uint32_t other_sides = other->dimensions + (other->array || other->faces > 1);
    return one_sides == other_sides && (one->dimensions == 1) == (other->dimensions == 1);
}

bool host_check_fits(Report *report, const WccResourceInfo *held, const WccResourceInfo *info)
{
    KindClass to = host_kind(info)->class, from = host_kind(held)->class;
    bool typed = to == CLASS_TYPED || to == CLASS_TEXTURE;
    if (host_kind(info)->missing)
        return host_fail(report, "%s", host_kind(info)->missing);
    if ((to == CLASS_TEXTURE) != (from == CLASS_TEXTURE) ||
        (to == CLASS_TEXTURE && !same_shape(held, info)) ||
        (typed && from == to && !same_texels(held, info)))
        return host_fail(report, "holds a %s, which does not fit a %s", held->type, info->type);
    return true;
}

bool host_view_storage(Report *report, Storage *storage, const WccResourceInfo *info,
                       WccResource *view)
{
    KindClass to = host_kind(info)->class;
    *view = storage->view;
    view->counter = info->has_counter ? &storage->counter : NULL;
    if (!host_check_fits(report, storage->info, info))
        return false;
    if (to == CLASS_TEXTURE)
        return view->depth % host_kind(info)->faces == 0 ||
               host_fail(report, "a cube needs 6 slices");
    uint32_t stride = to == CLASS_RAW || to == CLASS_CONSTANTS ? 1 : info->stride;
    uint32_t unit = to == CLASS_RAW ? 4 : stride;
    if (!unit || storage->bytes % unit)
        return host_fail(report, "holds %zu bytes, which is no multiple of the %u of a %s",
                         storage->bytes, unit, info->type);
    view->stride = stride;
    view->width = (uint32_t)(storage->bytes / stride);
    view->row_pitch = view->slice_pitch = storage->bytes ? (uint32_t)storage->bytes : 0;
    return true;
}

/* ---- lines ---- */

uint8_t *host_view_line(const WccResource *view, uint32_t line)
{
    uint32_t height = view->height ? view->height : 1;
    return (uint8_t *)view->data + (size_t)(line / height) * view->slice_pitch +
           (size_t)(line % height) * view->row_pitch;
}

uint32_t host_view_lines(const WccResource *view)
{
    uint64_t lines = (uint64_t)view->height * view->depth;
    return view->width && view->data ? (uint32_t)lines : 0;
}

size_t host_view_line_bytes(const WccResourceInfo *info, const WccResource *view)
{
    KindClass class = host_kind(info)->class;
    return (size_t)view->width *
           (class == CLASS_RAW || class == CLASS_CONSTANTS ? 1 : info->stride);
}
