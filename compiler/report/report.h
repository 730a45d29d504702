/* report: what the compiler knows of a kernel, for people. */
#ifndef WAVECC_REPORT_H
#define WAVECC_REPORT_H

#include "ir/ir.h"

/* --emit=uniformity: the source, line by line, each with the least uniform level of what it computes and
 * the ways its memory accesses go. */
void report_uniformity(Text *out, const IrKernel *kernel, const Sources *sources);
/* -Rperf: remarks on what costs time in the kernel as the passes left it. `lanes`: 32-bit ones of
 * a vector register. Ids are dense; marks are overwritten. */
void report_performance(Diagnostics *diagnostics, IrKernel *kernel, int lanes);

#endif
