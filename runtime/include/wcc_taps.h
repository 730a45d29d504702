/* wcc_taps: samples that stand together, as a filter's taps do. Part of wcc_sampling.h, once per
 * lane count.
 *
 * Mostly the lanes of all of them lie along rows, a texel each: at the texels' centres, or not
 * filtered, or gathered. What a tap takes then is a load, from where its column begins in its row.
 * That all taps are so is told once for a wave, by straight code that C compilers take out of
 * loops:
 *
 *     x0 = wcc_tap_column(...)    x1 = ...    y0 = wcc_tap_row(...)    y1 = ...
 *     nothing strays:  a = wcc_tap(x0, y0)    b = wcc_tap(x1, y0)    c = wcc_tap(x0, y1)
 *     else             WCC_SAMPLE_TAPS, out of line, which is told what is known all the same
 */

#ifndef WCC_TAPS_ONCE
#define WCC_TAPS_ONCE
enum { WCC_MOST_TAPS = 16 };

/* Just below 1: a texel's whole extent. */
#define WCC_TEXEL_SPAN 0x3f7fffffu

/* Of a wave's taps: all lanes see the same rows; lanes follow one another along these; each lane
 * takes one texel. */
enum { WCC_TAPS_ROWS = 1, WCC_TAPS_EVEN = 2, WCC_TAPS_CENTRED = 4 };

/* What is asked of a view for each wave, by itself: nobody has its address, so it stays in
 * registers. A point belongs to the texel that it is `bias` and up to 1 behind, in texels, or up to `slack`
 * before that; what it takes is that texel alone where it is no further from there than a `span`,
 * the bits of a float. */
typedef struct WccRuns {
    const char *data;
    float size[2], bias, slack[2];
    uint32_t span[2];
    int32_t last[2], row_pitch;
    int clamps[2], is_plain;
} WccRuns;

WCC_INLINE WccRuns wcc_runs(const WccView *view)
{
    WccRuns runs = {.data = view->data,
                    .bias = view->is_linear ? 0.5f : 0,
                    .row_pitch = view->row_pitch,
                    .is_plain = view->is_plain};
    WCC_UNROLL
    for (int axis = 0; axis < 2; axis++) {
        int is_filtered = view->is_linear && !view->gathers;
        runs.clamps[axis] =
            view->is_plain && view->sampling.sampler->address[axis] == WCC_CLAMP;
        runs.size[axis] = (float)view->size[axis];
        runs.last[axis] = view->size[axis] - 1;
        runs.slack[axis] = is_filtered ? view->miss[axis] : 0;
        runs.span[axis] =
            is_filtered ? (uint32_t)wcc_bits_f32(2 * view->miss[axis]) : WCC_TEXEL_SPAN;
    }
    return runs;
}

/* Each tap's column and row; how many texels columns and rows are moved by. */
typedef struct WccTaps {
    int count, columns, rows;
    uint8_t column[WCC_MOST_TAPS], row[WCC_MOST_TAPS];
    int32_t right[WCC_MOST_TAPS], down[WCC_MOST_TAPS];
} WccTaps;

/* What a wave knows of its taps: kind, WCC_TAPS_...; of each column its pieces' first texels, and
 * of each row likewise. */
typedef struct WccTapsKnown {
    int kind;
    const int32_t *column, *row;
} WccTapsKnown;

/* Far outside of any texture where it is no texel's number. */
WCC_INLINE int32_t wcc_texel_number(float first)
{
    return (int32_t)fmin_f32(fmax_f32(first, -0x1p24f), 0x1p24f);
}

/* Are not all of texels first .. first + count - 1 in the texture, both as they are and moved? */
WCC_INLINE int wcc_leave(int32_t first, int32_t step, int32_t count, int32_t last)
{
    return (first < 0) | (first > last - count + 1) | (first + step < 0) |
           (first + step > last - count + 1);
}

/* wcc_reduce leaves it as it is, where the sampler clamps. */
WCC_INLINE int wcc_is_kept(float coordinate) { return (coordinate >= -64) & (coordinate <= 64); }

