/* ranks: the groups of a dispatch, shared out over the processes of an MPI job.
 *
 * Rank 0 is the program as ever: it reads files, prints and writes. The others (follow.c) know
 * nothing but the module, and wait for what rank 0 sends before each dispatch (lead.c): which
 * kernel, how many groups, and of the resources what has changed since. Each runs a contiguous share of the
 * groups in the dispatch's order. Then the resources come together on all ranks, as the compiler
 * found that they may (WccShare; merge.c), so that the next dispatch finds the same memory
 * everywhere. */
#ifndef WCC_MPI_RANKS_H
#define WCC_MPI_RANKS_H

#include <mpi.h>

#include "host/dispatch.h"
#include "host/module.h"
#include "host/resources.h"

/* A resource on this rank. */
typedef struct Held {
    WccResource view;  /* on rank 0: the program's */
    void *before;      /* a copy, as all ranks had it before the dispatch */
    size_t bytes, room; /* of it; that `before` has, and, on other ranks, `view.data` */
    uint32_t counter;  /* on other ranks: view.counter points here */
    uint32_t start;    /* the counter before the dispatch */
    WccLevel levels[MAX_MIPS];
    bool is_known;     /* `before` is what all ranks have */
} Held;

typedef struct Party {
    Ranks ranks; /* first: what hosts see of it */
    int rank, size;
    const WccModule *module;
    Held *held;  /* by row of WccModule.resources */
    const WccVariant *told; /* that it runs on one rank */
} Party;

/* The groups first .. last - 1, as tickets of the order. */
typedef struct Part {
    uint64_t first, last;
} Part;

/* What all ranks know of a dispatch. */
typedef struct Dispatched {
    const WccEntry *entry;
    const WccVariant *variant;
    uint32_t groups[3];
    Order order;
} Dispatched;

/* ---- share.c ---- */

/* Of `total` groups, those of a rank: contiguous, in the order of ranks. */
Part mpi_part(uint64_t total, int rank, int size);
uint64_t mpi_groups(const Dispatched *dispatched);
/* No two of the groups touch an element of the resource in common. */
bool mpi_is_apart(const WccShare *share, const uint32_t groups[3]);
/* How it comes together in this dispatch; WCC_MERGE_NONE: it does not. */
bool mpi_can_merge(const WccShare *share, const uint32_t groups[3]);

/* ---- merge.c ---- */

/* All ranks: makes each row of the resource what one rank would have made of it. A race between
 * groups of different ranks is told by rank 0. False: memory ran out, on all of them. */
bool mpi_merge(Party *party, Report *report, const Dispatched *dispatched, const WccShare *share,
               Held *held);

/* ---- message.c ---- */

/* What rank 0 sends before a dispatch, followed by the bytes of the rows that are sent. */
typedef struct Message {
    enum { MESSAGE_END, MESSAGE_RUN } kind;
    uint32_t entry, variant; /* places in the tables */
    uint32_t groups[3];
    Order order;
    double timeout_seconds;
    uint32_t workers; /* that -j asks for; 0: it does not */
    uint32_t row_count;
} Message;

typedef struct MessageRow {
    uint32_t row, counter;
    WccResource view; /* its pointers mean nothing but whether they are there */
    size_t bytes;
    uint32_t is_sent;
    WccLevel levels[MAX_MIPS];
} MessageRow;

/* Bytes of a view's memory, from its first texel to its last. */
size_t mpi_view_bytes(const WccResourceInfo *info, const WccResource *view);
/* All ranks, from rank 0's memory into that of the others. */
void mpi_send_bytes(void *bytes, size_t count);
/* Memory for `before`, and, where it is not rank 0's, for the view. False: there is none. */
bool mpi_make_room(const Party *party, Held *held, size_t bytes);
/* Whether it is so on all ranks. */
bool mpi_all(bool good);

/* ---- run.c ---- */

/* All ranks, once their memory is the same: runs this rank's share and merges. */
WccStatus mpi_run_share(Party *party, Report *report, Pool *pool, const Job *job, WccTimes *times);

/* ---- lead.c, follow.c ---- */

WccStatus mpi_lead(Ranks *ranks, Report *report, Pool *pool, const Job *job, WccTimes *times);
/* Lets the others end. */
void mpi_end(void);
/* Does what rank 0 says until it ends. */
int mpi_follow(Party *party);

#endif
