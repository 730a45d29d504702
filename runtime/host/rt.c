/* The library's interface for C programs (wcc_rt.h), on the same parts as the command line. */
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

static bool bind_static_sampler(WccRuntime *runtime, const WccResourceInfo *info)
{
    Storage *storage = host_new_sampler(&runtime->report, info);
    if (storage)
        host_bind(&runtime->bindings, info->first_row, storage);
    return storage != NULL;
}

/* Of arrays without a size none: an unbound cbuffer reads as 0, and each has thousands of rows. */
static uint32_t sized_rows(const WccResourceInfo *info)
{
    return info->array_count == UINT32_MAX ? 0 : info->array_count ? info->array_count : 1;
}

/* What is there before the program sets anything. */
static bool bind_defaults(WccRuntime *runtime)
{
    const WccModule *module = runtime->module;
    for (uint32_t i = 0; i < module->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[i];
        if (info->sampler && !bind_static_sampler(runtime, info))
            return false;
        for (uint32_t j = 0; info->kind == WCC_CBUFFER && j < sized_rows(info); j++) {
            Storage *storage = host_new_constants(&runtime->report, info);
            if (!storage)
                return false;
            host_bind(&runtime->bindings, info->first_row + j, storage);
        }
    }
    return true;
}

/* Without what a runtime stands on. */
static const char *tell_missing(const WccDevice *device, const WccModule *module)
{
    return !device ? "there is no device: it is NULL" : !module ? "there is no module: it is NULL" : NULL;
}

WccRuntime *wcc_new_on(WccDevice *device, const WccModule *module, char *why, size_t room)
{
    const char *missing = tell_missing(device, module);
    WccRuntime *runtime = missing ? NULL : calloc(1, sizeof *runtime);
    room = why ? room : 0;
    if (room)
        snprintf(why, room, "%s", missing ? missing : runtime ? "" : "not enough memory");
    if (!runtime)
        return NULL;
    runtime->module = module;
    runtime->device = device;
    device->references++;
    runtime->report.program = "wavecc";
    runtime->report.print = host_print_to_file;
    runtime->report.print_context = stdout;
    if (host_check_module(&runtime->report, module) &&
        host_new_bindings(&runtime->report, module, &runtime->bindings) && bind_defaults(runtime))
        return runtime;
    if (room)
        snprintf(why, room, "%s", runtime->report.error);
    wcc_free(runtime);
    return NULL;
}

WccRuntime *wcc_new(const WccModule *module, uint32_t workers)
{
    WccDevice *device = wcc_new_device(workers);
    WccRuntime *runtime = device ? wcc_new_on(device, module, NULL, 0) : NULL;
    wcc_free_device(device);
    return runtime;
}

void wcc_free(WccRuntime *runtime)
{
    if (!runtime)
        return;
    host_settle(runtime);
    if (host_pool_uses(runtime->device->pool, runtime->bindings.rows))
        return;
    host_drop_device(runtime->device);
    host_free_bindings(&runtime->bindings);
    free(runtime->open);
    free(runtime);
}

const char *wcc_error(const WccRuntime *runtime)
{
    return runtime ? runtime->report.error : "there is no runtime: it is NULL";
}

void wcc_on_message(WccRuntime *runtime, WccMessage *message, void *context)
{
    if (!runtime)
        return;
    host_settle(runtime);
    runtime->report.tell = message;
    runtime->report.tell_context = context;
}

void wcc_on_print(WccRuntime *runtime, WccPrint *print, void *context)
{
    if (!runtime)
        return;
    host_settle(runtime);
    runtime->report.print = print;
    runtime->report.print_context = context;
}

static bool find_slot(WccRuntime *runtime, const char *name, Slot *slot)
{
    if (!runtime)
        return false;
    host_settle(runtime);
    return host_find_slot(&runtime->report, runtime->module, name, slot);
}

bool host_find_bindable(WccRuntime *runtime, const char *name, Slot *slot)
{
    if (!find_slot(runtime, name, slot))
        return false;
    return !host_kind(slot->info)->missing ||
           host_fail(&runtime->report, "%s: %s", name, host_kind(slot->info)->missing);
}

static WccStatus bind_storage(WccRuntime *runtime, uint32_t row, Storage *storage)
{
    if (storage)
        host_bind(&runtime->bindings, row, storage);
    return host_status_of(runtime, storage != NULL);
}

WccStatus wcc_create(WccRuntime *runtime, const char *name, uint32_t width, uint32_t height,
                     uint32_t depth)
{
    Slot slot;
    if (!host_find_bindable(runtime, name, &slot))
        return host_status_of(runtime, false);
    const KindInfo *kind = host_kind(slot.info);
    bool has_height = host_is_texture(slot.info) && kind->dimensions > 1;
    if ((!has_height && height != 1) || (!host_has_slices(slot.info) && depth != 1) ||
        (kind->class == CLASS_RAW && width % 4) || (kind->faces && depth % kind->faces) ||
        kind->class == CLASS_CONSTANTS)
        return host_status_of(
            runtime, host_fail(&runtime->report, "%s: %u x %u x %u is no size of a %s", name,
                                   width, height, depth, slot.info->type));
    Extent extent = {width, height, depth};
    return bind_storage(runtime, slot.row, host_new_storage(&runtime->report, slot.info, extent));
}

