/* What session.c and binding.c share: the state of one command line being run. */
#ifndef WCC_SESSION_H
#define WCC_SESSION_H

#include "host.h"

#pragma GCC visibility push(hidden)

/* A resource that a step has given away under a name. */
typedef struct Handover {
    const char *name;
    Storage *storage;
} Handover;

typedef struct Session {
    Report *report;
    const WccModule *module;
    CommandLine *line;
    FILE *out;
    Pool *pool;
    Bindings bindings;
    Handover *handovers; /* at most one per assignment */
    size_t handover_count;
    double end_ms; /* of the time allowed; 0: no limit */
    Times times;
} Session;

typedef struct StepRun {
    Session *session;
    const Step *step;
    int index;
} StepRun;

/* Binds what the step's options give, sizes what they do not, and sets the counters. */
bool host_bind_step(StepRun *run);
/* What was handed over under this name, or NULL. */
Handover *host_find_handover(Session *session, const char *name);
/* Puts "--OPTION NAME=VALUE: " before the reason. Gives false. */
bool host_fail_in_assign(Session *session, const char *option, const Assign *assign);

/* What the entry point may write, copied; NULL where memory is short. NULL rows are not kept. */
Storage **host_keep_start(StepRun *run);
void host_restore_start(StepRun *run, Storage *const *kept);
void host_drop_kept(StepRun *run, Storage **kept); /* NULL is fine */
WccStatus host_run_once(StepRun *run, const WccDispatch *dispatch, WccTimes *times);
/* One way of running an entry point. */
typedef struct Way {
    const WccVariant *variant;
    Schedule schedule;
} Way;
WccStatus host_run_way(StepRun *run, const WccDispatch *dispatch, const Way *way);
/* Options that run it so again, into text of at least 160 bytes; gives text. */
const char *host_way_text(const StepRun *run, const Way *way, char text[160]);

/* difference.c: where two runs left different memory */
typedef struct Difference {
    const WccResourceInfo *info; /* NULL: nowhere */
    uint32_t row, line;          /* of the table of resources; of the view */
    size_t byte;                 /* in the line; SIZE_MAX: the hidden counter */
} Difference;

/* The first place where what is bound now is not as kept. */
Difference host_find_difference(StepRun *run, Storage *const *kept);
/* Says so: the element, both values, the ways, and the lines of the source that stored them, for which both ways
 * run again from `start`. Gives false. */
bool host_fail_difference(StepRun *run, const WccDispatch *dispatch, Storage *const *start, Storage *const *kept, const Difference *difference,
                          const Way *const ways[2]);

/* compare.c. WCC_CHECK_FAILED: the reason is where two runs differ. */
WccStatus host_compare_step(StepRun *run, const WccDispatch *dispatch);

static inline bool host_is_texture(const WccResourceInfo *info)
{
    return host_kind(info)->class == CLASS_TEXTURE;
}

static inline bool host_is_raw(const WccResourceInfo *info)
{
    return host_kind(info)->class == CLASS_RAW;
}

#pragma GCC visibility pop
#endif
