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
    WccSampling sampling;
    const char *data; /* texel (0, 0, 0) of the level */
    int32_t size[3]; /* texels on each axis */
    int32_t stride, row_pitch, slice_pitch; /* bytes */
    float miss[3]; /* how far from a texel's centre is at it (wcc_split) */
    int32_t is_linear;
    int32_t gathers; /* all texels count, whatever they weigh */
    int32_t has_border; /* some axis has one: where it is seen, a sample is not plain */
    int32_t is_plain;
} WccView;

/* A piece's sample points on an axis: no lane sees a border; windows tell the texels along a row,
 * or each half of the lanes is in one row (near); there are texels behind them; texels follow one
 * another along a row, or are in one row (wcc_axes.h); those behind weigh nothing. */
enum {
    WCC_AXIS_PLAIN = 1,
    WCC_AXIS_NEAR = 2,
    WCC_AXIS_LINEAR = 4,
    WCC_AXIS_RUN = 8,
    WCC_AXIS_CENTRED = 16
};

/* Where the lanes lie, the cheapest first. A function of these, inlined, would be optimised twice. */
#define WCC_TAKE(lanes, taken, used, out)                                                         \
    (WCC_PASTE(wcc_take_centres, lanes)(taken, used, out) ||                                      \
     WCC_PASTE(wcc_take_run, lanes)(taken, used, out) ||                                          \
     (WCC_PASTE(wcc_has_windows, lanes)((taken)->components, (taken)->texel) &&                   \
      WCC_PASTE(wcc_take_near, lanes)(taken, used, out)) ||                                       \
     WCC_PASTE(wcc_take_far, lanes)(taken, used, out))
#define WCC_TAKE_GATHER(lanes, taken, component, out)                                             \
    (WCC_PASTE(wcc_gather_run, lanes)(taken, component, out) ||                                   \
     (WCC_PASTE(wcc_has_windows, lanes)((taken)->components, (taken)->texel) &&                   \
      WCC_PASTE(wcc_gather_near, lanes)(taken, component, out)) ||                                \
     WCC_PASTE(wcc_gather_far, lanes)(taken, component, out))

/* A sample of a kind, out of line: emitted kernels have one for each kind. `scattered`: how levels that differ between
 * lanes are sampled; 0: as any other. */
#define WCC_AXES(lanes)                                                             \
    const WccView *view, const WCC_PASTE(wcc_axis, lanes) *x,                      \
        const WCC_PASTE(wcc_axis, lanes) *y, const WCC_PASTE(wcc_axis, lanes) *z, \
        const WCC_PASTE(wcc_axis, lanes) *slice
#define WCC_SAMPLE_KIND(name, lanes, axes, is_array, components, texel, used, scattered)          \
    WCC_TEXTURE int name(WCC_AXES(lanes), WCC_PASTE(f32, lanes) *out)                             \
    {                                                                                             \
        const WCC_PASTE(wcc_taken, lanes)                                                         \
            taken = {view, {x, y, z}, is_array ? slice : 0, axes, components, texel, 0};          \
        return WCC_TAKE(lanes, &taken, used, out);                                                \
    }                                                                                             \
    WCC_TEXTURE void name##_else(WCC_AXES(lanes), WCC_PASTE(f32, lanes) level,                    \
                                 WCC_PASTE(f32, lanes) least, WCC_PASTE(i32, lanes) active,       \
                                 WCC_PASTE(f32, lanes) *out)                                      \
    {                                                                                             \
        const WCC_PASTE(wcc_place, lanes) place = WCC_PASTE(wcc_place_of, lanes)(x, y, z, slice); \
        if (!WCC_PASTE(wcc_take_levels, lanes)(name, scattered, &view->sampling, axes, is_array, used, \
                                               &place, level, least, active, out))                \
            WCC_PASTE(wcc_sample, lanes)(&view->sampling, &place, level, least, 0, active, out);  \
    }
/* The same of lanes that lie anywhere (wcc_scattered.h). */
#define WCC_SCATTERED(lanes)                                                                      \
    const WccView *view, WCC_PASTE(f32, lanes) x, WCC_PASTE(f32, lanes) y, WCC_PASTE(f32, lanes) z, \
        WCC_PASTE(f32, lanes) slice, int32_t right, int32_t down, int32_t back
#define WCC_SAMPLE_SCATTERED(name, lanes, axes, is_array, components, texel, used)                \
    WCC_TEXTURE int name##_scattered(WCC_SCATTERED(lanes), WCC_PASTE(f32, lanes) *out)            \
    {                                                                                             \
        const int32_t step[3] = {right, down, back};                                              \
        return WCC_PASTE(wcc_take_scattered, lanes)(view, x, y, z, slice, step, axes, is_array,   \
                                                    components, texel, used, 0, out);             \
    }                                                                                             \
    WCC_TEXTURE void name##_scattered_else(WCC_SCATTERED(lanes), WCC_PASTE(f32, lanes) level,     \
                                           WCC_PASTE(f32, lanes) least,                           \
                                           WCC_PASTE(i32, lanes) active,                          \
                                           WCC_PASTE(f32, lanes) *out)                            \
    {                                                                                             \
        const WCC_PASTE(wcc_place, lanes)                                                         \
            place = WCC_PASTE(wcc_scattered_place, lanes)(x, y, z, slice, right, down, back);     \
        if (!WCC_PASTE(wcc_take_levels, lanes)(0, name##_scattered, &view->sampling, axes,        \
                                               is_array, used, &place, level, least, active,      \
                                               out))                                              \
            WCC_PASTE(wcc_sample, lanes)(&view->sampling, &place, level, least, 0, active, out);  \
    }
