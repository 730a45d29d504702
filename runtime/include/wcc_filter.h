/* wcc_filter: linear samples of which all lanes see the same two rows. Part of wcc_sampling.h, once
 * per lane count; not of --fp=strict, where a sample is the sum of its texels by their weights.
 *
 * The two rows are filtered into one, as far as any lane of any column reaches, and each sample is
 * then two texels of that row. Taps that share rows share that work; of texels of four words a lane
 * takes two, not four.
 *
 *     rows    a0 a1 a2 a3 a4 a5          one row    f0 f1 f2 f3 f4 f5   (f = a (1 - v) + b v)
 *             b0 b1 b2 b3 b4 b5          lanes      f0 (1 - u) + f1 u   f2 (1 - u) + f3 u ...
 *
 * Lanes that are two texels apart have a pair each, side by side: these are filtered as they are
 * loaded.
 */

#ifndef WCC_FILTER_ONCE
#define WCC_FILTER_ONCE
enum { WCC_ROW_VECTORS = 16 }; /* that a filtered row may take */

WCC_INLINE int32_t wcc_lesser(int32_t a, int32_t b) { return a < b ? a : b; }
WCC_INLINE int32_t wcc_greater(int32_t a, int32_t b) { return a > b ? a : b; }
WCC_INLINE int32_t wcc_texel_inside(int32_t texel, int32_t last)
{
    return wcc_greater(wcc_lesser(texel, last), 0);
}

typedef float WccTexelOfFour __attribute__((vector_size(16)));
typedef float WccTexelPair __attribute__((vector_size(32)));

/* Every other one of texels of four words, bytes. */
static const int32_t wcc_pairs_of_quads[16] __attribute__((unused)) = {
    0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480};
#endif

/* Where the lanes of a column lie. */
typedef struct T_(wcc_reach) {
    T_(i32) at[2]; /* no run: the texels before and behind the points, bytes in a filtered row */
    T_(f32) behind;
    int32_t low, high; /* all of these texels lie between */
    int is_run; /* they follow one another */
    int is_centred; /* those behind weigh nothing */
    int are_weighed; /* all of those behind weigh something */
} T_(wcc_reach);

/* False: some lane lies elsewhere than between the first and the last, or all of them where the sampler turns or
 * begins anew, so that the texel behind comes first in the row. */
WCC_INLINE int F_(wcc_reach_between)(T_(i32) before, T_(i32) after, T_(f32) behind, int bytes,
                                     T_(wcc_reach) *reach)
{
    const int32_t low = wcc_lesser(before[0], before[LANES - 1]);
    const int32_t high = wcc_greater(after[0], after[LANES - 1]);
    const T_(u32) length = (T_(u32))F_(splat_i32)(high - low);
    const uint32_t weighed = F_(bits)(behind != 0);
    *reach = (T_(wcc_reach)){{before * bytes, after * bytes}, behind, low, high, 0, weighed == 0,
                             weighed == (1u << LANES) - 1};
    return low <= high && !F_(bits)((T_(i32))((T_(u32))(before - low) > length) |
                                    (T_(i32))((T_(u32))(after - low) > length));
}

WCC_TEXTURE int F_(wcc_reach_by_mode)(const WccView *view, T_(f32) coordinate, int32_t step,
                                      int bytes, T_(wcc_reach) *reach)
{
    T_(i32) border = F_(splat_i32)(0), index[2];
    T_(f32) behind;
    F_(wcc_find_texels)(view, 0, coordinate, F_(splat_i32)(step),
                        view->sampling.sampler->address[0], index, &behind, &border);
    return F_(wcc_reach_between)(index[0], index[1], behind, bytes, reach);
}

