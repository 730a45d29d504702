/* spans: sets of the bytes of a resource. */
#ifndef WCC_SPANS_H
#define WCC_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Span {
    uint64_t first, last; /* last: behind the end */
} Span;

/* In order, with a gap between one and the next, once settled. Zeroed: none. */
typedef struct Spans {
    Span *items;
    size_t count, room;
    bool is_askew; /* not settled */
    bool has_failed; /* memory ran out: not all are there. What is made of it has failed, too */
} Spans;

/* Adds the bytes first .. last - 1. */
void host_span_add(Spans *spans, uint64_t first, uint64_t last);
/* After the last of several additions. */
void host_spans_settle(Spans *spans);
void host_spans_free(Spans *spans);

/* Of settled ones. `made` is new, and to be freed. */
void host_spans_copy(Spans *made, const Spans *spans);
void host_spans_minus(Spans *made, const Spans *spans, const Spans *without);
void host_spans_common(Spans *made, const Spans *left, const Spans *right);
bool host_spans_meet(const Spans *left, const Spans *right);
bool host_spans_are_same(const Spans *left, const Spans *right);
/* Into the first. */
void host_spans_join(Spans *spans, const Spans *with);
void host_spans_drop(Spans *spans, const Spans *without);
uint64_t host_spans_bytes(const Spans *spans);

#endif
