/* wcc_elements: elements of 2 to 4 components, side by side in memory, apart in vectors. Part of wcc_lanes.h, once per
 * lane count, for kernels that have such. */

/* Elements of 2 or 4 components, contiguous: out[c] gets component c of LANES elements. In vectors of two parts of 16
 * bytes, the elements of lane i and of lane i + 4 are in one, as these are loaded from two places, so that shuffles
 * within the parts suffice; of elements in order C compilers make twice as many. */
#if LANES == 8
#define WCC_OF_PARTS(a, b, first, second, third, fourth)                                                        \
    __builtin_shufflevector(a, b, first, second, third, fourth, 4 + (first), 4 + (second), 4 + (third), 4 + (fourth))
#define WCC_ZIP_LOW_OF_PARTS(a, b) WCC_OF_PARTS(a, b, 0, 8, 1, 9)
#define WCC_ZIP_HIGH_OF_PARTS(a, b) WCC_OF_PARTS(a, b, 2, 10, 3, 11)
WCC_INLINE void F_(load_2_halves_f32)(const char *low, const char *high, T_(f32) *x, T_(f32) *y)
{
    T_(f32) a = F_(load_halves_f32)(low, high), b = F_(load_halves_f32)(low + 16, high + 16);
    *x = WCC_OF_PARTS(a, b, 0, 2, 8, 10);
    *y = WCC_OF_PARTS(a, b, 1, 3, 9, 11);
}
WCC_INLINE void F_(load_4_halves_f32)(const char *low, const char *high, T_(f32) *x, T_(f32) *y, T_(f32) *z, T_(f32) *w)
{
    T_(f32) a = F_(load_halves_f32)(low, high), b = F_(load_halves_f32)(low + 16, high + 16);
    T_(f32) c = F_(load_halves_f32)(low + 32, high + 32), d = F_(load_halves_f32)(low + 48, high + 48);
    T_(f32) xy0 = WCC_ZIP_LOW_OF_PARTS(a, c), xy1 = WCC_ZIP_LOW_OF_PARTS(b, d);
    T_(f32) zw0 = WCC_ZIP_HIGH_OF_PARTS(a, c), zw1 = WCC_ZIP_HIGH_OF_PARTS(b, d);
    *x = WCC_ZIP_LOW_OF_PARTS(xy0, xy1);
    *y = WCC_ZIP_HIGH_OF_PARTS(xy0, xy1);
    *z = WCC_ZIP_LOW_OF_PARTS(zw0, zw1);
    *w = WCC_ZIP_HIGH_OF_PARTS(zw0, zw1);
}
WCC_INLINE void F_(store_4_halves_f32)(char *low, char *high, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w)
{
    T_(f32) xy0 = WCC_ZIP_LOW_OF_PARTS(x, y), zw0 = WCC_ZIP_LOW_OF_PARTS(z, w);
    T_(f32) xy2 = WCC_ZIP_HIGH_OF_PARTS(x, y), zw2 = WCC_ZIP_HIGH_OF_PARTS(z, w);
    T_(f32) of_0 = WCC_OF_PARTS(xy0, zw0, 0, 1, 8, 9), of_1 = WCC_OF_PARTS(xy0, zw0, 2, 3, 10, 11);
    T_(f32) of_2 = WCC_OF_PARTS(xy2, zw2, 0, 1, 8, 9), of_3 = WCC_OF_PARTS(xy2, zw2, 2, 3, 10, 11);
    F_(store_f32)(low, __builtin_shufflevector(of_0, of_1, 0, 1, 2, 3, 8, 9, 10, 11));
    F_(store_f32)(low + 32, __builtin_shufflevector(of_2, of_3, 0, 1, 2, 3, 8, 9, 10, 11));
    F_(store_f32)(high, __builtin_shufflevector(of_0, of_1, 4, 5, 6, 7, 12, 13, 14, 15));
    F_(store_f32)(high + 32, __builtin_shufflevector(of_2, of_3, 4, 5, 6, 7, 12, 13, 14, 15));
}
#undef WCC_OF_PARTS
#undef WCC_ZIP_LOW_OF_PARTS
#undef WCC_ZIP_HIGH_OF_PARTS
#else
WCC_INLINE void F_(load_2_halves_f32)(const char *low, const char *high, T_(f32) *x, T_(f32) *y)
{
    T_(f32) a = F_(load_f32)(low), b = F_(load_f32)(high);
    *x = F_(even_f32)(a, b);
    *y = F_(odd_f32)(a, b);
}
WCC_INLINE void F_(load_4_halves_f32)(const char *low, const char *high, T_(f32) *x, T_(f32) *y, T_(f32) *z, T_(f32) *w)
{
    T_(f32) xz0, yw0, xz1, yw1;
    F_(load_2_halves_f32)(low, low + 4 * LANES, &xz0, &yw0);
    F_(load_2_halves_f32)(high, high + 4 * LANES, &xz1, &yw1);
    *x = F_(even_f32)(xz0, xz1);
    *z = F_(odd_f32)(xz0, xz1);
    *y = F_(even_f32)(yw0, yw1);
    *w = F_(odd_f32)(yw0, yw1);
}
WCC_INLINE void F_(store_4_halves_f32)(char *low, char *high, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w)
{
    T_(f32) xz0 = F_(zip_low_f32)(x, z), xz1 = F_(zip_high_f32)(x, z);
    T_(f32) yw0 = F_(zip_low_f32)(y, w), yw1 = F_(zip_high_f32)(y, w);
    F_(store_f32)(low, F_(zip_low_f32)(xz0, yw0));
    F_(store_f32)(low + 4 * LANES, F_(zip_high_f32)(xz0, yw0));
    F_(store_f32)(high, F_(zip_low_f32)(xz1, yw1));
    F_(store_f32)(high + 4 * LANES, F_(zip_high_f32)(xz1, yw1));
}
#endif
WCC_INLINE void F_(load_2_f32)(const void *at, T_(f32) *x, T_(f32) *y)
{
    F_(load_2_halves_f32)(at, (const char *)at + 4 * LANES, x, y);
}
WCC_INLINE void F_(load_4_f32)(const void *at, T_(f32) *x, T_(f32) *y, T_(f32) *z, T_(f32) *w)
{
    F_(load_4_halves_f32)(at, (const char *)at + 8 * LANES, x, y, z, w);
}
WCC_INLINE void F_(store_2_halves_f32)(char *low, char *high, T_(f32) x, T_(f32) y)
{
    F_(store_f32)(low, F_(zip_low_f32)(x, y));
    F_(store_f32)(high, F_(zip_high_f32)(x, y));
}
WCC_INLINE void F_(store_2_f32)(char *at, T_(f32) x, T_(f32) y) { F_(store_2_halves_f32)(at, at + 4 * LANES, x, y); }
#if LANES >= 8
/* Those of the first `count` lanes. */
WCC_INLINE void F_(store_first_2_f32)(char *at, T_(f32) x, T_(f32) y, int count)
{
    F_(store_first_f32)(at, F_(zip_low_f32)(x, y), 2 * count < LANES ? 2 * count : LANES);
    if (2 * count > LANES)
        F_(store_first_f32)(at + 4 * LANES, F_(zip_high_f32)(x, y), 2 * count - LANES);
}
WCC_INLINE void F_(store_counted_2_f32)(char *at, T_(f32) x, T_(f32) y, int count)
{
    const int low = 2 * count < LANES ? 2 * count : LANES;
    F_(store_counted_f32)(at, F_(zip_low_f32)(x, y), low);
    F_(store_counted_f32)(at + 4 * LANES, F_(zip_high_f32)(x, y), 2 * count - low);
}
#endif
WCC_INLINE void F_(store_4_f32)(char *at, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w)
{
    F_(store_4_halves_f32)(at, at + 8 * LANES, x, y, z, w);
}

