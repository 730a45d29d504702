/* Diagnostics: reports come in, the ones worth showing are kept in order.
 *
 * A message is formatted when it is reported, because what it mentions may be gone when it is
 * printed. What is said twice at one place (a template instantiated twice) is kept once. */
#include "diag_priv.h"

enum { MOST_ERRORS = 20 };

const DiagInfo diag_infos[DIAG_COUNT] = {
#define DIAG(id, severity, group, format) [DIAG_##id] = {#id, SEVERITY_##severity, group, format},
#include "diag.def"
#undef DIAG
};

const char *diag_severity_name(Severity severity)
{
    static const char *const names[] = {"note", "remark", "warning", "error", "fatal error"};
    return names[severity];
}

Diagnostics *diag_new(Arena *arena, const Sources *sources)
{
    Diagnostics *diagnostics = ARENA_NEW(arena, Diagnostics);
    diagnostics->arena = arena;
    diagnostics->sources = sources;
    return diagnostics;
}

void diag_set_formatter(Diagnostics *diagnostics, char letter, void (*print)(Text *out, const void *thing))
{
    for (int i = 0; i < diagnostics->formatters.count; i++) {
        if (diagnostics->formatters.items[i].letter == letter) {
            diagnostics->formatters.items[i].print = print;
            return;
        }
    }
    vec_push(diagnostics->arena, &diagnostics->formatters, (Formatter){letter, print});
}

static void set_states(GroupState states[DIAG_COUNT], int id, bool enabled) { states[id] = enabled ? GROUP_ON : GROUP_OFF; }

static bool is_in_group(int id, const char *group)
{
    return diag_infos[id].group[0] != '\0' && strcmp(diag_infos[id].group, group) == 0;
}

bool diag_set_group(Diagnostics *diagnostics, const char *group, bool enabled)
{
    bool is_known = false;
    for (int id = 0; id < DIAG_COUNT; id++)
        if (is_in_group(id, group)) {
            set_states(diagnostics->states, id, enabled);
            is_known = true;
        }
    return is_known;
}

bool diag_set_group_errors(Diagnostics *diagnostics, const char *group, bool enabled)
{
    bool is_known = false;
    for (int id = 0; id < DIAG_COUNT; id++)
        if (is_in_group(id, group)) {
            set_states(diagnostics->errors, id, enabled);
            is_known = true;
        }
    return is_known && (!enabled || diag_set_group(diagnostics, group, true));
}

void diag_set_extra_warnings(Diagnostics *diagnostics, bool enabled)
{
    for (int id = 0; id < DIAG_COUNT; id++)
        if (diag_infos[id].severity == SEVERITY_EXTRA)
            set_states(diagnostics->states, id, enabled);
}

const char *diag_nearest_group(const char *group)
{
    const char *nearest = NULL;
    int least = (int)strlen(group) / 3 + 1;
    for (int id = 0; id < DIAG_COUNT; id++) {
        const char *other = diag_infos[id].group;
        int distance = other[0] != '\0' ? names_edit_distance(group, other) : least;
        if (distance < least) {
            nearest = other;
            least = distance;
        }
    }
    return nearest;
}

void diag_set_warnings_as_errors(Diagnostics *diagnostics, bool enabled)
{
    diagnostics->warnings_are_errors = enabled;
}

int diag_error_count(const Diagnostics *diagnostics) { return diagnostics->error_count; }
int diag_warning_count(const Diagnostics *diagnostics) { return diagnostics->warning_count; }

/* ---- formatting ---- */

static const Formatter *find_formatter(const Diagnostics *diagnostics, char letter)
{
    for (int i = 0; i < diagnostics->formatters.count; i++)
        if (diagnostics->formatters.items[i].letter == letter)
            return &diagnostics->formatters.items[i];
    return NULL;
}

typedef struct Arguments { /* a va_list that can be passed on and keeps its place */
    va_list list;
} Arguments;

/* Formats a number by printf's `letter`; `size` is its length letter (l, z, 2 for ll) or 0. */
static void add_number(Text *out, char letter, char size, Arguments *arguments)
{
    if (letter == 'g')
        text_printf(out, "%g", va_arg(arguments->list, double));
    else if (size == '2')
        text_printf(out, letter == 'd' ? "%lld" : letter == 'x' ? "%llx" : "%llu", va_arg(arguments->list, long long));
    else if (size == 'l' || size == 'z')
        text_printf(out, letter == 'd' ? "%ld" : letter == 'x' ? "%lx" : "%lu", va_arg(arguments->list, long));
    else if (letter == 'd' || letter == 'u' || letter == 'x')
        text_printf(out, letter == 'd' ? "%d" : letter == 'x' ? "%x" : "%u", va_arg(arguments->list, int));
    else
        text_printf(out, "%%%c", letter); /* a slip in diag.def: show it */
}

static void add_string(Text *out, const char *string)
{
    const char *shown = string != NULL ? string : "(unnamed)";
    text_add(out, shown, strlen(shown));
}