/* Most samplers clamp. */
WCC_INLINE int F_(wcc_find_reach)(const WccView *view, T_(f32) coordinate, int32_t step, int bytes,
                                  T_(wcc_reach) *reach)
{
    if (view->sampling.sampler->address[0] != WCC_CLAMP)
        return F_(wcc_reach_by_mode)(view, coordinate, step, bytes, reach);
    const T_(i32) last = F_(splat_i32)(view->size[0] - 1), zero = F_(splat_i32)(0);
    T_(f32) position = F_(wcc_reduce)(coordinate, WCC_CLAMP) * (float)view->size[0] - 0.5f, behind;
    T_(f32) first = F_(wcc_split)(position, F_(splat_f32)(view->miss[0]), &behind);
    T_(i32) before = WCC_CONVERT(first, T_(i32)) + step, after = before + 1;
    return F_(wcc_reach_between)(F_(imin_i32)(F_(imax_i32)(before, zero), last),
                                 F_(imin_i32)(F_(imax_i32)(after, zero), last), behind, bytes,
                                 reach);
}

/* Of lanes that follow one another from a known texel on. */
WCC_INLINE void F_(wcc_reach_evenly)(const WccView *view, T_(f32) coordinate, int32_t column,
                                     int32_t step, int bytes, T_(wcc_reach) *reach)
{
    const T_(f32) numbers = WCC_CONVERT(F_(linear_i32)(column - step, 1), T_(f32));
    const T_(i32) last = F_(splat_i32)(view->size[0] - 1), zero = F_(splat_i32)(0);
    T_(f32) behind = coordinate * (float)view->size[0] - 0.5f - numbers;
    behind = (T_(f32))((T_(i32))behind & (behind > view->miss[0]));
    reach->behind = behind;
    reach->low = wcc_texel_inside(column, view->size[0] - 1);
    reach->high = wcc_texel_inside(column + LANES, view->size[0] - 1);
    reach->is_run = bytes != 8 && bytes != 12 && reach->high - reach->low == LANES;
    const uint32_t weighed = F_(bits)(behind != 0);
    reach->is_centred = weighed == 0;
    reach->are_weighed = weighed == (1u << LANES) - 1;
    WCC_UNROLL
    for (int i = 0; i < 2 && !reach->is_run; i++) {
        T_(i32) lanes = F_(linear_i32)(column + i, 1);
        reach->at[i] = F_(imin_i32)(F_(imax_i32)(lanes, zero), last) * bytes;
    }
}

/* Two rows, and what the second weighs. */
typedef struct T_(wcc_row_pair) {
    const char *before, *after;
    float behind;
} T_(wcc_row_pair);

WCC_INLINE T_(wcc_row_pair) F_(wcc_known_rows)(const WccView *view, float coordinate, int32_t row,
                                               int32_t step)
{
    const int32_t last = view->size[1] - 1;
    const char *before = view->data + (int64_t)wcc_texel_inside(row, last) * view->row_pitch;
    const char *after = before + ((uint32_t)row < (uint32_t)last ? view->row_pitch : 0);
    const float behind = coordinate * (float)view->size[1] - 0.5f - (float)(row - step);
    return (T_(wcc_row_pair)){before, after, behind > view->miss[1] ? behind : 0};
}

/* Of any lanes; false: they see other rows. */
WCC_TEXTURE int F_(wcc_find_rows_of)(const WccView *view, T_(f32) coordinate, int32_t step,
                                     T_(wcc_row_pair) *rows)
{
    T_(i32) border = F_(splat_i32)(0), index[2];
    T_(f32) behind;
    F_(wcc_find_texels)(view, 1, coordinate, F_(splat_i32)(step),
                        view->sampling.sampler->address[1], index, &behind, &border);
    *rows = (T_(wcc_row_pair)){view->data + (int64_t)index[0][0] * view->row_pitch,
                               view->data + (int64_t)index[1][0] * view->row_pitch, behind[0]};
    return !F_(bits)(coordinate != coordinate[0]);
}

/* Texels of one component; a row's last ones may be less than a vector. */
WCC_INLINE T_(f32) F_(wcc_texels_up_to)(const char *at, WccTexel texel, int32_t count)
{
    const T_(i32) is_there = F_(linear_i32)(0, 1) < F_(splat_i32)(count);
    T_(f32) texels[4];
    if (count >= LANES) {
        F_(wcc_texels_at)(at, 1, texel, texels);
        return texels[0];
    }
    if (texel == WCC_TEXEL_F16)
        return F_(f32_of_half)(F_(load_masked_i16)(at, is_there));
    return F_(load_masked_f32)(at, is_there);
}