/* How far taps are from what is done best. */
typedef struct WccStrays {
    int rows;    /* lanes see other rows */
    int edges;   /* lanes are beyond the left or right edge */
    int between; /* rows are between two texels' */
} WccStrays;

/* The first of `count` texels that all lanes take one of, on axis 1, of up to four rows at once; rows beyond an edge are
 * the one at it where the sampler clamps. */
typedef float wcc_four_f32 __attribute__((vector_size(16)));
typedef int32_t wcc_four_i32 __attribute__((vector_size(16)));
typedef uint32_t wcc_four_u32 __attribute__((vector_size(16)));

WCC_INLINE int wcc_any_of_four(wcc_four_i32 m) { return (m[0] | m[1] | m[2] | m[3]) < 0; }

WCC_INLINE wcc_four_f32 wcc_choose_of_four(wcc_four_i32 m, wcc_four_f32 yes, wcc_four_f32 no)
{
    return (wcc_four_f32)(((wcc_four_i32)yes & m) | ((wcc_four_i32)no & ~m));
}

WCC_INLINE wcc_four_i32 wcc_tap_rows(const WccRuns *runs, wcc_four_f32 coordinate, wcc_four_i32 step,
                                     int32_t count, WccStrays *strays)
{
    const wcc_four_f32 none = {0, 0, 0, 0}, most = none + 0x1p24f, least = none - 0x1p24f;
    const wcc_four_f32 position = coordinate * runs->size[1] - runs->bias;
    wcc_four_f32 at = position + runs->slack[1];
    at = wcc_choose_of_four(at > least, at, least); /* as wcc_texel_number; a NaN is far outside, too */
    at = wcc_choose_of_four(at < most, at, most);
    wcc_four_i32 texel = WCC_CONVERT(at, wcc_four_i32);
    texel += WCC_CONVERT(texel, wcc_four_f32) > at; /* the floor */
    const wcc_four_f32 behind = position - WCC_CONVERT(texel, wcc_four_f32) + runs->slack[1];
    const wcc_four_i32 row = texel + step;
    const int32_t last = runs->last[1] - count + 1;
    const wcc_four_i32 leaves = (texel < 0) | (texel > last) | (row < 0) | (row > last);
    const wcc_four_i32 is_kept = (coordinate >= none - 64) & (coordinate <= none + 64);
    const wcc_four_i32 is_clamped = is_kept & -runs->clamps[1];
    strays->rows |= wcc_any_of_four((wcc_four_i32)(position != position) | (leaves & ~is_clamped));
    strays->between |= wcc_any_of_four((wcc_four_i32)((wcc_four_u32)behind > runs->span[1]));
    return row;
}

WCC_INLINE int32_t wcc_tap_row(const WccRuns *runs, float coordinate, int32_t step, int32_t count,
                               WccStrays *strays)
{
    const wcc_four_f32 none = {0, 0, 0, 0};
    return wcc_tap_rows(runs, none + coordinate, (wcc_four_i32){step, step, step, step}, count, strays)[0];
}

/* Which component of a gather a tap is: bit 0: behind in x, 1: in y. */
static const int wcc_gather_order[4] __attribute__((unused)) = {3, 2, 0, 1};

/* Where a row begins, in bytes. */
WCC_INLINE int32_t wcc_row_begins(const WccRuns *runs, int32_t row)
{
    int32_t last = runs->last[1], inside = row < last ? row : last;
    return (inside > 0 ? inside : 0) * runs->row_pitch;
}

/* What the group after the next one sees in a row: as many texels as `span`, `spans` times as far on.
 * `ahead`: 0: the caches have it all. */
WCC_INLINE const char *wcc_seen_ahead(const WccRuns *runs, int32_t column, int32_t row,
                                      int32_t span, int spans, int32_t bytes)
{
    return runs->data + wcc_row_begins(runs, row) + ((int64_t)column + (int64_t)span * spans) * bytes;
}

