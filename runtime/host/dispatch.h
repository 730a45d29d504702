/* dispatch: running the groups of an entry point on a pool of workers, in a chosen order. */
#ifndef WCC_DISPATCH_H
#define WCC_DISPATCH_H

#include "numbers/report.h"
#include "wcc_abi.h"
#include "wcc_rt.h"

typedef struct Pool Pool;
typedef struct Faults Faults;

/* The order in which groups start. */
typedef struct Order {
    enum { ORDER_LINEAR, ORDER_TILE_X, ORDER_TILE_Y, ORDER_MORTON } kind;
    uint32_t tile; /* groups across a tile, at least 1 */
} Order;

/* The order of groups on top of that, and of the waves in a group: --schedule. */
typedef struct Schedule {
    WccSchedule kind;
    uint32_t seed;
} Schedule;

typedef struct Job {
    const WccVariant *variant;
    const WccDispatch *dispatch;
    Order order;
    double timeout_seconds; /* 0: none */
    Schedule schedule;
} Job;

/* order.c */

bool host_parse_order(Report *report, const char *text, Order *order);
/* The group that starts as number `ticket` (0 .. x*y*z - 1). */
void host_order_group(Order order, const uint32_t groups[3], uint64_t ticket, uint32_t group[3]);
bool host_parse_schedule(Report *report, const char *text, Schedule *schedule);
/* "random:5" into text; gives text. */
const char *host_spell_schedule(Schedule schedule, char text[32]);
/* A permutation of 0 .. total - 1. */
uint64_t host_schedule_ticket(Schedule schedule, uint64_t total, uint64_t ticket);

/* faults.c: what kernels compiled with --check report */

Faults *host_new_faults(Report *report);
void host_free_faults(Faults *faults);
/* Forgets all, and takes what the dispatch's kernels report. */
void host_collect_faults(Faults *faults, WccDispatch *dispatch);
/* Prints what was reported, a line for each place in the source; false if there was anything.
 * Without a place for messages, the reason is the first fault. */
bool host_tell_faults(Report *report, Faults *faults);

/* workers.c */

uint32_t host_cpu_count(void);
Pool *host_new_pool(Report *report, uint32_t workers);
/* Does nothing to a pool whose kernel still runs after a time-out. */
void host_free_pool(Pool *pool);
/* False: more than compiled kernels expect, which count threads on the first axis in 31 bits and
 * groups on the others to 65535. */
bool host_groups_are_few(Report *report, const WccEntry *entry, const uint32_t groups[3]);
/* Where a worker waits for what another group writes. */
typedef struct Waiting {
    WccPlace place; /* of the loop; file NULL: none does */
    uint32_t group[3];
} Waiting;

/* Runs all groups. WCC_CHECK_FAILED: kernels reported faults. WCC_TIMED_OUT: no group starts
 * any more, but some may still run (host_pool_stuck). */
WccStatus host_run_job(Report *report, Pool *pool, const Job *job, WccTimes *times);
bool host_pool_stuck(Pool *pool);
/* After a time-out: one of those that wait. */
Waiting host_find_waiting(Pool *pool);
/* "; group 1,0,0 waits at FILE:LINE ..." behind the reason of a time-out, where one waits. */
void host_add_waiting(Report *report, Pool *pool);
double host_now_ms(void);

#endif
