/* wcc_packing: the lanes that are on moved together, from lane 0 on, as compaction stores them. Included by
 * wcc_lanes.h for vectors of 8 and 16 lanes. `bits`: a bit for each lane that is on. */

#if LANES == 8 && defined(__AVX2__) && !defined(__AVX512VL__)
#include "wcc_packed.h"
#endif

/* What lies behind them is anything. */
WCC_INLINE T_(i32) F_(pack_i32)(T_(i32) value, uint32_t bits)
{
#if LANES == 16 && defined(__AVX512F__)
    return __builtin_ia32_compresssi512_mask(value, value, (uint16_t)bits);
#elif LANES == 8 && defined(__AVX512VL__)
    return __builtin_ia32_compresssi256_mask(value, value, (uint8_t)bits);
#elif LANES == 8 && defined(__AVX2__)
    uint8_t lanes __attribute__((vector_size(8)));
    memcpy(&lanes, &wcc_packed_lanes[bits], sizeof lanes);
    return F_(permute_i32)(value, WCC_CONVERT(lanes, T_(i32)));
#else
    T_(i32) packed = value;
    for (int i = 0, at = 0; i < LANES; i++)
        if (bits >> i & 1)
            packed[at++] = value[i];
    return packed;
#endif
}
WCC_INLINE T_(f32) F_(pack_f32)(T_(f32) value, uint32_t bits) { return (T_(f32))F_(pack_i32)((T_(i32))value, bits); }

/* Do the first `lanes` step by that, below `end`? */
WCC_INLINE int F_(is_run)(T_(i32) index, int lanes, int32_t stride, uint32_t end)
{
    T_(i32) differs = index != F_(splat_i32)(index[0]) + (T_(i32))WCC_IOTA * F_(splat_i32)(stride);
    return (F_(bits)(differs) & ((1u << lanes) - 1)) == 0 &&
           (lanes == 0 || wcc_inside(index[0], (lanes - 1) * stride + 1, end));
}

/* The first `count` lanes. */
WCC_INLINE void F_(store_first_i32)(void *at, T_(i32) value, int count)
{
#if LANES == 16 && defined(__AVX512F__)
    __builtin_ia32_storedqusi512_mask(at, value, (uint16_t)((1u << count) - 1));
#elif LANES == 8 && defined(__AVX512VL__)
    __builtin_ia32_storedqusi256_mask(at, value, (uint8_t)((1u << count) - 1));
#elif LANES == 8
    if (count == LANES) {
        F_(store_i32)(at, value);
        return;
    }
    /* two that overlap: masked stores take ten times as long */
    const int half = count >= 4 ? 4 : count >= 2 ? 2 : count;
    const char *const from = (const char *)&value;
    char *const to = at;
    const int last = (count - half) * 4;
    switch (half) {
    case 4: memcpy(to, from, 16), memcpy(to + last, from + last, 16); break;
    case 2: memcpy(to, from, 8), memcpy(to + last, from + last, 8); break;
    case 1: memcpy(to, from, 4); break;
    default: break;
    }
#else
    F_(store_masked_i32)(at, value, (T_(i32))WCC_IOTA < F_(splat_i32)(count));
#endif
}
WCC_INLINE void F_(store_first_f32)(void *at, T_(f32) value, int count)
{
    F_(store_first_i32)(at, (T_(i32))value, count);
}

/* The same, where there are another number each time: a branch that is mistaken takes longer than two stores of four
 * words that overlap, or go nowhere, and three of one. */
