/* What machine instructions do better than generic vectors: square root, minimum, rounding, fused
 * multiply-add, saturating conversion. WCC_<WORK>_<type>_<bytes> is that instruction for a vector of that
 * many bytes; a wider vector goes in chunks (wcc_math.h). Builtins that gcc 12 and clang 14 share, or one
 * of each. Bytes 4 and 8 are scalars: they serve machines without SSE and are their own specification.
 *
 * WCC_FUSED: fma is one instruction and results may depend on it. -DWCC_STRICT gives the same bits on
 * every target (it also needs -ffp-contract=off). */
#if defined(__FMA__) && !defined(WCC_STRICT)
#define WCC_FUSED 1
#endif

#define WCC_JOIN_(a, b) a##b
#define WCC_JOIN(a, b) WCC_JOIN_(a, b)
#define WCC_PASTE_3_(a, b, c) a##b##_##c
#define WCC_PASTE_3(a, b, c) WCC_PASTE_3_(a, b, c)

typedef float wcc_f32_4;
typedef double wcc_f64_8;
typedef int32_t wcc_i32_4;
typedef float wcc_f32_16 __attribute__((vector_size(16)));
typedef float wcc_f32_32 __attribute__((vector_size(32)));
typedef float wcc_f32_64 __attribute__((vector_size(64)));
typedef double wcc_f64_16 __attribute__((vector_size(16)));
typedef double wcc_f64_32 __attribute__((vector_size(32)));
typedef double wcc_f64_64 __attribute__((vector_size(64)));
typedef int16_t wcc_i16_16 __attribute__((vector_size(16)));
typedef int32_t wcc_i32_16 __attribute__((vector_size(16)));
typedef int32_t wcc_i32_32 __attribute__((vector_size(32)));
typedef int32_t wcc_i32_64 __attribute__((vector_size(64)));

/* MIN: a < b ? a : b and MAX: a > b ? a : b, so b when one of them is NaN. */
#define WCC_SQRT_f32_4(x) __builtin_sqrtf(x)
#define WCC_SQRT_f64_8(x) __builtin_sqrt(x)
#define WCC_MIN_f32_4(a, b) ((a) < (b) ? (a) : (b))
#define WCC_MAX_f32_4(a, b) ((a) > (b) ? (a) : (b))
#define WCC_MIN_f64_8 WCC_MIN_f32_4
#define WCC_MAX_f64_8 WCC_MAX_f32_4
#define WCC_FMA_f32_4(a, b, c) __builtin_fmaf(a, b, c)
#define WCC_FMA_f64_8(a, b, c) __builtin_fma(a, b, c)

#if defined(__SSE2__)
#define WCC_SQRT_f32_16(x) __builtin_ia32_sqrtps(x)
#define WCC_SQRT_f64_16(x) __builtin_ia32_sqrtpd(x)
#define WCC_MIN_f32_16(a, b) __builtin_ia32_minps(a, b)
#define WCC_MAX_f32_16(a, b) __builtin_ia32_maxps(a, b)
#define WCC_MIN_f64_16(a, b) __builtin_ia32_minpd(a, b)
#define WCC_MAX_f64_16(a, b) __builtin_ia32_maxpd(a, b)
#define WCC_TO_INT_f32_16(x) __builtin_ia32_cvttps2dq(x)
#endif
#if defined(__AVX__)
#define WCC_SQRT_f32_32(x) __builtin_ia32_sqrtps256(x)
#define WCC_SQRT_f64_32(x) __builtin_ia32_sqrtpd256(x)
#define WCC_MIN_f32_32(a, b) __builtin_ia32_minps256(a, b)
#define WCC_MAX_f32_32(a, b) __builtin_ia32_maxps256(a, b)
#define WCC_MIN_f64_32(a, b) __builtin_ia32_minpd256(a, b)
#define WCC_MAX_f64_32(a, b) __builtin_ia32_maxpd256(a, b)
#define WCC_TO_INT_f32_32(x) __builtin_ia32_cvttps2dq256(x)
#endif
#if defined(__AVX512F__)
/* The last operand 4: the rounding mode in force. */
#if defined(__clang__)
#define WCC_SQRT_f32_64(x) __builtin_ia32_sqrtps512(x, 4)
#define WCC_SQRT_f64_64(x) __builtin_ia32_sqrtpd512(x, 4)
#define WCC_MIN_f32_64(a, b) __builtin_ia32_minps512(a, b, 4)
#define WCC_MAX_f32_64(a, b) __builtin_ia32_maxps512(a, b, 4)
#define WCC_MIN_f64_64(a, b) __builtin_ia32_minpd512(a, b, 4)
#define WCC_MAX_f64_64(a, b) __builtin_ia32_maxpd512(a, b, 4)
#else
#define WCC_SQRT_f32_64(x) __builtin_ia32_sqrtps512_mask(x, x, (uint16_t)-1, 4)
#define WCC_SQRT_f64_64(x) __builtin_ia32_sqrtpd512_mask(x, x, (uint8_t)-1, 4)
#define WCC_MIN_f32_64(a, b) __builtin_ia32_minps512_mask(a, b, a, (uint16_t)-1, 4)
#define WCC_MAX_f32_64(a, b) __builtin_ia32_maxps512_mask(a, b, a, (uint16_t)-1, 4)
#define WCC_MIN_f64_64(a, b) __builtin_ia32_minpd512_mask(a, b, a, (uint8_t)-1, 4)
#define WCC_MAX_f64_64(a, b) __builtin_ia32_maxpd512_mask(a, b, a, (uint8_t)-1, 4)
#endif
#define WCC_TO_INT_f32_64(x) __builtin_ia32_cvttps2dq512_mask(x, (wcc_i32_64){0}, (uint16_t)-1, 4)
#define WCC_TO_UINT_f32_64(x) __builtin_ia32_cvttps2udq512_mask(x, (wcc_i32_64){0}, (uint16_t)-1, 4)
#endif

