/* Sampling and gathering. Every method comes down to one of five operations of op.def: what
 * follows from derivatives is a level of detail first (sample_level), and so is what Sample takes
 * from its quad. */
#include "lower/expand_priv.h"

/* The arguments after the texture, by role:
 *   s sampler  c coordinate  o offset (not of cubes)  b bias  l level  x y derivatives
 *   r reference  m least level  t status */
typedef struct Sampling {
    IrInstr *texture, *sampler;
    IrInstr *at[4];        /* x y z slice */
    IrInstr *by[4][3];     /* offsets; several of gathers with one for each texel */
    IrInstr *along[2][3];  /* derivatives */
    IrInstr *bias, *level, *reference, *least;
    int offset_count;
    int status;            /* index of the argument; INT32_MAX: there is none */
} Sampling;

static void spread(Value from, IrInstr **to, int count, IrInstr *otherwise)
{
    for (int i = 0; i < count; i++)
        to[i] = i < from.count ? from.leaves[i] : otherwise;
}

/* A slice goes last whatever the dimensions are. */
static void take_coordinate(const ResourceInfo *info, Value value, IrInstr *zero, IrInstr *at[4])
{
    spread(value, at, 4, zero);
    if (!info->is_array)
        return;
    IrInstr *slice = value.leaves[value.count - 1];
    at[value.count - 1] = zero;
    at[3] = slice;
}

static void take_argument(Lower *l, const Call *call, int index, char role, IrInstr *zero,
                          Sampling *out)
{
    Value value = call->values[index];
    switch (role) {
    case 's': out->sampler = object_of(l, value); break;
    case 'c': take_coordinate(object_info(l, call->object), value, zero, out->at); break;
    case 'o': spread(value, out->by[out->offset_count++], 3, l->zero); break;
    case 'x': spread(value, out->along[0], 3, zero); break;
    case 'y': spread(value, out->along[1], 3, zero); break;
    case 'b': out->bias = value.leaves[0]; break;
    case 'l': out->level = value.leaves[0]; break;
    case 'r': out->reference = value.leaves[0]; break;
    case 'm': out->least = value.leaves[0]; break;
    default: out->status = index; break;
    }
}

static bool can_sample(Lower *l, const Sampling *sampling)
{
    IrScalar element = sampling->texture->resource->element.scalar;
    const char *why = NULL;
    if (op_scalar_bits(element) == 64)
        why = "its components have 64 bits";
    else if (sampling->reference && !op_scalar_is_float(element))
        why = "only floats are compared";
    if (why)
        lower_unsupported(l, "sampling this texture", why);
    return why == NULL;
}

/* False after an error. What is left out has its usual value. */
static bool take_arguments(Lower *l, const Call *call, const char *roles, Sampling *out)
{
    IrInstr *zero = ir_const_f32(&l->builder, 0);
    *out = (Sampling){.texture = call->object, .least = zero, .level = zero, .status = INT32_MAX};
    spread((Value){0}, out->by[0], 3, l->zero);
    bool is_cube = out->texture->resource->is_cube;
    for (int i = 0; i < call->count && *roles; roles++)
        if (*roles != 'o' || !is_cube)
            take_argument(l, call, i++, *roles, zero, out);
    return out->sampler != NULL && can_sample(l, out);
}

/* ---- the operations ---- */

enum { MOST_OPERANDS = 12 };

static IrInstr *build_sampling(Lower *l, IrOp op, IrType type, const Sampling *sampling,
                               IrInstr *const *operands, int count)
{
    IrInstr *all[MOST_OPERANDS] = {sampling->texture->operands[0], sampling->sampler->operands[0]};
    memcpy(all + 2, operands, sizeof *all * (size_t)count);
    IrInstr *instr = ir_build_typed(&l->builder, op, type, all, 2 + count);
    instr->resource = object_use(l, sampling->texture);
    instr->sampler = object_use(l, sampling->sampler);
    return instr;
}

