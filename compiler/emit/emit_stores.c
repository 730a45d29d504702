/* The places in the source that write to resources, for reports of what differs: a table per entry point
 * (WccStore), and in modules with schedules a word after each such operation:
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

static EmitStore store_of(const Sources *sources, const IrInstr *instr)
{
    SourcePlace place = sources_place(sources, instr->pos);
    return (EmitStore){instr->resource, place.path, place.line};
}

/* Its row, or -1. */
static int find_store(const EmitStores *stores, const EmitStore *store)
{
    for (int i = 0; i < stores->count; i++) {
        const EmitStore *row = &stores->items[i];
        if (row->resource->index == store->resource->index && row->line == store->line && strcmp(row->path, store->path) == 0)
            return i;
    }
    return -1;
}

static bool writes_resource(const IrInstr *instr) { return instr->resource != NULL && ir_is(instr, OP_WRITES); }

static void collect_store(void *context, IrInstr *instr)
{
    StoreCollector *collector = context;
    if (!writes_resource(instr) || instr->pos == SOURCE_NOWHERE)
        return;
    EmitStore store = store_of(collector->sources, instr);
    if (find_store(collector->stores, &store) < 0)
        vec_push(collector->arena, collector->stores, store);
}

EmitStores emit_collect_stores(Arena *arena, const EmitModule *module, const EmitEntry *entry)
{
    EmitStores stores = {0};
    StoreCollector collector = {module->sources, arena, &stores};
    for (int v = 0; v < entry->variant_count && module->sources != NULL; v++)
        ir_walk(entry->variants[v]->body, collect_store, &collector);
    return stores;
}

void emit_note_store(Emitter *emitter, const IrInstr *instr)
{
    if (!emitter->module->schedules || !writes_resource(instr) || instr->pos == SOURCE_NOWHERE || emitter->stores->count == 0)
        return;
    EmitStore store = store_of(emitter->module->sources, instr);
    emit_flush(emitter);
    emit_line(emitter, "WCC_STORED(%d);", find_store(emitter->stores, &store));
}
