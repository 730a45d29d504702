/* wcc_tap_words: taps of single words, along the rows of a wave. Part of wcc_sampling.h, once per
 * lane count.
 *
 * What is told of such a tap is where its lanes' texels lie, one behind the other: in the texture,
 * or where what was seen is kept. Both ways then go on with the same loads, which C compilers make
 * operands of what is computed; results that come from a load here and from a call there would
 * all be in memory in between.
 *
 *     nothing strays:  tap0 = in the texture      beyond an edge:  tap0 = in `seen`, rows of the
 *     else:            tap0 = in `seen`, tap by tap                texture and what is beyond it
 *     load(tap0)
 */

#ifndef WCC_TAP_WORDS_ONCE
#define WCC_TAP_WORDS_ONCE
/* How many texels columns may be apart, as far as rows are kept; the compiler makes `seen` for it. */
enum { WCC_MOST_APART = 16 };

/* What component `component` of a gather is of: the column behind, or the row. */
WCC_INLINE int wcc_gathers_right(int component) { return component == 1 || component == 2; }
WCC_INLINE int wcc_gathers_down(int component) { return component <= 1; }
#endif

/* Texels as samples are: strictly a sum, of texels of which all but one weigh nothing. */
WCC_INLINE T_(f32) F_(wcc_words_at)(const char *at, int is_linear)
{
    T_(f32) words = F_(load_f32)(at);
#ifdef WCC_STRICT
    if (is_linear)
        words = F_(wcc_add_nothing)(words);
#else
    (void)is_linear;
#endif
    return words;
}

/* Where a wave's run is, in a row that `begins` so many bytes in the texture. */
WCC_INLINE const char *F_(wcc_tap_at)(const WccRuns *runs, int32_t column, int32_t begins, int pieces,
                                      int is_linear, T_(f32) *seen)
{
    const char *at = runs->data + begins + (int64_t)column * 4;
#ifdef WCC_STRICT
    WCC_ROLLED
    for (int p = 0; p < pieces && is_linear; p++)
        seen[p] = F_(wcc_words_at)(at + p * LANES * 4, is_linear);
    return is_linear ? (const char *)seen : at;
#else
    (void)pieces, (void)is_linear, (void)seen;
    return at;
#endif
}

/* The texels of all rows, as far as any tap reaches, those beyond an edge as a sampler that clamps
 * has them; where each tap finds its own there. False: it is none of that. `gathered`: components of
 * gathers; 0: samples. */
WCC_TEXTURE int F_(wcc_keep_rows)(const WccView *view, const WccTaps *taps,
                                  const WccTapsKnown *known, int pieces, unsigned gathered,
                                  T_(f32) *seen, const char **at)
{
    const WccRuns runs = wcc_runs(view);
    const int32_t last = runs.last[0], most = last - LANES + 1;
    const int sides = gathered ? 2 : 1, is_linear = view->is_linear && !gathered;
    const char *rows[2 * WCC_MOST_TAPS];
    int32_t low = known->column[0], high = low;
    if (!runs.clamps[0] || most < 0)
        return 0;
    WCC_ROLLED
    for (int i = 1; i < taps->columns; i++) {
        const int32_t column = known->column[i * pieces];
        low = column < low ? column : low;
        high = column > high ? column : high;
    }
    const int32_t apart = high - low + sides - 1;
    const int vectors = pieces + (apart + LANES - 1) / LANES;
    if (apart > WCC_MOST_APART)
        return 0;
    WCC_ROLLED
    for (int i = 0; i < taps->rows; i++)
        for (int side = 0; side < sides; side++)
            rows[i * sides + side] =
                runs.data + wcc_row_begins(&runs, known->row[i * pieces] + side);
    WCC_ROLLED
    for (int v = 0; v < vectors; v++) {
        const int32_t column = low + v * LANES;
        const int32_t first = column < 0 ? 0 : column > most ? most : column;
        const T_(i32) from_zero = F_(imax_i32)(F_(linear_i32)(column, 1), F_(splat_i32)(0));
        const T_(i32) lanes = F_(imin_i32)(from_zero, F_(splat_i32)(last)) - first;
        WCC_ROLLED
        for (int i = 0; i < taps->rows * sides; i++)
            seen[i * vectors + v] =
                F_(permute_f32)(F_(wcc_words_at)(rows[i] + (int64_t)first * 4, is_linear), lanes);
    }
    WCC_ROLLED
    for (int i = 0; i < taps->count; i++) {
        const char *row = (const char *)(seen + taps->row[i] * sides * vectors) +
                          (known->column[taps->column[i] * pieces] - low) * 4;
        if (!gathered)
            *at++ = row;
        WCC_UNROLL
        for (int c = 0; c < 4; c++)
            if (gathered >> c & 1)
                *at++ = row + wcc_gathers_right(c) * 4 +
                        wcc_gathers_down(c) * vectors * (int)sizeof *seen;
    }
    return 1;
}

/* Gathers of pairs of texels, and of those below: rows as they lie, parted. False: they are none of that. */
WCC_TEXTURE int F_(wcc_keep_pairs)(const WccView *view, const WccTaps *taps, const WccTapsKnown *known,
                                   const T_(f32) *x, int pieces, unsigned gathered, T_(f32) *seen, const char **at)
{
    const WccRuns runs = wcc_runs(view);
    if (!F_(wcc_are_pairs_apart)(&runs, view, taps, known, x, pieces, 1))
        return 0;
    WCC_ROLLED
    for (int i = 0; i < taps->count; i++) {
        const int64_t column = (int64_t)known->column[taps->column[i] * pieces] * 4;
        const int32_t row = known->row[taps->row[i] * pieces];
        const char *const upper = runs.data + wcc_row_begins(&runs, row) + column;
        const char *const lower = runs.data + wcc_row_begins(&runs, row + 1) + column;
        WCC_ROLLED
        for (int p = 0; p < pieces; p++) {
            T_(f32) pairs[2][2], *next = seen + p;
            F_(load_2_f32)(upper + p * LANES * 8, &pairs[0][0], &pairs[0][1]);
            F_(load_2_f32)(lower + p * LANES * 8, &pairs[1][0], &pairs[1][1]);
            WCC_UNROLL
            for (int c = 0; c < 4; c++)
                if (gathered >> c & 1) {
                    *next = pairs[wcc_gathers_down(c)][wcc_gathers_right(c)];
                    next += pieces;
                }
        }
        WCC_UNROLL
        for (int c = 0; c < 4; c++)
            if (gathered >> c & 1) {
                *at++ = (const char *)seen;
                seen += pieces;
            }
    }
    return 1;
}

/* What a call has given, tap by tap. */
WCC_INLINE void F_(wcc_keep_taps)(T_(f32) (*texels)[4], int count, int pieces, unsigned gathered,
                                   T_(f32) *seen, const char **at)
{
    WCC_ROLLED
    for (int i = 0; i < count; i++, texels += pieces) {
        WCC_UNROLL
        for (int c = 0; c < 4; c++) {
            if (!(c == 0 && !gathered) && !(gathered >> c & 1))
                continue;
            *at++ = (const char *)seen;
            WCC_UNROLL
            for (int p = 0; p < pieces; p++)
                *seen++ = texels[p][c];
        }
    }
}
