/* wcc_texture: textures through samplers, after the D3D11.3 functional specification 7.18. Included after
 * wcc_lanes.h, once per lane count with LANES defined, by kernels that sample.
 *
 * One call does one piece. What a sampler says is the same for all lanes, so its state is tested by branches;
 * levels of detail, texels and weights are vectors. Nothing here is forced inline: a sample is some hundred
 * instructions, and kernels have many. A footprint has two texels on each axis; point filtering is a footprint
 * whose first texel counts for everything. Wherever the sample point is, addresses are of texels that exist. */
#ifndef WCC_TEXTURE_ONCE
#define WCC_TEXTURE_ONCE

typedef enum WccTexel { WCC_TEXEL_F32, WCC_TEXEL_F16, WCC_TEXEL_I32, WCC_TEXEL_I16 } WccTexel;

/* What an instruction reads, and what the texture's declaration says. */
typedef struct WccSampling {
    const WccResource *texture;
    const WccSampler *sampler;
    int axes;  /* 1..3; of a cube's face 2 */
    int is_cube, is_array;
    int components;
    WccTexel texel;
} WccSampling;

/* The C before the include says of each of these that it is the same for all textures that it samples, where it is:
 * half of what is here is then nothing to compile. */
#ifndef WCC_AXES_OF
#define WCC_AXES_OF(sampling) (sampling)->axes
#endif
#ifndef WCC_IS_CUBE_OF
#define WCC_IS_CUBE_OF(sampling) (sampling)->is_cube
#endif
#ifndef WCC_IS_ARRAY_OF
#define WCC_IS_ARRAY_OF(sampling) (sampling)->is_array
#endif
#ifndef WCC_COMPONENTS_OF
#define WCC_COMPONENTS_OF(sampling) (sampling)->components
#endif
#ifndef WCC_TEXEL_OF
#define WCC_TEXEL_OF(sampling) (sampling)->texel
#endif

#define WCC_TEXTURE static __attribute__((noinline, unused))

/* A coordinate that was computed from a texel's number misses the texel's centre by a few roundings, each up to 2^-24 of it:
 * of the size's reciprocal, of a product, of a sum, of its place in the texture. A sample point that near counts as at the
 * centre, in texels; 2^-9, which the 8 bits of a fraction cannot tell that D3D asks for
 * (D3D11_SUBTEXEL_FRACTIONAL_BIT_COUNT), is the most. -DWCC_STRICT: only what is there. */
#ifdef WCC_STRICT
#define WCC_MISS(size) (0 * (size))
#else
#define WCC_MISS(size) ((size) < 0x1p13f ? (size) * 0x1p-22f : 0x1p-9f)
#endif
/* The levels' sizes and places are gathered from the table by byte offset. */
#define WCC_LEVEL_FIELD(field, level) F_(gather_i32)((const char *)texture->levels + offsetof(WccLevel, field), level, all)
#endif

#define T_(type) WCC_PASTE(type, LANES)
#define F_(name) WCC_PASTE(name, LANES)

/* A sample point: x y z (cubes: a direction), the slice, an offset in texels. */
typedef struct T_(wcc_place) {
    T_(f32) at[4];
    T_(i32) by[3];
} T_(wcc_place);

/* Where the texels of each lane's level lie. */
typedef struct T_(wcc_grid) {
    T_(i32) size[3], row_pitch, slice_pitch, offset;
} T_(wcc_grid);

/* Bit a of a tap's number: behind the sample point on axis a. */
typedef struct T_(wcc_footprint) {
    int taps;             /* 1, 2, 4, 8 */
    int has_border, has_missing;
    T_(i32) offset[8];    /* bytes */
    T_(f32) weight[8];
    T_(i32) border[8];    /* masks, where has_border */
    T_(i32) missing[8];   /* masks, where has_missing: beyond the corner of a cube */
} T_(wcc_footprint);

/* ---- levels ---- */