#define WCC_COMPARE_SCATTERED(name, lanes, axes, is_array, components, texel)                     \
    WCC_TEXTURE int name##_scattered(WCC_SCATTERED(lanes), WCC_PASTE(f32, lanes) reference,       \
                                     WCC_PASTE(f32, lanes) *out)                                  \
    {                                                                                             \
        const int32_t step[3] = {right, down, back};                                              \
        return WCC_PASTE(wcc_take_scattered, lanes)(view, x, y, z, slice, step, axes, is_array,   \
                                                    components, texel, 1, &reference, out);       \
    }                                                                                             \
    WCC_TEXTURE void name##_scattered_else(WCC_SCATTERED(lanes), WCC_PASTE(f32, lanes) reference, \
                                           WCC_PASTE(f32, lanes) level,                           \
                                           WCC_PASTE(f32, lanes) least,                           \
                                           WCC_PASTE(i32, lanes) active,                          \
                                           WCC_PASTE(f32, lanes) *out)                            \
    {                                                                                             \
        const WCC_PASTE(wcc_place, lanes)                                                         \
            place = WCC_PASTE(wcc_scattered_place, lanes)(x, y, z, slice, right, down, back);     \
        WCC_PASTE(wcc_sample, lanes)                                                              \
        (&view->sampling, &place, level, least, &reference, active, out);                         \
    }
#define WCC_GATHER_KIND(name, lanes, is_array, components, texel, component)                      \
    WCC_TEXTURE int name(WCC_AXES(lanes), WCC_PASTE(f32, lanes) *out)                             \
    {                                                                                             \
        const WCC_PASTE(wcc_taken, lanes)                                                         \
            taken = {view, {x, y, 0}, is_array ? slice : 0, 2, components, texel, 0};                \
        (void)z;                                                                                  \
        return WCC_TAKE_GATHER(lanes, &taken, component, out);                                    \
    }                                                                                             \
    WCC_TEXTURE void name##_else(WCC_AXES(lanes), WCC_PASTE(f32, lanes) *out)                     \
    {                                                                                             \
        const WCC_PASTE(wcc_place, lanes) place = WCC_PASTE(wcc_place_of, lanes)(x, y, z, slice); \
        WCC_PASTE(wcc_gather, lanes)(&view->sampling, &place, component, 0, out);                 \
    }

/* Several of a kind, of textures with two axes: where they are no runs (wcc_taps.h). */
#define WCC_TAPS(lanes)                                                                           \
    const WccView *view, const WccTaps *taps, const WCC_PASTE(f32, lanes) *x,                     \
        const WCC_PASTE(f32, lanes) *y, const WccTapsKnown *known, int pieces,                    \
        WCC_PASTE(f32, lanes) (*out)[4]
#define WCC_CLAMP_TAPS(lanes, components, texel_kind, component)                                  \
    if (WCC_PASTE(wcc_clamp_taps, lanes)(view, taps, known, pieces, components, texel_kind,       \
                                         component, out))                                         \
        return;
#define WCC_PAIR_TAPS(lanes, components, texel_kind, component)                                   \
    if (WCC_PASTE(wcc_pair_taps, lanes)(view, taps, known, x, pieces, components, texel_kind,     \
                                        component, out))                                          \
        return;
#define WCC_EACH_TAP(name, lanes, otherwise)                                                      \
    WCC_ROLLED                                                                                    \
    for (int p = 0; p < pieces; p++) {                                                            \
        WCC_PASTE(wcc_axis, lanes) columns[WCC_MOST_TAPS], rows[WCC_MOST_TAPS];                   \
        WCC_PASTE(wcc_find_taps, lanes)(view, taps, x + p, y + p, pieces, columns, rows);         \
        WCC_ROLLED                                                                                \
        for (int i = 0; i < taps->count; i++) {                                                   \
            const WCC_PASTE(wcc_axis, lanes) *const at_x = &columns[taps->column[i]],             \
                                                    *const at_y = &rows[taps->row[i]];            \
            WCC_PASTE(f32, lanes) *const texel = out[i * pieces + p];                             \
            if (!name(view, at_x, at_y, 0, 0, texel))                                             \
                otherwise;                                                                        \
        }                                                                                         \
    }
#ifdef WCC_STRICT
#define WCC_FILTER(lanes, components, texel_kind, used)
#else
#define WCC_FILTER(lanes, components, texel_kind, used)                                           \
    if (WCC_PASTE(wcc_filter_taps, lanes)(view, taps, x, y, known, pieces, components,            \
                                          texel_kind, used, out))                                 \
        return;
