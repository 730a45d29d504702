/* wcc_schedule: the order in which the waves of a group run from one barrier to the next, and which store changed
 * a watched place, in modules compiled with --schedules. Included once by emitted C, after wcc_abi.h. */
#ifndef WCC_SCHEDULE_H
#define WCC_SCHEDULE_H

#include <string.h>

#include "wcc_abi.h"

static inline __attribute__((unused)) uint32_t wcc_mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

/* The wave that runs as number k goes to order[k]. A random order is another one in each group and stretch. */
static __attribute__((noinline, unused)) void wcc_order_waves(uint16_t *order, uint32_t count, const WccDispatch *dispatch, uint32_t x,
                                                             uint32_t y, uint32_t z, uint32_t stretch)
{
    uint32_t state = wcc_mix(wcc_mix(wcc_mix(wcc_mix(dispatch->schedule_seed) + x) + y) + z) + stretch;
    for (uint32_t i = 0; i < count; i++)
        order[i] = (uint16_t)(dispatch->schedule == WCC_REVERSE ? count - 1 - i : i);
    for (uint32_t i = count - 1; i > 0 && dispatch->schedule == WCC_RANDOM; i--) {
        uint32_t other = (state = wcc_mix(state + 0x9e3779b9u)) % (i + 1);
        uint16_t kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

/* After store number `store`: was it the watched place? */
static __attribute__((noinline, cold, unused)) void wcc_look_at_watched(WccWatch *watch, uint32_t store)
{
    if (memcmp(watch->left, watch->at, watch->bytes) == 0)
        return;
    memcpy(watch->seen, watch->at, watch->bytes);
    if (watch->poisons)
        memset(watch->at, watch->poison, watch->bytes);
    memcpy(watch->left, watch->at, watch->bytes);
    watch->store = store;
}
#define WCC_STORED(store)                                  \
    do {                                                   \
        if (__builtin_expect(dispatch->watch != 0, 0))     \
            wcc_look_at_watched(dispatch->watch, (store)); \
    } while (0)

#endif
