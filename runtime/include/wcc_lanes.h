/* wcc_lanes: machine vectors for emitted kernels. Included once per lane count with LANES defined (4, 8
 * or 16); every name ends in x<LANES>: f32x16, splat_f32x16. No include of immintrin.h: generic vectors,
 * and a few builtins that gcc and clang share.
 *
 * f32 i32 f64 i64 i16 are the element types; a mask is an i32 vector of 0 and -1. f16 values are held as
 * f32 and rounded after each operation. A wave of W lanes is an array of P = W / LANES vectors (pieces). */
#ifndef WCC_LANES_ONCE
#define WCC_LANES_ONCE
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* To a debugger they are part of the line that calls them. With WCC_APART they are called, as C that nothing optimises
 * may do: it takes clang half the time. */
#if defined(__clang__) && defined(WCC_APART)
#define WCC_INLINE static inline __attribute__((unused, nodebug))
#elif defined(__clang__)
#define WCC_INLINE static inline __attribute__((always_inline, unused, nodebug))
#else
#define WCC_INLINE static inline __attribute__((always_inline, unused, artificial))
#endif
#define WCC_OUTLINE static __attribute__((noinline, unused)) /* large: C compilers take long to have it everywhere */
#define WCC_COLD static __attribute__((noinline, cold, unused))
#define WCC_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define WCC_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
/* Nothing is known of the scalar any more. */
#define WCC_OPAQUE(value) __asm__("" : "+r"(value))
/* Constraint of an asm whose vector is in a register, and the bytes of one. C compilers move what
 * computes a vector down to where it is read, past everything that branches, and with it into the
 * registers all that it is computed of; not past an asm (settle_f32 and so on). */
#if defined(__AVX512F__)
#define WCC_SETTLED "+v"
#define WCC_REGISTER_BYTES 64
#elif defined(__AVX__)
#define WCC_SETTLED "+x"
#define WCC_REGISTER_BYTES 32
#elif defined(__SSE2__)
#define WCC_SETTLED "+x"
#define WCC_REGISTER_BYTES 16
#else
#define WCC_REGISTER_BYTES 0
#endif
#define WCC_PASTE_(a, b) a##x##b
#define WCC_PASTE(a, b) WCC_PASTE_(a, b)
/* A loop over the pieces of a wave, always unrolled. */
#if defined(__clang__)
#define WCC_PIECES(count) _Pragma("clang loop unroll(full)") for (int p = 0; p < (count); p++)
#define WCC_UNROLL _Pragma("clang loop unroll(full)")
#define WCC_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define WCC_PIECES(count) _Pragma("GCC unroll 32") for (int p = 0; p < (count); p++)
#define WCC_UNROLL _Pragma("GCC unroll 32")
#define WCC_ROLLED _Pragma("GCC unroll 1")
#endif
/* Of pieces, not unrolled. */
#define WCC_PIECES_IN_TURN(count) WCC_ROLLED for (int p = 0; p < (count); p++)
/* A loop that is left by jumps, not unrolled: clang would write eight turns out, or all that it can count, with a test of
 * each all the same, or more values alive than there are registers; without the asm it loses sight of WCC_ROLLED. gcc wants a condition. */
#define WCC_IN_TURNS WCC_ROLLED for (; 1; ({ __asm__(""); }))
#if defined(__clang__)
#define WCC_GATHER_8 __builtin_ia32_gatherd_d256
#define WCC_GATHER_4 __builtin_ia32_gatherd_d
#define WCC_GATHER_4_LONGS __builtin_ia32_gatherd_q256
#else
#define WCC_GATHER_8 __builtin_ia32_gathersiv8si
#define WCC_GATHER_4 __builtin_ia32_gathersiv4si
#define WCC_GATHER_4_LONGS __builtin_ia32_gathersiv4di
#endif
/* Gathers of all lanes take AMD's machines longer than the loads that they do; those of Intel are told by name (clang
 * calls all of them corei7), others than these have AVX2 at most. */
#if !defined(WCC_GATHERS_BY_LOADS)
#if defined(__znver1__) || defined(__znver2__) || defined(__znver3__) || defined(__znver4__) || defined(__znver5__) || \
    !(defined(__AVX512F__) || defined(__corei7__) || defined(__haswell__) || defined(__broadwell__) || \
      defined(__skylake__) || defined(__alderlake__))
#define WCC_GATHERS_BY_LOADS 1
#else
#define WCC_GATHERS_BY_LOADS 0
#endif
#endif
#if defined(__clang__)
#define WCC_COUNT_BITS_16 __builtin_ia32_vpopcntd_512
#else
#define WCC_COUNT_BITS_16 __builtin_ia32_vpopcountd_v16si
#endif
#define WCC_CONVERT __builtin_convertvector
/* Of int32_t. gcc 12 fails at 16 of them for AVX-512 where it does not optimise. */
#if LANES == 16 && defined(__AVX512F__) && !defined(__clang__) && !defined(__OPTIMIZE__)
#define WCC_DOUBLES(x) WCC_CONVERT(WCC_CONVERT(x, T_(i64)), T_(f64))
#else
#define WCC_DOUBLES(x) WCC_CONVERT(x, T_(f64))
#endif
/* With WCC_USES_SOME, parsing what a kernel does not call is spared: NAME is there if WCC_USES_NAME is 1; `wide`: what
 * only i64 and f64 need. */
#ifdef WCC_USES_SOME
#define WCC_USES(name) WCC_USES_##name
#else
#define WCC_USES(name) 1
#endif

#include "wcc_memory.h"
#include "wcc_padded.h"
#include "wcc_rings.h"
#include "wcc_spans.h"
#include "wcc_straight.h"
#include "wcc_scalar.h"
#endif

#define T_(type) WCC_PASTE(type, LANES)
#define F_(name) WCC_PASTE(name, LANES)

typedef float T_(f32) __attribute__((vector_size(4 * LANES)));
typedef int32_t T_(i32) __attribute__((vector_size(4 * LANES)));
typedef uint32_t T_(u32) __attribute__((vector_size(4 * LANES)));
typedef double T_(f64) __attribute__((vector_size(8 * LANES)));
typedef int64_t T_(i64) __attribute__((vector_size(8 * LANES)));
typedef uint64_t T_(u64) __attribute__((vector_size(8 * LANES)));
typedef int16_t T_(i16) __attribute__((vector_size(2 * LANES)));
typedef uint16_t T_(u16) __attribute__((vector_size(2 * LANES)));
/* As they lie in memory: any alignment, any type. */
typedef T_(f32) T_(f32_any) __attribute__((aligned(1), may_alias));
typedef T_(i32) T_(i32_any) __attribute__((aligned(1), may_alias));
typedef T_(f64) T_(f64_any) __attribute__((aligned(1), may_alias));
typedef T_(i64) T_(i64_any) __attribute__((aligned(1), may_alias));
typedef T_(i16) T_(i16_any) __attribute__((aligned(1), may_alias));

/* ---- the same value in all lanes, lane numbers ---- */

#if LANES == 16
#define WCC_LIST(x) {x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}
#define WCC_IOTA {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
#define WCC_EVEN 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define WCC_ODD 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define WCC_ZIP_LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define WCC_ZIP_HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#elif LANES == 8
#define WCC_LIST(x) {x, x, x, x, x, x, x, x}
#define WCC_IOTA {0, 1, 2, 3, 4, 5, 6, 7}
#define WCC_EVEN 0, 2, 4, 6, 8, 10, 12, 14
#define WCC_ODD 1, 3, 5, 7, 9, 11, 13, 15
#define WCC_ZIP_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define WCC_ZIP_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#else
#define WCC_LIST(x) {x, x, x, x}
#define WCC_IOTA {0, 1, 2, 3}
#define WCC_EVEN 0, 2, 4, 6
#define WCC_ODD 1, 3, 5, 7
#define WCC_ZIP_LOW 0, 4, 1, 5
#define WCC_ZIP_HIGH 2, 6, 3, 7
#endif

