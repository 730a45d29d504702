/* The evaluator's samplers, one sample at a time, after the D3D11.3 functional specification 7.18:
 * which level of detail, which texels of it (the footprint), what each counts for.
 *
 * A footprint has two texels on each axis of the texture, the one before the sample point and the
 * one behind it, and point filtering is a footprint whose first texel counts for everything.
 * Numbers are doubles here, so that rounding is nobody's business. */
#include "ir/evaluate_priv.h"

#include <math.h>

enum { MOST_TAPS = 8, FAR_AWAY = 1 << 30 };

typedef struct Tap {
    int64_t texel[3]; /* z: the slice, or the third axis */
    bool is_border, is_missing; /* missing: beyond the corner of a cube, where three faces meet */
    double weight;
} Tap;

typedef struct Footprint {
    Tap taps[MOST_TAPS]; /* bit a of the number: behind the sample point on axis a */
    int count;
    int level;
} Footprint;

static int axes_of(const Sampling *sampling)
{
    return ir_texture_axes(sampling->declaration);
}

static bool is_bound(const Sampling *sampling)
{
    const IrEvalResource *texture = sampling->texture;
    return texture->data && texture->width > 0 && texture->height > 0 && texture->depth > 0;
}

static int64_t size_on_axis(const IrEvalResource *texture, int axis, int level)
{
    uint32_t sizes[] = {texture->width, texture->height, texture->depth},
             size = sizes[axis] >> level;
    return size > 0 ? size : 1;
}

/* ---- addresses: 7.18.9 ---- */

static int64_t remainder_of(int64_t index, int64_t size) { return ((index % size) + size) % size; }

static int64_t clamp_index(int64_t index, int64_t size)
{
    return index < 0 ? 0 : index >= size ? size - 1 : index;
}

static int64_t apply_address(IrEvalAddress mode, int64_t index, int64_t size, bool *is_border)
{
    int64_t mirrored = index < 0 ? -1 - index : index;
    switch (mode) {
    case IR_EVAL_WRAP: return remainder_of(index, size);
    case IR_EVAL_MIRROR:
        index = remainder_of(index, 2 * size);
        return index < size ? index : 2 * size - 1 - index;
    case IR_EVAL_MIRROR_ONCE: return clamp_index(mirrored, size);
    case IR_EVAL_BORDER:
        *is_border |= index != clamp_index(index, size);
        return clamp_index(index, size);
    default: return clamp_index(index, size);
    }
}

/* ---- cubes: 5.3.8, 7.18.7, 7.18.12 ---- */

/* Faces +x -x +y -y +z -z: the axis that sticks out, and which axes, with which signs, u and v go
 * along. */
typedef struct Face { int major, sign, u, u_sign, v, v_sign; } Face;
static const Face FACES[6] = {
    {0, 1, 2, -1, 1, -1}, {0, -1, 2, 1, 1, -1}, {1, 1, 0, 1, 2, 1}, {1, -1, 0, 1, 2, -1},
    {2, 1, 0, 1, 1, -1}, {2, -1, 0, -1, 1, -1},
};

/* The largest component's; of equal ones z goes before y before x (7.18.7). NaN fails both comparisons. */
static int face_of(const double direction[3])
{
    double x = fabs(direction[0]), y = fabs(direction[1]), z = fabs(direction[2]);
    int major = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return 2 * major + (direction[major] < 0);
}

/* A texel at most one step off the face: the one across the edge. In units of half a texel the
 * cube's surface is `size` from its centre, and texel centres are odd (or even) numbers apart; what
 * sticks out on one axis is folded around the edge. */
static int fold_over_edge(int face, int64_t size, int64_t texel[3])
{
    Face from = FACES[face];
    int64_t u = 2 * texel[0] + 1 - size, v = 2 * texel[1] + 1 - size, point[3];
    bool u_is_off = u <= -size || u >= size, v_is_off = v <= -size || v >= size;
    point[from.major] = from.sign * (u_is_off || v_is_off ? size - 1 : size);
    point[from.u] = from.u_sign * (u_is_off ? (u < 0 ? -size : size) : u);
    point[from.v] = from.v_sign * (v_is_off ? (v < 0 ? -size : size) : v);
    int major = u_is_off ? from.u : v_is_off ? from.v : from.major;
    int folded = 2 * major + (point[major] < 0);
    texel[0] = (FACES[folded].u_sign * point[FACES[folded].u] + size - 1) / 2;
    texel[1] = (FACES[folded].v_sign * point[FACES[folded].v] + size - 1) / 2;
    return folded;
}

