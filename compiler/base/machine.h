/* machine: what machines have by the lanes of their vectors, 4 (SSE), 8 (AVX2) or 16 (AVX-512). */
#ifndef WAVECC_BASE_MACHINE_H
#define WAVECC_BASE_MACHINE_H

#include <stdbool.h>

/* Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1: XMM and YMM registers, and with EVEX as many again. */
static inline int machine_vector_registers(int lanes) { return lanes >= 16 ? 32 : 16; }

/* The same, "Opmask registers": masks have registers of their own; words of some lanes are stored by one instruction, side by
 * side as fast as of all lanes, or apart. */
static inline bool machine_has_masks(int lanes) { return lanes >= 16; }

#endif
