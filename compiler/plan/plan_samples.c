/* Samples through views and axes (wcc_sampling.h): what is the same for many samples is found once,
 * where the first of them stands; those further on in the same region, and inside it, share it.
 *
 *     a = t.SampleLevel(s, uv, 0, int2(-1, 0))       view 1 of $t through $s, before everything
 *     b = t.SampleLevel(s, uv, 0, int2(1, 0))        axis 2 x: %u by -1    axis 3 y: %v by 0
 *                                                    op sample ; view 1, axes 2 3
 *                                                    axis 4 x: %u by 1
 *                                                    op sample ; view 1, axes 4 3 */
#include "plan_priv.h"

enum { MOST_INLINE = 40 }; /* pieces of samples */

/* ---- equal values ---- */

enum { DEEPEST = 4 }; /* operations of a coordinate that are compared */

/* Which scalar of a cbuffer a value is: `gSize` may be read whole, and `gSize.x` by itself. */
typedef struct Member {
    const IrInstr *load; /* NULL: it is none */
    uint64_t offset;
} Member;

static Member member_of(const IrInstr *value)
{
    const IrInstr *load = value->op == IR_extract ? value->operands[0] : value;
    if (load->op != IR_load_cbuffer || load->operands[1]->op != IR_const)
        return (Member){0};
    int component = value->op == IR_extract ? value->component : 0;
    return (Member){load, load->operands[1]->bits + (uint64_t)component * 4};
}

static bool is_same_member(const IrInstr *a, const IrInstr *b)
{
    Member x = member_of(a), y = member_of(b);
    return x.load != NULL && y.load != NULL && x.load->resource == y.load->resource &&
           x.load->operands[0] == y.load->operands[0] && x.offset == y.offset &&
           a->type.scalar == b->type.scalar && op_scalar_bits(a->type.scalar) == 32;
}

/* `x * 0` of what the host gives, which is finite: fast floating point lets it be. */
static bool is_nothing(const IrInstr *value)
{
    if (value->op != IR_fmul || value->precise || value->level > LEVEL_DISPATCH)
        return false;
    for (int i = 0; i < 2; i++)
        if (value->operands[i]->op == IR_const && (value->operands[i]->bits & INT32_MAX) == 0)
            return true;
    return false;
}

/* Without what is nothing added to it. */
static const IrInstr *without_nothing(const IrInstr *value)
{
    for (int i = 0; i < 2 && value->op == IR_fadd && !value->precise; i++)
        if (is_nothing(value->operands[i]))
            return without_nothing(value->operands[!i]);
    return value;
}

static bool is_same_at(const IrInstr *a, const IrInstr *b, int depth)
{
    if (a == b || is_same_member(a, b))
        return true;
    if (a->op != b->op || a->type.scalar != b->type.scalar)
        return false;
    if (a->op == IR_const)
        return a->bits == b->bits;
    if (depth == 0 || (a->op != IR_fadd && a->op != IR_fsub && a->op != IR_fmul))
        return false;
    for (int swapped = 0; swapped <= (a->op != IR_fsub); swapped++)
        if (is_same_at(a->operands[0], b->operands[swapped], depth - 1) &&
            is_same_at(a->operands[1], b->operands[!swapped], depth - 1))
            return true;
    return false;
}

bool plan_is_same(const IrInstr *a, const IrInstr *b) { return is_same_at(a, b, DEEPEST); }

bool plan_is_same_place(const Plan *plan, const PlanAxis *a, const PlanAxis *b)
{
    const IrInstr *x = a->coordinate, *y = b->coordinate;
    if (plan->target.contracts)
        x = without_nothing(x), y = without_nothing(y);
    return plan_is_same(x, y) && plan_is_same(a->by, b->by);
}

/* ---- views ---- */

bool plan_gathers(const IrInstr *instr)
{
    return instr->op == IR_gather || instr->op == IR_gather_compare;
}

bool plan_compares_texels(const IrInstr *instr)
{
    return instr->op == IR_sample_compare || instr->op == IR_gather_compare;
}

static bool samples(const IrInstr *instr)
{
    return plan_gathers(instr) || plan_compares_texels(instr) || instr->op == IR_sample;
}

static PlanViewKind kind_of_view(const Plan *plan, const IrInstr *instr)
{
    if (plan_gathers(instr))
        return VIEW_TOP;
    bool is_uniform = plan_is_uniform(plan, instr->operands[SAMPLE_LEVEL]) &&
                      plan_is_uniform(plan, instr->operands[SAMPLE_LEAST]);
    return is_uniform ? VIEW_LEVEL : VIEW_ANY_LEVEL;
}

bool plan_scatters_levels(const Plan *plan, const IrInstr *instr)
{
    return instr->op == IR_sample && kind_of_view(plan, instr) == VIEW_ANY_LEVEL &&
           plan_steps_are_uniform(plan, instr);
}