/* A row pair filtered from texel `low` on, so many floats. */
WCC_INLINE void F_(wcc_filter_row)(const T_(wcc_row_pair) *rows, int components, WccTexel texel,
                                   int32_t low, int32_t floats, T_(f32) *out)
{
    const int64_t at = (int64_t)low * components * wcc_texel_bytes[texel];
    const int vector = LANES * wcc_texel_bytes[texel];
    const char *before = rows->before + at, *after = rows->after + at;
    const float behind = rows->behind;
    WCC_ROLLED
    for (; floats > 0; floats -= LANES, before += vector, after += vector) {
        T_(f32) sum = F_(wcc_texels_up_to)(before, texel, floats);
        if (behind != 0)
            sum = sum * (1 - behind) + F_(wcc_texels_up_to)(after, texel, floats) * behind;
        *out++ = sum;
    }
}

WCC_INLINE T_(f32) F_(wcc_lerp)(T_(f32) before, T_(f32) after, T_(f32) behind, int are_weighed)
{
    if (!are_weighed)
        after = (T_(f32))((T_(i32))after & (behind != 0));
    return before * (1 - behind) + after * behind;
}

/* Each lane's two texels of one component. */
WCC_INLINE T_(f32) F_(wcc_lerp_words)(const char *row, const T_(wcc_reach) *reach, int32_t floats,
                                      int components, int component)
{
    const T_(i32) all = F_(splat_i32)(-1);
    T_(f32) side[2];
    for (int i = 0; i < 2; i++)
        if (components == 1 && reach->is_run)
            side[i] = F_(load_f32)(row + reach->low * 4 + i * 4);
        else if (components == 1 && floats <= LANES)
            side[i] = F_(permute_f32)(F_(load_f32)(row), reach->at[i] >> 2);
        else
            side[i] = F_(gather_f32)(row + component * 4, reach->at[i], all);
    return F_(wcc_lerp)(side[0], side[1], reach->behind, 0);
}

/* Of four components: texels are weighed as they lie, and transposed when they are one. */
WCC_INLINE void F_(wcc_lerp_quads)(const char *row, const T_(wcc_reach) *reach, int are_weighed,
                                   T_(f32) out[4])
{
    T_(f32) sum[4];
    const int32_t *const before = (const int32_t *)&reach->at[0], *const after = before + LANES;
    WCC_UNROLL
    for (int quad = 0; quad < 4; quad++) {
        sum[quad] = F_(load_quads)(row, before, quad);
        if (!reach->is_centred)
            sum[quad] = F_(wcc_lerp)(sum[quad], F_(load_quads)(row, after, quad),
                                     F_(repeat_quads)(reach->behind, quad), are_weighed);
    }
    F_(transpose_4)(&sum[0], &sum[1], &sum[2], &sum[3]);
    memcpy(out, sum, sizeof sum);
}

/* The texels before the points of a column, and what those behind weigh. False: some are not in the texture. */
WCC_INLINE int F_(wcc_find_inside)(const WccView *view, T_(f32) coordinate, int32_t step, T_(f32) *number, T_(f32) *behind)
{
    const T_(f32) position = coordinate * (float)view->size[0] - 0.5f;
    *number = F_(wcc_split)(position, F_(splat_f32)(view->miss[0]), behind) + (float)step;
    const T_(i32) is_inside = (*number >= 0) & (*number < (float)(view->size[0] - 1));
    return F_(bits)(is_inside) == (1u << LANES) - 1;
}

/* A sample of texels of four words, of lanes anywhere in two rows: a lane's two texels in a row are one vector. False:
 * some lie at a side, or weigh nothing. */
