/* Integer operations that vectors and scalars share. Everything is defined: counts modulo the width,
 * INT_MIN stays under iabs. WIDTH_TYPES(use): use(type, unsigned type, width). */

#if WCC_USES(wide)
#define WIDTH_TYPES(use) use(i16, u16, 16) use(i32, u32, 32) use(i64, u64, 64)
#else
#define WIDTH_TYPES(use) use(i16, u16, 16) use(i32, u32, 32)
#endif

#define WCC_SHIFTS_OF(type, utype, width)                                                                       \
    WCC_INLINE T_(type) F_(ishl_##type)(T_(type) a, T_(type) b) { return (T_(type))((T_(utype))a << (b & (width - 1))); } \
    WCC_INLINE T_(type) F_(sshr_##type)(T_(type) a, T_(type) b) { return a >> (b & (width - 1)); }              \
    WCC_INLINE T_(type) F_(ushr_##type)(T_(type) a, T_(type) b) { return (T_(type))((T_(utype))a >> (T_(utype))(b & (width - 1))); } \
    WCC_INLINE T_(type) F_(iabs_##type)(T_(type) a)                                                             \
    {                                                                                                           \
        T_(utype) sign = (T_(utype))(a >> (width - 1));                                                         \
        return (T_(type))(((T_(utype))a ^ sign) - sign);                                                        \
    }
WIDTH_TYPES(WCC_SHIFTS_OF)
#undef WCC_SHIFTS_OF

#define WCC_ORDER_OF(type, utype, width)                                                                        \
    WCC_INLINE T_(type) F_(imin_##type)(T_(type) a, T_(type) b) { return P_(type)(a < b, a, b); }               \
    WCC_INLINE T_(type) F_(imax_##type)(T_(type) a, T_(type) b) { return P_(type)(a > b, a, b); }               \
    WCC_INLINE T_(type) F_(umin_##type)(T_(type) a, T_(type) b) { return P_(type)((T_(utype))a < (T_(utype))b, a, b); } \
    WCC_INLINE T_(type) F_(umax_##type)(T_(type) a, T_(type) b) { return P_(type)((T_(utype))a > (T_(utype))b, a, b); }
WIDTH_TYPES(WCC_ORDER_OF)
#undef WCC_ORDER_OF

/* ---- widths of integers ---- */

#define WCC_RESIZE(from, ufrom, to)                                                                             \
    WCC_INLINE T_(to) F_(sext_##from##_##to)(T_(from) a) { return CONVERT_(a, to); }                            \
    WCC_INLINE T_(to) F_(zext_##from##_##to)(T_(from) a) { return CONVERT_((T_(ufrom))a, to); }                 \
    WCC_INLINE T_(from) F_(itrunc_##to##_##from)(T_(to) a) { return CONVERT_(a, from); }
WCC_RESIZE(i16, u16, i32)
#if WCC_USES(wide)
WCC_RESIZE(i16, u16, i64)
WCC_RESIZE(i32, u32, i64)
#endif
#undef WCC_RESIZE
/* A bool is a mask in vectors, 0 or 1 in scalars. */
#define WCC_RESIZE_BOOL(type)                                                                                   \
    WCC_INLINE T_(type) F_(sext_i1_##type)(T_(i32) m) { return CONVERT_(-(m & 1), type); }                      \
    WCC_INLINE T_(type) F_(zext_i1_##type)(T_(i32) m) { return CONVERT_(m & 1, type); }                         \
    WCC_INLINE T_(i32) F_(itrunc_##type##_i1)(T_(type) a) { return CONVERT_((a & 1) != 0, i32); }
WCC_RESIZE_BOOL(i16)
WCC_RESIZE_BOOL(i32)
#if WCC_USES(wide)
WCC_RESIZE_BOOL(i64)
#endif
#undef WCC_RESIZE_BOOL

/* ---- bits ---- */

/* Neighbours, pairs, nibbles and so on change places. */
WCC_INLINE T_(i32) F_(bitreverse_i32)(T_(i32) a)
{
    T_(u32) x = (T_(u32))a;
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
    return (T_(i32))(x >> 16 | x << 16);
}
WCC_INLINE T_(i16) F_(bitreverse_i16)(T_(i16) a)
{
    return CONVERT_(F_(bitreverse_i32)(F_(zext_i16_i32)(a)) >> 16, i16);
}
#if WCC_USES(wide)
WCC_INLINE T_(i64) F_(bitreverse_i64)(T_(i64) a)
{
    T_(i32) low = F_(itrunc_i64_i32)(a), high = F_(itrunc_i64_i32)(a >> 32);
    T_(u64) reversed = (T_(u64))F_(zext_i32_i64)(F_(bitreverse_i32)(low)) << 32;
    return (T_(i64))reversed | F_(zext_i32_i64)(F_(bitreverse_i32)(high));
}
#endif
WCC_INLINE T_(i32) F_(popcount_i16)(T_(i16) a) { return F_(popcount_i32)(F_(zext_i16_i32)(a)); }
#if WCC_USES(wide)
WCC_INLINE T_(i32) F_(popcount_i64)(T_(i64) a)
{
    return F_(popcount_i32)(F_(itrunc_i64_i32)(a)) + F_(popcount_i32)(F_(itrunc_i64_i32)(a >> 32));
}
#endif
WCC_INLINE T_(i32) F_(ufirsthigh_i16)(T_(i16) a) { return F_(ufirsthigh_i32)(F_(zext_i16_i32)(a)); }
#if WCC_USES(wide)
WCC_INLINE T_(i32) F_(ufirsthigh_i64)(T_(i64) a)
{
    T_(i32) low = F_(itrunc_i64_i32)(a), high = F_(itrunc_i64_i32)(a >> 32);
    return P_(i32)(high == 0, F_(ufirsthigh_i32)(low), F_(ufirsthigh_i32)(high) + 32);
}
#endif
#define WCC_FIRSTS_OF(type, utype, width)                                                                       \
    WCC_INLINE T_(i32) F_(sfirsthigh_##type)(T_(type) a) { return F_(ufirsthigh_##type)(a ^ a >> (width - 1)); } \
    WCC_INLINE T_(i32) F_(ufirstlow_##type)(T_(type) a) { return F_(ufirsthigh_##type)((T_(type))((T_(utype))a & -(T_(utype))a)); }
WIDTH_TYPES(WCC_FIRSTS_OF)
#undef WCC_FIRSTS_OF
#undef WIDTH_TYPES
