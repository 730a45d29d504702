/* Integer work that only vectors need tricks for: scalars have an instruction (wcc_scalar.h). C
 * compilers multiply where the divisor is a constant; here are those that are none.
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
    T_(f64) reciprocal = 1 / WCC_DOUBLES(divisor), x = WCC_DOUBLES(a);
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

/* ---- values that are small enough for f32: |a| < 2^22, |b| <= 2^24 ---- */

/* A divided sum is rounded once, so nothing less than 1 / b away from an integer can reach it; with
 * a reciprocal twice. */
WCC_INLINE T_(i32) F_(udiv_small_i32)(T_(i32) a, T_(i32) b)
{
    T_(i32) none = b == 0;
    T_(f32) quotient = (WCC_CONVERT(a, T_(f32)) + 0.5f) / WCC_CONVERT(b - none, T_(f32));
    return WCC_CONVERT(quotient, T_(i32)) | none;
}
WCC_INLINE T_(i32) F_(udiv_small_by_i32)(T_(i32) a, int32_t b)
{
    float reciprocal = 1 / (float)(b + (b == 0));
    T_(f32) quotient = (WCC_CONVERT(a, T_(f32)) + 0.5f) * F_(splat_f32)(reciprocal);
    return WCC_CONVERT(quotient, T_(i32)) | F_(splat_i32)(-(b == 0));
}
WCC_INLINE T_(f32) F_(away_from_zero)(T_(i32) a)
{
    T_(f32) x = WCC_CONVERT(a, T_(f32));
    return x + F_(with_sign_f32)(F_(splat_f32)(0.5f), x);
}
WCC_INLINE T_(i32) F_(sdiv_small_i32)(T_(i32) a, T_(i32) b)
{
    T_(i32) none = b == 0;
    T_(f32) quotient = F_(away_from_zero)(a) / WCC_CONVERT(b - none, T_(f32));
    return WCC_CONVERT(quotient, T_(i32)) | none;
}
WCC_INLINE T_(i32) F_(sdiv_small_by_i32)(T_(i32) a, int32_t b)
{
    float reciprocal = 1 / (float)(b + (b == 0));
    T_(f32) quotient = F_(away_from_zero)(a) * F_(splat_f32)(reciprocal);
    return WCC_CONVERT(quotient, T_(i32)) | F_(splat_i32)(-(b == 0));
}

/* ---- by a value that all lanes share ---- */

/* The upper halves of the products. */
#if LANES == 16
#define WCC_UPPER_HALVES 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31
#elif LANES == 8
#define WCC_UPPER_HALVES 1, 9, 3, 11, 5, 13, 7, 15
#else
#define WCC_UPPER_HALVES 1, 5, 3, 7
#endif
typedef uint64_t T_(products) __attribute__((vector_size(4 * LANES)));
typedef long long T_(zeros) __attribute__((vector_size(4 * LANES)));
/* Of 32-bit words 0, 2, ... gcc multiplies all 64 bits where it is not told otherwise. */
#if !defined(__clang__) && LANES == 16 && defined(__AVX512F__)
#define WCC_MULTIPLY_EVEN(a, b) __builtin_ia32_pmuludq512_mask(a, b, (T_(zeros)){0}, (uint8_t)-1)
#elif !defined(__clang__) && LANES == 8 && defined(__AVX2__)
#define WCC_MULTIPLY_EVEN(a, b) __builtin_ia32_pmuludq256(a, b)
#elif !defined(__clang__) && LANES == 4 && defined(__SSE2__)
#define WCC_MULTIPLY_EVEN(a, b) __builtin_ia32_pmuludq128(a, b)
#else
#define WCC_MULTIPLY_EVEN(a, b)                                                                    \
    (((T_(products))(a) & 0xffffffffu) * ((T_(products))(b) & 0xffffffffu))
