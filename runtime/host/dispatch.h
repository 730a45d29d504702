/* dispatch: running the groups of an entry point on a pool of workers, in a chosen order. */
#ifndef WCC_DISPATCH_H
#define WCC_DISPATCH_H

#include "numbers/report.h"
#include "print.h"
#include "wcc_abi.h"
#include "wcc_rt.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct Pool Pool;
typedef struct Faults Faults;

/* The order in which groups start. */
typedef struct Order {
    enum {
        ORDER_LINEAR,
        ORDER_TILE_X,
        ORDER_TILE_Y,
        ORDER_MORTON,
        ORDER_AUTO,
        ORDER_BAND /* rows of a larger grid, from first_row on, in the order `inside` */
    } kind;
    uint32_t tile; /* groups across a tile, at least 1 */
    uint32_t inside, first_row;
} Order;

/* The order of groups on top of that, and of the waves in a group: --schedule. */
typedef struct Schedule {
    WccSchedule kind;
    uint32_t seed;
} Schedule;

typedef struct Ranks Ranks;

typedef struct Job {
    const WccEntry *entry; /* for messages; may be NULL */
    const WccVariant *variant;
    const WccDispatch *dispatch;
    Order order;
    double timeout_seconds; /* 0: none */
    Schedule schedule;
    PrintFilter prints; /* who may print */
    bool keeps_times;
    bool owns_memory; /* nobody else comes to what is bound meanwhile */
    bool may_run_here; /* on the calling thread too, where its stack has room */
    uint64_t first_group, group_count; /* of a share, in their order; count 0: all groups run */
    Ranks *ranks; /* NULL: this process runs them */
    struct Storage *const *storages; /* where there are ranks: by row, what the dispatch's memory is in */
} Job;

/* What a run of a sweep came to. */
typedef struct RunEnd {
    uint64_t number;
    WccStatus status;
    char *texts[2]; /* what it printed; its messages */
    char *error;    /* why it failed */
} RunEnd;

/* Workers where nobody says how many: WAVECC_WORKERS, else the CPUs that the process may use. */
uint32_t host_default_workers(void);

/* Processes, each with memory and workers of its own, over which groups are shared out
 * (runtime/mpi). This one leads. What a dispatch has written may be in their memory alone. */
struct Ranks {
    /* As host_run_job, of a job without a share. */
    WccStatus (*run)(Ranks *ranks, Report *report, Pool *pool, const Job *job, WccTimes *times);
    /* Brings all of it here; the name is for messages. */
    void (*see)(Ranks *ranks, Report *report, const struct Storage *storage, const char *name);
    /* What the others have of it is good no more. */
    void (*change)(Ranks *ranks, const struct Storage *storage);
    /* Whole runs, of a sweep, are shared out likewise: each process carries out those whose number is
     * its own modulo `count`. */
    uint32_t index, count; /* of this process, of how many */
    /* The first one: the others begin, too. */
    void (*begin_runs)(Ranks *ranks);
    /* Keeps what a run has to say; takes the texts. False: a run before the next has failed. */
    bool (*keep_run)(Ranks *ranks, const RunEnd *end);
    /* All processes: the first one says what there is to say, in the order of the runs up to the
     * first that failed; gives its status. */
    WccStatus (*end_runs)(Ranks *ranks, Report *report, FILE *out);
    bool explains;    /* --explain-mpi */
    uint32_t workers; /* of this process, where nobody says how many */
    uint32_t asked;   /* of each process, by -j; 0: nobody does */
};

/* Of this process, where nobody says how many. Ranks may be NULL. */
static inline uint32_t host_usual_workers(const Ranks *ranks)
{
    return ranks ? ranks->workers : host_default_workers();
}

/* Before this process reads memory that kernels may have written. Ranks may be NULL, and storage. */
static inline void host_see(Ranks *ranks, Report *report, const struct Storage *storage,
                            const char *name)
{
    if (ranks && storage)
        ranks->see(ranks, report, storage, name);
}

/* After it has changed memory, all of which was here. */
static inline void host_change(Ranks *ranks, const struct Storage *storage)
{
    if (ranks && storage)
        ranks->change(ranks, storage);
}

/* On one worker: somebody looks at what is written as it happens. */
static inline bool host_runs_alone(const Job *job)
{
    return job->dispatch->watch || job->variant->watches;
}

/* A job in a pool's queue. Stays where it is until it has ended. */
typedef struct Task {
    Job job;
    uint64_t total; /* groups */
    Report *report; /* gets warnings from workers, and the reason of a failure */
    const void *list; /* what those have in common that end with the first that fails; or NULL */
    void (*finish)(struct Task *task); /* when all groups have run; may be NULL */
    void *owner;
    struct Task *next;
    WccStatus status; /* once it has ended */
    WccTimes times;
    bool was_refused; /* the device still ran a kernel whose time was up */
    atomic_bool has_ended;
} Task;

/* order.c */

