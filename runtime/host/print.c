/* What kernels print, from all workers, in records; told when the dispatch has ended.
 *
 * The order is that of groups (z, y, x), of threads in a group (SV_GroupIndex), and of what one
 * thread prints after another. A group runs on one worker, so the records of a thread lie in their
 * order already, and the order of the others says nothing.
 *
 * Of more bytes than there may be the first in that order are kept. The records are sorted and cut
 * when they have become twice as many; a record that is cut, and whatever comes behind it, can only
 * move further back. So it depends on nobody's speed what is kept.
 *
 * One lock is enough: a record takes a fraction of the time that it takes to make text of it. */
#define _GNU_SOURCE
#include "dispatch.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16, LEAST_ROOM = 1 << 16 };

typedef struct Record {
    const WccPrintPoint *point;
    uint32_t group[3], thread, wave;
    uint32_t count; /* of the words that follow */
} Record;

struct Printer {
    WccPrinter printer; /* first: it is what kernels know */
    pthread_mutex_t lock;
    PrintFilter filter;
    size_t most_bytes, used, room;
    uint8_t *records;
    uint64_t dropped;
    bool has_cut;
    Record cut; /* the first that was dropped */
    enum { DEBUGGER_UNKNOWN, DEBUGGER_THERE, DEBUGGER_MISSING } debugger;
};

/* ---- their order ---- */

static size_t record_bytes(const Record *record)
{
    return (sizeof *record + record->count * sizeof(uint32_t) + 7) & ~(size_t)7;
}

static int compare_threads(const Record *left, const Record *right)
{
    for (int axis = 2; axis >= 0; axis--)
        if (left->group[axis] != right->group[axis])
            return left->group[axis] < right->group[axis] ? -1 : 1;
    return (left->thread > right->thread) - (left->thread < right->thread);
}

static int compare_records(const void *left, const void *right)
{
    const Record *a = *(const Record *const *)left, *b = *(const Record *const *)right;
    int order = compare_threads(a, b);
    return order ? order : (a > b) - (a < b);
}

/* Pointers to them, to be freed; NULL: out of memory. */
static const Record **sort_records(const Printer *printer, size_t *count)
{
    *count = 0;
    for (size_t at = 0; at < printer->used; ++*count)
        at += record_bytes((const Record *)(printer->records + at));
    const Record **sorted = malloc((*count + 1) * sizeof *sorted);
    size_t i = 0;
    for (size_t at = 0; sorted && at < printer->used; i++) {
        sorted[i] = (const Record *)(printer->records + at);
        at += record_bytes(sorted[i]);
    }
    if (sorted)
        qsort(sorted, *count, sizeof *sorted, compare_records);
    return sorted;
}

/* How many of them fit. */
static size_t count_fitting(const Printer *printer, const Record *const *sorted, size_t count)
{
    size_t bytes = 0, fitting = 0;
    while (fitting < count && bytes + record_bytes(sorted[fitting]) <= printer->most_bytes)
        bytes += record_bytes(sorted[fitting++]);
    return fitting;
}

/* ---- taking ---- */

static bool is_cut(const Printer *printer, const Record *record)
{
    return printer->has_cut && compare_threads(record, &printer->cut) >= 0;
}

/* Leaves those that fit, sorted. False: out of memory. */
static bool cut_records(Printer *printer)
{
    size_t count, at = 0;
    const Record **sorted = sort_records(printer, &count);
    uint8_t *kept = malloc(printer->room);
    size_t fitting = sorted ? count_fitting(printer, sorted, count) : 0;
    if (sorted && kept && fitting < count) {
        for (size_t i = 0; i < fitting; i++) {
            memcpy(kept + at, sorted[i], record_bytes(sorted[i]));
            at += record_bytes(sorted[i]);
        }
        printer->cut = *sorted[fitting];
        printer->has_cut = true;
        printer->dropped += count - fitting;
        uint8_t *old = printer->records;
        printer->records = kept;
        printer->used = at;
        kept = old;
    }
    bool good = sorted && kept;
    free(sorted);
    free(kept);
    return good;
}

static bool make_room(Printer *printer, size_t bytes)
{
    if (printer->used > 2 * printer->most_bytes && !cut_records(printer))
        return false;
    if (printer->room - printer->used >= bytes)
        return true;
    size_t room = (printer->room + bytes) * 2 + LEAST_ROOM;
    uint8_t *records = realloc(printer->records, room);
    if (!records)
        return false;
    printer->records = records;
    printer->room = room;
    return true;
}

static void keep(Printer *printer, const WccPrintEvent *event, Record record, uint32_t lane)
{
    if (is_cut(printer, &record) || !make_room(printer, record_bytes(&record)) ||
        is_cut(printer, &record)) {
        printer->dropped++;
        return;
    }
    uint8_t *at = printer->records + printer->used;
    memcpy(at, &record, sizeof record);
    for (uint32_t i = 0; i < record.count; i++) {
        const WccWords *words = &event->words[i];
        memcpy(at + sizeof record + i * sizeof(uint32_t),
               &words->first[lane * (uint32_t)words->step], sizeof(uint32_t));
    }
    printer->used += record_bytes(&record);
}

static uint32_t count_words(const char *leaves)
{
    uint32_t count = 0;
    for (; *leaves; leaves++)
        count += strchr("lmd", *leaves) ? 2 : 1;
    return count;
}

/* ---- debuggers ---- */

static bool find_debugger(void)
{
    char line[256];
    long tracer = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "TracerPid: %ld", &tracer) == 1)
            break;
    if (status)
        fclose(status);
    return tracer != 0;
}

