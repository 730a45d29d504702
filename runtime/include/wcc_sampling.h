/* wcc_sampling: the usual samples, fast. Included after wcc_texture.h, which interprets every
 * sampler's state and says what a sample is; here is what most kernels ask for again and again,
 * with the same results to the bit.
 *
 * A view is a texture at one level through a sampler: the same for all lanes, found once for a
 * group. Views of all other kinds are not plain, and wcc_texture.h is asked instead. What a sample
 * point is on one axis, its texels and their weights, is found once for all the samples that share
 * it (a 3x3 filter has three columns and three rows). The texels are mostly neighbours: where each
 * half of a vector lies in one row, within as many texels as the vector has lanes, they are a load
 * for each half and a permutation; else they are gathered.
 *
 *     u ---- wcc_find_x ---- axis \           / wcc_take_near: loads, permutations, weights
 *     v ---- wcc_find_y ---- axis --- taken ---- wcc_take_far: the same by gathers
 *     w ---- wcc_find_z ---- axis /           \ wcc_sample: views and places that are not plain
 */
#ifndef WCC_SAMPLING_ONCE
#define WCC_SAMPLING_ONCE

typedef struct WccView {
    const WccSampler *sampler;
    const char *data; /* texel (0, 0, 0) of the level */
    int32_t size[3]; /* texels on each axis */
    int32_t stride, row_pitch, slice_pitch; /* bytes */
    int32_t is_linear;
    int32_t is_plain;
} WccView;

/* A piece's sample points on an axis: no lane sees a border; windows tell the texels along a row,
 * or each half of the lanes is in one row; there are texels behind them. */
enum { WCC_AXIS_PLAIN = 1, WCC_AXIS_NEAR = 2, WCC_AXIS_LINEAR = 4 };

/* A sample of a kind, out of line: emitted kernels have one for each kind. */
#define WCC_SAMPLE_KIND(name, lanes, axes, is_array, components, texel, used)                   \
    WCC_TEXTURE int name(const WccView *view, const WCC_PASTE(wcc_axis, lanes) *x,             \
                         const WCC_PASTE(wcc_axis, lanes) *y,                                  \
                         const WCC_PASTE(wcc_axis, lanes) *z,                                  \
                         const WCC_PASTE(wcc_axis, lanes) *slice, WCC_PASTE(f32, lanes) *out) \
    {                                                                                           \
        const WCC_PASTE(wcc_taken, lanes) taken = {view,                                        \
                                                   {x, axes > 1 ? y : 0, axes > 2 ? z : 0},     \
                                                   is_array ? slice : 0,                        \
                                                   components,                                  \
                                                   texel};                                      \
        return WCC_PASTE(wcc_take_far, lanes)(&taken, used, out);                               \
    }
#define WCC_GATHER_KIND(name, lanes, is_array, components, texel, component)                    \
    WCC_TEXTURE int name(const WccView *view, const WCC_PASTE(wcc_axis, lanes) *x,             \
                         const WCC_PASTE(wcc_axis, lanes) *y,                                  \
                         const WCC_PASTE(wcc_axis, lanes) *z,                                  \
                         const WCC_PASTE(wcc_axis, lanes) *slice, WCC_PASTE(f32, lanes) *out) \
    {                                                                                           \
        const WCC_PASTE(wcc_taken, lanes)                                                       \
            taken = {view, {x, y, 0}, is_array ? slice : 0, components, texel};                 \
        (void)z;                                                                                \
        return WCC_PASTE(wcc_gather_far, lanes)(&taken, component, out);                        \
    }

/* The texel that is read where there is nothing to sample. */
#define WCC_NO_VIEW                            \
    {                                          \
        .data = wcc_zeros, .size = { 1, 1, 1 } \
    }

static const int32_t wcc_texel_bytes[] __attribute__((unused)) = {
    [WCC_TEXEL_F32] = 4, [WCC_TEXEL_F16] = 2, [WCC_TEXEL_I32] = 4, [WCC_TEXEL_I16] = 2};

/* Level 0, as a gather sees it, or a sample where there is no other level and the filter is the
 * same near and far. */
