/* Between the suite's blocks of numbers and the memory of a shader's resource. Bytes go over as
 * they lie, but for elements of typed buffers and textures whose declaration has other numbers or
 * another count of them: those are converted, numbers that do not fit become the nearest that does,
 * and missing components are 0, 0, 0, 1. */
#include <math.h>
#include <string.h>

#include "job.h"

static bool has_elements(const WccResourceInfo *info)
{
    KindClass class = host_kind(info)->class;
    return class == CLASS_TYPED || class == CLASS_TEXTURE;
}

static uint32_t element_bytes(const JobBuffer *buffer)
{
    return job_channels_of(buffer) * host_data_format(buffer->number)->bytes;
}

Extent job_block_extent(const JobResource *resource)
{
    const JobBuffer *buffer = resource->buffer;
    const JobProps *props = &buffer->props;
    if (host_is_texture(resource->info) && props->place.line)
        return (Extent){(uint32_t)props->width.value, (uint32_t)props->height.value,
                        (uint32_t)props->depth.value};
    uint32_t unit = has_elements(resource->info)    ? element_bytes(buffer)
                    : host_is_raw(resource->info) ? 1
                                                    : resource->info->stride;
    return (Extent){(uint32_t)(buffer->bytes / (unit ? unit : 1)), 1, 1};
}

/* ---- elements ---- */

typedef enum Direction { TO_KERNEL, FROM_KERNEL } Direction;

typedef struct Mover {
    Direction direction;
    Number file, declared;
    uint32_t file_count, declared_count; /* numbers of an element */
    bool is_same;
} Mover;

static Mover new_mover(Direction direction, const JobBuffer *buffer, const WccResourceInfo *info)
{
    Mover mover = {.direction = direction, .file = job_number_of(buffer->number),
                   .declared = host_number_of(info->scalar),
                   .file_count = job_channels_of(buffer), .declared_count = info->components};
    mover.is_same = mover.file_count == mover.declared_count &&
                    host_number(mover.file)->bytes == host_number(mover.declared)->bytes;
    return mover;
}

/* The nearest that an integer can be. */
static Wide clamp_to(const NumberInfo *info, Wide value)
{
    Wide top = ldexpl(1, (int)info->bytes * 8 - (info->family == FAMILY_SIGNED));
    Wide bottom = info->family == FAMILY_SIGNED ? -top : 0;
    return value != value ? 0 : truncl(fminl(fmaxl(value, bottom), top - 1));
}

static void store_number(Number number, Wide value, uint8_t *target)
{
    const NumberInfo *info = host_number(number);
    if (info->family == FAMILY_SIGNED || info->family == FAMILY_UNSIGNED)
        value = clamp_to(info, value);
    info->store(&value, target, 1);
}

static void move_number(const Mover *mover, uint8_t *kernel, uint8_t *file)
{
    bool is_in = mover->direction == TO_KERNEL;
    Wide value;
    if (mover->file == mover->declared) {
        memcpy(is_in ? kernel : file, is_in ? file : kernel, host_number(mover->file)->bytes);
        return;
    }
    host_number(is_in ? mover->file : mover->declared)->load(is_in ? file : kernel, &value, 1);
    store_number(is_in ? mover->declared : mover->file, value, is_in ? kernel : file);
}

static void move_element(const Mover *mover, uint8_t *kernel, uint8_t *file)
{
    uint32_t kernel_size = host_number(mover->declared)->bytes;
    uint32_t file_size = host_number(mover->file)->bytes;
    for (uint32_t i = 0; i < mover->declared_count; i++) {
        if (i < mover->file_count)
            move_number(mover, kernel + i * kernel_size, file + i * file_size);
        else if (mover->direction == TO_KERNEL)
            store_number(mover->declared, i == 3, kernel + i * kernel_size);
    }
}

/* ---- memory ---- */

/* One level, a line after another; gives the bytes behind it. */
static uint8_t *move_level(const Mover *mover, const WccResourceInfo *info,
                           const WccResource *view, uint8_t *bytes)
{
    uint32_t size = mover->file_count * host_number(mover->file)->bytes;
    for (uint32_t line = 0; line < host_view_lines(view); line++) {
        uint8_t *texels = host_view_line(view, line);
        if (mover->is_same)
            memcpy(mover->direction == TO_KERNEL ? texels : bytes,
                   mover->direction == TO_KERNEL ? bytes : texels, (size_t)view->width * size);
        for (uint32_t x = 0; x < view->width && !mover->is_same; x++)
            move_element(mover, texels + (size_t)x * info->stride, bytes + (size_t)x * size);
        bytes += (size_t)view->width * size;
    }
    return bytes;
}

static void move_block(Direction direction, const JobResource *resource, const WccResource *view,
                       size_t room, uint8_t *bytes)
{
    const WccResourceInfo *info = resource->info;
    size_t count = resource->buffer->bytes < room ? resource->buffer->bytes : room;
    if (!has_elements(info)) {
        memcpy(direction == TO_KERNEL ? view->data : bytes,
               direction == TO_KERNEL ? bytes : view->data, count);
        return;
    }
    Mover mover = new_mover(direction, resource->buffer, info);
    for (uint32_t level = 0; level < (view->mips ? view->mips : 1); level++) {
        WccResource one = host_level_view(info, view, level);
        bytes = move_level(&mover, info, &one, bytes);
    }
}

Storage *job_load_block(JobFile *job, const JobResource *resource)
{
    Report *report = job->source.report;
    const WccResourceInfo *info = resource->info;
    uint32_t mips = (uint32_t)resource->buffer->props.mips.value;
    Extent extent = job_block_extent(resource);
    Storage *storage = info->kind == WCC_CBUFFER ? host_new_constants(report, info)
                       : host_is_texture(info) && mips > 1
                           ? host_new_levels(report, info, extent, mips)
                           : host_new_storage(report, info, extent);
    if (storage)
        move_block(TO_KERNEL, resource, &storage->view, storage->bytes,
                   resource->buffer->blocks[resource->block]);
    else
        job_fail_in(&job->source, resource->place);
    return storage;
}

bool job_read_block(JobFile *job, const JobResource *resource, uint8_t *bytes)
{
    WccResource view;
    host_see(job->ranks, job->source.report, resource->storage, resource->name.text);
    if (!host_view_storage(job->source.report, resource->storage, resource->info, &view))
        return false;
    if (!host_same_extent(host_extent_of(resource->info, &view), job_block_extent(resource)))
        return host_fail(job->source.report, "'%.60s' is of another size than its Data",
                         resource->name.text);
    move_block(FROM_KERNEL, resource, &view, resource->storage->bytes, bytes);
    return true;
}