WCC_INLINE int F_(wcc_filter_quads)(const WccView *view, const T_(wcc_row_pair) *rows, T_(f32) coordinate, int32_t step,
                                    T_(f32) out[4])
{
    T_(f32) number, behind, texels[4];
    if (!F_(wcc_find_inside)(view, coordinate, step, &number, &behind) || rows->behind == 0 || F_(bits)(behind == 0))
        return 0;
    const T_(f32) ahead = 1 - behind;
    const T_(i32) at = WCC_CONVERT(number, T_(i32)) * 16;
    const int32_t *const first = (const int32_t *)&at;
    const float *const left = (const float *)&ahead, *const right = (const float *)&behind;
    WCC_UNROLL
    for (int i = 0; i < LANES; i++) {
        WccTexelPair pair, lower;
        WccTexelOfFour before, after;
        memcpy(&pair, rows->before + first[i], sizeof pair);
        memcpy(&lower, rows->after + first[i], sizeof lower);
        pair = pair * (1 - rows->behind) + lower * rows->behind;
        memcpy(&before, &pair, sizeof before);
        memcpy(&after, (const char *)&pair + sizeof before, sizeof after);
        before = before * left[i] + after * right[i];
        memcpy((char *)texels + i * sizeof before, &before, sizeof before);
    }
    F_(load_4_f32)(texels, &out[0], &out[1], &out[2], &out[3]);
    return 1;
}

#if LANES >= 8
/* A sample of texels of one component, of lanes within two vectors of two rows: these are filtered, and a lane takes
 * neighbours of that. False: some lie at a side, or farther away. */
WCC_INLINE int F_(wcc_filter_words)(const WccView *view, const T_(wcc_row_pair) *rows, T_(f32) coordinate, int32_t step,
                                    WccTexel texel, T_(f32) *out)
{
    T_(f32) number, behind, filtered[2];
    if (!F_(wcc_find_inside)(view, coordinate, step, &number, &behind))
        return 0;
    const T_(f32) place = number - number[0];
    if (F_(bits)((place < 0) | (place > 2 * LANES - 2)))
        return 0;
    const int32_t low = (int32_t)number[0], floats = F_(bits)(place > LANES - 2) ? 2 * LANES : LANES;
    F_(wcc_filter_row)(rows, 1, texel, low, wcc_lesser(floats, view->size[0] - low), filtered);
    const T_(i32) left = WCC_CONVERT(place, T_(i32));
    T_(f32) side[2];
    for (int i = 0; i < 2; i++)
        side[i] = (T_(f32))(floats > LANES ? F_(look_up_two_i32)(filtered, left + i) : F_(look_up_one_i32)(filtered, left + i));
    *out = F_(wcc_lerp)(side[0], side[1], behind, 0);
    if (texel == WCC_TEXEL_F16)
        *out = F_(round_f16_f32)(*out);
    return 1;
}
#endif

/* A sample that shares its rows with no other. False: it is none of these. */
WCC_INLINE int F_(wcc_filter_one)(const WccView *view, T_(f32) x, float y, int32_t row, const WccTaps *taps,
                                  int components, WccTexel texel, T_(f32) out[4])
{
    const T_(wcc_row_pair) rows = F_(wcc_known_rows)(view, y, row, taps->down[0]);
#if LANES >= 8
    if (components == 1)
        return F_(wcc_filter_words)(view, &rows, x, taps->right[0], texel, out);
#endif
    return components == 4 && texel == WCC_TEXEL_F32 && F_(wcc_filter_quads)(view, &rows, x, taps->right[0], out);
}

/* The same of lanes that follow one another. */
WCC_INLINE void F_(wcc_lerp_run)(const char *row, const T_(wcc_reach) *reach, T_(f32) out[4])
{
    const char *at = row + reach->low * 16;
    T_(f32) sum[4];
    if (reach->is_centred) {
        F_(load_4_f32)(at, &out[0], &out[1], &out[2], &out[3]);
        return;
    }
    WCC_UNROLL
    for (int part = 0; part < 4; part++) {
        const char *texels = at + part * sizeof sum[0];
        T_(i32) lanes = (F_(linear_i32)(0, 1) >> 2) + part * (LANES / 4);
        sum[part] = F_(wcc_lerp)(F_(load_f32)(texels), F_(load_f32)(texels + 16),
                                 F_(permute_f32)(reach->behind, lanes), 0);
    }
    F_(load_4_f32)(sum, &out[0], &out[1], &out[2], &out[3]);
}

