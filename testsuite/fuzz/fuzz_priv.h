/* Shared by the files that run kernels. */
#ifndef WAVECC_FUZZ_PRIV_H
#define WAVECC_FUZZ_PRIV_H

#include "fuzz.h"

struct FuzzMemory {
    uint8_t *base;
    uint8_t *data[FUZZ_ROWS];
    uint32_t *counters; /* one a row */
};

/* A group's scratch memory, dirty. */
void *fuzz_memory_scratch(FuzzMemory *memory, size_t bytes);

/* The C of one kernel behind all passes; false and `*why` where there is a diagnostic instead. */
bool fuzz_emit(Arena *arena, IrKernel *kernel, int lanes, Text *text, const char **why);

#endif
