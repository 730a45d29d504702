/* collect_faults: the runtime's list of faults, for kernels that it does not run. */
#ifndef WAVETEST_COLLECT_FAULTS_H
#define WAVETEST_COLLECT_FAULTS_H

#include "wcc_abi.h"
#include "wcc_rt.h"

typedef struct FaultCollector FaultCollector;

/* Of what is reported in the dispatch; NULL without memory. */
FaultCollector *collector_new(WccDispatch *dispatch);
/* Tells them, a message for each place in the source. */
void collector_end(FaultCollector *collector, WccMessage *tell, void *context);

#endif
