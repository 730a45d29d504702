/* wcc_strided: lanes a known number of elements apart. Part of wcc_lanes.h, once per lane count, for kernels that have
 * such. */

/* Words `k` apart, from each of `lanes` lanes: the vectors of the words from the first on, the last one moved back so
 * that it ends with the last word. Which vector has lane i's word, and where. */
#define WCC_VECTOR_OF(i, k, lanes) ((i) % (lanes) * (k) / (lanes))
#define WCC_LAST_AT(k, lanes) (((lanes) - 1) * (k) + 1 - (lanes))
#define WCC_PLACE_OF(i, k, lanes)                                                                               \
    ((i) / (lanes) * (lanes) + (i) % (lanes) * (k) -                                                            \
     (WCC_VECTOR_OF(i, k, lanes) < (k) - 1 ? WCC_VECTOR_OF(i, k, lanes) * (lanes) : WCC_LAST_AT(k, lanes)))
/* Lane i of vectors `first` and `first` + 1 shuffled; of what that gave for the vectors before `second` and after. */
#define WCC_OF_TWO(i, k, lanes, first)                                                                          \
    (WCC_VECTOR_OF(i, k, lanes) == (first) ? WCC_PLACE_OF(i, k, lanes)                                          \
     : WCC_VECTOR_OF(i, k, lanes) == (first) + 1 ? LANES + WCC_PLACE_OF(i, k, lanes) : 0)