static bool is_debugged(Printer *printer)
{
    if (printer->debugger == DEBUGGER_UNKNOWN)
        printer->debugger = find_debugger() ? DEBUGGER_THERE : DEBUGGER_MISSING;
    return printer->debugger == DEBUGGER_THERE;
}

/* A tracer sees signals that are ignored, too; one that does not stop (strace) does not end the
 * program so. */
static void stop_in_debugger(void)
{
    struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
    if (sigaction(SIGTRAP, &ignored, &before))
        return;
    raise(SIGTRAP);
    sigaction(SIGTRAP, &before, NULL);
}

static void take_event(WccPrinter *taker, const WccPrintEvent *event)
{
    Printer *printer = (Printer *)taker;
    const WccWhere *where = event->where;
    Record record = {.point = event->point, .wave = event->wave,
                     .count = count_words(event->point->leaves)};
    bool is_taken = false;
    memcpy(record.group, where->group, sizeof record.group);
    pthread_mutex_lock(&printer->lock);
    bool stops = !event->point->format && is_debugged(printer);
    for (uint32_t lane = 0; lane < where->wave_size; lane++) {
        if (!event->active[lane] ||
            !host_filter_takes(&printer->filter, where, event->wave, lane))
            continue;
        record.thread = wcc_thread(where, event->wave, lane);
        is_taken = true;
        if (!stops)
            keep(printer, event, record, lane);
    }
    if (stops && is_taken)
        stop_in_debugger();
    pthread_mutex_unlock(&printer->lock);
}

/* ---- telling ---- */

typedef struct Break { /* DebugBreak() at a place in the source */
    const Record *first;
    uint64_t count;
} Break;

static bool is_same_place(const WccPlace *left, const WccPlace *right)
{
    return left->line == right->line && left->column == right->column &&
           strcmp(left->file, right->file) == 0;
}

typedef struct Breaks {
    Break *items;
    size_t count, room;
} Breaks;

static void add_break(Breaks *breaks, const Record *record)
{
    size_t at = 0;
    while (at < breaks->count &&
           !is_same_place(&breaks->items[at].first->point->place, &record->point->place))
        at++;
    if (at == breaks->room) {
        size_t room = breaks->room * 2 + 8;
        Break *items = realloc(breaks->items, room * sizeof *items);
        if (!items)
            return;
        breaks->items = items;
        breaks->room = room;
    }
    if (at == breaks->count)
        breaks->items[breaks->count++] = (Break){.first = record};
    breaks->items[at].count++;
}

static void tell_break(Report *report, const Break *broken)
{
    const Record *first = broken->first;
    const WccPlace *place = &first->point->place;
    char more[64] = "";
    if (broken->count > 1)
        snprintf(more, sizeof more, ", and %llu more",
                 (unsigned long long)broken->count - 1);
    host_warn(report,
              "%.300s:%u:%u: DebugBreak() without a debugger: group %u,%u,%u, thread %u, wave "
              "%u%s",
              place->file, place->line, place->column, first->group[0], first->group[1],
              first->group[2], first->thread, first->wave, more);
}

static void flush(Report *report, Text *text)
{
    if (text->length && report->print)
        report->print(report->print_context, text->text, text->length);
    text->length = 0;
}

static void tell_sorted(Report *report, const Record *const *sorted, size_t count)
{
    Text text = {0};
    Breaks breaks = {0};
    host_before_message(report);
    for (size_t i = 0; i < count; i++) {
        if (sorted[i]->point->format)
            host_text_print(&text, sorted[i]->point, (const uint32_t *)(sorted[i] + 1));
        else
            add_break(&breaks, sorted[i]);
        if (text.length >= CHUNK)
            flush(report, &text);
    }
    flush(report, &text);
    free(text.text);
    for (size_t i = 0; i < breaks.count; i++)
        tell_break(report, &breaks.items[i]);
    free(breaks.items);
}

void host_tell_prints(Report *report, Printer *printer)
{
    size_t count = 0;
    pthread_mutex_lock(&printer->lock);
    const Record **sorted = printer->used ? sort_records(printer, &count) : NULL;
    size_t fitting = sorted ? count_fitting(printer, sorted, count) : 0;
    if (sorted)
        tell_sorted(report, sorted, fitting);
    printer->dropped += count - fitting;
    if (printer->dropped)
        host_warn(report,
                  "%llu calls of printf, those of the last threads, are not shown: one dispatch "
                  "has room for %zu MiB of them; --printf-filter chooses which",
                  (unsigned long long)printer->dropped, printer->most_bytes >> 20);
    free(sorted);
    free(printer->records);
    printer->records = NULL;
    printer->used = printer->room = 0;
    printer->dropped = 0;
    pthread_mutex_unlock(&printer->lock);
}

/* ---- the whole ---- */

Printer *host_new_printer(Report *report, size_t most_bytes)
{
    Printer *printer = calloc(1, sizeof *printer);
    if (!printer) {
        host_fail(report, "not enough memory");
        return NULL;
    }
    printer->printer.print = take_event;
    printer->most_bytes = most_bytes;
    pthread_mutex_init(&printer->lock, NULL);
    return printer;
}

void host_free_printer(Printer *printer)
{
    if (!printer)
        return;
    pthread_mutex_destroy(&printer->lock);
    free(printer->records);
    free(printer);
}

void host_send_prints(Report *report, FILE *out)
{
    report->print = out ? host_print_to_file : NULL;
    report->print_context = out;
}

void host_collect_prints(Printer *printer, const Report *report, const PrintFilter *filter,
                         WccDispatch *dispatch)
{
    printer->filter = *filter;
    printer->used = 0;
    printer->dropped = 0;
    printer->has_cut = false;
    printer->debugger = DEBUGGER_UNKNOWN;
    dispatch->printer = report->print ? &printer->printer : NULL;
}
