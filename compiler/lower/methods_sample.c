/* Sampling and gathering. Every method comes down to one of five operations of op.def: what follows from
 * derivatives is a level of detail first (sample_level), and so is what Sample takes from its quad. */
#include "lower/expand.h"

/* The arguments after the texture, by role:
 *   s sampler  c coordinate  o offset (not of cubes)  b bias  l level  x y derivatives  r reference
 *   m least level  t status */
typedef struct Arguments {
    IrInstr *texture, *sampler;
    IrInstr *at[4];        /* x y z slice */
    IrInstr *by[4][3];     /* offsets; several of gathers with one for each texel */
    IrInstr *along[2][3];  /* derivatives */
    IrInstr *bias, *level, *reference, *least;
    int offset_count;
    int status;            /* index of the argument */
} Arguments;

static const ResourceInfo *info_of(Lower *l, const IrInstr *texture)
{
    return resource_info(object_resource(l, texture)->type->resource);
}

static void spread(Lower *l, Value from, IrInstr **to, int count, IrInstr *otherwise)
{
    (void)l;
    for (int i = 0; i < count; i++)
        to[i] = i < from.count ? from.leaves[i] : otherwise;
}

/* A slice goes last whatever the dimensions are. */
static void take_coordinate(Lower *l, const ResourceInfo *info, Value value, IrInstr *zero, IrInstr *at[4])
{
    spread(l, value, at, 4, zero);
    if (!info->is_array)
        return;
    IrInstr *slice = value.leaves[value.count - 1];
    at[value.count - 1] = zero;
    at[3] = slice;
}

static void take_argument(Lower *l, const Expr *expr, int index, char role, IrInstr *zero, Arguments *out)
{
    const Expr *argument = expr->arguments[index];
    switch (role) {
    case 's': out->sampler = lower_object(l, argument); break;
    case 'c': take_coordinate(l, info_of(l, out->texture), lower_expr(l, argument), zero, out->at); break;
    case 'o': spread(l, lower_expr(l, argument), out->by[out->offset_count++], 3, l->zero); break;
    case 'x': spread(l, lower_expr(l, argument), out->along[0], 3, zero); break;
    case 'y': spread(l, lower_expr(l, argument), out->along[1], 3, zero); break;
    case 'b': out->bias = lower_scalar(l, argument); break;
    case 'l': out->level = lower_scalar(l, argument); break;
    case 'r': out->reference = lower_scalar(l, argument); break;
    case 'm': out->least = lower_scalar(l, argument); break;
    default: out->status = index; break;
    }
}

static bool can_sample(Lower *l, const Arguments *arguments)
{
    IrScalar element = arguments->texture->resource->element.scalar;
    const char *why = op_scalar_bits(element) == 64                              ? "its components have 64 bits"
                      : arguments->reference && !op_scalar_is_float(element) ? "only floats are compared"
                                                                                  : NULL;
    if (why)
        lower_unsupported(l, "sampling this texture", why);
    return why == NULL;
}

/* False after an error. What is left out has its usual value. */
static bool take_arguments(Lower *l, const Expr *expr, const char *roles, Arguments *out)
{
    IrInstr *zero = ir_const_f32(&l->builder, 0);
    *out = (Arguments){.texture = lower_object(l, expr->left), .least = zero, .level = zero};
    spread(l, (Value){0}, out->by[0], 3, l->zero);
    if (!out->texture)
        return false;
    bool is_cube = out->texture->resource->is_cube;
    for (int i = 0; i < expr->argument_count && *roles; roles++)
        if (*roles != 'o' || !is_cube)
            take_argument(l, expr, i++, *roles, zero, out);
    return out->sampler != NULL && can_sample(l, out);
}

static void give_status(Lower *l, const Expr *expr, const Arguments *arguments)
{
    if (arguments->status == 0)
        return;
    OutArgument out = lower_out_argument(l, expr->arguments[arguments->status]);
    place_store(l, &out.place, value_of(l, out.outer, leaf_number(l, out.outer->scalar, 1)));
}

/* ---- the operations ---- */

enum { MOST_OPERANDS = 12 };

static IrInstr *build(Lower *l, IrOp op, IrType type, const Arguments *arguments, IrInstr *const *operands, int count)
{
    IrInstr *all[MOST_OPERANDS] = {arguments->texture->operands[0], arguments->sampler->operands[0]};
    memcpy(all + 2, operands, sizeof *all * (size_t)count);
    IrInstr *instr = ir_build_typed(&l->builder, op, type, all, 2 + count);
    instr->resource = use_resource(l, object_resource(l, arguments->texture));
    instr->sampler = use_resource(l, object_resource(l, arguments->sampler));
    return instr;
}