/* The weight of a missing texel goes to the three others in equal parts. */
static void share_missing(Footprint *footprint)
{
    for (int i = 0; i < footprint->count; i++) {
        double share = footprint->taps[i].is_missing ? footprint->taps[i].weight / 3 : 0;
        for (int k = 0; k < footprint->count && share != 0; k++)
            footprint->taps[k].weight = k == i ? 0 : footprint->taps[k].weight + share;
    }
}

/* ---- footprints ---- */

/* Nearest even, within the array. */
static int64_t slice_of_place(const Sampling *sampling, const SamplePlace *place)
{
    int64_t slices = sampling->texture->depth / (sampling->declaration->is_cube ? 6 : 1);
    double slice = nearbyint((double)place->at[3]);
    if (!sampling->declaration->is_array || !(slice > 0) || slices == 0)
        return 0;
    return slice < (double)slices ? (int64_t)slice : slices - 1;
}

/* Beside NaN a component may be larger than that of the face; what is no number there is 0. */
static void project(const float at[3], int face, double uv[3])
{
    Face f = FACES[face];
    double major = fabs((double)at[f.major]);
    uv[0] = fmin(fmax(f.u_sign * (double)at[f.u] / major * 0.5 + 0.5, 0), 1);
    uv[1] = fmin(fmax(f.v_sign * (double)at[f.v] / major * 0.5 + 0.5, 0), 1);
}

/* Not a number counts as 0; what is far away stays outside all the same. */
static double texel_position(double coordinate, int64_t size, bool is_linear, IrEvalAddress mode)
{
    if (mode == IR_EVAL_WRAP)
        coordinate -= floor(coordinate);
    if (mode == IR_EVAL_MIRROR)
        coordinate -= 2 * floor(coordinate / 2);
    if (coordinate != coordinate)
        coordinate = 0;
    return fmax(-FAR_AWAY, fmin(FAR_AWAY, coordinate * (double)size - (is_linear ? 0.5 : 0)));
}

/* The two texels and their weights on each axis, before any address mode. */
static Footprint place_footprint(const Sampling *sampling, const SamplePlace *place,
                                 const double uv[3], int level, bool is_linear)
{
    int axes = axes_of(sampling);
    Footprint footprint = {.count = is_linear ? 1 << axes : 1, .level = level};
    for (int i = 0; i < footprint.count; i++) {
        Tap *tap = &footprint.taps[i];
        tap->weight = 1;
        for (int axis = 0; axis < axes; axis++) {
            IrEvalAddress mode = sampling->declaration->is_cube ? IR_EVAL_CLAMP
                                                                : sampling->sampler->address[axis];
            double position = texel_position(uv[axis], size_on_axis(sampling->texture, axis, level),
                                             is_linear, mode);
            double first = floor(position), behind = is_linear ? position - first : 0;
            tap->texel[axis] = (int64_t)first + place->by[axis] + (i >> axis & 1);
            tap->weight *= i >> axis & 1 ? behind : 1 - behind;
        }
    }
    return footprint;
}

static void address_tap(const Sampling *sampling, Tap *tap, int level, int64_t slice)
{
    for (int axis = 0; axis < axes_of(sampling); axis++)
        tap->texel[axis] = apply_address(sampling->sampler->address[axis], tap->texel[axis],
                                         size_on_axis(sampling->texture, axis, level),
                                         &tap->is_border);
    if (axes_of(sampling) < 3)
        tap->texel[2] = slice;
}

static void address_cube_tap(const Sampling *sampling, Tap *tap, int level, int64_t cube, int face)
{
    int64_t size = size_on_axis(sampling->texture, 0, level);
    bool off[2];
    for (int axis = 0; axis < 2; axis++)
        off[axis] = tap->texel[axis] < 0 || tap->texel[axis] >= size;
    tap->is_missing = off[0] && off[1];
    for (int axis = 0; axis < 2 && tap->is_missing; axis++)
        tap->texel[axis] = clamp_index(tap->texel[axis], size);
    tap->texel[2] = cube * 6 + fold_over_edge(face, size, tap->texel);
}

static Footprint find_footprint(const Sampling *sampling, const SamplePlace *place, int level,
                                bool is_linear)
{
    double uv[3] = {(double)place->at[0], (double)place->at[1], (double)place->at[2]};
    int face = face_of(uv);
    if (sampling->declaration->is_cube)
        project(place->at, face, uv);
    Footprint footprint = place_footprint(sampling, place, uv, level, is_linear);
    int64_t slice = slice_of_place(sampling, place);
    for (int i = 0; i < footprint.count; i++) {
        if (sampling->declaration->is_cube)
            address_cube_tap(sampling, &footprint.taps[i], level, slice, face);
        else
            address_tap(sampling, &footprint.taps[i], level, slice);
    }
    share_missing(&footprint);
    return footprint;
}