WCC_TEXTURE void wcc_view_top(WccView *view, const WccSampling *sampling, int is_linear)
{
    const WccResource *texture = sampling->texture;
    int has_levels = texture->mips > 1 && texture->levels != 0;
    *view = (WccView)WCC_NO_VIEW;
    view->sampler = sampling->sampler;
    if (texture->data == 0 || texture->width == 0 || texture->height == 0 || texture->depth == 0 ||
        texture->stride != (uint32_t)(sampling->components * wcc_texel_bytes[sampling->texel]))
        return;
    view->data = (const char *)texture->data + (has_levels ? texture->levels[0].offset : 0);
    view->size[0] = (int32_t)texture->width, view->size[1] = (int32_t)texture->height,
    view->size[2] = (int32_t)texture->depth;
    view->stride = (int32_t)texture->stride;
    view->row_pitch = (int32_t)(has_levels ? texture->levels[0].row_pitch : texture->row_pitch);
    view->slice_pitch =
        (int32_t)(has_levels ? texture->levels[0].slice_pitch : texture->slice_pitch);
    view->is_linear = is_linear;
    view->is_plain = 1;
}

/* Levels that differ between lanes: plain where that makes no difference. */
WCC_TEXTURE void wcc_view_any(WccView *view, const WccSampling *sampling)
{
    const WccSampler *sampler = sampling->sampler;
    wcc_view_top(view, sampling,
                 sampler->mag_filter == WCC_LINEAR && sampling->texel <= WCC_TEXEL_F16);
    view->is_plain &= (sampling->texture->mips <= 1 || sampling->texture->levels == 0) &&
                      sampler->min_filter == sampler->mag_filter;
}

/* What a sampler makes of a level that all lanes share (7.18.10, 7.18.11), as wcc_sample has it.
 */
WCC_TEXTURE void wcc_view_level(WccView *view, const WccSampling *sampling, float level,
                                float least)
{
    const WccResource *texture = sampling->texture;
    const WccSampler *sampler = sampling->sampler;
    int is_float = sampling->texel <= WCC_TEXEL_F16,
        blends = sampler->mip_filter == WCC_LINEAR && is_float;
    level = fmax_f32(
        fmax_f32(fmin_f32(level + sampler->mip_bias, sampler->max_lod), sampler->min_lod), least);
    wcc_view_top(view, sampling,
                 is_float &&
                     (level <= 0 ? sampler->mag_filter : sampler->min_filter) == WCC_LINEAR);
    if (texture->mips <= 1 || texture->levels == 0 || !view->is_plain)
        return;
    float last = (float)(texture->mips - 1);
    level = fmin_f32(fmax_f32(blends ? level : ffloor_f32(level + 0.5f), 0), last);
    uint32_t first = (uint32_t)ffloor_f32(level);
    view->is_plain = level == (float)first;
    for (int axis = 0; axis < (sampling->axes == 3 ? 3 : 2); axis++)
        view->size[axis] = view->size[axis] >> first > 1 ? view->size[axis] >> first : 1;
    view->data = (const char *)texture->data + texture->levels[first].offset;
    view->row_pitch = (int32_t)texture->levels[first].row_pitch;
    view->slice_pitch = (int32_t)texture->levels[first].slice_pitch;
}
#endif

#define T_(type) WCC_PASTE(type, LANES)
#define F_(name) WCC_PASTE(name, LANES)

/* ---- one axis ---- */

/* Where the lanes' sample points lie on one axis. */
typedef struct T_(wcc_axis) {
    int32_t kind; /* WCC_AXIS_... */
    int32_t first[2][2]; /* bytes; side, half. Along a row: where windows begin (side 0); across:
                            where the texels lie */
    T_(i32) from[2]; /* along a row: the texels' numbers in the window, for window_f32 */
    T_(i32) index[2]; /* the texels beside the point, addressed; the second where it is linear */
    T_(f32) weight[2]; /* where it is linear */
} T_(wcc_axis);

#if LANES >= 8
#define WCC_HALF_LANES (LANES / 2)
#define WCC_BY_HALVES(low, high) F_(splat_halves_i32)(low, high)
#else
#define WCC_HALF_LANES LANES
#define WCC_BY_HALVES(low, high) F_(splat_i32)(low)
#endif

/* As wcc_find_footprint has it. No address mode but the border's gives lanes to *border. */
WCC_INLINE void F_(wcc_find_texels)(T_(f32) coordinate, T_(i32) by, int32_t length,
                                    WccAddress mode, int is_linear, T_(wcc_axis) *out,
                                    T_(i32) *border)
{
    const T_(i32) size = F_(splat_i32)(length);
    T_(f32) position = F_(wcc_reduce)(coordinate, mode) * WCC_CONVERT(size, T_(f32));
    if (is_linear)
        position -= 0.5f;
    T_(f32) first = F_(ffloor_f32)(position);
    T_(i32) index = WCC_CONVERT(first, T_(i32)) + by;
    out->index[0] = F_(wcc_address)(mode, index, size, border);
    if (!is_linear)
        return;
    out->index[1] = F_(wcc_address)(mode, index + 1, size, border);
    out->weight[1] = position - first;
    out->weight[0] = 1 - out->weight[1];
}