static IrInstr *level_along(Lower *l, const Arguments *arguments, OpDetail kind)
{
    IrInstr *const *at = arguments->at, *const *x = arguments->along[0], *const *y = arguments->along[1];
    IrInstr *operands[] = {at[0], at[1], at[2], x[0], x[1], x[2], y[0], y[1], y[2]};
    IrInstr *level = build(l, IR_sample_level, ir_scalar(IR_F32), arguments, operands, COUNT_OF(operands));
    level->immediate = kind;
    return level;
}

/* The differences within the quad of threads. */
static void derive(Lower *l, Arguments *arguments)
{
    for (int i = 0; i < 3; i++) {
        bool is_used = arguments->at[i]->op != IR_const;
        arguments->along[0][i] = is_used ? coarse_derivative(l, arguments->at[i], 0) : ir_const_f32(&l->builder, 0);
        arguments->along[1][i] = is_used ? coarse_derivative(l, arguments->at[i], 1) : ir_const_f32(&l->builder, 0);
    }
}

static void add_bias(Lower *l, Arguments *arguments)
{
    if (arguments->bias)
        arguments->level = op2(l, IR_fadd, arguments->level, arguments->bias);
}

/* A texture's texel is of `type`; each component of `loaded` is one of its numbers. */
static Value texel_value(Lower *l, const Expr *expr, const Arguments *arguments, IrInstr *loaded)
{
    ScalarKind kind = value_leaf_kinds(l, object_resource(l, arguments->texture)->type->element)[0];
    Value value = value_new(l, expr->type);
    for (int i = 0; i < value.count; i++)
        value.leaves[i] = leaf_from_memory(l, kind, ir_extract(&l->builder, loaded, i));
    give_status(l, expr, arguments);
    return value;
}

static Value sample_at_level(Lower *l, const Expr *expr, const Arguments *arguments)
{
    IrInstr *const *at = arguments->at, *const *by = arguments->by[0];
    IrInstr *operands[] = {at[0], at[1], at[2], at[3], by[0], by[1], by[2], arguments->level, arguments->least, arguments->reference};
    if (!arguments->reference) {
        IrInstr *sample = build(l, IR_sample, arguments->texture->resource->element, arguments, operands, COUNT_OF(operands) - 1);
        return texel_value(l, expr, arguments, sample);
    }
    IrInstr *passed = build(l, IR_sample_compare, ir_scalar(IR_F32), arguments, operands, COUNT_OF(operands));
    give_status(l, expr, arguments);
    return value_of(l, expr->type, passed);
}

/* ---- Sample* ---- */

static Value sample_plain(Lower *l, const Expr *expr, const char *roles)
{
    Arguments arguments;
    if (!take_arguments(l, expr, roles, &arguments))
        return value_zero(l, expr->type);
    return sample_at_level(l, expr, &arguments);
}

static Value sample_derived(Lower *l, const Expr *expr, const char *roles)
{
    Arguments arguments;
    if (!take_arguments(l, expr, roles, &arguments))
        return value_zero(l, expr->type);
    if (!arguments.along[0][0])
        derive(l, &arguments);
    arguments.level = level_along(l, &arguments, DETAIL_RAW);
    add_bias(l, &arguments);
    return sample_at_level(l, expr, &arguments);
}

Value expand_sample(Lower *l, const Expr *expr) { return sample_derived(l, expr, "scomt"); }
Value expand_sample_bias(Lower *l, const Expr *expr) { return sample_derived(l, expr, "scbomt"); }
Value expand_sample_level(Lower *l, const Expr *expr) { return sample_plain(l, expr, "sclot"); }
Value expand_sample_grad(Lower *l, const Expr *expr) { return sample_derived(l, expr, "scxyomt"); }
Value expand_sample_cmp(Lower *l, const Expr *expr) { return sample_derived(l, expr, "scromt"); }
Value expand_sample_cmp_bias(Lower *l, const Expr *expr) { return sample_derived(l, expr, "scrbomt"); }
Value expand_sample_cmp_grad(Lower *l, const Expr *expr) { return sample_derived(l, expr, "scrxyomt"); }
Value expand_sample_cmp_level(Lower *l, const Expr *expr) { return sample_plain(l, expr, "scrlot"); }
Value expand_sample_cmp_level_zero(Lower *l, const Expr *expr) { return sample_plain(l, expr, "scrot"); }

