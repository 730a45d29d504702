/* The places in the source that write to resources, for reports of what differs: a table per entry point (WccStore),
 * and in modules with schedules a word after each such operation:
 *
 *     store_i32x16(r0_data + ..., v5[p]);
 *     WCC_STORED(2);                          row 2 of the table
 *
 * so that the host can watch one element and learn which store changed it last. */
#include "emit_priv.h"

typedef struct StoreCollector {
    const Sources *sources;
    Arena *arena;
    EmitStores *stores;
} StoreCollector;

int emit_find_store(const EmitStores *stores, const Sources *sources, const IrInstr *instr)
{
    SourcePlace place = sources_place(sources, instr->pos);
    for (int i = 0; i < stores->count; i++) {
        const EmitStore *row = &stores->items[i];
        if (row->resource->index == instr->resource->index && row->line == place.line && strcmp(row->path, place.path) == 0)
            return i;
    }
    return -1;
}

static void collect_store(void *context, IrInstr *instr)
{
    StoreCollector *collector = context;
    bool writes = instr->resource != NULL && ir_is(instr, OP_WRITES) && instr->pos != SOURCE_NOWHERE;
    if (!writes || emit_find_store(collector->stores, collector->sources, instr) >= 0)
        return;
    SourcePlace place = sources_place(collector->sources, instr->pos);
    vec_push(collector->arena, collector->stores, (EmitStore){instr->resource, place.path, place.line});
}

EmitStores emit_collect_stores(Arena *arena, const EmitModule *module, const EmitEntry *entry)
{
    EmitStores stores = {0};
    StoreCollector collector = {module->sources, arena, &stores};
    for (int v = 0; v < entry->variant_count && module->sources != NULL; v++)
        ir_walk(entry->variants[v]->kernel->body, collect_store, &collector);
    return stores;
}
