/* wcc_rows: vectors whose lanes lie in two or three rows of a tile. Part of wcc_lanes.h, once per lane count.
 *
 * low, middle and high are where lane 0 would be if all lanes lay in that row; the first `count` lanes lie in the
 * first row, and the next `width` in the second. Lanes that a row has not are neither read nor written. */

#define WCC_ROWS(type, vector)                                                                                  \
    WCC_INLINE T_(type) F_(load_2_rows_##type)(const char *low, const char *high, int32_t count)                \
    {                                                                                                           \
        T_(i32) is_low = (T_(i32))WCC_IOTA < F_(splat_i32)(count);                                              \
        return (T_(type))((vector)F_(load_masked_##type)(low, is_low) |                                         \
                          (vector)F_(load_masked_##type)(high, ~is_low));                                       \
    }                                                                                                           \
    WCC_INLINE T_(type) F_(load_3_rows_##type)(const char *low, const char *middle, const char *high,           \
                                               int32_t count, int32_t width)                                    \
    {                                                                                                           \
        T_(i32) is_high = (T_(i32))WCC_IOTA >= F_(splat_i32)(count + width);                                    \
        T_(i32) is_low = (T_(i32))WCC_IOTA < F_(splat_i32)(count);                                              \
        return (T_(type))((vector)F_(load_masked_##type)(low, is_low) |                                         \
                          (vector)F_(load_masked_##type)(middle, ~(is_low | is_high)) |                         \
                          (vector)F_(load_masked_##type)(high, is_high));                                       \
    }                                                                                                           \
    WCC_INLINE void F_(store_2_rows_##type)(char *low, char *high, int32_t count, T_(type) value, T_(i32) m)    \
    {                                                                                                           \
        T_(i32) is_low = (T_(i32))WCC_IOTA < F_(splat_i32)(count);                                              \
        F_(store_masked_##type)(low, value, m & is_low);                                                        \
        F_(store_masked_##type)(high, value, m & ~is_low);                                                      \
    }                                                                                                           \
    WCC_INLINE void F_(store_3_rows_##type)(char *low, char *middle, char *high, int32_t count, int32_t width,  \
                                            T_(type) value, T_(i32) m)                                          \
    {                                                                                                           \
        T_(i32) is_high = (T_(i32))WCC_IOTA >= F_(splat_i32)(count + width);                                    \
        T_(i32) is_low = (T_(i32))WCC_IOTA < F_(splat_i32)(count);                                              \
        F_(store_masked_##type)(low, value, m & is_low);                                                        \
        F_(store_masked_##type)(middle, value, m & ~(is_low | is_high));                                        \
        F_(store_masked_##type)(high, value, m & is_high);                                                      \
    }
WCC_ROWS(f32, T_(i32))
WCC_ROWS(i32, T_(i32))
WCC_ROWS(i16, T_(i16))
#undef WCC_ROWS