static IrInstr *level_along(Lower *l, const Sampling *sampling, OpDetail kind)
{
    IrInstr *const *at = sampling->at;
    IrInstr *const *x = sampling->along[0], *const *y = sampling->along[1];
    IrInstr *operands[] = {at[0], at[1], at[2], x[0], x[1], x[2], y[0], y[1], y[2]};
    IrInstr *level = build_sampling(l, IR_sample_level, ir_scalar(IR_F32), sampling, operands,
                                    COUNT_OF(operands));
    level->immediate = kind;
    return level;
}

/* The differences within the quad of threads. */
static void derive(Lower *l, Sampling *sampling)
{
    for (int i = 0; i < 3; i++)
        for (int axis = 0; axis < 2; axis++) {
            bool is_used = sampling->at[i]->op != IR_const;
            sampling->along[axis][i] = is_used ? coarse_derivative(l, sampling->at[i], axis)
                                               : ir_const_f32(&l->builder, 0);
        }
}

/* A texture's texel is of `type`; each component of `loaded` is one of its numbers. */
static Value texel_value(Lower *l, const Call *call, const Sampling *sampling, IrInstr *loaded)
{
    ScalarKind kind = value_leaf_kinds(l, object_resource(l, sampling->texture)->type->element)[0];
    Value value = value_new(l, call->type);
    for (int i = 0; i < value.count; i++)
        value.leaves[i] = leaf_from_memory(l, kind, ir_extract(&l->builder, loaded, i));
    give_status(l, call, sampling->status);
    return value;
}

static Value sample_at_level(Lower *l, const Call *call, const Sampling *sampling)
{
    IrInstr *const *at = sampling->at, *const *by = sampling->by[0];
    IrInstr *operands[] = {at[0], at[1], at[2], at[3], by[0], by[1], by[2], sampling->level,
                           sampling->least, sampling->reference};
    int count = COUNT_OF(operands);
    if (!sampling->reference) {
        IrType element = sampling->texture->resource->element;
        IrInstr *texel = build_sampling(l, IR_sample, element, sampling, operands, count - 1);
        return texel_value(l, call, sampling, texel);
    }
    IrType type = ir_scalar(IR_F32);
    IrInstr *passed = build_sampling(l, IR_sample_compare, type, sampling, operands, count);
    give_status(l, call, sampling->status);
    return value_of(l, call->type, passed);
}

/* ---- Sample* ---- */

static Value sample_plain(Lower *l, const Call *call, const char *roles)
{
    Sampling sampling;
    if (!take_arguments(l, call, roles, &sampling))
        return value_zero(l, call->type);
    return sample_at_level(l, call, &sampling);
}

static Value sample_derived(Lower *l, const Call *call, const char *roles)
{
    Sampling sampling;
    if (!take_arguments(l, call, roles, &sampling))
        return value_zero(l, call->type);
    if (!sampling.along[0][0])
        derive(l, &sampling);
    sampling.level = level_along(l, &sampling, DETAIL_RAW);
    if (sampling.bias)
        sampling.level = op2(l, IR_fadd, sampling.level, sampling.bias);
    return sample_at_level(l, call, &sampling);
}

Value expand_sample(Lower *l, const Call *call) { return sample_derived(l, call, "scomt"); }
Value expand_sample_bias(Lower *l, const Call *call) { return sample_derived(l, call, "scbomt"); }
Value expand_sample_level(Lower *l, const Call *call) { return sample_plain(l, call, "sclot"); }
Value expand_sample_grad(Lower *l, const Call *call) { return sample_derived(l, call, "scxyomt"); }
Value expand_sample_cmp(Lower *l, const Call *call) { return sample_derived(l, call, "scromt"); }

Value expand_sample_cmp_bias(Lower *l, const Call *call)
{
    return sample_derived(l, call, "scrbomt");
}

Value expand_sample_cmp_grad(Lower *l, const Call *call)
{
    return sample_derived(l, call, "scrxyomt");
}

Value expand_sample_cmp_level(Lower *l, const Call *call)
{
    return sample_plain(l, call, "scrlot");
}