static bool is_same_view(const PlanView *view, const IrInstr *instr, PlanViewKind kind)
{
    const IrInstr *other = view->instr;
    if (view->kind != kind || other->resource != instr->resource ||
        other->sampler != instr->sampler ||
        !plan_is_same(other->operands[SAMPLE_ROW], instr->operands[SAMPLE_ROW]) ||
        !plan_is_same(other->operands[SAMPLE_SAMPLER_ROW], instr->operands[SAMPLE_SAMPLER_ROW]))
        return false;
    return kind != VIEW_LEVEL ||
           (plan_is_same(other->operands[SAMPLE_LEVEL], instr->operands[SAMPLE_LEVEL]) &&
            plan_is_same(other->operands[SAMPLE_LEAST], instr->operands[SAMPLE_LEAST]));
}

int plan_view(PlanBuilder *builder, const IrInstr *instr)
{
    PlanViewKind kind = kind_of_view(builder->plan, instr);
    for (int i = 0; i < builder->views.count; i++)
        if (is_same_view(&builder->views.items[i], instr, kind))
            return builder->views.items[i].number;
    PlanView view = {kind, plan_new_label(builder), instr};
    vec_push(builder->arena, &builder->views, view);
    PlanStep *step = plan_push_instr(builder, STEP_view, instr);
    step->number = view.number;
    step->view_kind = kind;
    step->has_runs = plan_has_runs(instr);
    return view.number;
}

/* ---- axes ---- */

static bool is_same_axis(const Plan *plan, const PlanAxis *axis, const PlanAxis *other)
{
    return axis->view == other->view && axis->which == other->which &&
           plan_is_same_place(plan, axis, other);
}

static int plan_axis(PlanBuilder *builder, const IrInstr *instr, int view, int which)
{
    PlanAxis axis = {view, which, 0, instr->operands[SAMPLE_PLACE + which],
                     instr->operands[SAMPLE_OFFSET + (which < 3 ? which : 0)]};
    if (which == PLAN_SLICE)
        axis.by = axis.coordinate;
    for (int i = 0; i < builder->axes.count; i++)
        if (is_same_axis(builder->plan, &builder->axes.items[i], &axis))
            return builder->axes.items[i].number;
    axis.number = plan_new_label(builder);
    vec_push(builder->arena, &builder->axes, axis);
    PlanStep *step = plan_push_instr(builder, STEP_axis, instr);
    step->number = axis.number;
    step->axis = axis;
    return axis.number;
}

/* ---- samples ---- */

bool plan_takes_views(const IrInstr *instr)
{
    return samples(instr) && !instr->resource->is_cube;
}

/* Runs of texels are a load each, less than a call, while the C compiler does not get too much of
 * it. */
bool plan_goes_inline(const PlanBuilder *builder, const IrInstr *instr)
{
    return !plan_compares_texels(instr) &&
           builder->samples * builder->plan->pieces <= MOST_INLINE;
}

PlanSample *plan_sample(PlanBuilder *builder, const IrInstr *instr)
{
    if (!plan_takes_views(instr))
        return NULL;
    int axes = ir_texture_axes(instr->resource);
    PlanSample *sample = ARENA_NEW(builder->arena, PlanSample);
    *sample = (PlanSample){.view = plan_view(builder, instr),
                           .axes = {-1, -1, -1, -1},
                           .used = builder->facts->used_components[instr->id],
                           .scatters_levels = plan_scatters_levels(builder->plan, instr),
                           .is_scattered = !plan_gathers(instr) &&
                                           plan_is_scattered(builder->plan, instr)};
    if (sample->is_scattered)
        return sample;
    sample->is_inline = plan_goes_inline(builder, instr);
    for (int i = 0; i < 4; i++)
        if (i < axes || (i == PLAN_SLICE && instr->resource->is_array))
            sample->axes[i] = plan_axis(builder, instr, sample->view, i);
    return sample;
}

/* The views that depend on nothing that the kernel computes stand before it. */
void plan_constant_views(PlanBuilder *builder)
{
    const Plan *plan = builder->plan;
    EACH_INSTR (plan->kernel->body, instr) {
        if (!plan_takes_views(instr))
            continue;
        builder->samples++;
        bool depends = instr->operands[SAMPLE_ROW]->op != IR_const ||
                       instr->operands[SAMPLE_SAMPLER_ROW]->op != IR_const;
        if (kind_of_view(plan, instr) == VIEW_LEVEL)
            depends |= instr->operands[SAMPLE_LEVEL]->op != IR_const ||
                       instr->operands[SAMPLE_LEAST]->op != IR_const;
        if (!depends)
            plan_view(builder, instr);
    }
}
