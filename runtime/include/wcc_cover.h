/* wcc_cover: how kernels compiled with --coverage count who comes to the points of the source. Included once by
 * emitted C, after wcc_abi.h. A call counts by itself and adds to the module's numbers when it ends, so that workers do
 * not get into each other's way. */
#ifndef WCC_COVER_H
#define WCC_COVER_H

#include "wcc_abi.h"

typedef struct WccCounting {
    WccCount *all, *own;
    uint32_t count;
} WccCounting;

static inline void wcc_reach(WccCount *count, uint32_t lanes, uint32_t wave_size)
{
    count->threads += lanes;
    count->waves += lanes != 0;
    count->full_waves += lanes == wave_size;
}

static __attribute__((noinline, unused)) void wcc_end_counting(const WccCounting *counting)
{
    for (uint32_t i = 0; i < counting->count; i++) {
        const WccCount *own = &counting->own[i];
        WccCount *all = &counting->all[i];
        if (own->waves == 0)
            continue;
        __atomic_fetch_add(&all->threads, own->threads, __ATOMIC_RELAXED);
        __atomic_fetch_add(&all->waves, own->waves, __ATOMIC_RELAXED);
        __atomic_fetch_add(&all->full_waves, own->full_waves, __ATOMIC_RELAXED);
    }
}

/* From here to the end of the block, however it ends. */
#define WCC_COUNTING(all, own, count) \
    const WccCounting counting __attribute__((cleanup(wcc_end_counting), unused)) = {all, own, count}

#endif
