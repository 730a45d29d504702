/* wcc_scattered: samples of lanes that data sends anywhere. Part of wcc_sampling.h, once per lane count.
 *
 * Nobody looks for runs or windows; where the points lie, what they weigh and their texels go through
 * registers, in one function for each kind of sample. Inside the texture a lane's two texels of a row
 * are one load, weighed by their row as they lie (not in --fp=strict, where a sample is the sum of its
 * texels by their weights):
 *
 *     rows of a lane   a0 a1 a2 a3 b0 b1 b2 b3    of four words: 32 bytes;  a0 a1 b0 b1   of two: 16
 *                      c0 c1 c2 c3 d0 d1 d2 d3                              a0 b0         of one: 8
 *     a lane           (a (1 - v) + c v) (1 - u) + (b (1 - v) + d v) u
 */

/* The texels beside the points of an axis, in bytes from the first. False: a lane sees a border. */
WCC_INLINE int F_(wcc_find_scattered_as)(const WccView *view, int number, T_(f32) coordinate, int32_t step, WccAddress mode,
                                         int32_t bytes, T_(wcc_axis) *axis)
{
    T_(i32) border = F_(splat_i32)(0), index[2] = {{0}};
    axis->behind = F_(splat_f32)(0);
    F_(wcc_find_texels)(view, number, coordinate, F_(splat_i32)(step), mode, index, &axis->behind, &border);
    axis->at[0] = index[0] * bytes;
    axis->at[1] = index[1] * bytes;
    axis->kind = WCC_AXIS_PLAIN | (view->is_linear ? WCC_AXIS_LINEAR : 0);
    return mode != WCC_BORDER || !F_(bits)(border);
}
WCC_TEXTURE int F_(wcc_find_scattered_by_mode)(const WccView *view, int number, T_(f32) coordinate, int32_t step,
                                               int32_t bytes, T_(wcc_axis) *axis)
{
    const WccAddress mode = view->sampling.sampler->address[number];
    return F_(wcc_find_scattered_as)(view, number, coordinate, step, mode, bytes, axis);
}

/* Most samplers clamp, or wrap. */
WCC_INLINE int F_(wcc_find_scattered)(const WccView *view, int number, T_(f32) coordinate, int32_t step, int32_t bytes,
                                      T_(wcc_axis) *axis)
{
    const WccAddress mode = view->sampling.sampler->address[number];
    if (WCC_LIKELY(mode == WCC_CLAMP))
        return F_(wcc_find_scattered_as)(view, number, coordinate, step, WCC_CLAMP, bytes, axis);
    if (WCC_LIKELY(mode == WCC_WRAP))
        return F_(wcc_find_scattered_as)(view, number, coordinate, step, WCC_WRAP, bytes, axis);
    return F_(wcc_find_scattered_by_mode)(view, number, coordinate, step, bytes, axis);
}

#ifndef WCC_STRICT
#ifndef WCC_SCATTERED_ONCE
#define WCC_SCATTERED_ONCE
typedef float WccTexelOfFour __attribute__((vector_size(16)));
typedef float WccTexelPair __attribute__((vector_size(32)));
typedef float WccTexelPairAnywhere __attribute__((vector_size(32), aligned(4), may_alias));

/* Lanes are taken out of it by loads then, not by shuffles, of which there are many. */
#define WCC_IN_MEMORY(value) __asm__("" : "+m"(value))
#endif

/* The rows of a footprint: where the texel before the point lies, and what the row weighs. */
typedef struct T_(wcc_scattered_rows) {
    T_(i32) offset[4];
    T_(f32) weight[4];
} T_(wcc_scattered_rows);