/* Elements of 3 components: element i's are words 3i, 3i + 1, 3i + 2 of three vectors. */
#if LANES == 8
#define WCC_OF_PARTS(a, b, first, second, third, fourth)                                                        \
    __builtin_shufflevector(a, b, first, second, third, fourth, 4 + (first), 4 + (second), 4 + (third), 4 + (fourth))
/* Of four elements in each part of 16 bytes: x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3 (Melax, 3D Vector Normalization
 * Using 256-Bit Intel AVX). */
WCC_INLINE void F_(split_3_of_parts)(T_(f32) a, T_(f32) b, T_(f32) c, T_(f32) *x, T_(f32) *y, T_(f32) *z)
{
    T_(f32) xy23 = WCC_OF_PARTS(b, c, 2, 3, 9, 10), yz01 = WCC_OF_PARTS(a, b, 1, 2, 8, 9);
    *x = WCC_OF_PARTS(a, xy23, 0, 3, 8, 10);
    *y = WCC_OF_PARTS(yz01, xy23, 0, 2, 9, 11);
    *z = WCC_OF_PARTS(yz01, c, 1, 3, 8, 11);
}
WCC_INLINE void F_(join_3_of_parts)(T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) *a, T_(f32) *b, T_(f32) *c)
{
    T_(f32) xy02 = WCC_OF_PARTS(x, y, 0, 2, 8, 10), yz13 = WCC_OF_PARTS(y, z, 1, 3, 9, 11);
    T_(f32) zx02_13 = WCC_OF_PARTS(z, x, 0, 2, 9, 11);
    *a = WCC_OF_PARTS(xy02, zx02_13, 0, 2, 8, 10);
    *b = WCC_OF_PARTS(yz13, xy02, 0, 2, 9, 11);
    *c = WCC_OF_PARTS(zx02_13, yz13, 1, 3, 9, 11);
}
#undef WCC_OF_PARTS
WCC_INLINE void F_(split_3)(T_(f32) a, T_(f32) b, T_(f32) c, T_(f32) *x, T_(f32) *y, T_(f32) *z)
{
    F_(split_3_of_parts)(__builtin_shufflevector(a, b, 0, 1, 2, 3, 12, 13, 14, 15),
                         __builtin_shufflevector(a, c, 4, 5, 6, 7, 8, 9, 10, 11),
                         __builtin_shufflevector(b, c, 0, 1, 2, 3, 12, 13, 14, 15), x, y, z);
}
WCC_INLINE void F_(join_3)(T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) *a, T_(f32) *b, T_(f32) *c)
{
    T_(f32) first, second, third;
    F_(join_3_of_parts)(x, y, z, &first, &second, &third);
    *a = __builtin_shufflevector(first, second, 0, 1, 2, 3, 8, 9, 10, 11);
    *b = __builtin_shufflevector(third, first, 0, 1, 2, 3, 12, 13, 14, 15);
    *c = __builtin_shufflevector(second, third, 4, 5, 6, 7, 12, 13, 14, 15);
}
#else
WCC_INLINE void F_(split_3)(T_(f32) a, T_(f32) b, T_(f32) c, T_(f32) *x, T_(f32) *y, T_(f32) *z)
{
#define WCC_FROM_AB(word) ((word) < 2 * LANES ? (word) : 0)
#define WCC_FROM_C(i, word) ((word) < 2 * LANES ? (i) : (word) - LANES)
#define WCC_X_AB(i) WCC_FROM_AB(3 * (i))
#define WCC_Y_AB(i) WCC_FROM_AB(3 * (i) + 1)
#define WCC_Z_AB(i) WCC_FROM_AB(3 * (i) + 2)
#define WCC_X_C(i) WCC_FROM_C(i, 3 * (i))
#define WCC_Y_C(i) WCC_FROM_C(i, 3 * (i) + 1)
#define WCC_Z_C(i) WCC_FROM_C(i, 3 * (i) + 2)
    *x = __builtin_shufflevector(__builtin_shufflevector(a, b, WCC_INDICES(WCC_X_AB)), c, WCC_INDICES(WCC_X_C));
    *y = __builtin_shufflevector(__builtin_shufflevector(a, b, WCC_INDICES(WCC_Y_AB)), c, WCC_INDICES(WCC_Y_C));
    *z = __builtin_shufflevector(__builtin_shufflevector(a, b, WCC_INDICES(WCC_Z_AB)), c, WCC_INDICES(WCC_Z_C));
#undef WCC_FROM_AB
#undef WCC_FROM_C
#undef WCC_X_AB
#undef WCC_Y_AB
#undef WCC_Z_AB
#undef WCC_X_C
#undef WCC_Y_C
#undef WCC_Z_C
}
/* The vector of words first .. first + LANES - 1 of them. */
#define WCC_JOIN_3(first, xy, word) ({                                                                          \
        T_(f32) xy_ = __builtin_shufflevector(x, y, WCC_INDICES(xy));                                           \
        __builtin_shufflevector(xy_, z, WCC_INDICES(word)); })
#define WCC_XY(w) ((w) % 3 * LANES * ((w) % 3 < 2) + (w) / 3)
#define WCC_XY_Z(i, w) ((w) % 3 < 2 ? (i) : LANES + (w) / 3)
#define WCC_XY_0(i) WCC_XY(i)
#define WCC_XY_1(i) WCC_XY((i) + LANES)
#define WCC_XY_2(i) WCC_XY((i) + 2 * LANES)
#define WCC_WORD_0(i) WCC_XY_Z(i, i)
#define WCC_WORD_1(i) WCC_XY_Z(i, (i) + LANES)
#define WCC_WORD_2(i) WCC_XY_Z(i, (i) + 2 * LANES)
WCC_INLINE void F_(join_3)(T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) *a, T_(f32) *b, T_(f32) *c)
{
    *a = WCC_JOIN_3(0, WCC_XY_0, WCC_WORD_0);
    *b = WCC_JOIN_3(LANES, WCC_XY_1, WCC_WORD_1);
    *c = WCC_JOIN_3(2 * LANES, WCC_XY_2, WCC_WORD_2);
}
#undef WCC_JOIN_3
#undef WCC_XY
#undef WCC_XY_Z
#undef WCC_XY_0
#undef WCC_XY_1
#undef WCC_XY_2
#undef WCC_WORD_0
#undef WCC_WORD_1
#undef WCC_WORD_2
#endif
WCC_INLINE void F_(load_3_f32)(const char *at, T_(f32) *x, T_(f32) *y, T_(f32) *z)
{
#if LANES == 8
    F_(split_3_of_parts)(F_(load_halves_f32)(at, at + 48), F_(load_halves_f32)(at + 16, at + 64),
                         F_(load_halves_f32)(at + 32, at + 80), x, y, z);
#else
    F_(split_3)(F_(load_f32)(at), F_(load_f32)(at + 4 * LANES), F_(load_f32)(at + 8 * LANES), x, y, z);
#endif
}
WCC_INLINE void F_(store_3_f32)(char *at, T_(f32) x, T_(f32) y, T_(f32) z)
{
    T_(f32) a, b, c;
    F_(join_3)(x, y, z, &a, &b, &c);
    F_(store_f32)(at, a);
    F_(store_f32)(at + 4 * LANES, b);
    F_(store_f32)(at + 8 * LANES, c);
}
#if LANES >= 8
/* Each half is a vector and a half of words. */
WCC_INLINE void F_(load_3_halves_f32)(const char *low, const char *high, T_(f32) *x, T_(f32) *y, T_(f32) *z)
{
#if LANES == 8
    F_(split_3_of_parts)(F_(load_halves_f32)(low, high), F_(load_halves_f32)(low + 16, high + 16),
                         F_(load_halves_f32)(low + 32, high + 32), x, y, z);
#else
    F_(split_3)(F_(load_f32)(low), F_(load_halves_f32)(low + 4 * LANES, high), F_(load_f32)(high + 2 * LANES), x, y, z);
#endif
}
WCC_INLINE void F_(store_3_halves_f32)(char *low, char *high, T_(f32) x, T_(f32) y, T_(f32) z)
{
    T_(f32) a, b, c;
    F_(join_3)(x, y, z, &a, &b, &c);
    F_(store_f32)(low, a);
    F_(store_halves_f32)(low + 4 * LANES, high, b);
    F_(store_f32)(high + 2 * LANES, c);
}
#endif

