/* session: a plan being carried out, step by step. */
#ifndef WCC_SESSION_H
#define WCC_SESSION_H

#include "plan.h"

/* A resource that a step has given away under a name. */
typedef struct Handover {
    const char *name;
    Storage *storage;
    const TexelFormat *format; /* as Bindings.formats */
} Handover;

typedef struct StepTimes {
    const Step *step;
    WccTimes *runs; /* as many as it is repeated, each summed over the rounds */
} StepTimes;

typedef struct SessionTimes {
    double load_ms, save_ms;
    uint32_t workers;
    StepTimes *steps;
    int step_count;
} SessionTimes;

/* The time that all kernels of a run may take together. */
typedef struct TimeLimit {
    double seconds; /* 0: any */
    double end_ms;  /* as host_now_ms() has it; 0: no limit */
} TimeLimit;

typedef struct Archive Archive; /* archives.c */

/* Files that wait for the last of their outputs. Zeroed at first. */
typedef struct Archives {
    Archive *items;
    size_t count;
} Archives;

typedef struct Session {
    Report *report;
    const WccModule *module;
    const Plan *plan;
    FILE *out;
    Pool *pool;
    Bindings bindings;
    Storage **shared;    /* by assignment: an --in for all steps that is only read, once loaded */
    Handover *handovers; /* at most one per assignment */
    size_t handover_count;
    Archives archives;
    TimeLimit limit;
    uint64_t round; /* of --repeat-chain */
    SessionTimes times;
} Session;

/* Of all that are alike: of --repeat-chain, in all runs of --sweep. */
static inline bool host_is_first_round(const Session *session)
{
    return session->round == 0 && !session->plan->line->is_again;
}

/* Who shares the groups out; NULL: nobody, as where runs are compared. */
static inline Ranks *host_ranks_of(const Session *session)
{
    return session->plan->line->compare ? NULL : session->plan->line->ranks;
}

typedef struct StepRun {
    Session *session;
    const Step *step;
    int index;
} StepRun;

/* Where two runs left different memory. */
typedef struct Difference {
    const WccResourceInfo *info; /* NULL: nowhere */
    uint32_t row, line;          /* of the table of resources; of the view */
    size_t byte;                 /* in the line; SIZE_MAX: the hidden counter */
} Difference;

/* times.c: --time */

void host_print_times(const SessionTimes *times, TimeFormat format, FILE *text, FILE *json);

/* binding.c */

/* Binds what the step's options give, sizes what they do not, and sets the counters. */
bool host_bind_step(StepRun *run);
/* What was handed over under this name (with "=SOURCE" behind it or without), or NULL. */
Handover *host_find_handover(Session *session, const char *name);

/* groups.c */

/* How many groups have so many threads on each axis. */
void host_count_groups(const WccEntry *entry, Extent threads, uint32_t groups[3]);
/* How many groups the step runs; what its resources are bound to says it where no option does. */
void host_pick_groups(StepRun *run, uint32_t groups[3]);

/* runs.c */

/* What the entry point may write, copied; NULL where memory is short. NULL rows are not kept. */
Storage **host_keep_start(StepRun *run);
void host_restore_start(StepRun *run, Storage *const *kept);
void host_drop_kept(StepRun *run, Storage **kept); /* NULL is fine */
TimeLimit host_new_time_limit(double seconds);
/* Runs all groups within what is left of the time. */
WccStatus host_run_within(Report *report, Pool *pool, TimeLimit limit, const WccEntry *entry,
                          const Job *job, WccTimes *times);
WccStatus host_run_once(StepRun *run, const Way *way, const WccDispatch *dispatch,
                        WccTimes *times);
/* Options that run it so again, into text of at least 160 bytes; gives text. */
const char *host_spell_way(const StepRun *run, const Way *way, char text[160]);

/* work.c */

/* A dispatch that runs now. */
typedef struct Work {
    char name[128];            /* of its entry point */
    uint64_t number;           /* counted from 1 since the program began */
    double first_ms, start_ms; /* when the first dispatch began, and this one: host_now_ms() */
    uint64_t expected;         /* so many dispatches; 0: not known */
    uint64_t done, total;      /* groups of the part that runs: --order auto has several */
} Work;

/* How many dispatches there will be. */
void host_expect_work(uint64_t dispatches);
/* Between these the pool runs an entry point. */
void host_begin_work(const char *name, Pool *pool);
void host_end_work(void);
/* For another thread: what runs; false: nothing. */
bool host_look_at_work(Work *work);

/* difference.c */

/* The first place where what is bound now is not as kept. */
Difference host_find_difference(StepRun *run, Storage *const *kept);
/* Says so: the element, both values, the ways, and the lines of the source that stored them,
 * for which both ways run again from `start`. Gives false. */
bool host_fail_difference(StepRun *run, const WccDispatch *dispatch, Storage *const *start,
                          Storage *const *kept, const Difference *difference,
                          const Way *const ways[2]);

/* compare.c: --compare */

/* WCC_CHECK_FAILED: the reason is where two runs differ. */
WccStatus host_compare_step(StepRun *run, const WccDispatch *dispatch);

/* trace.c: --trace and --trace-wave */

typedef struct TraceTeller { /* who listens to a dispatch */
    WccTrace trace; /* first: it is what kernels know */
    FILE *out;
    const WccPlace *line; /* the last that was told */
    bool is_new;          /* and nothing since */
    bool has_failed;
} TraceTeller;

/* Fails where the step asks for what the kernel cannot tell or the dispatch does not have. */
bool host_begin_trace(StepRun *run, const WccDispatch *dispatch, TraceTeller *teller);
bool host_end_trace(StepRun *run, const TraceTeller *teller);

/* archives.c */

/* Adds an output to the archive of this path, under the name that follows it or else `member`. */
bool host_gather(Report *report, Archives *archives, const char *typed, const char *member,
                 const WccResourceInfo *info, const WccResource *view);
/* Writes and drops the archive of this path, where there is one. */
bool host_write_gathered(Report *report, Archives *archives, const char *typed);
/* The path of one that is not written yet; NULL: all are. */
const char *host_first_archive(const Archives *archives);
void host_free_archives(Archives *archives);
/* The same of a command line: the archive is written with the last of its outputs. */
bool host_save_to_archive(Session *session, const PlannedAssign *assign, const WccResource *view);

/* session.c */

/* Runs the planned steps and writes the outputs; gives the exit status. */
int host_run_session(Report *report, const WccModule *module, const Plan *plan, FILE *out);

#endif
