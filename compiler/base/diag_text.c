/* Diagnostics for people: place and message, the line, a caret. */
#include "diag_priv.h"

enum { LONGEST_LINE = 200 };

typedef struct Style {
    const char *bold, *reset, *caret;
    const char *severities[SEVERITY_FATAL + 1];
} Style;

static const Style plain_style = {"", "", "", {"", "", "", "", ""}};
static const Style colour_style = {
    "\033[1m", "\033[0m", "\033[1;32m", {"\033[1;36m", "\033[1;34m", "\033[1;35m", "\033[1;31m", "\033[1;31m"}};

static void add_heading(Text *out, const Style *style, const SourcePlace *place, Severity severity)
{
    if (place != NULL)
        text_printf(out, "%s%s:%d:%d:%s ", style->bold, place->path, place->line, place->column, style->reset);
    else
        text_printf(out, "%swavecc:%s ", style->bold, style->reset);
    text_printf(out, "%s%s:%s ", style->severities[severity], diag_severity_name(severity), style->reset);
}

static bool is_continuation_byte(char byte) { return ((unsigned char)byte & 0xc0) == 0x80; }

/* The source line and a caret below it. Tabs stay tabs, so that the caret stands right at any tab
 * width; of a very long line only the neighbourhood of the caret is shown. */
static void add_line(Text *out, const Style *style, const SourcePlace *place)
{
    Slice line = place->line_text;
    size_t caret = (size_t)place->column - 1;
    size_t first = caret > LONGEST_LINE / 2 && line.length > LONGEST_LINE ? caret - LONGEST_LINE / 2 : 0;
    size_t last = line.length - first > LONGEST_LINE ? first + LONGEST_LINE : line.length;
    if (first >= last && line.length > 0)
        return;
    text_add(out, line.text + first, last - first);
    text_add(out, "\n", 1);
    for (size_t i = first; i < caret; i++) {
        if (i >= line.length || !is_continuation_byte(line.text[i]))
            text_add(out, i < line.length && line.text[i] == '\t' ? "\t" : " ", 1);
    }
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
    text_printf(out, "%s%s%s", style->bold, report->message, style->reset);
    if (info->group[0] != '\0')
        text_printf(out, " [-%s%s]", info->severity == SEVERITY_REMARK ? "R" : "W", info->group);
    text_add(out, "\n", 1);
    if (has_place && report->id != DIAG_included_from)
        add_line(out, style, &place);
}

void diag_print_text(const Sources *sources, const ShownList *list, Text *out, bool colour)
{
    for (int i = 0; i < list->reports.count; i++)
        add_report(sources, out, colour ? &colour_style : &plain_style, &list->reports.items[i]);
}