#endif
#define WCC_SAMPLE_TAPS(name, lanes, components, texel_kind, used)                                \
    WCC_TEXTURE void name##_taps(WCC_TAPS(lanes), const WCC_PASTE(f32, lanes) *level,             \
                                 const WCC_PASTE(f32, lanes) *least,                              \
                                 const WCC_PASTE(i32, lanes) *active)                             \
    {                                                                                             \
        WCC_CLAMP_TAPS(lanes, components, texel_kind, -1)                                         \
        WCC_PAIR_TAPS(lanes, components, texel_kind, -1)                                          \
        WCC_FILTER(lanes, components, texel_kind, used)                                           \
        WCC_EACH_TAP(name, lanes,                                                                 \
                     name##_else(view, at_x, at_y, 0, 0, level[p], least[p], active[p], texel))   \
    }
#define WCC_GATHER_TAPS(name, lanes, components, texel_kind, component)                           \
    WCC_TEXTURE void name##_taps(WCC_TAPS(lanes))                                                 \
    {                                                                                             \
        WCC_CLAMP_TAPS(lanes, components, texel_kind, component)                                  \
        WCC_PAIR_TAPS(lanes, components, texel_kind, component)                                   \
        WCC_EACH_TAP(name, lanes, name##_else(view, at_x, at_y, 0, 0, texel))                     \
    }

/* Comparisons with a reference; samples compare component 0. */
#define WCC_COMPARE_KIND(name, lanes, axes, is_array, components, texel)                          \
    WCC_TEXTURE int name(WCC_AXES(lanes), WCC_PASTE(f32, lanes) reference,                        \
                         WCC_PASTE(f32, lanes) *out)                                              \
    {                                                                                             \
        const WCC_PASTE(wcc_taken, lanes)                                                         \
            taken = {view, {x, y, z}, is_array ? slice : 0, axes, components, texel, &reference}; \
        return WCC_TAKE(lanes, &taken, 1, out);                                                   \
    }                                                                                             \
    WCC_TEXTURE void name##_else(WCC_AXES(lanes), WCC_PASTE(f32, lanes) reference,                \
                                 WCC_PASTE(f32, lanes) level, WCC_PASTE(f32, lanes) least,        \
                                 WCC_PASTE(i32, lanes) active, WCC_PASTE(f32, lanes) *out)        \
    {                                                                                             \
        const WCC_PASTE(wcc_place, lanes) place = WCC_PASTE(wcc_place_of, lanes)(x, y, z, slice); \
        WCC_PASTE(wcc_sample, lanes)                                                              \
        (&view->sampling, &place, level, least, &reference, active, out);                         \
    }
#define WCC_COMPARE_GATHER_KIND(name, lanes, is_array, components, texel, component)              \
    WCC_TEXTURE int name(WCC_AXES(lanes), WCC_PASTE(f32, lanes) reference,                        \
                         WCC_PASTE(f32, lanes) *out)                                              \
    {                                                                                             \
        const WCC_PASTE(wcc_taken, lanes)                                                         \
            taken = {view, {x, y, 0}, is_array ? slice : 0, 2, components, texel, &reference};    \
        (void)z;                                                                                  \
        return WCC_TAKE_GATHER(lanes, &taken, component, out);                                    \
    }                                                                                             \
    WCC_TEXTURE void name##_else(WCC_AXES(lanes), WCC_PASTE(f32, lanes) reference,                \
                                 WCC_PASTE(f32, lanes) *out)                                      \
    {                                                                                             \
        const WCC_PASTE(wcc_place, lanes) place = WCC_PASTE(wcc_place_of, lanes)(x, y, z, slice); \
        WCC_PASTE(wcc_gather, lanes)(&view->sampling, &place, component, &reference, out);        \
    }

/* The texel that is read where there is nothing to sample. */
#define WCC_NO_VIEW                            \
    {                                          \
        .data = wcc_zeros, .size = { 1, 1, 1 } \
    }

static const int32_t wcc_texel_bytes[] __attribute__((unused)) = {
    [WCC_TEXEL_F32] = 4, [WCC_TEXEL_F16] = 2, [WCC_TEXEL_I32] = 4, [WCC_TEXEL_I16] = 2};

/* Samples, whose texels behind may weigh nothing. */
WCC_INLINE void wcc_view_filters(WccView *view)
{
    view->gathers = 0;
    for (int axis = 0; axis < 3; axis++)
        view->miss[axis] = WCC_MISS((float)view->size[axis]);
}

/* Level 0, as a gather sees it, or a sample where there is no other level and the filter is the
 * same near and far. */
WCC_TEXTURE void wcc_view_top(WccView *view, const WccSampling *sampling, int is_linear)
{
    const WccResource *texture = sampling->texture;
    int has_levels = texture->mips > 1 && texture->levels != 0;
    *view = (WccView)WCC_NO_VIEW;
    view->sampling = *sampling;
    if (texture->data == 0 || texture->width == 0 || texture->height == 0 || texture->depth == 0 ||
        texture->stride !=
            (uint32_t)(WCC_COMPONENTS_OF(sampling) * wcc_texel_bytes[WCC_TEXEL_OF(sampling)]))
        return;
    view->data = (const char *)texture->data + (has_levels ? texture->levels[0].offset : 0);
    view->size[0] = (int32_t)texture->width, view->size[1] = (int32_t)texture->height,
    view->size[2] = (int32_t)texture->depth;
    view->stride = (int32_t)texture->stride;
    view->row_pitch = (int32_t)(has_levels ? texture->levels[0].row_pitch : texture->row_pitch);
    view->slice_pitch =
        (int32_t)(has_levels ? texture->levels[0].slice_pitch : texture->slice_pitch);
    view->is_linear = is_linear;
    view->gathers = 1;
    for (int axis = 0; axis < WCC_AXES_OF(sampling); axis++)
        view->has_border |= sampling->sampler->address[axis] == WCC_BORDER;
    view->is_plain = 1;
}

/* Another level of the same texture. */
WCC_TEXTURE void wcc_view_down(WccView *view, const WccSampling *sampling, uint32_t level)
{
    const WccLevel *there = &sampling->texture->levels[level];
    for (int axis = 0; axis < (WCC_AXES_OF(sampling) == 3 ? 3 : 2); axis++)
        view->size[axis] = view->size[axis] >> level > 1 ? view->size[axis] >> level : 1;
    view->data = (const char *)sampling->texture->data + there->offset;
    view->row_pitch = (int32_t)there->row_pitch;
    view->slice_pitch = (int32_t)there->slice_pitch;
    wcc_view_filters(view);
}

WCC_INLINE int wcc_has_levels(const WccSampling *sampling)
{
    return sampling->texture->mips > 1 && sampling->texture->levels != 0;
}