WCC_INLINE int32_t F_(wcc_least)(T_(i32) index, int half)
{
    int32_t first = index[half * WCC_HALF_LANES],
            last = index[half * WCC_HALF_LANES + WCC_HALF_LANES - 1];
    return first < last ? first : last;
}

/* Windows begin with the first lane's texel or the last one's. Four lanes are near where they step
 * by one. */
WCC_INLINE int F_(wcc_find_windows)(int is_linear, T_(wcc_axis) *axis, int32_t stride)
{
#if LANES >= 8
    int32_t low = F_(wcc_least)(axis->index[0], 0), high = F_(wcc_least)(axis->index[0], 1);
    T_(i32) least = F_(splat_halves_i32)(low, high), upper = F_(splat_halves_i32)(0, LANES), far;
    far = axis->index[0] - least;
    axis->from[0] = far + upper;
    if (is_linear) {
        T_(i32) behind = axis->index[1] - least;
        axis->from[1] = behind + upper;
        far |= behind;
    }
    far = (T_(i32))((T_(u32))far >= (T_(u32))F_(splat_i32)(LANES));
    axis->first[0][1] = high * stride;
#else
    int32_t low = axis->index[0][0];
    T_(i32) far = axis->index[0] != F_(linear_i32)(low, 1);
    if (is_linear)
        far |= axis->index[1] != F_(linear_i32)(low + 1, 1);
#endif
    axis->first[0][0] = low * stride;
    return !F_(bits)(far);
}

/* Lanes whose texel is not the one of the first lane in their half. */
WCC_INLINE T_(i32) F_(wcc_strays)(T_(i32) index)
{
    return index != WCC_BY_HALVES(index[0], index[WCC_HALF_LANES % LANES]);
}

/* Rows, or slices: `bytes` from one to the next. */
WCC_INLINE int F_(wcc_find_steps)(int is_linear, T_(wcc_axis) *axis, int32_t bytes)
{
    T_(i32) strays = F_(wcc_strays)(axis->index[0]);
    if (is_linear)
        strays |= F_(wcc_strays)(axis->index[1]);
    WCC_UNROLL
    for (int half = 0; half < LANES / WCC_HALF_LANES; half++) {
        axis->first[0][half] = axis->index[0][half * WCC_HALF_LANES] * bytes;
        if (is_linear)
            axis->first[1][half] = axis->index[1][half * WCC_HALF_LANES] * bytes;
    }
    return !F_(bits)(strays);
}

/* `bytes`: from one texel to the next; axis 0 lies along a row. `by`: NULL: `step` alone moves the
 * lanes. */
WCC_INLINE void F_(wcc_find_pieces)(const WccView *view, int number, const T_(f32) *at,
                                    const T_(i32) *by, int32_t step, int pieces, WccAddress mode,
                                    int is_linear, T_(wcc_axis) *out)
{
    int32_t bytes = number == 0 ? view->stride : number == 1 ? view->row_pitch : view->slice_pitch;
    for (int p = 0; p < pieces; p++) {
        T_(i32) border = F_(splat_i32)(0), offset = F_(splat_i32)(step);
        if (by)
            offset += by[p];
        F_(wcc_find_texels)(at[p], offset, view->size[number], mode, is_linear, &out[p], &border);
        int is_near = number == 0 ? F_(wcc_find_windows)(is_linear, &out[p], bytes)
                                  : F_(wcc_find_steps)(is_linear, &out[p], bytes);
        int is_plain = mode != WCC_BORDER || !F_(bits)(border);
        out[p].kind = (is_plain ? WCC_AXIS_PLAIN : 0) | (is_near ? WCC_AXIS_NEAR : 0) |
                      (is_linear ? WCC_AXIS_LINEAR : 0);
    }
}

