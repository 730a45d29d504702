/* Typed memory behind a kernel: numbers that its formats cannot hold are rounded. */
#include "stored.h"

static void round_row(const WccResourceInfo *info, const Bindings *bindings, uint32_t row,
                      Ranks *ranks)
{
    Report report = {0};
    if (!host_rounds(info, bindings->formats[row]))
        return;
    host_see(ranks, &report, bindings->storages[row], info->name);
    host_round_view(info, &bindings->rows[row], bindings->formats[row]);
    host_change(ranks, bindings->storages[row]);
}

void host_round_stored(const WccModule *module, const WccEntry *entry, const Bindings *bindings,
                       Ranks *ranks)
{
    for (uint32_t i = 0; i < entry->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[entry->resources[i]];
        if (!host_kind(info)->writable)
            continue;
        for (uint32_t row = info->first_row; row < info->first_row + host_rows_of(module, info);
             row++)
            round_row(info, bindings, row, ranks);
    }
}
