/* What an index adds up: `4 * x + base + 3` is 4 * x, base and the constant 3. */
#include "ir/ir.h"

/* Sums of sums have a number of addends that grows faster than they (a += b; b += a; ...): what is too long for
 * the list is left after as many steps. */
enum { MOST_STEPS = 100 };

typedef struct Sum {
    const IrInstr *construct; /* what was added up outside of it is one addend; or NULL */
    const IrInstr **addends;
    int count, steps;
    int64_t constant;
} Sum;

static void add_up(Sum *sum, const IrInstr *value)
{
    if (sum->count > IR_MOST_ADDENDS || ++sum->steps > MOST_STEPS)
        sum->count = IR_MOST_ADDENDS + 1;
    else if (value->op == IR_iadd && (sum->construct == NULL || ir_is_defined_in(value, sum->construct))) {
        add_up(sum, value->operands[0]);
        add_up(sum, value->operands[1]);
    } else if (value->op == IR_const)
        sum->constant += op_sign_extend(value->type.scalar, value->bits);
    else if (sum->count++ < IR_MOST_ADDENDS)
        sum->addends[sum->count - 1] = value;
}

static int list(const IrInstr *construct, const IrInstr *value, const IrInstr **addends)
{
    Sum sum = {.construct = construct, .addends = addends};
    add_up(&sum, value);
    return sum.count;
}

int ir_list_addends(const IrInstr *value, const IrInstr **addends) { return list(NULL, value, addends); }

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
    int count = list(construct, left, lefts);
    return count <= IR_MOST_ADDENDS && list(construct, right, rights) == count &&
           ir_are_same_addends(lefts, rights, count);
}

bool ir_has_same_addends(const IrInstr *left, const IrInstr *right)
{
    return ir_has_same_addends_in(NULL, left, right);
}

int64_t ir_constant_addend(const IrInstr *value)
{
    const IrInstr *addends[IR_MOST_ADDENDS];
    Sum sum = {.addends = addends};
    add_up(&sum, value);
    return sum.count <= IR_MOST_ADDENDS ? sum.constant : 0;
}