WCC_INLINE void F_(wcc_find_axis)(const WccView *view, int number, const T_(f32) *at,
                                  const T_(i32) *by, int32_t step, int pieces, T_(wcc_axis) *out)
{
    const WccAddress mode = view->sampler->address[number];
    if (!view->is_plain)
        for (int p = 0; p < pieces; p++)
            out[p].kind = 0;
    else if (mode == WCC_CLAMP && !by && view->is_linear)
        F_(wcc_find_pieces)(view, number, at, 0, step, pieces, WCC_CLAMP, 1, out);
    else if (mode == WCC_CLAMP && !by)
        F_(wcc_find_pieces)(view, number, at, 0, step, pieces, WCC_CLAMP, 0, out);
    else if (view->is_linear)
        F_(wcc_find_pieces)(view, number, at, by, step, pieces, mode, 1, out);
    else
        F_(wcc_find_pieces)(view, number, at, by, step, pieces, mode, 0, out);
}

WCC_TEXTURE void F_(wcc_find_x)(const WccView *view, const T_(f32) *at, const T_(i32) *by,
                                int32_t step, int pieces, T_(wcc_axis) *out)
{
    F_(wcc_find_axis)(view, 0, at, by, step, pieces, out);
}
WCC_TEXTURE void F_(wcc_find_y)(const WccView *view, const T_(f32) *at, const T_(i32) *by,
                                int32_t step, int pieces, T_(wcc_axis) *out)
{
    F_(wcc_find_axis)(view, 1, at, by, step, pieces, out);
}
WCC_TEXTURE void F_(wcc_find_z)(const WccView *view, const T_(f32) *at, const T_(i32) *by,
                                int32_t step, int pieces, T_(wcc_axis) *out)
{
    F_(wcc_find_axis)(view, 2, at, by, step, pieces, out);
}

/* The slice of an array: nearest even. Not filtered, so any filter's. */
WCC_TEXTURE void F_(wcc_find_slice)(const WccView *view, const T_(f32) *at, int pieces,
                                    T_(wcc_axis) *out)
{
    const T_(f32) last = F_(splat_f32)((float)(view->size[2] - 1));
    for (int p = 0; p < pieces; p++) {
        T_(f32) slice = F_(fround_f32)(F_(fmin_f32)(F_(fmax_f32)(at[p], F_(splat_f32)(0)), last));
        out[p].index[0] = WCC_CONVERT(slice, T_(i32));
        out[p].kind = F_(wcc_find_steps)(0, &out[p], view->slice_pitch) ? -1 : ~WCC_AXIS_NEAR;
    }
}

/* ---- what is sampled: constant where it is inlined ---- */

typedef struct T_(wcc_taken) {
    const WccView *view;
    const T_(wcc_axis) *axis[3], *slice; /* NULL: it has none */
    int components;
    WccTexel texel;
} T_(wcc_taken);

/* What is true of all axes. */
WCC_INLINE int F_(wcc_kind)(const T_(wcc_taken) *taken)
{
    int kind = taken->axis[0]->kind;
    if (taken->axis[1])
        kind &= taken->axis[1]->kind;
    if (taken->axis[2])
        kind &= taken->axis[2]->kind;
    return taken->slice ? kind & taken->slice->kind : kind;
}

/* Rows of a linear sample: bit 0: behind in y, bit 1: in z. */
WCC_INLINE int F_(wcc_rows)(const T_(wcc_taken) *taken)
{
    return taken->axis[2] ? 4 : taken->axis[1] ? 2 : 1;
}

/* ---- texels that are near ---- */

/* Neighbours in a row, as the kernel holds them. */
WCC_INLINE T_(f32) F_(wcc_texels_at)(const char *at, WccTexel texel)
{
    if (texel == WCC_TEXEL_F32 || texel == WCC_TEXEL_I32)
        return F_(load_f32)(at);
    if (texel == WCC_TEXEL_I16)
        return (T_(f32))WCC_CONVERT(F_(load_i16)(at), T_(i32));
    return F_(f32_of_half)(F_(load_i16)(at));
}

/* Where a row's window begins, in a half of the lanes. */
WCC_INLINE const char *F_(wcc_window)(const T_(wcc_taken) *taken, int row, int half)
{
    int32_t at = taken->axis[0]->first[0][half];
    if (taken->axis[1])
        at += taken->axis[1]->first[row & 1][half];
    if (taken->axis[2])
        at += taken->axis[2]->first[row >> 1][half];
    if (taken->slice)
        at += taken->slice->first[0][half];
    return taken->view->data + at;
}