/* Vectors of 2, 3 or 4 components of LANES elements in the order of memory: lane i of vector `part` has component
 * (part * LANES + i) % count of element (part * LANES + i) / count. Put in order, that vector of them; taken apart, the
 * vector of component `part`. */
WCC_INLINE T_(f32) F_(in_order_2_f32)(T_(f32) x, T_(f32) y, int part)
{
    return part == 0 ? F_(zip_low_f32)(x, y) : F_(zip_high_f32)(x, y);
}
WCC_INLINE T_(f32) F_(in_order_apart_2_f32)(T_(f32) a, T_(f32) b, int part)
{
    return part == 0 ? F_(even_f32)(a, b) : F_(odd_f32)(a, b);
}
WCC_INLINE T_(f32) F_(in_order_3_f32)(T_(f32) x, T_(f32) y, T_(f32) z, int part)
{
    T_(f32) a, b, c;
    F_(join_3)(x, y, z, &a, &b, &c);
    return part == 0 ? a : part == 1 ? b : c;
}
WCC_INLINE T_(f32) F_(in_order_apart_3_f32)(T_(f32) a, T_(f32) b, T_(f32) c, int part)
{
    T_(f32) x, y, z;
    F_(split_3)(a, b, c, &x, &y, &z);
    return part == 0 ? x : part == 1 ? y : z;
}
#if LANES == 8
#define WCC_OF_PARTS(a, b, first, second, third, fourth)                                                        \
    __builtin_shufflevector(a, b, first, second, third, fourth, 4 + (first), 4 + (second), 4 + (third), 4 + (fourth))
