/* Indices that say which word holds a few bits: what steps from lane to lane, divided by a power of two.
 *
 *     words[(i + j) >> 4] >> 2 * ((i + j) & 15) & 3        bits[i >> 5] >> (i & 31) & 1
 *
 * While that steps by less than the divisor over the lanes of a piece, it comes to one multiple of it at most, so the
 * lanes below have one place, the others another: those of the first lane and of the last. Scalars say which. Where
 * it wraps, at 2^32 or, of signed quotients, at 2^31, that is a multiple, too.
 *
 * What is computed of quotients of one value, and of what all lanes of the piece share, has two places as they do. By
 * smaller divisors lanes have more places, but some have that of their neighbour: such indices never step by one. */
#include "plan_priv.h"

static bool is_same_in_piece(const Plan *plan, const IrInstr *value)
{
    return plan_is_uniform(plan, value) || (value->shape.length >= plan->lanes && value->shape.stride == 0);
}

/* How many low bits of its first operand a value does without; 0: none, or it is no quotient. */
static int dropped_bits(const IrInstr *value)
{
    if (value->operand_count != 2 || value->operands[1]->op != IR_const)
        return 0;
    uint32_t number = (uint32_t)value->operands[1]->bits;
    bool is_power = number != 0 && (number & (number - 1)) == 0;
    switch (value->op) {
    case IR_ushr:
    case IR_sshr: return number & 31;
    case IR_udiv: return is_power ? __builtin_ctz(number) : 0;
    case IR_iand: return number != 0 ? __builtin_ctz(number) : 0;
    default: return 0;
    }
}

/* What `value` is computed of: quotients of one value, that steps over `length` lanes, the least divisor of which is
 * 2^shift, and what lanes share. False: of anything else. */
static bool add_quotients(const Plan *plan, const IrInstr *value, int length, PlanTwoPlaces *two)
{
    if (is_same_in_piece(plan, value))
        return true;
    if (!plan_has_scalar_lanes(plan, value))
        return false;
    int shift = dropped_bits(value);
    const IrInstr *source = shift > 0 ? value->operands[0] : NULL;
    if (source != NULL && source->shape.length >= length && source->shape.stride != 0) {
        bool is_first = two->source == NULL, is_known = is_first || two->source == source;
        *two = (PlanTwoPlaces){source, is_first || shift < two->shift ? shift : two->shift};
        return is_known;
    }
    for (int i = 0; i < value->operand_count; i++)
        if (!add_quotients(plan, value->operands[i], length, two))
            return false;
    return value->operand_count > 0;
}

/* How far from the first of `length` lanes to the last. */
static int64_t span_of(const PlanTwoPlaces *two, int length)
{
    int64_t span = (int64_t)two->source->shape.stride * (length - 1);
    return span < 0 ? -span : span;
}

/* ---- two places ---- */

/* The row or slice, which the lanes of a piece share. */
static bool has_scalar_row(const Plan *plan, const IrInstr *row)
{
    return row == NULL || (is_same_in_piece(plan, row) && plan_has_scalar_lanes(plan, row));
}

static bool meets_one_multiple(const PlanTwoPlaces *two, int lanes)
{
    enum { MOST_SHIFT = 30 }; /* what lanes have above a multiple is a signed number */
    return two->source != NULL && two->shift <= MOST_SHIFT && span_of(two, lanes) <= INT64_C(1) << two->shift;
}

PlanTwoPlaces plan_find_two_places(const Plan *plan, const PlanAccess *access)
{
    PlanTwoPlaces two = {NULL, 0};
    bool are_two = has_scalar_row(plan, access->lane_row) && has_scalar_row(plan, access->lane_slice) &&
                   add_quotients(plan, access->index, plan->lanes, &two) && meets_one_multiple(&two, plan->lanes);
    return are_two ? two : (PlanTwoPlaces){NULL, 0};
}

bool plan_leaves_two_places(const Plan *plan, const PlanTwoPlaces *two)
{
    return !meets_one_multiple(two, plan->kernel->wave_size);
}

bool plan_parts_wave(const Plan *plan, const IrInstr *index)
{
    PlanTwoPlaces two = {NULL, 0};
    int lanes = plan->kernel->wave_size;
    return add_quotients(plan, index, lanes, &two) && two.source != NULL &&
           span_of(&two, lanes) >= INT64_C(1) << two.shift;
}

/* ---- neighbours at one place ---- */

bool plan_repeats_places(const Plan *plan, const IrInstr *value, int length)
{
    PlanTwoPlaces two = {NULL, 0};
    if (!add_quotients(plan, value, length, &two) || two.source == NULL)
        return false;
    int64_t divisor = INT64_C(1) << two.shift, places = (span_of(&two, length) + divisor - 1) / divisor + 1;
    return places < length;
}