WCC_TEXTURE void F_(wcc_find_grid)(const WccResource *texture, T_(i32) level, int shrinks, T_(wcc_grid) *grid)
{
    const T_(i32) all = F_(splat_i32)(-1), one = F_(splat_i32)(1);
    grid->size[0] = F_(splat_i32)((int32_t)texture->width);
    grid->size[1] = F_(splat_i32)((int32_t)texture->height);
    grid->size[2] = F_(splat_i32)((int32_t)texture->depth);
    if (texture->mips <= 1 || texture->levels == 0) {
        grid->row_pitch = F_(splat_i32)((int32_t)texture->row_pitch);
        grid->slice_pitch = F_(splat_i32)((int32_t)texture->slice_pitch);
        grid->offset = F_(splat_i32)(0);
        return;
    }
    for (int axis = 0; axis < (shrinks ? 3 : 2); axis++)
        grid->size[axis] = F_(imax_i32)(grid->size[axis] >> level, one);
    level *= F_(splat_i32)((int32_t)sizeof(WccLevel));
    grid->row_pitch = WCC_LEVEL_FIELD(row_pitch, level);
    grid->slice_pitch = WCC_LEVEL_FIELD(slice_pitch, level);
    grid->offset = WCC_LEVEL_FIELD(offset, level);
}

/* ---- addresses ---- */

/* The specification's range reduction (7.18.6), with room for any offset. Not a number gives 0. */
WCC_INLINE T_(f32) F_(wcc_reduce)(T_(f32) coordinate, WccAddress mode)
{
    if (mode == WCC_WRAP)
        coordinate -= F_(ffloor_f32)(coordinate);
    else if (mode == WCC_MIRROR)
        coordinate -= 2 * F_(ffloor_f32)(coordinate * 0.5f);
    coordinate = F_(select_f32)(coordinate == coordinate, coordinate, F_(splat_f32)(0));
    return F_(fmin_f32)(F_(fmax_f32)(coordinate, F_(splat_f32)(-64)), F_(splat_f32)(64));
}

/* index mod size, 0 .. size - 1; exact below 2^24, which no texture reaches that D3D allows */
WCC_INLINE T_(i32) F_(wcc_remainder)(T_(i32) index, T_(i32) size)
{
    T_(f32) times = F_(ffloor_f32)(WCC_CONVERT(index, T_(f32)) / WCC_CONVERT(size, T_(f32)));
    return index - WCC_CONVERT(times, T_(i32)) * size;
}

WCC_INLINE T_(i32) F_(wcc_clamp)(T_(i32) index, T_(i32) size)
{
    return F_(imin_i32)(F_(imax_i32)(index, F_(splat_i32)(0)), size - 1);
}

/* 7.18.9, of modes that do something with an index beyond the edges. Mostly that is a step away: behind the range
 * reduction only an offset goes farther. */
WCC_TEXTURE T_(i32) F_(wcc_continue)(WccAddress mode, T_(i32) index, T_(i32) size)
{
    T_(i32) near, mirrored;
    switch (mode) {
    case WCC_WRAP:
        near = index + (size & (index < 0)) - (size & (index >= size));
        if (!F_(bits)((T_(i32))((T_(u32))near >= (T_(u32))size)))
            return near;
        return F_(wcc_clamp)(F_(wcc_remainder)(index, size), size);
    case WCC_MIRROR:
        near = F_(select_i32)(index < size, F_(select_i32)(index < 0, -1 - index, index), size * 2 - 1 - index);
        if (!F_(bits)((T_(i32))((T_(u32))near >= (T_(u32))size)))
            return near;
        mirrored = F_(wcc_remainder)(index, size * 2);
        return F_(wcc_clamp)(F_(select_i32)(mirrored < size, mirrored, size * 2 - 1 - mirrored), size);
    case WCC_MIRROR_ONCE: return F_(wcc_clamp)(F_(select_i32)(index < 0, -1 - index, index), size);
    default: return F_(wcc_clamp)(index, size);
    }
}

/* 7.18.9. Lanes that get the border's colour are added to *border. */
WCC_INLINE T_(i32) F_(wcc_address)(WccAddress mode, T_(i32) index, T_(i32) size, T_(i32) *border)
{
    T_(i32) clamped = F_(wcc_clamp)(index, size);
    if (mode == WCC_CLAMP || !F_(bits)(index != clamped))
        return clamped;
    if (mode == WCC_BORDER)
        *border |= index != clamped;
    return F_(wcc_continue)(mode, index, size);
}

