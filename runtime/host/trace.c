/* --trace and --trace-wave: what a thread, or the lanes of a wave, did: each line of the source that
 * was come to, and the values that it gave to names.
 *
 *     blur.hlsl:18: sum += row[t + i];
 *         sum = (0.5, 1, 0, 1)
 *
 * A line is told again where another one, of a function that it called, stood between. Of a wave each
 * lane's value is told in turn, "-" for those that were not there, or one for all. */
#include "session.h"

#include "faults.h"

#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

static size_t words_of(char letter)
{
    return strchr("lmd", letter) ? 2 : 1;
}

static uint32_t lane_word(const WccTraceEvent *event, size_t word, uint32_t lane)
{
    const WccWords *words = &event->words[word];
    return (uint32_t)words->first[lane * (uint32_t)words->step];
}

static Number number_of(char letter)
{
    switch (letter) {
    case 'i': return NUMBER_I32;
    case 'u': return NUMBER_U32;
    case 'l': return NUMBER_I64;
    case 'm': return NUMBER_U64;
    case 'd': return NUMBER_F64;
    default: return NUMBER_F32;
    }
}

/* `word`: its first. */
static void add_leaf(Text *text, const WccTraceEvent *event, char letter, size_t word,
                     uint32_t lane)
{
    uint32_t words[2] = {lane_word(event, word, lane), 0};
    if (letter == 'b') {
        host_text_printf(text, words[0] ? "true" : "false");
        return;
    }
    if (words_of(letter) == 2)
        words[1] = lane_word(event, word + 1, lane);
    host_text_number(text, number_of(letter), words);
}

/* Rows of a matrix each in parentheses. */
static void add_value(Text *text, const WccTraceEvent *event, uint32_t lane)
{
    const WccTracePoint *point = event->point;
    uint32_t count = (uint32_t)strlen(point->leaves);
    bool is_vector = point->columns > 0, is_matrix = is_vector && point->rows > 1;
    bool is_plain = !is_vector && count == 1 && !point->is_cut;
    size_t word = 0;
    host_text_printf(text, is_plain ? "" : is_vector ? "(" : "{");
    for (uint32_t i = 0; i < count; i++) {
        bool is_first = is_matrix && i % point->columns == 0;
        bool is_last = is_matrix && i % point->columns == point->columns - 1;
        host_text_printf(text, "%s%s", i ? ", " : "", is_first ? "(" : "");
        add_leaf(text, event, point->leaves[i], word, lane);
        word += words_of(point->leaves[i]);
        host_text_printf(text, is_last ? ")" : "");
    }
    host_text_printf(text, "%s%s", point->is_cut ? ", ..." : "",
                     is_plain ? "" : is_vector ? ")" : "}");
}

/* The same in all lanes that are there. */
static bool is_alike(const WccTraceEvent *event)
{
    size_t words = 0;
    uint32_t first = 0;
    for (const char *letter = event->point->leaves; *letter; letter++)
        words += words_of(*letter);
    while (first < event->wave_size && !event->active[first])
        first++;
    for (uint32_t lane = first; lane < event->wave_size; lane++)
        for (size_t word = 0; word < words && event->active[lane]; word++)
            if (lane_word(event, word, lane) != lane_word(event, word, first))
                return false;
    return true;
}

static void add_lanes_values(Text *text, const WccTraceEvent *event)
{
    bool alike = is_alike(event), is_done = false;
    for (uint32_t lane = 0; lane < event->wave_size && !is_done; lane++) {
        if (event->active[lane])
            add_value(text, event, lane);
        else if (!alike)
            host_text_printf(text, "-");
        is_done = alike && event->active[lane];
        if (!alike && lane + 1 < event->wave_size)
            host_text_printf(text, " ");
    }
}

/* ---- lines ---- */

/* "  [lanes 0-3, 7]" */
static void add_lanes(Text *text, const WccTraceEvent *event)
{
    uint32_t lanes[4] = {0};
    for (uint32_t lane = 0; lane < event->wave_size; lane++)
        lanes[lane / 32] |= (event->active[lane] ? 1u : 0) << lane % 32;
    host_text_printf(text, "  [lanes ");
    host_print_lanes(text, lanes);
    host_text_printf(text, "]");
}

static bool is_same_line(const WccPlace *left, const WccPlace *right)
{
    return left && left->line == right->line && !strcmp(left->file, right->file);
}

static void add_line(TraceTeller *teller, Text *text, const WccTraceEvent *event)
{
    const WccPlace *place = &event->point->place;
    bool is_told = is_same_line(teller->line, place);
    if (is_told && (teller->is_new || event->point->name))
        return;
    host_text_printf(text, "%s:%u: %s", place->file, place->line,
                     event->point->source ? event->point->source : "");
    if (teller->trace.is_of_wave)
        add_lanes(text, event);
    host_text_printf(text, "\n");
    teller->line = place;
    teller->is_new = true;
}

static void tell_event(WccTrace *trace, const WccTraceEvent *event)
{
    TraceTeller *teller = (TraceTeller *)trace;
    Text text = {0};
    add_line(teller, &text, event);
    if (event->point->name) {
        host_text_printf(&text, "    %s = ", event->point->name);
        if (trace->is_of_wave)
            add_lanes_values(&text, event);
        else
            add_value(&text, event, trace->lane);
        host_text_printf(&text, "\n");
        teller->is_new = false;
    }
    teller->has_failed |= text.failed;
    if (text.length)
        fwrite(text.text, 1, text.length, teller->out);
    free(text.text);
}

/* ---- who listens ---- */

static bool check_trace(Report *report, const StepRun *run, const WccDispatch *dispatch,
                        uint32_t *thread)
{
    const TraceOptions *wanted = &run->step->options->trace;
    const WccEntry *entry = run->step->entry;
    const WccVariant *variant = run->step->way.variant;
    if (!variant->traces)
        return host_fail(report, "it was compiled without --trace");
    return host_check_group(report, dispatch->groups, wanted->group) &&
           (wanted->kind == TRACE_WAVE
                ? host_check_wave(report, entry, variant, wanted->of[0])
                : host_check_thread(report, entry, wanted->of, wanted->is_index, thread));
}

bool host_begin_trace(StepRun *run, const WccDispatch *dispatch, TraceTeller *teller)
{
    const TraceOptions *wanted = &run->step->options->trace;
    Report *report = run->session->report;
    *teller = (TraceTeller){.trace = {.is_of_wave = wanted->kind == TRACE_WAVE,
                                      .of = wanted->of[0],
                                      .tell = tell_event},
                            .out = run->session->out};
    memcpy(teller->trace.group, wanted->group, sizeof wanted->group);
    return check_trace(report, run, dispatch, &teller->trace.of) ||
           host_fail_in(report, "--trace%s", wanted->kind == TRACE_WAVE ? "-wave" : "");
}

bool host_end_trace(StepRun *run, const TraceTeller *teller)
{
    return !teller->has_failed || host_fail(run->session->report, "not enough memory");
}
