/* What an index adds up: `4 * x + base + 3` is 4 * x, base and the constant 3. */
#include "ir/ir.h"

static int list(const IrInstr *construct, const IrInstr *value, const IrInstr **addends, int count)
{
    if (value->op == IR_iadd && (construct == NULL || ir_is_defined_in(value, construct))) {
        count = list(construct, value->operands[0], addends, count);
        return list(construct, value->operands[1], addends, count);
    }
    if (value->op == IR_const)
        return count;
    if (count < IR_MOST_ADDENDS)
        addends[count] = value;
    return count + 1;
}

int ir_list_addends(const IrInstr *value, const IrInstr **addends) { return list(NULL, value, addends, 0); }

bool ir_are_same_addends(const IrInstr *const *lefts, const IrInstr **rights, int count)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (lefts[i] == rights[k]) {
                found++;
                rights[k] = NULL;
                break;
            }
    return found == count;
}

bool ir_has_same_addends_in(const IrInstr *construct, const IrInstr *left, const IrInstr *right)
{
    const IrInstr *lefts[IR_MOST_ADDENDS], *rights[IR_MOST_ADDENDS];
    int count = list(construct, left, lefts, 0);
    return count <= IR_MOST_ADDENDS && list(construct, right, rights, 0) == count &&
           ir_are_same_addends(lefts, rights, count);
}

bool ir_has_same_addends(const IrInstr *left, const IrInstr *right)
{
    return ir_has_same_addends_in(NULL, left, right);
}

int64_t ir_constant_addend(const IrInstr *value)
{
    if (value->op == IR_iadd)
        return ir_constant_addend(value->operands[0]) + ir_constant_addend(value->operands[1]);
    return value->op == IR_const ? op_sign_extend(value->type.scalar, value->bits) : 0;
}