/* ---- cubes: faces +x -x +y -y +z -z ---- */

/* Takes v apart as the face sees it: the axis that sticks out, and u and v on the face (5.3.8). */
WCC_INLINE void F_(wcc_turn)(T_(i32) face, const T_(f32) v[3], T_(f32) *major, T_(f32) *s, T_(f32) *t)
{
    T_(i32) along_x = face < 2, along_y = (face >> 1) == 1, is_minus = (face & 1) != 0;
    T_(f32) flipped_z = F_(select_f32)(is_minus, v[2], -v[2]), flipped_x = F_(select_f32)((face == 5), -v[0], v[0]);
    *major = F_(select_f32)(along_x, v[0], F_(select_f32)(along_y, v[1], v[2]));
    *major = F_(select_f32)(is_minus, -*major, *major);
    *s = F_(select_f32)(along_x, flipped_z, flipped_x);
    *t = F_(select_f32)(along_y, F_(select_f32)(is_minus, -v[2], v[2]), -v[1]);
}

/* The largest component's; of equal ones z goes before y before x (7.18.7). */
WCC_INLINE T_(i32) F_(wcc_face)(const T_(f32) v[3])
{
    T_(f32) x = F_(fabs_f32)(v[0]), y = F_(fabs_f32)(v[1]), z = F_(fabs_f32)(v[2]);
    T_(i32) is_z = (z >= x) & (z >= y), is_y = ~is_z & (y >= x);
    T_(i32) axis = F_(select_i32)(is_z, F_(splat_i32)(2), is_y & 1);
    T_(f32) major = F_(select_f32)(is_z, v[2], F_(select_f32)(is_y, v[1], v[0]));
    return axis * 2 + ((major < 0) & 1);
}

/* A texel at most one step off its face becomes the one across the edge. In units of half a texel the surface
 * is `size` from the cube's centre; what sticks out is folded around the edge. */
WCC_TEXTURE void F_(wcc_fold)(T_(i32) size, T_(i32) *face, T_(i32) *x, T_(i32) *y)
{
    T_(f32) n = WCC_CONVERT(size, T_(f32));
    T_(f32) u = WCC_CONVERT(*x * 2 + 1 - size, T_(f32)), v = WCC_CONVERT(*y * 2 + 1 - size, T_(f32));
    T_(i32) off = (F_(fabs_f32)(u) > n) | (F_(fabs_f32)(v) > n);
    T_(f32) major = F_(select_f32)(off, n - 1, n), point[3], s, t;
    u = F_(fmin_f32)(F_(fmax_f32)(u, -n), n);
    v = F_(fmin_f32)(F_(fmax_f32)(v, -n), n);
    T_(i32) along_x = *face < 2, along_y = (*face >> 1) == 1, is_minus = (*face & 1) != 0;
    T_(f32) outward = F_(select_f32)(is_minus, -major, major);
    point[0] = F_(select_f32)(along_x, outward, F_(select_f32)(*face == 5, -u, u));
    point[1] = F_(select_f32)(along_y, outward, -v);
    point[2] = F_(select_f32)(along_x, F_(select_f32)(is_minus, u, -u), F_(select_f32)(along_y, F_(select_f32)(is_minus, -v, v), outward));
    *face = F_(wcc_face)(point);
    F_(wcc_turn)(*face, point, &major, &s, &t);
    *x = (WCC_CONVERT(s, T_(i32)) + size - 1) >> 1;
    *y = (WCC_CONVERT(t, T_(i32)) + size - 1) >> 1;
}