/* Levels that differ between lanes: plain where that makes no difference. */
WCC_TEXTURE void wcc_view_any(WccView *view, const WccSampling *sampling)
{
    const WccSampler *sampler = sampling->sampler;
    wcc_view_top(view, sampling,
                 sampler->mag_filter == WCC_LINEAR && WCC_TEXEL_OF(sampling) <= WCC_TEXEL_F16);
    wcc_view_filters(view);
    view->is_plain &= !wcc_has_levels(sampling) && sampler->min_filter == sampler->mag_filter;
}

/* What a sampler makes of a level that all lanes share (7.18.10, 7.18.11), as wcc_sample has it.
 * Not plain where two levels are blended. */
WCC_TEXTURE void wcc_view_level(WccView *view, const WccSampling *sampling, float level,
                                float least)
{
    const WccSampler *sampler = sampling->sampler;
    int is_float = WCC_TEXEL_OF(sampling) <= WCC_TEXEL_F16,
        blends = sampler->mip_filter == WCC_LINEAR && is_float;
    level = fmin_f32(level + sampler->mip_bias, sampler->max_lod);
    level = fmax_f32(fmax_f32(level, sampler->min_lod), least);
    wcc_view_top(view, sampling,
                 is_float &&
                     (level <= 0 ? sampler->mag_filter : sampler->min_filter) == WCC_LINEAR);
    wcc_view_filters(view);
    if (!wcc_has_levels(sampling) || !view->is_plain)
        return;
    level = fmax_f32(blends ? level : ffloor_f32(level + 0.5f), 0);
    level = fmin_f32(level, (float)(sampling->texture->mips - 1));
    wcc_view_down(view, sampling, (uint32_t)ffloor_f32(level));
    view->is_plain = level == ffloor_f32(level);
}
#endif

#define T_(type) WCC_PASTE(type, LANES)
#define F_(name) WCC_PASTE(name, LANES)

#include "wcc_axes.h"

/* ---- what is sampled: constant where it is inlined ----
 *
 * Loops over components and taps have the bounds of what is sampled. C compilers optimise a function
 * before they inline it, too: loops to 4 and 8 around `if (c < taken->components)` were unrolled there
 * for all that may ever be sampled, and took most of a small kernel's compile time. */

typedef struct T_(wcc_taken) {
    const WccView *view;
    const T_(wcc_axis) *axis[3], *slice; /* slice NULL: it has none */
    int axes, components;
    WccTexel texel;
    const T_(f32) *reference; /* comparisons; else NULL */
} T_(wcc_taken);

/* What is true of all axes. */
WCC_INLINE int F_(wcc_kind)(const T_(wcc_taken) *taken)
{
    int kind = taken->axis[0]->kind;
    if (taken->axes > 1)
        kind &= taken->axis[1]->kind;
    if (taken->axes > 2)
        kind &= taken->axis[2]->kind;
    return taken->slice ? kind & taken->slice->kind : kind;
}

/* Rows of a linear sample: bit 0: behind in y, bit 1: in z. */
WCC_INLINE int F_(wcc_rows)(const T_(wcc_taken) *taken)
{
    return 1 << (taken->axes - 1);
}
WCC_INLINE int F_(wcc_taps)(const T_(wcc_taken) *taken, int sides)
{
    return sides == 2 ? 2 * F_(wcc_rows)(taken) : 1;
}

/* ---- texels that are near ---- */

/* Neighbours in a row, as the kernel holds them. */
WCC_INLINE void F_(wcc_texels_at)(const char *at, int components, WccTexel texel, T_(f32) out[4])
{
    if (components == 4)
        F_(load_4_f32)(at, &out[0], &out[1], &out[2], &out[3]);
    else if (components == 3)
        F_(load_3_f32)(at, &out[0], &out[1], &out[2]);
    else if (components == 2)
        F_(load_2_f32)(at, &out[0], &out[1]);
    else if (texel == WCC_TEXEL_F32 || texel == WCC_TEXEL_I32)
        out[0] = F_(load_f32)(at);
    else if (texel == WCC_TEXEL_I16)
        out[0] = (T_(f32))WCC_CONVERT(F_(load_i16)(at), T_(i32));
    else
        out[0] = F_(f32_of_half)(F_(load_i16)(at));
}

/* Where a row's window begins, in a half of the lanes. */
WCC_INLINE const char *F_(wcc_window)(const T_(wcc_taken) *taken, int row, int half)
{
    int32_t at = taken->axis[0]->first[0][half];
    if (taken->axes > 1)
        at += taken->axis[1]->first[row & 1][half];
    if (taken->axes > 2)
        at += taken->axis[2]->first[row >> 1][half];
    if (taken->slice)
        at += taken->slice->first[0][half];
    return taken->view->data + at;
}

#if LANES >= 8
/* The texels' numbers in the windows of both halves. */
WCC_INLINE T_(i32) F_(wcc_numbers)(const T_(wcc_axis) *axis, int side)
{
    const T_(i32) lane = F_(linear_i32)(0, 1) & (WCC_HALF_LANES - 1);
    if (axis->kind & WCC_AXIS_RUN)
        return lane + F_(splat_halves_i32)(side, LANES + side);
    return axis->at[side];
}
#endif

/* The texels of a row beside the sample points, the components that are `used`; is_linear: those
 * behind too. */