WCC_INLINE void F_(wcc_lerp_texels)(const char *row, const T_(wcc_reach) *reach, int32_t floats,
                                    int components, WccTexel texel, unsigned used, T_(f32) out[4])
{
    if (components == 4 && reach->is_run) {
        F_(wcc_lerp_run)(row, reach, out);
        return;
    }
    if (components == 4) {
        if (WCC_LIKELY(reach->are_weighed))
            F_(wcc_lerp_quads)(row, reach, 1, out);
        else
            F_(wcc_lerp_quads)(row, reach, 0, out);
        return;
    }
    WCC_UNROLL
    for (int c = 0; c < components; c++)
        if (used >> c & 1)
            out[c] = F_(wcc_lerp_words)(row, reach, floats, components, c);
    if (texel == WCC_TEXEL_F16)
        out[0] = F_(round_f16_f32)(out[0]);
}

/* What all columns of a piece reach. */
typedef struct T_(wcc_row_reach) {
    int32_t low, floats;
} T_(wcc_row_reach);

/* The columns of piece p, and what they reach together; false: too much. */
WCC_INLINE int F_(wcc_find_columns)(const WccView *view, const WccTaps *taps, const T_(f32) *x,
                                    const WccTapsKnown *known, int p, int pieces, int components,
                                    T_(wcc_reach) *reaches, T_(wcc_row_reach) *together)
{
    const int bytes = components * 4;
    int32_t low = view->size[0], high = 0;
    WCC_ROLLED
    for (int i = 0; i < taps->columns; i++) {
        const int at = i * pieces + p;
        T_(wcc_reach) *const reach = &reaches[i];
        if (known->kind & WCC_TAPS_EVEN)
            F_(wcc_reach_evenly)(view, x[at], known->column[at], taps->right[i], bytes, reach);
        else if (!F_(wcc_find_reach)(view, x[at], taps->right[i], bytes, reach))
            return 0;
        low = wcc_lesser(low, reach->low);
        high = wcc_greater(high, reach->high);
    }
    WCC_ROLLED
    for (int i = 0; i < taps->columns; i++) {
        reaches[i].low -= low;
        if (reaches[i].is_run)
            continue;
        reaches[i].at[0] -= low * bytes;
        reaches[i].at[1] -= low * bytes;
    }
    together->low = low;
    together->floats = (high - low + 1) * components;
    return together->floats <= WCC_ROW_VECTORS * LANES;
}

/* One component of lanes that follow one another inside the texture: what is filtered is as much as
 * a row of it. */
WCC_INLINE T_(f32) F_(wcc_lerp_between)(const T_(wcc_row_pair) *rows, int32_t column,
                                        T_(f32) behind, WccTexel texel)
{
    const int64_t at = (int64_t)column * wcc_texel_bytes[texel];
    T_(f32) texels[4], side[2];
    WCC_UNROLL
    for (int i = 0; i < 2; i++) {
        const int64_t there = at + i * wcc_texel_bytes[texel];
        F_(wcc_texels_at)(rows->before + there, 1, texel, texels);
        side[i] = texels[0];
        if (rows->behind != 0) {
            F_(wcc_texels_at)(rows->after + there, 1, texel, texels);
            side[i] = side[i] * (1 - rows->behind) + texels[0] * rows->behind;
        }
    }
    T_(f32) sum = F_(wcc_lerp)(side[0], side[1], behind, 0);
    return texel == WCC_TEXEL_F16 ? F_(round_f16_f32)(sum) : sum;
}

/* Do lanes follow one another, and have all of them a texel behind? */
WCC_INLINE int F_(wcc_are_inside)(const WccView *view, const WccTaps *taps,
                                  const WccTapsKnown *known, int pieces)
{
    int is_outside = !(known->kind & WCC_TAPS_EVEN);
    WCC_ROLLED
    for (int i = 0; i < taps->columns * pieces && !is_outside; i++)
        is_outside = known->column[i] < 0 || known->column[i] + LANES >= view->size[0];
    return !is_outside;
}