/* Folds the taps and finds those beyond a corner; their weight goes to the others in equal parts (7.18.12). */
WCC_TEXTURE void F_(wcc_address_cube)(T_(i32) size, T_(i32) face, T_(i32) texel[8][3], T_(wcc_footprint) *footprint)
{
    T_(f32) share = {0};
    for (int i = 0; i < footprint->taps; i++) {
        T_(i32) faces = face, inside_x = F_(wcc_clamp)(texel[i][0], size), inside_y = F_(wcc_clamp)(texel[i][1], size);
        T_(i32) missing = (inside_x != texel[i][0]) & (inside_y != texel[i][1]);
        footprint->missing[i] = missing;
        footprint->has_missing |= F_(bits)(missing) != 0;
        texel[i][0] = F_(select_i32)(missing, inside_x, texel[i][0]);
        texel[i][1] = F_(select_i32)(missing, inside_y, texel[i][1]);
        if (F_(bits)((inside_x != texel[i][0]) | (inside_y != texel[i][1])))
            F_(wcc_fold)(size, &faces, &texel[i][0], &texel[i][1]);
        texel[i][2] += faces;
        share += F_(only_f32)(missing, footprint->weight[i]);
    }
    for (int i = 0; i < footprint->taps && footprint->has_missing; i++)
        footprint->weight[i] = F_(select_f32)(footprint->missing[i], F_(splat_f32)(0), footprint->weight[i] + share * (1 / 3.0f));
}

/* ---- footprints ---- */

/* The texel before a point, and what the one behind it weighs: nothing within `miss` of a centre (WCC_MISS; 0: only there). */
WCC_INLINE T_(f32) F_(wcc_split)(T_(f32) position, T_(f32) miss, T_(f32) *behind)
{
    T_(f32) first = F_(ffloor_f32)(position + miss), rest = position - first;
    *behind = (T_(f32))((T_(i32))rest & (rest > miss));
    return first;
}

/* Nearest even, within the array; of cubes the first face. */
WCC_TEXTURE T_(i32) F_(wcc_slice)(const WccSampling *sampling, T_(f32) slice)
{
    int32_t faces = WCC_IS_CUBE_OF(sampling) ? 6 : 1, last = (int32_t)sampling->texture->depth / faces - 1;
    if (!WCC_IS_ARRAY_OF(sampling) || last <= 0)
        return F_(splat_i32)(0);
    slice = F_(fround_f32)(F_(fmin_f32)(F_(fmax_f32)(slice, F_(splat_f32)(0)), F_(splat_f32)((float)last)));
    return WCC_CONVERT(slice, T_(i32)) * faces;
}

/* Coordinates on each axis, reduced; cubes: on the face, which is given too. */
WCC_TEXTURE T_(i32) F_(wcc_coordinates)(const WccSampling *sampling, const T_(f32) at[3], T_(f32) out[3])
{
    if (!WCC_IS_CUBE_OF(sampling)) {
        for (int axis = 0; axis < WCC_AXES_OF(sampling); axis++)
            out[axis] = F_(wcc_reduce)(at[axis], sampling->sampler->address[axis]);
        return F_(splat_i32)(0);
    }
    T_(i32) face = F_(wcc_face)(at);
    T_(f32) major, s, t;
    F_(wcc_turn)(face, at, &major, &s, &t);
    out[0] = F_(fsaturate_f32)(s / major * 0.5f + 0.5f); /* beyond the face only beside NaN */
    out[1] = F_(fsaturate_f32)(t / major * 0.5f + 0.5f);
    return face;
}

