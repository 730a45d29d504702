/* Elements of sixteen words, a line of the cache each where they are aligned. A lane's are loaded at once, and stored at
 * once: rows 4096 bytes apart share places of the first-level cache, fewer than there are lanes, and what a lane leaves of
 * its line would not be there when it comes back. */

#define WCC_SIXTEEN(each)                                                                                       \
    each(0) each(1) each(2) each(3) each(4) each(5) each(6) each(7) each(8) each(9) each(10) each(11) each(12)    \
    each(13) each(14) each(15)
#define WCC_LINE_OUT(i) , T_(f32) *x##i
#define WCC_LINE_TAKE(i) *x##i = rows[i];
#define WCC_LINE_IN(i) , T_(f32) x##i
#define WCC_LINE_ROW(i) x##i,

#if LANES == 16
/* Of vectors as rows of four quads. */
WCC_INLINE void F_(transpose_quads)(T_(f32) *a, T_(f32) *b, T_(f32) *c, T_(f32) *d)
{
#define WCC_QUAD(at) (at), (at) + 1, (at) + 2, (at) + 3
#define WCC_QUADS(x, y, i, j)                                                                                   \
    __builtin_shufflevector(x, y, WCC_QUAD(4 * (i)), WCC_QUAD(4 * (j)), WCC_QUAD(16 + 4 * (i)), WCC_QUAD(16 + 4 * (j)))
    T_(f32) ab_low = WCC_QUADS(*a, *b, 0, 1), ab_high = WCC_QUADS(*a, *b, 2, 3);
    T_(f32) cd_low = WCC_QUADS(*c, *d, 0, 1), cd_high = WCC_QUADS(*c, *d, 2, 3);
    *a = WCC_QUADS(ab_low, cd_low, 0, 2);
    *b = WCC_QUADS(ab_low, cd_low, 1, 3);
    *c = WCC_QUADS(ab_high, cd_high, 0, 2);
    *d = WCC_QUADS(ab_high, cd_high, 1, 3);
#undef WCC_QUAD
#undef WCC_QUADS
}
/* rows[i] has the words of lane i, and then lane i of rows[c] its word c; and back. */
WCC_INLINE void F_(transpose_16)(T_(f32) rows[16])
{
    WCC_UNROLL for (int i = 0; i < 16; i += 4)
        F_(transpose_4)(&rows[i], &rows[i + 1], &rows[i + 2], &rows[i + 3]);
    WCC_UNROLL for (int i = 0; i < 4; i++)
        F_(transpose_quads)(&rows[i], &rows[i + 4], &rows[i + 8], &rows[i + 12]);
}
#endif

/* x<c> lane i = the float at base + offset[i] + 4*c. */
WCC_INLINE void F_(line_gather_f32)(const char *base, T_(i32) offset WCC_SIXTEEN(WCC_LINE_OUT))
{
    T_(f32) rows[16];
#if LANES == 16
    WCC_UNROLL for (int i = 0; i < 16; i += 2) {
        const int64_t two = F_(two_offsets)(offset, i / 2);
        rows[i] = F_(load_f32)(base + WCC_AT_FIRST(two));
        rows[i + 1] = F_(load_f32)(base + WCC_AT_SECOND(two));
    }
    F_(transpose_16)(rows);
#else
    WCC_UNROLL for (int i = 0; i < 16; i += 4)
        F_(gather_4_f32)(base + 4 * i, offset, &rows[i], &rows[i + 1], &rows[i + 2], &rows[i + 3]);
#endif
    WCC_SIXTEEN(WCC_LINE_TAKE)
}
/* Half of the lanes from `low` on, half from `high` on, `pitch` bytes apart each. */
WCC_INLINE void F_(line_load_steps_f32)(const char *low, const char *high, int64_t pitch WCC_SIXTEEN(WCC_LINE_OUT))
{
    T_(f32) rows[16];
#if LANES == 16
    WCC_UNROLL for (int i = 0; i < 16; i++)
        rows[i] = F_(load_f32)((i < 8 ? low : high) + i % 8 * pitch);
    F_(transpose_16)(rows);
#else
    WCC_UNROLL for (int i = 0; i < 16; i += 4)
        F_(load_steps_4_f32)(low + 4 * i, high + 4 * i, pitch, &rows[i], &rows[i + 1], &rows[i + 2], &rows[i + 3]);
#endif
    WCC_SIXTEEN(WCC_LINE_TAKE)
}
/* x<c> of each lane that is on to base + offset[i] + 4*c. */
WCC_INLINE void F_(line_scatter_f32)(void *base, T_(i32) offset WCC_SIXTEEN(WCC_LINE_IN), T_(i32) m)
{
    T_(f32) rows[16] = {WCC_SIXTEEN(WCC_LINE_ROW)};
#if LANES == 16
    const uint32_t bits = F_(bits)(m);
    char nowhere[64];
    F_(transpose_16)(rows);
    WCC_UNROLL for (int i = 0; i < 16; i++)
        F_(store_f32)(bits >> i & 1 ? (char *)base + offset[i] : nowhere, rows[i]);
#else
    WCC_UNROLL for (int i = 0; i < 16; i += 4)
        F_(scatter_4_f32)((char *)base + 4 * i, offset, rows[i], rows[i + 1], rows[i + 2], rows[i + 3], m);
#endif
}
/* Lanes `step` bytes apart. */
WCC_INLINE void F_(line_store_steps_f32)(char *at, int64_t step WCC_SIXTEEN(WCC_LINE_IN))
{
    T_(f32) rows[16] = {WCC_SIXTEEN(WCC_LINE_ROW)};
#if LANES == 16
    F_(transpose_16)(rows);
    WCC_UNROLL for (int i = 0; i < 16; i++)
        F_(store_f32)(at + i * step, rows[i]);
#else
    WCC_UNROLL for (int i = 0; i < 16; i += 4)
        F_(store_steps_4_f32)(at + 4 * i, step, rows[i], rows[i + 1], rows[i + 2], rows[i + 3]);
#endif
}

#undef WCC_LINE_IN
#undef WCC_LINE_OUT
#undef WCC_LINE_TAKE
#undef WCC_LINE_ROW
#undef WCC_SIXTEEN