WCC_INLINE void F_(wcc_near_texels)(const T_(wcc_taken) *taken, int row, int is_linear,
                                    unsigned used, T_(f32) out[2][4])
{
    const int components = taken->components;
    const char *at = F_(wcc_window)(taken, row, 0);
#if LANES >= 8
    const T_(i32) before = F_(wcc_numbers)(taken->axis[0], 0), behind = F_(wcc_numbers)(taken->axis[0], 1);
    T_(f32) low[4], high[4];
    F_(wcc_texels_at)(at, components, taken->texel, low);
    F_(wcc_texels_at)(F_(wcc_window)(taken, row, 1), components, taken->texel, high);
    WCC_UNROLL
    for (int c = 0; c < components; c++)
        if (used >> c & 1) {
            out[0][c] = F_(window_f32)(low[c], high[c], before);
            if (is_linear)
                out[1][c] = F_(window_f32)(low[c], high[c], behind);
        }
#else
    (void)used;
    F_(wcc_texels_at)(at, components, taken->texel, out[0]);
    if (is_linear)
        F_(wcc_texels_at)(at + taken->view->stride, components, taken->texel, out[1]);
#endif
}

/* ---- texels anywhere ---- */

/* Where the texels of one side lie, in bytes. */
WCC_INLINE T_(i32) F_(wcc_far_along)(const T_(wcc_taken) *taken, int side)
{
    const T_(wcc_axis) *axis = taken->axis[0];
    const T_(i32) upper = WCC_BY_HALVES(0, LANES);
    const int32_t bytes = wcc_texel_bytes[taken->texel] * taken->components;
    if (axis->kind & WCC_AXIS_RUN) /* at centres there may be no texel behind the last one */
        return F_(imin_i32)(F_(linear_i32)(axis->first[0][0] + side * bytes, bytes),
                            F_(splat_i32)((taken->view->size[0] - 1) * bytes));
    if (!(axis->kind & WCC_AXIS_NEAR))
        return axis->at[side];
#if LANES >= 8
    return (axis->at[side] - upper) * bytes +
           F_(splat_halves_i32)(axis->first[0][0], axis->first[0][1]);
#else
    return F_(linear_i32)(axis->first[0][0] + side * bytes, bytes) + 0 * upper;
#endif
}

WCC_INLINE T_(i32) F_(wcc_far_across)(const T_(wcc_axis) *axis, int side)
{
    if (!(axis->kind & WCC_AXIS_NEAR))
        return axis->at[side];
    return WCC_BY_HALVES(axis->first[side][0], axis->first[side][1]);
}

/* The byte offsets of a footprint's taps: bit 0: behind in x, 1: in y, 2: in z. */
WCC_INLINE void F_(wcc_far_offsets)(const T_(wcc_taken) *taken, int sides, T_(i32) out[8])
{
    T_(i32) along[2], down[2], back[2];
    WCC_UNROLL
    for (int side = 0; side < sides; side++) {
        along[side] = F_(wcc_far_along)(taken, side);
        if (taken->slice)
            along[side] += F_(wcc_far_across)(taken->slice, 0);
        if (taken->axes > 1)
            down[side] = F_(wcc_far_across)(taken->axis[1], side);
        if (taken->axes > 2)
            back[side] = F_(wcc_far_across)(taken->axis[2], side);
    }
    WCC_UNROLL
    for (int tap = 0; tap < F_(wcc_taps)(taken, sides); tap++) {
        out[tap] = along[tap & 1];
        if (taken->axes > 1)
            out[tap] += down[tap >> 1 & 1];
        if (taken->axes > 2)
            out[tap] += back[tap >> 2];
    }
}

WCC_INLINE T_(f32) F_(wcc_far_texel)(const T_(wcc_taken) *taken, T_(i32) offset, int component)
{
    const T_(i32) all = F_(splat_i32)(-1);
    const char *at = taken->view->data + component * wcc_texel_bytes[taken->texel];
    if (taken->texel == WCC_TEXEL_F16)
        return F_(f32_of_half)(F_(gather_i16)(at, offset, all));
    if (taken->texel == WCC_TEXEL_I16)
        return (T_(f32))WCC_CONVERT(F_(gather_i16)(at, offset, all), T_(i32));
    return F_(gather_f32)(at, offset, all);
}

/* Three or four floats of each lane: cheaper than three gathers. */
WCC_INLINE int F_(wcc_goes_in_quads)(const T_(wcc_taken) *taken, unsigned used)
{
    int is_word = taken->texel == WCC_TEXEL_F32 || taken->texel == WCC_TEXEL_I32;
    return is_word && taken->components >= 3 && __builtin_popcount(used) >= 2;
}

WCC_INLINE void F_(wcc_far_texels)(const T_(wcc_taken) *taken, T_(i32) offset, unsigned used,
                                   T_(f32) out[4])
{
    if (F_(wcc_goes_in_quads)(taken, used)) {
        if (taken->components == 3)
            F_(gather_3_f32)(taken->view->data, offset, &out[0], &out[1], &out[2]);
        else
            F_(gather_4_f32)(taken->view->data, offset, &out[0], &out[1], &out[2], &out[3]);
        return;
    }
    WCC_UNROLL
    for (int c = 0; c < taken->components; c++)
        if (used >> c & 1)
            out[c] = F_(wcc_far_texel)(taken, offset, c);
}

/* ---- filters ---- */

WCC_INLINE T_(f32) F_(wcc_weight_at)(const T_(wcc_axis) *axis, int side)
{
    return side ? axis->behind : 1 - axis->behind;
}

/* Of a tap: bit 0: behind in x, 1: in y, 2: in z. */
WCC_INLINE T_(f32) F_(wcc_weight_of)(const T_(wcc_taken) *taken, int tap)
{
    T_(f32) weight = F_(wcc_weight_at)(taken->axis[0], tap & 1);
    if (taken->axes > 1)
        weight *= F_(wcc_weight_at)(taken->axis[1], tap >> 1 & 1);
    if (taken->axes > 2)
        weight *= F_(wcc_weight_at)(taken->axis[2], tap >> 2);
    return weight;
}

