/* What an index adds up: `4 * x + base + 3` is 4 * x, base and the constant 3. */
#include "ir/ir.h"

static int list(const IrInstr *value, const IrInstr **addends, int count)
{
    if (value->op == IR_iadd) {
        count = list(value->operands[0], addends, count);
        return list(value->operands[1], addends, count);
    }
    if (value->op == IR_const)
        return count;
    if (count < IR_MOST_ADDENDS)
        addends[count] = value;
    return count + 1;
}

int ir_list_addends(const IrInstr *value, const IrInstr **addends) { return list(value, addends, 0); }

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

bool ir_has_same_addends(const IrInstr *left, const IrInstr *right)
{
    const IrInstr *lefts[IR_MOST_ADDENDS], *rights[IR_MOST_ADDENDS];
    int count = ir_list_addends(left, lefts);
    return count <= IR_MOST_ADDENDS && ir_list_addends(right, rights) == count &&
           ir_are_same_addends(lefts, rights, count);
}

int64_t ir_constant_addend(const IrInstr *value)
{
    if (value->op == IR_iadd)
        return ir_constant_addend(value->operands[0]) + ir_constant_addend(value->operands[1]);
    return value->op == IR_const ? op_sign_extend(value->type.scalar, value->bits) : 0;
}
