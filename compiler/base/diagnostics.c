/* Diagnostics: reports come in, the ones worth showing are kept in order.
 *
 * A message is formatted when it is reported, because what it mentions may be gone when it is
 * printed. What is said twice at one place (a template instantiated twice) is kept once. */
#include "diag_priv.h"

enum { MOST_ERRORS = 20 };

Diagnostics *diag_new(Arena *arena, const Sources *sources)
{
    Diagnostics *diagnostics = ARENA_NEW(arena, Diagnostics);
    diagnostics->arena = arena;
    diagnostics->sources = sources;
    diagnostics->error_limit = MOST_ERRORS;
    return diagnostics;
}

static GroupState state_of(bool enabled) { return enabled ? GROUP_ON : GROUP_OFF; }

static bool is_warning(int id)
{
    int severity = diag_infos[id].severity;
    return severity == SEVERITY_WARNING || severity == SEVERITY_EXTRA || severity == SEVERITY_STRICT;
}

/* False if there is no such group; "everything" is all warnings. */
static bool set_group(GroupState states[DIAG_COUNT], const char *group, bool enabled)
{
    bool is_known = false;
    for (int id = 0; id < DIAG_COUNT; id++) {
        bool is_all = strcmp(group, "everything") == 0 && is_warning(id);
        if (!is_all && !diag_is_in_group(id, group))
            continue;
        states[id] = state_of(enabled);
        is_known = true;
    }
    return is_known;
}

bool diag_set_group(Diagnostics *diagnostics, const char *group, bool enabled)
{
    return set_group(diagnostics->states, group, enabled);
}

bool diag_set_group_errors(Diagnostics *diagnostics, const char *group, bool enabled)
{
    bool is_known = set_group(diagnostics->errors, group, enabled);
    return is_known && (!enabled || diag_set_group(diagnostics, group, true));
}

bool diag_fail_on(Diagnostics *diagnostics, Slice remark)
{
    DiagId id = diag_find_remark(remark);
    if (id == DIAG_COUNT)
        return false;
    diagnostics->states[id] = diagnostics->errors[id] = GROUP_ON;
    return true;
}

bool diag_has_remarks(const Diagnostics *diagnostics)
{
    for (int id = 0; id < DIAG_COUNT; id++)
        if (diag_infos[id].severity == SEVERITY_REMARK && diag_is_enabled(diagnostics, (DiagId)id))
            return true;
    return false;
}

void diag_set_extra_warnings(Diagnostics *diagnostics, bool enabled)
{
    for (int id = 0; id < DIAG_COUNT; id++)
        if (diag_infos[id].severity == SEVERITY_EXTRA)
            diagnostics->states[id] = state_of(enabled);
}

void diag_set_warnings_as_errors(Diagnostics *diagnostics, bool enabled)
{
    diagnostics->warnings_are_errors = enabled;
}

void diag_set_no_warnings(Diagnostics *diagnostics, bool none) { diagnostics->no_warnings = none; }

void diag_set_error_limit(Diagnostics *diagnostics, int limit)
{
    diagnostics->error_limit = limit;
}

int diag_error_count(const Diagnostics *diagnostics) { return diagnostics->error_count; }
int diag_warning_count(const Diagnostics *diagnostics) { return diagnostics->warning_count; }
bool diag_is_over(const Diagnostics *diagnostics) { return diagnostics->is_over; }

bool diag_has(const Diagnostics *diagnostics, DiagId id)
{
    for (int i = 0; i < diagnostics->reports.count; i++)
        if (diagnostics->reports.items[i].id == id)
            return true;
    return false;
}

/* ---- reporting ---- */

static Severity severity_of(const Diagnostics *diagnostics, DiagId id, PragmaWord word)
{
    int severity = diag_infos[id].severity;
    GroupState error = diagnostics->errors[id];
    bool is_strict = (severity == SEVERITY_STRICT && word == PRAGMA_NONE) || diagnostics->warnings_are_errors;
    if (word == PRAGMA_ERROR)
        return SEVERITY_ERROR;
    if (severity == SEVERITY_REMARK && error == GROUP_ON)
        return SEVERITY_ERROR;
    if (severity <= SEVERITY_FATAL && severity != SEVERITY_WARNING)
        return (Severity)severity;
    bool is_error = error == GROUP_ON || (is_strict && error != GROUP_OFF);
    return is_error ? SEVERITY_ERROR : SEVERITY_WARNING;
}

/* By the options. */
static bool is_asked_for(const Diagnostics *diagnostics, DiagId id)
{
    GroupState state = diagnostics->states[id];
    switch (diag_infos[id].severity) {
    case SEVERITY_WARNING: return state != GROUP_OFF && !diagnostics->no_warnings;
    case SEVERITY_REMARK: return state == GROUP_ON;
    case SEVERITY_EXTRA: return state == GROUP_ON && !diagnostics->no_warnings;
    case SEVERITY_STRICT:
        return state != GROUP_OFF &&
               (severity_of(diagnostics, id, PRAGMA_NONE) == SEVERITY_ERROR || !diagnostics->no_warnings);
    default: return true;
    }
}

bool diag_is_enabled(const Diagnostics *diagnostics, DiagId id)
{
    return diagnostics->is_raised[id] || is_asked_for(diagnostics, id);
}

