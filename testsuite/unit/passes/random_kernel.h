/* Kernels at random for testing passes: every kind of control flow around arithmetic, variables, memory and
 * wave operations. The same seed gives the same kernel. They end, and write what they computed to $Out. */
#ifndef WAVECC_TEST_RANDOM_KERNEL_H
#define WAVECC_TEST_RANDOM_KERNEL_H

#include "ir/ir.h"

enum { RANDOM_OUT_WORDS = 1 << 13, RANDOM_IN_WORDS = 64 };

/* What a kernel sees: row 0 is $Out, row 1 is $In. */
typedef struct RandomMemory {
    int32_t out[RANDOM_OUT_WORDS], in[RANDOM_IN_WORDS];
} RandomMemory;

/* About `size` statements. */
IrKernel *random_kernel(Arena *arena, uint32_t seed, int size);
/* Runs two groups on fresh memory. False if the kernel faults; `*error` says where. */
bool random_kernel_run(Arena *arena, const IrKernel *kernel, RandomMemory *memory, const char **error);

#endif
