/* Shared by the files that run kernels. */
#ifndef WAVECC_FUZZ_PRIV_H
#define WAVECC_FUZZ_PRIV_H

#include "fuzz.h"

struct FuzzMemory {
    uint8_t *all, *base; /* all: with what is unmapped around */
    uint8_t *data[FUZZ_ROWS];
    uint32_t *counters; /* one a row */
};

/* A group's scratch memory, dirty. */
void *fuzz_memory_scratch(FuzzMemory *memory, size_t bytes);

#endif