WCC_INLINE void F_(wcc_filter_runs)(const WccView *view, const WccTaps *taps, const T_(f32) *x,
                                    const T_(f32) *y, const WccTapsKnown *known, int pieces,
                                    WccTexel texel, T_(f32) (*out)[4])
{
    const float width = (float)view->size[0], miss = view->miss[0];
    WCC_ROLLED
    for (int p = 0; p < pieces; p++) {
        T_(f32) behind[WCC_MOST_TAPS];
        T_(wcc_row_pair) rows[WCC_MOST_TAPS];
        WCC_ROLLED
        for (int i = 0; i < taps->columns; i++) {
            const int32_t first = known->column[i * pieces + p] - taps->right[i];
            const T_(f32) numbers = WCC_CONVERT(F_(linear_i32)(first, 1), T_(f32));
            T_(f32) rest = x[i * pieces + p] * width - 0.5f - numbers;
            behind[i] = (T_(f32))((T_(i32))rest & (rest > miss));
        }
        WCC_ROLLED
        for (int i = 0; i < taps->rows; i++)
            rows[i] = F_(wcc_known_rows)(view, y[i * pieces + p][0], known->row[i * pieces + p],
                                         taps->down[i]);
        WCC_ROLLED
        for (int i = 0; i < taps->count; i++) {
            const int column = taps->column[i];
            out[i * pieces + p][0] =
                F_(wcc_lerp_between)(&rows[taps->row[i]], known->column[column * pieces + p],
                                     behind[column], texel);
        }
    }
}

/* ---- lanes two texels apart, as a picture of half the size has them ---- */

/* Where the first lane of a column takes its texel, and what those behind weigh. */
typedef struct T_(wcc_pairs) {
    T_(f32) behind;
    int64_t first; /* bytes */
    int are_weighed; /* all of those behind weigh something */
} T_(wcc_pairs);

/* False: lanes are not two texels apart, or some take texels from beyond an edge. */
WCC_INLINE int F_(wcc_find_pairs)(const WccView *view, T_(f32) coordinate, int32_t step, int bytes,
                                  T_(wcc_pairs) *pairs)
{
    const T_(f32) numbers = WCC_CONVERT(F_(linear_i32)(0, 2), T_(f32));
    const T_(u32) whole = (T_(u32))F_(splat_i32)(WCC_TEXEL_SPAN);
    const float miss = view->miss[0];
    const T_(f32) position = coordinate * (float)view->size[0] - 0.5f;
    const float first = ffloor_f32(position[0] + miss);
    const T_(f32) rest = position - (first + numbers);
    const int32_t low = wcc_texel_number(first) + step;
    pairs->behind = (T_(f32))((T_(i32))rest & (rest > miss));
    pairs->first = (int64_t)low * bytes;
    pairs->are_weighed = !F_(bits)(rest <= miss);
    return low >= 0 && low <= view->size[0] - 2 * LANES &&
           !F_(bits)((T_(i32))((T_(u32))(rest + miss) > whole));
}

/* Floats of the row between the two; of the first one alone where the second weighs nothing. */
WCC_INLINE T_(f32) F_(wcc_between_rows)(const T_(wcc_row_pair) *rows, int64_t at, int is_between)
{
    const T_(f32) before = F_(load_f32)(rows->before + at);
    if (!is_between)
        return before;
    return before * (1 - rows->behind) + F_(load_f32)(rows->after + at) * rows->behind;
}

/* Four words a texel: those of lanes `quad`, `quad` + 4 and so on, and those behind them. */
WCC_INLINE void F_(wcc_quad_pairs)(const T_(wcc_row_pair) *rows, int64_t at, int quad,
                                   int is_between, T_(f32) side[2])
{
#if LANES == 4
    side[0] = F_(wcc_between_rows)(rows, at + quad * 32, is_between);
    side[1] = F_(wcc_between_rows)(rows, at + quad * 32 + 16, is_between);
#elif LANES == 8
    const T_(f32) low = F_(wcc_between_rows)(rows, at + quad * 32, is_between);
    const T_(f32) high = F_(wcc_between_rows)(rows, at + quad * 32 + 128, is_between);
    side[0] = __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11);
    side[1] = __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
#else
    WCC_UNROLL
    for (int i = 0; i < 2; i++) {
        side[i] = F_(load_quads)(rows->before + at + i * 16, wcc_pairs_of_quads, quad);
        if (is_between)
            side[i] = side[i] * (1 - rows->behind) +
                      F_(load_quads)(rows->after + at + i * 16, wcc_pairs_of_quads, quad) *
                          rows->behind;
    }
