/* report: what the compiler knows of a kernel, for people; read off its Plan, so that it tells what
 * the C does. */
#ifndef WAVECC_REPORT_H
#define WAVECC_REPORT_H

#include "plan/plan.h"

/* --emit=uniformity: the source, line by line, each with the least uniform level of what it
 * computes and the ways its memory accesses go. */
void report_uniformity(Text *out, const Plan *plan, const Sources *sources);
typedef enum ReportForm { REPORT_TEXT, REPORT_JSON } ReportForm;
/* --emit=report: operations, registers, memory, barriers, and what a GCN GPU would make of it. */
void report_resources(Text *out, const Plan *const *plans, int count, const Sources *sources,
                      ReportForm form);

/* Of a GCN compute unit: groups and waves (of 40) that it holds at a time, the idle part of its
 * vector registers in thousandths, and what keeps more groups out. */
typedef struct GcnOccupancy {
    int groups, waves, idle_permille;
    int vgprs_for_more; /* with so many a lane one more group fits; 0: registers are not all */
    const char *limit;
} GcnOccupancy;
/* Vector registers a lane, threads of a group, its groupshared bytes. */
GcnOccupancy gcn_occupancy(int vgprs, int threads, int64_t lds_bytes);
/* -Rperf: remarks on what costs time. */
void report_performance(Diagnostics *diagnostics, const Plan *plan);

#endif
