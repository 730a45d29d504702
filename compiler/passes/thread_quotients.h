/* thread_quotients: kernels whose threads are counted in one dimension and find out by `i % n`, `i / n` where they are,
 * to be put together anew from copies of what one thread does; what quotient_rows.c and quotient_lanes.c share. */
#ifndef WAVECC_PASSES_THREAD_QUOTIENTS_H
#define WAVECC_PASSES_THREAD_QUOTIENTS_H

#include "passes/passes_priv.h"

enum {
    QUOTIENTS_MOST_DIVISIONS = 16,
    QUOTIENTS_ROW_WAVE = 16 /* lanes of kernels that go by rows: two vectors of AVX2, one of AVX-512 */
};

typedef struct ThreadQuotients {
    IrKernel *kernel;
    uint32_t threads; /* of a group as it was */
    IrInstr *divisions[QUOTIENTS_MOST_DIVISIONS];
    int count;
    IrInstr *divisor; /* that the others are multiples of; NULL: there is none */
    IrInstr *length;  /* the same, before all */
    VEC(IrInstr *) numbers; /* of the thread in the dispatch */
    IrRegion *work;         /* what a thread does */
} ThreadQuotients;

/* Threads of one wave. */
typedef struct ThreadPlace {
    IrInstr *number, *quotient, *remainder;
    IrInstr *are_there; /* lanes that are the group's; NULL: all are */
    IrInstr *column;    /* of `parts` threads, of which it is number `part`; parts below 2: the remainder is not taken apart */
    uint32_t parts, part;
    IrInstr *first; /* the first lane's remainder, on whose side of bounds all are; NULL: each asks for itself */
} ThreadPlace;

/* A copy of the kernel, before its passes, in which so many groups are one; NULL: its threads see more than their number,
 * or there is more than one row of them. */
IrKernel *join_counted_threads(Arena *arena, const IrKernel *kernel, uint32_t count);

/* Up to `most` instructions that store what follows from memory that nobody writes: what a thread does twice, or beside
 * another one, changes nothing. */
bool stores_what_stays(const IrKernel *kernel, int most);

/* The divisions of the thread's number by what `is_divisor` lets in, and the divisor that most are multiples of. False:
 * there are none, or threads leave in the midst of what they do. */
bool find_quotients(ThreadQuotients *quotients, IrKernel *kernel, bool (*is_divisor)(const ThreadQuotients *, const IrInstr *));
/* By that divisor; NULL: by any. */
bool has_quotient(const ThreadQuotients *quotients, const IrInstr *divisor);

/* What threads do is put away, to be copied; what it was put into, for take_work_away. */
IrInstr *put_work_away(ThreadQuotients *quotients);
void take_work_away(ThreadQuotients *quotients, IrInstr *holder);

/* The divisor, computed at the builder's place. */
IrInstr *build_divisor(IrBuilder *builder, const ThreadQuotients *quotients);
/* What is a multiple of the divisor is the product, and not 0; NULL: nothing needs to be asked. */
IrInstr *build_are_multiples(IrBuilder *builder, const ThreadQuotients *quotients);

/* Which quotients and remainders are the place's: none, those that are sure to be, by constants; all. */
typedef enum QuotientUse { AS_THEY_ARE, WHERE_SURE, OF_THE_PLACE } QuotientUse;

/* Where the remainder by the divisor, which is `channels`, decides what a thread does or where it goes (quotient_lanes.c). */
bool remainder_decides(const ThreadQuotients *quotients, uint32_t channels);
/* The work of the threads whose quotient is the lane, of one after the other: together where all have some. If not NULL,
 * are_multiples is asked, too (quotient_lanes.c). Needs: quotients.length, a constant. */
void put_threads_of_lane(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *lane, IrInstr *are_multiples,
                         QuotientUse sure);

/* Who is there, and in the branch that all of the work is in: computed before the builder's place. NULL: all threads. */
IrInstr *build_who_works(IrBuilder *builder, const ThreadQuotients *quotients, const ThreadPlace *place, QuotientUse use);
/* Whether all threads work up to a number that the dispatch knows, or whatever theirs is. */
bool works_up_to_a_number(const ThreadQuotients *quotients);
/* Then: whether those up to `last` all do; NULL: they do. */
IrInstr *build_all_work(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *last);
/* All of the work, in the builder's region, done by these. */
void put_work(IrBuilder *builder, const ThreadQuotients *quotients, const ThreadPlace *place, QuotientUse use);

/* Groups have that many threads now, in waves of as many lanes; what they had is told where a group is none of several. */
void take_threads(IrKernel *kernel, uint32_t threads, uint32_t lanes);

IrBuilder builder_in_side(IrKernel *kernel, IrInstr *construct, int side);
IrInstr *build_i32(IrBuilder *builder, int64_t value);
IrInstr *build_lane(IrBuilder *builder);

/* A loop with a counter. */
typedef struct Turn {
    IrInstr *counter;
    IrBuilder body;
} Turn;

Turn begin_loop(IrBuilder *builder, IrInstr *first);
void leave_turn_unless(Turn *turn, IrInstr *goes_on);
void go_on_with(Turn *turn, IrInstr *next);

/* Two, three or four, by which the remainder by the divisor is divided itself; 0: it is something else. */
uint32_t parts_of_column(const ThreadQuotients *quotients, const IrInstr *instr);
/* A comparison whose operand of that number is the remainder by the divisor, with what the dispatch knows. */
bool is_bound_of_column(const ThreadQuotients *quotients, const IrInstr *compare, int operand);
/* What the dispatch knows, computed at the builder's place. */
IrInstr *build_known(IrBuilder *builder, IrInstr *value);

/* Which rows are left: from `start`, and behind that from `least` on. */
typedef struct RestOfRows {
    IrInstr *start, *least;
} RestOfRows;

/* A group may have two rows whole, and whether all of their threads work is asked of the last one (whole_rows.c). */
bool may_have_whole_rows(const ThreadQuotients *quotients);
/* Does the work of all of them; the group's threads are those from `first`, in row `start`, to before `end`. Rows that are
 * none are longer than the group's half. */
RestOfRows put_whole_rows(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *length, IrInstr *first, IrInstr *end,
                          IrInstr *start);

#endif
