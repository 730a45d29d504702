/* What is kept of many faults, and how they are worded, is as where the runtime runs the kernel. */
#include "collect_faults.h"

#include <stdlib.h>

#include "host/dispatch.h"

struct FaultCollector {
    Report report;
    Faults *faults;
};

FaultCollector *collector_new(WccDispatch *dispatch)
{
    FaultCollector *collector = calloc(1, sizeof *collector);
    if (collector == NULL || (collector->faults = host_new_faults(&collector->report)) == NULL) {
        free(collector);
        return NULL;
    }
    host_collect_faults(collector->faults, dispatch);
    return collector;
}

void collector_end(FaultCollector *collector, WccMessage *tell, void *context)
{
    collector->report.tell = tell;
    collector->report.tell_context = context;
    host_tell_faults(&collector->report, collector->faults);
    host_free_faults(collector->faults);
    free(collector);
}