/* The texel, or whether it passes. */
WCC_INLINE T_(f32) F_(wcc_seen)(const T_(wcc_taken) *taken, T_(f32) texel)
{
    if (!taken->reference)
        return texel;
    return F_(wcc_compare)(taken->view->sampling.sampler->comparison, *taken->reference, texel);
}

WCC_INLINE void F_(wcc_add_tap)(T_(f32) texel, T_(f32) weight, int tap, T_(f32) *sum)
{
    T_(f32) part = (T_(f32))((T_(i32))texel & (weight != 0)) * weight;
    *sum = tap == 0 ? part : *sum + part;
}

WCC_INLINE void F_(wcc_near_linear)(const T_(wcc_taken) *taken, unsigned used, T_(f32) out[4])
{
    WCC_UNROLL
    for (int row = 0; row < F_(wcc_rows)(taken); row++) {
        T_(f32) texels[2][4];
        F_(wcc_near_texels)(taken, row, 1, used, texels);
        WCC_UNROLL
        for (int side = 0; side < 2; side++) {
            T_(f32) weight = F_(wcc_weight_of)(taken, row * 2 + side);
            WCC_UNROLL
            for (int c = 0; c < taken->components; c++)
                if (used >> c & 1)
                    F_(wcc_add_tap)
            (F_(wcc_seen)(taken, texels[side][c]), weight, row * 2 + side, &out[c]);
        }
    }
}

/* One component after the other. */
WCC_INLINE void F_(wcc_far_components)(const T_(wcc_taken) *taken, const T_(i32) offset[8],
                                       unsigned used, T_(f32) out[4])
{
    WCC_UNROLL
    for (int tap = 0; tap < F_(wcc_taps)(taken, 2); tap++) {
        T_(f32) weight = F_(wcc_weight_of)(taken, tap);
        WCC_UNROLL
        for (int c = 0; c < taken->components; c++)
            if (used >> c & 1) {
                T_(f32) texel = F_(wcc_far_texel)(taken, offset[tap], c);
                F_(wcc_add_tap)(F_(wcc_seen)(taken, texel), weight, tap, &out[c]);
            }
    }
}

/* Whole texels are weighed as they lie in memory, and transposed when they are one. */
WCC_INLINE void F_(wcc_far_quads)(const T_(wcc_taken) *taken, const T_(i32) offset[8],
                                  T_(f32) out[4])
{
    const char *data = taken->view->data;
    T_(f32) sum[4];
    WCC_UNROLL
    for (int tap = 0; tap < F_(wcc_taps)(taken, 2); tap++) {
        T_(f32) weight = F_(wcc_weight_of)(taken, tap);
        WCC_UNROLL
        for (int quad = 0; quad < 4; quad++)
            F_(wcc_add_tap)
        (taken->components == 3 ? F_(gather_triples)(data, offset[tap], quad)
                                : F_(gather_quads)(data, offset[tap], quad),
         F_(repeat_quads)(weight, quad), tap, &sum[quad]);
    }
    F_(transpose_4)(&sum[0], &sum[1], &sum[2], &sum[3]);
    memcpy(out, sum, sizeof sum);
}

/* What is not compared yet is; halves are rounded. */
WCC_INLINE void F_(wcc_finish)(const T_(wcc_taken) *taken, int are_texels, int count,
                               T_(f32) out[4])
{
    WCC_UNROLL
    for (int i = 0; i < 4; i++)
        if (taken->reference && are_texels && (i == 0 || count == 4))
            out[i] = F_(wcc_seen)(taken, out[i]);
        else if (!taken->reference && i < count && taken->texel == WCC_TEXEL_F16)
            out[i] = F_(round_f16_f32)(out[i]);
}

/* ---- runs ---- */

/* What texels that weigh nothing add: -0 becomes 0. */
WCC_INLINE T_(f32) F_(wcc_add_nothing)(T_(f32) sum) { return sum + 0.0f; }

/* At centres, or not filtered: one texel each. False: they are not. */
WCC_INLINE int F_(wcc_take_centres)(const T_(wcc_taken) *taken, unsigned used, T_(f32) out[4])
{
    const int is_centred = WCC_AXIS_RUN | WCC_AXIS_CENTRED, kind = F_(wcc_kind)(taken);
    T_(f32) texels[4];
    if (!WCC_LIKELY((kind & is_centred) == is_centred))
        return 0;
    F_(wcc_texels_at)(F_(wcc_window)(taken, 0, 0), taken->components, taken->texel, texels);
    WCC_UNROLL
    for (int c = 0; c < taken->components; c++)
        if (used >> c & 1) {
            out[c] = F_(wcc_seen)(taken, texels[c]);
            if (kind & WCC_AXIS_LINEAR)
                out[c] = F_(wcc_add_nothing)(out[c]);
        }
    return 1;
}

WCC_INLINE int F_(wcc_is_centred_in)(const T_(wcc_taken) *taken, int axis)
{
    return axis < taken->axes && taken->axis[axis]->kind & WCC_AXIS_CENTRED;
}

