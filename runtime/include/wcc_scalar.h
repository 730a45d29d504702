/* wcc_scalar: the operations of op.def over one value, for what is uniform over a wave. The same
 * algorithms as for vectors (wcc_math_*.h), so the same bits. Included once, by wcc_lanes.h. */

#include "wcc_denormals.h"
#include "wcc_joining.h"
#include "wcc_math_machine.h"

typedef float wcc_scalar_f32;
typedef double wcc_scalar_f64;
typedef int16_t wcc_scalar_i16;
typedef int32_t wcc_scalar_i32;
typedef int64_t wcc_scalar_i64;
typedef uint16_t wcc_scalar_u16;
typedef uint32_t wcc_scalar_u32;
typedef uint64_t wcc_scalar_u64;

WCC_INLINE int32_t wcc_bits_f32(float x) { int32_t bits; memcpy(&bits, &x, sizeof bits); return bits; }
WCC_INLINE float wcc_float_of(int32_t bits) { float x; memcpy(&x, &bits, sizeof x); return x; }
WCC_INLINE int64_t wcc_bits_f64(double x) { int64_t bits; memcpy(&bits, &x, sizeof bits); return bits; }
WCC_INLINE double wcc_double_of(int64_t bits) { double x; memcpy(&x, &bits, sizeof x); return x; }
/* x * 2^exponent, also where 2^exponent alone is out of range. */
WCC_INLINE double wcc_scale(double x, double exponent)
{
    double n = __builtin_rint(exponent < -3000 ? -3000 : exponent > 3000 ? 3000 : exponent), rest = exponent - n;
    if (__builtin_isinf(exponent)) /* 0 * inf and inf * 0 are NaN */
        return x * (exponent > 0 ? exponent : 0);
    if (!(rest >= -0.5 && rest <= 0.5)) /* far out, or NaN */
        return exponent == exponent ? __builtin_ldexp(x, (int)n) : exponent;
    return __builtin_ldexp(x * __builtin_exp2(rest), (int)n);
}
/* pow as HLSL has it: NaN for negative x. */
WCC_INLINE double wcc_pow(double x, double y) { return x >= 0 && y == y ? __builtin_pow(__builtin_fabs(x), y) : __builtin_nan(""); }

/* ---- lane by lane: arguments that are too far out for the vector code ---- */

#define WCC_TURN_LIMIT 262144.0f
#define WCC_QUOTIENT_LIMIT 0x1p22f

/* For the finite lanes x > WCC_TURN_LIMIT: r = x - n * pi / 2 and n modulo 4. Payne and Hanek, Radian
 * Reduction for Trigonometric Functions (1983): only the bits of 1 / pi that matter for x / pi modulo 2 are
 * multiplied. */
WCC_COLD void wcc_reduce_far(const float *x, int lanes, float *r, int32_t *n)
{
    /* bit 31 of the first word weighs 2^31 */
    static const uint32_t one_over_pi[] = {0x00000000, 0x517cc1b7, 0x27220a94, 0xfe13abe8,
                                           0xfa9a6ee0, 0x6db14acc, 0x9e21c820, 0xff28b1d5};
    for (int i = 0; i < lanes; i++) {
        if (!(x[i] > WCC_TURN_LIMIT && x[i] < __builtin_inff()))
            continue;
        uint32_t bits = (uint32_t)wcc_bits_f32(x[i]), mantissa = (bits & 0x7fffff) | 0x800000;
        uint32_t first = (bits >> 23) - 150 + 31; /* times the mantissa's last bit, this bit of 1 / pi weighs 1 */
        const uint32_t *word = one_over_pi + first / 32;
        unsigned __int128 window = (unsigned __int128)((uint64_t)word[0] << 32 | word[1]) << 64 | ((uint64_t)word[2] << 32 | word[3]);
        uint64_t turns = (uint64_t)(mantissa * (window << first % 32 >> 32) >> 32); /* x / pi * 2^63 modulo 2^64 */
        uint64_t quarters = (turns + ((uint64_t)1 << 61)) >> 62;
        n[i] = (int32_t)quarters;
        r[i] = (float)((double)(int64_t)(turns - (quarters << 62)) * 0x1.921fb54442d18p-62);
    }
}
/* For the lanes with a finite quotient above WCC_QUOTIENT_LIMIT: rest = x modulo y; both positive. */
WCC_COLD void wcc_remainder_far(const float *x, const float *y, int lanes, float *rest)
{
    for (int i = 0; i < lanes; i++)
        if (x[i] / y[i] > WCC_QUOTIENT_LIMIT && y[i] > 0 && x[i] < __builtin_inff())
            rest[i] = __builtin_fmodf(x[i], y[i]);
}

/* ---- the words of wcc_math.h, for scalars ---- */

#define WCC_SCALAR_(type) wcc_scalar_##type
#define T_(type) WCC_SCALAR_(type)
#define F_(name) name
#define K_(type, c) ((T_(type))(c))
#define P_(type) WCC_JOIN(wcc_pick_, type)
#define BITS_(x) wcc_bits_f32(x)
#define FLOAT_(x) wcc_float_of((int32_t)(x))
#define BITS64_(x) wcc_bits_f64(x)
#define DOUBLE_(x) wcc_double_of(x)
#define SHL_(x, count) ((int32_t)((uint32_t)(x) << (count)))
#define MASK_(type, m) (m)
#define ALL_(type, m) (-(int32_t)(m))
#define CONVERT_(x, type) ((T_(type))(x))
#define DOUBLES_(x) ((double)(x))
#define EACH_(r, e) (r) = (e)
#define AT_(x) (x)

