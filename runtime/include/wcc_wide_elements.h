/* wcc_wide_elements: elements of two or four words of 64 bits, one for each lane, as wcc_elements.h has those of 32: side by
 * side, taken apart and put together, or in the order of memory; and halfwords in that order. Part of wcc_lanes.h, once per
 * lane count, for kernels that have such. */
#define WCC_REPEATED(part, count, i) (((part) * LANES + (i)) / (count))
#define WCC_2_0(i) WCC_REPEATED(0, 2, i)
#define WCC_2_1(i) WCC_REPEATED(1, 2, i)
#define WCC_4_0(i) WCC_REPEATED(0, 4, i)
#define WCC_4_1(i) WCC_REPEATED(1, 4, i)
#define WCC_4_2(i) WCC_REPEATED(2, 4, i)
#define WCC_4_3(i) WCC_REPEATED(3, 4, i)
#define WCC_WIDE_ORDER(type, ctype)                                                                                 \
    /* In the order of memory: vector `part` of the components' ones. */                                            \
    WCC_INLINE T_(type) F_(wide_order_2_##type)(T_(type) x, T_(type) y, int part)                                   \
    {                                                                                                               \
        return part == 0 ? __builtin_shufflevector(x, y, WCC_ZIP_LOW)                                               \
                         : __builtin_shufflevector(x, y, WCC_ZIP_HIGH);                                             \
    }                                                                                                               \
    WCC_INLINE T_(type) F_(wide_order_4_##type)(T_(type) x, T_(type) y, T_(type) z, T_(type) w, int part)           \
    {                                                                                                               \
        return F_(wide_order_2_##type)(F_(wide_order_2_##type)(x, z, part / 2),                                     \
                                       F_(wide_order_2_##type)(y, w, part / 2), part % 2);                          \
    }                                                                                                               \
    /* The vector of component `part`. */                                                                           \
    WCC_INLINE T_(type) F_(wide_apart_2_##type)(T_(type) a, T_(type) b, int part)                                   \
    {                                                                                                               \
        return part == 0 ? __builtin_shufflevector(a, b, WCC_EVEN)                                                  \
                         : __builtin_shufflevector(a, b, WCC_ODD);                                                  \
    }                                                                                                               \
    WCC_INLINE T_(type) F_(wide_apart_4_##type)(T_(type) a, T_(type) b, T_(type) c, T_(type) d, int part)           \
    {                                                                                                               \
        return F_(wide_apart_2_##type)(F_(wide_apart_2_##type)(a, b, part % 2),                                     \
                                       F_(wide_apart_2_##type)(c, d, part % 2), part / 2);                          \
    }                                                                                                               \
    WCC_INLINE void F_(wide_put_2_##type)(T_(type) *x, T_(type) *y)                                                 \
    {                                                                                                               \
        const T_(type) a = *x, b = *y;                                                                              \
        *x = F_(wide_order_2_##type)(a, b, 0);                                                                      \
        *y = F_(wide_order_2_##type)(a, b, 1);                                                                      \
    }                                                                                                               \
    WCC_INLINE void F_(wide_put_4_##type)(T_(type) *x, T_(type) *y, T_(type) *z, T_(type) *w)                       \
    {                                                                                                               \
        const T_(type) a = *x, b = *y, c = *z, d = *w;                                                              \
        *x = F_(wide_order_4_##type)(a, b, c, d, 0);                                                                \
        *y = F_(wide_order_4_##type)(a, b, c, d, 1);                                                                \
        *z = F_(wide_order_4_##type)(a, b, c, d, 2);                                                                \
        *w = F_(wide_order_4_##type)(a, b, c, d, 3);                                                                \
    }                                                                                                               \
    /* Each lane's value for all of its components; a scalar for each component. */                                 \
    WCC_INLINE T_(type) F_(wide_repeat_2_##type)(T_(type) x, int part)                                              \
    {                                                                                                               \
        return part == 0 ? __builtin_shufflevector(x, x, WCC_INDICES(WCC_2_0))                                      \
                         : __builtin_shufflevector(x, x, WCC_INDICES(WCC_2_1));                                     \
    }                                                                                                               \
    WCC_INLINE T_(type) F_(wide_repeat_4_##type)(T_(type) x, int part)                                              \
    {                                                                                                               \
        return part == 0   ? __builtin_shufflevector(x, x, WCC_INDICES(WCC_4_0))                                    \
               : part == 1 ? __builtin_shufflevector(x, x, WCC_INDICES(WCC_4_1))                                    \
               : part == 2 ? __builtin_shufflevector(x, x, WCC_INDICES(WCC_4_2))                                    \
                           : __builtin_shufflevector(x, x, WCC_INDICES(WCC_4_3));                                   \
    }                                                                                                               \
    WCC_INLINE T_(type) F_(wide_scalars_2_##type)(ctype x, ctype y, int part)                                       \
    {                                                                                                               \
        return F_(wide_order_2_##type)(F_(splat_##type)(x), F_(splat_##type)(y), part);                             \
    }                                                                                                               \
    WCC_INLINE T_(type) F_(wide_scalars_4_##type)(ctype x, ctype y, ctype z, ctype w, int part)                     \
    {                                                                                                               \
        return F_(wide_order_4_##type)(F_(splat_##type)(x), F_(splat_##type)(y), F_(splat_##type)(z),               \
                                       F_(splat_##type)(w), part);                                                  \
    }
#define WCC_WIDE_MEMORY(type)                                                                                       \
    /* Of the lower half of the lanes, and of the upper. */                                                         \
    WCC_INLINE void F_(wide_load_2_halves_##type)(const char *low, const char *high, T_(type) *x, T_(type) *y)      \
    {                                                                                                               \
        const T_(type) a = F_(load_##type)(low), b = F_(load_##type)(high);                                         \
        *x = F_(wide_apart_2_##type)(a, b, 0);                                                                      \
        *y = F_(wide_apart_2_##type)(a, b, 1);                                                                      \
    }                                                                                                               \
    WCC_INLINE void F_(wide_load_4_halves_##type)(const char *low, const char *high, T_(type) *x, T_(type) *y,      \
                                                  T_(type) *z, T_(type) *w)                                         \
    {                                                                                                               \
        const T_(type) a = F_(load_##type)(low), b = F_(load_##type)(low + 8 * LANES);                              \
        const T_(type) c = F_(load_##type)(high), d = F_(load_##type)(high + 8 * LANES);                            \
        *x = F_(wide_apart_4_##type)(a, b, c, d, 0);                                                                \
        *y = F_(wide_apart_4_##type)(a, b, c, d, 1);                                                                \
        *z = F_(wide_apart_4_##type)(a, b, c, d, 2);                                                                \
        *w = F_(wide_apart_4_##type)(a, b, c, d, 3);                                                                \
    }                                                                                                               \
    WCC_INLINE void F_(wide_store_2_halves_##type)(char *low, char *high, T_(type) x, T_(type) y)                   \
    {                                                                                                               \
        F_(store_##type)(low, F_(wide_order_2_##type)(x, y, 0));                                                    \
        F_(store_##type)(high, F_(wide_order_2_##type)(x, y, 1));                                                   \
    }                                                                                                               \
    WCC_INLINE void F_(wide_store_4_halves_##type)(char *low, char *high, T_(type) x, T_(type) y, T_(type) z,       \
                                                   T_(type) w)                                                      \
    {                                                                                                               \
        F_(store_##type)(low, F_(wide_order_4_##type)(x, y, z, w, 0));                                              \
        F_(store_##type)(low + 8 * LANES, F_(wide_order_4_##type)(x, y, z, w, 1));                                  \
        F_(store_##type)(high, F_(wide_order_4_##type)(x, y, z, w, 2));                                             \
        F_(store_##type)(high + 8 * LANES, F_(wide_order_4_##type)(x, y, z, w, 3));                                 \
    }                                                                                                               \
    WCC_INLINE void F_(wide_load_2_##type)(const char *at, T_(type) *x, T_(type) *y)                                \
    {                                                                                                               \
        F_(wide_load_2_halves_##type)(at, at + 8 * LANES, x, y);                                                    \
    }                                                                                                               \
    WCC_INLINE void F_(wide_load_4_##type)(const char *at, T_(type) *x, T_(type) *y, T_(type) *z, T_(type) *w)      \
    {                                                                                                               \
        F_(wide_load_4_halves_##type)(at, at + 16 * LANES, x, y, z, w);                                             \
    }                                                                                                               \
    WCC_INLINE void F_(wide_store_2_##type)(char *at, T_(type) x, T_(type) y)                                       \
    {                                                                                                               \
        F_(wide_store_2_halves_##type)(at, at + 8 * LANES, x, y);                                                   \
    }                                                                                                               \
    WCC_INLINE void F_(wide_store_4_##type)(char *at, T_(type) x, T_(type) y, T_(type) z, T_(type) w)               \
    {                                                                                                               \
        F_(wide_store_4_halves_##type)(at, at + 16 * LANES, x, y, z, w);                                            \
    }
WCC_WIDE_ORDER(i16, int16_t)
#if WCC_USES(wide)
WCC_WIDE_ORDER(i64, int64_t)
WCC_WIDE_ORDER(f64, double)
WCC_WIDE_MEMORY(i64)
WCC_WIDE_MEMORY(f64)
#endif
#undef WCC_2_0
#undef WCC_2_1
#undef WCC_4_0
#undef WCC_4_1
#undef WCC_4_2
#undef WCC_4_3
#undef WCC_REPEATED
#undef WCC_WIDE_MEMORY
#undef WCC_WIDE_ORDER
