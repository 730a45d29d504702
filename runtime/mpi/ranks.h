/* ranks: the groups of a dispatch, shared out over the processes of an MPI job.
 *
 * Rank 0 is the program as ever: it reads files, prints and writes. The others (follow.c) know
 * nothing but the module, and wait for what rank 0 says (lead.c, message.c). All ranks know of each
 * resource's memory which bytes of it are good on which rank (Memory.have). Before a dispatch all
 * compute, from the kernel's table (WccSharing), what each rank's share of the groups touches
 * (share.c), and the bytes that a rank lacks travel there (exchange.c). Afterwards what a rank has
 * written into parts of its own stays where it is; the rest comes together as the compiler found
 * that it may (merge.c). What rank 0 looks at, a file to write say, comes home first. */
#ifndef WCC_MPI_RANKS_H
#define WCC_MPI_RANKS_H

#include <mpi.h>

#include "host/dispatch.h"
#include "host/module.h"
#include "host/reach.h"
#include "host/resources.h"

/* The memory of a resource, on all ranks. */
typedef struct Memory {
    size_t bytes;     /* 0: the place is free */
    uint8_t *data;    /* this rank's; on rank 0 the program's */
    uint8_t *before;  /* room for a copy; NULL: none yet */
    Spans *have;      /* by rank: what is good there */
    Storage *storage; /* rank 0: a reference */
} Memory;

/* A row of WccModule.resources in a dispatch. */
typedef struct Row {
    int memory; /* in Party.memories; -1: none */
    uint8_t *own; /* where there is none, cbuffers and samplers: on ranks that follow */
    size_t own_room;
    uint32_t counter; /* on ranks that follow: the view's counter points here */
    uint32_t start;   /* the counter before the dispatch */
    WccLevel levels[MAX_MIPS];
} Row;

typedef struct Party {
    Ranks ranks; /* first: what hosts see of it */
    int rank, size;
    const WccModule *module;
    Row *rows;          /* by row of the module's table, as are views */
    WccResource *views; /* as this rank's kernels see them */
    Memory *memories;
    uint32_t memory_count;
    const WccVariant *told; /* that it runs on one rank */
    bool is_stuck;     /* a kernel still runs on what is here after a time-out: that stays */
    bool shares_only;  /* what cannot be shared out does not run: WCC_CANCELLED */
    const char *alone; /* why the last dispatch ran on rank 0 alone; NULL: it did not */
    struct Explained *explained; /* explain.c */
    struct Sweeping *sweeping;   /* sweep.c */
    int argc;
    char **argv; /* rank 0's */
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
    uint64_t unit; /* shares are multiples of so many groups */
} Dispatched;

/* What a rank's share of the groups touches of a memory. */
typedef struct Touch {
    Spans reads, writes;
} Touch;

typedef struct Use { /* of a memory, in a dispatch */
    Memory *memory;
    uint32_t row;          /* that writes it; else any that reads it */
    uint32_t row_count;    /* that are in it */
    const WccShare *share; /* of `row`; NULL: not known */
    bool is_written;
    bool may_part;  /* of all rows (WccShare) */
    bool is_parted; /* no rank touches what another writes */
    Touch *by_rank;
} Use;

typedef struct Division {
    Dispatched dispatched;
    int size; /* ranks that have shares: the first ones */
    Use *uses;
    uint32_t use_count;
} Division;

/* How bytes travelled. */
typedef struct Traffic {
    enum { TRAFFIC_NONE, TRAFFIC_BROADCAST, TRAFFIC_GATHERED, TRAFFIC_PAIRS } way;
    uint64_t bytes;    /* that some rank received */
    uint32_t receivers;
} Traffic;

/* ---- share.c ---- */

/* Of the resource that a row is of. */
const char *mpi_name_of(const Party *party, uint32_t row);
uint64_t mpi_groups(const Dispatched *dispatched);
/* Of the groups, those of a rank: contiguous, in the order of ranks. */
Part mpi_part(const Dispatched *dispatched, int rank, int size);
/* What the ranks touch; to be freed. */
void mpi_divide(Party *party, const Dispatched *dispatched, int size, Division *division);
void mpi_free_division(const Party *party, Division *division);
/* How well it comes together. */
typedef enum Verdict { VERDICT_GOOD, VERDICT_STORES, VERDICT_NOT } Verdict;
/* VERDICT_NOT: `hindrance` is why; of it `resource` UINT32_MAX: not that of a resource. */
Verdict mpi_judge(const Division *division, WccShare *hindrance);