/* A row that weighs nothing must not be seen, whatever it has: there the other one is taken twice, by halves. */
WCC_INLINE void F_(wcc_find_scattered_rows)(const T_(wcc_taken) *taken, T_(wcc_scattered_rows) *rows)
{
    T_(i32) at[3][2];
    T_(f32) weight[3][2];
    WCC_UNROLL
    for (int axis = 1; axis < taken->axes; axis++) {
        const T_(wcc_axis) *const across = taken->axis[axis];
        const T_(i32) is_between = across->behind != 0;
        at[axis][0] = across->at[0];
        at[axis][1] = F_(select_i32)(is_between, across->at[1], across->at[0]);
        weight[axis][1] = F_(select_f32)(is_between, across->behind, F_(splat_f32)(0.5f));
        weight[axis][0] = 1 - weight[axis][1];
    }
    WCC_UNROLL
    for (int row = 0; row < F_(wcc_rows)(taken); row++) {
        rows->offset[row] = taken->axis[0]->at[0];
        rows->weight[row] = F_(splat_f32)(1);
        if (taken->slice)
            rows->offset[row] += taken->slice->at[0];
        WCC_UNROLL
        for (int axis = 1; axis < taken->axes; axis++) {
            rows->offset[row] += at[axis][row >> (axis - 1) & 1];
            rows->weight[row] *= weight[axis][row >> (axis - 1) & 1];
        }
    }
}

/* That the texels of a row are side by side. */
WCC_INLINE int F_(wcc_are_pairs)(const T_(wcc_taken) *taken)
{
    return !F_(bits)(taken->axis[0]->at[1] - taken->axis[0]->at[0] != taken->view->stride);
}

/* A row's two texels by their parts. */
WCC_INLINE T_(f32) F_(wcc_between)(T_(f32) left, T_(f32) right, T_(f32) ahead, T_(f32) behind)
{
    return left * ahead + (T_(f32))((T_(i32))right & (behind != 0)) * behind;
}

/* Number `first` of each four lanes: both texels, one in each vector. */
WCC_INLINE void F_(wcc_pairs_of_quads)(const T_(wcc_taken) *taken, const T_(wcc_scattered_rows) *rows, int first,
                                       T_(f32) *before, T_(f32) *behind)
{
    const char *const data = taken->view->data;
    WCC_PASTE(quad_, LANES) left[LANES / 4], right[LANES / 4];
    WCC_UNROLL
    for (int k = 0; k < LANES / 4; k++) {
        WccTexelPair sum = {0};
        WCC_UNROLL
        for (int row = 0; row < F_(wcc_rows)(taken); row++) {
            const int32_t offset = ((const int32_t *)&rows->offset[row])[first + k * 4];
            const float weight = ((const float *)&rows->weight[row])[first + k * 4];
            const WccTexelPair pair = *(const WccTexelPairAnywhere *)(data + offset);
            sum = taken->axes == 1 ? pair : row == 0 ? pair * weight : sum + pair * weight;
        }
        left[k] = __builtin_shufflevector(sum, sum, 0, 1, 2, 3);
        right[k] = __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
    }
    *before = F_(join_rows)(left);
    *behind = F_(join_rows)(right);
}

WCC_INLINE void F_(wcc_take_quad_pairs)(const T_(wcc_taken) *taken, T_(wcc_scattered_rows) *rows, T_(f32) out[4])
{
    const T_(f32) behind = taken->axis[0]->behind, ahead = 1 - behind;
    T_(f32) texel[4];
    WCC_UNROLL
    for (int row = 0; row < F_(wcc_rows)(taken); row++) {
        WCC_IN_MEMORY(rows->offset[row]);
        WCC_IN_MEMORY(rows->weight[row]);
    }
    WCC_UNROLL
    for (int first = 0; first < 4; first++) {
        T_(f32) left, right;
        F_(wcc_pairs_of_quads)(taken, rows, first, &left, &right);
        texel[first] = F_(wcc_between)(left, right, F_(repeat_quads)(ahead, first), F_(repeat_quads)(behind, first));
    }
    F_(take_4)(texel[0], texel[1], texel[2], texel[3], &out[0], &out[1], &out[2], &out[3]);
}

