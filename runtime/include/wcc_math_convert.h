/* Between floats and integers, and to and from half precision. Float to integer: toward zero, saturating,
 * NaN gives 0. */

#define WCC_TO_FLOAT(from, ufrom)                                                                               \
    WCC_INLINE T_(f32) F_(stof_##from##_f32)(T_(from) a) { return CONVERT_(a, f32); }                           \
    WCC_INLINE T_(f32) F_(utof_##from##_f32)(T_(from) a) { return CONVERT_((T_(ufrom))a, f32); }
WCC_TO_FLOAT(i16, u16)
WCC_TO_FLOAT(i32, u32)
WCC_INLINE T_(f32) F_(stof_i1_f32)(T_(i32) m) { return CONVERT_(F_(sext_i1_i32)(m), f32); }
WCC_INLINE T_(f32) F_(utof_i1_f32)(T_(i32) m) { return CONVERT_(F_(zext_i1_i32)(m), f32); }
/* NaN gives 0. */
WCC_INLINE T_(f32) F_(number_f32)(T_(f32) x) { return P_(f32)(x == x, x, K_(f32, 0)); }
WCC_INLINE T_(f32) F_(clamp_f32)(T_(f32) x, float low, float high)
{
    return F_(less_f32)(F_(more_f32)(F_(number_f32)(x), K_(f32, low)), K_(f32, high));
}
WCC_INLINE T_(i16) F_(ftos_f32_i16)(T_(f32) x) { return CONVERT_(CONVERT_(F_(clamp_f32)(x, -32768, 32767), i32), i16); }
WCC_INLINE T_(i16) F_(ftou_f32_i16)(T_(f32) x) { return CONVERT_(CONVERT_(F_(clamp_f32)(x, 0, 65535), i32), i16); }

/* The machine's conversion gives INT32_MIN below the range, above it and of NaN (Intel 64 and IA-32 manual, CVTTPS2DQ).
 * gcc folds constants above to INT32_MAX, so that it gets none. */
WCC_INLINE T_(i32) F_(ftos_f32_i32)(T_(f32) x)
{
#if defined(WCC_HAS_TO_INT) && defined(__clang__)
    return P_(i32)(x >= 0x1p31f, K_(i32, INT32_MAX), P_(i32)(x == x, F_(to_int_f32)(x), K_(i32, 0)));
#elif defined(WCC_HAS_TO_INT)
    T_(i32) inside = F_(to_int_f32)(F_(less_f32)(F_(number_f32)(x), K_(f32, 0x1.fffffep30f)));
    return P_(i32)(x >= 0x1p31f, K_(i32, INT32_MAX), inside);
#else
    T_(f32) inside = P_(f32)((x > -0x1p31f) & (x < 0x1p31f), x, K_(f32, 0));
    T_(i32) outside = P_(i32)(x >= 0x1p31f, K_(i32, INT32_MAX), P_(i32)(x <= -0x1p31f, K_(i32, INT32_MIN), K_(i32, 0)));
    return CONVERT_(inside, i32) | outside;
#endif
}
WCC_INLINE T_(i32) F_(ftou_f32_i32)(T_(f32) x)
{
    T_(f32) from_0 = F_(more_f32)(x, K_(f32, 0)); /* NaN, too */
#ifdef WCC_HAS_TO_UINT
    return F_(to_uint_f32)(from_0);
#else
    T_(f32) inside = P_(f32)(from_0 >= 0x1p31f, from_0 - 0x1p31f, from_0);
    T_(i32) top = P_(i32)(from_0 >= 0x1p31f, K_(i32, INT32_MIN), K_(i32, 0));
    T_(i32) all = P_(i32)(from_0 >= 0x1p32f, K_(i32, -1), K_(i32, 0));
    return CONVERT_(F_(less_f32)(inside, K_(f32, 0x1.fffffep30f)), i32) | top | all;
#endif
}

/* Of numbers that are known to be inside the range: what is outside or NaN gives anything. */
WCC_INLINE T_(i32) F_(cut_f32_i32)(T_(f32) x)
{
#ifdef WCC_HAS_TO_INT
    return F_(to_int_f32)(x);
#else
    return F_(ftos_f32_i32)(x);
#endif
}

/* ---- half precision: to nearest even in one rounding, denormals kept, NaN made quiet ---- */

#ifndef WCC_HAS_HALF
/* Normal: the rounding carry runs from the fraction into the exponent, up to inf. Denormal: 1/2 has the
 * spacing of half's denormals. */
WCC_INLINE T_(i16) F_(half_bits_f32)(T_(f32) x)
{
    T_(i32) bits = BITS_(x), a = bits & INT32_MAX;
    T_(i32) normal = (a - 0x38000000 + 0xfff + (a >> 13 & 1)) >> 13;
    T_(i32) denormal = BITS_(FLOAT_(a) + 0.5f) - 0x3f000000;
    T_(i32) half = P_(i32)(a < 0x38800000, denormal, P_(i32)(a < 0x477ff000, normal, K_(i32, 0x7c00)));
    half = P_(i32)(a > 0x7f800000, (a >> 13 & 0x3ff) | 0x7e00, half);
    return CONVERT_(half | (bits >> 16 & 0x8000), i16);
}
WCC_INLINE T_(f32) F_(f32_of_half)(T_(i16) half)
{
    T_(i32) bits = CONVERT_(half, i32), a = (bits & 0x7fff) << 13;
    T_(i32) denormal = BITS_(FLOAT_(a + 0x38800000) - 0x1p-14f);
    T_(i32) wide = P_(i32)(a < 0x00800000, denormal, P_(i32)(a < 0x0f800000, a + 0x38000000, a + 0x70000000));
    wide = P_(i32)(a > 0x0f800000, wide | 0x00400000, wide);
    return FLOAT_(wide | (bits & INT32_MIN));
}
#endif
WCC_INLINE T_(f32) F_(round_f16_f32)(T_(f32) x) { return F_(f32_of_half)(F_(half_bits_f32)(x)); }

/* ---- with 64 bits ---- */

#if WCC_USES(wide)
#define WCC_TO_DOUBLE(from, ufrom)                                                                              \
    WCC_INLINE T_(f64) F_(stof_##from##_f64)(T_(from) a) { return DOUBLES_(a); }                                \
    WCC_INLINE T_(f64) F_(utof_##from##_f64)(T_(from) a) { return CONVERT_((T_(ufrom))a, f64); }
WCC_TO_FLOAT(i64, u64)
WCC_TO_DOUBLE(i16, u16)
WCC_TO_DOUBLE(i32, u32)
WCC_TO_DOUBLE(i64, u64)
#undef WCC_TO_DOUBLE
WCC_INLINE T_(f64) F_(fconvert_f32_f64)(T_(f32) x) { return CONVERT_(x, f64); }
WCC_INLINE T_(f32) F_(fconvert_f64_f32)(T_(f64) x) { return CONVERT_(x, f32); }
WCC_INLINE T_(f64) F_(stof_i1_f64)(T_(i32) m) { return DOUBLES_(F_(sext_i1_i32)(m)); }
WCC_INLINE T_(f64) F_(utof_i1_f64)(T_(i32) m) { return DOUBLES_(F_(zext_i1_i32)(m)); }
/* NaN gives 0. */
WCC_INLINE T_(f64) F_(number_f64)(T_(f64) x) { return P_(f64)(x == x, x, K_(f64, 0)); }

/* f64: limits that are exact there need no more than clamping. */
WCC_INLINE T_(f64) F_(clamp_f64)(T_(f64) x, double low, double high)
{
    return F_(less_f64)(F_(more_f64)(F_(number_f64)(x), K_(f64, low)), K_(f64, high));
}
WCC_INLINE T_(i16) F_(ftos_f64_i16)(T_(f64) x) { return CONVERT_(CONVERT_(F_(clamp_f64)(x, -32768, 32767), i32), i16); }
WCC_INLINE T_(i16) F_(ftou_f64_i16)(T_(f64) x) { return CONVERT_(CONVERT_(F_(clamp_f64)(x, 0, 65535), i32), i16); }
WCC_INLINE T_(i32) F_(ftos_f64_i32)(T_(f64) x) { return CONVERT_(F_(clamp_f64)(x, -0x1p31, 0x1p31 - 1), i32); }
WCC_INLINE T_(i32) F_(ftou_f64_i32)(T_(f64) x)
{
    T_(f64) low = F_(clamp_f64)(x, 0, 0x1p32 - 1);
    T_(f64) offset = P_(f64)(low >= 0x1p31, K_(f64, 0x1p31), K_(f64, 0));
    return CONVERT_(low - offset, i32) ^ SHL_(ALL_(f64, low >= 0x1p31), 31);
}
WCC_INLINE T_(i64) F_(ftos_f64_i64)(T_(f64) x)
{
    T_(f64) inside = P_(f64)((x > -0x1p63) & (x < 0x1p63), x, K_(f64, 0));
    T_(i64) outside = P_(i64)(x >= 0x1p63, K_(i64, INT64_MAX), P_(i64)(x <= -0x1p63, K_(i64, INT64_MIN), K_(i64, 0)));
    return CONVERT_(inside, i64) | outside;
}
WCC_INLINE T_(i64) F_(ftou_f64_i64)(T_(f64) x)
{
    T_(f64) upper = P_(f64)((x >= 0x1p63) & (x < 0x1p64), x - 0x1p63, K_(f64, 0));
    T_(f64) inside = P_(f64)((x > 0) & (x < 0x1p63), x, upper);
    T_(i64) top = P_(i64)(x >= 0x1p63, K_(i64, INT64_MIN), K_(i64, 0));
    return CONVERT_(inside, i64) | top | P_(i64)(x >= 0x1p64, K_(i64, -1), K_(i64, 0));
}
/* Without the sum gcc 12 makes one conversion of the two, f32 to i64, and then fails to expand it for vectors. */
WCC_INLINE T_(f64) F_(widened_f32)(T_(f32) x) { return CONVERT_(x, f64) + K_(f64, 0); }
WCC_INLINE T_(i64) F_(ftos_f32_i64)(T_(f32) x) { return F_(ftos_f64_i64)(F_(widened_f32)(x)); }
WCC_INLINE T_(i64) F_(ftou_f32_i64)(T_(f32) x) { return F_(ftou_f64_i64)(F_(widened_f32)(x)); }

/* f64 to f32 rounded to odd, so that rounding once more is rounding once. */
WCC_INLINE T_(f32) F_(odd_f32_of_f64)(T_(f64) x)
{
    T_(f32) near = CONVERT_(x, f32);
    T_(f64) back = CONVERT_(near, f64);
    T_(i32) above = ALL_(f64, F_(fabs_f64)(back) > F_(fabs_f64)(x));
    T_(i32) inexact = ALL_(f64, (back < x) | (back > x));
    return FLOAT_((BITS_(near) + above) | (inexact & 1));
}
WCC_INLINE T_(i16) F_(half_bits_f64)(T_(f64) x) { return F_(half_bits_f32)(F_(odd_f32_of_f64)(x)); }
WCC_INLINE T_(f32) F_(round_f16_f64)(T_(f64) x) { return F_(round_f16_f32)(F_(odd_f32_of_f64)(x)); }
#endif
#undef WCC_TO_FLOAT
