/* wcc_straight: whether what steps from lane to lane, from `first` in lane 0 to `span` more in the
 * last, meets a bound on its way. Where it does not, no lane does. Included once, by wcc_lanes.h. */
#ifndef WCC_STRAIGHT_H
#define WCC_STRAIGHT_H

#include "wcc_abi.h"

/* It does not wrap. */
WCC_INLINE int wcc_runs_signed(int32_t first, int32_t span) { return first <= INT32_MAX - span; }
WCC_INLINE int wcc_runs_unsigned(int32_t first, int32_t span)
{
    return (uint32_t)first <= UINT32_MAX - (uint32_t)span;
}

WCC_INLINE int wcc_keeps_imax(int32_t first, int32_t span, int32_t bound)
{
    return bound <= first && wcc_runs_signed(first, span);
}
WCC_INLINE int wcc_keeps_imin(int32_t first, int32_t span, int32_t bound)
{
    return (int64_t)first + span <= bound;
}
WCC_INLINE int wcc_keeps_umax(int32_t first, int32_t span, int32_t bound)
{
    return (uint32_t)bound <= (uint32_t)first && wcc_runs_unsigned(first, span);
}
WCC_INLINE int wcc_keeps_umin(int32_t first, int32_t span, int32_t bound)
{
    return (uint64_t)(uint32_t)first + (uint32_t)span <= (uint32_t)bound;
}

/* All bits that differ on the way are in the mask: of those above the span's two numbers are on the
 * way, the last lane's and lane 0's. */
WCC_INLINE int wcc_keeps_iand(int32_t first, int32_t span, int32_t mask)
{
    uint32_t low = UINT32_MAX >> __builtin_clz((uint32_t)span | 1);
    uint32_t changed = (uint32_t)first ^ ((uint32_t)first + (uint32_t)span);
    return ((low | changed) & ~(uint32_t)mask) == 0;
}

/* The quotient is one. */
WCC_INLINE int wcc_keeps_urem(int32_t first, int32_t span, int32_t divisor)
{
    uint32_t by = (uint32_t)divisor == 0 ? 1 : (uint32_t)divisor;
    return (uint64_t)((uint32_t)first % by) + (uint32_t)span < by && wcc_runs_unsigned(first, span);
}
WCC_INLINE int wcc_keeps_udiv(int32_t first, int32_t span, int32_t divisor)
{
    return wcc_keeps_urem(first, span, divisor);
}
WCC_INLINE int wcc_keeps_ushr(int32_t first, int32_t span, int32_t by)
{
    return ((uint32_t)first ^ ((uint32_t)first + (uint32_t)span)) >> (by & 31) == 0 &&
           wcc_runs_unsigned(first, span);
}
WCC_INLINE int wcc_keeps_sshr(int32_t first, int32_t span, int32_t by)
{
    return (first ^ (int32_t)((uint32_t)first + (uint32_t)span)) >> (by & 31) == 0 &&
           wcc_runs_signed(first, span);
}

/* No lane has it. */
WCC_INLINE int wcc_avoids(int32_t first, int32_t span, int32_t value)
{
    return (uint32_t)value - (uint32_t)first > (uint32_t)span;
}

#endif
