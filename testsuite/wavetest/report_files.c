/* What machines read: TAP, JUnit's XML and JSON, a case for each variant. */
#include "jobs.h"

#include <ctype.h>

/* Bytes of the character at `text` in UTF-8; 0: it is none (RFC 3629). XML and JSON take nothing
 * else, but sources that messages quote may be in Latin-1. */
static int character_length(const char *text)
{
    static const struct { unsigned char mask, is, first_low, first_high; int length; } FORMS[] = {
        {0x80, 0x00, 0, 0, 1}, {0xff, 0xe0, 0xa0, 0xbf, 3}, {0xff, 0xed, 0x80, 0x9f, 3},
        {0xff, 0xf0, 0x90, 0xbf, 4}, {0xff, 0xf4, 0x80, 0x8f, 4}, {0xfe, 0xc0, 1, 0, 2},
        {0xe0, 0xc0, 0x80, 0xbf, 2}, {0xf0, 0xe0, 0x80, 0xbf, 3}, {0xfc, 0xf0, 0x80, 0xbf, 4},
    };
    const unsigned char *at = (const unsigned char *)text;
    for (int i = 0; i < COUNT_OF(FORMS); i++) {
        if ((at[0] & FORMS[i].mask) != FORMS[i].is)
            continue;
        if (FORMS[i].length > 1 && (at[1] < FORMS[i].first_low || at[1] > FORMS[i].first_high))
            return 0;
        for (int k = 2; k < FORMS[i].length; k++)
            if ((at[k] & 0xc0) != 0x80)
                return 0;
        return FORMS[i].length;
    }
    return 0;
}

/* "path W=32 workers=4", and the configuration where one was asked for. */
static void case_name(Text *out, const Job *job, const Variant *variant)
{
    variant_name(out, variant);
    if (job->compiler != NULL)
        text_printf(out, " cc=%s", job->compiler);
    if (job->target != NULL)
        text_printf(out, " target=%s", job->target);
}

/* ---- TAP ---- */

static void print_comment(const char *message, FILE *out)
{
    while (message != NULL && *message != '\0') {
        int length = (int)strcspn(message, "\n");
        fprintf(out, "# %.*s\n", length, message);
        message += length + (message[length] == '\n');
    }
}

static void tap_case(int number, const Job *job, const Variant *variant, FILE *out)
{
    Text name = {0};
    const OutcomeRow *row = &OUTCOMES[variant->outcome];
    case_name(&name, job, variant);
    fprintf(out, "%s %d - ", row->is_good ? "ok" : "not ok", number);
    for (const char *at = job->shown; *at != '\0'; at++) /* behind # stands a directive */
        fprintf(out, "%s%c", *at == '#' ? "\\" : "", *at == '\n' ? ' ' : *at);
    fprintf(out, " %s", name.bytes);
    fprintf(out, "%s\n",
            variant->outcome == OUTCOME_SKIPPED            ? " # SKIP"
            : variant->outcome == OUTCOME_EXPECTED_FAILURE ? " # TODO"
                                                           : "");
    if (!row->is_good)
        print_comment(row->name, out);
    if (!row->is_good)
        print_comment(variant->message, out);
    text_free(&name);
}

void report_tap(const JobList *jobs, FILE *out)
{
    int count = 0, number = 0;
    for (int i = 0; i < jobs->count; i++)
        count += jobs->items[i]->variant_count;
    fprintf(out, "TAP version 13\n1..%d\n", count);
    for (int i = 0; i < jobs->count; i++)
        for (int v = 0; v < jobs->items[i]->variant_count; v++)
            tap_case(++number, jobs->items[i], &jobs->items[i]->variants[v], out);
}

/* ---- JUnit ---- */

