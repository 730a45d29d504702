/* wcc_met: loads of waves of which some lane met a bound (wcc_straight.h): of each piece one row, else a permutation
 * of two vectors that hold all of its lanes, else lane by lane. Out of line, since a kernel has many and needs them
 * seldom. Included by wcc_lanes.h for each number of lanes.
 *
 * An index counts `scale` bytes, and neighbours are `step` apart; outside of `count` is 0. */

#if LANES >= 8
WCC_INLINE int F_(take_window_i32)(T_(i32) *to, const char *base, T_(i32) index, uint32_t count)
{
    int32_t window = wcc_window(F_(lower_end)(index), 2 * LANES, count);
    if (window < 0 || !F_(in_window)(index, window))
        return 0;
    *to = F_(look_up_two_i32)(base + (int64_t)window * 4, index - F_(splat_i32)(window));
    return 1;
}
#else
WCC_INLINE int F_(take_window_i32)(T_(i32) *to, const char *base, T_(i32) index, uint32_t count)
{
    (void)to, (void)base, (void)index, (void)count;
    return 0;
}
#endif
#define WCC_NO_WINDOW(to, base, index, count) 0
#define WCC_WINDOW(to, base, index, count) (step == 1 && F_(take_window_i32)((T_(i32) *)(to), base, index, count))

#define WCC_LOAD_MET(type, window)                                                                              \
    WCC_OUTLINE void F_(load_met_##type)(T_(type) *to, const T_(i32) *index, int pieces, const char *base,      \
                                         uint32_t count, int scale, int step)                                   \
    {                                                                                                           \
        for (int p = 0; p < pieces; p++) {                                                                      \
            int32_t first = index[p][0];                                                                        \
            if (F_(steps_by)(index[p], step) && wcc_inside(first, (LANES - 1) * (uint32_t)step + 1, count))     \
                to[p] = F_(load_##type)(base + (uint64_t)(uint32_t)first * (uint32_t)scale);                    \
            else if (!window(&to[p], base, index[p], count))                                                    \
                to[p] = F_(gather_##type)(base, index[p] * F_(splat_i32)(scale),                                \
                                          (T_(u32))index[p] < (T_(u32))F_(splat_i32)((int32_t)count));          \
        }                                                                                                       \
    }
WCC_LOAD_MET(i16, WCC_NO_WINDOW)
WCC_LOAD_MET(i32, WCC_WINDOW)
WCC_LOAD_MET(i64, WCC_NO_WINDOW)
WCC_LOAD_MET(f32, WCC_WINDOW)
WCC_LOAD_MET(f64, WCC_NO_WINDOW)
#undef WCC_LOAD_MET
#undef WCC_WINDOW
#undef WCC_NO_WINDOW