/* `linear`: a mask of the lanes whose footprint has an extent; NULL: none has. `filters`: not for a gather. */
WCC_TEXTURE void F_(wcc_find_footprint)(const WccSampling *sampling, const T_(wcc_place) *place, T_(i32) level, const T_(i32) *linear,
                                        int filters, T_(wcc_footprint) *footprint)
{
    T_(wcc_grid) grid;
    T_(f32) coordinate[3], weight[3][2];
    T_(i32) index[3][2], border[3][2], texel[8][3];
    T_(i32) face = F_(wcc_coordinates)(sampling, place->at, coordinate), slice = F_(wcc_slice)(sampling, place->at[3]);
    F_(wcc_find_grid)(sampling->texture, level, WCC_AXES_OF(sampling) == 3, &grid);
    for (int axis = 0; axis < WCC_AXES_OF(sampling); axis++) {
        T_(f32) size = WCC_CONVERT(grid.size[axis], T_(f32)), position = coordinate[axis] * size, miss = F_(splat_f32)(0), behind;
        if (linear)
            position -= (T_(f32))((T_(i32))F_(splat_f32)(0.5f) & *linear);
        if (linear && filters)
            miss = (T_(f32))((T_(i32))F_(fmin_f32)(size * WCC_MISS(1.0f), F_(splat_f32)(0x1p-9f)) & *linear);
        T_(f32) first = F_(wcc_split)(position, miss, &behind);
        weight[axis][1] = linear ? (T_(f32))((T_(i32))behind & *linear) : F_(splat_f32)(0);
        weight[axis][0] = 1 - weight[axis][1];
        index[axis][0] = WCC_CONVERT(first, T_(i32)) + place->by[axis];
        index[axis][1] = index[axis][0] + 1;
        for (int side = 0; side < 2 && !WCC_IS_CUBE_OF(sampling); side++) {
            border[axis][side] = F_(splat_i32)(0);
            if (side == 0 || linear)
                index[axis][side] = F_(wcc_address)(sampling->sampler->address[axis], index[axis][side], grid.size[axis], &border[axis][side]);
        }
    }
    footprint->taps = linear ? 1 << WCC_AXES_OF(sampling) : 1;
    footprint->has_border = footprint->has_missing = 0;
    for (int i = 0; i < footprint->taps; i++) {
        footprint->weight[i] = weight[0][i & 1];
        footprint->border[i] = F_(splat_i32)(0);
        texel[i][1] = F_(splat_i32)(0), texel[i][2] = slice;
        for (int axis = 0; axis < WCC_AXES_OF(sampling); axis++) {
            texel[i][axis] = index[axis][i >> axis & 1];
            if (axis > 0)
                footprint->weight[i] *= weight[axis][i >> axis & 1];
            if (!WCC_IS_CUBE_OF(sampling))
                footprint->border[i] |= border[axis][i >> axis & 1];
        }
        footprint->has_border |= F_(bits)(footprint->border[i]) != 0;
    }
    if (WCC_IS_CUBE_OF(sampling))
        F_(wcc_address_cube)(grid.size[0], face, texel, footprint);
    for (int i = 0; i < footprint->taps; i++)
        footprint->offset[i] = grid.offset + texel[i][0] * (int32_t)sampling->texture->stride + texel[i][1] * grid.row_pitch
                             + texel[i][2] * grid.slice_pitch;
}

/* ---- texels ---- */

/* One component as the kernel holds it: floats, or the bits of integers. */
WCC_TEXTURE T_(f32) F_(wcc_component)(const WccSampling *sampling, T_(i32) offset, int component)
{
    const char *base = sampling->texture->data;
    const T_(i32) all = F_(splat_i32)(-1);
    if (WCC_TEXEL_OF(sampling) == WCC_TEXEL_F32 || WCC_TEXEL_OF(sampling) == WCC_TEXEL_I32)
        return F_(gather_f32)(base + component * 4, offset, all);
    T_(i16) half = F_(gather_i16)(base + component * 2, offset, all);
    if (WCC_TEXEL_OF(sampling) == WCC_TEXEL_I16)
        return (T_(f32))WCC_CONVERT(half, T_(i32));
    return F_(f32_of_half)(half);
}

WCC_INLINE T_(f32) F_(wcc_border)(const WccSampling *sampling, int component)
{
    float colour = sampling->sampler->border[component];
    if (WCC_TEXEL_OF(sampling) == WCC_TEXEL_F32 || WCC_TEXEL_OF(sampling) == WCC_TEXEL_F16)
        return F_(splat_f32)(colour);
    return (T_(f32))F_(ftos_f32_i32)(F_(splat_f32)(colour));
}

