/* wcc_dot4: sums of the products of four bytes, dot4add_u8packed and dot4add_i8packed. Included by wcc_lanes.h once
 * per lane count.
 *
 * The machine has bytes without a sign times bytes with one (VNNI's vpdpbusd), and halves with a sign (vpmaddwd). A
 * byte with its highest bit turned over is what it was less 128, read the other way:
 *
 *     signed:    a * b = (a ^ 128) * b - 128 * b     a ^ 128 without a sign
 *     unsigned:  a * b = a * (b ^ 128) + 128 * a     b ^ 128 with one; 128 * a as twice a * 64
 *
 * Nothing saturates: four products are below 2^18. */
#define WCC_BYTES_OF(byte) ((T_(i32)){0} + (int32_t)(0x01010101u * (byte)))
#if defined(__AVX512VNNI__) && LANES == 16
#ifdef __clang__
#define WCC_DOT_(sum, a, b) ((T_(i32))__builtin_ia32_vpdpbusd512(sum, a, b))
#else
#define WCC_DOT_(sum, a, b) ((T_(i32))__builtin_ia32_vpdpbusd_v16si(sum, a, b))
#endif
#elif defined(__AVX512VNNI__) && defined(__AVX512VL__) && LANES == 8
#ifdef __clang__
#define WCC_DOT_(sum, a, b) ((T_(i32))__builtin_ia32_vpdpbusd256(sum, a, b))
#else
#define WCC_DOT_(sum, a, b) ((T_(i32))__builtin_ia32_vpdpbusd_v8si(sum, a, b))
#endif
#endif

#ifdef WCC_DOT_
WCC_INLINE T_(i32) F_(sdot4_i32)(T_(i32) a, T_(i32) b, T_(i32) sum)
{
    const T_(i32) turned = WCC_BYTES_OF(0x80u), zero = {0};
    return WCC_DOT_(sum, a ^ turned, b) - WCC_DOT_(zero, turned, b);
}
WCC_INLINE T_(i32) F_(udot4_i32)(T_(i32) a, T_(i32) b, T_(i32) sum)
{
    const T_(i32) half = WCC_BYTES_OF(0x40u);
    return WCC_DOT_(WCC_DOT_(WCC_DOT_(sum, a, b ^ WCC_BYTES_OF(0x80u)), a, half), a, half);
}
#undef WCC_DOT_
#else
typedef int16_t T_(halves) __attribute__((vector_size(4 * LANES)));
#if defined(__AVX512BW__) && LANES == 16 && defined(__clang__)
#define WCC_MADD_(a, b) ((T_(i32))__builtin_ia32_pmaddwd512(a, b))
#elif defined(__AVX512BW__) && LANES == 16
#define WCC_MADD_(a, b) ((T_(i32))__builtin_ia32_pmaddwd512_mask(a, b, (T_(i32)){0}, 0xffff))
#elif defined(__AVX2__) && LANES == 8
#define WCC_MADD_(a, b) ((T_(i32))__builtin_ia32_pmaddwd256(a, b))
#elif defined(__SSE2__) && LANES == 4
#define WCC_MADD_(a, b) ((T_(i32))__builtin_ia32_pmaddwd128(a, b))
#endif
/* The sums of the products of neighbours. */
WCC_INLINE T_(i32) F_(wcc_add_products)(T_(halves) a, T_(halves) b)
{
#ifdef WCC_MADD_
    return WCC_MADD_(a, b);
#else
    const T_(i32) x = (T_(i32))a, y = (T_(i32))b;
    return (x << 16 >> 16) * (y << 16 >> 16) + (x >> 16) * (y >> 16);
#endif
}
#undef WCC_MADD_
WCC_INLINE T_(i32) F_(sdot4_i32)(T_(i32) a, T_(i32) b, T_(i32) sum)
{
    const T_(halves) x = (T_(halves))a, y = (T_(halves))b;
    const T_(u32) low = (T_(u32))F_(wcc_add_products)(x << 8 >> 8, y << 8 >> 8);
    return (T_(i32))((T_(u32))sum + low + (T_(u32))F_(wcc_add_products)(x >> 8, y >> 8));
}
WCC_INLINE T_(i32) F_(udot4_i32)(T_(i32) a, T_(i32) b, T_(i32) sum)
{
    const T_(u32) x = (T_(u32))a, y = (T_(u32))b, mask = (T_(u32)){0} + 0x00ff00ffu;
    const T_(i32) low = F_(wcc_add_products)((T_(halves))(x & mask), (T_(halves))(y & mask));
    const T_(i32) high = F_(wcc_add_products)((T_(halves))(x >> 8 & mask), (T_(halves))(y >> 8 & mask));
    return (T_(i32))((T_(u32))sum + (T_(u32))low + (T_(u32))high);
}
#endif
#undef WCC_BYTES_OF