#define WCC_LOW_PARTS(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define WCC_HIGH_PARTS(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
WCC_INLINE T_(f32) F_(in_order_4_f32)(T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w, int part)
{
    T_(f32) xy0 = WCC_OF_PARTS(x, y, 0, 8, 1, 9), zw0 = WCC_OF_PARTS(z, w, 0, 8, 1, 9);
    T_(f32) xy2 = WCC_OF_PARTS(x, y, 2, 10, 3, 11), zw2 = WCC_OF_PARTS(z, w, 2, 10, 3, 11);
    T_(f32) of_0 = WCC_OF_PARTS(xy0, zw0, 0, 1, 8, 9), of_1 = WCC_OF_PARTS(xy0, zw0, 2, 3, 10, 11);
    T_(f32) of_2 = WCC_OF_PARTS(xy2, zw2, 0, 1, 8, 9), of_3 = WCC_OF_PARTS(xy2, zw2, 2, 3, 10, 11);
    return part == 0   ? WCC_LOW_PARTS(of_0, of_1)
           : part == 1 ? WCC_LOW_PARTS(of_2, of_3)
           : part == 2 ? WCC_HIGH_PARTS(of_0, of_1)
                       : WCC_HIGH_PARTS(of_2, of_3);
}
WCC_INLINE T_(f32) F_(in_order_apart_4_f32)(T_(f32) a, T_(f32) b, T_(f32) c, T_(f32) d, int part)
{
    T_(f32) of_0 = WCC_LOW_PARTS(a, c), of_1 = WCC_HIGH_PARTS(a, c), of_2 = WCC_LOW_PARTS(b, d), of_3 = WCC_HIGH_PARTS(b, d);
    T_(f32) xy0 = WCC_OF_PARTS(of_0, of_2, 0, 8, 1, 9), xy1 = WCC_OF_PARTS(of_1, of_3, 0, 8, 1, 9);
    T_(f32) zw0 = WCC_OF_PARTS(of_0, of_2, 2, 10, 3, 11), zw1 = WCC_OF_PARTS(of_1, of_3, 2, 10, 3, 11);
    return part == 0   ? WCC_OF_PARTS(xy0, xy1, 0, 8, 1, 9)
           : part == 1 ? WCC_OF_PARTS(xy0, xy1, 2, 10, 3, 11)
           : part == 2 ? WCC_OF_PARTS(zw0, zw1, 0, 8, 1, 9)
                       : WCC_OF_PARTS(zw0, zw1, 2, 10, 3, 11);
}
#undef WCC_OF_PARTS
#undef WCC_LOW_PARTS
#undef WCC_HIGH_PARTS
#else
WCC_INLINE T_(f32) F_(in_order_4_f32)(T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w, int part)
{
    T_(f32) xz = part < 2 ? F_(zip_low_f32)(x, z) : F_(zip_high_f32)(x, z);
    T_(f32) yw = part < 2 ? F_(zip_low_f32)(y, w) : F_(zip_high_f32)(y, w);
    return part % 2 == 0 ? F_(zip_low_f32)(xz, yw) : F_(zip_high_f32)(xz, yw);
}
WCC_INLINE T_(f32) F_(in_order_apart_4_f32)(T_(f32) a, T_(f32) b, T_(f32) c, T_(f32) d, int part)
{
    T_(f32) low = part % 2 == 0 ? F_(even_f32)(a, b) : F_(odd_f32)(a, b);
    T_(f32) high = part % 2 == 0 ? F_(even_f32)(c, d) : F_(odd_f32)(c, d);
    return part < 2 ? F_(even_f32)(low, high) : F_(odd_f32)(low, high);
}
#endif
WCC_INLINE void F_(in_order_put_2_f32)(T_(f32) *x, T_(f32) *y)
{
    T_(f32) a = *x, b = *y;
    *x = F_(in_order_2_f32)(a, b, 0);
    *y = F_(in_order_2_f32)(a, b, 1);
}
WCC_INLINE void F_(in_order_put_3_f32)(T_(f32) *x, T_(f32) *y, T_(f32) *z) { F_(join_3)(*x, *y, *z, x, y, z); }
WCC_INLINE void F_(in_order_put_4_f32)(T_(f32) *x, T_(f32) *y, T_(f32) *z, T_(f32) *w)
{
    T_(f32) a = *x, b = *y, c = *z, d = *w;
    *x = F_(in_order_4_f32)(a, b, c, d, 0);
    *y = F_(in_order_4_f32)(a, b, c, d, 1);
    *z = F_(in_order_4_f32)(a, b, c, d, 2);
    *w = F_(in_order_4_f32)(a, b, c, d, 3);
}
/* Each lane's value for all of its components. */
#define WCC_REPEATED(part, count, i) (((part) * LANES + (i)) / (count))
#define WCC_REPEAT(count, f0, f1, f2, f3)                                                                       \
    WCC_INLINE T_(f32) F_(in_order_repeat_##count##_f32)(T_(f32) x, int part)                                \
    {                                                                                                           \
        return part == 0   ? __builtin_shufflevector(x, x, WCC_INDICES(f0))                                     \
               : part == 1 ? __builtin_shufflevector(x, x, WCC_INDICES(f1))                                     \
               : part == 2 ? __builtin_shufflevector(x, x, WCC_INDICES(f2))                                     \
                           : __builtin_shufflevector(x, x, WCC_INDICES(f3));                                    \
    }
#define WCC_2_0(i) WCC_REPEATED(0, 2, i)
#define WCC_2_1(i) WCC_REPEATED(1, 2, i)
#define WCC_3_0(i) WCC_REPEATED(0, 3, i)
#define WCC_3_1(i) WCC_REPEATED(1, 3, i)
#define WCC_3_2(i) WCC_REPEATED(2, 3, i)
#define WCC_4_0(i) WCC_REPEATED(0, 4, i)
#define WCC_4_1(i) WCC_REPEATED(1, 4, i)
#define WCC_4_2(i) WCC_REPEATED(2, 4, i)
#define WCC_4_3(i) WCC_REPEATED(3, 4, i)
WCC_REPEAT(2, WCC_2_0, WCC_2_1, WCC_2_1, WCC_2_1)
WCC_REPEAT(3, WCC_3_0, WCC_3_1, WCC_3_2, WCC_3_2)
WCC_REPEAT(4, WCC_4_0, WCC_4_1, WCC_4_2, WCC_4_3)
#undef WCC_2_0
#undef WCC_2_1
#undef WCC_3_0
#undef WCC_3_1
#undef WCC_3_2
#undef WCC_4_0
#undef WCC_4_1
#undef WCC_4_2
#undef WCC_4_3
#undef WCC_REPEAT
#undef WCC_REPEATED

typedef float WCC_PASTE(quad_, LANES) __attribute__((vector_size(16)));
typedef WCC_PASTE(quad_, LANES) WCC_PASTE(quad_any_, LANES) __attribute__((aligned(1), may_alias));
/* A vector of the quads that quad(0), quad(1), ... read. */
#if LANES == 4
#define WCC_JOIN_QUADS(quad) (quad(0))
#elif LANES == 8
#define WCC_JOIN_QUADS(quad) __builtin_shufflevector(quad(0), quad(1), 0, 1, 2, 3, 4, 5, 6, 7)
#else
#define WCC_JOIN_QUADS(quad)                                                                                    \
    __builtin_shufflevector(__builtin_shufflevector(quad(0), quad(1), 0, 1, 2, 3, 4, 5, 6, 7),                  \
                            __builtin_shufflevector(quad(2), quad(3), 0, 1, 2, 3, 4, 5, 6, 7),                  \
                            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#endif

/* Four words, again and again. */
WCC_INLINE T_(f32) F_(repeat_quad_f32)(const char *at)
{
#define WCC_QUAD(k) (*(const WCC_PASTE(quad_any_, LANES) *)at)
    return WCC_JOIN_QUADS(WCC_QUAD);
#undef WCC_QUAD
}
/* One word of each element for all of its components. */
#define WCC_WORD_0(i) ((i) / 4 * 4)
#define WCC_WORD_1(i) ((i) / 4 * 4 + 1)
#define WCC_WORD_2(i) ((i) / 4 * 4 + 2)
#define WCC_WORD_3(i) ((i) / 4 * 4 + 3)
WCC_INLINE T_(f32) F_(in_order_word_4_f32)(T_(f32) x, int word)
{
#if LANES > 4 /* else clang loads the word of each element again, and joins these */
    x = F_(precise_f32)(x);
#endif
    return word == 0   ? __builtin_shufflevector(x, x, WCC_INDICES(WCC_WORD_0))
           : word == 1 ? __builtin_shufflevector(x, x, WCC_INDICES(WCC_WORD_1))
           : word == 2 ? __builtin_shufflevector(x, x, WCC_INDICES(WCC_WORD_2))
                       : __builtin_shufflevector(x, x, WCC_INDICES(WCC_WORD_3));
}
#undef WCC_WORD_0
#undef WCC_WORD_1
#undef WCC_WORD_2
#undef WCC_WORD_3
/* A scalar for each component. */
WCC_INLINE T_(f32) F_(in_order_scalars_4_f32)(float x, float y, float z, float w, int part)
{
    (void)part;
    WCC_PASTE(quad_, LANES) quad = {x, y, z, w};
#define WCC_QUAD(k) quad
    return WCC_JOIN_QUADS(WCC_QUAD);
#undef WCC_QUAD
}
WCC_INLINE T_(f32) F_(in_order_scalars_2_f32)(float x, float y, int part)
{
    return F_(in_order_scalars_4_f32)(x, y, x, y, part);
}
WCC_INLINE T_(f32) F_(in_order_scalars_3_f32)(float x, float y, float z, int part)
{
    return F_(in_order_3_f32)(F_(splat_f32)(x), F_(splat_f32)(y), F_(splat_f32)(z), part);
}

/* `stride` bytes apart in each half. */
#define WCC_STEP(i) WCC_AT(const float, ((i) < LANES / 2 ? low : high) + (i) % (LANES / 2) * stride)
#define WCC_PLACE(i) WCC_AT(const float, at + places[i])
#if defined(__clang__) && defined(__AVX512F__)
/* By pairs that clang does not see through: of one vector of all it makes gathers, which take twice as long. */
WCC_INLINE WCC_PASTE(quad_, LANES) F_(join_pairs)(WCC_PASTE(quad_, LANES) a, WCC_PASTE(quad_, LANES) b)
{
    __asm__("" : "+v"(a));
    __asm__("" : "+v"(b));
    return __builtin_shufflevector(a, b, 0, 1, 4, 5);
}
#define WCC_PAIR(word, i) (WCC_PASTE(quad_, LANES)){word(i), word((i) + 1), 0, 0}
#define WCC_QUAD_OF(word, k) F_(join_pairs)(WCC_PAIR(word, (k) * 4), WCC_PAIR(word, (k) * 4 + 2))
#define WCC_STEP_QUAD(k) WCC_QUAD_OF(WCC_STEP, k)
#define WCC_PLACE_QUAD(k) WCC_QUAD_OF(WCC_PLACE, k)
#define WCC_JOIN_STEPS WCC_JOIN_QUADS(WCC_STEP_QUAD)
#define WCC_JOIN_PLACES WCC_JOIN_QUADS(WCC_PLACE_QUAD)
#else
#define WCC_JOIN_STEPS (T_(f32)){WCC_INDICES(WCC_STEP)}
#define WCC_JOIN_PLACES (T_(f32)){WCC_INDICES(WCC_PLACE)}
#endif
WCC_INLINE T_(f32) F_(load_steps_f32)(const char *low, const char *high, int64_t stride) { return WCC_JOIN_STEPS; }
/* From `at` on, at constant distances. */
WCC_INLINE T_(f32) F_(load_placed_f32)(const char *at, T_(i32) places) { return WCC_JOIN_PLACES; }
#undef WCC_JOIN_PLACES
#undef WCC_JOIN_STEPS
#undef WCC_PLACE_QUAD
#undef WCC_STEP_QUAD
#undef WCC_QUAD_OF
#undef WCC_PAIR
#undef WCC_PLACE
#undef WCC_STEP
WCC_INLINE void F_(store_steps_f32)(char *at, int64_t stride, T_(f32) value)
{
    WCC_UNROLL for (int k = 0; k < LANES; k++)
        WCC_AT(float, at + k * stride) = value[k];
}

/* Four components at each lane's own offset: one 16-byte access a lane, then 4x4 transposes. All lanes'
 * offsets must be readable. */
WCC_INLINE T_(f32) F_(gather_quads)(const char *base, T_(i32) offset, int first)
{
#define WCC_QUAD(k) (*(const WCC_PASTE(quad_any_, LANES) *)(base + offset[first + (k) * 4]))
    return WCC_JOIN_QUADS(WCC_QUAD);
#undef WCC_QUAD
}
/* The same of offsets in memory, which need not be taken out of a vector. */
WCC_INLINE T_(f32) F_(load_quads)(const char *base, const int32_t offset[LANES], int first)
{
#define WCC_QUAD(k) (*(const WCC_PASTE(quad_any_, LANES) *)(base + offset[first + (k) * 4]))
    return WCC_JOIN_QUADS(WCC_QUAD);
#undef WCC_QUAD
}
/* Within each group of four lanes: the 4x4 matrix whose rows are a, b, c, d, transposed. */
#if LANES == 16
#define WCC_EACH_4(i, j, k, l) i, j, k, l, i + 4, j + 4, k + 4, l + 4, i + 8, j + 8, k + 8, l + 8, i + 12, j + 12, k + 12, l + 12
#elif LANES == 8
#define WCC_EACH_4(i, j, k, l) i, j, k, l, i + 4, j + 4, k + 4, l + 4
#else
#define WCC_EACH_4(i, j, k, l) i, j, k, l
#endif
/* Each lane's value where gather_quads puts its quad: number `first` of each four lanes, four times. */
WCC_INLINE T_(f32) F_(repeat_quads)(T_(f32) x, int first)
{
    switch (first) {
    case 0: return __builtin_shufflevector(x, x, WCC_EACH_4(0, 0, 0, 0));
    case 1: return __builtin_shufflevector(x, x, WCC_EACH_4(1, 1, 1, 1));
    case 2: return __builtin_shufflevector(x, x, WCC_EACH_4(2, 2, 2, 2));
    default: return __builtin_shufflevector(x, x, WCC_EACH_4(3, 3, 3, 3));
    }
}
WCC_INLINE void F_(transpose_4)(T_(f32) *a, T_(f32) *b, T_(f32) *c, T_(f32) *d)
{
    T_(f32) ab_low = __builtin_shufflevector(*a, *b, WCC_EACH_4(0, LANES, 1, LANES + 1));
    T_(f32) ab_high = __builtin_shufflevector(*a, *b, WCC_EACH_4(2, LANES + 2, 3, LANES + 3));
    T_(f32) cd_low = __builtin_shufflevector(*c, *d, WCC_EACH_4(0, LANES, 1, LANES + 1));
    T_(f32) cd_high = __builtin_shufflevector(*c, *d, WCC_EACH_4(2, LANES + 2, 3, LANES + 3));
    *a = __builtin_shufflevector(ab_low, cd_low, WCC_EACH_4(0, 1, LANES, LANES + 1));
    *b = __builtin_shufflevector(ab_low, cd_low, WCC_EACH_4(2, 3, LANES + 2, LANES + 3));
    *c = __builtin_shufflevector(ab_high, cd_high, WCC_EACH_4(0, 1, LANES, LANES + 1));
    *d = __builtin_shufflevector(ab_high, cd_high, WCC_EACH_4(2, 3, LANES + 2, LANES + 3));
}
/* The same to where it is wanted, which may be one place for all that is not. */
WCC_INLINE void F_(take_4)(T_(f32) a, T_(f32) b, T_(f32) c, T_(f32) d, T_(f32) *x, T_(f32) *y, T_(f32) *z, T_(f32) *w)
{
    F_(transpose_4)(&a, &b, &c, &d);
    *x = a;
    *y = b;
    *z = c;
    *w = d;
}
/* rows[j][k]: what lies at the offset of lane 4 * k + j. */
#define WCC_GATHER_ROWS(row)                                                                                    \
    WCC_PASTE(quad_, LANES) rows[4][LANES / 4];                                                                 \
    WCC_UNROLL for (int i = 0; i < LANES; i += 2) {                                                             \
        const int64_t two = F_(two_offsets)(offset, i / 2);                                                     \
        rows[i % 4][i / 4] = row(base + WCC_AT_FIRST(two));                                                     \
        rows[i % 4 + 1][i / 4] = row(base + WCC_AT_SECOND(two));                                                \
    }
WCC_INLINE T_(f32) F_(join_rows)(const WCC_PASTE(quad_, LANES) rows[LANES / 4])
{
#define WCC_ROW(k) rows[k]
    return WCC_JOIN_QUADS(WCC_ROW);
#undef WCC_ROW
}
WCC_INLINE WCC_PASTE(quad_, LANES) F_(load_quad)(const char *at) { return *(const WCC_PASTE(quad_any_, LANES) *)at; }
/* out[c] lane i = the float at base + offset[i] + 4*c. */
WCC_INLINE void F_(gather_4_f32)(const char *base, T_(i32) offset, T_(f32) *x, T_(f32) *y, T_(f32) *z, T_(f32) *w)
{
    WCC_GATHER_ROWS(F_(load_quad))
    F_(take_4)(F_(join_rows)(rows[0]), F_(join_rows)(rows[1]), F_(join_rows)(rows[2]), F_(join_rows)(rows[3]), x, y, z, w);
}
/* Three: 8 bytes and 4 a lane; two: 8 bytes. */
WCC_INLINE WCC_PASTE(quad_, LANES) F_(load_triple)(const char *at)
{
    typedef double pair __attribute__((vector_size(16)));
    WCC_PASTE(quad_, LANES) quad = (WCC_PASTE(quad_, LANES))(pair){WCC_AT(const double, at), 0};
    quad[2] = WCC_AT(const float, at + 8);
    return quad;
}
WCC_INLINE T_(f32) F_(gather_triples)(const char *base, T_(i32) offset, int first)
{
#define WCC_QUAD(k) F_(load_triple)(base + offset[first + (k) * 4])
    return WCC_JOIN_QUADS(WCC_QUAD);
#undef WCC_QUAD
}
WCC_INLINE void F_(gather_3_f32)(const char *base, T_(i32) offset, T_(f32) *x, T_(f32) *y, T_(f32) *z)
{
    T_(f32) none;
    WCC_GATHER_ROWS(F_(load_triple))
    F_(take_4)(F_(join_rows)(rows[0]), F_(join_rows)(rows[1]), F_(join_rows)(rows[2]), F_(join_rows)(rows[3]), x, y, z, &none);
}
#undef WCC_GATHER_ROWS
/* 8 bytes of each lane, in the order of memory. */
WCC_INLINE void F_(in_order_gather_2_f32)(const char *base, T_(i32) offset, T_(f32) *x, T_(f32) *y)
{
    typedef int64_t pairs __attribute__((vector_size(4 * LANES)));
    pairs halves[2];
    WCC_UNROLL for (int i = 0; i < LANES; i += 2) {
        const int64_t two = F_(two_offsets)(offset, i / 2);
        halves[i / (LANES / 2)][i % (LANES / 2)] = WCC_AT(const int64_t, base + WCC_AT_FIRST(two));
        halves[i / (LANES / 2)][i % (LANES / 2) + 1] = WCC_AT(const int64_t, base + WCC_AT_SECOND(two));
    }
    *x = (T_(f32))halves[0];
    *y = (T_(f32))halves[1];
}
WCC_INLINE void F_(gather_2_f32)(const char *base, T_(i32) offset, T_(f32) *x, T_(f32) *y)
{
    T_(f32) low, high;
    F_(in_order_gather_2_f32)(base, offset, &low, &high);
    *x = F_(even_f32)(low, high);
    *y = F_(odd_f32)(low, high);
}
WCC_INLINE T_(f32) F_(rows_in_order)(const char *base, T_(i32) offset, int first)
{
#if LANES == 4
    return (T_(f32))F_(load_quad)(base + offset[first]);
#else
    WCC_PASTE(quad_, LANES) rows[LANES / 4];
    WCC_UNROLL for (int i = 0; i < LANES / 4; i += 2) {
        const int64_t two = F_(two_offsets)(offset, (first + i) / 2);
        rows[i] = F_(load_quad)(base + WCC_AT_FIRST(two));
        rows[i + 1] = F_(load_quad)(base + WCC_AT_SECOND(two));
    }
    return F_(join_rows)(rows);
#endif
}
WCC_INLINE void F_(in_order_gather_4_f32)(const char *base, T_(i32) offset, T_(f32) *x, T_(f32) *y, T_(f32) *z, T_(f32) *w)
{
    *x = F_(rows_in_order)(base, offset, 0);
    *y = F_(rows_in_order)(base, offset, LANES / 4);
    *z = F_(rows_in_order)(base, offset, LANES / 2);
    *w = F_(rows_in_order)(base, offset, LANES / 4 * 3);
}
/* Of three words in four, those of LANES / 4 lanes from `first` on. */
WCC_INLINE T_(f32) F_(triples_in_order)(const char *base, T_(i32) offset, int first)
{
#if LANES == 4
    return (T_(f32))F_(load_triple)(base + offset[first]);
#else
    WCC_PASTE(quad_, LANES) rows[LANES / 4];
    WCC_UNROLL for (int i = 0; i < LANES / 4; i += 2) {
        const int64_t two = F_(two_offsets)(offset, (first + i) / 2);
        rows[i] = F_(load_triple)(base + WCC_AT_FIRST(two));
        rows[i + 1] = F_(load_triple)(base + WCC_AT_SECOND(two));
    }
    return F_(join_rows)(rows);
#endif
}
/* The words of vector `part` of LANES lie in two such: word w is that of component w % 3 of element w / 3. */
#define WCC_TRIPLE(w, part) ((w) / 3 * 4 + (w) % 3 - (part) * LANES)
#define WCC_TRIPLE_0(i) WCC_TRIPLE(i, 0)
#define WCC_TRIPLE_1(i) WCC_TRIPLE((i) + LANES, 1)
#define WCC_TRIPLE_2(i) WCC_TRIPLE((i) + 2 * LANES, 2)
WCC_INLINE void F_(in_order_gather_3_f32)(const char *base, T_(i32) offset, T_(f32) *x, T_(f32) *y, T_(f32) *z)
{
    T_(f32) a = F_(triples_in_order)(base, offset, 0), b = F_(triples_in_order)(base, offset, LANES / 4),
            c = F_(triples_in_order)(base, offset, LANES / 2), d = F_(triples_in_order)(base, offset, LANES / 4 * 3);
    *x = __builtin_shufflevector(a, b, WCC_INDICES(WCC_TRIPLE_0));
    *y = __builtin_shufflevector(b, c, WCC_INDICES(WCC_TRIPLE_1));
    *z = __builtin_shufflevector(c, d, WCC_INDICES(WCC_TRIPLE_2));
}
#undef WCC_TRIPLE
#undef WCC_TRIPLE_0
#undef WCC_TRIPLE_1
#undef WCC_TRIPLE_2
/* Four components of LANES elements that lie `pitch` bytes apart: a column of a texture. */
WCC_INLINE T_(f32) F_(column_quads)(const char *at, uint64_t pitch, int first)
{
#define WCC_QUAD(k) (*(const WCC_PASTE(quad_any_, LANES) *)(at + (uint64_t)(first + (k) * 4) * pitch))
    return WCC_JOIN_QUADS(WCC_QUAD);
#undef WCC_QUAD
}
WCC_INLINE void F_(load_column_4_f32)(const char *at, uint64_t pitch, T_(f32) *x, T_(f32) *y, T_(f32) *z, T_(f32) *w)
{
    T_(f32) a = F_(column_quads)(at, pitch, 0), b = F_(column_quads)(at, pitch, 1), c = F_(column_quads)(at, pitch, 2), d = F_(column_quads)(at, pitch, 3);
    F_(take_4)(a, b, c, d, x, y, z, w);
}
/* The same in each half. */
WCC_INLINE T_(f32) F_(step_quads)(const char *low, const char *high, int64_t pitch, int first)
{
#define WCC_STEP_AT(i) (((i) < LANES / 2 ? low : high) + (i) % (LANES / 2) * pitch)
#define WCC_QUAD(k) (*(const WCC_PASTE(quad_any_, LANES) *)WCC_STEP_AT(first + (k) * 4))
    return WCC_JOIN_QUADS(WCC_QUAD);
#undef WCC_QUAD
#undef WCC_STEP_AT
}
/* Vector `part` of elements in order, LANES / 4 of them. */
WCC_INLINE T_(f32) F_(in_order_load_steps_f32)(const char *low, const char *high, int64_t pitch, int part)
{
#define WCC_STEP_AT(i) (((i) < LANES / 2 ? low : high) + (i) % (LANES / 2) * pitch)
#define WCC_QUAD(k) (*(const WCC_PASTE(quad_any_, LANES) *)WCC_STEP_AT(part * (LANES / 4) + (k)))
    return WCC_JOIN_QUADS(WCC_QUAD);
#undef WCC_QUAD
#undef WCC_STEP_AT
}
WCC_INLINE void F_(load_steps_4_f32)(const char *low, const char *high, int64_t pitch, T_(f32) *x, T_(f32) *y, T_(f32) *z,
                                     T_(f32) *w)
{
    T_(f32) a = F_(step_quads)(low, high, pitch, 0), b = F_(step_quads)(low, high, pitch, 1), c = F_(step_quads)(low, high, pitch, 2), d = F_(step_quads)(low, high, pitch, 3);
    F_(take_4)(a, b, c, d, x, y, z, w);
}
/* Three words each, 16 bytes apart at least, where the fourth is of the next element's; the last of each half has none. */
WCC_INLINE T_(f32) F_(step_triples)(const char *low, const char *high, int64_t pitch, int first)
{
#define WCC_STEP_AT(i) (((i) < LANES / 2 ? low : high) + (i) % (LANES / 2) * pitch)
#define WCC_IS_LAST(i) ((pitch > 0 ? (i) + 1 : (i)) % (LANES / 2) == 0)
#define WCC_THREE(i) (WCC_IS_LAST(i) ? F_(load_triple)(WCC_STEP_AT(i)) : F_(load_quad)(WCC_STEP_AT(i)))
#define WCC_QUAD(k) WCC_THREE(first + (k) * 4)
    return WCC_JOIN_QUADS(WCC_QUAD);
#undef WCC_QUAD
#undef WCC_THREE
#undef WCC_IS_LAST
#undef WCC_STEP_AT
}
WCC_INLINE void F_(load_steps_3_f32)(const char *low, const char *high, int64_t pitch, T_(f32) *x, T_(f32) *y, T_(f32) *z)
{
    T_(f32) a = F_(step_triples)(low, high, pitch, 0), b = F_(step_triples)(low, high, pitch, 1);
    T_(f32) c = F_(step_triples)(low, high, pitch, 2), d = F_(step_triples)(low, high, pitch, 3), none;
    F_(take_4)(a, b, c, d, x, y, z, &none);
}
/* To be stored a quarter, or half, at a time: where clang sees through the transposition it makes each of these by itself,
 * of as many shuffles as all of them take. */
WCC_INLINE void F_(transpose_for_stores)(T_(f32) *x, T_(f32) *y, T_(f32) *z, T_(f32) *w)
{
    F_(transpose_4)(x, y, z, w);
    *x = F_(precise_f32)(*x);
    *y = F_(precise_f32)(*y);
    *z = F_(precise_f32)(*z);
    *w = F_(precise_f32)(*w);
}
WCC_INLINE void F_(store_column_quads)(char *at, uint64_t pitch, T_(f32) rows, int first)
{
    WCC_UNROLL for (int k = 0; k < LANES / 4; k++) {
        WCC_PASTE(quad_, LANES) row = {rows[4 * k], rows[4 * k + 1], rows[4 * k + 2], rows[4 * k + 3]};
        *(WCC_PASTE(quad_any_, LANES) *)(at + (uint64_t)(first + 4 * k) * pitch) = row;
    }
}
WCC_INLINE void F_(store_column_4_f32)(char *at, uint64_t pitch, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w)
{
    F_(transpose_for_stores)(&x, &y, &z, &w);
    F_(store_column_quads)(at, pitch, x, 0);
    F_(store_column_quads)(at, pitch, y, 1);
    F_(store_column_quads)(at, pitch, z, 2);
    F_(store_column_quads)(at, pitch, w, 3);
}
/* The first `words` of four to each lane's own offset. */
WCC_INLINE void F_(store_quad)(char *at, T_(f32) rows, int k, int words)
{
    WCC_PASTE(quad_, LANES) row = {rows[4 * k], rows[4 * k + 1], rows[4 * k + 2], rows[4 * k + 3]};
    if (words == 4) {
        *(WCC_PASTE(quad_any_, LANES) *)at = row;
        return;
    }
    memcpy(at, &row, 8);
    if (words == 3)
        WCC_AT(float, at + 8) = row[2];
}
/* Elements `step` bytes apart. */
WCC_INLINE void F_(store_steps_words)(char *at, int64_t step, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w, int words)
{
    F_(transpose_for_stores)(&x, &y, &z, &w);
    WCC_UNROLL for (int lane = 0; lane < LANES; lane += 4) {
        F_(store_quad)(at + lane * step, x, lane / 4, words);
        F_(store_quad)(at + (lane + 1) * step, y, lane / 4, words);
        F_(store_quad)(at + (lane + 2) * step, z, lane / 4, words);
        F_(store_quad)(at + (lane + 3) * step, w, lane / 4, words);
    }
}
WCC_INLINE void F_(store_steps_4_f32)(char *at, int64_t step, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w)
{
    F_(store_steps_words)(at, step, x, y, z, w, 4);
}
WCC_INLINE void F_(store_steps_3_f32)(char *at, int64_t step, T_(f32) x, T_(f32) y, T_(f32) z)
{
    F_(store_steps_words)(at, step, x, y, z, z, 3);
}
WCC_INLINE void F_(store_steps_2_f32)(char *at, int64_t step, T_(f32) x, T_(f32) y)
{
    F_(store_steps_words)(at, step, x, y, x, y, 2);
}
WCC_INLINE void F_(in_order_store_steps_f32)(char *at, int64_t step, T_(f32) rows, int part)
{
    WCC_UNROLL for (int k = 0; k < LANES / 4; k++)
        F_(store_quad)(at + (part * (LANES / 4) + k) * step, rows, k, 4);
}
WCC_INLINE void F_(scatter_quad)(char *base, T_(i32) offset, int lane, T_(f32) rows, uint32_t bits, int words)
{
    if (bits >> lane & 1)
        F_(store_quad)(base + offset[lane], rows, lane / 4, words);
}
/* Lane after lane: where some meet, the highest one's stays. */
WCC_INLINE void F_(scatter_all_quads)(char *base, T_(i32) offset, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w, uint32_t bits,
                                      int words)
{
    WCC_UNROLL for (int lane = 0; lane < LANES; lane += 4) {
        F_(scatter_quad)(base, offset, lane, x, bits, words);
        F_(scatter_quad)(base, offset, lane + 1, y, bits, words);
        F_(scatter_quad)(base, offset, lane + 2, z, bits, words);
        F_(scatter_quad)(base, offset, lane + 3, w, bits, words);
    }
}
WCC_INLINE void F_(scatter_rows_in_order)(char *base, T_(i32) offset, T_(f32) rows, int first, uint32_t bits)
{
    WCC_UNROLL for (int k = 0; k < LANES / 4; k++)
        if (bits >> (first + k) & 1)
            F_(store_quad)(base + offset[first + k], rows, k, 4);
}
WCC_INLINE void F_(scatter_all_in_order)(char *base, T_(i32) offset, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w, uint32_t bits)
{
    F_(scatter_rows_in_order)(base, offset, x, 0, bits);
    F_(scatter_rows_in_order)(base, offset, y, LANES / 4, bits);
    F_(scatter_rows_in_order)(base, offset, z, LANES / 2, bits);
    F_(scatter_rows_in_order)(base, offset, w, LANES / 4 * 3, bits);
}
#if (LANES == 8 && defined(__AVX2__)) || (LANES == 16 && defined(__AVX512F__))
/* Which lanes are on nobody foresees, and a branch that is mistaken takes longer than all stores: lanes that are off
 * store, too, but to a place of their own. Of half of the lanes, from `base` on. */
#define WCC_HALF (LANES / 2)
typedef int64_t F_(places) __attribute__((vector_size(8 * WCC_HALF)));
typedef int32_t F_(half_of_lanes) __attribute__((vector_size(4 * WCC_HALF)));
WCC_INLINE F_(places) F_(places_or_nowhere)(F_(half_of_lanes) offset, F_(half_of_lanes) m, const char *base, const char *nowhere)
{
    const int64_t off = (int64_t)((uintptr_t)nowhere - (uintptr_t)base);
    const F_(places) on = WCC_CONVERT(m, F_(places));
    return (WCC_CONVERT(offset, F_(places)) & on) | (((F_(places)){0} + off) & ~on);
}
/* The two halves, in the order of the lanes, as they lie in memory. */
typedef union { T_(i32) all; F_(half_of_lanes) half[2]; } F_(halves_of_lanes);
#define WCC_PLACES_OF_LANES                                                                                     \
    char nowhere[16];                                                                                           \
    const F_(halves_of_lanes) offsets = {offset}, on = {m};                                                     \
    const F_(places) low = F_(places_or_nowhere)(offsets.half[0], on.half[0], base, nowhere);                   \
    const F_(places) high = F_(places_or_nowhere)(offsets.half[1], on.half[1], base, nowhere);
#define WCC_PLACE_OF_LANE(lane)                                                                                 \
    ((char *)((uintptr_t)base + (uintptr_t)((lane) < WCC_HALF ? low : high)[(lane) % WCC_HALF]))
WCC_INLINE void F_(scatter_some_quads)(char *base, T_(i32) offset, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w, T_(i32) m,
                                       int words)
{
    WCC_PLACES_OF_LANES
    WCC_UNROLL for (int lane = 0; lane < LANES; lane += 4) {
        F_(store_quad)(WCC_PLACE_OF_LANE(lane), x, lane / 4, words);
        F_(store_quad)(WCC_PLACE_OF_LANE(lane + 1), y, lane / 4, words);
        F_(store_quad)(WCC_PLACE_OF_LANE(lane + 2), z, lane / 4, words);
        F_(store_quad)(WCC_PLACE_OF_LANE(lane + 3), w, lane / 4, words);
    }
}
WCC_INLINE void F_(scatter_some_in_order)(char *base, T_(i32) offset, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w, T_(i32) m)
{
    const T_(f32) rows[4] = {x, y, z, w};
    WCC_PLACES_OF_LANES
    WCC_UNROLL for (int lane = 0; lane < LANES; lane++)
        F_(store_quad)(WCC_PLACE_OF_LANE(lane), rows[lane / (LANES / 4)], lane % (LANES / 4), 4);
}
#undef WCC_HALF
#undef WCC_PLACES_OF_LANES
#undef WCC_PLACE_OF_LANE
#define WCC_SCATTER(all, some)                                                                                  \
    const uint32_t bits = F_(bits)(m);                                                                          \
    if (bits == (1u << LANES) - 1)                                                                              \
        all;                                                                                                    \
    else if (bits != 0)                                                                                         \
        some;
#else
#define WCC_SCATTER(all, some)                                                                                  \
    const uint32_t bits = F_(bits)(m);                                                                          \
    all;
#endif
WCC_INLINE void F_(in_order_scatter_4_f32)(char *base, T_(i32) offset, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w, T_(i32) m)
{
    WCC_SCATTER(F_(scatter_all_in_order)(base, offset, x, y, z, w, bits),
                F_(scatter_some_in_order)(base, offset, x, y, z, w, m))
}
WCC_INLINE void F_(scatter_words)(void *base, T_(i32) offset, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w, T_(i32) m, int words)
{
    F_(transpose_4)(&x, &y, &z, &w);
    WCC_SCATTER(F_(scatter_all_quads)(base, offset, x, y, z, w, bits, words),
                F_(scatter_some_quads)(base, offset, x, y, z, w, m, words))
}
#undef WCC_SCATTER
WCC_INLINE void F_(scatter_4_f32)(void *base, T_(i32) offset, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) w, T_(i32) m)
{
    F_(scatter_words)(base, offset, x, y, z, w, m, 4);
}
WCC_INLINE void F_(scatter_3_f32)(void *base, T_(i32) offset, T_(f32) x, T_(f32) y, T_(f32) z, T_(i32) m)
{
    F_(scatter_words)(base, offset, x, y, z, z, m, 3);
}
WCC_INLINE void F_(scatter_2_f32)(void *base, T_(i32) offset, T_(f32) x, T_(f32) y, T_(i32) m)
{
    F_(scatter_words)(base, offset, x, y, x, y, m, 2);
}

/* Elements of 2 or 4 halfwords, as one or two words each: side by side, or at each lane's own offset. */
WCC_INLINE void F_(split_words)(T_(i32) words, T_(i16) *low, T_(i16) *high)
{
    *low = WCC_CONVERT(words, T_(i16));
    *high = WCC_CONVERT(words >> 16, T_(i16));
}
WCC_INLINE T_(i32) F_(join_words)(T_(i16) low, T_(i16) high)
{
    return (WCC_CONVERT(low, T_(i32)) & F_(splat_i32)(0xffff)) | WCC_CONVERT(high, T_(i32)) << 16;
}
WCC_INLINE void F_(load_2_i16)(const void *at, T_(i16) *x, T_(i16) *y) { F_(split_words)(F_(load_i32)(at), x, y); }
WCC_INLINE void F_(store_2_i16)(void *at, T_(i16) x, T_(i16) y) { F_(store_i32)(at, F_(join_words)(x, y)); }
WCC_INLINE void F_(load_4_halves_i16)(const void *low, const void *high, T_(i16) *x, T_(i16) *y, T_(i16) *z, T_(i16) *w)
{
    T_(f32) xy, zw;
    F_(load_2_halves_f32)(low, high, &xy, &zw);
    F_(split_words)((T_(i32))xy, x, y);
    F_(split_words)((T_(i32))zw, z, w);
}
WCC_INLINE void F_(load_4_i16)(const void *at, T_(i16) *x, T_(i16) *y, T_(i16) *z, T_(i16) *w)
{
    F_(load_4_halves_i16)(at, (const char *)at + 4 * LANES, x, y, z, w);
}
WCC_INLINE void F_(store_4_halves_i16)(void *low, void *high, T_(i16) x, T_(i16) y, T_(i16) z, T_(i16) w)
{
    F_(store_2_halves_f32)(low, high, (T_(f32))F_(join_words)(x, y), (T_(f32))F_(join_words)(z, w));
}
WCC_INLINE void F_(store_4_i16)(void *at, T_(i16) x, T_(i16) y, T_(i16) z, T_(i16) w)
{
    F_(store_4_halves_i16)(at, (char *)at + 4 * LANES, x, y, z, w);
}
#if LANES >= 8
WCC_INLINE void F_(load_2_halves_i16)(const void *low, const void *high, T_(i16) *x, T_(i16) *y)
{
    F_(split_words)(F_(load_halves_i32)(low, high), x, y);
}
WCC_INLINE void F_(store_2_halves_i16)(void *low, void *high, T_(i16) x, T_(i16) y)
{
    F_(store_halves_i32)(low, high, F_(join_words)(x, y));
}
#endif
WCC_INLINE void F_(gather_2_i16)(const void *base, T_(i32) offset, T_(i32) m, T_(i16) *x, T_(i16) *y)
{
    F_(split_words)(F_(gather_i32)(base, offset, m), x, y);
}
WCC_INLINE void F_(gather_4_i16)(const void *base, T_(i32) offset, T_(i32) m, T_(i16) *x, T_(i16) *y, T_(i16) *z, T_(i16) *w)
{
    F_(gather_2_i16)(base, offset, m, x, y);
    F_(gather_2_i16)((const char *)base + 4, offset, m, z, w);
}
WCC_INLINE void F_(scatter_2_i16)(void *base, T_(i32) offset, T_(i16) x, T_(i16) y, T_(i32) m)
{
    F_(scatter_i32)(base, offset, F_(join_words)(x, y), m);
}
WCC_INLINE void F_(scatter_4_i16)(void *base, T_(i32) offset, T_(i16) x, T_(i16) y, T_(i16) z, T_(i16) w, T_(i32) m)
{
    F_(scatter_2_i16)(base, offset, x, y, m);
    F_(scatter_2_i16)((char *)base + 4, offset, z, w, m);
}

#undef WCC_EACH_4
#undef WCC_JOIN_QUADS