WCC_INLINE T_(f32) F_(splat_f32)(float x) { return (T_(f32))WCC_LIST(x); }
WCC_INLINE T_(i32) F_(splat_i32)(int32_t x) { return (T_(i32))WCC_LIST(x); }
WCC_INLINE T_(f64) F_(splat_f64)(double x) { return (T_(f64))WCC_LIST(x); }
WCC_INLINE T_(i64) F_(splat_i64)(int64_t x) { return (T_(i64))WCC_LIST(x); }
WCC_INLINE T_(i16) F_(splat_i16)(int16_t x) { return (T_(i16))WCC_LIST(x); }
WCC_INLINE T_(i32) F_(splat_mask)(int32_t x) { return F_(splat_i32)(-(x != 0)); }
/* first, first + stride, ... */
WCC_INLINE T_(i32) F_(linear_i32)(int32_t first, int32_t stride)
{
    return F_(splat_i32)(first) + (T_(i32))WCC_IOTA * F_(splat_i32)(stride);
}

/* ---- vectors that are computed by now ---- */

#if 4 * LANES <= WCC_REGISTER_BYTES
WCC_INLINE void F_(settle_f32)(T_(f32) *x) { __asm__ volatile("" : WCC_SETTLED(*x)); }
WCC_INLINE void F_(settle_i32)(T_(i32) *x) { __asm__ volatile("" : WCC_SETTLED(*x)); }
#else
WCC_INLINE void F_(settle_f32)(T_(f32) *x) { (void)x; }
WCC_INLINE void F_(settle_i32)(T_(i32) *x) { (void)x; }
#endif

/* ---- choice ---- */

/* name(m, a, b): a lane has a where its mask, 0 or -1, is set, else b. clang is told that this is a choice: in the
 * logic that gcc gets it does not see one again once it made arithmetic of a mask, such as 0 - (x & 1) of (x & 1) != 0. */
#if defined(__clang__)
#define WCC_CHOICE(name, mask, mask_number, type, number)                                                                  \
    WCC_INLINE T_(type) F_(name)(T_(mask) m, T_(type) a, T_(type) b)                                                       \
    {                                                                                                                      \
        typedef mask_number masks __attribute__((ext_vector_type(LANES)));                                                 \
        typedef number numbers __attribute__((ext_vector_type(LANES)));                                                    \
        return (T_(type))((masks)m ? (numbers)a : (numbers)b);                                                             \
    }
#else
#define WCC_CHOICE WCC_MIX
#endif
#define WCC_MIX(name, mask, mask_number, type, number)                                                                     \
    WCC_INLINE T_(type) F_(name)(T_(mask) m, T_(type) a, T_(type) b)                                                       \
    {                                                                                                                      \
        return (T_(type))((m & (T_(mask))a) | (~m & (T_(mask))b));                                                         \
    }

/* By a comparison of numbers as wide as these. */
WCC_CHOICE(pick_f32, i32, int32_t, f32, float)
WCC_CHOICE(pick_i32, i32, int32_t, i32, int32_t)
WCC_CHOICE(pick_i64, i64, int64_t, i64, int64_t)
WCC_CHOICE(pick_f64, i64, int64_t, f64, double)
WCC_CHOICE(pick_i16, i16, int16_t, i16, int16_t)

/* By a mask of any origin. Where there are mask registers it would have to become one first; logic takes one operation.
 * Where there are none the machine's instruction goes by a mask in a vector. */
#if LANES == 16 && defined(__AVX512F__)
WCC_MIX(select_f32, i32, int32_t, f32, float)
WCC_MIX(select_i32, i32, int32_t, i32, int32_t)
#elif LANES == 8 && defined(__AVX__)
#define WCC_BLEND(m, a, b) __builtin_ia32_blendvps256((T_(f32))(b), (T_(f32))(a), (T_(f32))(m))
WCC_INLINE T_(f32) F_(select_f32)(T_(i32) m, T_(f32) a, T_(f32) b) { return WCC_BLEND(m, a, b); }
WCC_INLINE T_(i32) F_(select_i32)(T_(i32) m, T_(i32) a, T_(i32) b) { return (T_(i32))WCC_BLEND(m, a, b); }
#else
WCC_INLINE T_(f32) F_(select_f32)(T_(i32) m, T_(f32) a, T_(f32) b) { return F_(pick_f32)(m, a, b); }
WCC_INLINE T_(i32) F_(select_i32)(T_(i32) m, T_(i32) a, T_(i32) b) { return F_(pick_i32)(m, a, b); }
#endif
WCC_INLINE T_(i64) F_(select_i64)(T_(i32) m, T_(i64) a, T_(i64) b) { return F_(pick_i64)(WCC_CONVERT(m, T_(i64)), a, b); }
WCC_INLINE T_(f64) F_(select_f64)(T_(i32) m, T_(f64) a, T_(f64) b) { return F_(pick_f64)(WCC_CONVERT(m, T_(i64)), a, b); }
WCC_INLINE T_(i16) F_(select_i16)(T_(i32) m, T_(i16) a, T_(i16) b) { return F_(pick_i16)(WCC_CONVERT(m, T_(i16)), a, b); }

/* 0 where the mask is not set. */
WCC_INLINE T_(f32) F_(only_f32)(T_(i32) m, T_(f32) a) { return (T_(f32))(m & (T_(i32))a); }
WCC_INLINE T_(i32) F_(only_i32)(T_(i32) m, T_(i32) a) { return m & a; }
WCC_INLINE T_(i64) F_(only_i64)(T_(i32) m, T_(i64) a) { return WCC_CONVERT(m, T_(i64)) & a; }
WCC_INLINE T_(f64) F_(only_f64)(T_(i32) m, T_(f64) a) { return (T_(f64))(WCC_CONVERT(m, T_(i64)) & (T_(i64))a); }
WCC_INLINE T_(i16) F_(only_i16)(T_(i32) m, T_(i16) a) { return WCC_CONVERT(m, T_(i16)) & a; }

/* By comparisons, whose mask is in a mask register where there are such. */
WCC_INLINE T_(f32) F_(choose_f32)(T_(i32) m, T_(f32) a, T_(f32) b) { return F_(pick_f32)(m, a, b); }
WCC_INLINE T_(i32) F_(choose_i32)(T_(i32) m, T_(i32) a, T_(i32) b) { return F_(pick_i32)(m, a, b); }
WCC_INLINE T_(i64) F_(choose_i64)(T_(i32) m, T_(i64) a, T_(i64) b) { return F_(select_i64)(m, a, b); }
WCC_INLINE T_(f64) F_(choose_f64)(T_(i32) m, T_(f64) a, T_(f64) b) { return F_(select_f64)(m, a, b); }
WCC_INLINE T_(i16) F_(choose_i16)(T_(i32) m, T_(i16) a, T_(i16) b) { return F_(select_i16)(m, a, b); }

/* ---- masks ---- */

