/* Samples whose lanes data sends anywhere: neither runs nor windows are looked for (wcc_scattered.h).
 *
 *     x = %4 + %9     %4 steps from lane to lane, %9 is loaded: anywhere along a row
 *     x = %4 * %4     lanes are closer here than there
 *     x = 3 * %4      no: they step evenly */
#include "plan_priv.h"

enum { DEEPEST = 12 }; /* operations that a coordinate is computed by */

static bool is_curved(IrOp op)
{
    switch (op) {
    case IR_fsqrt:
    case IR_frsqrt:
    case IR_frcp:
    case IR_fexp2:
    case IR_flog2:
    case IR_fpow:
    case IR_fsin:
    case IR_fcos:
    case IR_ftan:
    case IR_fasin:
    case IR_facos:
    case IR_fatan:
    case IR_fatan2: return true;
    default: return false;
    }
}

static bool is_product(IrOp op) { return op == IR_fmul || op == IR_fdiv || op == IR_imul; }

static bool is_read(const IrInstr *value)
{
    return ir_is(value, OP_READS) || value->op == IR_sample || value->op == IR_gather;
}

/* Is it told that lanes do not step evenly: of what memory gives, and of no sums of steps? */
static bool strays(const Plan *plan, const IrInstr *value, int depth)
{
    if (plan_is_uniform(plan, value) || plan_form(plan, value) == FORM_LINEAR ||
        value->shape.length > 1)
        return false;
    if (value->op == IR_extract)
        value = value->operands[0];
    if (value->owner != NULL || depth == 0)
        return false;
    if (is_read(value) || is_curved(value->op))
        return true;
    if (!ir_is(value, OP_PURE) || ir_is(value, OP_CONVERGENT))
        return false;
    int varying = 0;
    for (int i = 0; i < value->operand_count; i++) {
        if (strays(plan, value->operands[i], depth - 1))
            return true;
        varying += !plan_is_uniform(plan, value->operands[i]);
    }
    return varying > 1 && is_product(value->op);
}

bool plan_steps_are_uniform(const Plan *plan, const IrInstr *instr)
{
    for (int i = 0; i < 3; i++)
        if (!plan_is_uniform(plan, instr->operands[SAMPLE_OFFSET + i]))
            return false;
    return true;
}

bool plan_is_scattered(const Plan *plan, const IrInstr *instr)
{
    if (!plan_is_vector(plan, instr) || !plan_steps_are_uniform(plan, instr))
        return false;
    for (int axis = 0; axis < ir_texture_axes(instr->resource); axis++)
        if (strays(plan, instr->operands[SAMPLE_PLACE + axis], DEEPEST))
            return true;
    return false;
}