/* Between centres: as many texels as have a weight. */
WCC_INLINE int F_(wcc_take_run)(const T_(wcc_taken) *taken, unsigned used, T_(f32) out[4])
{
    const int is_run = WCC_AXIS_RUN | WCC_AXIS_LINEAR, components = taken->components;
    if ((F_(wcc_kind)(taken) & is_run) != is_run)
        return 0;
    WCC_UNROLL
    for (int tap = 0; tap < F_(wcc_taps)(taken, 2); tap++) {
        T_(f32) texels[4], weight = F_(wcc_weight_of)(taken, tap);
        if ((tap & 1 && F_(wcc_is_centred_in)(taken, 0)) ||
            (tap & 2 && F_(wcc_is_centred_in)(taken, 1)) ||
            (tap & 4 && F_(wcc_is_centred_in)(taken, 2))) {
            WCC_UNROLL
            for (int c = 0; c < components; c++)
                if (used >> c & 1)
                    out[c] = F_(wcc_add_nothing)(out[c]);
            continue;
        }
        F_(wcc_texels_at)
        (F_(wcc_window)(taken, tap >> 1, 0) + (tap & 1 ? taken->view->stride : 0), components,
         taken->texel, texels);
        WCC_UNROLL
        for (int c = 0; c < components; c++)
            if (used >> c & 1)
                F_(wcc_add_tap)(F_(wcc_seen)(taken, texels[c]), weight, tap, &out[c]);
    }
    F_(wcc_finish)(taken, 0, components, out);
    return 1;
}

/* ---- samples and gathers ---- */

/* Where the lanes are near: the components that are `used`, a bit each. False: they are not. */
WCC_INLINE int F_(wcc_take_near)(const T_(wcc_taken) *taken, unsigned used, T_(f32) out[4])
{
    int kind = F_(wcc_kind)(taken);
    if (!WCC_LIKELY(kind & WCC_AXIS_NEAR && kind & WCC_AXIS_PLAIN))
        return 0;
    T_(f32) texels[2][4];
    if (kind & WCC_AXIS_LINEAR)
        F_(wcc_near_linear)(taken, used, texels[0]);
    else
        F_(wcc_near_texels)(taken, 0, 0, used, texels);
    F_(wcc_finish)(taken, !(kind & WCC_AXIS_LINEAR), taken->components, texels[0]);
    WCC_UNROLL
    for (int c = 0; c < taken->components; c++)
        if (used >> c & 1)
            out[c] = texels[0][c];
    return 1;
}

/* Any place. False: the view is not plain, or lanes
 * see a border. */
WCC_INLINE int F_(wcc_take_far)(const T_(wcc_taken) *taken, unsigned used, T_(f32) out[4])
{
    int kind = F_(wcc_kind)(taken);
    if (!(kind & WCC_AXIS_PLAIN))
        return 0;
    T_(i32) offset[8];
    if (kind & WCC_AXIS_LINEAR) {
        F_(wcc_far_offsets)(taken, 2, offset);
        if (F_(wcc_goes_in_quads)(taken, used))
            F_(wcc_far_quads)(taken, offset, out);
        else
            F_(wcc_far_components)(taken, offset, used, out);
    } else {
        F_(wcc_far_offsets)(taken, 1, offset);
        F_(wcc_far_texels)(taken, offset[0], used, out);
    }
    F_(wcc_finish)(taken, !(kind & WCC_AXIS_LINEAR), taken->components, out);
    return 1;
}

/* The footprint's texels (-,+) (+,+) (+,-) (-,-), of one component. */
WCC_INLINE void F_(wcc_order_gather)(const T_(wcc_taken) *taken, T_(f32) taps[4], T_(f32) out[4])
{
    out[0] = taps[2], out[1] = taps[3], out[2] = taps[1], out[3] = taps[0];
    F_(wcc_finish)(taken, 1, 4, out);
}

/* False: it is no run. */
WCC_INLINE int F_(wcc_gather_run)(const T_(wcc_taken) *taken, int component, T_(f32) out[4])
{
    T_(f32) texels[4], taps[4];
    if (!WCC_LIKELY(F_(wcc_kind)(taken) & WCC_AXIS_RUN))
        return 0;
    WCC_UNROLL
    for (int tap = 0; tap < 4; tap++) {
        F_(wcc_texels_at)
        (F_(wcc_window)(taken, tap >> 1, 0) + (tap & 1 ? taken->view->stride : 0),
         taken->components, taken->texel, texels);
        taps[tap] = texels[component];
    }
    F_(wcc_order_gather)(taken, taps, out);
    return 1;
}

WCC_INLINE int F_(wcc_gather_near)(const T_(wcc_taken) *taken, int component, T_(f32) out[4])
{
    T_(f32) texels[2][2][4], taps[4];
    int kind = F_(wcc_kind)(taken);
    if (!WCC_LIKELY(kind & WCC_AXIS_NEAR && kind & WCC_AXIS_PLAIN))
        return 0;
    WCC_UNROLL
    for (int row = 0; row < 2; row++)
        F_(wcc_near_texels)(taken, row, 1, 1u << component, texels[row]);
    WCC_UNROLL
    for (int tap = 0; tap < 4; tap++)
        taps[tap] = texels[tap >> 1][tap & 1][component];
    F_(wcc_order_gather)(taken, taps, out);
    return 1;
}

WCC_INLINE int F_(wcc_gather_far)(const T_(wcc_taken) *taken, int component, T_(f32) out[4])
{
    T_(f32) taps[4];
    T_(i32) offset[8];
    if (!(F_(wcc_kind)(taken) & WCC_AXIS_PLAIN))
        return 0;
    F_(wcc_far_offsets)(taken, 2, offset);
    WCC_UNROLL
    for (int tap = 0; tap < 4; tap++)
        taps[tap] = F_(wcc_far_texel)(taken, offset[tap], component);
    F_(wcc_order_gather)(taken, taps, out);
    return 1;
}

#include "wcc_scattered.h"
#include "wcc_taps.h"
#include "wcc_tap_words.h"
#ifndef WCC_STRICT
#include "wcc_filter.h"
#endif

/* ---- levels that differ between lanes ---- */