/* One conversion at *format (just past the %); moves past it. */
static void add_conversion(const Diagnostics *diagnostics, Text *out, const char **format, Arguments *arguments)
{
    const char *at = *format;
    char size = 0;
    for (; *at == 'l' || *at == 'z'; at++)
        size = size == 'l' ? '2' : *at;
    const Formatter *formatter = find_formatter(diagnostics, *at);
    if (formatter != NULL) {
        formatter->print(out, va_arg(arguments->list, const void *));
    } else if (*at == '%') {
        text_add(out, "%", 1);
    } else if (*at == 's') {
        add_string(out, va_arg(arguments->list, const char *));
    } else if (*at == 'c') {
        text_printf(out, "%c", va_arg(arguments->list, int));
    } else if (strncmp(at, ".*s", 3) == 0) {
        int length = va_arg(arguments->list, int);
        text_add(out, va_arg(arguments->list, const char *), (size_t)length);
        at += 2;
    } else {
        add_number(out, *at, size, arguments);
    }
    *format = *at == '\0' ? at : at + 1;
}

static const char *format_message(const Diagnostics *diagnostics, const char *format, Arguments *arguments)
{
    Text out = {0};
    while (*format != '\0') {
        size_t plain = strcspn(format, "%");
        text_add(&out, format, plain);
        format += plain;
        if (*format == '%') {
            format++;
            add_conversion(diagnostics, &out, &format, arguments);
        }
    }
    const char *message = arena_copy_text(diagnostics->arena, out.length > 0 ? out.bytes : "", out.length);
    text_free(&out);
    return message;
}

/* ---- reporting ---- */

bool diag_is_enabled(const Diagnostics *diagnostics, DiagId id)
{
    GroupState state = diagnostics->states[id];
    switch (diag_infos[id].severity) {
    case SEVERITY_WARNING: return state != GROUP_OFF;
    case SEVERITY_REMARK:
    case SEVERITY_EXTRA: return state == GROUP_ON;
    default: return true;
    }
}

static Severity severity_of(const Diagnostics *diagnostics, DiagId id)
{
    int severity = diag_infos[id].severity;
    if (severity != SEVERITY_WARNING && severity != SEVERITY_EXTRA)
        return (Severity)severity;
    GroupState error = diagnostics->errors[id];
    bool is_error = error == GROUP_ON || (diagnostics->warnings_are_errors && error != GROUP_OFF);
    return is_error ? SEVERITY_ERROR : SEVERITY_WARNING;
}

static bool was_reported(const Diagnostics *diagnostics, const Report *report)
{
    for (int i = diagnostics->reports.count - 1; i >= 0; i--) {
        const Report *other = &diagnostics->reports.items[i];
        if (other->id == report->id && other->pos == report->pos && strcmp(other->message, report->message) == 0)
            return true;
    }
    return false;
}

static void keep(Diagnostics *diagnostics, const Report *report)
{
    bool is_error = report->severity >= SEVERITY_ERROR;
    bool is_full = diagnostics->is_over || diagnostics->error_count >= MOST_ERRORS;
    diagnostics->last_was_dropped = is_full;
    diagnostics->error_count += is_error;
    diagnostics->warning_count += report->severity == SEVERITY_WARNING;
    if (!is_full)
        vec_push(diagnostics->arena, &diagnostics->reports, *report);
    if (report->severity == SEVERITY_FATAL)
        diagnostics->is_over = true;
}

void diag_report(Diagnostics *diagnostics, SourcePos pos, DiagId id, ...)
{
    bool is_note = diag_infos[id].severity == SEVERITY_NOTE;
    if (!diag_is_enabled(diagnostics, id))
        diagnostics->last_was_dropped = true;
    if (!diag_is_enabled(diagnostics, id) || (is_note && diagnostics->last_was_dropped))
        return;
    Arguments arguments;
    va_start(arguments.list, id);
    Report report = {id, severity_of(diagnostics, id), pos, format_message(diagnostics, diag_infos[id].format, &arguments)};
    va_end(arguments.list);
    if (is_note)
        vec_push(diagnostics->arena, &diagnostics->reports, report);
    else if (was_reported(diagnostics, &report))
        diagnostics->last_was_dropped = true;
    else
        keep(diagnostics, &report);
}

void diag_print(const Diagnostics *diagnostics, FILE *out, DiagFormat format, bool colour)
{
    Arena *arena = arena_new("shown");
    ShownList list = diag_shown(diagnostics, arena);
    Text text = {0};
    switch (format) {
    case DIAG_FORMAT_TEXT: diag_print_text(diagnostics->sources, &list, &text, colour); break;
    case DIAG_FORMAT_JSON: diag_print_json(diagnostics->sources, &list, &text); break;
    case DIAG_FORMAT_SARIF: diag_print_sarif(diagnostics->sources, &list, &text); break;
    case DIAG_FORMAT_GITHUB: diag_print_github(diagnostics->sources, &list, &text); break;
    }
    if (text.length > 0)
        fwrite(text.bytes, 1, text.length, out);
    text_free(&text);
    arena_drop(arena);
}