WCC_TEXTURE void F_(wcc_texel)(const WccSampling *sampling, const T_(wcc_footprint) *footprint, int tap, T_(f32) out[4])
{
    if (WCC_TEXEL_OF(sampling) <= WCC_TEXEL_I32 && WCC_TEXEL_OF(sampling) != WCC_TEXEL_F16 && WCC_COMPONENTS_OF(sampling) == 4)
        F_(gather_4_f32)(sampling->texture->data, footprint->offset[tap], &out[0], &out[1], &out[2], &out[3]);
    else
        for (int c = 0; c < WCC_COMPONENTS_OF(sampling); c++)
            out[c] = F_(wcc_component)(sampling, footprint->offset[tap], c);
    for (int c = 0; c < WCC_COMPONENTS_OF(sampling) && footprint->has_border; c++)
        out[c] = F_(select_f32)(footprint->border[tap], F_(wcc_border)(sampling, c), out[c]);
}

/* 1 where `reference` beside the texel passes, else 0 (22.4.19). */
WCC_TEXTURE T_(f32) F_(wcc_compare)(WccComparison comparison, T_(f32) reference, T_(f32) texel)
{
    T_(i32) passed = F_(splat_i32)(0);
    switch (comparison) {
    case WCC_NEVER: break;
    case WCC_LESS: passed = reference < texel; break;
    case WCC_EQUAL: passed = reference == texel; break;
    case WCC_LESS_EQUAL: passed = reference <= texel; break;
    case WCC_GREATER: passed = reference > texel; break;
    case WCC_NOT_EQUAL: passed = reference != texel; break;
    case WCC_GREATER_EQUAL: passed = reference >= texel; break;
    default: passed = F_(splat_i32)(-1); break;
    }
    return (T_(f32))(passed & (T_(i32))F_(splat_f32)(1));
}

/* ---- sampling ---- */

/* What one level's footprint adds up to. Texels without weight do not count, whatever they are. */
WCC_TEXTURE void F_(wcc_filter)(const WccSampling *sampling, const T_(wcc_place) *place, T_(i32) level, const T_(i32) *linear,
                                const T_(f32) *reference, T_(f32) out[4])
{
    T_(wcc_footprint) footprint;
    int components = reference ? 1 : WCC_COMPONENTS_OF(sampling);
    F_(wcc_find_footprint)(sampling, place, level, linear, 1, &footprint);
    for (int i = 0; i < footprint.taps; i++) {
        T_(f32) texel[4];
        if (reference) {
            texel[0] = F_(wcc_component)(sampling, footprint.offset[i], 0);
            if (footprint.has_border)
                texel[0] = F_(select_f32)(footprint.border[i], F_(wcc_border)(sampling, 0), texel[0]);
            texel[0] = F_(wcc_compare)(sampling->sampler->comparison, *reference, texel[0]);
        } else {
            F_(wcc_texel)(sampling, &footprint, i, texel);
        }
        T_(i32) counts = footprint.weight[i] != 0;
        for (int c = 0; c < components; c++) {
            if (footprint.taps == 1) {
                out[c] = texel[c];
                continue;
            }
            T_(f32) part = (T_(f32))((T_(i32))texel[c] & counts) * footprint.weight[i];
            out[c] = i == 0 ? part : out[c] + part;
        }
    }
}

/* The level after bias and clamps (7.18.11). Not a number is dropped. */
WCC_INLINE T_(f32) F_(wcc_clamp_level)(const WccSampler *sampler, T_(f32) level)
{
    level = F_(fmin_f32)(level + sampler->mip_bias, F_(splat_f32)(sampler->max_lod));
    return F_(fmax_f32)(level, F_(splat_f32)(sampler->min_lod));
}