#endif
}

WCC_INLINE void F_(wcc_lerp_quad_pairs)(const T_(wcc_row_pair) *rows, const T_(wcc_pairs) *pairs,
                                        int is_between, int are_weighed, T_(f32) out[4])
{
    T_(f32) sum[4];
    WCC_UNROLL
    for (int quad = 0; quad < 4; quad++) {
        T_(f32) side[2];
        F_(wcc_quad_pairs)(rows, pairs->first, quad, is_between, side);
        sum[quad] = F_(wcc_lerp)(side[0], side[1], F_(repeat_quads)(pairs->behind, quad),
                                 are_weighed);
    }
    F_(transpose_4)(&sum[0], &sum[1], &sum[2], &sum[3]);
    memcpy(out, sum, sizeof sum);
}

/* One or two: all words of the texels before, and of those behind. */
WCC_INLINE void F_(wcc_word_pairs)(const char *at, int components, WccTexel texel, T_(f32) out[4])
{
    if (components == 2) {
        F_(load_4_f32)(at, &out[0], &out[1], &out[2], &out[3]);
    } else if (texel == WCC_TEXEL_F16) {
        const T_(f32) low = F_(f32_of_half)(F_(load_i16)(at));
        const T_(f32) high = F_(f32_of_half)(F_(load_i16)(at + 2 * LANES));
        out[0] = F_(even_f32)(low, high);
        out[1] = F_(odd_f32)(low, high);
    } else {
        F_(load_2_f32)(at, &out[0], &out[1]);
    }
}

WCC_INLINE void F_(wcc_lerp_word_pairs)(const T_(wcc_row_pair) *rows, const T_(wcc_pairs) *pairs,
                                        int components, WccTexel texel, T_(f32) out[4])
{
    T_(f32) side[4], below[4];
    F_(wcc_word_pairs)(rows->before + pairs->first, components, texel, side);
    if (rows->behind != 0) {
        F_(wcc_word_pairs)(rows->after + pairs->first, components, texel, below);
        WCC_UNROLL
        for (int i = 0; i < 2 * components; i++)
            side[i] = side[i] * (1 - rows->behind) + below[i] * rows->behind;
    }
    WCC_UNROLL
    for (int c = 0; c < components; c++)
        out[c] = F_(wcc_lerp)(side[c], side[components + c], pairs->behind, 0);
    if (texel == WCC_TEXEL_F16)
        out[0] = F_(round_f16_f32)(out[0]);
}

/* Mostly a point is in the middle of four texels. */
WCC_INLINE void F_(wcc_lerp_pairs)(const T_(wcc_row_pair) *rows, const T_(wcc_pairs) *pairs,
                                   int components, WccTexel texel, T_(f32) out[4])
{
    if (components != 4)
        F_(wcc_lerp_word_pairs)(rows, pairs, components, texel, out);
    else if (WCC_LIKELY(rows->behind != 0 && pairs->are_weighed))
        F_(wcc_lerp_quad_pairs)(rows, pairs, 1, 1, out);
    else if (rows->behind != 0)
        F_(wcc_lerp_quad_pairs)(rows, pairs, 1, 0, out);
    else
        F_(wcc_lerp_quad_pairs)(rows, pairs, 0, 0, out);
}

/* Are the lanes of some piece about that far apart? */
WCC_INLINE int F_(wcc_may_be_pairs)(const WccView *view, const WccTapsKnown *known, T_(f32) x)
{
    const float length = (x[LANES - 1] - x[0]) * (float)view->size[0];
    return (known->kind & (WCC_TAPS_ROWS | WCC_TAPS_EVEN)) == WCC_TAPS_ROWS &&
           length > 2 * LANES - 3 && length < 2 * LANES - 1;
}

