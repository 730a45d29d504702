/* What the thread at one place has in each group: that its place there, constants and what a dispatch shares say. */
#include "ir/ir.h"

enum { DEPTH = 12 /* of operations */ };

static bool is_place_in_group(IrOp op)
{
    return op == IR_group_thread_id || op == IR_group_index || op == IR_lane_index || op == IR_wave_index;
}

static bool is_alike(const IrInstr *value, int depth)
{
    if (value->level <= LEVEL_DISPATCH || is_place_in_group(value->op))
        return true;
    if (depth == 0 || value->operand_count == 0 || !ir_is(value, OP_PURE) || ir_is(value, OP_CONVERGENT))
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!is_alike(value->operands[i], depth - 1))
            return false;
    return true;
}

bool ir_is_alike_in_groups(const IrInstr *value) { return is_alike(value, DEPTH); }