/* ---- exchange.c ---- */

/* All ranks: brings each what it needs and does not have. By rank. */
Traffic mpi_bring(Party *party, Memory *memory, const Spans *needs);
/* Only this rank has these bytes. */
void mpi_own(const Party *party, Memory *memory, int rank, const Spans *spans);

/* ---- merge.c ---- */

/* All ranks: makes of what they have done what one rank would have. A race between groups of
 * different ranks is told by rank 0. */
void mpi_merge(Party *party, Report *report, const Division *division, const Use *use);

/* ---- message.c ---- */

/* What rank 0 says, followed by what the comments name. */
typedef struct Message {
    enum {
        MESSAGE_END,
        MESSAGE_NEW,     /* a memory; `is_zero`: nothing but zeros are in it */
        MESSAGE_DROP,    /* a memory */
        MESSAGE_CHANGED, /* rank 0 alone has these bytes; spans */
        MESSAGE_FETCH,   /* rank 0 needs these bytes; spans */
        MESSAGE_RUN,     /* rows, then the bytes of those without memory */
        MESSAGE_SWEEP    /* a command line: row_count words, which `bytes` follow */
    } kind;
    uint32_t memory;
    uint64_t bytes, span_count;
    uint32_t is_zero;
    uint32_t entry, variant; /* places in the tables */
    uint32_t groups[3];
    Order order;
    uint64_t unit;
    double timeout_seconds;
    uint32_t workers; /* that -j asks for; 0: it does not */
    uint32_t row_count;
} Message;

typedef struct MessageRow {
    uint32_t row, counter;
    int32_t memory;
    uint64_t offset, bytes; /* in the memory; behind the rows where it has none */
    WccResource view; /* its pointers mean nothing but whether they are there */
    WccLevel levels[MAX_MIPS];
} MessageRow;

/* From rank 0's memory into that of the others. */
void mpi_send_bytes(void *bytes, size_t count);
/* Rank 0 sends, the others receive. */
void mpi_send_spans(const Party *party, Spans *spans, uint64_t count);
/* Ends all ranks, with a reason that names this one. */
_Noreturn void mpi_give_up(const Party *party, const char *why);
/* Zeroed; ends all ranks where there is no memory. */
void *mpi_new(const Party *party, size_t count, size_t size);
/* What was made of spans is all there, or all ranks end. */
void mpi_check(const Party *party, const Spans *spans);

/* ---- memory.c ---- */

/* All ranks: a place for a memory, which rank 0 has alone, or all where there are but zeros. */
Memory *mpi_add_memory(Party *party, uint32_t place, size_t bytes, bool is_zero);
void mpi_drop_memory(const Party *party, Memory *memory);
void mpi_keep_before(const Party *party, Memory *memory);
void mpi_new_rows(Party *party);
/* Before those of a dispatch are set. */
void mpi_forget_rows(Party *party);

/* ---- run.c ---- */

/* All ranks, which have the same division: brings what it needs, runs this rank's share and
 * merges. */
WccStatus mpi_run_division(Party *party, Report *report, Pool *pool, const Job *job,
                           const Division *division, WccTimes *times);

/* ---- explain.c: --explain-mpi ---- */

void mpi_forget_explained(Party *party);
/* What a dispatch brings, memory by memory, and what comes to rank 0 from a memory: unless that was
 * the last that was told of the kernel, of the memory. */
void mpi_explain(Party *party, Report *report, const Division *division, const Traffic *traffic);
void mpi_explain_home(Party *party, Report *report, const Storage *storage, const char *name,
                      const Traffic *traffic);

/* ---- sweep.c ---- */

/* As a program's Ranks. */
void mpi_begin_sweeps(Party *party);
void mpi_follow_sweep(Party *party, const Message *message);

/* ---- lead.c, follow.c ---- */

/* As a program's Ranks. */
void mpi_begin(Party *party);
/* Lets the others end. */
void mpi_end(void);
/* Does what rank 0 says until it ends. */
int mpi_follow(Party *party);
/* Of a party that has ended, on all ranks. */
void mpi_free_party(Party *party);

#endif
