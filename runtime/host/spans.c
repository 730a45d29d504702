/* spans: sets of bytes, as sorted runs. */
#include "spans.h"

#include <stdlib.h>
#include <string.h>

static bool make_room(Spans *spans)
{
    if (spans->count < spans->room)
        return true;
    size_t room = spans->room ? 2 * spans->room : 8;
    Span *items = realloc(spans->items, room * sizeof *items);
    spans->has_failed |= !items;
    if (!items)
        return false;
    spans->items = items;
    spans->room = room;
    return true;
}

void host_span_add(Spans *spans, uint64_t first, uint64_t last)
{
    Span *end = spans->count ? &spans->items[spans->count - 1] : NULL;
    if (first >= last)
        return;
    if (end && first >= end->first && first <= end->last) {
        end->last = last > end->last ? last : end->last;
        return;
    }
    spans->is_askew |= end && first < end->first;
    if (make_room(spans))
        spans->items[spans->count++] = (Span){first, last};
}

static int by_first(const void *left, const void *right)
{
    const Span *a = left, *b = right;
    return (a->first > b->first) - (a->first < b->first);
}

void host_spans_settle(Spans *spans)
{
    size_t count = spans->count;
    if (!spans->is_askew)
        return;
    qsort(spans->items, count, sizeof *spans->items, by_first);
    spans->count = 0;
    spans->is_askew = false;
    for (size_t i = 0; i < count; i++) /* never more than are read */
        host_span_add(spans, spans->items[i].first, spans->items[i].last);
}

void host_spans_free(Spans *spans)
{
    free(spans->items);
    *spans = (Spans){0};
}

void host_spans_copy(Spans *made, const Spans *spans)
{
    *made = (Spans){.has_failed = spans->has_failed};
    for (size_t i = 0; i < spans->count; i++)
        host_span_add(made, spans->items[i].first, spans->items[i].last);
}

void host_spans_minus(Spans *made, const Spans *spans, const Spans *without)
{
    size_t at = 0;
    *made = (Spans){.has_failed = spans->has_failed || without->has_failed};
    for (size_t i = 0; i < spans->count; i++) {
        uint64_t first = spans->items[i].first, last = spans->items[i].last;
        while (at < without->count && without->items[at].last <= first)
            at++;
        for (size_t k = at; k < without->count && without->items[k].first < last; k++) {
            host_span_add(made, first, without->items[k].first);
            first = without->items[k].last;
        }
        host_span_add(made, first, last);
    }
}

/* Adds each piece of both to `made`; NULL: gives whether there is one. */
static bool meet(const Spans *left, const Spans *right, Spans *made)
{
    size_t i = 0, k = 0;
    while (i < left->count && k < right->count) {
        const Span *a = &left->items[i], *b = &right->items[k];
        uint64_t first = a->first > b->first ? a->first : b->first;
        uint64_t last = a->last < b->last ? a->last : b->last;
        if (first < last && !made)
            return true;
        if (made)
            host_span_add(made, first, last);
        if (a->last < b->last)
            i++;
        else
            k++;
    }
    return false;
}

void host_spans_common(Spans *made, const Spans *left, const Spans *right)
{
    *made = (Spans){.has_failed = left->has_failed || right->has_failed};
    meet(left, right, made);
}

bool host_spans_meet(const Spans *left, const Spans *right) { return meet(left, right, NULL); }

bool host_spans_are_same(const Spans *left, const Spans *right)
{
    return left->count == right->count &&
           (left->count == 0 ||
            !memcmp(left->items, right->items, left->count * sizeof *left->items));
}

/* Merges what both have in order, so that nothing is sorted. */
void host_spans_join(Spans *spans, const Spans *with)
{
    Spans made = {.has_failed = spans->has_failed || with->has_failed};
    size_t i = 0, k = 0;
    if (!with->count) {
        spans->has_failed |= with->has_failed;
        return;
    }
    while (i < spans->count || k < with->count) {
        bool is_left = k == with->count ||
                       (i < spans->count && spans->items[i].first < with->items[k].first);
        const Span *next = is_left ? &spans->items[i++] : &with->items[k++];
        host_span_add(&made, next->first, next->last);
    }
    free(spans->items);
    *spans = made;
}

void host_spans_drop(Spans *spans, const Spans *without)
{
    Spans made;
    if (!host_spans_meet(spans, without)) {
        spans->has_failed |= without->has_failed;
        return;
    }
    host_spans_minus(&made, spans, without);
    free(spans->items);
    *spans = made;
}

uint64_t host_spans_bytes(const Spans *spans)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < spans->count; i++)
        bytes += spans->items[i].last - spans->items[i].first;
    return bytes;
}