/* A piece whose columns are all so. */
WCC_INLINE int F_(wcc_filter_pairs)(const WccView *view, const WccTaps *taps, const T_(f32) *x,
                                    const T_(f32) *y, const WccTapsKnown *known, int p, int pieces,
                                    int components, WccTexel texel, T_(f32) (*out)[4])
{
    const int bytes = components * wcc_texel_bytes[texel];
    T_(wcc_pairs) columns[WCC_MOST_TAPS];
    T_(wcc_row_pair) rows[WCC_MOST_TAPS];
    WCC_ROLLED
    for (int i = 0; i < taps->columns; i++)
        if (!F_(wcc_find_pairs)(view, x[i * pieces + p], taps->right[i], bytes, &columns[i]))
            return 0;
    WCC_ROLLED
    for (int i = 0; i < taps->rows; i++)
        rows[i] = F_(wcc_known_rows)(view, y[i * pieces + p][0], known->row[i * pieces + p],
                                     taps->down[i]);
    WCC_ROLLED
    for (int i = 0; i < taps->count; i++)
        F_(wcc_lerp_pairs)(&rows[taps->row[i]], &columns[taps->column[i]], components, texel,
                           out[i * pieces + p]);
    return 1;
}

/* Behind a picture's last row the sampler goes on elsewhere. */
WCC_INLINE int F_(wcc_meet_seam)(const WccView *view, const WccTaps *taps, const WccTapsKnown *known, int pieces)
{
    int meet = 0;
    if (view->sampling.sampler->address[1] == WCC_CLAMP || !(known->kind & WCC_TAPS_ROWS))
        return 0;
    WCC_ROLLED
    for (int i = 0; i < taps->rows * pieces; i++)
        meet |= known->row[i] >= view->size[1] - 1;
    return meet;
}

/* False: the view is none of that, or some lanes see other rows, or texels too far away. */
WCC_INLINE int F_(wcc_filter_taps)(const WccView *view, const WccTaps *taps, const T_(f32) *x,
                                   const T_(f32) *y, const WccTapsKnown *known, int pieces,
                                   int components, WccTexel texel, unsigned used,
                                   T_(f32) (*out)[4])
{
    const int even_clamps = view->sampling.sampler->address[0] == WCC_CLAMP;
    if (!view->is_plain || !view->is_linear || view->has_border ||
        (known->kind & WCC_TAPS_EVEN && !even_clamps) || F_(wcc_meet_seam)(view, taps, known, pieces))
        return 0;
    if (components == 1 && F_(wcc_are_inside)(view, taps, known, pieces)) {
        F_(wcc_filter_runs)(view, taps, x, y, known, pieces, texel, out);
        return 1;
    }
    const int is_one =
        taps->count == 1 && (known->kind & (WCC_TAPS_ROWS | WCC_TAPS_EVEN)) == WCC_TAPS_ROWS;
    const int may_be_pairs = components != 3 && F_(wcc_may_be_pairs)(view, known, x[0]);
    WCC_ROLLED
    for (int p = 0; p < pieces; p++) {
        T_(wcc_reach) reaches[WCC_MOST_TAPS];
        T_(wcc_row_reach) reach;
        T_(f32) filtered[WCC_ROW_VECTORS + 1];
        if (may_be_pairs &&
            F_(wcc_filter_pairs)(view, taps, x, y, known, p, pieces, components, texel, out))
            continue;
        if (is_one && F_(wcc_filter_one)(view, x[p], y[p][0], known->row[p], taps, components, texel, out[p]))
            continue;
        if (!F_(wcc_find_columns)(view, taps, x, known, p, pieces, components, reaches, &reach))
            return 0;
        WCC_ROLLED
        for (int r = 0; r < taps->rows; r++) {
            const int at = r * pieces + p;
            T_(wcc_row_pair) rows;
            if (known->kind & WCC_TAPS_ROWS)
                rows = F_(wcc_known_rows)(view, y[at][0], known->row[at], taps->down[r]);
            else if (!F_(wcc_find_rows_of)(view, y[at], taps->down[r], &rows))
                return 0;
            F_(wcc_filter_row)(&rows, components, texel, reach.low, reach.floats, filtered);
            WCC_ROLLED
            for (int i = 0; i < taps->count; i++)
                if (taps->row[i] == r)
                    F_(wcc_lerp_texels)
            ((const char *)filtered, &reaches[taps->column[i]], reach.floats, components, texel,
             used, out[i * pieces + p]);
        }
    }
    return 1;
}