#define WCC_STRIDES(name, lanes, load)                                                                          \
    WCC_INLINE T_(f32) F_(load_##name##2_f32)(const char *low, const char *high)                                \
    {                                                                                                           \
        (void)high;                                                                                             \
        return __builtin_shufflevector(load(0), load(WCC_LAST_AT(2, lanes)), WCC_INDICES(WCC_TWO_##name));      \
    }                                                                                                           \
    WCC_INLINE T_(f32) F_(load_##name##3_f32)(const char *low, const char *high)                                \
    {                                                                                                           \
        (void)high;                                                                                             \
        T_(f32) ab = __builtin_shufflevector(load(0), load(lanes), WCC_INDICES(WCC_THREE_##name));              \
        return __builtin_shufflevector(ab, load(WCC_LAST_AT(3, lanes)), WCC_INDICES(WCC_THREE_C_##name));       \
    }                                                                                                           \
    WCC_INLINE T_(f32) F_(load_##name##4_f32)(const char *low, const char *high)                                \
    {                                                                                                           \
        (void)high;                                                                                             \
        T_(f32) ab = __builtin_shufflevector(load(0), load(lanes), WCC_INDICES(WCC_FOUR_##name));               \
        T_(f32) cd = __builtin_shufflevector(load(2 * (lanes)), load(WCC_LAST_AT(4, lanes)), WCC_INDICES(WCC_FOUR_CD_##name)); \
        return __builtin_shufflevector(ab, cd, WCC_INDICES(WCC_FOUR_BOTH_##name));                              \
    }
#define WCC_TWO_stride_(i) WCC_OF_TWO(i, 2, LANES, 0)
#define WCC_THREE_stride_(i) WCC_OF_TWO(i, 3, LANES, 0)
#define WCC_THREE_C_stride_(i) (WCC_VECTOR_OF(i, 3, LANES) < 2 ? (i) : LANES + WCC_PLACE_OF(i, 3, LANES))
#define WCC_FOUR_stride_(i) WCC_OF_TWO(i, 4, LANES, 0)
#define WCC_FOUR_CD_stride_(i) WCC_OF_TWO(i, 4, LANES, 2)
#define WCC_FOUR_BOTH_stride_(i) (WCC_VECTOR_OF(i, 4, LANES) < 2 ? (i) : LANES + (i))
#define WCC_LOAD_WORDS(first) F_(load_f32)(low + 4 * (first))
WCC_STRIDES(stride_, LANES, WCC_LOAD_WORDS)
#undef WCC_LOAD_WORDS
#if LANES >= 8
#define WCC_TWO_halves_stride_(i) WCC_OF_TWO(i, 2, LANES / 2, 0)
#define WCC_THREE_halves_stride_(i) WCC_OF_TWO(i, 3, LANES / 2, 0)
#define WCC_THREE_C_halves_stride_(i) (WCC_VECTOR_OF(i, 3, LANES / 2) < 2 ? (i) : LANES + WCC_PLACE_OF(i, 3, LANES / 2))
#define WCC_FOUR_halves_stride_(i) WCC_OF_TWO(i, 4, LANES / 2, 0)
#define WCC_FOUR_CD_halves_stride_(i) WCC_OF_TWO(i, 4, LANES / 2, 2)
#define WCC_FOUR_BOTH_halves_stride_(i) (WCC_VECTOR_OF(i, 4, LANES / 2) < 2 ? (i) : LANES + (i))
#define WCC_LOAD_WORDS(first) F_(load_halves_f32)(low + 4 * (first), high + 4 * (first))
WCC_STRIDES(halves_stride_, LANES / 2, WCC_LOAD_WORDS)
#undef WCC_LOAD_WORDS
#endif
#undef WCC_FOUR_BOTH_halves_stride_
#undef WCC_FOUR_CD_halves_stride_
#undef WCC_FOUR_halves_stride_
#undef WCC_THREE_C_halves_stride_
#undef WCC_THREE_halves_stride_
#undef WCC_TWO_halves_stride_
#undef WCC_FOUR_BOTH_stride_
#undef WCC_FOUR_CD_stride_
#undef WCC_FOUR_stride_
#undef WCC_LAST_AT
#undef WCC_OF_TWO
#undef WCC_PLACE_OF
#undef WCC_STRIDES
#undef WCC_THREE_C_stride_
#undef WCC_THREE_stride_
#undef WCC_TWO_stride_
#undef WCC_VECTOR_OF
/* What is farther apart, halfwords and double words: of the vectors of words from `at` on, up to word `end`, each
 * lane's. Where `index` and `end` are constants that is a permutation of each vector under a constant mask. */
#if LANES >= 8
WCC_INLINE T_(f32) F_(words_among)(const char *at, T_(i32) index, int end)
{
    T_(f32) picked = F_(permute_f32)(F_(load_f32)(at), index);
    WCC_UNROLL for (int first = LANES; first < end; first += LANES) {
        const int start = first + LANES <= end ? first : end - LANES;
        const T_(f32) next = F_(permute_f32)(F_(load_f32)(at + 4 * start), index - F_(splat_i32)(start));
        picked = F_(select_f32)(index < F_(splat_i32)(first), picked, next);
    }
    return picked;
}
WCC_INLINE T_(f32) F_(load_strides_f32)(const char *low, int k)
{
    return F_(words_among)(low, (T_(i32))WCC_IOTA * F_(splat_i32)(k), (LANES - 1) * k + 1);
}
/* A run of `count` lanes from `lane` on to every k-th word. */
WCC_INLINE void F_(store_spread_i32)(char *at, T_(i32) value, T_(i32) m, int lane, int count, int k)
{
    WCC_UNROLL for (int first = 0; first <= (count - 1) * k; first += LANES) {
        const T_(i32) word = (T_(i32))WCC_IOTA + F_(splat_i32)(first), from = word / F_(splat_i32)(k);
        const T_(i32) taken = (from * F_(splat_i32)(k) == word) & (from < F_(splat_i32)(count));
        const T_(i32) lanes = from + F_(splat_i32)(lane);
        F_(store_masked_i32)(at + 4 * first, F_(permute_i32)(value, lanes), F_(permute_i32)(m, lanes) & taken);
    }
}
/* From both halves' places. */
WCC_INLINE T_(f32) F_(words_among_halves)(const char *low, const char *high, T_(i32) index, int end)
{
    return F_(select_f32)((T_(i32))WCC_IOTA < F_(splat_i32)(LANES / 2), F_(words_among)(low, index, end),
                          F_(words_among)(high, index, end));
}
WCC_INLINE T_(f32) F_(load_halves_strides_f32)(const char *low, const char *high, int k)
{
    const T_(i32) lane = (T_(i32))WCC_IOTA & F_(splat_i32)(LANES / 2 - 1);
    return F_(words_among_halves)(low, high, lane * F_(splat_i32)(k), (LANES / 2 - 1) * k + 1);
}
/* Of the words that they begin or end in: up to two bytes behind the last are read, of halves up to 60. Who calls
 * sees to it that they lie in the resource. */
WCC_INLINE T_(i16) F_(halfwords_of)(T_(f32) words, T_(i32) place)
{
    return WCC_CONVERT((T_(i32))((T_(u32))words >> ((T_(u32))place & 1) * 16), T_(i16));
}
WCC_INLINE T_(i16) F_(load_strides_i16)(const char *low, int k)
{
    const T_(i32) place = (T_(i32))WCC_IOTA * F_(splat_i32)(k);
    return F_(halfwords_of)(F_(words_among)(low, place >> 1, (LANES - 1) * k / 2 + 1), place);
}
WCC_INLINE T_(i16) F_(load_halves_strides_i16)(const char *low, const char *high, int k)
{
    const T_(i32) place = ((T_(i32))WCC_IOTA & F_(splat_i32)(LANES / 2 - 1)) * F_(splat_i32)(k);
    return F_(halfwords_of)(F_(words_among_halves)(low, high, place >> 1, (LANES / 2 - 1) * k / 2 + 1), place);
}
/* Parts of words, `bytes` of each, `step` bytes apart, likewise: up to three bytes behind the last are read. */
#define WCC_STRIDED_PARTS(parts, above)                                                                                    \
    WCC_INLINE T_(i32) F_(load_strides_##parts##_i32)(const char *low, int step, int bytes)                                \
    {                                                                                                                      \
        const T_(i32) place = (T_(i32))WCC_IOTA * F_(splat_i32)(step);                                                     \
        const T_(f32) words = F_(words_among)(low, place >> 2, ((LANES - 1) * step >> 2) + 1);                             \
        return above(words, place & F_(splat_i32)(3), 8 * bytes);                                                          \
    }                                                                                                                      \
    WCC_INLINE T_(i32) F_(load_halves_strides_##parts##_i32)(const char *low, const char *high, int step, int bytes)       \
    {                                                                                                                      \
        const T_(i32) place = ((T_(i32))WCC_IOTA & F_(splat_i32)(LANES / 2 - 1)) * F_(splat_i32)(step);                    \
        const T_(f32) words = F_(words_among_halves)(low, high, place >> 2, ((LANES / 2 - 1) * step >> 2) + 1);            \
        return above(words, place & F_(splat_i32)(3), 8 * bytes);                                                          \
    }
WCC_STRIDED_PARTS(parts, WCC_ZEROS_ABOVE)
WCC_STRIDED_PARTS(signed_parts, WCC_SIGN_ABOVE)
#undef WCC_STRIDED_PARTS
/* Each half's are a vector of words. */
WCC_INLINE T_(i64) F_(load_halves_strides_i64)(const char *low, const char *high, int k)
{
    const T_(i32) lane = (T_(i32))WCC_IOTA;
    const T_(i32) index = (lane >> 1) * F_(splat_i32)(2 * k) + (lane & F_(splat_i32)(1));
    const int end = (LANES / 2 - 1) * 2 * k + 2;
    union { T_(f32) halves[2]; T_(i64) both; } words = {{F_(words_among)(low, index, end), F_(words_among)(high, index, end)}};
    return words.both;
}
#else /* what four lanes want is fewer loads than all that lies between */
#define WCC_PART(u, at) (bytes == 1 ? WCC_AT(const wcc_part_##u##8, at) : WCC_AT(const wcc_part_##u##16, at))
#define WCC_STRIDED_PARTS(parts, u)                                                                                        \
    WCC_INLINE T_(i32) F_(load_strides_##parts##_i32)(const char *low, int step, int bytes)                                \
    {                                                                                                                      \
        return (T_(i32)){WCC_PART(u, low), WCC_PART(u, low + step), WCC_PART(u, low + 2 * step), WCC_PART(u, low + 3 * step)}; \
    }
WCC_STRIDED_PARTS(parts, u)
WCC_STRIDED_PARTS(signed_parts, s)
#undef WCC_STRIDED_PARTS
#undef WCC_PART
#endif
