/* wcc_trace: how kernels compiled with --trace tell what a wave does. Included once by emitted C, after wcc_abi.h. */
#ifndef WCC_TRACE_H
#define WCC_TRACE_H

#include "wcc_abi.h"

/* The wave of the group at hand that is listened to; UINT32_MAX: none. */
static __attribute__((noinline, unused)) uint32_t wcc_traced_wave(const WccWhere *where)
{
    WccTrace *trace = where->dispatch->trace;
    if (trace == 0 || trace->group[0] != where->group[0] || trace->group[1] != where->group[1] || trace->group[2] != where->group[2])
        return UINT32_MAX;
    if (trace->is_of_wave)
        return trace->of;
    for (uint32_t wave = 0; wave < where->waves; wave++)
        for (uint32_t lane = 0; lane < where->wave_size; lane++)
            if (wcc_thread(where, wave, lane) == trace->of) {
                trace->lane = lane;
                return wave;
            }
    return UINT32_MAX;
}

static __attribute__((noinline, unused, cold)) void wcc_tell_trace(const WccWhere *where, uint32_t wave, const WccTracePoint *point,
                                                                   const int32_t *active, const WccWords *words)
{
    WccTrace *trace = where->dispatch->trace;
    int is_there = trace->is_of_wave ? 0 : active[trace->lane];
    for (uint32_t lane = 0; lane < where->wave_size && trace->is_of_wave; lane++)
        is_there |= active[lane];
    if (is_there)
        trace->tell(trace, &(WccTraceEvent){point, active, words, wave, where->wave_size});
}

#endif