static bool is_wanted(const Diagnostics *diagnostics, DiagId id, PragmaWord word)
{
    switch (word) {
    case PRAGMA_IGNORED: return false;
    case PRAGMA_WARNING: return !diagnostics->no_warnings;
    case PRAGMA_ERROR: return true;
    default: return is_asked_for(diagnostics, id);
    }
}

static bool was_reported(const Diagnostics *diagnostics, const Report *report)
{
    for (int i = diagnostics->reports.count - 1; i >= 0; i--) {
        const Report *other = &diagnostics->reports.items[i];
        bool is_same_place = other->id == report->id && other->pos == report->pos;
        if (is_same_place && strcmp(other->message, report->message) == 0)
            return true;
    }
    return false;
}

static void keep(Diagnostics *diagnostics, const Report *report)
{
    bool is_error = report->severity >= SEVERITY_ERROR;
    bool is_full = diagnostics->is_over || diagnostics->error_count >= diagnostics->error_limit;
    diagnostics->last_was_dropped = is_full;
    diagnostics->error_count += is_error;
    diagnostics->warning_count += report->severity == SEVERITY_WARNING;
    if (!is_full)
        vec_push(diagnostics->arena, &diagnostics->reports, *report);
    if (report->severity == SEVERITY_FATAL)
        diagnostics->is_over = true;
}

static void add_report(Diagnostics *diagnostics, const Report *report)
{
    if (diagnostics->trap != NULL && report->severity != SEVERITY_FATAL)
        vec_push(diagnostics->arena, &diagnostics->trap->reports, *report);
    else if (report->severity == SEVERITY_NOTE && diagnostics->last_was_dropped)
        return;
    else if (report->severity == SEVERITY_NOTE)
        vec_push(diagnostics->arena, &diagnostics->reports, *report);
    else if (was_reported(diagnostics, report))
        diagnostics->last_was_dropped = true;
    else
        keep(diagnostics, report);
}

void diag_report(Diagnostics *diagnostics, SourcePos pos, DiagId id, ...)
{
    bool is_note = diag_infos[id].severity == SEVERITY_NOTE;
    PragmaWord word = diag_pragma_at(diagnostics, pos, id);
    bool is_dropped = !is_wanted(diagnostics, id, word) || marks_silence(diagnostics, pos, id);
    if (!is_note)
        diagnostics->last_was_dropped = is_dropped;
    if (is_dropped || (is_note && diagnostics->last_was_dropped))
        return;
    DiagArguments arguments;
    va_start(arguments.list, id);
    const char *message = diag_message(diagnostics, diag_infos[id].format, &arguments);
    va_end(arguments.list);
    add_report(diagnostics, &(Report){id, severity_of(diagnostics, id, word), pos, message});
}

/* ---- traps ---- */

DiagTrap *diag_new_trap(Diagnostics *diagnostics)
{
    return ARENA_NEW(diagnostics->arena, DiagTrap);
}

DiagTrap *diag_set_trap(Diagnostics *diagnostics, DiagTrap *trap)
{
    DiagTrap *before = diagnostics->trap;
    diagnostics->trap = trap;
    return before;
}

const char *diag_trapped_error(const Diagnostics *diagnostics)
{
    const DiagTrap *trap = diagnostics->trap;
    for (int i = 0; trap != NULL && i < trap->reports.count; i++)
        if (trap->reports.items[i].severity >= SEVERITY_ERROR)
            return trap->reports.items[i].message;
    return NULL;
}

void diag_report_trapped(Diagnostics *diagnostics, const DiagTrap *trap)
{
    for (int i = 0; i < trap->reports.count; i++)
        add_report(diagnostics, &trap->reports.items[i]);
}

void diag_print(const Diagnostics *diagnostics, FILE *out, DiagFormat format, bool colour)
{
    Arena *arena = arena_new("shown");
    ShownList list = diag_shown(diagnostics, arena);
    Text text = {0};
    switch (format) {
    case DIAG_FORMAT_TEXT:
    case DIAG_FORMAT_MSVC:
    case DIAG_FORMAT_VI:
        diag_print_text(diagnostics->sources, &list, &text, format, colour);
        break;
    case DIAG_FORMAT_JSON: diag_print_json(diagnostics->sources, &list, &text); break;
    case DIAG_FORMAT_SARIF: diag_print_sarif(diagnostics->sources, &list, &text); break;
    case DIAG_FORMAT_GITHUB: diag_print_github(diagnostics->sources, &list, &text); break;
    }
    if (text.length > 0)
        fwrite(text.bytes, 1, text.length, out);
    text_free(&text);
    arena_drop(arena);
}

void diag_each(const Diagnostics *diagnostics, DiagVisit *visit, void *context)
{
    Arena *arena = arena_new("shown");
    ShownList list = diag_shown(diagnostics, arena);
    for (int i = 0; i < list.reports.count; i++) {
        const Report *report = &list.reports.items[i];
        DiagTold told = {.severity = report->severity, .group = diag_infos[report->id].group,
                         .path = "", .message = report->message};
        if (report->pos != SOURCE_NOWHERE) {
            SourcePlace place = sources_place(diagnostics->sources, report->pos);
            told.path = place.path;
            told.line = place.line;
            told.column = place.column;
        }
        visit(context, &told);
    }
    arena_drop(arena);
}
