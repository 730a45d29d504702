/* reach: what a share of a dispatch's groups touches, known before it runs (WccSharing). */
#ifndef WCC_REACH_H
#define WCC_REACH_H

#include "module.h"
#include "resources.h"
#include "spans.h"

/* The groups of a grid with first[axis] <= number < last[axis]. */
typedef struct GroupBox {
    uint32_t first[3], last[3];
} GroupBox;

/* A number between these; modulo 2^32. low > high: there is none. */
typedef struct Bounds {
    int64_t low, high;
} Bounds;

typedef struct Reached {
    const WccModule *module;
    const WccSharing *sharing;
    const WccResource *rows; /* cbuffers, and sizes: by row of the module's table */
} Reached;

/* Fills `terms`, which has room for sharing->term_count: each for all threads of the groups. */
void host_find_bounds(const Reached *reached, const GroupBox *box, Bounds *terms);
/* Roughly: short gaps between lines belong to it. */
typedef enum Closeness { REACH_CLOSELY, REACH_ROUGHLY } Closeness;
/* Adds the bytes of the view's memory that one of the reaches touches, by these bounds. */
void host_add_reached(const Reached *reached, const WccReach *reach, const Bounds *terms,
                      const WccResource *view, Closeness closeness, Spans *spans);
/* Bytes of a view's memory, from its first texel to its last. */
size_t host_view_bytes(const WccResourceInfo *info, const WccResource *view);

#endif
