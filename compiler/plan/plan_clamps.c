/* Clamped rows: what a wave loads whose index meets a clamp.
 *
 *     tile[max(i - 1, 0)]        lanes that the bound leaves alone lie side by side: one masked load;
 *     x = clamp(id.x + k, 0, w - 1)   the others all go to the bound's element: one scalar
 *
 * Nothing is tested then, and no lane goes by itself. In a group of 128 threads two of four waves of 32
 * meet such a bound.
 *
 * Loads that go straight where the wave meets no bound (plan_straight.c), of single words, whose index is
 * signed minimums and maximums of what steps by one, plus what is the same in all lanes. Needs: ways,
 * which vectors are cold. */
#include "plan_priv.h"

/* `chain`, or a sum of it and what all lanes share. */
static const IrInstr *without_offset(const Plan *plan, const IrInstr *index, const IrInstr **offset)
{
    *offset = NULL;
    if (index->op != IR_iadd)
        return index;
    int shared = plan_is_uniform(plan, index->operands[0]) ? 0 : 1;
    if (!plan_is_uniform(plan, index->operands[shared]))
        return NULL;
    *offset = index->operands[shared];
    return index->operands[1 - shared];
}

/* What a chain of clamps bounds; NULL: it is none. */
static const IrInstr *clamped_by(const Plan *plan, const IrInstr *chain)
{
    const IrInstr *value = chain;
    while (value->op == IR_imin || value->op == IR_imax) {
        int shared = plan_is_uniform(plan, value->operands[0]) ? 0 : 1;
        if (!plan_is_uniform(plan, value->operands[shared]))
            return NULL;
        value = value->operands[1 - shared];
    }
    bool is_row = plan_form(plan, value) == FORM_LINEAR && value->shape.stride == 1;
    return value != chain && is_row ? value : NULL;
}

bool plan_find_clamp(const Plan *plan, const IrInstr *index, PlanClampedRow *clamp)
{
    const IrInstr *offset, *chain = without_offset(plan, index, &offset);
    const IrInstr *start = chain != NULL ? clamped_by(plan, chain) : NULL;
    *clamp = start != NULL ? (PlanClampedRow){chain, start, offset} : (PlanClampedRow){0};
    return start != NULL;
}

static bool goes_round(const IrInstr *value) { return value->op == IR_iand || value->op == IR_urem; }

bool plan_is_ring(const PlanClampedRow *row) { return goes_round(row->chain); }

/* What goes round in `i & mask` or `i % n`, and steps by one; NULL: nothing does. */
static const IrInstr *start_of_ring(const Plan *plan, const IrInstr *value)
{
    if (!goes_round(value))
        return NULL;
    int shared = value->op == IR_iand && plan_is_uniform(plan, value->operands[0]) ? 0 : 1;
    const IrInstr *start = value->operands[1 - shared];
    bool is_row = plan_form(plan, start) == FORM_LINEAR && start->shape.stride == 1;
    return is_row && plan_is_uniform(plan, value->operands[shared]) ? start : NULL;
}

bool plan_find_ring(const Plan *plan, const IrInstr *index, PlanClampedRow *ring)
{
    const IrInstr *offset, *value = without_offset(plan, index, &offset);
    const IrInstr *start = value != NULL ? start_of_ring(plan, value) : NULL;
    *ring = start != NULL ? (PlanClampedRow){value, start, offset} : (PlanClampedRow){0};
    return start != NULL;
}

static bool is_row_of_words(const PlanAccess *access)
{
    return access->components == 1 && access->part == 0 && access->component_bytes == 4 &&
           access->index_bytes == 4 && access->element_bytes == 4 && access->alignment == 0 &&
           (access->type == IR_F32 || access->type == IR_I32) && access->lane_row == NULL &&
           access->lane_slice == NULL && access->lane_offset == NULL && !plan_is_coherent(access);
}

/* Machines without masked loads take lane after lane there. */
static bool has_masked_loads(const Plan *plan) { return plan->lanes >= 8; }

void plan_clamps(Plan *plan)
{
    for (int i = 0; i < plan->steps.count; i++) {
        PlanAccess *access = plan->steps.items[i].access;
        if (plan->steps.items[i].kind != STEP_access || access->way != WAY_straight ||
            access->is_store || access->is_outside || access->is_of_lane || access->by_scalars ||
            !has_masked_loads(plan) || !is_row_of_words(access))
            continue;
        if (plan_find_clamp(plan, access->index, &access->clamp))
            access->attempt_count = 0;
    }
}
