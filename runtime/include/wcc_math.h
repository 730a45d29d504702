/* wcc_math: the operations of op.def that C has no operator for, over vectors. Included by wcc_lanes.h
 * once per lane count. The algorithms are in wcc_math_*.h, written once for vectors and for scalars (see
 * wcc_scalar.h) over these words:
 *
 *   T_(type) F_(name)   a type and a function of this lane count, or of scalars
 *   K_(type, c)         the constant c as a T_(type)
 *   P_(type)(m, a, b)   m ? a : b for a comparison m of that type; comparisons combine with & and |
 *   BITS_ FLOAT_        f32 to its i32 bits and back;   BITS64_ DOUBLE_   the same for f64 and i64
 *   SHL_(x, count)      x << count for i32, whatever its sign
 *   MASK_(type, m)      a comparison of that type as the mask that the IR's i1 is
 *   ALL_(type, m)       the same, all ones for true
 *   CONVERT_(x, type)   as a C cast
 *   EACH_(r, e)         r lane i = e, where AT_(x) is x's lane i */

#define K_(type, c) F_(WCC_JOIN(splat_, type))(c)
#define P_(type) F_(WCC_JOIN(pick_, type))
#define BITS_(x) ((T_(i32))(x))
#define FLOAT_(x) ((T_(f32))(x))
#define BITS64_(x) ((T_(i64))(x))
#define DOUBLE_(x) ((T_(f64))(x))
#define SHL_(x, count) ((x) << (count))
#define MASK_(type, m) F_(WCC_JOIN(mask_of_, type))(m)
#define ALL_(type, m) MASK_(type, m)
#define CONVERT_(x, type) WCC_CONVERT(x, T_(type))
#define DOUBLES_(x) WCC_DOUBLES(x)
#define EACH_(r, e) for (int i_ = 0; i_ < LANES; i_++) (r)[i_] = (e)
#define AT_(x) (x)[i_]

WCC_INLINE T_(i32) F_(mask_of_f32)(T_(i32) m) { return m; }
WCC_INLINE T_(i32) F_(mask_of_f64)(T_(i64) m) { return WCC_CONVERT(m, T_(i32)); }
/* Some lane of the comparison is true. */
WCC_INLINE int F_(some_f32)(T_(i32) m) { return F_(bits)(m) != 0; }

/* ---- machine instructions, in chunks where the vector is wider than the machine's ---- */

#if LANES == 16 && defined(__AVX512F__)
#define WCC_CHUNK_f32 64
#elif LANES >= 8 && defined(__AVX__)
#define WCC_CHUNK_f32 32
#elif defined(__SSE2__)
#define WCC_CHUNK_f32 16
#else
#define WCC_CHUNK_f32 4
#endif
#if LANES >= 8 && defined(__AVX512F__)
#define WCC_CHUNK_f64 64
#elif defined(__AVX__)
#define WCC_CHUNK_f64 32
#elif defined(__SSE2__)
#define WCC_CHUNK_f64 16
#else
#define WCC_CHUNK_f64 8
#endif

#define WCC_CHUNK(type) WCC_PASTE_3(wcc_, type, WCC_CHUNK_##type)
#define WCC_WORK(work, type) WCC_PASTE_3(WCC_##work##_, type, WCC_CHUNK_##type)
#define WCC_PART(type, x, k) ({                                                                                 \
        WCC_CHUNK(type) part_;                                                                                  \
        memcpy(&part_, (const char *)&(x) + (k) * WCC_CHUNK_##type, WCC_CHUNK_##type);                          \
        part_; })