/* One bit a lane. */
WCC_INLINE uint32_t F_(bits)(T_(i32) m)
{
#if LANES == 16 && defined(__AVX512F__)
    uint16_t bits = (uint16_t)__builtin_ia32_cmpd512_mask(m, (T_(i32)){0}, 1, (uint16_t)-1); /* less than 0 */
#if !defined(__clang__)
    __asm__("" : "+r"(bits)); /* gcc 12 and 13 widen in a mask register, spill two bytes of that and read four */
#endif
    return bits;
#elif LANES == 8 && defined(__AVX__)
    return (uint32_t)__builtin_ia32_movmskps256((T_(f32))m);
#elif LANES == 4 && defined(__SSE__)
    return (uint32_t)__builtin_ia32_movmskps((T_(f32))m);
#else
    uint32_t bits = 0;
    for (int i = 0; i < LANES; i++)
        bits |= (uint32_t)(m[i] & 1) << i;
    return bits;
#endif
}
WCC_INLINE T_(i32) F_(mask_of_bits)(uint32_t bits)
{
    T_(i32) lane_bit = F_(splat_i32)(1) << (T_(i32))WCC_IOTA;
    return (F_(splat_i32)((int32_t)bits) & lane_bit) != 0;
}
WCC_INLINE int F_(any_)(const T_(i32) *m, int pieces)
{
    T_(i32) together = m[0];
    WCC_UNROLL for (int i = 1; i < pieces; i++)
        together |= m[i];
    return F_(bits)(together) != 0;
}
WCC_INLINE int F_(all_)(const T_(i32) *m, int pieces)
{
    T_(i32) together = m[0];
    WCC_UNROLL for (int i = 1; i < pieces; i++)
        together &= m[i];
    return F_(bits)(together) == (uint32_t)((1ull << LANES) - 1);
}

/* ---- neighbours: to and from interleaved components ---- */

WCC_INLINE T_(f32) F_(even_f32)(T_(f32) a, T_(f32) b) { return __builtin_shufflevector(a, b, WCC_EVEN); }
WCC_INLINE T_(f32) F_(odd_f32)(T_(f32) a, T_(f32) b) { return __builtin_shufflevector(a, b, WCC_ODD); }
WCC_INLINE T_(f32) F_(zip_low_f32)(T_(f32) a, T_(f32) b) { return __builtin_shufflevector(a, b, WCC_ZIP_LOW); }
WCC_INLINE T_(f32) F_(zip_high_f32)(T_(f32) a, T_(f32) b) { return __builtin_shufflevector(a, b, WCC_ZIP_HIGH); }

/* Lane i of the result: lane from[i] modulo LANES of the value. */
#if !defined(__clang__)
WCC_INLINE T_(i32) F_(permute_i32)(T_(i32) value, T_(i32) from) { return __builtin_shuffle(value, from); }
#elif LANES == 16 && defined(__AVX512F__)
WCC_INLINE T_(i32) F_(permute_i32)(T_(i32) value, T_(i32) from) { return __builtin_ia32_permvarsi512(value, from); }
#elif LANES == 8 && defined(__AVX2__)
WCC_INLINE T_(i32) F_(permute_i32)(T_(i32) value, T_(i32) from) { return __builtin_ia32_permvarsi256(value, from); }
#elif LANES == 4 && defined(__AVX__)
WCC_INLINE T_(i32) F_(permute_i32)(T_(i32) value, T_(i32) from)
{
    return (T_(i32))__builtin_ia32_vpermilvarps((T_(f32))value, from);
}
#else
WCC_INLINE T_(i32) F_(permute_i32)(T_(i32) value, T_(i32) from)
{
    T_(i32) result;
    for (int i = 0; i < LANES; i++)
        result[i] = value[from[i] & (LANES - 1)];
    return result;
}
#endif
WCC_INLINE T_(f32) F_(permute_f32)(T_(f32) value, T_(i32) from) { return (T_(f32))F_(permute_i32)((T_(i32))value, from); }
WCC_INLINE T_(i16) F_(permute_i16)(T_(i16) value, T_(i32) from)
{
    return WCC_CONVERT(F_(permute_i32)(WCC_CONVERT(value, T_(i32)), from), T_(i16));
}

#if LANES >= 8
/* Of an array of one to four vectors each lane's own element, if it is one. */
WCC_INLINE T_(i32) F_(look_up_one_i32)(const void *array, T_(i32) index)
{
    return F_(permute_i32)(*(const T_(i32_any) *)array, index);
}
WCC_INLINE T_(i32) F_(look_up_two_i32)(const void *array, T_(i32) index)
{
    T_(i32) low = *(const T_(i32_any) *)array, high = ((const T_(i32_any) *)array)[1];
#if LANES == 16 && defined(__AVX512F__) && defined(__clang__)
    return __builtin_ia32_vpermi2vard512(low, index, high);
#elif LANES == 8 && defined(__AVX512VL__) && defined(__clang__)
    return __builtin_ia32_vpermi2vard256(low, index, high);
#elif defined(__AVX512VL__)
    return __builtin_shuffle(low, high, index);
#else
    T_(i32) is_high = (index & F_(splat_i32)(LANES)) != 0;
    return F_(select_i32)(is_high, F_(permute_i32)(high, index), F_(permute_i32)(low, index));
#endif
}
WCC_INLINE T_(i32) F_(look_up_four_i32)(const void *array, T_(i32) index)
{
    const void *upper = (const T_(i32_any) *)array + 2;
    T_(i32) is_upper = (index & F_(splat_i32)(2 * LANES)) != 0;
    return F_(select_i32)(is_upper, F_(look_up_two_i32)(upper, index),
                          F_(look_up_two_i32)(array, index));
}

/* The lower half of the lanes takes elements of `low`, the upper half of `high`: number from[i] - LANES there. */
#if LANES == 16 && defined(__AVX512F__) && defined(__clang__)
WCC_INLINE T_(f32) F_(window_f32)(T_(f32) low, T_(f32) high, T_(i32) from)
{
    return (T_(f32))__builtin_ia32_vpermi2vard512((T_(i32))low, from, (T_(i32))high);
}
#elif LANES == 8 && defined(__AVX512VL__) && defined(__clang__)
WCC_INLINE T_(f32) F_(window_f32)(T_(f32) low, T_(f32) high, T_(i32) from)
{
    return (T_(f32))__builtin_ia32_vpermi2vard256((T_(i32))low, from, (T_(i32))high);
}
#elif defined(__AVX512VL__)
WCC_INLINE T_(f32) F_(window_f32)(T_(f32) low, T_(f32) high, T_(i32) from) { return __builtin_shuffle(low, high, from); }
#else
WCC_INLINE T_(f32) F_(window_f32)(T_(f32) low, T_(f32) high, T_(i32) from)
{
    return F_(select_f32)((T_(i32))WCC_IOTA < F_(splat_i32)(LANES / 2), F_(permute_f32)(low, from), F_(permute_f32)(high, from));
}
#endif
#endif

/* ---- memory; byte offsets; lanes that are off are neither read nor written ---- */

/* Lane by lane: what every type has; the machine's instructions come below. Through arrays: where the number of a
 * vector's lane is not constant, compilers store all of the vector for each. */