/* ---- CalculateLevelOfDetail*: the coordinate comes without a slice ---- */

static Value level_of_detail(Lower *l, const Expr *expr, OpDetail kind)
{
    IrInstr *zero = ir_const_f32(&l->builder, 0);
    Arguments arguments = {.texture = lower_object(l, expr->left), .sampler = lower_object(l, expr->arguments[0])};
    Value at = lower_expr(l, expr->arguments[1]);
    if (!arguments.texture || !arguments.sampler)
        return value_zero(l, expr->type);
    spread(l, at, arguments.at, 4, zero);
    derive(l, &arguments);
    return value_of(l, expr->type, level_along(l, &arguments, kind));
}

Value expand_level_of_detail(Lower *l, const Expr *expr) { return level_of_detail(l, expr, DETAIL_CLAMPED); }
Value expand_level_of_detail_unclamped(Lower *l, const Expr *expr) { return level_of_detail(l, expr, DETAIL_BIASED); }

/* ---- Gather* ---- */

/* The four texels of one footprint, moved by offset number `offset`. */
static IrInstr *gather_footprint(Lower *l, const Arguments *arguments, int component, int offset)
{
    IrInstr *const *at = arguments->at, *const *by = arguments->by[offset];
    IrInstr *operands[] = {at[0], at[1], at[2], at[3], by[0], by[1], by[2], arguments->reference}, *gather;
    if (arguments->reference)
        gather = build(l, IR_gather_compare, (IrType){IR_F32, 4}, arguments, operands, COUNT_OF(operands));
    else
        gather = build(l, IR_gather, (IrType){arguments->texture->resource->element.scalar, 4}, arguments, operands, COUNT_OF(operands) - 1);
    gather->immediate = component;
    return gather;
}

/* With an offset for each texel, texel i is that of a footprint with offset i. Of a component that the texels do
 * not have: 0. */
static Value gather(Lower *l, const Expr *expr, int component, const char *roles, const char *roles_of_four)
{
    Arguments arguments;
    bool has_four = expr->argument_count >= (int)strlen(roles) + 2;
    if (!take_arguments(l, expr, has_four ? roles_of_four : roles, &arguments))
        return value_zero(l, expr->type);
    give_status(l, expr, &arguments);
    if (component >= arguments.texture->resource->element.components)
        return value_zero(l, expr->type);
    Value value = value_new(l, expr->type);
    ScalarKind kind = value_kind(value);
    IrInstr *footprint = NULL;
    for (int i = 0; i < 4; i++) {
        if (i == 0 || has_four)
            footprint = gather_footprint(l, &arguments, component, has_four ? i : 0);
        IrInstr *texel = ir_extract(&l->builder, footprint, i);
        value.leaves[i] = arguments.reference ? leaf_cast(l, texel, SCALAR_F32, kind) : leaf_from_memory(l, kind, texel);
    }
    return value;
}

static Value gather_plain(Lower *l, const Expr *expr, int component) { return gather(l, expr, component, "scot", "scoooot"); }
Value expand_gather_red(Lower *l, const Expr *expr) { return gather_plain(l, expr, 0); }
Value expand_gather_green(Lower *l, const Expr *expr) { return gather_plain(l, expr, 1); }
Value expand_gather_blue(Lower *l, const Expr *expr) { return gather_plain(l, expr, 2); }
Value expand_gather_alpha(Lower *l, const Expr *expr) { return gather_plain(l, expr, 3); }

static Value gather_compare(Lower *l, const Expr *expr, int component) { return gather(l, expr, component, "scrot", "scroooot"); }
Value expand_gather_cmp(Lower *l, const Expr *expr) { return gather_compare(l, expr, 0); }
Value expand_gather_cmp_green(Lower *l, const Expr *expr) { return gather_compare(l, expr, 1); }
Value expand_gather_cmp_blue(Lower *l, const Expr *expr) { return gather_compare(l, expr, 2); }
Value expand_gather_cmp_alpha(Lower *l, const Expr *expr) { return gather_compare(l, expr, 3); }

Value expand_sample_position(Lower *l, const Expr *expr)
{
    lower_unsupported(l, "GetSamplePosition", "where samples lie in a texel is not known");
    return value_zero(l, expr->type);
}
