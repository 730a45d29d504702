/* The library's interface for C programs (wcc_rt.h), on the same parts as the command line. */
#include "dispatch.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

struct WccRuntime {
    const WccModule *module;
    Pool *pool;
    Bindings bindings;
    Report report;
};

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

WccRuntime *wcc_new(const WccModule *module, uint32_t workers)
{
    WccRuntime *runtime = calloc(1, sizeof *runtime);
    if (!runtime)
        return NULL;
    runtime->module = module;
    runtime->report.program = "wavecc";
    if (!host_check_module(&runtime->report, module) ||
        !host_new_bindings(&runtime->report, module, &runtime->bindings) ||
        !bind_defaults(runtime) ||
        !(runtime->pool = host_new_pool(&runtime->report, workers ? workers : host_cpu_count()))) {
        wcc_free(runtime);
        return NULL;
    }
    return runtime;
}

void wcc_free(WccRuntime *runtime)
{
    if (!runtime || (runtime->pool && host_pool_stuck(runtime->pool)))
        return;
    host_free_pool(runtime->pool);
    host_free_bindings(&runtime->bindings);
    free(runtime);
}

const char *wcc_error(const WccRuntime *runtime)
{
    return runtime->report.error;
}

static WccStatus status_of(bool good)
{
    return good ? WCC_OK : WCC_BAD_INPUT;
}

/* Fails for samplers and other kinds that cannot be bound yet. */
static bool find_slot(WccRuntime *runtime, const char *name, Slot *slot)
{
    if (!host_find_slot(&runtime->report, runtime->module, name, slot))
        return false;
    return !host_kind(slot->info)->missing ||
           host_fail(&runtime->report, "%s: %s", name, host_kind(slot->info)->missing);
}

static WccStatus bind_storage(WccRuntime *runtime, uint32_t row, Storage *storage)
{
    if (storage)
        host_bind(&runtime->bindings, row, storage);
    return status_of(storage != NULL);
}

WccStatus wcc_create(WccRuntime *runtime, const char *name, uint32_t width, uint32_t height,
                     uint32_t depth)
{
    Slot slot;
    if (!find_slot(runtime, name, &slot))
        return WCC_BAD_INPUT;
    const KindInfo *kind = host_kind(slot.info);
    bool has_height = host_is_texture(slot.info) && kind->dimensions > 1;
    if ((!has_height && height != 1) || (!host_has_slices(slot.info) && depth != 1) ||
        (kind->class == CLASS_RAW && width % 4) || (kind->faces && depth % kind->faces) ||
        kind->class == CLASS_CONSTANTS)
        return status_of(host_fail(&runtime->report, "%s: %u x %u x %u is no size of a %s", name,
                                   width, height, depth, slot.info->type));
    Extent extent = {width, height, depth};
    return bind_storage(runtime, slot.row, host_new_storage(&runtime->report, slot.info, extent));
}

WccStatus wcc_make_mips(WccRuntime *runtime, const char *name, uint32_t mips)
{
    Slot slot;
    if (!find_slot(runtime, name, &slot))
        return WCC_BAD_INPUT;
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
    Array array = {0};
    Storage *storage = NULL;
    if (!find_slot(runtime, name, &slot))
        return WCC_BAD_INPUT;
    Extent whole = host_constants_extent(slot.info);
    if (host_read_source(&runtime->report, source, &array))
        storage = host_load_formatted(&runtime->report, slot.info, &array,
                                      slot.info->kind == WCC_CBUFFER ? &whole : NULL,
                                      runtime->bindings.formats[slot.row]);
    host_free_array(&array);
    if (!storage)
        host_fail_in(&runtime->report, "%s from %.200s", name, source);
    return bind_storage(runtime, slot.row, storage);
}

WccStatus wcc_set_format(WccRuntime *runtime, const char *name, const char *format)
{
    Slot slot;
    Report *report = &runtime->report;
    const TexelFormat *found = NULL;
    if (!find_slot(runtime, name, &slot))
        return WCC_BAD_INPUT;
    if (format && (!(found = host_find_texel_format(report, format)) ||
                   !host_check_resource_format(report, slot.info, found)))
        return status_of(host_fail_in(report, "%s", name));
    runtime->bindings.formats[slot.row] = found;
    if (runtime->bindings.storages[slot.row] || host_kind(slot.info)->writable)
        host_round_view(slot.info, &runtime->bindings.rows[slot.row], found);
    return WCC_OK;
}

WccStatus wcc_save(WccRuntime *runtime, const char *name, const char *path)
{
    Slot slot;
    if (!find_slot(runtime, name, &slot))
        return WCC_BAD_INPUT;
    const WccResource *view = &runtime->bindings.rows[slot.row];
    return status_of(host_save_formatted(&runtime->report, slot.info, view,
                                         runtime->bindings.formats[slot.row], path) ||
                     host_fail_in(&runtime->report, "%s to %.200s", name, path));
}

