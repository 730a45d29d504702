/* Masks of lanes that have the same value: WaveMatch's, and those put together of a ballot for each bit (equal_lanes.c). */
#ifndef WAVECC_PASSES_EQUAL_LANES_H
#define WAVECC_PASSES_EQUAL_LANES_H

#include "passes/passes_priv.h"

typedef struct EqualLanes {
    const IrInstr *branch; /* in: where the mask is wanted */
    const IrInstr *key;    /* what is the same in those lanes; NULL: nothing is known to be */
    uint32_t bits;         /* these bits of it */
    bool is_of_active;     /* of lanes that are on, whatever the others have */
    bool has_below, has_others; /* and of the lanes below this one; and of what is none of all that */
} EqualLanes;

/* A mask's word of the first 32 lanes, which is the bits that several masks share. */
EqualLanes equal_lanes_of(const IrInstr *mask, const IrInstr *branch);
/* No lane is in it that is not on, nor one that differs. */
bool equal_lanes_are_on(const IrKernel *kernel, const EqualLanes *equal);
/* (1 << lane) - 1 */
bool is_lanes_below(const IrInstr *value);

#endif
