/* Diagnostics for machines: JSON, SARIF 2.1.0 and GitHub's workflow commands. */
#include "diag_priv.h"

/* The index after the notes of report `index`. */
static int end_of_notes(const ShownList *list, int index)
{
    int end = index + 1;
    while (end < list->reports.count && list->reports.items[end].severity == SEVERITY_NOTE)
        end++;
    return end;
}

/* ---- JSON: [{"severity", "id", "message", "file", "line", "column", "notes": [...]}] ---- */

static void add_json_report(const Sources *sources, Text *out, const Report *report)
{
    text_printf(out, "{\"severity\": \"%s\", \"id\": \"%s\", ",
                diag_severity_name(report->severity), diag_infos[report->id].name);
    if (diag_infos[report->id].group[0] != '\0')
        text_printf(out, "\"group\": \"%s\", ", diag_infos[report->id].group);
    if (report->pos != SOURCE_NOWHERE) {
        SourcePlace place = sources_place(sources, report->pos);
        text_printf(out, "\"file\": ");
        text_add_json(out, place.path);
        text_printf(out, ", \"line\": %d, \"column\": %d, ", place.line, place.column);
    }
    text_printf(out, "\"message\": ");
    text_add_json(out, report->message);
}

void diag_print_json(const Sources *sources, const ShownList *list, Text *out)
{
    const Report *reports = list->reports.items;
    text_printf(out, "[");
    for (int i = 0, end; i < list->reports.count; i = end) {
        end = end_of_notes(list, i);
        text_printf(out, "%s\n  ", i == 0 ? "" : ",");
        add_json_report(sources, out, &reports[i]);
        text_printf(out, ", \"notes\": [");
        for (int note = i + 1; note < end; note++) {
            text_printf(out, "%s\n    ", note == i + 1 ? "" : ",");
            add_json_report(sources, out, &reports[note]);
            text_printf(out, "}");
        }
        text_printf(out, "]}");
    }
    text_printf(out, "\n]\n");
}

/* ---- SARIF ---- */

/* A path as a relative or absolute URI reference (RFC 3986). */
static void add_uri(Text *out, const char *path)
{
    for (const char *at = path; *at != '\0'; at++) {
        bool is_letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
        bool is_plain = is_letter || (*at >= '0' && *at <= '9') || strchr("-._~/", *at) != NULL;
        text_printf(out, is_plain ? "%c" : "%%%02X", (unsigned char)*at);
    }
}

/* Code points between the line's start and the place: what columns count, by "columnKind". */
static int letters_before(const SourcePlace *place)
{
    Slice line = place->line_text;
    int letters = 0;
    for (size_t i = 0; i + 1 < (size_t)place->column; i++)
        letters += i >= line.length || (line.text[i] & 0xc0) != 0x80;
    return letters;
}

static void add_sarif_location(const Sources *sources, Text *out, const Report *report)
{
    if (report->pos == SOURCE_NOWHERE)
        return;
    SourcePlace place = sources_place(sources, report->pos);
    text_printf(out, "\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"");
    add_uri(out, place.path);
    text_printf(out, "\"}");
    if (place.line > 0) /* #line 0 is a line that SARIF does not have */
        text_printf(out, ", \"region\": {\"startLine\": %d, \"startColumn\": %d}", place.line,
                    letters_before(&place) + 1);
    text_printf(out, "}");
}

static void add_sarif_message(Text *out, const Report *report)
{
    text_printf(out, "\"message\": {\"text\": ");
    text_add_json(out, report->message);
    text_printf(out, "}");
}

/* Report `index` with the notes up to `end`. */
static void add_sarif_result(const Sources *sources, const ShownList *list, Text *out, int index,
                             int end)
{
    const Report *report = &list->reports.items[index];
    static const char *const levels[] = {"note", "note", "warning", "error", "error"};
    text_printf(out, "      {\"ruleId\": \"%s\", \"level\": \"%s\", ", diag_infos[report->id].name,
                levels[report->severity]);
    add_sarif_message(out, report);
    text_printf(out, ", \"locations\": [%s", report->pos == SOURCE_NOWHERE ? "" : "{");
    add_sarif_location(sources, out, report);
    text_printf(out, "%s], \"relatedLocations\": [", report->pos == SOURCE_NOWHERE ? "" : "}");
    for (int note = index + 1; note < end; note++) {
        const Report *related = &list->reports.items[note];
        const char *comma = note == index + 1 ? "" : ", ";
        text_printf(out, "%s{\"id\": %d, ", comma, note - index); /* no two are to be alike */
        add_sarif_message(out, related);
        text_printf(out, "%s", related->pos == SOURCE_NOWHERE ? "" : ", ");
        add_sarif_location(sources, out, related);
        text_printf(out, "}");
    }
    text_printf(out, "]}");
}

void diag_print_sarif(const Sources *sources, const ShownList *list, Text *out)
{
    text_printf(out, "{\n"
                     "  \"version\": \"2.1.0\",\n"
                     "  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
                     "  \"runs\": [{\n"
                     "    \"tool\": {\"driver\": {\"name\": \"wavecc\"}},\n"
                     "    \"columnKind\": \"unicodeCodePoints\",\n"
                     "    \"results\": [");
    for (int i = 0, end; i < list->reports.count; i = end) {
        end = end_of_notes(list, i);
        text_printf(out, "%s\n", i == 0 ? "" : ",");
        add_sarif_result(sources, list, out, i, end);
    }
    text_printf(out, "\n    ]\n  }]\n}\n");
}

/* ---- GitHub: ::error file=,line=,col=::message ---- */

/* A workflow command's text: %, CR and LF escaped; in a property : and , as well. */
static void add_github_text(Text *out, const char *string, const char *escaped)
{
    for (const char *at = string; *at != '\0'; at++) {
        if (strchr(escaped, *at) != NULL)
            text_printf(out, "%%%02X", (unsigned char)*at);
        else
            text_add(out, at, 1);
    }
}

void diag_print_github(const Sources *sources, const ShownList *list, Text *out)
{
    static const char *const commands[] = {"notice", "notice", "warning", "error", "error"};
    for (int i = 0; i < list->reports.count; i++) {
        const Report *report = &list->reports.items[i];
        text_printf(out, "::%s", commands[report->severity]);
        if (report->pos != SOURCE_NOWHERE) {
            SourcePlace place = sources_place(sources, report->pos);
            text_printf(out, " file=");
            add_github_text(out, place.path, "%\r\n:,");
            text_printf(out, ",line=%d,col=%d", place.line, place.column);
        }
        text_printf(out, "::");
        add_github_text(out, report->message, "%\r\n");
        text_printf(out, "\n");
    }
}