WCC_INLINE float wcc_pick_f32(int m, float a, float b) { return m ? a : b; }
WCC_INLINE double wcc_pick_f64(int m, double a, double b) { return m ? a : b; }
WCC_INLINE int16_t wcc_pick_i16(int m, int16_t a, int16_t b) { return m ? a : b; }
WCC_INLINE int32_t wcc_pick_i32(int m, int32_t a, int32_t b) { return m ? a : b; }
WCC_INLINE int64_t wcc_pick_i64(int m, int64_t a, int64_t b) { return m ? a : b; }
WCC_INLINE int some_f32(int m) { return m; }

WCC_INLINE float less_f32(float a, float b) { return a < b ? a : b; }
WCC_INLINE float more_f32(float a, float b) { return a > b ? a : b; }
WCC_INLINE double less_f64(double a, double b) { return a < b ? a : b; }
WCC_INLINE double more_f64(double a, double b) { return a > b ? a : b; }
WCC_INLINE float fsqrt_f32(float x) { return __builtin_sqrtf(x); }
WCC_INLINE double fsqrt_f64(double x) { return __builtin_sqrt(x); }

#if defined(__SSE4_1__)
#define WCC_HAS_ROUND
WCC_INLINE float fround_f32(float x) { return __builtin_rintf(x); }
WCC_INLINE float ffloor_f32(float x) { return __builtin_floorf(x); }
WCC_INLINE float fceil_f32(float x) { return __builtin_ceilf(x); }
WCC_INLINE float ftrunc_f32(float x) { return __builtin_truncf(x); }
WCC_INLINE double fround_f64(double x) { return __builtin_rint(x); }
WCC_INLINE double ffloor_f64(double x) { return __builtin_floor(x); }
WCC_INLINE double fceil_f64(double x) { return __builtin_ceil(x); }
WCC_INLINE double ftrunc_f64(double x) { return __builtin_trunc(x); }
#endif
#if defined(__FMA__)
#define WCC_HAS_FMA
WCC_INLINE float ffma_f32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
WCC_INLINE double ffma_f64(double a, double b, double c) { return __builtin_fma(a, b, c); }
#endif
#if defined(__AVX512VL__)
#define WCC_HAS_RSQRT
WCC_INLINE float rsqrt_14_f32(float x) { return WCC_RSQRT_f32_16(((wcc_f32_16){x, 1, 1, 1}))[0]; }
#endif
#if defined(__F16C__)
#define WCC_HAS_HALF
WCC_INLINE int16_t half_bits_f32(float x) { return __builtin_ia32_vcvtps2ph((wcc_f32_16){x, 0, 0, 0}, 0)[0]; }
WCC_INLINE float f32_of_half(int16_t half) { return __builtin_ia32_vcvtph2ps((wcc_i16_16){half, 0, 0, 0, 0, 0, 0, 0})[0]; }
#endif

WCC_INLINE int32_t pack_bytes_i32(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return (int32_t)(((uint32_t)a & 255) | ((uint32_t)b & 255) << 8 | ((uint32_t)c & 255) << 16 | (uint32_t)d << 24);
}

/* The products of four bytes, and the sum. */
WCC_INLINE int32_t sdot4_i32(int32_t a, int32_t b, int32_t sum)
{
    uint32_t all = (uint32_t)sum;
    for (int i = 0; i < 32; i += 8)
        all += (uint32_t)((int8_t)(a >> i) * (int8_t)(b >> i));
    return (int32_t)all;
}
WCC_INLINE int32_t udot4_i32(int32_t a, int32_t b, int32_t sum)
{
    uint32_t all = (uint32_t)sum;
    for (int i = 0; i < 32; i += 8)
        all += (uint32_t)((uint8_t)(a >> i) * (uint8_t)(b >> i));
    return (int32_t)all;
}
WCC_INLINE int32_t umulhigh_i32(int32_t a, int32_t b) { return (int32_t)((uint64_t)(uint32_t)a * (uint32_t)b >> 32); }
WCC_INLINE int32_t popcount_i32(int32_t a) { return __builtin_popcount((uint32_t)a); }
WCC_INLINE int32_t ufirsthigh_i32(int32_t a) { return a == 0 ? -1 : 31 - __builtin_clz((uint32_t)a); }

#define WCC_HAS_DIVIDE
#define WCC_DIVIDE(name, ctype, utype)                                                                          \
    WCC_INLINE ctype udiv_##name(ctype a, ctype b) { return b == 0 ? -1 : (ctype)((utype)a / (utype)b); }       \
    WCC_INLINE ctype urem_##name(ctype a, ctype b) { return b == 0 ? -1 : (ctype)((utype)a % (utype)b); }       \
    WCC_INLINE ctype sdiv_##name(ctype a, ctype b) { return b == 0 ? -1 : b == -1 ? (ctype)(0 - (utype)a) : (ctype)(a / b); } \
    WCC_INLINE ctype srem_##name(ctype a, ctype b) { return b == 0 ? -1 : b == -1 ? 0 : (ctype)(a % b); }
WCC_DIVIDE(i16, int16_t, uint16_t)
WCC_DIVIDE(i32, int32_t, uint32_t)
#if WCC_USES(wide)
WCC_DIVIDE(i64, int64_t, uint64_t)
#endif
#undef WCC_DIVIDE

#include "wcc_math_parts.h"

#undef T_
#undef F_
