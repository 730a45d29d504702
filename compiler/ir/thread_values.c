/* What values are for a thread, as far as these follow from its place in the group. */
#include "ir/ir_priv.h"

enum { MOST_OPERANDS = 3 };

static bool place_of(const IrKernel *kernel, const IrInstr *value, int thread, uint64_t *bits)
{
    if (value->op == IR_const)
        *bits = value->bits;
    else if (value->op == IR_group_index)
        *bits = (uint64_t)thread;
    else if (value->op == IR_group_thread_id)
        *bits = ir_place_of_thread(kernel, (uint32_t)thread, value->immediate);
    else if (value->op == IR_lane_index && kernel->thread_of_lane == NULL)
        *bits = (uint64_t)(thread % kernel->wave_size);
    else if (value->op == IR_wave_index && kernel->thread_of_lane == NULL)
        *bits = (uint64_t)(thread / kernel->wave_size);
    else
        return false;
    return true;
}

static const IrTurn *turn_of(const IrInstr *value, const IrTurn *turn)
{
    while (turn != NULL && turn->phi != value)
        turn = turn->around;
    return turn;
}

bool ir_compute_of_turn(const IrKernel *kernel, const IrInstr *value, int thread, const IrTurn *turn,
                        int depth, uint64_t *bits)
{
    uint64_t operands[MOST_OPERANDS];
    const IrTurn *known = turn_of(value, turn);
    if (known != NULL) {
        *bits = known->bits[thread];
        return true;
    }
    if (place_of(kernel, value, thread, bits))
        return true;
    if (depth == 0 || !ir_is(value, OP_PURE) || ir_is(value, OP_CONVERGENT) ||
        value->operand_count == 0 || value->operand_count > MOST_OPERANDS)
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!ir_compute_of_turn(kernel, value->operands[i], thread, turn, depth - 1, &operands[i]))
            return false;
    const IrInstr *typed = value->operands[value->op == IR_select];
    return op_fold(value->op, typed->type.scalar, value->type.scalar, operands, bits);
}

bool ir_compute_of_thread(const IrKernel *kernel, const IrInstr *value, int thread, int depth,
                          uint64_t *bits)
{
    return ir_compute_of_turn(kernel, value, thread, NULL, depth, bits);
}
