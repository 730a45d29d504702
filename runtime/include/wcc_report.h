/* wcc_report: failed assertions of unit tests go into a buffer that the host gives.
 *
 *     word 0         how many failed, whether there was room for them or not
 *     word 1         bytes of the records that begin at byte 8
 *     a record       its bytes, the assertion's number, the lane, then what the kernel gives: group x, y, z,
 *                    wave, values */
#ifndef WCC_REPORT_H
#define WCC_REPORT_H

#include "wcc_abi.h"

/* Room for `bytes` more, in steps of a record, or NULL; all of it, once it is full. */
static inline uint32_t *wcc_report_room(char *data, uint32_t width, uint32_t bytes)
{
    uint32_t *used = (uint32_t *)data + 1, old = __atomic_load_n(used, __ATOMIC_RELAXED);
    do
        if (bytes > width - 8 || old > width - 8 - bytes)
            return 0;
    while (!__atomic_compare_exchange_n(used, &old, old + bytes, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return (uint32_t *)(data + 8 + old);
}

/* `active`: a mask of each lane. Nothing happens where no buffer is bound. */
static __attribute__((noinline, unused)) void wcc_report(char *data, uint32_t width, const int32_t *active, int32_t lanes, uint32_t assertion,
                                                         const WccWords *words, int32_t count)
{
    for (int32_t lane = 0; lane < lanes && width >= 8; lane++) {
        if (!active[lane])
            continue;
        __atomic_fetch_add((uint32_t *)data, 1, __ATOMIC_RELAXED);
        uint32_t bytes = 4 * (uint32_t)(count + 3), *record = wcc_report_room(data, width, bytes);
        if (record == 0)
            continue;
        record[0] = bytes;
        record[1] = assertion;
        record[2] = (uint32_t)lane;
        for (int32_t i = 0; i < count; i++)
            record[3 + i] = (uint32_t)words[i].first[lane * words[i].step];
    }
}

#endif
