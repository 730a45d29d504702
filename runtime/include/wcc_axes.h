/* wcc_axes: where sample points lie on one axis of a texture. Part of wcc_sampling.h, once per lane
 * count.
 *
 * Most kernels sample at each thread's own texel or beside it: along a row every lane is one texel on
 * from the lane before it, across rows all are in one, and nothing is beyond an edge. That is a run:
 * its texels are loaded as they lie, whatever the address mode. Where the points are at the texels'
 * centres (wcc_split), those behind weigh nothing and are not even read. What is no run is found
 * apart, by the address mode: windows, rows for each half of the lanes, or a place for each lane.
 */

/* Where the lanes' sample points lie on one axis. `side` 0: the texels before the points, 1: those
 * behind, where it is linear. */
typedef struct T_(wcc_axis) {
    int32_t kind; /* WCC_AXIS_... */
    int32_t first[2][2]; /* near: bytes; side, half of the lanes. Along a row: where the windows
                            begin (side 0); across: where the texels lie */
    T_(i32)
    at[2]; /* no run. Near, along a row: the texels' numbers in the window, for window_f32;
              elsewhere: where they lie, in bytes */
    T_(f32) behind; /* the weight of those behind */
    T_(f32) coordinate; /* not plain: as it was asked for */
    T_(i32) by;
} T_(wcc_axis);

#if LANES >= 8
#define WCC_HALF_LANES (LANES / 2)
#define WCC_BY_HALVES(low, high) F_(splat_halves_i32)(low, high)
#else
#define WCC_HALF_LANES LANES
#define WCC_BY_HALVES(low, high) F_(splat_i32)(low)
#endif

/* For wcc_texture.h. */
WCC_INLINE void F_(wcc_keep_place)(T_(f32) coordinate, T_(i32) by, T_(wcc_axis) *axis)
{
    axis->coordinate = coordinate;
    axis->by = by;
}

/* ---- runs ---- */

/* Texels first .. first + count - 1, moved by a step, are texels of `size`. Where they are, no address
 * mode has done anything: not even the range reduction, before the step. */
WCC_INLINE int F_(wcc_are_texels)(float first, int32_t count, int32_t step, int32_t size)
{
    int32_t last = size - count;
    if (!(first >= 0 && first <= (float)last))
        return 0;
    return (uint32_t)((int32_t)first + step) <= (uint32_t)last;
}

WCC_INLINE int F_(wcc_kind_of_run)(const WccView *view, int is_centred)
{
    int kind = WCC_AXIS_PLAIN | WCC_AXIS_RUN;
    return kind | (view->is_linear ? WCC_AXIS_LINEAR : 0) | (is_centred ? WCC_AXIS_CENTRED : 0);
}

/* Along a row. False: it is no run, and nothing is set. */
WCC_INLINE int F_(wcc_find_run)(const WccView *view, T_(f32) coordinate, int32_t step,
                                T_(wcc_axis) *axis)
{
    const T_(f32) lanes = WCC_CONVERT(F_(linear_i32)(0, 1), T_(f32));
    const float size = (float)view->size[0], length = (coordinate[LANES - 1] - coordinate[0]) * size;
    T_(f32) position = coordinate * size, first, behind = F_(splat_f32)(0);
    if (!(length > LANES - 2 && length < LANES)) /* most of what is no run is told by its ends */
        return 0;
    if (view->is_linear)
        first = F_(wcc_split)(position - 0.5f, F_(splat_f32)(view->miss[0]), &behind);
    else
        first = F_(ffloor_f32)(position);
    int is_centred = !view->gathers && !F_(bits)(behind != 0);
    if (F_(bits)(first != first[0] + lanes) ||
        !F_(wcc_are_texels)(first[0], LANES + !is_centred, step, view->size[0]))
        return 0;
    int32_t texel = (int32_t)first[0] + step;
    axis->first[0][0] = texel * view->stride;
    axis->first[0][1] = (texel + LANES / 2) * view->stride;
    axis->behind = behind;
    axis->kind = F_(wcc_kind_of_run)(view, is_centred);
    if (texel + LANES / 2 + LANES <= view->size[0])
        axis->kind |= WCC_AXIS_NEAR; /* there are windows for each half, too */
    return 1;
}