/* The texels of a row beside the sample points; is_linear: those behind too. */
WCC_INLINE void F_(wcc_near_texels)(const T_(wcc_taken) *taken, int row, int is_linear,
                                    T_(f32) out[2])
{
    const char *at = F_(wcc_window)(taken, row, 0);
    T_(f32) low = F_(wcc_texels_at)(at, taken->texel);
#if LANES >= 8
    T_(f32) high = F_(wcc_texels_at)(F_(wcc_window)(taken, row, 1), taken->texel);
    out[0] = F_(window_f32)(low, high, taken->axis[0]->from[0]);
    if (is_linear)
        out[1] = F_(window_f32)(low, high, taken->axis[0]->from[1]);
#else
    out[0] = low;
    if (is_linear)
        out[1] = F_(wcc_texels_at)(at + wcc_texel_bytes[taken->texel], taken->texel);
#endif
}

/* ---- texels anywhere ---- */

/* The byte offset of a row. */
WCC_INLINE T_(i32) F_(wcc_far_row)(const T_(wcc_taken) *taken, int row)
{
    T_(i32) offset = F_(splat_i32)(0);
    if (taken->axis[1])
        offset += taken->axis[1]->index[row & 1] * taken->view->row_pitch;
    if (taken->axis[2])
        offset += taken->axis[2]->index[row >> 1] * taken->view->slice_pitch;
    if (taken->slice)
        offset += taken->slice->index[0] * taken->view->slice_pitch;
    return offset;
}

WCC_INLINE T_(i32) F_(wcc_far_offset)(const T_(wcc_taken) *taken, T_(i32) row, int side)
{
    return row + taken->axis[0]->index[side] * (wcc_texel_bytes[taken->texel] * taken->components);
}

WCC_INLINE T_(f32) F_(wcc_far_texel)(const T_(wcc_taken) *taken, T_(i32) offset, int component)
{
    const T_(i32) all = F_(splat_i32)(-1);
    T_(i32)
    word =
        F_(gather_i32)(taken->view->data + component * wcc_texel_bytes[taken->texel], offset, all);
    if (taken->texel == WCC_TEXEL_F16)
        return F_(f32_of_half)(WCC_CONVERT(word, T_(i16)));
    return (T_(f32))word;
}

/* Four floats of each lane: cheaper than three gathers. */
WCC_INLINE int F_(wcc_goes_in_quads)(const T_(wcc_taken) *taken, unsigned used)
{
    int is_word = taken->texel == WCC_TEXEL_F32 || taken->texel == WCC_TEXEL_I32;
    return is_word && taken->components >= 3 && __builtin_popcount(used) >= 2;
}

WCC_INLINE void F_(wcc_far_texels)(const T_(wcc_taken) *taken, T_(i32) offset, unsigned used,
                                   T_(f32) out[4])
{
    if (F_(wcc_goes_in_quads)(taken, used)) {
        F_(gather_4_f32)(taken->view->data, offset, &out[0], &out[1], &out[2], &out[3]);
        return;
    }
    WCC_UNROLL
    for (int c = 0; c < 4; c++)
        if (c < taken->components && (used >> c & 1))
            out[c] = F_(wcc_far_texel)(taken, offset, c);
}

/* ---- filters ---- */

/* Of a tap: bit 0: behind in x, 1: in y, 2: in z. */
WCC_INLINE T_(f32) F_(wcc_weight_of)(const T_(wcc_taken) *taken, int tap)
{
    T_(f32) weight = taken->axis[0]->weight[tap & 1];
    if (taken->axis[1])
        weight *= taken->axis[1]->weight[tap >> 1 & 1];
    if (taken->axis[2])
        weight *= taken->axis[2]->weight[tap >> 2];
    return weight;
}

WCC_INLINE void F_(wcc_add_tap)(T_(f32) texel, T_(f32) weight, int tap, T_(f32) *sum)
{
    T_(f32) part = (T_(f32))((T_(i32))texel & (weight != 0)) * weight;
    *sum = tap == 0 ? part : *sum + part;
}

WCC_INLINE void F_(wcc_near_linear)(const T_(wcc_taken) *taken, T_(f32) *out)
{
    WCC_UNROLL
    for (int row = 0; row < 4; row++)
        if (row < F_(wcc_rows)(taken)) {
            T_(f32) texels[2];
            F_(wcc_near_texels)(taken, row, 1, texels);
            WCC_UNROLL
            for (int side = 0; side < 2; side++)
                F_(wcc_add_tap)
                (texels[side], F_(wcc_weight_of)(taken, row * 2 + side), row * 2 + side, out);
        }
}