Value expand_sample_cmp_level_zero(Lower *l, const Call *call)
{
    return sample_plain(l, call, "scrot");
}

/* ---- CalculateLevelOfDetail*: the coordinate comes without a slice ---- */

static Value level_of_detail(Lower *l, const Call *call, OpDetail kind)
{
    Sampling sampling = {.texture = call->object, .sampler = object_of(l, call->values[0])};
    if (!sampling.sampler)
        return value_zero(l, call->type);
    spread(call->values[1], sampling.at, 4, ir_const_f32(&l->builder, 0));
    derive(l, &sampling);
    return value_of(l, call->type, level_along(l, &sampling, kind));
}

Value expand_level_of_detail(Lower *l, const Call *call)
{
    return level_of_detail(l, call, DETAIL_CLAMPED);
}

Value expand_level_of_detail_unclamped(Lower *l, const Call *call)
{
    return level_of_detail(l, call, DETAIL_BIASED);
}

/* ---- Gather* ---- */

/* The four texels of one footprint, moved by offset number `offset`. */
static IrInstr *gather_footprint(Lower *l, const Sampling *sampling, int component, int offset)
{
    IrInstr *const *at = sampling->at, *const *by = sampling->by[offset];
    IrInstr *operands[] = {at[0], at[1], at[2], at[3], by[0], by[1], by[2], sampling->reference};
    bool compares = sampling->reference != NULL;
    IrOp op = compares ? IR_gather_compare : IR_gather;
    IrType type = {compares ? IR_F32 : sampling->texture->resource->element.scalar, 4};
    int count = COUNT_OF(operands) - !compares;
    IrInstr *footprint = build_sampling(l, op, type, sampling, operands, count);
    footprint->immediate = component;
    return footprint;
}

/* With an offset for each texel, texel i is that of a footprint with offset i. Of a component that
 * the texels do not have: 0. */
static Value gather(Lower *l, const Call *call, int component, const char *roles,
                    const char *roles_of_four)
{
    Sampling sampling;
    bool has_four = call->count >= (int)strlen(roles) + 2;
    if (!take_arguments(l, call, has_four ? roles_of_four : roles, &sampling))
        return value_zero(l, call->type);
    give_status(l, call, sampling.status);
    if (component >= sampling.texture->resource->element.components)
        return value_zero(l, call->type);
    Value value = value_new(l, call->type);
    ScalarKind kind = value_kind(value);
    IrInstr *footprint = NULL;
    for (int i = 0; i < 4; i++) {
        if (i == 0 || has_four)
            footprint = gather_footprint(l, &sampling, component, has_four ? i : 0);
        IrInstr *texel = ir_extract(&l->builder, footprint, i);
        value.leaves[i] = sampling.reference ? leaf_cast(l, texel, SCALAR_F32, kind)
                                             : leaf_from_memory(l, kind, texel);
    }
    return value;
}

static Value gather_plain(Lower *l, const Call *call, int component)
{
    return gather(l, call, component, "scot", "scoooot");
}

Value expand_gather_red(Lower *l, const Call *call) { return gather_plain(l, call, 0); }
Value expand_gather_green(Lower *l, const Call *call) { return gather_plain(l, call, 1); }
Value expand_gather_blue(Lower *l, const Call *call) { return gather_plain(l, call, 2); }
Value expand_gather_alpha(Lower *l, const Call *call) { return gather_plain(l, call, 3); }

static Value gather_compare(Lower *l, const Call *call, int component)
{
    return gather(l, call, component, "scrot", "scroooot");
}

Value expand_gather_cmp(Lower *l, const Call *call) { return gather_compare(l, call, 0); }
Value expand_gather_cmp_green(Lower *l, const Call *call) { return gather_compare(l, call, 1); }
Value expand_gather_cmp_blue(Lower *l, const Call *call) { return gather_compare(l, call, 2); }
Value expand_gather_cmp_alpha(Lower *l, const Call *call) { return gather_compare(l, call, 3); }

