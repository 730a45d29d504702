/* Which lane each lane reads from: butterflies, shifts and rotations by a constant are shuffles of vectors.
 *
 *     WaveReadLaneAt(v, WaveGetLaneIndex() ^ 4)                  lane ^ 4
 *     WaveReadLaneAt(v, WaveGetLaneIndex() - 4)                  lane + -4
 *     WaveReadLaneAt(v, (WaveGetLaneIndex() + 1) % W)            (lane + 1) % W
 *
 * Any other lanes are looked up in memory. */
#include "plan_priv.h"

static bool is_of_lane(const IrInstr *value, IrOp op)
{
    return value->op == op && value->operand_count == 2 && value->operands[0]->op == IR_lane_index &&
           value->operands[1]->op == IR_const;
}

static int64_t constant_of(const IrInstr *value) { return op_sign_extend(IR_I32, value->operands[1]->bits); }

/* `& W - 1`, or `% W`. */
static bool is_wrapped(const IrInstr *value, int wave_size)
{
    if ((value->op != IR_iand && value->op != IR_urem) || value->operands[1]->op != IR_const)
        return false;
    return constant_of(value) == (value->op == IR_iand ? wave_size - 1 : wave_size) && is_of_lane(value->operands[0], IR_iadd);
}

PlanMove plan_find_lane_move(const Plan *plan, const IrInstr *read)
{
    const IrInstr *lane = read->operands[1];
    const int wave_size = plan->kernel->wave_size;
    if (read->type.scalar == IR_I1 || !plan_is_vector(plan, read)) /* one thread alone reads a scalar */
        return (PlanMove){MOVE_NONE, 0};
    if (is_of_lane(lane, IR_ixor) && constant_of(lane) >= 0 && constant_of(lane) < wave_size)
        return (PlanMove){MOVE_XOR, (int)constant_of(lane)};
    if (is_of_lane(lane, IR_iadd) && constant_of(lane) > -wave_size && constant_of(lane) < wave_size)
        return (PlanMove){MOVE_ADD, (int)constant_of(lane)};
    if (is_wrapped(lane, wave_size))
        return (PlanMove){MOVE_ROTATE, (int)(constant_of(lane->operands[0]) & (wave_size - 1))};
    return (PlanMove){MOVE_NONE, 0};
}
