/* What the tests of passes share. */
#ifndef WAVECC_PASSES_TEST_H
#define WAVECC_PASSES_TEST_H

#include "passes/passes.h"
#include "test.h"

/* The kernel of that text; fails the test if it is malformed. */
IrKernel *passes_test_read(Arena *arena, const char *text);
/* Runs the pass of that name; fails the test if the kernel is not well formed afterwards. `diagnostics` may
 * be NULL. */
bool passes_test_run(IrKernel *kernel, const char *pass, Diagnostics *diagnostics);

#endif