WCC_INLINE void wcc_fetch_taps(const WccRuns *runs, int32_t column, int32_t row, int32_t span,
                               int spans, int components, WccTexel texel, int64_t ahead)
{
    const int32_t bytes = wcc_texel_bytes[texel] * components;
    const char *at = wcc_seen_ahead(runs, column, row, span, spans, bytes);
    if (ahead == 0)
        return;
    WCC_UNROLL
    for (int32_t i = 0; i < span * bytes; i += 64)
        __builtin_prefetch(at + i, 0, 2);
}

/* Of lanes that are further apart than texels, or nearer: `last` is where the last one of `lanes`
 * is. Where they are two texels apart, rows mostly are, too: the one above is new as well. */
WCC_INLINE void wcc_fetch_scaled(const WccRuns *runs, int32_t column, int32_t row, float last,
                                 int lanes, int spans, int components, WccTexel texel,
                                 int64_t ahead)
{
    enum { MOST_BYTES = 2048 };
    const int32_t bytes = wcc_texel_bytes[texel] * components;
    const int32_t span = wcc_texel_number(last * runs->size[0]) - column;
    const char *at = wcc_seen_ahead(runs, column, row, span, spans, bytes);
    if (ahead == 0 || span > MOST_BYTES / bytes)
        return;
    WCC_ROLLED
    for (int32_t i = 0; i < span * bytes; i += 64)
        __builtin_prefetch(at + i, 0, 2);
    if (span <= lanes + lanes / 2 || row <= 0)
        return;
    WCC_ROLLED
    for (int32_t i = 0; i < span * bytes; i += 64)
        __builtin_prefetch(at - runs->row_pitch + i, 0, 2);
}
#endif

/* And single lanes: in other rows, apart from those before and behind them, between two columns. */
typedef struct T_(wcc_strays) {
    WccStrays all;
    T_(i32) rows, columns, between;
} T_(wcc_strays);

/* WCC_TAPS_... */
WCC_INLINE int F_(wcc_taps_known)(const T_(wcc_strays) *strays)
{
    const int rows = !(strays->all.rows | F_(bits)(strays->rows));
    const int even = !F_(bits)(strays->columns);
    const int centred = !(strays->all.between | F_(bits)(strays->between));
    return rows * WCC_TAPS_ROWS | (rows & even) * WCC_TAPS_EVEN |
           (rows & even & centred) * WCC_TAPS_CENTRED;
}

/* That all that taps take is a load each. */
WCC_INLINE int F_(wcc_taps_run)(const T_(wcc_strays) *strays)
{
    return !(strays->all.rows | strays->all.edges | strays->all.between |
             F_(bits)(strays->rows | strays->columns | strays->between));
}

/* Lane 0's texel of the first piece; each lane takes `count` from its own on. */
WCC_INLINE int32_t F_(wcc_tap_column)(const WccRuns *runs, const T_(f32) *at, int pieces,
                                      int32_t step, int32_t count, T_(wcc_strays) *strays)
{
    const T_(f32) numbers = WCC_CONVERT(F_(linear_i32)(0, 1), T_(f32));
    const T_(u32) span = (T_(u32))F_(splat_i32)((int32_t)runs->span[0]);
    const T_(u32) whole = (T_(u32))F_(splat_i32)(WCC_TEXEL_SPAN);
    float first = 0;
    WCC_UNROLL
    for (int p = 0; p < pieces; p++) {
        T_(f32) position = at[p] * runs->size[0] - runs->bias;
        first = p == 0 ? ffloor_f32(position[0] + runs->slack[0]) : first;
        T_(f32) behind = position - (first + (float)(p * LANES) + numbers) + runs->slack[0];
        strays->columns |= (T_(i32))((T_(u32))behind > whole);
        strays->between |= (T_(i32))((T_(u32))behind > span);
    }
    const int32_t texel = wcc_texel_number(first);
    const int is_outside = wcc_leave(texel, step, pieces * LANES - 1 + count, runs->last[0]);
    strays->all.edges |= is_outside;
    strays->all.rows |= is_outside & !wcc_is_kept(at[0][0]);
    return texel + step;
}