static bool check_bytes(WccRuntime *runtime, const Slot *slot, size_t bytes)
{
    const WccResource *view = &runtime->bindings.rows[slot->row];
    size_t whole = host_view_lines(view) * host_view_line_bytes(slot->info, view);
    return bytes == whole || host_fail(&runtime->report, "'%s' has %zu bytes, not %zu",
                                       slot->info->name, whole, bytes);
}

WccStatus wcc_write(WccRuntime *runtime, const char *name, const void *data, size_t bytes)
{
    Slot slot;
    if (!find_slot(runtime, name, &slot) || !check_bytes(runtime, &slot, bytes))
        return WCC_BAD_INPUT;
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
    if (!find_slot(runtime, name, &slot) || !check_bytes(runtime, &slot, bytes))
        return WCC_BAD_INPUT;
    const WccResource *view = &runtime->bindings.rows[slot.row];
    size_t line_bytes = host_view_line_bytes(slot.info, view);
    for (uint32_t line = 0; line < host_view_lines(view); line++)
        memcpy((char *)data + line * line_bytes, host_view_line(view, line), line_bytes);
    return WCC_OK;
}

WccStatus wcc_bind(WccRuntime *runtime, const char *name, const WccResource *resource)
{
    Slot slot;
    if (!host_find_slot(&runtime->report, runtime->module, name, &slot))
        return WCC_BAD_INPUT;
    if (slot.info->has_counter && resource->data && !resource->counter)
        return status_of(host_fail(&runtime->report, "%s: counter must not be NULL", name));
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
    return wcc_bind(runtime, name, &resource);
}

const WccResource *wcc_resource(WccRuntime *runtime, const char *name)
{
    Slot slot;
    if (!host_find_slot(&runtime->report, runtime->module, name, &slot))
        return NULL;
    return &runtime->bindings.rows[slot.row];
}

static WccStatus set_sampler(WccRuntime *runtime, const Slot *slot, const char *name,
                             const char *values)
{
    Report *report = &runtime->report;
    if (!runtime->bindings.storages[slot->row] && runtime->bindings.rows[slot->row].data)
        return status_of(host_fail(report, "%s: the sampler is the caller's memory", name));
    Storage *storage = runtime->bindings.storages[slot->row];
    if (!storage) {
        storage = host_new_sampler(report, slot->info);
        if (bind_storage(runtime, slot->row, storage) != WCC_OK)
            return WCC_BAD_INPUT;
    }
    return status_of(host_set_sampler(report, values, storage->view.data) ||
                     host_fail_in(report, "%s=%.200s", name, values));
}

WccStatus wcc_set(WccRuntime *runtime, const char *member, const char *values)
{
    Constant constant;
    Slot sampler;
    if (host_find_sampler(runtime->module, member, &sampler))
        return set_sampler(runtime, &sampler, member, values);
    if (!host_find_constant(&runtime->report, runtime->module, member, &constant))
        return WCC_BAD_INPUT;
    uint32_t row = constant.slot.row;
    if (!runtime->bindings.storages[row] && !runtime->bindings.rows[row].data)
        host_bind(&runtime->bindings, row,
                  host_new_constants(&runtime->report, constant.slot.info));
    Storage *storage = runtime->bindings.storages[row];
    if (!storage)
        return status_of(host_fail(&runtime->report, "%s: the cbuffer is the caller's memory",
                                   member));
    return status_of(host_set_constant(&runtime->report, &constant, values, storage->view.data) ||
                     host_fail_in(&runtime->report, "%s=%.200s", member, values));
}

WccStatus wcc_run(WccRuntime *runtime, const WccRun *run)
{
    Report *report = &runtime->report;
    Order order = {ORDER_LINEAR, 1};
    const WccEntry *entry = host_find_entry(report, runtime->module, run->entry);
    Wanted wanted = {.wave_size = run->wave_size, .extra_waves = -1};
    const WccVariant *variant = entry ? host_find_variant(report, entry, wanted) : NULL;
    if (!variant || (run->order && !host_parse_order(report, run->order, &order)) ||
        !host_groups_are_few(report, entry, run->groups))
        return WCC_BAD_INPUT;
    WccDispatch dispatch = {.resources = runtime->bindings.rows,
                            .groups = {run->groups[0], run->groups[1], run->groups[2]}};
    Job job = {.variant = variant,
               .dispatch = &dispatch,
               .order = order,
               .timeout_seconds = run->timeout_seconds};
    WccStatus status = host_run_job(report, runtime->pool, &job, run->times);
    if (!status)
        host_round_stored(runtime->module, entry, &runtime->bindings);
    if (status == WCC_TIMED_OUT)
        host_fail(report, "%s was stopped: it took longer than %g seconds", entry->name,
                  run->timeout_seconds);
    if (status == WCC_TIMED_OUT)
        host_add_waiting(report, runtime->pool);
    return status;
}

WccStatus wcc_dispatch(WccRuntime *runtime, const char *entry, uint32_t x, uint32_t y, uint32_t z)
{
    return wcc_run(runtime, &(WccRun){.entry = entry, .groups = {x, y, z}});
}