static void print_xml(const char *text, FILE *out)
{
    static const struct { char c; const char *entity; } ENTITIES[] = {
        {'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"},
    };
    for (int length; text != NULL && *text != '\0'; text += length > 0 ? length : 1) {
        const char *entity = NULL;
        length = character_length(text);
        for (int i = 0; i < COUNT_OF(ENTITIES); i++)
            if (*text == ENTITIES[i].c)
                entity = ENTITIES[i].entity;
        bool is_plain =
            (length > 0 && (unsigned char)*text >= ' ') || *text == '\n' || *text == '\t';
        if (entity != NULL)
            fputs(entity, out);
        else
            fprintf(out, "%.*s", is_plain ? length : 1, is_plain ? text : "?");
    }
}

static void junit_case(const Job *job, const Variant *variant, FILE *out)
{
    Text name = {0};
    case_name(&name, job, variant);
    fprintf(out, "  <testcase classname=\"");
    print_xml(job->shown, out);
    fprintf(out, "\" name=\"");
    print_xml(name.bytes, out);
    fprintf(out, "\" time=\"%.3f\"", job->seconds / job->variant_count);
    if (variant->outcome == OUTCOME_SKIPPED) {
        fprintf(out, "><skipped/></testcase>\n");
    } else if (OUTCOMES[variant->outcome].is_good) {
        fprintf(out, "/>\n");
    } else {
        fprintf(out, "><failure message=\"%s\">", OUTCOMES[variant->outcome].name);
        print_xml(variant->message, out);
        fprintf(out, "</failure></testcase>\n");
    }
    text_free(&name);
}

void report_junit(const JobList *jobs, FILE *out)
{
    Totals totals = report_totals(jobs);
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"wavetest\" tests=\"%d\" "
            "failures=\"%d\" skipped=\"%d\">\n",
            totals.passed + totals.failed + totals.skipped, totals.failed, totals.skipped);
    for (int i = 0; i < jobs->count; i++)
        for (int v = 0; v < jobs->items[i]->variant_count; v++)
            junit_case(jobs->items[i], &jobs->items[i]->variants[v], out);
    fprintf(out, "</testsuite>\n");
}

/* ---- JSON ---- */

static void print_json(const char *text, FILE *out)
{
    if (text == NULL) {
        fputs("null", out);
        return;
    }
    fputc('"', out);
    for (int length; *text != '\0'; text += length > 0 ? length : 1) {
        length = character_length(text);
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", *text);
        else
            fprintf(out, "%.*s", length > 0 ? length : 1, length > 0 ? text : "?");
    }
    fputc('"', out);
}

static void json_markers(const Job *job, FILE *out)
{
    fprintf(out, ", \"markers\": [");
    for (int i = 0; job->test != NULL && i < job->test->markers.count; i++) {
        const Marker *marker = &job->test->markers.items[i];
        fprintf(out, "%s{\"kind\": \"%s\", \"expression\": ", i ? ", " : "",
                MARKER_NAMES[marker->kind]);
        print_json(marker->expression, out);
        fputc('}', out);
    }
    fputc(']', out);
}

static void json_job(const Job *job, FILE *out)
{
    fprintf(out, "  {\"test\": ");
    print_json(job->shown, out);
    fprintf(out, ", \"cc\": ");
    print_json(job->compiler, out);
    fprintf(out, ", \"target\": ");
    print_json(job->target, out);
    fprintf(out, ", \"seconds\": %.3f", job->seconds);
    json_markers(job, out);
    fprintf(out, ", \"runs\": [");
    for (int i = 0; i < job->variant_count; i++) {
        const Variant *variant = &job->variants[i];
        fprintf(out,
                "%s\n    {\"wave_size\": %d, \"workers\": %d, \"outcome\": \"%s\", \"message\": ",
                i ? "," : "", WAVE_SIZES[variant->wave], variant->workers,
                OUTCOMES[variant->outcome].name);
        print_json(variant->message, out);
        fputc('}', out);
    }
    fprintf(out, "]}");
}

void report_json(const JobList *jobs, FILE *out)
{
    fprintf(out, "[\n");
    for (int i = 0; i < jobs->count; i++) {
        json_job(jobs->items[i], out);
        fprintf(out, "%s\n", i + 1 < jobs->count ? "," : "");
    }
    fprintf(out, "]\n");
}
