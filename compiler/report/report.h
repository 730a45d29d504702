/* report: what the compiler knows of a kernel, for people; read off its Plan, so that it tells what
 * the C does. */
#ifndef WAVECC_REPORT_H
#define WAVECC_REPORT_H

#include "plan/plan.h"

/* --emit=uniformity: the source, line by line, each with the least uniform level of what it
 * computes and the ways its memory accesses go. */
void report_uniformity(Text *out, const Plan *plan, const Sources *sources);
/* -Rperf: remarks on what costs time. */
void report_performance(Diagnostics *diagnostics, const Plan *plan);

#endif