/* Across rows, or slices. */
WCC_INLINE int F_(wcc_find_row)(const WccView *view, int number, float coordinate, int32_t step,
                                int32_t bytes, T_(wcc_axis) *axis)
{
    const float miss = view->miss[number];
    float position = coordinate * (float)view->size[number], first = ffloor_f32(position), behind = 0;
    if (view->is_linear) {
        position -= 0.5f;
        first = ffloor_f32(position + miss);
        behind = position - first > miss ? position - first : 0;
    }
    int is_centred = !view->gathers && behind == 0;
    if (!F_(wcc_are_texels)(first, 1 + !is_centred, step, view->size[number]))
        return 0;
    int32_t row = (int32_t)first + step, at = row * bytes;
    axis->first[0][0] = axis->first[0][1] = at;
    /* At a centre the row behind weighs nothing, but some look at it. */
    axis->first[1][0] = axis->first[1][1] = row + 1 < view->size[number] ? at + bytes : at;
    axis->behind = F_(splat_f32)(behind);
    axis->kind = F_(wcc_kind_of_run)(view, is_centred) | WCC_AXIS_NEAR;
    return 1;
}

/* ---- what is no run ---- */

/* The texels beside the points, as wcc_find_footprint has them. No address mode but the border's
 * gives lanes to *border. */
WCC_INLINE void F_(wcc_find_texels)(const WccView *view, int number, T_(f32) coordinate, T_(i32) by,
                                    WccAddress mode, T_(i32) index[2], T_(f32) *behind,
                                    T_(i32) *border)
{
    const T_(i32) size = F_(splat_i32)(view->size[number]);
    T_(f32) position = F_(wcc_reduce)(coordinate, mode) * WCC_CONVERT(size, T_(f32)), first;
    if (view->is_linear)
        first = F_(wcc_split)(position - 0.5f, F_(splat_f32)(view->miss[number]), behind);
    else
        first = F_(ffloor_f32)(position);
    T_(i32) unbounded = WCC_CONVERT(first, T_(i32)) + by;
    index[0] = F_(wcc_address)(mode, unbounded, size, border);
    if (view->is_linear)
        index[1] = F_(wcc_address)(mode, unbounded + 1, size, border);
}

/* Are neighbours loaded? Of 1, 2 or 4 words, or of one half. */
WCC_INLINE int F_(wcc_has_windows)(int components, WccTexel texel)
{
    int is_word = texel == WCC_TEXEL_F32 || texel == WCC_TEXEL_I32;
    return components == 1 || (is_word && components != 3);
}

WCC_INLINE int32_t F_(wcc_least)(T_(i32) index, int half)
{
    int32_t first = index[half * WCC_HALF_LANES],
            last = index[half * WCC_HALF_LANES + WCC_HALF_LANES - 1];
    return first < last ? first : last;
}

/* Along a row: windows begin with the first lane's texel or the last one's, and end with the row at
 * the latest, so rows have as many texels at least. Four lanes are near where they step by one. False: they are not near, and nothing is set. */
WCC_INLINE int F_(wcc_find_windows)(const WccView *view, const T_(i32) index[2], int is_linear,
                                    T_(wcc_axis) *axis)
{
#if LANES >= 8
    int32_t low = F_(wcc_least)(index[0], 0), high = F_(wcc_least)(index[0], 1);
    int32_t last_window = view->size[0] - LANES;
    if (last_window < 0)
        return 0;
    low = low < last_window ? low : last_window;
    high = high < last_window ? high : last_window;
    T_(i32) least = F_(splat_halves_i32)(low, high), upper = F_(splat_halves_i32)(0, LANES);
    T_(i32) first = index[0] - least, last = is_linear ? index[1] - least : first;
    if (F_(bits)((T_(i32))((T_(u32))(first | last) >= (T_(u32))F_(splat_i32)(LANES))))
        return 0;
    axis->at[0] = first + upper;
    if (is_linear)
        axis->at[1] = last + upper;
    axis->first[0][1] = high * view->stride;
#else
    int32_t low = index[0][0];
    T_(i32) strays = index[0] ^ F_(linear_i32)(low, 1);
    if (is_linear)
        strays |= index[1] ^ F_(linear_i32)(low + 1, 1);
    if (F_(bits)(strays != 0))
        return 0;
#endif
    axis->first[0][0] = low * view->stride;
    return 1;
}

