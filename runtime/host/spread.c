/* A runtime whose dispatches are shared out over ranks. These know memory as storages; what the
 * program has bound itself is lent to them as such, as long as a dispatch takes. */
#include "runtime.h"

#include "reach.h"

#include <stdlib.h>

void host_use_ranks(WccRuntime *runtime, Ranks *ranks)
{
    runtime->ranks = ranks;
}

/* Rows of the same memory have one storage. */
static Storage *find_lent(Storage *const *lent, uint32_t row, const void *data)
{
    for (uint32_t other = 0; other < row; other++)
        if (lent[other] && lent[other]->view.data == data)
            return lent[other];
    return NULL;
}

static Storage *new_lent(const WccResourceInfo *info, const WccResource *view)
{
    Storage *storage = calloc(1, sizeof *storage);
    if (storage)
        *storage = (Storage){.references = 1, .view = *view, .info = info,
                             .bytes = host_view_bytes(info, view)};
    return storage;
}

static bool lend_row(const WccRuntime *runtime, const WccResourceInfo *info, uint32_t row,
                     Storage **lent)
{
    const WccResource *view = &runtime->bindings.rows[row];
    Storage *own = runtime->bindings.storages[row];
    Storage *other = view->data && !own ? find_lent(lent, row, view->data) : NULL;
    size_t bytes = other ? host_view_bytes(info, view) : 0;
    if (!view->data)
        return true;
    if (other && bytes > other->bytes)
        other->bytes = bytes;
    lent[row] = own     ? host_share_storage(own)
                : other ? host_share_storage(other)
                        : new_lent(info, view);
    return lent[row] != NULL;
}

static bool lend_all(const WccRuntime *runtime, Storage **lent)
{
    const WccModule *module = runtime->module;
    bool good = true;
    for (uint32_t i = 0; i < module->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[i];
        uint32_t end = info->first_row + host_rows_of(module, info);
        for (uint32_t row = info->first_row; row < end; row++)
            good &= lend_row(runtime, info, row, lent);
    }
    return good;
}

/* Whoever still refers to one finds no memory to free. */
static void take_back(const WccRuntime *runtime, Report *report, Storage **lent)
{
    const uint32_t rows = runtime->module->resource_rows;
    for (uint32_t row = 0; row < rows; row++)
        host_see(runtime->ranks, report, lent[row], "what is bound");
    for (uint32_t row = 0; row < rows; row++) {
        if (lent[row] && !runtime->bindings.storages[row])
            lent[row]->view.data = NULL;
        host_drop_storage(lent[row]);
    }
    free(lent);
}

WccStatus host_run_spread(WccRuntime *runtime, Report *report, const Job *job, WccTimes *times)
{
    Storage **lent = calloc((size_t)runtime->module->resource_rows + 1, sizeof *lent);
    Job spread = *job;
    WccStatus status = WCC_BAD_INPUT;
    if (!lent)
        return host_fail(report, "not enough memory"), status;
    spread.ranks = runtime->ranks;
    spread.storages = lent;
    if (lend_all(runtime, lent))
        status = host_run_ordered(report, runtime->device->pool, &spread, times);
    else
        host_fail(report, "not enough memory");
    take_back(runtime, report, lent);
    return status;
}