/* wcc_tap_row of lanes that have a coordinate each. */
WCC_INLINE int32_t F_(wcc_tap_row_of)(const WccRuns *runs, const T_(f32) *at, int pieces,
                                      int32_t step, int32_t count, T_(wcc_strays) *strays)
{
    WCC_UNROLL
    for (int p = 0; p < pieces; p++)
        strays->rows |= (T_(i32))(at[p] != at[0][0]);
    return wcc_tap_row(runs, at[0][0], step, count, &strays->all);
}

/* A sample of a run: of the lanes whose first one takes that column's texel. */
WCC_INLINE void F_(wcc_tap)(const WccRuns *runs, int32_t column, int32_t row, int components,
                            WccTexel texel, int is_linear, T_(f32) out[4])
{
    const int32_t bytes = wcc_texel_bytes[texel] * components;
    const char *begin = runs->data + wcc_row_begins(runs, row);
    F_(wcc_texels_at)(begin + (int64_t)column * bytes, components, texel, out);
#ifdef WCC_STRICT
    for (int c = 0; c < components && is_linear; c++)
        out[c] = F_(wcc_add_nothing)(out[c]);
#else
    (void)is_linear;
#endif
}

/* A gather of a run: (-,+) (+,+) (+,-) (-,-). */
WCC_INLINE void F_(wcc_tap_gather)(const WccRuns *runs, int32_t column, int32_t row,
                                   int components, WccTexel texel, int component, T_(f32) out[4])
{
    T_(f32) texels[4];
    WCC_UNROLL
    for (int tap = 0; tap < 4; tap++) {
        F_(wcc_tap)(runs, column + (tap & 1), row + (tap >> 1), components, texel, 0, texels);
        out[wcc_gather_order[tap]] = texels[component];
    }
}

/* ---- what is beyond an edge, or no run ---- */

/* Lanes that follow one another, but for those beyond an edge, which take the texel at it. */
WCC_INLINE void F_(wcc_tap_clamped)(const WccRuns *runs, int32_t column, int32_t row,
                                    int components, WccTexel texel, int is_linear, T_(f32) out[4])
{
    const int32_t last = runs->last[0], most = last - LANES + 1;
    const int32_t first = column < 0 ? 0 : column > most ? most : column;
    const T_(i32) last_lane = F_(splat_i32)(last), lanes = F_(linear_i32)(column, 1);
    const T_(i32) inside = F_(imin_i32)(F_(imax_i32)(lanes, F_(splat_i32)(0)), last_lane);
    F_(wcc_tap)(runs, first, row, components, texel, is_linear, out);
    WCC_UNROLL
    for (int c = 0; c < components; c++)
        out[c] = F_(permute_f32)(out[c], inside - first);
}

WCC_INLINE void F_(wcc_tap_gather_clamped)(const WccRuns *runs, int32_t column, int32_t row,
                                           int components, WccTexel texel, int component,
                                           T_(f32) out[4])
{
    T_(f32) texels[4];
    WCC_UNROLL
    for (int tap = 0; tap < 4; tap++) {
        F_(wcc_tap_clamped)
        (runs, column + (tap & 1), row + (tap >> 1), components, texel, 0, texels);
        out[wcc_gather_order[tap]] = texels[component];
    }
}

/* Where such lanes are known and the sampler clamps; false: it is none of that. `component`: of a
 * gather; -1: a sample. */
WCC_INLINE int F_(wcc_clamp_taps)(const WccView *view, const WccTaps *taps,
                                  const WccTapsKnown *known, int pieces, int components,
                                  WccTexel texel, int component, T_(f32) (*out)[4])
{
    const WccRuns runs = wcc_runs(view);
    if (!(known->kind & WCC_TAPS_CENTRED) || !runs.clamps[0] || runs.last[0] + 1 < LANES)
        return 0;
    WCC_ROLLED
    for (int i = 0; i < taps->count * pieces; i++) {
        const int tap = i / pieces, p = i - tap * pieces;
        const int32_t x = known->column[taps->column[tap] * pieces + p];
        const int32_t y = known->row[taps->row[tap] * pieces + p];
        if (component < 0)
            F_(wcc_tap_clamped)(&runs, x, y, components, texel, view->is_linear, out[i]);
        else
            F_(wcc_tap_gather_clamped)(&runs, x, y, components, texel, component, out[i]);
    }
    return 1;
}