/* Are runs loaded? */
WCC_INLINE int F_(wcc_has_runs)(int components, WccTexel texel)
{
    int is_word = texel == WCC_TEXEL_F32 || texel == WCC_TEXEL_I32;
    return components == 1 || is_word;
}

/* Across rows, or slices: each half of the lanes has one index. */
WCC_INLINE int F_(wcc_find_rows)(const T_(i32) index[2], int is_linear, T_(wcc_axis) *axis,
                                 int32_t bytes)
{
    T_(i32) strays = index[0] ^ WCC_BY_HALVES(index[0][0], index[0][WCC_HALF_LANES % LANES]);
    if (is_linear)
        strays |= index[1] ^ WCC_BY_HALVES(index[1][0], index[1][WCC_HALF_LANES % LANES]);
    if (F_(bits)(strays != 0))
        return 0;
    WCC_UNROLL
    for (int half = 0; half < LANES / WCC_HALF_LANES; half++) {
        axis->first[0][half] = index[0][half * WCC_HALF_LANES] * bytes;
        if (is_linear)
            axis->first[1][half] = index[1][half * WCC_HALF_LANES] * bytes;
    }
    return 1;
}

/* `bytes`: from one texel to the next; axis 0 lies along a row. `by`: NULL: `step` alone moves the
 * lanes. */
WCC_INLINE void F_(wcc_find_apart)(const WccView *view, int number, const T_(f32) *at,
                                   const T_(i32) *by, int32_t step, int pieces, WccAddress mode,
                                   int32_t bytes, T_(wcc_axis) *out)
{
    const int is_linear = view->is_linear;
    const int has_windows = F_(wcc_has_windows)(WCC_COMPONENTS_OF(&view->sampling),
                                                WCC_TEXEL_OF(&view->sampling));
    WCC_ROLLED
    for (int p = 0; p < pieces; p++) {
        T_(i32) border = F_(splat_i32)(0), offset = by ? by[p] : F_(splat_i32)(step), index[2];
        F_(wcc_find_texels)(view, number, at[p], offset, mode, index, &out[p].behind, &border);
        int is_near = number > 0
                          ? F_(wcc_find_rows)(index, is_linear, &out[p], bytes)
                          : has_windows && F_(wcc_find_windows)(view, index, is_linear, &out[p]);
        if (!is_near) {
            out[p].at[0] = index[0] * bytes;
            if (is_linear)
                out[p].at[1] = index[1] * bytes;
        }
        out[p].kind =
            WCC_AXIS_PLAIN | (is_near ? WCC_AXIS_NEAR : 0) | (is_linear ? WCC_AXIS_LINEAR : 0);
        if (mode == WCC_BORDER && F_(bits)(border))
            out[p].kind = 0;
        if (view->has_border)
            F_(wcc_keep_place)(at[p], offset, &out[p]);
    }
}

WCC_TEXTURE void F_(wcc_keep_places)(const T_(f32) *at, const T_(i32) *by, int32_t step,
                                     int pieces, T_(wcc_axis) *out)
{
    WCC_ROLLED
    for (int p = 0; p < pieces; p++) {
        F_(wcc_keep_place)(at[p], by ? by[p] : F_(splat_i32)(step), &out[p]);
        out[p].kind = 0;
    }
}

/* ---- pieces: where one is no run, those behind it are hardly any ---- */

/* Most samplers clamp. */
WCC_INLINE void F_(wcc_find_rest)(const WccView *view, int number, const T_(f32) *at,
                                  const T_(i32) *by, int32_t step, int pieces, int32_t bytes,
                                  T_(wcc_axis) *out)
{
    const WccAddress mode = view->sampling.sampler->address[number];
    if (mode == WCC_CLAMP && !by && !view->has_border)
        F_(wcc_find_apart)(view, number, at, 0, step, pieces, WCC_CLAMP, bytes, out);
    else
        F_(wcc_find_apart)(view, number, at, by, step, pieces, mode, bytes, out);
}

