/* From the reports that are kept to the list that is shown: after each report where its macros were
 * written, the outermost first, then how its file came to be included, then the notes that were
 * reported with it. Long chains show their ends. Every format prints this one list. */
#include "diag_priv.h"

enum { FIRST_SHOWN = 4, LAST_SHOWN = 2 };

typedef struct Chain { VEC(SourcePos) links; } Chain;

static void add_shown(Arena *arena, ShownList *list, DiagId id, SourcePos pos, const char *message)
{
    vec_push(arena, &list->reports, (Report){id, SEVERITY_NOTE, pos, message});
}

/* Is link `index` in the middle of a chain too long to be shown? One note then stands for all of these. */
static bool is_left_out(const Chain *chain, int index)
{
    return index >= FIRST_SHOWN && index < chain->links.count - LAST_SHOWN && chain->links.count > FIRST_SHOWN + LAST_SHOWN + 1;
}

static int left_out(const Chain *chain) { return chain->links.count - FIRST_SHOWN - LAST_SHOWN; }

/* ---- macros ---- */

static void add_macro_note(const Diagnostics *diagnostics, Arena *arena, ShownList *list, SourcePos link)
{
    SourcePos spelling, expansion;
    Name macro;
    sources_macro_parts(diagnostics->sources, link, &spelling, &expansion, &macro);
    if (spelling != SOURCE_NOWHERE)
        add_shown(arena, list, DIAG_expanded_from_macro, spelling,
                  arena_printf(arena, diag_infos[DIAG_expanded_from_macro].format, macro));
}

static void add_macro_notes(const Diagnostics *diagnostics, Arena *arena, ShownList *list, SourcePos pos)
{
    Chain inner = {0}, chain = {0};
    SourcePos spelling, expansion;
    Name macro;
    for (SourcePos at = pos; sources_macro_parts(diagnostics->sources, at, &spelling, &expansion, &macro); at = expansion)
        vec_push(arena, &inner.links, at);
    for (int i = inner.links.count - 1; i >= 0; i--)
        vec_push(arena, &chain.links, inner.links.items[i]);
    for (int i = 0; i < chain.links.count; i++) {
        if (!is_left_out(&chain, i))
            add_macro_note(diagnostics, arena, list, chain.links.items[i]);
        else if (i == FIRST_SHOWN)
            add_shown(arena, list, DIAG_macros_left_out, SOURCE_NOWHERE,
                      arena_printf(arena, diag_infos[DIAG_macros_left_out].format, left_out(&chain)));
    }
}

/* ---- includes ---- */

static void add_include_notes(const Diagnostics *diagnostics, Arena *arena, ShownList *list, const SourceFile *file)
{
    Chain chain = {0};
    for (; file->included_from != SOURCE_NOWHERE; file = sources_place(diagnostics->sources, file->included_from).file)
        vec_push(arena, &chain.links, file->included_from);
    for (int i = 0; i < chain.links.count; i++) {
        if (!is_left_out(&chain, i))
            add_shown(arena, list, DIAG_included_from, chain.links.items[i], diag_infos[DIAG_included_from].format);
        else if (i == FIRST_SHOWN)
            add_shown(arena, list, DIAG_includes_left_out, SOURCE_NOWHERE,
                      arena_printf(arena, diag_infos[DIAG_includes_left_out].format, left_out(&chain)));
    }
}

ShownList diag_shown(const Diagnostics *diagnostics, Arena *arena)
{
    ShownList list = {0};
    for (int i = 0; i < diagnostics->reports.count; i++) {
        const Report *report = &diagnostics->reports.items[i];
        vec_push(arena, &list.reports, *report);
        if (report->pos == SOURCE_NOWHERE)
            continue;
        add_macro_notes(diagnostics, arena, &list, report->pos);
        if (report->severity != SEVERITY_NOTE)
            add_include_notes(diagnostics, arena, &list, sources_place(diagnostics->sources, report->pos).file);
    }
    return list;
}