#endif
/* Of a times words 0, 2, ... of `even`, and of `odd` for those between. */
WCC_INLINE T_(u32) F_(upper_halves)(T_(i32) a, T_(i32) even, T_(i32) odd)
{
    T_(i32) odd_a = (T_(i32))((T_(products))a >> 32);
    return __builtin_shufflevector((T_(u32))WCC_MULTIPLY_EVEN(a, even), (T_(u32))WCC_MULTIPLY_EVEN(odd_a, odd),
                                   WCC_UPPER_HALVES);
}
WCC_INLINE T_(u32) F_(multiply_high)(T_(i32) a, uint32_t b)
{
    T_(i32) factor = F_(splat_i32)((int32_t)b);
    return F_(upper_halves)(a, factor, factor);
}
WCC_INLINE T_(i32) F_(umulhigh_i32)(T_(i32) a, T_(i32) b)
{
    return (T_(i32))F_(upper_halves)(a, b, (T_(i32))((T_(products))b >> 32));
}
#undef WCC_UPPER_HALVES
#undef WCC_MULTIPLY_EVEN

/* T. Granlund and P. Montgomery, Division by Invariant Integers using Multiplication (1994), figure
 * 4.1: with l = ceil(log2(b)) and m = floor(2^(32+l) / b) + 1, of which multiply_high takes the low
 * 32 bits. The quotient of doubles can be rounded up to an integer, which the product shows. No
 * integer division: C compilers do not take it out of loops. */
WCC_INLINE T_(i32) F_(udiv_by_i32)(T_(i32) a, int32_t b)
{
    uint32_t divisor = (uint32_t)b + (b == 0);
    uint32_t bits = 31 - (uint32_t)__builtin_clz(divisor) + ((divisor & (divisor - 1)) != 0);
    double power = bits_i64_f64((int64_t)(1023 + 32 + bits) << 52);
    uint64_t factor = (uint64_t)(int64_t)(power / (double)divisor);
    factor += (int64_t)(factor * divisor - ((uint64_t)1 << bits << 32)) <= 0;
    uint32_t first = bits != 0, second = bits - first;
    T_(u32) high = F_(multiply_high)(a, (uint32_t)factor);
    T_(u32) quotient = (high + (((T_(u32))a - high) >> first)) >> second;
    return (T_(i32))quotient | F_(splat_i32)(-(b == 0));
}
/* What has no sign is divided, and INT_MIN is 2^31 there. */
WCC_INLINE T_(i32) F_(sdiv_by_i32)(T_(i32) a, int32_t b)
{
    T_(i32) sign = (a ^ F_(splat_i32)(b)) >> 31, minus = a >> 31;
    uint32_t size = b < 0 ? 0 - (uint32_t)b : (uint32_t)b;
    T_(u32) quotient = (T_(u32))F_(udiv_by_i32)((a ^ minus) - minus, (int32_t)size);
    return (T_(i32))((quotient ^ (T_(u32))sign) - (T_(u32))sign) | F_(splat_i32)(-(b == 0));
}