/* Between two levels, the nearer of them (7.18.10). */
WCC_TEXTURE void F_(wcc_filter_levels)(const WccSampling *sampling, const T_(wcc_place) *place, T_(f32) level, const T_(i32) *linear,
                                       const T_(f32) *reference, T_(i32) active, T_(f32) out[4])
{
    T_(f32) last = F_(splat_f32)((float)(sampling->texture->mips - 1)), zero = F_(splat_f32)(0), farther[4];
    int blends = sampling->sampler->mip_filter == WCC_LINEAR && WCC_TEXEL_OF(sampling) <= WCC_TEXEL_F16;
    level = F_(fmin_f32)(F_(fmax_f32)(blends ? level : F_(ffloor_f32)(level + 0.5f), zero), last);
    T_(f32) first = F_(ffloor_f32)(level), weight = level - first;
    F_(wcc_filter)(sampling, place, WCC_CONVERT(first, T_(i32)), linear, reference, out);
    T_(i32) counts = weight != 0;
    if (!F_(bits)(counts & active))
        return;
    F_(wcc_filter)(sampling, place, WCC_CONVERT(F_(fmin_f32)(first + 1, last), T_(i32)), linear, reference, farther);
    for (int c = 0; c < (reference ? 1 : WCC_COMPONENTS_OF(sampling)); c++)
        out[c] = F_(select_f32)(counts, out[c] * (1 - weight) + farther[c] * weight, out[c]);
}

WCC_INLINE int F_(wcc_is_bound)(const WccSampling *sampling)
{
    const WccResource *texture = sampling->texture;
    return texture->data != 0 && texture->width != 0 && texture->height != 0 && texture->depth != 0;
}

/* The texel at a level of detail; with a reference, out[0] is how much of the footprint passes. Unbound: 0. */
WCC_TEXTURE void F_(wcc_sample)(const WccSampling *sampling, const T_(wcc_place) *place, T_(f32) level, T_(f32) least,
                                const T_(f32) *reference, T_(i32) active, T_(f32) out[4])
{
    const WccSampler *sampler = sampling->sampler;
    int is_float = WCC_TEXEL_OF(sampling) <= WCC_TEXEL_F16;
    for (int c = 0; c < 4; c++)
        out[c] = F_(splat_f32)(0);
    if (!F_(wcc_is_bound)(sampling))
        return;
    level = F_(fmax_f32)(F_(wcc_clamp_level)(sampler, level), least);
    T_(i32) is_near = level <= 0, linear = F_(splat_mask)(sampler->mag_filter == WCC_LINEAR);
    if (sampler->min_filter != sampler->mag_filter)
        linear = sampler->mag_filter == WCC_LINEAR ? is_near : ~is_near;
    const T_(i32) *extent = is_float && F_(bits)(linear & active) ? &linear : 0;
    if (sampling->texture->mips <= 1 || sampling->texture->levels == 0)
        F_(wcc_filter)(sampling, place, F_(splat_i32)(0), extent, reference, out);
    else
        F_(wcc_filter_levels)(sampling, place, level, extent, reference, active, out);
    for (int c = 0; c < WCC_COMPONENTS_OF(sampling) && WCC_TEXEL_OF(sampling) == WCC_TEXEL_F16 && !reference; c++)
        out[c] = F_(round_f16_f32)(out[c]);
}

/* The footprint's texels (-,+) (+,+) (+,-) (-,-), one component of each, or whether they pass (22.4.2). */
WCC_TEXTURE void F_(wcc_gather)(const WccSampling *sampling, const T_(wcc_place) *place, int component, const T_(f32) *reference,
                                T_(f32) out[4])
{
    static const int order[] = {2, 3, 1, 0};
    const T_(i32) linear = F_(splat_i32)(-1);
    T_(wcc_footprint) footprint;
    T_(f32) sum = {0};
    for (int i = 0; i < 4; i++)
        out[i] = F_(splat_f32)(0);
    if (!F_(wcc_is_bound)(sampling))
        return;
    F_(wcc_find_footprint)(sampling, place, F_(splat_i32)(0), &linear, 0, &footprint);
    for (int i = 0; i < 4; i++) {
        T_(f32) texel = F_(wcc_component)(sampling, footprint.offset[order[i]], component);
        texel = F_(select_f32)(footprint.border[order[i]], F_(wcc_border)(sampling, component), texel);
        out[i] = reference ? F_(wcc_compare)(sampling->sampler->comparison, *reference, texel) : texel;
        if (footprint.has_missing)
            sum += F_(select_f32)(footprint.missing[order[i]], F_(splat_f32)(0), out[i]);
    }
    for (int i = 0; i < 4 && footprint.has_missing && WCC_TEXEL_OF(sampling) <= WCC_TEXEL_F16; i++)
        out[i] = F_(select_f32)(footprint.missing[order[i]], sum / 3, out[i]);
    for (int i = 0; i < 4 && WCC_TEXEL_OF(sampling) == WCC_TEXEL_F16 && !reference; i++)
        out[i] = F_(round_f16_f32)(out[i]);
}

