/* The whole C file: its head, what it includes, its kernels, its tables. */
#include "emit_priv.h"

static void define_sample_kinds(Arena *arena, Text *out, const EmitModule *module)
{
    EmitNames defined = {0};
    for (int i = 0; i < module->entry_count; i++)
        for (int v = 0; v < 2 * module->entries[i].variant_count; v++)
            if (emit_plan(&module->entries[i], v) != NULL)
                emit_sample_kinds(arena, out, emit_plan(&module->entries[i], v), &defined);
}

/* A path may hold what would end the comment. */
static void emit_head(Text *out, const char *source)
{
    text_printf(out, "/* Made by wavecc from ");
    for (const char *at = source; *at != '\0'; at++)
        text_printf(out, "%c",
                    (at[0] == '*' && at[1] == '/') || (unsigned char)*at < 32 ? '?' : *at);
    text_printf(out, " */\n");
}

static void emit_kernels(Arena *scratch, Text *out, const EmitModule *module, EmitStores *stores)
{
    define_sample_kinds(scratch, out, module);
    for (int i = 0; i < module->entry_count; i++) {
        stores[i] = emit_collect_stores(scratch, module, &module->entries[i]);
        for (int v = 0; v < 2 * module->entries[i].variant_count; v++)
            if (emit_plan(&module->entries[i], v) != NULL)
                emit_kernel(out, module, emit_plan(&module->entries[i], v), &stores[i]);
    }
}

void emit_module(Text *out, const EmitModule *module)
{
    Arena *scratch = arena_new("stores");
    EmitStores *stores = ARENA_ARRAY(scratch, EmitStores, module->entry_count + 1);
    Text kernels = {0};
    emit_kernels(scratch, &kernels, module, stores);
    emit_head(out, module->source);
    emit_includes(scratch, out, module, kernels.bytes);
    for (int i = 0; module->marks != NULL && i < module->marks->list.count; i++)
        module->marks->list.items[i].at += out->length;
    if (module->marks_lines) /* which say where they stand in the whole */
        emit_kernels(scratch, out, module, stores);
    else
        text_add(out, kernels.bytes, kernels.length);
    emit_tables(out, module, stores);
    text_free(&kernels);
    arena_drop(scratch);
}