/* Is it the same in all active lanes? */
WCC_INLINE int F_(wcc_agrees)(T_(f32) value, T_(i32) active, float *common)
{
    *common = value[__builtin_ctz(F_(bits)(active))];
    return !F_(bits)((value != F_(splat_f32)(*common)) & active);
}

/* The one or two levels that all active lanes need, and what the second weighs, as wcc_sample and
 * wcc_filter_levels have it. 0: they need different ones, or it is not plain. */
WCC_TEXTURE int F_(wcc_find_levels)(const WccSampling *sampling, T_(f32) level, T_(f32) least,
                                    T_(i32) active, WccView view[2], T_(f32) *weight)
{
    const WccSampler *sampler = sampling->sampler;
    int is_float = WCC_TEXEL_OF(sampling) <= WCC_TEXEL_F16;
    uint32_t on = F_(bits)(active);
    float first, last = (float)(sampling->texture->mips - 1);
    level = F_(fmax_f32)(F_(wcc_clamp_level)(sampler, level), least);
    uint32_t near = F_(bits)((level <= 0) & active);
    if (on == 0 || (near != 0 && near != on && sampler->min_filter != sampler->mag_filter))
        return 0;
    wcc_view_top(&view[0], sampling,
                 is_float && (near ? sampler->mag_filter : sampler->min_filter) == WCC_LINEAR);
    wcc_view_filters(&view[0]);
    if (!wcc_has_levels(sampling) || !view[0].is_plain)
        return view[0].is_plain;
    if (sampler->mip_filter != WCC_LINEAR || !is_float)
        level = F_(ffloor_f32)(level + 0.5f);
    level = F_(fmax_f32)(level, F_(splat_f32)(0));
    level = F_(fmin_f32)(level, F_(splat_f32)(last));
    *weight = level - F_(ffloor_f32)(level);
    if (!F_(wcc_agrees)(F_(ffloor_f32)(level), active, &first))
        return 0;
    view[1] = view[0];
    wcc_view_down(&view[0], sampling, (uint32_t)first);
    if (!F_(bits)((*weight != 0) & active))
        return 1;
    wcc_view_down(&view[1], sampling, (uint32_t)fmin_f32(first + 1, last));
    return WCC_TEXEL_OF(sampling) == WCC_TEXEL_F16 ? 0 : 2; /* halves are rounded when they are blended */
}

typedef int F_(WccSampleKind)(const WccView *view, const T_(wcc_axis) *x, const T_(wcc_axis) *y,
                              const T_(wcc_axis) *z, const T_(wcc_axis) *slice, T_(f32) *out);

/* The same, scattered. */
typedef int F_(WccScatteredKind)(const WccView *view, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) slice,
                                 int32_t right, int32_t down, int32_t back, T_(f32) *out);

/* A sample by itself, through a view of its own; of either kind. */
WCC_INLINE int F_(wcc_take_place)(F_(WccSampleKind) *kind, F_(WccScatteredKind) *scattered,
                                  const WccView *view, int axes, int is_array,
                                  const T_(wcc_place) *place, T_(f32) out[4])
{
    T_(wcc_axis) axis[4];
    if (scattered)
        return scattered(view, place->at[0], place->at[1], place->at[2], place->at[3],
                         place->by[0][0], place->by[1][0], place->by[2][0], out);
    F_(wcc_find_x)(view, &place->at[0], &place->by[0], 0, 1, &axis[0]);
    if (axes > 1)
        F_(wcc_find_y)(view, &place->at[1], &place->by[1], 0, 1, &axis[1]);
    if (axes > 2)
        F_(wcc_find_z)(view, &place->at[2], &place->by[2], 0, 1, &axis[2]);
    if (is_array)
        F_(wcc_find_slice)(view, &place->at[3], 1, &axis[3]);
    return kind(view, &axis[0], &axis[1], &axis[2], &axis[3], out);
}

/* False: as wcc_find_levels, or lanes see a border. */
WCC_INLINE int F_(wcc_take_levels)(F_(WccSampleKind) *kind, F_(WccScatteredKind) *scattered,
                                   const WccSampling *sampling, int axes, int is_array,
                                   unsigned used, const T_(wcc_place) *place, T_(f32) level,
                                   T_(f32) least, T_(i32) active, T_(f32) out[4])
{
    WccView view[2];
    T_(f32) weight, taken[2][4];
    int count = F_(wcc_find_levels)(sampling, level, least, active, view, &weight);
    for (int i = 0; i < count; i++)
        if (!F_(wcc_take_place)(kind, scattered, &view[i], axes, is_array, place, taken[i]))
            return 0;
    WCC_UNROLL
    for (int c = 0; c < 4; c++)
        if (used >> c & 1) {
            out[c] = taken[0][c];
            if (count == 2)
                out[c] = F_(select_f32)(weight != 0,
                                        taken[0][c] * (1 - weight) + taken[1][c] * weight, out[c]);
        }
    return count;
}

/* What the axes kept. */
WCC_INLINE T_(wcc_place) F_(wcc_place_of)(const T_(wcc_axis) *x, const T_(wcc_axis) *y,
                                          const T_(wcc_axis) *z, const T_(wcc_axis) *slice)
{
    const T_(wcc_axis) *const axis[4] = {x, y, z, slice};
    T_(wcc_place) place;
    WCC_UNROLL
    for (int i = 0; i < 4; i++) {
        place.at[i] = axis[i] ? axis[i]->coordinate : F_(splat_f32)(0);
        if (i < 3)
            place.by[i] = axis[i] ? axis[i]->by : F_(splat_i32)(0);
    }
    return place;
}

#undef WCC_HALF_LANES
#undef WCC_BY_HALVES
#undef T_
#undef F_
