/* runtime: a module on a device, as rt.c, submit.c and memory.c see it. */
#ifndef WCC_RUNTIME_H
#define WCC_RUNTIME_H

#include "dispatch.h"
#include "module.h"

struct WccDevice {
    Pool *pool;
    _Atomic uint32_t references; /* the program's, each runtime's and each ticket's */
};

/* What was submitted at once. */
struct WccTicket {
    WccDevice *device;
    _Atomic uint32_t references; /* the program's, and the runtime's as long as it may run */
    uint32_t count;
    Task *tasks;
    WccDispatch *dispatches;
    Report report; /* why the first failed that did */
};

struct WccRuntime {
    const WccModule *module;
    WccDevice *device;
    Bindings bindings;
    Ranks *ranks; /* who else runs groups; NULL: nobody */
    WccTicket **open; /* that may not have ended */
    uint32_t open_count, open_room;
    Report report;
};

/* submit.c */

/* Waits for all that was submitted: what follows changes what it sees, or looks at what it wrote. */
void host_settle(WccRuntime *runtime);
void host_drop_device(WccDevice *device);
/* A failure is told to whoever listens. */
WccStatus host_status_of(WccRuntime *runtime, bool good);
/* What a call cannot do without, `what` of which is NULL otherwise. */
bool host_is_given(WccRuntime *runtime, const void *argument, const char *what);

/* spread.c */

/* From now on wcc_run shares groups out; NULL: no more. Nothing is submitted meanwhile. */
void host_use_ranks(WccRuntime *runtime, Ranks *ranks);
/* As host_run_ordered, over the runtime's ranks. Afterwards all that is bound is here. */
WccStatus host_run_spread(WccRuntime *runtime, Report *report, const Job *job, WccTimes *times);

/* rt.c */

/* Settles. Fails for unknown names. */
bool host_find_bindable(WccRuntime *runtime, const char *name, Slot *slot);

#endif