#if defined(__FMA__)
#define WCC_FMA_f32_16(a, b, c) __builtin_ia32_vfmaddps(a, b, c)
#define WCC_FMA_f32_32(a, b, c) __builtin_ia32_vfmaddps256(a, b, c)
#define WCC_FMA_f32_64(a, b, c) __builtin_ia32_vfmaddps512_mask(a, b, c, (uint16_t)-1, 4)
#define WCC_FMA_f64_16(a, b, c) __builtin_ia32_vfmaddpd(a, b, c)
#define WCC_FMA_f64_32(a, b, c) __builtin_ia32_vfmaddpd256(a, b, c)
#define WCC_FMA_f64_64(a, b, c) __builtin_ia32_vfmaddpd512_mask(a, b, c, (uint8_t)-1, 4)
#endif

/* Rounding: 8 to nearest even, 9 down, 10 up, 11 toward zero; no exceptions raised. */
#if defined(__SSE4_1__)
#define WCC_ROUND_f32_16(x, mode) __builtin_ia32_roundps(x, mode)
#define WCC_ROUND_f32_32(x, mode) __builtin_ia32_roundps256(x, mode)
#define WCC_ROUND_f32_64(x, mode) __builtin_ia32_rndscaleps_mask(x, mode, x, (uint16_t)-1, 4)
#define WCC_ROUND_f64_16(x, mode) __builtin_ia32_roundpd(x, mode)
#define WCC_ROUND_f64_32(x, mode) __builtin_ia32_roundpd256(x, mode)
#define WCC_ROUND_f64_64(x, mode) __builtin_ia32_rndscalepd_mask(x, mode, x, (uint8_t)-1, 4)
#endif

/* The operand that is not NaN: vrange 4 is the smaller, 5 the larger. */
#if defined(__AVX512DQ__) && defined(__AVX512VL__)
#define WCC_RANGE_f32_16(a, b, which) __builtin_ia32_rangeps128_mask(a, b, which, a, (uint8_t)-1)
#define WCC_RANGE_f32_32(a, b, which) __builtin_ia32_rangeps256_mask(a, b, which, a, (uint8_t)-1)
#define WCC_RANGE_f32_64(a, b, which) __builtin_ia32_rangeps512_mask(a, b, which, a, (uint16_t)-1, 4)
#define WCC_RANGE_f64_16(a, b, which) __builtin_ia32_rangepd128_mask(a, b, which, a, (uint8_t)-1)
#define WCC_RANGE_f64_32(a, b, which) __builtin_ia32_rangepd256_mask(a, b, which, a, (uint8_t)-1)
#define WCC_RANGE_f64_64(a, b, which) __builtin_ia32_rangepd512_mask(a, b, which, a, (uint8_t)-1, 4)
#endif

/* 1 / sqrt(x) to 14 bits: inf of 0, 0 of inf, NaN of negatives; denormals too. */
#if defined(__AVX512VL__)
#define WCC_RSQRT_f32_16(x) __builtin_ia32_rsqrt14ps128_mask(x, x, (uint8_t)-1)
#define WCC_RSQRT_f32_32(x) __builtin_ia32_rsqrt14ps256_mask(x, x, (uint8_t)-1)
#define WCC_RSQRT_f32_64(x) __builtin_ia32_rsqrt14ps512_mask(x, x, (uint16_t)-1)
/* x * 2^floor(n), rounded once */
#define WCC_SCALE_f32_16(x, n) __builtin_ia32_scalefps128_mask(x, n, x, (uint8_t)-1)
#define WCC_SCALE_f32_32(x, n) __builtin_ia32_scalefps256_mask(x, n, x, (uint8_t)-1)
#define WCC_SCALE_f32_64(x, n) __builtin_ia32_scalefps512_mask(x, n, x, (uint16_t)-1, 4)
#endif

/* Bits set, leading zeros (32 of 0), of i32 vectors of 4 * lanes bytes. */
#if defined(__clang__)
#define WCC_POPCOUNT_16(x) __builtin_ia32_vpopcntd_128(x)
#define WCC_POPCOUNT_32(x) __builtin_ia32_vpopcntd_256(x)
#define WCC_POPCOUNT_64(x) __builtin_ia32_vpopcntd_512(x)
#define WCC_ZEROS_16(x) __builtin_ia32_vplzcntd_128(x)
#define WCC_ZEROS_32(x) __builtin_ia32_vplzcntd_256(x)
#define WCC_ZEROS_64(x) __builtin_ia32_vplzcntd_512(x)
#else
#define WCC_POPCOUNT_16(x) __builtin_ia32_vpopcountd_v4si(x)
#define WCC_POPCOUNT_32(x) __builtin_ia32_vpopcountd_v8si(x)
#define WCC_POPCOUNT_64(x) __builtin_ia32_vpopcountd_v16si(x)
#define WCC_ZEROS_16(x) __builtin_ia32_vplzcntd_128_mask(x, x, (uint8_t)-1)
#define WCC_ZEROS_32(x) __builtin_ia32_vplzcntd_256_mask(x, x, (uint8_t)-1)
#define WCC_ZEROS_64(x) __builtin_ia32_vplzcntd_512_mask(x, x, (uint16_t)-1)
#endif