#define WCC_IN_CHUNKS(type, result_type, result_expression)                                                     \
    T_(result_type) result;                                                                                     \
    WCC_UNROLL for (int k = 0; k < (int)sizeof result / WCC_CHUNK_##type; k++) {                                \
        __auto_type part = result_expression;                                                                   \
        memcpy((char *)&result + k * WCC_CHUNK_##type, &part, sizeof part);                                     \
    }                                                                                                           \
    return result;

#define WCC_MACHINE(type)                                                                                       \
    WCC_INLINE T_(type) F_(fsqrt_##type)(T_(type) x)                                                            \
    {                                                                                                           \
        WCC_IN_CHUNKS(type, type, WCC_WORK(SQRT, type)(WCC_PART(type, x, k)))                                   \
    }                                                                                                           \
    WCC_INLINE T_(type) F_(less_##type)(T_(type) a, T_(type) b)                                                 \
    {                                                                                                           \
        WCC_IN_CHUNKS(type, type, WCC_WORK(MIN, type)(WCC_PART(type, a, k), WCC_PART(type, b, k)))              \
    }                                                                                                           \
    WCC_INLINE T_(type) F_(more_##type)(T_(type) a, T_(type) b)                                                 \
    {                                                                                                           \
        WCC_IN_CHUNKS(type, type, WCC_WORK(MAX, type)(WCC_PART(type, a, k), WCC_PART(type, b, k)))              \
    }
WCC_MACHINE(f32)
WCC_MACHINE(f64)
#undef WCC_MACHINE

#if defined(__SSE4_1__)
#define WCC_HAS_ROUND
#define WCC_ROUNDS(name, type, mode)                                                                            \
    WCC_INLINE T_(type) F_(name##_##type)(T_(type) x)                                                           \
    {                                                                                                           \
        WCC_IN_CHUNKS(type, type, WCC_WORK(ROUND, type)(WCC_PART(type, x, k), mode))                            \
    }
WCC_ROUNDS(fround, f32, 8)
WCC_ROUNDS(ffloor, f32, 9)
WCC_ROUNDS(fceil, f32, 10)
WCC_ROUNDS(ftrunc, f32, 11)
#if WCC_USES(wide)
WCC_ROUNDS(fround, f64, 8)
WCC_ROUNDS(ffloor, f64, 9)
WCC_ROUNDS(fceil, f64, 10)
WCC_ROUNDS(ftrunc, f64, 11)
#endif
#undef WCC_ROUNDS
#endif

#if defined(__FMA__)
#define WCC_HAS_FMA
WCC_INLINE T_(f32) F_(ffma_f32)(T_(f32) a, T_(f32) b, T_(f32) c)
{
    WCC_IN_CHUNKS(f32, f32, WCC_WORK(FMA, f32)(WCC_PART(f32, a, k), WCC_PART(f32, b, k), WCC_PART(f32, c, k)))
}
#if WCC_USES(wide)
WCC_INLINE T_(f64) F_(ffma_f64)(T_(f64) a, T_(f64) b, T_(f64) c)
{
    WCC_IN_CHUNKS(f64, f64, WCC_WORK(FMA, f64)(WCC_PART(f64, a, k), WCC_PART(f64, b, k), WCC_PART(f64, c, k)))
}
#endif
#endif

#if defined(__AVX512DQ__) && defined(__AVX512VL__)
#define WCC_HAS_RANGE
#define WCC_RANGES(name, type, which)                                                                           \
    WCC_INLINE T_(type) F_(name##_##type)(T_(type) a, T_(type) b)                                               \
    {                                                                                                           \
        WCC_IN_CHUNKS(type, type, WCC_WORK(RANGE, type)(WCC_PART(type, a, k), WCC_PART(type, b, k), which))     \
    }
WCC_RANGES(fmin, f32, 4)
WCC_RANGES(fmax, f32, 5)
#if WCC_USES(wide)
WCC_RANGES(fmin, f64, 4)
WCC_RANGES(fmax, f64, 5)
#endif
#undef WCC_RANGES
#endif

#if defined(__AVX512VL__)
#define WCC_HAS_RSQRT
#define WCC_HAS_SCALE
WCC_INLINE T_(f32) F_(scale_f32)(T_(f32) x, T_(f32) n)
{
    WCC_IN_CHUNKS(f32, f32, WCC_WORK(SCALE, f32)(WCC_PART(f32, x, k), WCC_PART(f32, n, k)))
}
WCC_INLINE T_(f32) F_(rsqrt_14_f32)(T_(f32) x) { WCC_IN_CHUNKS(f32, f32, WCC_WORK(RSQRT, f32)(WCC_PART(f32, x, k))) }
#endif

#if defined(__SSE2__)
#define WCC_HAS_TO_INT
/* Toward zero, for x < 2^31; with clang INT32_MIN of what is outside and of NaN. */
WCC_INLINE T_(i32) F_(to_int_f32)(T_(f32) x) { WCC_IN_CHUNKS(f32, i32, WCC_WORK(TO_INT, f32)(WCC_PART(f32, x, k))) }
#endif

#if LANES == 16 && defined(__AVX512F__)
#define WCC_HAS_TO_UINT
/* Toward zero, for x >= 0; UINT32_MAX from 2^32 on (Intel 64 and IA-32 manual, VCVTTPS2UDQ). */
WCC_INLINE T_(i32) F_(to_uint_f32)(T_(f32) x) { WCC_IN_CHUNKS(f32, i32, WCC_WORK(TO_UINT, f32)(WCC_PART(f32, x, k))) }
#endif

/* ---- half precision, where the machine has it ---- */

/* clang turns the conversions of two branches into one of a vector of its own half type, and comparisons of what was a half
 * into those of halves, and takes either apart lane by lane where the machine does not compute in halves. What it cannot see
 * through stays a vector of integers, and of floats; so does a conversion that says how it is rounded (8: without
 * exceptions), which rounds nothing. */
#if defined(__clang__) && defined(__AVX512VL__)
#define WCC_KEEP_HALF(half) __asm__("" : "+v"(half))
#elif defined(__clang__)
#define WCC_KEEP_HALF(half) __asm__("" : "+x"(half))
#else
#define WCC_KEEP_HALF(half) (void)0
#endif
#if LANES == 16 && defined(__AVX512F__)
#define WCC_HAS_HALF
WCC_INLINE T_(i16) F_(half_bits_f32)(T_(f32) x) { return __builtin_ia32_vcvtps2ph512_mask(x, 0, (T_(i16)){0}, (uint16_t)-1); }
WCC_INLINE T_(f32) F_(f32_of_half)(T_(i16) half)
{
    return __builtin_ia32_vcvtph2ps512_mask(half, (T_(f32)){0}, (uint16_t)-1, 8);
}
#elif LANES == 8 && defined(__F16C__)
#define WCC_HAS_HALF
WCC_INLINE T_(i16) F_(half_bits_f32)(T_(f32) x) { return __builtin_ia32_vcvtps2ph256(x, 0); }
WCC_INLINE T_(f32) F_(f32_of_half)(T_(i16) half)
{
    WCC_KEEP_HALF(half);
    T_(f32) wide = __builtin_ia32_vcvtph2ps256(half);
    WCC_KEEP_HALF(wide);
    return wide;
}
#elif LANES == 4 && defined(__F16C__)
#define WCC_HAS_HALF
WCC_INLINE T_(i16) F_(half_bits_f32)(T_(f32) x)
{
    wcc_i16_16 twice = __builtin_ia32_vcvtps2ph(x, 0);
    return __builtin_shufflevector(twice, twice, 0, 1, 2, 3);
}
WCC_INLINE T_(f32) F_(f32_of_half)(T_(i16) half)
{
    wcc_i16_16 twice = __builtin_shufflevector(half, half, 0, 1, 2, 3, 0, 1, 2, 3);
    WCC_KEEP_HALF(twice);
    T_(f32) wide = __builtin_ia32_vcvtph2ps(twice);
    WCC_KEEP_HALF(wide);
    return wide;
}
#endif
#undef WCC_KEEP_HALF

/* ---- bits ---- */

#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VL__)
WCC_INLINE T_(i32) F_(popcount_i32)(T_(i32) a) { return WCC_JOIN(WCC_POPCOUNT_, WCC_CHUNK_f32)(a); }
WCC_INLINE T_(i32) F_(popcount_bytes_i32)(T_(i32) a, int bit) { (void)bit; return F_(popcount_i32)(a); }
#elif (defined(__AVX2__) && LANES == 8) || (defined(__SSSE3__) && LANES == 4)
#if LANES == 8
#define WCC_PAIRS_(name) WCC_JOIN(name, 256)
#define WCC_TWICE_(...) __VA_ARGS__, __VA_ARGS__
#else
#define WCC_PAIRS_(name) WCC_JOIN(name, 128)
#define WCC_TWICE_(...) __VA_ARGS__
#endif
typedef char T_(wcc_bytes) __attribute__((vector_size(4 * LANES)));
typedef short T_(wcc_halves) __attribute__((vector_size(4 * LANES)));
/* Bytes below 128. */
WCC_INLINE T_(i32) F_(wcc_sum_of_bytes)(T_(wcc_bytes) a)
{
    const T_(wcc_halves) pairs = WCC_PAIRS_(__builtin_ia32_pmaddubsw)(a, (T_(wcc_bytes)){0} + 1);
    return (T_(i32))WCC_PAIRS_(__builtin_ia32_pmaddwd)(pairs, (T_(wcc_halves)){0} + 1);
}
/* Of each half of a byte from a table. */
WCC_INLINE T_(i32) F_(popcount_i32)(T_(i32) a)
{
    const T_(wcc_bytes) counts = {WCC_TWICE_(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)};
    const T_(u32) x = (T_(u32))a, low = x & 0x0f0f0f0f, high = x >> 4 & 0x0f0f0f0f;
    return F_(wcc_sum_of_bytes)(WCC_PAIRS_(__builtin_ia32_pshufb)(counts, (T_(wcc_bytes))low) +
                                WCC_PAIRS_(__builtin_ia32_pshufb)(counts, (T_(wcc_bytes))high));
}
WCC_INLINE T_(i32) F_(popcount_bytes_i32)(T_(i32) a, int bit)
{
    return F_(wcc_sum_of_bytes)((T_(wcc_bytes))((T_(u32))a >> bit));
}
#undef WCC_PAIRS_
#undef WCC_TWICE_
#else
/* Sums of neighbours, pairs, nibbles, bytes. */
WCC_INLINE T_(i32) F_(popcount_i32)(T_(i32) a)
{
    T_(u32) x = (T_(u32))a;
    x = x - (x >> 1 & 0x55555555);
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    x = x + (x >> 8);
    return (T_(i32))((x + (x >> 16)) & 0x3f);
}
/* Of bits that are `bit` of each byte. */
WCC_INLINE T_(i32) F_(popcount_bytes_i32)(T_(i32) a, int bit)
{
    return (T_(i32))(((T_(u32))a >> bit) * 0x01010101 >> 24);
}
#endif
#if defined(__AVX512CD__) && defined(__AVX512VL__)
WCC_INLINE T_(i32) F_(ufirsthigh_i32)(T_(i32) a) { return 31 - WCC_JOIN(WCC_ZEROS_, WCC_CHUNK_f32)(a); }
#else
/* The exponent of a as a float, rid of the bits that could round it up. */
WCC_INLINE T_(i32) F_(ufirsthigh_i32)(T_(i32) a)
{
    T_(i32) rest = a & ~(a >> 1);
    T_(i32) exponent = ((T_(i32))WCC_CONVERT(rest, T_(f32)) >> 23) - 127;
    return F_(pick_i32)(a < 0, F_(splat_i32)(31), exponent | (a == 0));
}
#endif

#include "wcc_math_parts.h"

#undef WCC_CHUNK_f32
#undef WCC_CHUNK_f64
#undef WCC_CHUNK
#undef WCC_WORK
#undef WCC_PART
#undef WCC_IN_CHUNKS