/* ---- texels ---- */

static uint64_t border_bits(const Sampling *sampling, int component)
{
    IrScalar scalar = sampling->declaration->element.scalar;
    float border = sampling->sampler->border[component];
    return op_scalar_is_float(scalar) ? op_double_to_bits(scalar, (double)border)
                                      : op_mask_to_width(scalar, (uint64_t)(int64_t)border);
}

static uint64_t texel_bits(const Sampling *sampling, const Tap *tap, int level, int component)
{
    const IrEvalResource *texture = sampling->texture;
    IrEvalLevel place = {0, texture->row_pitch, texture->slice_pitch};
    uint64_t bits = 0, size = (uint64_t)op_scalar_bytes(sampling->declaration->element.scalar);
    if (tap->is_border)
        return border_bits(sampling, component);
    if (texture->levels && texture->mips > 1)
        place = texture->levels[level];
    uint64_t at = place.offset + (uint64_t)tap->texel[0] * texture->stride +
                  (uint64_t)tap->texel[1] * place.row_pitch +
                  (uint64_t)tap->texel[2] * place.slice_pitch + size * (uint64_t)component;
    memcpy(&bits, texture->data + at, size);
    return bits;
}

static bool compare(IrEvalComparison comparison, double reference, double texel)
{
    switch (comparison) {
    case IR_EVAL_NEVER: return false;
    case IR_EVAL_LESS: return reference < texel;
    case IR_EVAL_EQUAL: return reference == texel;
    case IR_EVAL_LESS_EQUAL: return reference <= texel;
    case IR_EVAL_GREATER: return reference > texel;
    case IR_EVAL_NOT_EQUAL: return reference != texel;
    case IR_EVAL_GREATER_EQUAL: return reference >= texel;
    default: return true;
    }
}

/* A float's value, or 1 and 0 for passed and failed. */
static double texel_number(const Sampling *sampling, const Tap *tap, int level, int component,
                           const float *reference)
{
    double number = op_bits_to_double(sampling->declaration->element.scalar,
                                      texel_bits(sampling, tap, level, component));
    return reference ? compare(sampling->sampler->comparison, (double)*reference, number) : number;
}

/* ---- levels: 7.18.10, 7.18.11 ---- */

/* Not a number is dropped. */
static double clamp_level(const IrEvalSampler *sampler, double level)
{
    return fmax(sampler->min_level, fmin(sampler->max_level, level + (double)sampler->bias));
}

static int level_within(const IrEvalResource *texture, double level)
{
    int last = texture->mips > 0 ? (int)texture->mips - 1 : 0;
    return level < 0 ? 0 : level > last ? last : (int)level;
}

/* What a footprint of one level adds up to; texels without weight do not count, whatever they
 * are. */
static void filter_level(const Sampling *sampling, const SamplePlace *place, int level,
                         bool is_linear, const float *reference, double *out)
{
    Footprint footprint = find_footprint(sampling, place, level, is_linear);
    for (int c = 0; c < (reference ? 1 : sampling->declaration->element.components); c++) {
        out[c] = 0;
        for (int i = 0; i < footprint.count; i++)
            if (footprint.taps[i].weight != 0)
                out[c] += footprint.taps[i].weight *
                          texel_number(sampling, &footprint.taps[i], level, c, reference);
    }
}

/* Integers have no averages: the nearest texel of the nearest level. */
static void sample_integers(const Sampling *sampling, const SamplePlace *place, double level,
                            uint64_t *out)
{
    Footprint footprint = find_footprint(sampling, place,
                                         level_within(sampling->texture, floor(level + 0.5)),
                                         false);
    for (int c = 0; c < sampling->declaration->element.components; c++)
        out[c] = texel_bits(sampling, &footprint.taps[0], footprint.level, c);
}