/* ---- the level that derivatives ask for (7.18.11) ---- */

/* The square of a derivative's length in texels of level 0; cubes: of its projection onto the face. */
WCC_TEXTURE T_(f32) F_(wcc_square)(const WccSampling *sampling, const T_(f32) at[3], const T_(f32) along[3])
{
    const WccResource *texture = sampling->texture;
    float size[] = {(float)texture->width, (float)texture->height, (float)texture->depth};
    T_(f32) sum = F_(splat_f32)(0), turned[3];
    if (WCC_IS_CUBE_OF(sampling)) {
        T_(f32) major, s, t, by_major, by_s, by_t;
        T_(i32) face = F_(wcc_face)(at);
        F_(wcc_turn)(face, at, &major, &s, &t);
        F_(wcc_turn)(face, along, &by_major, &by_s, &by_t);
        turned[0] = (by_s - s / major * by_major) / major * 0.5f;
        turned[1] = (by_t - t / major * by_major) / major * 0.5f;
        along = turned;
    }
    for (int axis = 0; axis < WCC_AXES_OF(sampling); axis++)
        sum += along[axis] * size[axis] * (along[axis] * size[axis]);
    return sum;
}

/* kind: 0 as it is, 1 biased and clamped by sampler and texture, 2 biased. Unbound: 0. */
WCC_TEXTURE T_(f32) F_(wcc_sample_level)(const WccSampling *sampling, const T_(f32) at[3], const T_(f32) along_x[3],
                                         const T_(f32) along_y[3], int kind)
{
    if (!F_(wcc_is_bound)(sampling))
        return F_(splat_f32)(0);
    T_(f32) square = F_(fmax_f32)(F_(wcc_square)(sampling, at, along_x), F_(wcc_square)(sampling, at, along_y));
    T_(f32) level = F_(flog2_f32)(square) * 0.5f;
    if (kind == 2)
        return level + sampling->sampler->mip_bias;
    if (kind == 0)
        return level;
    float last = sampling->texture->mips > 0 ? (float)(sampling->texture->mips - 1) : 0;
    level = F_(wcc_clamp_level)(sampling->sampler, level);
    return F_(fmax_f32)(F_(fmin_f32)(level, F_(splat_f32)(last)), F_(splat_f32)(0));
}

/* ---- loads at a level that differs between lanes ---- */

/* The texel (x, y, z or slice) of a level; 0 outside. */
WCC_TEXTURE void F_(wcc_load)(const WccSampling *sampling, const T_(i32) at[3], T_(i32) level, T_(i32) active, T_(f32) out[4])
{
    const WccResource *texture = sampling->texture;
    T_(i32) mips = F_(splat_i32)(texture->mips > 1 && texture->levels != 0 ? (int32_t)texture->mips : 1);
    T_(i32) inside = active & ((T_(u32))level < (T_(u32))mips), offset;
    T_(wcc_footprint) footprint = {.taps = 1};
    T_(wcc_grid) grid;
    F_(wcc_find_grid)(texture, level & inside, WCC_AXES_OF(sampling) == 3, &grid);
    for (int axis = 0; axis < 3; axis++)
        inside &= (T_(u32))at[axis] < (T_(u32))grid.size[axis];
    offset = grid.offset + at[0] * (int32_t)texture->stride + at[1] * grid.row_pitch + at[2] * grid.slice_pitch;
    for (int c = 0; c < 4; c++)
        out[c] = F_(splat_f32)(0);
    if (!F_(bits)(inside))
        return;
    footprint.offset[0] = offset & inside;
    F_(wcc_texel)(sampling, &footprint, 0, out);
    for (int c = 0; c < WCC_COMPONENTS_OF(sampling); c++)
        out[c] = (T_(f32))((T_(i32))out[c] & inside);
}

#undef T_
#undef F_