/* Two texels of a row, the components that are `used`. */
WCC_INLINE void F_(wcc_load_pairs)(const T_(wcc_taken) *taken, T_(i32) offset, unsigned used, T_(f32) left[4],
                                   T_(f32) right[4])
{
    const char *data = taken->view->data;
    const T_(i32) all = F_(splat_i32)(-1);
    if (taken->components == 1) {
        F_(gather_2_f32)(data, offset, &left[0], &right[0]);
        return;
    }
    if (taken->components == 2) {
        F_(gather_4_f32)(data, offset, &left[0], &left[1], &right[0], &right[1]);
        return;
    }
    WCC_UNROLL
    for (int c = 0; c < taken->components; c++)
        if (used >> c & 1) {
            left[c] = F_(gather_f32)(data + c * 4, offset, all);
            right[c] = F_(gather_f32)(data + (taken->components + c) * 4, offset, all);
        }
}

WCC_INLINE void F_(wcc_take_word_pairs)(const T_(wcc_taken) *taken, const T_(wcc_scattered_rows) *rows, unsigned used,
                                        T_(f32) out[4])
{
    const T_(f32) behind = taken->axis[0]->behind;
    T_(f32) left[4], right[4];
    WCC_UNROLL
    for (int row = 0; row < F_(wcc_rows)(taken); row++) {
        F_(wcc_load_pairs)(taken, rows->offset[row], used, left, right);
        WCC_UNROLL
        for (int c = 0; c < taken->components; c++)
            if (used >> c & 1) {
                const T_(f32) before = F_(wcc_seen)(taken, left[c]), after = F_(wcc_seen)(taken, right[c]);
                const T_(f32) sum = F_(wcc_between)(before, after, 1 - behind, behind) * rows->weight[row];
                out[c] = row == 0 ? sum : out[c] + sum;
            }
    }
}

/* Words, inside. False: they are not. */
WCC_INLINE int F_(wcc_take_pairs)(const T_(wcc_taken) *taken, unsigned used, T_(f32) out[4])
{
    T_(wcc_scattered_rows) rows;
    if (taken->texel != WCC_TEXEL_F32 || !taken->view->is_linear || !WCC_LIKELY(F_(wcc_are_pairs)(taken)))
        return 0;
    F_(wcc_find_scattered_rows)(taken, &rows);
    if (taken->components == 4 && __builtin_popcount(used) >= 2)
        F_(wcc_take_quad_pairs)(taken, &rows, out);
    else
        F_(wcc_take_word_pairs)(taken, &rows, used, out);
    return 1;
}
#endif

/* A sample by itself. False: the view is not plain, or lanes see a border. */
WCC_INLINE int F_(wcc_take_scattered)(const WccView *view, T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) slice,
                                  const int32_t step[3], int axes, int is_array, int components, WccTexel texel,
                                  unsigned used, const T_(f32) *reference, T_(f32) out[4])
{
    T_(wcc_axis) axis[4];
    const T_(wcc_taken) taken = {view,       {&axis[0], &axis[1], &axis[2]}, is_array ? &axis[3] : 0, axes,
                                 components, texel,                          reference};
    const T_(f32) at[3] = {x, y, z};
    const int32_t bytes[3] = {wcc_texel_bytes[texel] * components, view->row_pitch, view->slice_pitch};
    if (!view->is_plain)
        return 0;
    WCC_UNROLL
    for (int i = 0; i < axes; i++)
        if (!F_(wcc_find_scattered)(view, i, at[i], step[i], bytes[i], &axis[i]))
            return 0;
    if (is_array) {
        axis[3].at[0] = F_(wcc_slice_at)(view, slice) * view->slice_pitch;
        axis[3].kind = ~(WCC_AXIS_RUN | WCC_AXIS_NEAR);
    }
#ifndef WCC_STRICT
    if (F_(wcc_take_pairs)(&taken, used, out))
        return 1;
#endif
    return F_(wcc_take_far)(&taken, used, out);
}

/* For wcc_texture.h. */
WCC_INLINE T_(wcc_place) F_(wcc_scattered_place)(T_(f32) x, T_(f32) y, T_(f32) z, T_(f32) slice, int32_t right,
                                                 int32_t down, int32_t back)
{
    return (T_(wcc_place)){{x, y, z, slice}, {F_(splat_i32)(right), F_(splat_i32)(down), F_(splat_i32)(back)}};
}