static void sample_floats(const Sampling *sampling, const SamplePlace *place, double level,
                          const float *reference, double *out)
{
    const IrEvalSampler *sampler = sampling->sampler;
    bool is_linear = level <= 0 ? sampler->mag_linear : sampler->min_linear;
    double nearer[4] = {0}, farther[4] = {0}, weight = 0;
    int first = level_within(sampling->texture, floor(level + 0.5)), second = first;
    if (sampler->mip_linear) {
        first = level_within(sampling->texture, floor(level));
        second = level_within(sampling->texture, first + 1);
        weight = second > first && level > first ? level - first : 0;
    }
    filter_level(sampling, place, first, is_linear, reference, nearer);
    if (weight > 0)
        filter_level(sampling, place, second, is_linear, reference, farther);
    for (int c = 0; c < 4; c++)
        out[c] = nearer[c] * (1 - weight) + farther[c] * weight;
}

void evaluate_sample(const Sampling *sampling, const SamplePlace *place, float level, float least,
                     const float *reference, uint64_t out[4])
{
    IrScalar scalar = sampling->declaration->element.scalar;
    double numbers[4] = {0},
           clamped = fmax(clamp_level(sampling->sampler, (double)level), (double)least);
    memset(out, 0, 4 * sizeof *out);
    if (!is_bound(sampling))
        return;
    if (!op_scalar_is_float(scalar)) {
        sample_integers(sampling, place, clamped, out);
        return;
    }
    sample_floats(sampling, place, clamped, reference, numbers);
    for (int c = 0; c < 4; c++)
        out[c] = op_double_to_bits(reference ? IR_F32 : scalar, numbers[c]);
}

/* ---- gathers: 22.4.2 ---- */

/* The average of the three others. */
static double missing_number(const Sampling *sampling, const Footprint *footprint, int component,
                             const float *reference)
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        if (!footprint->taps[i].is_missing)
            sum += texel_number(sampling, &footprint->taps[i], 0, component, reference);
    return sum / 3;
}

void evaluate_gather(const Sampling *sampling, const SamplePlace *place, int component,
                     const float *reference, uint64_t out[4])
{
    static const int ORDER[] = {2, 3, 1, 0};
    IrScalar scalar = sampling->declaration->element.scalar;
    memset(out, 0, 4 * sizeof *out);
    if (!is_bound(sampling))
        return;
    Footprint footprint = find_footprint(sampling, place, 0, true);
    for (int i = 0; i < 4; i++) {
        const Tap *tap = &footprint.taps[ORDER[i]];
        if (tap->is_missing && op_scalar_is_float(scalar))
            out[i] = op_double_to_bits(reference ? IR_F32 : scalar,
                                       missing_number(sampling, &footprint, component, reference));
        else if (reference)
            out[i] = op_double_to_bits(IR_F32,
                                       texel_number(sampling, tap, 0, component, reference));
        else
            out[i] = texel_bits(sampling, tap, 0, component);
    }
}

/* ---- the level that derivatives ask for: 7.18.11 ---- */

/* A derivative of a direction as one of the position on its face. */
static void project_derivative(const float at[3], const float along[3], double out[3])
{
    double direction[3] = {(double)at[0], (double)at[1], (double)at[2]};
    Face face = FACES[face_of(direction)];
    double major = fabs(direction[face.major]), by_major = face.sign * (double)along[face.major];
    out[0] = 0.5 *
             (major * face.u_sign * (double)along[face.u] -
              face.u_sign * direction[face.u] * by_major) /
             (major * major);
    out[1] = 0.5 *
             (major * face.v_sign * (double)along[face.v] -
              face.v_sign * direction[face.v] * by_major) /
             (major * major);
    out[2] = 0;
}

static double squared_length(const Sampling *sampling, const float at[3], const float along[3])
{
    double in_texture[3] = {(double)along[0], (double)along[1], (double)along[2]}, sum = 0;
    if (sampling->declaration->is_cube)
        project_derivative(at, along, in_texture);
    for (int axis = 0; axis < axes_of(sampling); axis++) {
        double texels = in_texture[axis] * (double)size_on_axis(sampling->texture, axis, 0);
        sum += texels * texels;
    }
    return sum;
}

float evaluate_sample_level(const Sampling *sampling, const float at[3], const float along_x[3],
                            const float along_y[3], OpDetail kind)
{
    if (!is_bound(sampling))
        return 0;
    double level = 0.5 * log2(fmax(squared_length(sampling, at, along_x),
                                   squared_length(sampling, at, along_y)));
    if (kind == DETAIL_BIASED)
        level += (double)sampling->sampler->bias;
    if (kind == DETAIL_CLAMPED) {
        double last = sampling->texture->mips > 0 ? sampling->texture->mips - 1 : 0;
        level = fmax(0, fmin(last, clamp_level(sampling->sampler, level)));
    }
    return (float)level;
}
