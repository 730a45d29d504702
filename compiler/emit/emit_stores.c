/* The places in the source that write to resources, for reports of what differs: a table per entry
 * point (WccStore), and in modules with schedules a word after each such operation:
 *
 *     store_i32x16(r0_data + ..., v5[p]);
 *     WCC_STORED(2);                          row 2 of the table
 *
 * so that the host can watch one element and learn which store changed it last. */
#include "emit_priv.h"

int emit_find_store(const EmitStores *stores, const Sources *sources, const IrInstr *instr)
{
    SourcePlace place = sources_place(sources, instr->pos);
    for (int i = 0; i < stores->count; i++) {
        const EmitStore *row = &stores->items[i];
        if (row->resource->index == instr->resource->index && row->line == place.line &&
            strcmp(row->path, place.path) == 0)
            return i;
    }
    return -1;
}

static void collect_stores(Arena *arena, const Sources *sources, const IrKernel *kernel,
                           EmitStores *stores)
{
    EACH_INSTR (kernel->body, instr) {
        bool writes = instr->resource != NULL && ir_is(instr, OP_WRITES);
        if (!writes || instr->pos == SOURCE_NOWHERE || emit_find_store(stores, sources, instr) >= 0)
            continue;
        SourcePlace place = sources_place(sources, instr->pos);
        vec_push(arena, stores, (EmitStore){instr->resource, place.path, place.line});
    }
}

EmitStores emit_collect_stores(Arena *arena, const EmitModule *module, const EmitEntry *entry)
{
    EmitStores stores = {0};
    for (int v = 0; v < entry->variant_count && module->sources != NULL; v++)
        collect_stores(arena, module->sources, entry->variants[v]->kernel, &stores);
    return stores;
}
