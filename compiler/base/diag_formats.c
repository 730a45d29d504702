/* Diagnostics for machines: JSON, SARIF 2.1.0 and GitHub's workflow commands. */
#include "diag_priv.h"

static void add_json_string(Text *out, const char *string)
{
    text_add(out, "\"", 1);
    for (const char *at = string; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            text_printf(out, "\\%c", *at);
        else if ((unsigned char)*at < 0x20)
            text_printf(out, "\\u%04x", (unsigned char)*at);
        else
            text_add(out, at, 1);
    }
    text_add(out, "\"", 1);
}

/* The index after the notes of report `index`. */
static int end_of_notes(const Diagnostics *diagnostics, int index)
{
    int end = index + 1;
    while (end < diagnostics->reports.count && diagnostics->reports.items[end].severity == SEVERITY_NOTE)
        end++;
    return end;
}

/* ---- JSON: [{"severity", "id", "message", "file", "line", "column", "notes": [...]}] ---- */

static void add_json_report(const Diagnostics *diagnostics, Text *out, const Report *report)
{
    text_printf(out, "{\"severity\": \"%s\", \"id\": \"%s\", ", diag_severity_name(report->severity),
                diag_infos[report->id].name);
    if (diag_infos[report->id].group[0] != '\0')
        text_printf(out, "\"group\": \"%s\", ", diag_infos[report->id].group);
    if (report->pos != SOURCE_NOWHERE) {
        SourcePlace place = sources_place(diagnostics->sources, report->pos);
        text_printf(out, "\"file\": ");
        add_json_string(out, place.path);
        text_printf(out, ", \"line\": %d, \"column\": %d, ", place.line, place.column);
    }
    text_printf(out, "\"message\": ");
    add_json_string(out, report->message);
}

void diag_print_json(const Diagnostics *diagnostics, Text *out)
{
    const Report *reports = diagnostics->reports.items;
    text_printf(out, "[");
    for (int i = 0, end; i < diagnostics->reports.count; i = end) {
        end = end_of_notes(diagnostics, i);
        text_printf(out, "%s\n  ", i == 0 ? "" : ",");
        add_json_report(diagnostics, out, &reports[i]);
        text_printf(out, ", \"notes\": [");
        for (int note = i + 1; note < end; note++) {
            text_printf(out, "%s\n    ", note == i + 1 ? "" : ",");
            add_json_report(diagnostics, out, &reports[note]);
            text_printf(out, "}");
        }
        text_printf(out, "]}");
    }
    text_printf(out, "\n]\n");
}

/* ---- SARIF ---- */

static void add_sarif_location(const Diagnostics *diagnostics, Text *out, const Report *report)
{
    if (report->pos == SOURCE_NOWHERE)
        return;
    SourcePlace place = sources_place(diagnostics->sources, report->pos);
    text_printf(out, "\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    add_json_string(out, place.path);
    text_printf(out, "}, \"region\": {\"startLine\": %d, \"startColumn\": %d}}", place.line, place.column);
}

static void add_sarif_message(Text *out, const Report *report)
{
    text_printf(out, "\"message\": {\"text\": ");
    add_json_string(out, report->message);
    text_printf(out, "}");
}

static void add_sarif_result(const Diagnostics *diagnostics, Text *out, int index, int end)
{
    const Report *report = &diagnostics->reports.items[index];
    static const char *const levels[] = {"note", "note", "warning", "error", "error"};
    text_printf(out, "      {\"ruleId\": \"%s\", \"level\": \"%s\", ", diag_infos[report->id].name,
                levels[report->severity]);
    add_sarif_message(out, report);
    text_printf(out, ", \"locations\": [%s", report->pos == SOURCE_NOWHERE ? "" : "{");
    add_sarif_location(diagnostics, out, report);
    text_printf(out, "%s], \"relatedLocations\": [", report->pos == SOURCE_NOWHERE ? "" : "}");
    for (int note = index + 1; note < end; note++) {
        const Report *related = &diagnostics->reports.items[note];
        text_printf(out, "%s{", note == index + 1 ? "" : ", ");
        add_sarif_message(out, related);
        text_printf(out, "%s", related->pos == SOURCE_NOWHERE ? "" : ", ");
        add_sarif_location(diagnostics, out, related);
        text_printf(out, "}");
    }
    text_printf(out, "]}");
}

void diag_print_sarif(const Diagnostics *diagnostics, Text *out)
{
    text_printf(out, "{\n  \"version\": \"2.1.0\",\n"
                     "  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
                     "  \"runs\": [{\n    \"tool\": {\"driver\": {\"name\": \"wavecc\"}},\n    \"results\": [");
    for (int i = 0, end; i < diagnostics->reports.count; i = end) {
        end = end_of_notes(diagnostics, i);
        text_printf(out, "%s\n", i == 0 ? "" : ",");
        add_sarif_result(diagnostics, out, i, end);
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

void diag_print_github(const Diagnostics *diagnostics, Text *out)
{
    static const char *const commands[] = {"notice", "notice", "warning", "error", "error"};
    for (int i = 0; i < diagnostics->reports.count; i++) {
        const Report *report = &diagnostics->reports.items[i];
        text_printf(out, "::%s", commands[report->severity]);
        if (report->pos != SOURCE_NOWHERE) {
            SourcePlace place = sources_place(diagnostics->sources, report->pos);
            text_printf(out, " file=");
            add_github_text(out, place.path, "%\r\n:,");
            text_printf(out, ",line=%d,col=%d", place.line, place.column);
        }
        text_printf(out, "::");
        add_github_text(out, report->message, "%\r\n");
        text_printf(out, "\n");
    }
}
