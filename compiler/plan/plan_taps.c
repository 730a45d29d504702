/* Taps: samples of one kind through one view that stand together (the pass `cluster` puts them so),
 * of textures with two axes. Where all their lanes lie along rows, a texel each, they are loads;
 * the test of that is one for all of them (wcc_taps.h), and the other case is one call.
 *
 *     n = t.SampleLevel(s, uv + float2(0, -d), 0)     columns x, x - d    rows y - d, y
 *     w = t.SampleLevel(s, uv + float2(-d, 0), 0)     n: column 0 row 0
 *     c = t.SampleLevel(s, uv, 0)                     w: column 1 row 1   c: column 0 row 1 */
#include "plan_priv.h"

enum { DEEPEST = 8 }; /* operations that a coordinate is computed by */

static bool is_word(IrType element)
{
    return element.scalar == IR_F32 || element.scalar == IR_I32;
}

/* Of texels that wcc_axes.h loads where they are runs: of one component, or of words. */
bool plan_has_runs(const IrInstr *instr)
{
    const IrResource *texture = instr->resource;
    IrType element = texture->element;
    return plan_takes_views(instr) && !plan_compares_texels(instr) &&
           texture->shape == IR_SHAPE_TEX2D && !texture->is_array &&
           (element.components == 1 || is_word(element));
}

static bool is_tap(const Plan *plan, const IrInstr *instr)
{
    return plan_has_runs(instr) && plan_is_vector(plan, instr->operands[SAMPLE_PLACE]) &&
           plan_is_uniform(plan, instr->operands[SAMPLE_OFFSET]) &&
           plan_is_uniform(plan, instr->operands[SAMPLE_OFFSET + 1]);
}

/* The same but for where. */
static bool is_alike(const IrInstr *a, const IrInstr *b)
{
    if (a->op != b->op || a->resource != b->resource || a->sampler != b->sampler ||
        a->immediate != b->immediate)
        return false;
    for (int i = 0; i < a->operand_count; i++)
        if ((i < SAMPLE_PLACE || i >= SAMPLE_LEVEL) &&
            !plan_is_same(a->operands[i], b->operands[i]))
            return false;
    return true;
}

/* The number of the axis, which is new where none of them is the same. */
static int find_axis(const Plan *plan, PlanAxis *axes, int *count, PlanAxis axis)
{
    for (int i = 0; i < *count; i++)
        if (plan_is_same_place(plan, &axes[i], &axis))
            return i;
    axes[*count] = axis;
    return (*count)++;
}

static PlanAxis axis_of(const PlanTaps *taps, const IrInstr *instr, int which)
{
    return (PlanAxis){taps->view, which, 0, instr->operands[SAMPLE_PLACE + which],
                      instr->operands[SAMPLE_OFFSET + which]};
}

static void add_tap(const Plan *plan, PlanTaps *taps, const IrInstr *instr)
{
    int at = taps->count++;
    taps->samples[at] = instr;
    taps->column[at] = find_axis(plan, taps->columns, &taps->column_count, axis_of(taps, instr, 0));
    taps->row[at] = find_axis(plan, taps->rows, &taps->row_count, axis_of(taps, instr, 1));
}

/* ---- how far runs may reach ---- */

/* Lanes behind each other that a coordinate may step over evenly: as many as the numbers that it is
 * computed from do. Of what comes from elsewhere, a vector's. */
static int reach_of(const Plan *plan, const IrInstr *value, int depth)
{
    int reach = plan->kernel->wave_size;
    if (plan_is_uniform(plan, value) || plan_form(plan, value) == FORM_LINEAR)
        return reach;
    if (value->shape.length > 1)
        return value->shape.length;
    if (depth == 0 || !plan_is_componentwise(value))
        return plan->lanes;
    for (int i = 0; i < value->operand_count; i++) {
        int operand = reach_of(plan, value->operands[i], depth - 1);
        reach = operand < reach ? operand : reach;
    }
    return reach;
}

/* The same in so many lanes behind each other, as far as that can be told. */
static bool is_level(const Plan *plan, const IrInstr *value, int lanes, int depth)
{
    if (plan_is_uniform(plan, value))
        return true;
    if (value->shape.length > 1)
        return value->shape.stride == 0 && value->shape.length >= lanes;
    if (depth == 0 || plan_form(plan, value) == FORM_LINEAR || !plan_is_componentwise(value))
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!is_level(plan, value->operands[i], lanes, depth - 1))
            return false;
    return true;
}

static bool are_level(const Plan *plan, const PlanTaps *taps, int lanes)
{
    for (int i = 0; i < taps->row_count; i++)
        if (!is_level(plan, taps->rows[i].coordinate, lanes, DEEPEST))
            return false;
    return true;
}

static PlanTapRun run_of(const Plan *plan, const PlanTaps *taps)
{
    int reach = plan->kernel->wave_size;
    for (int i = 0; i < taps->column_count; i++) {
        int column = reach_of(plan, taps->columns[i].coordinate, DEEPEST);
        reach = column < reach ? column : reach;
    }
    if (reach >= plan->kernel->wave_size && are_level(plan, taps, plan->kernel->wave_size))
        return TAP_RUN_WAVE;
    bool by_pieces = reach >= plan->lanes && are_level(plan, taps, plan->lanes);
    return by_pieces ? TAP_RUN_PIECE : TAP_RUN_NONE;
}

/* ---- taps ---- */

/* Of textures as of other pictures (emit_stream.c). In a loop the next turn's are mostly the same. */
static bool is_fetched_ahead(const Plan *plan, const IrInstr *sample)
{
    return plan->resources[sample->resource->index].is_tiled && ir_loop_around(sample) == NULL;
}

const PlanTaps *plan_find_taps(PlanBuilder *builder, const IrInstr *instr)
{
    if (!is_tap(builder->plan, instr))
        return NULL;
    PlanTaps *taps = ARENA_NEW(builder->arena, PlanTaps);
    *taps = (PlanTaps){.view = plan_view(builder, instr)};
    const IrInstr *next = instr;
    while (next != NULL && taps->count < PLAN_MOST_TAPS && is_alike(instr, next) &&
           is_tap(builder->plan, next)) {
        add_tap(builder->plan, taps, next);
        for (next = next->next; next != NULL && next->op == IR_extract;)
            next = next->next;
    }
    taps->run = run_of(builder->plan, taps);
    taps->is_fetched_ahead = is_fetched_ahead(builder->plan, instr);
    taps->are_words = taps->run == TAP_RUN_WAVE && instr->resource->element.components == 1 &&
                      is_word(instr->resource->element);
    return taps->run != TAP_RUN_NONE ? taps : NULL;
}

PlanSample *plan_taps_sample(PlanBuilder *builder, const PlanTaps *taps)
{
    PlanSample *sample = ARENA_NEW(builder->arena, PlanSample);
    *sample = (PlanSample){.view = taps->view,
                           .axes = {-1, -1, -1, -1},
                           .is_inline = plan_goes_inline(builder, taps->samples[0]),
                           .scatters_levels = plan_scatters_levels(builder->plan, taps->samples[0]),
                           .taps = taps};
    for (int i = 0; i < taps->count; i++)
        sample->used |= builder->facts->used_components[taps->samples[i]->id];
    return sample;
}
