/* wcc_check: what kernels compiled with --check call. Included once by emitted C, after wcc_abi.h. Nothing
 * here changes what the kernel does: it goes on as it would without --check. */
#ifndef WCC_CHECK_H
#define WCC_CHECK_H

#include "wcc_report.h"

enum { WCC_MOST_WAVES = 256 }; /* of a group: 1,024 threads in waves of 4 */

#define WCC_CHECK_FUNCTION static __attribute__((noinline, unused)) void

typedef struct WccArrivals {
    uint32_t here[WCC_MOST_WAVES][4];      /* at the barrier at hand */
    uint32_t gone[WCC_MOST_WAVES][4];      /* returned, or never a thread */
    const WccPlace *missed[WCC_MOST_WAVES]; /* a barrier that others waited at without the wave */
} WccArrivals;

WCC_CHECK_FUNCTION wcc_start_arrivals(WccArrivals *arrivals, const WccWhere *where)
{
    const uint32_t threads = where->sides[0] * where->sides[1] * where->sides[2];
    for (uint32_t wave = 0; wave < where->waves; wave++) {
        arrivals->missed[wave] = 0;
        for (uint32_t word = 0; word < 4; word++)
            arrivals->here[wave][word] = arrivals->gone[wave][word] = 0;
        for (uint32_t lane = 0; lane < where->wave_size; lane++)
            if (wcc_thread(where, wave, lane) >= threads)
                arrivals->gone[wave][lane / 32] |= 1u << lane % 32;
    }
}

static inline __attribute__((unused)) void wcc_report_fault(const WccFault *fault)
{
    const WccDispatch *dispatch = fault->where->dispatch;
    if (dispatch->report != 0)
        dispatch->report(dispatch->report_context, fault);
}

/* A wave that others do not see at a barrier either returns, which is fine, or comes to another barrier. */
WCC_CHECK_FUNCTION wcc_check_wave(WccArrivals *arrivals, const WccWhere *where, const WccPlace *place, uint32_t wave)
{
    WccFault fault = {.kind = WCC_LANES_MISSING, .place = place, .where = where, .wave = wave};
    uint32_t any_here = 0, any_missing = 0;
    for (uint32_t lane = 0; lane < where->wave_size; lane += 32) {
        uint32_t all = where->wave_size < 32 ? (1u << where->wave_size) - 1 : ~0u;
        any_here |= arrivals->here[wave][lane / 32];
        any_missing |= fault.lanes[lane / 32] = all & ~arrivals->here[wave][lane / 32] & ~arrivals->gone[wave][lane / 32];
    }
    if (any_here == 0) {
        if (any_missing != 0 && arrivals->missed[wave] == 0)
            arrivals->missed[wave] = place;
        return;
    }
    if (any_missing != 0)
        wcc_report_fault(&fault);
    if (arrivals->missed[wave] != 0)
        wcc_report_fault(&(WccFault){.kind = WCC_WAVE_MISSING, .place = arrivals->missed[wave], .other = place, .where = where, .wave = wave});
    arrivals->missed[wave] = 0;
}

/* Whether anybody was there. */
static __attribute__((noinline, unused)) uint32_t wcc_check_barrier(WccArrivals *arrivals, const WccWhere *where, const WccPlace *place)
{
    uint32_t any = 0;
    for (uint32_t wave = 0; wave < where->waves; wave++)
        for (uint32_t word = 0; word < 4; word++)
            any |= arrivals->here[wave][word];
    for (uint32_t wave = 0; wave < where->waves && any != 0; wave++) {
        wcc_check_wave(arrivals, where, place, wave);
        for (uint32_t word = 0; word < 4; word++)
            arrivals->here[wave][word] = 0;
    }
    return any != 0;
}

WCC_CHECK_FUNCTION wcc_report_index(const WccWhere *where, const WccPlace *place, const char *name, char axis, int32_t index, uint32_t limit,
                                    uint32_t wave, const uint32_t *lanes)
{
    WccFault fault = {.kind = WCC_OUTSIDE, .place = place, .where = where, .wave = wave, .name = name, .axis = axis,
                      .index = (uint32_t)index, .limit = limit};
    for (uint32_t word = 0; word < 4; word++)
        fault.lanes[word] = lanes[word];
    wcc_report_fault(&fault);
}

WCC_CHECK_FUNCTION wcc_report_lanes(const WccWhere *where, const WccPlace *place, WccFaultKind kind, const char *name, uint32_t wave,
                                    const uint32_t *lanes)
{
    WccFault fault = {.kind = kind, .place = place, .where = where, .wave = wave, .name = name, .axis = WCC_WHOLE};
    for (uint32_t word = 0; word < 4; word++)
        fault.lanes[word] = lanes[word];
    wcc_report_fault(&fault);
}

static inline uint32_t wcc_word(WccWords words, uint32_t lane) { return (uint32_t)words.first[lane * (uint32_t)words.step]; }

/* Each active lane reads a lane: `read`. */
WCC_CHECK_FUNCTION wcc_check_lane(const WccWhere *where, const WccPlace *place, uint32_t wave, const int32_t *active, WccWords read)
{
    WccFault fault = {.kind = WCC_LANE_AWAY, .place = place, .where = where, .wave = wave};
    int found = 0;
    for (uint32_t lane = 0; lane < where->wave_size; lane++) {
        uint32_t from = wcc_word(read, lane);
        if (!active[lane] || (from < where->wave_size && active[from]))
            continue;
        if (!found)
            fault.index = from;
        found = 1;
        fault.lanes[lane / 32] |= 1u << lane % 32;
    }
    if (found)
        wcc_report_fault(&fault);
}

#endif
