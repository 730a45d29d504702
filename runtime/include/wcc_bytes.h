/* wcc_bytes: the lowest bytes of four words as one, of each lane. Included by wcc_lanes.h once per lane count, for kernels that
 * pack such.
 *
 * In the order of memory the four are those of the first lane, then those of the second: 4 * LANES words, of which each
 * gives its byte. Machines pack 16 bytes at a time, two vectors into one. */
WCC_INLINE T_(i32) F_(pack_bytes_i32)(T_(i32) a, T_(i32) b, T_(i32) c, T_(i32) d)
{
    const T_(i32) low = F_(splat_i32)(255);
    return (a & low) | (b & low) << 8 | (c & low) << 16 | (T_(i32))((T_(u32))d << 24);
}
#if defined(__AVX2__) && LANES == 8 || defined(__SSE4_1__) && LANES == 4
typedef short T_(packed_halves) __attribute__((vector_size(4 * LANES)));
#if LANES == 8
#define WCC_PACK_WORDS(a, b) ((T_(packed_halves))__builtin_ia32_packusdw256(a, b))
#define WCC_PACK_HALVES(a, b) ((T_(i32))__builtin_ia32_packuswb256(a, b))
#else
#define WCC_PACK_WORDS(a, b) ((T_(packed_halves))__builtin_ia32_packusdw128(a, b))
#define WCC_PACK_HALVES(a, b) ((T_(i32))__builtin_ia32_packuswb128(a, b))
#endif
WCC_INLINE T_(i32) F_(pack_bytes_in_order_i32)(T_(i32) a, T_(i32) b, T_(i32) c, T_(i32) d)
{
    const T_(i32) low = F_(splat_i32)(255);
    const T_(i32) words = WCC_PACK_HALVES(WCC_PACK_WORDS(a & low, b & low), WCC_PACK_WORDS(c & low, d & low));
#if LANES == 8 /* each half packs by itself */
    return F_(permute_i32)(words, (T_(i32)){0, 4, 1, 5, 2, 6, 3, 7});
#else
    return words;
#endif
}
#undef WCC_PACK_WORDS
#undef WCC_PACK_HALVES
#else
typedef uint8_t T_(packed_bytes) __attribute__((vector_size(LANES)));
WCC_INLINE T_(i32) F_(pack_bytes_in_order_i32)(T_(i32) a, T_(i32) b, T_(i32) c, T_(i32) d)
{
    union { T_(packed_bytes) bytes[4]; T_(i32) words; } packed = {
        {WCC_CONVERT(a, T_(packed_bytes)), WCC_CONVERT(b, T_(packed_bytes)), WCC_CONVERT(c, T_(packed_bytes)),
         WCC_CONVERT(d, T_(packed_bytes))}};
    return packed.words;
}
#endif