WccStatus wcc_make_mips(WccRuntime *runtime, const char *name, uint32_t mips)
{
    Slot slot;
    if (!host_find_bindable(runtime, name, &slot))
        return host_status_of(runtime, false);
    const WccResource *view = &runtime->bindings.rows[slot.row];
    Storage *storage = NULL;
    if (!view->data)
        host_fail(&runtime->report, "nothing is bound");
    else
        storage = host_new_mips(&runtime->report, slot.info, view, mips);
    if (!storage)
        host_fail_in(&runtime->report, "mip levels of %s", name);
    else
        host_round_view(slot.info, &storage->view, runtime->bindings.formats[slot.row]);
    return bind_storage(runtime, slot.row, storage);
}

WccStatus wcc_load(WccRuntime *runtime, const char *name, const char *source)
{
    Slot slot;
    if (!host_find_bindable(runtime, name, &slot) || !host_is_given(runtime, source, "the source"))
        return host_status_of(runtime, false);
    Extent whole = host_constants_extent(slot.info);
    Storage *storage = host_load_source(&runtime->report, slot.info, source,
                                        slot.info->kind == WCC_CBUFFER ? &whole : NULL,
                                        runtime->bindings.formats[slot.row]);
    if (!storage)
        host_fail_in(&runtime->report, "%s from %.200s", name, source);
    return bind_storage(runtime, slot.row, storage);
}

WccStatus wcc_set_format(WccRuntime *runtime, const char *name, const char *format)
{
    Slot slot;
    const TexelFormat *found = NULL;
    if (!host_find_bindable(runtime, name, &slot))
        return host_status_of(runtime, false);
    Report *report = &runtime->report;
    if (format && (!(found = host_find_texel_format(report, format)) ||
                   !host_check_resource_format(report, slot.info, found)))
        return host_status_of(runtime, host_fail_in(report, "%s", name));
    runtime->bindings.formats[slot.row] = found;
    if (runtime->bindings.storages[slot.row] || host_kind(slot.info)->writable)
        host_round_view(slot.info, &runtime->bindings.rows[slot.row], found);
    return WCC_OK;
}

WccStatus wcc_save(WccRuntime *runtime, const char *name, const char *path)
{
    Slot slot;
    if (!host_find_bindable(runtime, name, &slot) || !host_is_given(runtime, path, "the path"))
        return host_status_of(runtime, false);
    const WccResource *view = &runtime->bindings.rows[slot.row];
    bool is_bound = view->data || view->height; /* what has no elements may have no memory */
    if (!is_bound)
        return host_status_of(runtime, host_fail(&runtime->report, "%s to %.200s: nothing is bound", name, path));
    return host_status_of(
        runtime, host_save_view(&runtime->report, slot.info, view,
                                runtime->bindings.formats[slot.row], path) ||
                     host_fail_in(&runtime->report, "%s to %.200s", name, path));
}

WccStatus wcc_save_coverage(WccRuntime *runtime, const char *path)
{
    if (!runtime)
        return WCC_BAD_INPUT;
    host_settle(runtime);
    return host_status_of(runtime,
                          host_is_given(runtime, path, "the path") &&
                              host_check_coverage(&runtime->report, runtime->module, path) &&
                              host_take_coverage(&runtime->report, runtime->module, path));
}

static bool check_bytes(WccRuntime *runtime, const Slot *slot, const void *data, size_t bytes)
{
    const WccResource *view = &runtime->bindings.rows[slot->row];
    size_t whole = host_view_lines(view) * host_view_line_bytes(slot->info, view);
    if (bytes != whole)
        return host_fail(&runtime->report, "'%s' has %zu bytes, not %zu", slot->info->name, whole, bytes);
    return !bytes || host_is_given(runtime, data, "the data");
}

WccStatus wcc_write(WccRuntime *runtime, const char *name, const void *data, size_t bytes)
{
    Slot slot;
    if (!host_find_bindable(runtime, name, &slot) || !check_bytes(runtime, &slot, data, bytes))
        return host_status_of(runtime, false);
    const WccResource *view = &runtime->bindings.rows[slot.row];
    size_t line_bytes = host_view_line_bytes(slot.info, view);
    for (uint32_t line = 0; line < host_view_lines(view); line++)
        memcpy(host_view_line(view, line), (const char *)data + line * line_bytes, line_bytes);
    host_round_view(slot.info, view, runtime->bindings.formats[slot.row]);
    return WCC_OK;
}

WccStatus wcc_read(WccRuntime *runtime, const char *name, void *data, size_t bytes)
{
    Slot slot;
    if (!host_find_bindable(runtime, name, &slot) || !check_bytes(runtime, &slot, data, bytes))
        return host_status_of(runtime, false);
    const WccResource *view = &runtime->bindings.rows[slot.row];
    size_t line_bytes = host_view_line_bytes(slot.info, view);
    for (uint32_t line = 0; line < host_view_lines(view); line++)
        memcpy((char *)data + line * line_bytes, host_view_line(view, line), line_bytes);
    return WCC_OK;
}

