/* What is computed twice: the same operations on the same values. */
#include "ir/ir.h"

bool ir_computes_same(const IrInstr *left, const IrInstr *right, int depth)
{
    if (ir_same_value(left, right))
        return true;
    bool is_alike = depth > 0 && left->operand_count > 0 && ir_is(left, OP_PURE) && !ir_is(left, OP_CONVERGENT) &&
                    ir_same_operation(left, right);
    for (int i = 0; i < left->operand_count && is_alike; i++)
        is_alike = ir_computes_same(left->operands[i], right->operands[i], depth - 1);
    return is_alike;
}
