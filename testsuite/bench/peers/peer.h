/* peers: kernels as other implementations run them on the CPU, on the memory that the families bind. race.c holds
 * them against ours; vulkan.c (lavapipe), opencl.c (PoCL) and ispc.c are a peer each, in a program each. */
#ifndef WAVECC_PEER_H
#define WAVECC_PEER_H

#include "../bench.h"

extern const char *peer_name;

/* FOLDER has the family's kernels in the peer's form. */
void peer_open(const char *folder, const char *family);
/* What WaveGetLaneCount() is there. */
uint32_t peer_wave_size(void);
/* Runs all groups of kernels->dispatch on copies of what is bound, and copies back what it changed; gives the CPU
 * time of the whole process for the dispatch alone. */
double peer_dispatch(Kernels *kernels, const WccEntry *entry);

/* The family cannot be raced there, and why. */
_Noreturn void peer_skip(const char *why, const char *which);

double process_ms(void);

#endif
