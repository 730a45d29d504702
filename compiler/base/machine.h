/* machine: what machines have by the lanes of their vectors, 4 (SSE), 8 (AVX2) or 16 (AVX-512). */
#ifndef WAVECC_BASE_MACHINE_H
#define WAVECC_BASE_MACHINE_H

/* Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1: XMM and YMM registers, and with EVEX as many again. */
static inline int machine_vector_registers(int lanes) { return lanes >= 16 ? 32 : 16; }

#endif
