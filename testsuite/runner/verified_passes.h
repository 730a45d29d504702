/* verified_passes: passes as tests run them, the kernel judged after each that says it has changed it, and at the end; the others
 * must have changed nothing. */
#ifndef WAVECC_VERIFIED_PASSES_H
#define WAVECC_VERIFIED_PASSES_H

#include "passes/passes.h"

/* NULL, or what is wrong behind the pass, with the kernel; in the kernel's arena. A kernel that a
 * pass has refused is not judged. */
const char *verified_fault(const IrKernel *kernel, const PassOptions *options, const char *label);

/* The same behind a step; NULL, too, where it says that it has changed nothing: judging takes as long as the passes. */
const char *verified_step(const IrKernel *kernel, const PassOptions *options, const PassStep *step);

/* As passes_run; a fault ends the run and is given back. NULL: there was none, as far as it ran.
 */
const char *verified_passes(IrKernel *kernel, const PassOptions *options);

#endif
