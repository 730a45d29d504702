/* Memory of the caller, and hidden counters. */
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

/* What an element's largest scalar asks for. */
static uint32_t alignment_of(const WccResourceInfo *info)
{
    KindClass class = host_kind(info)->class;
    uint32_t most = class == CLASS_RAW || class == CLASS_CONSTANTS ? 4 : 1;
    if (class == CLASS_TYPED || class == CLASS_TEXTURE || !info->field_count)
        return class == CLASS_RAW || class == CLASS_CONSTANTS
                   ? 4 : host_number(host_number_of(info->scalar))->bytes;
    for (uint32_t i = 0; i < info->field_count; i++) {
        uint32_t bytes = host_number(host_number_of(info->fields[i].scalar))->bytes;
        most = bytes > most ? bytes : most;
    }
    return most;
}

static bool check_sides(Report *report, const WccResourceInfo *info, const WccMemory *memory)
{
    const KindInfo *kind = host_kind(info);
    uint32_t height = memory->height ? memory->height : 1;
    uint32_t depth = memory->depth ? memory->depth : 1;
    bool has_height = host_is_texture(info) && kind->dimensions > 1;
    if ((has_height || height == 1) && (host_has_slices(info) || depth == 1) &&
        (kind->class != CLASS_RAW || memory->width % 4 == 0) &&
        (!kind->faces || depth % kind->faces == 0))
        return true;
    return host_fail(report, "%u x %u x %u is no size of a %s", memory->width, height, depth,
                     info->type);
}

static bool check_alignment(Report *report, const WccResourceInfo *info, const WccMemory *memory)
{
    uint64_t wanted = alignment_of(info);
    uint64_t together = (uintptr_t)memory->data | memory->row_pitch | memory->slice_pitch;
    if (together % wanted)
        return host_fail(report, "its address and pitches are no multiples of %u bytes", (unsigned)wanted);
    return (uintptr_t)memory->counter % sizeof *memory->counter == 0 ||
           host_fail(report, "its counter's address is no multiple of %zu bytes", sizeof *memory->counter);
}

/* What overlaps would be written by several. */
static bool check_pitches(Report *report, const WccResource *view, const WccMemory *memory)
{
    uint64_t row = (uint64_t)view->width * view->stride;
    uint64_t slice = view->height ? (view->height - 1) * (uint64_t)view->row_pitch + row : 0;
    if (view->row_pitch < row && view->height > 1)
        return host_fail(report, "rows of %llu bytes do not fit a pitch of %u",
                         (unsigned long long)row, view->row_pitch);
    if (view->slice_pitch < slice && view->depth > 1)
        return host_fail(report, "slices of %llu bytes do not fit a pitch of %u",
                         (unsigned long long)slice, view->slice_pitch);
    uint64_t whole = host_bytes_of_view(view);
    if (whole > HOST_MAX_BYTES)
        return host_fail(report, "is larger than 2^31 - 1 bytes");
    if (memory->bytes && whole > memory->bytes)
        return host_fail(report, "takes %llu bytes of the %llu given", (unsigned long long)whole,
                         (unsigned long long)memory->bytes);
    return true;
}

static uint32_t side_of_level(uint32_t side, uint32_t level, bool shrinks)
{
    return !shrinks ? side : side >> level ? side >> level : 1;
}

static bool check_levels(Report *report, const WccResourceInfo *info, const WccResource *view,
                         const WccMemory *memory)
{
    bool is_volume = host_kind(info)->dimensions == 3;
    if (!view->levels)
        return true;
    if (!host_may_have_mips(report, info) || view->mips < 1 || view->mips > MAX_MIPS)
        return host_fail(report, "%u mip levels are not possible", view->mips);
    for (uint32_t i = 0; i < view->mips; i++) {
        const WccLevel *level = &view->levels[i];
        if ((level->offset | level->row_pitch | level->slice_pitch) % alignment_of(info))
            return host_fail(report, "mip level %u: its offset and pitches are no multiples of %u bytes", i, alignment_of(info));
        uint64_t whole = host_bytes_of_level(side_of_level(view->width, i, true),
                                        side_of_level(view->height, i, true),
                                        side_of_level(view->depth, i, is_volume), view->stride,
                                        level->row_pitch, level->slice_pitch);
        uint64_t end = level->offset + whole, most = memory->bytes ? memory->bytes : HOST_MAX_BYTES;
        if (end > most)
            return host_fail(report, "mip level %u takes %llu bytes of the %llu given", i,
                             (unsigned long long)end, (unsigned long long)most);
    }
    return true;
}

