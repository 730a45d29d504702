/* wcc_atomic: atomic operations of the lanes of one vector, each on its own cell, `offset` bytes
 * from `base`, from the lowest lane to the highest. Included by wcc_lanes.h once per lane count.
 *
 * `on` has a bit for each lane that is active and inside; the others' old values are 0. `update` is
 * one of wcc_memory.h's functions: plain_iadd_i32, atomic_umax_i64, ...
 *
 * Nothing is faster than lane by lane on a Zen 4: 16 counts in the first-level cache take 8 ns so,
 * and 17 by gather and scatter, with vpconflictd to count the lanes that meet. What matters is how
 * the lanes leave the vector: two at a time by vmovq and vpextrq; through memory it is 10 ns. Where
 * nobody looks at the old values the C compiler drops the vector that is made of them. */
#ifndef WCC_ATOMIC_ONCE
#define WCC_ATOMIC_ONCE
typedef int32_t wcc_update_i32(void *at, int32_t value);
typedef int64_t wcc_update_i64(void *at, int64_t value);
typedef int32_t wcc_compare_i32(void *at, int32_t expected, int32_t value);
typedef int64_t wcc_compare_i64(void *at, int64_t expected, int64_t value);
#define WCC_ALL_ON(lanes) ((uint32_t)((1ull << (lanes)) - 1))
/* clang writes no loop out twice that has an asm statement. These are long, and in a loop over rows
 * of memory the loads of every other turn are too far apart for the machine's prefetcher: a
 * histogram took 4.4 ms instead of 3.2. */
#define WCC_ONCE __asm__ volatile("")
#endif

/* Lane i, a constant. */
typedef uint64_t T_(pairs) __attribute__((vector_size(4 * LANES)));
WCC_INLINE int32_t F_(take_i32)(T_(i32) v, int i)
{
    return (int32_t)(((T_(pairs))v)[i / 2] >> i % 2 * 32);
}
WCC_INLINE int64_t F_(take_i64)(T_(i64) v, int i) { return v[i]; }

/* A vector of an array's elements that are in registers. */
#if LANES == 16
#define WCC_ELEMENTS(a)                                                                            \
    {a[0], a[1], a[2],  a[3],  a[4],  a[5],  a[6],  a[7],                                          \
     a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15]}
#elif LANES == 8
#define WCC_ELEMENTS(a) {a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]}
#else
#define WCC_ELEMENTS(a) {a[0], a[1], a[2], a[3]}
#endif

#define WCC_ATOMICS(type, ctype)                                                                   \
    WCC_INLINE T_(type) F_(update_##type)(char *base, T_(i32) offset, T_(type) value, uint32_t on, \
                                          wcc_update_##type *update)                               \
    {                                                                                              \
        ctype old[LANES] = {0};                                                                    \
        if (WCC_LIKELY(on == WCC_ALL_ON(LANES))) {                                                 \
            WCC_ONCE;                                                                              \
            WCC_UNROLL for (int i = 0; i < LANES; i++)                                             \
                old[i] = update(base + (uint32_t)F_(take_i32)(offset, i),                          \
                                F_(take_##type)(value, i));                                        \
        } else {                                                                                   \
            uint32_t at[LANES];                                                                    \
            ctype values[LANES];                                                                   \
            memcpy(at, &offset, sizeof at);                                                        \
            memcpy(values, &value, sizeof values);                                                 \
            for (; on != 0; on &= on - 1) {                                                        \
                int i = __builtin_ctz(on);                                                         \
                old[i] = update(base + at[i], values[i]);                                          \
            }                                                                                      \
        }                                                                                          \
        return (T_(type))WCC_ELEMENTS(old);                                                        \
    }                                                                                              \
    WCC_INLINE T_(type) F_(compare_##type)(char *base, T_(i32) offset, T_(type) expected,          \
                                           T_(type) value, uint32_t on,                            \
                                           wcc_compare_##type *compare)                            \
    {                                                                                              \
        ctype old[LANES] = {0}, expects[LANES], values[LANES];                                     \
        uint32_t at[LANES];                                                                        \
        memcpy(at, &offset, sizeof at);                                                            \
        memcpy(expects, &expected, sizeof expects);                                                \
        memcpy(values, &value, sizeof values);                                                     \
        for (; on != 0; on &= on - 1) {                                                            \
            int i = __builtin_ctz(on);                                                             \
            old[i] = compare(base + at[i], expects[i], values[i]);                                 \
        }                                                                                          \
        return (T_(type))WCC_ELEMENTS(old);                                                        \
    }
WCC_ATOMICS(i32, int32_t)
#if WCC_USES(wide)
WCC_ATOMICS(i64, int64_t)
#endif
#undef WCC_ATOMICS
#undef WCC_ELEMENTS

/* All lanes are on and go to one cell. */
WCC_INLINE int F_(meet_)(T_(i32) offset, uint32_t on)
{
    return on == WCC_ALL_ON(LANES) && F_(steps_by)(offset, 0);
}

/* Each lane's cell lies behind the last one's, and none wraps. */
WCC_INLINE int F_(is_row_)(T_(i32) offset)
{
    return (uint32_t)offset[0] < (uint32_t)offset[LANES - 1];
}
/* Of cells side by side, those that are `inside`; the others read as 0 and are not touched. */
#define WCC_ROWS(type)                                                                             \
    WCC_INLINE T_(type) F_(load_row_##type)(const char *at, T_(i32) inside)                        \
    {                                                                                              \
        return WCC_LIKELY(F_(bits)(inside) == WCC_ALL_ON(LANES))                                   \
                   ? F_(load_##type)(at) : F_(load_masked_##type)(at, inside);                     \
    }                                                                                              \
    WCC_INLINE void F_(store_row_##type)(char *at, T_(type) value, T_(i32) inside)                 \
    {                                                                                              \
        if (WCC_LIKELY(F_(bits)(inside) == WCC_ALL_ON(LANES)))                                     \
            F_(store_##type)(at, value);                                                           \
        else                                                                                       \
            F_(store_some_##type)(at, value, inside);                                              \
    }                                                                                              \
    /* As many of them as there are lanes, divided by `by`. */                                     \
    WCC_INLINE T_(type) F_(load_part_##type)(const char *at, int by)                               \
    {                                                                                              \
        T_(type) cells = {0};                                                                      \
        memcpy(&cells, at, sizeof cells / (unsigned)by);                                           \
        return cells;                                                                              \
    }                                                                                              \
    WCC_INLINE void F_(store_part_##type)(char *at, T_(type) cells, int by)                        \
    {                                                                                              \
        memcpy(at, &cells, sizeof cells / (unsigned)by);                                           \
    }
WCC_ROWS(i32)
#if WCC_USES(wide)
WCC_ROWS(i64)
#endif
#undef WCC_ROWS

/* Every so many lanes one, in the low lanes. */
WCC_INLINE T_(i32) F_(every_i32)(T_(i32) v, int lanes)
{
    for (; lanes > 1; lanes /= 2)
        v = __builtin_shufflevector(v, v, WCC_EVEN);
    return v;
}