/* ---- every other texel ---- */

/* Does a column's first lane take that texel, moved by a step, and each one the next but one, all of them pairs in the
 * texture? */
WCC_INLINE int F_(wcc_goes_by_pairs)(const WccRuns *runs, const T_(f32) *at, int pieces, int32_t texel, int32_t step)
{
    const T_(f32) numbers = WCC_CONVERT(F_(linear_i32)(0, 2), T_(f32));
    const T_(u32) span = (T_(u32))F_(splat_i32)((int32_t)runs->span[0]);
    T_(i32) strays = F_(splat_i32)(0);
    WCC_ROLLED
    for (int p = 0; p < pieces; p++) {
        T_(f32) behind = at[p] * runs->size[0] - runs->bias - ((float)(texel - step + 2 * p * LANES) + numbers);
        strays |= (T_(i32))((T_(u32))behind > span);
    }
    return !F_(bits)(strays) && !wcc_leave(texel - step, step, 2 * pieces * LANES, runs->last[0]);
}

/* Do all columns go so? `gathers`: else samples, not filtered. */
WCC_INLINE int F_(wcc_are_pairs_apart)(const WccRuns *runs, const WccView *view, const WccTaps *taps,
                                       const WccTapsKnown *known, const T_(f32) *x, int pieces, int gathers)
{
    if (!(known->kind & WCC_TAPS_ROWS) || (!gathers && view->is_linear))
        return 0;
    WCC_ROLLED
    for (int i = 0; i < taps->columns; i++)
        if (!F_(wcc_goes_by_pairs)(runs, x + i * pieces, pieces, known->column[i * pieces], taps->right[i]))
            return 0;
    return 1;
}

/* Levels of a pyramid: words of which lanes take every other one, or both of a pair and those below, are loaded as they
 * lie, and parted. `component`: of a gather; -1: a sample, not filtered. False: it is none of that. */
WCC_INLINE int F_(wcc_pair_taps)(const WccView *view, const WccTaps *taps, const WccTapsKnown *known,
                                 const T_(f32) *x, int pieces, int components, WccTexel texel,
                                 int component, T_(f32) (*out)[4])
{
    const int is_word = components == 1 && (texel == WCC_TEXEL_F32 || texel == WCC_TEXEL_I32);
    const WccRuns runs = wcc_runs(view);
    T_(f32) pairs[2][2] = {{F_(splat_f32)(0)}};
    if (!is_word || !F_(wcc_are_pairs_apart)(&runs, view, taps, known, x, pieces, component >= 0))
        return 0;
    WCC_ROLLED
    for (int i = 0; i < taps->count * pieces; i++) {
        const int tap = i / pieces, p = i - tap * pieces;
        const int32_t column = known->column[taps->column[tap] * pieces] + 2 * p * LANES;
        const int32_t row = known->row[taps->row[tap] * pieces];
        WCC_UNROLL
        for (int side = 0; side < (component < 0 ? 1 : 2); side++)
            F_(load_2_f32)
            (runs.data + wcc_row_begins(&runs, row + side) + (int64_t)column * 4, &pairs[side][0], &pairs[side][1]);
        if (component < 0)
            out[i][0] = pairs[0][0];
        WCC_UNROLL
        for (int side = 0; side < 4 && component >= 0; side++)
            out[i][wcc_gather_order[side]] = pairs[side >> 1][side & 1];
    }
    return 1;
}

/* Of one piece; those of a column's pieces follow one another. */
WCC_INLINE void F_(wcc_find_taps)(const WccView *view, const WccTaps *taps, const T_(f32) *x,
                                  const T_(f32) *y, int pieces, T_(wcc_axis) *columns,
                                  T_(wcc_axis) *rows)
{
    WCC_ROLLED
    for (int i = 0; i < taps->columns; i++)
        F_(wcc_find_x)(view, &x[i * pieces], 0, taps->right[i], 1, &columns[i]);
    WCC_ROLLED
    for (int i = 0; i < taps->rows; i++)
        F_(wcc_find_y)(view, &y[i * pieces], 0, taps->down[i], 1, &rows[i]);
}