WCC_INLINE void F_(wcc_far_linear)(const T_(wcc_taken) *taken, unsigned used, T_(f32) out[4])
{
    WCC_UNROLL
    for (int tap = 0; tap < 8; tap++)
        if (tap < 2 * F_(wcc_rows)(taken)) {
            T_(i32) offset = F_(wcc_far_offset)(taken, F_(wcc_far_row)(taken, tap >> 1), tap & 1);
            T_(f32) texels[4], weight = F_(wcc_weight_of)(taken, tap);
            F_(wcc_far_texels)(taken, offset, used, texels);
            WCC_UNROLL
            for (int c = 0; c < 4; c++)
                if (c < taken->components && (used >> c & 1))
                    F_(wcc_add_tap)(texels[c], weight, tap, &out[c]);
        }
}

WCC_INLINE void F_(wcc_round_texels)(WccTexel texel, int count, T_(f32) out[4])
{
    WCC_UNROLL
    for (int i = 0; i < 4; i++)
        if (i < count && texel == WCC_TEXEL_F16)
            out[i] = F_(round_f16_f32)(out[i]);
}

/* ---- samples and gathers ---- */

/* Textures of one component, where the lanes are near: out[0]. False: they are not. */
WCC_INLINE int F_(wcc_take_near)(const T_(wcc_taken) *taken, T_(f32) out[4])
{
    int kind = F_(wcc_kind)(taken);
    if (!WCC_LIKELY(kind & WCC_AXIS_NEAR && kind & WCC_AXIS_PLAIN))
        return 0;
    if (kind & WCC_AXIS_LINEAR)
        F_(wcc_near_linear)(taken, out);
    else
        F_(wcc_near_texels)(taken, 0, 0, out);
    F_(wcc_round_texels)(taken->texel, 1, out);
    return 1;
}

/* Any place: the components that are `used`, a bit each. False: the view is not plain, or lanes
 * see a border. */
WCC_INLINE int F_(wcc_take_far)(const T_(wcc_taken) *taken, unsigned used, T_(f32) out[4])
{
    int kind = F_(wcc_kind)(taken);
    if (!(kind & WCC_AXIS_PLAIN))
        return 0;
    if (kind & WCC_AXIS_LINEAR)
        F_(wcc_far_linear)(taken, used, out);
    else
        F_(wcc_far_texels)
        (taken, F_(wcc_far_offset)(taken, F_(wcc_far_row)(taken, 0), 0), used, out);
    F_(wcc_round_texels)(taken->texel, taken->components, out);
    return 1;
}

/* The footprint's texels (-,+) (+,+) (+,-) (-,-), of one component. */
WCC_INLINE void F_(wcc_order_gather)(const T_(wcc_taken) *taken, T_(f32) rows[2][2],
                                     T_(f32) out[4])
{
    out[0] = rows[1][0], out[1] = rows[1][1], out[2] = rows[0][1], out[3] = rows[0][0];
    F_(wcc_round_texels)(taken->texel, 4, out);
}

WCC_INLINE int F_(wcc_gather_near)(const T_(wcc_taken) *taken, T_(f32) out[4])
{
    T_(f32) rows[2][2];
    int kind = F_(wcc_kind)(taken);
    if (!WCC_LIKELY(kind & WCC_AXIS_NEAR && kind & WCC_AXIS_PLAIN))
        return 0;
    F_(wcc_near_texels)(taken, 0, 1, rows[0]);
    F_(wcc_near_texels)(taken, 1, 1, rows[1]);
    F_(wcc_order_gather)(taken, rows, out);
    return 1;
}

WCC_INLINE int F_(wcc_gather_far)(const T_(wcc_taken) *taken, int component, T_(f32) out[4])
{
    T_(f32) rows[2][2];
    if (!(F_(wcc_kind)(taken) & WCC_AXIS_PLAIN))
        return 0;
    WCC_UNROLL
    for (int tap = 0; tap < 4; tap++)
        rows[tap >> 1][tap & 1] = F_(wcc_far_texel)(
            taken, F_(wcc_far_offset)(taken, F_(wcc_far_row)(taken, tap >> 1), tap & 1),
            component);
    F_(wcc_order_gather)(taken, rows, out);
    return 1;
}

#undef WCC_HALF_LANES
#undef WCC_BY_HALVES
#undef T_
#undef F_