#if LANES > 4
#define WCC_LANE_BY_LANE WCC_OUTLINE
#define WCC_EACH_ON(bits, i) for (int i; bits != 0 && (i = __builtin_ctz(bits), 1); bits &= bits - 1)
#define WCC_ARE_ALL_ON(bits) ((bits) == (1u << LANES) - 1)
#else
#define WCC_LANE_BY_LANE WCC_INLINE
#define WCC_EACH_ON(bits, i) WCC_UNROLL for (int i = 0; i < LANES; i++) if (bits >> i & 1)
#define WCC_ARE_ALL_ON(bits) 0 /* each lane is asked */
#endif
#if LANES == 16
#define WCC_EACH_LANE(x) {x(0), x(1), x(2), x(3), x(4), x(5), x(6), x(7), x(8), x(9), x(10), x(11), x(12), x(13), x(14), x(15)}
#elif LANES == 8
#define WCC_EACH_LANE(x) {x(0), x(1), x(2), x(3), x(4), x(5), x(6), x(7)}
#else
#define WCC_EACH_LANE(x) {x(0), x(1), x(2), x(3)}
#endif
#ifdef __clang__
#define WCC_LOAD(type)                                                                                          \
    WCC_INLINE T_(type) F_(load_##type)(const void *at) { return *(const T_(type##_any) *)at; }
#else /* gcc 12 hands a vector loaded as that to a function where a less aligned one would be on the stack */
#define WCC_LOAD(type)                                                                                          \
    WCC_INLINE T_(type) F_(load_##type)(const void *at)                                                         \
    {                                                                                                           \
        T_(type) value;                                                                                         \
        __builtin_memcpy(&value, at, sizeof value);                                                             \
        return value;                                                                                           \
    }
#endif
#define WCC_MEMORY(type, ctype, masked_load, masked_store, gather, scatter)                                        \
    WCC_LOAD(type)                                                                                              \
    WCC_INLINE void F_(store_##type)(void *at, T_(type) value) { *(T_(type##_any) *)at = value; }               \
    WCC_LANE_BY_LANE T_(type) F_(masked_load)(const void *at, T_(i32) m)                                        \
    {                                                                                                           \
        ctype elements[LANES] = {0};                                                                            \
        uint32_t bits = F_(bits)(m);                                                                            \
        WCC_EACH_ON(bits, i) elements[i] = WCC_AT(const ctype, (const char *)at + i * (int)sizeof(ctype));      \
        return F_(load_##type)(elements);                                                                       \
    }                                                                                                           \
    WCC_LANE_BY_LANE void F_(masked_store)(void *at, T_(type) value, T_(i32) m)                                 \
    {                                                                                                           \
        ctype elements[LANES];                                                                                  \
        uint32_t bits = F_(bits)(m);                                                                            \
        if (bits == (1u << LANES) - 1) {                                                                        \
            F_(store_##type)(at, value);                                                                        \
            return;                                                                                             \
        }                                                                                                       \
        F_(store_##type)(elements, value);                                                                      \
        WCC_EACH_ON(bits, i) WCC_AT(ctype, (char *)at + i * (int)sizeof(ctype)) = elements[i];                  \
    }                                                                                                           \
    WCC_LANE_BY_LANE T_(type) F_(gather)(const void *base, T_(i32) offset, T_(i32) m)                           \
    {                                                                                                           \
        ctype elements[LANES] = {0};                                                                            \
        int32_t offsets[LANES];                                                                                 \
        uint32_t bits = F_(bits)(m);                                                                            \
        if (WCC_ARE_ALL_ON(bits))                                                                               \
            return (T_(type))WCC_EACH_LANE(WCC_AT_LANE_##ctype);                                                \
        F_(store_i32)(offsets, offset);                                                                         \
        WCC_EACH_ON(bits, i) elements[i] = WCC_AT(const ctype, (const char *)base + offsets[i]);                \
        return F_(load_##type)(elements);                                                                       \
    }                                                                                                           \
    WCC_LANE_BY_LANE void F_(scatter)(void *base, T_(i32) offset, T_(type) value, T_(i32) m)                    \
    {                                                                                                           \
        ctype elements[LANES];                                                                                  \
        int32_t offsets[LANES];                                                                                 \
        uint32_t bits = F_(bits)(m);                                                                            \
        F_(store_i32)(offsets, offset);                                                                         \
        F_(store_##type)(elements, value);                                                                      \
        if (WCC_ARE_ALL_ON(bits))                                                                               \
            WCC_UNROLL for (int i = 0; i < LANES; i++) WCC_AT(ctype, (char *)base + offsets[i]) = elements[i];  \
        else                                                                                                    \
            WCC_EACH_ON(bits, i) WCC_AT(ctype, (char *)base + offsets[i]) = elements[i];                        \
    }
#define WCC_AT_LANE_int16_t(i) WCC_AT(const int16_t, (const char *)base + offset[i])
#define WCC_AT_LANE_int32_t(i) WCC_AT(const int32_t, (const char *)base + offset[i])
#define WCC_AT_LANE_int64_t(i) WCC_AT(const int64_t, (const char *)base + offset[i])
WCC_MEMORY(i32, int32_t, load_lanes_i32, store_lanes_i32, gather_lanes_i32, scatter_lanes_i32)
#if WCC_USES(wide)
WCC_MEMORY(i64, int64_t, load_lanes_i64, store_lanes_i64, gather_lanes_i64, scatter_i64)
#endif
WCC_MEMORY(i16, int16_t, load_lanes_i16, store_lanes_i16, gather_lanes_i16, scatter_i16)
#undef WCC_MEMORY
#undef WCC_AT_LANE_int16_t
#undef WCC_AT_LANE_int32_t
#undef WCC_AT_LANE_int64_t
#undef WCC_ARE_ALL_ON
#undef WCC_EACH_ON
#undef WCC_LANE_BY_LANE
#undef WCC_EACH_LANE

/* globallycoherent memory: each lane by itself. */
#define WCC_COHERENT_LANES(type)                                                                                \
    WCC_OUTLINE T_(type) F_(coherent_gather_##type)(const void *base, T_(i32) offset, T_(i32) m)                \
    {                                                                                                           \
        T_(type) value = {0};                                                                                   \
        for (uint32_t bits = F_(bits)(m); bits != 0; bits &= bits - 1) {                                        \
            int i = __builtin_ctz(bits);                                                                        \
            value[i] = coherent_load_##type((const char *)base + offset[i]);                                    \
        }                                                                                                       \
        return value;                                                                                           \
    }                                                                                                           \
    WCC_OUTLINE void F_(coherent_scatter_##type)(void *base, T_(i32) offset, T_(type) value, T_(i32) m)         \
    {                                                                                                           \
        for (uint32_t bits = F_(bits)(m); bits != 0; bits &= bits - 1) {                                        \
            int i = __builtin_ctz(bits);                                                                        \
            coherent_store_##type((char *)base + offset[i], value[i]);                                          \
        }                                                                                                       \
    }
WCC_COHERENT_LANES(i16)
WCC_COHERENT_LANES(i32)
WCC_COHERENT_LANES(f32)
#if WCC_USES(wide)
WCC_COHERENT_LANES(i64)
WCC_COHERENT_LANES(f64)
#endif
#undef WCC_COHERENT_LANES

/* Offsets 2 * k and 2 * k + 1, in one register: they leave their vector together, and only as they are asked for, since
 * there are not as many registers as lanes. */
WCC_INLINE int64_t F_(two_offsets)(T_(i32) offset, int k)
{
    typedef int64_t pairs __attribute__((vector_size(4 * LANES)));
    int64_t two = ((pairs)offset)[k];
    __asm__("" : "+r"(two));
    return two;
}
#define WCC_AT_FIRST(two) (int32_t)(two)
#define WCC_AT_SECOND(two) ((two) >> 32)
#if LANES >= 8 && defined(__AVX2__)
WCC_INLINE T_(i32) F_(load_each_i32)(const char *base, T_(i32) offset)
{
    T_(i32) value = {0};
    WCC_UNROLL for (int i = 0; i < LANES; i += 2) {
        const int64_t two = F_(two_offsets)(offset, i / 2);
        value[i] = WCC_AT(const int32_t, base + WCC_AT_FIRST(two));
        value[i + 1] = WCC_AT(const int32_t, base + WCC_AT_SECOND(two));
    }
    return value;
}
#endif
#if LANES == 16 && defined(__AVX512F__)
WCC_INLINE T_(i32) F_(load_masked_i32)(const void *at, T_(i32) m)
{
    return __builtin_ia32_loaddqusi512_mask((void *)at, (T_(i32)){0}, (uint16_t)F_(bits)(m));
}
WCC_INLINE void F_(store_masked_i32)(void *at, T_(i32) value, T_(i32) m)
{
    __builtin_ia32_storedqusi512_mask(at, value, (uint16_t)F_(bits)(m));
}
WCC_INLINE T_(i32) F_(gather_i32)(const void *base, T_(i32) offset, T_(i32) m)
{
    const uint32_t bits = F_(bits)(m);
    if (WCC_GATHERS_BY_LOADS && __builtin_constant_p(bits) && bits == (1u << LANES) - 1)
        return F_(load_each_i32)(base, offset);
    return __builtin_ia32_gathersiv16si((T_(i32)){0}, base, offset, (uint16_t)bits, 1);
}
#elif LANES == 8 && defined(__AVX2__)
WCC_INLINE T_(i32) F_(load_masked_i32)(const void *at, T_(i32) m)
{
    return __builtin_ia32_maskloadd256((void *)at, m);
}
WCC_INLINE void F_(store_masked_i32)(void *at, T_(i32) value, T_(i32) m)
{
    if (F_(bits)(m) == (1u << LANES) - 1) /* some machines take long for the masked one */
        F_(store_i32)(at, value);
    else
        __builtin_ia32_maskstored256((void *)at, m, value);
}
WCC_INLINE T_(i32) F_(gather_i32)(const void *base, T_(i32) offset, T_(i32) m)
{
    const uint32_t bits = F_(bits)(m);
    if (WCC_GATHERS_BY_LOADS && __builtin_constant_p(bits) && bits == (1u << LANES) - 1)
        return F_(load_each_i32)(base, offset);
    return WCC_GATHER_8((T_(i32)){0}, base, offset, m, 1);
}
#elif LANES == 4 && defined(__AVX2__)
WCC_INLINE T_(i32) F_(load_masked_i32)(const void *at, T_(i32) m)
{
    return __builtin_ia32_maskloadd((void *)at, m);
}
WCC_INLINE void F_(store_masked_i32)(void *at, T_(i32) value, T_(i32) m)
{
    if (F_(bits)(m) == (1u << LANES) - 1)
        F_(store_i32)(at, value);
    else
        __builtin_ia32_maskstored((void *)at, m, value);
}
WCC_INLINE T_(i32) F_(gather_i32)(const void *base, T_(i32) offset, T_(i32) m)
{
    return WCC_GATHER_4((T_(i32)){0}, base, offset, m, 1);
}
#else
WCC_INLINE T_(i32) F_(load_masked_i32)(const void *at, T_(i32) m) { return F_(load_lanes_i32)(at, m); }
WCC_INLINE void F_(store_masked_i32)(void *at, T_(i32) value, T_(i32) m) { F_(store_lanes_i32)(at, value, m); }
WCC_INLINE T_(i32) F_(gather_i32)(const void *base, T_(i32) offset, T_(i32) m) { return F_(gather_lanes_i32)(base, offset, m); }
#endif

/* Where two lanes store to one place the higher one's value stays: the machine's scatters go from the lowest lane to
 * the highest where places overlap (Intel 64 and IA-32 manual, VPSCATTERDD). */
#if LANES == 16 && defined(__AVX512F__)
#define WCC_SCATTER(...) __builtin_ia32_scattersiv16si(__VA_ARGS__, 1)
#elif LANES == 8 && defined(__AVX512VL__)
#define WCC_SCATTER(...) __builtin_ia32_scattersiv8si(__VA_ARGS__, 1)
#elif LANES == 4 && defined(__AVX512VL__)
#define WCC_SCATTER(...) __builtin_ia32_scattersiv4si(__VA_ARGS__, 1)
#endif
#if LANES == 8 && defined(__AVX2__) && !defined(WCC_SCATTER)
/* How many lanes are on nobody foresees, and a branch that is mistaken takes longer than eight stores. Lanes that are
 * off store what the highest one that is on does, where it does: that one's value stays there anyway. */
WCC_OUTLINE void F_(scatter_some_i32)(void *base, T_(i32) offset, T_(i32) value, T_(i32) m)
{
    uint32_t bits = F_(bits)(m);
    if (bits == 0)
        return;
    if (bits != (1u << LANES) - 1) {
        T_(i32) from = F_(select_i32)(m, (T_(i32))WCC_IOTA, F_(splat_i32)(31 - __builtin_clz(bits)));
        offset = F_(permute_i32)(offset, from);
        value = F_(permute_i32)(value, from);
    }
    WCC_UNROLL for (int i = 0; i < LANES; i++) WCC_AT(int32_t, (char *)base + offset[i]) = value[i];
}
#define WCC_SCATTER(base, bits, offset, value) F_(scatter_some_i32)(base, offset, value, m)
#endif
WCC_INLINE void F_(scatter_i32)(void *base, T_(i32) offset, T_(i32) value, T_(i32) m)
{
#if defined(WCC_SCATTER)
    WCC_SCATTER(base, F_(bits)(m), offset, value);
#undef WCC_SCATTER
#else
    F_(scatter_lanes_i32)(base, offset, value, m);
#endif
}

/* Of lanes of which none is off, but where they are outside. */
WCC_INLINE void F_(scatter_all_i32)(void *base, T_(i32) offset, T_(i32) value, T_(i32) m)
{
#if LANES == 8 && defined(__AVX2__) && !defined(__AVX512VL__)
    if (WCC_LIKELY(F_(bits)(m) == (1u << LANES) - 1)) {
        WCC_UNROLL for (int i = 0; i < LANES; i++) WCC_AT(int32_t, (char *)base + offset[i]) = value[i];
        return;
    }
#endif
    F_(scatter_i32)(base, offset, value, m);
}
WCC_INLINE void F_(scatter_all_f32)(void *base, T_(i32) offset, T_(f32) value, T_(i32) m)
{
    F_(scatter_all_i32)(base, offset, (T_(i32))value, m);
}

/* Not by WCC_LOAD: no function has it behind a narrower vector, and of copies gcc makes long shuffles. */
WCC_INLINE T_(f32) F_(load_f32)(const void *at) { return *(const T_(f32_any) *)at; }
WCC_INLINE void F_(store_f32)(void *at, T_(f32) value) { *(T_(f32_any) *)at = value; }
WCC_INLINE T_(f32) F_(load_masked_f32)(const void *at, T_(i32) m) { return (T_(f32))F_(load_masked_i32)(at, m); }
WCC_INLINE void F_(store_masked_f32)(void *at, T_(f32) value, T_(i32) m) { F_(store_masked_i32)(at, (T_(i32))value, m); }
WCC_INLINE T_(f32) F_(gather_f32)(const void *base, T_(i32) offset, T_(i32) m) { return (T_(f32))F_(gather_i32)(base, offset, m); }
WCC_INLINE void F_(scatter_f32)(void *base, T_(i32) offset, T_(f32) value, T_(i32) m)
{
    F_(scatter_i32)(base, offset, (T_(i32))value, m);
}

/* 16 bits: gathered as the aligned word around each, where that is one instruction. A base at an odd address has
 * elements in two words. */
WCC_INLINE T_(i16) F_(gather_i16)(const void *base, T_(i32) offset, T_(i32) m)
{
#if defined(__AVX512F__) || (LANES <= 8 && defined(__AVX2__))
    int32_t above = (int32_t)((uintptr_t)base & 3);
    if (WCC_LIKELY((above & 1) == 0)) {
        T_(i32) at = offset - F_(splat_i32)(above);
        T_(i32) words = F_(gather_i32)((const char *)base + above, at & F_(splat_i32)(-4), m);
        return WCC_CONVERT(words >> ((at & F_(splat_i32)(2)) << 3), T_(i16));
    }
#endif
    return F_(gather_lanes_i16)(base, offset, m);
}
#if LANES >= 8 && defined(__AVX512BW__) && defined(__AVX512VL__)
#define WCC_SHORTS_16(verb) __builtin_ia32_##verb##hi256_mask
#define WCC_SHORTS_8(verb) __builtin_ia32_##verb##hi128_mask
#define WCC_SHORTS_(lanes) WCC_SHORTS_##lanes
#define WCC_SHORTS(lanes) WCC_SHORTS_(lanes)
WCC_INLINE T_(i16) F_(load_masked_i16)(const void *at, T_(i32) m)
{
    return WCC_SHORTS(LANES)(loaddqu)((void *)at, (T_(i16)){0}, F_(bits)(m));
}
WCC_INLINE void F_(store_masked_i16)(void *at, T_(i16) value, T_(i32) m)
{
    WCC_SHORTS(LANES)(storedqu)(at, value, F_(bits)(m));
}
#undef WCC_SHORTS_16
#undef WCC_SHORTS_8
#undef WCC_SHORTS_
#undef WCC_SHORTS
#else
WCC_INLINE T_(i16) F_(load_masked_i16)(const void *at, T_(i32) m) { return F_(load_lanes_i16)(at, m); }
WCC_INLINE void F_(store_masked_i16)(void *at, T_(i16) value, T_(i32) m) { F_(store_lanes_i16)(at, value, m); }
#endif

#if WCC_USES(wide)
/* 64 bits: as many at once as a machine vector has. */
#if LANES >= 8 && defined(__AVX512F__)
typedef long long T_(longs) __attribute__((vector_size(64)));
typedef int32_t T_(long_offsets) __attribute__((vector_size(32)));
#define WCC_LONGS 8
#define WCC_LONG_MASK(m, k) ((uint8_t)(F_(bits)(m) >> (k) * 8))
#define WCC_LOAD_LONGS(at, m, k) __builtin_ia32_loaddqudi512_mask((void *)(at), (T_(longs)){0}, WCC_LONG_MASK(m, k))
#define WCC_STORE_LONGS(at, value, m, k) __builtin_ia32_storedqudi512_mask((void *)(at), value, WCC_LONG_MASK(m, k))
#define WCC_GATHER_LONGS(base, offset, m, k) \
    __builtin_ia32_gathersiv8di((T_(longs)){0}, base, offset, WCC_LONG_MASK(m, k), 1)
#elif defined(__AVX2__)
typedef long long T_(longs) __attribute__((vector_size(32)));
typedef int32_t T_(long_offsets) __attribute__((vector_size(16)));
#define WCC_LONGS 4
#define WCC_LONG_MASK(m, k) WCC_CONVERT(WCC_CHUNK_OF(T_(long_offsets), m, k), T_(longs))
#define WCC_LOAD_LONGS(at, m, k) __builtin_ia32_maskloadq256((void *)(at), WCC_LONG_MASK(m, k))
#define WCC_STORE_LONGS(at, value, m, k) __builtin_ia32_maskstoreq256((void *)(at), WCC_LONG_MASK(m, k), value)
#define WCC_GATHER_LONGS(base, offset, m, k) WCC_GATHER_4_LONGS((T_(longs)){0}, base, offset, WCC_LONG_MASK(m, k), 1)
#endif
#if defined(WCC_LONGS)
#define WCC_CHUNK_OF(type, vector, k) ({                                                                        \
        type part_;                                                                                             \
        memcpy(&part_, (const char *)&(vector) + (k) * sizeof part_, sizeof part_);                             \
        part_; })
#define WCC_EACH_CHUNK(expression) \
    T_(i64) value;                                                                                              \
    WCC_UNROLL for (int k = 0; k < LANES / WCC_LONGS; k++) {                                                    \
        T_(longs) part = expression;                                                                            \
        memcpy((char *)&value + k * sizeof part, &part, sizeof part);                                           \
    }                                                                                                           \
    return value;
WCC_INLINE T_(i64) F_(load_masked_i64)(const void *at, T_(i32) m)
{
    WCC_EACH_CHUNK(WCC_LOAD_LONGS((const char *)at + k * (int)sizeof(T_(longs)), m, k))
}
WCC_INLINE void F_(store_masked_i64)(void *at, T_(i64) value, T_(i32) m)
{
    WCC_UNROLL for (int k = 0; k < LANES / WCC_LONGS; k++)
        WCC_STORE_LONGS((char *)at + k * (int)sizeof(T_(longs)), WCC_CHUNK_OF(T_(longs), value, k), m, k);
}
WCC_INLINE T_(i64) F_(gather_i64)(const void *base, T_(i32) offset, T_(i32) m)
{
    WCC_EACH_CHUNK(WCC_GATHER_LONGS(base, WCC_CHUNK_OF(T_(long_offsets), offset, k), m, k))
}
#undef WCC_CHUNK_OF
#undef WCC_EACH_CHUNK
#undef WCC_LOAD_LONGS
#undef WCC_STORE_LONGS
#undef WCC_GATHER_LONGS
#undef WCC_LONG_MASK
#undef WCC_LONGS
#else
WCC_INLINE T_(i64) F_(load_masked_i64)(const void *at, T_(i32) m) { return F_(load_lanes_i64)(at, m); }
WCC_INLINE void F_(store_masked_i64)(void *at, T_(i64) value, T_(i32) m) { F_(store_lanes_i64)(at, value, m); }
WCC_INLINE T_(i64) F_(gather_i64)(const void *base, T_(i32) offset, T_(i32) m) { return F_(gather_lanes_i64)(base, offset, m); }
#endif
WCC_LOAD(f64)
#undef WCC_LOAD
WCC_INLINE void F_(store_f64)(void *at, T_(f64) value) { *(T_(f64_any) *)at = value; }
WCC_INLINE T_(f64) F_(load_masked_f64)(const void *at, T_(i32) m) { return (T_(f64))F_(load_masked_i64)(at, m); }
WCC_INLINE void F_(store_masked_f64)(void *at, T_(f64) value, T_(i32) m) { F_(store_masked_i64)(at, (T_(i64))value, m); }
WCC_INLINE T_(f64) F_(gather_f64)(const void *base, T_(i32) offset, T_(i32) m) { return (T_(f64))F_(gather_i64)(base, offset, m); }
WCC_INLINE void F_(scatter_f64)(void *base, T_(i32) offset, T_(f64) value, T_(i32) m)
{
    F_(scatter_i64)(base, offset, (T_(i64))value, m);
}
#endif

/* Where another way is likely: code that is small, rather than fast. */
#if LANES == 4 && !defined(__AVX2__)
#define WCC_RARE WCC_COLD
#else
#define WCC_RARE WCC_INLINE
#endif
#define WCC_RARE_GATHER(type)                                                                                   \
    WCC_RARE T_(type) F_(rare_gather_##type)(const void *base, T_(i32) offset, T_(i32) m)                       \
    {                                                                                                           \
        return F_(gather_##type)(base, offset, m);                                                              \
    }
#define WCC_RARE_SCATTER(type)                                                                                  \
    WCC_RARE void F_(rare_scatter_##type)(void *base, T_(i32) offset, T_(type) value, T_(i32) m)                \
    {                                                                                                           \
        F_(scatter_##type)(base, offset, value, m);                                                             \
    }
#if LANES >= 8
/* What a wrap or a clamp parts is a run from the first lane on and one up to the last, as two masked loads. A lane that
 * is on lies where its run says in 64 bits, too: offsets of those are not negative. */
WCC_INLINE T_(i32) F_(rare_gather_i32)(const void *base, T_(i32) offset, T_(i32) m)
{
    const T_(i32) steps = (T_(i32))WCC_IOTA * F_(splat_i32)(4);
    const int32_t first = offset[0], last = offset[LANES - 1] - 4 * (LANES - 1);
    const T_(i32) of_last = m & (offset == F_(splat_i32)(last) + steps);
    const T_(i32) of_first = m & ~of_last & (offset == F_(splat_i32)(first) + steps);
    if (WCC_LIKELY(F_(bits)(of_first | of_last) == F_(bits)(m)))
        return F_(load_masked_i32)((const char *)base + first, of_first) |
               F_(load_masked_i32)((const char *)base + last, of_last);
    return F_(gather_i32)(base, offset, m);
}
WCC_INLINE T_(f32) F_(rare_gather_f32)(const void *base, T_(i32) offset, T_(i32) m)
{
    return (T_(f32))F_(rare_gather_i32)(base, offset, m);
}
#else
WCC_RARE_GATHER(i32)
WCC_RARE_GATHER(f32)
#endif
WCC_RARE_GATHER(i16)
WCC_RARE_SCATTER(i16)
WCC_RARE_SCATTER(i32)
WCC_RARE_SCATTER(f32)
#if WCC_USES(wide)
WCC_RARE_GATHER(i64)
WCC_RARE_GATHER(f64)
WCC_RARE_SCATTER(i64)
WCC_RARE_SCATTER(f64)
#endif
#undef WCC_RARE_GATHER
#undef WCC_RARE_SCATTER
#undef WCC_RARE

/* A store past the caches where that is wanted and the address is a multiple of the vector's size. */
#if !defined(__clang__) && (LANES == 16 && defined(__AVX512F__) || LANES == 8 && defined(__AVX__) || LANES == 4 && defined(__SSE2__))
typedef long long T_(streamed) __attribute__((vector_size(4 * LANES)));
#if LANES == 16
#define WCC_STREAM(at, value) __builtin_ia32_movntdq512((T_(streamed) *)(at), (T_(streamed))(value))
#elif LANES == 8
#define WCC_STREAM(at, value) __builtin_ia32_movntdq256((T_(streamed) *)(at), (T_(streamed))(value))
#else
#define WCC_STREAM(at, value) __builtin_ia32_movntdq((T_(streamed) *)(at), (T_(streamed))(value))
#endif
#elif defined(__clang__)
#define WCC_STREAM(at, value) __builtin_nontemporal_store(value, (T_(i32) *)(at))
#else
#define WCC_STREAM(at, value) F_(store_i32)(at, value)
#endif
WCC_INLINE void F_(store_streamed_i32)(void *at, T_(i32) value)
{
    if ((uintptr_t)at % sizeof value == 0)
        WCC_STREAM(at, value);
    else
        F_(store_i32)(at, value);
}
WCC_INLINE void F_(store_streamed_f32)(void *at, T_(f32) value) { F_(store_streamed_i32)(at, (T_(i32))value); }
#undef WCC_STREAM

/* A vector whose halves lie apart. */
#if LANES >= 8
#if LANES == 16
#define WCC_JOIN_HALVES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define WCC_HIGH_HALF 8, 9, 10, 11, 12, 13, 14, 15
#define WCC_LOW_HALF 0, 1, 2, 3, 4, 5, 6, 7
#else
#define WCC_JOIN_HALVES 0, 1, 2, 3, 4, 5, 6, 7
#define WCC_HIGH_HALF 4, 5, 6, 7
#define WCC_LOW_HALF 0, 1, 2, 3
#endif
#define WCC_HALVES(type, ctype)                                                                                 \
    typedef ctype T_(half_##type) __attribute__((vector_size(sizeof(ctype) * LANES / 2)));                      \
    typedef T_(half_##type) T_(half_any_##type) __attribute__((aligned(1), may_alias));                         \
    WCC_INLINE T_(type) F_(splat_halves_##type)(ctype low, ctype high)                                          \
    {                                                                                                           \
        T_(i32) is_low = (T_(i32))WCC_IOTA < F_(splat_i32)(LANES / 2);                                          \
        return F_(select_##type)(is_low, F_(splat_##type)(low), F_(splat_##type)(high));                        \
    }                                                                                                           \
    WCC_INLINE T_(type) F_(load_halves_##type)(const void *low, const void *high)                               \
    {                                                                                                           \
        T_(half_##type) a = *(const T_(half_any_##type) *)low, b = *(const T_(half_any_##type) *)high;          \
        return __builtin_shufflevector(a, b, WCC_JOIN_HALVES);                                                  \
    }                                                                                                           \
    WCC_INLINE void F_(store_halves_##type)(void *low, void *high, T_(type) value)                              \
    {                                                                                                           \
        *(T_(half_any_##type) *)low = __builtin_shufflevector(value, value, WCC_LOW_HALF);                      \
        *(T_(half_any_##type) *)high = __builtin_shufflevector(value, value, WCC_HIGH_HALF);                    \
    }                                                                                                           \
    /* Where a half is off, nothing before or behind the other is read or written. */                           \
    WCC_INLINE T_(type) F_(load_masked_halves_##type)(const void *low, const void *high, T_(i32) m)             \
    {                                                                                                           \
        T_(i32) is_low = (T_(i32))WCC_IOTA < F_(splat_i32)(LANES / 2);                                          \
        const char *before = (const char *)high - LANES / 2 * sizeof(ctype);                                    \
        return F_(select_##type)(is_low, F_(load_masked_##type)(low, m & is_low),                               \
                                 F_(load_masked_##type)(before, m & ~is_low));                                  \
    }                                                                                                           \
    WCC_INLINE void F_(store_masked_halves_##type)(void *low, void *high, T_(type) value, T_(i32) m)            \
    {                                                                                                           \
        T_(i32) is_low = (T_(i32))WCC_IOTA < F_(splat_i32)(LANES / 2);                                          \
        if (F_(bits)(m) == (1u << LANES) - 1) {                                                                 \
            F_(store_halves_##type)(low, high, value);                                                          \
            return;                                                                                             \
        }                                                                                                       \
        F_(store_masked_##type)(low, value, m & is_low);                                                        \
        F_(store_masked_##type)((char *)high - LANES / 2 * sizeof(ctype), value, m & ~is_low);                  \
    }                                                                                                           \
    /* One behind the other, since they may have places in common. */                                           \
    WCC_INLINE void F_(store_over_halves_##type)(void *low, void *high, T_(type) value, T_(i32) m)              \
    {                                                                                                           \
        T_(type) first = F_(select_##type)(m, value, F_(load_halves_##type)(low, low));                         \
        *(T_(half_any_##type) *)low = __builtin_shufflevector(first, first, WCC_LOW_HALF);                      \
        T_(type) second = F_(select_##type)(m, value, F_(load_halves_##type)(high, high));                      \
        *(T_(half_any_##type) *)high = __builtin_shufflevector(second, second, WCC_HIGH_HALF);                  \
    }
WCC_HALVES(f32, float)
WCC_HALVES(i32, int32_t)
WCC_HALVES(i16, int16_t)
#if WCC_USES(wide)
WCC_HALVES(f64, double)
WCC_HALVES(i64, int64_t)
#endif
#undef WCC_HALVES
#undef WCC_JOIN_HALVES
#undef WCC_LOW_HALF
#undef WCC_HIGH_HALF
#endif

/* What is off is written as it was: a load and a choice. To memory that nobody else writes meanwhile. */
#define WCC_STORE_OVER(type)                                                                                    \
    WCC_INLINE void F_(store_over_##type)(void *at, T_(type) value, T_(i32) m)                                  \
    {                                                                                                           \
        F_(store_##type)(at, F_(select_##type)(m, value, F_(load_##type)(at)));                                 \
    }
WCC_STORE_OVER(f32)
WCC_STORE_OVER(i32)
WCC_STORE_OVER(i16)
#undef WCC_STORE_OVER

/* The same to resources, at whose borders most vectors have all lanes, which is asked first, or none; a masked store of
 * either takes as long as others where there is no AVX-512. Those of 32 bits ask for all lanes themselves, so that C
 * compilers have it once. */
#if defined(__AVX512F__)
#define WCC_HAS_LANES(on) 1
#define WCC_HAS_ALL(on)   0
#else
#define WCC_HAS_LANES(on) ((on) != 0)
#define WCC_HAS_ALL(on)   ((on) == (1u << LANES) - 1)
#endif
#define WCC_STORE_SOME(type)                                                                                    \
    WCC_INLINE void F_(store_some_##type)(void *at, T_(type) value, T_(i32) m)                                  \
    {                                                                                                           \
        const uint32_t on = F_(bits)(m);                                                                        \
        if (WCC_HAS_ALL(on))                                                                                    \
            F_(store_##type)(at, value);                                                                        \
        else if (WCC_HAS_LANES(on))                                                                             \
            F_(store_masked_##type)(at, value, m);                                                              \
        (void)on;                                                                                               \
    }
WCC_STORE_SOME(f32)
WCC_STORE_SOME(i32)
WCC_STORE_SOME(i16)
#if WCC_USES(wide)
WCC_STORE_SOME(f64)
WCC_STORE_SOME(i64)
#endif
#undef WCC_STORE_SOME
#undef WCC_HAS_LANES
#undef WCC_HAS_ALL

/* A row of elements from `at` on whose index met bounds: lanes that are where they would be without them, `free`, load
 * what lies there, or 0 outside; lanes that were raised have `below`, lanes that were lowered `above`. */
#define WCC_LOAD_CLAMPED(type, ctype)                                                                           \
    WCC_INLINE T_(type) F_(load_clamped_##type)(const void *at, T_(i32) free, T_(i32) met, T_(i32) inside,      \
                                                ctype below, ctype above)                                       \
    {                                                                                                           \
        T_(type) bounds = F_(select_##type)(free < met, F_(splat_##type)(below), F_(splat_##type)(above));      \
        T_(i32) is_free = free == met;                                                                          \
        return F_(select_##type)(is_free, F_(load_masked_##type)(at, is_free & inside), bounds);                \
    }
WCC_LOAD_CLAMPED(f32, float)
WCC_LOAD_CLAMPED(i32, int32_t)
#undef WCC_LOAD_CLAMPED

/* Of lanes 0, 1, 2 and so on. */
#if LANES == 16
#define WCC_INDICES(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12), f(13), f(14), f(15)
#elif LANES == 8
#define WCC_INDICES(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)
#else
#define WCC_INDICES(f) f(0), f(1), f(2), f(3)
#endif
/* The last lane first. */
#define WCC_FROM_LAST(i) LANES - 1 - (i)
#define WCC_REVERSE(type)                                                                                       \
    WCC_INLINE T_(type) F_(reverse_##type)(T_(type) value)                                                      \
    {                                                                                                           \
        return __builtin_shufflevector(value, value, WCC_INDICES(WCC_FROM_LAST));                               \
    }
WCC_REVERSE(f32)
WCC_REVERSE(i32)
WCC_REVERSE(i16)
#if WCC_USES(wide)
WCC_REVERSE(f64)
WCC_REVERSE(i64)
#endif
#undef WCC_REVERSE
#undef WCC_FROM_LAST
#if LANES == 16 && !defined(__AVX512F__) || LANES == 8 && !defined(__AVX__)
#define WCC_IN_REGISTER "+m" /* no register is that wide */
#else
#define WCC_IN_REGISTER "+x"
#endif
/* Is it first, first + stride, ...? Stride 0: is it the same in all lanes? */
WCC_INLINE int F_(steps_by)(T_(i32) index, int32_t stride)
{
    T_(i32) differs = index != F_(splat_i32)(index[0]) + (T_(i32))WCC_IOTA * F_(splat_i32)(stride);
    return F_(bits)(differs) == 0;
}

/* The least of the first and the last lane. */
WCC_INLINE int32_t F_(lower_end)(T_(i32) index)
{
    return index[0] < index[LANES - 1] ? index[0] : index[LANES - 1];
}
/* Are all in the two vectors from `start` on? */
WCC_INLINE int F_(in_window)(T_(i32) index, int32_t start)
{
    T_(i32) outside = (T_(u32))(index - F_(splat_i32)(start)) >= (T_(u32))F_(splat_i32)(2 * LANES);
    return F_(bits)(outside) == 0;
}

#if LANES >= 8
/* The same for each half of it. */
WCC_INLINE int F_(halves_steps_by)(T_(i32) index, int32_t stride)
{
    T_(i32) high = (T_(i32))WCC_IOTA >= F_(splat_i32)(LANES / 2);
    T_(i32) first = F_(select_i32)(high, F_(splat_i32)(index[LANES / 2]), F_(splat_i32)(index[0]));
    T_(i32) lane = (T_(i32))WCC_IOTA & F_(splat_i32)(LANES / 2 - 1);
    T_(i32) differs = index != first + lane * F_(splat_i32)(stride);
    return F_(bits)(differs) == 0;
}
#endif

#if LANES >= 8
#include "wcc_packing.h"
#endif

WCC_INLINE T_(f32) F_(precise_f32)(T_(f32) x) { __asm__("" : WCC_IN_REGISTER(x)); return x; }
/* Neither is NaN. clang joins comparisons as vectors of single bits, which take it long to pack. */
WCC_INLINE T_(i32) F_(are_numbers_f32)(T_(f32) a, T_(f32) b)
{
    T_(i32) are = (a == a) & (b == b);
    __asm__("" : WCC_IN_REGISTER(are));
    return are;
}
#undef WCC_IN_REGISTER
#if LANES == 4 && defined(__AVX__) || LANES == 8 && defined(__AVX512F__)
#define WCC_IN_REGISTER "+x"
#else
#define WCC_IN_REGISTER "+m"
#endif
WCC_INLINE T_(f64) F_(precise_f64)(T_(f64) x) { __asm__("" : WCC_IN_REGISTER(x)); return x; }
#undef WCC_IN_REGISTER

#if WCC_USES(elements) || WCC_USES(lines)
#include "wcc_elements.h"
#endif
#if WCC_USES(lines)
#include "wcc_lines.h"
#endif
/* Of words the so many bits from byte `at` on. */
#define WCC_ZEROS_ABOVE(words, at, bits) ((T_(i32))((T_(u32))(words) >> ((T_(u32))(at) << 3)) & F_(splat_i32)((1 << (bits)) - 1))
#define WCC_SIGN_ABOVE(words, at, bits) \
    ((T_(i32))((T_(u32))(words) << ((T_(u32))F_(splat_i32)(32 - (bits)) ^ (T_(u32))(at) << 3)) >> F_(splat_i32)(32 - (bits)))
#if WCC_USES(wide_elements)
#include "wcc_wide_elements.h"
#endif
#if WCC_USES(strided)
#include "wcc_strided.h"
#endif
#if WCC_USES(rows)
#include "wcc_rows.h"
#endif
#if WCC_USES(parts)
#include "wcc_parts.h"
#endif
#undef WCC_ZEROS_ABOVE
#undef WCC_SIGN_ABOVE

#undef WCC_LIST
#undef WCC_IOTA
#undef WCC_ZIP_LOW
#undef WCC_ZIP_HIGH
#undef WCC_INDICES

#include "wcc_math.h"
#include "wcc_wave.h"
#include "wcc_atomic.h"
#undef WCC_EVEN
#undef WCC_ODD
#if WCC_USES(bytes)
#include "wcc_bytes.h"
#endif
#if WCC_USES(dot4)
#include "wcc_dot4.h"
#endif

#undef T_
#undef F_