WccStatus wcc_bind(WccRuntime *runtime, const char *name, const WccResource *resource)
{
    Slot slot;
    if (!find_slot(runtime, name, &slot) || !host_is_given(runtime, resource, "the resource"))
        return host_status_of(runtime, false);
    if (slot.info->has_counter && resource->data && !resource->counter)
        return host_status_of(
            runtime, host_fail(&runtime->report, "%s: counter must not be NULL", name));
    host_bind(&runtime->bindings, slot.row, NULL);
    WccResource *row = &runtime->bindings.rows[slot.row];
    *row = *resource;
    row->height = row->height ? row->height : 1;
    row->depth = row->depth ? row->depth : 1;
    return WCC_OK;
}

WccStatus wcc_bind_sampler(WccRuntime *runtime, const char *name, const WccSampler *sampler)
{
    WccResource resource = {.data = (void *)sampler}; /* which kernels only read */
    Slot slot;
    if (!find_slot(runtime, name, &slot))
        return host_status_of(runtime, false);
    if (host_kind(slot.info)->class != CLASS_SAMPLER)
        return host_status_of(
            runtime, host_fail(&runtime->report, "%s: a %s is no sampler", name, slot.info->type));
    return wcc_bind(runtime, name, &resource);
}

const WccResource *wcc_resource(WccRuntime *runtime, const char *name)
{
    Slot slot;
    return find_slot(runtime, name, &slot) ? &runtime->bindings.rows[slot.row] : NULL;
}

static WccStatus set_sampler(WccRuntime *runtime, const Slot *slot, const char *name,
                             const char *values)
{
    Report *report = &runtime->report;
    host_settle(runtime);
    if (!host_is_given(runtime, values, "the value"))
        return host_status_of(runtime, false);
    if (!runtime->bindings.storages[slot->row] && runtime->bindings.rows[slot->row].data)
        return host_status_of(
            runtime, host_fail(report, "%s: the sampler is the caller's memory", name));
    Storage *storage = runtime->bindings.storages[slot->row];
    if (!storage) {
        storage = host_new_sampler(report, slot->info);
        WccStatus status = bind_storage(runtime, slot->row, storage);
        if (status != WCC_OK)
            return status;
    }
    return host_status_of(runtime, host_set_sampler(report, values, storage->view.data) ||
                     host_fail_in(report, "%s=%.200s", name, values));
}

/* The memory of the cbuffer that has the member; NULL: there is none to be set. */
static uint8_t *find_member(WccRuntime *runtime, const char *member, const void *values, Constant *constant)
{
    if (!runtime)
        return NULL;
    host_settle(runtime);
    if (!host_find_constant(&runtime->report, runtime->module, member, constant) ||
        !host_is_given(runtime, values, "the value"))
        return NULL;
    uint32_t row = constant->slot.row;
    if (!runtime->bindings.rows[row].data)
        host_bind(&runtime->bindings, row,
                  host_new_constants(&runtime->report, constant->slot.info));
    Storage *storage = runtime->bindings.storages[row];
    if (!storage && runtime->bindings.rows[row].data)
        host_fail(&runtime->report, "%s: the cbuffer is the caller's memory", member);
    return storage ? storage->view.data : NULL;
}

WccStatus wcc_set(WccRuntime *runtime, const char *member, const char *values)
{
    Constant constant;
    Slot sampler;
    if (runtime && host_find_sampler(runtime->module, member, &sampler))
        return set_sampler(runtime, &sampler, member, values);
    uint8_t *cbuffer = find_member(runtime, member, values, &constant);
    return host_status_of(runtime,
                          cbuffer &&
                              (host_set_constant(&runtime->report, &constant, values, cbuffer) ||
                               host_fail_in(&runtime->report, "%s=%.200s", member, values)));
}

static WccStatus set_numbers(WccRuntime *runtime, const char *member, Number number,
                             const void *values, uint32_t count)
{
    Constant constant;
    uint8_t *cbuffer = find_member(runtime, member, values, &constant);
    return host_status_of(
        runtime, cbuffer && (host_set_numbers(&runtime->report, &constant, number, values, count,
                                              cbuffer) ||
                             host_fail_in(&runtime->report, "%s", member)));
}

WccStatus wcc_set_f32(WccRuntime *runtime, const char *member, const float *values, uint32_t count)
{
    return set_numbers(runtime, member, NUMBER_F32, values, count);
}

WccStatus wcc_set_f64(WccRuntime *runtime, const char *member, const double *values, uint32_t count)
{
    return set_numbers(runtime, member, NUMBER_F64, values, count);
}

WccStatus wcc_set_i32(WccRuntime *runtime, const char *member, const int32_t *values, uint32_t count)
{
    return set_numbers(runtime, member, NUMBER_I32, values, count);
}

WccStatus wcc_set_u32(WccRuntime *runtime, const char *member, const uint32_t *values,
                      uint32_t count)
{
    return set_numbers(runtime, member, NUMBER_U32, values, count);
}
