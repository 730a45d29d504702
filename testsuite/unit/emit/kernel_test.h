/* Kernels as IR text through all passes, emit and clang: they must do what the reference evaluator does. */
#ifndef WAVECC_EMIT_KERNEL_TEST_H
#define WAVECC_EMIT_KERNEL_TEST_H

#include "test.h"

enum { KERNEL_WIDTH = 40, KERNEL_HEIGHT = 6, KERNEL_DEPTH = 3 }; /* elements or texels; raw: 16 bytes each */

/* Two groups on resources of that size, filled with numbers, in row order; groupshared memory starts dirty.
 * `lanes`: of the vectors (4, 8, 16). */
void kernel_test_run(const char *text, int lanes);
void kernel_test_run_strict(const char *text, int lanes); /* as --fp=strict */

#endif