WCC_TEXTURE void F_(wcc_find_along)(const WccView *view, const T_(f32) *at, const T_(i32) *by,
                                    int32_t step, int pieces, T_(wcc_axis) *out)
{
    F_(wcc_find_rest)(view, 0, at, by, step, pieces, view->stride, out);
}

WCC_TEXTURE void F_(wcc_find_across)(const WccView *view, int number, const T_(f32) *at,
                                     const T_(i32) *by, int32_t step, int pieces,
                                     T_(wcc_axis) *out)
{
    const int32_t bytes = number == 1 ? view->row_pitch : view->slice_pitch;
    F_(wcc_find_rest)(view, number, at, by, step, pieces, bytes, out);
}

WCC_TEXTURE void F_(wcc_find_x)(const WccView *view, const T_(f32) *at, const T_(i32) *by,
                                int32_t step, int pieces, T_(wcc_axis) *out)
{
    int p = 0;
    int may_run = !by && F_(wcc_has_runs)(WCC_COMPONENTS_OF(&view->sampling),
                                          WCC_TEXEL_OF(&view->sampling));
    if (!view->is_plain) {
        F_(wcc_keep_places)(at, by, step, pieces, out);
        return;
    }
    for (; p < pieces && may_run && F_(wcc_find_run)(view, at[p], step, &out[p]); p++)
        if (view->has_border)
            F_(wcc_keep_place)(at[p], F_(splat_i32)(step), &out[p]);
    if (p < pieces)
        F_(wcc_find_along)(view, at + p, by, step, pieces - p, out + p);
}

WCC_INLINE void F_(wcc_find_yz)(const WccView *view, int number, const T_(f32) *at,
                                const T_(i32) *by, int32_t step, int pieces, T_(wcc_axis) *out)
{
    const int32_t bytes = number == 1 ? view->row_pitch : view->slice_pitch;
    int p = 0;
    if (!view->is_plain) {
        F_(wcc_keep_places)(at, by, step, pieces, out);
        return;
    }
    for (; p < pieces && !by && !F_(bits)(at[p] != at[p][0]) &&
           F_(wcc_find_row)(view, number, at[p][0], step, bytes, &out[p]);
         p++)
        if (view->has_border)
            F_(wcc_keep_place)(at[p], F_(splat_i32)(step), &out[p]);
    if (p < pieces)
        F_(wcc_find_across)(view, number, at + p, by, step, pieces - p, out + p);
}

WCC_TEXTURE void F_(wcc_find_y)(const WccView *view, const T_(f32) *at, const T_(i32) *by,
                                int32_t step, int pieces, T_(wcc_axis) *out)
{
    F_(wcc_find_yz)(view, 1, at, by, step, pieces, out);
}

WCC_TEXTURE void F_(wcc_find_z)(const WccView *view, const T_(f32) *at, const T_(i32) *by,
                                int32_t step, int pieces, T_(wcc_axis) *out)
{
    F_(wcc_find_yz)(view, 2, at, by, step, pieces, out);
}

/* The slice of an array: nearest even. */
WCC_INLINE T_(i32) F_(wcc_slice_at)(const WccView *view, T_(f32) slice)
{
    const T_(f32) last = F_(splat_f32)((float)(view->size[2] - 1));
    return WCC_CONVERT(F_(fround_f32)(F_(fmin_f32)(F_(fmax_f32)(slice, F_(splat_f32)(0)), last)), T_(i32));
}

/* Not filtered, so any filter's. */
WCC_TEXTURE void F_(wcc_find_slice)(const WccView *view, const T_(f32) *at, int pieces,
                                    T_(wcc_axis) *out)
{
    WCC_ROLLED
    for (int p = 0; p < pieces; p++) {
        T_(i32) index[2] = {F_(wcc_slice_at)(view, at[p])};
        int is_near = F_(wcc_find_rows)(index, 0, &out[p], view->slice_pitch);
        int is_run = is_near && out[p].first[0][0] == out[p].first[0][LANES >= 8];
        out[p].at[0] = index[0] * view->slice_pitch;
        out[p].coordinate = at[p];
        out[p].kind = is_run ? -1 : is_near ? ~WCC_AXIS_RUN : ~(WCC_AXIS_RUN | WCC_AXIS_NEAR);
    }
}
