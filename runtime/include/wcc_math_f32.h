/* f32 functions, each branch-free but for arguments that shaders rarely have. WCC_FUSED ones rely on fma,
 * others on f64. */

#ifndef WCC_HAS_FMA
/* The product is exact in f64; the sum is rounded to odd there, so that the second rounding is the only
 * one that counts (Boldo and Melquiond, Emulation of a FMA, 2008). */
WCC_INLINE T_(f32) F_(ffma_f32)(T_(f32) a, T_(f32) b, T_(f32) c)
{
    T_(f64) product = CONVERT_(a, f64) * CONVERT_(b, f64), addend = CONVERT_(c, f64);
    T_(f64) sum = product + addend, back = sum - product;
    T_(f64) error = (product - (sum - back)) + (addend - back);
    T_(i64) bits = BITS64_(sum), toward = ((BITS64_(error) ^ bits) >> 63) | 1;
    T_(i64) zero = bits ^ bits;
    T_(i64) step = P_(i64)((bits & 1) == 0, toward, zero);
    T_(f64) odd = DOUBLE_((T_(i64))((T_(u64))bits + (T_(u64))step));
    return CONVERT_(P_(f64)((error < 0) | (error > 0), odd, sum), f32);
}
#endif

/* Where a compiler could fuse either of two products, and would not do the same for vectors and scalars. */
#ifdef WCC_FUSED
#define FMA_(a, b, c) F_(ffma_f32)(a, b, c)
#define MADD_(a, b, c) FMA_(a, b, c)
#else
#define MADD_(a, b, c) ((a) * (b) + (c))
#endif

#if defined(WCC_HAS_RSQRT) && !defined(WCC_STRICT)
/* One Newton step from 14 bits; 0 and inf keep the estimate, which is exact there. */
WCC_INLINE T_(f32) F_(frsqrt_f32)(T_(f32) x)
{
    T_(f32) y = F_(rsqrt_14_f32)(x), error = FMA_(x * -y, y, K_(f32, 1));
    return P_(f32)(error == error, FMA_(0.5f * y, error, y), y);
}
#else
WCC_INLINE T_(f32) F_(frsqrt_f32)(T_(f32) x) { return 1 / F_(fsqrt_f32)(x); }
#endif

/* x / divisor bit by bit, as x * high + x * low (compiler/plan/plan_quotients.c), of what is large enough, as whole numbers
 * are. Of others those below the float whose bits are `least` are not, unless they are 0. */
WCC_INLINE T_(f32) F_(fdiv_by_f32)(T_(f32) x, float divisor, float high, float low)
{
#ifdef WCC_HAS_FMA
    (void)divisor;
    return F_(ffma_f32)(x, K_(f32, high), x * low);
#else
    (void)high, (void)low;
    return x / divisor;
#endif
}
WCC_INLINE T_(f32) F_(fdiv_some_by_f32)(T_(f32) x, float divisor, float high, float low, uint32_t least)
{
#ifdef WCC_HAS_FMA
    if (WCC_UNLIKELY(F_(some_f32)(((T_(u32))BITS_(x) << 1) - 2 < least * 2 - 2)))
        return x / divisor;
#endif
    (void)least;
    return F_(fdiv_by_f32)(x, divisor, high, low);
}
/* x / divisor of a divisor that all lanes share: high + low is 1 / divisor to some 47 bits, of one sign, so that infinite x
 * stay infinite (N. Brisebarre, J.-M. Muller, S. K. Raina, 2004, for constants). Of sizes whose reciprocals, and what these
 * leave, are no denormal numbers. */
WCC_INLINE T_(f32) F_(fdiv_by_scalar_f32)(T_(f32) x, float divisor)
{
#ifdef WCC_HAS_FMA
    uint32_t exponent = (uint32_t)wcc_bits_f32(divisor) >> 23 & 255;
    if (WCC_LIKELY(exponent - 63 < 128)) {
        float high = wcc_float_of(wcc_bits_f32(1 / divisor) - 1), low = __builtin_fmaf(-divisor, high, 1) * high;
        return F_(ffma_f32)(x, K_(f32, high), x * low);
    }
#endif
    return x / divisor;
}

/* ---- lane by lane: what is too far out for the vector code ---- */

WCC_INLINE void F_(remainder_far_f32)(T_(f32) x, T_(f32) y, T_(f32) *rest)
{
    T_(f32) far = x, divisor = y, copy = *rest;
    wcc_remainder_far((const float *)&far, (const float *)&divisor, (int)sizeof far / 4, (float *)&copy);
    *rest = copy;
}

#if WCC_USES(curves)
#include "wcc_math_curves.h"
#endif

/* a - b * trunc(a / b), exact as fmod: the quotient is right or one too large as long as it is small */
WCC_INLINE T_(f32) F_(frem_f32)(T_(f32) a, T_(f32) b)
{
    T_(f32) x = F_(fabs_f32)(a), y = F_(fabs_f32)(b), quotient = x / y;
#ifdef WCC_FUSED
    T_(f32) rest = FMA_(-F_(ftrunc_f32)(quotient), y, x);
#else
    T_(f64) wide = CONVERT_(F_(ftrunc_f32)(quotient), f64);
    T_(f32) rest = CONVERT_(CONVERT_(x, f64) - wide * CONVERT_(y, f64), f32);
#endif
    rest = P_(f32)(rest < 0, rest + y, rest);
    rest = P_(f32)((y == __builtin_inff()) & (x < __builtin_inff()), x, rest);
    if (__builtin_expect(F_(some_f32)((quotient > WCC_QUOTIENT_LIMIT) & (y > 0) & (x < __builtin_inff())), 0))
        F_(remainder_far_f32)(x, y, &rest);
    return F_(with_sign_f32)(rest, a);
}

#undef FMA_
#undef MADD_
