/* wcc_running: how kernels compiled with -Zi note which group and wave they run, for messages about crashes and
 * time-outs: a store for each, which debuggers' users pay. Included once by emitted C, after wcc_abi.h. */
#ifndef WCC_RUNNING_H
#define WCC_RUNNING_H

#include "wcc_abi.h"

/* Groups x .. end - 1, whose threads share waves where they are several. */
static inline void wcc_begin_groups(const WccDispatch *dispatch, uint32_t x, uint32_t end, uint32_t wave)
{
    volatile WccRunning *running = dispatch->running;
    if (running == 0)
        return;
    running->group_x = x;
    running->wave = wave;
    running->group_end = end;
}

static inline void wcc_begin_wave(const WccDispatch *dispatch, int32_t wave)
{
    volatile WccRunning *running = dispatch->running;
    if (running != 0)
        running->wave = (uint32_t)wave;
}

#endif
