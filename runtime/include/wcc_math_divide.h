/* Integer work that only vectors need tricks for: scalars have an instruction (wcc_scalar.h).
 *
 * Quotients come from floating point: for 0 <= a < 2^n the value (a + 1/2) / b keeps 1 / (2 * b) or more
 * away from every integer, more than a rounded reciprocal and a rounded product can move it. So
 * trunc((a + 1/2) * (1 / b)) is exact, and the reciprocal of a uniform b leaves the loop over the pieces. */

WCC_INLINE T_(i32) F_(udiv_i32)(T_(i32) a, T_(i32) b)
{
    T_(i32) tiny = (T_(u32))b < 2, divisor = F_(pick_i32)(tiny, F_(splat_i32)(2), b); /* so the quotient fits an int32_t */
    T_(f64) reciprocal = 1 / WCC_CONVERT((T_(u32))divisor, T_(f64));
    T_(i32) quotient = WCC_CONVERT((WCC_CONVERT((T_(u32))a, T_(f64)) + 0.5) * reciprocal, T_(i32));
    return F_(pick_i32)(tiny, a | (b == 0), quotient);
}
WCC_INLINE T_(i32) F_(sdiv_i32)(T_(i32) a, T_(i32) b)
{
    T_(i32) unit = (b == 0) | (b == -1), divisor = F_(pick_i32)(unit, F_(splat_i32)(1), b);
    T_(f64) reciprocal = 1 / WCC_CONVERT(divisor, T_(f64)), x = WCC_CONVERT(a, T_(f64));
    T_(f64) half = F_(with_sign_f64)(F_(splat_f64)(0.5), x);
    T_(i32) quotient = WCC_CONVERT((x + half) * reciprocal, T_(i32));
    return F_(pick_i32)(unit, (T_(i32))(0 - (T_(u32))a) | (b == 0), quotient);
}
#define WCC_REMAINDER(rem, div, type, utype)                                                                    \
    WCC_INLINE T_(type) F_(rem##_##type)(T_(type) a, T_(type) b)                                                \
    {                                                                                                           \
        T_(utype) multiple = (T_(utype))F_(div##_##type)(a, b) * (T_(utype))b;                                  \
        return (T_(type))((T_(utype))a - multiple) | (b == 0);                                                  \
    }
WCC_REMAINDER(urem, udiv, i32, u32)
WCC_REMAINDER(srem, sdiv, i32, u32)

/* 16 bits: the same in f32. */
WCC_INLINE T_(i16) F_(udiv_i16)(T_(i16) a, T_(i16) b)
{
    T_(i32) x = F_(zext_i16_i32)(a), y = F_(zext_i16_i32)(b), none = y == 0;
    T_(f32) quotient = (WCC_CONVERT(x, T_(f32)) + 0.5f) * (1 / WCC_CONVERT(y - none, T_(f32)));
    return WCC_CONVERT(WCC_CONVERT(quotient, T_(i32)) | none, T_(i16));
}
WCC_INLINE T_(i16) F_(sdiv_i16)(T_(i16) a, T_(i16) b)
{
    T_(i32) y = F_(sext_i16_i32)(b), none = y == 0;
    T_(f32) x = WCC_CONVERT(F_(sext_i16_i32)(a), T_(f32));
    T_(f32) half = F_(with_sign_f32)(F_(splat_f32)(0.5f), x);
    T_(f32) quotient = (x + half) * (1 / WCC_CONVERT(y - none, T_(f32)));
    return WCC_CONVERT(WCC_CONVERT(quotient, T_(i32)) | none, T_(i16));
}
WCC_REMAINDER(urem, udiv, i16, u16)
WCC_REMAINDER(srem, sdiv, i16, u16)
#undef WCC_REMAINDER

#define WCC_BY_LANE(name)                                                                                       \
    WCC_INLINE T_(i64) F_(name)(T_(i64) a, T_(i64) b)                                                           \
    {                                                                                                           \
        T_(i64) r;                                                                                              \
        EACH_(r, name(AT_(a), AT_(b)));                                                                         \
        return r;                                                                                               \
    }
WCC_BY_LANE(udiv_i64)
WCC_BY_LANE(sdiv_i64)
WCC_BY_LANE(urem_i64)
WCC_BY_LANE(srem_i64)
#undef WCC_BY_LANE
