/* From the reports that are kept to the list that is shown: after each report where its macros were
 * written, the outermost first, then how its file came to be included, then the notes that were
 * reported with it. Long chains show their ends. Every format prints this one list. */
#include "diag_priv.h"

enum { FIRST_SHOWN = 4, LAST_SHOWN = 2 };

typedef struct Chain { VEC(SourcePos) links; } Chain;

typedef struct Notes {
    const Sources *sources;
    Arena *arena;
    ShownList list;
} Notes;

static void add_note(Notes *notes, DiagId id, SourcePos pos, const char *message)
{
    vec_push(notes->arena, &notes->list.reports, (Report){id, SEVERITY_NOTE, pos, message});
}

/* Where the macro of a link was written, or, at an #include, that it is one. */
static void add_link(Notes *notes, SourcePos link)
{
    SourcePos spelling, expansion;
    Name macro;
    if (!sources_macro_parts(notes->sources, link, &spelling, &expansion, &macro))
        add_note(notes, DIAG_included_from, link, diag_infos[DIAG_included_from].format);
    else if (spelling != SOURCE_NOWHERE)
        add_note(notes, DIAG_expanded_from_macro, spelling,
                 arena_printf(notes->arena, diag_infos[DIAG_expanded_from_macro].format, macro));
}

/* A note for each link; one, of id `left_out`, for all in the middle of too long a chain. */
static void add_chain(Notes *notes, const Chain *chain, DiagId left_out)
{
    int count = chain->links.count, unshown = count - FIRST_SHOWN - LAST_SHOWN;
    for (int i = 0; i < count; i++) {
        bool is_left_out = unshown > 1 && i >= FIRST_SHOWN && i < count - LAST_SHOWN;
        if (!is_left_out)
            add_link(notes, chain->links.items[i]);
        else if (i == FIRST_SHOWN)
            add_note(notes, left_out, SOURCE_NOWHERE,
                     arena_printf(notes->arena, diag_infos[left_out].format, unshown));
    }
}

static void add_macro_notes(Notes *notes, SourcePos pos)
{
    Chain inner = {0}, chain = {0};
    SourcePos at = pos, spelling, expansion;
    Name macro;
    for (; sources_macro_parts(notes->sources, at, &spelling, &expansion, &macro); at = expansion)
        vec_push(notes->arena, &inner.links, at);
    for (int i = inner.links.count - 1; i >= 0; i--)
        vec_push(notes->arena, &chain.links, inner.links.items[i]);
    add_chain(notes, &chain, DIAG_macros_left_out);
}

static void add_include_notes(Notes *notes, SourcePos pos)
{
    Chain chain = {0};
    SourcePos at = pos;
    while ((at = sources_place(notes->sources, at).file->included_from) != SOURCE_NOWHERE)
        vec_push(notes->arena, &chain.links, at);
    add_chain(notes, &chain, DIAG_includes_left_out);
}

ShownList diag_shown(const Diagnostics *diagnostics, Arena *arena)
{
    Notes notes = {.sources = diagnostics->sources, .arena = arena};
    for (int i = 0; i < diagnostics->reports.count; i++) {
        const Report *report = &diagnostics->reports.items[i];
        vec_push(arena, &notes.list.reports, *report);
        if (report->pos == SOURCE_NOWHERE)
            continue;
        add_macro_notes(&notes, report->pos);
        if (report->severity != SEVERITY_NOTE)
            add_include_notes(&notes, report->pos);
    }
    return notes.list;
}