#define WCC_REMAINDER_BY(rem, div)                                                                 \
    WCC_INLINE T_(i32) F_(rem##_small_i32)(T_(i32) a, T_(i32) b)                                   \
    {                                                                                              \
        return (a - F_(div##_small_i32)(a, b) * b) | (b == 0);                                     \
    }                                                                                              \
    WCC_INLINE T_(i32) F_(rem##_small_by_i32)(T_(i32) a, int32_t b)                                \
    {                                                                                              \
        T_(i32) multiple = F_(div##_small_by_i32)(a, b) * F_(splat_i32)(b);                        \
        return (a - multiple) | F_(splat_i32)(-(b == 0));                                          \
    }                                                                                              \
    WCC_INLINE T_(i32) F_(rem##_by_i32)(T_(i32) a, int32_t b)                                      \
    {                                                                                              \
        T_(u32) multiple = (T_(u32))F_(div##_by_i32)(a, b) * (T_(u32))F_(splat_i32)(b);            \
        return (T_(i32))((T_(u32))a - multiple) | F_(splat_i32)(-(b == 0));                        \
    }
WCC_REMAINDER_BY(urem, udiv)
WCC_REMAINDER_BY(srem, sdiv)
#undef WCC_REMAINDER_BY

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

/* ---- 64 bits ----
 *
 * Quotients of doubles, made a little too small, so that what is left never wraps: each of the roundings of a, b, 1 / b and
 * the product moves it by 2^-53 at most, and 1 - 2^-50 is further below 1 than all four. A first quotient is short by less
 * than 2^15, one of what is left by less than 2, and that is told by comparing. Lane by lane where the machine has no
 * conversions of 64 bits: with these put together of parts, and the products, a division took 1.6 times as long (Zen 3). */
#if WCC_USES(wide) && defined(__AVX512DQ__)
#define WCC_WIDE_QUOTIENTS 1
#define WCC_SHORT_OF_ONE (1 - 0x1p-50)

WCC_INLINE T_(u64) F_(wcc_part_of_quotient)(T_(u64) a, T_(f64) reciprocal)
{
    return WCC_CONVERT(WCC_CONVERT(a, T_(f64)) * reciprocal * WCC_SHORT_OF_ONE, T_(u64));
}

/* By no 0. */
WCC_INLINE T_(u64) F_(wcc_divide_wide)(T_(u64) a, T_(u64) b, T_(u64) *rest)
{
    const T_(f64) reciprocal = 1 / WCC_CONVERT(b, T_(f64));
    const T_(u64) first = F_(wcc_part_of_quotient)(a, reciprocal), left = a - first * b;
    const T_(u64) second = F_(wcc_part_of_quotient)(left, reciprocal), last = left - second * b;
    const T_(u64) more = (T_(u64))(last >= b);
    *rest = last - (more & b);
    return first + second - more;
}

WCC_INLINE T_(i64) F_(udiv_i64)(T_(i64) a, T_(i64) b)
{
    const T_(i64) none = b == 0;
    T_(u64) rest;
    return (T_(i64))F_(wcc_divide_wide)((T_(u64))a, (T_(u64))(b - none), &rest) | none;
}
WCC_INLINE T_(i64) F_(urem_i64)(T_(i64) a, T_(i64) b)
{
    const T_(i64) none = b == 0;
    T_(u64) rest;
    F_(wcc_divide_wide)((T_(u64))a, (T_(u64))(b - none), &rest);
    return (T_(i64))rest | none;
}

/* The quotient has the sign of both, and what is left that of a. */
WCC_INLINE T_(u64) F_(wcc_divide_signed)(T_(i64) a, T_(i64) b, T_(u64) *rest)
{
    const T_(u64) minus_a = (T_(u64))(a < 0), minus_b = (T_(u64))(b < 0), minus = minus_a ^ minus_b;
    const T_(u64) quotient =
        F_(wcc_divide_wide)(((T_(u64))a ^ minus_a) - minus_a, ((T_(u64))b ^ minus_b) - minus_b, rest);
    *rest = (*rest ^ minus_a) - minus_a;
    return (quotient ^ minus) - minus;
}
WCC_INLINE T_(i64) F_(sdiv_i64)(T_(i64) a, T_(i64) b)
{
    const T_(i64) none = b == 0;
    T_(u64) rest;
    return (T_(i64))F_(wcc_divide_signed)(a, b - none, &rest) | none;
}
WCC_INLINE T_(i64) F_(srem_i64)(T_(i64) a, T_(i64) b)
{
    const T_(i64) none = b == 0;
    T_(u64) rest;
    F_(wcc_divide_signed)(a, b - none, &rest);
    return (T_(i64))rest | none;
}
#endif

#if WCC_USES(wide) && !defined(WCC_WIDE_QUOTIENTS)
#define WCC_BY_LANE(name)                                                                                       \
    WCC_INLINE T_(i64) F_(name)(T_(i64) a, T_(i64) b)                                                           \
    {                                                                                                           \
        T_(i64) r;                                                                                              \
        EACH_(r, name(AT_(a), AT_(b)));                                                                         \
        return r;                                                                                               \
    }
WCC_BY_LANE(udiv_i64)
WCC_BY_LANE(urem_i64)
WCC_BY_LANE(sdiv_i64)
WCC_BY_LANE(srem_i64)
#undef WCC_BY_LANE
#endif
#undef WCC_SHORT_OF_ONE
#undef WCC_WIDE_QUOTIENTS
