/* moments: between which places of a walk in text order memory may have changed. A moment is a
 * number; loads of one place at the same moment give the same, in the lanes that both run in. */
#ifndef WAVECC_PASSES_MOMENTS_H
#define WAVECC_PASSES_MOMENTS_H

#include "passes/passes_priv.h"

typedef struct Moments {
    const IrKernel *kernel;
    int *variables; /* by index: the moment of its last change */
    int resources;  /* of all UAVs together: two may be one memory */
    int count;      /* moments given */
} Moments;

/* Numbers the kernel's variables. */
Moments moments_start(IrKernel *kernel, Arena *scratch);
/* A load that moments can tell apart: it alone reads, and what others write meanwhile is not for
 * it to see. */
bool moments_cover(const IrInstr *load);
int moment_of(const Moments *moments, const IrInstr *load);
/* The walk is past `instr`, which is no construct. */
void moments_pass(Moments *moments, const IrInstr *instr);
/* The walk is about to enter a construct, whose body may run again behind its own stores. */
void moments_enter(Moments *moments, const IrInstr *construct);

#endif