bool host_parse_order(Report *report, const char *text, Order *order);
/* "tile-x:5" into text. */
void host_spell_order(Order order, char text[32]);
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

double host_now_ms(void);
double host_thread_ms(void); /* of CPU time, of the calling thread */

/* workers.c */

Pool *host_new_pool(Report *report, uint32_t workers);
uint32_t host_worker_count(const Pool *pool);
/* Does nothing to a pool whose kernel still runs after a time-out. */
void host_free_pool(Pool *pool);
/* queue.c */

/* False: more than compiled kernels expect, which count threads on the first axis in 31 bits and
 * groups on the others to 65535. */
bool host_groups_are_few(Report *report, const WccEntry *entry, const uint32_t groups[3]);
/* Fails where the groups cannot be counted. */
bool host_new_task(Report *report, const Job *job, Task *task);
/* Any thread may submit, wait and cancel. Several tasks are a list: where one fails, those behind it
 * do not start. */
void host_submit(Pool *pool, Task *tasks, uint32_t count);
/* Gives whether it has ended; 0 seconds: waits until it has. */
bool host_wait(Pool *pool, Task *task, double seconds);
/* No group of it starts any more. */
void host_cancel(Pool *pool, Task *task);
/* Submits and waits. */
void host_run_task(Pool *pool, Task *task);
/* WCC_CHECK_FAILED: kernels reported faults. WCC_TIMED_OUT: no group starts
 * any more, but some may still run (host_pool_stuck). `times` may be NULL. */
WccStatus host_run_job(Report *report, Pool *pool, const Job *job, WccTimes *times);
bool host_pool_stuck(Pool *pool);
/* Is it stuck in a kernel with these resources? */
bool host_pool_uses(Pool *pool, const WccResource *rows);

/* running.c: which group a thread runs, for who tells of a crash or a time-out */

typedef struct Running {
    const char *entry;  /* its name; NULL: not known */
    uint32_t group[3];
    uint32_t end;       /* on x, of those that it may be; group[0] + 1: it is this one;
                           group[0]: this one, or one behind it */
    uint32_t wave;      /* WCC_NO_WAVE: not known */
    pthread_t thread;
} Running;

/* Of the calling thread; false: it runs none. Signal handlers may call it. */
bool host_running_here(Running *running);
/* Of a worker of the pool, or, for NULL, of the pool whose task began last; false: none runs one.
 * Signal handlers may call it. */
bool host_find_running(const Pool *pool, Running *running);
enum { HOST_RUNNING_ROOM = 256 };
/* "group 3,0,0, wave 1". Signal handlers may call it. */
void host_describe_running(const Running *running, char text[HOST_RUNNING_ROOM]);
/* Says where in the source a thread is, "FILE:LINE"; false: nobody knows. */
typedef bool FindLine(pthread_t thread, char *text, size_t room);
/* From now on messages about time-outs ask it. Of the process, as finding takes a signal. */
void host_find_lines_by(FindLine *find);
/* From now on each thread calls it before its first group, the first time that it runs any. Of the
 * process, as signals are. */
void host_prepare_threads_by(void (*prepare)(void));
/* The lowest address that the calling thread may use of its stack; UINTPTR_MAX: not known. Signal
 * handlers may call it where the thread did so before. */
uintptr_t host_stack_end(void);

/* spares.c */

/* Where a worker waits for what another group writes. */
typedef struct Waiting {
    WccPlace place; /* of the loop; file NULL: none does */
    uint32_t group[3];
} Waiting;

/* After a time-out: one of those that wait. */
Waiting host_find_waiting(Pool *pool);
/* "; group 1,0,0 waits at FILE:LINE ..." behind the reason of a time-out, where one waits, or
 * "; group 1,0,0, wave 2 runs still, at FILE:LINE", where one does. */
void host_add_waiting(Report *report, Pool *pool);

/* auto_order.c */

/* As host_run_job; ORDER_AUTO is the best of some orders, measured on rows of the grid or kept from
 * an earlier run (order_cache.c). Each group runs once, whatever is found. */
WccStatus host_run_ordered(Report *report, Pool *pool, const Job *job, WccTimes *times);
/* Puts what was found earlier in the place of ORDER_AUTO; linear where nothing was. */
void host_use_known_order(Job *job);

/* What as many rows cost in each order that is tried, linear first, several times over. */
enum { HOST_TRIED_ORDERS = 6, HOST_REPEATS = 3 };
typedef double OrderCosts[HOST_REPEATS][HOST_TRIED_ORDERS];
/* The cheapest, where it is surely cheaper than linear. */
Order host_pick_order(const OrderCosts cost);

/* order_cache.c: the best orders, on disk. */

typedef struct OrderKey {
    char text[512]; /* kernel, grid and machine */
} OrderKey;

OrderKey host_order_key(const Job *job);
/* False: nothing is kept, it is a month old, or it cannot be read. */
bool host_recall_order(const OrderKey *key, Order *order);
/* Where there is a folder for it. */
void host_keep_order(const OrderKey *key, Order order);

#endif
