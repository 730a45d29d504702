/* The tables of how machines may share a kernel's groups out, and workers its updates (WccSharing, WccUpdates of
 * wcc_abi.h), from what passes_find_sharing and passes_find_updates have found. */
#include "emit/emit_priv.h"
#include "ir/sharing.h"

static void emit_share(Text *out, const Sources *sources, const IrShare *share)
{
    bool has_place = sources != NULL && share->pos != SOURCE_NOWHERE;
    SourcePlace place = has_place ? sources_place(sources, share->pos) : (SourcePlace){0};
    text_printf(out, "    {%uu, WCC_MERGE_%s, %d, %d, ",
                share->resource != NULL ? (unsigned)share->resource->index : UINT32_MAX,
                ir_merge_info(share->merge)->name, share->bytes, share->may_part);
    emit_string(out, share->why);
    text_printf(out, ", {");
    emit_string(out, place.path);
    text_printf(out, ", %d, %d}},\n", place.line, place.column);
}

static void emit_term(Text *out, const IrTerm *term)
{
    text_printf(out, "    {WCC_TERM_%s, %d, %d, %lld, %lld},\n", ir_term_name(term->kind), term->a,
                term->b, (long long)term->low, (long long)term->high);
}

static void emit_reached(Text *out, const IrReach *reach)
{
    text_printf(out, "    {%d, %d, %d, {%d, %d, %d}, %d},\n", reach->resource->index, reach->reads,
                reach->writes, reach->at[0], reach->at[1], reach->at[2], reach->bytes);
}

/* Each table ends with a row that is not counted, for those without any. */
void emit_sharing(Text *out, Arena *scratch, const Sources *sources, const IrKernel *kernel)
{
    const IrSharing *sharing = kernel->sharing;
    if (sharing == NULL)
        return;
    const char *name = emit_function_name(scratch, kernel);
    text_printf(out, "static const WccShare %s_shares[] = {\n", name);
    for (int i = 0; i < sharing->shares.count; i++)
        emit_share(out, sources, &sharing->shares.items[i]);
    text_printf(out, "    {.resource = UINT32_MAX}\n};\n"
                "static const WccTerm %s_terms[] = {\n", name);
    for (int i = 0; i < sharing->terms.count; i++)
        emit_term(out, &sharing->terms.items[i]);
    text_printf(out, "    {.kind = WCC_TERM_RANGE}\n};\n"
                "static const WccReach %s_reaches[] = {\n", name);
    for (int i = 0; i < sharing->reaches.count; i++)
        emit_reached(out, &sharing->reaches.items[i]);
    text_printf(out, "    {.resource = UINT32_MAX}\n};\n"
                "static const WccSharing %s_sharing = {%s_shares, %d, %s_terms, %d, %s_reaches, %d};\n",
                name, name, sharing->shares.count, name, sharing->terms.count, name,
                sharing->reaches.count);
}

void emit_updates(Text *out, Arena *scratch, const IrKernel *kernel, uint32_t rows)
{
    const IrSharing *updates = kernel->updates;
    if (updates == NULL)
        return;
    const char *name = emit_function_name(scratch, kernel);
    text_printf(out, "static const WccUpdate %s_update[] = {", name);
    for (int i = 0; i < updates->shares.count; i++) {
        const IrShare *share = &updates->shares.items[i];
        text_printf(out, "%s{%u, WCC_MERGE_%s, %d}", i > 0 ? ", " : "", share->resource->first_row,
                    ir_merge_info(share->merge)->name, share->bytes);
    }
    text_printf(out, "};\nstatic const WccUpdates %s_updates = {%s_update, %d, %u};\n", name, name, updates->shares.count,
                rows);
}
