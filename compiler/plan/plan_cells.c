/* Atomics of which neighbouring lanes go to one cell, as what their places are computed of says.
 *
 *     InterlockedAdd(sums[i / 4], v)          InterlockedMax(tile[y >> 1][x >> 1], v)
 *
 * Two, four, ... lanes combine in their vectors, in a step or two for all cells at once, and each cell is gone to once:
 * with the others of its wave, or of its piece, by loads and stores of vectors, where they lie side by side and nobody
 * comes between. Where all lanes of a piece share one, that is found as it runs (ATOMIC_TESTED). */
#include "plan_priv.h"

static int lanes_alike(const Plan *plan, const IrInstr *value)
{
    if (plan_is_uniform(plan, value))
        return plan->lanes;
    return value->shape.stride == 0 ? value->shape.length : 1;
}

/* Places are in rows of powers of two lanes, or of the threads of a group's row. */
static int power_within(int lanes)
{
    int power = 1;
    while (2 * power <= lanes && lanes % (2 * power) == 0)
        power *= 2;
    return power;
}

int plan_sharers(const Plan *plan, const IrInstr *atomic)
{
    int sharers = plan->lanes;
    for (int i = 0; i < op_row_count(atomic->op) + op_address_count(atomic->op); i++) {
        int alike = power_within(lanes_alike(plan, atomic->operands[i]));
        sharers = alike < sharers ? alike : sharers;
    }
    return sharers < plan->lanes ? sharers : 1;
}

/* A sum or product of it, and of what `length` lanes share or a constant; NULL: it is neither. */
static const IrInstr *varying_operand(const Plan *plan, const IrInstr *value, int length, int64_t *factor)
{
    bool is_by_constant = value->operand_count == 2 && value->operands[1]->op == IR_const;
    if (is_by_constant && value->op == IR_ishl)
        *factor <<= value->operands[1]->bits & 15;
    else if (is_by_constant && value->op == IR_imul)
        *factor *= (int16_t)value->operands[1]->bits;
    else if (value->op != IR_iadd)
        return NULL;
    else if (plan_is_same_along(plan, value->operands[0], length))
        return value->operands[1];
    else if (!plan_is_same_along(plan, value->operands[1], length))
        return NULL;
    return value->operands[0];
}

/* What steps by one over so many lanes, divided by `sharers`. */
static bool steps_by_sharers(const IrInstr *value, int sharers, int length)
{
    if ((value->op != IR_ushr && value->op != IR_sshr && value->op != IR_udiv) || value->operands[1]->op != IR_const)
        return false;
    uint32_t by = (uint32_t)value->operands[1]->bits;
    const IrShape *shape = &value->operands[0]->shape;
    return (value->op == IR_udiv ? by : UINT32_C(1) << (by & 31)) == (uint32_t)sharers && shape->stride == 1 &&
           shape->length >= length;
}

int64_t plan_step_of_cells(const Plan *plan, const IrInstr *coordinate, int sharers, int length)
{
    int64_t factor = 1;
    const IrInstr *value = coordinate, *next = value;
    while (next != NULL && factor < INT32_MAX) {
        value = next;
        next = varying_operand(plan, value, length, &factor);
    }
    return plan_has_scalar_lanes(plan, coordinate) && steps_by_sharers(value, sharers, length) ? factor : 0;
}
