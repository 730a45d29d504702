/* wcc_packing: the lanes that are on moved together, from lane 0 on, as compaction stores them. Included by
 * wcc_lanes.h for vectors of 16 lanes. `bits`: a bit for each lane that is on. */

/* What lies behind them is anything. */
WCC_INLINE T_(i32) F_(pack_i32)(T_(i32) value, uint32_t bits)
{
#if defined(__AVX512F__)
    return __builtin_ia32_compresssi512_mask(value, value, (uint16_t)bits);
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
#if defined(__AVX512F__)
    __builtin_ia32_storedqusi512_mask(at, value, (uint16_t)((1u << count) - 1));
#else
    F_(store_masked_i32)(at, value, (T_(i32))WCC_IOTA < F_(splat_i32)(count));
#endif
}
WCC_INLINE void F_(store_first_f32)(void *at, T_(f32) value, int count)
{
    F_(store_first_i32)(at, (T_(i32))value, count);
}
