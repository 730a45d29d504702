/* What the source says of its own warnings, from there on:
 *
 *     #pragma dxc diagnostic push
 *     #pragma dxc diagnostic ignored "-Wconversion"
 *     float2 v = position;                     // no warning
 *     #pragma dxc diagnostic pop
 *
 * All is kept in the order in which it was read. A message asks what stands before its place, or
 * before the use of the macro that it lies in, from the last word back; what lies between a push and
 * its pop is over. (clang's "Controlling Diagnostics via Pragmas", which dxc takes for `dxc`, too.) */
#include "diag_priv.h"

/* ---- reading order ---- */

static SourcePos include_of(const Sources *sources, SourcePos pos)
{
    return sources_place(sources, pos).file->included_from;
}

static int depth_of(const Sources *sources, SourcePos pos)
{
    int depth = 0;
    while ((pos = include_of(sources, pos)) != SOURCE_NOWHERE)
        depth++;
    return depth;
}

/* Both are taken to the #include directives in the file that both come from. */
static bool is_read_before(const Sources *sources, SourcePos first, SourcePos second)
{
    int first_depth = depth_of(sources, first), second_depth = depth_of(sources, second);
    for (; first_depth > second_depth; first_depth--)
        first = include_of(sources, first);
    for (; second_depth > first_depth; second_depth--)
        second = include_of(sources, second);
    while (first_depth-- > 0 &&
           sources_place(sources, first).file != sources_place(sources, second).file) {
        first = include_of(sources, first);
        second = include_of(sources, second);
    }
    return first < second;
}

/* ---- keeping ---- */

static const struct { const char *word; PragmaWord pragma; } WORDS[] = {
    {"ignored", PRAGMA_IGNORED}, {"warning", PRAGMA_WARNING},
    {"error", PRAGMA_ERROR},  {"fatal", PRAGMA_ERROR},
};

static bool names_message(const char *group, int id)
{
    return diag_infos[id].group[0] != '\0' &&
           (strcmp(group, "everything") == 0 || diag_is_in_group(id, group));
}

static void keep(Diagnostics *diagnostics, DiagPragma pragma)
{
    vec_push(diagnostics->arena, &diagnostics->pragmas, pragma);
    for (int id = 0; pragma.word > PRAGMA_IGNORED && id < DIAG_COUNT; id++)
        if (names_message(pragma.group, id))
            diagnostics->is_raised[id] = true;
}

bool diag_pragma(Diagnostics *diagnostics, SourcePos pos, Slice word, Slice group)
{
    bool is_push = slice_is(word, "push");
    if (is_push || slice_is(word, "pop")) {
        if (group.length > 0 || (!is_push && diagnostics->open_pushes == 0))
            return false;
        diagnostics->open_pushes += is_push ? 1 : -1;
        keep(diagnostics, (DiagPragma){pos, is_push ? PRAGMA_PUSH : PRAGMA_POP, NULL});
        return true;
    }
    bool is_group = group.length > 4 && memcmp(group.text, "\"-W", 3) == 0;
    for (int i = 0; is_group && i < COUNT_OF(WORDS); i++)
        if (slice_is(word, WORDS[i].word)) {
            const char *name = arena_copy_text(diagnostics->arena, group.text + 3, group.length - 4);
            keep(diagnostics, (DiagPragma){pos, WORDS[i].pragma, name});
            return true;
        }
    return false;
}

/* ---- asking ---- */

PragmaWord diag_pragma_at(const Diagnostics *diagnostics, SourcePos pos, DiagId id)
{
    int last = diagnostics->pragmas.count - 1, closed = 0;
    if (last < 0 || pos == SOURCE_NOWHERE)
        return PRAGMA_NONE;
    SourcePos place = sources_expansion_position(diagnostics->sources, pos);
    while (last >= 0 &&
           !is_read_before(diagnostics->sources, diagnostics->pragmas.items[last].pos, place))
        last--;
    for (; last >= 0; last--) {
        const DiagPragma *pragma = &diagnostics->pragmas.items[last];
        if (pragma->word == PRAGMA_POP)
            closed++;
        else if (pragma->word == PRAGMA_PUSH)
            closed -= closed > 0;
        else if (closed == 0 && names_message(pragma->group, (int)id))
            return pragma->word;
    }
    return PRAGMA_NONE;
}
