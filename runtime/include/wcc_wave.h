/* wcc_wave: wave operations over the pieces of a wave. Included by wcc_lanes.h once per lane count.
 *
 * `v` and `m` (the active lanes) are arrays of `pieces` vectors. Inactive lanes count as the operation's
 * neutral value: for minimum and maximum NaN, which gives way to the other operand (D3D functional
 * specification 22.10), so that they are NaN where all active lanes are.
 *
 * The D3D specification leaves the order of float sums and products open. A reduction adds lane i to lane
 * i + W/2, then i + W/4, and so on: the same tree whatever LANES is. Prefixes go in log2(LANES) shuffles
 * within a vector, and with WCC_STRICT lane by lane, which does not depend on LANES either. */

#if LANES == 16
#define WCC_FOLDS(step)                                                                                         \
    step(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7) step(4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11) \
    step(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13) step(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
/* Sums of 2, 4, 8, 16 lanes (Sklansky, "Conditional-Sum Addition Logic", 1960): the upper half of each gets the last lane
 * of the lower half, the lower half the second operand, the identity. */
#define WCC_SHIFTS(step)                                                                                        \
    step(16, 0, 16, 2, 16, 4, 16, 6, 16, 8, 16, 10, 16, 12, 16, 14) step(16, 16, 1, 1, 16, 16, 5, 5, 16, 16, 9, 9, 16, 16, 13, 13) \
    step(16, 16, 16, 16, 3, 3, 3, 3, 16, 16, 16, 16, 11, 11, 11, 11) step(16, 16, 16, 16, 16, 16, 16, 16, 7, 7, 7, 7, 7, 7, 7, 7)
#define WCC_SHIFT_1(a, b) __builtin_shufflevector(a, b, 31, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
#elif LANES == 8
#define WCC_FOLDS(step) step(4, 5, 6, 7, 0, 1, 2, 3) step(2, 3, 0, 1, 6, 7, 4, 5) step(1, 0, 3, 2, 5, 4, 7, 6)
#define WCC_SHIFTS(step) step(8, 0, 8, 2, 8, 4, 8, 6) step(8, 8, 1, 1, 8, 8, 5, 5) step(8, 8, 8, 8, 3, 3, 3, 3)
#define WCC_SHIFT_1(a, b) __builtin_shufflevector(a, b, 15, 0, 1, 2, 3, 4, 5, 6)
#else
#define WCC_FOLDS(step) step(2, 3, 0, 1) step(1, 0, 3, 2)
#define WCC_SHIFTS(step) step(4, 0, 4, 2) step(4, 4, 1, 1)
#define WCC_SHIFT_1(a, b) __builtin_shufflevector(a, b, 7, 0, 1, 2)
#endif
/* Of LANES vectors half as many, and so on: what WCC_FOLDS adds stands in one of both, of two rows beside each other, and in the
 * end lane i has row i's. Rows of a step: how many there are, and which two are one. */
#define WCC_EACH(...) __VA_ARGS__
#if LANES == 16
#define WCC_PAIRS(step)                                                                                         \
    step(8, i, i + 8, WCC_EACH(0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23), WCC_EACH(8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31)) \
    step(4, i, i + 4, WCC_EACH(0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27), WCC_EACH(4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31)) \
    step(2, 2 * i, 2 * i + 1, WCC_EACH(0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), WCC_EACH(2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)) \
    step(1, 2 * i, 2 * i + 1, WCC_EACH(0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30), WCC_EACH(1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31))
#elif LANES == 8
#define WCC_PAIRS(step)                                                                                         \
    step(4, i, i + 4, WCC_EACH(0, 1, 2, 3, 8, 9, 10, 11), WCC_EACH(4, 5, 6, 7, 12, 13, 14, 15))                          \
    step(2, 2 * i, 2 * i + 1, WCC_EACH(0, 1, 8, 9, 4, 5, 12, 13), WCC_EACH(2, 3, 10, 11, 6, 7, 14, 15))                  \
    step(1, 2 * i, 2 * i + 1, WCC_EACH(0, 2, 8, 10, 4, 6, 12, 14), WCC_EACH(1, 3, 9, 11, 5, 7, 13, 15))
#else
#define WCC_PAIRS(step)                                                                                         \
    step(2, 2 * i, 2 * i + 1, WCC_EACH(0, 1, 4, 5), WCC_EACH(2, 3, 6, 7)) step(1, 2 * i, 2 * i + 1, WCC_EACH(0, 2, 4, 6), WCC_EACH(1, 3, 5, 7))
#endif
#define WCC_PAIR(rows, one, other, low, high)                                                                   \
    WCC_UNROLL for (int i = 0; i < rows; i++) {                                                                 \
        T_(TYPE) a = __builtin_shufflevector(part[one], part[other], low),                                      \
                 b = __builtin_shufflevector(part[one], part[other], high);                                     \
        part[i] = COMBINE;                                                                                      \
    }
#define WCC_FOLD_STEP(...) { T_(TYPE) b = __builtin_shufflevector(a, a, __VA_ARGS__); a = COMBINE; }
#define WCC_SHIFT_STEP(...) { T_(TYPE) b = __builtin_shufflevector(a, identity, __VA_ARGS__); a = COMBINE; }

/* Of piece i, in word k of the lanes' masks, those below each lane. */
WCC_INLINE T_(i32) F_(lanes_below)(int i, int k)
{
    T_(i32) lane = F_(linear_i32)(i * LANES - 32 * k, 1), one = F_(splat_i32)(1);
    T_(i32) all = i * LANES >= 32 * (k + 1) ? F_(splat_i32)(-1) : (one << (lane & F_(splat_i32)(31))) - one;
    return i * LANES < 32 * k ? F_(splat_i32)(0) : all;
}

#define WCC_REDUCTION "wcc_reduction.h"
#define WCC_EXCHANGE "wcc_exchange.h"

/* Words of any lanes: a permutation of each vector that they may be in; of so many vectors at most, where machines permute
 * by numbers that are not constant. */
#if LANES == 16 && defined(__AVX512F__) || LANES == 8 && defined(__AVX2__) || LANES == 4 && defined(__AVX__)
#define WCC_MOST_PERMUTED 8
#else
#define WCC_MOST_PERMUTED 0
#endif
WCC_INLINE void F_(shuffle_words)(void *result, const void *values, const T_(i32) *m, int pieces, const T_(i32) *lane)
{
    const T_(i32) *v = values, vector = F_(splat_i32)(-LANES);
    T_(i32) on[WCC_MOST_PERMUTED + 1], out[WCC_MOST_PERMUTED + 1];
    for (int q = 0; q < pieces; q++)
        on[q] = v[q] & m[q];
    for (int p = 0; p < pieces; p++) {
        out[p] = F_(splat_i32)(0);
        for (int q = 0; q < pieces; q++)
            out[p] |= F_(permute_i32)(on[q], lane[p]) & ((lane[p] & vector) == F_(splat_i32)(q * LANES));
    }
    memcpy(result, out, (size_t)pieces * sizeof *out);
}

#define NAME fadd
#define WCC_FLOAT_SUM
#define NEUTRAL -0.0f
#define TYPE f32
#define CTYPE float
#define IDENTITY 0
#define COMBINE (a + b)
#include WCC_REDUCTION
#define NAME fmul
#define WCC_FLOAT_SUM
#define TYPE f32
#define CTYPE float
#define IDENTITY 1
#define COMBINE (a * b)
#include WCC_REDUCTION
#define NAME fmin
#define NEUTRAL __builtin_nanf("")
#define TYPE f32
#define CTYPE float
#define IDENTITY __builtin_inff()
#define COMBINE F_(fmin_f32)(a, b)
#include WCC_REDUCTION
#define NAME fmax
#define NEUTRAL __builtin_nanf("")
#define TYPE f32
#define CTYPE float
#define IDENTITY -__builtin_inff()
#define COMBINE F_(fmax_f32)(a, b)
#include WCC_REDUCTION

#define NAME fadd
#define WCC_FLOAT_SUM
#define NEUTRAL -0.0
#define TYPE f64
#define CTYPE double
#define IDENTITY 0
#define COMBINE (a + b)
#include WCC_REDUCTION
#define NAME fmul
#define WCC_FLOAT_SUM
#define TYPE f64
#define CTYPE double
#define IDENTITY 1
#define COMBINE (a * b)
#include WCC_REDUCTION
#define NAME fmin
#define NEUTRAL __builtin_nan("")
#define TYPE f64
#define CTYPE double
#define IDENTITY __builtin_inf()
#define COMBINE F_(fmin_f64)(a, b)
#include WCC_REDUCTION
#define NAME fmax
#define NEUTRAL __builtin_nan("")
#define TYPE f64
#define CTYPE double
#define IDENTITY -__builtin_inf()
#define COMBINE F_(fmax_f64)(a, b)
#include WCC_REDUCTION

#define WCC_INTEGER_TYPE i32
#define WCC_INTEGER_CTYPE int32_t
#define WCC_INTEGER_MIN INT32_MIN
#define WCC_INTEGER_MAX INT32_MAX
#include "wcc_integer_reductions.h"
#define WCC_INTEGER_TYPE i64
#define WCC_INTEGER_CTYPE int64_t
#define WCC_INTEGER_MIN INT64_MIN
#define WCC_INTEGER_MAX INT64_MAX
#include "wcc_integer_reductions.h"
#define WCC_INTEGER_TYPE i16
#define WCC_INTEGER_CTYPE int16_t
#define WCC_INTEGER_MIN INT16_MIN
#define WCC_INTEGER_MAX INT16_MAX
#include "wcc_integer_reductions.h"

#undef WCC_FOLDS
#undef WCC_PAIRS
#undef WCC_PAIR
#undef WCC_EACH
#undef WCC_SHIFTS
#undef WCC_SHIFT_1
#undef WCC_FOLD_STEP
#undef WCC_SHIFT_STEP

/* ---- who is active ---- */

/* 32 lanes from lane 32*word on, one bit each. */
WCC_INLINE int32_t F_(ballot_)(const T_(i32) *m, int pieces, int word)
{
    uint32_t bits = 0;
    WCC_UNROLL for (int i = 0; i < 32 / LANES; i++)
        if (word * (32 / LANES) + i < pieces)
            bits |= F_(bits)(m[word * (32 / LANES) + i]) << (i * LANES);
    return (int32_t)bits;
}
WCC_INLINE int32_t F_(count_)(const T_(i32) *m, int pieces)
{
    int32_t count = 0;
    WCC_UNROLL for (int i = 0; i < pieces; i++)
        count += __builtin_popcount(F_(bits)(m[i]));
    return count;
}
/* The lowest active lane; 0 when none is. */
WCC_INLINE int32_t F_(first_)(const T_(i32) *m, int pieces)
{
    for (int i = 0; i < pieces; i++) {
        uint32_t bits = F_(bits)(m[i]);
        if (bits != 0)
            return i * LANES + __builtin_ctz(bits);
    }
    return 0;
}
/* The highest active lane; 0 when none is. */
WCC_INLINE int32_t F_(last_)(const T_(i32) *m, int pieces)
{
    for (int i = pieces - 1; i >= 0; i--) {
        uint32_t bits = F_(bits)(m[i]);
        if (bits != 0)
            return i * LANES + 31 - __builtin_clz(bits);
    }
    return 0;
}
#if WCC_USES(prefix_count_)
#if LANES == 16 && defined(__AVX512VPOPCNTDQ__)
/* How many of the bits lie below each lane's own, and `before` more. */
WCC_INLINE T_(i32) F_(count_below)(uint32_t bits, int32_t before)
{
    T_(i32) below = (F_(splat_i32)(1) << F_(linear_i32)(0, 1)) - F_(splat_i32)(1);
    return WCC_COUNT_BITS_16(F_(splat_i32)((int32_t)bits) & below) + F_(splat_i32)(before);
}
#else
#define WCC_BYTES_OF_ONE 0x0101010101010101u
#define WCC_SEVENTH_BITS 0x0002040810204081u /* 0, 7, 14, ..: of a product, bit k of a factor at 8 k */
/* Of eight lanes, a byte each: the bits of those below, a byte farther, are summed up by a product. The last
 * lane's own lies below none. No byte overflows: waves have 128 lanes at most. */
WCC_INLINE uint64_t F_(bytes_below)(uint32_t bits, uint32_t before)
{
    uint64_t apart = (bits & 0x7f) * (uint64_t)WCC_SEVENTH_BITS & WCC_BYTES_OF_ONE;
    return (apart << 8 | before) * WCC_BYTES_OF_ONE;
}
typedef uint8_t T_(count_bytes) __attribute__((vector_size(LANES)));
WCC_INLINE T_(i32) F_(count_below)(uint32_t bits, int32_t before)
{
    union { uint64_t eights[2]; T_(count_bytes) bytes; } counts;
    counts.eights[0] = F_(bytes_below)(bits, (uint32_t)before);
    counts.eights[1] =
        LANES == 16 ? F_(bytes_below)(bits >> 8, (uint32_t)before + __builtin_popcount(bits & 0xff)) : 0;
    return WCC_CONVERT(counts.bytes, T_(i32));
}
#undef WCC_SEVENTH_BITS
#undef WCC_BYTES_OF_ONE
#endif
/* How many lower lanes are set. */
WCC_INLINE void F_(prefix_count_)(T_(i32) *result, const T_(i32) *m, int pieces)
{
    int32_t before = 0;
    WCC_UNROLL for (int i = 0; i < pieces; i++) {
        uint32_t bits = F_(bits)(m[i]);
        result[i] = F_(count_below)(bits, before);
        before += __builtin_popcount(bits);
    }
}
#endif

/* ---- other lanes' values ---- */

/* Quads are four consecutive lanes, 0 1 above 2 3. */
#if LANES == 16
#define WCC_QUADS(v, i, j, k, l) \
    __builtin_shufflevector(v, v, i, j, k, l, i + 4, j + 4, k + 4, l + 4, i + 8, j + 8, k + 8, l + 8, i + 12, j + 12, k + 12, l + 12)
#elif LANES == 8
#define WCC_QUADS(v, i, j, k, l) __builtin_shufflevector(v, v, i, j, k, l, i + 4, j + 4, k + 4, l + 4)
#else
#define WCC_QUADS(v, i, j, k, l) __builtin_shufflevector(v, v, i, j, k, l)
#endif
/* Fours and eights of lanes in each other's place. */
#if LANES == 16
#define WCC_FOURS_SWAPPED(v) __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11)
#define WCC_EIGHTS_SWAPPED(v) __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)
#elif LANES == 8
#define WCC_FOURS_SWAPPED(v) __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3)
#define WCC_EIGHTS_SWAPPED(v) (v)
#else
#define WCC_FOURS_SWAPPED(v) (v)
#define WCC_EIGHTS_SWAPPED(v) (v)
#endif
#define WCC_FEW_BITS 6 /* that differ: a value's lanes are found by these at once, not by one value after the other */
#define TYPE i32
#define CTYPE int32_t
#define ITYPE i32
#include WCC_EXCHANGE
#define TYPE f32
#define CTYPE float
#define ITYPE i32
#include WCC_EXCHANGE
#define TYPE i64
#define CTYPE int64_t
#define ITYPE i64
#include WCC_EXCHANGE
#define TYPE f64
#define CTYPE double
#define ITYPE i64
#include WCC_EXCHANGE
#define TYPE i16
#define CTYPE int16_t
#define ITYPE i16
#include WCC_EXCHANGE
#undef WCC_FEW_BITS

#undef WCC_QUADS
#undef WCC_FOURS_SWAPPED
#undef WCC_EIGHTS_SWAPPED
#undef WCC_MOST_PERMUTED
