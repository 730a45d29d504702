/* Diagnostics for people: place and message, the line, a caret. */
#include "diag_priv.h"

enum { LONGEST_LINE = 200 };

typedef struct Style {
    DiagFormat format;
    const char *bold, *reset, *caret;
    const char *severities[SEVERITY_FATAL + 1];
} Style;

static const Style plain_style = {DIAG_FORMAT_TEXT, "", "", "", {"", "", "", "", ""}};
static const Style colour_style = {
    .format = DIAG_FORMAT_TEXT, .bold = "\033[1m", .reset = "\033[0m", .caret = "\033[1;32m",
    .severities = {"\033[1;36m", "\033[1;34m", "\033[1;35m", "\033[1;31m", "\033[1;31m"},
};

/* As clang writes them for each of -fdiagnostics-format=. */
static const char *const PLACES[] = {[DIAG_FORMAT_TEXT] = ":%d:%d:", [DIAG_FORMAT_MSVC] = "(%d,%d):",
                                     [DIAG_FORMAT_VI] = " +%d:%d:"};

static void add_heading(Text *out, const Style *style, const SourcePlace *place, Severity severity)
{
    text_printf(out, "%s", style->bold);
    if (place != NULL) {
        text_add_visible(out, slice_of(place->path));
        text_printf(out, PLACES[style->format], place->line, place->column);
    } else {
        text_printf(out, "wavecc:");
    }
    text_printf(out, "%s %s%s:%s ", style->reset, style->severities[severity],
                diag_severity_name(severity), style->reset);
}

/* A place between two letters near byte `at`, so that none is cut. */
static size_t between_letters(Slice line, size_t at)
{
    size_t start = at;
    while (start > 0 && start < line.length && at - start < 3 && (line.text[start] & 0xc0) == 0x80)
        start--;
    return start;
}

/* As many columns as the letters from `first` to `caret` take; past the line's end, one a byte. */
static void add_columns(Text *out, Slice line, size_t first, size_t caret)
{
    DiagLetter letter = {.length = 1, .columns = 1};
    for (size_t i = first; i < caret; i += (size_t)letter.length) {
        if (i < line.length)
            letter = diag_letter(line.text + i);
        bool is_tab = i < line.length && line.text[i] == '\t';
        text_printf(out, is_tab ? "\t" : "%*s", letter.columns, "");
    }
}

/* The source line and a caret below it. Tabs stay tabs, so that the caret stands right at any tab
 * width; of a very long line only the neighbourhood of the caret is shown. */
static void add_line(Text *out, const Style *style, const SourcePlace *place)
{
    Slice line = place->line_text;
    size_t caret = (size_t)place->column - 1;
    bool is_cut = caret > LONGEST_LINE / 2 && line.length > LONGEST_LINE;
    size_t first = is_cut ? between_letters(line, caret - LONGEST_LINE / 2) : 0;
    bool has_rest = line.length > first + LONGEST_LINE;
    size_t last = has_rest ? between_letters(line, first + LONGEST_LINE) : line.length;
    if (first >= last && line.length > 0)
        return;
    text_add_visible(out, (Slice){line.text + first, last - first});
    text_add(out, "\n", 1);
    add_columns(out, line, first, caret);
    text_printf(out, "%s^%s\n", style->caret, style->reset);
}

static void add_report(const Sources *sources, Text *out, const Style *style, const Report *report)
{
    const DiagInfo *info = &diag_infos[report->id];
    bool has_place = report->pos != SOURCE_NOWHERE;
    SourcePlace place = {0};
    if (has_place)
        place = sources_place(sources, report->pos);
    add_heading(out, style, has_place ? &place : NULL, report->severity);
    text_printf(out, "%s", style->bold);
    text_add_visible(out, slice_of(report->message));
    text_printf(out, "%s", style->reset);
    if (info->group[0] != '\0')
        text_printf(out, " [-%s%s]", info->severity == SEVERITY_REMARK ? "R" : "W", info->group);
    text_add(out, "\n", 1);
    if (has_place && report->id != DIAG_included_from)
        add_line(out, style, &place);
}

void diag_print_text(const Sources *sources, const ShownList *list, Text *out, DiagFormat format,
                     bool colour)
{
    Style style = colour ? colour_style : plain_style;
    style.format = format;
    for (int i = 0; i < list->reports.count; i++)
        add_report(sources, out, &style, &list->reports.items[i]);
}