static bool check_memory(Report *report, const WccResourceInfo *info, const WccMemory *memory,
                         WccResource *view)
{
    KindClass class = host_kind(info)->class;
    uint32_t stride = class == CLASS_RAW || class == CLASS_CONSTANTS ? 1 : info->stride;
    uint64_t row = (uint64_t)memory->width * stride;
    uint32_t height = memory->height ? memory->height : 1;
    uint64_t row_pitch = memory->row_pitch ? memory->row_pitch : row;
    uint64_t slice_pitch = memory->slice_pitch ? memory->slice_pitch : row_pitch * height;
    if (memory->stride && memory->stride != stride)
        return host_fail(report, "elements are %u bytes apart in a %s, not %u", stride, info->type,
                         memory->stride);
    if (class == CLASS_CONSTANTS && memory->width < info->stride)
        return host_fail(report, "the cbuffer has %u bytes, not %u", info->stride, memory->width);
    if (!memory->data && memory->width)
        return host_fail(report, "its memory is NULL");
    if (row > HOST_MAX_BYTES || row_pitch > UINT32_MAX || slice_pitch > UINT32_MAX)
        return host_fail(report, "is larger than 2^31 - 1 bytes");
    *view = (WccResource){.data = memory->data, .width = memory->width, .height = height,
                          .depth = memory->depth ? memory->depth : 1,
                          .mips = memory->levels ? memory->mips : 1, .stride = stride,
                          .row_pitch = (uint32_t)row_pitch, .slice_pitch = (uint32_t)slice_pitch,
                          .levels = memory->levels};
    return check_sides(report, info, memory) && check_alignment(report, info, memory) &&
           check_pitches(report, view, memory) && check_levels(report, info, view, memory);
}

WccStatus wcc_bind_memory(WccRuntime *runtime, const char *name, const WccMemory *memory)
{
    Slot slot;
    WccResource view;
    Storage *counter = NULL;
    if (!host_find_bindable(runtime, name, &slot) || !host_is_given(runtime, memory, "the memory"))
        return host_status_of(runtime, false);
    if (!check_memory(&runtime->report, slot.info, memory, &view))
        return host_status_of(runtime, host_fail_in(&runtime->report, "%s", name));
    view.counter = memory->counter;
    if (slot.info->has_counter && !view.counter) {
        counter = host_new_empty(&runtime->report, slot.info);
        if (!counter)
            return host_status_of(runtime, false);
        view.counter = &counter->counter;
    }
    host_bind(&runtime->bindings, slot.row, counter);
    runtime->bindings.rows[slot.row] = view;
    return WCC_OK;
}

/* ---- hidden counters ---- */

static uint32_t *find_counter(WccRuntime *runtime, const char *name)
{
    Slot slot;
    if (!host_find_bindable(runtime, name, &slot))
        return NULL;
    uint32_t *counter = runtime->bindings.rows[slot.row].counter;
    if (!counter)
        host_fail(&runtime->report, slot.info->has_counter ? "%s: nothing is bound"
                                                           : "%s has no counter", name);
    return counter;
}

WccStatus wcc_set_counter(WccRuntime *runtime, const char *name, uint32_t value)
{
    uint32_t *counter = find_counter(runtime, name);
    if (counter)
        *counter = value;
    return host_status_of(runtime, counter != NULL);
}

WccStatus wcc_get_counter(WccRuntime *runtime, const char *name, uint32_t *value)
{
    uint32_t *counter = find_counter(runtime, name);
    if (!counter || !host_is_given(runtime, value, "the value"))
        return host_status_of(runtime, false);
    *value = *counter;
    return WCC_OK;
}