WCC_INLINE void F_(store_counted_i32)(void *at, T_(i32) value, int count)
{
#if LANES == 8 && !defined(__AVX512VL__)
    char nowhere[16];
    int32_t words[LANES];
    F_(store_i32)(words, value);
    const int has_four = count >= 4, behind = has_four ? count - 4 : 0, last = count - (count > 0);
    char *const fours = wcc_place_if(has_four, at, 0, nowhere), *const ones = wcc_place_if(count > 0, at, 0, nowhere);
    wcc_store_words_4(fours, WCC_AT(const wcc_words_4, words));
    wcc_store_words_4(fours + behind * 4, WCC_AT(const wcc_words_4, words + behind));
    WCC_AT(int32_t, ones) = words[0];
    WCC_AT(int32_t, ones + count / 2 * 4) = words[count / 2];
    WCC_AT(int32_t, ones + last * 4) = words[last];
#else
    F_(store_first_i32)(at, value, count);
#endif
}
WCC_INLINE void F_(store_counted_f32)(void *at, T_(f32) value, int count)
{
    F_(store_counted_i32)(at, (T_(i32))value, count);
}

/* ---- the lanes of a wave that are on, moved together ---- */

WCC_INLINE int F_(count_on)(const T_(i32) *on, int pieces)
{
    int count = 0;
    WCC_UNROLL for (int i = 0; i < pieces; i++)
        count += __builtin_popcount(F_(bits)(on[i]));
    return count;
}

/* A piece's words to `at`, and anything behind them; the last lane's first where the run goes back. */
WCC_INLINE int F_(store_packed_i32)(void *at, T_(i32) value, T_(i32) on, int goes_back)
{
    const uint32_t bits = F_(bits)(goes_back ? F_(reverse_i32)(on) : on);
    F_(store_i32)(at, F_(pack_i32)(goes_back ? F_(reverse_i32)(value) : value, bits));
    return __builtin_popcount(bits);
}

/* From `at` on, in memory that nobody else looks at, with room for a vector behind the run: each piece writes over what
 * the one before it has written behind its words, and what lay behind the last ones is put back. */
WCC_INLINE void F_(store_run_alone_i32)(char *at, const T_(i32) *values, const T_(i32) *on, int pieces, int lanes, int goes_back)
{
    int count = 0;
    if (lanes == 0) /* `at` may be anywhere */
        return;
    const T_(i32) behind = F_(load_i32)(at + lanes * 4);
    WCC_UNROLL for (int i = 0; i < pieces; i++) {
        const int p = goes_back ? pieces - 1 - i : i;
        count += F_(store_packed_i32)(at + count * 4, values[p], on[p], goes_back);
    }
    F_(store_i32)(at + lanes * 4, behind);
}

/* Words moved together, up to a wave of them. Vectors that overlap, but for the last few: no branch for each piece. */
WCC_INLINE void F_(store_words)(char *at, const int32_t *words, int count)
{
    if (count < LANES) {
        F_(store_counted_i32)(at, F_(load_i32)(words), count);
        return;
    }
    for (int i = 0; i + LANES <= count; i += LANES)
        F_(store_i32)(at + i * 4, F_(load_i32)(words + i));
    F_(store_i32)(at + (count - LANES) * 4, F_(load_i32)(words + count - LANES));
}

/* From `at` on, where others may store beside them. */
WCC_INLINE void F_(store_run_i32)(char *at, const T_(i32) *values, const T_(i32) *on, int pieces, int lanes, int goes_back)
{
#if (LANES == 16 && defined(__AVX512F__)) || (LANES == 8 && defined(__AVX512VL__))
    int count = 0;
    (void)lanes;
    WCC_UNROLL for (int i = 0; i < pieces; i++) {
        const int p = goes_back ? pieces - 1 - i : i;
        const uint32_t bits = F_(bits)(goes_back ? F_(reverse_i32)(on[p]) : on[p]);
        const T_(i32) value = goes_back ? F_(reverse_i32)(values[p]) : values[p];
        F_(store_first_i32)(at + count * 4, F_(pack_i32)(value, bits), __builtin_popcount(bits));
        count += __builtin_popcount(bits);
    }
#else
    int32_t words[1024 + LANES]; /* of the widest wave */
    int count = 0;
    WCC_UNROLL for (int i = 0; i < pieces; i++) {
        const int p = goes_back ? pieces - 1 - i : i;
        count += F_(store_packed_i32)(words + count, values[p], on[p], goes_back);
    }
    F_(store_words)(at, words, lanes);
#endif
}
