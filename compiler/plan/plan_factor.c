/* Places that step from lane to lane by what all lanes share: rows of a matrix, one for a thread, or planes of a tensor;
 * and what is left of a place without what all lanes share, which is added.
 *
 *     data[id.x * width + k]          the lanes lie `width` elements apart, from a scalar address
 *     books[k * 16 + (code & 15)]     they lie anywhere in 16 elements, from a scalar address */
#include "plan_priv.h"

PlanFactor plan_factor_of(const Plan *plan, const IrInstr *value)
{
    PlanFactor none = {.count = 0};
    bool adds = value->op == IR_iadd || value->op == IR_isub, multiplies = value->op == IR_imul;
    if (!plan_is_vector(plan, value) || value->type.scalar != IR_I32 ||
        !(adds || multiplies || value->op == IR_ishl))
        return none;
    int side = plan_is_vector(plan, value->operands[1]) ||
               plan_form(plan, value->operands[1]) == FORM_LINEAR;
    const IrInstr *of = value->operands[side], *other = value->operands[1 - side];
    if (!plan_is_uniform(plan, other) || (side == 1 && !adds && !multiplies))
        return none;
    bool is_constant = other->op == IR_const;
    if (multiplies && !is_constant && of->shape.length >= plan->lanes && of->shape.stride != 0)
        return (PlanFactor){{other}, 1, of->shape.stride};
    PlanFactor factor = plan_factor_of(plan, of);
    if (adds)
        return side == 1 && value->op == IR_isub ? none : factor;
    if (multiplies && !is_constant && factor.count > 0 && factor.count < PLAN_FACTORS) {
        factor.uniforms[factor.count++] = other;
        return factor;
    }
    enum { MOST = 1 << 12 };
    if (factor.count == 0 || !is_constant || other->bits > (multiplies ? MOST : 12) || factor.by > MOST || factor.by < -MOST)
        return none;
    factor.by *= (int)(multiplies ? other->bits : 1u << other->bits);
    return factor;
}

const IrInstr *plan_varying_part(const Plan *plan, const IrInstr *place)
{
    while (place->op == IR_iadd || place->op == IR_isub) {
        int side = place->op == IR_iadd && plan_is_uniform(plan, place->operands[0]) ? 1 : 0;
        if (!plan_is_uniform(plan, place->operands[1 - side]) || !plan_is_vector(plan, place->operands[side]))
            break;
        place = place->operands[side];
    }
    return place;
}
