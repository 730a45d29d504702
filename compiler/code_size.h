/* How much machine code the C compiler makes of a kernel, for --emit=report. */
#ifndef WAVECC_CODE_SIZE_H
#define WAVECC_CODE_SIZE_H

#include "pipeline_priv.h"
#include "report/report.h"

/* Bytes of the executable sections (.text and its kind) of an object file: 64-bit little-endian ELF
 * as this machine's. -1: it is none, or damaged. */
int64_t code_size_of_object(Slice object);

/* Compiles each kernel's C by itself. `*codes` gets one for each plan, of no known size where there
 * is no C compiler; NULL where --code-size=off. The exit status: not EXIT_DONE where the C compiler
 * failed. */
int code_sizes_find(const Pipeline *pipeline, const ReportCode **codes);

#endif
