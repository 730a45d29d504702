/* What both sides of a branch compute alike (sides.h). */
#include "sides.h"

enum { MOST_DEPTH = 6 /* of operations that compute a place */ };

Branches divergent_branches(Arena *scratch, IrKernel *kernel)
{
    Branches branches = {0};
    int count = 0;
    EACH_INSTR (kernel->body, instr) {
        instr->mark = count++;
        EACH_PHI (instr, phi)
            phi->mark = instr->mark + (phi->op == IR_result);
        if (instr->op == IR_if && instr->operands[0]->level == LEVEL_VARYING)
            vec_push(scratch, &branches, instr);
    }
    return branches;
}

static bool is_behind(const IrInstr *branch, const IrInstr *value) { return value->mark > branch->mark; }

static bool can_be_before(const IrInstr *instr)
{
    return (ir_is(instr, OP_PURE) || instr->op == IR_load_cbuffer) && !ir_is(instr, OP_CONVERGENT) &&
           !is_phi(instr);
}

bool is_before_or_const(const IrInstr *branch, const IrInstr *left, const IrInstr *right)
{
    return same_value(left, right) && (left->op == IR_const || !is_behind(branch, left));
}

static bool is_computed_alike(const IrInstr *branch, const IrInstr *left, const IrInstr *right, int depth)
{
    if (same_value(left, right))
        return is_before_or_const(branch, left, right);
    if (depth == 0 || !is_behind(branch, left) || !is_behind(branch, right) || !can_be_before(left) ||
        !same_operation(left, right))
        return false;
    for (int i = 0; i < left->operand_count; i++)
        if (!is_computed_alike(branch, left->operands[i], right->operands[i], depth - 1))
            return false;
    return true;
}

bool computes_same(const IrInstr *branch, const IrInstr *left, const IrInstr *right)
{
    return is_computed_alike(branch, left, right, MOST_DEPTH);
}

void move_out(IrInstr *branch, IrInstr *value)
{
    if (!is_behind(branch, value) || value->region == branch->region)
        return;
    for (int i = 0; i < value->operand_count; i++)
        move_out(branch, value->operands[i]);
    ir_move_before(value, branch);
}
